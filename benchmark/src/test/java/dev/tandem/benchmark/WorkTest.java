package dev.tandem.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.tandem.sampling.trajectory.KernelFamily.Method;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What an iteration costs in gradients and conditionals, for fixed seeds and tuning. Time cannot be tested; work can.
 *
 * <p>The exact relations hold up to one gradient, which a change at the very end leaves to the next iteration.
 */
@Tag("normal")
class WorkTest {
    private static final int BURN_IN = 500;
    private static final int ITERATIONS = 4_000;

    /** What was counted already: the same seed gives the same counts, and several tests ask for them. */
    private static final Map<List<Object>, WorkCount> COUNTS = new ConcurrentHashMap<>();

    private static WorkCount count(Problem problem, Method method) {
        return COUNTS.computeIfAbsent(
                List.of(problem, method), asked -> WorkCount.of(problem, method, 1, BURN_IN, ITERATIONS));
    }

    @ParameterizedTest
    @EnumSource
    void midStepTakesOneGradientPerStep(Problem problem) {
        WorkCount staticPath = count(problem, Method.MID_STEP);
        assertThat(staticPath.gradients()).isEqualTo(staticPath.leapfrogSteps());
        WorkCount tree = count(problem, Method.MID_STEP_NUTS);
        assertThat(tree.gradients()).isEqualTo(tree.leapfrogSteps());
    }

    /** With one site a node every change of x costs one more gradient, and nothing else does. */
    @ParameterizedTest
    @EnumSource(names = {"VARIABLE_SELECTION", "MIXTURE_24", "MIXTURE_1"})
    void nodeTakesOneGradientPerStepAndChange(Problem problem) {
        WorkCount count = count(problem, Method.NODE);
        assertThat(count.gradients()).isCloseTo(count.leapfrogSteps() + count.changes(), offset(1L));
    }

    @ParameterizedTest
    @EnumSource
    void nodeTakesAtMostTwoGradientsPerStep(Problem problem) {
        WorkCount count = count(problem, Method.NODE);
        assertThat(count.gradients()).isLessThanOrEqualTo(2 * count.leapfrogSteps() + 1);
    }

    @ParameterizedTest
    @EnumSource
    void gibbsVisitTakesOneConditional(Problem problem) {
        for (Method method : new Method[] {Method.NODE, Method.MID_STEP, Method.NUTS, Method.CLOCK}) {
            WorkCount count = count(problem, method);
            assertThat(count.conditionals()).as(method.label()).isEqualTo(count.visits());
            assertThat(count.weights()).as(method.label()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void gibbsSweepCostsAtMostOneGradient(Problem problem) {
        WorkCount count = count(problem, Method.HMC_WITHIN_GIBBS);
        assertThat(count.gradients()).isBetween(count.leapfrogSteps(), count.leapfrogSteps() + ITERATIONS + 1);
        assertThat(count.conditionals())
                .isEqualTo((long) ITERATIONS * problem.density().space().sites());
    }

    /**
     * Gradients and conditionals per iteration as measured over 20,000 iterations. The bands are at least five standard
     * errors wide, so another random stream passes; a kernel that has become dearer does not.
     */
    @ParameterizedTest
    @CsvSource({
        "VARIABLE_SELECTION, NODE, 20.92, 20.00",
        "VARIABLE_SELECTION, MID_STEP, 20.08, 20.08",
        "VARIABLE_SELECTION, NUTS, 131.0, 126.3",
        "VARIABLE_SELECTION, CLOCK, 33.15, 20.02",
        "MIXTURE_24, NODE, 4.00, 4.00",
        "MIXTURE_24, MID_STEP, 4.00, 4.00",
        "MIXTURE_24, NUTS, 6.90, 7.90",
        "MIXTURE_24, CLOCK, 5.31, 4.00",
        "TOPIC_DOCUMENT, NODE, 34.0, 340",
        "TOPIC_DOCUMENT, MID_STEP, 17.0, 340",
        "TOPIC_DOCUMENT, NUTS, 18.95, 203.4",
        "TOPIC_DOCUMENT, CLOCK, 492.6, 340",
    })
    void costsWhatItDid(Problem problem, Method method, double gradients, double conditionals) {
        WorkCount count = count(problem, method);
        assertThat((double) count.gradients() / ITERATIONS).isCloseTo(gradients, withPercentage(6));
        assertThat((double) count.conditionals() / ITERATIONS).isCloseTo(conditionals, withPercentage(6));
    }
}
