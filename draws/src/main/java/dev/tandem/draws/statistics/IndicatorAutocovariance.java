package dev.tandem.draws.statistics;

/**
 * Autocovariances of the indicators of numbers at or below a bound. They are kept as bits: a lag is a shift, and its products are
 * counted sixty-four at a time.
 */
public final class IndicatorAutocovariance implements Lags {
    /** How many lags are counted in the time that one takes to be summed. */
    private static final int COUNTED_FOR_ONE = 32;

    private final Ranges sequences;
    private final double bound;
    private final int n;

    /** By sequence; a word of zeros follows, so that a shift may look beyond the end. */
    private final long[][] bits;

    private final int[] ones;
    private final double[] means;
    private Autocovariance numbers;

    public IndicatorAutocovariance(Ranges sequences, double bound) {
        this.sequences = sequences;
        this.bound = bound;
        n = sequences.length();
        bits = new long[sequences.count()][(n + 63) / 64 + 1];
        ones = new int[bits.length];
        means = new double[bits.length];
        for (int i = 0; i < bits.length; i++) {
            indicate(sequences.array(i), sequences.start(i), n, bound, bits[i]);
            ones[i] = countBefore(bits[i], n);
            means[i] = (double) ones[i] / n;
        }
    }

    private static void indicate(double[] values, int start, int n, double bound, long[] bits) {
        int whole = n / 64;
        for (int word = 0; word < whole; word++) {
            bits[word] = word(values, start + word * 64, 64, bound);
        }
        bits[whole] = word(values, start + whole * 64, n % 64, bound);
    }

    private static long word(double[] values, int first, int count, double bound) {
        long word = 0;
        for (int i = 0; i < count; i++) {
            word |= (values[first + i] <= bound ? 1L : 0L) << i;
        }
        return word;
    }

    /** Whether all are the same. */
    public boolean isDegenerate() {
        long all = 0;
        for (int count : ones) {
            all += count;
        }
        return all == 0 || all == (long) n * ones.length;
    }

    @Override
    public int length() {
        return n;
    }

    @Override
    public double[] means() {
        return means;
    }

    @Override
    public double at(int lag) {
        if (lag >= (long) COUNTED_FOR_ONE * Autocovariance.lagsToSum(n)) {
            return numbers().transformed(lag);
        }
        double total = 0;
        for (int i = 0; i < bits.length; i++) {
            double m = means[i];
            int before = ones[i] - countBefore(bits[i], lag);
            int after = countBefore(bits[i], n - lag);
            // The sum of (x - m) (y - m), over y that come so much later than x.
            total += countBoth(bits[i], lag) - m * before - m * after + (n - lag) * m * m;
        }
        return total / ((double) n * bits.length);
    }

    /** The ones among the first {@code count} indicators. */
    private static int countBefore(long[] bits, int count) {
        int total = 0;
        int words = count / 64;
        for (int word = 0; word < words; word++) {
            total += Long.bitCount(bits[word]);
        }
        return total + Long.bitCount(bits[words] & ((1L << count) - 1));
    }

    /** How often there is a one both here and so much later. */
    private static int countBoth(long[] bits, int lag) {
        int skipped = lag / 64;
        int shift = lag & 63;
        int total = 0;
        int end = bits.length - 1 - skipped;
        for (int word = 0; word < end; word++) {
            // In two steps: a shift by 64 would be none.
            long later = bits[word + skipped] >>> shift | bits[word + skipped + 1] << 1 << (63 - shift);
            total += Long.bitCount(bits[word] & later);
        }
        return total;
    }

    /** For the transform, which chains need that hardly mix. */
    private Autocovariance numbers() {
        if (numbers == null) {
            double[] indicators = new double[Math.multiplyExact(bits.length, n)];
            for (int i = 0; i < indicators.length; i++) {
                int which = i / n;
                indicators[i] = sequences.array(which)[sequences.start(which) + i % n] <= bound ? 1 : 0;
            }
            numbers = new Autocovariance(Ranges.pooled(indicators, bits.length), new Buffers());
        }
        return numbers;
    }
}
