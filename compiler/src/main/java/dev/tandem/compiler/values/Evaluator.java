package dev.tandem.compiler.values;

import dev.tandem.distributions.catalogue.Function;
import dev.tandem.distributions.catalogue.Functions;
import dev.tandem.distributions.catalogue.Numbers;
import dev.tandem.language.source.SourceSpan;
import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Evaluates expressions in a scope with the semantics of JAGS, measured on 4.3.1 where its manual is silent. Every
 * argument is evaluated, that of {@code ifelse} and {@code &&} too. What is wrong with an expression ends in an
 * {@link EvaluationException}; a result that is not a number is a value.
 *
 * <p>An evaluator owns scratch space and belongs to one thread.
 */
public final class Evaluator {
    /** How far from a whole number the result of arithmetic may be that is used as one. */
    private static final double WHOLE_TOLERANCE = 1e-9;

    /** The most elements that a range may have: a slip in one of its ends must not fill the memory. */
    private static final int LONGEST = 1 << 26;

    private final ArrayLibrary arrays = new ArrayLibrary();
    private final Calls calls = new Calls(arrays);

    ArrayLibrary arrays() {
        return arrays;
    }

    public Value evaluate(Expression expression, Scope scope) {
        if (expression instanceof Expression.Literal literal) {
            return Value.scalar(literal.value());
        }
        if (expression instanceof Expression.Reference reference) {
            return read(reference, scope);
        }
        if (expression instanceof Expression.Binary binary) {
            return binary(binary, scope);
        }
        if (expression instanceof Expression.Unary unary) {
            return Operators.unary(unary.operator(), evaluate(unary.operand(), scope));
        }
        return call((Expression.Call) expression, scope);
    }

    /** The value of an expression that must be a single number. */
    public double scalar(Expression expression, Scope scope) {
        Value value = evaluate(expression, scope);
        if (!value.isScalar()) {
            throw new EvaluationException(
                    expression.span(), "this must be a single number, not " + value.describe(), "give it an index");
        }
        return value.scalar();
    }

    /** The value of an expression that must be a single whole number. */
    public int integer(Expression expression, Scope scope) {
        return whole(expression.span(), "this", scalar(expression, scope));
    }

    /** The values of an expression that must be whole numbers, such as the range of a loop; there may be none. */
    public int[] integers(Expression expression, Scope scope) {
        Value value = evaluate(expression, scope);
        int[] result = new int[value.size()];
        for (int i = 0; i < result.length; i++) {
            result[i] = whole(expression.span(), "this", value.get(i));
        }
        return result;
    }

    /**
     * What a reference selects in a variable of the given dimensions.
     *
     * @param dims the dimensions, all indices being checked against them
     */
    public Selection select(Expression.Reference reference, Scope scope, int[] dims) {
        checkCount(reference, dims);
        List<Index> indices = reference.indices();
        int[][] selected = new int[dims.length][];
        for (int d = 0; d < dims.length; d++) {
            if (indices.isEmpty() || indices.get(d) instanceof Index.All) {
                selected[d] = count(1, dims[d]);
            } else {
                selected[d] = indices(indices.get(d), scope);
                for (int index : selected[d]) {
                    checkRange(reference, d, index, dims);
                }
            }
        }
        return new Selection(selected);
    }

    /** What a reference selects in a variable whose dimensions are not known; no index may be empty. */
    public Selection select(Expression.Reference reference, Scope scope) {
        List<Index> indices = reference.indices();
        int[][] selected = new int[indices.size()][];
        for (int d = 0; d < selected.length; d++) {
            Index index = indices.get(d);
            String name = reference.name().text();
            if (index instanceof Index.All) {
                throw new EvaluationException(
                        reference.span(),
                        "the dimensions of " + name + " are not known, so its index cannot be left empty here",
                        "declare them with var " + name + "[..], or write the range as 1:n");
            }
            selected[d] = indices(index, scope);
            for (int i : selected[d]) {
                if (i < 1) {
                    throw new EvaluationException(
                            index.span(), "index " + i + " of " + name + " is less than 1", "indices count from 1");
                }
            }
        }
        return new Selection(selected);
    }

    private Value read(Expression.Reference reference, Scope scope) {
        String name = reference.name().text();
        OptionalInt counter = scope.counter(name);
        if (counter.isPresent()) {
            if (!reference.indices().isEmpty()) {
                throw new EvaluationException(
                        reference.span(), name + " is a loop counter and has no indices", "choose another name");
            }
            return Value.scalar(counter.getAsInt());
        }
        Variable variable = variable(reference, scope);
        int[] dims = variable.sharedDims();
        checkCount(reference, dims);
        int position = reference.indices().isEmpty() ? -1 : single(reference, scope, dims);
        if (position >= 0) {
            return Value.scalar(element(reference, variable, position));
        }
        if (variable.size() == 1 && reference.indices().isEmpty()) {
            return Value.scalar(element(reference, variable, 0));
        }
        Selection selection = select(reference, scope, dims);
        int[] positions = selection.positions(dims);
        double[] values = new double[positions.length];
        for (int k = 0; k < values.length; k++) {
            values[k] = element(reference, variable, positions[k]);
        }
        return Value.wrap(selection.dims(), values);
    }

    private static Variable variable(Expression.Reference reference, Scope scope) {
        Optional<Variable> variable = scope.variable(reference.name().text());
        if (variable.isEmpty()) {
            throw new MissingValueException(reference.span(), reference.name().text());
        }
        return variable.get();
    }

    private static double element(Expression.Reference reference, Variable variable, int position) {
        double value = variable.sharedValues()[position];
        if (Double.isNaN(value)) {
            boolean whole = variable.size() == 1 && reference.indices().isEmpty();
            throw new MissingValueException(
                    reference.span(),
                    reference.name().text(),
                    whole ? new int[0] : Shapes.indices(variable.sharedDims(), position));
        }
        return value;
    }

    /** The position of a single element, without allocating what a selection needs; -1 if several are selected. */
    private int single(Expression.Reference reference, Scope scope, int[] dims) {
        List<Index> indices = reference.indices();
        int position = 0;
        for (int d = dims.length - 1; d >= 0; d--) {
            if (!(indices.get(d) instanceof Index.Single single)) {
                return -1;
            }
            Value value = evaluate(single.value(), scope);
            if (!value.isScalar()) {
                return -1;
            }
            int index = whole(single.span(), "an index", value.scalar());
            checkRange(reference, d, index, dims);
            position = position * dims[d] + index - 1;
        }
        return position;
    }

    private int[] indices(Index index, Scope scope) {
        int[] selected;
        if (index instanceof Index.Range range) {
            int from = whole(range.from().span(), "an index", scalar(range.from(), scope));
            int to = whole(range.to().span(), "an index", scalar(range.to(), scope));
            if (to < from) {
                throw new EvaluationException(
                        index.span(),
                        "the index " + from + ":" + to + " selects nothing",
                        "a range must not descend; a loop over it would be skipped");
            }
            if ((long) to - from >= LONGEST) {
                throw new EvaluationException(
                        index.span(),
                        "the index " + from + ":" + to + " has more than " + LONGEST + " elements",
                        "is one of its ends wrong?");
            }
            return count(from, to);
        }
        Value value = evaluate(((Index.Single) index).value(), scope);
        selected = new int[value.size()];
        for (int i = 0; i < selected.length; i++) {
            selected[i] = whole(index.span(), "an index", value.get(i));
        }
        if (selected.length == 0) {
            throw new EvaluationException(
                    index.span(), "this index selects nothing", "a range whose end lies below its start is empty");
        }
        return selected;
    }

    private static int[] count(int from, int to) {
        int[] result = new int[to - from + 1];
        for (int i = 0; i < result.length; i++) {
            result[i] = from + i;
        }
        return result;
    }

    private static void checkCount(Expression.Reference reference, int[] dims) {
        int given = reference.indices().size();
        if (given != 0 && given != dims.length) {
            throw new EvaluationException(
                    reference.span(),
                    reference.name().text() + " has " + count(dims.length, "dimension") + ", not " + given,
                    dims.length == 1 && dims[0] == 1
                            ? "it is a single number"
                            : "it is " + Shapes.describe(dims)
                                    + (dims.length == 1 && given > 1
                                            ? ". Data in rows and columns are a list of rows in JSON, and structure(.., .Dim = c(rows, columns)) in R"
                                            : ""));
        }
    }

    private static String count(int number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    private static void checkRange(Expression.Reference reference, int dimension, int index, int[] dims) {
        if (index < 1 || index > dims[dimension]) {
            String where = dims.length == 1 ? "" : " in dimension " + (dimension + 1);
            throw new OutOfRangeException(
                    reference.indices().get(dimension).span(),
                    "index " + index + " of " + reference.name().text() + where + " is outside 1.." + dims[dimension],
                    reference.name().text(),
                    dimension,
                    index);
        }
    }

    private static int whole(SourceSpan span, String what, double value) {
        double rounded = Math.rint(value);
        if (Math.abs(rounded) > Integer.MAX_VALUE) {
            throw new EvaluationException(
                    span, what + " is too large: " + Numbers.show(value), "is it the right number?");
        }
        if (!(Math.abs(value - rounded) <= WHOLE_TOLERANCE)) {
            throw new EvaluationException(
                    span, what + " must be a whole number, not " + Numbers.show(value), "round(..) makes one");
        }
        return (int) rounded;
    }

    private Value binary(Expression.Binary binary, Scope scope) {
        Value left = evaluate(binary.left(), scope);
        Value right = evaluate(binary.right(), scope);
        if (binary.operator() == BinaryOperator.RANGE) {
            return range(binary, left, right);
        }
        if (binary.operator() == BinaryOperator.MATRIX_PRODUCT) {
            return calls.matrixProduct(binary.span(), left, right);
        }
        return Operators.binary(binary.span(), binary.operator(), left, right);
    }

    private static Value range(Expression.Binary binary, Value left, Value right) {
        int from = end(binary.left(), left);
        int to = end(binary.right(), right);
        long size = Math.max(0L, (long) to - from + 1);
        if (size > LONGEST) {
            throw new EvaluationException(
                    binary.span(),
                    "the range " + from + ":" + to + " has more than " + LONGEST + " elements",
                    "is one of its ends wrong?");
        }
        double[] values = new double[(int) size];
        for (int i = 0; i < values.length; i++) {
            values[i] = (double) from + i;
        }
        return Value.wrap(new int[] {values.length}, values);
    }

    private static int end(Expression expression, Value value) {
        if (!value.isScalar()) {
            throw new EvaluationException(
                    expression.span(),
                    "an end of a range must be a single number, not " + value.describe(),
                    "give it an index, or write length(..) for the number of elements");
        }
        return whole(expression.span(), "an end of a range", value.scalar());
    }

    private Value call(Expression.Call call, Scope scope) {
        if (call.function().kind() == Function.Kind.SHAPE) {
            return shape(call, scope);
        }
        List<Expression> expressions = call.arguments();
        Value[] arguments = new Value[expressions.size()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = evaluate(expressions.get(i), scope);
        }
        return calls.call(call, arguments);
    }

    /** The shape of a reference needs no values, and keeps the dimensions that reading would drop. */
    private Value shape(Expression.Call call, Scope scope) {
        Expression argument = call.arguments().get(0);
        int[] dims;
        if (argument instanceof Expression.Reference reference
                && scope.counter(reference.name().text()).isEmpty()) {
            dims = select(reference, scope, variable(reference, scope).sharedDims())
                    .extents();
        } else {
            dims = evaluate(argument, scope).sharedDims();
        }
        if (call.is(Functions.LENGTH)) {
            return Value.scalar(Shapes.size(dims));
        }
        double[] values = new double[dims.length];
        for (int d = 0; d < dims.length; d++) {
            values[d] = dims[d];
        }
        return Value.wrap(new int[] {dims.length}, values);
    }
}
