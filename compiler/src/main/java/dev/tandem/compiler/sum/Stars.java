package dev.tandem.compiler.sum;

import dev.tandem.compiler.sum.Sums.Node;
import dev.tandem.compiler.sum.Sums.Potential;
import dev.tandem.compiler.terms.IntList;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.FastExponential;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The sums over unknowns that share no factor with others, which most sums are: a row of weights each, and nothing handed
 * on. What is kept are the conditional probabilities, as of every other unknown. Tables that many of them read together,
 * such as those of visits on which nothing was seen, are added up once for all ({@link StarProfiles}). Immutable.
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
    private final StarProfiles profiles;

    /**
     * Where runs of stars begin that are alike: two values, one or two tables of the same arrays, and no equal ones; or
     * where none of this is known. One more for the end.
     */
    private final int[] runs;

    Stars(Potential[] potentials, Node[] nodes, int[] weights) {
        int[] own = IntStream.range(0, nodes.length)
                .filter(n -> is(nodes[n], potentials[nodes[n].potential()]))
                .toArray();
        starts = Arrays.stream(own).map(n -> nodes[n].start()).toArray();
        values = Arrays.stream(own).map(n -> nodes[n].values()).toArray();
        multiplicities = Arrays.stream(own).map(n -> weights[n]).toArray();
        Potential[] read = Arrays.stream(own)
                .mapToObj(n -> potentials[nodes[n].potential()])
                .toArray(Potential[]::new);
        profiles = new StarProfiles(read, values);
        tables = new int[own.length + 1];
        IntList arrayList = new IntList();
        IntList offsetList = new IntList();
        for (int s = 0; s < own.length; s++) {
            profiles.tablesOf(s, read[s], arrayList, offsetList);
            tables[s + 1] = arrayList.size();
        }
        arrays = arrayList.toArray();
        offsets = offsetList.toArray();
        IntList begins = new IntList();
        for (int s = 0; s < own.length; s++) {
            if (s == 0 || kind(s) != kind(s - 1) || (kind(s) > 0 && !sameArrays(s, s - 1))) {
                begins.add(s);
            }
        }
        begins.add(own.length);
        runs = begins.toArray();
    }

    /** How many tables there are of a star of two values without equals, if these are one or two; 0 for all others. */
    private int kind(int star) {
        int count = tables[star + 1] - tables[star];
        return values[star] == 2 && multiplicities[star] == 1 && count <= 2 ? count : 0;
    }

    private boolean sameArrays(int one, int other) {
        return Arrays.equals(arrays, tables[one], tables[one + 1], arrays, tables[other], tables[other + 1]);
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

    /** How many numbers {@link #logSum} needs for the tables that many stars read together. */
    int sharedEntries() {
        return profiles.entries();
    }

    /** How many sums there are. */
    int size() {
        return starts.length;
    }

    /** Adds up the tables that many stars read together, which comes before {@link #logSum}. */
    void addShared(double[][] weights, double[] shared) {
        profiles.add(weights, shared);
    }

    /** The run that a star belongs to. */
    private int runOf(int star) {
        int found = Arrays.binarySearch(runs, star);
        return found >= 0 ? found : -found - 2;
    }

    /**
     * The logarithm of the product of the sums from one to before another.
     *
     * @param conditional receives the probabilities of the values
     * @param shared what {@link #addShared} has made
     */
    double logSum(int from, int to, double[][] weights, double[] conditional, double[] shared) {
        double total = 0;
        double product = 1;
        int r = from < to ? runOf(from) : 0;
        for (int s = from; s < to; r++) {
            int kind = kind(s);
            int stop = Math.min(to, runs[r + 1]);
            while (s < stop) {
                int end = s + 1;
                double most = 0;
                if (kind > 0) {
                    // As many at a time as their product, which is at most 2 each, allows.
                    end = Math.min(stop, s + 256);
                    most = pairs(s, end, weights, conditional, shared);
                    if (most == Double.NEGATIVE_INFINITY) {
                        return most;
                    }
                    total += most;
                } else {
                    most = add(s, weights, conditional, shared);
                    double sum = normalise(starts[s], starts[s] + values[s], most, conditional);
                    if (!(sum > 0)) {
                        return Double.NEGATIVE_INFINITY;
                    }
                    if (multiplicities[s] == 1) {
                        total += most;
                        product *= sum;
                        if (product > LARGE) {
                            total += Elementary.log(product);
                            product = 1;
                        }
                    } else {
                        total += multiplicities[s] * (most + Elementary.log(sum));
                    }
                }
                s = end;
            }
        }
        return total + Elementary.log(product);
    }

    /** The logarithm of the product of some sums of two weights each, all of one run. */
    private double pairs(int from, int to, double[][] weights, double[] conditional, double[] shared) {
        int last = tables[from + 1] - 1;
        double[] one = array(arrays[tables[from]], weights, shared);
        double[] other = array(arrays[last], weights, shared);
        boolean alone = last == tables[from];
        double total = 0;
        double product = 1;
        for (int s = from, t = tables[from]; s < to; s++) {
            int place = offsets[t++];
            double low = one[place];
            double high = one[place + 1];
            if (!alone) {
                int second = offsets[t++];
                low += other[second];
                high += other[second + 1];
            }
            int start = starts[s];
            double distance = high - low;
            if (Math.abs(distance) < -Summation.FARTHEST) {
                double rest = FastExponential.ofNonPositive(-Math.abs(distance));
                double share = 1 / (1 + rest);
                double less = rest * share;
                boolean up = distance > 0;
                conditional[start] = up ? less : share;
                conditional[start + 1] = up ? share : less;
                total += up ? high : low;
                product *= 1 + rest;
            } else {
                // One of them counts for nothing, or is not a number.
                conditional[start] = low;
                conditional[start + 1] = high;
                double most = Math.max(finiteOrNothing(low), finiteOrNothing(high));
                if (!(normalise(start, start + 2, most, conditional) > 0)) {
                    return Double.NEGATIVE_INFINITY;
                }
                total += most;
            }
        }
        return total + Elementary.log(product);
    }

    private static double finiteOrNothing(double weight) {
        return weight < Double.POSITIVE_INFINITY ? weight : Double.NEGATIVE_INFINITY;
    }

    /** Turns log weights into probabilities; returns their sum relative to the largest. */
    private static double normalise(int start, int end, double most, double[] conditional) {
        double sum = 0;
        for (int e = start; e < end; e++) {
            double weight = conditional[e] - most;
            // Dead is exactly dead: what is impossible must get no derivative, which may be infinite there.
            double own = weight > Summation.FARTHEST && weight <= 0 ? FastExponential.ofNonPositive(weight) : 0;
            conditional[e] = own;
            sum += own;
        }
        double share = 1 / sum;
        for (int e = start; e < end; e++) {
            conditional[e] *= share;
        }
        return sum;
    }

    private static double[] array(int number, double[][] weights, double[] shared) {
        return number == StarProfiles.SHARED ? shared : weights[number];
    }

    /** Adds up the log weights of one; returns the largest that is a number. */
    private double add(int star, double[][] weights, double[] conditional, double[] shared) {
        int start = starts[star];
        int count = values[star];
        int last = tables[star + 1] - 1;
        for (int t = tables[star]; t < last; t++) {
            double[] array = array(arrays[t], weights, shared);
            int offset = offsets[t];
            if (t == tables[star]) {
                System.arraycopy(array, offset, conditional, start, count);
            } else {
                for (int e = 0; e < count; e++) {
                    conditional[start + e] += array[offset + e];
                }
            }
        }
        double[] array = array(arrays[last], weights, shared);
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

    /**
     * Adds the probabilities of the values of some stars to the derivatives by their weights; null where nobody asks.
     *
     * @param shared receives the derivatives by the tables that many stars read together, added to what is there
     */
    void addProbabilities(int from, int to, double[] conditional, double[][] bars, double[] shared) {
        int r = from < to ? runOf(from) : 0;
        for (int begin = from; begin < to; r++) {
            int stop = Math.min(to, runs[r + 1]);
            if (kind(begin) > 0) {
                addPairs(begin, stop, conditional, bars, shared);
                begin = stop;
                continue;
            }
            for (int s = begin; s < stop; s++) {
                int start = starts[s];
                int count = values[s];
                int multiplicity = multiplicities[s];
                for (int t = tables[s]; t < tables[s + 1]; t++) {
                    double[] bar = array(arrays[t], bars, shared);
                    if (bar != null) {
                        int offset = offsets[t];
                        for (int e = 0; e < count; e++) {
                            bar[offset + e] += multiplicity * conditional[start + e];
                        }
                    }
                }
            }
            begin = stop;
        }
    }

    /** Hands the derivatives by the tables that many stars read together on to those tables. */
    void handBackShared(double[] shared, double[][] bars) {
        profiles.handBack(shared, bars);
    }

    /** How many arrays of weights there are, as far as stars read them. */
    int arrays() {
        return Math.max(0, Arrays.stream(arrays).max().orElse(-1) + 1);
    }

    /** Tells of the places of weights that some stars read: array, first place, and the one after the last. */
    void eachTable(int from, int to, TableVisitor visitor) {
        for (int s = from; s < to; s++) {
            for (int t = tables[s]; t < tables[s + 1]; t++) {
                if (arrays[t] != StarProfiles.SHARED) {
                    visitor.visit(arrays[t], offsets[t], offsets[t] + values[s]);
                }
            }
        }
    }

    /** Hears of tables. */
    interface TableVisitor {
        void visit(int array, int from, int to);
    }

    private void addPairs(int from, int to, double[] conditional, double[][] bars, double[] shared) {
        int count = tables[from + 1] - tables[from];
        for (int table = 0; table < count; table++) {
            double[] bar = array(arrays[tables[from] + table], bars, shared);
            if (bar == null) {
                continue;
            }
            for (int s = from, t = tables[from] + table; s < to; s++, t += count) {
                int offset = offsets[t];
                int start = starts[s];
                bar[offset] += conditional[start];
                bar[offset + 1] += conditional[start + 1];
            }
        }
    }
}
