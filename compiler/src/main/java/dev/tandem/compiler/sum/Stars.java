package dev.tandem.compiler.sum;

import dev.tandem.compiler.sum.Sums.Node;
import dev.tandem.compiler.sum.Sums.Potential;
import dev.tandem.distributions.special.FastExponential;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The sums over unknowns that share no factor with others, which most sums are: a row of weights each, and nothing handed
 * on. What is kept are the conditional probabilities, as of every other unknown. Immutable.
 */
final class Stars {
    /** Totals are multiplied until they reach this, so that logarithms are taken rarely. */
    private static final double LARGE = 1e200;

    private final int[] starts;
    private final int[] values;
    private final int[] multiplicities;
    /** Where the tables of each begin in the two lists after it; one more for the end. */
    private final int[] tables;

    private final int[] arrays;
    private final int[] offsets;

    Stars(Sums sums) {
        Node[] nodes = sums.nodes();
        Potential[] potentials = sums.potentials();
        int[] own = IntStream.range(0, nodes.length)
                .filter(n -> is(nodes[n], potentials[nodes[n].potential()]))
                .toArray();
        starts = Arrays.stream(own).map(n -> nodes[n].start()).toArray();
        values = Arrays.stream(own).map(n -> nodes[n].values()).toArray();
        multiplicities = Arrays.stream(own).map(n -> sums.weights()[n]).toArray();
        tables = new int[own.length + 1];
        for (int s = 0; s < own.length; s++) {
            tables[s + 1] = tables[s] + potentials[nodes[own[s]].potential()].arrays().length;
        }
        arrays = Arrays.stream(own)
                .flatMap(n -> Arrays.stream(potentials[nodes[n].potential()].arrays()))
                .toArray();
        offsets = Arrays.stream(own)
                .flatMap(n -> Arrays.stream(potentials[nodes[n].potential()].offsets()))
                .toArray();
    }

    /** Whether a node is such a sum, its tables read from their first entry to their last. */
    static boolean is(Node node, Potential potential) {
        if (!node.root() || node.rows() != 1 || node.children().length > 0 || potential.arrays().length == 0) {
            return false;
        }
        for (int[] places : potential.places()) {
            for (int e = 0; e < places.length; e++) {
                if (places[e] != e) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * The logarithm of the product of all sums.
     *
     * @param conditional receives the probabilities of the values
     */
    double logSum(double[][] weights, double[] conditional) {
        double total = 0;
        double product = 1;
        for (int s = 0; s < starts.length; s++) {
            int start = starts[s];
            int end = start + values[s];
            double most = add(s, weights, conditional);
            double sum = 0;
            for (int e = start; e < end; e++) {
                double weight = conditional[e] - most;
                // Dead is exactly dead: what is impossible must get no derivative, which may be infinite there.
                double own = weight > Summation.FARTHEST && weight <= 0 ? FastExponential.ofNonPositive(weight) : 0;
                conditional[e] = own;
                sum += own;
            }
            if (!(sum > 0)) {
                return Double.NEGATIVE_INFINITY;
            }
            double share = 1 / sum;
            for (int e = start; e < end; e++) {
                conditional[e] *= share;
            }
            if (multiplicities[s] == 1) {
                total += most;
                product *= sum;
                if (product > LARGE) {
                    total += Math.log(product);
                    product = 1;
                }
            } else {
                total += multiplicities[s] * (most + Math.log(sum));
            }
        }
        return total + Math.log(product);
    }

    /** Adds up the log weights of one; returns the largest that is a number. */
    private double add(int star, double[][] weights, double[] conditional) {
        int start = starts[star];
        int count = values[star];
        int last = tables[star + 1] - 1;
        for (int t = tables[star]; t < last; t++) {
            double[] array = weights[arrays[t]];
            int offset = offsets[t];
            if (t == tables[star]) {
                System.arraycopy(array, offset, conditional, start, count);
            } else {
                for (int e = 0; e < count; e++) {
                    conditional[start + e] += array[offset + e];
                }
            }
        }
        double[] array = weights[arrays[last]];
        int offset = offsets[last];
        boolean alone = last == tables[star];
        double most = Double.NEGATIVE_INFINITY;
        for (int e = 0; e < count; e++) {
            double weight = alone ? array[offset + e] : conditional[start + e] + array[offset + e];
            conditional[start + e] = weight;
            // NaN fails the comparison, and so does what is infinite.
            if (weight < Double.POSITIVE_INFINITY && weight > most) {
                most = weight;
            }
        }
        return most;
    }

    /** Adds the probabilities of all values to the derivatives by their weights; null where nobody asks. */
    void addProbabilities(double[] conditional, double[][] bars) {
        for (int s = 0; s < starts.length; s++) {
            int start = starts[s];
            int count = values[s];
            int multiplicity = multiplicities[s];
            for (int t = tables[s]; t < tables[s + 1]; t++) {
                double[] bar = bars[arrays[t]];
                if (bar != null) {
                    int offset = offsets[t];
                    for (int e = 0; e < count; e++) {
                        bar[offset + e] += multiplicity * conditional[start + e];
                    }
                }
            }
        }
    }
}
