package dev.tandem.compiler.sum;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;

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
        Elimination elimination = new Elimination(sizes, scopes);
        while (!elimination.left.isEmpty()) {
            if (!elimination.step()) {
                return null;
            }
        }
        return new Shape(sizes.clone(), elimination.buckets);
    }

    /** Takes unknowns out of a graph one by one, and ties together those that each of them was tied to. */
    private static final class Elimination {
        private final int[] sizes;
        private final List<int[]> scopes;
        private final List<NavigableSet<Integer>> tied;
        private final BitSet left = new BitSet();
        private final List<Bucket> buckets = new ArrayList<>();

        /** By unknown: the given tables, and the tables left by others, that speak of it. */
        private final List<List<Integer>> speaking;

        private final List<List<Integer>> told;
        private final boolean[] used;
        private final boolean[] sent;
        private final List<int[]> messageScopes = new ArrayList<>();

        Elimination(int[] sizes, List<int[]> scopes) {
            this.sizes = sizes;
            this.scopes = scopes;
            tied = each(sizes.length, TreeSet::new);
            speaking = each(sizes.length, ArrayList::new);
            told = each(sizes.length, ArrayList::new);
            used = new boolean[scopes.size()];
            sent = new boolean[sizes.length];
            left.set(0, sizes.length);
            for (int f = 0; f < scopes.size(); f++) {
                tie(scopes.get(f));
                for (int member : scopes.get(f)) {
                    speaking.get(member).add(f);
                }
            }
        }

        private static <T> List<T> each(int count, Supplier<T> make) {
            return Stream.generate(make).limit(count).toList();
        }

        private void tie(int[] members) {
            for (int a : members) {
                for (int b : members) {
                    if (a != b) {
                        tied.get(a).add(b);
                    }
                }
            }
        }

        /** Takes out the next unknown; false if its table would be too large. */
        boolean step() {
            int unknown = next(left, tied, sizes);
            int[] neighbours =
                    tied.get(unknown).stream().mapToInt(Integer::intValue).toArray();
            long combinations = 1;
            for (int neighbour : neighbours) {
                combinations *= sizes[neighbour];
                if (combinations * sizes[unknown] > LARGEST_TABLE) {
                    return false;
                }
            }
            buckets.add(bucket(unknown, neighbours, (int) combinations));
            for (int neighbour : neighbours) {
                told.get(neighbour).add(messageScopes.size());
            }
            messageScopes.add(neighbours);
            left.clear(unknown);
            for (int neighbour : neighbours) {
                tied.get(neighbour).remove(unknown);
            }
            tie(neighbours);
            return true;
        }

        private Bucket bucket(int unknown, int[] neighbours, int combinations) {
            List<Integer> own = unused(speaking.get(unknown), used);
            List<Integer> received = unused(told.get(unknown), sent);
            int[] clique = Arrays.copyOf(neighbours, neighbours.length + 1);
            clique[neighbours.length] = unknown;
            return new Bucket(
                    unknown,
                    neighbours,
                    combinations,
                    sizes[unknown],
                    toArray(own),
                    own.stream().map(f -> places(clique, sizes, scopes.get(f))).toArray(int[][]::new),
                    toArray(received),
                    received.stream()
                            .map(m -> places(clique, sizes, messageScopes.get(m)))
                            .toArray(int[][]::new));
        }

        /** Those that were not used, which they are from here on. */
        private static List<Integer> unused(List<Integer> tables, boolean[] used) {
            List<Integer> unused = new ArrayList<>();
            for (int table : tables) {
                if (!used[table]) {
                    used[table] = true;
                    unused.add(table);
                }
            }
            return unused;
        }
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
