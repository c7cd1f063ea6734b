package dev.tandem.compiler.sum;

import dev.tandem.compiler.sum.Shape.Bucket;
import dev.tandem.compiler.sum.Sums.Component;
import dev.tandem.compiler.sum.Sums.Node;
import dev.tandem.compiler.terms.IntList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Draws unknowns from the conditional probabilities that their sums left, the one that was summed out last first. What each
 * one needs stands in a row of numbers: a draw of all takes place for every draw of the chain. Immutable.
 */
final class StateDraws {
    /** What a row has: place among the unknowns, where probabilities begin, number of values, end of its neighbours. */
    private static final int ROW = 4;

    private final Component[] components;
    private final int[] lowest;

    /** Where the rows of each component begin; one more for the end. */
    private final int[] begins;

    private final int[] rows;

    /** For each neighbour its place among the unknowns and what one more of its value adds to the place of a probability. */
    private final int[] neighbours;

    /**
     * What is drawn.
     *
     * @param nodesOf for each component the nodes of its unknowns, in the order in which they are summed out
     */
    StateDraws(List<Component> all, Node[] nodes, int[][] nodesOf, int[] lowest) {
        components = all.toArray(new Component[0]);
        this.lowest = lowest;
        begins = new int[components.length + 1];
        IntList rowList = new IntList();
        IntList neighbourList = new IntList();
        for (int c = 0; c < components.length; c++) {
            Shape shape = components[c].shape();
            List<Bucket> buckets = shape.buckets();
            for (int b = buckets.size() - 1; b >= 0; b--) {
                Bucket bucket = buckets.get(b);
                int[] own = bucket.neighbours();
                int stride = bucket.values();
                for (int n = own.length - 1; n >= 0; n--) {
                    neighbourList.addAll(new int[] {own[n], stride});
                    stride *= shape.size(own[n]);
                }
                rowList.addAll(
                        new int[] {bucket.unknown(), nodes[nodesOf[c][b]].start(), bucket.values(), neighbourList.size()
                        });
            }
            begins[c + 1] = rowList.size();
        }
        rows = rowList.toArray();
        neighbours = neighbourList.toArray();
    }

    /**
     * Draws all unknowns.
     *
     * @param conditional the conditional probabilities of all nodes
     * @param state scratch space for the unknowns of one component
     * @param values receives the value of each unknown
     */
    void draw(double[] conditional, UniformRandomProvider random, int[] state, int[] values) {
        for (int c = 0; c < components.length; c++) {
            int[] members = components[c].members();
            int begin = begins[c];
            int end = begins[c + 1];
            if (end - begin == ROW) {
                int from = rows[begin + 1];
                int count = rows[begin + 2];
                for (int member : members) {
                    values[member] = lowest[member] + choose(conditional, from, count, random.nextDouble());
                }
                continue;
            }
            int size = (end - begin) / ROW;
            for (int first = 0; first < members.length; first += size) {
                drawStates(begin, end, conditional, random, state);
                for (int i = 0; i < size; i++) {
                    int member = members[first + i];
                    values[member] = lowest[member] + state[i];
                }
            }
        }
    }

    private void drawStates(int begin, int end, double[] conditional, UniformRandomProvider random, int[] state) {
        int n = begin == 0 ? 0 : rows[begin - 1];
        for (int r = begin; r < end; r += ROW) {
            int from = rows[r + 1];
            for (int last = rows[r + 3]; n < last; n += 2) {
                from += neighbours[n + 1] * state[neighbours[n]];
            }
            state[rows[r]] = choose(conditional, from, rows[r + 2], random.nextDouble());
        }
    }

    /** A value by its probability; never one whose probability is zero. */
    private static int choose(double[] conditional, int from, int count, double uniform) {
        if (count == 2) {
            return uniform >= conditional[from] && conditional[from + 1] > 0 ? 1 : 0;
        }
        double rest = uniform;
        int chosen = 0;
        for (int v = 0; v < count; v++) {
            double probability = conditional[from + v];
            if (probability > 0) {
                chosen = v;
                rest -= probability;
                if (rest < 0) {
                    break;
                }
            }
        }
        return chosen;
    }
}
