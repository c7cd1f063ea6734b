package dev.tandem.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.sampling.Settings;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.KernelFamily.Method;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Ranks through the whole pipeline, automatic warmup included. A false alarm anywhere in the class has probability 1e-5:
 * each of the eighteen unknowns that are looked at gets an equal share.
 */
@Tag("normal")
class CalibrationTest {
    private static final double ALARM = 1e-5 / 18;
    private static final long SEED = 11;
    private static final int REPLICATIONS = 1200;

    private static Settings settings(Method method) {
        return Settings.defaults()
                .withKernel(KernelFamily.of(method))
                .withWarmup(300)
                .withThin(10);
    }

    private static void assertUniform(List<Calibration.Uniformity> unknowns) {
        assertThat(unknowns).as("seed %d", SEED).allMatch(unknown -> unknown.pValue() > ALARM);
    }

    private static void assertNotUniform(List<Calibration.Uniformity> unknowns) {
        assertThat(unknowns).as("seed %d", SEED).anyMatch(unknown -> unknown.pValue() < ALARM);
    }

    @Test
    void changePointIsCalibrated() {
        assertUniform(Calibration.run(new ChangePoint(1), settings(Method.NODE), REPLICATIONS, SEED));
    }

    @Test
    void latentClassesAreCalibrated() {
        assertUniform(Calibration.run(new LatentClasses(1), settings(Method.NODE), REPLICATIONS, SEED));
    }

    @Test
    void latentClassesAreCalibratedUnderTrees() {
        assertUniform(Calibration.run(new LatentClasses(1), settings(Method.NUTS), REPLICATIONS, SEED));
    }

    @Test
    void aPriorThatIsMuchTooWideIsCaught() {
        assertNotUniform(Calibration.run(new LatentClasses(1.4), settings(Method.NODE), REPLICATIONS, SEED));
    }

    /** Ranks see a wrong width by the square root of the replications only; 15 per cent take many. */
    @Tag("long")
    @Test
    void aPriorThatIsSomewhatTooWideIsCaught() {
        assertNotUniform(Calibration.run(new LatentClasses(1.15), settings(Method.NODE), 16 * REPLICATIONS, SEED));
    }
}
