package dev.tandem.compiler.lower;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.lower.sums.SumOut;
import dev.tandem.compiler.lower.unknown.Coordinates;
import dev.tandem.compiler.lower.unknown.Rules;
import dev.tandem.compiler.lower.unknown.Supports;
import dev.tandem.compiler.lower.unknown.UnknownElements;
import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Storages;
import dev.tandem.compiler.program.Summing;
import dev.tandem.compiler.terms.IntList;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.density.Support;
import dev.tandem.distributions.catalogue.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Discrete unknowns: what is left of their values, and sites for those that have more than one. */
final class DiscreteUnknowns {
    private final Graph graph;
    private final Draft draft;
    private final Storages storages;
    private final UnknownElements unknowns;
    private final Supports supports;
    private final Coordinates coordinates;

    /** What is left of each discrete unknown: its lowest and highest value, NaN where an element is none. */
    private final Map<Storage, double[]> lowest = new HashMap<>();

    private final Map<Storage, double[]> highest = new HashMap<>();

    DiscreteUnknowns(Draft draft, UnknownElements unknowns, Supports supports, Coordinates coordinates) {
        this.draft = draft;
        this.unknowns = unknowns;
        this.supports = supports;
        this.coordinates = coordinates;
        graph = draft.graph;
        storages = draft.storages;
    }

    void find(Rule rule, UnknownElements.Found found) {
        if (found.positions.get(0).length > 1) {
            boolean counts = Rules.row(rule).values() == Values.Arrays.COUNTS;
            String name = rule.targetName();
            String law = Rules.stochastic(rule).distribution().written();
            throw new EvaluationException(
                    rule.target().span(),
                    counts
                            ? name + " is not observed here, and " + law
                                    + " is read as a chain of binomials only where no part of " + name + " is observed"
                            : name + " is not observed, and " + law + " can only be observed here",
                    counts
                            ? "give the rows that are not observed a name of their own, with indices such as [i,1:K],"
                                    + " and a p that is a part of a variable"
                            : "give its values in the data");
        }
        Symbol symbol = graph.symbol(rule.targetName());
        Support[] values = supports.of(rule, found);
        double[] low = lowest.computeIfAbsent(storages.of(symbol), DiscreteUnknowns::unknownEverywhere);
        double[] high = highest.computeIfAbsent(storages.of(symbol), DiscreteUnknowns::unknownEverywhere);
        for (int i = 0; i < values.length; i++) {
            int position = found.positions.first(i);
            Support support = values[i];
            low[position] = support.lower() == Support.UNBOUNDED_BELOW ? Double.NEGATIVE_INFINITY : support.lower();
            high[position] = support.upper() == Support.UNBOUNDED_ABOVE ? Double.POSITIVE_INFINITY : support.upper();
        }
    }

    private static double[] unknownEverywhere(Storage storage) {
        double[] values = new double[storage.size()];
        Arrays.fill(values, Double.NaN);
        return values;
    }

    /**
     * Declares the discrete unknowns of which what is observed leaves more than one value and that are not summed out; the
     * others are settled.
     */
    void declare(Factors factors, Set<Storage> simplexes, Summing summing) {
        if (lowest.isEmpty()) {
            return;
        }
        Map<Storage, Symbol> symbols = new HashMap<>();
        List<Rule> rules = graph.rules().stream()
                .filter(rule ->
                        unknowns.has(rule) && rule.stochastic() && Rules.discrete(rule) && !Rules.observable(rule))
                .toList();
        rules.forEach(rule -> {
            Symbol symbol = graph.symbol(rule.targetName());
            symbols.put(storages.of(symbol), symbol);
        });
        symbols.forEach((storage, symbol) -> noteRanges(symbol, lowest.get(storage), highest.get(storage)));
        ExcludedValues.find(draft.finish(), factors.rules(), factors.targets(), symbols, simplexes, lowest, highest);
        // A density has something to sample.
        boolean keepAll = coordinates.dimension() == 0 && rules.stream().allMatch(this::settled);
        Set<Storage> summed = SumOut.run(draft, lowest, highest, summing);
        rules.forEach(rule -> declare(rule, keepAll, summed));
    }

    /** Whether every unknown of a rule has one value alone. */
    private boolean settled(Rule rule) {
        Storage storage = storages.of(graph.symbol(rule.targetName()));
        double[] low = lowest.get(storage);
        double[] high = highest.get(storage);
        return Arrays.stream(unknowns.of(rule).positions.flat()).allMatch(position -> low[position] == high[position]);
    }

    private void declare(Rule rule, boolean keepAll, Set<Storage> summed) {
        Symbol symbol = graph.symbol(rule.targetName());
        Storage storage = storages.of(symbol);
        double[] low = lowest.get(storage);
        double[] high = highest.get(storage);
        double[] initial = storage.values();
        IntList open = new IntList();
        IntList settled = new IntList();
        List<Support> left = new ArrayList<>();
        for (int position : unknowns.of(rule).positions.flat()) {
            // Where a chain stands before its start is chosen, as the cursor has it.
            initial[position] = low[position] != Double.NEGATIVE_INFINITY ? low[position] : Math.min(high[position], 0);
            if (low[position] == high[position] && !keepAll) {
                settled.add(position);
                continue;
            }
            if (summed.contains(storage)) {
                continue;
            }
            open.add(position);
            left.add(support(low[position], high[position], left));
        }
        if (settled.size() > 0) {
            draft.settled.add(new Program.Settled(symbol, storage, settled.toArray()));
        }
        if (open.size() > 0) {
            int[] positions = open.toArray();
            int first = coordinates.site(Coordinates.sampledName(symbol, positions), left.toArray(new Support[0]));
            draft.sites.add(new Program.Sites(symbol, storage, first, positions, positions));
        }
    }

    /** A support; that of the site before, if it is the same, so that a million sites do not have an object each. */
    private static Support support(double low, double high, List<Support> before) {
        Support support = Supports.between(low, high);
        Support last = before.isEmpty() ? null : before.get(before.size() - 1);
        return support.equals(last) ? last : support;
    }

    /** Notes the values of a discrete variable, the observed ones too. */
    private void noteRanges(Symbol symbol, double[] low, double[] high) {
        for (int i = 0; i < symbol.size(); i++) {
            if (symbol.known(i)) {
                draft.ranges.set(storages.of(symbol), i, symbol.values()[i], symbol.values()[i]);
            } else if (!Double.isNaN(low[i])) {
                draft.ranges.set(storages.of(symbol), i, low[i], high[i]);
            }
        }
    }

    /** The elements of a discrete variable that are proved to have one value alone. */
    BitSet settled(Symbol symbol) {
        BitSet settled = new BitSet();
        double[] low = lowest.get(storages.of(symbol));
        double[] high = highest.get(storages.of(symbol));
        for (int position = 0; low != null && position < low.length; position++) {
            // Where nothing discrete is unknown both are NaN.
            settled.set(position, low[position] == high[position]);
        }
        return settled;
    }
}
