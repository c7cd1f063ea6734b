package dev.tandem.inference.description;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.distributions.catalogue.Distribution;
import dev.tandem.distributions.catalogue.Numbers;
import dev.tandem.distributions.catalogue.Parameter;
import dev.tandem.distributions.scalar.Bernoulli;
import dev.tandem.distributions.scalar.Poisson;
import dev.tandem.language.OwnDensities;
import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Node;
import dev.tandem.language.syntax.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** What is legal in a model with its data and yet is often a mistake, or has a better way to be written. */
final class ModelNotes {
    private static final Pattern DEVIATION = Pattern.compile("(sd|sigma|sig|stdev|std|s\\.d)([._].*|\\d*)");
    /** A spread that is this much smaller than the distance from zero makes slope and intercept nearly one. */
    private static final double FAR = 20;
    /** Beyond this size a covariate is better scaled. */
    private static final double HUGE = 1e4;
    /** The priors of effects are seldom meant so narrow that a precision of this size is right. */
    private static final double WIDE_AS_PRECISION = 50;

    private final Graph graph;
    private final Set<String> notes = new LinkedHashSet<>();

    private ModelNotes(Graph graph) {
        this.graph = graph;
    }

    static List<String> of(Graph graph) {
        ModelNotes notes = new ModelNotes(graph);
        for (Rule rule : graph.rules()) {
            if (rule.relation() instanceof Statement.Stochastic statement) {
                notes.precision(statement);
                notes.flat(statement);
                notes.trick(rule, statement);
            } else if (!rule.constant()) {
                notes.covariates(((Statement.Deterministic) rule.relation()).value());
            }
            if (rule.relation() instanceof Statement.Stochastic statement) {
                statement.distribution().arguments().forEach(notes::covariates);
            }
        }
        notes.unused();
        return new ArrayList<>(notes.notes);
    }

    /** Of these only what would make the answer another one than was asked for: precisions taken for deviations, data left out. */
    static List<String> doubts(Graph graph) {
        ModelNotes notes = new ModelNotes(graph);
        for (Rule rule : graph.rules()) {
            if (rule.relation() instanceof Statement.Stochastic statement) {
                notes.precision(statement);
            }
        }
        notes.unused();
        return new ArrayList<>(notes.notes);
    }

    private void note(Node node, String text) {
        notes.add(node.span() + ": " + text);
    }

    /** A precision that is called like a standard deviation, or a prior as narrow as a vague one would be wide. */
    private void precision(Statement.Stochastic statement) {
        Distribution distribution = statement.distribution().distribution();
        List<Parameter> parameters = distribution.signature().parameters();
        List<Expression> arguments = statement.distribution().arguments();
        for (int i = 0; i < Math.min(parameters.size(), arguments.size()); i++) {
            if (!parameters.get(i).precision() || parameters.get(i).shape() != Parameter.Shape.SCALAR) {
                continue;
            }
            Expression given = arguments.get(i);
            String written = statement.distribution().written();
            if (given instanceof Expression.Reference reference
                    && DEVIATION
                            .matcher(reference.name().text().toLowerCase(Locale.ROOT))
                            .matches()) {
                String name = reference.name().text();
                note(
                        given,
                        name + " is the precision of " + written
                                + " here, 1/sd^2. If it is meant as a standard deviation," + " write sd = " + name);
            } else if (given instanceof Expression.Literal number
                    && number.value() >= WIDE_AS_PRECISION
                    && arguments.get(0) instanceof Expression.Literal
                    && !graph.symbol(statement.target().name().text()).constant()) {
                note(
                        given,
                        Numbers.show(number.value()) + " is the precision of " + written
                                + ", so that this prior has a standard deviation of "
                                + Float.toString((float) (1 / Math.sqrt(number.value())))
                                + ". If a vague prior is meant, write sd = " + Numbers.show(number.value())
                                + " or var = "
                                + Numbers.show(number.value()));
            }
        }
    }

    /** A flat prior may leave a posterior without an end. */
    private void flat(Statement.Stochastic statement) {
        Optional<String> flat = OwnDensities.flatVariable(statement);
        if (flat.isPresent()) {
            note(
                    statement.distribution(),
                    "dflat() is no distribution: the posterior exists only if the data alone say where " + flat.get()
                            + " is. Draws from the prior take a standard deviation of a million");
        }
    }

    /** Zeros from a Poisson, or ones from a Bernoulli: a log likelihood that the model writes itself. */
    private void trick(Rule rule, Statement.Stochastic statement) {
        Symbol symbol = graph.symbol(rule.targetName());
        Distribution distribution = statement.distribution().distribution();
        boolean poisson = distribution.is(Poisson.class);
        if (!(poisson || distribution.is(Bernoulli.class)) || !symbol.constant() || symbol.size() < 1) {
            return;
        }
        double value = poisson ? 0 : 1;
        String name = symbol.name().toLowerCase(Locale.ROOT);
        boolean called = name.startsWith(poisson ? "zero" : "one");
        if (called && Arrays.stream(symbol.values()).allMatch(x -> x == value)) {
            note(
                    statement.target(),
                    symbol.name() + " is read as the " + (poisson ? "zeros" : "ones") + " trick: "
                            + (poisson
                                    ? "minus its rate is a log likelihood, and a constant in the rate changes nothing but keeps"
                                            + " it positive"
                                    : "its probability is a likelihood, up to a constant that keeps it below 1")
                            + ". Where a distribution of the catalogue fits, it is faster and can be predicted from");
        }
    }

    /** A covariate that is far from zero for its spread, or huge, times an unknown. */
    private void covariates(Expression expression) {
        if (expression instanceof Expression.Binary binary) {
            if (binary.operator() == BinaryOperator.TIMES) {
                covariate(binary.left());
                covariate(binary.right());
            }
            covariates(binary.left());
            covariates(binary.right());
        } else if (expression instanceof Expression.Unary unary) {
            covariates(unary.operand());
        }
    }

    private void covariate(Expression expression) {
        if (!(expression instanceof Expression.Subscripted part)) {
            return;
        }
        Symbol symbol = graph.symbols().stream()
                .filter(s -> s.name().equals(part.name().text()))
                .findFirst()
                .orElse(null);
        if (symbol == null || !symbol.given() || !symbol.constant() || symbol.size() < 2) {
            return;
        }
        double mean = Arrays.stream(symbol.values()).average().orElse(0);
        double deviation = Math.sqrt(Arrays.stream(symbol.values())
                .map(x -> (x - mean) * (x - mean))
                .average()
                .orElse(0));
        if (deviation > 0 && (Math.abs(mean) > FAR * deviation || deviation > HUGE)) {
            notes.add(part.span() + ": " + symbol.name() + " has mean " + (float) mean + " and standard deviation "
                    + (float) deviation + ". Centre and scale it, ("
                    + symbol.name()
                    + " - mean) / sd: intercept and priors are then easier to read, and with more than 64"
                    + " continuous unknowns sampling is easier too");
        }
    }

    /** Data of which a part is described by no statement: a loop that ends too early. */
    private void unused() {
        for (Symbol symbol : graph.symbols()) {
            if (!symbol.given()) {
                continue;
            }
            List<Rule> rules = graph.rules().stream()
                    .filter(rule -> rule.stochastic() && rule.targetName().equals(symbol.name()))
                    .toList();
            if (rules.isEmpty() || symbol.size() < 2) {
                continue;
            }
            boolean[] described = new boolean[symbol.size()];
            for (Rule rule : rules) {
                graph.forEach(rule, (counters, scope) -> {
                    for (int position : graph.positions(rule.target(), scope)) {
                        described[position] = true;
                    }
                });
            }
            int left = 0;
            int first = -1;
            for (int position = 0; position < described.length; position++) {
                if (!described[position] && symbol.known(position)) {
                    left++;
                    first = first < 0 ? position : first;
                }
            }
            if (left > 0) {
                notes.add(rules.get(0).target().span() + ": " + left + " of " + symbol.size() + " values of "
                        + symbol.name() + " have no distribution, from " + symbol.element(first)
                        + " on: does the loop end too early?");
            }
        }
    }
}
