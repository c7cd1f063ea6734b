package dev.tandem.language;

import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.language.syntax.DistributionCall;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Statement;
import dev.tandem.language.syntax.Truncation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads an order that BUGS files state twice: {@code a[1] ~ dnorm(0, 1) I(, a[2])} and
 * {@code a[2] ~ dnorm(0, 1) I(a[1], )}. The joint density has both bounds, which are one and the same condition; with the
 * upper one left out no node is its own ancestor.
 *
 * <p>Uniform nodes between each other, {@code a[1] ~ dunif(0, a[2])} and {@code a[2] ~ dunif(a[1], 9)}, have the product of their
 * densities: each is uniform up to the end of the row, and a density of its own puts right what it is divided by. Ends may also be the
 * least or the greatest of several nodes, {@code min(a[2], a[3])}, given a name or not.
 */
final class OrderRings {
    private final Model model;
    /** What the text bounds from below by another node, by the text of the node. */
    private final Map<String, String> lowers = new HashMap<>();

    /** What is computed outside loops, by its text. */
    private final Map<String, Expression> computed = new HashMap<>();

    /** Uniform nodes outside loops, by their text. */
    private final Map<String, Statement.Stochastic> uniforms = new HashMap<>();

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
        for (Statement statement : model.statements()) {
            uniform(statement).ifPresent(s -> rings.uniforms.put(rings.text(s.target()), s));
            if (statement instanceof Statement.Deterministic d && d.link().isEmpty()) {
                rings.computed.put(rings.text(d.target()), d.value());
            }
        }
        List<Statement> statements = new ArrayList<>();
        for (Statement statement : model.statements()) {
            statements.addAll(rings.between(rings.opened(statement)));
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

    private static Optional<Statement.Stochastic> uniform(Statement statement) {
        return statement instanceof Statement.Stochastic s
                        && s.distribution().canonical().equals("dunif")
                        && s.distribution().arguments().size() == 2
                        && s.truncation().isEmpty()
                ? Optional.of(s)
                : Optional.empty();
    }

    /** The nodes that bound this one from above, if each of them is bounded from below by it; otherwise none. */
    private List<Statement.Stochastic> above(Statement.Stochastic statement) {
        List<Statement.Stochastic> above = new ArrayList<>();
        for (String upper : extremes(statement.distribution().arguments().get(1), "min")) {
            Statement.Stochastic other = uniforms.get(upper);
            if (other == null
                    || !extremes(other.distribution().arguments().get(0), "max").contains(text(statement.target()))) {
                return List.of();
            }
            above.add(other);
        }
        return above;
    }

    /** The nodes of which an end is the least or the greatest: names for such are looked up, and it may be one node alone. */
    private Set<String> extremes(Expression end, String function) {
        Set<String> nodes = new LinkedHashSet<>();
        Deque<Expression> open = new ArrayDeque<>(List.of(end));
        for (int steps = 0; !open.isEmpty() && steps <= model.statements().size(); ) {
            Expression next = open.pop();
            if (next instanceof Expression.Call call && call.canonical().equals(function)) {
                call.arguments().forEach(open::push);
            } else if (computed.containsKey(text(next))) {
                open.push(computed.get(text(next)));
                steps++;
            } else {
                nodes.add(text(next));
            }
        }
        return nodes;
    }

    /** Where a row of such nodes ends, which is no such node; empty if it does not. */
    private Optional<Expression> end(Statement.Stochastic statement) {
        Statement.Stochastic last = statement;
        for (int steps = 0; steps <= uniforms.size(); steps++) {
            List<Statement.Stochastic> above = above(last);
            if (above.isEmpty()) {
                return Optional.of(last.distribution().arguments().get(1));
            }
            last = above.get(0);
        }
        return Optional.empty();
    }

    /** A uniform node that ends at another one, which begins at it: up to the end of the row, with what that changes. */
    private List<Statement> between(Statement statement) {
        Optional<Statement.Stochastic> own = uniform(statement);
        if (own.isEmpty() || above(own.get()).isEmpty() || end(own.get()).isEmpty()) {
            return List.of(statement);
        }
        DistributionCall call = own.get().distribution();
        Expression lower = call.arguments().get(0);
        Expression end = end(own.get()).get();
        List<Statement> all = new ArrayList<>();
        all.add(new Statement.Stochastic(
                own.get().target(),
                new DistributionCall(call.written(), call.canonical(), List.of(lower, end), call.span()),
                Optional.empty(),
                statement.span()));
        Expression change = binary(
                BinaryOperator.MINUS,
                log(binary(BinaryOperator.MINUS, end, lower)),
                log(binary(BinaryOperator.MINUS, call.arguments().get(1), lower)));
        all.addAll(OwnDensities.of(
                own.get().target().name().text() + OwnDensities.ORDER,
                own.get().target().indices(),
                change,
                own.get()));
        return all;
    }

    private static Expression log(Expression of) {
        return new Expression.Call("log", "log", List.of(of), of.span());
    }

    private static Expression binary(BinaryOperator operator, Expression left, Expression right) {
        return new Expression.Binary(operator, left, right, left.span());
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
