package dev.tandem.report.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.report.Samples;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Densities from draws against the densities that were drawn from. */
class KernelDensityTest {
    private static final int N = 40_000;
    private static final int POINTS = 201;

    private static double normal(double x, double mean, double sd) {
        double z = (x - mean) / sd;
        return Math.exp(-0.5 * z * z) / (sd * Math.sqrt(2 * Math.PI));
    }

    /** The greatest distance from the truth, relative to the greatest height. */
    private static double error(double[] estimate, double low, double high, DoubleUnaryOperator truth) {
        double worst = 0;
        double peak = 0;
        for (int i = 0; i < estimate.length; i++) {
            double x = low + (high - low) * i / (estimate.length - 1);
            worst = Math.max(worst, Math.abs(estimate[i] - truth.applyAsDouble(x)));
            peak = Math.max(peak, truth.applyAsDouble(x));
        }
        return worst / peak;
    }

    private static double integral(double[] estimate, double low, double high) {
        double sum = 0;
        for (int i = 1; i < estimate.length; i++) {
            sum += 0.5 * (estimate[i] + estimate[i - 1]) * (high - low) / (estimate.length - 1);
        }
        return sum;
    }

    private static double[][] draws(long seed, ToDoubleFunction<SplittableRandom> law) {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] chains = new double[1][N];
        for (int i = 0; i < N; i++) {
            chains[0][i] = law.applyAsDouble(random);
        }
        return chains;
    }

    @Test
    void findsANormal() {
        double[][] chains = draws(1, Samples::gaussian);
        double[] estimate = KernelDensity.of(chains, -4, 4, N).at(POINTS, chains);
        assertThat(error(estimate, -4, 4, x -> normal(x, 0, 1))).isLessThan(0.05);
        assertThat(integral(estimate, -4, 4)).isCloseTo(1, within(1e-3));
    }

    /** Modes a hundred times narrower than their distance: a rule of thumb takes its width from the distance. */
    @Test
    void keepsNarrowModesApart() {
        double[][] chains = draws(2, random -> (random.nextInt(2) == 0 ? -5 : 5) + 0.1 * Samples.gaussian(random));
        KernelDensity density = KernelDensity.of(chains, -6, 6, N);
        double[] estimate = density.at(1201, chains);
        assertThat(error(estimate, -6, 6, x -> 0.5 * normal(x, -5, 0.1) + 0.5 * normal(x, 5, 0.1)))
                .isLessThan(0.1);
        double thumb = 1.06 * 5 * Math.pow(N, -0.2);
        assertThat(density.bandwidth()).isLessThan(0.1 * thumb);
    }

    /** A half-normal is highest where it ends; a kernel that leaks would lose half of that height. */
    @Test
    void doesNotLeakBeyondTheEnds() {
        double[][] chains = draws(3, random -> Math.abs(Samples.gaussian(random)));
        double[] estimate = KernelDensity.of(chains, 0, 4, N).at(POINTS, chains);
        assertThat(estimate[0]).isCloseTo(2 * normal(0, 0, 1), within(0.05));
        assertThat(integral(estimate, 0, 4)).isCloseTo(1, within(1e-3));
    }

    @Test
    void fewerEffectiveDrawsAreSmoothedMore() {
        double[][] chains = draws(4, Samples::gaussian);
        assertThat(KernelDensity.of(chains, -4, 4, 100).bandwidth())
                .isGreaterThan(2 * KernelDensity.of(chains, -4, 4, N).bandwidth());
    }

    @Test
    void tiesAndFewDrawsStillHaveADensity() {
        double[][] chains = {{1, 1, 1, 2, 2, 3}};
        double[] estimate = KernelDensity.of(chains, 1, 3, 6).at(POINTS, chains);
        assertThat(Arrays.stream(estimate).boxed()).allMatch(height -> Double.isFinite(height) && height >= 0);
        assertThat(integral(estimate, 1, 3)).isCloseTo(1, within(1e-2));
    }
}
