package dev.tandem.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.draws.summary.Diagnostics;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.KernelFamily.Method;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Neal's funnel in ten dimensions, from end to end: steps that adapt find its neck, others miss it. */
@Tag("normal")
class FunnelTest {
    private static final int DRAWS = 25_000;

    /** The shares of v below minus one and minus two of its standard deviations. */
    private static final double BELOW_ONE = 0.15865525393145707;

    private static final double BELOW_TWO = 0.022750131948179195;

    private static Run run(Method method, long seed) {
        return Sampling.run(
                Targets.funnel(9),
                Settings.defaults()
                        .withKernel(KernelFamily.of(method))
                        .withDraws(DRAWS)
                        .withSeed(seed));
    }

    private static double[][] below(Run run, double limit) {
        return Arrays.stream(run.draws().element("q[1]"))
                .map(chain -> Arrays.stream(chain).map(v -> v < limit ? 1 : 0).toArray())
                .toArray(double[][]::new);
    }

    /** Four standard errors, twice: a false alarm has probability 1.3e-4. */
    @Test
    void stepsThatAdaptFindTheNeck() {
        Run run = run(Method.WALNUTS, 1);
        double[][] one = below(run, -3);
        double[][] two = below(run, -6);
        assertThat(Diagnostics.mean(one)).isCloseTo(BELOW_ONE, within(4 * Diagnostics.mcseMean(one)));
        assertThat(Diagnostics.mean(two)).isCloseTo(BELOW_TWO, within(4 * Diagnostics.mcseMean(two)));
        assertThat(Diagnostics.mcseMean(one)).isLessThan(0.02);
        assertThat(run.divergences()).isLessThan(10);
    }

    /** What makes the test above one that can fail: steps of one size see nothing of the neck beyond their reach. */
    @Test
    void stepsOfOneSizeMissIt() {
        Run run = run(Method.NUTS, 1);
        assertThat(Diagnostics.mean(below(run, -6))).isLessThan(BELOW_TWO / 5);
        assertThat(run.divergences()).isGreaterThan(100);
    }
}
