package dev.tandem.sampling.discrete;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * In which order the unknowns of a block are summed over, and what each sum reads: the one first whose sum has the fewest
 * entries. Tables of the block's factors come first, then one for each unknown in its turn.
 */
final class Elimination {
    /** The unknowns in the order in which they are summed over. */
    final int[] order;

    /** What each table depends on: the factors, then what is left after each sum. */
    final int[][] tables;

    /** The tables that each sum is over. */
    final int[][] sources;

    /** The entries that all sums have together, for unknowns of the given widths, and those of the largest. */
    final double entries;

    final double largest;

    /** The entries of the tables of all factors. */
    final double filled;

    /**
     * The order for a block.
     *
     * @param widths how many values each unknown has
     * @param factors the unknowns that each factor depends on
     */
    Elimination(int[] widths, int[][] factors) {
        int unknowns = widths.length;
        order = new int[unknowns];
        tables = new int[factors.length + unknowns][];
        sources = new int[unknowns][];
        List<Integer> open = new ArrayList<>();
        for (int f = 0; f < factors.length; f++) {
            tables[f] = factors[f].clone();
            open.add(f);
        }
        BitSet left = new BitSet();
        left.set(0, unknowns);
        double all = 0;
        double most = 0;
        for (int k = 0; k < unknowns; k++) {
            int next = -1;
            double fewest = Double.POSITIVE_INFINITY;
            for (int v = left.nextSetBit(0); v >= 0; v = left.nextSetBit(v + 1)) {
                double size = size(scope(v, open), widths);
                if (size < fewest) {
                    fewest = size;
                    next = v;
                }
            }
            int eliminated = next;
            BitSet scope = scope(eliminated, open);
            scope.clear(eliminated);
            order[k] = eliminated;
            sources[k] = open.stream()
                    .filter(t -> reads(t, eliminated))
                    .mapToInt(t -> t)
                    .toArray();
            open.removeIf(t -> reads(t, eliminated));
            tables[factors.length + k] = scope.stream().toArray();
            open.add(factors.length + k);
            left.clear(eliminated);
            all += fewest;
            most = Math.max(most, fewest);
        }
        double tabled = 0;
        for (int[] factor : factors) {
            tabled += size(factor, widths);
        }
        filled = tabled;
        entries = all;
        largest = most;
    }

    private boolean reads(int table, int unknown) {
        for (int v : tables[table]) {
            if (v == unknown) {
                return true;
            }
        }
        return false;
    }

    /** An unknown and all that share a table with it. */
    private BitSet scope(int unknown, List<Integer> open) {
        BitSet scope = new BitSet();
        scope.set(unknown);
        for (int table : open) {
            if (reads(table, unknown)) {
                for (int v : tables[table]) {
                    scope.set(v);
                }
            }
        }
        return scope;
    }

    private static double size(BitSet scope, int[] widths) {
        return scope.stream().mapToDouble(v -> widths[v]).reduce(1, (a, b) -> a * b);
    }

    static double size(int[] scope, int[] widths) {
        double size = 1;
        for (int v : scope) {
            size *= widths[v];
        }
        return size;
    }
}
