package dev.tandem.compiler.graph;

import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.compiler.values.MissingValueException;
import dev.tandem.language.OwnDensities;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Statement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Every element that is read must be in range and defined; what an unknown index may select is looked at later. */
final class ReadCheck {
    private final Binding binding;
    private final Resolution resolution;
    private final Map<String, Symbol> symbols;
    private final Instances instances;
    private final Problems problems;
    private final List<UnknownIndices.Use> unknownIndices = new ArrayList<>();

    ReadCheck(Binding binding, Resolution resolution) {
        this.binding = binding;
        this.resolution = resolution;
        symbols = binding.symbols();
        instances = binding.instances();
        problems = binding.problems();
    }

    /** Looks at all reads; gives those with an index that is not known. */
    List<UnknownIndices.Use> run() {
        for (Rule rule : binding.rules()) {
            if (rule.constant()) {
                continue;
            }
            for (Expression.Reference reference : rule.reads()) {
                check(rule, reference);
                if (problems.full()) {
                    return unknownIndices;
                }
            }
        }
        return unknownIndices;
    }

    private void check(Rule rule, Expression.Reference reference) {
        Symbol symbol = symbols.get(reference.name().text());
        int[] dims = symbol.dims();
        Set<String> used = relevantCounters(rule, reference);
        Place place = Place.of(reference, rule, symbols).orElse(null);
        Place part = symbol.everywhereDefined()
                ? Place.ofPart(reference, rule, symbols).orElse(null)
                : place;
        boolean[] unknown = new boolean[1];
        try {
            instances.forEach(rule, loop -> used.contains(loop.counter().text()), () -> {
                int single = part == null ? Place.ASK : part.at(instances.counters());
                if (single == Place.MISSING) {
                    unknown[0] = true;
                } else if (single >= 0) {
                    refuseUndefined(reference, symbol, single);
                } else {
                    unknown[0] |= !checkSelection(reference, symbol, dims);
                }
            });
        } catch (EvaluationException e) {
            problems.add(problems.located(e));
        }
        if (instances.sawEmpty() && !safeBefore(rule, used, place)) {
            rule.setFragile();
        }
        if (unknown[0]) {
            unknownIndices.add(new UnknownIndices.Use(rule, reference));
        }
    }

    /** Whether a reference is in range wherever it could be computed ahead of a loop that happens to be empty. */
    private boolean safeBefore(Rule rule, Set<String> used, Place place) {
        boolean[] safe = {true};
        try {
            instances.forEachBefore(rule, loop -> used.contains(loop.counter().text()), () -> {
                safe[0] &= place != null && place.at(instances.counters()) >= 0;
            });
        } catch (EvaluationException outOfRange) {
            return false;
        }
        return safe[0];
    }

    /** False if an index is not known. */
    private boolean checkSelection(Expression.Reference reference, Symbol symbol, int[] dims) {
        int[] positions;
        try {
            positions = binding.evaluator().select(reference, instances, dims).positions(dims);
        } catch (MissingValueException unknownIndex) {
            return false;
        }
        for (int position : positions) {
            refuseUndefined(reference, symbol, position);
        }
        return true;
    }

    private void refuseUndefined(Expression.Reference reference, Symbol symbol, int position) {
        if (symbol.defined(position)) {
            return;
        }
        if (symbol.given() && binding.symbols().containsKey(OwnDensities.densityOf(symbol.name()))) {
            throw new EvaluationException(
                    reference.span(),
                    symbol.element(position) + " is NA in the data, and a distribution of the text has only a density",
                    "let its loop go over what was observed, as in for (i in seen[]); " + problems.origin(symbol));
        }
        if (symbol.given()) {
            throw new EvaluationException(
                    reference.span(),
                    symbol.element(position) + " is NA in the data, and no statement defines it",
                    "fill it in, or give it a distribution with ~; " + problems.origin(symbol));
        }
        boolean idle = resolution.idle(symbol);
        throw new EvaluationException(
                reference.span(),
                symbol.element(position) + " is used but never defined",
                problems.iteration()
                        + (idle
                                ? "the loops that would define it do not run: look at their ends"
                                : "define it with <- or ~, or give it in the data"));
    }

    /** The counters that a reference depends on, directly or through the ranges of other loops. */
    static Set<String> relevantCounters(Rule rule, Expression.Reference reference) {
        Set<String> used = new LinkedHashSet<>(Names.in(reference));
        for (int level = rule.loops().size() - 1; level >= 0; level--) {
            Statement.Loop loop = rule.loops().get(level);
            // A range decides whether an inner loop runs at all, so the counters in it matter too.
            used.addAll(Names.in(loop.range()));
        }
        return used;
    }
}
