package dev.tandem.sampling.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.density.Cursor;
import dev.tandem.density.Effects;
import dev.tandem.density.Space;
import java.util.List;
import org.junit.jupiter.api.Test;

class EffectsInSightTest {
    private static final List<Effects> ONE = List.of(new Effects("e", 0, 1));

    /** One effect about 2, whose scale is the exponential of the second coordinate. */
    private static final class Scaled extends Cursor {
        Scaled() {
            super(Space.builder().real("e", 2).build());
        }

        @Override
        protected double evaluate() {
            return 0;
        }

        @Override
        protected double evaluateWithGradient(double[] gradient) {
            return 0;
        }

        @Override
        protected void moved() {}

        @Override
        protected void assigned(int site, int old) {}

        @Override
        protected void weigh(int site, double[] logWeights) {}

        @Override
        public void weighEffects(double[] gradient, double[] at, double[] pull, double[] location, double[] precision) {
            location[0] = 2;
            precision[0] = StrictMath.exp(-2 * q[1]);
        }
    }

    private static Scaled at(double logScale) {
        Scaled cursor = new Scaled();
        cursor.moveTo(new double[] {0, logScale});
        return cursor;
    }

    @Test
    void goesBackFromWhereAScaleIsLostInRounding() {
        Scaled cursor = at(-1);
        EffectsInSight sight = new EffectsInSight(ONE, cursor);
        sight.remember(cursor);
        cursor.moveTo(new double[] {3, -20});
        assertThat(sight.lost(cursor)).isFalse();
        sight.remember(cursor);
        cursor.moveTo(new double[] {4, -40});
        assertThat(sight.lost(cursor)).isTrue();
        sight.goBack(cursor);
        double[] q = new double[2];
        cursor.copyPosition(q);
        assertThat(q).containsExactly(3, -20);
    }

    @Test
    void leavesAChainAloneThatBeganThere() {
        Scaled cursor = at(-40);
        EffectsInSight sight = new EffectsInSight(ONE, cursor);
        sight.remember(cursor);
        assertThat(sight.lost(cursor)).isFalse();
        cursor.moveTo(new double[] {0, 0});
        assertThat(sight.lost(cursor)).isFalse();
        cursor.moveTo(new double[] {0, -40});
        assertThat(sight.lost(cursor)).isTrue();
    }

    @Test
    void densitiesWithoutEffectsAreNotAsked() {
        Scaled cursor = at(-40);
        EffectsInSight sight = new EffectsInSight(List.of(), cursor);
        assertThat(sight.lost(at(0))).isFalse();
        assertThat(sight.lost(cursor)).isFalse();
    }
}
