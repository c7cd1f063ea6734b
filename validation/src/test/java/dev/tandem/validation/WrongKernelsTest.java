package dev.tandem.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.density.Cursor;
import dev.tandem.sampling.continuous.Integrator;
import dev.tandem.sampling.continuous.KineticEnergy;
import dev.tandem.sampling.continuous.MicroSteps;
import dev.tandem.sampling.continuous.Motion;
import dev.tandem.sampling.continuous.Phase;
import dev.tandem.sampling.discrete.FreshUpdate;
import dev.tandem.sampling.discrete.Proposal;
import dev.tandem.sampling.discrete.SiteSchedule;
import dev.tandem.sampling.discrete.SiteSweep;
import dev.tandem.sampling.discrete.SiteUpdate;
import dev.tandem.sampling.random.Randomness;
import dev.tandem.sampling.trajectory.Kernel;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.KernelFamily.Method;
import dev.tandem.sampling.trajectory.MixedStep;
import dev.tandem.sampling.trajectory.TreeKernel;
import dev.tandem.sampling.trajectory.Tuning;
import dev.tandem.sampling.trajectory.Walker;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The tests tested: kernels with one mistake each, which the exactness check has to see. */
@Tag("normal")
@Execution(ExecutionMode.CONCURRENT)
class WrongKernelsTest {
    private static final double THRESHOLD = ExactnessSuite.threshold(ExactnessSuite.exact());
    private static final Target TARGET = Target.fiveBinary();
    private static final Target UNEQUAL = Target.unequalScales();
    private static final long SEED = 31;

    private static double worst(Target target, Function<Cursor, Kernel> kernel, Tuning tuning, int batchLength) {
        Exactness.Result result = Exactness.run(target, kernel, tuning, batchLength, SEED);
        return Math.abs(result.worst().z());
    }

    private static Tuning tuning(int perStep, int closing) {
        return Tuning.initial(TARGET.density().space())
                .withStepSize(1)
                .withTrajectoryTime(3)
                .withSites(perStep, closing);
    }

    /** The change of the discrete energy counted as an error of the trajectory. */
    @Test
    void aTreeThatWeighsDiscreteChangesIsCaught() {
        SiteUpdate honest = new FreshUpdate(Proposal.Kind.GIBBS.create());
        SiteUpdate silent = new SiteUpdate() {
            @Override
            public double update(Cursor cursor, int site, Randomness random) {
                honest.update(cursor, site, random);
                return 0;
            }
        };
        double worst = worst(
                TARGET,
                cursor -> new TreeKernel(
                        new Walker(cursor, Integrator.LEAPFROG, new SiteSweep(5, SiteSchedule.permutation(5), silent)),
                        MixedStep.middle()),
                tuning(1, 1),
                500);
        assertThat(worst).as("seed %d", SEED).isGreaterThan(2 * THRESHOLD);
    }

    /** Steps in parts, without a look at whether the way back would be in the same parts. */
    @Test
    void stepsThatDoNotReturnAreCaught() {
        Target target = Target.overlappingMixture();
        Tuning tuning =
                Tuning.initial(target.density().space()).withStepSize(1.1).withSites(1, 1);
        assertThat(worst(target, cursor -> adapting(cursor, false), tuning, 1000))
                .as("seed %d", SEED)
                .isGreaterThan(2 * THRESHOLD);
        assertThat(worst(target, cursor -> adapting(cursor, true), tuning, 1000))
                .as("seed %d", SEED)
                .isLessThan(THRESHOLD);
    }

    private static Kernel adapting(Cursor cursor, boolean looksBack) {
        Motion honest = new MicroSteps(Integrator.LEAPFROG, MicroSteps.TOLERANCE);
        Motion motion = new Motion() {
            @Override
            public void step(Phase phase, KineticEnergy kinetic, double size) {
                honest.step(phase, kinetic, size);
            }

            @Override
            public boolean returns() {
                return !looksBack || honest.returns();
            }

            @Override
            public boolean whole() {
                return honest.whole();
            }
        };
        SiteUpdate update = new FreshUpdate(Proposal.Kind.GIBBS.create());
        return new TreeKernel(
                new Walker(cursor, motion, new SiteSweep(1, SiteSchedule.permutation(1), update)), MixedStep.node());
    }

    /** Always the same order: read backwards it is another. */
    @Test
    void aFixedOrderOfVisitsIsCaught() {
        KernelFamily family = KernelFamily.of(Method.NODE).withJitter(false);
        double worst = worst(
                TARGET,
                cursor -> family.create(cursor, new NaturalOrder(5)),
                tuning(1, 0).withTrajectoryTime(6),
                2000);
        assertThat(worst).as("seed %d", SEED).isGreaterThan(1.5 * THRESHOLD);
    }

    /** The order of the trajectory used again after the accept decision, in which it has taken part. */
    @Test
    void anOrderUsedAgainAfterTheDecisionIsCaught() {
        KernelFamily family = KernelFamily.of(Method.NODE).withJitter(false);
        Tuning tuning = Tuning.initial(UNEQUAL.density().space())
                .withStepSize(0.7)
                .withTrajectoryTime(2)
                .withSites(1, 1);
        assertThat(worst(UNEQUAL, cursor -> family.create(cursor, new KeptOrder()), tuning, 2000))
                .as("seed %d", SEED)
                .isGreaterThan(1.5 * THRESHOLD);
        assertThat(worst(UNEQUAL, family::create, tuning, 2000))
                .as("seed %d", SEED)
                .isLessThan(THRESHOLD);
    }

    /** Draws a new order every second time only: for trajectories, but not for the updates that close them. */
    private static final class KeptOrder implements SiteSchedule {
        private final SiteSchedule order = SiteSchedule.permutation(2);
        private boolean closing;

        @Override
        public void begin(Randomness random) {
            if (!closing) {
                order.begin(random);
            }
            closing = !closing;
        }

        @Override
        public int site(long index) {
            return order.site(index);
        }
    }
}
