package dev.tandem.compiler.lower;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.lower.ties.TiedSums;
import dev.tandem.compiler.lower.ties.Ties;
import dev.tandem.compiler.lower.unknown.Coordinates;
import dev.tandem.compiler.lower.unknown.Rules;
import dev.tandem.compiler.lower.unknown.UnknownElements;
import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.Monitor;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Storages;
import dev.tandem.compiler.terms.IntList;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.density.Space;
import dev.tandem.density.Variable;
import dev.tandem.language.OwnDensities;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Says which variables are reported, and which are judged without being shown. */
final class Reporting {
    private final Graph graph;
    private final Draft draft;
    private final Storages storages;
    private final Monitor monitor;
    private final UnknownElements unknowns;
    private final Ties ties;
    private final DiscreteUnknowns sites;
    private final Sides sides;
    private final LateElements late;
    private final Space.Builder space;

    Reporting(
            Draft draft,
            Monitor monitor,
            UnknownElements unknowns,
            Ties ties,
            DiscreteUnknowns sites,
            Sides sides,
            LateElements late,
            Coordinates coordinates) {
        this.draft = draft;
        this.monitor = monitor;
        this.unknowns = unknowns;
        this.ties = ties;
        this.sites = sites;
        this.sides = sides;
        this.late = late;
        graph = draft.graph;
        storages = draft.storages;
        space = coordinates.space();
    }

    void run() {
        Collected collected = collect();
        for (Symbol symbol : collected.inOrder()) {
            report(symbol, collected);
        }
    }

    /** What there is to report: the unknown elements of variables, and the variables that are computed. */
    private record Collected(
            Map<Symbol, IntList> continuous, Map<Symbol, IntList> discrete, Set<Symbol> computed, Set<Symbol> all) {
        Collected() {
            this(new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashSet<>(), new LinkedHashSet<>());
        }

        IntList unknown(Symbol symbol, boolean isDiscrete) {
            return (isDiscrete ? discrete : continuous).computeIfAbsent(symbol, s -> new IntList());
        }

        /** The unknown elements of a variable, continuous ones first. */
        IntList parts(Symbol symbol) {
            IntList parts = new IntList();
            parts.addAll(continuous.getOrDefault(symbol, new IntList()).toArray());
            parts.addAll(discrete.getOrDefault(symbol, new IntList()).toArray());
            return parts;
        }

        Variable.Kind kind(Symbol symbol) {
            return discrete.containsKey(symbol) && !continuous.containsKey(symbol)
                    ? Variable.Kind.DISCRETE
                    : Variable.Kind.CONTINUOUS;
        }

        /** What a reader looks for first: parameters, then computed nodes, long arrays and discrete unknowns. */
        List<Symbol> inOrder() {
            List<Symbol> sorted = new ArrayList<>(all);
            sorted.sort(Comparator.comparingInt((Symbol symbol) -> discrete.containsKey(symbol)
                    ? 3
                    : symbol.size() > Monitor.MOST_COMPUTED ? 2 : continuous.containsKey(symbol) ? 0 : 1));
            return sorted;
        }
    }

    private Collected collect() {
        Collected collected = new Collected();
        for (Rule rule : graph.rules()) {
            if (sides.added(rule.targetName()) || draft.carried.contains(rule.targetName())) {
                continue;
            }
            Symbol symbol = graph.symbol(rule.targetName());
            collected.all().add(symbol);
            boolean unknown = false;
            for (UnknownElements.Found found : Arrays.asList(unknowns.forward(rule), unknowns.of(rule))) {
                if (found != null) {
                    unknown = true;
                    collected.unknown(symbol, Rules.discrete(rule)).addAll(found.positions.flat());
                }
            }
            if (!unknown && !rule.stochastic() && rule.instances() > 0 && (!rule.constant() || asked(symbol))) {
                collected.computed().add(symbol);
            }
            for (TiedSums.Tie tie : ties.ofDefiner(rule)) {
                collected
                        .unknown(symbol, Rules.discrete(rule))
                        .add(tie.computed().position());
            }
        }
        return collected;
    }

    private void report(Symbol symbol, Collected collected) {
        IntList parts = collected.parts(symbol);
        boolean calculated = collected.computed().contains(symbol);
        if (parts.size() == 0 && !calculated) {
            return;
        }
        Variable.Kind kind = collected.kind(symbol);
        // What is unknown in part is not kept back as what is computed.
        BitSet wanted = made(symbol) && monitor.isDefault()
                ? new BitSet()
                : monitor.elements(
                        symbol.name(), symbol.shape(), calculated && parts.size() == 0 && !standsForUnknowns(symbol));
        hide(symbol, kind, parts, sites.settled(symbol), forward(symbol), wanted);
        if (wanted.isEmpty()) {
            if (monitor.isDefault() && !made(symbol)) {
                draft.leftOut.add(new Program.LeftOut(symbol.name(), symbol.size(), parts.size() == 0));
            }
            return;
        }
        BitSet beside = calculated && parts.size() > 0 ? computedElements(symbol) : new BitSet();
        int[] shown = (parts.size() == 0
                        ? IntStream.range(0, symbol.size())
                        : IntStream.concat(Arrays.stream(parts.toArray()), beside.stream()))
                .filter(wanted::get)
                .sorted()
                .toArray();
        if (shown.length == symbol.size()) {
            reportWhole(symbol, kind, parts.size() == 0, beside, shown);
        } else {
            reportElements(symbol, kind, parts.size() == 0, beside, shown);
        }
    }

    private void reportWhole(Symbol symbol, Variable.Kind kind, boolean computed, BitSet beside, int[] shown) {
        space.report(symbol.name(), kind, symbol.shape().toArray(new Integer[0]));
        sites.settled(symbol).stream().forEach(space::settled);
        summed(symbol).stream().forEach(space::drawn);
        forward(symbol).stream().forEach(space::forward);
        if (computed) {
            space.computed();
        }
        beside.stream().forEach(space::computed);
        draft.reported.add(new Program.Reported(late.shown(symbol), shown));
    }

    /** Reports some elements of a variable, each as a variable of its own. */
    private void reportElements(Symbol symbol, Variable.Kind kind, boolean computed, BitSet beside, int[] shown) {
        Storage storage = late.shown(symbol);
        BitSet settled = sites.settled(symbol);
        BitSet summed = summed(symbol);
        BitSet forward = forward(symbol);
        for (int position : shown) {
            space.report(symbol.element(position), kind);
            if (computed || beside.get(position)) {
                space.computed();
            }
            if (settled.get(position)) {
                space.settled(0);
            }
            if (summed.get(position)) {
                space.drawn(0);
            }
            if (forward.get(position)) {
                space.forward(0);
            }
            draft.reported.add(new Program.Reported(storage, new int[] {position}));
        }
    }

    /** Whether a variable is not of the text: it was made by reading a distribution as other statements. */
    private boolean made(Symbol symbol) {
        return OwnDensities.isMade(symbol.name())
                || graph.model().neighbourhoods().stream()
                        .anyMatch(map -> symbol.name().equals(map.unknowns())
                                || symbol.name().equals(map.means()));
    }

    /** Whether a variable is computed here and an unknown in the text. */
    private boolean standsForUnknowns(Symbol symbol) {
        return graph.model().neighbourhoods().stream()
                .anyMatch(map -> symbol.name().equals(map.node()));
    }

    /** Whether what is computed from data alone is to be told: where it is named, and where there is nothing else. */
    private boolean asked(Symbol symbol) {
        return monitor.names(symbol.name()) || (monitor.isDefault() && !graph.hasUnknowns());
    }

    /** The elements of a variable that are computed from unknowns, beside others that are unknown themselves. */
    private BitSet computedElements(Symbol symbol) {
        BitSet computed = new BitSet();
        for (Rule rule : graph.rules()) {
            if (!rule.stochastic() && !rule.constant() && rule.targetName().equals(symbol.name())) {
                graph.forEach(
                        rule,
                        (counters, scope) -> Arrays.stream(graph.positions(rule.target(), scope))
                                .forEach(computed::set));
            }
        }
        return computed;
    }

    /** The elements of a variable that are drawn forwards when they are reported. */
    private BitSet forward(Symbol symbol) {
        BitSet forward = new BitSet();
        draft.drawn.stream()
                .filter(found -> found.symbol() == symbol)
                .forEach(found -> Arrays.stream(found.positions()).forEach(forward::set));
        return forward;
    }

    /** The elements of a variable that are summed out. */
    private BitSet summed(Symbol symbol) {
        BitSet summed = new BitSet();
        draft.sums.all().stream()
                .filter(found -> found.symbol() == symbol)
                .forEach(found -> Arrays.stream(found.positions()).forEach(summed::set));
        return summed;
    }

    /** Has unknowns judged that nobody asked to see; those that are settled or drawn forwards need no judge. */
    private void hide(Symbol symbol, Variable.Kind kind, IntList parts, BitSet settled, BitSet forward, BitSet wanted) {
        int[] positions = Arrays.stream(parts.toArray())
                .filter(position -> !settled.get(position) && !forward.get(position) && !wanted.get(position))
                .sorted()
                .toArray();
        if (positions.length > 0) {
            space.hidden(new Variable(symbol.name(), symbol.shape(), kind), positions);
            draft.hidden.add(new Program.Reported(storages.of(symbol), positions));
        }
    }
}
