package dev.tandem.distributions.special;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The fast logarithm against a series in many digits. */
class FastLogarithmTest {
    private static final MathContext PRECISE = new MathContext(50);

    /** log(1 + t) = 2 artanh(t / (2 + t)), whose series converges at 1/9 a term or faster. */
    private static BigDecimal exact(double t) {
        BigDecimal argument = new BigDecimal(t);
        return twiceArtanh(argument.divide(argument.add(BigDecimal.valueOf(2)), PRECISE));
    }

    private static BigDecimal twiceArtanh(BigDecimal ratio) {
        BigDecimal square = ratio.multiply(ratio, PRECISE);
        BigDecimal power = ratio;
        BigDecimal sum = BigDecimal.ZERO;
        for (int n = 1; n < 110; n += 2) {
            sum = sum.add(power.divide(BigDecimal.valueOf(n), PRECISE), PRECISE);
            power = power.multiply(square, PRECISE);
        }
        return sum.multiply(BigDecimal.valueOf(2), PRECISE);
    }

    private static double error(double t) {
        BigDecimal exact = exact(t);
        BigDecimal error = new BigDecimal(FastLogarithm.ofOnePlus(t)).subtract(exact);
        return Math.abs(error.divide(exact, PRECISE).doubleValue());
    }

    @Test
    void agreesWithExactValuesTo4e16() {
        SplittableRandom random = new SplittableRandom(1);
        double worst = 0;
        for (int i = 0; i < 4000; i++) {
            worst = Math.max(worst, error(random.nextDouble()));
            worst = Math.max(worst, error(Math.pow(10, -20 * random.nextDouble())));
        }
        assertThat(worst).isLessThan(4e-16);
    }

    /** Where the nearest entry of the table changes. */
    @Test
    void agreesBetweenTheEntriesOfItsTable() {
        double worst = 0;
        for (int i = 0; i < 128; i++) {
            double middle = (i + 0.5) / 128;
            for (double t : new double[] {i / 128.0 + 1e-17, Math.nextDown(middle), middle, Math.nextUp(middle)}) {
                worst = Math.max(worst, error(t));
            }
        }
        assertThat(worst).isLessThan(4e-16);
    }

    @Test
    void holdsAtTheEdges() {
        assertThat(FastLogarithm.ofOnePlus(0)).isZero();
        assertThat(FastLogarithm.ofOnePlus(Double.MIN_VALUE)).isEqualTo(Double.MIN_VALUE);
        assertThat(FastLogarithm.ofOnePlus(1)).isEqualTo(Math.log(2));
        assertThat(FastLogarithm.ofOnePlus(Double.NaN)).isNaN();
    }

    /** log x = n log 2 + log(1 + t), the nearest power of two taken out. */
    private static BigDecimal exactLogarithm(double x) {
        int n = Math.getExponent(x * 1.3);
        BigDecimal rest = new BigDecimal(x).divide(BigDecimal.valueOf(2).pow(n, PRECISE), PRECISE);
        BigDecimal ratio = rest.subtract(BigDecimal.ONE).divide(rest.add(BigDecimal.ONE), PRECISE);
        return twiceArtanh(ratio).add(exact(1).multiply(BigDecimal.valueOf(n)), PRECISE);
    }

    @Test
    void isWithin1Point1UnitsInTheLastPlaceOfExactValues() {
        SplittableRandom random = new SplittableRandom(3);
        double worst = 0;
        for (int i = 0; i < 20_000; i++) {
            double x = i % 2 == 0
                    ? 1 + (random.nextDouble() - 0.5) * Math.pow(10, -3 * random.nextDouble())
                    : Math.pow(10, 600 * random.nextDouble() - 300);
            BigDecimal exact = exactLogarithm(x);
            double error = new BigDecimal(FastLogarithm.of(x)).subtract(exact).doubleValue();
            worst = Math.max(worst, Math.abs(error) / Math.ulp(exact.doubleValue()));
        }
        assertThat(worst).isLessThan(1.1);
    }

    @Test
    void itsTablesAreLogarithms() {
        double[] parts = LogarithmsOfSteps.inTwoParts();
        assertThat(parts).hasSize(2 * (LogarithmsOfSteps.LAST - LogarithmsOfSteps.FIRST + 1));
        for (int i = LogarithmsOfSteps.FIRST; i <= LogarithmsOfSteps.LAST; i++) {
            BigDecimal exact = exactLogarithm(i / 128.0);
            double high = parts[2 * (i - LogarithmsOfSteps.FIRST)];
            assertThat(high * 0x1p42).as("exact sums").isEqualTo(Math.rint(high * 0x1p42));
            assertThat(parts[2 * (i - LogarithmsOfSteps.FIRST) + 1])
                    .isEqualTo(exact.subtract(new BigDecimal(high)).doubleValue());
        }
    }

    @Test
    void isDefinedEverywhereAsTheLibraryIs() {
        double[] edges = {
            0,
            -0.0,
            1,
            -1,
            Double.MIN_VALUE,
            1e-310,
            Double.MIN_NORMAL,
            Double.MAX_VALUE,
            Double.POSITIVE_INFINITY,
            Double.NaN
        };
        for (double x : edges) {
            assertThat(FastLogarithm.of(x)).isEqualTo(Double.valueOf(StrictMath.log(x)));
        }
    }
}
