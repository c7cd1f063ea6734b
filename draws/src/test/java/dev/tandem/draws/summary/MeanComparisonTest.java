package dev.tandem.draws.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.density.Variable;
import dev.tandem.draws.Draws;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** Runs of one law agree, runs of two do not. Seeds are fixed; were they drawn anew, 1 in 10^6 would fail. */
class MeanComparisonTest {
    private static final double FALSE_ALARMS = 1e-6;

    /** Two chains of each element, made from independent normal numbers. */
    private static Summary summary(long seed, int draws, DoubleUnaryOperator... elements) {
        SplittableRandom random = new SplittableRandom(seed);
        Draws.Builder table =
                Draws.builder(List.of(new Variable("x", List.of(elements.length), Variable.Kind.CONTINUOUS)), 2, draws);
        for (int chain = 0; chain < 2; chain++) {
            for (int draw = 0; draw < draws; draw++) {
                double[] row = new double[elements.length];
                for (int i = 0; i < row.length; i++) {
                    row[i] = elements[i].applyAsDouble(random.nextGaussian());
                }
                table.append(chain, row);
            }
        }
        return Summary.of(table.build());
    }

    @Test
    void runsOfOneLawAgree() {
        MeanComparison comparison = MeanComparison.of(summary(1, 500, z -> z, z -> 7), summary(2, 500, z -> z, z -> 7));
        assertThat(comparison.holds(FALSE_ALARMS)).isTrue();
        assertThat(comparison.differences()).hasSize(2);
        assertThat(comparison.differences().get(1).standardErrors()).isZero();
    }

    @Test
    void aShiftOfAFewErrorsIsSeen() {
        MeanComparison comparison =
                MeanComparison.of(summary(1, 500, z -> z, z -> z), summary(2, 500, z -> z, z -> z + 0.4));
        assertThat(comparison.holds(FALSE_ALARMS)).isFalse();
        assertThat(comparison.largest().orElseThrow().name()).isEqualTo("x[2]");
        // 0.4 over sqrt(2 / 1000).
        assertThat(comparison.largest().orElseThrow().standardErrors()).isCloseTo(8.9, within(3.0));
    }

    @Test
    void constantsThatDifferDisagree() {
        MeanComparison comparison = MeanComparison.of(summary(1, 500, z -> 7), summary(2, 500, z -> 8));
        assertThat(comparison.largest().orElseThrow().standardErrors()).isInfinite();
        assertThat(comparison.holds(FALSE_ALARMS)).isFalse();
    }

    @Test
    void fewDrawsAreNotJudged() {
        MeanComparison comparison = MeanComparison.of(summary(1, 8, z -> z), summary(2, 500, z -> z + 5));
        assertThat(comparison.differences()).isEmpty();
        assertThat(comparison.unknown()).isEqualTo(1);
        assertThat(comparison.largest()).isEmpty();
        assertThat(comparison.holds(FALSE_ALARMS)).isTrue();
    }

    @Test
    void theLimitIsAQuantileOfTheNormal() {
        MeanComparison one = new MeanComparison(List.of(new MeanComparison.Difference("x", 1)), 0);
        // R: qnorm(1 - 0.05 / 2), qnorm(1 - 0.01 / 20)
        assertThat(one.limit(0.05)).isCloseTo(1.959963984540054, within(1e-12));
        MeanComparison ten =
                new MeanComparison(java.util.Collections.nCopies(10, new MeanComparison.Difference("x", 1)), 0);
        assertThat(ten.limit(0.01)).isCloseTo(3.290526731491926, within(1e-12));
    }
}
