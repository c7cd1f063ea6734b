package dev.tandem.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.density.Space;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.KernelFamily.Method;
import dev.tandem.sampling.trajectory.Tuning;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Geweke's test of the default kernels; the whole class raises a false alarm with probability 1e-5. */
@Tag("normal")
@Execution(ExecutionMode.CONCURRENT)
class JointDistributionTest {
    private static final long SEED = 3;

    /** Nine quantities in each of four runs. */
    private static final double THRESHOLD = JointDistribution.threshold(1e-5, 36);

    static Stream<Arguments> kernels() {
        return Stream.of(
                Arguments.of("change point", Method.NODE),
                Arguments.of("change point", Method.NUTS),
                Arguments.of("latent classes", Method.NODE),
                Arguments.of("latent classes", Method.NUTS));
    }

    private static List<JointDistribution.Score> scores(String name, Method method, double assumedSd) {
        GenerativeModel model = name.equals("change point") ? new ChangePoint(assumedSd) : new LatentClasses(assumedSd);
        Space space = model.density(new double[0]).space();
        KernelFamily family = KernelFamily.of(method);
        Tuning tuning = family.withSites(Tuning.initial(space), Math.min(2, space.sites()), space.sites())
                .withStepSize(0.7)
                .withTrajectoryTime(2);
        // Data and levels hold each other fast in the first model, so its simulator remembers for long.
        int batchLength = model instanceof ChangePoint ? 1000 : 250;
        return JointDistribution.scores(model, family, tuning, batchLength, SEED);
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void bothSimulatorsAgree(String model, Method method) {
        assertThat(scores(model, method, 1))
                .as("seed %d, threshold %.2f", SEED, THRESHOLD)
                .allMatch(score -> Math.abs(score.z()) < THRESHOLD);
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void aPriorThatIsTooWideIsCaught(String model, Method method) {
        assertThat(scores(model, method, 1.15))
                .as("seed %d, threshold %.2f", SEED, THRESHOLD)
                .anyMatch(score -> Math.abs(score.z()) > 1.5 * THRESHOLD);
    }
}
