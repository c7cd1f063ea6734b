package dev.tandem.compiler.pass;

import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Numeric;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A term, such as the distance of an observation from its mean, as the sum of known multiples of unknowns and of what is known. */
final class LinearMean {
    /**
     * Something known times something unknown, or the sum of that over a range.
     *
     * @param binder the counter of the sum; null if there is none
     */
    record Slot(Term known, Term unknown, Binder binder, int first, int count) {}

    /** A whole number that has to lie between others, so that it is one of a loop's. */
    record Within(Term counter, Term first, Term last) {}

    private final List<Slot> slots = new ArrayList<>();
    private final List<Within> checks = new ArrayList<>();
    private Term known;
    private boolean possible = true;

    private LinearMean(Term known) {
        this.known = known;
    }

    /** Whether the term is such a sum. */
    boolean possible() {
        return possible && !slots.isEmpty();
    }

    List<Slot> slots() {
        return slots;
    }

    /** What has to hold of every iteration, so that what is computed may be read as what it is computed from. */
    List<Within> checks() {
        return checks;
    }

    Term known() {
        return known;
    }

    /** The number of unknowns, those of sums one by one. */
    int columns() {
        return slots.stream().mapToInt(Slot::count).sum();
    }

    /** Whether a term changes with the loops. */
    static boolean moves(Term term, Nest nest) {
        return nest.ranges().stream().anyMatch(range -> term.binders().contains(range.counter()));
    }

    /** Reads terms of a program. */
    static final class Reader {
        /** A mean that is computed from computed means from computed means. */
        private static final int DEEPEST = 8;

        private final Terms terms;
        /** What is computed by one step alone, once for each element. */
        private final Map<Storage, Step.Compute> computed = new HashMap<>();

        Reader(Program program) {
            terms = program.terms();
            Map<Storage, Integer> writers = new HashMap<>();
            for (Program.Block block : program.blocks()) {
                for (Step.Computation step : block.steps()) {
                    writers.merge(step.target(), 1, Integer::sum);
                    if (!block.recursive()) {
                        step.compute().ifPresent(compute -> computed.put(compute.target(), compute));
                    }
                }
            }
            computed.keySet().removeIf(storage -> writers.get(storage) > 1);
        }

        LinearMean read(Term term, Nest nest) {
            LinearMean mean = new LinearMean(terms.number(0));
            add(mean, term, terms.number(1), nest, null, 0);
            return mean;
        }

        private static boolean isKnown(Term term) {
            return new Numeric().compile(term) != null;
        }

        /** Adds a known multiple of a term. */
        private void add(LinearMean mean, Term term, Term times, Nest nest, Slot sum, int depth) {
            if (isKnown(term)) {
                Term constant = terms.multiply(times, term);
                mean.known = terms.add(
                        mean.known,
                        sum == null
                                ? constant
                                : terms.sum(
                                        sum.binder(),
                                        terms.whole(sum.first()),
                                        terms.whole(sum.first() + sum.count() - 1),
                                        constant));
                return;
            }
            switch (term.op()) {
                case ADD, SUBTRACT -> {
                    add(mean, term.argument(0), times, nest, sum, depth);
                    Term second = term.op() == Term.Op.ADD ? times : terms.negate(times);
                    add(mean, term.argument(1), second, nest, sum, depth);
                }
                case NEGATE -> add(mean, term.argument(0), terms.negate(times), nest, sum, depth);
                case MULTIPLY -> {
                    int side = isKnown(term.argument(0)) ? 0 : 1;
                    if (isKnown(term.argument(side))) {
                        Term both = terms.multiply(times, term.argument(side));
                        add(mean, term.argument(1 - side), both, nest, sum, depth);
                    } else {
                        slot(mean, term, times, sum);
                    }
                }
                case DIVIDE -> {
                    if (isKnown(term.argument(1))) {
                        add(mean, term.argument(0), terms.divide(times, term.argument(1)), nest, sum, depth);
                    } else {
                        slot(mean, term, times, sum);
                    }
                }
                case SUM -> {
                    boolean range = sum == null
                            && term.argument(0).op() == Term.Op.WHOLE
                            && term.argument(1).op() == Term.Op.WHOLE
                            && term.argument(1).whole() >= term.argument(0).whole();
                    if (!range) {
                        mean.possible = false;
                        return;
                    }
                    int first = term.argument(0).whole();
                    int count = term.argument(1).whole() - first + 1;
                    add(mean, term.argument(2), times, nest, new Slot(null, null, term.binder(), first, count), depth);
                }
                default -> {
                    if (sum != null || depth >= DEEPEST || !addComputed(mean, term, times, nest, depth)) {
                        slot(mean, term, times, sum);
                    }
                }
            }
        }

        /** Adds what an element of a computed variable is computed from, if that is a linear term of unknowns as they are. */
        private boolean addComputed(LinearMean mean, Term read, Term times, Nest nest, int depth) {
            LinearMean inside = new LinearMean(terms.number(0));
            Optional<Term> value = computedBy(inside, read, nest);
            if (value.isEmpty()) {
                return false;
            }
            add(inside, value.get(), times, nest, null, depth + 1);
            if (!inside.possible
                    || inside.slots.stream().anyMatch(slot -> slot.unknown().op() != Term.Op.READ)) {
                return false;
            }
            mean.slots.addAll(inside.slots);
            mean.checks.addAll(inside.checks);
            mean.known = terms.add(mean.known, inside.known);
            return true;
        }

        private static void slot(LinearMean mean, Term term, Term times, Slot sum) {
            boolean sums = term.op() == Term.Op.SUM;
            mean.possible &= !sums;
            mean.slots.add(
                    sum == null
                            ? new Slot(times, term, null, 0, 1)
                            : new Slot(times, term, sum.binder(), sum.first(), sum.count()));
        }

        /** What an element of a computed variable is computed from, where it changes with the loops. */
        private Optional<Term> computedBy(LinearMean mean, Term read, Nest nest) {
            Step.Compute step = read.op() == Term.Op.READ ? computed.get(read.storage()) : null;
            if (step == null || !moves(read, nest)) {
                return Optional.empty();
            }
            List<Nest.Range> loops = step.nest().ranges();
            List<Term> counters = new ArrayList<>();
            if (loops.size() == 1) {
                Term at = step.position();
                Term counter = terms.binder(loops.get(0).counter());
                boolean shifted = at.op() == Term.Op.ADD
                        && at.argument(0) == counter
                        && at.argument(1).op() == Term.Op.WHOLE;
                if (shifted || at == counter) {
                    int by = shifted ? at.argument(1).whole() : 0;
                    counters.add(terms.subtract(read.argument(0), terms.whole(by)));
                }
            } else if (loops.size() == nest.ranges().size()) {
                nest.ranges().forEach(range -> counters.add(terms.binder(range.counter())));
                if (in(step.position(), loops, counters) != read.argument(0)) {
                    return Optional.empty();
                }
            }
            if (counters.size() != loops.size() || loops.isEmpty()) {
                return Optional.empty();
            }
            for (int i = 0; i < loops.size(); i++) {
                mean.checks.add(new Within(
                        counters.get(i),
                        in(loops.get(i).first(), loops, counters),
                        in(loops.get(i).last(), loops, counters)));
            }
            return Optional.of(in(step.value(), loops, counters));
        }

        private Term in(Term term, List<Nest.Range> loops, List<Term> counters) {
            return terms.replace(term, t -> {
                for (int i = 0; t.op() == Term.Op.BINDER && i < loops.size(); i++) {
                    if (t.binder() == loops.get(i).counter()) {
                        return counters.get(i);
                    }
                }
                return null;
            });
        }
    }
}
