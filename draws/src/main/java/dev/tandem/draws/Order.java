package dev.tandem.draws;

import java.util.Arrays;

/**
 * Pooled draws in ascending order, each with its place among the chains, put one after the other. Ranks and scores then come
 * without a search, and the order of distances from a centre without a second sort.
 */
final class Order {
    /** Digits of a key that are sorted by at once. */
    private static final int DIGIT_BITS = 11;

    private static final int VALUES = 1 << DIGIT_BITS;

    private final double[] sorted;
    private final int[] places;

    private Order(double[] sorted, int[] places) {
        this.sorted = sorted;
        this.places = places;
    }

    /** Sorts by digits, the last one first: the time is linear. NaN come last. */
    static Order of(double[][] chains) {
        int n = Math.multiplyExact(chains.length, chains[0].length);
        long[] keys = new long[n];
        int[] places = new int[n];
        int length = 0;
        for (double[] chain : chains) {
            keys(chain, keys, places, length);
            length += chain.length;
        }
        long[] otherKeys = new long[n];
        int[] otherPlaces = new int[n];
        int[] starts = new int[VALUES];
        for (int shift = 0; shift < Long.SIZE && n > 0; shift += DIGIT_BITS) {
            Arrays.fill(starts, 0);
            count(keys, shift, starts);
            if (starts[digit(keys[0], shift)] == n) {
                // All numbers have the same digit here: there is nothing to sort by it.
                continue;
            }
            addUp(starts);
            distribute(keys, places, shift, starts, otherKeys, otherPlaces);
            long[] swappedKeys = keys;
            keys = otherKeys;
            otherKeys = swappedKeys;
            int[] swappedPlaces = places;
            places = otherPlaces;
            otherPlaces = swappedPlaces;
        }
        return new Order(numbers(keys), places);
    }

    // The loops are methods of their own: Java compiles a method with a long loop while that runs, and each of several
    // in
    // one method would have it compile them all.

    /** Bits in the order of the numbers: those of negative ones are reversed. Adding zero turns -0 into 0. */
    private static void keys(double[] chain, long[] keys, int[] places, int first) {
        for (int i = 0; i < chain.length; i++) {
            long bits = Double.doubleToLongBits(chain[i] + 0.0);
            keys[first + i] = bits ^ ((bits >> 63) | Long.MIN_VALUE);
            places[first + i] = first + i;
        }
    }

    private static int digit(long key, int shift) {
        return (int) (key >>> shift) & (VALUES - 1);
    }

    private static void count(long[] keys, int shift, int[] counts) {
        for (long key : keys) {
            counts[digit(key, shift)]++;
        }
    }

    /** Makes of counts where each value of a digit starts. */
    private static void addUp(int[] counts) {
        int start = 0;
        for (int value = 0; value < VALUES; value++) {
            int count = counts[value];
            counts[value] = start;
            start += count;
        }
    }

    private static void distribute(long[] keys, int[] places, int shift, int[] starts, long[] toKeys, int[] toPlaces) {
        for (int i = 0; i < keys.length; i++) {
            int to = starts[digit(keys[i], shift)]++;
            toKeys[to] = keys[i];
            toPlaces[to] = places[i];
        }
    }

    private static double[] numbers(long[] keys) {
        double[] numbers = new double[keys.length];
        for (int i = 0; i < keys.length; i++) {
            numbers[i] = Double.longBitsToDouble(keys[i] ^ ((~keys[i] >> 63) | Long.MIN_VALUE));
        }
        return numbers;
    }

    /** The draws in order. */
    double[] sorted() {
        return sorted;
    }

    /** Whether there is no draw, or one that is not a number. */
    boolean isUnknown() {
        return sorted.length == 0 || Double.isNaN(sorted[sorted.length - 1]);
    }

    /** The distances of these draws from a finite centre, in order: they grow to both sides of it. */
    Order distancesFrom(double centre) {
        int n = sorted.length;
        int right = Arrays.binarySearch(sorted, centre);
        right = right < 0 ? -1 - right : right;
        int left = right - 1;
        double[] distances = new double[n];
        int[] from = new int[n];
        for (int i = 0; i < n; i++) {
            double before = left < 0 ? Double.POSITIVE_INFINITY : Math.abs(sorted[left] - centre);
            double after = right == n ? Double.POSITIVE_INFINITY : Math.abs(sorted[right] - centre);
            boolean takeLeft = right == n || (left >= 0 && before < after);
            distances[i] = takeLeft ? before : after;
            from[i] = places[takeLeft ? left-- : right++];
        }
        return new Order(distances, from);
    }

    /** By place, the normal scores of ranks; equal draws have that of their average rank. */
    double[] scores(NormalScores table) {
        int n = sorted.length;
        double[] scores = new double[n];
        for (int start = 0, end; start < n; start = end) {
            end = start + 1;
            while (end < n && sorted[end] == sorted[start]) {
                end++;
            }
            double score = table.of(0.5 * (start + 1.0 + end), n);
            for (int i = start; i < end; i++) {
                scores[places[i]] = score;
            }
        }
        return scores;
    }
}
