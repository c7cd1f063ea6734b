package dev.tandem.distributions.transform;

import dev.tandem.distributions.array.Bartlett;
import dev.tandem.distributions.matrix.Cholesky;
import dev.tandem.distributions.special.Elementary;

/**
 * A matrix by its Cholesky factor, column by column from the diagonal down, the diagonal by its logarithm. The Jacobian
 * is that of the distinct entries: 2^p times the product of L_ii^(p - i + 2), i from one.
 *
 * <p>Diagonal entries of the factor stay between 1e-150 and 1e150, lest their squares leave the range of doubles; their
 * derivative is zero beyond. The Jacobian goes on with the true value.
 */
final class PositiveDefinite implements ArrayTransform {
    private static final double LARGEST = 1e150;

    private final int rows;
    private final double[] factor;

    PositiveDefinite(int rows) {
        this.rows = rows;
        this.factor = new double[rows * rows];
    }

    @Override
    public int freeSize() {
        return rows * (rows + 1) / 2;
    }

    @Override
    public int size() {
        return rows * rows;
    }

    @Override
    public double constrain(double[] free, int freeOffset, double[] constrained) {
        double logJacobian = rows * Elementary.log(2);
        int next = freeOffset;
        for (int j = 0; j < rows; j++) {
            logJacobian += (rows - j + 1) * free[next];
            factor[j + j * rows] = Math.max(1 / LARGEST, Math.min(LARGEST, Elementary.exp(free[next++])));
            for (int i = j + 1; i < rows; i++) {
                factor[i + j * rows] = free[next++];
            }
        }
        Bartlett.square(factor, rows, constrained);
        return logJacobian;
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
        int next = 0;
        for (int j = 0; j < rows; j++) {
            for (int i = j; i < rows; i++) {
                double sum = 0;
                for (int k = j; k < rows; k++) {
                    sum += (constrainedBar[i + k * rows] + constrainedBar[k + i * rows]) * factor[k + j * rows];
                }
                if (i == j) {
                    double entry = factor[j + j * rows];
                    boolean clamped = entry >= LARGEST || entry <= 1 / LARGEST;
                    sum = (clamped ? 0 : sum * entry) + jacobianScale * (rows - j + 1);
                }
                freeBar[freeBarOffset + next++] += sum;
            }
        }
    }

    @Override
    public void unconstrain(double[] constrained, double[] free, int freeOffset) {
        double[] lower = new double[rows * rows];
        if (Double.isNaN(Cholesky.factor(constrained, 0, rows, lower))) {
            throw new IllegalArgumentException("the matrix is not positive definite");
        }
        int next = freeOffset;
        for (int j = 0; j < rows; j++) {
            free[next++] = Elementary.log(lower[j + j * rows]);
            for (int i = j + 1; i < rows; i++) {
                free[next++] = lower[i + j * rows];
            }
        }
    }
}
