package dev.tandem.compiler.graph;

import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.distributions.catalogue.Numbers;
import dev.tandem.distributions.intervals.Interval;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks that an index that is not known before sampling stays in range, whatever the unknowns. */
final class UnknownIndices {
    /** A reference that has an unknown index in some iteration. */
    record Use(Rule rule, Expression.Reference reference) {}

    private final Map<String, Symbol> symbols;
    private final Ranges ranges;
    private final Instances instances;

    UnknownIndices(Binding binding, Ranges ranges) {
        symbols = binding.symbols();
        instances = new Instances(symbols, binding.evaluator());
        this.ranges = ranges;
    }

    static void check(Binding binding, Ranges ranges, List<Use> uses) {
        UnknownIndices check = new UnknownIndices(binding, ranges);
        for (Use use : uses) {
            ranges.prepare(Names.in(use.reference()));
            try {
                check.check(use);
            } catch (EvaluationException e) {
                binding.problems().add(e);
            }
        }
        binding.problems().throwIfAny();
    }

    private void check(Use use) {
        Symbol symbol = symbols.get(use.reference().name().text());
        Set<String> relevant = ReadCheck.relevantCounters(use.rule(), use.reference());
        if (symbol.everywhereDefined() && alwaysInside(use.reference(), symbol)) {
            return;
        }
        instances.forEach(use.rule(), loop -> relevant.contains(loop.counter().text()), () -> {
            int[][] box = new int[symbol.dims().length][];
            for (int d = 0; d < box.length; d++) {
                box[d] = possible(use.reference().indices().get(d), d, symbol);
            }
            refuseUndefined(use.reference(), symbol, box);
        });
    }

    private boolean alwaysInside(Expression.Reference reference, Symbol symbol) {
        for (int d = 0; d < symbol.dims().length; d++) {
            if (reference.indices().get(d) instanceof Index.Single single) {
                Interval interval = ranges.anywhere(single.value());
                if (!interval.whole() || !interval.within(1, symbol.dims()[d])) {
                    return false;
                }
            } else if (reference.indices().get(d) instanceof Index.Range) {
                return false;
            }
        }
        return true;
    }

    /** The smallest and the largest index at the present iteration. */
    private int[] possible(Index index, int dimension, Symbol symbol) {
        int extent = symbol.dims()[dimension];
        if (index instanceof Index.All) {
            return new int[] {1, extent};
        }
        Interval interval = index instanceof Index.Range range
                ? ranges.of(range.from(), instances).or(ranges.of(range.to(), instances))
                : ranges.of(((Index.Single) index).value(), instances);
        if (!interval.whole()) {
            throw new EvaluationException(
                    index.span(),
                    "an index must be a whole number, and this one need not be",
                    "round(..) or trunc(..) makes one");
        }
        if (!interval.within(1, extent)) {
            String where = symbol.dims().length == 1
                    ? symbol.name() + " has " + extent + (extent == 1 ? " element" : " elements")
                    : "dimension " + (dimension + 1) + " of " + symbol.name() + " has extent " + extent;
            throw new EvaluationException(
                    index.span(),
                    "this index may be " + Numbers.range(interval.low(), interval.high()) + ", but " + where,
                    interval.low() == 0 && interval.high() < extent
                            ? "elements count from 1: add 1 to this index"
                            : "an index must stay in range whatever the unknowns: define more elements, or bound the"
                                    + " index, as by min(.., " + extent + ")");
        }
        return new int[] {(int) interval.low(), (int) interval.high()};
    }

    private static void refuseUndefined(Expression.Reference reference, Symbol symbol, int[][] box) {
        if (symbol.everywhereDefined()) {
            return;
        }
        int[] at = new int[box.length];
        for (int d = 0; d < at.length; d++) {
            at[d] = box[d][0];
        }
        int moved;
        do {
            int position = 0;
            for (int d = at.length - 1; d >= 0; d--) {
                position = position * symbol.dims()[d] + at[d] - 1;
            }
            if (!symbol.defined(position)) {
                throw new EvaluationException(
                        reference.span(),
                        "this may be " + symbol.element(position) + ", which is never defined",
                        "define every element that the index can select");
            }
            moved = 0;
            while (moved < at.length && ++at[moved] > box[moved][1]) {
                at[moved] = box[moved][0];
                moved++;
            }
        } while (moved < at.length);
    }
}
