package dev.tandem.compiler.graph;

import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.compiler.values.Evaluator;
import dev.tandem.compiler.values.MissingValueException;
import dev.tandem.compiler.values.Selection;
import dev.tandem.compiler.values.Value;
import dev.tandem.language.BinaryOperator;
import dev.tandem.language.DataSet;
import dev.tandem.language.Declaration;
import dev.tandem.language.Dialect;
import dev.tandem.language.Expression;
import dev.tandem.language.Function;
import dev.tandem.language.Index;
import dev.tandem.language.Model;
import dev.tandem.language.NameCheck;
import dev.tandem.language.SourceException;
import dev.tandem.language.SourceProblem;
import dev.tandem.language.SourceSpan;
import dev.tandem.language.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Gives every variable its shape and every element its definition, in as many passes as it takes: a loop may run to a
 * number that another statement computes from the data.
 */
final class Binding {
    private static final int MOST_PROBLEMS = 20;
    private static final long MOST_ELEMENTS = 1L << 28;

    private final Model model;
    private final DataSet data;
    private final Map<String, Symbol> symbols = new LinkedHashMap<>();
    private final List<Rule> rules = new ArrayList<>();
    private final Evaluator evaluator = new Evaluator();
    private final Instances instances = new Instances(symbols, evaluator);
    private final List<SourceProblem> problems = new ArrayList<>();

    /** The largest index seen in each dimension on the left, for variables whose shape is not given. */
    private final Map<String, int[]> largest = new HashMap<>();

    Binding(Model model, DataSet data) {
        this.model = model;
        this.data = data;
    }

    Model model() {
        return model;
    }

    DataSet data() {
        return data;
    }

    Map<String, Symbol> symbols() {
        return symbols;
    }

    List<Rule> rules() {
        return rules;
    }

    Evaluator evaluator() {
        return evaluator;
    }

    Instances instances() {
        return instances;
    }

    void bind() {
        List<SourceProblem> names = NameCheck.check(model, data.names());
        if (!names.isEmpty()) {
            throw new SourceException(names.subList(0, Math.min(MOST_PROBLEMS, names.size())));
        }
        data.arrays().forEach((name, array) -> symbol(name).give(array.dims(), array.toArray()));
        declare();
        collect(model.statements(), new ArrayList<>());
        for (Rule rule : rules) {
            symbol(rule.targetName());
        }
        resolve();
        throwIfAny();
        define();
        throwIfAny();
        checkReads();
        throwIfAny();
    }

    private Symbol symbol(String name) {
        return symbols.computeIfAbsent(name, Symbol::new);
    }

    private void declare() {
        for (Declaration declaration : model.declarations()) {
            Symbol symbol = symbol(declaration.name().text());
            int[] dims = new int[Math.max(1, declaration.dimensions().size())];
            Arrays.fill(dims, 1);
            try {
                for (int d = 0; d < declaration.dimensions().size(); d++) {
                    Expression extent = declaration.dimensions().get(d);
                    dims[d] = evaluator.integer(extent, instances);
                    if (dims[d] < 1) {
                        problem(extent.span(), "an extent must be at least 1, not " + dims[d], "");
                        dims[d] = 1;
                    }
                }
            } catch (EvaluationException e) {
                problem(e);
                continue;
            }
            if (!symbol.shaped()) {
                if (checkSize(declaration.span(), symbol.name(), dims)) {
                    symbol.shape(dims);
                }
            } else if (!Arrays.equals(symbol.dims(), dims)) {
                problem(
                        declaration.span(),
                        symbol.name() + " is declared with dimensions " + by(dims) + ", but the data have "
                                + by(symbol.dims()),
                        "the data were given at " + data.origin(symbol.name()));
            }
        }
        throwIfAny();
    }

    private boolean checkSize(SourceSpan span, String name, int[] dims) {
        double size = 1;
        for (int dim : dims) {
            size *= dim;
        }
        if (size > MOST_ELEMENTS) {
            problem(span, name + " would have " + by(dims) + " elements, more than " + MOST_ELEMENTS, "");
            return false;
        }
        return true;
    }

    private static String by(int[] dims) {
        StringBuilder text = new StringBuilder();
        for (int dim : dims) {
            text.append(text.isEmpty() ? "" : " by ").append(dim);
        }
        return text.toString();
    }

    private void collect(List<Statement> statements, List<Statement.Loop> loops) {
        for (Statement statement : statements) {
            if (statement instanceof Statement.Loop loop) {
                loops.add(loop);
                collect(loop.body(), loops);
                loops.remove(loops.size() - 1);
            } else if (statement instanceof Statement.Relation relation) {
                rules.add(new Rule(rules.size(), relation, loops));
            }
        }
    }

    /** Passes over the rules until nothing more becomes known. */
    private void resolve() {
        Set<Rule> unshaped = new LinkedHashSet<>(rules);
        Set<Rule> unfolded = new LinkedHashSet<>();
        for (Rule rule : rules) {
            if (!rule.stochastic()) {
                unfolded.add(rule);
            }
        }
        markConstants(unshaped, unfolded);
        Map<Rule, EvaluationException> waiting = new LinkedHashMap<>();
        boolean progress = true;
        while (progress && problems.isEmpty()) {
            progress = unshaped.removeIf(rule -> measure(rule, waiting));
            progress |= shapeTargets(unshaped);
            progress |= markConstants(unshaped, unfolded);
            progress |= unfolded.removeIf(rule -> !unshaped.contains(rule) && fold(rule));
            progress |= markConstants(unshaped, unfolded);
        }
        if (problems.isEmpty()) {
            for (Rule rule : unshaped) {
                notKnown(rule, waiting.get(rule));
            }
            if (problems.isEmpty()) {
                for (Rule rule : rules) {
                    if (!symbols.get(rule.targetName()).shaped()) {
                        problem(
                                rule.target().span(),
                                "the shape of " + rule.targetName() + " cannot be found out",
                                "declare it: var " + rule.targetName() + "[..]; or write the indices on the left");
                    }
                }
            }
        }
    }

    private void notKnown(Rule rule, EvaluationException cause) {
        if (cause instanceof MissingValueException missing) {
            boolean data = symbols.containsKey(missing.variable())
                    && symbols.get(missing.variable()).given();
            problem(
                    missing.span(),
                    missing.element() + " must be known here, before sampling",
                    data
                            ? "it is NA in the data; loops and the indices on the left need known numbers"
                            : "loops and the indices on the left need numbers from the data");
        } else if (cause != null) {
            problem(cause);
        } else {
            problem(rule.target().span(), "this statement cannot be resolved", "");
        }
    }

    /** Finds how far the left side reaches; false if something it needs is not known yet. */
    private boolean measure(Rule rule, Map<Rule, EvaluationException> waiting) {
        Symbol symbol = symbols.get(rule.targetName());
        Expression.Reference target = rule.target();
        try {
            if (symbol.shaped() || target.indices().isEmpty()) {
                rule.setInstances(instances.forEach(rule, () -> {}));
            } else {
                int[] extents = largest.computeIfAbsent(
                        symbol.name(), n -> new int[target.indices().size()]);
                if (extents.length != target.indices().size()) {
                    problem(
                            target.span(),
                            symbol.name() + " has " + target.indices().size() + " indices here and " + extents.length
                                    + " elsewhere",
                            "");
                    return true;
                }
                rule.setInstances(instances.forEach(rule, () -> {
                    for (int d = 0; d < extents.length; d++) {
                        extents[d] = Math.max(extents[d], reach(target, d));
                    }
                }));
            }
            return true;
        } catch (MissingValueException e) {
            waiting.put(rule, e);
            return false;
        } catch (EvaluationException e) {
            problem(e);
            return true;
        }
    }

    /** The largest index that a target has in one dimension, at the present iteration. */
    private int reach(Expression.Reference target, int dimension) {
        Index index = target.indices().get(dimension);
        if (index instanceof Index.Single single && single.value() instanceof Expression.Name name) {
            var counter = instances.counter(name.text());
            if (counter.isPresent() && counter.getAsInt() >= 1) {
                return counter.getAsInt();
            }
        }
        return evaluator.select(target, instances).largest(dimension);
    }

    /** Shapes the variables all of whose rules have been measured. */
    private boolean shapeTargets(Set<Rule> unmeasured) {
        Set<String> open = new LinkedHashSet<>();
        for (Rule rule : unmeasured) {
            open.add(rule.targetName());
        }
        boolean progress = false;
        for (Rule rule : rules) {
            Symbol symbol = symbols.get(rule.targetName());
            if (symbol.shaped() || open.contains(symbol.name())) {
                continue;
            }
            int[] extents = largest.get(symbol.name());
            if (extents == null) {
                extents = shapeOfRightSide(rule);
            }
            if (extents == null) {
                continue;
            }
            boolean empty = Arrays.stream(extents).anyMatch(e -> e == 0);
            if (empty) {
                // Its loops never run; it is a name without elements, and any use of it is out of range.
                extents = extents.clone();
                Arrays.fill(extents, 1);
            }
            if (!checkSize(rule.target().span(), symbol.name(), extents)) {
                return true;
            }
            symbol.shape(extents);
            progress = true;
        }
        return progress;
    }

    /** A name without indices has the shape of its right side; null if that is not known yet. */
    private int[] shapeOfRightSide(Rule rule) {
        try {
            instances.at(rule, new int[rule.loops().size()], 0);
            return new ShapeFinder(symbols, evaluator, instances).target(rule.relation());
        } catch (MissingValueException e) {
            return null;
        } catch (EvaluationException e) {
            problem(e);
            return new int[] {1};
        }
    }

    /** A variable is constant once all of its elements are known and nothing can change them. */
    private boolean markConstants(Set<Rule> unmeasured, Set<Rule> unfolded) {
        Set<String> open = new LinkedHashSet<>();
        unmeasured.forEach(rule -> open.add(rule.targetName()));
        unfolded.forEach(rule -> open.add(rule.targetName()));
        boolean progress = false;
        for (Symbol symbol : symbols.values()) {
            if (symbol.constant() || !symbol.shaped()) {
                continue;
            }
            boolean settled = symbol.given() || !open.contains(symbol.name());
            if (settled && Arrays.stream(symbol.values()).noneMatch(Double::isNaN)) {
                symbol.setConstant();
                progress = true;
            }
        }
        return progress;
    }

    /** Evaluates a rule whose right side is known; false if it is not. */
    private boolean fold(Rule rule) {
        Symbol symbol = symbols.get(rule.targetName());
        if (!symbol.shaped()) {
            return false;
        }
        for (String name : rule.names()) {
            if (!symbols.containsKey(name) || !symbols.get(name).constant()) {
                return selfRecursive(rule) && foldElements(rule, symbol);
            }
        }
        return foldElements(rule, symbol);
    }

    /** {@code x[t] <- 2 * x[t-1]} needs only itself and constants. */
    private boolean selfRecursive(Rule rule) {
        for (String name : rule.names()) {
            Symbol other = symbols.get(name);
            if (other == null || (!other.constant() && !name.equals(rule.targetName()))) {
                return false;
            }
        }
        return true;
    }

    private boolean foldElements(Rule rule, Symbol symbol) {
        Statement.Deterministic relation = (Statement.Deterministic) rule.relation();
        boolean transform = symbol.given() && model.dialect() == Dialect.OPENBUGS;
        if (symbol.given() && !transform) {
            return true;
        }
        double[] before = symbol.values().clone();
        try {
            Expression value = hoist(rule, relation.value());
            instances.forEach(rule, () -> {
                Value result = evaluator.evaluate(value, instances);
                int[] positions = targetPositions(rule);
                if (result.size() != positions.length && result.size() != 1) {
                    throw new EvaluationException(
                            rule.target().span(),
                            "the left side has " + positions.length + " elements, the right side is "
                                    + result.describe(),
                            "");
                }
                for (int k = 0; k < positions.length; k++) {
                    double v = result.get(result.size() == 1 ? 0 : k);
                    symbol.values()[positions[k]] = Links.inverse(relation.link(), v);
                    if (Double.isNaN(symbol.values()[positions[k]])) {
                        throw new EvaluationException(
                                relation.value().span(),
                                "the value of " + symbol.element(positions[k]) + " is not a number",
                                "look for a logarithm or root of a negative number, or 0/0");
                    }
                }
            });
            rule.setConstant();
            return true;
        } catch (MissingValueException e) {
            System.arraycopy(before, 0, symbol.values(), 0, before.length);
            return false;
        } catch (EvaluationException e) {
            problem(e);
            return true;
        }
    }

    /** Calls over arrays that are the same in every iteration are evaluated once. */
    private Expression hoist(Rule rule, Expression expression) {
        if (rule.loops().isEmpty()) {
            return expression;
        }
        if (expression instanceof Expression.Call call) {
            if (call.function().kind() == Function.Kind.ARRAY && !usesCounter(rule, call) && !readsTarget(rule, call)) {
                Value value = evaluator.evaluate(call, instances);
                return value.isScalar() ? new Expression.Literal(value.scalar(), call.span()) : call;
            }
            return new Expression.Call(
                    call.written(),
                    call.canonical(),
                    call.arguments().stream().map(a -> hoist(rule, a)).toList(),
                    call.span());
        }
        if (expression instanceof Expression.Unary unary) {
            return new Expression.Unary(unary.operator(), hoist(rule, unary.operand()), unary.span());
        }
        if (expression instanceof Expression.Binary binary && binary.operator() != BinaryOperator.RANGE) {
            return new Expression.Binary(
                    binary.operator(), hoist(rule, binary.left()), hoist(rule, binary.right()), binary.span());
        }
        return expression;
    }

    private static boolean usesCounter(Rule rule, Expression expression) {
        return rule.loops().stream()
                .anyMatch(loop -> Names.in(expression).contains(loop.counter().text()));
    }

    private static boolean readsTarget(Rule rule, Expression expression) {
        return Names.in(expression).contains(rule.targetName());
    }

    int[] targetPositions(Rule rule) {
        int[] dims = symbols.get(rule.targetName()).dims();
        Selection selection = evaluator.select(rule.target(), instances, dims);
        return selection.positions(dims);
    }

    /** Notes which rule defines each element, and finds those defined twice. */
    private void define() {
        for (Rule rule : rules) {
            Symbol symbol = symbols.get(rule.targetName());
            try {
                instances.forEach(rule, () -> {
                    for (int position : targetPositions(rule)) {
                        define(rule, symbol, position);
                    }
                });
            } catch (EvaluationException e) {
                problem(e);
            }
        }
    }

    private void define(Rule rule, Symbol symbol, int position) {
        if (!symbol.undefined(position)) {
            Rule first = rules.get(symbol.definer(position));
            boolean transform = model.dialect() == Dialect.OPENBUGS && first.stochastic() != rule.stochastic();
            if (transform) {
                if (rule.stochastic()) {
                    symbol.define(position, rule.number());
                }
                return;
            }
            throw new EvaluationException(
                    rule.target().span(),
                    symbol.element(position) + " is defined twice",
                    first == rule
                            ? "two iterations of the loop define it"
                            : "the first time at " + first.relation().span());
        }
        if (!rule.stochastic() && symbol.given() && symbol.known(position) && !rule.constant()) {
            throw new EvaluationException(
                    rule.target().span(),
                    symbol.element(position) + " is computed here, but is also given in the data",
                    "drop it from the data, or give it a distribution with ~ if it is an observation");
        }
        symbol.define(position, rule.number());
    }

    /** Every element that is read must be in range and defined; what an unknown index may select is seen at run time. */
    private void checkReads() {
        for (Rule rule : rules) {
            if (rule.constant()) {
                continue;
            }
            for (Expression.Reference reference : rule.reads()) {
                checkRead(rule, reference);
                if (problems.size() >= MOST_PROBLEMS) {
                    return;
                }
            }
        }
    }

    private void checkRead(Rule rule, Expression.Reference reference) {
        Symbol symbol = symbols.get(reference.name().text());
        int[] dims = symbol.dims();
        Set<String> used = relevantCounters(rule, reference);
        boolean dynamic = Names.in(reference).stream()
                .anyMatch(name -> !name.equals(symbol.name())
                        && symbols.containsKey(name)
                        && !rule.isCounter(name)
                        && !symbols.get(name).constant());
        try {
            instances.forEach(rule, loop -> used.contains(loop.counter().text()), () -> {
                int[] positions;
                if (dynamic) {
                    try {
                        positions = evaluator.select(reference, instances, dims).positions(dims);
                    } catch (MissingValueException e) {
                        return;
                    }
                } else {
                    positions = evaluator.select(reference, instances, dims).positions(dims);
                }
                for (int position : positions) {
                    if (!symbol.defined(position)) {
                        throw new EvaluationException(
                                reference.span(),
                                symbol.element(position) + " is used but never defined",
                                symbol.given()
                                        ? "it is NA in the data; give it a distribution with ~"
                                        : "define it with <- or ~, or give it in the data");
                    }
                }
            });
        } catch (EvaluationException e) {
            problem(e);
        }
    }

    /** The counters that a reference depends on, directly or through the ranges of other loops. */
    private static Set<String> relevantCounters(Rule rule, Expression.Reference reference) {
        Set<String> used = new LinkedHashSet<>(Names.in(reference));
        for (int level = rule.loops().size() - 1; level >= 0; level--) {
            Statement.Loop loop = rule.loops().get(level);
            // A range decides whether an inner loop runs at all, so the counters in it matter too.
            used.addAll(Names.in(loop.range()));
        }
        return used;
    }

    void problem(EvaluationException e) {
        problem(e.span(), e.getMessage(), e.hint());
    }

    void problem(SourceSpan span, String message, String hint) {
        if (problems.size() < MOST_PROBLEMS) {
            SourceProblem problem = model.source().problem(span, message, hint);
            if (problems.stream().noneMatch(p -> p.line() == problem.line() && p.column() == problem.column())) {
                problems.add(problem);
            }
        }
    }

    void throwIfAny() {
        if (!problems.isEmpty()) {
            throw new SourceException(problems.stream()
                    .sorted(java.util.Comparator.comparingInt(SourceProblem::line)
                            .thenComparingInt(SourceProblem::column))
                    .toList());
        }
    }

    /** Runs something that may fail with a problem of the model's text. */
    <T> T reporting(Supplier<T> work) {
        try {
            return work.get();
        } catch (EvaluationException e) {
            throw new SourceException(List.of(model.source().problem(e.span(), e.getMessage(), e.hint())));
        }
    }
}
