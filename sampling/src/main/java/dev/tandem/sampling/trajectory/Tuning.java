package dev.tandem.sampling.trajectory;

import dev.tandem.density.Space;
import dev.tandem.sampling.continuous.DiagonalMetric;
import dev.tandem.sampling.continuous.KineticEnergy;
import dev.tandem.sampling.discrete.WalkWidths;
import java.util.Locale;

/**
 * The numbers that a kernel runs on. Warmup finds them; all can be fixed by hand.
 *
 * @param stepSize the integrator's step, or its largest where the kernel divides stretches of time
 * @param kinetic the kinetic energy of the continuous momentum
 * @param trajectoryTime mean length of a trajectory in time; trees ignore it
 * @param sitesPerStep discrete sites visited at each step, or at each discrete update, of a trajectory
 * @param updates discrete updates of a trajectory (L in the paper), for kernels that place them by a clock
 * @param closingSites discrete sites visited after the accept decision
 * @param widths the widths of integer walks
 * @param longRangeWeights log weights to find after the accept decision, on average, for moves over the whole support of
 *     sites that are walked
 * @param centring the coordinates of effects, which the cursor has to have been given
 * @param carriage what jumps of the one discrete unknown carry the continuous ones by
 */
public record Tuning(
        double stepSize,
        KineticEnergy kinetic,
        double trajectoryTime,
        int sitesPerStep,
        int updates,
        int closingSites,
        WalkWidths widths,
        int longRangeWeights,
        Centring centring,
        Carriage carriage) {
    /** What moves of long range may cost where nothing is known of other costs. */
    private static final int USUAL_WEIGHTS = 4096;

    public Tuning {
        if (!(stepSize > 0) || stepSize == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("the step size must be positive and finite, not " + stepSize);
        }
        if (!(trajectoryTime > 0) || trajectoryTime == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(
                    "the trajectory time must be positive and finite, not " + trajectoryTime);
        }
        if (sitesPerStep < 0 || updates < 0 || closingSites < 0) {
            throw new IllegalArgumentException("the number of sites to visit cannot be negative");
        }
        if (longRangeWeights < 0) {
            throw new IllegalArgumentException("the number of weights to find cannot be negative");
        }
    }

    /** A tuning whose moves of long range cost what they usually may. */
    public Tuning(
            double stepSize,
            KineticEnergy kinetic,
            double trajectoryTime,
            int sitesPerStep,
            int updates,
            int closingSites,
            WalkWidths widths) {
        this(
                stepSize,
                kinetic,
                trajectoryTime,
                sitesPerStep,
                updates,
                closingSites,
                widths,
                USUAL_WEIGHTS,
                Centring.NONE,
                Carriage.NONE);
    }

    /** Where warmup starts: unit metric, short trajectories, one site a step and a sweep at the end. */
    public static Tuning initial(Space space) {
        return new Tuning(
                1, DiagonalMetric.unit(space.dimension()), 1, 1, 1, Math.max(1, space.sites()), WalkWidths.common(1));
    }

    public Tuning withStepSize(double value) {
        Changed changed = new Changed(this);
        changed.stepSize = value;
        return changed.tuning();
    }

    public Tuning withKinetic(KineticEnergy value) {
        Changed changed = new Changed(this);
        changed.kinetic = value;
        return changed.tuning();
    }

    public Tuning withTrajectoryTime(double value) {
        Changed changed = new Changed(this);
        changed.trajectoryTime = value;
        return changed.tuning();
    }

    public Tuning withSites(int perStep, int closing) {
        Changed changed = new Changed(this);
        changed.sitesPerStep = perStep;
        changed.closingSites = closing;
        return changed.tuning();
    }

    public Tuning withUpdates(int value) {
        Changed changed = new Changed(this);
        changed.updates = value;
        return changed.tuning();
    }

    public Tuning withWidths(WalkWidths value) {
        Changed changed = new Changed(this);
        changed.widths = value;
        return changed.tuning();
    }

    public Tuning withLongRangeWeights(int value) {
        Changed changed = new Changed(this);
        changed.longRangeWeights = value;
        return changed.tuning();
    }

    public Tuning withCentring(Centring value) {
        Changed changed = new Changed(this);
        changed.centring = value;
        return changed.tuning();
    }

    public Tuning withCarriage(Carriage value) {
        Changed changed = new Changed(this);
        changed.carriage = value;
        return changed.tuning();
    }

    /** A copy in the making, some of whose numbers are other ones. */
    private static final class Changed {
        private double stepSize;
        private KineticEnergy kinetic;
        private double trajectoryTime;
        private int sitesPerStep;
        private int updates;
        private int closingSites;
        private WalkWidths widths;
        private int longRangeWeights;
        private Centring centring;
        private Carriage carriage;

        Changed(Tuning from) {
            stepSize = from.stepSize;
            kinetic = from.kinetic;
            trajectoryTime = from.trajectoryTime;
            sitesPerStep = from.sitesPerStep;
            updates = from.updates;
            closingSites = from.closingSites;
            widths = from.widths;
            longRangeWeights = from.longRangeWeights;
            centring = from.centring;
            carriage = from.carriage;
        }

        Tuning tuning() {
            return new Tuning(
                    stepSize,
                    kinetic,
                    trajectoryTime,
                    sitesPerStep,
                    updates,
                    closingSites,
                    widths,
                    longRangeWeights,
                    centring,
                    carriage);
        }
    }

    /** Steps of a trajectory of mean length. */
    public int meanSteps() {
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE / 4.0, Math.ceil(trajectoryTime / stepSize)));
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "step size %.4g, trajectory time %.4g, metric %s, %d sites a step, %d at the end, walks %s",
                stepSize,
                trajectoryTime,
                kinetic.describe(),
                sitesPerStep,
                closingSites,
                widths);
    }
}
