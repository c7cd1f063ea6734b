package dev.tandem.compiler.values;

import dev.tandem.distributions.catalogue.Distribution;
import dev.tandem.distributions.catalogue.Function;
import dev.tandem.distributions.catalogue.Functions;
import dev.tandem.distributions.catalogue.Numbers;
import dev.tandem.distributions.scalar.ScalarDistribution;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.language.source.SourceSpan;
import dev.tandem.language.syntax.Expression;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Calls of functions whose arguments are values already: each kind of function in its own way. */
final class Calls {
    /** The most elements that a vector may be given by repeating. */
    private static final long LONGEST = 1L << 26;

    private final ArrayLibrary arrays;

    Calls(ArrayLibrary arrays) {
        this.arrays = arrays;
    }

    Value call(Expression.Call call, Value[] arguments) {
        Function function = call.function();
        if (function.probability().isPresent()) {
            return probability(call, function.probability().get(), arguments);
        }
        if (function.form() == Function.Form.JOINED) {
            return combine(arguments);
        }
        if (function.form() == Function.Form.REPEATED) {
            return repeat(call, arguments[0], arguments[1]);
        }
        if (function.array().isPresent()) {
            return arrays.call(call.span(), function, List.of(arguments));
        }
        if (function.kind() == Function.Kind.INVERSE_LINK && !arguments[0].isScalar()) {
            throw new EvaluationException(
                    call.arguments().get(0).span(),
                    call.written() + " takes a single number, not " + arguments[0].describe(),
                    "inverse links do not work element by element, as in JAGS: write a loop");
        }
        if (arguments.length == 1 && arguments[0].isScalar()) {
            return Value.scalar(function.apply(arguments[0].scalar()));
        }
        return elementwise(call, arguments, function::apply);
    }

    private static Value elementwise(Expression.Call call, Value[] arguments, ToDoubleFunction<double[]> function) {
        Elementwise shape = Elementwise.of(arguments);
        if (!shape.fits()) {
            throw new EvaluationException(
                    call.span(),
                    call.written() + " takes single numbers and arrays of one shape, not " + describe(arguments),
                    "it works element by element: give the arguments the same shape");
        }
        double[] x = new double[arguments.length];
        double[] result = new double[shape.size()];
        for (int i = 0; i < result.length; i++) {
            for (int k = 0; k < x.length; k++) {
                x[k] = Elementwise.at(arguments[k], i);
            }
            result[i] = function.applyAsDouble(x);
        }
        return result.length == 1 ? Value.scalar(result[0]) : Value.wrap(shape.dims(), result);
    }

    private static String describe(Value[] arguments) {
        if (arguments.length == 2) {
            return Shapes.describe(arguments[0].sharedDims(), arguments[1].sharedDims());
        }
        return Arrays.stream(arguments).map(Value::describe).collect(Collectors.joining(" and "));
    }

    /** A density, distribution or quantile function. */
    private Value probability(Expression.Call call, Function.Probability probability, Value[] arguments) {
        Distribution row = probability.distribution();
        Function.Quantity quantity = probability.quantity();
        Optional<ScalarDistribution> scalar = row.scalar();
        if (scalar.isEmpty()) {
            double density = arrays.logDensity(call.span(), row, arguments);
            return Value.scalar(quantity == Function.Quantity.LOG_DENSITY ? density : Elementary.exp(density));
        }
        ScalarDistribution distribution = scalar.get();
        return elementwise(call, arguments, x -> {
            double[] p = Arrays.copyOfRange(x, 1, x.length);
            return switch (quantity) {
                case LOG_DENSITY -> distribution.logDensity(x[0], p);
                case DENSITY -> Elementary.exp(distribution.logDensity(x[0], p));
                case CUMULATIVE -> distribution.cumulative(x[0], p);
                case QUANTILE -> distribution.quantile(x[0], p);
            };
        });
    }

    /** All elements in a row. */
    private static Value combine(Value[] arguments) {
        int size = Arrays.stream(arguments).mapToInt(Value::size).sum();
        double[] result = new double[size];
        int next = 0;
        for (Value argument : arguments) {
            for (int i = 0; i < argument.size(); i++) {
                result[next++] = argument.get(i);
            }
        }
        return Value.wrap(new int[] {size}, result);
    }

    /** {@code rep(v, 2)} repeats the whole, {@code rep(v, c(2, 1, 0))} each element by its own number. */
    private static Value repeat(Expression.Call call, Value v, Value times) {
        SourceSpan place = call.arguments().get(1).span();
        if (!times.isScalar() && times.size() != v.size()) {
            throw new EvaluationException(
                    place,
                    "rep takes one number of times, or one for each of the " + v.size() + " elements, not "
                            + times.size(),
                    "it is rep(x, times)");
        }
        long size = 0;
        for (int i = 0; i < times.size(); i++) {
            double number = times.get(i);
            if (!(number >= 0) || number != Math.rint(number)) {
                throw new EvaluationException(
                        place,
                        "rep takes whole numbers of times from 0, not " + Numbers.show(number),
                        "it is rep(x, times)");
            }
            size += (long) (Math.min(number, Integer.MAX_VALUE) * (times.isScalar() ? v.size() : 1));
        }
        if (size > LONGEST) {
            throw new EvaluationException(
                    call.span(), "rep would make a vector that is too long", "is the number of times wrong?");
        }
        double[] result = new double[(int) size];
        int next = 0;
        if (times.isScalar()) {
            for (int k = 0; k < result.length; k++) {
                result[k] = v.get(k % v.size());
            }
        } else {
            for (int i = 0; i < v.size(); i++) {
                int end = next + (int) times.get(i);
                Arrays.fill(result, next, end, v.get(i));
                next = end;
            }
        }
        return Value.wrap(new int[] {result.length}, result);
    }

    Value matrixProduct(SourceSpan span, Value left, Value right) {
        return arrays.call(span, Functions.MATRIX_PRODUCT, List.of(left, right));
    }
}
