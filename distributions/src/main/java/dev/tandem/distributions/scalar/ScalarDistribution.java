package dev.tandem.distributions.scalar;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The arithmetic of a distribution of single numbers, for generic use in tests, reports and truncation; generated code calls the
 * class behind it directly.
 */
public final class ScalarDistribution {
    private final String name;
    private final Class<?> owner;
    private final boolean discrete;
    private final List<String> parameters;
    /** Those that were asked for, and that there are none of that name: few models need more than a few. */
    private final Map<String, Optional<MethodHandle>> methods = new ConcurrentHashMap<>();

    /**
     * The arithmetic of a distribution.
     *
     * @param owner the class with its static methods
     * @param discrete whether its values are separate points
     * @param parameters the names of its parameters
     */
    public ScalarDistribution(String name, Class<?> owner, boolean discrete, List<String> parameters) {
        this.name = name;
        this.owner = owner;
        this.discrete = discrete;
        this.parameters = parameters;
    }

    private Optional<MethodHandle> find(String method) {
        MethodType values = MethodType.methodType(double.class, Collections.nCopies(parameters.size(), double.class));
        MethodType type = switch (method) {
            case "lower", "upper" -> values;
            case "sample" -> values.insertParameterTypes(0, UniformRandomProvider.class);
            default -> values.insertParameterTypes(0, double.class);
        };
        try {
            MethodHandle handle = MethodHandles.lookup().findStatic(owner, method, type);
            return Optional.of(handle.asSpreader(double[].class, parameters.size()));
        } catch (NoSuchMethodException absent) {
            // A distribution has only those methods that make sense for it.
            return Optional.empty();
        } catch (IllegalAccessException hidden) {
            throw new IllegalStateException(hidden);
        }
    }

    /** The canonical JAGS name. */
    public String name() {
        return name;
    }

    /** The class whose static methods generated code calls. */
    public Class<?> owner() {
        return owner;
    }

    /** Whether its values are separate points, so that it has no derivative by the value. */
    public boolean discrete() {
        return discrete;
    }

    /** The parameters' names in JAGS's manual. */
    public List<String> parameters() {
        return parameters;
    }

    /** Whether the log density has a derivative by argument i: 0 the value, 1 the first parameter, and so on. */
    public boolean differentiable(int i) {
        return has("d" + i);
    }

    /** Whether the class has a static method of this name. */
    public boolean has(String method) {
        return methods.computeIfAbsent(method, this::find).isPresent();
    }

    /** Whether a method also takes a last argument, the logarithm of a scale to divide by. */
    public boolean hasScaled(String method) {
        MethodType type = MethodType.methodType(double.class, Collections.nCopies(parameters.size() + 2, double.class));
        try {
            MethodHandles.publicLookup().findStatic(owner, method, type);
            return true;
        } catch (NoSuchMethodException | IllegalAccessException absent) {
            return false;
        }
    }

    /** The normalised log density. */
    public double logDensity(double x, double... p) {
        return call("logDensity", x, p);
    }

    /** The derivative of the log density by argument i. */
    public double derivative(int i, double x, double... p) {
        return call("d" + i, x, p);
    }

    /** Pr(X &lt;= x). */
    public double cumulative(double x, double... p) {
        return call("cumulative", x, p);
    }

    /** Pr(X &gt; x). */
    public double survival(double x, double... p) {
        return call("survival", x, p);
    }

    /** log Pr(X &lt;= x). */
    public double logCumulative(double x, double... p) {
        return call("logCumulative", x, p);
    }

    /** log Pr(X &gt; x). */
    public double logSurvival(double x, double... p) {
        return call("logSurvival", x, p);
    }

    /** The derivative of the distribution function by parameter i, if that is continuous. */
    public double cumulativeDerivative(int i, double x, double... p) {
        return call("c" + i, x, p);
    }

    /** The smallest x with cumulative(x) &gt;= probability. */
    public double quantile(double probability, double... p) {
        return call("quantile", probability, p);
    }

    /** The lower end of the support. */
    public double lower(double... p) {
        return call("lower", p);
    }

    /** The upper end of the support. */
    public double upper(double... p) {
        return call("upper", p);
    }

    /** One draw. */
    public double sample(UniformRandomProvider rng, double... p) {
        try {
            return (double) method("sample").invokeExact(rng, p);
        } catch (Throwable failure) {
            throw rethrown(failure);
        }
    }

    private double call(String method, double x, double[] p) {
        try {
            return (double) method(method).invokeExact(x, p);
        } catch (Throwable failure) {
            throw rethrown(failure);
        }
    }

    private double call(String method, double[] p) {
        try {
            return (double) method(method).invokeExact(p);
        } catch (Throwable failure) {
            throw rethrown(failure);
        }
    }

    private MethodHandle method(String method) {
        Optional<MethodHandle> known = methods.get(method);
        return (known == null ? methods.computeIfAbsent(method, this::find) : known)
                .orElseThrow(() -> new UnsupportedOperationException(name + " has no " + method));
    }

    private static RuntimeException rethrown(Throwable failure) {
        if (failure instanceof RuntimeException runtime) {
            return runtime;
        }
        if (failure instanceof Error error) {
            throw error;
        }
        return new IllegalStateException(failure);
    }

    @Override
    public String toString() {
        return name;
    }
}
