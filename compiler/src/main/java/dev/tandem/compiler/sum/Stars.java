package dev.tandem.compiler.sum;

import dev.tandem.compiler.sum.Sums.Node;
import dev.tandem.compiler.sum.Sums.Potential;
import dev.tandem.compiler.terms.IntList;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.FastExponential;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The sums over unknowns that share no factor with others, which most sums are: a row of weights each, and nothing handed
 * on. What is kept are the conditional probabilities, as of every other unknown. Tables that many of them read together,
 * such as those of visits on which nothing was seen, are added up once for all ({@link StarProfiles}). Where there are fewer
 * tables than stars, exponentials are taken of tables, and multiplied ({@link StarFactors}). Immutable.
 *
 * <p>Unknowns of two and three values have loops of their own: their weights stay in registers, and one exponential fewer
 * than there are values does, since only differences count.
 */
final class Stars {
    /** Totals are multiplied until they reach this, so that logarithms are taken rarely. */
    private static final double LARGE = 1e200;

    /** Differences of log weights whose exponentials can be multiplied by {@link #LARGE} numbers. */
    private static final double NEAR = 200;

    /** What a run of stars is: of two or of three values, in the same arrays; of products of exponentials; or any others. */
    private enum Kind {
        PAIRS,
        TRIPLES,
        FACTORS,
        OTHERS
    }

    private final int[] starts;
    private final int[] values;
    private final int[] multiplicities;
    /** Where the tables of each begin in the two lists after it; one more for the end. */
    private final int[] tables;

    private final int[] arrays;
    private final int[] offsets;
    private final StarProfiles profiles;
    private final StarFactors factors;

    /** Where runs of stars begin that are alike, what they are, and one more for the end. */
    private final int[] runs;

    private final Kind[] kinds;

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
        factors = new StarFactors(values, tables, arrays, offsets, profiles.entries());
        IntList begins = new IntList();
        List<Kind> kindList = new ArrayList<>();
        for (int s = 0; s < own.length; s++) {
            Kind kind = kind(s);
            if (s == 0
                    || kind != kind(s - 1)
                    || ((kind == Kind.PAIRS || kind == Kind.TRIPLES)
                            && (starts[s] != starts[s - 1] + values[s] || !sameArrays(s, s - 1)))) {
                begins.add(s);
                kindList.add(kind);
            }
        }
        begins.add(own.length);
        runs = begins.toArray();
        kinds = kindList.toArray(new Kind[0]);
    }

    private Kind kind(int star) {
        if (factors.has(star)) {
            return Kind.FACTORS;
        }
        return values[star] == 2 ? Kind.PAIRS : values[star] == 3 ? Kind.TRIPLES : Kind.OTHERS;
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

    /** How many numbers {@link #logSum} needs for the tables that many stars read. */
    int sharedEntries() {
        return profiles.entries() + factors.entries();
    }

    /** How many of these {@link #addProbabilities} adds to. */
    int sharedBars() {
        return profiles.entries();
    }

    /** How many sums there are. */
    int size() {
        return starts.length;
    }

    /** Adds up the tables that many stars read together and finds exponentials, which comes before {@link #logSum}. */
    void addShared(double[][] weights, double[] shared) {
        profiles.add(weights, shared);
        factors.exponentiate(weights, shared);
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
        int r = from < to ? runOf(from) : 0;
        for (int s = from; s < to; r++) {
            int stop = Math.min(to, runs[r + 1]);
            total += switch (kinds[r]) {
                case PAIRS -> pairs(s, stop, weights, conditional, shared);
                case TRIPLES -> triples(s, stop, weights, conditional, shared);
                case FACTORS -> factored(s, stop, weights, conditional, shared);
                case OTHERS -> others(s, stop, weights, conditional, shared);
            };
            if (total == Double.NEGATIVE_INFINITY) {
                return total;
            }
            s = stop;
        }
        return total;
    }

    /** Of one run of two weights each. */
    private double pairs(int from, int to, double[][] weights, double[] conditional, double[] shared) {
        int step = tables[from + 1] - tables[from];
        addAllButTwo(from, to, weights, conditional, shared);
        int last = tables[from + 1] - 1;
        // What was added up, or the last table but one; where there is one alone, that one, and nothing is added.
        boolean alone = step == 1;
        double[] one = array(arrays[alone ? last : last - 1], weights, shared);
        double[] other = array(arrays[last], weights, shared);
        boolean summed = step > 2;
        double total = 0;
        double product = 1;
        int start = starts[from];
        for (int s = from, t = last; s < to; s++, t += step, start += 2) {
            int place = offsets[t];
            double low = other[place];
            double high = other[place + 1];
            if (!alone) {
                place = offsets[t - 1];
                low += one[place];
                high += one[place + 1];
                if (summed) {
                    low += conditional[start];
                    high += conditional[start + 1];
                }
            }
            double distance = high - low;
            int multiplicity = multiplicities[s];
            double sum;
            if (Math.abs(distance) < -Summation.FARTHEST) {
                double rest = FastExponential.ofNonPositive(-Math.abs(distance));
                sum = 1 + rest;
                double share = 1 / sum;
                double less = rest * share;
                boolean up = distance > 0;
                conditional[start] = up ? less : share;
                conditional[start + 1] = up ? share : less;
                total += multiplicity * (up ? high : low);
            } else {
                // One of them counts for nothing, or is not a number.
                conditional[start] = low;
                conditional[start + 1] = high;
                double most = Math.max(finiteOrNothing(low), finiteOrNothing(high));
                sum = normalise(start, start + 2, most, conditional);
                if (!(sum > 0)) {
                    return Double.NEGATIVE_INFINITY;
                }
                total += multiplicity * most;
            }
            if (multiplicity == 1) {
                product *= sum;
                if (product > LARGE) {
                    total += Elementary.log(product);
                    product = 1;
                }
            } else {
                total += multiplicity * Elementary.log(sum);
            }
        }
        return total + Elementary.log(product);
    }

    /** Of one run of three weights each. */
    private double triples(int from, int to, double[][] weights, double[] conditional, double[] shared) {
        int step = tables[from + 1] - tables[from];
        addAllButTwo(from, to, weights, conditional, shared);
        int last = tables[from + 1] - 1;
        boolean alone = step == 1;
        double[] one = array(arrays[alone ? last : last - 1], weights, shared);
        double[] other = array(arrays[last], weights, shared);
        boolean summed = step > 2;
        double total = 0;
        double product = 1;
        int start = starts[from];
        for (int s = from, t = last; s < to; s++, t += step, start += 3) {
            int place = offsets[t];
            double low = other[place];
            double middle = other[place + 1];
            double high = other[place + 2];
            if (!alone) {
                place = offsets[t - 1];
                low += one[place];
                middle += one[place + 1];
                high += one[place + 2];
                if (summed) {
                    low += conditional[start];
                    middle += conditional[start + 1];
                    high += conditional[start + 2];
                }
            }
            int multiplicity = multiplicities[s];
            double sum;
            if (Math.abs(middle - low) < NEAR && Math.abs(high - low) < NEAR) {
                double second = FastExponential.ofFinite(middle - low);
                double third = FastExponential.ofFinite(high - low);
                sum = 1 + second + third;
                double share = 1 / sum;
                conditional[start] = share;
                conditional[start + 1] = second * share;
                conditional[start + 2] = third * share;
                total += multiplicity * low;
            } else {
                conditional[start] = low;
                conditional[start + 1] = middle;
                conditional[start + 2] = high;
                double most = Math.max(Math.max(finiteOrNothing(low), finiteOrNothing(middle)), finiteOrNothing(high));
                sum = normalise(start, start + 3, most, conditional);
                if (!(sum > 0)) {
                    return Double.NEGATIVE_INFINITY;
                }
                total += multiplicity * most;
            }
            if (multiplicity == 1) {
                product *= sum;
                if (product > LARGE) {
                    total += Elementary.log(product);
                    product = 1;
                }
            } else {
                total += multiplicity * Elementary.log(sum);
            }
        }
        return total + Elementary.log(product);
    }

    /** Adds up all tables of a run but the last two of each star, table by table. */
    private void addAllButTwo(int from, int to, double[][] weights, double[] conditional, double[] shared) {
        int step = tables[from + 1] - tables[from];
        int count = values[from];
        int begin = starts[from];
        int end = begin + count * (to - from);
        for (int table = 0; table < step - 2; table++) {
            int t = tables[from] + table;
            double[] array = array(arrays[t], weights, shared);
            if (table == 0) {
                for (int start = begin; start < end; start += count, t += step) {
                    int place = offsets[t];
                    for (int e = 0; e < count; e++) {
                        conditional[start + e] = array[place + e];
                    }
                }
            } else {
                for (int start = begin; start < end; start += count, t += step) {
                    int place = offsets[t];
                    for (int e = 0; e < count; e++) {
                        conditional[start + e] += array[place + e];
                    }
                }
            }
        }
    }

    /** Of stars whose weights are products of exponentials. */
    private double factored(int from, int to, double[][] weights, double[] conditional, double[] shared) {
        double total = 0;
        double product = 1;
        for (int s = from; s < to; s++) {
            int start = starts[s];
            int count = values[s];
            double sum = factors.multiply(s, start, count, shared, conditional);
            double most;
            if (sum > StarFactors.SMALLEST) {
                most = factors.most(s, count, shared);
                double share = 1 / sum;
                for (int e = start; e < start + count; e++) {
                    conditional[e] *= share;
                }
            } else {
                most = add(s, weights, conditional, shared);
                sum = normalise(start, start + count, most, conditional);
                if (!(sum > 0)) {
                    return Double.NEGATIVE_INFINITY;
                }
            }
            int multiplicity = multiplicities[s];
            total += multiplicity * most;
            if (multiplicity <= StarFactors.MOST_TIMES) {
                for (int i = 0; i < multiplicity; i++) {
                    product *= sum;
                }
                if (!(product < LARGE && product > 1 / LARGE)) {
                    total += Elementary.log(product);
                    product = 1;
                }
            } else {
                total += multiplicity * Elementary.log(sum);
            }
        }
        return total + Elementary.log(product);
    }

    /** Of any stars. */
    private double others(int from, int to, double[][] weights, double[] conditional, double[] shared) {
        double total = 0;
        double product = 1;
        for (int s = from; s < to; s++) {
            double most = add(s, weights, conditional, shared);
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
                for (int e = 0; e < count; e++) {
                    conditional[start + e] = array[offset + e];
                }
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
            switch (kinds[r]) {
                case PAIRS -> addPairs(begin, stop, conditional, bars, shared);
                case TRIPLES -> addTriples(begin, stop, conditional, bars, shared);
                default -> addOthers(begin, stop, conditional, bars, shared);
            }
            begin = stop;
        }
    }

    private void addOthers(int from, int to, double[] conditional, double[][] bars, double[] shared) {
        for (int s = from; s < to; s++) {
            int start = starts[s];
            int count = values[s];
            int multiplicity = multiplicities[s];
            if (count == 3) {
                double low = multiplicity * conditional[start];
                double middle = multiplicity * conditional[start + 1];
                double high = multiplicity * conditional[start + 2];
                for (int t = tables[s]; t < tables[s + 1]; t++) {
                    double[] bar = array(arrays[t], bars, shared);
                    if (bar != null) {
                        int offset = offsets[t];
                        bar[offset] += low;
                        bar[offset + 1] += middle;
                        bar[offset + 2] += high;
                    }
                }
                continue;
            }
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
            int start = starts[from];
            for (int s = from, t = tables[from] + table; s < to; s++, t += count, start += 2) {
                int offset = offsets[t];
                double times = multiplicities[s];
                bar[offset] += times * conditional[start];
                bar[offset + 1] += times * conditional[start + 1];
            }
        }
    }

    private void addTriples(int from, int to, double[] conditional, double[][] bars, double[] shared) {
        int count = tables[from + 1] - tables[from];
        for (int table = 0; table < count; table++) {
            double[] bar = array(arrays[tables[from] + table], bars, shared);
            if (bar == null) {
                continue;
            }
            int start = starts[from];
            for (int s = from, t = tables[from] + table; s < to; s++, t += count, start += 3) {
                int offset = offsets[t];
                double times = multiplicities[s];
                bar[offset] += times * conditional[start];
                bar[offset + 1] += times * conditional[start + 1];
                bar[offset + 2] += times * conditional[start + 2];
            }
        }
    }
}
