package dev.tandem.compiler.graph;

import dev.tandem.compiler.values.EvaluationException;
import dev.tandem.compiler.values.Evaluator;
import dev.tandem.compiler.values.MissingValueException;
import dev.tandem.compiler.values.Scope;
import dev.tandem.distributions.catalogue.Function;
import dev.tandem.distributions.catalogue.Functions;
import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The shape of an expression whose values need not be known. */
public final class ShapeFinder {
    private final Map<String, Symbol> symbols;
    private final Evaluator evaluator;
    private final Scope scope;

    ShapeFinder(Map<String, Symbol> symbols, Evaluator evaluator, Scope scope) {
        this.symbols = symbols;
        this.evaluator = evaluator;
        this.scope = scope;
    }

    /** The shape that a relation gives to a target without indices. */
    int[] target(Statement.Relation relation) {
        if (relation instanceof Statement.Deterministic d) {
            return shape(d.value());
        }
        Statement.Stochastic s = (Statement.Stochastic) relation;
        List<Expression> arguments = s.distribution().arguments();
        return switch (s.distribution().distribution().form()) {
            case SINGLE -> new int[] {1};
            case VECTOR -> shape(arguments.get(0));
            // Who gives one array to be added up means its elements, and is told how that is written.
            case LIKE_FIRST ->
                s.distribution().distribution().variadic() && arguments.size() == 1
                        ? new int[] {1}
                        : shape(arguments.get(0));
            case SQUARE -> {
                int size = size(shape(arguments.get(0)));
                yield new int[] {size, size};
            }
        };
    }

    static int size(int[] dims) {
        int size = 1;
        for (int dim : dims) {
            size *= dim;
        }
        return size;
    }

    int[] shape(Expression expression) {
        if (expression instanceof Expression.Literal) {
            return new int[] {1};
        }
        if (expression instanceof Expression.Reference reference) {
            String name = reference.name().text();
            if (scope.counter(name).isPresent()) {
                return new int[] {1};
            }
            Symbol symbol = symbols.get(name);
            if (symbol == null || !symbol.shaped()) {
                throw new MissingValueException(reference.span(), name);
            }
            if (reference.indices().isEmpty()) {
                return dropped(symbol.dims());
            }
            try {
                return evaluator.select(reference, scope, symbol.dims()).dims();
            } catch (MissingValueException unknownIndex) {
                return withUnknownIndex(reference, symbol);
            }
        }
        if (expression instanceof Expression.Unary unary) {
            return shape(unary.operand());
        }
        if (expression instanceof Expression.Binary binary) {
            if (binary.operator() == BinaryOperator.RANGE) {
                return evaluator.evaluate(binary, scope).dims();
            }
            int[] left = shape(binary.left());
            int[] right = shape(binary.right());
            if (binary.operator() == BinaryOperator.MATRIX_PRODUCT) {
                return array(binary, Functions.MATRIX_PRODUCT, new int[][] {left, right});
            }
            return size(left) == 1 ? right : left;
        }
        Expression.Call call = (Expression.Call) expression;
        int[][] shapes = call.arguments().stream().map(this::shape).toArray(int[][]::new);
        return switch (call.function().form()) {
            case JOINED ->
                new int[] {Arrays.stream(shapes).mapToInt(ShapeFinder::size).sum()};
            case SINGLE -> new int[] {1};
            case EXTENTS ->
                call.arguments().get(0) instanceof Expression.Reference whole
                                && whole.indices().isEmpty()
                        ? new int[] {symbols.get(whole.name().text()).dims().length}
                        : new int[] {shapes[0].length};
            case REPEATED -> {
                int[] times = evaluator.integers(call.arguments().get(1), scope);
                yield new int[] {
                    times.length == 1
                            ? size(shapes[0]) * times[0]
                            : Arrays.stream(times).sum()
                };
            }
            case ARRAY -> array(call, call.function(), shapes);
            case EACH -> {
                int[] widest = {1};
                for (int[] shape : shapes) {
                    widest = size(shape) > size(widest) ? shape : widest;
                }
                yield widest;
            }
        };
    }

    /** An index whose value is not known selects as many elements as it has itself. */
    private int[] withUnknownIndex(Expression.Reference reference, Symbol symbol) {
        int[] extents = new int[symbol.dims().length];
        for (int d = 0; d < extents.length; d++) {
            Index index = reference.indices().get(d);
            if (index instanceof Index.All) {
                extents[d] = symbol.dims()[d];
            } else if (index instanceof Index.Single single) {
                extents[d] = size(shape(single.value()));
            } else {
                Index.Range range = (Index.Range) index;
                extents[d] = evaluator.integer(range.to(), scope) - evaluator.integer(range.from(), scope) + 1;
            }
        }
        return dropped(extents);
    }

    private static int[] array(Expression expression, Function function, int[][] shapes) {
        try {
            return function.array().orElseThrow().resultDims(shapes);
        } catch (IllegalArgumentException e) {
            throw new EvaluationException(
                    expression.span(),
                    e.getMessage(),
                    "look at the shapes of the arguments: x[i,] is a row, x[,j] a column, and extents of 1 are dropped");
        }
    }

    static int[] dropped(int[] dims) {
        int[] kept = Arrays.stream(dims).filter(d -> d != 1).toArray();
        return kept.length == 0 ? new int[] {1} : kept;
    }
}
