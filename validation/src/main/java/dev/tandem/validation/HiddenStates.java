package dev.tandem.validation;

import dev.tandem.compiler.ModelCompiler;
import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.program.Monitor;
import dev.tandem.language.Model;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataSet;
import dev.tandem.models.DiscreteGaussian;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A model of the language with two hidden chains, one of coins and one of real numbers, seen together, and an unknown that
 * is no state. Given the coins all else is normal, so that every expectation is a sum over sixteen closed forms.
 */
public final class HiddenStates {
    private static final int TIMES = 4;
    private static final double FIRST = 0.5;
    private static final double RISE = 0.3;
    private static final double STAY = 0.4;
    private static final double FOLLOW = 0.8;
    private static final double STEP = 2;
    private static final double SEEN = 1.5;
    private static final double PRIOR = 0.5;
    private static final double[] DATA = {1.2, -0.3, 2.1, 0.4};

    public static final String TEXT = """
            model {
              x[1] ~ dbern(0.5)
              h[1] ~ dnorm(0, 1)
              for (t in 2:4) {
                x[t] ~ dbern(0.3 + 0.4 * x[t-1])
                h[t] ~ dnorm(0.8 * h[t-1], 2)
              }
              for (t in 1:4) {
                y[t] ~ dnorm(mu * x[t] + h[t], 1.5)
              }
              mu ~ dnorm(0, 0.5)
            }
            """;

    private HiddenStates() {}

    public static CompiledDensity density() {
        return ModelCompiler.compile(
                Model.of(TEXT), DataSet.of(Map.of("y", DataArray.vector(DATA))), Monitor.byDefault());
    }

    /** The model with what is known of it. Sites are x in order; coordinates, here and in the closed form, are h and then mu. */
    public static Target target() {
        CompiledDensity density = density();
        DiscreteGaussian truth = truth();
        List<Expectation> list = new ArrayList<>();
        for (int t = 0; t < TIMES; t++) {
            int site = t;
            list.add(Expectation.of("P(x" + (t + 1) + "=1)", truth.probabilityOfOne(t), (x, q) -> x[site]));
        }
        for (int i = 0; i <= TIMES; i++) {
            String name = i < TIMES ? "h[" + (i + 1) + "]" : "mu";
            int at = i;
            double mean = truth.mean(i);
            list.add(Expectation.of("E " + name, mean, (x, q) -> q[at]));
            list.add(Expectation.secondMoment(
                    "Var " + name, truth.variance(i), (x, q) -> (q[at] - mean) * (q[at] - mean)));
        }
        list.add(Expectation.of("E mu x2", truth.product(TIMES, 1), (x, q) -> q[TIMES] * x[1]));
        return new Target("hidden states", density, list);
    }

    /** The posterior in closed form: for each configuration of the coins a weight, a mean and a precision. */
    static DiscreteGaussian truth() {
        int size = TIMES + 1;
        int count = 1 << TIMES;
        double[] logWeights = new double[count];
        double[][] means = new double[count][];
        double[][][] precisions = new double[count][][];
        for (int c = 0; c < count; c++) {
            double[][] precision = prior();
            double[] pull = new double[size];
            double logPrior = 0;
            for (int t = 0; t < TIMES; t++) {
                int coin = (c >> t) & 1;
                double one = t == 0 ? FIRST : RISE + STAY * ((c >> (t - 1)) & 1);
                logPrior += Math.log(coin == 1 ? one : 1 - one);
                precision[t][t] += SEEN;
                precision[t][TIMES] += SEEN * coin;
                precision[TIMES][t] += SEEN * coin;
                precision[TIMES][TIMES] += SEEN * coin;
                pull[t] += SEEN * DATA[t];
                pull[TIMES] += SEEN * DATA[t] * coin;
            }
            double[] mean = pull.clone();
            double logDeterminant = solve(precision, mean);
            double fit = 0;
            for (int i = 0; i < size; i++) {
                fit += pull[i] * mean[i];
            }
            logWeights[c] = logPrior + 0.5 * fit - 0.5 * logDeterminant;
            means[c] = mean;
            precisions[c] = precision;
        }
        return new DiscreteGaussian(logWeights, means, precisions);
    }

    private static double[][] prior() {
        double[][] precision = new double[TIMES + 1][TIMES + 1];
        precision[0][0] = 1;
        for (int t = 1; t < TIMES; t++) {
            precision[t][t] += STEP;
            precision[t - 1][t - 1] += STEP * FOLLOW * FOLLOW;
            precision[t][t - 1] -= STEP * FOLLOW;
            precision[t - 1][t] -= STEP * FOLLOW;
        }
        precision[TIMES][TIMES] = PRIOR;
        return precision;
    }

    /** Solves a positive definite system in place and returns the log determinant. */
    private static double solve(double[][] matrix, double[] right) {
        int size = right.length;
        double[][] rows = new double[size][];
        for (int i = 0; i < size; i++) {
            rows[i] = matrix[i].clone();
        }
        double logDeterminant = 0;
        for (int k = 0; k < size; k++) {
            logDeterminant += Math.log(rows[k][k]);
            for (int i = k + 1; i < size; i++) {
                double factor = rows[i][k] / rows[k][k];
                for (int j = k; j < size; j++) {
                    rows[i][j] -= factor * rows[k][j];
                }
                right[i] -= factor * right[k];
            }
        }
        for (int i = size - 1; i >= 0; i--) {
            for (int j = i + 1; j < size; j++) {
                right[i] -= rows[i][j] * right[j];
            }
            right[i] /= rows[i][i];
        }
        return logDeterminant;
    }
}
