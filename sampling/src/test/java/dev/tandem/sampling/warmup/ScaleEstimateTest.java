package dev.tandem.sampling.warmup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.tandem.sampling.random.RandomStream;
import org.junit.jupiter.api.Test;

/** Scales from positions and gradients: exact for Gaussians after a few draws, forgetful, and never degenerate. */
class ScaleEstimateTest {
    private static final double[] SDS = {1e-3, 1, 50};

    private static double velocity(ScaleEstimate scales, int coordinate) {
        double[] momentum = new double[SDS.length];
        momentum[coordinate] = 1;
        double[] velocity = new double[SDS.length];
        scales.metric().velocity(momentum, velocity);
        return velocity[coordinate];
    }

    private static void observeGaussian(ScaleEstimate scales, double factor, int draws, RandomStream random) {
        double[] q = new double[SDS.length];
        double[] gradient = new double[SDS.length];
        for (int draw = 0; draw < draws; draw++) {
            for (int i = 0; i < q.length; i++) {
                double sd = factor * SDS[i];
                q[i] = 3 + sd * random.gaussian();
                gradient[i] = -(q[i] - 3) / (sd * sd);
            }
            scales.observe(q, gradient);
        }
    }

    /** Gradient and position of an independent Gaussian are proportional, so chance cancels. */
    @Test
    void tenDrawsGiveTheVarianceOfAGaussian() {
        ScaleEstimate scales = new ScaleEstimate(new double[] {1, 1, 1});
        observeGaussian(scales, 1, 10, RandomStream.of(1, 0));
        for (int i = 0; i < SDS.length; i++) {
            assertThat(velocity(scales, i)).isCloseTo(SDS[i] * SDS[i], withPercentage(1e-6));
        }
    }

    @Test
    void startsFromTheSteepnessOfOnePoint() {
        ScaleEstimate scales = new ScaleEstimate(new double[] {100, -0.5, 0});
        assertThat(velocity(scales, 0)).isCloseTo(0.01, withPercentage(1e-9));
        assertThat(velocity(scales, 1)).isCloseTo(2, withPercentage(1e-9));
        assertThat(velocity(scales, 2)).isEqualTo(1);
    }

    @Test
    void forgetsWhatWasBeforeTheLastTurnButOne() {
        ScaleEstimate scales = new ScaleEstimate(new double[] {1, 1, 1});
        RandomStream random = RandomStream.of(2, 0);
        observeGaussian(scales, 100, 50, random);
        scales.turn();
        observeGaussian(scales, 1, 50, random);
        assertThat(velocity(scales, 1)).isGreaterThan(2);
        scales.turn();
        assertThat(scales.count()).isEqualTo(50);
        assertThat(velocity(scales, 1)).isCloseTo(1, withPercentage(1e-6));
    }

    /** A coordinate that never moved, or whose gradient is no number, keeps the scale it had. */
    @Test
    void keepsItsScaleWhereThereIsNothingToLearn() {
        ScaleEstimate scales = new ScaleEstimate(new double[] {4, 1, 1});
        for (int draw = 0; draw < 20; draw++) {
            scales.observe(new double[] {7, draw, draw}, new double[] {0, Double.NaN, 0});
        }
        assertThat(velocity(scales, 0)).isEqualTo(0.25);
        assertThat(velocity(scales, 1)).isEqualTo(1);
        assertThat(velocity(scales, 2)).isEqualTo(1);
    }
}
