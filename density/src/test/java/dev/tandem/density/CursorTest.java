package dev.tandem.density;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every cursor does whatever its density: it stands somewhere, tells of changes, counts, and lets no NaN out. */
class CursorTest {
    private static final Space SPACE = Space.builder()
            .discrete("k", Support.range(2, 5))
            .discrete("n", Support.integers())
            .discrete("m", Support.range(Support.UNBOUNDED_BELOW, -3))
            .real("q", 2)
            .build();

    /** Answers what it is told to, and writes down what it hears. */
    private static class Told extends Cursor {
        double answer;
        final List<String> heard = new ArrayList<>();

        Told(Space space) {
            super(space);
        }

        @Override
        protected double evaluate() {
            return answer;
        }

        @Override
        protected double evaluateWithGradient(double[] gradient) {
            return answer;
        }

        @Override
        protected void moved() {
            heard.add("moved to " + q[0]);
        }

        @Override
        protected void assigned(int site, int old) {
            heard.add(site + ": " + old + " to " + x[site]);
        }
    }

    @Test
    void startsAtZeroAndAtTheFiniteEndsOfSupports() {
        Cursor cursor = new Told(SPACE);
        assertThat(List.of(cursor.value(0), cursor.value(1), cursor.value(2))).containsExactly(2, 0, -3);
        double[] position = {1, 1};
        cursor.copyPosition(position);
        assertThat(position).containsExactly(0, 0);
    }

    @Test
    void whatIsNoNumberBecomesImpossibleAndIsCounted() {
        Told cursor = new Told(SPACE);
        double[] gradient = new double[2];
        double[] weights = new double[4];
        long found = 0;
        for (double odd : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
            cursor.answer = odd;
            assertThat(cursor.logDensity()).isEqualTo(Double.NEGATIVE_INFINITY);
            assertThat(cursor.logDensityAndGradient(gradient)).isEqualTo(Double.NEGATIVE_INFINITY);
            assertThat(cursor.logWeight(0, 3)).isEqualTo(Double.NEGATIVE_INFINITY);
            found += 3;
            assertThat(cursor.work().notANumber()).isEqualTo(found);
            cursor.conditional(0, weights);
            assertThat(weights).containsOnly(Double.NEGATIVE_INFINITY);
            cursor.logWeights(0, 3, 2, weights);
            assertThat(weights).containsOnly(Double.NEGATIVE_INFINITY);
            found += 4 + 2;
            assertThat(cursor.work().notANumber()).isEqualTo(found);
        }
    }

    @Test
    void whatIsANumberStaysAsItIs() {
        Told cursor = new Told(SPACE);
        for (double sound : new double[] {-0.0, 1e300, -1e300, Double.MIN_VALUE, Double.NEGATIVE_INFINITY}) {
            cursor.answer = sound;
            assertThat(cursor.logDensity()).isEqualTo(sound);
            assertThat(cursor.logWeight(0, 4)).isEqualTo(sound);
        }
        assertThat(cursor.work().notANumber()).isZero();
    }

    @Test
    void onlyChangesAreTold() {
        Told cursor = new Told(SPACE);
        cursor.assign(0, 2);
        assertThat(cursor.heard).isEmpty();
        cursor.assignAll(new int[] {2, 7, -3});
        cursor.moveTo(new double[] {1.5, 0});
        assertThat(cursor.heard).containsExactly("1: 0 to 7", "moved to 1.5");
        assertThat(cursor.work().assignments()).isEqualTo(1);
    }

    /** The position belongs to the cursor: what callers do with their arrays afterwards is not seen. */
    @Test
    void positionsAreCopied() {
        Told cursor = new Told(SPACE);
        double[] given = {1, 2};
        cursor.moveTo(given);
        given[0] = 9;
        double[] taken = new double[2];
        cursor.copyPosition(taken);
        assertThat(taken).containsExactly(1, 2);
        taken[1] = 9;
        double[] again = new double[2];
        cursor.copyPosition(again);
        assertThat(again).containsExactly(1, 2);
    }

    /** Weights by default: the site visits each value, the caches hear of it, and all is as before. */
    @Test
    void theDefaultConditionalLeavesTheStateAlone() {
        Told cursor = new Told(SPACE) {
            @Override
            protected double evaluate() {
                return -x[0] * x[0] + x[1];
            }
        };
        cursor.assign(0, 4);
        cursor.assign(1, 1);
        cursor.heard.clear();
        double[] weights = new double[4];
        cursor.conditional(0, weights);
        assertThat(weights).containsExactly(-3, -8, -15, -24);
        assertThat(cursor.value(0)).isEqualTo(4);
        assertThat(cursor.heard)
                .containsExactly("0: 4 to 2", "0: 2 to 4", "0: 4 to 3", "0: 3 to 4", "0: 4 to 5", "0: 5 to 4");
        // Looking is no change.
        assertThat(cursor.work().assignments()).isEqualTo(2);
        assertThat(cursor.work().conditionals()).isEqualTo(1);
        double[] some = new double[2];
        cursor.logWeights(1, -1, 2, some);
        assertThat(some).containsExactly(-17, -16);
        assertThat(cursor.logWeight(1, 100)).isEqualTo(84);
        assertThat(cursor.value(1)).isEqualTo(1);
        assertThat(cursor.work().weights()).isEqualTo(3);
    }

    @Test
    void boundsAreThoseOfTheSupportUnlessSaidOtherwise() {
        Cursor cursor = new Told(SPACE);
        assertThat(cursor.lower(0)).isEqualTo(2);
        assertThat(cursor.upper(0)).isEqualTo(5);
        assertThat(cursor.lower(1)).isEqualTo(Support.UNBOUNDED_BELOW);
        assertThat(cursor.upper(1)).isEqualTo(Support.UNBOUNDED_ABOVE);
    }

    @Test
    void reportsWhatItSamples() {
        Cursor cursor = new Told(SPACE);
        cursor.assignAll(new int[] {5, 8, -4});
        cursor.moveTo(new double[] {0.5, -0.5});
        double[] values = new double[SPACE.reportedSize()];
        cursor.report(values);
        assertThat(values).containsExactly(5, 8, -4, 0.5, -0.5);
        cursor.reportHidden(values, 0);
    }

    @Test
    void whatIsNotSampledItCannotReport() {
        Cursor computing = new Told(
                Space.builder().real("a").report("b", Variable.Kind.CONTINUOUS).build());
        assertThatThrownBy(() -> computing.report(new double[2]))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("b is reported but not sampled");
        Cursor hiding = new Told(Space.builder()
                .hidden(new Variable("h", List.of(), Variable.Kind.DISCRETE), new int[] {0})
                .build());
        assertThatThrownBy(() -> hiding.reportHidden(new double[1], 0)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void workIsCountedByKind() {
        Told cursor = new Told(SPACE);
        cursor.logDensity();
        cursor.logDensity();
        cursor.logDensityAndGradient(new double[2]);
        assertThat(cursor.work().evaluations()).isEqualTo(2);
        assertThat(cursor.work().gradients()).isEqualTo(1);
    }
}
