package dev.tandem.models;

import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.density.Support;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.FastExponential;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Logistic regression whose coefficients may be switched off: y_i ~ Bernoulli(sigmoid(sum_j X_ij beta_j gamma_j)),
 * beta_j ~ N(0, 25), gamma_j flat on {0, 1}, no intercept (section 3.2 of the paper).
 *
 * <p>Unknowns: {@code beta[p]} and {@code gamma[p]}.
 */
public final class VariableSelection implements MixedDensity {
    private static final double PRIOR_PRECISION = 1.0 / 25;

    /** Factors 1 + e in [1, 2] that may be multiplied before the logarithm without overflow. */
    private static final int BLOCK = 512;

    /** Margins are recomputed from the data after so many single changes, so that rounding cannot pile up. */
    private static final int MOST_CHANGES = 1000;

    /** A summand larger than this leaves rounding errors behind when it is taken out again: recompute instead. */
    private static final double LARGE = 1e4;

    private final Space space;
    private final int observations;
    private final int predictors;

    /** The columns of X, row i multiplied by 2 y_i - 1, one after the other. */
    private final double[] signed;

    private final double[] columnBound;
    private final int[] outcomes;

    /**
     * @param rows the predictors, one row per observation
     * @param outcomes one 0 or 1 per row
     */
    public VariableSelection(double[][] rows, int[] outcomes) {
        observations = Require.atLeast("the number of rows of X", rows.length, 1);
        predictors = Require.atLeast("the number of columns of X", rows[0].length, 1);
        Require.length("y", outcomes.length, observations);
        this.outcomes = outcomes.clone();
        signed = new double[Math.multiplyExact(observations, predictors)];
        columnBound = new double[predictors];
        for (int i = 0; i < observations; i++) {
            Require.length("X[" + (i + 1) + ",]", rows[i].length, predictors);
            Require.that(outcomes[i] == 0 || outcomes[i] == 1, "y[" + (i + 1) + "] is " + outcomes[i] + ", not 0 or 1");
            for (int j = 0; j < predictors; j++) {
                double entry = rows[i][j];
                if (!Double.isFinite(entry)) {
                    throw new IllegalArgumentException("X[" + (i + 1) + "," + (j + 1) + "] is " + entry);
                }
                signed[j * observations + i] = outcomes[i] == 1 ? entry : -entry;
                columnBound[j] = Math.max(columnBound[j], Math.abs(entry));
            }
        }
        space = Space.builder()
                .real("beta", predictors)
                .discrete("gamma", Support.binary(), predictors)
                .build();
    }

    /** Data of the paper's law: 100 rows, 20 columns of variance 3 and covariance 0.3, five coefficients 0.5. */
    public static VariableSelection simulated(long seed) {
        return simulated(seed, 100, 20, 5);
    }

    /** Data of the paper's law in other sizes; {@code active} coefficients at random places are 0.5, the rest 0. */
    public static VariableSelection simulated(long seed, int observations, int predictors, int active) {
        Require.atLeast("observations", observations, 1);
        Require.atLeast("predictors", predictors, 1);
        Require.that(active >= 0 && active <= predictors, "active is " + active + ", not between 0 and " + predictors);
        SplittableRandom random = new SplittableRandom(seed);
        boolean[] chosen = new boolean[predictors];
        for (int left = active; left > 0; ) {
            int j = random.nextInt(predictors);
            if (!chosen[j]) {
                chosen[j] = true;
                left--;
            }
        }
        double[][] rows = new double[observations][predictors];
        int[] outcomes = new int[observations];
        for (int i = 0; i < observations; i++) {
            double common = Math.sqrt(0.3) * Normal.draw(random);
            double predictor = 0;
            for (int j = 0; j < predictors; j++) {
                rows[i][j] = common + Math.sqrt(2.7) * Normal.draw(random);
                predictor += chosen[j] ? 0.5 * rows[i][j] : 0;
            }
            outcomes[i] = random.nextDouble() < 1 / (1 + Elementary.exp(-predictor)) ? 1 : 0;
        }
        return new VariableSelection(rows, outcomes);
    }

    public int observations() {
        return observations;
    }

    public int predictors() {
        return predictors;
    }

    /** X_ij, observation and column counted from 0. */
    public double predictor(int observation, int column) {
        double entry = signed[column * observations + observation];
        return outcomes[observation] == 1 ? entry : -entry;
    }

    /** y_i, 0 or 1. */
    public int outcome(int observation) {
        return outcomes[observation];
    }

    @Override
    public Space space() {
        return space;
    }

    /**
     * In nanoseconds per observation: a site takes one exponential, and so does a gradient, besides two passes over the
     * columns that are switched on, here taken to be half of them.
     */
    @Override
    public double sweepCost() {
        return 6.0 * predictors / (6 + 0.5 * predictors);
    }

    @Override
    public Cursor cursor() {
        return new SelectionCursor();
    }

    /**
     * Keeps the margins m_i = (2 y_i - 1) sum_j X_ij beta_j gamma_j and the log likelihood of the present state; and,
     * once a conditional has been computed, the same of the state with that one indicator flipped, ready to be
     * exchanged when the flip is made.
     */
    private final class SelectionCursor extends Cursor {
        private static final int NONE = -1;

        private double[] margins = new double[observations];
        private boolean marginsKnown;
        private double logLikelihood;
        private boolean likelihoodKnown;

        private double[] flippedMargins = new double[observations];
        private double flippedLikelihood;
        private int flipped = NONE;

        private int changes;
        private final double[] residuals = new double[observations];

        SelectionCursor() {
            super(space);
        }

        @Override
        protected double evaluate() {
            return logPrior() + likelihood();
        }

        @Override
        protected double evaluateWithGradient(double[] gradient) {
            refreshMargins();
            logLikelihood = differentiate();
            likelihoodKnown = true;
            for (int j = 0; j < predictors; j++) {
                double slope = -PRIOR_PRECISION * q[j];
                gradient[j] = x[j] == 1 ? slope + dot(j) : slope;
            }
            return logPrior() + logLikelihood;
        }

        @Override
        protected void moved() {
            marginsKnown = false;
            likelihoodKnown = false;
            flipped = NONE;
        }

        @Override
        protected void assigned(int site, int old) {
            if (flipped == site) {
                double[] spare = margins;
                margins = flippedMargins;
                flippedMargins = spare;
                double likelihood = flippedLikelihood;
                flippedLikelihood = logLikelihood;
                logLikelihood = likelihood;
                // What was the present state is now the flipped one: trying and taking back costs nothing.
            } else {
                flipped = NONE;
                likelihoodKnown = false;
                if (marginsKnown && movable(site)) {
                    shift(site, x[site] == 1 ? q[site] : -q[site], margins);
                } else {
                    marginsKnown = false;
                }
            }
            if (++changes > MOST_CHANGES) {
                moved();
            }
        }

        @Override
        protected void weigh(int site, double[] logWeights) {
            flip(site);
            logWeights[x[site]] = logLikelihood;
            logWeights[1 - x[site]] = flippedLikelihood;
        }

        @Override
        protected double weigh(int site, int value) {
            if (x[site] == value) {
                return likelihood();
            }
            flip(site);
            return flippedLikelihood;
        }

        private double logPrior() {
            double square = 0;
            for (int j = 0; j < predictors; j++) {
                square += q[j] * q[j];
            }
            return -0.5 * PRIOR_PRECISION * square;
        }

        private double likelihood() {
            if (!likelihoodKnown) {
                refreshMargins();
                logLikelihood = logLikelihood(margins);
                likelihoodKnown = true;
            }
            return logLikelihood;
        }

        /** Margins and log likelihood of the state with one indicator flipped. */
        private void flip(int site) {
            if (flipped == site && likelihoodKnown) {
                return;
            }
            likelihood();
            if (movable(site)) {
                shiftInto(site, x[site] == 1 ? -q[site] : q[site], margins, flippedMargins);
            } else {
                sumColumns(site, flippedMargins);
            }
            flippedLikelihood = logLikelihood(flippedMargins);
            flipped = site;
        }

        /** Whether the site's summand can be added and taken away without loss; false for NaN. */
        private boolean movable(int site) {
            return Math.abs(q[site]) * columnBound[site] <= LARGE;
        }

        private void refreshMargins() {
            if (!marginsKnown) {
                sumColumns(NONE, margins);
                marginsKnown = true;
                changes = 0;
            }
        }

        /** The margins from the data alone, with one indicator taken as flipped. */
        private void sumColumns(int flip, double[] sums) {
            Arrays.fill(sums, 0);
            for (int j = 0; j < predictors; j++) {
                if (x[j] == 1 ^ j == flip) {
                    shift(j, q[j], sums);
                }
            }
        }

        private void shift(int site, double factor, double[] sums) {
            int start = site * observations;
            for (int i = 0; i < observations; i++) {
                sums[i] += factor * signed[start + i];
            }
        }

        private void shiftInto(int site, double factor, double[] source, double[] sums) {
            int start = site * observations;
            for (int i = 0; i < observations; i++) {
                sums[i] = source[i] + factor * signed[start + i];
            }
        }

        private double dot(int site) {
            int start = site * observations;
            double a = 0;
            double b = 0;
            double c = 0;
            double d = 0;
            int i = 0;
            for (; i + 3 < observations; i += 4) {
                a += signed[start + i] * residuals[i];
                b += signed[start + i + 1] * residuals[i + 1];
                c += signed[start + i + 2] * residuals[i + 2];
                d += signed[start + i + 3] * residuals[i + 3];
            }
            for (; i < observations; i++) {
                a += signed[start + i] * residuals[i];
            }
            return a + b + (c + d);
        }

        /** The log likelihood, the residuals 1 - sigmoid(m_i) written. */
        private double differentiate() {
            double sum = 0;
            for (int start = 0; start < observations; start += BLOCK) {
                int end = Math.min(start + BLOCK, observations);
                double product = 1;
                for (int i = start; i < end; i++) {
                    double m = margins[i];
                    double e = FastExponential.ofNonPositive(-Math.abs(m));
                    sum += negativePart(m);
                    product *= 1 + e;
                    residuals[i] = FastExponential.oneIfNegative(m, e) / (1 + e);
                }
                sum -= Elementary.log(product);
            }
            return sum;
        }
    }

    /** sum_i log sigmoid(m_i) = sum_i min(m_i, 0) - log prod_i (1 + exp(-|m_i|)). */
    private static double logLikelihood(double[] margins) {
        double sum = 0;
        for (int start = 0; start < margins.length; start += BLOCK) {
            int end = Math.min(start + BLOCK, margins.length);
            double product = 1;
            for (int i = start; i < end; i++) {
                sum += negativePart(margins[i]);
                product *= 1 + FastExponential.ofNonPositive(-Math.abs(margins[i]));
            }
            sum -= Elementary.log(product);
        }
        return sum;
    }

    // The signs of margins cannot be predicted, so the choice below is made on bits instead of by a jump.

    /** min(m, 0). */
    private static double negativePart(double m) {
        long bits = Double.doubleToRawLongBits(m);
        return Double.longBitsToDouble(bits & (bits >> 63));
    }
}
