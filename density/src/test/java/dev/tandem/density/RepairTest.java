package dev.tandem.density;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** From an impossible state, the search finds a possible one where single changes lead there. */
class RepairTest {
    private static final int SITES = 12;

    /** Neighbours must differ; while impossible factors are counted, each costs the same. */
    private static final class Neighbours extends Cursor {
        private boolean counting;

        Neighbours() {
            super(Space.builder().discrete("c", Support.categories(3), SITES).build());
        }

        @Override
        public void countImpossible(boolean on) {
            counting = on;
        }

        @Override
        protected double evaluate() {
            int alike = alike();
            return alike == 0 ? 0 : Double.NEGATIVE_INFINITY;
        }

        private int alike() {
            int alike = 0;
            for (int i = 1; i < SITES; i++) {
                alike += x[i] == x[i - 1] ? 1 : 0;
            }
            return alike;
        }

        @Override
        protected double weigh(int site, int value) {
            int old = x[site];
            x[site] = value;
            double weight = counting ? -1e6 * alike() : evaluate();
            x[site] = old;
            return weight;
        }

        @Override
        protected double evaluateWithGradient(double[] gradient) {
            return evaluate();
        }
    }

    @Test
    void findsAPossibleState() {
        for (long seed = 1; seed <= 20; seed++) {
            Neighbours cursor = new Neighbours();
            assertThat(cursor.logDensity()).isEqualTo(Double.NEGATIVE_INFINITY);
            assertThat(Repair.run(cursor, new SplittableRandom(seed)::nextDouble))
                    .as("seed %d", seed)
                    .isTrue();
            assertThat(cursor.logDensity()).isZero();
            assertThat(cursor.counting).isFalse();
        }
    }

    @Test
    void sitesThatAreNotFreeStay() {
        Neighbours cursor = new Neighbours();
        assertThat(Repair.run(cursor, new SplittableRandom(1)::nextDouble, site -> site != 0 && site != 5))
                .isTrue();
        assertThat(cursor.value(0)).isEqualTo(1);
        assertThat(cursor.value(5)).isEqualTo(1);
    }

    @Test
    void saysThatThereIsNone() {
        Neighbours cursor = new Neighbours();
        assertThat(Repair.run(cursor, new SplittableRandom(1)::nextDouble, site -> false))
                .isFalse();
        assertThat(cursor.counting).isFalse();
    }

    @Test
    void unboundedSitesGoToALikelyValue() {
        MixedDensity far = MixedDensity.of(
                Space.builder()
                        .discrete("n", Support.atLeast(0))
                        .discrete("b", Support.binary())
                        .build(),
                (x, q, gradient) -> -Math.abs(x[0] - 1000) / 50.0 + x[1]);
        Cursor cursor = far.cursor();
        Repair.placeUnbounded(cursor, new SplittableRandom(3)::nextDouble);
        assertThat(cursor.value(0)).isBetween(700, 1300);
        assertThat(cursor.value(1)).isZero();
    }
}
