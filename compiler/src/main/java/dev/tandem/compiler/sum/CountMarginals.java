package dev.tandem.compiler.sum;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The means of single counts, and the probabilities of some of their values, given all that is not summed over. Counts with
 * equal sums share their numbers. It belongs to one thread.
 *
 * <p>Left out are counts that depend on several other unknowns, whose joint probabilities would be needed, and those that
 * are the difference of two counts in a chain.
 */
public final class CountMarginals {
    /**
     * Numbers of one count: its mean, and then the probabilities of values.
     *
     * @param entry its entry, the first if there are several; -1 for a node in a chain
     * @param stride the distance of its entries; 0 if it has one
     * @param other the unknown that decides which of them, -1 for none
     * @param logs by entry and value the logarithm of its weight over that of the lowest, but for slope and shift
     */
    @SuppressWarnings("ArrayRecordComponent")
    private record Group(
            int entry, int stride, int other, int chain, int node, int start, int[] values, double[][] logs) {}

    private record Key(int entry, int stride, int other, int chain, int node, List<Integer> values) {}

    private final CountSums sums;
    private final CountSummation summation;
    private final Marginals others;
    private final List<Group> groups = new ArrayList<>();
    private final List<List<Group>> byChain = new ArrayList<>();
    private final Map<Key, Group> known = new HashMap<>();

    /** For counts in chains: which chain, and which of its nodes; -1 for the others. */
    private final int[] chainOf;

    private final int[] nodeOf;
    private int size;
    private double[] out = {};

    public CountMarginals(CountSums sums, Marginals others) {
        this.sums = sums;
        this.others = others;
        summation = new CountSummation(sums, this::read);
        chainOf = new int[sums.counts().size()];
        nodeOf = new int[chainOf.length];
        Arrays.fill(chainOf, -1);
        Arrays.fill(nodeOf, -1);
        for (int c = 0; c < sums.chains().size(); c++) {
            CountChain chain = sums.chains().get(c);
            byChain.add(new ArrayList<>());
            for (int m = 0; m < chain.members().length; m++) {
                int i = m % chain.plus().length;
                if (chain.minus()[i] < 0) {
                    chainOf[chain.members()[m]] = c;
                    nodeOf[chain.members()[m]] = chain.plus()[i];
                }
            }
        }
    }

    /** The unknown that has to be among those asked for if this count is: -1 for none, -2 where there are several. */
    public static int dependsOn(CountSums sums, int count) {
        int[] unknowns = sums.counts().get(count).unknowns();
        return unknowns.length == 0 ? -1 : unknowns.length == 1 ? unknowns[0] : -2;
    }

    /**
     * Asks for the numbers of a count.
     *
     * @return where its mean stands, which the probabilities of the values follow; -1 if there are none
     */
    public int ask(int count, int... values) {
        CountSums.Count own = sums.counts().get(count);
        boolean chained = own.entry() < 0;
        if (chained ? chainOf[count] < 0 : own.unknowns().length > 1) {
            return -1;
        }
        boolean alone = own.unknowns().length == 0;
        Key key = new Key(
                own.entry(),
                alone ? 0 : own.strides()[0],
                alone ? -1 : own.unknowns()[0],
                chainOf[count],
                nodeOf[count],
                Arrays.stream(values).boxed().toList());
        return known.computeIfAbsent(key, k -> add(k, values.clone())).start();
    }

    private Group add(Key key, int[] values) {
        int entries = key.entry() < 0 ? 0 : key.other() < 0 ? 1 : others.values(key.other());
        double[][] logs = new double[entries][values.length];
        for (int e = 0; e < entries; e++) {
            Series series = sums.entries().get(key.entry() + key.stride() * e).series();
            for (int i = 0; i < values.length; i++) {
                logs[e][i] = possible(series, values[i]) ? series.logFixedWeight(values[i] - series.low()) : 0;
            }
        }
        Group group = new Group(key.entry(), key.stride(), key.other(), key.chain(), key.node(), size, values, logs);
        size += 1 + values.length;
        (key.entry() < 0 ? byChain.get(key.chain()) : groups).add(group);
        return group;
    }

    private static boolean possible(Series series, int value) {
        return value >= series.low() && value <= series.high();
    }

    /** How many numbers there are. */
    public int size() {
        return size;
    }

    /** Takes the sums over counts; those that are entries of tables go there. The numbers of chains are known then. */
    public void sum(double[][] slopes, double[][] tables, double[] numbers) {
        out = numbers;
        // What is impossible is not read.
        for (int c = 0; c < byChain.size(); c++) {
            for (int g = 0; g < byChain.get(c).size(); g++) {
                Group group = byChain.get(c).get(g);
                Arrays.fill(numbers, group.start(), group.start() + 1 + group.values().length, Double.NaN);
            }
        }
        summation.logSum(slopes, tables);
    }

    /**
     * Computes the numbers of all other counts.
     *
     * @param probabilities those of the other unknowns
     */
    public void at(double[][] slopes, double[] probabilities, double[] numbers) {
        for (int g = 0; g < groups.size(); g++) {
            Group group = groups.get(g);
            Arrays.fill(numbers, group.start(), group.start() + 1 + group.values().length, 0);
            if (group.other() < 0) {
                add(group, 0, 1, slopes, numbers);
                continue;
            }
            int first = others.start(group.other());
            for (int v = 0; v < others.values(group.other()); v++) {
                double share = probabilities[first + v];
                if (share != 0) {
                    add(group, v, share, slopes, numbers);
                }
            }
        }
    }

    private void add(Group group, int which, double share, double[][] slopes, double[] numbers) {
        int entry = group.entry() + group.stride() * which;
        Series series = sums.entries().get(entry).series();
        numbers[group.start()] += share * (series.low() + summation.mean(entry));
        for (int i = 0; i < group.values().length; i++) {
            int value = group.values()[i];
            if (possible(series, value)) {
                numbers[group.start() + 1 + i] +=
                        share * summation.probability(entry, value, group.logs()[which][i], slopes);
            }
        }
    }

    /** Reads the numbers of a chain off the sum over it. */
    private void read(int chain, ChainSummation sum) {
        List<Group> own = byChain.get(chain);
        for (int g = 0; g < own.size(); g++) {
            Group group = own.get(g);
            out[group.start()] = sum.mean(chain, group.node());
            for (int i = 0; i < group.values().length; i++) {
                out[group.start() + 1 + i] = sum.probability(group.node(), group.values()[i]);
            }
        }
    }
}
