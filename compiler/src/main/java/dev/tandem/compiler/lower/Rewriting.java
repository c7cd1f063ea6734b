package dev.tandem.compiler.lower;

import dev.tandem.language.Model;
import dev.tandem.language.syntax.DistributionCall;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A model with other expressions in the place of some of its own, and further statements behind some of its own. */
final class Rewriting {
    private final Function<Expression, Expression> others;
    private final Function<Statement.Relation, List<Statement>> followers;

    /**
     * @param others what stands in place of an expression; null where it stays, whose parts are looked at then
     * @param followers what follows a statement, in the same loops
     */
    Rewriting(Function<Expression, Expression> others, Function<Statement.Relation, List<Statement>> followers) {
        this.others = others;
        this.followers = followers;
    }

    /** The model with the right sides of its statements rewritten; left sides and loops stay. */
    Model in(Model model) {
        return new Model(model.source(), model.dialect(), model.declarations(), model.data(), in(model.statements()));
    }

    private List<Statement> in(List<Statement> statements) {
        List<Statement> all = new ArrayList<>();
        for (Statement statement : statements) {
            if (statement instanceof Statement.Loop loop) {
                all.add(new Statement.Loop(loop.counter(), loop.range(), in(loop.body()), loop.span()));
                continue;
            }
            all.add(
                    statement instanceof Statement.Deterministic computed
                            ? in(computed)
                            : in((Statement.Stochastic) statement));
            all.addAll(followers.apply((Statement.Relation) statement));
        }
        return all;
    }

    private Statement in(Statement.Deterministic relation) {
        return new Statement.Deterministic(relation.link(), relation.target(), in(relation.value()), relation.span());
    }

    private Statement in(Statement.Stochastic relation) {
        DistributionCall law = relation.distribution();
        List<Expression> arguments = law.arguments().stream().map(this::in).toList();
        return new Statement.Stochastic(
                relation.target(),
                new DistributionCall(law.written(), law.canonical(), arguments, law.span()),
                relation.truncation(),
                relation.span());
    }

    /** An expression rewritten; the same object where nothing in it changes. */
    Expression in(Expression expression) {
        Expression other = others.apply(expression);
        if (other != null) {
            return other;
        }
        if (expression instanceof Expression.Call call) {
            List<Expression> arguments = call.arguments().stream().map(this::in).toList();
            return same(arguments, call.arguments())
                    ? call
                    : new Expression.Call(call.written(), call.canonical(), arguments, call.span());
        }
        if (expression instanceof Expression.Unary unary) {
            Expression operand = in(unary.operand());
            return operand == unary.operand() ? unary : new Expression.Unary(unary.operator(), operand, unary.span());
        }
        if (expression instanceof Expression.Binary binary) {
            Expression left = in(binary.left());
            Expression right = in(binary.right());
            return left == binary.left() && right == binary.right()
                    ? binary
                    : new Expression.Binary(binary.operator(), left, right, binary.span());
        }
        if (expression instanceof Expression.Subscripted part) {
            List<Index> indices = part.indices().stream().map(this::in).toList();
            return same(indices, part.indices()) ? part : new Expression.Subscripted(part.name(), indices, part.span());
        }
        return expression;
    }

    private Index in(Index index) {
        if (index instanceof Index.Single single) {
            Expression value = in(single.value());
            return value == single.value() ? index : new Index.Single(value);
        }
        if (index instanceof Index.Range range) {
            Expression from = in(range.from());
            Expression to = in(range.to());
            return from == range.from() && to == range.to() ? index : new Index.Range(from, to);
        }
        return index;
    }

    private static boolean same(List<?> some, List<?> others) {
        for (int i = 0; i < some.size(); i++) {
            if (some.get(i) != others.get(i)) {
                return false;
            }
        }
        return true;
    }
}
