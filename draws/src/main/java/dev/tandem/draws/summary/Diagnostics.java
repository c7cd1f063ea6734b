package dev.tandem.draws.summary;

import dev.tandem.density.Variable;
import dev.tandem.draws.Draws;
import dev.tandem.draws.statistics.Autocovariance;
import dev.tandem.draws.statistics.Buffers;
import dev.tandem.draws.statistics.IndicatorAutocovariance;
import dev.tandem.draws.statistics.Lags;
import dev.tandem.draws.statistics.Moments;
import dev.tandem.draws.statistics.NormalScores;
import dev.tandem.draws.statistics.Order;
import dev.tandem.draws.statistics.Quantiles;
import dev.tandem.draws.statistics.Ranges;
import dev.tandem.draws.statistics.Ranks;
import java.util.Arrays;
import org.apache.commons.numbers.gamma.RegularizedBeta;

/**
 * Convergence diagnostics, effective sample sizes and Monte Carlo standard errors of one unknown, as pure functions of
 * its draws by chain and draw.
 *
 * <p>The definitions are those of Vehtari, Gelman, Simpson, Carpenter and Bürkner, "Rank-normalization, folding, and
 * localization: an improved R-hat for assessing convergence of MCMC" (Bayesian Analysis 16, 2021), with the conventions
 * of the R package posterior. Where that says NA these functions return NaN: draws that never move, draws that contain
 * NaN, fewer draws than an estimate needs (also for two or three draws of several chains, where posterior 1.4 takes the
 * chains for draws). Infinite draws have ranks, hence an {@link #rhat} and {@link #essBulk}, but
 * no moments. All chains must have the same length.
 */
public final class Diagnostics {
    /** The probabilities of a standard normal below -1 and 1, to the digits that posterior uses. */
    private static final double BELOW_MINUS_ONE = 0.1586553;

    private static final double BELOW_ONE = 0.8413447;

    /** Scales the median absolute deviation to the standard deviation of a normal, to R's digits. */
    private static final double NORMAL_MAD = 1.4826;

    /** Room for the lags that chains need that mix. */
    private static final int FEW_LAGS = 64;

    /** The smallest variance of scores that is taken from sums of squares: twelve digits are left. */
    private static final double MOST_LOST = 1e-3;

    private static final Ranges UNKNOWN = Ranges.whole(new double[][] {{Double.NaN}});

    private Diagnostics() {}

    /**
     * The potential scale reduction: split chains, rank-normalised; the larger of that of the draws (location) and of
     * their distances from the median (scale). Infinite if all halves of chains stand still, but not all at one value.
     */
    public static double rhat(double[][] draws) {
        Buffers buffers = new Buffers();
        Order order = order(draws, buffers);
        Ranges scores = normalScores(draws, order, NormalScores.NONE, buffers);
        return rhat(draws, order, scores, NormalScores.NONE, buffers);
    }

    static double rhat(double[][] draws, Order order, Ranges scores, NormalScores table, Buffers buffers) {
        double location = basicRhat(scores);
        double median = Ranks.median(order.sorted());
        Order farther =
                Double.isFinite(median) ? order.distancesFrom(median, buffers) : Order.of(distances(draws, median));
        double[] distances = farther.sorted();
        boolean equallyFar = distances.length > 0 && distances[0] == distances[distances.length - 1];
        // Draws of two values, half of them each, lie equally far from their median: their scale tells nothing, and
        // where they are tells all.
        return location == Double.POSITIVE_INFINITY || equallyFar
                ? location
                : Math.max(location, rhatOfScores(farther, draws, table));
    }

    /** R-hat of the normal scores of the halves of chains, which are not put back into the order of draws. */
    private static double rhatOfScores(Order order, double[][] draws, NormalScores table) {
        Order kept = ofHalves(order, draws[0].length);
        if (draws[0].length < 2 || kept.isUnknown()) {
            return Double.NaN;
        }
        double[] sums = new double[2 * draws.length];
        double[] squares = new double[sums.length];
        int n = draws[0].length / 2;
        kept.addScores(table, n, sums, squares);
        double[] means = new double[sums.length];
        double[] variances = new double[sums.length];
        for (int i = 0; i < sums.length; i++) {
            means[i] = sums[i] / n;
            variances[i] = (squares[i] - sums[i] * means[i]) / (n - 1);
        }
        // Scores have a variance of about one. Where that of each half is small beside it, differences of sums have
        // lost their digits.
        return Moments.mean(variances) > MOST_LOST
                ? basicRhat(means, variances, n)
                : basicRhat(normalScores(draws, order, table, new Buffers()));
    }

    /** The potential scale reduction of split chains, without rank normalisation. */
    public static double rhatBasic(double[][] draws) {
        check(draws);
        return basicRhat(Ranges.halves(draws));
    }

    /** The effective size for the bulk of the distribution: that of the rank-normalised draws. */
    public static double essBulk(double[][] draws) {
        Buffers buffers = new Buffers();
        return ess(normalScores(draws, order(draws, buffers), NormalScores.NONE, buffers), buffers);
    }

    /** The effective size for the tails: the smaller of those of the 5% and the 95% quantile. */
    public static double essTail(double[][] draws) {
        return essTail(draws, sorted(draws));
    }

    static double essTail(double[][] draws, double[] sorted) {
        return Math.min(essQuantile(draws, sorted, 0.05), essQuantile(draws, sorted, 0.95));
    }

    /** The effective size for the mean. */
    public static double essMean(double[][] draws) {
        return essBasic(draws);
    }

    /** The effective size of split chains, without rank normalisation. */
    public static double essBasic(double[][] draws) {
        check(draws);
        return ess(Ranges.halves(draws), new Buffers());
    }

    /** The effective size for the standard deviation: that of the distances from the mean. */
    public static double essSd(double[][] draws) {
        check(draws);
        return ess(Ranges.halves(distances(draws, Moments.mean(draws))), new Buffers());
    }

    /** The effective size for the {@code p} quantile: that of the indicators of draws at or below it. */
    public static double essQuantile(double[][] draws, double p) {
        checkProbability(p);
        return essQuantile(draws, sorted(draws), p);
    }

    private static double essQuantile(double[][] draws, double[] sorted, double p) {
        int n = sorted.length;
        if (n == 0 || isDegenerate(sorted[0], sorted[n - 1])) {
            return Double.NaN;
        }
        // Every draw is at or below the maximum, so the indicator would be constant.
        double quantile = Quantiles.of(sorted, p == 1 ? (n - 0.5) / n : p);
        IndicatorAutocovariance indicators = new IndicatorAutocovariance(Ranges.halves(draws), quantile);
        return indicators.isDegenerate() ? Double.NaN : ess(indicators);
    }

    /** The Monte Carlo standard error of the mean. */
    public static double mcseMean(double[][] draws) {
        return mcseMean(draws, sd(draws), new Buffers());
    }

    static double mcseMean(double[][] draws, double sd, Buffers buffers) {
        return sd / Math.sqrt(ess(Ranges.halves(draws), buffers));
    }

    /** The Monte Carlo standard error of the standard deviation, from the variance of the squared deviations. */
    public static double mcseSd(double[][] draws) {
        check(draws);
        return mcseSd(draws, Moments.mean(draws), new Buffers());
    }

    static double mcseSd(double[][] draws, double mean, Buffers buffers) {
        int n = Math.multiplyExact(draws.length, draws[0].length);
        double[] squares = buffers.numbers(Buffers.Purpose.SQUARES, n);
        for (int chain = 0; chain < draws.length; chain++) {
            squares(draws[chain], mean, squares, chain * draws[0].length);
        }
        double variance = Moments.sum(squares) / n;
        double fourth = Moments.sumOfSquares(squares) / n;
        double size = ess(Ranges.halves(squares, draws.length), buffers);
        double varianceOfVariance = (fourth - variance * variance) / size;
        // The delta method: sd is the square root of the variance.
        return Math.sqrt(varianceOfVariance / variance / 4);
    }

    private static void squares(double[] draws, double mean, double[] squares, int first) {
        for (int i = 0; i < draws.length; i++) {
            double deviation = draws[i] - mean;
            squares[first + i] = deviation * deviation;
        }
    }

    /**
     * The Monte Carlo standard error of the {@code p} quantile: half the distance between the order statistics at the
     * central 68% interval of the quantile's own distribution, a beta with the effective size.
     */
    public static double mcseQuantile(double[][] draws, double p) {
        checkProbability(p);
        double[] sorted = sorted(draws);
        double ess = essQuantile(draws, sorted, p);
        if (Double.isNaN(ess)) {
            return Double.NaN;
        }
        double alpha = ess * p + 1;
        double beta = ess * (1 - p) + 1;
        int n = sorted.length;
        int low = (int) Math.max(Math.floor(betaQuantile(BELOW_MINUS_ONE, alpha, beta) * n), 1);
        int high = (int) Math.min(Math.ceil(betaQuantile(BELOW_ONE, alpha, beta) * n), n);
        return (sorted[high - 1] - sorted[low - 1]) / 2;
    }

    public static double mean(double[][] draws) {
        check(draws);
        return Moments.mean(draws);
    }

    /** The standard deviation with divisor n - 1. */
    public static double sd(double[][] draws) {
        check(draws);
        return Math.sqrt(Moments.variance(draws));
    }

    /** The {@code p} quantile, interpolated between order statistics (type 7, R's default). */
    public static double quantile(double[][] draws, double p) {
        checkProbability(p);
        return Quantiles.of(sorted(draws), p);
    }

    public static double median(double[][] draws) {
        return Ranks.median(sorted(draws));
    }

    /** The median absolute deviation from the median, scaled to agree with the sd of a normal. */
    public static double mad(double[][] draws) {
        return NORMAL_MAD * Ranks.median(Ranks.sorted(distances(draws, median(draws))));
    }

    /**
     * The energy Bayesian fraction of missing information of one chain (Betancourt 2016): the energy's squared steps
     * over its squared deviations. Values below about 0.3 say that momentum refreshment explores energies too slowly.
     */
    public static double ebfmi(double[] energy) {
        double mean = Moments.mean(energy);
        double steps = 0;
        double deviations = 0;
        for (int i = 0; i < energy.length; i++) {
            if (i > 0) {
                double step = energy[i] - energy[i - 1];
                steps += step * step;
            }
            deviations += (energy[i] - mean) * (energy[i] - mean);
        }
        return deviations == 0 ? Double.NaN : steps / deviations;
    }

    /** The number of places in which two configurations differ. */
    public static int hamming(int[] a, int[] b) {
        if (a.length != b.length) {
            throw new IllegalArgumentException("lengths " + a.length + " and " + b.length + " differ");
        }
        int distance = 0;
        for (int i = 0; i < a.length; i++) {
            if (a[i] != b[i]) {
                distance++;
            }
        }
        return distance;
    }

    /**
     * The minimum relative effective size: the smallest {@link #essBulk} over the elements of the named variables (of
     * all, when none is named), divided by the number of draws of all chains.
     *
     * <p>An element that never moves counts 1, as in ArviZ, and so does not hide the others; one whose effective size
     * is unknown for any other reason makes the result NaN.
     */
    public static double minimumRelativeEffectiveSize(Draws draws, String... variables) {
        if (variables.length == 0) {
            variables = draws.variables().stream().map(Variable::name).toArray(String[]::new);
        }
        double minimum = Double.POSITIVE_INFINITY;
        for (String name : variables) {
            int first = draws.firstElement(name);
            for (int i = 0; i < draws.variable(name).size(); i++) {
                minimum = Math.min(minimum, relativeEffectiveSize(draws.columns(first + i)));
            }
        }
        return minimum == Double.POSITIVE_INFINITY ? Double.NaN : minimum;
    }

    private static double relativeEffectiveSize(double[][] draws) {
        Buffers buffers = new Buffers();
        Order order = order(draws, buffers);
        double[] sorted = order.sorted();
        if (sorted.length > 0 && sorted[0] == sorted[sorted.length - 1]) {
            return 1;
        }
        return ess(normalScores(draws, order, NormalScores.NONE, buffers), buffers) / sorted.length;
    }

    /** R-hat of sequences as they are. */
    private static double basicRhat(Ranges sequences) {
        if (sequences.isDegenerate()) {
            return Double.NaN;
        }
        double[] means = new double[sequences.count()];
        double[] variances = new double[means.length];
        for (int i = 0; i < means.length; i++) {
            means[i] = sequences.mean(i);
            variances[i] = sequences.variance(i, means[i]);
        }
        return basicRhat(means, variances, sequences.length());
    }

    private static double basicRhat(double[] means, double[] variances, double n) {
        double between = n * Moments.variance(means);
        double within = Moments.mean(variances);
        return Math.sqrt((between / within + n - 1) / n);
    }

    /** The effective size of sequences as they are, by Geyer's initial monotone sequence. */
    public static double ess(Ranges sequences, Buffers buffers) {
        return sequences.length() < 3 || sequences.isDegenerate()
                ? Double.NaN
                : ess(new Autocovariance(sequences, buffers));
    }

    private static double ess(Lags autocovariance) {
        int n = autocovariance.length();
        if (n < 3) {
            return Double.NaN;
        }
        double[] means = autocovariance.means();
        double atOnce = autocovariance.at(0);
        double within = atOnce * n / (n - 1);
        double total = means.length > 1 ? atOnce + Moments.variance(means) : atOnce;
        double size = (double) n * means.length;
        // The bound keeps antithetic chains from claiming more than size * log10(size).
        double time = Math.max(autocorrelationTime(autocovariance, n, within, total), 1 / Math.log10(size));
        return size / time;
    }

    /**
     * The integrated autocorrelation time. Autocorrelations are summed in pairs of an even and the following odd lag,
     * whose sums are positive and decrease for a reversible chain: the sum ends before the first pair that is not
     * positive, and pairs that increase are lowered to the one before. Of the last pair only the even lag counts, once
     * and if positive, which lessens the bias for antithetic chains.
     */
    private static double autocorrelationTime(Lags autocovariance, int n, double within, double total) {
        double[] correlation = new double[Math.min(n, FEW_LAGS)];
        correlation[0] = 1;
        correlation[1] = 1 - (within - autocovariance.at(1)) / total;
        double even = correlation[0];
        double odd = correlation[1];
        int last = 0;
        while (last < n - 5 && even + odd > 0) {
            last += 2;
            even = 1 - (within - autocovariance.at(last)) / total;
            odd = 1 - (within - autocovariance.at(last + 1)) / total;
            if (last + 2 > correlation.length) {
                correlation = Arrays.copyOf(correlation, 2 * correlation.length);
            }
            if (even + odd >= 0) {
                correlation[last] = even;
                correlation[last + 1] = odd;
            }
        }
        if (even > 0) {
            correlation[last] = even;
        }
        for (int lag = 2; lag <= last - 2; lag += 2) {
            double before = correlation[lag - 2] + correlation[lag - 1];
            if (correlation[lag] + correlation[lag + 1] > before) {
                correlation[lag] = before / 2;
                correlation[lag + 1] = before / 2;
            }
        }
        // Lag 0 is counted twice even if no pair follows it, as in posterior.
        double sum = 0;
        for (int lag = 0; lag < Math.max(last, 1); lag++) {
            sum += correlation[lag];
        }
        return -1 + 2 * sum + correlation[last];
    }

    /** The normal scores of the halves of chains; NaN if a draw is NaN. {@code order} is that of the draws. */
    static Ranges normalScores(double[][] draws, Order order, NormalScores table, Buffers buffers) {
        int n = draws[0].length;
        Order kept = ofHalves(order, n);
        return kept.isUnknown()
                ? UNKNOWN
                : Ranges.pooled(kept.scores(table, buffers), n < 2 ? draws.length : 2 * draws.length);
    }

    /** Ranks are among those that are not left out. */
    private static Order ofHalves(Order order, int drawsPerChain) {
        return drawsPerChain < 2 || drawsPerChain % 2 == 0 ? order : order.withoutMiddle(drawsPerChain);
    }

    private static double[][] distances(double[][] draws, double centre) {
        double[][] distances = new double[draws.length][draws[0].length];
        for (int chain = 0; chain < draws.length; chain++) {
            for (int draw = 0; draw < draws[chain].length; draw++) {
                distances[chain][draw] = Math.abs(draws[chain][draw] - centre);
            }
        }
        return distances;
    }

    /** Whether draws between these are constant or not all finite, so that nothing can be said about their mixing. */
    private static boolean isDegenerate(double least, double greatest) {
        return !Double.isFinite(least) || !Double.isFinite(greatest) || greatest - least < Math.ulp(1.0);
    }

    /** By bisection down to neighbouring doubles: the result is rounded to a rank, so an error could skip one. */
    private static double betaQuantile(double p, double alpha, double beta) {
        double low = 0;
        double high = 1;
        while (true) {
            double middle = low + (high - low) / 2;
            if (middle == low || middle == high) {
                return middle;
            }
            if (RegularizedBeta.value(middle, alpha, beta) < p) {
                low = middle;
            } else {
                high = middle;
            }
        }
    }

    /** The order of all draws. */
    static Order order(double[][] draws, Buffers buffers) {
        check(draws);
        return Order.of(draws, buffers);
    }

    static double[] sorted(double[][] draws) {
        check(draws);
        return Ranks.sorted(draws);
    }

    private static void check(double[][] draws) {
        if (draws.length == 0) {
            throw new IllegalArgumentException("no chains");
        }
        for (double[] chain : draws) {
            if (chain.length != draws[0].length) {
                throw new IllegalArgumentException(
                        "chains of " + draws[0].length + " and " + chain.length + " draws; lengths must be equal");
            }
        }
    }

    private static void checkProbability(double p) {
        if (!(p >= 0 && p <= 1)) {
            throw new IllegalArgumentException("not a probability: " + p);
        }
    }
}
