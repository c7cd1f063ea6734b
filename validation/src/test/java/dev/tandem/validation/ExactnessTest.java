package dev.tandem.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.sampling.trajectory.KernelFamily;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Exact kernels agree with the truth, wrong ones do not.
 *
 * <p>The chance that exact kernels raise any alarm in the whole suite is at most {@link ExactnessSuite#FALSE_ALARMS}.
 */
@Execution(ExecutionMode.CONCURRENT)
class ExactnessTest {
    private static final List<ExactnessCase> EXACT = ExactnessSuite.exact();
    private static final List<ExactnessCase> WRONG = ExactnessSuite.wrong();
    private static final double THRESHOLD = ExactnessSuite.threshold(EXACT);
    private static final int LONGER = 4;

    static Stream<Arguments> exact() {
        return numbered(EXACT);
    }

    static Stream<Arguments> wrong() {
        return numbered(WRONG);
    }

    private static Stream<Arguments> numbered(List<ExactnessCase> cases) {
        return IntStream.range(0, cases.size())
                .mapToObj(i -> Arguments.of(Named.of(cases.get(i).toString(), cases.get(i)), ExactnessSuite.seed(i)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("exact")
    void exactKernelsAgreeWithTheTruth(ExactnessCase each, long seed) {
        check(each, each.run(1, seed));
    }

    @Tag("long")
    @ParameterizedTest(name = "{0}, long")
    @MethodSource("exact")
    void exactKernelsAgreeWithTheTruthInLongRuns(ExactnessCase each, long seed) {
        check(each, each.run(LONGER, seed + 1_000_000));
    }

    private static void check(ExactnessCase each, Exactness.Result result) {
        if (each.moves()) {
            assertThat(result.acceptance()).as("acceptance, %s", result).isBetween(0.6, 0.9);
        }
        // Independent batches exceed 0.3 = 6 / sqrt(400) with probability 1e-9.
        assertThat(result.batchCorrelation())
                .as("batches too short, %s", result)
                .isLessThan(0.3);
        assertThat(Math.abs(result.worst().z()))
                .as("threshold %.2f, %s", THRESHOLD, result)
                .isLessThan(THRESHOLD);
        if (each.sharp()) {
            assertThat(result.precision())
                    .as("too weak to see a bias of 1 %%, %s", result)
                    .isLessThan(0.002);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrong")
    void wrongKernelsAreCaught(ExactnessCase each, long seed) {
        Exactness.Result result = each.run(1, seed);
        assertThat(result.acceptance()).as("acceptance, %s", result).isBetween(0.6, 0.9);
        assertThat(Math.abs(result.worst().z())).as("%s", result).isGreaterThan(1.5 * THRESHOLD);
    }

    /** The figure that was found with another program: 0.1165 instead of 0.1. */
    @Test
    void publishedKernelHasTheBiasThatWasFoundBefore() {
        Exactness.Result result = WRONG.get(0).run(1, 7);
        assertThat(result.scores().get(0).estimate()).as("%s", result).isBetween(0.1155, 0.1175);
    }

    @Test
    void everyMethodIsInTheSuite() {
        assertThat(Stream.concat(EXACT.stream(), WRONG.stream())
                        .map(each -> each.family().method()))
                .contains(KernelFamily.Method.values());
        assertThat(EXACT).allMatch(each -> each.family().exact());
        assertThat(WRONG).noneMatch(each -> each.family().exact());
    }
}
