package dev.tandem.compiler.graph;

import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.compiler.values.Evaluator;
import dev.tandem.compiler.values.Scope;
import dev.tandem.compiler.values.Selection;
import dev.tandem.distributions.catalogue.Values;
import dev.tandem.distributions.intervals.Interval;
import dev.tandem.language.Model;
import dev.tandem.language.NameCheck;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceSpan;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.ToIntFunction;

/** A checked model with its data: every index in range, every node defined once, no cycle, no impossible observation. */
public final class Graph {
    private static final int MOST_STATEMENTS = 2_000;

    private final Model model;
    private final DataSet data;
    private final Map<String, Symbol> symbols;
    private final List<Rule> rules;
    private final List<Group> order;
    private final Evaluator evaluator;
    private final Ranges ranges;

    Graph(Binding binding, List<Group> order, Ranges ranges) {
        model = binding.model();
        data = binding.data();
        symbols = Collections.unmodifiableMap(binding.symbols());
        rules = List.copyOf(binding.rules());
        evaluator = binding.evaluator();
        this.order = order;
        this.ranges = ranges;
    }

    /**
     * Binds a model to data, which must contain what its data block defines.
     *
     * @throws dev.tandem.language.source.SourceException with every problem found, up to twenty
     */
    public static Graph bind(Model model, DataSet data) {
        try {
            return checked(model, data);
        } catch (OutOfMemoryError e) {
            // What did not fit is garbage again by now.
            throw new SourceException(List.of(model.source()
                    .problem(
                            model.statements().get(0).span(),
                            "this model with its data does not fit into memory",
                            "is a loop or an index too large? Java takes more memory with -Xmx, as in -Xmx8g")));
        }
    }

    private static Graph checked(Model model, DataSet data) {
        NameCheck.refuseUndefined(model, data.names());
        Binding binding = new Binding(model, CarMatrices.complete(model, data));
        binding.bind();
        Ordering ordering = new Ordering(binding.symbols(), binding.rules(), binding.evaluator());
        List<Group> order = binding.problems().reporting(() -> order(binding, ordering));
        Ranges ranges = new Ranges(binding.symbols(), binding.rules(), binding.evaluator(), order);
        UnknownIndices.check(binding, ranges, binding.unknownIndices());
        ObservationCheck.run(binding, ranges);
        FlatPriors.check(binding);
        return new Graph(binding, order, ranges);
    }

    /**
     * All rules in order. What is computed from observations alone may be a parent of these in the files of BUGS,
     * {@code n[i] <- x[i] + y[i]} beside {@code y[i] ~ dbin(p, n[i])}: it is data then.
     */
    private static List<Group> order(Binding binding, Ordering ordering) {
        try {
            return ordering.order(rule -> true, Rule::names);
        } catch (EvaluationException cycle) {
            if (binding.model().dialect() != Dialect.OPENBUGS) {
                throw cycle;
            }
            binding.rules().stream()
                    .filter(rule -> !rule.stochastic() && rule.constant())
                    .forEach(Rule::setData);
            return ordering.order(rule -> true, rule -> rule.data() ? Set.of() : rule.names());
        }
    }

    /**
     * Refuses more statements than one class can hold, or a person wait for: each that is not computed once and for all
     * becomes code of its own.
     */
    public void requireFewStatements() {
        List<Rule> moving = rules.stream()
                .filter(rule -> rule.stochastic() || !rule.constant())
                .toList();
        if (moving.size() > MOST_STATEMENTS) {
            throw new SourceException(List.of(model.source()
                    .problem(
                            moving.get(MOST_STATEMENTS).target().span(),
                            String.format(
                                    Locale.ROOT,
                                    "the model has %,d statements, more than %,d",
                                    moving.size(),
                                    MOST_STATEMENTS),
                            "write what repeats as a loop: for (i in 1:n) { y[i] ~ .. }")));
        }
    }

    /** Whether something has a distribution and is not known. */
    public boolean hasUnknowns() {
        return rules.stream()
                .anyMatch(rule -> rule.stochastic()
                        && rule.instances() > 0
                        && !symbol(rule.targetName()).constant());
    }

    /**
     * Refuses a model that has no nodes.
     *
     * @throws SourceException that says so
     */
    public void requireNodes() {
        if (rules.stream().noneMatch(rule -> rule.instances() > 0)) {
            SourceSpan place = model.statements().isEmpty()
                    ? new SourceSpan(0, 0, 1, 1, 1, 1)
                    : model.statements().get(0).span();
            throw new SourceException(List.of(model.source()
                    .problem(
                            place,
                            "there is nothing to sample: this model has no nodes",
                            "what is to be estimated needs a distribution: x ~ dnorm(0, 1)")));
        }
    }

    public Model model() {
        return model;
    }

    /** A rule as it is written, in one line. */
    public String text(Rule rule) {
        var span = rule.relation().span();
        return model.source().text().substring(span.start(), span.end()).replaceAll("\\s+", " ");
    }

    public DataSet data() {
        return data;
    }

    public Collection<Symbol> symbols() {
        return symbols.values();
    }

    public Symbol symbol(String name) {
        Symbol symbol = symbols.get(name);
        if (symbol == null) {
            throw new IllegalArgumentException("no variable " + name);
        }
        return symbol;
    }

    /** The rules in the order of the text. */
    public List<Rule> rules() {
        return rules;
    }

    /** All rules in an order in which each node follows its parents. */
    public List<Group> order() {
        return order;
    }

    /** Visits the iterations of a rule: its counters, and the scope in which expressions can be evaluated there. */
    public void forEach(Rule rule, BiConsumer<int[], Scope> visitor) {
        Instances instances = new Instances(symbols, evaluator);
        instances.forEach(rule, () -> visitor.accept(instances.counters(), instances));
    }

    /** What is done at an iteration of a rule: its counters, and the scope in which expressions can be evaluated there. */
    @FunctionalInterface
    public interface Visitor {
        void visit(Rule rule, int[] counters, Scope scope);
    }

    /** Visits the iterations of a group in an order in which each follows those that it needs. */
    public void forEach(Group group, Visitor visitor) {
        Instances instances = new Instances(symbols, evaluator);
        if (!group.explicit()) {
            group.rules()
                    .forEach(rule ->
                            instances.forEach(rule, () -> visitor.visit(rule, instances.counters(), instances)));
            return;
        }
        for (int i = 0; i < group.order().size(); i++) {
            visit(group, i, instances, visitor);
        }
    }

    /** Visits the iterations of a group in an order in which each comes before those that it needs. */
    public void forEachBackwards(Group group, Visitor visitor) {
        if (!group.recursive()) {
            forEach(group, visitor);
            return;
        }
        Instances instances = new Instances(symbols, evaluator);
        if (group.explicit()) {
            for (int i = group.order().size() - 1; i >= 0; i--) {
                visit(group, i, instances, visitor);
            }
            return;
        }
        Rule rule = group.rules().get(0);
        List<int[]> all = new ArrayList<>();
        instances.forEach(rule, () -> all.add(instances.counters().clone()));
        for (int i = all.size() - 1; i >= 0; i--) {
            instances.at(rule, all.get(i), 0);
            visitor.visit(rule, instances.counters(), instances);
        }
    }

    private static void visit(Group group, int step, Instances instances, Visitor visitor) {
        Rule rule = group.rules().get(group.order().get(step));
        instances.at(rule, group.counters().get(step), 0);
        visitor.visit(rule, instances.counters(), instances);
    }

    /** What a rule reads, element by element. */
    public ElementReads reads(Rule rule) {
        return new ElementReads(rule, symbols, evaluator);
    }

    /** The scope outside all loops. */
    public Scope outside() {
        return new Instances(symbols, evaluator);
    }

    /** The column-major positions that a reference selects. */
    public int[] positions(Expression.Reference reference, Scope scope) {
        int[] dims = symbol(reference.name().text()).dims();
        Selection selection = evaluator.select(reference, scope, dims);
        return selection.positions(dims);
    }

    /** The position of a rule's target by its counters, negative where it is harder to find; empty if it has several. */
    public Optional<ToIntFunction<int[]>> targetPosition(Rule rule) {
        return Place.of(rule.target(), rule, symbols).map(place -> place::at);
    }

    /** The number of elements of an expression, whose values need not be known. */
    public int length(Expression expression, Scope scope) {
        int size = 1;
        for (int dim : new ShapeFinder(symbols, evaluator, scope).shape(expression)) {
            size *= dim;
        }
        return size;
    }

    /** The values that an expression can take at an iteration, whatever the unknowns. */
    public Interval interval(Expression expression, Scope scope) {
        return ranges.of(expression, scope);
    }

    /** The whole numbers that a range outside loops runs over. */
    public int[] integers(Expression range) {
        return evaluator.integers(range, new Instances(symbols, evaluator));
    }

    /**
     * Whether a reference selects exactly one unknown simplex: all elements of its variable have Dirichlet priors that
     * span one whole dimension, and so does the reference.
     */
    public boolean isSimplex(Expression.Reference reference, Set<Rule> unknown) {
        Symbol symbol = symbol(reference.name().text());
        int axis = wholeAxis(reference, symbol);
        if (axis < 0) {
            return false;
        }
        boolean any = false;
        for (Rule rule : rules) {
            if (rule.targetName().equals(symbol.name())) {
                boolean dirichlet = unknown.contains(rule)
                        && rule.relation() instanceof Statement.Stochastic s
                        && s.distribution().distribution().values() == Values.Arrays.SIMPLEX
                        && wholeAxis(rule.target(), symbol) == axis;
                if (!dirichlet) {
                    return false;
                }
                any = true;
            }
        }
        return any && !symbol.given();
    }

    /** The one dimension that a reference spans wholly, the others being single; -1 if there is none. */
    private int wholeAxis(Expression.Reference reference, Symbol symbol) {
        int[] dims = symbol.dims();
        if (reference.indices().isEmpty()) {
            return dims.length == 1 ? 0 : -1;
        }
        int axis = -1;
        for (int d = 0; d < dims.length; d++) {
            Index index = reference.indices().get(d);
            boolean whole = index instanceof Index.All;
            if (index instanceof Index.Range range) {
                try {
                    Instances outside = new Instances(symbols, evaluator);
                    whole = evaluator.integer(range.from(), outside) == 1
                            && evaluator.integer(range.to(), outside) == dims[d];
                } catch (EvaluationException dependsOnCounter) {
                    return -1;
                }
                if (!whole) {
                    return -1;
                }
            }
            if (whole) {
                if (axis >= 0) {
                    return -1;
                }
                axis = d;
            }
        }
        return axis;
    }

    public Evaluator evaluator() {
        return evaluator;
    }

    /** An order of some of the rules among themselves, by the names that each needs. */
    public List<Group> order(
            java.util.function.Predicate<Rule> included, java.util.function.Function<Rule, Set<String>> needs) {
        return new Ordering(symbols, rules, evaluator).order(included, needs);
    }
}
