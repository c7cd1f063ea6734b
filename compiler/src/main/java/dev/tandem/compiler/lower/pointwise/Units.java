package dev.tandem.compiler.lower.pointwise;

import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Numeric;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which nodes belong together because they depend on the same elements of some variables, directly or through computed
 * nodes: all detections at a site through its state, the whole history of an animal through its states. Elements whose
 * values the data give or leave no choice of join nodes like the others, so that what belongs together does not depend
 * on what was observed.
 */
final class Units {
    /** A read of something that may depend on the variables, with the loops inside the step around it. */
    private record Read(Storage storage, Numeric.Fn index, Numeric.Walk inside) {}

    private final Terms terms;
    private final NodeNumbers nodes;
    private final Set<Storage> joining;
    private final Map<Storage, Integer> computed = new HashMap<>();
    private final List<Step.Computation> steps = new ArrayList<>();
    private final int[] parent;

    /** Whether an element depends on the variables. */
    private final boolean[] dependent;

    private boolean changed;

    /**
     * Every node by itself.
     *
     * @param joining the storage of the variables whose elements join the nodes that depend on them
     * @param factors the log densities, all discrete unknowns in them
     */
    Units(
            Draft draft,
            NodeNumbers nodes,
            Set<Storage> joining,
            List<Program.Block> blocks,
            List<Step.Contribution> factors) {
        terms = draft.terms;
        this.nodes = nodes;
        this.joining = joining;
        int size = nodes.size();
        for (Step.Computation step : needed(blocks, factors)) {
            steps.add(step);
            if (!computed.containsKey(step.target()) && !joining.contains(step.target())) {
                computed.put(step.target(), size);
                size += step.target().size();
            }
        }
        parent = new int[size];
        dependent = new boolean[size];
        for (int i = 0; i < size; i++) {
            parent[i] = i;
        }
        for (Storage storage : joining) {
            int first = nodes.first(draft.storages.symbol(storage));
            for (int i = 0; i < storage.size(); i++) {
                dependent[first + i] = true;
            }
            computed.put(storage, first);
        }
    }

    /** What the factors need of what is computed and depends on the variables. */
    private List<Step.Computation> needed(List<Program.Block> blocks, List<Step.Contribution> factors) {
        Set<Storage> read = new HashSet<>();
        factors.forEach(factor -> read.addAll(factor.reads()));
        List<Step.Computation> all = new ArrayList<>();
        blocks.forEach(block -> all.addAll(block.steps()));
        boolean progress = true;
        while (progress) {
            progress = false;
            for (Step.Computation step : all) {
                progress |= read.contains(step.target()) && read.addAll(step.reads());
            }
        }
        Set<Storage> reached = new HashSet<>(joining);
        progress = true;
        while (progress) {
            progress = false;
            for (Step.Computation step : all) {
                progress |= step.reads().stream().anyMatch(reached::contains) && reached.add(step.target());
            }
        }
        return all.stream()
                .filter(step -> read.contains(step.target()) && reached.contains(step.target()))
                .toList();
    }

    /** Joins all nodes that depend on one element. */
    void join(IdentityHashMap<Step, Program.Node> nodeOf, List<Step.Contribution> factors) {
        do {
            changed = false;
            steps.forEach(this::follow);
        } while (changed);
        for (Step.Contribution factor : factors) {
            Program.Node node = nodeOf.get(factor);
            if (node != null) {
                int first = nodes.first(node.symbol());
                visit(factor, node.position(), (place, found) -> join(first + place, found));
            }
        }
    }

    private void follow(Step.Computation step) {
        int first = computed.get(step.target());
        visit(step, step.position(), (place, found) -> {
            for (int i = 0; i < step.count(); i++) {
                int own = first + place + i;
                join(own, found);
                changed |= !dependent[own];
                dependent[own] = true;
            }
        });
    }

    private interface Visitor {
        void visit(int place, int found);
    }

    /** Goes through the iterations of a step: where each stands, and every dependent element that it reads. */
    private void visit(Step step, Term position, Visitor visitor) {
        Numeric numeric = Numeric.lenient();
        Numeric.Walk outer = numeric.new Walk(step.nest().ranges());
        List<Read> reads = new ArrayList<>();
        Set<Term> seen = new HashSet<>();
        step.parts(terms).forEach(part -> collect(part.term(), part.around(), numeric, seen, reads));
        Numeric.Fn place = numeric.compile(position);
        if (reads.isEmpty() || place == null || !outer.known()) {
            return;
        }
        int[] counters = new int[numeric.size()];
        outer.run(counters, () -> {
            int at = (int) place.at(counters);
            for (Read read : reads) {
                int first = computed.get(read.storage());
                if (read.index() == null) {
                    // Which element is read depends on an unknown: it may be any.
                    for (int i = 0; i < read.storage().size(); i++) {
                        offer(at, first + i, visitor);
                    }
                } else {
                    read.inside().run(counters, () -> {
                        double index = read.index().at(counters);
                        if (index >= 0 && index < read.storage().size()) {
                            offer(at, first + (int) index, visitor);
                        }
                    });
                }
            }
        });
    }

    private void offer(int at, int element, Visitor visitor) {
        if (dependent[element]) {
            visitor.visit(at, element);
        }
    }

    private void collect(Term term, List<Nest.Range> around, Numeric numeric, Set<Term> seen, List<Read> reads) {
        if (!seen.add(term)) {
            return;
        }
        if (term.op() == Term.Op.READ && computed.containsKey(term.storage())) {
            Numeric.Walk inside = numeric.new Walk(around);
            reads.add(new Read(term.storage(), inside.known() ? numeric.compile(term.argument(0)) : null, inside));
        }
        if (term.op() == Term.Op.SUM) {
            collect(term.argument(0), around, numeric, seen, reads);
            collect(term.argument(1), around, numeric, seen, reads);
            List<Nest.Range> inside = new ArrayList<>(around);
            inside.add(new Nest.Range(term.binder(), term.argument(0), term.argument(1)));
            collect(term.argument(2), inside, numeric, seen, reads);
            return;
        }
        term.arguments().forEach(argument -> collect(argument, around, numeric, seen, reads));
    }

    /** Joins what two elements belong to. */
    void join(int a, int b) {
        int x = root(a);
        int y = root(b);
        parent[Math.max(x, y)] = Math.min(x, y);
    }

    /** The element that stands for all that belong together with this one. */
    int root(int element) {
        int at = element;
        while (parent[at] != at) {
            parent[at] = parent[parent[at]];
            at = parent[at];
        }
        return at;
    }
}
