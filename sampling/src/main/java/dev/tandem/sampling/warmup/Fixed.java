package dev.tandem.sampling.warmup;

import dev.tandem.sampling.continuous.KineticEnergy;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** What the user has fixed by hand; warmup finds the rest. */
public record Fixed(
        OptionalDouble stepSize,
        Optional<KineticEnergy> kinetic,
        OptionalDouble trajectoryTime,
        OptionalInt sitesPerStep,
        OptionalDouble targetAcceptance) {
    public static Fixed nothing() {
        return new Fixed(
                OptionalDouble.empty(),
                Optional.empty(),
                OptionalDouble.empty(),
                OptionalInt.empty(),
                OptionalDouble.empty());
    }

    public Fixed withStepSize(double value) {
        return new Fixed(OptionalDouble.of(value), kinetic, trajectoryTime, sitesPerStep, targetAcceptance);
    }

    public Fixed withKinetic(KineticEnergy value) {
        return new Fixed(stepSize, Optional.of(value), trajectoryTime, sitesPerStep, targetAcceptance);
    }

    public Fixed withTrajectoryTime(double value) {
        return new Fixed(stepSize, kinetic, OptionalDouble.of(value), sitesPerStep, targetAcceptance);
    }

    public Fixed withSitesPerStep(int value) {
        return new Fixed(stepSize, kinetic, trajectoryTime, OptionalInt.of(value), targetAcceptance);
    }

    public Fixed withTargetAcceptance(double value) {
        return new Fixed(stepSize, kinetic, trajectoryTime, sitesPerStep, OptionalDouble.of(value));
    }

    double target() {
        return targetAcceptance.orElse(0.8);
    }
}
