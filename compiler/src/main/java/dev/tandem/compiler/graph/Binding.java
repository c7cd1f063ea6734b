package dev.tandem.compiler.graph;

import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.compiler.values.Evaluator;
import dev.tandem.compiler.values.MissingValueException;
import dev.tandem.compiler.values.OutOfRangeException;
import dev.tandem.compiler.values.Selection;
import dev.tandem.compiler.values.Value;
import dev.tandem.distributions.catalogue.Function;
import dev.tandem.language.BinaryOperator;
import dev.tandem.language.DataSet;
import dev.tandem.language.Declaration;
import dev.tandem.language.Dialect;
import dev.tandem.language.Expression;
import dev.tandem.language.Index;
import dev.tandem.language.Model;
import dev.tandem.language.NameCheck;
import dev.tandem.language.SourceException;
import dev.tandem.language.SourceProblem;
import dev.tandem.language.SourceSpan;
import dev.tandem.language.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Gives every variable its shape and every element its definition, in as many passes as it takes: a loop may run to a
 * number that another statement computes from the data.
 */
final class Binding {
    private static final int MOST_PROBLEMS = 20;

    private final Model model;
    private final DataSet data;
    private final Map<String, Symbol> symbols = new LinkedHashMap<>();
    private final List<Rule> rules = new ArrayList<>();
    private final Evaluator evaluator = new Evaluator();
    private final Instances instances = new Instances(symbols, evaluator);
    private final List<SourceProblem> problems = new ArrayList<>();

    private final Map<String, Progress> progress = new HashMap<>();
    private final Deque<Rule> queue = new ArrayDeque<>();
    private final Set<Rule> queued = new HashSet<>();
    private final Set<String> changed = new LinkedHashSet<>();
    private final Map<Rule, EvaluationException> waiting = new HashMap<>();
    private final List<UnknownIndices.Use> unknownIndices = new ArrayList<>();
    private boolean backwards;

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
        NameCheck.refuseUndefined(model, data.names());
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
                        problem(
                                extent.span(),
                                "an extent must be at least 1, not " + dims[d],
                                "is it computed from the right number?");
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
                        origin(symbol));
            }
        }
        throwIfAny();
    }

    private boolean checkSize(SourceSpan span, String name, int[] dims) {
        double size = 1;
        for (int dim : dims) {
            size *= dim;
        }
        if (size > Instances.MOST) {
            problem(
                    span,
                    name + " would have " + by(dims) + " elements, which do not fit into memory",
                    "is an index or the end of a loop wrong?");
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

    /**
     * Measures, shapes and folds until nothing more becomes known. A rule waits until a variable that it mentions gets
     * its shape or its values; only when all of them wait are those tried again that mention a variable of which some
     * elements became known.
     */
    private void resolve() {
        for (Rule rule : rules) {
            Progress progress = progress(rule.targetName());
            progress.unmeasured++;
            progress.unfolded += rule.stochastic() ? 0 : 1;
            progress.rules.add(rule);
            for (String name : rule.mentioned()) {
                progress(name).dependents.add(rule);
            }
        }
        for (Symbol symbol : symbols.values()) {
            if (symbol.shaped()) {
                markConstant(symbol);
            }
        }
        List<Rule> waiting = rules;
        while (!waiting.isEmpty() && problems.isEmpty()) {
            queue.addAll(waiting);
            waiting = work();
        }
        if (problems.isEmpty()) {
            reportUnresolved();
        }
    }

    private Progress progress(String name) {
        return progress.computeIfAbsent(name, n -> new Progress());
    }

    /** Empties the queue; what has become known in part meanwhile is worth another try. */
    private List<Rule> work() {
        while (!queue.isEmpty() && problems.isEmpty()) {
            // A chain written backwards is done in one pass as well.
            Rule rule = backwards ? queue.pollLast() : queue.pollFirst();
            if (queued.remove(rule) || !rule.resolved()) {
                attempt(rule);
            }
        }
        backwards = !backwards;
        Set<Rule> again = new LinkedHashSet<>();
        for (String name : changed) {
            progress(name).dependents.stream().filter(rule -> !rule.resolved()).forEach(again::add);
        }
        changed.clear();
        return List.copyOf(again);
    }

    private void wake(String name) {
        for (Rule rule : progress(name).dependents) {
            if (!rule.resolved() && queued.add(rule)) {
                queue.add(rule);
            }
        }
    }

    private void attempt(Rule rule) {
        Symbol symbol = symbols.get(rule.targetName());
        Progress mine = progress(symbol.name());
        if (!rule.measured()) {
            if (!measure(rule)) {
                return;
            }
            rule.setMeasured();
            mine.unmeasured--;
        }
        if (!symbol.shaped() && mine.unmeasured == 0 && problems.isEmpty() && shape(rule, symbol)) {
            markConstant(symbol);
            wake(symbol.name());
            mine.rules.stream()
                    .filter(r -> r != rule && !r.resolved() && queued.add(r))
                    .forEach(queue::add);
        }
        if (symbol.shaped() && !rule.stochastic() && !rule.folded() && fold(rule, symbol)) {
            rule.setFolded();
            mine.unfolded--;
            if (!markConstant(symbol)) {
                changed.add(symbol.name());
            }
        }
        if (symbol.shaped() && (rule.stochastic() || rule.folded())) {
            rule.setResolved();
        }
    }

    /** What is left has no value that it needs, or no shape. */
    private void reportUnresolved() {
        for (Rule rule : rules) {
            if (!rule.measured()) {
                notKnown(rule, waiting.get(rule));
            }
        }
        if (problems.isEmpty()) {
            reportCircle();
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

    /** A variable whose shape is that of its right side has none if that leads back to itself. */
    private void reportCircle() {
        for (Rule start : rules) {
            List<String> path = new ArrayList<>();
            Rule rule = start;
            while (rule != null && !symbols.get(rule.targetName()).shaped() && !path.contains(rule.targetName())) {
                path.add(rule.targetName());
                rule = rule.names().stream()
                        .filter(name ->
                                symbols.containsKey(name) && !symbols.get(name).shaped())
                        .findFirst()
                        .map(name -> progress(name).rules.get(0))
                        .orElse(null);
            }
            if (rule != null && path.contains(rule.targetName())) {
                List<String> circle = path.subList(path.indexOf(rule.targetName()), path.size());
                problem(Ordering.circle(rule, circle));
                return;
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
            problem(
                    rule.target().span(),
                    "this statement cannot be resolved",
                    "its loops and the indices on the left need numbers from the data");
        }
    }

    /** Finds how far the left side reaches; false if something it needs is not known yet. */
    private boolean measure(Rule rule) {
        Symbol symbol = symbols.get(rule.targetName());
        Expression.Reference target = rule.target();
        try {
            if (symbol.shaped() || target.indices().isEmpty()) {
                rule.setInstances(instances.count(rule));
                return true;
            }
            int[] extents = largest.computeIfAbsent(
                    symbol.name(), n -> new int[target.indices().size()]);
            if (extents.length != target.indices().size()) {
                problem(
                        target.span(),
                        symbol.name() + " has " + target.indices().size() + " indices here and " + extents.length
                                + " elsewhere",
                        "every statement that defines a variable must write the same number of indices");
                return true;
            }
            Formula[] indices = new Formula[extents.length];
            for (int d = 0; d < extents.length; d++) {
                indices[d] = target.indices().get(d) instanceof Index.Single single
                        ? Formula.of(single.value(), rule, symbols).orElse(null)
                        : null;
            }
            rule.setInstances(instances.forEach(rule, () -> {
                for (int d = 0; d < extents.length; d++) {
                    extents[d] = Math.max(extents[d], reach(target, d, indices[d]));
                }
            }));
            return true;
        } catch (MissingValueException e) {
            waiting.put(rule, e);
            return false;
        } catch (EvaluationException e) {
            problem(located(e));
            return true;
        }
    }

    /** The largest index that a target has in one dimension, at the present iteration. */
    private int reach(Expression.Reference target, int dimension, Formula index) {
        if (index != null) {
            double value = index.at(instances.counters());
            int whole = (int) value;
            if (whole == value && whole >= 1 && whole < Integer.MAX_VALUE) {
                return whole;
            }
        }
        return evaluator.select(target, instances).largest(dimension);
    }

    /** Shapes a variable all of whose rules have been measured; false if its right side has no shape yet. */
    private boolean shape(Rule rule, Symbol symbol) {
        int[] extents = largest.get(symbol.name());
        if (extents == null) {
            extents = shapeOfRightSide(rule);
        }
        if (extents == null) {
            return false;
        }
        if (Arrays.stream(extents).anyMatch(e -> e == 0)) {
            // Its loops never run; it is a name without elements, and any use of it is out of range.
            extents = extents.clone();
            Arrays.fill(extents, 1);
        }
        if (!checkSize(rule.target().span(), symbol.name(), extents)) {
            return false;
        }
        symbol.shape(extents);
        return true;
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
    private boolean markConstant(Symbol symbol) {
        Progress mine = progress(symbol.name());
        boolean settled = symbol.given() || (mine.unmeasured == 0 && mine.unfolded == 0);
        if (symbol.constant() || !settled) {
            return symbol.constant();
        }
        for (double value : symbol.values()) {
            if (Double.isNaN(value)) {
                return false;
            }
        }
        symbol.setConstant();
        wake(symbol.name());
        return true;
    }

    /** Evaluates a rule whose right side is known; false if it is not. */
    private boolean fold(Rule rule, Symbol symbol) {
        if (symbol.given() && model.dialect() != Dialect.OPENBUGS) {
            return true;
        }
        for (String name : rule.names()) {
            Symbol other = symbols.get(name);
            boolean known = other != null && other.shaped() && (other.constant() || other.someKnown());
            // x[t] <- 2 * x[t-1] needs only itself and constants.
            if (!known && !name.equals(symbol.name())) {
                return false;
            }
        }
        Statement.Deterministic relation = (Statement.Deterministic) rule.relation();
        Written written = new Written(symbol);
        try {
            Expression value = rule.instances() == 0 ? relation.value() : hoist(rule, relation.value());
            Optional<Formula> formula = Formula.of(value, rule, symbols);
            Optional<Place> place = Place.of(rule.target(), rule, symbols);
            instances.forEach(rule, () -> {
                int position = place.isPresent() ? place.get().at(instances.counters()) : Place.ASK;
                double quick = formula.isPresent() ? formula.get().at(instances.counters()) : Formula.ASK;
                if (position >= 0 && !Double.isNaN(quick) && quick != Formula.ASK) {
                    set(relation, written, position, quick);
                } else {
                    foldSlowly(rule, relation, value, written);
                }
            });
            rule.setConstant();
            return true;
        } catch (MissingValueException e) {
            written.undo();
            return false;
        } catch (EvaluationException e) {
            problem(located(e));
            return true;
        }
    }

    private void foldSlowly(Rule rule, Statement.Deterministic relation, Expression value, Written written) {
        Value result = evaluator.evaluate(value, instances);
        Symbol symbol = symbols.get(rule.targetName());
        Selection selection = evaluator.select(rule.target(), instances, symbol.dims());
        int[] positions = selection.positions(symbol.dims());
        if (result.size() != positions.length) {
            throw new EvaluationException(
                    rule.target().span(),
                    positions.length == 1
                            ? "the left side is a single number, the right side is " + result.describe()
                            : selection.show(symbol.name()) + " has " + positions.length
                                    + " elements, the right side is " + result.describe(),
                    "both sides must have the same number of elements");
        }
        for (int k = 0; k < positions.length; k++) {
            set(relation, written, positions[k], result.get(k));
        }
    }

    private static void set(Statement.Deterministic relation, Written written, int position, double value) {
        double set = Links.inverse(relation.link(), value);
        if (Double.isNaN(set)) {
            throw new EvaluationException(
                    relation.value().span(),
                    "the value of " + written.symbol.element(position) + " is not a number",
                    "look for a logarithm or root of a negative number, or 0/0");
        }
        written.set(position, set);
    }

    /** The elements that an attempt has written, in case it fails half way. */
    private static final class Written {
        private final Symbol symbol;
        private int[] positions = new int[8];
        private double[] before = new double[8];
        private int size;

        Written(Symbol symbol) {
            this.symbol = symbol;
        }

        void set(int position, double value) {
            if (size == positions.length) {
                positions = Arrays.copyOf(positions, 2 * size);
                before = Arrays.copyOf(before, 2 * size);
            }
            positions[size] = position;
            before[size++] = symbol.values()[position];
            symbol.set(position, value);
        }

        void undo() {
            while (size > 0) {
                size--;
                symbol.values()[positions[size]] = before[size];
            }
        }
    }

    /** How far the rules of one variable have come, and which rules mention it. */
    private static final class Progress {
        final List<Rule> rules = new ArrayList<>();
        final List<Rule> dependents = new ArrayList<>();
        int unmeasured;
        int unfolded;
    }

    /** Calls over arrays that are the same in every iteration are evaluated once. */
    private Expression hoist(Rule rule, Expression expression) {
        if (rule.loops().isEmpty()) {
            return expression;
        }
        if (expression instanceof Expression.Call call) {
            if (call.function().kind() == Function.Kind.ARRAY && !usesCounter(rule, call) && !readsTarget(rule, call)) {
                instances.outside();
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

    /** Notes which rule defines each element, and finds those defined twice. */
    private void define() {
        for (Rule rule : rules) {
            Symbol symbol = symbols.get(rule.targetName());
            Place place = Place.of(rule.target(), rule, symbols).orElse(null);
            try {
                instances.forEach(rule, () -> {
                    int single = place == null ? Place.ASK : place.at(instances.counters());
                    if (single >= 0) {
                        define(rule, symbol, single);
                        return;
                    }
                    for (int position : evaluator
                            .select(rule.target(), instances, symbol.dims())
                            .positions(symbol.dims())) {
                        define(rule, symbol, position);
                    }
                });
            } catch (EvaluationException e) {
                problem(located(e));
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
                    "drop it from the data, or give it a distribution with ~ if it is an observation; "
                            + origin(symbol));
        }
        symbol.define(position, rule.number());
    }

    /** Every element that is read must be in range and defined; what an unknown index may select is looked at later. */
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
        Place place = Place.of(reference, rule, symbols).orElse(null);
        Place part = symbol.everywhereDefined()
                ? Place.ofPart(reference, rule, symbols).orElse(null)
                : place;
        boolean[] unknown = new boolean[1];
        try {
            instances.forEach(rule, loop -> used.contains(loop.counter().text()), () -> {
                int single = part == null ? Place.ASK : part.at(instances.counters());
                if (single == Place.MISSING) {
                    unknown[0] = true;
                } else if (single >= 0) {
                    refuseUndefined(reference, symbol, single);
                } else {
                    unknown[0] |= !checkSelection(reference, symbol, dims);
                }
            });
        } catch (EvaluationException e) {
            problem(located(e));
        }
        if (instances.sawEmpty() && !safeBefore(rule, used, place)) {
            rule.setFragile();
        }
        if (unknown[0]) {
            unknownIndices.add(new UnknownIndices.Use(rule, reference));
        }
    }

    /** Whether a reference is in range wherever it could be computed ahead of a loop that happens to be empty. */
    private boolean safeBefore(Rule rule, Set<String> used, Place place) {
        boolean[] safe = {true};
        try {
            instances.forEachBefore(rule, loop -> used.contains(loop.counter().text()), () -> {
                safe[0] &= place != null && place.at(instances.counters()) >= 0;
            });
        } catch (EvaluationException outOfRange) {
            return false;
        }
        return safe[0];
    }

    /** False if an index is not known. */
    private boolean checkSelection(Expression.Reference reference, Symbol symbol, int[] dims) {
        int[] positions;
        try {
            positions = evaluator.select(reference, instances, dims).positions(dims);
        } catch (MissingValueException unknownIndex) {
            return false;
        }
        for (int position : positions) {
            refuseUndefined(reference, symbol, position);
        }
        return true;
    }

    private void refuseUndefined(Expression.Reference reference, Symbol symbol, int position) {
        if (symbol.defined(position)) {
            return;
        }
        if (symbol.given()) {
            throw new EvaluationException(
                    reference.span(),
                    symbol.element(position) + " is NA in the data, and no statement defines it",
                    "fill it in, or give it a distribution with ~; " + origin(symbol));
        }
        boolean idle = progress(symbol.name()).rules.stream().allMatch(rule -> rule.instances() == 0);
        throw new EvaluationException(
                reference.span(),
                symbol.element(position) + " is used but never defined",
                iteration()
                        + (idle
                                ? "the loops that would define it do not run: look at their ends"
                                : "define it with <- or ~, or give it in the data"));
    }

    /** The same with a hint that says where it happens and what is known of the variable, if it has none. */
    private EvaluationException located(EvaluationException e) {
        return e instanceof OutOfRangeException range
                ? new EvaluationException(e.span(), e.getMessage(), iteration() + origin(symbols.get(range.variable())))
                : e;
    }

    /** The iteration at which something was found: {@code at i = 3, t = 2: }. */
    private String iteration() {
        StringBuilder text = new StringBuilder();
        for (int level = 0; level < instances.loopNames().size(); level++) {
            text.append(level == 0 ? "at " : ", ")
                    .append(instances.loopNames().get(level))
                    .append(" = ")
                    .append(instances.counters()[level]);
        }
        return text.isEmpty() ? "" : text.append(": ").toString();
    }

    /** Where a variable and its size come from, in words. */
    String origin(Symbol symbol) {
        String name = symbol.name();
        if (symbol.given()) {
            return Definitions.in(model.data(), name)
                    .map(relation -> "the data block computes " + name + " at " + relation.span())
                    .orElseGet(() -> name + " was given "
                            + (data.origin(name).inProgram() ? "by the program" : "at " + data.origin(name)));
        }
        for (Declaration declaration : model.declarations()) {
            if (declaration.name().text().equals(name)) {
                return name + " is declared at " + declaration.span();
            }
        }
        return Definitions.in(model.statements(), name)
                .map(relation -> name + " is defined at " + relation.span())
                .orElse("");
    }

    List<UnknownIndices.Use> unknownIndices() {
        return unknownIndices;
    }

    /** The counters that a reference depends on, directly or through the ranges of other loops. */
    static Set<String> relevantCounters(Rule rule, Expression.Reference reference) {
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
