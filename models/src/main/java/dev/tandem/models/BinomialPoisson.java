package dev.tandem.models;

import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.density.Support;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.FastExponential;

/**
 * Counts of unknown size: N ~ Poisson(lambda), S ~ Binomial(N, p), logit p normal, and observations y_i ~ Poisson(b + c
 * S). N has no upper bound, and the bounds of N and S depend on each other.
 *
 * <p>Unknowns: {@code N}, {@code S} and {@code logit.p}.
 */
public final class BinomialPoisson implements MixedDensity {
    private static final int SIZE = 0;
    private static final int SUCCESSES = 1;

    private final Space space;
    private final double logRate;
    private final double rate;
    private final double background;
    private final double gain;
    private final double logitMean;
    private final double logitPrecision;
    private final int observations;
    private final double total;

    /**
     * @param rate lambda, the mean of N
     * @param background b, the mean of an observation when S = 0; if it is 0, observations above 0 rule out S = 0
     * @param gain c, what each success adds to the mean
     * @param logitMean the mean of logit p
     * @param logitSd its standard deviation
     * @param counts the observations
     */
    public BinomialPoisson(
            double rate, double background, double gain, double logitMean, double logitSd, int... counts) {
        this.rate = Require.positive("rate", rate);
        logRate = Elementary.log(rate);
        Require.that(
                background >= 0 && background < Double.POSITIVE_INFINITY, "background is " + background + ", below 0");
        this.background = background;
        this.gain = Require.positive("gain", gain);
        this.logitMean = Require.finite("logitMean", logitMean);
        double sd = Require.positive("logitSd", logitSd);
        logitPrecision = 1 / (sd * sd);
        double sum = 0;
        for (int i = 0; i < counts.length; i++) {
            sum += Require.atLeast("y[" + (i + 1) + "]", counts[i], 0);
        }
        observations = counts.length;
        total = sum;
        space = Space.builder()
                .discrete("N", Support.atLeast(0))
                .discrete("S", Support.atLeast(0))
                .real("logit.p")
                .build();
    }

    /** lambda = 8, b = 0.5, c = 1.5, logit p ~ N(0, 1), observations 4, 7 and 5. */
    public static BinomialPoisson canonical() {
        return new BinomialPoisson(8, 0.5, 1.5, 0, 1, 4, 7, 5);
    }

    /** Exact posterior moments. */
    public record Moments(
            double meanSize,
            double varianceSize,
            double meanSuccesses,
            double varianceSuccesses,
            double meanLogit,
            double varianceLogit) {}

    /**
     * The posterior moments. Given p, S ~ Poisson(lambda p) and N - S ~ Poisson(lambda (1 - p)) are independent, so N
     * is summed out by formula, S by addition, and logit p by the trapezoidal rule over 12 standard deviations either
     * side, whose error is far below rounding.
     */
    public Moments moments() {
        double sd = 1 / Math.sqrt(logitPrecision);
        int points = 2000;
        // The Poisson law has no mass that counts beyond this.
        int most = (int) Math.ceil(rate + 14 * Math.sqrt(rate) + 40);
        double mass = 0;
        double[] sums = new double[6];
        for (int point = -points; point <= points; point++) {
            double logit = logitMean + 12 * sd * point / points;
            double logP = -softplus(-logit);
            double logQ = -softplus(logit);
            double rest = rate * Elementary.exp(logQ);
            double distance = logit - logitMean;
            double prior = -0.5 * logitPrecision * distance * distance - rate * Elementary.exp(logP);
            for (int s = 0; s <= most; s++) {
                double weight = Elementary.exp(
                        prior + s * (logRate + logP) - LogFactorial.of(s) + logLikelihood(s) + logScale());
                mass += weight;
                double size = s + rest;
                sums[0] += weight * size;
                sums[1] += weight * (size * size + rest);
                sums[2] += weight * s;
                sums[3] += weight * s * s;
                sums[4] += weight * logit;
                sums[5] += weight * logit * logit;
            }
        }
        for (int i = 0; i < sums.length; i++) {
            sums[i] /= mass;
        }
        return new Moments(
                sums[0],
                sums[1] - sums[0] * sums[0],
                sums[2],
                sums[3] - sums[2] * sums[2],
                sums[4],
                sums[5] - sums[4] * sums[4]);
    }

    /** Keeps the weights of the moments within range: the likelihood is at most that of the mean of the data. */
    private double logScale() {
        double mean = observations == 0 ? 0 : total / observations;
        return mean > 0 ? total - total * Elementary.log(mean) : 0;
    }

    /** log P(y | S), constants dropped. */
    private double logLikelihood(int successes) {
        double mean = background + gain * successes;
        return (total > 0 ? total * Elementary.log(mean) : 0) - observations * mean;
    }

    /** log(1 + exp(value)). */
    private static double softplus(double value) {
        return Math.max(value, 0) + Elementary.log1p(Elementary.exp(-Math.abs(value)));
    }

    @Override
    public Space space() {
        return space;
    }

    /** A value of a site costs a logarithm or two, as a gradient does; a random walk asks for two of each site. */
    @Override
    public double sweepCost() {
        return 3;
    }

    @Override
    public Cursor cursor() {
        return new CountCursor();
    }

    private final class CountCursor extends Cursor {
        private double logP;
        private double logQ;
        private boolean known;

        CountCursor() {
            super(space);
        }

        @Override
        public int lower(int site) {
            return site == SIZE ? x[SUCCESSES] : 0;
        }

        @Override
        public int upper(int site) {
            return site == SIZE ? Support.UNBOUNDED_ABOVE : x[SIZE];
        }

        @Override
        protected double evaluate() {
            double distance = q[0] - logitMean;
            return logCounts(x[SIZE], x[SUCCESSES]) - 0.5 * logitPrecision * distance * distance;
        }

        @Override
        protected double evaluateWithGradient(double[] gradient) {
            double p = FastExponential.ofNonPositive(-Math.abs(q[0]));
            p = (q[0] < 0 ? p : 1) / (1 + p);
            gradient[0] = x[SUCCESSES] - x[SIZE] * p - logitPrecision * (q[0] - logitMean);
            return evaluate();
        }

        @Override
        protected void moved() {
            known = false;
        }

        @Override
        protected double weigh(int site, int value) {
            return site == SIZE ? logCounts(value, x[SUCCESSES]) : logCounts(x[SIZE], value);
        }

        /** log P(N, S, y | p); N! of the Poisson law cancels that of the binomial. */
        private double logCounts(int size, int successes) {
            if (successes < 0 || successes > size) {
                return Double.NEGATIVE_INFINITY;
            }
            if (!known) {
                logP = -softplus(-q[0]);
                logQ = -softplus(q[0]);
                known = true;
            }
            int failures = size - successes;
            return size * logRate
                    - LogFactorial.of(successes)
                    - LogFactorial.of(failures)
                    + (successes > 0 ? successes * logP : 0)
                    + (failures > 0 ? failures * logQ : 0)
                    + logLikelihood(successes);
        }
    }
}
