package dev.tandem.validation.oracle;

import java.util.function.DoubleUnaryOperator;

/** Special functions, integrals and small matrices as textbooks have them: plain, slow and used by the oracle alone. */
final class Textbook {
    private static final double HALF_LOG_2_PI = 0.5 * Math.log(2 * Math.PI);
    private static final double NONE = Double.NEGATIVE_INFINITY;

    private Textbook() {}

    /** Stirling's series, after the argument has been lifted above 15 by the recurrence. */
    static double logGamma(double x) {
        if (x <= 0) {
            if (x == Math.rint(x)) {
                return Double.POSITIVE_INFINITY;
            }
            return Math.log(Math.PI / Math.abs(Math.sin(Math.PI * x))) - logGamma(1 - x);
        }
        double shift = 0;
        double y = x;
        while (y < 15) {
            shift += Math.log(y);
            y++;
        }
        double square = 1 / (y * y);
        double series = (1.0 / 12
                        - square
                                * (1.0 / 360
                                        - square
                                                * (1.0 / 1260
                                                        - square
                                                                * (1.0 / 1680
                                                                        - square
                                                                                * (1.0 / 1188
                                                                                        - square * 691 / 360360)))))
                / y;
        return (y - 0.5) * Math.log(y) - y + HALF_LOG_2_PI + series - shift;
    }

    static double logFactorial(double n) {
        return logGamma(n + 1);
    }

    static double logChoose(double n, double k) {
        return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
    }

    static double logBeta(double a, double b) {
        return logGamma(a) + logGamma(b) - logGamma(a + b);
    }

    /** k log p with 0 log 0 = 0. */
    static double xlogy(double k, double p) {
        return k == 0 ? 0 : k * Math.log(p);
    }

    static double normalDensity(double z) {
        return -0.5 * z * z - HALF_LOG_2_PI;
    }

    /** The standard normal distribution function: its series near zero, its continued fraction in the tails. */
    static double phi(double z) {
        if (Math.abs(z) < 4) {
            double term = z;
            double sum = z;
            for (int k = 1; Math.abs(term) > 1e-18 * Math.abs(sum) && k < 500; k++) {
                term *= z * z / (2 * k + 1);
                sum += term;
            }
            return 0.5 + sum * Math.exp(normalDensity(z));
        }
        double fraction = Math.abs(z);
        for (int k = 200; k > 0; k--) {
            fraction = Math.abs(z) + k / fraction;
        }
        double tail = Math.exp(normalDensity(z)) / fraction;
        return z < 0 ? tail : 1 - tail;
    }

    /** The logarithm of the probability that a standard normal is above z, which need not be near zero. */
    private static double logAbove(double z) {
        if (z < 4) {
            return Math.log(phi(-z));
        }
        double fraction = z;
        for (int k = 200; k > 0; k--) {
            fraction = z + k / fraction;
        }
        return normalDensity(z) - Math.log(fraction);
    }

    /** The logarithm of the probability of an interval of a standard normal, by the tails on its own side. */
    static double logNormalBetween(double lower, double upper) {
        if (lower <= 0) {
            return upper <= 0 && lower < upper ? logNormalBetween(-upper, -lower) : Math.log(phi(upper) - phi(lower));
        }
        double above = logAbove(lower);
        return upper == Double.POSITIVE_INFINITY ? above : above + Math.log(-Math.expm1(logAbove(upper) - above));
    }

    static double logSum(double... terms) {
        double greatest = NONE;
        for (double term : terms) {
            greatest = Math.max(greatest, term);
        }
        if (greatest == NONE || Double.isNaN(greatest)) {
            return greatest;
        }
        double sum = 0;
        for (double term : terms) {
            sum += Math.exp(term - greatest);
        }
        return greatest + Math.log(sum);
    }

    /**
     * The logarithm of the integral of exp(f) from a to b, either of which may be infinite, by the double exponential
     * rule; the middle is where f should be largest.
     */
    static double logIntegral(DoubleUnaryOperator f, double a, double b, double middle) {
        if (!(a < b)) {
            return NONE;
        }
        double centre = Double.isFinite(a) && Double.isFinite(b)
                ? (middle > a && middle < b ? middle : 0.5 * (a + b))
                : middle > a && middle < b ? middle : Double.isFinite(a) ? a + 1 : Double.isFinite(b) ? b - 1 : 0;
        return logSum(half(f, a, centre), half(f, centre, b));
    }

    private static double half(DoubleUnaryOperator f, double a, double b) {
        double previous = Double.NaN;
        for (double h = 1.0 / 16; h > 1e-3; h /= 2) {
            double sum = rule(f, a, b, h);
            if (Math.abs(sum - previous) <= 1e-13 * (1 + Math.abs(sum)) || (sum == NONE && previous == NONE)) {
                return sum;
            }
            previous = sum;
        }
        return previous;
    }

    private static double rule(DoubleUnaryOperator f, double a, double b, double h) {
        int reach = (int) Math.ceil(4.6 / h);
        double[] terms = new double[2 * reach + 1];
        for (int k = -reach; k <= reach; k++) {
            double t = k * h;
            double u = Math.PI / 2 * StrictMath.sinh(t);
            double logSlope = Math.log(Math.PI / 2 * StrictMath.cosh(t));
            double x;
            double logWeight;
            if (Double.isFinite(a) && Double.isFinite(b)) {
                // The distance to the nearer end keeps its digits where the integrand is singular there.
                double part = 1 / (1 + Math.exp(2 * Math.abs(u)));
                x = u < 0 ? a + (b - a) * part : b - (b - a) * part;
                logWeight = Math.log(2 * (b - a)) + Math.log(part) + Math.log1p(-part) + logSlope;
            } else {
                // exp(u) reaches the far end no faster than most tails fall.
                double distance = Math.exp(u);
                x = Double.isFinite(a) ? a + distance : b - distance;
                logWeight = u + logSlope;
            }
            double value = f.applyAsDouble(x);
            terms[k + reach] = Double.isNaN(value) || !(x > a && x < b) ? NONE : value + logWeight;
        }
        return logSum(terms) + Math.log(h);
    }

    /** The lower triangular factor of a symmetric matrix; empty rows where it is not positive definite. */
    static double[][] cholesky(double[][] m) {
        int n = m.length;
        double[][] factor = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = m[i][j];
                for (int k = 0; k < j; k++) {
                    sum -= factor[i][k] * factor[j][k];
                }
                if (i == j) {
                    if (!(sum > 0)) {
                        return new double[0][];
                    }
                    factor[i][i] = Math.sqrt(sum);
                } else {
                    factor[i][j] = sum / factor[j][j];
                }
            }
        }
        return factor;
    }

    /** The log determinant of a positive definite matrix, NaN for others. */
    static double logDeterminant(double[][] m) {
        double[][] factor = cholesky(m);
        if (factor.length == 0) {
            return Double.NaN;
        }
        double sum = 0;
        for (int i = 0; i < m.length; i++) {
            sum += 2 * Math.log(factor[i][i]);
        }
        return sum;
    }

    /** The inverse by elimination with pivots; the last column of the result holds nothing else. */
    static double[][] inverse(double[][] m) {
        int n = m.length;
        double[][] work = new double[n][2 * n];
        for (int i = 0; i < n; i++) {
            System.arraycopy(m[i], 0, work[i], 0, n);
            work[i][n + i] = 1;
        }
        eliminate(work);
        double[][] result = new double[n][n];
        for (int i = 0; i < n; i++) {
            System.arraycopy(work[i], n, result[i], 0, n);
        }
        return result;
    }

    /** The logarithm of the absolute value of a determinant. */
    static double logAbsoluteDeterminant(double[][] m) {
        double[][] work = new double[m.length][];
        for (int i = 0; i < m.length; i++) {
            work[i] = m[i].clone();
        }
        return eliminate(work);
    }

    /** Reduces the first columns to the unit matrix; returns the logarithm of their absolute determinant. */
    private static double eliminate(double[][] work) {
        int n = work.length;
        double logDeterminant = 0;
        for (int column = 0; column < n; column++) {
            int pivot = column;
            for (int row = column + 1; row < n; row++) {
                pivot = Math.abs(work[row][column]) > Math.abs(work[pivot][column]) ? row : pivot;
            }
            double[] swapped = work[pivot];
            work[pivot] = work[column];
            work[column] = swapped;
            double scale = swapped[column];
            logDeterminant += Math.log(Math.abs(scale));
            for (int k = 0; k < swapped.length; k++) {
                swapped[k] /= scale;
            }
            for (int row = 0; row < n; row++) {
                double times = work[row][column];
                for (int k = 0; row != column && k < swapped.length; k++) {
                    work[row][k] -= times * swapped[k];
                }
            }
        }
        return logDeterminant;
    }

    static double[][] multiply(double[][] a, double[][] b) {
        double[][] result = new double[a.length][b[0].length];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < b[0].length; j++) {
                for (int k = 0; k < b.length; k++) {
                    result[i][j] += a[i][k] * b[k][j];
                }
            }
        }
        return result;
    }

    static double[][] transpose(double[][] a) {
        double[][] result = new double[a[0].length][a.length];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a[0].length; j++) {
                result[j][i] = a[i][j];
            }
        }
        return result;
    }

    /** The matrix exponential: its series for a small part of the matrix, then squares. */
    static double[][] exponential(double[][] m) {
        int n = m.length;
        double largest = 0;
        for (double[] row : m) {
            for (double value : row) {
                largest = Math.max(largest, Math.abs(value));
            }
        }
        int squarings = Math.max(0, Math.getExponent(largest * n) + 6);
        double[][] part = new double[n][n];
        double[][] sum = new double[n][n];
        double[][] power = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                part[i][j] = Math.scalb(m[i][j], -squarings);
            }
            sum[i][i] = 1;
            power[i][i] = 1;
        }
        for (int k = 1; k < 20; k++) {
            power = multiply(power, part);
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    power[i][j] /= k;
                    sum[i][j] += power[i][j];
                }
            }
        }
        for (int k = 0; k < squarings; k++) {
            sum = multiply(sum, sum);
        }
        return sum;
    }

    /** x' m x. */
    static double form(double[][] m, double[] x) {
        double sum = 0;
        for (int i = 0; i < x.length; i++) {
            for (int j = 0; j < x.length; j++) {
                sum += x[i] * m[i][j] * x[j];
            }
        }
        return sum;
    }
}
