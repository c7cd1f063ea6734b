package dev.tandem.validation.oracle;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/** The functions of JAGS by their definitions. */
final class PlainFunctions {
    private static final double INFINITY = Double.POSITIVE_INFINITY;

    private PlainFunctions() {}

    static Tensor apply(String name, List<Tensor> arguments) {
        if (name.startsWith("logdensity.")) {
            String law = "d" + name.substring(11);
            return PlainDistributions.ofNumbers(law)
                    ? elementwise(arguments, v -> PlainDistributions.single(law, v[0], numbers(v)))
                    : Tensor.of(PlainDistributions.logDensity(
                            law, arguments.get(0), arguments.subList(1, arguments.size())));
        }
        if (arguments.size() == 1 && scalarFunction(name) != null) {
            return map(scalarFunction(name), arguments.get(0));
        }
        return switch (name) {
            case "equals" -> elementwise(arguments, v -> v[0] == v[1] ? 1 : 0);
            case "ifelse" -> elementwise(arguments, v -> v[0] != 0 ? v[1] : v[2]);
            case "pow" -> elementwise(arguments, v -> Math.pow(v[0], v[1]));
            case "besselI", "besselJ", "besselK", "besselY" -> elementwise(arguments, v -> bessel(name, v[0], v[1]));
            default -> array(name, arguments);
        };
    }

    private static Tensor map(DoubleUnaryOperator function, Tensor x) {
        return new Tensor(x.dims(), Arrays.stream(x.values()).map(function).toArray());
    }

    /** A function of several numbers at each element; single numbers go with every element. */
    static Tensor elementwise(List<Tensor> arguments, java.util.function.ToDoubleFunction<double[]> function) {
        Tensor longest =
                arguments.stream().max(Comparator.comparingInt(Tensor::size)).orElseThrow();
        double[] result = new double[longest.size()];
        double[] at = new double[arguments.size()];
        for (int i = 0; i < result.length; i++) {
            for (int k = 0; k < at.length; k++) {
                Tensor argument = arguments.get(k);
                if (!argument.single() && argument.size() != result.length) {
                    throw new OracleException("sizes " + argument.size() + " and " + result.length);
                }
                at[k] = argument.values()[argument.single() ? 0 : i];
            }
            result[i] = function.applyAsDouble(at);
        }
        return new Tensor(longest.dims(), result);
    }

    static double ilogit(double x) {
        return x > 0 ? 1 / (1 + Math.exp(-x)) : Math.exp(x) / (1 + Math.exp(x));
    }

    /** Null for functions of another kind. */
    private static DoubleUnaryOperator scalarFunction(String name) {
        return switch (name) {
            case "abs" -> Math::abs;
            case "arccos" -> Math::acos;
            case "arccosh" -> x -> Math.log(x + Math.sqrt(x * x - 1));
            case "arcsin" -> Math::asin;
            case "arcsinh" -> x -> Math.signum(x) * Math.log(Math.abs(x) + Math.sqrt(x * x + 1));
            case "arctan" -> Math::atan;
            case "arctanh" -> x -> 0.5 * (Math.log1p(x) - Math.log1p(-x));
            case "cos" -> Math::cos;
            case "cosh" -> StrictMath::cosh;
            case "cloglog" -> p -> Math.log(-Math.log1p(-p));
            case "expm1" -> Math::expm1;
            case "log" -> Math::log;
            case "log1p" -> Math::log1p;
            case "logfact" -> Textbook::logFactorial;
            case "loggam" -> Textbook::logGamma;
            case "logit" -> p -> Math.log(p) - Math.log1p(-p);
            case "probit" -> p -> inverse(Textbook::phi, p, -40, 40);
            case "round" -> x -> Math.floor(x + 0.5);
            case "sin" -> Math::sin;
            case "sinh" -> StrictMath::sinh;
            case "softplus" -> x -> Math.max(0, x) + Math.log1p(Math.exp(-Math.abs(x)));
            case "sqrt" -> Math::sqrt;
            case "step" -> x -> x >= 0 ? 1 : 0;
            case "tan" -> Math::tan;
            case "tanh" -> StrictMath::tanh;
            case "trunc" -> x -> x < 0 ? Math.ceil(x) : Math.floor(x);
            case "exp" -> Math::exp;
            case "icloglog" -> x -> -Math.expm1(-Math.exp(x));
            case "ilogit" -> PlainFunctions::ilogit;
            case "phi" -> Textbook::phi;
            default -> null;
        };
    }

    /** Where an increasing function has a value, by bisection. */
    private static double inverse(DoubleUnaryOperator function, double value, double from, double to) {
        double low = from;
        double high = to;
        for (int k = 0; k < 100; k++) {
            double middle = 0.5 * (low + high);
            if (function.applyAsDouble(middle) < value) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return 0.5 * (low + high);
    }

    private static Tensor array(String name, List<Tensor> arguments) {
        double[] all = Tensor.concatenate(arguments);
        Tensor first = arguments.get(0);
        double[] v = first.values();
        return switch (name) {
            case "sum" -> Tensor.of(Arrays.stream(all).sum());
            case "prod" -> Tensor.of(Arrays.stream(all).reduce(1, (a, b) -> a * b));
            case "max" -> Tensor.of(Arrays.stream(all).max().orElseThrow());
            case "min" -> Tensor.of(Arrays.stream(all).min().orElseThrow());
            case "c" -> Tensor.vector(all);
            case "mean" -> Tensor.of(Arrays.stream(v).sum() / v.length);
            case "sd" -> {
                double mean = Arrays.stream(v).sum() / v.length;
                yield Tensor.of(Math.sqrt(
                        Arrays.stream(v).map(x -> (x - mean) * (x - mean)).sum() / (v.length - 1)));
            }
            case "inprod" -> {
                double sum = 0;
                for (int i = 0; i < v.length; i++) {
                    sum += v[i] * arguments.get(1).values()[i];
                }
                yield Tensor.of(sum);
            }
            case "sort" -> Tensor.vector(Arrays.stream(v).sorted().toArray());
            case "order" ->
                Tensor.vector(Arrays.stream(order(v)).mapToDouble(i -> i + 1).toArray());
            case "rank" -> {
                int[] order = order(v);
                double[] rank = new double[v.length];
                for (int k = 0; k < order.length; k++) {
                    rank[order[k]] = k + 1;
                }
                yield Tensor.vector(rank);
            }
            case "rep" -> repeat(v, arguments.get(1).values());
            case "interp.lin" ->
                Tensor.of(interpolate(
                        v[0], arguments.get(1).values(), arguments.get(2).values()));
            case "inverse", "inverse.lu" -> Tensor.matrix(Textbook.inverse(first.rows()));
            case "logdet" -> Tensor.of(Textbook.logDeterminant(first.rows()));
            case "t" -> Tensor.matrix(Textbook.transpose(first.rows()));
            case "mexp" -> Tensor.matrix(Textbook.exponential(first.rows()));
            case "length" -> Tensor.of(first.size());
            case "dim" ->
                Tensor.vector(Arrays.stream(first.dims()).asDoubleStream().toArray());
            default -> probability(name, arguments);
        };
    }

    private static int[] order(double[] v) {
        return IntStream.range(0, v.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> v[i]))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private static Tensor repeat(double[] v, double[] times) {
        if (times.length == 1) {
            double[] result = new double[((int) times[0]) * v.length];
            for (int i = 0; i < result.length; i++) {
                result[i] = v[i % v.length];
            }
            return Tensor.vector(result);
        }
        return Tensor.vector(IntStream.range(0, v.length)
                .boxed()
                .flatMapToDouble(i -> IntStream.range(0, (int) times[i]).mapToDouble(k -> v[i]))
                .toArray());
    }

    private static double interpolate(double x, double[] xs, double[] ys) {
        int last = xs.length - 1;
        if (x <= xs[0]) {
            return ys[0];
        }
        for (int i = 0; i < last; i++) {
            if (x <= xs[i + 1]) {
                return ys[i] + (ys[i + 1] - ys[i]) * (x - xs[i]) / (xs[i + 1] - xs[i]);
            }
        }
        return ys[last];
    }

    /** dnorm, pnorm, qnorm and their kin. */
    private static Tensor probability(String name, List<Tensor> arguments) {
        String law = "d" + name.substring(1);
        if (!PlainDistributions.ofNumbers(law)) {
            return Tensor.of(Math.exp(
                    PlainDistributions.logDensity(law, arguments.get(0), arguments.subList(1, arguments.size()))));
        }
        return switch (name.charAt(0)) {
            case 'd' -> elementwise(arguments, v -> Math.exp(PlainDistributions.single(law, v[0], numbers(v))));
            case 'p' -> elementwise(arguments, v -> below(law, numbers(v), v[0]));
            case 'q' -> elementwise(arguments, v -> quantile(law, numbers(v), v[0]));
            default -> throw new OracleException("no function " + name);
        };
    }

    /** All but the first, as parameters. */
    private static List<Tensor> numbers(double[] v) {
        return Arrays.stream(v).skip(1).mapToObj(Tensor::of).toList();
    }

    private static double below(String law, List<Tensor> parameters, double x) {
        double to = PlainDistributions.discrete(law) ? Math.floor(x + 1e-7) : x;
        return Math.exp(PlainDistributions.logProbability(law, parameters, Double.NEGATIVE_INFINITY, to));
    }

    private static double quantile(String law, List<Tensor> parameters, double p) {
        double[] support = PlainDistributions.support(law, parameters);
        if (PlainDistributions.discrete(law)) {
            double k = support[0];
            while (k < support[1] && below(law, parameters, k) < p * (1 - 1e-12)) {
                k++;
            }
            return k;
        }
        double low = support[0];
        double high = support[1];
        for (double reach = 1; Double.isInfinite(low); reach *= 2) {
            low = below(law, parameters, -reach) < p ? -reach : low;
        }
        for (double reach = 1; high == INFINITY; reach *= 2) {
            high = below(law, parameters, low + reach) > p ? low + reach : high;
        }
        return inverse(x -> below(law, parameters, x), p, low, high);
    }

    private static double bessel(String name, double x, double nu) {
        return switch (name) {
            case "besselI" -> {
                double sum = 0;
                for (int k = 0; k < 200; k++) {
                    sum += Math.exp(
                            (2 * k + nu) * Math.log(x / 2) - Textbook.logFactorial(k) - Textbook.logGamma(k + nu + 1));
                }
                yield sum;
            }
            case "besselJ" ->
                (simpson(t -> Math.cos(nu * t - x * Math.sin(t)), Math.PI)
                                - Math.sin(nu * Math.PI)
                                        * simpson(
                                                t -> Math.exp(-x * StrictMath.sinh(t) - nu * t),
                                                Math.log(2 * (800 / x + 1))))
                        / Math.PI;
            case "besselK" ->
                Math.exp(Textbook.logIntegral(
                        t -> nu * t - x * StrictMath.cosh(t) + Math.log(0.5 + 0.5 * Math.exp(-2 * nu * t)),
                        0,
                        INFINITY,
                        1));
            default -> {
                double wave = simpson(t -> Math.sin(x * Math.sin(t) - nu * t), Math.PI) / Math.PI;
                double tail = simpson(
                                t -> (Math.exp(nu * t) + Math.exp(-nu * t) * Math.cos(nu * Math.PI))
                                        * Math.exp(-x * StrictMath.sinh(t)),
                                Math.log(2 * (800 / x + 1)))
                        / Math.PI;
                yield wave - tail;
            }
        };
    }

    private static double simpson(DoubleUnaryOperator f, double to) {
        int parts = 20_000;
        double h = to / parts;
        double sum = f.applyAsDouble(0) + f.applyAsDouble(to);
        for (int i = 1; i < parts; i++) {
            sum += (i % 2 == 0 ? 2 : 4) * f.applyAsDouble(i * h);
        }
        return sum * h / 3;
    }
}
