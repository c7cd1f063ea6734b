package dev.tandem.compiler.lower;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Names;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.lower.unknown.Rules;
import dev.tandem.compiler.lower.unknown.UnknownElements;
import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.compiler.values.Scope;
import dev.tandem.distributions.catalogue.Functions;
import dev.tandem.distributions.scalar.Bernoulli;
import dev.tandem.distributions.scalar.Binomial;
import dev.tandem.distributions.scalar.Normal;
import dev.tandem.distributions.scalar.Poisson;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Link;
import dev.tandem.language.syntax.Statement;
import dev.tandem.language.syntax.Substitution;
import dev.tandem.language.syntax.UnaryOperator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds what measures an unknown with a normal prior: observations whose mean, or whose mean behind a link, is a linear
 * function of it, {@code y[i] ~ dnorm(a + b * x[i], tau)}. Each says of the unknown what a measurement with the precision
 * {@code b * b * tau} and the value {@code (y[i] - a) / b} would say.
 */
final class Measurements {
    /** Observations of an unknown on average beyond which a fixed precision serves as well: rats and their lines, of five each, took
     * twice the time, for twice the effective draws. */
    private static final int MOST = 3;

    private final Graph graph;
    private final UnknownElements unknowns;

    /** Who is computed from whom: by statements, and by coordinates that were given before. */
    private final Map<String, Set<String>> children = new HashMap<>();

    /** The one rule behind each variable that has only one. */
    private final Map<String, Optional<Rule>> definers = new HashMap<>();

    private final Map<String, Rule> measured = new LinkedHashMap<>();

    Measurements(Graph graph, UnknownElements unknowns) {
        this.graph = graph;
        this.unknowns = unknowns;
        for (Rule rule : graph.rules()) {
            rule.names().forEach(name -> add(name, rule.targetName()));
            definers.merge(rule.targetName(), Optional.of(rule), (one, other) -> Optional.empty());
        }
    }

    /**
     * A mean as a linear function of an unknown.
     *
     * @param rest what does not depend on it; null for zero
     * @param slope null for zero
     * @param at where the unknown is read
     * @param others unknowns that get their coordinates later, and have a normal prior until then
     */
    record Linear(Expression rest, Expression slope, List<Expression.Reference> at, List<Other> others) {}

    /** An unknown among what is measured together with another one: it adds to the mean and to the variance. */
    record Other(Expression.Reference place, Expression slope, Expression location, Expression precision) {}

    /**
     * What was observed once.
     *
     * @param counters those of the rule
     * @param value on the scale of the mean
     * @param weight the precision, where it is known
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Observation(int[] counters, double value, double weight) {}

    /**
     * What one rule says of the unknowns of another.
     *
     * @param precision the precision of what was observed, none where there is a weight for each observation
     * @param instances the observations of each unknown
     */
    record Measurement(Rule rule, Linear mean, Optional<Expression> precision, List<List<Observation>> instances) {
        /** What it depends on. */
        Set<String> names() {
            Set<String> names = new LinkedHashSet<>();
            collect(mean.rest, names);
            collect(mean.slope, names);
            precision.ifPresent(expression -> collect(expression, names));
            for (Other other : mean.others) {
                collect(other.slope, names);
                collect(other.location, names);
                collect(other.precision, names);
            }
            rule.loops().forEach(loop -> names.remove(loop.counter().text()));
            return names;
        }

        /** What its precision depends on. */
        Set<String> precisionNames() {
            Set<String> names = new LinkedHashSet<>();
            collect(mean.slope, names);
            precision.ifPresent(expression -> collect(expression, names));
            return names;
        }

        private static void collect(Expression expression, Set<String> names) {
            if (expression != null) {
                names.addAll(Names.in(expression));
            }
        }
    }

    private void add(String parent, String child) {
        children.computeIfAbsent(parent, name -> new LinkedHashSet<>()).add(child);
    }

    /** All measurements of the unknowns of a rule; none of one that stands by itself, as an intercept does. */
    List<Measurement> of(Rule rule) {
        List<Measurement> found = new ArrayList<>();
        if (rule.loops().isEmpty()) {
            return found;
        }
        Set<String> below = below(rule.targetName());
        for (Rule child : graph.rules()) {
            if (child.stochastic() && child != rule && child.instances() > 0) {
                measurement(rule, child, below).ifPresent(found::add);
            }
        }
        return found;
    }

    /** Says that the unknowns of a rule are computed from what these depend on. */
    void accept(Rule rule, List<Measurement> measurements) {
        measurements.forEach(measurement -> measurement.names().forEach(name -> add(name, rule.targetName())));
        Rules.stochastic(rule)
                .distribution()
                .arguments()
                .forEach(argument -> Names.in(argument).forEach(name -> add(name, rule.targetName())));
        if (!measurements.isEmpty()) {
            measured.put(rule.targetName(), rule);
        }
    }

    private Set<String> below(String name) {
        Set<String> below = new HashSet<>();
        List<String> next = new ArrayList<>(List.of(name));
        while (!next.isEmpty()) {
            String one = next.remove(next.size() - 1);
            if (below.add(one)) {
                next.addAll(children.getOrDefault(one, Set.of()));
            }
        }
        return below;
    }

    private Optional<Measurement> measurement(Rule rule, Rule child, Set<String> below) {
        Statement.Stochastic relation = Rules.stochastic(child);
        if (relation.truncation().isPresent() || child.names().stream().noneMatch(below::contains)) {
            return Optional.empty();
        }
        Reading reading = new Reading(rule.targetName(), below);
        List<Expression> arguments = relation.distribution().arguments();
        Linear mean;
        Optional<Expression> precision = Optional.empty();
        if (Rules.row(child).is(Normal.class)) {
            mean = reading.linear(arguments.get(0));
            precision = Optional.of(arguments.get(1));
            if (reading.depends(arguments.get(1)) || !simple(arguments.get(1))) {
                return Optional.empty();
            }
        } else if (Rules.row(child).is(Poisson.class)) {
            mean = reading.behind(arguments.get(0), Link.LOG);
        } else if (Rules.row(child).is(Binomial.class) || Rules.row(child).is(Bernoulli.class)) {
            mean = reading.behind(arguments.get(0), Link.LOGIT);
        } else {
            return Optional.empty();
        }
        if (mean == null || mean.slope == null || !simple(mean)) {
            return Optional.empty();
        }
        return observed(rule, child, mean, precision);
    }

    /** Who was observed how often, if it was. */
    private Optional<Measurement> observed(Rule rule, Rule child, Linear mean, Optional<Expression> precision) {
        UnknownElements.Found found = unknowns.of(rule);
        Map<Integer, Integer> numbers = new HashMap<>();
        List<List<Observation>> instances = new ArrayList<>();
        for (int i = 0; i < found.counters.size(); i++) {
            numbers.put(found.positions.first(i), i);
            instances.add(new ArrayList<>());
        }
        Symbol symbol = graph.symbol(child.targetName());
        long[] count = {0};
        boolean[] failed = {false};
        graph.forEach(child, (counters, scope) -> {
            int[] target = graph.positions(child.target(), scope);
            if (failed[0] || target.length != 1 || !symbol.known(target[0])) {
                return;
            }
            try {
                int place = place(mean, scope);
                failed[0] = place < 0;
                Integer number = numbers.get(place);
                if (number != null) {
                    double value = symbol.values()[target[0]];
                    instances
                            .get(number)
                            .add(
                                    precision.isPresent()
                                            ? new Observation(counters.clone(), value, 1)
                                            : onScaleOfLink(child, counters.clone(), scope, value));
                    count[0]++;
                }
            } catch (EvaluationException unknownPlace) {
                failed[0] = true;
            }
        });
        if (failed[0] || count[0] == 0 || count[0] > (long) MOST * instances.size()) {
            return Optional.empty();
        }
        return Optional.of(new Measurement(child, mean, precision, instances));
    }

    /** The position of the one element that a mean reads; negative if there are several. */
    private int place(Linear mean, Scope scope) {
        int place = -1;
        for (Expression.Reference at : mean.at) {
            int[] read = graph.positions(at, scope);
            if (read.length != 1 || (place >= 0 && place != read[0])) {
                return -1;
            }
            place = read[0];
        }
        return place;
    }

    /** A count as a measurement of what the link makes of its mean; half a count more keeps it from the ends. */
    private Observation onScaleOfLink(Rule child, int[] counters, Scope scope, double observed) {
        double count = observed + 0.5;
        if (Rules.row(child).is(Poisson.class)) {
            return new Observation(counters, Elementary.log(count), count);
        }
        double size = Rules.row(child).is(Bernoulli.class)
                ? 1
                : graph.evaluator()
                        .scalar(
                                Rules.stochastic(child)
                                        .distribution()
                                        .arguments()
                                        .get(1),
                                scope);
        double misses = size + 1 - count;
        return new Observation(counters, Elementary.log(count / misses), count * misses / (size + 1));
    }

    private static boolean simple(Linear mean) {
        return (mean.rest == null || simple(mean.rest))
                && simple(mean.slope)
                && mean.others.stream()
                        .allMatch(other -> simple(other.slope) && simple(other.location) && simple(other.precision));
    }

    /** Whether it is made of single numbers alone. */
    private static boolean simple(Expression expression) {
        if (expression instanceof Expression.Unary unary) {
            return simple(unary.operand());
        }
        if (expression instanceof Expression.Binary binary) {
            return binary.operator() != BinaryOperator.MATRIX_PRODUCT
                    && binary.operator() != BinaryOperator.RANGE
                    && simple(binary.left())
                    && simple(binary.right());
        }
        if (expression instanceof Expression.Call call) {
            return Functions.array(call.canonical()).isEmpty()
                    && call.arguments().stream().allMatch(Measurements::simple);
        }
        if (expression instanceof Expression.Subscripted part) {
            return part.indices().stream()
                    .allMatch(index -> index instanceof Index.Single single && simple(single.value()));
        }
        return true;
    }

    /** Reads means as linear functions of one variable's elements. */
    private final class Reading {
        private final String name;
        private final Set<String> below;

        Reading(String name, Set<String> below) {
            this.name = name;
            this.below = below;
        }

        boolean depends(Expression expression) {
            return Names.in(expression).stream().anyMatch(below::contains);
        }

        /** What a link makes of a mean, as a linear function; null if it is none. */
        Linear behind(Expression mean, Link link) {
            if (mean instanceof Expression.Call call) {
                boolean inverse = call.is(link == Link.LOG ? Functions.EXP : Functions.ILOGIT);
                return inverse ? linear(call.arguments().get(0)) : null;
            }
            if (mean instanceof Expression.Reference reference) {
                Statement.Deterministic computed = computed(reference).orElse(null);
                Expression value = computed == null ? null : put(reference, computed);
                if (value == null) {
                    return null;
                }
                return computed.link().isPresent()
                        ? computed.link().get() == link ? linear(value) : null
                        : behind(value, link);
            }
            return null;
        }

        /** Null if it is no linear function, or cannot be seen to be one. */
        Linear linear(Expression expression) {
            if (!depends(expression)) {
                return new Linear(expression, null, List.of(), List.of());
            }
            if (expression instanceof Expression.Reference reference) {
                return reference(reference);
            }
            if (expression instanceof Expression.Unary unary && unary.operator() == UnaryOperator.MINUS) {
                return map(linear(unary.operand()), e -> new Expression.Unary(UnaryOperator.MINUS, e, e.span()));
            }
            if (expression instanceof Expression.Binary binary) {
                return switch (binary.operator()) {
                    case PLUS, MINUS -> added(binary.operator(), linear(binary.left()), linear(binary.right()));
                    case TIMES ->
                        !depends(binary.left())
                                ? map(linear(binary.right()), e -> times(binary.left(), e))
                                : !depends(binary.right())
                                        ? map(linear(binary.left()), e -> times(e, binary.right()))
                                        : null;
                    case DIVIDE ->
                        depends(binary.right())
                                ? null
                                : map(
                                        linear(binary.left()),
                                        e -> new Expression.Binary(BinaryOperator.DIVIDE, e, binary.right(), e.span()));
                    default -> null;
                };
            }
            return null;
        }

        private Linear reference(Expression.Reference reference) {
            String read = reference.name().text();
            Expression one = new Expression.Literal(1, reference.span());
            if (read.equals(name)) {
                return new Linear(null, one, List.of(reference), List.of());
            }
            Rule other = measured.get(read);
            if (other != null) {
                List<Expression> prior = Rules.stochastic(other).distribution().arguments();
                Expression location = put(reference, other, prior.get(0));
                Expression precision = put(reference, other, prior.get(1));
                return location == null || depends(location) || depends(precision)
                        ? null
                        : new Linear(null, null, List.of(), List.of(new Other(reference, one, location, precision)));
            }
            Statement.Deterministic computed = computed(reference).orElse(null);
            if (computed == null || computed.link().isPresent()) {
                return null;
            }
            Expression value = put(reference, computed);
            return value == null ? null : linear(value);
        }

        private Optional<Statement.Deterministic> computed(Expression.Reference reference) {
            return definers.getOrDefault(reference.name().text(), Optional.empty())
                    .filter(rule -> !rule.constant())
                    .map(Rule::relation)
                    .filter(Statement.Deterministic.class::isInstance)
                    .map(Statement.Deterministic.class::cast);
        }

        private Expression put(Expression.Reference reference, Statement.Deterministic computed) {
            Rule rule = definers.get(reference.name().text()).orElseThrow();
            return put(reference, rule, computed.value());
        }

        /** What a rule says of the element that is read; null if the element does not tell the counters. */
        private Expression put(Expression.Reference reference, Rule rule, Expression value) {
            List<Index> places = rule.target().indices();
            if (places.size() != reference.indices().size()
                    || places.size() != rule.loops().size()) {
                return null;
            }
            Set<String> counters = new HashSet<>();
            rule.loops().forEach(loop -> counters.add(loop.counter().text()));
            Map<String, Expression> values = new HashMap<>();
            for (int i = 0; i < places.size(); i++) {
                if (places.get(i) instanceof Index.Single place
                        && place.value() instanceof Expression.Name counter
                        && counters.remove(counter.text())
                        && reference.indices().get(i) instanceof Index.Single single) {
                    values.put(counter.text(), single.value());
                } else {
                    return null;
                }
            }
            return new Substitution(values, reference.span()).in(value);
        }

        private Linear map(Linear of, java.util.function.UnaryOperator<Expression> change) {
            if (of == null) {
                return null;
            }
            List<Other> others = of.others.stream()
                    .map(other -> new Other(other.place, change.apply(other.slope), other.location, other.precision))
                    .toList();
            return new Linear(
                    of.rest == null ? null : change.apply(of.rest),
                    of.slope == null ? null : change.apply(of.slope),
                    of.at,
                    others);
        }

        private Linear added(BinaryOperator operator, Linear left, Linear right) {
            if (left == null || right == null) {
                return null;
            }
            Linear second = operator == BinaryOperator.PLUS
                    ? right
                    : map(right, e -> new Expression.Unary(UnaryOperator.MINUS, e, e.span()));
            List<Expression.Reference> at = new ArrayList<>(left.at);
            at.addAll(second.at);
            List<Other> others = new ArrayList<>(left.others);
            others.addAll(second.others);
            return new Linear(plus(left.rest, second.rest), plus(left.slope, second.slope), at, others);
        }

        private Expression plus(Expression one, Expression other) {
            return one == null
                    ? other
                    : other == null ? one : new Expression.Binary(BinaryOperator.PLUS, one, other, one.span());
        }

        private Expression times(Expression one, Expression other) {
            return other instanceof Expression.Literal literal && literal.value() == 1
                    ? one
                    : one instanceof Expression.Literal left && left.value() == 1
                            ? other
                            : new Expression.Binary(BinaryOperator.TIMES, one, other, one.span());
        }
    }
}
