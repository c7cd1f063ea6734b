package dev.tandem.distributions.transform;

import dev.tandem.distributions.special.Elementary;
import java.util.Arrays;

/**
 * The inverse of the isometric log-ratio map: the softmax of V q, V the orthonormal Helmert basis of the vectors that sum
 * to zero. It treats all components alike, and a Dirichlet becomes close to a round normal. The Jacobian with respect to
 * all components but the last positive one is the product of the components times the root of their number.
 *
 * <p>A component below 1e-300 is given out as 1e-300, lest a density take the logarithm of zero; its derivative is zero
 * there. The Jacobian goes on with the true value.
 */
final class Simplex implements ArrayTransform {
    private static final double SMALLEST = 1e-300;

    private final int size;
    private final double halfLogCount;
    private final int[] place;
    private final double[] logComponent;
    private final double[] component;
    private final double[] bar;

    /** What basis vector i, counted from one, must be divided by: it is (1, .. 1, -i, 0, ..). */
    private final double[] length;

    Simplex(boolean[] positive) {
        size = positive.length;
        int count = 0;
        for (boolean one : positive) {
            count += one ? 1 : 0;
        }
        if (count == 0) {
            throw new IllegalArgumentException("a probability vector needs at least one component that is not zero");
        }
        halfLogCount = 0.5 * Elementary.log(count);
        place = new int[count];
        int next = 0;
        for (int i = 0; i < size; i++) {
            if (positive[i]) {
                place[next++] = i;
            }
        }
        logComponent = new double[count];
        component = new double[count];
        bar = new double[count];
        length = new double[count];
        for (int i = 1; i < count; i++) {
            length[i] = Math.sqrt(i * (i + 1.0));
        }
    }

    @Override
    public int freeSize() {
        return place.length - 1;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public double constrain(double[] free, int freeOffset, double[] constrained) {
        int count = place.length;
        double sum = 0;
        double most = Double.NEGATIVE_INFINITY;
        for (int j = count - 1; j >= 0; j--) {
            double before = j == 0 ? 0 : free[freeOffset + j - 1] / length[j];
            double own = sum - j * before;
            logComponent[j] = own;
            most = own > most ? own : most;
            sum += before;
        }
        double total = 0;
        double logJacobian = halfLogCount;
        for (int j = 0; j < count; j++) {
            double relative = logComponent[j] - most;
            logJacobian += relative;
            double own = Elementary.exp(relative);
            component[j] = own;
            total += own;
        }
        logJacobian -= count * Elementary.log(total);
        double share = 1 / total;
        Arrays.fill(constrained, 0, size, 0);
        for (int j = 0; j < count; j++) {
            double own = component[j] * share;
            component[j] = own;
            constrained[place[j]] = Math.max(SMALLEST, own);
        }
        return count == 1 ? 0 : logJacobian;
    }

    @Override
    public void addGradient(
            double[] free,
            int freeOffset,
            double[] constrained,
            double[] constrainedBar,
            double jacobianScale,
            double[] freeBar,
            int freeBarOffset) {
        int count = place.length;
        double mean = 0;
        for (int j = 0; j < count; j++) {
            double x = component[j];
            bar[j] = x > SMALLEST ? x * constrainedBar[place[j]] : 0;
            mean += bar[j];
        }
        for (int j = 0; j < count; j++) {
            bar[j] -= component[j] * (mean + jacobianScale * count);
        }
        double sum = 0;
        for (int i = 1; i < count; i++) {
            sum += bar[i - 1];
            freeBar[freeBarOffset + i - 1] += (sum - i * bar[i]) / length[i];
        }
    }

    @Override
    public void unconstrain(double[] constrained, double[] free, int freeOffset) {
        double total = 0;
        for (int at : place) {
            if (!(constrained[at] >= 0)) {
                throw new IllegalArgumentException("component " + (at + 1) + " of a probability vector is "
                        + constrained[at] + ", which is no probability");
            }
            total += constrained[at];
        }
        if (!(total > 0 && total < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("the components of a probability vector sum to " + total);
        }
        double sum = 0;
        for (int i = 1; i < place.length; i++) {
            sum += logOf(constrained[place[i - 1]] / total);
            free[freeOffset + i - 1] = (sum - i * logOf(constrained[place[i]] / total)) / length[i];
        }
    }

    /** See {@link ArrayTransforms#permuteSimplex}: coordinates are linear in the logarithms of the components. */
    static void permute(double[] free, int offset, int[] order, double[] moved, int movedOffset) {
        int count = order.length;
        for (int to = 1; to < count; to++) {
            // The sum of the components that go before this one, less so many times this one.
            double total = 0;
            double sum = 0;
            for (int j = count - 1; j >= 0; j--) {
                double before = j == 0 ? 0 : free[offset + j - 1] / Math.sqrt(j * (j + 1.0));
                double component = sum - j * before;
                sum += before;
                total += order[j] < to ? component : order[j] == to ? -to * component : 0;
            }
            moved[movedOffset + to - 1] = total / Math.sqrt(to * (to + 1.0));
        }
    }

    private static double logOf(double x) {
        return Elementary.log(Math.max(SMALLEST, x));
    }
}
