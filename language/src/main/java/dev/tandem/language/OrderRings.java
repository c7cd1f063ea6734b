package dev.tandem.language;

import dev.tandem.language.syntax.Dialect;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Statement;
import dev.tandem.language.syntax.Truncation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads an order that BUGS files state twice: {@code a[1] ~ dnorm(0, 1) I(, a[2])} and
 * {@code a[2] ~ dnorm(0, 1) I(a[1], )}. The joint density has both bounds, which are one and the same condition; with the
 * upper one left out no node is its own ancestor.
 */
final class OrderRings {
    private final Model model;
    /** What the text bounds from below by another node, by the text of the node. */
    private final Map<String, String> lowers = new HashMap<>();

    private OrderRings(Model model) {
        this.model = model;
    }

    /** The model without the second half of each such pair. */
    static Model open(Model model) {
        if (model.dialect() != Dialect.OPENBUGS) {
            return model;
        }
        OrderRings rings = new OrderRings(model);
        for (Statement statement : model.statements()) {
            bounds(statement)
                    .flatMap(Truncation::lower)
                    .ifPresent(lower -> rings.lowers.put(
                            rings.text(((Statement.Stochastic) statement).target()), rings.text(lower)));
        }
        List<Statement> statements = new ArrayList<>();
        for (Statement statement : model.statements()) {
            statements.add(rings.opened(statement));
        }
        return new Model(model.source(), model.dialect(), model.declarations(), model.data(), statements);
    }

    private String text(Expression expression) {
        return Printer.print(expression, model.dialect());
    }

    private static Optional<Truncation> bounds(Statement statement) {
        return statement instanceof Statement.Stochastic stochastic
                ? stochastic.truncation().filter(t -> t.kind() == Truncation.Kind.CENSORING)
                : Optional.empty();
    }

    private Statement opened(Statement statement) {
        Optional<Truncation> bounds = bounds(statement);
        if (bounds.isEmpty() || bounds.get().upper().isEmpty()) {
            return statement;
        }
        Statement.Stochastic stochastic = (Statement.Stochastic) statement;
        String upper = text(bounds.get().upper().get());
        if (!text(stochastic.target()).equals(lowers.get(upper))) {
            return statement;
        }
        Optional<Truncation> rest = bounds.get().lower().isEmpty()
                ? Optional.empty()
                : Optional.of(new Truncation(
                        bounds.get().kind(),
                        bounds.get().lower(),
                        Optional.empty(),
                        bounds.get().span()));
        return new Statement.Stochastic(stochastic.target(), stochastic.distribution(), rest, stochastic.span());
    }
}
