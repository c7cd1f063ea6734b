package dev.tandem.paper.gibbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.sampling.random.RandomStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Mean, variance and Laplace transform of the draws against their closed forms. Each comparison fails beyond 6.5
 * standard errors, a false alarm of 1e-10; there are 90, together below 1e-8.
 */
@Tag("normal")
final class PolyaGammaTest {
    private static final int DRAWS = 200_000;
    private static final double LIMIT = 6.5;
    private static final double[] TRANSFORM_AT = {0.5, 2, 20};

    @FunctionalInterface
    private interface Sampler {
        double draw(int n, double z);
    }

    @ParameterizedTest
    @CsvSource({
        "1,0", "1,0.3", "1,2", "1,3.2", "1,12", "1,-5", "2,1", "5,4", "40,0.7", "1,40", "3,900", "17,-2.5", "16,0",
        "155,0.5", "299,0", "299,12", "45,-30", "60,900"
    })
    void drawsFollowTheLaw(int n, double z) {
        PolyaGamma law = new PolyaGamma(RandomStream.of(20261116, n));
        assertThat(worst(law::draw, n, z)).as("seed 20261116").isLessThan(LIMIT);
    }

    @ParameterizedTest
    @CsvSource({"1,0.3", "1,2", "5,4", "40,0.7"})
    void wrongVariantsAreCaught(int n, double z) {
        RandomStream random = RandomStream.of(7, 0);
        PolyaGamma law = new PolyaGamma(random);
        // The sum of gammas cut off after ten terms, in common use; the tilt not halved; one draw scaled up.
        assertThat(worst((size, tilt) -> gammas(random, size, tilt, 10), n, z)).isGreaterThan(LIMIT);
        assertThat(worst((size, tilt) -> law.draw(size, 2 * tilt), n, z)).isGreaterThan(LIMIT);
        if (n > 1) {
            assertThat(worst((size, tilt) -> size * law.draw(1, tilt), n, z)).isGreaterThan(LIMIT);
        }
    }

    /** Where n is large, draws are right in more than their first two moments. */
    @Test
    void normalDrawsAreCaught() {
        RandomStream random = RandomStream.of(9, 0);
        Sampler normal = (n, z) -> PolyaGamma.mean(n, z) + Math.sqrt(PolyaGamma.variance(n, z)) * random.gaussian();
        assertThat(worst(normal, 40, 0.7)).isGreaterThan(LIMIT);
        assertThat(worst(normal, 155, 0.5)).isGreaterThan(LIMIT);
    }

    /** The two methods on either side of the border between them. */
    @ParameterizedTest
    @CsvSource({"16,0.2", "16,6", "100,1"})
    void bothMethodsAgree(int n, double z) {
        PolyaGamma law = new PolyaGamma(RandomStream.of(10, n));
        int draws = 40_000;
        double[] sums = IntStream.range(0, draws)
                .mapToDouble(i -> law.sum(n, z))
                .sorted()
                .toArray();
        double[] direct = IntStream.range(0, draws)
                .mapToDouble(i -> law.draw(n, z))
                .sorted()
                .toArray();
        // Smirnov's distance; beyond 3.5 sqrt(2 / draws) once in 2e10 times.
        double distance = 0;
        for (int i = 0, j = 0; i < draws && j < draws; ) {
            if (sums[i] < direct[j]) {
                i++;
            } else {
                j++;
            }
            distance = Math.max(distance, Math.abs(i - j) / (double) draws);
        }
        assertThat(distance).isLessThan(3.5 * Math.sqrt(2.0 / draws));
    }

    @Test
    void longSumOfGammasAgrees() {
        RandomStream random = RandomStream.of(8, 0);
        assertThat(worst((n, z) -> gammas(random, n, z, 3000), 2, 1.5, 20_000)).isLessThan(LIMIT);
    }

    @Test
    void momentsAreContinuousAtZero() {
        assertThat(PolyaGamma.mean(3, 0)).isEqualTo(0.75);
        assertThat(PolyaGamma.mean(3, 1.01e-4)).isCloseTo(PolyaGamma.mean(3, 0.99e-4), within(1e-9));
        assertThat(PolyaGamma.variance(1, 0.0101)).isCloseTo(PolyaGamma.variance(1, 0.0099), within(1e-6));
        assertThat(PolyaGamma.variance(2, 800)).isCloseTo(2 / (2 * Math.pow(800, 3)), within(1e-12));
    }

    @Test
    void parametersOutOfRangeAreRefused() {
        PolyaGamma law = new PolyaGamma(RandomStream.of(1, 0));
        assertThat(law.draw(0, 3)).isZero();
        assertThatThrownBy(() -> law.draw(-1, 0)).hasMessageContaining("-1");
        assertThatThrownBy(() -> law.draw(1, Double.NaN)).hasMessageContaining("NaN");
    }

    private static double worst(Sampler sampler, int n, double z) {
        return worst(sampler, n, z, DRAWS);
    }

    /** The largest distance between estimate and truth, in standard errors. */
    private static double worst(Sampler sampler, int n, double z, int draws) {
        double mean = PolyaGamma.mean(n, z);
        double variance = PolyaGamma.variance(n, z);
        Estimate first = new Estimate();
        Estimate second = new Estimate();
        Estimate[] transforms = {new Estimate(), new Estimate(), new Estimate()};
        for (int i = 0; i < draws; i++) {
            double draw = sampler.draw(n, z);
            first.add(draw);
            second.add((draw - mean) * (draw - mean));
            for (int t = 0; t < transforms.length; t++) {
                transforms[t].add(Math.exp(-TRANSFORM_AT[t] * draw));
            }
        }
        double worst = Math.max(first.distance(mean), second.distance(variance));
        for (int t = 0; t < transforms.length; t++) {
            worst = Math.max(worst, transforms[t].distance(laplace(n, z, TRANSFORM_AT[t])));
        }
        return worst;
    }

    /** E exp(-t w) = (cosh(z / 2) / cosh(sqrt(z^2 / 4 + t / 2)))^n. */
    private static double laplace(int n, double z, double t) {
        double a = Math.abs(z) / 2;
        double b = Math.sqrt(z * z / 4 + t / 2);
        double logRatio = a - b + Math.log1p(Math.exp(-2 * a)) - Math.log1p(Math.exp(-2 * b));
        return Math.exp(n * logRatio);
    }

    /** The definition: sum over k of gamma(n) / (2 pi^2 ((k - 1/2)^2 + z^2 / (4 pi^2))). */
    private static double gammas(RandomStream random, int n, double z, int terms) {
        double sum = 0;
        for (int k = 1; k <= terms; k++) {
            double half = k - 0.5;
            sum += random.gamma(n) / (2 * Math.PI * Math.PI * half * half + z * z / 2);
        }
        return sum;
    }

    private static final class Estimate {
        private double sum;
        private double squares;
        private int count;

        void add(double value) {
            sum += value;
            squares += value * value;
            count++;
        }

        double distance(double truth) {
            double mean = sum / count;
            double error = Math.sqrt(Math.max(squares / count - mean * mean, 1e-30) / count);
            return Math.abs(mean - truth) / error;
        }
    }
}
