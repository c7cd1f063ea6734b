package dev.tandem.benchmark;

import dev.tandem.density.MixedDensity;
import dev.tandem.draws.summary.SummaryRow;
import dev.tandem.inference.BoundModel;
import dev.tandem.inference.Model;
import dev.tandem.language.data.DataArray;
import dev.tandem.sampling.ChainReport;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Prints what effective draws cost on models whose many coordinates are strongly correlated: gradients for each
 * effective draw of the unknown that has the fewest, and the metrics that were chosen.
 *
 * <p>Arguments: names of models, all of them if there are none.
 */
public final class CorrelatedModels {
    private static final int SEEDS = 3;

    private CorrelatedModels() {}

    /** The models by name. */
    private enum Case {
        GAUSSIAN_PROCESS,
        RANDOM_WALK,
        SECOND_DIFFERENCES,
        RIDGES,
        RAW_COVARIATES
    }

    public static void main(String[] arguments) {
        System.out.println(
                "| model | coordinates | gradients a draw | gradients an effective draw | divergences | metrics |");
        System.out.println("|---|---:|---:|---:|---:|---|");
        for (Case each : Case.values()) {
            if (arguments.length == 0 || List.of(arguments).contains(each.name())) {
                print(each);
            }
        }
    }

    private static void print(Case each) {
        MixedDensity density = model(each).compile();
        double logSum = 0;
        double perDraw = 0;
        int divergences = 0;
        StringBuilder metrics = new StringBuilder();
        for (long seed = 1; seed <= SEEDS; seed++) {
            Run run = Sampling.run(density, Settings.defaults().withSeed(seed));
            double gradients =
                    run.chains().stream().mapToLong(ChainReport::gradients).sum();
            double least = run.summary().rows().stream()
                    .mapToDouble(SummaryRow::essBulk)
                    .filter(Double::isFinite)
                    .min()
                    .orElse(Double.NaN);
            logSum += Math.log(gradients / least);
            perDraw += gradients / (4000 * SEEDS);
            divergences += run.divergences();
            metrics.append(seed == 1 ? "" : "; ")
                    .append(String.join(
                            ", ",
                            run.chains().stream()
                                    .map(chain -> kind(chain.tuning().kinetic().describe()))
                                    .toList()));
        }
        System.out.printf(
                Locale.ROOT,
                "| %s | %d | %.1f | %.1f | %d | %s |%n",
                each.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                density.space().dimension(),
                perDraw,
                Math.exp(logSum / SEEDS),
                divergences,
                metrics);
    }

    /** The first word of a metric's description. */
    private static String kind(String metric) {
        return metric.substring(0, (metric + ",").indexOf(','));
    }

    private static BoundModel model(Case each) {
        SplittableRandom random = new SplittableRandom(7);
        return switch (each) {
            case GAUSSIAN_PROCESS -> gaussianProcess(random);
            case RANDOM_WALK -> randomWalk(random);
            case SECOND_DIFFERENCES -> secondDifferences(random);
            case RIDGES -> ridges(random);
            case RAW_COVARIATES -> rawCovariates(random);
        };
    }

    /** A curve at 80 places, with a smooth covariance and an unknown height. */
    private static BoundModel gaussianProcess(SplittableRandom random) {
        int n = 80;
        double[] y = new double[n];
        double[] kernel = new double[n * n];
        for (int i = 0; i < n; i++) {
            y[i] = Math.sin(i / 8.0) + 0.5 * Math.cos(i / 21.0) + 0.5 * random.nextGaussian();
            for (int j = 0; j < n; j++) {
                double distance = (i - j) / 10.0;
                kernel[i + n * j] = Math.exp(-0.5 * distance * distance) + (i == j ? 0.01 : 0);
            }
        }
        return Model.of("""
                        model {
                          P <- inverse(K)
                          for (i in 1:n) {
                            zero[i] <- 0
                            y[i] ~ dnorm(height * f[i], tau)
                          }
                          f[1:n] ~ dmnorm(zero[1:n], P)
                          height ~ dgamma(2, 1)
                          tau ~ dgamma(1, 0.1)
                        }
                        """)
                .with(Map.of(
                        "n", DataArray.scalar(n),
                        "K", DataArray.of(new int[] {n, n}, kernel),
                        "y", DataArray.vector(y)));
    }

    /** Counts whose logarithm walks. */
    private static BoundModel randomWalk(SplittableRandom random) {
        int n = 150;
        double[] y = new double[n];
        double x = 1;
        for (int t = 0; t < n; t++) {
            x += 0.15 * random.nextGaussian();
            y[t] = poisson(random, Math.exp(x));
        }
        return Model.of("""
                        model {
                          x[1] ~ dnorm(0, 0.01)
                          for (t in 2:n) { x[t] ~ dnorm(x[t-1], tau) }
                          for (t in 1:n) { y[t] ~ dpois(exp(x[t])) }
                          tau ~ dgamma(2, 0.05)
                        }
                        """).with(Map.of("n", DataArray.scalar(n), "y", DataArray.vector(y)));
    }

    private static int poisson(SplittableRandom random, double mean) {
        int count = 0;
        for (double time = random.nextExponential(); time < mean; time += random.nextExponential()) {
            count++;
        }
        return count;
    }

    /** A smooth trend: differences of differences are small, so that whole stretches move together. */
    private static BoundModel secondDifferences(SplittableRandom random) {
        int n = 120;
        double[] y = new double[n];
        double slope = 0;
        double x = 0;
        for (int t = 0; t < n; t++) {
            slope += 0.02 * random.nextGaussian();
            x += slope;
            y[t] = x + 0.3 * random.nextGaussian();
        }
        return Model.of("""
                        model {
                          x[1] ~ dnorm(0, 0.01)
                          x[2] ~ dnorm(0, 0.01)
                          for (t in 3:n) { x[t] ~ dnorm(2 * x[t-1] - x[t-2], tau) }
                          for (t in 1:n) { y[t] ~ dnorm(x[t], noise) }
                          tau ~ dgamma(2, 0.001)
                          noise ~ dgamma(2, 0.1)
                        }
                        """).with(Map.of("n", DataArray.scalar(n), "y", DataArray.vector(y)));
    }

    /** An intercept and a slope for each of 40 groups, by an age that nobody has centred. */
    private static BoundModel ridges(SplittableRandom random) {
        int groups = 40;
        int members = 6;
        double[] y = new double[groups * members];
        double[] age = new double[y.length];
        double[] group = new double[y.length];
        for (int k = 0; k < groups; k++) {
            double intercept = 20 + 5 * random.nextGaussian();
            double slope = 0.5 + 0.2 * random.nextGaussian();
            for (int i = k * members; i < (k + 1) * members; i++) {
                group[i] = k + 1;
                age[i] = 50 + 10 * random.nextGaussian();
                y[i] = intercept + slope * age[i] + 2 * random.nextGaussian();
            }
        }
        return Model.of("""
                        model {
                          for (i in 1:n) { y[i] ~ dnorm(a[group[i]] + b[group[i]] * age[i], tau) }
                          for (k in 1:groups) {
                            a[k] ~ dnorm(ma, ta)
                            b[k] ~ dnorm(mb, tb)
                          }
                          ma ~ dnorm(0, 0.0001)
                          mb ~ dnorm(0, 0.01)
                          ta ~ dgamma(1, 1)
                          tb ~ dgamma(1, 0.1)
                          tau ~ dgamma(1, 1)
                        }
                        """)
                .with(Map.of(
                        "n", DataArray.scalar(y.length),
                        "groups", DataArray.scalar(groups),
                        "group", DataArray.vector(group),
                        "age", DataArray.vector(age),
                        "y", DataArray.vector(y)));
    }

    /** A logistic regression on 70 covariates that three others cause, far from 0. */
    private static BoundModel rawCovariates(SplittableRandom random) {
        int n = 150;
        int p = 70;
        double[][] causes = new double[p][3];
        double[] slopes = new double[p];
        for (int j = 0; j < p; j++) {
            slopes[j] = 0.1 * random.nextGaussian();
            for (int c = 0; c < 3; c++) {
                causes[j][c] = random.nextGaussian();
            }
        }
        double[] covariates = new double[n * p];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            double[] cause = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
            double predictor = 0;
            for (int j = 0; j < p; j++) {
                double value = 0.5 * random.nextGaussian();
                for (int c = 0; c < 3; c++) {
                    value += causes[j][c] * cause[c];
                }
                predictor += slopes[j] * value;
                covariates[i + n * j] = 3 + value;
            }
            y[i] = random.nextDouble() < 1 / (1 + Math.exp(-predictor)) ? 1 : 0;
        }
        return Model.of("""
                        model {
                          for (i in 1:n) { y[i] ~ dbern(ilogit(b0 + inprod(x[i,1:p], b[1:p]))) }
                          for (j in 1:p) { b[j] ~ dnorm(0, 1) }
                          b0 ~ dnorm(0, 0.01)
                        }
                        """)
                .with(Map.of(
                        "n", DataArray.scalar(n),
                        "p", DataArray.scalar(p),
                        "x", DataArray.of(new int[] {n, p}, covariates),
                        "y", DataArray.vector(y)));
    }
}
