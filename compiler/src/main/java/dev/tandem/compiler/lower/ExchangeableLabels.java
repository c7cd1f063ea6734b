package dev.tandem.compiler.lower;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Names;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.program.Draft;
import dev.tandem.compiler.program.Labels;
import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.distributions.array.Categorical;
import dev.tandem.distributions.catalogue.Values;
import dev.tandem.distributions.scalar.Beta;
import dev.tandem.distributions.scalar.Uniform;
import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Statement;
import dev.tandem.language.syntax.Truncation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Finds numbers of groups whose order says nothing, as those of the components of a mixture: whatever the density is at some
 * values, it is the same with groups that have changed places.
 *
 * <p>That is read off the statements, so it is certain. Beginning with an unknown {@code z[i] ~ dcat(p[])} it follows who has
 * something for each group: what z is an index of, and what a loop over all groups computes it from. All of these must
 * treat groups alike: a loop over all of them, or statements one by one that say the same; data that are equal for all; sums
 * over all. Whatever else is done with a group refuses it.
 */
final class ExchangeableLabels {
    /** Functions of a whole vector that do not mind the order of its elements. */
    private static final Set<String> SYMMETRIC = Set.of("sum", "mean", "prod", "max", "min");

    private final Graph graph;
    private final Set<Rule> needed;
    private final Map<String, Set<Integer>> axes = new LinkedHashMap<>();
    private final Set<String> labels = new LinkedHashSet<>();
    private final Map<String, Integer> mirrored = new LinkedHashMap<>();
    private final int size;
    private boolean grown = true;

    /** Says that groups are not alike. */
    private static final class Unlike extends RuntimeException {
        private static final long serialVersionUID = 1;

        Unlike() {
            super("groups are not alike", null, false, false);
        }
    }

    private ExchangeableLabels(Graph graph, Set<Rule> needed, int size) {
        this.graph = graph;
        this.needed = needed;
        this.size = size;
    }

    /**
     * The labels of a program in the making, all of whose unknowns have been found.
     *
     * @param drawn whether the unknowns of a rule are drawn forwards, so that they are no part of the density
     */
    static List<Labels> find(Draft draft, Predicate<Rule> drawn) {
        Graph graph = draft.graph;
        Set<Rule> needed = needed(graph, drawn);
        List<Labels> found = new ArrayList<>();
        Set<String> done = new HashSet<>();
        for (Rule rule : needed) {
            if (rule.stochastic() && Rules.row(rule).is(Categorical.class) && done.add(rule.targetName())) {
                // Most labels mean something; there may be others.
                alike(graph, needed, rule).ifPresent(labels -> {
                    labels.names().forEach(symbol -> done.add(symbol.name()));
                    if (sampled(draft, labels)) {
                        found.add(labels.noted(note(rule, labels)));
                    }
                });
            }
        }
        return found;
    }

    private static Set<Rule> needed(Graph graph, Predicate<Rule> drawn) {
        Set<Rule> needed = new LinkedHashSet<>();
        Set<String> names = new HashSet<>();
        for (Rule rule : graph.rules()) {
            if (rule.stochastic() && rule.instances() > 0 && !drawn.test(rule)) {
                needed.add(rule);
                names.addAll(rule.names());
            }
        }
        boolean grows = true;
        while (grows) {
            grows = false;
            for (Rule rule : graph.rules()) {
                if (!rule.stochastic()
                        && !rule.constant()
                        && rule.instances() > 0
                        && names.contains(rule.targetName())
                        && needed.add(rule)) {
                    names.addAll(rule.names());
                    grows = true;
                }
            }
        }
        return needed;
    }

    private static Optional<Labels> alike(Graph graph, Set<Rule> needed, Rule first) {
        try {
            return Optional.of(of(graph, needed, first));
        } catch (Unlike e) {
            return Optional.empty();
        }
    }

    private static Labels of(Graph graph, Set<Rule> needed, Rule first) {
        Expression shares = Rules.stochastic(first).distribution().arguments().get(0);
        if (!(shares instanceof Expression.Reference reference)) {
            throw new Unlike();
        }
        int[] dims = graph.symbol(reference.name().text()).dims();
        int whole = -1;
        for (int d = 0; d < dims.length; d++) {
            boolean spans =
                    reference.indices().isEmpty() || !(reference.indices().get(d) instanceof Index.Single);
            if (spans && whole >= 0) {
                throw new Unlike();
            }
            whole = spans ? d : whole;
        }
        if (whole < 0 || dims[whole] < 2) {
            throw new Unlike();
        }
        ExchangeableLabels found = new ExchangeableLabels(graph, needed, dims[whole]);
        found.addLabel(first.targetName());
        return found.grow();
    }

    private Labels grow() {
        while (grown) {
            grown = false;
            for (Rule rule : needed) {
                new Reading(rule).check();
            }
        }
        // Whether single statements say the same is known when it is known what they are about.
        for (String name : axes.keySet()) {
            checkDefinitions(name);
        }
        Map<Symbol, List<Integer>> bySymbol = new HashMap<>();
        axes.forEach((name, dims) -> bySymbol.put(graph.symbol(name), List.copyOf(dims)));
        Map<Symbol, Integer> shares = new HashMap<>();
        mirrored.forEach((name, position) -> shares.put(graph.symbol(name), position));
        return new Labels(size, labels.stream().map(graph::symbol).toList(), bySymbol, shares, "");
    }

    /** What the user should know of labels. */
    private static String note(Rule rule, Labels labels) {
        List<String> names = labels.unknowns();
        String listed = String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.get(names.size() - 1);
        return rule.relation().span() + ": the order of the " + labels.size() + " groups that "
                + rule.targetName() + " counts says nothing: " + listed
                + " have the same posterior whatever it is. Each draw has the groups in an order by chance, so that summaries"
                + " of single groups are all the same. Bounds, such as T(mu[1],) for mu[2], tell groups apart";
    }

    /** Whether all that changes is sampled or drawn, element by element. */
    private static boolean sampled(Draft draft, Labels labels) {
        Set<Symbol> changing = new HashSet<>(labels.names());
        changing.addAll(labels.axes().keySet());
        changing.addAll(labels.mirrored().keySet());
        Set<Symbol> fixed = new HashSet<>();
        draft.settled.forEach(settled -> fixed.add(settled.symbol()));
        draft.tied.forEach(tied -> fixed.add(tied.symbol()));
        if (changing.stream().anyMatch(fixed::contains)) {
            return false;
        }
        Map<Symbol, Set<Integer>> places = new HashMap<>();
        draft.freeScalars.forEach(free -> add(places, free.symbol(), free.positions()));
        draft.freeArrays.forEach(free -> add(places, free.symbol(), free.positions()));
        draft.sites.forEach(sites -> add(places, sites.symbol(), sites.positions()));
        int[] order = new int[labels.size()];
        for (Symbol symbol : labels.axes().keySet()) {
            Set<Integer> own = places.getOrDefault(symbol, Set.of());
            for (int shift = 1; shift < order.length && !labels.mirrored().containsKey(symbol); shift++) {
                int by = shift;
                Arrays.setAll(order, i -> (i + by) % order.length);
                if (own.stream().anyMatch(position -> !own.contains(labels.moved(symbol, position, order)))) {
                    return false;
                }
            }
        }
        return labels.mirrored().entrySet().stream()
                .allMatch(one -> places.getOrDefault(one.getKey(), Set.of()).contains(one.getValue()));
    }

    private static void add(Map<Symbol, Set<Integer>> places, Symbol symbol, int[] positions) {
        Set<Integer> own = places.computeIfAbsent(symbol, s -> new HashSet<>());
        for (int position : positions) {
            own.add(position);
        }
    }

    private void addLabel(String name) {
        Symbol symbol = graph.symbol(name);
        boolean unknown = !symbol.given() && !symbol.constant() && axes.get(name) == null;
        for (int position = 0; unknown && position < symbol.size(); position++) {
            unknown = !symbol.known(position);
        }
        for (Rule rule : graph.rules()) {
            unknown &= !rule.targetName().equals(name)
                    || (rule.stochastic() && Rules.row(rule).is(Categorical.class));
        }
        if (!unknown) {
            throw new Unlike();
        }
        grown |= labels.add(name);
    }

    private void addAxis(String name, int dimension) {
        if (graph.symbol(name).dims()[dimension] != size || labels.contains(name)) {
            throw new Unlike();
        }
        grown |= axes.computeIfAbsent(name, n -> new TreeSet<>()).add(dimension);
    }

    private boolean grouped(String name, int dimension) {
        return axes.getOrDefault(name, Set.of()).contains(dimension);
    }

    private boolean isVariable(String name) {
        return graph.symbols().stream().anyMatch(symbol -> symbol.name().equals(name));
    }

    /** Whether an index spans all of a dimension. */
    private boolean whole(Index index) {
        if (index instanceof Index.Range range) {
            try {
                return Arrays.equals(integers(range.from()), new int[] {1})
                        && Arrays.equals(integers(range.to()), new int[] {size});
            } catch (EvaluationException e) {
                return false;
            }
        }
        return index instanceof Index.All;
    }

    private int[] integers(Expression expression) {
        return graph.integers(expression);
    }

    // ---- one statement -------------------------------------------------------------------------------------------

    /** A statement as seen by somebody who cannot tell groups apart. */
    private final class Reading {
        private final Rule rule;
        /** Counters that run over all groups. */
        private final Set<String> counters = new HashSet<>();
        /** The one group that the left side is about, if it has its number; from 1. */
        private final Set<Integer> single = new TreeSet<>();

        Reading(Rule rule) {
            this.rule = rule;
        }

        void check() {
            findCounters();
            checkLeft();
            boolean array = left();
            if (rule.relation() instanceof Statement.Deterministic d) {
                if (mirrors(rule)) {
                    return;
                }
                if (array) {
                    throw new Unlike();
                }
                value(d.value());
            } else {
                right(Rules.stochastic(rule), array);
            }
            if (mirrored.keySet().stream()
                    .anyMatch(name -> !axes.containsKey(name) && rule.names().contains(name))) {
                throw new Unlike();
            }
        }

        private void findCounters() {
            int before = -1;
            while (before != counters.size()) {
                before = counters.size();
                List<Expression.Reference> references = new ArrayList<>(rule.reads());
                references.add(rule.target());
                for (Expression.Reference reference : references) {
                    String name = reference.name().text();
                    for (int d = 0; d < reference.indices().size(); d++) {
                        Optional<String> counter = counter(reference.indices().get(d));
                        if (counter.isPresent() && grouped(name, d)) {
                            counters.add(counter.get());
                        } else if (counter.isPresent() && counters.contains(counter.get())) {
                            addAxis(name, d);
                        }
                    }
                }
            }
            for (Statement.Loop loop : rule.loops()) {
                boolean some = counters.contains(loop.counter().text()) && !allGroups(loop.range());
                if (some || Names.in(loop.range()).stream().anyMatch(counters::contains)) {
                    throw new Unlike();
                }
            }
        }

        /** What a loop over groups defines has a dimension for them, and nothing else on the left depends on the group. */
        private void checkLeft() {
            Set<String> counted = new HashSet<>();
            for (Index index : rule.target().indices()) {
                Optional<String> counter = counter(index);
                counter.ifPresent(counted::add);
                if (counter.isEmpty() && names(index).stream().anyMatch(counters::contains)) {
                    throw new Unlike();
                }
            }
            if (!counted.containsAll(counters)) {
                throw new Unlike();
            }
        }

        private static Set<String> names(Index index) {
            if (index instanceof Index.Single one) {
                return Names.in(one.value());
            }
            if (index instanceof Index.Range range) {
                Set<String> names = Names.in(range.from());
                names.addAll(Names.in(range.to()));
                return names;
            }
            return Set.of();
        }

        private Optional<String> counter(Index index) {
            return index instanceof Index.Single one
                            && one.value() instanceof Expression.Name name
                            && isCounter(name.text())
                    ? Optional.of(name.text())
                    : Optional.empty();
        }

        private boolean isCounter(String name) {
            return rule.loops().stream().anyMatch(loop -> loop.counter().text().equals(name));
        }

        private boolean allGroups(Expression range) {
            try {
                int[] values = integers(range);
                for (int i = 0; i < values.length; i++) {
                    if (values[i] != i + 1) {
                        return false;
                    }
                }
                return values.length == size;
            } catch (EvaluationException e) {
                return false;
            }
        }

        /** The left side; whether it has all groups at once. */
        private boolean left() {
            String name = rule.targetName();
            boolean all = false;
            Set<String> once = new HashSet<>();
            for (int d : axes.getOrDefault(name, Set.of())) {
                Index index = rule.target().indices().isEmpty()
                        ? null
                        : rule.target().indices().get(d);
                if (index == null || whole(index)) {
                    all = true;
                } else if (counter(index).isPresent()) {
                    if (!once.add(counter(index).get())) {
                        throw new Unlike();
                    }
                } else {
                    single.add(number(index));
                }
            }
            if (single.size() > 1 || (!single.isEmpty() && (all || !once.isEmpty()))) {
                throw new Unlike();
            }
            return all;
        }

        private int number(Index index) {
            if (index instanceof Index.Single one && one.value() instanceof Expression.Literal literal) {
                return (int) literal.value();
            }
            throw new Unlike();
        }

        private void right(Statement.Stochastic s, boolean array) {
            boolean categorical = Rules.row(rule).is(Categorical.class);
            boolean simplex = Rules.row(rule).values() == Values.Arrays.SIMPLEX;
            if (array && !simplex) {
                throw new Unlike();
            }
            List<Expression> arguments = s.distribution().arguments();
            boolean label = labels.contains(rule.targetName());
            if (categorical && arguments.get(0) instanceof Expression.Reference shares) {
                boolean spans = false;
                for (int d = 0; d < graph.symbol(shares.name().text()).dims().length; d++) {
                    boolean here =
                            shares.indices().isEmpty() || whole(shares.indices().get(d));
                    if (here && label) {
                        addAxis(shares.name().text(), d);
                    }
                    spans |= here && grouped(shares.name().text(), d);
                }
                if (spans && !label) {
                    addLabel(rule.targetName());
                }
                if (!spans && label) {
                    throw new Unlike();
                }
                reference(shares, spans);
            } else if (label) {
                throw new Unlike();
            } else {
                for (Expression argument : arguments) {
                    if (array && argument instanceof Expression.Reference reference) {
                        for (int d = 0;
                                d < graph.symbol(reference.name().text()).dims().length;
                                d++) {
                            if (reference.indices().isEmpty()
                                    || whole(reference.indices().get(d))) {
                                addAxis(reference.name().text(), d);
                            }
                        }
                        reference(reference, true);
                    } else if (array) {
                        throw new Unlike();
                    } else {
                        value(argument);
                    }
                }
            }
            s.truncation().flatMap(Truncation::lower).ifPresent(this::value);
            s.truncation().flatMap(Truncation::upper).ifPresent(this::value);
        }

        /** What is computed: no number of a group may take part in it. */
        private void value(Expression expression) {
            if (expression instanceof Expression.Reference reference) {
                reference(reference, false);
            } else if (expression instanceof Expression.Unary unary) {
                value(unary.operand());
            } else if (expression instanceof Expression.Binary binary) {
                value(binary.left());
                value(binary.right());
            } else if (expression instanceof Expression.Call call) {
                boolean symmetric = SYMMETRIC.contains(call.canonical())
                        && call.arguments().size() == 1
                        && call.arguments().get(0) instanceof Expression.Reference;
                if (symmetric) {
                    reference((Expression.Reference) call.arguments().get(0), true);
                } else {
                    call.arguments().forEach(this::value);
                }
            }
        }

        private void reference(Expression.Reference reference, boolean mayHaveAll) {
            String name = reference.name().text();
            if (isCounter(name) ? counters.contains(name) : labels.contains(name)) {
                throw new Unlike();
            }
            if (!isVariable(name)) {
                return;
            }
            if (reference.indices().isEmpty() && axes.containsKey(name) && !mayHaveAll) {
                throw new Unlike();
            }
            for (int d = 0; d < reference.indices().size(); d++) {
                index(name, d, reference.indices().get(d), mayHaveAll);
            }
        }

        private void index(String name, int dimension, Index index, boolean mayHaveAll) {
            if (index instanceof Index.Single one) {
                boolean label = one.value() instanceof Expression.Reference inner
                        && labels.contains(inner.name().text());
                if (label) {
                    addAxis(name, dimension);
                }
                if (!grouped(name, dimension)) {
                    value(one.value());
                } else if (counter(index).isPresent()) {
                    return;
                } else if (one.value() instanceof Expression.Reference inner
                        && isVariable(inner.name().text())) {
                    if (!label) {
                        addLabel(inner.name().text());
                    }
                    inner.indices().forEach(this::plain);
                } else if (!single.contains(number(index))) {
                    throw new Unlike();
                }
            } else if (grouped(name, dimension)) {
                if (!mayHaveAll || !whole(index)) {
                    throw new Unlike();
                }
            } else {
                plain(index);
            }
        }

        private void plain(Index index) {
            if (index instanceof Index.Single one) {
                value(one.value());
            } else if (index instanceof Index.Range range) {
                value(range.from());
                value(range.to());
            }
        }
    }

    // ---- what defines a variable ---------------------------------------------------------------------------------

    private void checkDefinitions(String name) {
        Symbol symbol = graph.symbol(name);
        if (symbol.constant()) {
            checkEqual(symbol);
            return;
        }
        for (int position = 0; position < symbol.size(); position++) {
            if (symbol.known(position) && !mirrored.containsKey(name)) {
                throw new Unlike();
            }
        }
        Map<Integer, List<String>> said = new HashMap<>();
        for (Rule rule : graph.rules()) {
            if (rule.targetName().equals(name)
                    && rule.instances() > 0
                    && !mirrors(rule)
                    && !mirrored.containsKey(name)) {
                if (!needed.contains(rule)) {
                    throw new Unlike();
                }
                Reading reading = new Reading(rule);
                reading.check();
                reading.single.forEach(group ->
                        said.computeIfAbsent(group, g -> new ArrayList<>()).add(text(rule, group)));
            }
        }
        if (!said.isEmpty()) {
            List<String> first = said.values().iterator().next();
            boolean same = said.size() == size && said.values().stream().allMatch(first::equals);
            if (!same) {
                throw new Unlike();
            }
        }
    }

    /** Data have to be the same for all groups. */
    private void checkEqual(Symbol symbol) {
        Labels only = new Labels(size, List.of(), Map.of(symbol, List.copyOf(axes.get(symbol.name()))), Map.of(), "");
        int[] order = new int[size];
        for (int first = 0; first + 1 < size; first++) {
            Arrays.setAll(order, i -> i);
            order[first] = first + 1;
            order[first + 1] = first;
            for (int position = 0; position < symbol.size(); position++) {
                double other = symbol.values()[only.moved(symbol, position, order)];
                if (Double.doubleToLongBits(symbol.values()[position]) != Double.doubleToLongBits(other)) {
                    throw new Unlike();
                }
            }
        }
    }

    /**
     * Whether a rule is one of two that give two groups a share and what is left of it, {@code p[1] <- t} and {@code p[2] <- 1 -
     * t}, where it makes no difference which of them has the share.
     */
    private boolean mirrors(Rule rule) {
        String name = rule.targetName();
        Symbol symbol = graph.symbol(name);
        if (size != 2 || !axes.containsKey(name) || symbol.dims().length != 1) {
            return false;
        }
        List<Rule> both = graph.rules().stream()
                .filter(other ->
                        other.targetName().equals(name) && other.loops().isEmpty())
                .toList();
        if (both.size() != 2) {
            return false;
        }
        for (int rest = 0; rest < 2; rest++) {
            Rule share = both.get(1 - rest);
            Optional<Expression.Reference> left = rest(both.get(rest));
            if (left.isEmpty()) {
                continue;
            }
            Expression.Reference of = left.get();
            if (share.stochastic()
                    && graph.positions(of, graph.outside()).length == 1
                    && of.name().text().equals(name)
                    && text(of, 0).equals(text(share.target(), 0))
                    && even(share)) {
                mirrored.put(name, graph.positions(of, graph.outside())[0]);
                return true;
            }
            boolean named = share.relation() instanceof Statement.Deterministic d
                    && d.link().isEmpty()
                    && d.value() instanceof Expression.Name scalar
                    && of instanceof Expression.Name same
                    && scalar.text().equals(same.text());
            if (named && onlyHere(of.name().text(), both)) {
                mirrored.put(of.name().text(), 0);
                return true;
            }
        }
        return false;
    }

    /** Whether a scalar is a share that nothing else asks for and that may as well be the other one. */
    private boolean onlyHere(String name, List<Rule> both) {
        List<Rule> defining = graph.rules().stream()
                .filter(rule -> rule.targetName().equals(name))
                .toList();
        return graph.symbol(name).scalar()
                && !graph.symbol(name).constant()
                && defining.size() == 1
                && defining.get(0).stochastic()
                && even(defining.get(0))
                && needed.stream()
                        .noneMatch(rule -> !both.contains(rule) && rule.names().contains(name));
    }

    /** What is subtracted from one in {@code p[2] <- 1 - t}. */
    private static Optional<Expression.Reference> rest(Rule rule) {
        return rule.relation() instanceof Statement.Deterministic d
                        && d.link().isEmpty()
                        && d.value() instanceof Expression.Binary binary
                        && binary.operator() == BinaryOperator.MINUS
                        && binary.left() instanceof Expression.Literal one
                        && one.value() == 1
                        && binary.right() instanceof Expression.Reference share
                ? Optional.of(share)
                : Optional.empty();
    }

    /** Whether a distribution between 0 and 1 is its own mirror image. */
    private boolean even(Rule rule) {
        Statement.Stochastic s = Rules.stochastic(rule);
        List<Expression> arguments = s.distribution().arguments();
        if (s.truncation().isPresent() || !rule.loops().isEmpty()) {
            return false;
        }
        if (Rules.row(rule).is(Beta.class)) {
            boolean plain = arguments.stream()
                    .flatMap(argument -> Names.in(argument).stream())
                    .noneMatch(name -> axes.containsKey(name) || labels.contains(name));
            return plain && text(arguments.get(0), 0).equals(text(arguments.get(1), 0));
        }
        return Rules.row(rule).is(Uniform.class)
                && arguments.get(0) instanceof Expression.Literal low
                && arguments.get(1) instanceof Expression.Literal high
                && low.value() == 0
                && high.value() == 1;
    }

    // ---- statements as text without the numbers of groups ---------------------------------------------------------

    /** A rule about one group, written without its number. */
    private String text(Rule rule, int group) {
        StringBuilder text = new StringBuilder(text(rule.target(), group));
        rule.loops()
                .forEach(loop ->
                        text.append(" for ").append(loop.counter().text()).append(text(loop.range(), group)));
        if (rule.relation() instanceof Statement.Deterministic d) {
            text.append(d.link()).append(text(d.value(), group));
        } else {
            Statement.Stochastic s = Rules.stochastic(rule);
            text.append('~').append(s.distribution().canonical());
            s.distribution().arguments().forEach(argument -> text.append(',').append(text(argument, group)));
            text.append(s.truncation()
                    .map(bounds -> "T(" + bounds.lower().map(e -> text(e, group)) + ","
                            + bounds.upper().map(e -> text(e, group)) + ")")
                    .orElse(""));
        }
        return text.toString();
    }

    private String text(Expression expression, int group) {
        if (expression instanceof Expression.Literal literal) {
            return Double.toString(literal.value());
        }
        if (expression instanceof Expression.Unary unary) {
            return unary.operator() + "(" + text(unary.operand(), group) + ")";
        }
        if (expression instanceof Expression.Binary binary) {
            return "(" + text(binary.left(), group) + binary.operator() + text(binary.right(), group) + ")";
        }
        StringBuilder text = new StringBuilder();
        if (expression instanceof Expression.Call call) {
            text.append(call.canonical()).append('(');
            call.arguments()
                    .forEach(argument -> text.append(text(argument, group)).append(','));
            return text.append(')').toString();
        }
        Expression.Reference reference = (Expression.Reference) expression;
        String name = reference.name().text();
        text.append(name);
        for (int d = 0; d < reference.indices().size(); d++) {
            Index index = reference.indices().get(d);
            if (index instanceof Index.Single one) {
                boolean own = grouped(name, d)
                        && one.value() instanceof Expression.Literal literal
                        && literal.value() == group;
                text.append('[')
                        .append(own ? "group" : text(one.value(), group))
                        .append(']');
            } else if (index instanceof Index.Range range) {
                text.append('[')
                        .append(text(range.from(), group))
                        .append(':')
                        .append(text(range.to(), group))
                        .append(']');
            } else {
                text.append("[all]");
            }
        }
        return text.toString();
    }
}
