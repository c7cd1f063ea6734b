package dev.tandem.compiler.values;

import dev.tandem.distributions.ScalarDistribution;
import dev.tandem.distributions.catalogue.Distribution;
import dev.tandem.distributions.catalogue.Distributions;
import dev.tandem.distributions.catalogue.Numbers;
import dev.tandem.language.Expression;
import dev.tandem.language.Function;
import dev.tandem.language.SourceSpan;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Calls of functions whose arguments are values already: each kind of function in its own way. */
final class Calls {
    private static final String LOG_DENSITY = "logdensity.";

    /** The most elements that a vector may be given by repeating. */
    private static final long LONGEST = 1L << 26;

    private final ArrayLibrary arrays;

    Calls(ArrayLibrary arrays) {
        this.arrays = arrays;
    }

    Value call(Expression.Call call, Value[] arguments) {
        Function.Kind kind = call.function().kind();
        if (kind == Function.Kind.PROBABILITY) {
            return probability(call, arguments);
        }
        if (kind == Function.Kind.ARRAY) {
            return switch (call.canonical()) {
                case "c" -> combine(arguments);
                case "rep" -> repeat(call, arguments[0], arguments[1]);
                default -> array(call.span(), call.canonical(), List.of(arguments));
            };
        }
        if (kind == Function.Kind.INVERSE_LINK && !arguments[0].isScalar()) {
            throw new EvaluationException(
                    call.arguments().get(0).span(),
                    call.written() + " takes a single number, not " + arguments[0].describe(),
                    "inverse links do not work element by element, as in JAGS: write a loop");
        }
        ScalarFunction function = ScalarFunction.find(call.canonical());
        if (arguments.length == 1 && arguments[0].isScalar()) {
            return Value.scalar(function.apply(arguments[0].scalar(), 0, 0));
        }
        return elementwise(
                call, arguments, x -> function.apply(x[0], x.length > 1 ? x[1] : 0, x.length > 2 ? x[2] : 0));
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

    /** A density, distribution or quantile function, by the distribution and its first letter. */
    private Value probability(Expression.Call call, Value[] arguments) {
        String name = call.canonical();
        boolean logDensity = name.startsWith(LOG_DENSITY);
        String stem = name.substring(logDensity ? LOG_DENSITY.length() : 1);
        char letter = logDensity ? 'l' : name.charAt(0);
        Distribution row = Distributions.find("d" + stem).orElseThrow();
        Optional<ScalarDistribution> scalar = row.scalar();
        if (scalar.isEmpty()) {
            double density = arrays.logDensity(call.span(), row, arguments);
            return Value.scalar(logDensity ? density : Math.exp(density));
        }
        ScalarDistribution distribution = scalar.get();
        return elementwise(call, arguments, x -> {
            double[] p = Arrays.copyOfRange(x, 1, x.length);
            return switch (letter) {
                case 'l' -> distribution.logDensity(x[0], p);
                case 'd' -> Math.exp(distribution.logDensity(x[0], p));
                case 'p' -> distribution.cumulative(x[0], p);
                default -> distribution.quantile(x[0], p);
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

    /** A function of the library of array functions, {@code %*%} among them. */
    Value array(SourceSpan span, String name, List<Value> arguments) {
        return arrays.call(span, name, arguments);
    }
}
