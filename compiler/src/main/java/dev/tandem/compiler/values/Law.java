package dev.tandem.compiler.values;

import dev.tandem.distributions.catalogue.Bound;
import dev.tandem.distributions.catalogue.Distribution;
import dev.tandem.distributions.catalogue.Distribution.Form;
import dev.tandem.distributions.catalogue.Numbers;
import dev.tandem.distributions.catalogue.Parameter;
import dev.tandem.distributions.catalogue.Relation.Fault;
import dev.tandem.distributions.catalogue.Values;
import dev.tandem.distributions.scalar.ScalarDistribution;
import dev.tandem.distributions.scalar.Truncation;
import dev.tandem.language.source.SourceSpan;
import dev.tandem.language.syntax.DistributionCall;
import dev.tandem.language.syntax.Expression;
import dev.tandem.language.syntax.Statement;
import dev.tandem.language.syntax.Truncation.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The distribution of one stochastic node, with its parameters and bounds evaluated. It shares its evaluator's scratch
 * space and belongs to the same thread.
 */
public final class Law {
    private final Statement.Stochastic statement;
    private final List<Value> parameters;
    private final ArrayLibrary arrays;
    private final Optional<ScalarDistribution> scalar;
    private final double[] p;
    private final double low;
    private final double high;

    private Law(Statement.Stochastic statement, List<Value> parameters, double low, double high, ArrayLibrary arrays) {
        this.statement = statement;
        this.parameters = List.copyOf(parameters);
        this.low = low;
        this.high = high;
        this.arrays = arrays;
        this.scalar = call().distribution().scalar();
        this.p = scalar.isPresent() ? numbers(parameters) : new double[0];
    }

    /**
     * Evaluates the parameters and the bounds.
     *
     * @throws MissingValueException if one of them is not known
     * @throws EvaluationException if one of them is wrong
     */
    public static Law of(Statement.Stochastic statement, Evaluator evaluator, Scope scope) {
        List<Value> parameters = new ArrayList<>();
        for (Expression argument : statement.distribution().arguments()) {
            parameters.add(evaluator.evaluate(argument, scope));
        }
        double low = Double.NEGATIVE_INFINITY;
        double high = Double.POSITIVE_INFINITY;
        if (statement.truncation().isPresent()) {
            Optional<Expression> lower = statement.truncation().get().lower();
            Optional<Expression> upper = statement.truncation().get().upper();
            low = lower.isPresent() ? evaluator.scalar(lower.get(), scope) : low;
            high = upper.isPresent() ? evaluator.scalar(upper.get(), scope) : high;
        }
        return new Law(statement, parameters, low, high, evaluator.arrays());
    }

    private double[] numbers(List<Value> values) {
        double[] result = new double[values.size()];
        for (int i = 0; i < result.length; i++) {
            result[i] = single(call(), i, values.get(i));
        }
        return result;
    }

    private static double single(DistributionCall call, int parameter, Value value) {
        if (!value.isScalar()) {
            throw new EvaluationException(
                    call.arguments().get(parameter).span(),
                    call.written() + " takes single numbers, and this is " + value.describe(),
                    "write a loop over the elements");
        }
        return value.scalar();
    }

    private DistributionCall call() {
        return statement.distribution();
    }

    private boolean multivariate() {
        return call().distribution().kind() == Distribution.Kind.MULTIVARIATE;
    }

    /** The parameters in JAGS's order. */
    public List<Value> parameters() {
        return parameters;
    }

    /** The shape of a draw where the left side does not tell: that of the parameter with the node's dimensions. */
    public int[] dims() {
        Value first = parameters.get(0);
        return switch (call().distribution().form()) {
            case SINGLE -> new int[] {1};
            case VECTOR -> new int[] {first.size()};
            case LIKE_FIRST -> first.dims();
            case SQUARE -> first.isScalar() ? new int[] {1} : new int[] {first.size(), first.size()};
        };
    }

    /** The lower end of what a single number can be, truncation included; minus infinity for arrays. */
    public double lower() {
        return multivariate() ? Double.NEGATIVE_INFINITY : support().lower();
    }

    /** The upper end of what a single number can be, truncation included; infinity for arrays. */
    public double upper() {
        return multivariate() ? Double.POSITIVE_INFINITY : support().upper();
    }

    private Support support() {
        return support(
                statement,
                parameters.stream().map(Optional::of).toList(),
                sizes(),
                Optional.of(low),
                Optional.of(high));
    }

    private int[] sizes() {
        return parameters.stream().mapToInt(Value::size).toArray();
    }

    private static Support support(
            Statement.Stochastic statement,
            List<Optional<Value>> parameters,
            int[] sizes,
            Optional<Double> low,
            Optional<Double> high) {
        Support support = Support.of(statement.distribution(), parameters, sizes);
        return statement
                .truncation()
                .map(truncation -> support.truncated(
                        truncation.kind().letter(),
                        low.orElse(Double.NEGATIVE_INFINITY),
                        high.orElse(Double.POSITIVE_INFINITY)))
                .orElse(support);
    }

    /**
     * The normalised log density, with {@code T(,)} that of the truncated distribution. With {@code I(,)} it is that of
     * the distribution itself, but minus infinity beyond the bounds.
     */
    public double logDensity(Value x) {
        if (scalar.isEmpty()) {
            Value[] arguments = new Value[parameters.size() + 1];
            arguments[0] = x;
            for (int i = 0; i < parameters.size(); i++) {
                arguments[i + 1] = parameters.get(i);
            }
            boolean beyond = !multivariate() && x.isScalar() && (x.scalar() < low || x.scalar() > high);
            double density = arrays.logDensity(call().span(), call().distribution(), arguments);
            // Only what is given by its parameters reaches this with bounds, so there is nothing to normalise.
            return beyond ? Double.NEGATIVE_INFINITY : density;
        }
        if (!x.isScalar()) {
            throw new EvaluationException(
                    statement.target().span(),
                    call().written() + " gives single numbers, and " + target() + " is " + x.describe(),
                    "write a loop over the elements");
        }
        double value = x.scalar();
        double density = scalar.get().logDensity(value, p);
        if (value < low || value > high) {
            return Double.NEGATIVE_INFINITY;
        }
        return truncates() ? density - Truncation.logProbability(scalar.get(), low, high, p) : density;
    }

    private boolean truncates() {
        return bounded() && statement.truncation().orElseThrow().kind() == Kind.TRUNCATION;
    }

    private boolean bounded() {
        return low > Double.NEGATIVE_INFINITY || high < Double.POSITIVE_INFINITY;
    }

    private String target() {
        return statement.target().name().text();
    }

    /**
     * One draw, within the bounds of {@code T(,)} and {@code I(,)} alike.
     *
     * @param dims the dimensions of the node
     */
    public Value sample(UniformRandomProvider rng, int[] dims) {
        refuseWrongParameters();
        if (scalar.isEmpty()) {
            Value draw = arrays.sample(call().span(), call().distribution(), parameters, rng, dims);
            if (missing(draw) || (bounded() && (draw.get(0) < low || draw.get(0) > high))) {
                throw noDraw(call().span());
            }
            return draw;
        }
        if (Shapes.size(dims) != 1) {
            throw new EvaluationException(
                    statement.target().span(),
                    call().written() + " gives single numbers, and " + target() + " is " + Shapes.describe(dims),
                    "write a loop over the elements");
        }
        double draw = bounded()
                ? new TruncatedDraw(scalar.get(), p, low, high).sample(rng)
                : scalar.get().sample(rng, p);
        if (Double.isNaN(draw)) {
            throw noDraw(call().span());
        }
        return Value.scalar(draw);
    }

    private void refuseWrongParameters() {
        Optional<Fault> fault = Parameters.fault(call(), parameters);
        if (fault.isPresent()) {
            throw refused(call(), fault.get());
        }
    }

    /** What is wrong with a parameter, in words for the user; empty if nothing is. */
    public Optional<String> parameterComplaint() {
        return Parameters.fault(call(), parameters).map(Fault::message);
    }

    private EvaluationException noDraw(SourceSpan span) {
        return new EvaluationException(
                span,
                shown() + " has nothing to draw from",
                bounded() ? "are the bounds in order, and within reach?" : "is a parameter out of range?");
    }

    /** The call with all its parameters. */
    private String shown() {
        return parameters.stream()
                .map(value -> value.isScalar() ? Numbers.show(value.scalar()) : value.describe())
                .collect(Collectors.joining(", ", call().written() + "(", ")"));
    }

    /** Why this law cannot give a value, in words for the user; empty if it can, or if the value is missing. */
    public Optional<String> complaint(Value x) {
        Optional<String> plain = plainComplaint(
                statement,
                parameters.stream().map(Optional::of).toList(),
                sizes(),
                Optional.of(low),
                Optional.of(high),
                x);
        if (plain.isPresent() || missing(x) || logDensity(x) != Double.NEGATIVE_INFINITY) {
            return plain;
        }
        Optional<String> parameter = parameterComplaint();
        if (parameter.isPresent()) {
            return parameter;
        }
        String value = x.isScalar() ? Numbers.show(x.scalar()) : "this value";
        return Optional.of(shown() + " gives " + value + " no density");
    }

    /** What is wrong with a value, from what is known: parameters whose values are missing are left out of account. */
    public static Optional<String> complaint(
            Statement.Stochastic statement, Evaluator evaluator, Scope scope, Value x) {
        return complaint(statement, evaluator, scope, unknown -> -1, x);
    }

    /**
     * What is wrong with a value, where arrays that are not known may still have a known number of elements.
     *
     * @param size the number of elements of a parameter, negative if it is not known
     */
    public static Optional<String> complaint(
            Statement.Stochastic statement, Evaluator evaluator, Scope scope, ToIntFunction<Expression> size, Value x) {
        List<Expression> arguments = statement.distribution().arguments();
        List<Optional<Value>> known = known(statement, evaluator, scope);
        int[] sizes = new int[known.size()];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = known.get(i).isPresent() ? known.get(i).get().size() : size.applyAsInt(arguments.get(i));
        }
        Optional<Double> low =
                bound(statement.truncation().flatMap(t -> t.lower()), Double.NEGATIVE_INFINITY, evaluator, scope);
        Optional<Double> high =
                bound(statement.truncation().flatMap(t -> t.upper()), Double.POSITIVE_INFINITY, evaluator, scope);
        boolean complete = known.stream().allMatch(Optional::isPresent) && low.isPresent() && high.isPresent();
        return complete
                ? of(statement, evaluator, scope).complaint(x)
                : plainComplaint(statement, known, sizes, low, high, x);
    }

    private static List<Optional<Value>> known(Statement.Stochastic statement, Evaluator evaluator, Scope scope) {
        List<Optional<Value>> known = new ArrayList<>();
        for (Expression argument : statement.distribution().arguments()) {
            known.add(ifKnown(argument, evaluator, scope));
        }
        return known;
    }

    /** What is wrong with a value, from the distribution and the numbers written in it alone. */
    public static Optional<String> complaint(Statement.Stochastic statement, Value x) {
        return complaint(statement, new Evaluator(), new Frame(), x);
    }

    /**
     * Refuses parameters that are known and cannot be; those whose values are missing are left out of account.
     *
     * @throws EvaluationException at the parameter
     */
    public static void checkParameters(Statement.Stochastic statement, Evaluator evaluator, Scope scope) {
        DistributionCall call = statement.distribution();
        List<Optional<Value>> known = known(statement, evaluator, scope);
        if (call.distribution().scalar().isPresent()) {
            for (int i = 0; i < known.size(); i++) {
                if (known.get(i).isPresent()) {
                    single(call, i, known.get(i).get());
                }
            }
        }
        Optional<Fault> fault = known.stream().allMatch(Optional::isPresent)
                ? Parameters.fault(call, known.stream().map(Optional::get).toList())
                : Parameters.knownFault(call, known);
        if (fault.isPresent()) {
            throw refused(call, fault.get());
        }
    }

    private static EvaluationException refused(DistributionCall call, Fault fault) {
        Parameter parameter = call.distribution().parameters().get(fault.parameter());
        return new EvaluationException(
                call.arguments().get(fault.parameter()).span(),
                fault.message(),
                "it is " + call.distribution().signature()
                        + (parameter.precision()
                                ? ": " + parameter.shown() + " is a precision, the inverse of a variance"
                                : ""));
    }

    /**
     * Which numbers a distribution can give whatever its parameters; empty if it has bounds, or takes arrays, or its
     * parameters have a say in this.
     */
    public static Optional<DoublePredicate> plainSupport(Statement.Stochastic statement) {
        DistributionCall call = statement.distribution();
        if (statement.truncation().isPresent()
                || !fixed(call.distribution().values())
                || call.distribution().scalar().isEmpty()) {
            return Optional.empty();
        }
        Support support = Support.of(
                call,
                Collections.nCopies(call.arguments().size(), Optional.empty()),
                new int[call.arguments().size()]);
        boolean zero = !neverZero(call);
        return Optional.of(x -> support.contains(x) && (zero || x != 0));
    }

    /** Whether the name of a distribution alone tells its values, whatever its parameters. */
    private static boolean fixed(Values values) {
        return values.lower() instanceof Bound.Fixed && values.upper() instanceof Bound.Fixed;
    }

    /** A log-normal is never zero; the others of its kind may be, if their parameters say so. */
    private static boolean neverZero(DistributionCall call) {
        return call.distribution().values() instanceof Values.Numbers numbers
                && numbers.zero() == Values.Zero.IMPOSSIBLE;
    }

    /** Whether a number can be a parameter, whatever the others are. */
    public static boolean allows(DistributionCall call, int parameter, double value) {
        List<Parameter> parameters = call.distribution().parameters();
        return parameters
                .get(Math.min(parameter, parameters.size() - 1))
                .domain()
                .contains(value);
    }

    /** A bound that is not written is known: there is none. */
    private static Optional<Double> bound(Optional<Expression> end, double open, Evaluator evaluator, Scope scope) {
        return end.isEmpty()
                ? Optional.of(open)
                : ifKnown(end.get(), evaluator, scope).filter(Value::isScalar).map(Value::scalar);
    }

    private static Optional<Value> ifKnown(Expression expression, Evaluator evaluator, Scope scope) {
        try {
            return Optional.of(evaluator.evaluate(expression, scope));
        } catch (MissingValueException unknown) {
            return Optional.empty();
        }
    }

    private static boolean missing(Value x) {
        for (int i = 0; i < x.size(); i++) {
            if (Double.isNaN(x.get(i))) {
                return true;
            }
        }
        return false;
    }

    /** What needs no density. */
    private static Optional<String> plainComplaint(
            Statement.Stochastic statement,
            List<Optional<Value>> parameters,
            int[] sizes,
            Optional<Double> low,
            Optional<Double> high,
            Value x) {
        DistributionCall call = statement.distribution();
        if (missing(x)) {
            return Optional.empty();
        }
        if (call.distribution().kind() == Distribution.Kind.MULTIVARIATE) {
            return ArrayValues.complaint(call, parameters, x);
        }
        if (!x.isScalar()) {
            return call.distribution().form() != Form.SINGLE
                    ? Optional.empty()
                    : Optional.of(call.written() + " takes single numbers, not " + x.describe());
        }
        Support support = support(statement, parameters, sizes, low, high);
        double value = x.scalar();
        boolean zero = value == 0 && neverZero(call);
        return support.contains(value) && !zero ? Optional.empty() : Optional.of(support.complaint(value));
    }
}
