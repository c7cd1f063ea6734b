package dev.tandem.compiler.graph;

import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.compiler.values.MissingValueException;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Finds out how far the left sides of a variable reach, and so its shape. */
final class Measuring {
    private final Binding binding;
    private final Map<String, Symbol> symbols;
    private final Instances instances;
    private final Problems problems;

    /** The largest index seen in each dimension on the left, for variables whose shape is not given. */
    private final Map<String, int[]> largest = new HashMap<>();

    /** Why a rule could not be measured when that was last tried. */
    private final Map<Rule, EvaluationException> waiting = new HashMap<>();

    Measuring(Binding binding) {
        this.binding = binding;
        symbols = binding.symbols();
        instances = binding.instances();
        problems = binding.problems();
    }

    /** What a rule is waiting for that has not been measured; null if nothing is known of it. */
    EvaluationException waitingFor(Rule rule) {
        return waiting.get(rule);
    }

    /** Finds how far the left side reaches; false if something it needs is not known yet. */
    boolean measure(Rule rule) {
        Symbol symbol = symbols.get(rule.targetName());
        Expression.Reference target = rule.target();
        try {
            if (symbol.shaped() || target.indices().isEmpty()) {
                rule.setInstances(instances.count(rule));
                if (target.indices().isEmpty() && rule.instances() > 1) {
                    problems.add(Defining.twice(rule, symbol.name(), rule));
                }
                return true;
            }
            int[] extents = largest.computeIfAbsent(
                    symbol.name(), n -> new int[target.indices().size()]);
            if (extents.length != target.indices().size()) {
                problems.add(
                        target.span(),
                        symbol.name() + " has " + target.indices().size() + " indices here and " + extents.length
                                + " elsewhere",
                        "every statement that defines a variable must write the same number of indices");
                return true;
            }
            Formula[] indices = new Formula[extents.length];
            for (int d = 0; d < extents.length; d++) {
                indices[d] = target.indices().get(d) instanceof Index.Single single
                        ? Formula.of(single.value(), rule, symbols).orElse(null)
                        : null;
            }
            rule.setInstances(instances.forEach(rule, () -> {
                for (int d = 0; d < extents.length; d++) {
                    extents[d] = Math.max(extents[d], reach(target, d, indices[d]));
                }
            }));
            return true;
        } catch (MissingValueException e) {
            waiting.put(rule, e);
            return false;
        } catch (EvaluationException e) {
            problems.add(problems.located(e));
            return true;
        }
    }

    /** The largest index that a target has in one dimension, at the present iteration. */
    private int reach(Expression.Reference target, int dimension, Formula index) {
        if (index != null) {
            double value = index.at(instances.counters());
            int whole = (int) value;
            if (whole == value && whole >= 1 && whole < Integer.MAX_VALUE) {
                return whole;
            }
        }
        return binding.evaluator().select(target, instances).largest(dimension);
    }

    /** Shapes a variable all of whose rules have been measured; false if its right side has no shape yet. */
    boolean shape(Rule rule, Symbol symbol) {
        int[] extents = largest.get(symbol.name());
        if (extents == null) {
            extents = shapeOfRightSide(rule);
        }
        if (extents == null) {
            return false;
        }
        if (Arrays.stream(extents).anyMatch(e -> e == 0)) {
            // Its loops never run; it is a name without elements, and any use of it is out of range.
            extents = extents.clone();
            Arrays.fill(extents, 1);
        }
        if (!binding.checkSize(rule.target().span(), symbol.name(), extents)) {
            return false;
        }
        symbol.shape(extents);
        return true;
    }

    /** The counters of the first iteration; null where there is none. */
    private int[] firstIteration(Rule rule) {
        int[][] first = {null};
        instances.forEach(
                rule, loop -> false, () -> first[0] = instances.counters().clone());
        return first[0];
    }

    /** A name without indices has the shape of its right side; null if that is not known yet. */
    private int[] shapeOfRightSide(Rule rule) {
        try {
            int[] first = firstIteration(rule);
            if (first == null) {
                return new int[] {1};
            }
            instances.at(rule, first, 0);
            return new ShapeFinder(symbols, binding.evaluator(), instances).target(rule.relation());
        } catch (MissingValueException e) {
            return null;
        } catch (EvaluationException e) {
            problems.add(e);
            return new int[] {1};
        }
    }
}
