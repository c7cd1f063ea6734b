package dev.tandem.language;

import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Statement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Goes through the statements of a model and all expressions in them, and knows the loops around each. */
abstract class ModelWalk {
    private final Deque<String> counters = new ArrayDeque<>();

    /** The counters of the loops around the present statement. */
    final Deque<String> counters() {
        return counters;
    }

    /** Whether nothing more is to be looked at. */
    boolean done() {
        return false;
    }

    /** A loop, before its range and what is in it. */
    void loop(Statement.Loop loop) {}

    /** A reference, before its indices. */
    void reference(Expression.Reference reference) {}

    /** A call, after its arguments. */
    void call(Expression.Call call) {}

    /** A relation; what overrides this says when its parts are looked at. */
    void relation(Statement.Relation relation) {
        relation.target().indices().forEach(this::index);
        rightSide(relation);
    }

    final void statements(List<Statement> statements) {
        for (Statement statement : statements) {
            if (done()) {
                return;
            }
            if (statement instanceof Statement.Loop loop) {
                loop(loop);
                expression(loop.range());
                counters.push(loop.counter().text());
                statements(loop.body());
                counters.pop();
            } else if (statement instanceof Statement.Relation relation) {
                relation(relation);
            }
        }
    }

    /** The expressions on the right, bounds of a truncation included. */
    final void rightSide(Statement.Relation relation) {
        if (relation instanceof Statement.Deterministic deterministic) {
            expression(deterministic.value());
        } else if (relation instanceof Statement.Stochastic stochastic) {
            stochastic.distribution().arguments().forEach(this::expression);
            stochastic.truncation().ifPresent(truncation -> {
                truncation.lower().ifPresent(this::expression);
                truncation.upper().ifPresent(this::expression);
            });
        }
    }

    final void index(Index index) {
        if (index instanceof Index.Single single) {
            expression(single.value());
        } else if (index instanceof Index.Range range) {
            expression(range.from());
            expression(range.to());
        }
    }

    final void expression(Expression expression) {
        if (expression instanceof Expression.Reference reference) {
            reference(reference);
            reference.indices().forEach(this::index);
        } else if (expression instanceof Expression.Unary unary) {
            expression(unary.operand());
        } else if (expression instanceof Expression.Binary binary) {
            expression(binary.left());
            expression(binary.right());
        } else if (expression instanceof Expression.Call call) {
            call.arguments().forEach(this::expression);
            call(call);
        }
    }
}
