package dev.tandem.compiler.sum;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * How unknowns hang together: how many values each has, and which of them each table of log weights speaks of.
 *
 * <p>Components of one shape are summed in one order, which is found once. An unknown is summed out with all tables that
 * speak of it, over the values of those that it shares a table with; what is left is a table over the latter. Which
 * unknown comes next is the one that ties the fewest others to each other (min-fill), then the one with the smallest
 * table.
 */
public final class Shape {
    /** Nothing is summed over a table with more entries. */
    public static final int LARGEST_TABLE = 1 << 14;

    /**
     * One unknown on its way out.
     *
     * <p>Its table has a row for each combination of the values of {@code neighbours}, the last running fastest, and in
     * the row one entry for each of its own values.
     *
     * @param unknown which of the unknowns is summed out
     * @param neighbours those that are left and share a table with it
     * @param rows the number of combinations of their values
     * @param values the number of its own values
     * @param factors which of the given tables are used here
     * @param factorPlaces for each of these, the place in it for every entry
     * @param messages which earlier unknowns left tables that are used here
     * @param messagePlaces for each of these, the place in it for every entry
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Bucket(
            int unknown,
            int[] neighbours,
            int rows,
            int values,
            int[] factors,
            int[][] factorPlaces,
            int[] messages,
            int[][] messagePlaces) {}

    private final int[] sizes;
    private final List<Bucket> buckets;

    private Shape(int[] sizes, List<Bucket> buckets) {
        this.sizes = sizes;
        this.buckets = List.copyOf(buckets);
    }

    /**
     * The shape of a component; null if a table on the way would be too large.
     *
     * @param sizes the number of values of each unknown
     * @param scopes for each given table the unknowns it speaks of, no one twice; the last runs fastest
     */
    public static Shape of(int[] sizes, List<int[]> scopes) {
        int count = sizes.length;
        List<NavigableSet<Integer>> tied = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            tied.add(new TreeSet<>());
        }
        for (int[] scope : scopes) {
            for (int a : scope) {
                for (int b : scope) {
                    if (a != b) {
                        tied.get(a).add(b);
                    }
                }
            }
        }
        List<Bucket> buckets = new ArrayList<>();
        // By unknown: the given tables, and the tables left by others, that speak of it.
        List<List<Integer>> speaking = new ArrayList<>();
        List<List<Integer>> told = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            speaking.add(new ArrayList<>());
            told.add(new ArrayList<>());
        }
        for (int f = 0; f < scopes.size(); f++) {
            for (int member : scopes.get(f)) {
                speaking.get(member).add(f);
            }
        }
        boolean[] used = new boolean[scopes.size()];
        BitSet left = new BitSet(count);
        left.set(0, count);
        List<int[]> messageScopes = new ArrayList<>();
        boolean[] sent = new boolean[count];
        while (!left.isEmpty()) {
            int unknown = next(left, tied, sizes);
            int[] neighbours =
                    tied.get(unknown).stream().mapToInt(Integer::intValue).toArray();
            long combinations = 1;
            for (int neighbour : neighbours) {
                combinations *= sizes[neighbour];
                if (combinations * sizes[unknown] > LARGEST_TABLE) {
                    return null;
                }
            }
            List<Integer> own = new ArrayList<>();
            for (int f : speaking.get(unknown)) {
                if (!used[f]) {
                    used[f] = true;
                    own.add(f);
                }
            }
            List<Integer> received = new ArrayList<>();
            for (int m : told.get(unknown)) {
                if (!sent[m]) {
                    sent[m] = true;
                    received.add(m);
                }
            }
            int[] clique = Arrays.copyOf(neighbours, neighbours.length + 1);
            clique[neighbours.length] = unknown;
            buckets.add(new Bucket(
                    unknown,
                    neighbours,
                    (int) combinations,
                    sizes[unknown],
                    toArray(own),
                    own.stream().map(f -> places(clique, sizes, scopes.get(f))).toArray(int[][]::new),
                    toArray(received),
                    received.stream()
                            .map(m -> places(clique, sizes, messageScopes.get(m)))
                            .toArray(int[][]::new)));
            for (int neighbour : neighbours) {
                told.get(neighbour).add(messageScopes.size());
            }
            messageScopes.add(neighbours);
            left.clear(unknown);
            for (int a : neighbours) {
                tied.get(a).remove(unknown);
                for (int b : neighbours) {
                    if (a != b) {
                        tied.get(a).add(b);
                    }
                }
            }
        }
        return new Shape(sizes.clone(), buckets);
    }

    private static int next(BitSet left, List<NavigableSet<Integer>> tied, int[] sizes) {
        int best = -1;
        long leastFill = Long.MAX_VALUE;
        double leastTable = Double.POSITIVE_INFINITY;
        for (int i = left.nextSetBit(0); i >= 0; i = left.nextSetBit(i + 1)) {
            if (tied.get(i).size() <= 1) {
                // A leaf: nothing can be better, and long chains are not searched to their end at every step.
                return i;
            }
            long fill = 0;
            double table = sizes[i];
            for (int a : tied.get(i)) {
                table *= sizes[a];
                for (int b : tied.get(i).tailSet(a, false)) {
                    fill += tied.get(a).contains(b) ? 0 : 1;
                }
            }
            if (fill < leastFill || (fill == leastFill && table < leastTable)) {
                best = i;
                leastFill = fill;
                leastTable = table;
            }
        }
        return best;
    }

    private static int[] toArray(List<Integer> list) {
        return list.stream().mapToInt(Integer::intValue).toArray();
    }

    /** For every combination of values of a clique, its last member running fastest, the place in a table over a scope. */
    private static int[] places(int[] clique, int[] sizes, int[] scope) {
        int[] strides = new int[clique.length];
        int stride = 1;
        for (int s = scope.length - 1; s >= 0; s--) {
            for (int c = 0; c < clique.length; c++) {
                if (clique[c] == scope[s]) {
                    strides[c] = stride;
                }
            }
            stride *= sizes[scope[s]];
        }
        int total = 1;
        for (int member : clique) {
            total *= sizes[member];
        }
        int[] places = new int[total];
        int[] at = new int[clique.length];
        int place = 0;
        for (int entry = 0; entry < total; entry++) {
            places[entry] = place;
            for (int c = clique.length - 1; c >= 0; c--) {
                place += strides[c];
                if (++at[c] < sizes[clique[c]]) {
                    break;
                }
                place -= strides[c] * at[c];
                at[c] = 0;
            }
        }
        return places;
    }

    /** The unknowns in the order in which they are summed out. */
    List<Bucket> buckets() {
        return buckets;
    }

    /** The number of unknowns. */
    public int unknowns() {
        return sizes.length;
    }

    /** The number of values of an unknown. */
    int size(int unknown) {
        return sizes[unknown];
    }

    /** The most unknowns that share a table on the way, the one that is summed out included. */
    public int widest() {
        return buckets.stream()
                .mapToInt(bucket -> bucket.neighbours().length + 1)
                .max()
                .orElse(0);
    }
}
