package dev.tandem.validation.oracle;

import static dev.tandem.validation.oracle.PlainDistributions.positive;
import static dev.tandem.validation.oracle.PlainDistributions.whole;
import static dev.tandem.validation.oracle.Textbook.logFactorial;
import static dev.tandem.validation.oracle.Textbook.logGamma;
import static dev.tandem.validation.oracle.Textbook.xlogy;

import java.util.Arrays;
import java.util.List;

/** The log densities of the distributions of whole arrays, by their formulas in the manual of JAGS. */
final class PlainArrayDistributions {
    private static final double NONE = Double.NEGATIVE_INFINITY;

    private PlainArrayDistributions() {}

    /** The log density of an array, minus infinity where the parameters are out of range. */
    static double logDensity(String law, Tensor x, List<Tensor> p) {
        return switch (law) {
            case "ddirch" -> dirichlet(x.values(), p.get(0).values());
            case "dmulti" -> multinomial(x.values(), p.get(0).values(), p.get(1).scalar());
            case "dsample" -> sample(x.values(), p.get(0).values(), p.get(1).scalar());
            case "dmnorm" -> normal(x.values(), p.get(0).values(), p.get(1).rows());
            case "dmnorm.vcov" ->
                Textbook.cholesky(p.get(1).rows()).length == 0
                        ? NONE
                        : normal(
                                x.values(),
                                p.get(0).values(),
                                Textbook.inverse(p.get(1).rows()));
            case "dmt" ->
                student(x.values(), p.get(0).values(), p.get(1).rows(), p.get(2).scalar());
            case "dwish" -> wishart(x.rows(), p.get(0).rows(), p.get(1).scalar());
            case "dscaled.wishart" ->
                scaledWishart(x.rows(), p.get(0).values(), p.get(1).scalar());
            default -> throw new OracleException("no density of " + law);
        };
    }

    private static double dirichlet(double[] x, double[] alpha) {
        double total = 0;
        double density = 0;
        double sum = 0;
        for (int k = 0; k < x.length; k++) {
            if (!(alpha[k] >= 0) || !(x[k] >= 0)) {
                return NONE;
            }
            sum += x[k];
            if (alpha[k] == 0) {
                if (x[k] != 0) {
                    return NONE;
                }
                continue;
            }
            total += alpha[k];
            density += xlogy(alpha[k] - 1, x[k]) - logGamma(alpha[k]);
        }
        return Math.abs(sum - 1) > 1e-9 ? NONE : density + logGamma(total);
    }

    private static double multinomial(double[] x, double[] weights, double n) {
        double sum = Arrays.stream(weights).sum();
        double density = logFactorial(n);
        double count = 0;
        for (int k = 0; k < x.length; k++) {
            if (!(weights[k] >= 0) || !whole(x[k]) || x[k] < 0) {
                return NONE;
            }
            density += xlogy(x[k], weights[k] / sum) - logFactorial(x[k]);
            count += x[k];
        }
        return count == n ? density : NONE;
    }

    /** k of n without repetition: the product of the weights chosen over its sum for all sets of k. */
    private static double sample(double[] x, double[] weights, double k) {
        double own = 0;
        double chosen = 0;
        // elementary[j]: the sum over sets of j of the products of their weights.
        double[] elementary = new double[x.length + 1];
        elementary[0] = 1;
        for (int i = 0; i < x.length; i++) {
            if ((x[i] != 0 && x[i] != 1) || !(weights[i] >= 0)) {
                return NONE;
            }
            chosen += x[i];
            own += xlogy(x[i], weights[i]);
            for (int j = i + 1; j > 0; j--) {
                elementary[j] += weights[i] * elementary[j - 1];
            }
        }
        return chosen == k ? own - Math.log(elementary[(int) k]) : NONE;
    }

    private static double normal(double[] x, double[] mu, double[][] precision) {
        double[] away = minus(x, mu);
        return 0.5 * Textbook.logDeterminant(precision)
                - 0.5 * x.length * Math.log(2 * Math.PI)
                - 0.5 * Textbook.form(precision, away);
    }

    private static double student(double[] x, double[] mu, double[][] precision, double k) {
        int n = x.length;
        return !positive(k)
                ? NONE
                : logGamma((k + n) / 2)
                        - logGamma(k / 2)
                        - 0.5 * n * Math.log(k * Math.PI)
                        + 0.5 * Textbook.logDeterminant(precision)
                        - (k + n) / 2 * Math.log1p(Textbook.form(precision, minus(x, mu)) / k);
    }

    private static double[] minus(double[] x, double[] mu) {
        double[] away = x.clone();
        for (int i = 0; i < x.length; i++) {
            away[i] -= mu[i];
        }
        return away;
    }

    private static double logMultivariateGamma(int n, double x) {
        double sum = 0.25 * n * (n - 1) * Math.log(Math.PI);
        for (int i = 0; i < n; i++) {
            sum += logGamma(x - 0.5 * i);
        }
        return sum;
    }

    private static double wishart(double[][] x, double[][] scale, double k) {
        int n = x.length;
        if (!(k > n - 1)) {
            return NONE;
        }
        double trace = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                trace += scale[i][j] * x[j][i];
            }
        }
        return 0.5 * k * Textbook.logDeterminant(scale)
                + 0.5 * (k - n - 1) * Textbook.logDeterminant(x)
                - 0.5 * trace
                - 0.5 * k * n * Math.log(2)
                - logMultivariateGamma(n, 0.5 * k);
    }

    /** Huang and Wand (2013), the scales of the Wishart distribution integrated out. */
    private static double scaledWishart(double[][] x, double[] scales, double nu) {
        int n = x.length;
        double k = nu + n - 1;
        double density = 0.5 * (nu - 2) * Textbook.logDeterminant(x)
                - 0.5 * k * n * Math.log(2)
                - logMultivariateGamma(n, 0.5 * k);
        for (int i = 0; i < n; i++) {
            if (!positive(scales[i], nu)) {
                return NONE;
            }
            density += 0.5 * k * Math.log(2 * nu)
                    - Math.log(scales[i])
                    - 0.5 * Math.log(Math.PI)
                    + logGamma(0.5 * (nu + n))
                    - 0.5 * (nu + n) * Math.log(nu * x[i][i] + 1 / (scales[i] * scales[i]));
        }
        return density;
    }
}
