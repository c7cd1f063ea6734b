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
