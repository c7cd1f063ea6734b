package dev.tandem.compiler.lower.expression;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Names;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.distributions.catalogue.Functions;
import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Link;
import dev.tandem.language.syntax.Statement;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Which expressions may be infinite in a way that models rely on: logarithms of zero, quotients by a count or a datum that
 * is zero. As in JAGS, zero times such a number is zero; other products need not be looked at.
 */
public final class Infinities {
    private final Map<String, Symbol> symbols;
    private final Predicate<Symbol> continuous;
    /** Computed variables that may be infinite, and constants that are. */
    private final Set<String> infinite = new HashSet<>();

    /**
     * Looks at all rules.
     *
     * @param continuous whether a variable depends on a continuous unknown: such a one is never exactly zero
     */
    public Infinities(Graph graph, Predicate<Symbol> continuous) {
        this.continuous = continuous;
        symbols = graph.symbols().stream().collect(Collectors.toMap(Symbol::name, symbol -> symbol));
        for (Symbol symbol : symbols.values()) {
            if (Arrays.stream(symbol.values()).anyMatch(Double::isInfinite)) {
                infinite.add(symbol.name());
            }
        }
        List<Rule> computed = graph.rules().stream()
                .filter(rule -> !rule.stochastic() && !rule.constant())
                .toList();
        boolean progress = true;
        while (progress) {
            progress = false;
            for (Rule rule : computed) {
                Expression value = ((Statement.Deterministic) rule.relation()).value();
                progress |= !infinite.contains(rule.targetName()) && may(value) && infinite.add(rule.targetName());
            }
        }
    }

    /** Whether zero times infinity may be asked of a product. */
    boolean inProduct(Expression left, Expression right) {
        return (may(left) && !surelyNotZero(right)) || (may(right) && !surelyNotZero(left));
    }

    private static boolean surelyNotZero(Expression expression) {
        return expression instanceof Expression.Unary unary
                ? surelyNotZero(unary.operand())
                : expression instanceof Expression.Literal literal && literal.value() != 0;
    }

    private boolean may(Expression expression) {
        if (expression instanceof Expression.Literal) {
            return false;
        }
        if (expression instanceof Expression.Reference reference) {
            return infinite.contains(reference.name().text());
        }
        if (expression instanceof Expression.Unary unary) {
            return may(unary.operand());
        }
        if (expression instanceof Expression.Binary binary) {
            return switch (binary.operator()) {
                case PLUS, MINUS, TIMES, MATRIX_PRODUCT -> may(binary.left()) || may(binary.right());
                case DIVIDE -> may(binary.left()) || mayBeZero(binary.right());
                case POWER -> power(binary.left(), binary.right());
                default -> false;
            };
        }
        Expression.Call call = (Expression.Call) expression;
        if (call.is(Functions.POW)) {
            return power(call.arguments().get(0), call.arguments().get(1));
        }
        // Links are infinite where a probability or a number is zero.
        return Link.find(call.canonical()).isPresent()
                || (call.arguments().stream().anyMatch(this::may)
                        && !call.function().bounded());
    }

    private boolean power(Expression base, Expression exponent) {
        boolean positive = exponent instanceof Expression.Literal literal && literal.value() >= 0;
        return may(base) || may(exponent) || (!positive && mayBeZero(base));
    }

    private boolean mayBeZero(Expression divisor) {
        if (divisor instanceof Expression.Literal literal) {
            return literal.value() == 0;
        }
        List<Symbol> read = Names.in(divisor).stream()
                .map(symbols::get)
                .filter(symbol -> symbol != null)
                .toList();
        if (read.stream().anyMatch(continuous)) {
            return false;
        }
        if (divisor instanceof Expression.Reference
                && read.size() == 1
                && read.get(0).constant()) {
            return Arrays.stream(read.get(0).values()).anyMatch(value -> value == 0);
        }
        return !(divisor instanceof Expression.Binary binary && binary.operator() == BinaryOperator.RANGE);
    }
}
