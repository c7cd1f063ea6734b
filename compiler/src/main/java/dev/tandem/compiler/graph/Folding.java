package dev.tandem.compiler.graph;

import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.compiler.values.Evaluator;
import dev.tandem.compiler.values.MissingValueException;
import dev.tandem.compiler.values.Selection;
import dev.tandem.compiler.values.Value;
import dev.tandem.distributions.catalogue.Function;
import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Statement;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/** Evaluates the rules whose right sides are known before sampling: their elements become constants. */
final class Folding {
    private final Binding binding;
    private final Map<String, Symbol> symbols;
    private final Instances instances;
    private final Evaluator evaluator;
    private final Problems problems;

    Folding(Binding binding) {
        this.binding = binding;
        symbols = binding.symbols();
        instances = binding.instances();
        evaluator = binding.evaluator();
        problems = binding.problems();
    }

    /** Evaluates a rule whose right side is known; false if it is not. */
    boolean fold(Rule rule, Symbol symbol) {
        if (symbol.given() && binding.model().dialect() != Dialect.OPENBUGS) {
            return true;
        }
        for (String name : rule.names()) {
            Symbol other = symbols.get(name);
            boolean known = other != null && other.shaped() && (other.constant() || other.someKnown());
            // x[t] <- 2 * x[t-1] needs only itself and constants.
            if (!known && !name.equals(symbol.name())) {
                return false;
            }
        }
        Statement.Deterministic relation = (Statement.Deterministic) rule.relation();
        Written written = new Written(symbol);
        try {
            Expression value = rule.instances() == 0 ? relation.value() : hoist(rule, relation.value());
            Optional<Formula> formula = Formula.of(value, rule, symbols);
            Optional<Place> place = Place.of(rule.target(), rule, symbols);
            instances.forEach(rule, () -> {
                int position = place.isPresent() ? place.get().at(instances.counters()) : Place.ASK;
                double quick = formula.isPresent() ? formula.get().at(instances.counters()) : Formula.ASK;
                if (position >= 0 && !Double.isNaN(quick) && quick != Formula.ASK) {
                    set(relation, written, position, quick);
                } else {
                    foldSlowly(rule, relation, value, written);
                }
            });
            rule.setConstant();
            return true;
        } catch (MissingValueException e) {
            written.undo();
            return false;
        } catch (EvaluationException e) {
            problems.add(problems.located(e));
            return true;
        }
    }

    private void foldSlowly(Rule rule, Statement.Deterministic relation, Expression value, Written written) {
        Value result = evaluator.evaluate(value, instances);
        Symbol symbol = symbols.get(rule.targetName());
        Selection selection = evaluator.select(rule.target(), instances, symbol.dims());
        int[] positions = selection.positions(symbol.dims());
        if (result.size() != positions.length) {
            throw new EvaluationException(
                    rule.target().span(),
                    positions.length == 1
                            ? "the left side is a single number, the right side is " + result.describe()
                            : selection.show(symbol.name()) + " has " + positions.length
                                    + " elements, the right side is " + result.describe(),
                    "both sides must have the same number of elements");
        }
        for (int k = 0; k < positions.length; k++) {
            set(relation, written, positions[k], result.get(k));
        }
    }

    private static void set(Statement.Deterministic relation, Written written, int position, double value) {
        double set = Links.inverse(relation.link(), value);
        if (Double.isNaN(set)) {
            throw new EvaluationException(
                    relation.value().span(),
                    "the value of " + written.symbol.element(position) + " is not a number",
                    "look for a logarithm or root of a negative number, or 0/0");
        }
        written.set(position, set);
    }

    /** The elements that an attempt has written, in case it fails half way. */
    private static final class Written {
        private final Symbol symbol;
        private int[] positions = new int[8];
        private double[] before = new double[8];
        private int size;

        Written(Symbol symbol) {
            this.symbol = symbol;
        }

        void set(int position, double value) {
            if (size == positions.length) {
                positions = Arrays.copyOf(positions, 2 * size);
                before = Arrays.copyOf(before, 2 * size);
            }
            positions[size] = position;
            before[size++] = symbol.values()[position];
            symbol.set(position, value);
        }

        void undo() {
            while (size > 0) {
                size--;
                symbol.values()[positions[size]] = before[size];
            }
        }
    }

    /** Calls over arrays that are the same in every iteration are evaluated once. */
    private Expression hoist(Rule rule, Expression expression) {
        if (rule.loops().isEmpty()) {
            return expression;
        }
        if (expression instanceof Expression.Call call) {
            if (call.function().kind() == Function.Kind.ARRAY && !usesCounter(rule, call) && !readsTarget(rule, call)) {
                instances.outside();
                Value value = evaluator.evaluate(call, instances);
                return value.isScalar() ? new Expression.Literal(value.scalar(), call.span()) : call;
            }
            return new Expression.Call(
                    call.written(),
                    call.canonical(),
                    call.arguments().stream().map(a -> hoist(rule, a)).toList(),
                    call.span());
        }
        if (expression instanceof Expression.Unary unary) {
            return new Expression.Unary(unary.operator(), hoist(rule, unary.operand()), unary.span());
        }
        if (expression instanceof Expression.Binary binary && binary.operator() != BinaryOperator.RANGE) {
            return new Expression.Binary(
                    binary.operator(), hoist(rule, binary.left()), hoist(rule, binary.right()), binary.span());
        }
        return expression;
    }

    private static boolean usesCounter(Rule rule, Expression expression) {
        return rule.loops().stream()
                .anyMatch(loop -> Names.in(expression).contains(loop.counter().text()));
    }

    private static boolean readsTarget(Rule rule, Expression expression) {
        return Names.in(expression).contains(rule.targetName());
    }
}
