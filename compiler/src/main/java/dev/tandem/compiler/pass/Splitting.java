package dev.tandem.compiler.pass;

import dev.tandem.compiler.code.Type;
import dev.tandem.compiler.program.Box;
import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Cuts long terms into pieces that are computed before and kept in storage: each step becomes one method, and the
 * virtual machine does not compile methods of more than 8000 bytes.
 */
public final class Splitting implements Pass {
    /** The number of operations in a piece; with derivatives, each takes some 40 bytes. */
    private static final int LONGEST = 80;

    /** Pieces are kept for every iteration; beyond this they would take more memory than they are worth. */
    private static final long MOST_ELEMENTS = 1 << 22;

    @Override
    public String name() {
        return "splitting";
    }

    @Override
    public String reason() {
        return "Long terms are cut into pieces, since each step becomes a method and the virtual machine does not compile"
                + " methods of more than 8000 bytes.";
    }

    @Override
    public Program apply(Program program) {
        return new Cutting(program).run();
    }

    private static final class Cutting {
        private final Program program;
        private final Terms terms;

        Cutting(Program program) {
            this.program = program;
            terms = program.terms();
        }

        Program run() {
            Draft draft = program.edit();
            // Where an iteration needs the one before, its pieces cannot be computed ahead for all iterations.
            draft.blocks.replaceAll(block -> block.recursive() ? block : split(block));
            List<Step.Computation> pieces = new ArrayList<>();
            draft.factors.replaceAll(step -> step.match(
                    factor -> factor.with(split(factor.value(), factor.nest(), pieces, factor.comment())),
                    array -> array));
            if (!pieces.isEmpty()) {
                draft.blocks.add(Program.Block.plain(pieces));
            }
            return draft.finish();
        }

        private Program.Block split(Program.Block block) {
            List<Step.Computation> steps = new ArrayList<>();
            for (Step.Computation step : block.steps()) {
                steps.add(step.match(compute -> split(compute, steps), product -> product, array -> array));
            }
            return block.with(steps);
        }

        private Step.Compute split(Step.Compute step, List<Step.Computation> pieces) {
            boolean readsItself = step.value().reads().stream().anyMatch(read -> read.storage() == step.target());
            return readsItself ? step : step.with(split(step.value(), step.nest(), pieces, step.comment()));
        }

        private Term split(Term value, Nest nest, List<Step.Computation> steps, String comment) {
            List<Term> cuts = cuts(value, nest);
            if (cuts.isEmpty()) {
                return value;
            }
            int[][] box = Box.of(nest);
            long iterations = 1;
            for (int[] range : box) {
                iterations *= Math.max(0, (long) range[1] - range[0] + 1);
            }
            if (iterations * cuts.size() > MOST_ELEMENTS) {
                return value;
            }
            Storage storage = program.variable("part", (int) (iterations * cuts.size()));
            // The two kinds of dependence are those of any piece: storage has them as a whole.
            if (cuts.stream().anyMatch(Term::active)) {
                storage.activate();
            }
            if (cuts.stream().anyMatch(Term::discrete)) {
                storage.dependOnDiscrete();
            }
            Map<Term, Term> places = new HashMap<>();
            for (int k = 0; k < cuts.size(); k++) {
                Term piece = terms.replace(cuts.get(k), places::get);
                Term position = position(nest, box, k * (int) iterations);
                steps.add(new Step.Compute(nest, storage, position, piece, "part of " + comment));
                places.put(cuts.get(k), terms.read(storage, position));
            }
            return terms.replace(value, places::get);
        }

        private Term position(Nest nest, int[][] box, int first) {
            Term position = terms.whole(first);
            int stride = 1;
            for (int level = 0; level < box.length; level++) {
                Term counter = terms.binder(nest.ranges().get(level).counter());
                position = terms.add(
                        position,
                        terms.multiply(terms.subtract(counter, terms.whole(box[level][0])), terms.whole(stride)));
                stride *= box[level][1] - box[level][0] + 1;
            }
            return position;
        }

        /** The terms to cut at, inner ones first. */
        private List<Term> cuts(Term value, Nest nest) {
            Set<Binder> counters = new HashSet<>();
            nest.ranges().forEach(range -> counters.add(range.counter()));
            Collection<Term> ordered = new LinkedHashSet<>();
            collect(value, ordered);
            Map<Term, Integer> weights = new HashMap<>();
            Set<Term> cuts = new LinkedHashSet<>();
            for (Term term : ordered) {
                int weight = 1;
                for (Term argument : term.arguments()) {
                    weight += weights.get(argument);
                }
                boolean possible = term != value
                        && term.type() == Type.DOUBLE
                        && counters.containsAll(term.binders())
                        && term.op() != Term.Op.READ;
                if (weight > LONGEST && possible && distinct(term, cuts) > LONGEST) {
                    cuts.add(term);
                    weight = 1;
                }
                weights.put(term, weight);
            }
            return List.copyOf(cuts);
        }

        /** How many operations a term takes if each is done once, cuts being reads; no further than is needed to cut. */
        private static int distinct(Term term, Collection<Term> cuts) {
            Set<Term> seen = new HashSet<>(Set.of(term));
            Deque<Term> waiting = new ArrayDeque<>(seen);
            while (!waiting.isEmpty() && seen.size() <= LONGEST) {
                for (Term argument : waiting.remove().arguments()) {
                    if (seen.add(argument) && !cuts.contains(argument)) {
                        waiting.add(argument);
                    }
                }
            }
            return seen.size();
        }

        private static void collect(Term term, Collection<Term> ordered) {
            if (ordered.contains(term)) {
                return;
            }
            term.arguments().forEach(argument -> collect(argument, ordered));
            ordered.add(term);
        }
    }
}
