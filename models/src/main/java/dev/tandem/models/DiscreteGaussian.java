package dev.tandem.models;

import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.density.Support;
import dev.tandem.distributions.special.Elementary;
import java.util.SplittableRandom;

/**
 * Binary unknowns that set both the mean and the precision of Gaussian ones, so that every probability and moment has
 * a closed form: log pi(x, q) = log w(x) + log det P(x) / 2 - (q - m(x))' P(x) (q - m(x)) / 2.
 *
 * <p>Unknowns: {@code x[j]} in {0, 1} and {@code q[i]}. A configuration of x is numbered by its bits, x[1] the lowest.
 */
public final class DiscreteGaussian implements MixedDensity {
    private static final int MOST_SITES = 16;

    private final Space space;
    private final int sites;
    private final int dimension;
    private final double[] probabilities;
    private final double[][] means;

    /** The precision of each configuration, row by row. */
    private final double[][] precisions;

    private final double[][] variances;

    /** log w(x) + log det P(x) / 2. */
    private final double[] offsets;

    /**
     * @param logWeights log w, one entry per configuration: 2^sites of them
     * @param means one row per configuration
     * @param precisions one symmetric positive definite matrix per configuration
     */
    public DiscreteGaussian(double[] logWeights, double[][] means, double[][][] precisions) {
        int count = logWeights.length;
        Require.that(
                count >= 2 && Integer.bitCount(count) == 1 && count <= 1 << MOST_SITES,
                "logWeights has " + count + " entries, not a power of two from 2 to " + (1 << MOST_SITES));
        sites = Integer.numberOfTrailingZeros(count);
        Require.length("means", means.length, count);
        Require.length("precisions", precisions.length, count);
        dimension = means[0].length;
        Require.finite("logWeights", logWeights);
        this.means = new double[count][];
        this.precisions = new double[count][dimension * dimension];
        variances = new double[count][dimension];
        offsets = new double[count];
        probabilities = new double[count];
        double greatest = Double.NEGATIVE_INFINITY;
        for (double logWeight : logWeights) {
            greatest = Math.max(greatest, logWeight);
        }
        double total = 0;
        for (int c = 0; c < count; c++) {
            this.means[c] = Require.finite("means[" + (c + 1) + ",]", means[c]);
            Require.length("means[" + (c + 1) + ",]", means[c].length, dimension);
            String name = "precisions[" + (c + 1) + ",,]";
            Require.length(name, precisions[c].length, dimension);
            PositiveDefinite precision = new PositiveDefinite(name, precisions[c]);
            double[][] covariance = precision.inverse();
            for (int i = 0; i < dimension; i++) {
                System.arraycopy(precisions[c][i], 0, this.precisions[c], i * dimension, dimension);
                variances[c][i] = covariance[i][i];
            }
            offsets[c] = logWeights[c] + 0.5 * precision.logDeterminant();
            probabilities[c] = Elementary.exp(logWeights[c] - greatest);
            total += probabilities[c];
        }
        for (int c = 0; c < count; c++) {
            probabilities[c] /= total;
        }
        space = Space.builder()
                .discrete("x", Support.binary(), sites)
                .real("q", dimension)
                .build();
    }

    /** Five binary and three continuous unknowns: the model on which a biased kernel shows. */
    public static DiscreteGaussian fiveBinaryThreeContinuous() {
        return random(20201, 5, 3);
    }

    /**
     * A model drawn at random. Each site shifts the means by about one standard deviation and scales the precisions, by
     * up to a factor of 4 between the extremes; the first site also sets the sign of the correlations.
     */
    public static DiscreteGaussian random(long seed, int sites, int dimension) {
        Require.atLeast("sites", sites, 1);
        Require.that(sites <= MOST_SITES, "sites is " + sites + ", more than " + MOST_SITES);
        Require.atLeast("dimension", dimension, 1);
        SplittableRandom random = new SplittableRandom(seed);
        double[] field = signed(random, sites, 0.5);
        double[][] pairs = new double[sites][];
        double[][] shifts = new double[sites][];
        double[][] scales = new double[sites][];
        for (int j = 0; j < sites; j++) {
            pairs[j] = signed(random, sites, 0.2);
            shifts[j] = signed(random, dimension, 1.4);
            scales[j] = signed(random, dimension, Elementary.log(2) / sites);
        }
        int count = 1 << sites;
        double[] logWeights = new double[count];
        double[][] means = new double[count][dimension];
        double[][][] precisions = new double[count][dimension][dimension];
        for (int c = 0; c < count; c++) {
            double[] logScale = new double[dimension];
            for (int j = 0; j < sites; j++) {
                int spin = (c >> j & 1) == 1 ? 1 : -1;
                logWeights[c] += field[j] * spin;
                for (int k = 0; k < j; k++) {
                    logWeights[c] += pairs[j][k] * spin * ((c >> k & 1) == 1 ? 1 : -1);
                }
                for (int i = 0; i < dimension; i++) {
                    means[c][i] += 0.5 * shifts[j][i] * spin;
                    logScale[i] += scales[j][i] * spin;
                }
            }
            // Correlation 0.4 between neighbours in q, its sign given by the first site.
            double correlation = (c & 1) == 1 ? 0.4 : -0.4;
            for (int i = 0; i < dimension; i++) {
                for (int k = 0; k < dimension; k++) {
                    double unit = i == k ? 1 : Math.abs(i - k) == 1 ? correlation : 0;
                    precisions[c][i][k] = unit * Elementary.exp(0.5 * (logScale[i] + logScale[k]));
                }
            }
        }
        return new DiscreteGaussian(logWeights, means, precisions);
    }

    /** Values between half the bound and the bound, with a random sign. */
    private static double[] signed(SplittableRandom random, int count, double bound) {
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            values[i] = (random.nextBoolean() ? bound : -bound) * (0.5 + 0.5 * random.nextDouble());
        }
        return values;
    }

    /** P(x), exact. */
    public double probability(int... x) {
        Require.length("x", x.length, sites);
        int configuration = 0;
        for (int j = 0; j < sites; j++) {
            Require.that(x[j] == 0 || x[j] == 1, "x[" + (j + 1) + "] is " + x[j] + ", not 0 or 1");
            configuration |= x[j] << j;
        }
        return probabilities[configuration];
    }

    /** P(x_j = 1), sites counted from 0. */
    public double probabilityOfOne(int site) {
        double sum = 0;
        for (int c = 0; c < probabilities.length; c++) {
            sum += (c >> site & 1) * probabilities[c];
        }
        return sum;
    }

    /** E q_i, coordinates counted from 0. */
    public double mean(int coordinate) {
        double sum = 0;
        for (int c = 0; c < probabilities.length; c++) {
            sum += probabilities[c] * means[c][coordinate];
        }
        return sum;
    }

    /** Var q_i. */
    public double variance(int coordinate) {
        double centre = mean(coordinate);
        double sum = 0;
        for (int c = 0; c < probabilities.length; c++) {
            double distance = means[c][coordinate] - centre;
            sum += probabilities[c] * (distance * distance + variances[c][coordinate]);
        }
        return sum;
    }

    /** E[q_i x_j]. */
    public double product(int coordinate, int site) {
        double sum = 0;
        for (int c = 0; c < probabilities.length; c++) {
            sum += (c >> site & 1) * probabilities[c] * means[c][coordinate];
        }
        return sum;
    }

    @Override
    public Space space() {
        return space;
    }

    /** In nanoseconds: a draw of a site takes two quadratic forms and two exponentials, a gradient one form. */
    @Override
    public double sweepCost() {
        return sites * (60 + 4.0 * dimension * dimension) / (10 + 2.0 * dimension * dimension);
    }

    @Override
    public Cursor cursor() {
        return new GaussianCursor();
    }

    private final class GaussianCursor extends Cursor {
        private int configuration;

        GaussianCursor() {
            super(space);
        }

        @Override
        protected double evaluate() {
            return logDensity(configuration);
        }

        @Override
        protected double evaluateWithGradient(double[] gradient) {
            double[] mean = means[configuration];
            double[] precision = precisions[configuration];
            double square = 0;
            for (int i = 0; i < dimension; i++) {
                double slope = 0;
                for (int k = 0; k < dimension; k++) {
                    slope += precision[i * dimension + k] * (q[k] - mean[k]);
                }
                square += slope * (q[i] - mean[i]);
                gradient[i] = -slope;
            }
            return offsets[configuration] - 0.5 * square;
        }

        @Override
        protected void assigned(int site, int old) {
            configuration ^= 1 << site;
        }

        @Override
        protected void weigh(int site, double[] logWeights) {
            logWeights[0] = weigh(site, 0);
            logWeights[1] = weigh(site, 1);
        }

        @Override
        protected double weigh(int site, int value) {
            return logDensity((configuration & ~(1 << site)) | (value << site));
        }

        private double logDensity(int c) {
            double[] mean = means[c];
            double[] precision = precisions[c];
            double square = 0;
            for (int i = 0; i < dimension; i++) {
                double slope = 0;
                for (int k = 0; k < dimension; k++) {
                    slope += precision[i * dimension + k] * (q[k] - mean[k]);
                }
                square += slope * (q[i] - mean[i]);
            }
            return offsets[c] - 0.5 * square;
        }
    }
}
