package dev.tandem.models;

import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.density.Support;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.FastExponential;
import java.util.Arrays;

/**
 * A mixture of Gaussians as a joint density of component and position, pi(x, q) = phi_x N(q | mu_x, diag(v)), with its
 * exact moments and marginals.
 *
 * <p>Unknowns: the component {@code x} in 1, .., K and the position {@code q} (a scalar in one dimension).
 */
public final class GaussianMixture implements MixedDensity {
    private static final double[] PAPER_WEIGHTS = {0.15, 0.3, 0.3, 0.25};

    private final Space space;
    private final int components;
    private final int dimension;
    private final double[] weights;
    private final double[] means;
    private final double[] variances;
    private final double[] precisions;

    /** log phi_k; the normalising constant of the Gaussians is common to all and dropped. */
    private final double[] logWeights;

    /** log phi_k - mu_k' V^-1 mu_k / 2 and V^-1 mu_k: log pi(k, q) is affine in q up to a term free of k. */
    private final double[] intercepts;

    private final double[] slopes;

    /**
     * A mixture whose components share a diagonal covariance.
     *
     * @param weights the probability of each component, positive; scaled to sum to one
     * @param means one row per component
     * @param variances one entry per coordinate
     */
    public GaussianMixture(double[] weights, double[][] means, double[] variances) {
        components = Require.atLeast("the number of components", weights.length, 1);
        dimension = Require.atLeast("the number of coordinates", variances.length, 1);
        Require.length("means", means.length, components);
        this.weights = Require.positive("weights", weights);
        this.variances = Require.positive("variances", variances);
        double total = Arrays.stream(weights).sum();
        logWeights = new double[components];
        intercepts = new double[components];
        precisions = new double[dimension];
        this.means = new double[components * dimension];
        slopes = new double[components * dimension];
        for (int d = 0; d < dimension; d++) {
            precisions[d] = 1 / variances[d];
        }
        for (int k = 0; k < components; k++) {
            String name = "means[" + (k + 1) + ",]";
            Require.length(name, means[k].length, dimension);
            System.arraycopy(Require.finite(name, means[k]), 0, this.means, k * dimension, dimension);
            this.weights[k] /= total;
            logWeights[k] = Elementary.log(this.weights[k]);
            intercepts[k] = logWeights[k];
            for (int d = 0; d < dimension; d++) {
                slopes[k * dimension + d] = means[k][d] * precisions[d];
                intercepts[k] -= 0.5 * means[k][d] * means[k][d] * precisions[d];
            }
        }
        space = position(Space.builder().discrete("x", Support.categories(components)), dimension);
    }

    /** Section 2.5 of the paper: four components in one dimension, means -2, 0, 2, 4, variance 0.1. */
    public static GaussianMixture oneDimensional() {
        return oneDimensional(false);
    }

    /** That mixture; {@code permuted} exchanges the labels of the two middle components: means -2, 2, 0, 4. */
    public static GaussianMixture oneDimensional(boolean permuted) {
        double[][] means = permuted ? new double[][] {{-2}, {2}, {0}, {4}} : new double[][] {{-2}, {0}, {2}, {4}};
        return new GaussianMixture(PAPER_WEIGHTS, means, new double[] {0.1});
    }

    /**
     * Section 3.1 of the paper: four components in 24 dimensions, variance 3. The means in dimension d are the d-th
     * permutation, in lexicographic order of positions, of (-2, 0, 2, 4) as the paper prints or, as its program ran, of
     * (-2, 0, 2, 2).
     */
    public static GaussianMixture twentyFourDimensional(boolean printedMeans) {
        double[] values = {-2, 0, 2, printedMeans ? 4 : 2};
        double[][] means = new double[4][24];
        int column = 0;
        for (int a = 0; a < 4; a++) {
            for (int b = 0; b < 4; b++) {
                for (int c = 0; c < 4; c++) {
                    if (a != b && a != c && b != c) {
                        means[0][column] = values[a];
                        means[1][column] = values[b];
                        means[2][column] = values[c];
                        means[3][column++] = values[6 - a - b - c];
                    }
                }
            }
        }
        double[] variances = new double[24];
        Arrays.fill(variances, 3);
        return new GaussianMixture(PAPER_WEIGHTS, means, variances);
    }

    private static Space position(Space.Builder builder, int dimension) {
        return (dimension == 1 ? builder.real("q") : builder.real("q", dimension)).build();
    }

    public int components() {
        return components;
    }

    /** P(x = component), components counted from 1. */
    public double componentProbability(int component) {
        return weights[component - 1];
    }

    /** The mean of a coordinate in one component, coordinates counted from 0 and components from 1. */
    public double componentMean(int component, int coordinate) {
        return means[(component - 1) * dimension + coordinate];
    }

    /** The variance of a coordinate within each component. */
    public double componentVariance(int coordinate) {
        return variances[coordinate];
    }

    /** E q_i, coordinates counted from 0. */
    public double mean(int coordinate) {
        double sum = 0;
        for (int k = 0; k < components; k++) {
            sum += weights[k] * means[k * dimension + coordinate];
        }
        return sum;
    }

    /** Var q_i. */
    public double variance(int coordinate) {
        double centre = mean(coordinate);
        double sum = variances[coordinate];
        for (int k = 0; k < components; k++) {
            double distance = means[k * dimension + coordinate] - centre;
            sum += weights[k] * distance * distance;
        }
        return sum;
    }

    /** The probability that q_i is at most the value. */
    public double cumulative(int coordinate, double value) {
        double sum = 0;
        for (int k = 0; k < components; k++) {
            sum += weights[k]
                    * Normal.cumulative((value - means[k * dimension + coordinate]) / Math.sqrt(variances[coordinate]));
        }
        return sum;
    }

    /** The density of q_i at a value. */
    public double marginalDensity(int coordinate, double value) {
        double scale = Math.sqrt(variances[coordinate]);
        double sum = 0;
        for (int k = 0; k < components; k++) {
            sum += weights[k] * Normal.density((value - means[k * dimension + coordinate]) / scale) / scale;
        }
        return sum;
    }

    /** The density of q alone, x summed out. */
    public MixedDensity marginal() {
        return new Marginal();
    }

    @Override
    public Space space() {
        return space;
    }

    /** In nanoseconds: a draw of x takes K sums over the coordinates and K exponentials, a gradient one pass. */
    @Override
    public double sweepCost() {
        return (40 + components * (8.0 + dimension)) / (10 + 1.2 * dimension);
    }

    @Override
    public Cursor cursor() {
        return new MixtureCursor();
    }

    /** q' V^-1 mu_k + const_k in four partial sums, which need not wait for each other. */
    private double affine(int component, double[] q) {
        int start = component * dimension;
        double a = intercepts[component];
        double b = 0;
        double c = 0;
        double e = 0;
        int d = 0;
        for (; d + 3 < dimension; d += 4) {
            a += q[d] * slopes[start + d];
            b += q[d + 1] * slopes[start + d + 1];
            c += q[d + 2] * slopes[start + d + 2];
            e += q[d + 3] * slopes[start + d + 3];
        }
        for (; d < dimension; d++) {
            a += q[d] * slopes[start + d];
        }
        return a + b + (c + e);
    }

    private final class MixtureCursor extends Cursor {
        /** The weights of all components at the present q, once asked for. */
        private final double[] affine = new double[components];

        private boolean weighed;

        MixtureCursor() {
            super(space);
        }

        @Override
        protected double evaluate() {
            int start = (x[0] - 1) * dimension;
            double square = 0;
            for (int d = 0; d < dimension; d++) {
                double distance = q[d] - means[start + d];
                square += distance * distance * precisions[d];
            }
            return logWeights[x[0] - 1] - 0.5 * square;
        }

        @Override
        protected double evaluateWithGradient(double[] gradient) {
            int start = (x[0] - 1) * dimension;
            double square = 0;
            for (int d = 0; d < dimension; d++) {
                double distance = q[d] - means[start + d];
                double slope = distance * precisions[d];
                square += distance * slope;
                gradient[d] = -slope;
            }
            return logWeights[x[0] - 1] - 0.5 * square;
        }

        @Override
        protected void moved() {
            weighed = false;
        }

        @Override
        protected void weigh(int site, double[] logWeights) {
            weighComponents();
            System.arraycopy(affine, 0, logWeights, 0, components);
        }

        @Override
        protected double weigh(int site, int value) {
            weighComponents();
            return affine[value - 1];
        }

        private void weighComponents() {
            if (!weighed) {
                for (int k = 0; k < components; k++) {
                    affine[k] = affine(k, q);
                }
                weighed = true;
            }
        }
    }

    /** log sum_k phi_k N(q | mu_k, V). */
    private final class Marginal implements MixedDensity {
        private final Space positions = position(Space.builder(), dimension);

        @Override
        public Space space() {
            return positions;
        }

        @Override
        public double sweepCost() {
            return 0;
        }

        @Override
        public Cursor cursor() {
            return new MarginalCursor(positions);
        }
    }

    private final class MarginalCursor extends Cursor {
        private final double[] shares = new double[components];

        MarginalCursor(Space positions) {
            super(positions);
        }

        @Override
        protected double evaluate() {
            double square = 0;
            for (int d = 0; d < dimension; d++) {
                square += q[d] * q[d] * precisions[d];
            }
            return weighComponents() - 0.5 * square;
        }

        @Override
        protected double evaluateWithGradient(double[] gradient) {
            double logSum = weighComponents();
            double square = 0;
            for (int d = 0; d < dimension; d++) {
                double slope = q[d] * precisions[d];
                square += q[d] * slope;
                gradient[d] = -slope;
            }
            for (int k = 0; k < components; k++) {
                double share = shares[k];
                int start = k * dimension;
                for (int d = 0; d < dimension; d++) {
                    gradient[d] += share * slopes[start + d];
                }
            }
            return logSum - 0.5 * square;
        }

        /** Sets the shares to P(x = k | q) and returns the log of their total before scaling. */
        private double weighComponents() {
            double greatest = Double.NEGATIVE_INFINITY;
            for (int k = 0; k < components; k++) {
                shares[k] = affine(k, q);
                greatest = Math.max(greatest, shares[k]);
            }
            double total = 0;
            for (int k = 0; k < components; k++) {
                shares[k] = FastExponential.ofNonPositive(shares[k] - greatest);
                total += shares[k];
            }
            for (int k = 0; k < components; k++) {
                shares[k] /= total;
            }
            return greatest + Elementary.log(total);
        }
    }
}
