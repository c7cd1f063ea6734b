package dev.tandem.compiler.generate;

import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Step;
import dev.tandem.compiler.terms.Binder;
import dev.tandem.compiler.terms.LoopWriter;
import dev.tandem.compiler.terms.Nest;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.compiler.terms.Term;
import dev.tandem.compiler.terms.Terms;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Loops over the iterations of a step that an element of a discrete variable touches. */
final class TouchedLoops {
    private final Program program;
    private final Terms terms;
    private final Reach reach;
    private final Storage storage;

    TouchedLoops(Program program, Reach reach) {
        this.program = program;
        this.reach = reach;
        terms = program.terms();
        storage = reach.storage();
    }

    /** Opens a loop over the iterations of a step that an element touches; the step with its counters put in. */
    Step.Computation open(LoopWriter writer, Step.Computation step, Touches.Table table, Binder element) {
        Map<Binder, Term> counters = openIterations(writer, step, table, element);
        return counters.isEmpty() ? step : step.in(Nest.NONE).map(replacing(counters));
    }

    Step.Contribution open(LoopWriter writer, Step.Contribution step, Touches.Table table, Binder element) {
        Map<Binder, Term> counters = openIterations(writer, step, table, element);
        return counters.isEmpty() ? step : step.in(Nest.NONE).map(replacing(counters));
    }

    private UnaryOperator<Term> replacing(Map<Binder, Term> counters) {
        return term -> terms.replace(term, t -> t.op() == Term.Op.BINDER ? counters.get(t.binder()) : null);
    }

    /** Opens such a loop; what the counters of the step are in it, nothing if they are themselves. */
    Map<Binder, Term> openIterations(LoopWriter writer, Step step, Touches.Table table, Binder element) {
        Term e = terms.binder(element);
        Term place;
        if (reach.whole(step, table)) {
            step.nest().ranges().forEach(range -> writer.open(range, false));
            return Map.of();
        }
        if (table.single()) {
            place = e;
        } else {
            Storage starts = program.table(storage.name() + "_starts", table.starts());
            Binder p = new Binder("p");
            writer.open(
                    new Nest.Range(
                            p,
                            terms.read(starts, e),
                            terms.subtract(terms.read(starts, terms.add(e, terms.whole(1))), terms.whole(1))),
                    false);
            place = terms.binder(p);
        }
        Map<Binder, Term> counters = new HashMap<>();
        int depth = table.depth();
        Term[] columns = new Term[depth];
        Storage iterations = null;
        for (int level = 0; level < depth; level++) {
            Integer shift = table.single() ? shift(table, level) : null;
            if (shift != null) {
                columns[level] = terms.add(e, terms.whole(shift));
            } else {
                if (iterations == null) {
                    iterations = program.table(storage.name() + "_where", table.counters());
                }
                columns[level] = terms.read(
                        iterations, terms.add(terms.multiply(place, terms.whole(depth)), terms.whole(level)));
            }
            counters.put(step.nest().ranges().get(level).counter(), columns[level]);
        }
        return counters;
    }

    /** The constant difference between counter and element, null if it is not constant. */
    private Integer shift(Touches.Table table, int level) {
        int[] counters = table.counters();
        int depth = table.depth();
        int shift = counters[level];
        for (int e = 0; e < storage.size(); e++) {
            if (counters[e * depth + level] - e != shift) {
                return null;
            }
        }
        return shift;
    }

    void close(LoopWriter writer, Step step, Touches.Table table) {
        if (reach.whole(step, table)) {
            step.nest().ranges().forEach(range -> writer.close());
        } else if (!table.single()) {
            writer.close();
        }
    }
}
