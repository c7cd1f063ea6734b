package dev.tandem.sampling.warmup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.density.Cursor;
import dev.tandem.sampling.Targets;
import org.junit.jupiter.api.Test;

/** A heated cursor is the other one's density to a power, in all that it tells, and takes it along. */
class HeatedCursorTest {
    private final Cursor inner = Targets.twoComponents().cursor();

    @Test
    void everythingIsToThePower() {
        HeatedCursor heated = new HeatedCursor(inner);
        heated.moveTo(new double[] {0.7});
        heated.assign(0, 1);
        double[] cold = new double[1];
        double[] hot = new double[1];
        double[] coldWeights = new double[2];
        double[] hotWeights = new double[2];
        heated.heat(0.25);
        assertThat(heated.logDensity()).isEqualTo(0.25 * inner.logDensity());
        assertThat(heated.logDensityAndGradient(hot)).isEqualTo(0.25 * inner.logDensityAndGradient(cold));
        assertThat(hot[0]).isEqualTo(0.25 * cold[0]);
        heated.conditional(0, hotWeights);
        inner.conditional(0, coldWeights);
        assertThat(hotWeights[1] - hotWeights[0]).isCloseTo(0.25 * (coldWeights[1] - coldWeights[0]), within(1e-14));
        assertThat(heated.logWeight(0, 1) - heated.logWeight(0, 0))
                .isCloseTo(0.25 * (coldWeights[1] - coldWeights[0]), within(1e-14));
    }

    @Test
    void bothStandAtTheSamePlace() {
        inner.moveTo(new double[] {-1.5});
        inner.assign(0, 1);
        HeatedCursor heated = new HeatedCursor(inner);
        double[] position = new double[1];
        heated.copyPosition(position);
        assertThat(position).containsExactly(-1.5);
        assertThat(heated.value(0)).isEqualTo(1);
        heated.moveTo(new double[] {2});
        heated.assign(0, 0);
        inner.copyPosition(position);
        assertThat(position).containsExactly(2);
        assertThat(inner.value(0)).isZero();
    }

    @Test
    void aFenceStandsFarFromWhereTheChainBegan() {
        inner.moveTo(new double[] {-0.5});
        HeatedCursor heated = new HeatedCursor(inner);
        heated.heat(0.25);
        for (double at : new double[] {19.4, -20.4}) {
            heated.moveTo(new double[] {at});
            assertThat(heated.logDensity()).isEqualTo(0.25 * inner.logDensity());
        }
        // 36 units away, where the fence begins after twenty.
        heated.moveTo(new double[] {35.5});
        double outside = 0.8;
        double[] gradient = new double[1];
        double[] cold = new double[1];
        double logDensity = heated.logDensityAndGradient(gradient);
        assertThat(logDensity)
                .isEqualTo(heated.logDensity())
                .isCloseTo(0.25 * inner.logDensityAndGradient(cold) - 0.75 * 0.5 * outside * outside, within(1e-12));
        assertThat(gradient[0]).isCloseTo(0.25 * cold[0] - 0.75 * outside / 20, within(1e-12));
        heated.heat(1);
        assertThat(heated.logDensity()).isEqualTo(inner.logDensity());
    }

    @Test
    void theFenceIsAsWideAsTheCoordinateIsLarge() {
        inner.moveTo(new double[] {-40});
        HeatedCursor heated = new HeatedCursor(inner);
        heated.heat(0.1);
        heated.moveTo(new double[] {759});
        assertThat(heated.logDensity()).isEqualTo(0.1 * inner.logDensity());
        heated.moveTo(new double[] {1561});
        assertThat(heated.logDensity()).isLessThan(0.1 * inner.logDensity() - 0.4);
    }
}
