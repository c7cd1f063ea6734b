package dev.tandem.compiler.terms;

import dev.tandem.distributions.Exponentials;
import dev.tandem.distributions.FastExponential;
import dev.tandem.distributions.GammaFunction;
import dev.tandem.distributions.ScalarDistribution;
import dev.tandem.distributions.ScalarFunctions;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The static methods of doubles that terms may call, each with its derivatives. */
public final class Calls {
    /** The derivative of a call by one argument. */
    @FunctionalInterface
    public interface Rule {
        Term partial(Terms terms, Term call);
    }

    /** A static method with a derivative rule per argument, or none where it has no derivative. */
    public static final class Function {
        private final Class<?> owner;
        private final String method;
        private final List<Optional<Rule>> rules;
        private final MethodHandle handle;

        private Function(Class<?> owner, String method, List<Optional<Rule>> rules) {
            this.owner = owner;
            this.method = method;
            this.rules = List.copyOf(rules);
            MethodType type = MethodType.methodType(double.class, Collections.nCopies(rules.size(), double.class));
            try {
                handle = MethodHandles.publicLookup()
                        .findStatic(owner, method, type)
                        .asSpreader(double[].class, rules.size());
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(owner + "." + method, e);
            }
        }

        public Class<?> owner() {
            return owner;
        }

        public String method() {
            return method;
        }

        boolean differentiable(int argument) {
            return rules.get(argument).isPresent();
        }

        Term partial(Terms terms, Term call, int argument) {
            return rules.get(argument).orElseThrow().partial(terms, call);
        }

        public double apply(double[] arguments) {
            try {
                return (double) handle.invokeExact(arguments);
            } catch (Throwable failure) {
                throw new IllegalStateException(failure);
            }
        }

        @Override
        public String toString() {
            return owner.getSimpleName() + "." + method;
        }
    }

    private static final Map<String, Function> CACHE = Collections.synchronizedMap(new HashMap<>());

    public static final Function EXP = smooth(FastExponential.class, "of", (t, c) -> c);
    public static final Function LOG = smooth(Math.class, "log", (t, c) -> t.divide(t.number(1), c.argument(0)));
    public static final Function SQRT = smooth(Math.class, "sqrt", (t, c) -> t.divide(t.number(0.5), c));
    public static final Function LOG_GAMMA = smooth(
            GammaFunction.class, "logGamma", (t, c) -> t.call(plain(GammaFunction.class, "digamma", 1), c.argument(0)));
    /** exp(x) for x that is not positive. */
    public static final Function EXP_OF_NON_POSITIVE = smooth(FastExponential.class, "ofNonPositive", (t, c) -> c);

    public static final Function LOG_CHOOSE = plain(Counts.class, "logChoose", 2);
    public static final Function LOG_FACTORIAL = plain(Counts.class, "logFactorial", 1);
    public static final Function TIMES_LOG = ruled(
            Counts.class,
            "timesLog",
            null,
            (t, c) -> t.call(plain(Counts.class, "ratio", 2), c.argument(0), c.argument(1)));
    /** The same where the logarithm is at hand. */
    public static final Function TIMES = ruled(Counts.class, "times", null, (t, c) -> c.argument(0));

    /** A product that is zero where one factor is, and the other infinite. */
    public static final Function PRODUCT =
            ruled(Counts.class, "product", (t, c) -> c.argument(1), (t, c) -> c.argument(0));

    private Calls() {}

    /** A method without derivatives. */
    public static Function plain(Class<?> owner, String method, int arity) {
        return CACHE.computeIfAbsent(
                owner.getName() + "." + method + "/" + arity,
                key -> new Function(owner, method, Collections.nCopies(arity, Optional.empty())));
    }

    private static Function smooth(Class<?> owner, String method, Rule rule) {
        return new Function(owner, method, List.of(Optional.of(rule)));
    }

    /** A method with one rule for each argument, null where it has no derivative. */
    public static Function ruled(Class<?> owner, String method, Rule... rules) {
        return CACHE.computeIfAbsent(owner.getName() + "." + method + "'" + rules.length, key -> {
            List<Optional<Rule>> list = new ArrayList<>();
            for (Rule rule : rules) {
                list.add(Optional.ofNullable(rule));
            }
            return new Function(owner, method, list);
        });
    }

    /** A rule that calls another static method with the same arguments. */
    public static Rule sameArguments(Class<?> owner, String method, int arity) {
        Function derivative = plain(owner, method, arity);
        return (t, c) -> t.call(derivative, c.arguments().toArray(new Term[0]));
    }

    /** A scalar function of one argument by its JAGS name. */
    public static Optional<Function> unary(String name) {
        Function present = CACHE.get("unary " + name);
        if (present == null) {
            present = makeUnary(name);
            if (present != null) {
                CACHE.put("unary " + name, present);
            }
        }
        return Optional.ofNullable(present);
    }

    private static Function makeUnary(String name) {
        return switch (name) {
            case "exp" -> EXP;
            case "log" -> LOG;
            case "sqrt" -> SQRT;
            case "sin" ->
                smooth(Math.class, "sin", (t, c) -> t.call(unary("cos").orElseThrow(), c.argument(0)));
            case "cos" ->
                smooth(Math.class, "cos", (t, c) -> t.negate(t.call(unary("sin").orElseThrow(), c.argument(0))));
            case "sinh" ->
                smooth(StrictMath.class, "sinh", (t, c) -> t.call(unary("cosh").orElseThrow(), c.argument(0)));
            case "cosh" ->
                smooth(StrictMath.class, "cosh", (t, c) -> t.call(unary("sinh").orElseThrow(), c.argument(0)));
            case "tanh" -> by(StrictMath.class, name, name);
            case "tan", "abs" -> by(Math.class, name, name);
            case "arccos" -> by(Math.class, "acos", name);
            case "arcsin" -> by(Math.class, "asin", name);
            case "arctan" -> by(Math.class, "atan", name);
            case "arccosh", "arcsinh", "arctanh", "cloglog", "icloglog", "logit", "logfact", "phi", "probit" ->
                by(ScalarFunctions.class, name, name);
            case "ilogit" -> smooth(Exponentials.class, "ilogit", (t, c) -> t.multiply(c, t.subtract(t.number(1), c)));
            case "loggam" -> LOG_GAMMA;
            case "round", "trunc", "step" -> plain(ScalarFunctions.class, name, 1);
            default -> null;
        };
    }

    private static Function by(Class<?> owner, String method, String name) {
        Function derivative = plain(ScalarFunctions.class, name + "By", 1);
        return smooth(owner, method, (t, c) -> t.call(derivative, c.argument(0)));
    }

    /** x to the power y. */
    public static Function power() {
        return ruled(
                Math.class,
                "pow",
                sameArguments(ScalarFunctions.class, "powByBase", 2),
                sameArguments(ScalarFunctions.class, "powByExponent", 2));
    }

    /** The log density of a scalar distribution, of the value and its parameters. */
    public static Function logDensity(ScalarDistribution d) {
        int arity = d.parameters().size() + 1;
        Rule[] rules = new Rule[arity];
        for (int i = 0; i < arity; i++) {
            if (d.differentiable(i)) {
                rules[i] = sameArguments(d.owner(), "d" + i, arity);
            }
        }
        return ruled(d.owner(), "logDensity", rules);
    }
}
