package dev.tandem.compiler.graph;

import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.compiler.values.Evaluator;
import dev.tandem.distributions.array.Multinomial;
import dev.tandem.distributions.catalogue.Functions;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceSpan;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads multinomials of which some categories were counted and others not: a chain of binomials that begins with what was
 * counted. The last category that was not counted is what all others leave.
 *
 * <pre>
 *   x[i,1:3] ~ dmulti(p[], n[i])   with x[i,2] = NA and x[i,3] = NA becomes
 *   x[i,1] ~ dbin(p[1] / sum(p[1], p[2], p[3]), n[i])
 *   x[i,2] ~ dbin(p[2] / sum(p[2], p[3]), n[i] - x[i,1])
 *   x[i,3] &lt;- n[i] - sum(x[i,1], x[i,2])
 * </pre>
 *
 * There is a loop for each pattern of missing categories, over the iterations that have it.
 */
final class PartMultinomials {
    /** Statements that would be slow to compile: categories of one multinomial, and loops. */
    private static final int MOST_CATEGORIES = 40;

    private static final int MOST_LOOPS = 200;

    private PartMultinomials() {}

    /** The statements by pattern; the statement itself if it is no such, or if its loops are not known yet. */
    static List<RaggedLoops.Split> of(RaggedLoops.Split whole, DataSet data, Instances instances, Evaluator evaluator) {
        DataArray array = data.arrays().get(whole.relation().target().name().text());
        if (array == null
                || !(whole.relation() instanceof Statement.Stochastic statement)
                || !statement.distribution().distribution().is(Multinomial.class)
                || statement.truncation().isPresent()
                || Arrays.stream(array.toArray()).noneMatch(Double::isNaN)) {
            return List.of(whole);
        }
        Optional<ChainsOfBinomials.Part> target = ChainsOfBinomials.Part.of(statement.target());
        Optional<ChainsOfBinomials.Part> weights =
                statement.distribution().arguments().get(0) instanceof Expression.Reference reference
                        ? ChainsOfBinomials.Part.of(reference)
                        : Optional.empty();
        if (target.isEmpty() || weights.isEmpty()) {
            return List.of(whole);
        }
        try {
            Map<List<Boolean>, List<List<Integer>>> byPattern = patterns(whole, array, instances, evaluator);
            List<RaggedLoops.Split> splits = new ArrayList<>();
            byPattern.forEach((known, iterations) -> {
                List<Statement.Relation> chain = known.contains(false)
                        ? chain(statement, target.get(), weights.get(), known)
                        : List.of(statement);
                for (List<List<Integer>> values : boxes(iterations)) {
                    List<Statement.Loop> loops = new ArrayList<>();
                    for (int level = 0; level < values.size(); level++) {
                        loops.add(RaggedLoops.over(whole.loops().get(level), values.get(level)));
                    }
                    chain.forEach(relation -> splits.add(new RaggedLoops.Split(relation, loops)));
                }
            });
            boolean large = byPattern.keySet().stream().anyMatch(known -> known.size() > MOST_CATEGORIES);
            boolean wholly = byPattern.keySet().stream().noneMatch(known -> known.contains(false));
            return wholly || large || splits.size() > MOST_LOOPS ? List.of(whole) : splits;
        } catch (EvaluationException notKnown) {
            // What is missing or out of range is said by those who look at it with all that is known.
            return List.of(whole);
        }
    }

    /** For each pattern of what is known the iterations that have it. */
    private static Map<List<Boolean>, List<List<Integer>>> patterns(
            RaggedLoops.Split whole, DataArray array, Instances instances, Evaluator evaluator) {
        double[] values = array.toArray();
        Map<List<Boolean>, List<List<Integer>>> byPattern = new LinkedHashMap<>();
        Rule rule = new Rule(0, whole.relation(), whole.loops());
        instances.forEach(rule, () -> {
            List<Boolean> known = new ArrayList<>();
            for (int position :
                    evaluator.select(rule.target(), instances, array.dims()).positions(array.dims())) {
                known.add(!Double.isNaN(values[position]));
            }
            byPattern
                    .computeIfAbsent(known, k -> new ArrayList<>())
                    .add(Arrays.stream(instances.counters()).boxed().toList());
        });
        return byPattern;
    }

    /** Iterations as loops in loops: for each loop the values of its counter; those that have the same inner ones share them. */
    private static List<List<List<Integer>>> boxes(List<List<Integer>> iterations) {
        if (iterations.get(0).isEmpty()) {
            return List.of(List.of());
        }
        Map<Integer, List<List<Integer>>> byFirst = new LinkedHashMap<>();
        iterations.forEach(counters -> byFirst.computeIfAbsent(counters.get(0), c -> new ArrayList<>())
                .add(counters.subList(1, counters.size())));
        Map<List<List<Integer>>, List<Integer>> byRest = new LinkedHashMap<>();
        byFirst.forEach((first, rest) ->
                byRest.computeIfAbsent(rest, r -> new ArrayList<>()).add(first));
        List<List<List<Integer>>> boxes = new ArrayList<>();
        byRest.forEach((rest, firsts) -> {
            for (List<List<Integer>> inner : boxes(rest)) {
                List<List<Integer>> box = new ArrayList<>(List.of(firsts));
                box.addAll(inner);
                boxes.add(box);
            }
        });
        return boxes;
    }

    private static List<Statement.Relation> chain(
            Statement.Stochastic statement, ChainsOfBinomials.Part x, ChainsOfBinomials.Part p, List<Boolean> known) {
        List<Integer> order = new ArrayList<>();
        for (boolean counted : new boolean[] {true, false}) {
            for (int k = 0; k < known.size(); k++) {
                if (known.get(k) == counted) {
                    order.add(k);
                }
            }
        }
        Expression size = statement.distribution().arguments().get(1);
        List<Expression> counts = new ArrayList<>();
        List<Expression> shares = new ArrayList<>();
        for (int k : order) {
            counts.add(at(x, k));
            shares.add(at(p, k));
        }
        List<Statement.Relation> chain = new ArrayList<>();
        int last = order.size() - 1;
        for (int j = 0; j < last; j++) {
            Expression rest = sum(shares.subList(j, shares.size()));
            chain.add(ChainsOfBinomials.binomial(
                    statement,
                    at(x, order.get(j)),
                    ChainsOfBinomials.share(shares.get(j), rest),
                    left(size, counts.subList(0, j))));
        }
        chain.add(new Statement.Deterministic(
                Optional.empty(), at(x, order.get(last)), left(size, counts.subList(0, last)), statement.span()));
        return chain;
    }

    private static Expression left(Expression size, List<Expression> counted) {
        return counted.isEmpty() ? size : ChainsOfBinomials.minus(size, sum(counted));
    }

    private static Expression sum(List<Expression> parts) {
        SourceSpan span = parts.get(0).span();
        return parts.size() == 1
                ? parts.get(0)
                : ChainsOfBinomials.call(Functions.SUM.name(), span, parts.toArray(new Expression[0]));
    }

    private static Expression.Reference at(ChainsOfBinomials.Part part, int offset) {
        SourceSpan span = part.whole().span();
        Expression place = part.from() instanceof Expression.Literal first
                ? new Expression.Literal(first.value() + offset, span)
                : offset == 0 ? part.from() : ChainsOfBinomials.plus(part.from(), new Expression.Literal(offset, span));
        return part.at(place);
    }
}
