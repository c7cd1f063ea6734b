package dev.tandem.compiler.graph;

import dev.tandem.distributions.catalogue.Function;
import dev.tandem.language.Model;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.DistributionCall;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads a product with a single number that the data say is zero as zero. People switch parts of a model off so,
 * {@code eta[i] <- b * x[i] + eps[i] * random.on}; what is switched off is then not part of the density, and unknowns that
 * nothing else depends on are drawn forwards.
 */
final class ZeroProducts {
    private final Set<String> zeros = new HashSet<>();

    /** The variables that are surely single numbers. */
    private final Set<String> single = new HashSet<>();

    ZeroProducts(Model model, DataSet data) {
        Set<String> defined = new HashSet<>();
        Set<String> bare = new HashSet<>();
        look(model.statements(), defined, bare);
        model.declarations()
                .forEach(declaration -> bare.remove(declaration.name().text()));
        data.arrays().forEach((name, array) -> {
            bare.remove(name);
            if (array.toArray().length == 1) {
                single.add(name);
                if (isZero(array) && !defined.contains(name)) {
                    zeros.add(name);
                }
            }
        });
        single.addAll(bare);
    }

    private static boolean isZero(DataArray array) {
        return array.toArray()[0] == 0;
    }

    private static void look(List<Statement> statements, Set<String> defined, Set<String> bare) {
        for (Statement statement : statements) {
            if (statement instanceof Statement.Loop loop) {
                look(loop.body(), defined, bare);
            } else if (statement instanceof Statement.Relation relation) {
                String name = relation.target().name().text();
                boolean scalar = relation.target().indices().isEmpty()
                        && relation instanceof Statement.Stochastic stochastic
                        && stochastic.distribution().distribution().scalar().isPresent();
                if (defined.add(name) && scalar) {
                    bare.add(name);
                } else {
                    bare.remove(name);
                }
            }
        }
    }

    /** A statement without such products; itself if it has none. */
    Statement.Relation without(Statement.Relation relation, List<Statement.Loop> loops) {
        if (zeros.isEmpty()) {
            return relation;
        }
        Set<String> counters = new HashSet<>();
        loops.forEach(loop -> counters.add(loop.counter().text()));
        if (relation instanceof Statement.Deterministic computed) {
            Expression value = without(computed.value(), counters);
            return value == computed.value()
                    ? relation
                    : new Statement.Deterministic(computed.link(), computed.target(), value, computed.span());
        }
        Statement.Stochastic stochastic = (Statement.Stochastic) relation;
        DistributionCall law = stochastic.distribution();
        List<Expression> arguments = without(law.arguments(), counters);
        return arguments == law.arguments()
                ? relation
                : new Statement.Stochastic(
                        stochastic.target(),
                        new DistributionCall(law.written(), law.canonical(), arguments, law.span()),
                        stochastic.truncation(),
                        stochastic.span());
    }

    private List<Expression> without(List<Expression> expressions, Set<String> counters) {
        List<Expression> others = expressions.stream()
                .map(expression -> without(expression, counters))
                .toList();
        for (int i = 0; i < others.size(); i++) {
            if (others.get(i) != expressions.get(i)) {
                return others;
            }
        }
        return expressions;
    }

    private Expression without(Expression expression, Set<String> counters) {
        if (expression instanceof Expression.Call call) {
            List<Expression> arguments = without(call.arguments(), counters);
            return arguments == call.arguments()
                    ? call
                    : new Expression.Call(call.written(), call.canonical(), arguments, call.span());
        }
        if (expression instanceof Expression.Unary unary) {
            Expression operand = without(unary.operand(), counters);
            return operand == unary.operand() ? unary : new Expression.Unary(unary.operator(), operand, unary.span());
        }
        if (expression instanceof Expression.Binary binary) {
            Expression left = without(binary.left(), counters);
            Expression right = without(binary.right(), counters);
            if (binary.operator() == BinaryOperator.TIMES
                    && ((zero(left, counters) && isSingle(right, counters))
                            || (zero(right, counters) && isSingle(left, counters)))) {
                return new Expression.Literal(0, binary.span());
            }
            return left == binary.left() && right == binary.right()
                    ? binary
                    : new Expression.Binary(binary.operator(), left, right, binary.span());
        }
        return expression;
    }

    private boolean zero(Expression expression, Set<String> counters) {
        return expression instanceof Expression.Literal literal
                ? literal.value() == 0
                : expression instanceof Expression.Name name
                        && zeros.contains(name.text())
                        && !counters.contains(name.text());
    }

    /** Whether an expression is surely a single number, so that its product with zero is one. */
    private boolean isSingle(Expression expression, Set<String> counters) {
        if (expression instanceof Expression.Name name) {
            return counters.contains(name.text()) || single.contains(name.text());
        }
        if (expression instanceof Expression.Subscripted subscripted) {
            return subscripted.indices().stream()
                    .allMatch(index -> index instanceof Index.Single one && isSingle(one.value(), counters));
        }
        if (expression instanceof Expression.Unary unary) {
            return isSingle(unary.operand(), counters);
        }
        if (expression instanceof Expression.Binary binary) {
            return binary.operator() != BinaryOperator.RANGE
                    && isSingle(binary.left(), counters)
                    && isSingle(binary.right(), counters);
        }
        if (expression instanceof Expression.Call call) {
            return call.function().kind() == Function.Kind.SCALAR
                    && call.arguments().stream().allMatch(argument -> isSingle(argument, counters));
        }
        return true;
    }
}
