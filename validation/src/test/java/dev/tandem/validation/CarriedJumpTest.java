package dev.tandem.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.density.Cursor;
import dev.tandem.models.GaussianMixture;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.random.Randomness;
import dev.tandem.sampling.trajectory.Carriage;
import dev.tandem.sampling.trajectory.CarriedJump;
import dev.tandem.sampling.trajectory.Kernel;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.Transition;
import dev.tandem.sampling.trajectory.Tuning;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Jumps that carry q along leave a mixture as it is, even with centres and scales that fit badly; without the change of
 * volume they do not; and warmup finds what they need.
 *
 * <p>Each comparison takes the scores of {@link Exactness} with a threshold of 6: ten of them raise a false alarm with
 * probability below 1e-7.
 */
class CarriedJumpTest {
    private static final double THRESHOLD = 6;

    /** Two components of one dimension, far apart; the carriage takes one of them for twice as wide as it is. */
    private static final GaussianMixture MIXTURE =
            new GaussianMixture(new double[] {0.3, 0.7}, new double[][] {{-3}, {3}}, new double[] {0.5});

    private static final Carriage CARRIAGE = new Carriage(new double[][] {{-2.8}, {3.1}}, new double[][] {{0.5}, {1}});

    private static Target target() {
        return new Target(
                "two components",
                MIXTURE,
                List.of(
                        Expectation.of("P(x=1)", 0.3, (x, q) -> x[0] == 1 ? 1 : 0),
                        Expectation.of("E q", MIXTURE.mean(0), (x, q) -> q[0]),
                        Expectation.secondMoment(
                                "E (q - mu)^2",
                                0.5,
                                (x, q) -> (q[0] - (x[0] == 1 ? -3 : 3)) * (q[0] - (x[0] == 1 ? -3 : 3)))));
    }

    /** HMC on q alone, and then a jump. */
    private record Jumping(Kernel inner, CarriedJump jump) implements Kernel {
        @Override
        public void step(Tuning tuning, Randomness random, Transition outcome) {
            inner.step(tuning, random, outcome);
            jump.step(CARRIAGE, random);
            inner.reload();
        }

        @Override
        public Cursor cursor() {
            return inner.cursor();
        }

        @Override
        public void reload() {
            inner.reload();
        }

        @Override
        public void anchor() {
            inner.anchor();
        }
    }

    private static Exactness.Result run(CarriedJump jump, Cursor cursor) {
        Kernel inner = KernelFamily.of(KernelFamily.Method.HMC_WITHIN_GIBBS).create(cursor);
        Tuning tuning = Tuning.initial(MIXTURE.space())
                .withStepSize(0.9)
                .withTrajectoryTime(1.8)
                .withSites(0, 0);
        return Exactness.run(target(), c -> new Jumping(inner, jump), tuning, 400, 11);
    }

    @Test
    void leavesAMixtureAsItIs() {
        Cursor cursor = MIXTURE.cursor();
        Exactness.Result result = run(new CarriedJump(cursor), cursor);
        assertThat(Math.abs(result.worst().z())).as("%s", result).isLessThan(THRESHOLD);
    }

    @Test
    void aVolumeThatIsForgottenIsCaught() {
        Cursor cursor = MIXTURE.cursor();
        Exactness.Result result = run(
                new CarriedJump(cursor) {
                    @Override
                    protected double logVolume(double[] scale, double[] otherScale) {
                        return 0;
                    }
                },
                cursor);
        assertThat(Math.abs(result.worst().z())).as("%s", result).isGreaterThan(2 * THRESHOLD);
    }

    /**
     * The mixture of the paper in 24 dimensions, as it was run and as it was printed: no chain by itself goes from component to
     * component there. With 4 times 300 nearly independent draws of x a share is within 0.1 of the truth with a false-alarm rate
     * below 1e-9 a component, unless draws were a fifth as good.
     */
    @Test
    void warmupFindsWhatJumpsNeed() {
        for (boolean printed : new boolean[] {false, true}) {
            GaussianMixture mixture = GaussianMixture.twentyFourDimensional(printed);
            Run run = Sampling.run(
                    mixture, Settings.defaults().withWarmup(200).withDraws(300).withSeed(5));
            double[] shares = new double[4];
            double[] values = Arrays.stream(run.draws().element("x"))
                    .flatMapToDouble(Arrays::stream)
                    .toArray();
            Arrays.stream(values).forEach(x -> shares[(int) x - 1] += 1.0 / values.length);
            for (int k = 0; k < 4; k++) {
                assertThat(Math.abs(shares[k] - mixture.componentProbability(k + 1)))
                        .as("component %d of %s, printed %s", k + 1, Arrays.toString(shares), printed)
                        .isLessThan(0.1);
            }
        }
    }
}
