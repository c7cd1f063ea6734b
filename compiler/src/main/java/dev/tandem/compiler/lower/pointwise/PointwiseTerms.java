package dev.tandem.compiler.lower.pointwise;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.lower.unknown.Rules;
import dev.tandem.compiler.lower.unknown.UnknownElements;
import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.Pointwise;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.language.OwnDensities;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Turns the log densities of a program into a table of them, node by node, and says which of them, and which of the sums
 * over discrete unknowns, belong to which unit of the data.
 */
public final class PointwiseTerms {
    private final Graph graph;
    private final Draft draft;
    private final UnknownElements unknowns;
    private final boolean marginal;
    private final String joined;
    private final NodeNumbers nodes;
    private final List<Program.Block> blocks;
    private final List<Step.Contribution> factors;
    /** For each observed variable the unit of each element. */
    private final Map<String, int[]> elements = new LinkedHashMap<>();

    /**
     * Before discrete unknowns are summed out, which takes factors away.
     *
     * @param marginal whether nodes that depend on the same summed discrete unknowns are one unit
     * @param joined the variable whose elements join the nodes that depend on them; empty for none
     */
    public PointwiseTerms(Draft draft, UnknownElements unknowns, boolean marginal, String joined) {
        this.draft = draft;
        this.joined = joined;
        this.marginal = marginal;
        this.unknowns = unknowns;
        graph = draft.graph;
        nodes = new NodeNumbers(graph, joined);
        blocks = List.copyOf(draft.blocks);
        factors = List.copyOf(draft.factors);
    }

    /** Writes the table. */
    public void run() {
        int rest = nodes.size();
        int loose = (int) draft.factors.stream()
                .filter(factor -> !draft.nodes.containsKey(factor))
                .count();
        Storage table = draft.storages.variable("log_densities", rest + Math.max(1, loose));
        Arrays.fill(table.values(), 0);
        Set<Storage> summed = summed();
        Units units = units(summed);
        refuseMixed(units);
        Set<Storage> joining = new LinkedHashSet<>(summed);
        if (!joined.isEmpty() && joining.add(draft.storages.of(graph.symbol(joined)))) {
            units = units(joining);
        }
        int[] unitOf = none(table.size());
        Set<String> silent = new LinkedHashSet<>();
        List<Pointwise.Unit> found = number(units, summed, unitOf, silent);
        tabulate(table, rest);
        TopLevel top = new TopLevel(graph, unknowns, nodes, unitOf);
        draft.pointwise = new Pointwise(
                table,
                unitOf,
                componentUnits(unitOf),
                countUnits(unitOf),
                found,
                elements,
                top.variables(),
                top.numbers(),
                top.unobserved(),
                List.copyOf(silent));
        draft.reported.add(
                new Program.Reported(table, IntStream.range(0, table.size()).toArray()));
    }

    private static int[] none(int size) {
        int[] units = new int[size];
        Arrays.fill(units, -1);
        return units;
    }

    /** The variables whose elements are summed over; what the data settle is as good as summed out. */
    private Set<Storage> summed() {
        Set<Storage> summed = new LinkedHashSet<>();
        if (marginal) {
            Set<Storage> sampled = new LinkedHashSet<>();
            draft.sites.forEach(sites -> sampled.add(sites.storage()));
            draft.sums.all().forEach(part -> summed.add(part.storage()));
            draft.settled.stream()
                    .map(Program.Settled::storage)
                    .filter(storage -> !sampled.contains(storage))
                    .forEach(summed::add);
        }
        return summed;
    }

    private Units units(Set<Storage> joining) {
        Units units = new Units(draft, nodes, joining, blocks, factors);
        units.join(draft.nodes, factors);
        return units;
    }

    /** Numbers the units, those observed first in the model first. */
    private List<Pointwise.Unit> number(Units units, Set<Storage> summed, int[] unitOf, Set<String> silent) {
        Set<Symbol> weighed = new LinkedHashSet<>();
        factors.forEach(factor -> {
            if (draft.nodes.containsKey(factor)) {
                weighed.add(draft.nodes.get(factor).symbol());
            }
        });
        Map<Integer, UnitName> names = new LinkedHashMap<>();
        for (Rule rule : graph.rules()) {
            Symbol symbol = graph.symbol(rule.targetName());
            if (!rule.stochastic() || rule.instances() == 0 || !OwnDensities.isData(symbol.name())) {
                continue;
            }
            if (!weighed.contains(symbol)) {
                if (!unknowns.has(rule) && unknowns.forward(rule) == null) {
                    silent.add(symbol.name());
                }
                continue;
            }
            graph.forEach(rule, (counters, scope) -> {
                int[] positions = graph.positions(rule.target(), scope);
                UnknownElements.refusePart(rule, symbol, positions);
                if (symbol.known(positions[0])) {
                    int root = units.root(nodes.first(symbol) + positions[0]);
                    UnitName unit = names.computeIfAbsent(root, r -> new UnitName(names.size()));
                    unit.add(symbol, positions);
                    int[] own = elements.computeIfAbsent(symbol.name(), n -> none(symbol.size()));
                    Arrays.stream(positions).forEach(position -> own[position] = unit.number());
                }
            });
        }
        for (Symbol symbol : weighed) {
            int first = nodes.first(symbol);
            boolean all = summed.contains(draft.storages.of(symbol));
            for (int position = 0; position < symbol.size(); position++) {
                if (all || symbol.known(position)) {
                    UnitName unit = names.get(units.root(first + position));
                    unitOf[first + position] = unit == null ? -1 : unit.number();
                }
            }
        }
        return names.values().stream().map(UnitName::unit).toList();
    }

    /** A continuous unknown that depends on what is summed over would be counted as data. */
    private void refuseMixed(Units units) {
        Set<Integer> observed = new HashSet<>();
        for (Rule rule : graph.rules()) {
            Symbol symbol = graph.symbol(rule.targetName());
            boolean data = rule.stochastic() && OwnDensities.isData(symbol.name());
            for (int i = 0; data && i < symbol.size(); i++) {
                if (symbol.known(i)) {
                    observed.add(units.root(nodes.first(symbol) + i));
                }
            }
        }
        for (Rule rule : graph.rules()) {
            UnknownElements.Found found = rule.stochastic() && !Rules.discrete(rule) ? unknowns.of(rule) : null;
            Symbol symbol = graph.symbol(rule.targetName());
            for (int position : found == null ? new int[0] : found.positions.flat()) {
                if (observed.contains(units.root(nodes.first(symbol) + position))) {
                    throw new EvaluationException(
                            rule.target().span(),
                            "the data have no log likelihood that is summed over discrete unknowns: "
                                    + symbol.element(position) + ", which is sampled, depends on them as well",
                            "take the log likelihood given the discrete unknowns");
                }
            }
        }
    }

    /** Puts the log densities into the table. */
    private void tabulate(Storage table, int rest) {
        Terms terms = draft.terms;
        List<Step.Computation> steps = new ArrayList<>();
        int loose = rest;
        for (Step.Contribution factor : draft.factors) {
            Program.Node node = draft.nodes.get(factor);
            // What belongs to no node says that a sum holds: all of its iterations say the same.
            Term position = node == null
                    ? terms.whole(loose++)
                    : terms.add(node.position(), terms.whole(nodes.first(node.symbol())));
            steps.add(compute(factor, table, position));
        }
        draft.factors.clear();
        draft.blocks.add(Program.Block.plain(steps));
    }

    /** A step that keeps what a factor would add. */
    static Step.Computation compute(Step.Contribution factor, Storage table, Term position) {
        return factor.match(
                scalar -> new Step.Compute(scalar.nest(), table, position, scalar.value(), scalar.comment()),
                array -> new Step.ArrayCompute(
                        array.nest(),
                        array.call(),
                        "logdensity." + array.distribution().substring(1),
                        array.arguments(),
                        table,
                        position,
                        1,
                        array.comment()));
    }

    private int[][] componentUnits(int[] unitOf) {
        int[] units = summedUnits(draft.sums.unknowns(), unitOf);
        return draft.sums.componentMembers().stream()
                .map(members ->
                        Arrays.stream(members).map(unknown -> units[unknown]).toArray())
                .toArray(int[][]::new);
    }

    private int[] countUnits(int[] unitOf) {
        return summedUnits(draft.sums.counted(), unitOf);
    }

    /** The unit of each unknown that is summed out. */
    private int[] summedUnits(List<Program.Summed> summed, int[] unitOf) {
        int[] units = new int
                [summed.stream().mapToInt(part -> part.positions().length).sum()];
        for (Program.Summed part : summed) {
            for (int i = 0; i < part.positions().length; i++) {
                units[part.first() + i] = unitOf[nodes.first(part.symbol()) + part.positions()[i]];
            }
        }
        return units;
    }
}
