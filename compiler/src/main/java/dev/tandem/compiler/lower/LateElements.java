package dev.tandem.compiler.lower;

import dev.tandem.compiler.graph.ElementReads;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Group;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.lower.expression.LateStorages;
import dev.tandem.compiler.lower.unknown.PackedArrays;
import dev.tandem.compiler.lower.unknown.UnknownElements;
import dev.tandem.compiler.program.Storages;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.values.Scope;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * Which elements of the model come late: unknowns that are drawn forwards, and what is computed from these, where other
 * elements of the same variables are needed by the density.
 *
 * <p>Such a variable has two storages. The density has its own, in which nothing is late. The report has another: a copy of
 * the first, to which late elements are written. Whatever is late reads storages of the report, so that steps of the
 * density never read, or hand derivatives on to, what is not there yet.
 *
 * <p>Where no variable has elements of both kinds nothing is late: whole variables are drawn forwards in storage of their own.
 */
final class LateElements implements LateStorages {
    private final Graph graph;
    private final UnknownElements unknowns;
    private final Storages storages;

    /** The elements that the density reads or weighs, by variable. */
    private final Map<String, BitSet> needed = new HashMap<>();

    /** The unknowns that are drawn forwards, and what is computed from them, by variable. */
    private final Map<String, BitSet> late = new HashMap<>();

    /** The iterations of computed rules that are late, and those that are not. */
    private final Map<Rule, PackedArrays> lateIterations = new LinkedHashMap<>();

    private final Map<Rule, PackedArrays> earlyIterations = new HashMap<>();
    private final Map<Symbol, Storage> shown = new LinkedHashMap<>();

    LateElements(Graph graph, UnknownElements unknowns, Storages storages) {
        this.graph = graph;
        this.unknowns = unknowns;
        this.storages = storages;
    }

    /** Finds them; {@code drawable} tells of which rules with unknowns there is code that draws. */
    void find(Predicate<Rule> drawable) {
        Map<Rule, BitSet> free = new HashMap<>();
        for (Rule rule : graph.rules()) {
            if (rule.stochastic() && unknowns.has(rule) && drawable.test(rule)) {
                BitSet positions = new BitSet();
                for (int position : unknowns.of(rule).positions.flat()) {
                    positions.set(position);
                }
                free.put(rule, positions);
            }
        }
        List<Group> order = graph.order();
        for (int g = order.size() - 1; g >= 0; g--) {
            ask(order.get(g), free);
        }
        free.forEach((rule, positions) -> {
            BitSet left = (BitSet) positions.clone();
            left.andNot(needed(rule.targetName()));
            late(rule.targetName()).or(left);
        });
        if (late.values().stream().allMatch(BitSet::isEmpty)) {
            return;
        }
        order.forEach(this::follow);
        for (Symbol symbol : graph.symbols()) {
            if (divided(symbol.name())) {
                Storage storage = storages.variable(symbol.name() + "_shown", symbol.size());
                System.arraycopy(symbol.values(), 0, storage.values(), 0, symbol.size());
                shown.put(symbol, storage);
            }
        }
    }

    private BitSet needed(String name) {
        return needed.computeIfAbsent(name, n -> new BitSet());
    }

    private BitSet late(String name) {
        return late.computeIfAbsent(name, n -> new BitSet());
    }

    /** Whether the density needs some elements of a variable, and others are late. */
    private boolean divided(String name) {
        return !needed(name).isEmpty() && !late(name).isEmpty();
    }

    /** Marks what the iterations of a group read that are observed, or needed themselves, those who need before the needed. */
    private void ask(Group group, Map<Rule, BitSet> free) {
        Map<Rule, Target> targets = new HashMap<>();
        Map<Rule, ElementReads> reads = new HashMap<>();
        Map<ElementReads.Read, Boolean> done = new HashMap<>();
        group.rules().forEach(rule -> {
            targets.put(rule, new Target(rule));
            reads.put(rule, graph.reads(rule));
        });
        if (group.rules().stream().allMatch(rule -> rule.instances() == 0 || fixed(rule))) {
            return;
        }
        graph.forEachBackwards(group, (rule, counters, scope) -> {
            if (fixed(rule)) {
                return;
            }
            BitSet own = free.get(rule);
            BitSet wanted = needed(rule.targetName());
            int[] positions = targets.get(rule).at(counters, scope);
            // Every element of a node that can be drawn is one by itself.
            boolean stays = rule.stochastic() && (own == null || !own.get(positions[0]));
            for (int i = 0; i < positions.length && !stays; i++) {
                stays = wanted.get(positions[i]);
            }
            if (!stays) {
                return;
            }
            Symbol symbol = graph.symbol(rule.targetName());
            for (int position : positions) {
                if (rule.stochastic() && !symbol.known(position)) {
                    wanted.set(position);
                }
            }
            for (ElementReads.Read read : reads.get(rule).all()) {
                if (read.fixed() && done.put(read, true) != null) {
                    continue;
                }
                BitSet marks = needed(read.symbol().name());
                for (int position : read.at(counters, scope)) {
                    marks.set(position);
                }
            }
        });
    }

    /** Marks what is computed from what is late. */
    private void follow(Group group) {
        Map<Rule, Target> targets = new HashMap<>();
        Map<Rule, ElementReads> reads = new HashMap<>();
        for (Rule rule : group.rules()) {
            if (!rule.stochastic() && !fixed(rule) && rule.instances() > 0) {
                targets.put(rule, new Target(rule));
                reads.put(rule, graph.reads(rule));
                lateIterations.put(rule, new PackedArrays());
                earlyIterations.put(rule, new PackedArrays());
            }
        }
        if (reads.isEmpty()) {
            return;
        }
        Map<ElementReads.Read, Boolean> known = new HashMap<>();
        graph.forEach(group, (rule, counters, scope) -> {
            if (!reads.containsKey(rule)) {
                return;
            }
            boolean comesLate = false;
            for (ElementReads.Read read : reads.get(rule).all()) {
                BitSet marks = late(read.symbol().name());
                if (marks.isEmpty()) {
                    continue;
                }
                boolean any = (read.fixed() && !group.recursive())
                        ? known.computeIfAbsent(read, r -> any(marks, r.at(counters, scope)))
                        : any(marks, read.at(counters, scope));
                if (any) {
                    comesLate = true;
                    break;
                }
            }
            (comesLate ? lateIterations : earlyIterations).get(rule).add(counters);
            if (comesLate) {
                BitSet marks = late(rule.targetName());
                for (int position : targets.get(rule).at(counters, scope)) {
                    marks.set(position);
                }
            }
        });
        for (Rule rule : reads.keySet()) {
            boolean whole = lateIterations.get(rule).isEmpty()
                    || earlyIterations.get(rule).isEmpty()
                    || needed(rule.targetName()).isEmpty();
            if (lateIterations.get(rule).isEmpty()) {
                lateIterations.remove(rule);
            }
            if (whole) {
                earlyIterations.remove(rule);
            }
        }
    }

    private static boolean any(BitSet marks, int[] positions) {
        for (int position : positions) {
            if (marks.get(position)) {
                return true;
            }
        }
        return false;
    }

    private static boolean fixed(Rule rule) {
        return !rule.stochastic() && rule.constant();
    }

    /** Where the node of a rule stands at an iteration. */
    private final class Target {
        private final Rule rule;
        private final Optional<ToIntFunction<int[]>> place;
        private final int[] single = new int[1];

        Target(Rule rule) {
            this.rule = rule;
            place = graph.targetPosition(rule);
        }

        int[] at(int[] counters, Scope scope) {
            int one = place.isPresent() ? place.get().applyAsInt(counters) : -1;
            if (one < 0) {
                return graph.positions(rule.target(), scope);
            }
            single[0] = one;
            return single;
        }
    }

    @Override
    public boolean any() {
        return !shown.isEmpty();
    }

    /** Which elements of a variable are drawn forwards, or computed from such. */
    BitSet of(String name) {
        return late.getOrDefault(name, new BitSet());
    }

    /** Whether a rule computes something late. */
    boolean computes(Rule rule) {
        return any() && lateIterations.containsKey(rule);
    }

    /** Whether all that a rule computes comes late. */
    boolean computesAll(Rule rule) {
        return computes(rule) && !earlyIterations.containsKey(rule);
    }

    /** The iterations at which a rule computes something late, if at others it does not. */
    Optional<List<int[]>> late(Rule rule) {
        return any() && earlyIterations.containsKey(rule) ? Optional.of(lateIterations.get(rule)) : Optional.empty();
    }

    /** The iterations at which a rule computes something that is not late, if at others it does. */
    Optional<List<int[]>> early(Rule rule) {
        return any() ? Optional.ofNullable(earlyIterations.get(rule)) : Optional.empty();
    }

    /** Whether a variable has a storage for the report. */
    boolean hasShown(Symbol symbol) {
        return shown.containsKey(symbol);
    }

    /** The variables that have two storages. */
    public Map<Symbol, Storage> shown() {
        return shown;
    }

    @Override
    public Storage shown(Symbol symbol) {
        Storage own = shown.get(symbol);
        return own == null ? storages.of(symbol) : own;
    }
}
