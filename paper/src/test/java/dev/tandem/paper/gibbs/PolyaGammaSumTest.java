package dev.tandem.paper.gibbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.sampling.random.RandomStream;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The facts on which rejection from the saddlepoint approximation rests, and the density that follows from them. */
final class PolyaGammaSumTest {
    /** From near the end of the tilts, where the law is a gamma law, to where it is an inverse Gaussian one. */
    private static double[] tilts() {
        return DoubleStream.concat(
                        DoubleStream.iterate(0.01, a -> a < 3.13, a -> a + 0.02).map(a -> -0.5 * a * a),
                        DoubleStream.iterate(0.01, u -> u < 1000, u -> 1.02 * u).map(u -> 0.5 * u * u))
                .toArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 17, 45, 155, 299, 1000})
    void theCorrectionIsBetweenStirlingsErrorAndOne(int n) {
        Saddle saddle = new Saddle();
        for (double tilt : tilts()) {
            saddle.at(tilt);
            double rounding = 1e-15 * n * (10 + Math.abs(saddle.logCosh));
            assertThat(saddle.correction(n) - 1).as("tilt %s", tilt).isBetween(-1.0 / (12 * n), rounding);
        }
    }

    /** Derivatives by differences, of cumulants that are themselves compared with differences. */
    @Test
    void theApproximationIsLogConcave() {
        Saddle saddle = new Saddle();
        for (double tilt : tilts()) {
            double h = 1e-5 * Math.min(1, tilt - Saddle.LEAST) * Math.max(1, tilt);
            saddle.at(tilt + h);
            double[] above = {saddle.logCosh, saddle.mean, saddle.variance, saddle.third};
            saddle.at(tilt - h);
            double[] below = {saddle.logCosh, saddle.mean, saddle.variance, saddle.third};
            saddle.at(tilt);
            double[] slopes = new double[4];
            Arrays.setAll(slopes, i -> (above[i] - below[i]) / (2 * h));
            assertThat(slopes[0] / saddle.mean).as("tilt %s", tilt).isCloseTo(1, within(1e-5));
            assertThat(-slopes[1] / saddle.variance).as("tilt %s", tilt).isCloseTo(1, within(1e-5));
            assertThat(-slopes[2] / saddle.third).as("tilt %s", tilt).isCloseTo(1, within(1e-5));
            double bracket = -slopes[3] / Math.pow(saddle.variance, 2)
                    - 2 * Math.pow(saddle.third, 2) / Math.pow(saddle.variance, 3);
            assertThat(bracket).as("tilt %s", tilt).isBetween(-2.001, 0.0);
        }
    }

    @ParameterizedTest
    @CsvSource({"16,0", "16,7", "45,0.3", "155,2", "299,0", "299,12", "40,900"})
    void tangentsLieAboveAndChordsBelow(int n, double z) {
        PolyaGammaSum law = new PolyaGammaSum(RandomStream.of(1, 0));
        law.prepare(n, z);
        double mean = PolyaGamma.mean(n, z);
        double deviation = Math.sqrt(PolyaGamma.variance(n, z));
        for (double x = Math.max(mean / 50, mean - 9 * deviation); x < mean + 15 * deviation; x += deviation / 20) {
            double height = law.logApproximation(x);
            assertThat(law.hat(x)).as("x %s", x).isGreaterThan(height - 1e-9);
            assertThat(law.chord(x)).as("x %s", x).isLessThan(height + 1e-9);
        }
    }

    /**
     * The approximation times its correction is the density that an alternating series gives, which keeps its digits
     * for small n only; without the correction it is not.
     */
    @ParameterizedTest
    @CsvSource({"8,0", "16,0", "16,1.5", "16,9", "20,3"})
    void theDensityIsThatOfTheSeries(int n, double z) {
        PolyaGammaSum law = new PolyaGammaSum(RandomStream.of(1, 0));
        law.prepare(n, z);
        double mean = PolyaGamma.mean(n, z);
        double deviation = Math.sqrt(PolyaGamma.variance(n, z));
        double worst = 0;
        double without = 0;
        for (double x = Math.max(0.3 * mean, mean - 4 * deviation); x < mean + 2 * deviation; x += deviation / 10) {
            double mine = Math.exp(law.logApproximation(x)) / Math.sqrt(2 * Math.PI * n);
            double truth = series(n, z, x);
            worst = Math.max(worst, Math.abs(mine * law.correction(x) / truth - 1));
            without = Math.max(without, Math.abs(mine / truth - 1));
        }
        assertThat(worst).isLessThan(1e-7);
        assertThat(without).isGreaterThan(1e-4);
    }

    /** The density of PG(n, z) at x; its terms are added from the smallest on. */
    private static double series(int n, double z, double x) {
        double[] terms = new double[400];
        double binomial = 1;
        for (int k = 0; k < terms.length; k++) {
            double distance = 2 * k + n;
            terms[k] = (k % 2 == 0 ? 1 : -1)
                    * binomial
                    * distance
                    * Math.exp(-distance * distance / (8 * x) + n * n / (8 * x));
            binomial *= (double) (n + k) / (k + 1);
        }
        double sum = 0;
        for (int k = terms.length - 1; k >= 0; k--) {
            sum += terms[k];
        }
        double log = (n - 1) * Math.log(2)
                + n * Math.log(Math.cosh(z / 2))
                - z * z * x / 2
                - n * n / (8.0 * x)
                - 0.5 * Math.log(2 * Math.PI * x * x * x);
        return sum * Math.exp(log);
    }
}
