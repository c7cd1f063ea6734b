package dev.tandem.validation.oracle;

import dev.tandem.language.Model;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.source.SourceException;
import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Makes a failing model smaller while it fails: statements, iterations, bounds, data and parts of expressions are left
 * out one at a time, for as long as something can be. A variable whose statement goes becomes data, with the value that
 * it was drawn with.
 */
public final class Shrinker {
    private static final int MOST_TRIALS = 1500;

    private final Predicate<ModelCase> fails;
    private int trials;

    private Shrinker(Predicate<ModelCase> fails) {
        this.fails = fails;
    }

    /**
     * The smallest model found that still fails.
     *
     * @param fails whether a model shows the same fault
     */
    public static ModelCase shrink(ModelCase model, Predicate<ModelCase> fails) {
        return new Shrinker(fails).run(model);
    }

    /** The smallest model found with the fault that the check finds first in a model. */
    public static ModelCase shrink(ModelCase model, OracleCheck.Compiler compiler, long seed) {
        OracleCheck.Outcome outcome = OracleCheck.run(model, oracle(model), compiler, seed);
        if (outcome.clean()) {
            return model;
        }
        OracleCheck.Check check = outcome.findings().get(0).check();
        return shrink(
                model,
                smaller -> OracleCheck.run(smaller, oracle(smaller), compiler, seed).findings().stream()
                        .anyMatch(finding -> finding.check() == check));
    }

    private static Oracle oracle(ModelCase model) {
        return Oracle.of(model.model(), model.data());
    }

    private ModelCase run(ModelCase model) {
        ModelCase best = model;
        for (boolean progress = true; progress && trials < MOST_TRIALS; ) {
            progress = false;
            for (Function<ModelCase, List<ModelCase>> way : ways()) {
                Optional<ModelCase> smaller = firstFailing(way.apply(best), best);
                while (smaller.isPresent()) {
                    best = smaller.get();
                    progress = true;
                    smaller = firstFailing(way.apply(best), best);
                }
            }
        }
        return best;
    }

    private static List<Function<ModelCase, List<ModelCase>>> ways() {
        return List.of(
                Shrinker::withoutStatements,
                Shrinker::withFewerIterations,
                Shrinker::withoutBounds,
                Shrinker::withOtherData,
                Shrinker::withPartsOfExpressions);
    }

    private Optional<ModelCase> firstFailing(List<ModelCase> candidates, ModelCase present) {
        for (ModelCase candidate : candidates) {
            if (trials >= MOST_TRIALS) {
                return Optional.empty();
            }
            if (size(candidate) < size(present) && sound(candidate)) {
                trials++;
                try {
                    if (fails.test(candidate)) {
                        return Optional.of(candidate);
                    }
                } catch (OracleException | SourceException | ArithmeticException unfit) {
                    // Not a model that can be held against the oracle: the next one.
                }
            }
        }
        return Optional.empty();
    }

    /** What must become smaller, so that shrinking ends: the text without blanks, and missing values. */
    private static int size(ModelCase model) {
        return model.text().replaceAll("\\s", "").length() + model.dataText().length();
    }

    /** Whether the oracle can read it, and what was drawn is possible. */
    private static boolean sound(ModelCase model) {
        try {
            Oracle oracle = oracle(model);
            Map<String, Double> values = new LinkedHashMap<>();
            for (Oracle.Unknown unknown : oracle.unknowns()) {
                values.put(unknown.name(), model.drawn().get(unknown.variable()).value(unknown.position()));
            }
            oracle.assign(values);
            return !values.isEmpty() && oracle.logDensity() > Double.NEGATIVE_INFINITY;
        } catch (OracleException | SourceException | IndexOutOfBoundsException | NullPointerException unfit) {
            return false;
        }
    }

    private static ModelCase with(ModelCase model, List<Statement> statements) {
        Model parsed = model.model();
        Model changed = new Model(parsed.source(), parsed.dialect(), parsed.declarations(), parsed.data(), statements);
        return used(new ModelCase(model.name(), changed.print(), model.data(), model.drawn()));
    }

    /** The model with the data that it mentions: what lost its statement becomes data. */
    private static ModelCase used(ModelCase model) {
        Map<String, DataArray> data = new LinkedHashMap<>();
        List<String> defined = new ArrayList<>();
        targets(model.model().statements(), defined);
        for (Map.Entry<String, DataArray> entry : model.drawn().entrySet()) {
            String name = entry.getKey();
            if (!model.text().matches("(?s).*(?<![\\w.])" + java.util.regex.Pattern.quote(name) + "(?![\\w.]).*")) {
                continue;
            }
            if (model.data().containsKey(name)) {
                data.put(name, model.data().get(name));
            } else if (!defined.contains(name)) {
                data.put(name, entry.getValue());
            }
        }
        return new ModelCase(model.name(), model.text(), data, model.drawn());
    }

    private static void targets(List<Statement> statements, List<String> names) {
        for (Statement statement : statements) {
            if (statement instanceof Statement.Loop loop) {
                targets(loop.body(), names);
            } else {
                names.add(((Statement.Relation) statement).target().name().text());
            }
        }
    }

    /** All lists of statements in which one has been replaced, at any depth. */
    private static List<List<Statement>> replaced(
            List<Statement> statements, Function<Statement, List<List<Statement>>> replacements) {
        List<List<Statement>> result = new ArrayList<>();
        for (int k = 0; k < statements.size(); k++) {
            for (List<Statement> replacement : replacements.apply(statements.get(k))) {
                result.add(spliced(statements, k, replacement));
            }
            if (statements.get(k) instanceof Statement.Loop loop) {
                for (List<Statement> body : replaced(loop.body(), replacements)) {
                    List<Statement> whole = body.isEmpty()
                            ? List.of()
                            : List.of(new Statement.Loop(loop.counter(), loop.range(), body, loop.span()));
                    result.add(spliced(statements, k, whole));
                }
            }
        }
        return result;
    }

    private static List<Statement> spliced(List<Statement> statements, int at, List<Statement> instead) {
        List<Statement> list = new ArrayList<>(statements.subList(0, at));
        list.addAll(instead);
        list.addAll(statements.subList(at + 1, statements.size()));
        return list;
    }

    private static List<ModelCase> all(ModelCase model, Function<Statement, List<List<Statement>>> replacements) {
        List<ModelCase> cases = new ArrayList<>();
        for (List<Statement> statements : replaced(model.model().statements(), replacements)) {
            if (!statements.isEmpty()) {
                cases.add(with(model, statements));
            }
        }
        return cases;
    }

    private static List<ModelCase> withoutStatements(ModelCase model) {
        return all(model, statement -> List.of(List.of()));
    }

    private static List<ModelCase> withFewerIterations(ModelCase model) {
        return all(model, statement -> {
            if (!(statement instanceof Statement.Loop loop)) {
                return List.of();
            }
            List<List<Statement>> instead = new ArrayList<>();
            double[] values;
            try {
                values = Oracle.of(model.model(), model.data())
                        .evaluate(loop.range(), Map.of())
                        .values();
            } catch (OracleException outerCounter) {
                return List.of();
            }
            for (double value : values) {
                instead.add(substituted(loop.body(), loop.counter().text(), value));
            }
            if (values.length > 2 && loop.range() instanceof Expression.Binary range) {
                Expression last = new Expression.Literal(
                        values[values.length - 2], range.right().span());
                Expression shorter = new Expression.Binary(range.operator(), range.left(), last, range.span());
                instead.add(List.of(new Statement.Loop(loop.counter(), shorter, loop.body(), loop.span())));
            }
            return instead;
        });
    }

    private static List<Statement> substituted(List<Statement> body, String counter, double value) {
        return body.stream()
                .map(statement -> Rewriting.everywhere(
                        statement,
                        expression -> expression instanceof Expression.Name name
                                        && name.text().equals(counter)
                                ? new Expression.Literal(value, name.span())
                                : expression))
                .toList();
    }

    private static List<ModelCase> withoutBounds(ModelCase model) {
        return all(
                model,
                statement -> statement instanceof Statement.Stochastic s
                                && s.truncation().isPresent()
                        ? List.of(List.of(
                                new Statement.Stochastic(s.target(), s.distribution(), Optional.empty(), s.span())))
                        : List.of());
    }

    private static List<ModelCase> withOtherData(ModelCase model) {
        List<ModelCase> cases = new ArrayList<>();
        model.data().forEach((name, array) -> {
            Map<String, DataArray> data = new LinkedHashMap<>(model.data());
            data.remove(name);
            cases.add(new ModelCase(model.name(), model.text(), data, model.drawn()));
            double[] rounded = Arrays.stream(array.toArray())
                    .map(v -> Double.isNaN(v) ? v : Math.rint(v * 10) / 10)
                    .toArray();
            Map<String, DataArray> plain = new LinkedHashMap<>(model.data());
            plain.put(name, DataArray.of(array.dims(), rounded));
            cases.add(new ModelCase(model.name(), model.text(), plain, model.drawn()));
        });
        return cases;
    }

    private static List<ModelCase> withPartsOfExpressions(ModelCase model) {
        return all(model, statement -> {
            List<List<Statement>> instead = new ArrayList<>();
            if (statement instanceof Statement.Loop) {
                return instead;
            }
            int places = count(statement);
            for (int place = 0; place < places; place++) {
                for (int variant = 0; variant < 4; variant++) {
                    int[] left = {place};
                    int chosen = variant;
                    Statement changed = Rewriting.right((Statement.Relation) statement, e -> {
                        if (left[0]-- != 0) {
                            return e;
                        }
                        return simpler(e, chosen);
                    });
                    if (!changed.equals(statement)) {
                        instead.add(List.of(changed));
                    }
                }
            }
            return instead;
        });
    }

    private static Expression simpler(Expression e, int variant) {
        if (variant == 0 && !(e instanceof Expression.Literal)) {
            return new Expression.Literal(1, e.span());
        }
        if (variant == 1 && e instanceof Expression.Literal literal && literal.value() != Math.rint(literal.value())) {
            return new Expression.Literal(Math.max(0.5, Math.rint(literal.value())), e.span());
        }
        if (e instanceof Expression.Binary binary && binary.operator() != BinaryOperator.RANGE && variant > 1) {
            return variant == 2 ? binary.left() : binary.right();
        }
        if (e instanceof Expression.Unary unary && variant == 2) {
            return unary.operand();
        }
        if (e instanceof Expression.Call call && variant > 0 && call.arguments().size() >= variant) {
            return call.arguments().get(variant - 1);
        }
        return e;
    }

    private static int count(Statement statement) {
        int[] places = {0};
        Rewriting.right((Statement.Relation) statement, e -> {
            places[0]++;
            return e;
        });
        return places[0];
    }
}
