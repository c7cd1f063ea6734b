package dev.tandem.draws.judging;

import java.util.Arrays;
import java.util.Optional;

/**
 * Moves positions: scales them about a centre, multiplies by a lower triangular matrix, and shifts. Several in a row are
 * taken together as R's loo does it, scales before matrices, whatever their order was; that is a map too, and a good one.
 */
final class AffineMap {
    /** What is matched. */
    enum Kind {
        MEAN,
        SCALES,
        COVARIANCE
    }

    private final double[] centre;
    private final double[] scales;

    /** Lower triangular, row by row; null for the identity. */
    private final double[][] matrix;

    private final double[] shift;
    private final boolean inverted;

    private AffineMap(double[] centre, double[] scales, double[][] matrix, double[] shift, boolean inverted) {
        this.centre = centre;
        this.scales = scales;
        this.matrix = matrix;
        this.shift = shift;
        this.inverted = inverted;
    }

    /** One that leaves positions where they are, and has their mean as its centre. */
    static AffineMap identity(double[][] positions) {
        double[] scales = new double[positions[0].length];
        Arrays.fill(scales, 1);
        return new AffineMap(mean(positions), scales, null, new double[scales.length], false);
    }

    /** Gives positions the moments that they have under the weights; empty where there are none to give. */
    static Optional<AffineMap> matching(Kind kind, double[][] positions, double[] logWeights) {
        int n = positions.length;
        int dimension = positions[0].length;
        double[] weights = Arrays.stream(logWeights).map(Math::exp).toArray();
        double[] mean = mean(positions);
        double[] wanted = new double[dimension];
        for (int s = 0; s < n; s++) {
            for (int i = 0; i < dimension; i++) {
                wanted[i] += weights[s] * positions[s][i];
            }
        }
        double[] shift = new double[dimension];
        double[] scales = new double[dimension];
        Arrays.setAll(shift, i -> wanted[i] - mean[i]);
        Arrays.fill(scales, 1);
        double[][] matrix = null;
        if (kind == Kind.SCALES) {
            for (int i = 0; i < dimension; i++) {
                double square = 0;
                double own = 0;
                for (int s = 0; s < n; s++) {
                    double apart = positions[s][i] - wanted[i];
                    square += weights[s] * apart * apart;
                    own += (positions[s][i] - mean[i]) * (positions[s][i] - mean[i]);
                }
                scales[i] = Math.sqrt(square * n / own);
            }
        } else if (kind == Kind.COVARIANCE) {
            double[][] target = cholesky(covariance(positions, weights, wanted));
            double[] equal = new double[n];
            Arrays.fill(equal, 1.0 / n);
            double[][] present = cholesky(covariance(positions, equal, mean));
            if (target == null || present == null) {
                return Optional.empty();
            }
            matrix = times(target, inverse(present));
        }
        boolean usable =
                finite(shift) && finite(scales) && Arrays.stream(scales).allMatch(scale -> scale > 0);
        return usable ? Optional.of(new AffineMap(mean, scales, matrix, shift, false)) : Optional.empty();
    }

    private static boolean finite(double[] values) {
        return Arrays.stream(values).allMatch(Double::isFinite);
    }

    private static double[] mean(double[][] positions) {
        double[] mean = new double[positions[0].length];
        for (double[] position : positions) {
            for (int i = 0; i < mean.length; i++) {
                mean[i] += position[i] / positions.length;
            }
        }
        return mean;
    }

    /** Without bias, if the weights are frequencies that add up to one. */
    private static double[][] covariance(double[][] positions, double[] weights, double[] mean) {
        int dimension = mean.length;
        double[][] covariance = new double[dimension][dimension];
        double squares = 0;
        for (int s = 0; s < positions.length; s++) {
            squares += weights[s] * weights[s];
            for (int i = 0; i < dimension; i++) {
                double left = weights[s] * (positions[s][i] - mean[i]);
                for (int j = 0; j <= i; j++) {
                    covariance[i][j] += left * (positions[s][j] - mean[j]);
                }
            }
        }
        for (double[] row : covariance) {
            for (int j = 0; j < dimension; j++) {
                row[j] /= 1 - squares;
            }
        }
        return covariance;
    }

    /** The lower factor of a symmetric matrix, of which the lower half is read; null if it is not positive definite. */
    private static double[][] cholesky(double[][] symmetric) {
        int n = symmetric.length;
        double[][] factor = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = symmetric[i][j];
                for (int k = 0; k < j; k++) {
                    sum -= factor[i][k] * factor[j][k];
                }
                if (i == j && !(sum > 0)) {
                    return null;
                }
                factor[i][j] = i == j ? Math.sqrt(sum) : sum / factor[j][j];
            }
        }
        return factor;
    }

    private static double[][] inverse(double[][] lower) {
        int n = lower.length;
        double[][] inverse = new double[n][n];
        for (int column = 0; column < n; column++) {
            for (int i = column; i < n; i++) {
                double sum = i == column ? 1 : 0;
                for (int k = column; k < i; k++) {
                    sum -= lower[i][k] * inverse[k][column];
                }
                inverse[i][column] = sum / lower[i][i];
            }
        }
        return inverse;
    }

    private static double[][] times(double[][] left, double[][] right) {
        int n = left.length;
        double[][] product = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                for (int k = j; k <= i; k++) {
                    product[i][j] += left[i][k] * right[k][j];
                }
            }
        }
        return product;
    }

    /** This map and then another, about the centre that positions had before all of them. */
    AffineMap then(AffineMap next) {
        double[] allScales = scales.clone();
        double[] allShift = shift.clone();
        for (int i = 0; i < scales.length; i++) {
            allScales[i] *= next.scales[i];
            allShift[i] += next.shift[i];
        }
        double[][] product = matrix == null ? next.matrix : next.matrix == null ? matrix : times(next.matrix, matrix);
        return new AffineMap(centre, allScales, product, allShift, false);
    }

    /** The way back. */
    AffineMap inverse() {
        return new AffineMap(centre, scales, matrix == null ? null : inverse(matrix), shift, true);
    }

    double logDeterminant() {
        double sum = 0;
        for (int i = 0; i < scales.length; i++) {
            sum += Math.log(scales[i]) + (matrix == null ? 0 : Math.log(matrix[i][i]));
        }
        return sum;
    }

    /** New positions; those that there are stay. */
    double[][] apply(double[][] positions) {
        return Arrays.stream(positions).map(this::apply).toArray(double[][]::new);
    }

    private double[] apply(double[] position) {
        int n = position.length;
        double[] apart = new double[n];
        for (int i = 0; i < n; i++) {
            apart[i] = (position[i] - centre[i] - (inverted ? shift[i] : 0)) * (inverted ? 1 : scales[i]);
        }
        double[] turned = apart;
        if (matrix != null) {
            turned = new double[n];
            for (int i = 0; i < n; i++) {
                for (int j = 0; j <= i; j++) {
                    turned[i] += matrix[i][j] * apart[j];
                }
            }
        }
        for (int i = 0; i < n; i++) {
            turned[i] = (inverted ? turned[i] / scales[i] : turned[i] + shift[i]) + centre[i];
        }
        return turned;
    }
}
