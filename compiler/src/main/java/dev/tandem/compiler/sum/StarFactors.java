package dev.tandem.compiler.sum;

import dev.tandem.compiler.terms.IntList;
import dev.tandem.distributions.special.FastExponential;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The stars whose weights are multiplied. Where the same tables come back in many stars, such as the rows of a rater's errors
 * in the answers to many questions, exponentials are taken of tables, each relative to its largest entry, and a weight of a
 * star is a product of these. Immutable.
 */
final class StarFactors {
    /** Of a smaller sum digits may have been lost on the way: logarithms are added up instead. */
    static final double SMALLEST = 1e-30;

    /** A sum may be multiplied by itself so often and still be far from where numbers end. */
    static final int MOST_TIMES = 3;

    /** Of more tables the product of exponentials may be small even where it matters. */
    private static final int MOST_FACTORS = 32;

    /** What exponentials of tables may be, as a share of those that they save. */
    private static final double SHARE = 1;

    /** For each star whether its weights are multiplied. */
    private final boolean[] multiplied;

    /** Where the tables of each star begin in the list of all; for each of these where its exponentials stand. */
    private final int[] tables;

    private final int[] places;

    /** For each table that exponentials are taken of: array, offset, number of values, and where they stand. */
    private final int[] steps;

    private final int entries;

    /**
     * Finds out where multiplying saves exponentials.
     *
     * @param values how many values each star has
     * @param tables where the tables of each star begin in the two lists after it; one more for the end
     * @param first where in the room for shared numbers exponentials may begin
     */
    StarFactors(int[] values, int[] tables, int[] arrays, int[] offsets, int first) {
        this.tables = tables;
        multiplied = new boolean[values.length];
        places = new int[arrays.length];
        IntList made = new IntList();
        BitSet[] known = IntStream.range(
                        0, 1 + Arrays.stream(arrays).max().orElse(StarProfiles.SHARED) - StarProfiles.SHARED)
                .mapToObj(array -> new BitSet())
                .toArray(BitSet[]::new);
        int size = 0;
        for (int[] alike : alike(values, tables, arrays)) {
            int count = values[alike[0]];
            int distinct = 0;
            int mostFactors = 0;
            for (int s : alike) {
                mostFactors = Math.max(mostFactors, tables[s + 1] - tables[s]);
                for (int t = tables[s]; t < tables[s + 1]; t++) {
                    BitSet offsetsKnown = known[arrays[t] - StarProfiles.SHARED];
                    distinct += offsetsKnown.get(offsets[t]) ? 0 : 1;
                    offsetsKnown.set(offsets[t]);
                }
            }
            // Of two and three values one exponential fewer is taken.
            double saved = (double) alike.length * (count <= 3 ? count - 1 : count);
            if (mostFactors <= MOST_FACTORS && (double) distinct * count <= SHARE * saved) {
                Map<Long, Integer> placed = new HashMap<>();
                for (int s : alike) {
                    multiplied[s] = true;
                    for (int t = tables[s]; t < tables[s + 1]; t++) {
                        int next = Math.addExact(first, size);
                        Integer place = placed.putIfAbsent((long) arrays[t] << 32 | offsets[t], next);
                        if (place == null) {
                            made.addAll(new int[] {arrays[t], offsets[t], count, next});
                            size = Math.addExact(size, count + 1);
                        }
                        places[t] = place == null ? next : place;
                    }
                }
            }
            for (BitSet offsetsKnown : known) {
                offsetsKnown.clear();
            }
        }
        steps = made.toArray();
        entries = size;
    }

    /** Stars of as many values that read the same arrays, however often, in the order of the first of each. */
    private static List<int[]> alike(int[] values, int[] tables, int[] arrays) {
        Map<List<Integer>, Integer> numbers = new HashMap<>();
        List<IntList> groups = new ArrayList<>();
        for (int s = 0; s < values.length; s++) {
            List<Integer> key = new ArrayList<>();
            key.add(values[s]);
            Arrays.stream(arrays, tables[s], tables[s + 1]).sorted().distinct().forEach(key::add);
            int number = numbers.computeIfAbsent(key, k -> {
                groups.add(new IntList());
                return groups.size() - 1;
            });
            groups.get(number).add(s);
        }
        return groups.stream().map(IntList::toArray).toList();
    }

    /** Whether a star's weights are multiplied. */
    boolean has(int star) {
        return multiplied[star];
    }

    /** How much room exponentials need. */
    int entries() {
        return entries;
    }

    /** Takes exponentials of all tables; after those of each stands the logarithm that they are relative to. */
    void exponentiate(double[][] weights, double[] shared) {
        for (int i = 0; i < steps.length; i += 4) {
            double[] array = steps[i] == StarProfiles.SHARED ? shared : weights[steps[i]];
            exponentiate(array, steps[i + 1], steps[i + 2], shared, steps[i + 3]);
        }
    }

    private static void exponentiate(double[] array, int offset, int count, double[] shared, int place) {
        double most = Double.NEGATIVE_INFINITY;
        for (int e = 0; e < count; e++) {
            double weight = array[offset + e];
            // NaN fails the comparison, and so does what is infinite.
            if (weight < Double.POSITIVE_INFINITY && weight > most) {
                most = weight;
            }
        }
        for (int e = 0; e < count; e++) {
            double weight = array[offset + e] - most;
            // Dead is exactly dead: what is impossible must get no derivative, which may be infinite there.
            shared[place + e] = weight > Summation.FARTHEST && weight <= 0 ? FastExponential.ofNonPositive(weight) : 0;
        }
        shared[place + count] = most;
    }

    /** Writes the weights of a star, each relative to the largest entries of its tables; returns their sum. */
    double multiply(int star, int start, int count, double[] shared, double[] weights) {
        int t = tables[star];
        int end = tables[star + 1];
        if (count == 3) {
            double low = 1;
            double middle = 1;
            double high = 1;
            for (; t < end; t++) {
                int place = places[t];
                low *= shared[place];
                middle *= shared[place + 1];
                high *= shared[place + 2];
            }
            weights[start] = low;
            weights[start + 1] = middle;
            weights[start + 2] = high;
            return low + middle + high;
        }
        for (int e = 0; e < count; e++) {
            weights[start + e] = shared[places[t] + e];
        }
        for (t++; t < end; t++) {
            int place = places[t];
            for (int e = 0; e < count; e++) {
                weights[start + e] *= shared[place + e];
            }
        }
        double sum = 0;
        for (int e = start; e < start + count; e++) {
            sum += weights[e];
        }
        return sum;
    }

    /** The logarithm that {@link #multiply} is relative to. */
    double most(int star, int count, double[] shared) {
        double most = 0;
        for (int t = tables[star]; t < tables[star + 1]; t++) {
            most += shared[places[t] + count];
        }
        return most;
    }
}
