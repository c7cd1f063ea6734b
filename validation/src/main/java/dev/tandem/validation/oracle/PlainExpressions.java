package dev.tandem.validation.oracle;

import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Index;
import dev.tandem.language.syntax.UnaryOperator;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Expressions by their plain meaning, over arrays whose elements are found when they are asked for. */
final class PlainExpressions {
    /** The value of an element, found if need be. */
    @FunctionalInterface
    interface Elements {
        double of(OracleArray array, int position);
    }

    private final Map<String, OracleArray> arrays;
    private final Elements elements;

    PlainExpressions(Map<String, OracleArray> arrays, Elements elements) {
        this.arrays = arrays;
        this.elements = elements;
    }

    Tensor evaluate(Expression expression, Map<String, Double> counters) {
        if (expression instanceof Expression.Literal literal) {
            return Tensor.of(literal.value());
        }
        if (expression instanceof Expression.Name name) {
            Double counter = counters.get(name.text());
            if (counter != null) {
                return Tensor.of(counter);
            }
            return selected(name, array(name), null, counters).drop();
        }
        if (expression instanceof Expression.Subscripted subscripted) {
            OracleArray array = array(subscripted.name());
            return selected(subscripted, array, positions(subscripted, array, counters), counters);
        }
        if (expression instanceof Expression.Call call) {
            if (call.canonical().equals("dim") && call.arguments().get(0) instanceof Expression.Reference reference) {
                // Of a part, with the dimensions of one that are dropped elsewhere.
                return Tensor.vector(Arrays.stream(dims(reference, counters))
                        .asDoubleStream()
                        .toArray());
            }
            return PlainFunctions.apply(
                    call.canonical(),
                    call.arguments().stream()
                            .map(argument -> evaluate(argument, counters))
                            .toList());
        }
        if (expression instanceof Expression.Unary unary) {
            Tensor operand = evaluate(unary.operand(), counters);
            return PlainFunctions.elementwise(
                    List.of(operand), v -> unary.operator() == UnaryOperator.MINUS ? -v[0] : v[0] == 0 ? 1 : 0);
        }
        Expression.Binary binary = (Expression.Binary) expression;
        return combine(binary.operator(), evaluate(binary.left(), counters), evaluate(binary.right(), counters));
    }

    OracleArray array(Expression.Name name) {
        OracleArray array = arrays.get(name.text());
        if (array == null) {
            throw new OracleException(name.text() + " is not known");
        }
        return array;
    }

    private static Tensor combine(BinaryOperator operator, Tensor left, Tensor right) {
        if (operator == BinaryOperator.RANGE) {
            int from = (int) Math.rint(left.scalar());
            int to = (int) Math.rint(right.scalar());
            double[] values = new double[Math.max(0, to - from + 1)];
            for (int i = 0; i < values.length; i++) {
                values[i] = from + i;
            }
            return Tensor.vector(values);
        }
        if (operator == BinaryOperator.MATRIX_PRODUCT) {
            double[][] a = left.rows();
            double[][] b = right.rows();
            // A vector is a row on the left, unless the sizes say that it is a column.
            if (left.dims().length == 1 && left.dims()[0] == b.length) {
                a = Textbook.transpose(a);
            } else if (right.dims().length == 1 && right.dims()[0] != a[0].length) {
                b = Textbook.transpose(b);
            }
            return Tensor.matrix(Textbook.multiply(a, b));
        }
        return PlainFunctions.elementwise(List.of(left, right), v -> combine(operator, v[0], v[1]));
    }

    private static double combine(BinaryOperator operator, double a, double b) {
        return switch (operator) {
            case OR -> a != 0 || b != 0 ? 1 : 0;
            case AND -> a != 0 && b != 0 ? 1 : 0;
            case GREATER -> a > b ? 1 : 0;
            case GREATER_EQUAL -> a >= b ? 1 : 0;
            case LESS -> a < b ? 1 : 0;
            case LESS_EQUAL -> a <= b ? 1 : 0;
            case EQUAL -> a == b ? 1 : 0;
            case NOT_EQUAL -> a != b ? 1 : 0;
            case PLUS -> a + b;
            case MINUS -> a - b;
            // JAGS does not look at the other factors of a product that has a zero.
            case TIMES -> a == 0 || b == 0 ? 0 : a * b;
            case DIVIDE -> a / b;
            case POWER -> Math.pow(a, b);
            default -> throw new OracleException("no operator " + operator);
        };
    }

    /** The values that a reference selects; positions are those of the whole variable if they are null. */
    Tensor selected(Expression.Reference reference, OracleArray array, int[] positions, Map<String, Double> counters) {
        if (reference.indices().isEmpty()) {
            double[] values = new double[array.values.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = elements.of(array, i);
            }
            return new Tensor(array.dims, values);
        }
        double[] values = new double[positions.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = elements.of(array, positions[i]);
        }
        return new Tensor(dims(reference, counters), values).drop();
    }

    private int[] dims(Expression.Reference reference, Map<String, Double> counters) {
        int[] whole = array(reference.name()).dims;
        int[] dims = whole.clone();
        for (int d = 0; d < reference.indices().size(); d++) {
            dims[d] = indices(reference.indices().get(d), counters, whole[d]).length;
        }
        return dims;
    }

    int[] positions(Expression.Reference reference, OracleArray array, Map<String, Double> counters) {
        int[] positions = {0};
        if (reference.indices().isEmpty()) {
            positions = new int[array.values.length];
            Arrays.setAll(positions, i -> i);
            return positions;
        }
        if (reference.indices().size() != array.dims.length) {
            throw new OracleException(array.name + " has " + array.dims.length + " dimensions");
        }
        int stride = 1;
        for (int d = 0; d < array.dims.length; d++) {
            int[] chosen = indices(reference.indices().get(d), counters, array.dims[d]);
            int[] next = new int[positions.length * chosen.length];
            for (int k = 0; k < chosen.length; k++) {
                if (chosen[k] < 1 || chosen[k] > array.dims[d]) {
                    throw new OracleException(array.name + " has no index " + chosen[k]);
                }
                for (int i = 0; i < positions.length; i++) {
                    next[k * positions.length + i] = positions[i] + stride * (chosen[k] - 1);
                }
            }
            positions = next;
            stride *= array.dims[d];
        }
        return positions;
    }

    int[] indices(Index index, Map<String, Double> counters, int extent) {
        if (index instanceof Index.All) {
            int[] all = new int[extent];
            Arrays.setAll(all, i -> i + 1);
            return all;
        }
        Tensor values = index instanceof Index.Range range
                ? combine(BinaryOperator.RANGE, evaluate(range.from(), counters), evaluate(range.to(), counters))
                : evaluate(((Index.Single) index).value(), counters);
        int[] result = new int[values.size()];
        for (int i = 0; i < result.length; i++) {
            double value = values.values()[i];
            if (Double.isNaN(value)) {
                throw new OracleException("an index is missing");
            }
            result[i] = (int) Math.rint(value);
        }
        return result;
    }
}
