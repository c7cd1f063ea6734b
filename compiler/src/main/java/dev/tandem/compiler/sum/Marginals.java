package dev.tandem.compiler.sum;

import dev.tandem.compiler.sum.Shape.Bucket;
import java.util.Arrays;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The probabilities of the values of single unknowns given all that is not summed over: each sum is taken, and then the
 * way back is gone component by component. Unknowns that have the same place in equal components share their numbers. It
 * belongs to one thread.
 */
public final class Marginals {
    private final Sums sums;
    private final Summation summation;

    /** The components with unknowns that are asked for, and where the numbers of these begin, -1 for the others. */
    private final int[] components;

    private final int[][] starts;

    /** By component: where the rows of each bucket begin in {@link #rows}, one more for the end. */
    private final int[][] rowStarts;

    /** How probable each combination of values of a bucket's neighbours is. */
    private final double[] rows;

    private final int[] startOf;
    private final int[] sizeOf;
    private final int size;

    /**
     * What is asked for.
     *
     * @param wanted the numbers of the unknowns whose probabilities are asked for
     */
    public Marginals(Sums sums, BitSet wanted) {
        this.sums = sums;
        summation = new Summation(sums);
        startOf = new int[sums.unknowns()];
        sizeOf = new int[startOf.length];
        Arrays.fill(startOf, -1);
        List<Sums.Component> all = sums.components();
        components = IntStream.range(0, all.size())
                .filter(c -> Arrays.stream(all.get(c).members()).anyMatch(wanted::get))
                .toArray();
        starts = new int[components.length][];
        rowStarts = new int[components.length][];
        IdentityHashMap<Shape, int[]> byShape = new IdentityHashMap<>();
        int next = 0;
        int most = 0;
        for (int i = 0; i < components.length; i++) {
            Sums.Component component = all.get(components[i]);
            Shape shape = component.shape();
            rowStarts[i] = byShape.computeIfAbsent(shape, Marginals::rowStarts);
            most = Math.max(most, rowStarts[i][shape.unknowns()]);
            starts[i] = new int[shape.unknowns()];
            Arrays.fill(starts[i], -1);
            int[] members = component.members();
            for (int m = 0; m < members.length; m++) {
                int own = m % shape.unknowns();
                if (wanted.get(members[m]) && starts[i][own] < 0) {
                    starts[i][own] = next;
                    next = Math.addExact(next, shape.size(own));
                }
            }
            for (int m = 0; m < members.length; m++) {
                startOf[members[m]] = starts[i][m % shape.unknowns()];
                sizeOf[members[m]] = shape.size(m % shape.unknowns());
            }
        }
        rows = new double[most];
        size = next;
    }

    private static int[] rowStarts(Shape shape) {
        List<Bucket> buckets = shape.buckets();
        int[] starts = new int[buckets.size() + 1];
        for (int b = 0; b < buckets.size(); b++) {
            starts[b + 1] = starts[b] + buckets.get(b).rows();
        }
        return starts;
    }

    /** How many numbers there are. */
    public int size() {
        return size;
    }

    /** Where the probabilities of an unknown begin; -1 if nobody has asked for them. */
    public int start(int unknown) {
        return startOf[unknown];
    }

    /** The number of its values. */
    public int values(int unknown) {
        return sizeOf[unknown];
    }

    /** The lowest of its values; the others follow. */
    public int lowest(int unknown) {
        return sums.lowest(unknown);
    }

    /**
     * Computes the probabilities.
     *
     * @param arrays the arrays that hold the tables of log weights
     * @param probabilities receives them; what is not a number, where nothing is possible
     */
    public void at(double[][] arrays, double[] probabilities) {
        if (!(summation.logSum(arrays) > Double.NEGATIVE_INFINITY)) {
            Arrays.fill(probabilities, 0, size, Double.NaN);
            return;
        }
        Arrays.fill(probabilities, 0, size, 0);
        for (int i = 0; i < components.length; i++) {
            goBack(i, probabilities);
        }
    }

    /**
     * From the unknown that was summed out last to the first. Equal sums stand in one place, but the ways back to them
     * differ, so that rows are kept by bucket.
     */
    private void goBack(int number, double[] probabilities) {
        int component = components[number];
        List<Bucket> buckets = sums.components().get(component).shape().buckets();
        int[] nodes = sums.nodesOf(component);
        int[] rowStart = rowStarts[number];
        Arrays.fill(rows, 0, rowStart[nodes.length], 0);
        for (int b = nodes.length - 1; b >= 0; b--) {
            Bucket bucket = buckets.get(b);
            if (bucket.neighbours().length == 0) {
                rows[rowStart[b]] = 1;
            }
            int[] messages = bucket.messages();
            int[][] places = bucket.messagePlaces();
            int values = bucket.values();
            int from = sums.nodes()[nodes[b]].start();
            int to = starts[number][bucket.unknown()];
            for (int r = 0; r < bucket.rows(); r++) {
                double row = rows[rowStart[b] + r];
                if (row == 0) {
                    continue;
                }
                for (int v = 0; v < values; v++) {
                    int entry = r * values + v;
                    double own = row * summation.conditional(from + entry);
                    if (to >= 0) {
                        probabilities[to + v] += own;
                    }
                    for (int m = 0; m < messages.length; m++) {
                        rows[rowStart[messages[m]] + places[m][entry]] += own;
                    }
                }
            }
        }
    }
}
