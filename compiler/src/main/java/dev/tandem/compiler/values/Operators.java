package dev.tandem.compiler.values;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.language.source.SourceSpan;
import dev.tandem.language.syntax.BinaryOperator;
import dev.tandem.language.syntax.UnaryOperator;

/** The operators that work element by element: on scalars, on arrays of one shape, or on a scalar with an array. */
final class Operators {
    private Operators() {}

    static Value unary(UnaryOperator operator, Value operand) {
        if (operand.isScalar()) {
            return Value.scalar(apply(operator, operand.scalar()));
        }
        double[] result = new double[operand.size()];
        for (int i = 0; i < result.length; i++) {
            result[i] = apply(operator, operand.get(i));
        }
        return Value.wrap(operand.sharedDims(), result);
    }

    static Value binary(SourceSpan span, BinaryOperator operator, Value left, Value right) {
        if (left.isScalar() && right.isScalar()) {
            return Value.scalar(apply(operator, left.scalar(), right.scalar()));
        }
        Elementwise shape = Elementwise.of(left, right);
        if (!shape.fits()) {
            throw new EvaluationException(span, complaint(operator, left, right), hint(operator, left, right));
        }
        double[] result = new double[shape.size()];
        for (int i = 0; i < result.length; i++) {
            result[i] = apply(operator, Elementwise.at(left, i), Elementwise.at(right, i));
        }
        return Value.wrap(shape.dims(), result);
    }

    private static String complaint(BinaryOperator operator, Value left, Value right) {
        String verb = switch (operator) {
            case PLUS -> "added";
            case MINUS -> "subtracted";
            case TIMES -> "multiplied element by element";
            case DIVIDE -> "divided";
            case POWER -> "raised to one another's power";
            case OR, AND -> "combined by " + operator.symbol();
            default -> "compared";
        };
        return Shapes.describe(left.sharedDims(), right.sharedDims()) + " cannot be " + verb;
    }

    private static String hint(BinaryOperator operator, Value left, Value right) {
        return operator == BinaryOperator.TIMES && left.rank() + right.rank() > 2
                ? "the matrix product is written %*%"
                : "both must have one shape, or one of them must be a single number";
    }

    private static double apply(UnaryOperator operator, double x) {
        return switch (operator) {
            case MINUS -> -x;
            case NOT -> truth(x == 0);
        };
    }

    /** Zero times infinity is zero, as in JAGS: {@code r * log(r / n)} is zero where r is. */
    private static double times(double x, double y) {
        double product = x * y;
        return Double.isNaN(product) && !Double.isNaN(x) && !Double.isNaN(y) ? 0 : product;
    }

    private static double apply(BinaryOperator operator, double x, double y) {
        return switch (operator) {
            case OR -> truth(x != 0 || y != 0);
            case AND -> truth(x != 0 && y != 0);
            case GREATER -> truth(x > y);
            case GREATER_EQUAL -> truth(x >= y);
            case LESS -> truth(x < y);
            case LESS_EQUAL -> truth(x <= y);
            case EQUAL -> truth(x == y);
            case NOT_EQUAL -> truth(x != y);
            case PLUS -> x + y;
            case MINUS -> x - y;
            case TIMES -> times(x, y);
            case DIVIDE -> x / y;
            case POWER -> Elementary.pow(x, y);
            case MATRIX_PRODUCT, RANGE -> throw new IllegalArgumentException(operator + " is not element by element");
        };
    }

    private static double truth(boolean condition) {
        return condition ? 1 : 0;
    }
}
