package dev.tandem.sampling.warmup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.draws.summary.SummaryRow;
import dev.tandem.sampling.ChainReport;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.continuous.KineticEnergy;
import dev.tandem.sampling.continuous.LowRankMetric;
import dev.tandem.sampling.random.RandomStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** A Gaussian in 200 dimensions with a few directions that are far wider or narrower than the rest. */
class LowRankEstimateTest {
    private static final int DIMENSION = 200;
    private static final double[] VARIANCES = {400, 100, 0.01, 0.0025};

    private final double[] scales = new double[DIMENSION];
    private final double[][] directions = new double[VARIANCES.length][DIMENSION];

    LowRankEstimateTest() {
        RandomStream random = RandomStream.of(1, 0);
        for (int i = 0; i < DIMENSION; i++) {
            scales[i] = Math.exp(random.gaussian());
        }
        for (int k = 0; k < directions.length; k++) {
            for (int i = 0; i < DIMENSION; i++) {
                directions[k][i] = random.gaussian();
            }
            for (int l = 0; l < k; l++) {
                add(directions[k], directions[l], -product(directions[k], directions[l]));
            }
            double length = Math.sqrt(product(directions[k], directions[k]));
            for (int i = 0; i < DIMENSION; i++) {
                directions[k][i] /= length;
            }
        }
    }

    private static double product(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    private static void add(double[] to, double[] other, double factor) {
        for (int i = 0; i < to.length; i++) {
            to[i] += factor * other[i];
        }
    }

    /** In units of the scales: along each direction its variance to a power, elsewhere 1. */
    private double[] power(double[] z, double exponent) {
        double[] result = z.clone();
        for (int k = 0; k < directions.length; k++) {
            add(result, directions[k], (Math.pow(VARIANCES[k], exponent) - 1) * product(directions[k], z));
        }
        return result;
    }

    private double[] draw(RandomStream random) {
        double[] z = new double[DIMENSION];
        for (int i = 0; i < DIMENSION; i++) {
            z[i] = random.gaussian();
        }
        double[] x = power(z, 0.5);
        for (int i = 0; i < DIMENSION; i++) {
            x[i] *= scales[i];
        }
        return x;
    }

    private double[] gradient(double[] x) {
        double[] z = new double[DIMENSION];
        for (int i = 0; i < DIMENSION; i++) {
            z[i] = x[i] / scales[i];
        }
        double[] gradient = power(z, -1);
        for (int i = 0; i < DIMENSION; i++) {
            gradient[i] /= -scales[i];
        }
        return gradient;
    }

    /** How much wider the metric takes the density to be in a direction than it is: 1 is right. */
    private double width(KineticEnergy kinetic, double[] direction) {
        double[] p = new double[DIMENSION];
        for (int i = 0; i < DIMENSION; i++) {
            p[i] = direction[i] / scales[i];
        }
        double[] velocity = new double[DIMENSION];
        kinetic.velocity(p, velocity);
        double[] gradient = gradient(velocity);
        // p' C S^-1 p with C the metric's covariance and S that of the density, p of unit length in units of the
        // scales.
        double sum = 0;
        for (int i = 0; i < DIMENSION; i++) {
            sum -= gradient[i] * direction[i] * scales[i];
        }
        return sum;
    }

    private LowRankEstimate estimate(int draws, ScaleEstimate diagonal) {
        LowRankEstimate estimate = new LowRankEstimate(DIMENSION);
        RandomStream random = RandomStream.of(2, 0);
        for (int i = 0; i < draws; i++) {
            double[] x = draw(random);
            double[] gradient = gradient(x);
            estimate.observe(x, gradient);
            diagonal.observe(x, gradient);
        }
        return estimate;
    }

    /** The largest eigenvalue of C S^-1, or of shift - C S^-1, with C the metric's covariance and S that of the density. */
    private double largest(KineticEnergy kinetic, double shift) {
        RandomStream random = RandomStream.of(9, 0);
        double[] x = draw(random);
        double[] image = new double[DIMENSION];
        double length = 0;
        for (int i = 0; i < 3000; i++) {
            kinetic.velocity(gradient(x), image);
            if (shift > 0) {
                add(image, x, shift);
            }
            length = Math.sqrt(product(image, image) / product(x, x));
            double norm = Math.sqrt(product(image, image));
            for (int k = 0; k < DIMENSION; k++) {
                x[k] = image[k] / norm;
            }
        }
        return length;
    }

    /** How many times wider the density is in its widest direction than in its narrowest, as the metric sees it. */
    private double condition(KineticEnergy kinetic) {
        double most = largest(kinetic, 0);
        return most / (most - largest(kinetic, most));
    }

    /** Half as many draws as there are coordinates. */
    @Test
    void findsTheDirections() {
        ScaleEstimate diagonal = new ScaleEstimate(new double[DIMENSION]);
        LowRankMetric found = estimate(100, diagonal).metric(diagonal.metric()).orElseThrow();
        assertThat(condition(diagonal.metric())).isGreaterThan(30_000);
        assertThat(condition(found)).isLessThan(150);
        for (int k = 0; k < VARIANCES.length; k++) {
            double without = Math.abs(Math.log(width(diagonal.metric(), directions[k])));
            double with = Math.abs(Math.log(width(found, directions[k])));
            assertThat(without).as("direction %d by scales", k).isGreaterThan(Math.log(50));
            assertThat(with).as("direction %d", k).isLessThan(Math.log(8));
        }
    }

    /** The precision of a regression on an intercept and raw covariates: a year, an age, a temperature, an altitude. */
    private static double[][] rawCovariates(RandomStream random) {
        double[] middle = {0, 2005, 50, 285, 1400};
        double[] spread = {0, 9, 17, 6, 600};
        double[][] precision = new double[5][5];
        for (int row = 0; row < 200; row++) {
            double[] x = new double[5];
            for (int i = 0; i < 5; i++) {
                x[i] = i == 0 ? 1 : middle[i] + spread[i] * random.gaussian();
            }
            for (int i = 0; i < 5; i++) {
                for (int j = 0; j < 5; j++) {
                    precision[i][j] += x[i] * x[j];
                }
            }
        }
        return precision;
    }

    private static double[] times(double[][] matrix, double[] x) {
        return Arrays.stream(matrix).mapToDouble(row -> product(row, x)).toArray();
    }

    /** How many times wider a Gaussian of this precision is in its widest direction than in its narrowest, for a metric. */
    private static double condition(double[][] covariance, double[][] precision) {
        // In units of the diagonal, which no rounding touches.
        int n = precision.length;
        double[] unit = new double[n];
        Arrays.setAll(unit, i -> Math.sqrt(precision[i][i]));
        double[][] c = new double[n][n];
        double[][] p = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                c[i][j] = covariance[i][j] * unit[i] * unit[j];
                p[i][j] = precision[i][j] / unit[i] / unit[j];
            }
        }
        SymmetricEigen ofP = SymmetricEigen.of(p);
        double[][] root = ofP.with(Arrays.stream(ofP.values()).map(Math::sqrt).toArray());
        double[][] product = new double[n][n];
        for (int i = 0; i < n; i++) {
            double[] left = times(c, root[i]);
            for (int j = 0; j < n; j++) {
                product[i][j] = product(left, root[j]);
            }
        }
        double[] values = SymmetricEigen.of(product).values();
        return Arrays.stream(values).max().orElseThrow()
                / Arrays.stream(values).min().orElseThrow();
    }

    /**
     * Few coordinates on a long ridge, and a chain that has hardly moved on it: a walk whose steps are as short as the ridge is narrow. Gradients make up for what
     * positions do not know; positions alone would be off by orders of magnitude.
     */
    @Test
    void aRidgeIsKnownBeforeItIsWalked() {
        RandomStream random = RandomStream.of(6, 0);
        double[][] precision = rawCovariates(random);
        LowRankEstimate estimate = LowRankEstimate.onTheWay(5);
        ScaleEstimate diagonal = new ScaleEstimate(new double[5]);
        Moments moments = new Moments(5, true);
        double[] x = new double[5];
        for (int step = 0; step < 40; step++) {
            for (int i = 0; i < 5; i++) {
                x[i] += random.gaussian() / Math.sqrt(precision[i][i]);
            }
            double[] gradient = times(precision, x);
            for (int i = 0; i < 5; i++) {
                gradient[i] = -gradient[i];
            }
            estimate.observe(x, gradient);
            diagonal.observe(x, gradient);
            moments.observe(x);
            assertThat(estimate.knowsAll()).isEqualTo(step >= 15);
        }
        LowRankMetric found = estimate.metric(diagonal.metric()).orElseThrow();
        // Directions within a factor of 1.5 of the scales are left to these.
        assertThat(condition(found.covariance(), precision)).isLessThan(1.5 * 1.5 * 1.1);
        assertThat(condition(moments.covariance(), precision)).isGreaterThan(1000);
    }

    /** Positions say little of what is narrow: without gradients that tell, the metric does not find it. */
    @Test
    void gradientsAreNeeded() {
        LowRankEstimate estimate = new LowRankEstimate(DIMENSION);
        ScaleEstimate diagonal = new ScaleEstimate(new double[DIMENSION]);
        RandomStream random = RandomStream.of(2, 0);
        for (int i = 0; i < 100; i++) {
            double[] x = draw(random);
            double[] wrong = new double[DIMENSION];
            for (int k = 0; k < DIMENSION; k++) {
                wrong[k] = -x[k] / (scales[k] * scales[k]);
            }
            estimate.observe(x, wrong);
            diagonal.observe(x, gradient(x));
        }
        assertThat(estimate.metric(diagonal.metric()).map(this::condition).orElse(Double.POSITIVE_INFINITY))
                .isGreaterThan(1000);
    }

    @Test
    void scalesStandWhereNothingElseIsSeen() {
        LowRankEstimate estimate = new LowRankEstimate(DIMENSION);
        RandomStream random = RandomStream.of(4, 0);
        ScaleEstimate diagonal = new ScaleEstimate(new double[DIMENSION]);
        for (int i = 0; i < 80; i++) {
            double[] x = new double[DIMENSION];
            double[] gradient = new double[DIMENSION];
            for (int k = 0; k < DIMENSION; k++) {
                x[k] = scales[k] * random.gaussian();
                gradient[k] = -x[k] / (scales[k] * scales[k]);
            }
            estimate.observe(x, gradient);
            diagonal.observe(x, gradient);
            if (i < 15) {
                assertThat(estimate.metric(diagonal.metric())).isEmpty();
            }
        }
        assertThat(estimate.metric(diagonal.metric())).isEmpty();
    }

    /** End to end: warmup takes the directions where they pay, and effective draws come from few gradients. */
    @Test
    void warmupTakesTheDirections() {
        MixedDensity density =
                MixedDensity.of(Space.builder().real("q", DIMENSION).build(), (x, q, gradient) -> {
                    double[] slope = gradient(q);
                    if (gradient != null) {
                        System.arraycopy(slope, 0, gradient, 0, DIMENSION);
                    }
                    return 0.5 * product(slope, q);
                });
        Run run = Sampling.run(density, Settings.defaults().withDraws(500).withSeed(5));
        assertThat(run.chains())
                .allSatisfy(chain -> assertThat(chain.tuning().kinetic()).isInstanceOf(LowRankMetric.class));
        double least = run.summary().rows().stream()
                .mapToDouble(SummaryRow::essBulk)
                .min()
                .orElseThrow();
        assertThat(least).isGreaterThan(400);
        double gradients =
                run.chains().stream().mapToLong(ChainReport::gradients).sum();
        // The condition number by scales alone is 160,000: a trajectory would take hundreds of steps.
        assertThat(gradients / 2000).isLessThan(30);
    }

    @Test
    void eigenvaluesAndVectorsMakeTheMatrix() {
        RandomStream random = RandomStream.of(6, 0);
        for (int size : new int[] {1, 2, 3, 10, 60}) {
            for (int rank : new int[] {1, size / 2 + 1, size}) {
                double[][] factors = new double[rank][size];
                double[][] matrix = new double[size][size];
                for (int r = 0; r < rank; r++) {
                    for (int i = 0; i < size; i++) {
                        factors[r][i] = random.gaussian();
                    }
                    for (int i = 0; i < size; i++) {
                        for (int j = 0; j < size; j++) {
                            matrix[i][j] += (r % 2 == 0 ? 1 : -1) * factors[r][i] * factors[r][j];
                        }
                    }
                }
                SymmetricEigen eigen = SymmetricEigen.of(matrix);
                double[][] again = eigen.with(eigen.values());
                for (int i = 0; i < size; i++) {
                    for (int j = 0; j < size; j++) {
                        assertThat(again[i][j]).isCloseTo(matrix[i][j], within(1e-11 * size));
                        assertThat(product(eigen.vectors()[i], eigen.vectors()[j]))
                                .isCloseTo(i == j ? 1 : 0, within(1e-12));
                    }
                }
            }
        }
        assertThat(SymmetricEigen.of(new double[3][3]).values()).containsExactly(0, 0, 0);
        double[] diagonal = SymmetricEigen.of(new double[][] {{3, 0}, {0, -1}}).values();
        Arrays.sort(diagonal);
        assertThat(diagonal).containsExactly(-1, 3);
    }
}
