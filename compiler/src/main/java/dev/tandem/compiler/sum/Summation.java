package dev.tandem.compiler.sum;

import dev.tandem.compiler.sum.Sums.Node;
import dev.tandem.compiler.sum.Sums.Potential;
import dev.tandem.density.Helpers;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.FastExponential;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Takes the sums of one chain, which owns it and its scratch space.
 *
 * <p>Forwards, each unknown is summed out given its neighbours: what is kept are its conditional probabilities given them,
 * and what is left for each combination of their values. Backwards, these give the probability of every combination of
 * values in every table: by Fisher's identity, the derivative of the logarithm of the whole sum by that entry. And they
 * give joint draws. A weight that is not a number, or infinite, counts as impossible, as it does for a sampled unknown.
 *
 * <p>Sums are taken of numbers, scaled by powers of two on the way. Where such a number comes near to the smallest there
 * are, which happens far from where a posterior has its mass, all is done again in logarithms.
 */
public final class Summation {
    /** Logarithms of weights relative to the largest; what lies below adds nothing. */
    static final double FARTHEST = -700;

    /** What is left of a sum must be larger, or digits may have been lost. */
    private static final double SMALLEST = 1e-200;

    /** From here on down, what is left of a link is scaled: most links need it not. */
    private static final double SMALL = 1e-50;

    /** Relative to the others, a row that is less counts for nothing: its reciprocal would be infinite. */
    private static final double DEAD = 1e-300;

    private static final double LOG_2 = Elementary.log(2);

    private final Sums sums;
    private final Potential[] potentials;
    private final Node[] nodes;
    /** The potentials relative to the largest of each, whose logarithm stands in {@link #largest}. */
    private final double[] potential;

    private final double[] largest;

    /** Conditional probabilities, node by node. */
    private final double[] conditional;

    /** What is left, node by node, scaled; in logarithms where {@link #rough} is set. */
    private final double[] left;

    /** The logarithm of the scale of what is left, node by node. */
    private final double[] scale;

    /** Backwards: how probable the rows of each node are, over all components. */
    private final double[] expected;

    private final double[] potentialBar;
    private final int[] state;
    private final StateDraws draws;
    private final Stars stars;
    private final StarParts starParts;

    /** Scratch space of {@link #stars}. */
    private final double[] shared;

    /** The nodes but for those of {@link #stars}, and the potentials that they need. */
    private final int[] tied;

    private final boolean[] links;
    private final int[] linkRows;
    private final TiedWeights tiedWeights;
    private final int[] tiedPotentials;

    /** Scratch space of {@link #tiedWeights}. */
    private final double[] exponentials;

    private final double[] mostOfTables;
    private boolean rough;

    public Summation(Sums sums) {
        this(sums, Integer.MAX_VALUE);
    }

    /**
     * Sums in parts, which helpers may share, where there are many.
     *
     * @param many from how many sums on
     */
    public Summation(Sums sums, int many) {
        this.sums = sums;
        starParts = new StarParts(sums.stars(), many);
        potentials = sums.potentials();
        nodes = sums.nodes();
        potential = new double[sums.potentialEntries()];
        potentialBar = new double[potential.length];
        largest = new double[potentials.length];
        conditional = new double[sums.entries()];
        left = new double[sums.rows()];
        expected = new double[left.length];
        scale = new double[nodes.length];
        draws = sums.draws();
        stars = sums.stars();
        shared = new double[stars.sharedEntries()];
        tied = sums.tied();
        links = sums.links();
        linkRows = sums.linkRows();
        tiedWeights = sums.tiedWeights();
        tiedPotentials = tiedWeights.potentials();
        exponentials = new double[tiedWeights.entries()];
        mostOfTables = new double[tiedWeights.tables()];
        state = new int
                [sums.components().stream()
                        .mapToInt(component -> component.shape().unknowns())
                        .max()
                        .orElse(0)];
    }

    /** Says who may help where there are many sums. */
    public void helpedBy(Helpers helpers) {
        starParts.helpedBy(helpers);
    }

    /** The logarithm of the sum over all unknowns of the product of all weights. */
    public double logSum(double[][] arrays) {
        stars.addShared(arrays, shared);
        double total = starParts.logSum(arrays, conditional, shared);
        if (tied.length == 0) {
            return total;
        }
        tiedWeights.collect(arrays, exponentials, mostOfTables, potential, largest);
        for (int p : tiedWeights.added()) {
            collect(p, arrays);
        }
        rough = false;
        for (int i = 0; i < tied.length && !rough; i++) {
            if (links[i]) {
                sumLink(Sums.LINK * i, tied[i]);
            } else {
                sum(nodes[tied[i]], tied[i]);
            }
        }
        if (rough) {
            for (int p : tiedPotentials) {
                addLogs(p, arrays);
            }
            for (int n : tied) {
                sumLogs(nodes[n], n);
            }
        }
        int[] weights = sums.weights();
        for (int n : tied) {
            if (weights[n] > 0) {
                double rest = left[nodes[n].rowStart()];
                total += weights[n] * (scale[n] + (rough ? rest : Elementary.log(rest)));
            }
        }
        return total;
    }

    /** A conditional probability of a value given a node's neighbours, as of the last sum. */
    double conditional(int entry) {
        return conditional[entry];
    }

    /**
     * The logarithms of the sums one by one.
     *
     * @param logs receives that of each of the components that differ
     */
    public void logSums(double[][] arrays, double[] logs) {
        logSum(arrays);
        for (int c = 0; c < logs.length; c++) {
            logs[c] = 0;
            for (int n : sums.nodesOf(c)) {
                Node node = nodes[n];
                if (Stars.is(node, potentials[node.potential()])) {
                    // Of what lies there only the probabilities are kept.
                    addLogs(node.potential(), arrays);
                    int start = potentials[node.potential()].start();
                    System.arraycopy(potential, start, conditional, node.start(), node.values());
                    logs[c] += normaliseLogs(node.start(), node.values());
                } else if (node.root()) {
                    double rest = left[node.rowStart()];
                    logs[c] += scale[n] + (rough ? rest : Elementary.log(rest));
                }
            }
        }
    }

    /**
     * The sum with its derivatives by all weights: the probabilities of the combinations of values, added up over equal
     * components.
     *
     * @param bars receives them, an array for each of {@code arrays}, added to what is there; null where nobody asks
     */
    public double logSumAndProbabilities(double[][] arrays, double[][] bars) {
        double total = logSum(arrays);
        if (!(total > Double.NEGATIVE_INFINITY)) {
            return total;
        }
        Arrays.fill(shared, 0, stars.sharedBars(), 0);
        starParts.addProbabilities(conditional, bars, shared);
        stars.handBackShared(shared, bars);
        if (tied.length == 0) {
            return total;
        }
        Arrays.fill(expected, 0);
        Arrays.fill(potentialBar, 0);
        int[] weights = sums.weights();
        for (int i = tied.length - 1; i >= 0; i--) {
            int n = tied[i];
            if (weights[n] > 0) {
                expected[nodes[n].rowStart()] += weights[n];
            }
            if (links[i]) {
                handBackLink(Sums.LINK * i);
            } else {
                handBack(nodes[n]);
            }
        }
        tiedWeights.handBack(potentialBar, exponentials, bars);
        return total;
    }

    /**
     * Draws all unknowns from their joint law.
     *
     * @param values receives the value of each unknown
     */
    public void draw(double[][] arrays, UniformRandomProvider random, int[] values) {
        logSum(arrays);
        draws.draw(conditional, random, state, values);
    }

    /** Adds up the log weights of a potential. */
    private void addLogs(int number, double[][] arrays) {
        Potential own = potentials[number];
        int start = own.start();
        int entries = own.entries();
        if (own.arrays().length == 0) {
            Arrays.fill(potential, start, start + entries, 0);
        }
        for (int f = 0; f < own.arrays().length; f++) {
            double[] array = arrays[own.arrays()[f]];
            int offset = own.offsets()[f];
            int[] places = own.places()[f];
            if (f == 0) {
                for (int e = 0; e < entries; e++) {
                    potential[start + e] = array[offset + places[e]];
                }
            } else {
                for (int e = 0; e < entries; e++) {
                    potential[start + e] += array[offset + places[e]];
                }
            }
        }
    }

    /** The weights of a potential relative to the largest. */
    private void collect(int number, double[][] arrays) {
        addLogs(number, arrays);
        int start = potentials[number].start();
        int end = start + potentials[number].entries();
        double most = Double.NEGATIVE_INFINITY;
        for (int e = start; e < end; e++) {
            double weight = potential[e];
            // NaN fails the comparison, and so does what is infinite.
            if (weight < Double.POSITIVE_INFINITY && weight > most) {
                most = weight;
            }
        }
        largest[number] = most;
        for (int e = start; e < end; e++) {
            double weight = potential[e] - most;
            // Dead is exactly dead: what is impossible must get no derivative, which may be infinite there.
            potential[e] = weight > FARTHEST && weight <= 0 ? FastExponential.ofNonPositive(weight) : 0;
        }
    }

    private void sum(Node node, int number) {
        int values = node.values();
        int entries = node.rows() * values;
        int start = node.start();
        System.arraycopy(potential, potentials[node.potential()].start(), conditional, start, entries);
        double logScale = largest[node.potential()];
        int[] children = node.children();
        for (int c = 0; c < children.length; c++) {
            int from = nodes[children[c]].rowStart();
            int[] places = node.places()[c];
            for (int e = 0; e < entries; e++) {
                conditional[start + e] *= left[from + places[e]];
            }
            logScale += scale[children[c]];
        }
        double most = 0;
        int entry = start;
        for (int r = 0; r < node.rows(); r++) {
            double total = 0;
            for (int v = 0; v < values; v++) {
                total += conditional[entry + v];
            }
            if (total > DEAD) {
                double share = 1 / total;
                for (int v = 0; v < values; v++) {
                    conditional[entry + v] *= share;
                }
            } else {
                total = 0;
                Arrays.fill(conditional, entry, entry + values, 0);
            }
            left[node.rowStart() + r] = total;
            most = total > most ? total : most;
            entry += values;
        }
        if (!(most > SMALLEST)) {
            rough = true;
            return;
        }
        // By a power of two, so that nothing is rounded.
        int exponent = Math.getExponent(most);
        double factor = Double.longBitsToDouble((long) (Double.MAX_EXPONENT - exponent) << 52);
        for (int r = 0; r < node.rows(); r++) {
            left[node.rowStart() + r] *= factor;
        }
        scale[number] = logScale + exponent * LOG_2;
    }

    /** Sums over a link: a node of two values with at most one child, and so without loops. */
    private void sumLink(int at, int number) {
        int from = linkRows[at];
        int start = linkRows[at + 1];
        int row = linkRows[at + 2];
        int child = linkRows[at + 5];
        double logScale = largest[linkRows[at + 4]];
        double one = 1;
        double other = 1;
        if (child >= 0) {
            int place = linkRows[at + 6];
            one = left[place];
            other = left[place + 1];
            logScale += scale[child];
        }
        double first = weighLink(potential[from] * one, potential[from + 1] * other, start);
        double second = 0;
        boolean tied = linkRows[at + 3] > 1;
        if (tied) {
            second = weighLink(potential[from + 2] * one, potential[from + 3] * other, start + 2);
        }
        double most = second > first ? second : first;
        if (most < SMALL) {
            if (!(most > SMALLEST)) {
                rough = true;
                return;
            }
            int exponent = Math.getExponent(most);
            double factor = Double.longBitsToDouble((long) (Double.MAX_EXPONENT - exponent) << 52);
            first *= factor;
            second *= factor;
            logScale += exponent * LOG_2;
        }
        left[row] = first;
        if (tied) {
            left[row + 1] = second;
        }
        scale[number] = logScale;
    }

    /** Makes probabilities of two weights; returns their sum. */
    private double weighLink(double low, double high, int start) {
        double total = low + high;
        if (total > DEAD) {
            double share = 1 / total;
            conditional[start] = low * share;
            conditional[start + 1] = high * share;
            return total;
        }
        conditional[start] = 0;
        conditional[start + 1] = 0;
        return 0;
    }

    /** Sums a node in logarithms, where numbers would leave the range of doubles. */
    private void sumLogs(Node node, int number) {
        int values = node.values();
        int entries = node.rows() * values;
        int start = node.start();
        System.arraycopy(potential, potentials[node.potential()].start(), conditional, start, entries);
        int[] children = node.children();
        for (int c = 0; c < children.length; c++) {
            int from = nodes[children[c]].rowStart();
            int[] places = node.places()[c];
            for (int e = 0; e < entries; e++) {
                conditional[start + e] += left[from + places[e]];
            }
        }
        int entry = start;
        for (int r = 0; r < node.rows(); r++) {
            left[node.rowStart() + r] = normaliseLogs(entry, values);
            entry += values;
        }
        scale[number] = 0;
    }

    /** Turns a row of log weights into probabilities; returns the logarithm of the sum of the weights. */
    private double normaliseLogs(int from, int values) {
        double most = Double.NEGATIVE_INFINITY;
        for (int v = 0; v < values; v++) {
            double weight = conditional[from + v];
            if (weight < Double.POSITIVE_INFINITY && weight > most) {
                most = weight;
            }
        }
        if (most == Double.NEGATIVE_INFINITY) {
            Arrays.fill(conditional, from, from + values, 0);
            return most;
        }
        double total = 0;
        for (int v = 0; v < values; v++) {
            double weight = conditional[from + v] - most;
            conditional[from + v] = weight > FARTHEST && weight <= 0 ? FastExponential.ofNonPositive(weight) : 0;
            total += conditional[from + v];
        }
        for (int v = 0; v < values; v++) {
            conditional[from + v] /= total;
        }
        return most + Elementary.log(total);
    }

    /** From the probabilities of a node's rows to those of its entries, and on to its children and its potential. */
    private void handBack(Node node) {
        int values = node.values();
        int bar = potentials[node.potential()].start();
        int entry = node.start();
        int[] children = node.children();
        int place = 0;
        for (int r = 0; r < node.rows(); r++) {
            double probability = expected[node.rowStart() + r];
            if (probability == 0) {
                entry += values;
                place += values;
                continue;
            }
            for (int v = 0; v < values; v++, entry++, place++) {
                double own = conditional[entry] * probability;
                potentialBar[bar + place] += own;
                for (int c = 0; c < children.length; c++) {
                    expected[nodes[children[c]].rowStart() + node.places()[c][place]] += own;
                }
            }
        }
    }

    /** Hands a link's probabilities on, as {@link #handBack} does those of other nodes. */
    private void handBackLink(int at) {
        int bar = linkRows[at];
        int entry = linkRows[at + 1];
        int row = linkRows[at + 2];
        // An impossible row has probability 0, and so do its entries.
        double probability = expected[row];
        double low = conditional[entry] * probability;
        double high = conditional[entry + 1] * probability;
        potentialBar[bar] += low;
        potentialBar[bar + 1] += high;
        if (linkRows[at + 3] > 1) {
            probability = expected[row + 1];
            double secondLow = conditional[entry + 2] * probability;
            double secondHigh = conditional[entry + 3] * probability;
            potentialBar[bar + 2] += secondLow;
            potentialBar[bar + 3] += secondHigh;
            low += secondLow;
            high += secondHigh;
        }
        int child = linkRows[at + 6];
        if (child >= 0) {
            expected[child] += low;
            expected[child + 1] += high;
        }
    }
}
