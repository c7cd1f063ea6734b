package dev.tandem.compiler.sum;

import dev.tandem.compiler.sum.Sums.Potential;
import dev.tandem.compiler.terms.IntList;
import dev.tandem.distributions.special.FastExponential;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The potentials of unknowns that are tied to others, from tables of log weights and back to the derivatives by these.
 * Exponentials are taken of tables, each once, relative to its largest entry: a table of moves that every time step reads
 * costs no more than one. An entry of a potential is then a product of entries of tables. Where there are many of these,
 * products might leave the range of numbers before they come to the value that matters, and logarithms are added up first.
 * Immutable.
 */
final class TiedWeights {
    /** So many exponentials are multiplied; of more the logarithms are added. */
    private static final int MOST_FACTORS = 4;

    /** The tables: which array each is in, where it begins there, and where its exponentials begin; one more for the end. */
    private final int[] arrays;

    private final int[] offsets;
    private final int[] starts;

    /** Runs of potentials that follow each other and have as many tables each: number of tables, first entry, end. */
    private final int[] runs;

    /** For each entry of each run the places of the exponentials that it is the product of. */
    private final int[][] reads;

    /** For each tied potential its number, and where its tables begin in the list after it; one more for the end. */
    private final int[] potentials;

    private final int[] tableStarts;
    private final int[] tables;

    /** Whether exponentials of a table are multiplied anywhere. */
    private final boolean[] multiplied;

    /** The numbers of the potentials whose logarithms are added. */
    private final int[] added;

    /**
     * How potentials read tables.
     *
     * @param all every potential
     * @param tied the numbers of those that are of tied unknowns, in their order
     */
    TiedWeights(Potential[] all, int[] tied) {
        potentials = tied;
        Map<Long, Integer> known = new HashMap<>();
        IntList arrayList = new IntList();
        IntList offsetList = new IntList();
        IntList tableList = new IntList();
        tableStarts = new int[tied.length + 1];
        for (int i = 0; i < tied.length; i++) {
            Potential own = all[tied[i]];
            for (int f = 0; f < own.arrays().length; f++) {
                int array = own.arrays()[f];
                int offset = own.offsets()[f];
                tableList.add(known.computeIfAbsent((long) array << 32 | offset, key -> {
                    arrayList.add(array);
                    offsetList.add(offset);
                    return arrayList.size() - 1;
                }));
            }
            tableStarts[i + 1] = tableList.size();
        }
        arrays = arrayList.toArray();
        offsets = offsetList.toArray();
        tables = tableList.toArray();
        starts = new int[arrays.length + 1];
        for (int i = 0; i < tied.length; i++) {
            for (int f = 0; f < all[tied[i]].places().length; f++) {
                int table = tables[tableStarts[i] + f];
                for (int place : all[tied[i]].places()[f]) {
                    starts[table + 1] = Math.max(starts[table + 1], place + 1);
                }
            }
        }
        for (int t = 0; t < arrays.length; t++) {
            starts[t + 1] = Math.addExact(starts[t + 1], starts[t]);
        }
        IntList runList = new IntList();
        IntList counts = new IntList();
        for (int i = 0; i < tied.length; i++) {
            Potential own = all[tied[i]];
            int last = runList.size() - 3;
            if (last >= 0 && runList.get(last) == own.arrays().length && runList.get(last + 2) == own.start()) {
                runList.set(last + 2, own.start() + own.entries());
                counts.set(counts.size() - 1, i + 1);
            } else {
                runList.addAll(new int[] {own.arrays().length, own.start(), own.start() + own.entries()});
                counts.add(i + 1);
            }
        }
        runs = runList.toArray();
        reads = new int[counts.size()][];
        int first = 0;
        for (int r = 0; r < reads.length; r++) {
            int size = Math.multiplyExact(runs[3 * r], runs[3 * r + 2] - runs[3 * r + 1]);
            reads[r] = reads(all, first, counts.get(r), size);
            first = counts.get(r);
        }
        multiplied = new boolean[arrays.length];
        IntList addedList = new IntList();
        for (int i = 0; i < tied.length; i++) {
            if (tableStarts[i + 1] - tableStarts[i] > MOST_FACTORS) {
                addedList.add(tied[i]);
                continue;
            }
            for (int f = tableStarts[i]; f < tableStarts[i + 1]; f++) {
                multiplied[tables[f]] = true;
            }
        }
        added = addedList.toArray();
    }

    private int[] reads(Potential[] all, int from, int to, int size) {
        int[] read = new int[size];
        int next = 0;
        for (int i = from; i < to; i++) {
            Potential own = all[potentials[i]];
            for (int e = 0; e < own.entries(); e++) {
                for (int f = 0; f < own.arrays().length; f++) {
                    read[next++] = starts[tables[tableStarts[i] + f]] + own.places()[f][e];
                }
            }
        }
        return read;
    }

    /** The numbers of the potentials of tied unknowns. */
    int[] potentials() {
        return potentials;
    }

    /** How many exponentials there are. */
    int entries() {
        return starts[arrays.length];
    }

    /** The numbers of the potentials that {@link #collect} leaves alone: their logarithms are to be added. */
    int[] added() {
        return added;
    }

    /** How many tables there are. */
    int tables() {
        return arrays.length;
    }

    /**
     * Computes the potentials, each relative to the product of the largest entries of its tables.
     *
     * @param exponentials receives those of the tables
     * @param most scratch space for the largest logarithm of each table
     * @param largest receives for each potential the logarithm of what it is relative to
     */
    void collect(double[][] weights, double[] exponentials, double[] most, double[] potential, double[] largest) {
        for (int t = 0; t < arrays.length; t++) {
            if (multiplied[t]) {
                most[t] = exponentiate(weights[arrays[t]], offsets[t], starts[t], starts[t + 1], exponentials);
            }
        }
        for (int i = 0; i < potentials.length; i++) {
            double sum = 0;
            for (int f = tableStarts[i]; f < tableStarts[i + 1]; f++) {
                sum += most[tables[f]];
            }
            largest[potentials[i]] = sum;
        }
        for (int r = 0; r < reads.length; r++) {
            if (runs[3 * r] <= MOST_FACTORS) {
                multiply(runs[3 * r], runs[3 * r + 1], runs[3 * r + 2], reads[r], exponentials, potential);
            }
        }
    }

    /** The exponentials of a table relative to its largest entry, which is returned. */
    private static double exponentiate(double[] weights, int offset, int from, int to, double[] exponentials) {
        if (to - from == 2) {
            double low = weights[offset];
            double high = weights[offset + 1];
            if (Math.abs(high - low) < -Summation.FARTHEST) {
                // Of two one is relative to itself.
                double rest = FastExponential.ofNonPositive(-Math.abs(high - low));
                boolean up = high > low;
                exponentials[from] = up ? rest : 1;
                exponentials[from + 1] = up ? 1 : rest;
                return up ? high : low;
            }
        }
        int distance = offset - from;
        double most = Double.NEGATIVE_INFINITY;
        for (int e = from; e < to; e++) {
            double weight = weights[distance + e];
            // NaN fails the comparison, and so does what is infinite.
            if (weight < Double.POSITIVE_INFINITY && weight > most) {
                most = weight;
            }
        }
        for (int e = from; e < to; e++) {
            double weight = weights[distance + e] - most;
            // Dead is exactly dead: what is impossible must get no derivative, which may be infinite there.
            exponentials[e] = weight > Summation.FARTHEST && weight < 0
                    ? FastExponential.ofNonPositive(weight)
                    : weight == 0 ? 1 : 0;
        }
        return most;
    }

    private static void multiply(int count, int from, int to, int[] read, double[] exponentials, double[] potential) {
        switch (count) {
            case 0 -> Arrays.fill(potential, from, to, 1);
            case 1 -> {
                for (int e = from; e < to; e++) {
                    potential[e] = exponentials[read[e - from]];
                }
            }
            case 2 -> {
                for (int e = from, r = 0; e < to; e++, r += 2) {
                    potential[e] = exponentials[read[r]] * exponentials[read[r + 1]];
                }
            }
            default -> {
                for (int e = from, r = 0; e < to; e++) {
                    double product = exponentials[read[r++]];
                    for (int f = 1; f < count; f++) {
                        product *= exponentials[read[r++]];
                    }
                    potential[e] = product;
                }
            }
        }
    }

    /**
     * Adds the derivatives by the potentials' logarithms to those by the tables.
     *
     * @param scratch space for as many numbers as there are exponentials
     * @param bars null where nobody asks
     */
    void handBack(double[] potentialBar, double[] scratch, double[][] bars) {
        Arrays.fill(scratch, 0);
        for (int r = 0; r < reads.length; r++) {
            scatter(runs[3 * r], runs[3 * r + 1], runs[3 * r + 2], reads[r], potentialBar, scratch);
        }
        for (int t = 0; t < arrays.length; t++) {
            double[] bar = bars[arrays[t]];
            if (bar != null) {
                int from = starts[t];
                int to = starts[t + 1];
                int offset = offsets[t];
                if (to - from == 2) {
                    bar[offset] += scratch[from];
                    bar[offset + 1] += scratch[from + 1];
                    continue;
                }
                for (int e = from; e < to; e++) {
                    bar[offset - from + e] += scratch[e];
                }
            }
        }
    }

    private static void scatter(int count, int from, int to, int[] read, double[] potentialBar, double[] scratch) {
        if (count == 1) {
            for (int e = from; e < to; e++) {
                scratch[read[e - from]] += potentialBar[e];
            }
        } else if (count == 2) {
            for (int e = from, r = 0; e < to; e++, r += 2) {
                double bar = potentialBar[e];
                scratch[read[r]] += bar;
                scratch[read[r + 1]] += bar;
            }
        } else {
            for (int e = from, r = 0; e < to; e++) {
                for (int f = 0; f < count; f++) {
                    scratch[read[r++]] += potentialBar[e];
                }
            }
        }
    }
}
