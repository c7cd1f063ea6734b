package dev.tandem.sampling.warmup;

import dev.tandem.sampling.continuous.KineticEnergy;
import dev.tandem.sampling.trajectory.Tuning;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** What the user has fixed by hand; warmup finds the rest. */
public record Fixed(
        OptionalDouble stepSize,
        Optional<KineticEnergy> kinetic,
        OptionalDouble trajectoryTime,
        OptionalInt sitesPerStep,
        OptionalDouble targetAcceptance,
        Optional<Tuning> everything) {
    /** Beyond these, steps leave the range of numbers, or do not move at all. */
    private static final double SMALLEST = 1e-12;

    private static final double LARGEST = 1e12;

    public Fixed {
        stepSize.ifPresent(value -> between("step size", value));
        trajectoryTime.ifPresent(value -> between("trajectory time", value));
        targetAcceptance.ifPresent(value -> {
            if (!(value > 0 && value < 1)) {
                throw new IllegalArgumentException("the target acceptance must be between 0 and 1, not " + value);
            }
        });
    }

    private static void between(String name, double value) {
        if (!(value >= SMALLEST && value <= LARGEST)) {
            throw new IllegalArgumentException("the " + name + " must be between 1e-12 and 1e12, not " + value);
        }
    }

    public static Fixed nothing() {
        return new Fixed(
                OptionalDouble.empty(),
                Optional.empty(),
                OptionalDouble.empty(),
                OptionalInt.empty(),
                OptionalDouble.empty(),
                Optional.empty());
    }

    /** The whole tuning: warmup only walks away from the start. */
    public static Fixed everything(Tuning tuning) {
        return new Fixed(
                OptionalDouble.empty(),
                Optional.empty(),
                OptionalDouble.empty(),
                OptionalInt.empty(),
                OptionalDouble.empty(),
                Optional.of(tuning));
    }

    public Fixed withStepSize(double value) {
        return new Fixed(OptionalDouble.of(value), kinetic, trajectoryTime, sitesPerStep, targetAcceptance, everything);
    }

    public Fixed withKinetic(KineticEnergy value) {
        return new Fixed(stepSize, Optional.of(value), trajectoryTime, sitesPerStep, targetAcceptance, everything);
    }

    public Fixed withTrajectoryTime(double value) {
        return new Fixed(stepSize, kinetic, OptionalDouble.of(value), sitesPerStep, targetAcceptance, everything);
    }

    public Fixed withSitesPerStep(int value) {
        return new Fixed(stepSize, kinetic, trajectoryTime, OptionalInt.of(value), targetAcceptance, everything);
    }

    public Fixed withTargetAcceptance(double value) {
        return new Fixed(stepSize, kinetic, trajectoryTime, sitesPerStep, OptionalDouble.of(value), everything);
    }

    /** 0.8 unless fixed: on the paper's problems 0.65 to 0.9 made little difference. */
    double target() {
        return targetAcceptance.orElse(0.8);
    }
}
