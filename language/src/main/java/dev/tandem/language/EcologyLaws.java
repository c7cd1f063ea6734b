package dev.tandem.language;

import dev.tandem.distributions.catalogue.Distributions;
import dev.tandem.language.source.ProblemList;
import dev.tandem.language.source.SourceSpan;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.language.syntax.DistributionCall;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Statement;
import dev.tandem.language.syntax.Substitution;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the distributions of nimbleEcology, in which a hidden state is summed out by hand, as the hidden states that they stand for:
 * what can be summed out is summed out anyway.
 *
 * <pre>
 *   y[i,1:3] ~ dOcc_s(psi, p, 3)    becomes    y.state[i] ~ dbern(psi)
 *                                              for (k in 1:3) { y[i,k] ~ dbern(y.state[i] * p) }
 * </pre>
 */
final class EcologyLaws {
    /**
     * @param parameters the names of its arguments, as far as they matter; the others may be given and are not needed
     * @param along which of them have a value for each visit
     * @param text the statements. Z is the hidden state, Y a visit, K its counter, Z.1 and Z.K the state at the first visit and at K,
     *     Z.B the one before; p.K is the value of p that belongs to K, and p.B the one that belongs to the visit before
     */
    private record Law(List<String> parameters, List<String> along, String text) {}

    private static final String OCCUPANCY = "Z ~ dbern(psi)  for (K in FROM:TO) { Y ~ dbern(Z * p.K) }";
    private static final String COUNTS = "Z ~ dpois(lambda)  for (K in FROM:TO) { Y ~ dbin(p.K, Z) }";
    private static final String SURVIVAL =
            "Z.1 <- 1  Y.1 ~ dbern(1)  for (K in (FROM + 1):TO) { Z.K ~ dbern(phi.B * Z.B)  Y ~ dbern(p.K * Z.K) }";
    private static final String HIDDEN_CHAIN = "Z.1 ~ dcat(init)  Y.1 ~ dcat(obs.1)"
            + "  for (K in (FROM + 1):TO) { Z.K ~ dcat(trans.B)  Y ~ dcat(obs.K) }";

    private static final Map<String, Law> LAWS = Map.of(
            "dOcc_s", new Law(List.of("psi", "p"), List.of(), OCCUPANCY),
            "dOcc_v", new Law(List.of("psi", "p"), List.of("p"), OCCUPANCY),
            "dNmixture_s", new Law(List.of("lambda", "p"), List.of(), COUNTS),
            "dNmixture_v", new Law(List.of("lambda", "p"), List.of("p"), COUNTS),
            "dCJS_ss", new Law(List.of("phi", "p"), List.of(), SURVIVAL),
            "dCJS_sv", new Law(List.of("phi", "p"), List.of("p"), SURVIVAL),
            "dCJS_vs", new Law(List.of("phi", "p"), List.of("phi"), SURVIVAL),
            "dCJS_vv", new Law(List.of("phi", "p"), List.of("phi", "p"), SURVIVAL),
            "dHMM", new Law(List.of("init", "obs", "trans"), List.of(), HIDDEN_CHAIN));

    private final ProblemList problems;
    private boolean changed;

    private EcologyLaws(ProblemList problems) {
        this.problems = problems;
    }

    static boolean isName(String name) {
        return LAWS.containsKey(name);
    }

    /** The model with such laws written out; the same one if it has none. */
    static Model writeOut(Model model, ProblemList problems) {
        EcologyLaws laws = new EcologyLaws(problems);
        List<Statement> statements = laws.statements(model.statements());
        return laws.changed
                ? new Model(model.source(), model.dialect(), model.declarations(), model.data(), statements)
                : model;
    }

    private List<Statement> statements(List<Statement> statements) {
        List<Statement> all = new ArrayList<>();
        for (Statement statement : statements) {
            if (statement instanceof Statement.Loop loop) {
                all.add(new Statement.Loop(loop.counter(), loop.range(), statements(loop.body()), loop.span()));
            } else if (statement instanceof Statement.Stochastic stochastic
                    && isName(stochastic.distribution().written())) {
                changed = true;
                all.addAll(written(stochastic));
            } else {
                all.add(statement);
            }
        }
        return all;
    }

    private List<Statement> written(Statement.Stochastic statement) {
        DistributionCall call = statement.distribution();
        Law law = LAWS.get(call.written());
        Expression.Reference target = statement.target();
        int axis = axis(target);
        if (axis < 0 || statement.truncation().isPresent()) {
            problems.add(
                    target.span(),
                    call.written() + " is the law of a whole history, and needs one range on the left",
                    "as in y[i,1:K] ~ " + call.written() + "(..)");
            return List.of();
        }
        if (call.arguments().size() < law.parameters().size()) {
            problems.add(
                    call.nameSpan(),
                    call.written() + " takes at least " + law.parameters().size() + " arguments, not "
                            + call.arguments().size(),
                    "they may be given by name: " + Parameterization.shown(call.written()));
            return List.of();
        }
        Index.Range visits = (Index.Range) target.indices().get(axis);
        Map<String, Expression> values = new HashMap<>();
        SourceSpan span = call.span();
        String node = target.name().text();
        Expression one = new Expression.Literal(1, span);
        Expression.Name counter = new Expression.Name(node + ".visit", target.span());
        Expression.Name state = new Expression.Name(node + ".state", target.span());
        Expression before = new Expression.Binary(BinaryOperator.MINUS, counter, one, span);
        values.put("K", counter);
        values.put("FROM", visits.from());
        values.put("TO", visits.to());
        values.put("Y", at(target.name(), target.indices(), axis, counter, target.span()));
        values.put("Y.1", at(target.name(), target.indices(), axis, visits.from(), target.span()));
        values.put("Z", hidden(state, target.indices(), axis));
        values.put("Z.1", at(state, target.indices(), axis, visits.from(), target.span()));
        values.put("Z.K", at(state, target.indices(), axis, counter, target.span()));
        Expression stateBefore = at(state, target.indices(), axis, before, target.span());
        values.put("Z.B", stateBefore);
        for (int i = 0; i < law.parameters().size(); i++) {
            String name = law.parameters().get(i);
            Expression given = call.arguments().get(i);
            boolean along = law.along().contains(name);
            values.put(name, given);
            values.put(name + ".K", along ? element(call, given, visits, counter) : given);
            values.put(name + ".B", along ? element(call, given, visits, before) : given);
            if (name.equals("obs")) {
                values.put("obs.1", row(call, given, at(state, target.indices(), axis, visits.from(), span)));
                values.put("obs.K", row(call, given, at(state, target.indices(), axis, counter, span)));
            } else if (name.equals("trans")) {
                values.put("trans.B", row(call, given, stateBefore));
            }
        }
        return instances(law, values, statement);
    }

    /** The one dimension of a history; -1 if there are others. */
    private static int axis(Expression.Reference target) {
        int axis = -1;
        for (int d = 0; d < target.indices().size(); d++) {
            if (!(target.indices().get(d) instanceof Index.Single)) {
                if (axis >= 0 || !(target.indices().get(d) instanceof Index.Range)) {
                    return -1;
                }
                axis = d;
            }
        }
        return axis;
    }

    private static Expression.Reference at(
            Expression.Name name, List<Index> indices, int axis, Expression place, SourceSpan span) {
        List<Index> own = new ArrayList<>(indices);
        own.set(axis, new Index.Single(place));
        return new Expression.Subscripted(name, own, span);
    }

    /** One state for a whole history. */
    private static Expression.Reference hidden(Expression.Name state, List<Index> indices, int axis) {
        List<Index> own = new ArrayList<>(indices);
        own.remove(axis);
        return own.isEmpty() ? state : new Expression.Subscripted(state, own, state.span());
    }

    /** The element of a vector that belongs to a visit: the first one to the first. */
    private Expression element(DistributionCall call, Expression vector, Index.Range visits, Expression visit) {
        if (vector instanceof Expression.Subscripted part && axis(part) >= 0) {
            int axis = axis(part);
            Expression from = ((Index.Range) part.indices().get(axis)).from();
            Expression shift = new Expression.Binary(BinaryOperator.MINUS, from, visits.from(), call.span());
            Expression place = new Expression.Binary(BinaryOperator.PLUS, visit, shift, call.span());
            return at(part.name(), part.indices(), axis, place, part.span());
        }
        problems.add(
                vector.span(),
                call.written() + " needs a value for each visit here",
                "as in p[i,1:K], with its range written out");
        return vector;
    }

    /** The row of a matrix that belongs to a state. */
    private Expression row(DistributionCall call, Expression matrix, Expression state) {
        if (matrix instanceof Expression.Subscripted part) {
            for (int d = 0; d < part.indices().size(); d++) {
                if (!(part.indices().get(d) instanceof Index.Single)) {
                    return at(part.name(), part.indices(), d, state, part.span());
                }
            }
        }
        problems.add(
                matrix.span(),
                call.written() + " needs a matrix here, a row for each state",
                "as in P[1:n,1:n] or P[,]");
        return matrix;
    }

    /** The statements of a law with what belongs to this one in place. */
    private static List<Statement> instances(Law law, Map<String, Expression> values, Statement.Stochastic of) {
        SourceText source = SourceText.of("law", "model { " + law.text() + " }");
        ProblemList none = new ProblemList(source);
        List<Statement> template =
                new Parser(source, Dialect.JAGS, none).model().statements();
        none.throwIfAny();
        return filled(template, new Substitution(values, of.distribution().span()), of);
    }

    private static List<Statement> filled(
            List<Statement> template, Substitution substitution, Statement.Stochastic of) {
        List<Statement> statements = new ArrayList<>();
        for (Statement statement : template) {
            if (statement instanceof Statement.Loop loop) {
                statements.add(new Statement.Loop(
                        (Expression.Name) substitution.in(loop.counter()),
                        substitution.in(loop.range()),
                        filled(loop.body(), substitution, of),
                        of.span()));
            } else if (statement instanceof Statement.Deterministic d) {
                statements.add(new Statement.Deterministic(
                        Optional.empty(),
                        (Expression.Reference) substitution.in(d.target()),
                        substitution.in(d.value()),
                        of.span()));
            } else if (statement instanceof Statement.Stochastic s) {
                String name = s.distribution().written();
                statements.add(new Statement.Stochastic(
                        (Expression.Reference) substitution.in(s.target()),
                        new DistributionCall(
                                name,
                                Distributions.canonical(name),
                                s.distribution().arguments().stream()
                                        .map(substitution::in)
                                        .toList(),
                                of.distribution().span()),
                        Optional.empty(),
                        of.span()));
            }
        }
        return statements;
    }
}
