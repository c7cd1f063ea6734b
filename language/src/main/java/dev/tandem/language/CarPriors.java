package dev.tandem.language;

import dev.tandem.language.source.ProblemList;
import dev.tandem.language.source.SourceSpan;
import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.DistributionCall;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Statement;
import java.util.ArrayList;
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
 * {@code b.basis} and {@code b.scale} are made when the model meets its data, see {@link Neighbourhood}.
 */
final class CarPriors {
    /** NIMBLE's, whose areas add up to zero only on request. */
    private static final String WITH_A_CHOICE = "dcar_normal";

    /** Several variables in each area, whose precision is a matrix. */
    private static final String OF_VECTORS = "mv.car";

    private static final Set<String> INTRINSIC = Set.of("car.normal", WITH_A_CHOICE, OF_VECTORS);
    private static final Set<String> PROPER = Set.of("car.proper", "dcar_proper");
    private static final int INTRINSIC_ARGUMENTS = 4;
    private static final int PROPER_ARGUMENTS = 7;

    private final ProblemList problems;
    private final List<Neighbourhood> neighbourhoods = new ArrayList<>();

    private CarPriors(ProblemList problems) {
        this.problems = problems;
    }

    /** The model with such laws written out; the same one if it has none. */
    static Model writeOut(Model model, ProblemList problems) {
        CarPriors priors = new CarPriors(problems);
        List<Statement> statements = new ArrayList<>();
        for (Statement statement : model.statements()) {
            if (statement instanceof Statement.Stochastic stochastic && isCar(stochastic)) {
                statements.addAll(priors.written(stochastic));
            } else {
                priors.refuseIn(statement);
                statements.add(statement);
            }
        }
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

    static boolean isName(String name) {
        return INTRINSIC.contains(name) || PROPER.contains(name);
    }

    private static boolean isCar(Statement.Stochastic statement) {
        return isName(statement.distribution().written());
    }

    private void refuseIn(Statement statement) {
        if (statement instanceof Statement.Loop loop) {
            loop.body().forEach(this::refuseIn);
        } else if (statement instanceof Statement.Stochastic stochastic && isCar(stochastic)) {
            problems.add(
                    stochastic.distribution().nameSpan(),
                    stochastic.distribution().written() + " must stand outside loops",
                    "it gives all areas at once: b[1:n] ~ "
                            + stochastic.distribution().written() + "(..)");
        }
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
        if (call.written().equals(OF_VECTORS)) {
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
        if (statement.target().indices().size() == 1
                && statement.target().indices().get(0) instanceof Index.Range range) {
            from = range.from();
            to = range.to();
        } else if (!statement.target().indices().isEmpty()
                && !(statement.target().indices().size() == 1
                        && statement.target().indices().get(0) instanceof Index.All)) {
            problems.add(left, "the areas must be a vector", "as in " + node + "[1:n] ~ ..");
            return List.of();
        }
        Neighbourhood neighbourhood = new Neighbourhood(
                proper ? Neighbourhood.Kind.PROPER : Neighbourhood.Kind.INTRINSIC,
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
        return proper
                ? statements(statement, neighbourhood, given.get(5), given.get(6), given.get(0))
                : statements(statement, neighbourhood, given.get(3), null, null);
    }

    /** The unknowns along the directions, and the areas from them. */
    private List<Statement> statements(
            Statement.Stochastic statement,
            Neighbourhood neighbourhood,
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
                element(unknowns, left, new Index.Single(k)),
                new DistributionCall(
                        "dnorm",
                        "dnorm",
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
                        element(unknowns, span, new Index.All(span))),
                span);
        if (mean != null) {
            Expression.Name means = new Expression.Name(neighbourhood.means(), left);
            statements.add(new Statement.Deterministic(Optional.empty(), means, mean, statement.span()));
            value = binary(BinaryOperator.PLUS, element(means, span, new Index.Single(row)), value);
        }
        Statement area = new Statement.Deterministic(
                Optional.empty(),
                element(statement.target().name(), left, new Index.Single(i)),
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
