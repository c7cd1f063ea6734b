package dev.tandem.language.syntax;

import dev.tandem.language.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/** A statement of a block: a loop or a relation. */
public sealed interface Statement extends Node permits Statement.Loop, Statement.Relation {

    /**
     * {@code for (counter in range) { body }}.
     *
     * @param range usually {@code a:b}, a {@link Expression.Binary} with {@link BinaryOperator#RANGE}; it may be any
     *     expression whose elements the counter takes in turn
     */
    record Loop(Expression.Name counter, Expression range, List<Statement> body, SourceSpan span) implements Statement {
        public Loop {
            body = List.copyOf(body);
        }
    }

    /** A statement that defines its left side. */
    sealed interface Relation extends Statement permits Deterministic, Stochastic {
        Expression.Reference target();
    }

    /** {@code target <- value} or {@code link(target) <- value}; {@code =} means the same as {@code <-}. */
    record Deterministic(Optional<Link> link, Expression.Reference target, Expression value, SourceSpan span)
            implements Relation {}

    /** {@code target ~ distribution truncation}. */
    record Stochastic(
            Expression.Reference target,
            DistributionCall distribution,
            Optional<Truncation> truncation,
            SourceSpan span)
            implements Relation {}
}
