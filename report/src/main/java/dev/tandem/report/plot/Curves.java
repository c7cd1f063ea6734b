package dev.tandem.report.plot;

import dev.tandem.density.Variable;
import dev.tandem.draws.summary.SummaryRow;
import java.util.Arrays;

/**
 * The plots of one unknown, computed from all of its draws and packed: density or bars, draws, ranks, autocorrelation
 * and running mean. The page's own script reads this format.
 */
public final class Curves {
    private static final int NOTHING = 0;
    private static final int CONTINUOUS = 1;
    private static final int DISCRETE = 2;

    /** A continuous unknown that takes one value in more than this share of draws has a lump there. */
    private static final double LUMP = 0.05;

    /** More bars than this are put together. */
    private static final int MOST_BARS = 60;

    private final double[][] chains;
    private final double[] sorted;
    private final SummaryRow row;
    private final Detail detail;
    private final Divergences divergences;
    private final Block block = new Block();

    private Curves(double[][] chains, SummaryRow row, Detail detail, Divergences divergences) {
        this.chains = chains;
        this.row = row;
        this.detail = detail;
        this.divergences = divergences;
        sorted = Arrays.stream(chains).flatMapToDouble(Arrays::stream).toArray();
        Arrays.sort(sorted);
    }

    /** The packed plots of an unknown; those of one that never moves or is not finite say so and hold no curve. */
    public static Block pack(double[][] chains, SummaryRow row, Detail detail, Divergences divergences) {
        return new Curves(chains, row, detail, divergences).pack();
    }

    private Block pack() {
        double smallest = sorted[0];
        double greatest = sorted[sorted.length - 1];
        if (!(greatest > smallest) || Double.isInfinite(smallest) || Double.isInfinite(greatest)) {
            return block.octet(NOTHING);
        }
        boolean discrete = row.kind() == Variable.Kind.DISCRETE || countsThings();
        boolean narrow = discrete && greatest - smallest <= Block.FULL;
        Scale scale = narrow ? Scale.whole(smallest) : Scale.of(sorted);
        block.octet(discrete ? DISCRETE : CONTINUOUS);
        block.number(scale.centre())
                .number(scale.spread())
                .number(scale.least())
                .number(scale.greatest());
        if (discrete) {
            bars(smallest, greatest);
        } else {
            density();
        }
        draws(scale);
        ranks();
        autocorrelation();
        runningMean();
        return block;
    }

    /** Whether a computed unknown, which nobody declared discrete, only takes whole numbers, as a sum of sites does. */
    private boolean countsThings() {
        return sorted[sorted.length - 1] - sorted[0] <= MOST_BARS * MOST_BARS
                && Arrays.stream(sorted).allMatch(draw -> draw == Math.rint(draw));
    }

    /** The first value, how many values a bar has, and the height of each bar, of all chains and of each. */
    private void bars(double smallest, double greatest) {
        double width = Math.ceil((greatest - smallest + 1) / MOST_BARS);
        int bars = (int) Math.floor((greatest - smallest) / width) + 1;
        double[][] heights = new double[1 + chains.length][bars];
        for (int chain = 0; chain < chains.length; chain++) {
            for (double draw : chains[chain]) {
                heights[1 + chain][(int) ((draw - smallest) / width)]++;
            }
            for (int bar = 0; bar < bars; bar++) {
                heights[1 + chain][bar] /= chains[chain].length;
                heights[0][bar] += heights[1 + chain][bar] / chains.length;
            }
        }
        block.number(smallest).number(width);
        heights(heights);
    }

    /** Where the density is shown, the share of draws beyond, a lump if any, the share above 0, and the heights. */
    private void density() {
        int n = sorted.length;
        double low = sorted[(int) (0.01 * (n - 1))];
        double high = sorted[(int) Math.ceil(0.99 * (n - 1))];
        // Tails are shown as far as they tell something: a Cauchy would otherwise be a needle.
        double reach = high > low ? 0.5 * (high - low) : Double.POSITIVE_INFINITY;
        low = Math.max(sorted[0], low - reach);
        high = Math.min(sorted[n - 1], high + reach);
        int outside = 0;
        for (double draw : sorted) {
            outside += draw < low || draw > high ? 1 : 0;
        }
        double[] lump = lump();
        boolean hasLump = lump[1] > LUMP;
        double[][] shown = hasLump ? without(lump[0]) : chains;
        double effective = Double.isNaN(row.essBulk()) ? n : Math.max(50, Math.min(n, row.essBulk()));
        KernelDensity density = KernelDensity.of(shown, low, high, effective);
        double[][] heights = new double[1 + chains.length][];
        heights[0] = density.at(detail.density(), shown);
        for (int chain = 0; chain < chains.length; chain++) {
            heights[1 + chain] = density.at(detail.density(), shown[chain]);
        }
        block.number(low).number(high).number((double) outside / n);
        block.number(hasLump ? lump[0] : Double.NaN).number(hasLump ? lump[1] : 0);
        block.number((double) Arrays.stream(sorted).filter(draw -> draw > 0).count() / n);
        heights(heights);
    }

    private double[][] without(double value) {
        return Arrays.stream(chains)
                .map(chain -> Arrays.stream(chain).filter(draw -> draw != value).toArray())
                .toArray(double[][]::new);
    }

    /** The most frequent value and its share of all draws. */
    private double[] lump() {
        double[] lump = {Double.NaN, 0};
        for (int start = 0, end; start < sorted.length; start = end) {
            end = start + 1;
            while (end < sorted.length && sorted[end] == sorted[start]) {
                end++;
            }
            double share = (double) (end - start) / sorted.length;
            if (share > lump[1]) {
                lump[0] = sorted[start];
                lump[1] = share;
            }
        }
        return lump;
    }

    /** The greatest height, and each as a share of it. */
    private void heights(double[][] heights) {
        double greatest =
                Arrays.stream(heights).flatMapToDouble(Arrays::stream).max().orElse(0);
        block.number(greatest).count(heights[0].length);
        for (double[] curve : heights) {
            for (double height : curve) {
                block.share(height, 0, greatest);
            }
        }
    }

    /** Every stride-th draw, the draws that diverged, and the extremes of stretches if some draws are not shown. */
    private void draws(Scale scale) {
        for (double[] chain : chains) {
            for (int draw = 0; draw < chain.length; draw += detail.stride()) {
                scale.put(chain[draw], block);
            }
        }
        for (Divergences.Place place : divergences.shown()) {
            scale.put(chains[place.chain()][place.draw()], block);
        }
        for (double[] chain : chains) {
            for (int i = 0; i < detail.envelope(); i++) {
                double least = Double.POSITIVE_INFINITY;
                double greatest = Double.NEGATIVE_INFINITY;
                int end = (int) ((i + 1L) * chain.length / detail.envelope());
                for (int draw = (int) ((long) i * chain.length / detail.envelope()); draw < end; draw++) {
                    least = Math.min(least, chain[draw]);
                    greatest = Math.max(greatest, chain[draw]);
                }
                scale.put(least, block);
                scale.put(greatest, block);
            }
        }
    }

    /**
     * For each chain and each bin of ranks among all draws, how often the chain is there, relative to what is expected
     * when chains agree. Ties are spread evenly over their ranks, so that discrete unknowns need no dice.
     */
    private void ranks() {
        int bins = detail.ranks();
        double width = (double) sorted.length / bins;
        for (double[] chain : chains) {
            double[] counts = new double[bins];
            double[] own = chain.clone();
            Arrays.sort(own);
            int pooled = 0;
            for (int start = 0, end; start < own.length; start = end) {
                end = start + 1;
                while (end < own.length && own[end] == own[start]) {
                    end++;
                }
                while (sorted[pooled] < own[start]) {
                    pooled++;
                }
                int first = pooled;
                while (pooled < sorted.length && sorted[pooled] == own[start]) {
                    pooled++;
                }
                spread(counts, width, first, pooled, end - start);
            }
            for (double count : counts) {
                block.share(count * bins / chain.length, 0, bins);
            }
        }
    }

    /** Adds draws that share the ranks from first to last, this excluded. */
    private static void spread(double[] counts, double width, int first, int last, int draws) {
        for (int bin = (int) (first / width); bin < counts.length && bin * width < last; bin++) {
            double overlap = Math.min(last, (bin + 1) * width) - Math.max(first, bin * width);
            counts[bin] += draws * Math.max(0, overlap) / (last - first);
        }
    }

    private void autocorrelation() {
        for (double[] chain : chains) {
            double mean = Arrays.stream(chain).average().orElse(0);
            double variance = 0;
            for (int lag = 0; lag < detail.lags(); lag++) {
                double sum = 0;
                for (int draw = lag; draw < chain.length; draw++) {
                    sum += (chain[draw] - mean) * (chain[draw - lag] - mean);
                }
                variance = lag == 0 ? sum : variance;
                // A chain that never moves is like itself at any lag.
                block.share(variance > 0 ? sum / variance : 1, -1, 1);
            }
        }
    }

    private void runningMean() {
        int points = detail.running();
        double[][] means = new double[chains.length][points];
        double least = Double.POSITIVE_INFINITY;
        double greatest = Double.NEGATIVE_INFINITY;
        for (int chain = 0; chain < chains.length; chain++) {
            double sum = 0;
            int draw = 0;
            for (int point = 0; point < points; point++) {
                int end = (int) ((point + 1L) * chains[chain].length / points);
                while (draw < end) {
                    sum += chains[chain][draw++];
                }
                means[chain][point] = sum / draw;
                least = Math.min(least, means[chain][point]);
                greatest = Math.max(greatest, means[chain][point]);
            }
        }
        block.number(least).number(greatest);
        for (double[] curve : means) {
            for (double mean : curve) {
                block.share(mean, least, greatest);
            }
        }
    }
}
