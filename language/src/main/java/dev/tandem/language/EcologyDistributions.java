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
final class EcologyDistributions {
    /**
     * @param parameters the names of its arguments, as far as they matter; the others may be given and are not needed
     * @param along which of them have a value for each visit
     * @param text the statements. Z is the hidden state, Y a visit, K its counter, Z.1 and Z.K the state at the first visit and at K,
     *     Z.B the one before; p.K is the value of p that belongs to K, and p.B the one that belongs to the visit before. Of a distribution with
     *     seasons K counts these, Y is visit J of season K, and the visits of a season are FIRST to LAST
     * @param seasons whether the history has two dimensions
     */
    private record Template(List<String> parameters, List<String> along, String text, boolean seasons) {
        Template(List<String> parameters, List<String> along, String text) {
            this(parameters, along, text, false);
        }
    }

    private static final String OCCUPANCY = "Z ~ dbern(psi)  for (K in FROM:TO) { Y ~ dbern(Z * p.K) }";
    private static final String COUNTS = "Z ~ dpois(lambda)  for (K in FROM:TO) { Y ~ dbin(p.K, Z) }";
    private static final String SURVIVAL =
            "Z.1 <- 1  Y.1 ~ dbern(1)  for (K in (FROM + 1):TO) { Z.K ~ dbern(phi.B * Z.B)  Y ~ dbern(p.K * Z.K) }";
    private static final String HIDDEN_CHAIN = "Z.1 ~ dcat(init)  Y.1 ~ dcat(obs.1)"
            + "  for (K in (FROM + 1):TO) { Z.K ~ dcat(trans.B)  Y ~ dcat(obs.K) }";

    private static final String SEASONS = "Z.1 ~ dbern(init)"
            + "  for (K in (FROM + 1):TO) { Z.K ~ dbern(persist.B * Z.B + colonize.B * (1 - Z.B)) }"
            + "  for (K in FROM:TO) { for (J in FIRST:LAST) { Y ~ dbern(Z.K * p.K) } }";

    private static final Map<String, Template> TEMPLATES = templates();

    private static Map<String, Template> templates() {
        Map<String, Template> templates = new HashMap<>();
        templates.put("dOcc_s", new Template(List.of("psi", "p"), List.of(), OCCUPANCY));
        templates.put("dOcc_v", new Template(List.of("psi", "p"), List.of("p"), OCCUPANCY));
        templates.put("dNmixture_s", new Template(List.of("lambda", "p"), List.of(), COUNTS));
        templates.put("dNmixture_v", new Template(List.of("lambda", "p"), List.of("p"), COUNTS));
        templates.put("dCJS_ss", new Template(List.of("phi", "p"), List.of(), SURVIVAL));
        templates.put("dCJS_sv", new Template(List.of("phi", "p"), List.of("p"), SURVIVAL));
        templates.put("dCJS_vs", new Template(List.of("phi", "p"), List.of("phi"), SURVIVAL));
        templates.put("dCJS_vv", new Template(List.of("phi", "p"), List.of("phi", "p"), SURVIVAL));
        List<String> chain = List.of("init", "obs", "trans");
        templates.put("dHMM", new Template(chain, List.of(), HIDDEN_CHAIN));
        templates.put("dHMMo", new Template(chain, List.of("obs"), HIDDEN_CHAIN));
        templates.put("dDHMM", new Template(chain, List.of("trans"), HIDDEN_CHAIN));
        templates.put("dDHMMo", new Template(chain, List.of("obs", "trans"), HIDDEN_CHAIN));
        for (String persist : List.of("s", "v")) {
            for (String colonize : List.of("s", "v")) {
                for (String p : List.of("s", "v", "m")) {
                    List<String> along = new ArrayList<>();
                    if (persist.equals("v")) {
                        along.add("persist");
                    }
                    if (colonize.equals("v")) {
                        along.add("colonize");
                    }
                    if (!p.equals("s")) {
                        along.add("p");
                    }
                    templates.put(
                            "dDynOcc_" + persist + colonize + p,
                            new Template(List.of("init", "persist", "colonize", "p"), along, SEASONS, true));
                }
            }
        }
        return Map.copyOf(templates);
    }

    private final ProblemList problems;

    private EcologyDistributions(ProblemList problems) {
        this.problems = problems;
    }

    static boolean isName(String name) {
        return TEMPLATES.containsKey(name);
    }

    /** The model with such distributions written out; the same one if it has none. */
    static Model writeOut(Model model, ProblemList problems) {
        EcologyDistributions distributions = new EcologyDistributions(problems);
        return Replacement.in(
                model,
                statement -> isName(statement.distribution().written())
                        ? Optional.of(distributions.written(statement))
                        : Optional.empty());
    }

    private List<Statement> written(Statement.Stochastic statement) {
        DistributionCall call = statement.distribution();
        Template template = TEMPLATES.get(call.written());
        Expression.Reference target = statement.target();
        int axis = template.seasons() ? firstRange(target, 2) : axis(target);
        if (axis < 0 || statement.truncation().isPresent()) {
            problems.add(
                    target.span(),
                    call.written() + " is the distribution of a whole history, and needs "
                            + (template.seasons()
                                    ? "two ranges on the left, seasons and visits"
                                    : "one range on the left"),
                    "as in y[i,1:" + (template.seasons() ? "T,1:" : "") + "K] ~ " + call.written() + "(..)");
            return List.of();
        }
        if (call.arguments().size() < template.parameters().size()) {
            problems.add(
                    call.nameSpan(),
                    call.written() + " takes at least " + template.parameters().size() + " arguments, not "
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
        Expression.Reference visit = at(target.name(), target.indices(), axis, counter, target.span());
        List<Index> states = new ArrayList<>(target.indices());
        Expression.Name survey = new Expression.Name(node + ".survey", target.span());
        Index.Range surveys = visits;
        if (template.seasons()) {
            int second = axis(visit);
            states.remove(second);
            surveys = (Index.Range) visit.indices().get(second);
            visit = at(target.name(), visit.indices(), second, survey, target.span());
            values.put("J", survey);
            values.put(
                    "FIRST", call.arguments().size() > 4 ? within(call, 4, visits, surveys, counter) : surveys.from());
            values.put("LAST", call.arguments().size() > 5 ? within(call, 5, visits, surveys, counter) : surveys.to());
        } else {
            values.put("Y.1", at(target.name(), target.indices(), axis, visits.from(), target.span()));
            values.put("Z", hidden(state, target.indices(), axis));
        }
        values.put("Y", visit);
        values.put("Z.1", at(state, states, axis, visits.from(), target.span()));
        values.put("Z.K", at(state, states, axis, counter, target.span()));
        Expression stateBefore = at(state, states, axis, before, target.span());
        values.put("Z.B", stateBefore);
        for (int i = 0; i < template.parameters().size(); i++) {
            String name = template.parameters().get(i);
            Expression given = call.arguments().get(i);
            boolean along = template.along().contains(name);
            values.put(name, given);
            if (name.equals("obs")) {
                Expression first = along ? layer(call, given, visits, visits.from()) : given;
                Expression own = along ? layer(call, given, visits, counter) : given;
                values.put("obs.1", row(call, first, at(state, states, axis, visits.from(), span)));
                values.put("obs.K", row(call, own, at(state, states, axis, counter, span)));
            } else if (name.equals("trans")) {
                values.put("trans.B", row(call, along ? layer(call, given, visits, before) : given, stateBefore));
            } else if (along && call.written().endsWith("m")) {
                boolean matrix = name.equals("p");
                values.put(name + ".K", matrix ? cell(call, given, visits, counter, surveys, survey) : given);
                values.put(name + ".B", matrix ? given : element(call, given, visits, before));
            } else {
                values.put(name + ".K", along ? element(call, given, visits, counter) : given);
                values.put(name + ".B", along ? element(call, given, visits, before) : given);
            }
        }
        return instances(template, values, statement);
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

    /** The first of so many ranges on the left; -1 if there are more or fewer. */
    private static int firstRange(Expression.Reference target, int wanted) {
        int first = -1;
        int found = 0;
        for (int d = 0; d < target.indices().size(); d++) {
            if (target.indices().get(d) instanceof Index.Range) {
                first = found++ == 0 ? d : first;
            } else if (!(target.indices().get(d) instanceof Index.Single)) {
                return -1;
            }
        }
        return found == wanted ? first : -1;
    }

    /** A visit that is counted from the first one of the range. */
    private Expression within(
            DistributionCall call, int argument, Index.Range seasons, Index.Range visits, Expression season) {
        Expression number = element(call, call.arguments().get(argument), seasons, season);
        return visits.from() instanceof Expression.Literal from && from.value() == 1
                ? number
                : shifted(number, visits.from(), new Expression.Literal(1, call.span()), call.span());
    }

    private static Expression shifted(Expression place, Expression to, Expression from, SourceSpan span) {
        return new Expression.Binary(
                BinaryOperator.PLUS, place, new Expression.Binary(BinaryOperator.MINUS, to, from, span), span);
    }

    /** The element of a matrix that belongs to a visit in a season. */
    private Expression cell(
            DistributionCall call,
            Expression matrix,
            Index.Range seasons,
            Expression season,
            Index.Range visits,
            Expression visit) {
        if (matrix instanceof Expression.Subscripted part && firstRange(part, 2) >= 0) {
            int axis = firstRange(part, 2);
            Expression from = ((Index.Range) part.indices().get(axis)).from();
            Expression.Reference row = at(
                    part.name(), part.indices(), axis, shifted(season, from, seasons.from(), call.span()), part.span());
            return element(call, row, visits, visit);
        }
        problems.add(
                matrix.span(),
                call.written() + " needs a value for each visit of each season here",
                "as in p[i,1:T,1:K], with both ranges written out");
        return matrix;
    }

    /** The matrix of an array of matrices that belongs to a visit: the last dimension that is not single is time. */
    private Expression layer(DistributionCall call, Expression array, Index.Range visits, Expression visit) {
        if (array instanceof Expression.Subscripted part) {
            int open = 0;
            int last = -1;
            for (int d = 0; d < part.indices().size(); d++) {
                if (!(part.indices().get(d) instanceof Index.Single)) {
                    open++;
                    last = d;
                }
            }
            if (open == 3) {
                Expression from = part.indices().get(last) instanceof Index.Range range
                        ? range.from()
                        : new Expression.Literal(1, call.span());
                return at(
                        part.name(),
                        part.indices(),
                        last,
                        shifted(visit, from, visits.from(), call.span()),
                        part.span());
            }
        }
        problems.add(
                array.span(),
                call.written() + " needs a matrix for each time here",
                "as in P[1:n,1:n,1:T], time last, or P[,,]");
        return array;
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

    /** The statements of a distribution with what belongs to this one in place. */
    private static List<Statement> instances(
            Template template, Map<String, Expression> values, Statement.Stochastic of) {
        SourceText source = SourceText.of("distribution", "model { " + template.text() + " }");
        ProblemList none = new ProblemList(source);
        List<Statement> statements =
                new Parser(source, Dialect.JAGS, none).model().statements();
        none.throwIfAny();
        return filled(statements, new Substitution(values, of.distribution().span()), of);
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
