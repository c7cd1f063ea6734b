package dev.tandem.distributions.special;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.apache.commons.numbers.gamma.RegularizedBeta;
import org.apache.commons.numbers.gamma.RegularizedGamma;
import org.junit.jupiter.api.Test;

/** The incomplete gamma and beta functions against a library's, over many sizes of their parameters and both tails. */
class IncompleteFunctionsTest {
    /** What rounding takes from the exponent of the mass grows with the logarithm of the value, and with the library's parameters. */
    private static void compare(double own, double library, double allowed, String where) {
        if (library > 1e-250) {
            assertThat(own / library).as(where).isCloseTo(1, within(allowed + 1e-14 * (1 - Math.log(library))));
        } else {
            assertThat(own).as(where).isLessThan(1e-240);
        }
    }

    @Test
    void gammaAgrees() {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 100_000; i++) {
            double a = Math.pow(10, 9 * random.nextDouble() - 3);
            double spread = i % 2 == 0 ? 8 / Math.sqrt(a) : 1;
            double x = a * Math.exp(spread * (2 * random.nextDouble() - 1));
            String where = "a %s, x %s".formatted(a, x);
            double allowed = 1e-15 * a;
            compare(IncompleteGamma.lower(a, x), RegularizedGamma.P.value(a, x), allowed, where);
            compare(IncompleteGamma.upper(a, x), RegularizedGamma.Q.value(a, x), allowed, where);
        }
    }

    /** Values with 60 digits, by their series. */
    @Test
    void gammaIsExactWhereItIsLarge() {
        double[][] values = {
            {1e5, 1.01e5, 0.0008084215129255907},
            {30, 45, 0.007337199297796504},
            {1000, 1100, 0.0010593232539299773},
            {300, 500, 1.6933836864708698e-22},
            {5, 20, 1.6944743930067385e-05},
        };
        for (double[] value : values) {
            assertThat(IncompleteGamma.upper(value[0], value[1]) / value[2]).isCloseTo(1, within(2e-14));
        }
        assertThat(IncompleteGamma.lower(1e6, 9.95e5) / 2.749580359270071e-07).isCloseTo(1, within(1e-14));
    }

    @Test
    void betaAgrees() {
        SplittableRandom random = new SplittableRandom(6);
        for (int i = 0; i < 100_000; i++) {
            double a = Math.pow(10, 6 * random.nextDouble() - 1);
            double b = Math.pow(10, 6 * random.nextDouble() - 1);
            double mean = a / (a + b);
            double sd = Math.sqrt(mean * (1 - mean) / (a + b + 1));
            double x = i % 2 == 0 ? mean + 12 * sd * (2 * random.nextDouble() - 1) : random.nextDouble();
            if (x > 0 && x < 1) {
                String where = "x %s, a %s, b %s".formatted(x, a, b);
                double lower = RegularizedBeta.value(x, a, b);
                double upper = RegularizedBeta.complement(x, a, b);
                // A density that is infinite at an end has its mean far from where half of it lies.
                double lost = Math.min(a, b) < 1 ? 4e-16 : 0;
                double allowed = 1e-15 * (a + b);
                compare(IncompleteBeta.lower(x, a, b), lower, allowed + lost / lower, where);
                compare(IncompleteBeta.upper(x, a, b), upper, allowed + lost / upper, where);
            }
        }
    }

    @Test
    void fewTermsGiveTheDerivativeThatTheTailMeansGive() {
        int compared = 0;
        for (double a : new double[] {0.02, 0.4, 1, 2.5, 17, 300, 40_000}) {
            for (double b : new double[] {1, 2, 3, 7, 20, 32}) {
                for (double x : new double[] {1e-6, 0.01, 0.2, 0.5, 0.77, 0.98, 0.9999}) {
                    for (double logScale : new double[] {0, -30}) {
                        double y = 1 - x;
                        double mean = GammaFunction.digamma(a) - GammaFunction.digamma(a + b);
                        double log = x < 0.5 ? Math.log(x) : Math.log1p(-y);
                        double expected = log < mean
                                ? Math.exp(IncompleteBeta.logLower(x, a, b) - logScale)
                                        * (log - mean - TailMean.betaBelow(a, b, x, y))
                                : -Math.exp(IncompleteBeta.logUpper(x, a, b) - logScale)
                                        * (log - mean + TailMean.betaAbove(a, b, x, y));
                        double found = IncompleteBeta.byFirst(x, y, a, b, logScale);
                        assertThat(found)
                                .as("I_%s(%s, %s)", x, a, b)
                                .isCloseTo(expected, within(1e-9 * Math.abs(expected) + Double.MIN_NORMAL));
                        compared++;
                    }
                }
            }
        }
        assertThat(compared).isEqualTo(588);
    }
}
