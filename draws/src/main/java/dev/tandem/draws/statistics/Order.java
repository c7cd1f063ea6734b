package dev.tandem.draws.statistics;

import java.util.Arrays;

/**
 * Pooled draws in ascending order, each with its place among the chains, put one after the other. Ranks and scores then come
 * without a search, and the order of distances from a centre without a second sort.
 */
public final class Order {
    /** Digits of a key that are sorted by at once. */
    private static final int DIGIT_BITS = 11;

    private static final int VALUES = 1 << DIGIT_BITS;
    private static final int DIGITS = 3;

    /** A key is the first bits of a draw, those that differ, and its place: one number to be moved about. */
    private static final int PLACE_BITS = Long.SIZE - DIGITS * DIGIT_BITS;

    private static final int PLACE_MASK = Integer.MAX_VALUE;

    private final double[] sorted;
    private final int[] places;

    private Order(double[] sorted, int[] places) {
        this.sorted = sorted;
        this.places = places;
    }

    /** Sorts by the digits of keys, the last one first: the time is linear. NaN come last. */
    public static Order of(double[][] chains) {
        return of(chains, new Buffers());
    }

    /** Sorts in arrays that are kept for the next time. */
    public static Order of(double[][] chains, Buffers buffers) {
        int n = Math.multiplyExact(chains.length, chains[0].length);
        double[] pool = buffers.numbers(Buffers.Purpose.POOL, n);
        for (int chain = 0; chain < chains.length; chain++) {
            pool(chains[chain], pool, chain * chains[0].length);
        }
        long least = leastBits(pool);
        int differing = Long.SIZE - Long.numberOfLeadingZeros(greatestBits(pool) - least);
        int cut = Math.max(0, differing - DIGITS * DIGIT_BITS);
        int[][] starts = new int[DIGITS][VALUES];
        long[] keys = buffers.keys(false, n);
        long[] other = buffers.keys(true, n);
        key(pool, least, cut, keys, starts);
        for (int digit = 0; digit < DIGITS; digit++) {
            if (addUp(starts[digit]) < n) {
                distribute(keys, PLACE_BITS + digit * DIGIT_BITS, starts[digit], other);
                long[] swapped = keys;
                keys = other;
                other = swapped;
            }
        }
        double[] sorted = buffers.numbers(Buffers.Purpose.SORTED, n);
        numbers(keys, pool, sorted);
        if (cut > 0) {
            sortEqualKeys(keys, pool, sorted, least, cut);
        }
        int[] places = buffers.places(false, n);
        places(keys, places);
        return new Order(sorted, places);
    }

    // The loops are methods of their own: Java compiles a method with a long loop while that runs, and each of several
    // in
    // one method would have it compile them all.

    /** Adding zero turns -0 into 0. */
    private static void pool(double[] chain, double[] pool, int first) {
        for (int i = 0; i < chain.length; i++) {
            pool[first + i] = chain[i] + 0.0;
        }
    }

    /** Bits in the order of the numbers: those of negative ones are reversed. All NaN have the same. */
    private static long bits(double x) {
        long bits = Double.doubleToLongBits(x);
        return bits ^ ((bits >> 63) & Long.MAX_VALUE);
    }

    private static long leastBits(double[] pool) {
        long least = Long.MAX_VALUE;
        for (double x : pool) {
            least = Math.min(least, bits(x));
        }
        return least;
    }

    private static long greatestBits(double[] pool) {
        long greatest = Long.MIN_VALUE;
        for (double x : pool) {
            greatest = Math.max(greatest, bits(x));
        }
        return greatest;
    }

    /** Makes keys in the order of places; counts the values of each digit. */
    private static void key(double[] pool, long least, int cut, long[] keys, int[][] counts) {
        int[] first = counts[0];
        int[] second = counts[1];
        int[] third = counts[2];
        for (int i = 0; i < pool.length; i++) {
            long key = (bits(pool[i]) - least) >>> cut;
            keys[i] = key << PLACE_BITS | i;
            first[(int) key & (VALUES - 1)]++;
            second[(int) (key >>> DIGIT_BITS) & (VALUES - 1)]++;
            third[(int) (key >>> (2 * DIGIT_BITS)) & (VALUES - 1)]++;
        }
    }

    /** Makes of counts where each value of a digit starts; the largest of the counts. */
    private static int addUp(int[] counts) {
        int start = 0;
        int largest = 0;
        for (int value = 0; value < VALUES; value++) {
            int count = counts[value];
            largest = Math.max(largest, count);
            counts[value] = start;
            start += count;
        }
        return largest;
    }

    private static void distribute(long[] keys, int shift, int[] starts, long[] to) {
        for (long key : keys) {
            to[starts[(int) (key >>> shift) & (VALUES - 1)]++] = key;
        }
    }

    private static void numbers(long[] keys, double[] pool, double[] sorted) {
        for (int i = 0; i < keys.length; i++) {
            sorted[i] = pool[(int) keys[i] & PLACE_MASK];
        }
    }

    private static void places(long[] keys, int[] places) {
        for (int i = 0; i < keys.length; i++) {
            places[i] = (int) keys[i] & PLACE_MASK;
        }
    }

    /** Few draws share their first bits without being equal; those are put in order by the bits that were cut off. */
    private static void sortEqualKeys(long[] keys, double[] pool, double[] sorted, long least, int cut) {
        for (int i = 1; i < keys.length; i++) {
            // Draws that are equal, and have many others beside them that are, cost no more than those that are not.
            if ((keys[i] ^ keys[i - 1]) >>> PLACE_BITS == 0 && sorted[i] != sorted[i - 1]) {
                i = sortAround(keys, pool, sorted, i, least, cut);
            }
        }
    }

    /** Puts those in order that share their first bits with this one; the last of them. */
    private static int sortAround(long[] keys, double[] pool, double[] sorted, int i, long least, int cut) {
        long key = keys[i] >>> PLACE_BITS;
        int start = i - 1;
        while (start > 0 && keys[start - 1] >>> PLACE_BITS == key) {
            start--;
        }
        int end = i + 1;
        while (end < keys.length && keys[end] >>> PLACE_BITS == key) {
            end++;
        }
        if (end - start > 2) {
            sortByRest(keys, pool, sorted, start, end, least, cut);
        } else if (sorted[i] < sorted[start]) {
            long swappedKey = keys[i];
            keys[i] = keys[start];
            keys[start] = swappedKey;
            double swapped = sorted[i];
            sorted[i] = sorted[start];
            sorted[start] = swapped;
        }
        return end - 1;
    }

    private static void sortByRest(
            long[] keys, double[] pool, double[] sorted, int start, int end, long least, int cut) {
        long rest = (1L << cut) - 1;
        for (int i = start; i < end; i++) {
            keys[i] = ((bits(sorted[i]) - least) & rest) << PLACE_BITS | (keys[i] & PLACE_MASK);
        }
        Arrays.sort(keys, start, end);
        for (int i = start; i < end; i++) {
            sorted[i] = pool[(int) keys[i] & PLACE_MASK];
        }
    }

    /** The draws in order. */
    public double[] sorted() {
        return sorted;
    }

    public int size() {
        return sorted.length;
    }

    /** The draw of this rank, from 0. */
    public double sorted(int rank) {
        return sorted[rank];
    }

    /** The place of the draw of this rank among the chains, put one after the other. */
    public int place(int rank) {
        return places[rank];
    }

    /** Whether there is no draw, or one that is not a number. */
    public boolean isUnknown() {
        return sorted.length == 0 || Double.isNaN(sorted[sorted.length - 1]);
    }

    /** Without the middle draw of each chain of an odd number of draws; places are among those that stay. */
    public Order withoutMiddle(int drawsPerChain) {
        int half = drawsPerChain / 2;
        int chains = sorted.length / drawsPerChain;
        double[] stay = new double[sorted.length - chains];
        int[] from = new int[stay.length];
        int length = 0;
        for (int i = 0; i < sorted.length; i++) {
            int chain = places[i] / drawsPerChain;
            int draw = places[i] - chain * drawsPerChain;
            if (draw != half) {
                stay[length] = sorted[i];
                from[length++] = places[i] - chain - (draw > half ? 1 : 0);
            }
        }
        return new Order(stay, from);
    }

    /**
     * The distances of these draws from a finite centre, in order: they grow to both sides of it. Of equal ones those to the
     * right come first.
     */
    public Order distancesFrom(double centre, Buffers buffers) {
        int n = sorted.length;
        int middle = Arrays.binarySearch(sorted, centre);
        middle = middle < 0 ? -1 - middle : middle;
        double[] distances = buffers.numbers(Buffers.Purpose.DISTANCES, n);
        int[] from = buffers.places(true, n);
        int steps = Math.min(middle, n - middle);
        int left = mergeBothWays(centre, middle, steps, distances, from);
        int right = middle + steps - (middle - 1 - left);
        // What is left in between, where the centre is not in the middle.
        for (int i = steps; i < n - steps; i++) {
            double before = left < 0 ? Double.POSITIVE_INFINITY : centre - sorted[left];
            double after = right == n ? Double.POSITIVE_INFINITY : sorted[right] - centre;
            boolean takeLeft = right == n || (left >= 0 && before < after);
            distances[i] = takeLeft ? before : after;
            from[i] = takeLeft ? left-- : right++;
        }
        for (int i = 0; i < n; i++) {
            from[i] = places[from[i]];
        }
        return new Order(distances, from);
    }

    /**
     * Merges both sides from the centre outwards and from the ends inwards, so many steps each: two chains of computations that
     * do not wait for each other. There are no branches, which could not be foretold: bits of distances, which are not
     * negative, are in their order, and the sign of a difference is a mask.
     *
     * @return the next to the left of the centre
     */
    private int mergeBothWays(double centre, int middle, int steps, double[] distances, int[] from) {
        double[] x = sorted;
        int left = middle - 1;
        int right = middle;
        int first = 0;
        int last = x.length - 1;
        for (int i = 0; i < steps; i++) {
            long before = Double.doubleToRawLongBits(centre - x[left]);
            long after = Double.doubleToRawLongBits(x[right] - centre);
            long mask = (before - after) >> 63;
            distances[i] = Double.longBitsToDouble(after ^ ((before ^ after) & mask));
            from[i] = right ^ ((left ^ right) & (int) mask);
            left += (int) mask;
            right += 1 + (int) mask;

            long farBefore = Double.doubleToRawLongBits(centre - x[first]);
            long farAfter = Double.doubleToRawLongBits(x[last] - centre);
            long far = (farBefore - farAfter) >> 63;
            int at = x.length - 1 - i;
            distances[at] = Double.longBitsToDouble(farBefore ^ ((farBefore ^ farAfter) & far));
            from[at] = first ^ ((first ^ last) & (int) far);
            first += 1 + (int) far;
            last += (int) far;
        }
        return left;
    }

    /** By place, the normal scores of ranks; equal draws have that of their average rank. */
    public double[] scores(NormalScores table, Buffers buffers) {
        int n = sorted.length;
        double[] scores = buffers.numbers(Buffers.Purpose.SCORES, n);
        for (int start = 0, end; start < n; start = end) {
            end = endOfEquals(start);
            double score = table.of(0.5 * (start + 1.0 + end), n);
            for (int i = start; i < end; i++) {
                scores[places[i]] = score;
            }
        }
        return scores;
    }

    /** Sums of scores and of their squares, by parts of so many places. */
    public void addScores(NormalScores table, int placesOfPart, double[] sums, double[] squares) {
        int n = sorted.length;
        for (int start = 0, end; start < n; start = end) {
            end = endOfEquals(start);
            double score = table.of(0.5 * (start + 1.0 + end), n);
            double square = score * score;
            for (int i = start; i < end; i++) {
                int part = places[i] / placesOfPart;
                sums[part] += score;
                squares[part] += square;
            }
        }
    }

    private int endOfEquals(int start) {
        int end = start + 1;
        while (end < sorted.length && sorted[end] == sorted[start]) {
            end++;
        }
        return end;
    }
}
