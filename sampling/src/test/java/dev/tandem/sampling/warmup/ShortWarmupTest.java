package dev.tandem.sampling.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.density.Support;
import dev.tandem.sampling.ChainReport;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import org.junit.jupiter.api.Test;

/** A warmup of a few iterations gives steps and trajectories of the right order, with trees and with trajectories. */
class ShortWarmupTest {
    private static final int DRAWS = 50;

    /** Scales that differ by powers of ten, and a switch that moves the mean of the first coordinate by one of them. */
    private static MixedDensity scaled(boolean mixed, int dimension) {
        Space.Builder space = Space.builder().real("q", dimension);
        if (mixed) {
            space.discrete("x", Support.binary());
        }
        return MixedDensity.of(space.build(), (x, q, gradient) -> {
            double sum = 0;
            for (int i = 0; i < q.length; i++) {
                double sd = Math.pow(10, -(i % 4) / 2.0);
                double z = (q[i] - (mixed && i == 0 ? x[0] * sd : 0)) / sd;
                sum -= 0.5 * z * z;
                if (gradient != null) {
                    gradient[i] = -z / sd;
                }
            }
            return sum;
        });
    }

    /** The most steps of a draw on average, over the chains of some seeds. */
    private static double mostSteps(MixedDensity density, int warmup) {
        double most = 0;
        for (int seed = 1; seed <= 5; seed++) {
            Run run = Sampling.run(
                    density,
                    Settings.defaults().withWarmup(warmup).withDraws(DRAWS).withSeed(seed));
            for (ChainReport chain : run.chains()) {
                assertThat(chain.acceptance()).as("seed %d", seed).isGreaterThan(0.3);
                most = Math.max(most, (double) chain.steps() / DRAWS);
            }
        }
        return most;
    }

    /** Scales of one gradient that is near zero by chance made trees of 1023 steps; 3 to 15 are enough. */
    @Test
    void treesAreShort() {
        assertThat(mostSteps(scaled(false, 20), 20)).isLessThan(32);
        assertThat(mostSteps(scaled(false, 20), 60)).isLessThan(32);
    }

    /** A trajectory of time 1 in units of the wrong scales was thousands of steps. */
    @Test
    void trajectoriesAreShort() {
        assertThat(mostSteps(scaled(true, 3), 20)).isLessThan(32);
        assertThat(mostSteps(scaled(true, 20), 60)).isLessThan(32);
    }
}
