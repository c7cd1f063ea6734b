package dev.tandem.compiler.lower;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.lower.unknown.Rules;
import dev.tandem.compiler.lower.unknown.UnknownElements;
import dev.tandem.compiler.program.Summing;
import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.compiler.values.Scope;
import dev.tandem.distributions.catalogue.Functions;
import dev.tandem.distributions.intervals.Interval;
import dev.tandem.language.Model;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.source.SourceSpan;
import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Reads what depends on all states that came before as a state of its own, which is handed on from one occasion to the next.
 *
 * <pre>
 *   mu[i,t] &lt;- phi * z[i,t-1] + gamma[t] * prod(q[i,1:(t-1)])    becomes
 *
 *   mu[i,t] &lt;- phi * z[i,t-1] + gamma[t] * q.before[i,t]
 *   q.before[i,t] ~ dbern(q.before[i,t-1] * q[i,t-1])
 * </pre>
 *
 * Written so, the factor at t depends on two states of the occasion before and not on all that there were, so that the
 * states can be summed out along the chain. The same goes for what the model computes from itself, as in
 * {@code a[i,t] <- a[i,t-1] * (1 - z[i,t])}. The new states are 0 or 1 and follow from the others with certainty:
 * whatever else is unknown has the posterior that it had.
 */
final class CarriedStates {
    private final Graph original;
    private final Set<String> needed;

    /** What stands in place of expressions of the model, and what follows its statements. */
    private final IdentityHashMap<Expression, Expression> replaced = new IdentityHashMap<>();

    private final IdentityHashMap<Statement, List<Statement>> followers = new IdentityHashMap<>();
    private final Map<String, DataArray> data = new LinkedHashMap<>();
    private final Set<String> names = new LinkedHashSet<>();

    /** The discrete unknowns that the new states follow from. */
    private final Set<String> sources = new LinkedHashSet<>();

    private CarriedStates(Graph graph) {
        original = graph;
        UnknownElements unknowns = new UnknownElements(graph);
        graph.rules().stream().filter(Rule::stochastic).forEach(unknowns::find);
        needed = Forward.needed(graph, unknowns);
    }

    /**
     * A graph with such states.
     *
     * @param names the variables that the model does not have
     * @param summing what to sum out, the new states included
     */
    record Carried(Graph graph, Set<String> names, Summing summing) {}

    /** The graph with such states; empty if it has none, or if what they follow from is not to be summed out. */
    static Optional<Carried> of(Graph graph, Summing summing) {
        if (summing.kind() == Summing.Kind.NONE || graph.rules().stream().noneMatch(CarriedStates::mayCarry)) {
            return Optional.empty();
        }
        CarriedStates recursions = new CarriedStates(graph);
        recursions.findRecursions();
        Graph between = recursions.rewritten();
        CarriedStates products = new CarriedStates(between);
        products.findProducts();
        Set<String> names = new LinkedHashSet<>(recursions.names);
        names.addAll(products.names);
        Set<String> sources = new LinkedHashSet<>(recursions.sources);
        sources.addAll(products.sources);
        sources.removeAll(names);
        if (names.isEmpty() || !sources.stream().allMatch(summing::wants)) {
            return Optional.empty();
        }
        Set<String> all = new HashSet<>(summing.names());
        all.addAll(names);
        Summing wider =
                summing.kind() == Summing.Kind.NAMED ? new Summing(summing.kind(), all, summing.forward()) : summing;
        return Optional.of(new Carried(products.rewritten(), names, wider));
    }

    private static boolean mayCarry(Rule rule) {
        return (!rule.stochastic() && rule.names().contains(rule.targetName()))
                || right(rule).stream().anyMatch(CarriedStates::hasProduct);
    }

    private static List<Expression> right(Rule rule) {
        return rule.relation() instanceof Statement.Deterministic computed
                ? List.of(computed.value())
                : Rules.stochastic(rule).distribution().arguments();
    }

    private static boolean hasProduct(Expression expression) {
        if (expression instanceof Expression.Call call) {
            return partOf(call).isPresent() || call.arguments().stream().anyMatch(CarriedStates::hasProduct);
        }
        if (expression instanceof Expression.Binary binary) {
            return hasProduct(binary.left()) || hasProduct(binary.right());
        }
        return expression instanceof Expression.Unary unary && hasProduct(unary.operand());
    }

    // ---- what is computed from itself ----------------------------------------------------------------------------

    private void findRecursions() {
        Set<String> candidates = new LinkedHashSet<>();
        for (Rule rule : original.rules()) {
            if (!rule.stochastic() && !rule.constant() && rule.names().contains(rule.targetName())) {
                candidates.add(rule.targetName());
            }
        }
        candidates.removeIf(name -> !needed.contains(name) || !isCoin(name) || !followsFromDiscrete(name));
        for (String name : candidates) {
            String state = free(name + ".state");
            names.add(state);
            for (Rule rule : original.rules()) {
                if (rule.targetName().equals(name)) {
                    Statement.Deterministic computed = (Statement.Deterministic) rule.relation();
                    Expression value = renamed(computed.value(), name, state);
                    follow(computed, Coins.of(named(computed.target(), state), value, computed.span()));
                } else if (!(rule.relation() instanceof Statement.Deterministic)
                        || needed.contains(rule.targetName())) {
                    right(rule).forEach(expression -> rename(expression, name, state));
                }
            }
        }
    }

    /** Whether all elements of a variable are computed and are 0 or 1. */
    private boolean isCoin(String name) {
        boolean[] good = {true};
        for (Rule rule : original.rules()) {
            if (!rule.targetName().equals(name)) {
                continue;
            }
            if (!(rule.relation() instanceof Statement.Deterministic computed)
                    || computed.link().isPresent()
                    || !single(computed.target())) {
                return false;
            }
            original.forEach(rule, (counters, scope) -> good[0] = good[0] && isTruth(computed.target(), scope));
        }
        return good[0];
    }

    private boolean isTruth(Expression expression, Scope scope) {
        Interval values = original.interval(expression, scope);
        return values.whole() && !values.nan() && values.low() >= 0 && values.high() <= 1;
    }

    private static boolean single(Expression.Reference reference) {
        return !reference.indices().isEmpty()
                && reference.indices().stream().allMatch(index -> index instanceof Index.Single);
    }

    /** Whether a variable is computed from nothing unknown but discrete unknowns, which are noted then. */
    private boolean followsFromDiscrete(String name) {
        Set<String> seen = new LinkedHashSet<>();
        Set<String> found = new LinkedHashSet<>();
        List<String> open = new ArrayList<>(List.of(name));
        while (!open.isEmpty()) {
            String next = open.remove(open.size() - 1);
            if (!seen.add(next)) {
                continue;
            }
            for (Rule rule : original.rules()) {
                if (!rule.targetName().equals(next) || original.symbol(next).constant()) {
                    continue;
                }
                if (!rule.stochastic()) {
                    open.addAll(rule.names());
                } else if (Rules.discrete(rule) && !Rules.observable(rule)) {
                    found.add(next);
                } else {
                    return false;
                }
            }
        }
        sources.addAll(found);
        return !found.isEmpty();
    }

    /** Reads another variable in the place of one, all over an expression. */
    private void rename(Expression expression, String name, String state) {
        Expression present = replaced.getOrDefault(expression, expression);
        Expression other = renamed(present, name, state);
        if (other != present) {
            replaced.put(expression, other);
        }
    }

    private static Expression renamed(Expression expression, String name, String other) {
        return new Rewriting(
                        read -> read instanceof Expression.Subscripted part
                                        && part.name().text().equals(name)
                                ? named(
                                        new Expression.Subscripted(
                                                part.name(),
                                                part.indices().stream()
                                                        .map(index -> renamed(index, name, other))
                                                        .toList(),
                                                part.span()),
                                        other)
                                : null,
                        statement -> List.of())
                .in(expression);
    }

    private static Index renamed(Index index, String name, String other) {
        if (index instanceof Index.Single single) {
            return new Index.Single(renamed(single.value(), name, other));
        }
        return index instanceof Index.Range range
                ? new Index.Range(renamed(range.from(), name, other), renamed(range.to(), name, other))
                : index;
    }

    // ---- products over all that came before ----------------------------------------------------------------------

    /**
     * A part of an array of which a product is taken.
     *
     * @param dimension the one that the product runs along; the other indices are single
     */
    private record Part(Expression.Subscripted whole, int dimension) {
        Expression to() {
            return ((Index.Range) whole.indices().get(dimension)).to();
        }

        Expression.Subscripted at(String name, Expression place) {
            List<Index> indices = new ArrayList<>(whole.indices());
            indices.set(dimension, new Index.Single(place));
            return new Expression.Subscripted(
                    new Expression.Name(name, whole.name().span()), indices, whole.span());
        }
    }

    private static Optional<Part> partOf(Expression.Call call) {
        if (!call.is(Functions.PROD)
                || call.arguments().size() != 1
                || !(call.arguments().get(0) instanceof Expression.Subscripted whole)) {
            return Optional.empty();
        }
        int[] ranges = IntStream.range(0, whole.indices().size())
                .filter(d -> !(whole.indices().get(d) instanceof Index.Single))
                .toArray();
        return ranges.length == 1 && whole.indices().get(ranges[0]) instanceof Index.Range
                ? Optional.of(new Part(whole, ranges[0]))
                : Optional.empty();
    }

    private void findProducts() {
        for (Rule rule : original.rules()) {
            boolean asked = rule.stochastic() || (!rule.constant() && needed.contains(rule.targetName()));
            if (asked && rule.instances() > 0) {
                right(rule).forEach(expression -> findProducts(rule, expression));
            }
        }
    }

    private void findProducts(Rule rule, Expression expression) {
        if (expression instanceof Expression.Call call) {
            Optional<Part> part = partOf(call);
            if (part.isPresent()
                    && !original.symbol(part.get().whole().name().text()).constant()) {
                carry(rule, call, part.get());
            } else {
                call.arguments().forEach(argument -> findProducts(rule, argument));
            }
        } else if (expression instanceof Expression.Unary unary) {
            findProducts(rule, unary.operand());
        } else if (expression instanceof Expression.Binary binary) {
            findProducts(rule, binary.left());
            findProducts(rule, binary.right());
        }
    }

    private void carry(Rule rule, Expression.Call call, Part part) {
        String name = part.whole().name().text();
        Symbol symbol = original.symbol(name);
        Before before = new Before(symbol, part.dimension());
        boolean[] good = {true};
        try {
            original.forEach(
                    rule,
                    (counters, scope) -> good[0] = good[0]
                            && before.add(original.positions(part.whole(), scope))
                            && isTruth(part.at(name, part.to()), scope));
        } catch (EvaluationException unknownIndex) {
            return;
        }
        if (!good[0] || !before.complete() || !followsFromDiscrete(name)) {
            return;
        }
        SourceSpan span = call.span();
        String state = free(name + ".before");
        Expression here = part.at(state, new Expression.Binary(BinaryOperator.PLUS, part.to(), one(span), span));
        Expression handedOn =
                new Expression.Binary(BinaryOperator.TIMES, part.at(state, part.to()), part.at(name, part.to()), span);
        names.add(state);
        data.put(state, before.values());
        replaced.put(call, here);
        follow(rule.relation(), Coins.of((Expression.Reference) here, handedOn, span));
    }

    /** Which products over the first elements of rows of an array are asked for, each row along one dimension. */
    private static final class Before {
        private final int[] dims;
        private final int dimension;
        private final int stride;

        /** For each row where its products begin, and which lengths they have. */
        private final Map<Integer, Integer> starts = new HashMap<>();

        private final Map<Integer, Set<Integer>> lengths = new HashMap<>();

        Before(Symbol symbol, int dimension) {
            dims = symbol.dims();
            this.dimension = dimension;
            stride = Arrays.stream(dims, 0, dimension).reduce(1, Math::multiplyExact);
        }

        /** Notes a product; false if it was asked for before, or begins elsewhere than others of its row. */
        boolean add(int[] positions) {
            if (positions.length == 0) {
                return false;
            }
            int start = positions[0] / stride % dims[dimension];
            int row = positions[0] - start * stride;
            Integer other = starts.putIfAbsent(row, start);
            return (other == null || other == start)
                    && lengths.computeIfAbsent(row, r -> new HashSet<>()).add(positions.length);
        }

        /** Whether each product has the one before it. */
        boolean complete() {
            return lengths.values().stream()
                    .allMatch(row ->
                            row.stream().mapToInt(Integer::intValue).max().orElse(0) == row.size());
        }

        /** The products over nothing, which are one; those that are asked for are missing. */
        DataArray values() {
            int[] longer = dims.clone();
            longer[dimension]++;
            double[] values = new double[Arrays.stream(longer).reduce(1, Math::multiplyExact)];
            Arrays.fill(values, 1);
            lengths.forEach((row, found) -> {
                int inside = row % stride;
                int outside = row / (stride * dims[dimension]);
                for (int length : found) {
                    int place = starts.get(row) + length;
                    values[inside + stride * (place + longer[dimension] * outside)] = Double.NaN;
                }
            });
            return DataArray.of(longer, values);
        }
    }

    // ---- the model with such states ------------------------------------------------------------------------------

    private Graph rewritten() {
        if (names.isEmpty()) {
            return original;
        }
        Model model = new Rewriting(replaced::get, statement -> followers.getOrDefault(statement, List.of()))
                .in(original.model());
        return Graph.bind(model, original.data().with(data));
    }

    private void follow(Statement statement, Statement follower) {
        followers.computeIfAbsent(statement, s -> new ArrayList<>()).add(follower);
    }

    private static Expression.Reference named(Expression.Reference like, String name) {
        return new Expression.Subscripted(new Expression.Name(name, like.name().span()), like.indices(), like.span());
    }

    private static Expression one(SourceSpan span) {
        return new Expression.Literal(1, span);
    }

    private String free(String wanted) {
        boolean taken = names.contains(wanted)
                || original.symbols().stream().anyMatch(symbol -> symbol.name().equals(wanted));
        return taken ? free(wanted + "s") : wanted;
    }
}
