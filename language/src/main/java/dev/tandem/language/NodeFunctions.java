package dev.tandem.language;

import dev.tandem.distributions.catalogue.Functions;
import dev.tandem.language.source.ProblemList;
import dev.tandem.language.source.SourceSpan;
import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.DistributionCall;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Statement;
import dev.tandem.language.syntax.UnaryOperator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the functions of OpenBUGS that ask about the distribution of a node: {@code cumulative(y[i], x)},
 * {@code density(y[i], x)} and {@code deviance(y[i], x)} become functions of the distribution that the text gives
 * {@code y[i]}, with its parameters.
 *
 * <p>{@code r[i] <- replicate.post(y[i])} is another draw from that distribution, {@code r[i] ~ ..}; {@code post.p.value(y[i])} is one
 * where such a draw is below {@code y[i]}.
 */
final class NodeFunctions {
    private static final String CUMULATIVE = "cumulative";
    private static final String DENSITY = "density";
    private static final String DEVIANCE = "deviance";
    private static final Set<String> REPLICATES = Set.of("replicate.post", "replicate.postM");
    private static final String P_VALUE = "post.p.value";

    private final Model model;
    private final ProblemList problems;
    private final Map<String, Statement.Stochastic> laws = new HashMap<>();
    private boolean changed;

    private NodeFunctions(Model model, ProblemList problems) {
        this.model = model;
        this.problems = problems;
    }

    /** The model with these functions written out; the same one if it has none. */
    static Model writeOut(Model model, ProblemList problems) {
        NodeFunctions functions = new NodeFunctions(model, problems);
        functions.collect(model.statements());
        List<Statement> statements = functions.statements(model.statements());
        return functions.changed
                ? new Model(model.source(), model.dialect(), model.declarations(), model.data(), statements)
                : model;
    }

    private void collect(List<Statement> statements) {
        for (Statement statement : statements) {
            if (statement instanceof Statement.Loop loop) {
                collect(loop.body());
            } else if (statement instanceof Statement.Stochastic stochastic) {
                laws.putIfAbsent(Printer.print(stochastic.target(), model.dialect()), stochastic);
            }
        }
    }

    private List<Statement> statements(List<Statement> statements) {
        List<Statement> all = new ArrayList<>();
        for (Statement statement : statements) {
            if (statement instanceof Statement.Loop loop) {
                all.add(new Statement.Loop(loop.counter(), loop.range(), statements(loop.body()), loop.span()));
            } else if (statement instanceof Statement.Deterministic d
                    && drawnAgain(d).isPresent()) {
                changed = true;
                all.addAll(again(d, drawnAgain(d).get()));
            } else if (statement instanceof Statement.Deterministic d) {
                all.add(new Statement.Deterministic(d.link(), d.target(), expression(d.value()), d.span()));
            } else {
                all.add(statement);
            }
        }
        return all;
    }

    /** The statement whose node a replicate is asked of, if the right side is just such a question. */
    private Optional<Statement.Stochastic> drawnAgain(Statement.Deterministic statement) {
        if (statement.link().isEmpty()
                && statement.value() instanceof Expression.Call call
                && (REPLICATES.contains(call.written()) || call.written().equals(P_VALUE))
                && call.arguments().size() == 1
                && call.arguments().get(0) instanceof Expression.Reference node) {
            return Optional.ofNullable(laws.get(Printer.print(node, model.dialect())));
        }
        return Optional.empty();
    }

    private static List<Statement> again(Statement.Deterministic statement, Statement.Stochastic law) {
        Expression.Call call = (Expression.Call) statement.value();
        SourceSpan span = call.span();
        DistributionCall own = law.distribution();
        boolean compared = call.written().equals(P_VALUE);
        Expression.Reference target = statement.target();
        Expression.Name name = new Expression.Name(
                target.name().text() + (compared ? ".replicate" : ""),
                target.name().span());
        Expression.Reference draw =
                target.indices().isEmpty() ? name : new Expression.Subscripted(name, target.indices(), target.span());
        Statement drawn = new Statement.Stochastic(
                draw,
                new DistributionCall(own.written(), own.canonical(), own.arguments(), span),
                law.truncation(),
                statement.span());
        if (!compared) {
            return List.of(drawn);
        }
        Expression below = new Expression.Binary(
                BinaryOperator.LESS, draw, call.arguments().get(0), span);
        return List.of(drawn, new Statement.Deterministic(Optional.empty(), target, below, statement.span()));
    }

    private Expression expression(Expression expression) {
        if (expression instanceof Expression.Unary unary) {
            return new Expression.Unary(unary.operator(), expression(unary.operand()), unary.span());
        }
        if (expression instanceof Expression.Binary binary) {
            return new Expression.Binary(
                    binary.operator(), expression(binary.left()), expression(binary.right()), binary.span());
        }
        if (!(expression instanceof Expression.Call call)) {
            return expression;
        }
        List<Expression> arguments =
                call.arguments().stream().map(this::expression).toList();
        boolean asks = call.written().equals(CUMULATIVE)
                || call.written().equals(DENSITY)
                || call.written().equals(DEVIANCE);
        if (asks && arguments.size() == 2 && arguments.get(0) instanceof Expression.Reference node) {
            Optional<Expression> written = ofNode(call, node, arguments.get(1));
            if (written.isPresent()) {
                changed = true;
                return written.get();
            }
            problems.add(
                    call.span(),
                    call.written() + " needs a statement that gives " + Printer.print(node, model.dialect())
                            + " a distribution with such a function",
                    "the node must be written here as it stands there on the left of ~, without truncation");
        }
        return new Expression.Call(call.written(), call.canonical(), arguments, call.span());
    }

    private Optional<Expression> ofNode(Expression.Call call, Expression.Reference node, Expression value) {
        Statement.Stochastic law = laws.get(Printer.print(node, model.dialect()));
        if (law == null || law.truncation().isPresent()) {
            return Optional.empty();
        }
        String tail = law.distribution().canonical().substring(1);
        String name = (call.written().equals(CUMULATIVE) ? "p" : "logdensity.") + tail;
        if (Functions.find(name).isEmpty()) {
            return Optional.empty();
        }
        List<Expression> arguments = new ArrayList<>(List.of(value));
        arguments.addAll(law.distribution().arguments());
        SourceSpan span = call.span();
        Expression function = new Expression.Call(name, Functions.canonical(name), arguments, span);
        return Optional.of(
                switch (call.written()) {
                    case DENSITY ->
                        new Expression.Call(Functions.EXP.name(), Functions.EXP.name(), List.of(function), span);
                    case DEVIANCE ->
                        new Expression.Unary(
                                UnaryOperator.MINUS,
                                new Expression.Binary(
                                        BinaryOperator.TIMES, new Expression.Literal(2, span), function, span),
                                span);
                    default -> function;
                });
    }
}
