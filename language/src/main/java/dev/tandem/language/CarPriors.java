package dev.tandem.language;

import dev.tandem.language.source.ProblemList;
import dev.tandem.language.source.SourceSpan;
import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.DistributionCall;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Statement;
import dev.tandem.language.syntax.UnaryOperator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads conditional autoregressions, {@code b[1:n] ~ car.normal(adj[], weights[], num[], tau)}, as independent unknowns along the
 * eigenvectors of their precision.
 *
 * <pre>
 *   for (k in 1:K) { b.car[k] ~ dnorm(0, tau * b.scale[k]) }
 *   for (i in 1:n) { b[i] &lt;- inprod(b.basis[i,], b.car[]) }
 * </pre>
 *
 * Of several variables, {@code S[1:p,1:n] ~ mv.car(adj[], weights[], num[], Omega[,])}, the unknowns along a direction are vectors:
 *
 * <pre>
 *   for (k in 1:K) { S.car[1:p,k] ~ dmnorm(rep(0, p), Omega[,] * S.scale[k]) }
 * </pre>
 *
 * {@code car.l1} has absolute differences in the place of squares. Its unknowns are the differences along a tree that connects the
 * areas; those between other neighbours have a density of their own:
 *
 * <pre>
 *   for (k in 1:K) { b.car[k] ~ ddexp(0, tau * b.scale[k]) }
 *   for (e in 1:E) { the log density -w[e] * tau * |b[first[e]] - b[second[e]]| }
 * </pre>
 *
 * {@code b.basis} and {@code b.scale} are made when the model meets its data, see {@link Neighbourhood}.
 */
final class CarPriors {
    /** NIMBLE's, whose areas add up to zero only on request. */
    private static final String WITH_A_CHOICE = "dcar_normal";

    /** Several variables in each area, whose precision is a matrix. */
    private static final String OF_VECTORS = "mv.car";

    /** Absolute differences in the place of squares. */
    private static final String ABSOLUTE = "car.l1";

    private static final Set<String> INTRINSIC = Set.of("car.normal", WITH_A_CHOICE, OF_VECTORS, ABSOLUTE);
    private static final Set<String> PROPER = Set.of("car.proper", "dcar_proper");
    private static final int INTRINSIC_ARGUMENTS = 4;
    private static final int PROPER_ARGUMENTS = 7;

    private final ProblemList problems;
    private final List<Neighbourhood> neighbourhoods = new ArrayList<>();
    /** The counters of the loops around the present statement. */
    private final Deque<String> counters = new ArrayDeque<>();

    private CarPriors(ProblemList problems) {
        this.problems = problems;
    }

    /** The model with such distributions written out; the same one if it has none. */
    static Model writeOut(Model model, ProblemList problems) {
        CarPriors priors = new CarPriors(problems);
        CarBounds bounds = new CarBounds(problems);
        List<Statement> statements = bounds.writeOut(priors.statements(model.statements()));
        priors.neighbourhoods.addAll(bounds.neighbourhoods());
        return priors.neighbourhoods.isEmpty()
                ? model
                : new Model(
                        model.source(),
                        model.dialect(),
                        model.declarations(),
                        model.data(),
                        statements,
                        priors.neighbourhoods);
    }

    private List<Statement> statements(List<Statement> statements) {
        List<Statement> all = new ArrayList<>();
        for (Statement statement : statements) {
            if (statement instanceof Statement.Loop loop) {
                counters.push(loop.counter().text());
                all.add(new Statement.Loop(loop.counter(), loop.range(), statements(loop.body()), loop.span()));
                counters.pop();
            } else if (statement instanceof Statement.Stochastic stochastic && isCar(stochastic)) {
                all.addAll(written(stochastic));
            } else {
                all.add(statement);
            }
        }
        return all;
    }

    static boolean isName(String name) {
        return INTRINSIC.contains(name) || PROPER.contains(name);
    }

    private static boolean isCar(Statement.Stochastic statement) {
        return isName(statement.distribution().written());
    }

    /** The map must be the same in all iterations: its directions are found once. */
    private boolean refusesMap(DistributionCall call, List<Expression> map) {
        for (Expression part : map) {
            for (String counter : counters) {
                if (new Mention(counter).in(part)) {
                    problems.add(
                            part.span(),
                            call.written() + " has another map for each " + counter,
                            "neighbours and weights must be the same in all iterations; write a statement for each map");
                    return true;
                }
            }
        }
        return false;
    }

    private List<Statement> written(Statement.Stochastic statement) {
        DistributionCall call = statement.distribution();
        boolean proper = PROPER.contains(call.written());
        List<Expression> given = call.arguments();
        int expected = proper ? PROPER_ARGUMENTS : INTRINSIC_ARGUMENTS;
        if (call.written().equals(WITH_A_CHOICE)) {
            if (given.size() != expected + 1
                    || !(given.get(expected) instanceof Expression.Literal n && n.value() == 1)) {
                problems.add(
                        call.nameSpan(),
                        WITH_A_CHOICE + " needs zero_mean = 1: without it nothing says where its mean is",
                        "write it, and give the model an intercept with a prior of its own");
                return List.of();
            }
            given = given.subList(0, expected);
        }
        if (given.size() != expected) {
            problems.add(
                    call.nameSpan(),
                    call.written() + " takes " + expected + " arguments, not " + given.size(),
                    "it is " + call.written()
                            + (proper
                                    ? "(mu[], C[], adj[], num[], M[], tau, gamma)"
                                    : "(adj[], weights[], num[], tau), with areas that add up to zero"));
            return List.of();
        }
        if (statement.truncation().isPresent()) {
            problems.add(
                    statement.truncation().get().span(), call.written() + " cannot be truncated", "its areas are tied");
            return List.of();
        }
        String node = statement.target().name().text();
        SourceSpan left = statement.target().span();
        Expression counts = given.get(proper ? 3 : 2);
        Expression from = new Expression.Literal(1, left);
        Expression to = length(counts);
        if (refusesMap(
                call, proper ? List.of(given.get(1), given.get(2), counts, given.get(4)) : given.subList(0, 3))) {
            return List.of();
        }
        if (call.written().equals(OF_VECTORS)) {
            if (!counters.isEmpty()) {
                problems.add(
                        call.nameSpan(),
                        OF_VECTORS + " must stand outside loops",
                        "it gives all areas at once: " + node + "[1:p,1:n] ~ " + OF_VECTORS + "(..)");
                return List.of();
            }
            List<Index> indices = statement.target().indices();
            if (indices.size() != 2
                    || !(indices.get(0) instanceof Index.Range rows)
                    || !(indices.get(1) instanceof Index.Range columns)) {
                problems.add(
                        left,
                        "the areas of " + OF_VECTORS + " must be the columns of a matrix, with both ranges written out",
                        "as in " + node + "[1:p,1:n] ~ " + OF_VECTORS + "(..)");
                return List.of();
            }
            Neighbourhood map = new Neighbourhood(
                    Neighbourhood.Kind.INTRINSIC,
                    node,
                    node + ".basis",
                    node + ".scale",
                    given.get(0),
                    given.get(1),
                    counts,
                    counts,
                    columns.from(),
                    columns.to(),
                    left);
            neighbourhoods.add(map);
            return vectors(statement, map, rows, given.get(3));
        }
        List<Index> indices = statement.target().indices();
        int axis = axis(indices);
        if (axis < 0) {
            problems.add(
                    left,
                    "the areas must be a vector",
                    "as in " + node + "[1:n] ~ .., or " + node + "[k,1:n] in a loop");
            return List.of();
        }
        if (axis < indices.size() && indices.get(axis) instanceof Index.Range range) {
            from = range.from();
            to = range.to();
        }
        Neighbourhood neighbourhood = new Neighbourhood(
                proper
                        ? Neighbourhood.Kind.PROPER
                        : call.written().equals(ABSOLUTE) ? Neighbourhood.Kind.ABSOLUTE : Neighbourhood.Kind.INTRINSIC,
                node,
                node + ".basis",
                node + ".scale",
                given.get(proper ? 2 : 0),
                given.get(1),
                counts,
                proper ? given.get(4) : counts,
                from,
                to,
                left);
        neighbourhoods.add(neighbourhood);
        if (call.written().equals(ABSOLUTE)) {
            Expression tau = given.get(3);
            List<Statement> all = new ArrayList<>(statements(statement, neighbourhood, "ddexp", tau, null, null));
            all.add(pairs(statement, neighbourhood, tau));
            return all;
        }
        return proper
                ? statements(statement, neighbourhood, "dnorm", given.get(5), given.get(6), given.get(0))
                : statements(statement, neighbourhood, "dnorm", given.get(3), null, null);
    }

    /** Which index goes over the areas; 0 of a name without indices, and negative if none or several do. */
    private static int axis(List<Index> indices) {
        int axis = -1;
        for (int d = 0; d < indices.size(); d++) {
            if (!(indices.get(d) instanceof Index.Single)) {
                if (axis >= 0) {
                    return -1;
                }
                axis = d;
            }
        }
        return indices.isEmpty() ? 0 : axis;
    }

    /** The indices on the left with another one that goes over the areas. */
    private static Index[] along(Statement.Stochastic statement, Index own) {
        List<Index> indices = new ArrayList<>(statement.target().indices());
        int axis = axis(indices);
        if (indices.isEmpty()) {
            indices.add(own);
        } else {
            indices.set(axis, own);
        }
        return indices.toArray(Index[]::new);
    }

    /** The density of the differences between neighbours that are not unknowns themselves. */
    private static Statement pairs(Statement.Stochastic statement, Neighbourhood map, Expression tau) {
        SourceSpan span = statement.distribution().span();
        SourceSpan left = statement.target().span();
        Expression.Name pair = new Expression.Name(map.node() + ".pair", left);
        Expression first = end(statement, map, pair, 1);
        Expression second = end(statement, map, pair, 2);
        Expression difference =
                new Expression.Call("abs", "abs", List.of(binary(BinaryOperator.MINUS, first, second)), span);
        Expression.Name pairs = new Expression.Name(map.pairs(), span);
        Expression weight = element(pairs, span, new Index.Single(pair), new Index.Single(number(3, span)));
        Expression change = new Expression.Unary(
                UnaryOperator.MINUS,
                binary(BinaryOperator.TIMES, binary(BinaryOperator.TIMES, weight, tau), difference),
                span);
        List<Index> indices = new ArrayList<>();
        statement.target().indices().stream()
                .filter(Index.Single.class::isInstance)
                .forEach(indices::add);
        indices.add(new Index.Single(pair));
        Expression last = binary(BinaryOperator.DIVIDE, length(pairs), number(Neighbourhood.PAIR, span));
        return new Statement.Loop(
                pair,
                binary(BinaryOperator.RANGE, number(1, span), last),
                OwnDensities.of(map.node() + OwnDensities.PAIRS, indices, change, statement),
                statement.span());
    }

    /** The value of the first or second area of a pair. */
    private static Expression end(Statement.Stochastic statement, Neighbourhood map, Expression pair, int which) {
        SourceSpan span = statement.distribution().span();
        Expression area = element(
                new Expression.Name(map.pairs(), span),
                span,
                new Index.Single(pair),
                new Index.Single(number(which, span)));
        Expression place = binary(BinaryOperator.MINUS, binary(BinaryOperator.PLUS, area, map.from()), number(1, span));
        return element(statement.target().name(), span, along(statement, new Index.Single(place)));
    }

    private static Expression number(double value, SourceSpan span) {
        return new Expression.Literal(value, span);
    }

    /** The unknowns along the directions, and the areas from them. */
    private List<Statement> statements(
            Statement.Stochastic statement,
            Neighbourhood neighbourhood,
            String law,
            Expression precision,
            Expression dependence,
            Expression mean) {
        SourceSpan span = statement.distribution().span();
        SourceSpan left = statement.target().span();
        String node = neighbourhood.node();
        Expression one = new Expression.Literal(1, span);
        Expression.Name k = new Expression.Name(node + ".direction", left);
        Expression.Name i = new Expression.Name(node + ".area", left);
        Expression.Name unknowns = new Expression.Name(neighbourhood.unknowns(), left);
        Expression.Name scale = new Expression.Name(neighbourhood.scale(), span);
        Expression own = element(scale, span, new Index.Single(k));
        if (dependence != null) {
            own = binary(BinaryOperator.MINUS, one, binary(BinaryOperator.TIMES, dependence, own));
        }
        List<Statement> statements = new ArrayList<>();
        Expression directions = binary(BinaryOperator.RANGE, one, length(scale));
        Statement.Stochastic along = new Statement.Stochastic(
                element(unknowns, left, along(statement, new Index.Single(k))),
                new DistributionCall(
                        law,
                        law,
                        List.of(new Expression.Literal(0, span), binary(BinaryOperator.TIMES, precision, own)),
                        span),
                Optional.empty(),
                statement.span());
        statements.add(new Statement.Loop(k, directions, List.of(along), statement.span()));
        Expression row = binary(BinaryOperator.PLUS, binary(BinaryOperator.MINUS, i, neighbourhood.from()), one);
        Expression.Name basis = new Expression.Name(neighbourhood.basis(), span);
        Expression value = new Expression.Call(
                "inprod",
                "inprod",
                List.of(
                        element(basis, span, new Index.Single(row), new Index.All(span)),
                        element(unknowns, span, along(statement, new Index.All(span)))),
                span);
        if (mean != null) {
            Expression.Name means = new Expression.Name(neighbourhood.means(), left);
            boolean alone = statement.target().indices().size() <= 1;
            Expression.Reference all =
                    alone ? means : element(means, left, along(statement, new Index.Range(one, length(scale))));
            statements.add(new Statement.Deterministic(Optional.empty(), all, mean, statement.span()));
            value = binary(BinaryOperator.PLUS, element(means, span, along(statement, new Index.Single(row))), value);
        }
        Statement area = new Statement.Deterministic(
                Optional.empty(),
                element(statement.target().name(), left, along(statement, new Index.Single(i))),
                at(value, span),
                statement.span());
        statements.add(new Statement.Loop(
                i,
                binary(BinaryOperator.RANGE, neighbourhood.from(), neighbourhood.to()),
                List.of(area),
                statement.span()));
        return statements;
    }

    /** The unknown vectors along the directions, and the areas from them. */
    private static List<Statement> vectors(
            Statement.Stochastic statement, Neighbourhood map, Index.Range rows, Expression precision) {
        SourceSpan span = statement.distribution().span();
        SourceSpan left = statement.target().span();
        Expression one = new Expression.Literal(1, span);
        Expression.Name k = new Expression.Name(map.node() + ".direction", left);
        Expression.Name i = new Expression.Name(map.node() + ".area", left);
        Expression.Name j = new Expression.Name(map.node() + ".row", left);
        Expression.Name unknowns = new Expression.Name(map.unknowns(), left);
        Expression.Name scale = new Expression.Name(map.scale(), span);
        Expression size = binary(BinaryOperator.PLUS, binary(BinaryOperator.MINUS, rows.to(), rows.from()), one);
        Expression zero = new Expression.Call("rep", "rep", List.of(new Expression.Literal(0, span), size), span);
        Statement.Stochastic along = new Statement.Stochastic(
                element(unknowns, left, rows, new Index.Single(k)),
                new DistributionCall(
                        "dmnorm",
                        "dmnorm",
                        List.of(
                                zero,
                                binary(BinaryOperator.TIMES, precision, element(scale, span, new Index.Single(k)))),
                        span),
                Optional.empty(),
                statement.span());
        Expression.Name basis = new Expression.Name(map.basis(), span);
        Expression row = binary(BinaryOperator.PLUS, binary(BinaryOperator.MINUS, i, map.from()), one);
        Statement area = new Statement.Deterministic(
                Optional.empty(),
                element(statement.target().name(), left, new Index.Single(j), new Index.Single(i)),
                new Expression.Call(
                        "inprod",
                        "inprod",
                        List.of(
                                element(basis, span, new Index.Single(row), new Index.All(span)),
                                element(unknowns, span, new Index.Single(j), new Index.All(span))),
                        span),
                statement.span());
        Statement inner = new Statement.Loop(
                i, binary(BinaryOperator.RANGE, map.from(), map.to()), List.of(area), statement.span());
        return List.of(
                new Statement.Loop(
                        k, binary(BinaryOperator.RANGE, one, length(scale)), List.of(along), statement.span()),
                new Statement.Loop(
                        j, binary(BinaryOperator.RANGE, rows.from(), rows.to()), List.of(inner), statement.span()));
    }

    private static Expression at(Expression expression, SourceSpan span) {
        return expression instanceof Expression.Binary binary
                ? new Expression.Binary(binary.operator(), binary.left(), binary.right(), span)
                : expression;
    }

    private static Expression.Reference element(Expression.Name name, SourceSpan span, Index... indices) {
        return new Expression.Subscripted(name, List.of(indices), span);
    }

    private static Expression length(Expression of) {
        return new Expression.Call("length", "length", List.of(of), of.span());
    }

    private static Expression binary(BinaryOperator operator, Expression left, Expression right) {
        return new Expression.Binary(operator, left, right, left.span());
    }
}
