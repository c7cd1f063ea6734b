package dev.tandem.compiler.graph;

import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.compiler.values.Evaluator;
import dev.tandem.distributions.array.Categorical;
import dev.tandem.distributions.catalogue.Distribution;
import dev.tandem.distributions.catalogue.Function;
import dev.tandem.language.source.SourceSpan;
import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.DistributionCall;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Statement;
import dev.tandem.language.syntax.UnaryOperator;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Splits a loop in which the size of an array changes into one loop for each size.
 *
 * <pre>
 *   for (i in 1:3) { y[i,1:n[i]] ~ dmulti(p[i,1:n[i]], m[i]) }     with n = 2, 4, 2 becomes
 *   for (i in c(1, 3)) { y[i,1:2] ~ dmulti(p[i,1:2], m[i]) }
 *   for (i in c(2))    { y[i,1:4] ~ dmulti(p[i,1:4], m[i]) }
 * </pre>
 *
 * So generated code keeps its loops, and what it stores is of one size. Sums, products and the like need no such thing.
 */
final class RaggedLoops {
    /** Functions that go through an array element by element, whatever its size. */
    private static final Set<String> ANY_SIZE = Set.of("sum", "mean", "prod", "inprod", "c", "length", "dim");

    private static final String JOIN = "c";

    /** More loops than this would be slow to compile. */
    private static final int MOST_LOOPS = 500;

    private final Instances instances;
    private final Evaluator evaluator;
    private final Set<Range> ranges = new LinkedHashSet<>();

    /** A range in the text; those at one place are one. */
    private record Range(Expression from, Expression to) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Range range
                    && from.span().equals(range.from.span())
                    && to.span().equals(range.to.span());
        }

        @Override
        public int hashCode() {
            return 31 * from.span().hashCode() + to.span().hashCode();
        }
    }

    private RaggedLoops(Instances instances, Evaluator evaluator) {
        this.instances = instances;
        this.evaluator = evaluator;
    }

    /** A statement and the loops around it. */
    record Split(Statement.Relation relation, List<Statement.Loop> loops) {}

    /** The loops by size; the statement as it is if its sizes do not change, need not be one, or are not in the data. */
    static List<Split> of(
            Statement.Relation relation, List<Statement.Loop> loops, Instances instances, Evaluator evaluator) {
        Split whole = new Split(relation, List.copyOf(loops));
        if (loops.isEmpty() || !needsOneSize(relation)) {
            return List.of(whole);
        }
        RaggedLoops ragged = new RaggedLoops(instances, evaluator);
        ragged.collect(relation.target());
        right(relation).forEach(ragged::collect);
        Set<String> counters = new HashSet<>();
        loops.forEach(loop -> counters.add(loop.counter().text()));
        ragged.ranges.removeIf(range -> Names.in(range.from()).stream().noneMatch(counters::contains)
                && Names.in(range.to()).stream().noneMatch(counters::contains));
        if (ragged.ranges.isEmpty()) {
            return List.of(whole);
        }
        try {
            return ragged.split(whole);
        } catch (EvaluationException notKnown) {
            // What is missing or out of range is said by those who look at it with all that is known.
            return List.of(whole);
        }
    }

    private static List<Expression> right(Statement.Relation relation) {
        return relation instanceof Statement.Stochastic s
                ? s.distribution().arguments()
                : List.of(((Statement.Deterministic) relation).value());
    }

    private static boolean needsOneSize(Statement.Relation relation) {
        if (relation instanceof Statement.Stochastic s) {
            Distribution distribution = s.distribution().distribution();
            if (distribution.array().isPresent() && !distribution.is(Categorical.class)) {
                return true;
            }
        } else if (relation.target().indices().stream().anyMatch(index -> index instanceof Index.Range)) {
            return true;
        }
        return right(relation).stream().anyMatch(RaggedLoops::needsOneSize);
    }

    private static boolean needsOneSize(Expression expression) {
        if (expression instanceof Expression.Unary unary) {
            return needsOneSize(unary.operand());
        }
        if (expression instanceof Expression.Binary binary) {
            return binary.operator() == BinaryOperator.MATRIX_PRODUCT
                    || needsOneSize(binary.left())
                    || needsOneSize(binary.right());
        }
        return expression instanceof Expression.Call call
                && ((call.function().kind() == Function.Kind.ARRAY && !ANY_SIZE.contains(call.canonical()))
                        || call.arguments().stream().anyMatch(RaggedLoops::needsOneSize));
    }

    private void collect(Expression expression) {
        if (expression instanceof Expression.Reference reference) {
            for (Index index : reference.indices()) {
                if (index instanceof Index.Range range) {
                    ranges.add(new Range(range.from(), range.to()));
                    collect(range.from());
                    collect(range.to());
                } else if (index instanceof Index.Single single) {
                    collect(single.value());
                }
            }
        } else if (expression instanceof Expression.Unary unary) {
            collect(unary.operand());
        } else if (expression instanceof Expression.Binary binary) {
            if (binary.operator() == BinaryOperator.RANGE) {
                ranges.add(new Range(binary.left(), binary.right()));
            }
            collect(binary.left());
            collect(binary.right());
        } else if (expression instanceof Expression.Call call) {
            call.arguments().forEach(this::collect);
        }
    }

    private List<Split> split(Split whole) {
        Rule rule = new Rule(0, whole.relation(), whole.loops());
        List<Integer> involved = involved(whole.loops());
        // By size, and for each size by the value of the outer counter the values of the inner one.
        Map<List<Integer>, Map<List<Integer>, List<Integer>>> bySize = new LinkedHashMap<>();
        instances.forEach(
                rule,
                loop -> involved.stream()
                        .anyMatch(level -> whole.loops().get(level).equals(loop)),
                () -> {
                    List<Integer> sizes = new ArrayList<>();
                    for (Range range : ranges) {
                        sizes.add(evaluator.integer(range.to(), instances)
                                - evaluator.integer(range.from(), instances)
                                + 1);
                    }
                    List<Integer> outer = new ArrayList<>();
                    for (int level : involved.subList(0, involved.size() - 1)) {
                        outer.add(instances.counters()[level]);
                    }
                    bySize.computeIfAbsent(sizes, s -> new LinkedHashMap<>())
                            .computeIfAbsent(outer, o -> new ArrayList<>())
                            .add(instances.counters()[involved.get(involved.size() - 1)]);
                });
        if (bySize.size() < 2
                || involved.size() > 2
                || bySize.keySet().stream().anyMatch(sizes -> sizes.stream().anyMatch(size -> size < 1))) {
            return bySize.size() == 1 && positive(bySize.keySet().iterator().next())
                    ? List.of(new Split(
                            sized(whole.relation(), bySize.keySet().iterator().next()), whole.loops()))
                    : List.of(whole);
        }
        List<Split> splits = new ArrayList<>();
        bySize.forEach((sizes, iterations) -> {
            Statement.Relation relation = sized(whole.relation(), sizes);
            // Outer iterations that have the same inner ones share their loops.
            Map<String, List<Integer>> outerByInner = new TreeMap<>();
            Map<String, List<Integer>> inner = new LinkedHashMap<>();
            iterations.forEach((outer, values) -> {
                String key = values.toString();
                inner.put(key, values);
                List<Integer> outers = outerByInner.computeIfAbsent(key, k -> new ArrayList<>());
                outers.addAll(outer);
            });
            inner.forEach((key, values) -> {
                List<Statement.Loop> loops = new ArrayList<>(whole.loops());
                int last = involved.get(involved.size() - 1);
                loops.set(last, over(loops.get(last), values));
                if (involved.size() == 2) {
                    loops.set(involved.get(0), over(loops.get(involved.get(0)), outerByInner.get(key)));
                }
                splits.add(new Split(relation, loops));
            });
        });
        return splits.size() > MOST_LOOPS ? List.of(whole) : splits;
    }

    private static boolean positive(List<Integer> sizes) {
        return sizes.stream().allMatch(size -> size >= 1);
    }

    /** The loops on whose counters sizes depend, or the ranges of such loops, outermost first. */
    private List<Integer> involved(List<Statement.Loop> loops) {
        Set<String> names = new HashSet<>();
        for (Range range : ranges) {
            names.addAll(Names.in(range.from()));
            names.addAll(Names.in(range.to()));
        }
        List<Integer> involved = new ArrayList<>();
        for (int level = loops.size() - 1; level >= 0; level--) {
            Statement.Loop loop = loops.get(level);
            if (names.contains(loop.counter().text())) {
                involved.add(0, level);
                names.addAll(Names.in(loop.range()));
            }
        }
        return involved;
    }

    static Statement.Loop over(Statement.Loop loop, List<Integer> values) {
        SourceSpan span = loop.range().span();
        List<Expression> numbers = new ArrayList<>();
        values.forEach(value -> numbers.add(
                value >= 0
                        ? new Expression.Literal(value, span)
                        : new Expression.Unary(UnaryOperator.MINUS, new Expression.Literal(-value, span), span)));
        return new Statement.Loop(
                loop.counter(), new Expression.Call(JOIN, JOIN, numbers, span), loop.body(), loop.span());
    }

    /** The statement with ranges whose length can be seen: {@code a:b} of length 3 as {@code a:(a + 2)}. */
    private Statement.Relation sized(Statement.Relation relation, List<Integer> sizes) {
        Map<Range, Integer> lengths = new LinkedHashMap<>();
        int next = 0;
        for (Range range : ranges) {
            lengths.put(range, sizes.get(next++));
        }
        Sizing sizing = new Sizing(lengths);
        Expression.Reference target = (Expression.Reference) sizing.in(relation.target());
        if (relation instanceof Statement.Stochastic s) {
            DistributionCall call = s.distribution();
            return new Statement.Stochastic(
                    target,
                    new DistributionCall(
                            call.written(),
                            call.canonical(),
                            call.arguments().stream().map(sizing::in).toList(),
                            call.span()),
                    s.truncation(),
                    s.span());
        }
        Statement.Deterministic d = (Statement.Deterministic) relation;
        return new Statement.Deterministic(d.link(), target, sizing.in(d.value()), d.span());
    }

    /** Writes ranges with lengths that are known. */
    private record Sizing(Map<Range, Integer> lengths) {
        Expression in(Expression expression) {
            if (expression instanceof Expression.Subscripted part) {
                return new Expression.Subscripted(
                        part.name(), part.indices().stream().map(this::index).toList(), part.span());
            }
            if (expression instanceof Expression.Unary unary) {
                return new Expression.Unary(unary.operator(), in(unary.operand()), unary.span());
            }
            if (expression instanceof Expression.Binary binary) {
                Expression left = in(binary.left());
                Optional<Expression> end = binary.operator() == BinaryOperator.RANGE
                        ? end(left, new Range(binary.left(), binary.right()))
                        : Optional.empty();
                return new Expression.Binary(
                        binary.operator(), left, end.orElseGet(() -> in(binary.right())), binary.span());
            }
            if (expression instanceof Expression.Call call) {
                return new Expression.Call(
                        call.written(),
                        call.canonical(),
                        call.arguments().stream().map(this::in).toList(),
                        call.span());
            }
            return expression;
        }

        private Index index(Index index) {
            if (index instanceof Index.Single single) {
                return new Index.Single(in(single.value()));
            }
            if (index instanceof Index.Range range) {
                Expression from = in(range.from());
                return new Index.Range(
                        from, end(from, new Range(range.from(), range.to())).orElseGet(() -> in(range.to())));
            }
            return index;
        }

        private Optional<Expression> end(Expression from, Range range) {
            Integer length = lengths.get(range);
            if (length == null) {
                return Optional.empty();
            }
            SourceSpan span = range.to().span();
            if (from instanceof Expression.Literal literal) {
                return Optional.of(new Expression.Literal(literal.value() + length - 1, span));
            }
            return Optional.of(
                    length == 1
                            ? from
                            : new Expression.Binary(
                                    BinaryOperator.PLUS, from, new Expression.Literal(length - 1, span), span));
        }
    }
}
