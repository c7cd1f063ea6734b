package dev.tandem.distributions.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.distributions.Allocation;
import dev.tandem.distributions.DerivativesTest;
import dev.tandem.distributions.array.Dirichlet;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Transforms: inverses, Jacobians as determinants, gradients as differences, and no NaN far out. */
class ArrayTransformsTest {
    private static final List<ArrayTransform> ALL = List.of(
            ArrayTransforms.simplex(1),
            ArrayTransforms.simplex(2),
            ArrayTransforms.simplex(5),
            ArrayTransforms.simplex(new boolean[] {true, false, true, true, false}),
            ArrayTransforms.simplex(new boolean[] {false, true}),
            ArrayTransforms.positiveDefinite(1),
            ArrayTransforms.positiveDefinite(2),
            ArrayTransforms.positiveDefinite(4));

    /** Free coordinates that are neither small nor regular, behind an offset of 2. */
    private static double[] free(ArrayTransform transform, double spread) {
        double[] free = new double[transform.freeSize() + 2];
        for (int i = 0; i < free.length; i++) {
            free[i] = spread * Math.sin(1 + 2.3 * i);
        }
        return free;
    }

    /** The elements that the Jacobian counts: all positive ones but the last, or the lower triangle. */
    private static int[] distinct(ArrayTransform transform, double[] constrained) {
        int[] all = new int[transform.freeSize()];
        int next = 0;
        int rows = (int) Math.sqrt(transform.size());
        for (int i = 0; i < transform.size() && next < all.length; i++) {
            boolean counts = transform instanceof Simplex ? constrained[i] > 0 : i % rows >= i / rows;
            if (counts) {
                all[next++] = i;
            }
        }
        return all;
    }

    @Test
    void inverses() {
        for (ArrayTransform transform : ALL) {
            double[] free = free(transform, 1.5);
            double[] x = new double[transform.size()];
            transform.constrain(free, 2, x);
            if (transform instanceof Simplex) {
                assertThat(Arrays.stream(x).sum()).isCloseTo(1, within(1e-15));
            }
            double[] back = new double[free.length];
            transform.unconstrain(x, back, 2);
            for (int i = 2; i < free.length; i++) {
                assertThat(back[i]).isCloseTo(free[i], within(1e-12));
            }
        }
    }

    @Test
    void jacobians() {
        for (ArrayTransform transform : ALL) {
            int size = transform.freeSize();
            double[] free = free(transform, 1.5);
            double[] x = new double[transform.size()];
            double actual = transform.constrain(free, 2, x);
            int[] distinct = distinct(transform, x);
            double[] matrix = new double[size * size];
            for (int j = 0; j < size; j++) {
                for (int i = 0; i < size; i++) {
                    int row = distinct[i];
                    int column = 2 + j;
                    matrix[i + j * size] = DerivativesTest.difference(
                            h -> {
                                double[] at = free.clone();
                                at[column] += h;
                                double[] y = new double[x.length];
                                transform.constrain(at, 2, y);
                                return y[row];
                            },
                            0,
                            1e-3);
                }
            }
            assertThat(actual).isCloseTo(logAbsoluteDeterminant(matrix, size), within(1e-9));
        }
    }

    /** Gauss elimination with pivots, a second way than the ones under test. */
    private static double logAbsoluteDeterminant(double[] m, int size) {
        double log = 0;
        for (int k = 0; k < size; k++) {
            int best = k;
            for (int i = k; i < size; i++) {
                best = Math.abs(m[i + k * size]) > Math.abs(m[best + k * size]) ? i : best;
            }
            for (int j = 0; j < size; j++) {
                double swap = m[k + j * size];
                m[k + j * size] = m[best + j * size];
                m[best + j * size] = swap;
            }
            log += Math.log(Math.abs(m[k + k * size]));
            for (int i = k + 1; i < size; i++) {
                double ratio = m[i + k * size] / m[k + k * size];
                for (int j = k; j < size; j++) {
                    m[i + j * size] -= ratio * m[k + j * size];
                }
            }
        }
        return log;
    }

    @Test
    void gradients() {
        for (ArrayTransform transform : ALL) {
            double[] free = free(transform, 1.5);
            double[] x = new double[transform.size()];
            double[] bar = new double[transform.size()];
            for (int i = 0; i < bar.length; i++) {
                bar[i] = Math.cos(3.1 * i);
            }
            for (int i = 0; i < transform.freeSize(); i++) {
                int at = 2 + i;
                double expected = DerivativesTest.difference(
                        h -> {
                            double[] moved = free.clone();
                            moved[at] += h;
                            double sum = 0.7 * transform.constrain(moved, 2, x);
                            for (int k = 0; k < bar.length; k++) {
                                sum += bar[k] * x[k];
                            }
                            return sum;
                        },
                        0,
                        1e-3);
                transform.constrain(free, 2, x);
                double[] freeBar = new double[transform.freeSize() + 1];
                freeBar[1 + i] = 5;
                transform.addGradient(free, 2, x, bar, 0.7, freeBar, 1);
                assertThat(freeBar[1 + i] - 5).isCloseTo(expected, within(1e-9 * Math.max(1, Math.abs(expected))));
            }
        }
    }

    @Test
    void farOutNothingIsNaN() {
        for (ArrayTransform transform : ALL) {
            for (double spread : new double[] {500, -500, 5000}) {
                double[] free = free(transform, spread);
                double[] x = new double[transform.size()];
                double[] bar = new double[transform.size()];
                Arrays.fill(bar, -1);
                assertThat(transform.constrain(free, 2, x)).isFinite();
                double[] freeBar = new double[transform.freeSize()];
                transform.addGradient(free, 2, x, bar, 1, freeBar, 0);
                for (double value : x) {
                    assertThat(value).isFinite();
                }
                for (double value : freeBar) {
                    assertThat(value).isFinite();
                }
            }
        }
    }

    /** At q = 500 the two components are ilogit(+-500 sqrt 2), and the Jacobian is sqrt 2 times their product. */
    @Test
    void farOutTheJacobianIsExact() {
        double[] x = new double[2];
        double actual = ArrayTransforms.simplex(2).constrain(new double[] {500}, 0, x);
        assertThat(actual).isCloseTo(0.5 * Math.log(2) - 500 * Math.sqrt(2), within(1e-12));
        double matrix = ArrayTransforms.positiveDefinite(1).constrain(new double[] {-500}, 0, new double[1]);
        assertThat(matrix).isCloseTo(Math.log(2) - 1000, within(1e-12));
    }

    /** A Dirichlet density in free coordinates must integrate to one: a check that needs no derivative. */
    @Test
    void densitiesStayNormalised() {
        ArrayTransform transform = ArrayTransforms.simplex(3);
        double[] x = new double[3];
        double[] alpha = {2, 0.5, 1.3};
        double step = 0.25;
        double sum = 0;
        for (double a = -80; a <= 80; a += step) {
            for (double b = -80; b <= 80; b += step) {
                double jacobian = transform.constrain(new double[] {a, b}, 0, x);
                sum += Math.exp(jacobian + Dirichlet.logDensity(x, 0, alpha, 0, 3)) * step * step;
            }
        }
        assertThat(sum).isCloseTo(1, within(1e-9));
    }

    @Test
    void refusesWhatIsNotThere() {
        assertThatThrownBy(
                        () -> ArrayTransforms.simplex(3).unconstrain(new double[] {0.5, -0.1, 0.6}, new double[2], 0))
                .hasMessage("component 2 of a probability vector is -0.1, which is no probability");
        assertThatThrownBy(() ->
                        ArrayTransforms.positiveDefinite(2).unconstrain(new double[] {1, 2, 2, 1}, new double[3], 0))
                .hasMessage("the matrix is not positive definite");
        assertThatThrownBy(() -> ArrayTransforms.simplex(new boolean[2]))
                .hasMessage("a probability vector needs at least one component that is not zero");
    }

    @Test
    void warmTransformsDoNotAllocate() {
        for (ArrayTransform transform : ALL) {
            double[] free = free(transform, 1.5);
            double[] x = new double[transform.size()];
            double[] bar = new double[transform.size()];
            double[] freeBar = new double[transform.freeSize()];
            assertThat(Allocation.bytes(() -> {
                        transform.constrain(free, 2, x);
                        transform.addGradient(free, 2, x, bar, 1, freeBar, 0);
                    }))
                    .isZero();
        }
    }
}
