package dev.tandem.compiler.values;

import dev.tandem.language.Model;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceProblem;
import dev.tandem.language.syntax.Declaration;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Runs the statements of a data block: every element that they define gets a value, once, in whatever order the
 * statements stand.
 *
 * <p>A variable can be read only when its shape is known: it is that of the data, or declared by {@code var}, or the
 * largest indices of all statements that define it. So each round first measures what the left sides ask for and then
 * executes; what had to wait is tried again as long as something new becomes known.
 */
public final class Statements {
    private static final int MAX_PROBLEMS = 20;
    private static final long MAX_ITERATIONS = 1L << 24;

    private final Model model;
    private final UniformRandomProvider rng;
    private final Evaluator evaluator = new Evaluator();
    private final Frame frame;
    private final Map<String, Target> targets = new LinkedHashMap<>();
    private final Map<String, Declaration> declared = new LinkedHashMap<>();
    private final List<String> openNames = new ArrayList<>();
    private final List<Integer> openValues = new ArrayList<>();
    private final List<SourceProblem> problems = new ArrayList<>();
    /** One complaint about a statement is enough, however often its loop runs. */
    private final Set<Statement> failed = Collections.newSetFromMap(new IdentityHashMap<>());

    private List<Item> pending = new ArrayList<>();
    private long executed;
    private long iterations;

    /** A statement with the counters of the loops around it. */
    private record Item(Statement statement, List<String> names, List<Integer> values) {
        /** Equal by the place in the tree and the counters: the tree itself need not be compared. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Item that
                    && statement.span().equals(that.statement.span())
                    && values.equals(that.values);
        }

        @Override
        public int hashCode() {
            return 31 * statement.span().start() + values.hashCode();
        }
    }

    private Statements(Model model, DataSet data, UniformRandomProvider rng) {
        this.model = model;
        this.rng = rng;
        this.frame = Frame.of(data);
        model.declarations()
                .forEach(declaration -> declared.put(declaration.name().text(), declaration));
        collect(model.data(), data);
    }

    /**
     * The data followed by what the data block defines; elements of an array that no statement defines are missing.
     * Values that the block fills in where the data have NA replace these.
     *
     * @throws SourceException if a statement is wrong, or something never gets a value
     */
    public static DataSet run(Model model, DataSet data, UniformRandomProvider rng) {
        if (model.data().isEmpty()) {
            return data;
        }
        Statements statements = new Statements(model, data, rng);
        statements.rounds();
        statements.throwIfAny();
        return statements.result(data);
    }

    private void collect(List<Statement> statements, DataSet data) {
        for (Statement statement : statements) {
            if (statement instanceof Statement.Loop loop) {
                collect(loop.body(), data);
            } else if (statement instanceof Statement.Relation relation) {
                String name = relation.target().name().text();
                if (!targets.containsKey(name)) {
                    Target target = data.find(name)
                            .map(array -> Target.given(name, array))
                            .orElseGet(() -> Target.unknown(name));
                    targets.put(name, target);
                    if (target.isGiven()) {
                        frame.define(name, target.variable());
                    }
                }
            }
        }
    }

    private DataSet result(DataSet data) {
        Map<String, DataArray> defined = new LinkedHashMap<>();
        for (Target target : targets.values()) {
            if (target.hasShape()) {
                defined.put(target.name(), target.toData());
            }
        }
        return data.with(defined);
    }

    private void rounds() {
        List<Item> unmeasured = model.data().stream()
                .map(s -> new Item(s, List.of(), List.of()))
                .toList();
        while (true) {
            long before = executed;
            List<Item> waiting = new ArrayList<>();
            unmeasured.forEach(item -> within(item, () -> measure(item.statement(), waiting)));
            giveShapes(waiting);
            Set<Item> notYet = new HashSet<>(waiting);
            unmeasured.forEach(item -> within(item, () -> execute(item.statement(), notYet)));
            retryPending();
            boolean stuck = executed == before && waiting.equals(unmeasured);
            if (stuck || (waiting.isEmpty() && pending.isEmpty())) {
                if (problems.isEmpty()) {
                    reportMissing(waiting);
                }
                return;
            }
            unmeasured = waiting;
        }
    }

    private Item here(Statement statement) {
        return new Item(statement, List.copyOf(openNames), List.copyOf(openValues));
    }

    /** Runs something with the counters of an item. */
    private void within(Item item, Runnable action) {
        for (int i = 0; i < item.names().size(); i++) {
            open(item.names().get(i), item.values().get(i));
        }
        action.run();
        for (int i = 0; i < item.names().size(); i++) {
            close();
        }
    }

    private void open(String name, int value) {
        openNames.add(name);
        openValues.add(value);
        frame.count(name, value);
    }

    private void close() {
        frame.close(openNames.remove(openNames.size() - 1));
        openValues.remove(openValues.size() - 1);
    }

    /** Runs a step of a statement; false if it needs a value that is not known. */
    private boolean attempt(Statement statement, Runnable step) {
        if (failed.contains(statement)) {
            return true;
        }
        try {
            step.run();
        } catch (MissingValueException unknown) {
            return false;
        } catch (EvaluationException problem) {
            failed.add(statement);
            problems.add(problem.in(model.source()));
        }
        return true;
    }

    private void measure(Statement statement, List<Item> waiting) {
        boolean known = attempt(statement, () -> {
            if (statement instanceof Statement.Loop loop) {
                if (openNames.isEmpty()) {
                    refuseHuge(loop);
                }
                for (int value : evaluator.integers(loop.range(), frame)) {
                    count(loop, 1);
                    open(loop.counter().text(), value);
                    loop.body().forEach(child -> measure(child, waiting));
                    close();
                }
            } else if (statement instanceof Statement.Relation relation) {
                measure(relation.target());
            }
        });
        if (!known) {
            waiting.add(here(statement));
        }
    }

    /** Loops within loops multiply, which is seen without running the innermost of them. */
    private void refuseHuge(Statement.Loop loop) {
        long before = iterations;
        try {
            countAhead(loop);
        } catch (EvaluationException unknown) {
            // What is not known yet, or wrong, is said when it is run.
        } finally {
            iterations = before;
        }
    }

    private void countAhead(Statement.Loop loop) {
        int[] range = evaluator.integers(loop.range(), frame);
        count(loop, range.length);
        List<Statement.Loop> inner = new ArrayList<>();
        for (Statement statement : loop.body()) {
            if (statement instanceof Statement.Loop next) {
                inner.add(next);
            }
        }
        for (int i = 0; i < range.length && !inner.isEmpty(); i++) {
            open(loop.counter().text(), range[i]);
            try {
                inner.forEach(this::countAhead);
            } finally {
                close();
            }
        }
    }

    /** A slip in one of the ends of loops must not run for days. */
    private void count(Statement.Loop loop, int more) {
        iterations += more;
        if (iterations > MAX_ITERATIONS) {
            throw new SourceException(
                    List.of(
                            model.source()
                                    .problem(
                                            loop.range().span(),
                                            "the loops of the data block have more than " + MAX_ITERATIONS
                                                    + " iterations",
                                            "is an end of a range wrong? So many values should be computed before, and given as data")));
        }
    }

    private void measure(Expression.Reference reference) {
        Target target = targets.get(reference.name().text());
        if (target.hasShape()) {
            evaluator.select(reference, frame, target.dims());
        } else if (!declared.containsKey(target.name()) && !reference.indices().isEmpty()) {
            target.measure(reference, evaluator.select(reference, frame));
        }
    }

    /** Gives a shape to the variables that nothing which waits can enlarge. */
    private void giveShapes(List<Item> waiting) {
        Set<String> open = new HashSet<>();
        waiting.forEach(item -> collectNames(item.statement(), open));
        for (Target target : targets.values()) {
            if (target.hasShape()) {
                continue;
            }
            Declaration declaration = declared.get(target.name());
            if (declaration != null) {
                giveShape(target, declaration);
            } else if (target.isMeasured() && !open.contains(target.name())) {
                target.takeShape();
            }
            if (target.hasShape()) {
                frame.define(target.name(), target.variable());
            }
        }
    }

    private void giveShape(Target target, Declaration declaration) {
        List<Expression> dimensions = declaration.dimensions();
        int[] dims = new int[Math.max(1, dimensions.size())];
        dims[0] = 1;
        try {
            for (int d = 0; d < dimensions.size(); d++) {
                dims[d] = evaluator.integer(dimensions.get(d), frame);
                if (dims[d] < 1) {
                    throw new EvaluationException(
                            dimensions.get(d).span(),
                            "an extent must be at least 1, not " + dims[d],
                            "is it computed from the right number?");
                }
            }
            if (Target.tooLarge(dims)) {
                throw new EvaluationException(
                        declaration.span(),
                        target.name() + " would have " + Shapes.by(dims) + " elements, too many for memory",
                        "is one of the extents wrong?");
            }
            target.takeShape(dims);
        } catch (MissingValueException unknown) {
            // It may become known; if not, whatever waits for this variable is reported.
        } catch (EvaluationException problem) {
            declared.remove(target.name());
            problems.add(problem.in(model.source()));
        }
    }

    private static void collectNames(Statement statement, Set<String> names) {
        if (statement instanceof Statement.Loop loop) {
            loop.body().forEach(child -> collectNames(child, names));
        } else if (statement instanceof Statement.Relation relation) {
            names.add(relation.target().name().text());
        }
    }

    private void execute(Statement statement, Set<Item> notYet) {
        if (!tried(statement, notYet)) {
            pending.add(here(statement));
        }
    }

    /** Executes a statement unless it is not its turn yet; false if it needs a value that is not known. */
    private boolean tried(Statement statement, Set<Item> notYet) {
        if (!notYet.isEmpty() && notYet.contains(here(statement))) {
            return true;
        }
        return attempt(statement, () -> {
            if (statement instanceof Statement.Loop loop) {
                int[] range = evaluator.integers(loop.range(), frame);
                for (int value : range) {
                    count(loop, 1);
                    open(loop.counter().text(), value);
                    executeBody(loop.body(), notYet);
                    close();
                }
            } else if (statement instanceof Statement.Relation relation) {
                define(relation);
                executed++;
            }
        });
    }

    /** Most of what is used before it is defined is defined further down the same body. */
    private void executeBody(List<Statement> body, Set<Item> notYet) {
        List<Statement> again = List.of();
        for (Statement statement : body) {
            if (!tried(statement, notYet)) {
                again = again.isEmpty() ? new ArrayList<>() : again;
                again.add(statement);
            }
        }
        for (int i = again.size() - 1; i >= 0; i--) {
            execute(again.get(i), notYet);
        }
    }

    /** To and fro, so that a chain is done in one pass whichever way it was written. */
    private void retryPending() {
        boolean progress = true;
        while (progress && !pending.isEmpty()) {
            long before = executed;
            List<Item> again = pending;
            Collections.reverse(again);
            pending = new ArrayList<>();
            again.forEach(item -> within(item, () -> execute(item.statement(), Set.of())));
            progress = executed > before;
        }
    }

    private void define(Statement.Relation relation) {
        Expression.Reference reference = relation.target();
        Target target = targets.get(reference.name().text());
        if (!target.hasShape()) {
            if (!reference.indices().isEmpty() || declared.containsKey(target.name()) || target.isMeasured()) {
                throw new MissingValueException(reference.span(), target.name());
            }
            defineWhole(relation, target);
            return;
        }
        Selection selection = evaluator.select(reference, frame, target.dims());
        int[] positions = selection.positions(target.dims());
        int observed = target.observed(positions);
        if (relation instanceof Statement.Stochastic && observed == positions.length) {
            target.define(reference, positions);
            return;
        }
        refuseObserved(relation, target, observed);
        Value value = value(relation, selection.dims());
        if (!Arrays.equals(Shapes.dropped(value.sharedDims()), selection.dims())) {
            throw new EvaluationException(
                    reference.span(),
                    "this is " + Shapes.describe(selection.dims()) + ", but its value is " + value.describe(),
                    "both sides must have the same shape");
        }
        target.define(reference, positions);
        target.assign(positions, value);
    }

    /** A name without indices that nothing else gives a shape takes that of its value. */
    private void defineWhole(Statement.Relation relation, Target target) {
        Value value = value(relation, new int[0]);
        if (value.size() == 0) {
            throw new EvaluationException(
                    relation.target().span(),
                    target.name() + " would be empty",
                    "a range whose end lies below its start has no elements");
        }
        target.takeShape(value.sharedDims());
        int[] positions = new int[value.size()];
        Arrays.setAll(positions, i -> i);
        target.define(relation.target(), positions);
        target.assign(positions, value);
        frame.define(target.name(), target.variable());
    }

    private static void refuseObserved(Statement.Relation relation, Target target, int observed) {
        if (observed == 0) {
            return;
        }
        throw new EvaluationException(
                relation.target().span(),
                relation instanceof Statement.Stochastic
                        ? target.name() + " is given in part here, but must be given as a whole or not at all"
                        : target.name() + " is given in the data and cannot be defined by <-",
                relation instanceof Statement.Stochastic
                        ? "fill in the missing elements, or drop it from the data"
                        : "drop it from the data, or choose another name");
    }

    /** The value of a right side; no dimensions mean those that it has by itself. */
    private Value value(Statement.Relation relation, int[] dims) {
        if (relation instanceof Statement.Stochastic stochastic) {
            Law law = Law.of(stochastic, evaluator, frame);
            return law.sample(rng, dims.length == 0 ? law.dims() : dims);
        }
        Statement.Deterministic deterministic = (Statement.Deterministic) relation;
        Value value = evaluator.evaluate(deterministic.value(), frame);
        if (deterministic.link().isPresent()) {
            value = linked(deterministic, value);
        }
        for (int i = 0; i < value.size(); i++) {
            if (Double.isNaN(value.get(i))) {
                throw new EvaluationException(
                        deterministic.value().span(),
                        "this is not a number",
                        "look for 0 / 0, or a function outside its domain such as log(-1)");
            }
        }
        return value;
    }

    private static Value linked(Statement.Deterministic deterministic, Value value) {
        if (!value.isScalar()) {
            throw new EvaluationException(
                    deterministic.value().span(),
                    "a link takes a single number, not " + value.describe(),
                    "write a loop over the elements");
        }
        return Value.scalar(deterministic.link().orElseThrow().inverse().apply(value.scalar()));
    }

    /** What remains has no value; consequences of what is reported anyway are left out. */
    private void reportMissing(List<Item> waiting) {
        List<Item> rest = new ArrayList<>(waiting);
        rest.addAll(pending);
        Set<String> undefined = new HashSet<>();
        rest.forEach(item -> collectNames(item.statement(), undefined));
        List<MissingValueException> all = new ArrayList<>();
        Set<Statement> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Item item : rest) {
            if (seen.add(item.statement())) {
                within(item, () -> cause(item.statement(), all));
            }
        }
        List<MissingValueException> roots =
                all.stream().filter(m -> !undefined.contains(m.variable())).toList();
        for (MissingValueException missing : roots.isEmpty() ? all : roots) {
            problems.add(model.source()
                    .problem(missing.span(), missing.element() + " has no value here", hint(missing, undefined)));
        }
    }

    private void cause(Statement statement, List<MissingValueException> causes) {
        try {
            if (statement instanceof Statement.Loop loop) {
                evaluator.integers(loop.range(), frame);
            } else if (statement instanceof Statement.Relation relation) {
                measure(relation.target());
                define(relation);
            }
        } catch (MissingValueException missing) {
            causes.add(missing);
        }
    }

    private String hint(MissingValueException missing, Set<String> undefined) {
        if (undefined.contains(missing.variable())) {
            return "its own definition needs a value that is not known, perhaps this one";
        }
        if (frame.variable(missing.variable()).isEmpty()) {
            return "define it in the data block, or give it in the data";
        }
        return targets.containsKey(missing.variable()) ? "no statement defines it" : "it is NA in the data";
    }

    private void throwIfAny() {
        if (problems.isEmpty()) {
            return;
        }
        List<SourceProblem> sorted = problems.stream()
                .collect(Collectors.toMap(
                        p -> p.line() + ":" + p.column(), p -> p, (first, second) -> first, LinkedHashMap::new))
                .values()
                .stream()
                .sorted(Comparator.comparingInt(SourceProblem::line).thenComparingInt(SourceProblem::column))
                .limit(MAX_PROBLEMS)
                .toList();
        throw new SourceException(sorted);
    }
}
