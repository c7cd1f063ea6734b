package dev.tandem.compiler.lower;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds effects that the model has in units of their own scale: {@code z[i] ~ dnorm(0, 1)} of which the model only ever uses
 * {@code sigma * z[i]}. The effect is that product.
 */
final class StandardUnits {
    private final Graph graph;

    StandardUnits(Graph graph) {
        this.graph = graph;
    }

    /** The scale that the unknowns of a rule are multiplied by wherever they are used, if there is one. */
    Optional<Expression.Reference> scale(Rule rule) {
        String name = rule.targetName();
        List<Expression.Reference> scales = new ArrayList<>();
        long uses = 0;
        for (Rule other : graph.rules()) {
            uses += other.reads().stream()
                    .filter(read -> read.name().text().equals(name))
                    .count();
            if (other.relation() instanceof Statement.Deterministic computed) {
                collect(computed.value(), name, scales);
            } else if (other.relation() instanceof Statement.Stochastic stochastic) {
                stochastic.distribution().arguments().forEach(argument -> collect(argument, name, scales));
            }
        }
        boolean everywhere = uses > 0
                && uses == scales.size()
                && scales.stream().allMatch(scale -> place(scale).equals(place(scales.get(0))));
        return everywhere ? Optional.of(scales.get(0)) : Optional.empty();
    }

    private static void collect(Expression expression, String name, List<Expression.Reference> scales) {
        if (expression instanceof Expression.Binary binary) {
            if (binary.operator() == BinaryOperator.TIMES) {
                add(binary.left(), binary.right(), name, scales);
                add(binary.right(), binary.left(), name, scales);
            }
            collect(binary.left(), name, scales);
            collect(binary.right(), name, scales);
        } else if (expression instanceof Expression.Unary unary) {
            collect(unary.operand(), name, scales);
        } else if (expression instanceof Expression.Call call) {
            call.arguments().forEach(argument -> collect(argument, name, scales));
        }
    }

    private static void add(Expression one, Expression other, String name, List<Expression.Reference> scales) {
        if (one instanceof Expression.Subscripted effect
                && effect.name().text().equals(name)
                && other instanceof Expression.Reference scale
                && !scale.name().text().equals(name)
                && place(scale).isPresent()) {
            scales.add(scale);
        }
    }

    /** Which number it is, if it is the same wherever it is written. */
    private static Optional<String> place(Expression.Reference scale) {
        StringBuilder place = new StringBuilder(scale.name().text());
        for (Index index : scale.indices()) {
            if (index instanceof Index.Single single && single.value() instanceof Expression.Literal literal) {
                place.append(' ').append(literal.value());
            } else {
                return Optional.empty();
            }
        }
        return Optional.of(place.toString());
    }
}
