package dev.tandem.compiler.graph;

import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.compiler.values.Evaluator;
import dev.tandem.compiler.values.MissingValueException;
import dev.tandem.compiler.values.Scope;
import dev.tandem.compiler.values.Value;
import dev.tandem.distributions.catalogue.Bound;
import dev.tandem.distributions.catalogue.Functions;
import dev.tandem.distributions.catalogue.Values;
import dev.tandem.distributions.intervals.Interval;
import dev.tandem.distributions.intervals.IntervalRule;
import dev.tandem.language.syntax.DistributionCall;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Statement;
import dev.tandem.language.syntax.UnaryOperator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The values that unknown nodes can take, element by element, as far as intervals tell: enough to show that an index
 * stays in range whatever the unknowns, and to bound the support of a discrete unknown by that of another.
 */
final class Ranges {
    /** The intervals of one variable. */
    private static final class Known {
        final double[] low;
        final double[] high;
        boolean whole = true;

        Known(Symbol symbol) {
            low = symbol.values().clone();
            high = symbol.values().clone();
            for (int i = 0; i < low.length; i++) {
                if (Double.isNaN(low[i])) {
                    low[i] = Double.POSITIVE_INFINITY;
                    high[i] = Double.NEGATIVE_INFINITY;
                } else {
                    whole &= low[i] == Math.rint(low[i]);
                }
            }
        }

        void set(int position, Interval interval) {
            low[position] = interval.low();
            high[position] = interval.high();
            whole &= interval.whole();
        }

        Interval at(int position) {
            return new Interval(low[position], high[position], whole, false);
        }

        /** All elements together. */
        Interval hull() {
            double smallest = Double.POSITIVE_INFINITY;
            double largest = Double.NEGATIVE_INFINITY;
            for (int i = 0; i < low.length; i++) {
                smallest = Math.min(smallest, low[i]);
                largest = Math.max(largest, high[i]);
            }
            return smallest > largest ? Interval.ANY : new Interval(smallest, largest, whole, false);
        }
    }

    private final Map<String, Symbol> symbols;
    private final Evaluator evaluator;
    private final Map<String, List<Rule>> definers = new HashMap<>();
    private final List<Group> order;
    private final Map<String, Known> known = new HashMap<>();
    private final Set<String> counters = new HashSet<>();
    private Instances instances;

    Ranges(Map<String, Symbol> symbols, List<Rule> rules, Evaluator evaluator, List<Group> order) {
        this.symbols = symbols;
        this.evaluator = evaluator;
        this.order = order;
        instances = new Instances(symbols, evaluator);
        for (Rule rule : rules) {
            counters.addAll(rule.loopNames());
            definers.computeIfAbsent(rule.targetName(), n -> new ArrayList<>()).add(rule);
        }
    }

    /** Works out the intervals of these variables and of all that they depend on. */
    void prepare(Set<String> names) {
        Set<String> needed = new LinkedHashSet<>();
        Set<String> open = new LinkedHashSet<>(names);
        while (!open.isEmpty()) {
            String name = open.iterator().next();
            open.remove(name);
            if (!known.containsKey(name) && symbols.containsKey(name) && needed.add(name)) {
                for (Rule rule : definers.getOrDefault(name, List.of())) {
                    open.addAll(needs(rule));
                }
            }
        }
        for (String name : needed) {
            known.put(name, new Known(symbols.get(name)));
        }
        // This may be asked for while another variable is being worked out.
        Instances outer = instances;
        instances = new Instances(symbols, evaluator);
        for (Group group : order) {
            if (group.rules().stream().anyMatch(rule -> needed.contains(rule.targetName()))) {
                fill(group, needed);
            }
        }
        instances = outer;
    }

    /** The names on which the interval of a rule depends. */
    private static Set<String> needs(Rule rule) {
        if (rule.constant()) {
            return Set.of();
        }
        if (!(rule.relation() instanceof Statement.Stochastic s)) {
            return rule.names();
        }
        Set<String> names = new HashSet<>();
        bounding(s).forEach(argument -> names.addAll(Names.in(argument)));
        return names;
    }

    /** The arguments and bounds whose values limit those of the node. */
    private static List<Expression> bounding(Statement.Stochastic s) {
        List<Expression> arguments = s.distribution().arguments();
        List<Expression> result = new ArrayList<>();
        Values values = s.distribution().distribution().values();
        values.lower().values().forEach(i -> result.add(arguments.get(i)));
        values.upper().values().forEach(i -> result.add(arguments.get(i)));
        s.truncation().ifPresent(t -> {
            t.lower().ifPresent(result::add);
            t.upper().ifPresent(result::add);
        });
        return result;
    }

    private void fill(Group group, Set<String> needed) {
        if (!group.explicit()) {
            for (Rule rule : group.rules()) {
                if (needed.contains(rule.targetName()) && !rule.constant()) {
                    fill(rule);
                }
            }
            return;
        }
        for (int step = 0; step < group.order().size(); step++) {
            Rule rule = group.rules().get(group.order().get(step));
            if (needed.contains(rule.targetName())) {
                instances.at(rule, group.counters().get(step), 0);
                fill(rule, interval(rule.relation()));
            }
        }
    }

    private void fill(Rule rule) {
        Interval[] same = new Interval[1];
        boolean fixed = rule.relation() instanceof Statement.Stochastic s && fixed(rule, s);
        Symbol symbol = symbols.get(rule.targetName());
        Known mine = known.get(symbol.name());
        Place place = Place.of(rule.target(), rule, symbols).orElse(null);
        instances.forEach(rule, () -> {
            Interval interval = fixed && same[0] != null ? same[0] : interval(rule.relation());
            same[0] = interval;
            int position = place == null ? Place.ASK : place.at(instances.counters());
            if (position < 0) {
                fill(rule, interval);
            } else if (!symbol.known(position)) {
                mine.set(position, interval);
            }
        });
    }

    private void fill(Rule rule, Interval interval) {
        Symbol symbol = symbols.get(rule.targetName());
        int[] dims = symbol.dims();
        for (int position : evaluator.select(rule.target(), instances, dims).positions(dims)) {
            if (!symbol.known(position)) {
                known.get(symbol.name()).set(position, interval);
            }
        }
    }

    /** Whether the support is the same in every iteration, and so need be found only once. */
    private static boolean fixed(Rule rule, Statement.Stochastic s) {
        return bounding(s).stream().noneMatch(e -> usesCounter(rule, e))
                && s.distribution().arguments().stream()
                        .allMatch(argument -> !usesCounter(rule, argument) || sameSize(rule, argument));
    }

    private static boolean usesCounter(Rule rule, Expression expression) {
        return Names.in(expression).stream().anyMatch(rule::isCounter);
    }

    /** A part of a variable has the same size everywhere if no range in it uses a counter. */
    private static boolean sameSize(Rule rule, Expression expression) {
        return expression instanceof Expression.Reference reference
                && reference.indices().stream()
                        .noneMatch(index -> index instanceof Index.Range range
                                && (usesCounter(rule, range.from()) || usesCounter(rule, range.to())));
    }

    /** What a relation can give at the present iteration. */
    private Interval interval(Statement.Relation relation) {
        if (relation instanceof Statement.Stochastic s) {
            return support(s, instances);
        }
        Statement.Deterministic d = (Statement.Deterministic) relation;
        Interval value = of(d.value(), instances);
        return d.link().isEmpty() ? value : d.link().get().inverse().rule().of(value);
    }

    /** The values that a distribution can give, its bounds included. */
    Interval support(Statement.Stochastic s, Scope at) {
        Interval plain = plain(s.distribution(), at);
        if (s.truncation().isEmpty()) {
            return plain;
        }
        Interval lower = s.truncation().get().lower().map(e -> of(e, at)).orElse(Interval.ANY);
        Interval upper = s.truncation().get().upper().map(e -> of(e, at)).orElse(Interval.ANY);
        return plain.between(lower, upper);
    }

    /** The values that a distribution can give without bounds of its own. */
    private Interval plain(DistributionCall call, Scope at) {
        List<Expression> arguments = call.arguments();
        Values values = call.distribution().values();
        Bound.Known known = new Bound.Known() {
            @Override
            public double least(int i) {
                return of(arguments.get(i), at).low();
            }

            @Override
            public double greatest(int i) {
                return of(arguments.get(i), at).high();
            }

            @Override
            public double size(int i) {
                return Ranges.this.size(arguments.get(i), at);
            }
        };
        double low = values.lower().least(known);
        double high = values.upper().greatest(known);
        if (values.whole()) {
            return Interval.whole(Math.ceil(low), Math.floor(high));
        }
        // One of several numbers is whole if they all are.
        boolean picked = call.distribution().discreteValued()
                && values.lower().values().stream()
                        .allMatch(i -> of(arguments.get(i), at).whole());
        return new Interval(low, high, picked, false);
    }

    /**
     * Whether a continuous unknown, shifted and scaled by what is known, so that it lies at an end of its values with probability zero. An
     * index that only an end would carry out of range stays in range: it is kept there where it is computed.
     */
    private boolean smooth(Expression expression) {
        if (expression instanceof Expression.Unary unary) {
            return unary.operator() == UnaryOperator.MINUS && smooth(unary.operand());
        }
        if (expression instanceof Expression.Binary binary) {
            boolean scaled = smooth(binary.left()) && fixed(binary.right());
            return switch (binary.operator()) {
                case PLUS, MINUS, TIMES -> scaled || (fixed(binary.left()) && smooth(binary.right()));
                case DIVIDE -> scaled;
                default -> false;
            };
        }
        return expression instanceof Expression.Reference reference
                && symbols.containsKey(reference.name().text())
                && !counters.contains(reference.name().text())
                && Arrays.stream(symbols.get(reference.name().text()).values()).allMatch(Double::isNaN)
                && definers.getOrDefault(reference.name().text(), List.of()).stream()
                        .allMatch(this::smooth);
    }

    private boolean smooth(Rule rule) {
        return rule.relation() instanceof Statement.Stochastic s
                ? !s.distribution().distribution().discreteValued()
                : rule.relation() instanceof Statement.Deterministic d
                        && d.link().isEmpty()
                        && smooth(d.value());
    }

    /** Whether it is known before sampling. */
    private boolean fixed(Expression expression) {
        return Names.in(expression).stream()
                .allMatch(name -> counters.contains(name)
                        || (symbols.containsKey(name) && symbols.get(name).constant()));
    }

    /** What lies beside an end, by more than arithmetic loses; nothing lies beside infinity. */
    private static double inner(double end, int direction) {
        return Double.isInfinite(end) ? end : end + direction * 1e-9 * Math.max(1, Math.abs(end));
    }

    private double size(Expression expression, Scope at) {
        if (at == null) {
            return Double.POSITIVE_INFINITY;
        }
        try {
            return ShapeFinder.size(new ShapeFinder(symbols, evaluator, at).shape(expression));
        } catch (MissingValueException unknown) {
            return Double.POSITIVE_INFINITY;
        }
    }

    /** The values of an expression whatever the iteration, found without running through them. */
    Interval anywhere(Expression expression) {
        return of(expression, null);
    }

    /** The values of an expression at an iteration: those of all its elements, if there are several. */
    Interval of(Expression expression, Scope at) {
        if (expression instanceof Expression.Literal literal) {
            return Interval.point(literal.value());
        }
        if (at == null) {
            return expression instanceof Expression.Reference reference
                    ? anywhere(reference)
                    : unknown(expression, null);
        }
        if (expression instanceof Expression.Reference reference) {
            return reference(reference, at);
        }
        try {
            Value value = evaluator.evaluate(expression, at);
            Interval hull = Interval.point(value.size() == 0 ? Double.NaN : value.get(0));
            for (int i = 1; i < value.size(); i++) {
                hull = hull.or(Interval.point(value.get(i)));
            }
            return hull;
        } catch (MissingValueException unknown) {
            return unknown(expression, at);
        } catch (EvaluationException wrong) {
            return Interval.ANY;
        }
    }

    private Interval reference(Expression.Reference reference, Scope at) {
        String name = reference.name().text();
        var counter = at.counter(name);
        if (counter.isPresent()) {
            return Interval.point(counter.getAsInt());
        }
        Symbol symbol = symbols.get(name);
        if (!known.containsKey(name)) {
            prepare(Set.of(name));
        }
        Known mine = known.get(name);
        int[] positions;
        try {
            positions = evaluator.select(reference, at, symbol.dims()).positions(symbol.dims());
        } catch (EvaluationException unknownIndex) {
            return mine.hull();
        }
        Interval hull = mine.at(positions[0]);
        for (int i = 1; i < positions.length; i++) {
            hull = hull.or(mine.at(positions[i]));
        }
        return hull.low() > hull.high() ? Interval.ANY : hull;
    }

    private Interval anywhere(Expression.Reference reference) {
        String name = reference.name().text();
        // A counter may hide a variable of the same name.
        return known.containsKey(name) && !counters.contains(name)
                ? known.get(name).hull()
                : Interval.ANY;
    }

    private Interval unknown(Expression expression, Scope at) {
        if (expression instanceof Expression.Unary unary) {
            return switch (unary.operator()) {
                case MINUS -> of(unary.operand(), at).negated();
                case NOT -> Interval.TRUTH;
            };
        }
        if (expression instanceof Expression.Binary binary) {
            Interval a = of(binary.left(), at);
            Interval b = of(binary.right(), at);
            return switch (binary.operator()) {
                case PLUS -> a.plus(b);
                case MINUS -> a.plus(b.negated());
                case TIMES -> a.times(b);
                case DIVIDE -> a.over(b);
                case POWER -> a.power(b);
                case GREATER, GREATER_EQUAL, LESS, LESS_EQUAL, EQUAL, NOT_EQUAL, AND, OR -> Interval.TRUTH;
                case RANGE -> a.or(b);
                case MATRIX_PRODUCT -> Interval.ANY;
            };
        }
        return call((Expression.Call) expression, at);
    }

    private Interval call(Expression.Call call, Scope at) {
        List<Expression> arguments = call.arguments();
        if ((call.is(Functions.TRUNC) || call.is(Functions.ROUND)) && smooth(arguments.get(0))) {
            Interval open = of(arguments.get(0), at);
            return call.function().rule().of(Interval.between(inner(open.low(), 1), inner(open.high(), -1)));
        }
        return call.function().rule().enclose(new IntervalRule.Arguments() {
            @Override
            public int count() {
                return arguments.size();
            }

            @Override
            public Interval interval(int i) {
                return of(arguments.get(i), at);
            }

            @Override
            public double size(int i) {
                return Ranges.this.size(arguments.get(i), at);
            }
        });
    }
}
