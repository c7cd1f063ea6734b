package dev.tandem.density;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.density.contract.DensityContract;
import org.junit.jupiter.api.Test;

/** A plain function is a whole density: its cursors answer everything that samplers ask. */
class FunctionDensityTest {
    private static final Space SPACE =
            Space.builder().discrete("k", Support.range(0, 3)).real("q", 2).build();

    /** A mixture of normal laws, each with a weight and a mean of its own. */
    private static double mixture(int[] x, double[] q, double[] gradient) {
        double first = q[0] - x[0];
        if (gradient != null) {
            gradient[0] = -first;
            gradient[1] = -q[1];
        }
        return 0.3 * x[0] - 0.5 * (first * first + q[1] * q[1]);
    }

    @Test
    void keepsTheContract() {
        MixedDensity density = MixedDensity.of(SPACE, FunctionDensityTest::mixture);
        for (long seed = 1; seed <= 5; seed++) {
            assertThat(DensityContract.check(density, seed)).as("seed %d", seed).isEmpty();
            assertThat(DensityContract.checkReproducible(density, seed))
                    .as("seed %d", seed)
                    .isEmpty();
        }
    }

    /** The same function with a slip in its gradient is caught, so that the test above says something. */
    @Test
    void aWrongGradientIsSeen() {
        MixedDensity density = MixedDensity.of(SPACE, (x, q, gradient) -> {
            double value = mixture(x, q, gradient);
            if (gradient != null) {
                gradient[1] = q[1];
            }
            return value;
        });
        assertThat(DensityContract.check(density, 1))
                .isNotEmpty()
                .anySatisfy(violation -> assertThat(violation).contains("gradient of q[2]"));
    }

    @Test
    void cursorsDoNotSeeEachOther() {
        MixedDensity density = MixedDensity.of(SPACE, FunctionDensityTest::mixture);
        Cursor first = density.cursor();
        Cursor second = density.cursor();
        first.assign(0, 3);
        first.moveTo(new double[] {3, 1});
        assertThat(second.value(0)).isZero();
        assertThat(second.logDensity()).isZero();
        assertThat(first.logDensity()).isEqualTo(0.3 * 3 - 0.5);
    }

    /** Four evaluations for the site, each at half the cost of a gradient; long supports count as four. */
    @Test
    void aSweepCostsItsEvaluations() {
        assertThat(MixedDensity.of(SPACE, FunctionDensityTest::mixture).sweepCost())
                .isEqualTo(2);
        Space wide = Space.builder()
                .discrete("b", Support.binary())
                .discrete("n", Support.integers())
                .build();
        assertThat(MixedDensity.of(wide, (x, q, gradient) -> 0).sweepCost()).isEqualTo(3);
        Space none = Space.builder().real("q").build();
        assertThat(MixedDensity.of(none, (x, q, gradient) -> 0).sweepCost()).isZero();
    }
}
