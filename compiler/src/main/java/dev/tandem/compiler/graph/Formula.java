package dev.tandem.compiler.graph;

import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.UnaryOperator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Arithmetic of counters, numbers and known values, ready to be computed at any iteration without looking up a name or
 * making an object. It covers what indices are made of; everything else is left to the evaluator, whose words it never
 * replaces: a formula answers {@link #ASK} where the evaluator would complain.
 */
abstract class Formula {
    /** The answer where a value is missing. */
    static final double MISSING = Double.NaN;

    /** The answer where only the evaluator can tell what the value is, or what is wrong with it. */
    static final double ASK = Double.POSITIVE_INFINITY;

    /** The value at an iteration, by the counters of its loops from the outside in. */
    abstract double at(int[] counters);

    /** The formula of an expression in a rule; empty if it is more than arithmetic, or needs what has no shape yet. */
    static Optional<Formula> of(Expression expression, Rule rule, Map<String, Symbol> symbols) {
        return Optional.ofNullable(make(expression, rule.loopNames(), symbols));
    }

    static Formula make(Expression expression, List<String> counters, Map<String, Symbol> symbols) {
        if (expression instanceof Expression.Literal literal) {
            return constant(literal.value());
        }
        if (expression instanceof Expression.Reference reference) {
            int level = counters.indexOf(reference.name().text());
            if (level >= 0) {
                return reference.indices().isEmpty() ? counter(level) : null;
            }
            Place place = Place.make(reference, counters, symbols);
            return place == null
                    ? null
                    : element(place, symbols.get(reference.name().text()).values());
        }
        if (expression instanceof Expression.Unary unary && unary.operator() == UnaryOperator.MINUS) {
            Formula operand = make(unary.operand(), counters, symbols);
            return operand == null ? null : binary(BinaryOperator.MINUS, constant(0), operand);
        }
        if (expression instanceof Expression.Binary binary) {
            Formula left = make(binary.left(), counters, symbols);
            Formula right = left == null ? null : make(binary.right(), counters, symbols);
            return right == null ? null : binary(binary.operator(), left, right);
        }
        return null;
    }

    static Formula constant(double value) {
        return new Formula() {
            @Override
            double at(int[] counters) {
                return value;
            }
        };
    }

    private static Formula counter(int level) {
        return new Formula() {
            @Override
            double at(int[] counters) {
                return counters[level];
            }
        };
    }

    private static Formula element(Place place, double[] values) {
        return new Formula() {
            @Override
            double at(int[] counters) {
                int position = place.at(counters);
                return position >= 0 ? values[position] : position == Place.MISSING ? MISSING : ASK;
            }
        };
    }

    private static Formula binary(BinaryOperator operator, Formula left, Formula right) {
        return switch (operator) {
            case PLUS ->
                new Formula() {
                    @Override
                    double at(int[] counters) {
                        double a = left.at(counters);
                        double b = right.at(counters);
                        return a == ASK || b == ASK ? ASK : finite(a + b);
                    }
                };
            case MINUS ->
                new Formula() {
                    @Override
                    double at(int[] counters) {
                        double a = left.at(counters);
                        double b = right.at(counters);
                        return a == ASK || b == ASK ? ASK : finite(a - b);
                    }
                };
            case TIMES ->
                new Formula() {
                    @Override
                    double at(int[] counters) {
                        double a = left.at(counters);
                        double b = right.at(counters);
                        // Zero times infinity is not left to this arithmetic.
                        boolean infinite = Double.isInfinite(a) || Double.isInfinite(b);
                        return a == ASK || b == ASK || infinite ? ASK : finite(a * b);
                    }
                };
            default -> null;
        };
    }

    /** Infinite results are rare enough to be looked at by the evaluator. */
    private static double finite(double value) {
        return Double.isInfinite(value) ? ASK : value;
    }
}
