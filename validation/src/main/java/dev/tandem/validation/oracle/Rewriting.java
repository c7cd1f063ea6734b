package dev.tandem.validation.oracle;

import dev.tandem.language.syntax.DistributionCall;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Statement;
import dev.tandem.language.syntax.Truncation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Syntax trees with some of their expressions replaced. */
final class Rewriting {
    private Rewriting() {}

    /** A statement with a function applied to every expression on its right, the whole before its parts. */
    static Statement right(Statement.Relation statement, UnaryOperator<Expression> function) {
        if (statement instanceof Statement.Deterministic d) {
            return new Statement.Deterministic(d.link(), d.target(), mapped(d.value(), function), d.span());
        }
        Statement.Stochastic s = (Statement.Stochastic) statement;
        DistributionCall call = s.distribution();
        return new Statement.Stochastic(
                s.target(),
                new DistributionCall(
                        call.written(),
                        call.canonical(),
                        call.arguments().stream().map(a -> mapped(a, function)).toList(),
                        call.span()),
                s.truncation()
                        .map(t -> new Truncation(
                                t.kind(),
                                t.lower().map(e -> mapped(e, function)),
                                t.upper().map(e -> mapped(e, function)),
                                t.span())),
                s.span());
    }

    static Statement everywhere(Statement statement, UnaryOperator<Expression> function) {
        if (statement instanceof Statement.Loop loop) {
            return new Statement.Loop(
                    loop.counter(),
                    mapped(loop.range(), function),
                    loop.body().stream()
                            .map(inner -> everywhere(inner, function))
                            .toList(),
                    loop.span());
        }
        Statement right = right((Statement.Relation) statement, function);
        if (right instanceof Statement.Deterministic d) {
            return new Statement.Deterministic(d.link(), target(d.target(), function), d.value(), d.span());
        }
        Statement.Stochastic s = (Statement.Stochastic) right;
        return new Statement.Stochastic(target(s.target(), function), s.distribution(), s.truncation(), s.span());
    }

    /** The indices of a left side, whose name stays. */
    private static Expression.Reference target(Expression.Reference target, UnaryOperator<Expression> function) {
        return target instanceof Expression.Subscripted s
                ? new Expression.Subscripted(s.name(), indices(s, function), s.span())
                : target;
    }

    private static List<Index> indices(Expression.Subscripted s, UnaryOperator<Expression> function) {
        List<Index> indices = new ArrayList<>();
        for (Index index : s.indices()) {
            if (index instanceof Index.Single single) {
                indices.add(new Index.Single(mapped(single.value(), function)));
            } else if (index instanceof Index.Range range) {
                indices.add(new Index.Range(mapped(range.from(), function), mapped(range.to(), function)));
            } else {
                indices.add(index);
            }
        }
        return indices;
    }

    private static Expression mapped(Expression expression, UnaryOperator<Expression> function) {
        Expression changed = function.apply(expression);
        if (!changed.equals(expression)) {
            return changed;
        }
        if (expression instanceof Expression.Call call) {
            return new Expression.Call(
                    call.written(),
                    call.canonical(),
                    call.arguments().stream().map(a -> mapped(a, function)).toList(),
                    call.span());
        }
        if (expression instanceof Expression.Unary unary) {
            return new Expression.Unary(unary.operator(), mapped(unary.operand(), function), unary.span());
        }
        if (expression instanceof Expression.Binary binary) {
            return new Expression.Binary(
                    binary.operator(),
                    mapped(binary.left(), function),
                    mapped(binary.right(), function),
                    binary.span());
        }
        if (expression instanceof Expression.Subscripted subscripted) {
            return new Expression.Subscripted(subscripted.name(), indices(subscripted, function), subscripted.span());
        }
        return expression;
    }
}
