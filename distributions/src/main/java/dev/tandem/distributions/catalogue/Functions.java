package dev.tandem.distributions.catalogue;

import static dev.tandem.distributions.catalogue.Domain.COUNT;
import static dev.tandem.distributions.catalogue.Domain.FINITE;
import static dev.tandem.distributions.catalogue.Domain.FROM_MINUS_ONE;
import static dev.tandem.distributions.catalogue.Domain.FROM_ONE;
import static dev.tandem.distributions.catalogue.Domain.NOT_NEGATIVE;
import static dev.tandem.distributions.catalogue.Domain.POSITIVE;
import static dev.tandem.distributions.catalogue.Domain.PROBABILITY;
import static dev.tandem.distributions.catalogue.Domain.UP_TO_ONE;
import static dev.tandem.distributions.catalogue.Function.Form.EXTENTS;
import static dev.tandem.distributions.catalogue.Function.Form.JOINED;
import static dev.tandem.distributions.catalogue.Function.Form.REPEATED;
import static dev.tandem.distributions.catalogue.Function.Form.SINGLE;
import static dev.tandem.distributions.catalogue.FunctionRow.arranged;
import static dev.tandem.distributions.catalogue.FunctionRow.inverseLink;
import static dev.tandem.distributions.catalogue.FunctionRow.ofArrays;
import static dev.tandem.distributions.catalogue.FunctionRow.scalar;
import static dev.tandem.distributions.catalogue.FunctionRow.shape;
import static dev.tandem.distributions.catalogue.Parameter.matrix;
import static dev.tandem.distributions.catalogue.Parameter.number;
import static dev.tandem.distributions.catalogue.Parameter.vector;
import static dev.tandem.distributions.catalogue.Slope.argument;
import static dev.tandem.distributions.catalogue.Slope.call;
import static dev.tandem.distributions.catalogue.Slope.minus;
import static dev.tandem.distributions.catalogue.Slope.negative;
import static dev.tandem.distributions.catalogue.Slope.none;
import static dev.tandem.distributions.catalogue.Slope.over;
import static dev.tandem.distributions.catalogue.Slope.times;
import static dev.tandem.distributions.catalogue.Slope.value;
import static dev.tandem.distributions.intervals.Interval.SHARE;
import static dev.tandem.distributions.intervals.Interval.TRUTH;
import static dev.tandem.distributions.intervals.Interval.strictlyBetween;
import static dev.tandem.distributions.intervals.IntervalRule.always;
import static dev.tandem.distributions.intervals.IntervalRule.convex;
import static dev.tandem.distributions.intervals.IntervalRule.falling;
import static dev.tandem.distributions.intervals.IntervalRule.one;
import static dev.tandem.distributions.intervals.IntervalRule.rising;
import static dev.tandem.distributions.intervals.IntervalRule.steps;
import static dev.tandem.distributions.intervals.IntervalRule.two;

import dev.tandem.distributions.catalogue.Function.Probability;
import dev.tandem.distributions.catalogue.Function.Quantity;
import dev.tandem.distributions.function.ArrayFunction;
import dev.tandem.distributions.function.ExponentialOfMatrix;
import dev.tandem.distributions.function.GeneralInverse;
import dev.tandem.distributions.function.InnerProduct;
import dev.tandem.distributions.function.LinearInterpolation;
import dev.tandem.distributions.function.LogDeterminant;
import dev.tandem.distributions.function.MatrixProduct;
import dev.tandem.distributions.function.Product;
import dev.tandem.distributions.function.Reduction;
import dev.tandem.distributions.function.Sorting;
import dev.tandem.distributions.function.SymmetricInverse;
import dev.tandem.distributions.function.Transpose;
import dev.tandem.distributions.intervals.Interval;
import dev.tandem.distributions.intervals.IntervalRule.Arguments;
import dev.tandem.distributions.special.Bessel;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.Exponentials;
import dev.tandem.distributions.special.FastExponential;
import dev.tandem.distributions.special.GammaFunction;
import dev.tandem.distributions.special.ScalarFunctions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The catalogue of functions: those of JAGS 4.3, from 5.0 the Bessel functions and {@code inverse.lu}, and what rows call
 * beyond JAGS. Those with a name here are treated apart somewhere; all others are known by their rows alone.
 */
public final class Functions {
    private static final double INFINITY = Double.POSITIVE_INFINITY;

    /** Where the gamma function is smallest. */
    private static final double LOWEST_GAMMA = 1.4616321449683622;

    private static final Parameter ANY_NUMBER = number("x", FINITE);

    public static final Function ABS = scalar("abs", ANY_NUMBER)
            .computedBy(Math.class, "abs")
            .slopes(call(ScalarFunctions.class, "absBy"))
            .encloses(one(Interval::abs))
            .row();

    public static final Function CLOGLOG = scalar("cloglog", number("x", PROBABILITY))
            .computedBy(ScalarFunctions.class, "cloglog")
            .slopes(call(ScalarFunctions.class, "cloglogBy"))
            .encloses(rising(0, 1, ScalarFunctions::cloglog))
            .row();

    public static final Function LOG = scalar("log", number("x", NOT_NEGATIVE))
            .computedBy(Elementary.class, "log")
            .slopes(over(Slope.number(1), argument(0)))
            .encloses(one(Interval::log))
            .row();

    public static final Function LOGIT = scalar("logit", number("x", PROBABILITY))
            .computedBy(ScalarFunctions.class, "logit")
            .slopes(call(ScalarFunctions.class, "logitBy"))
            .encloses(rising(0, 1, ScalarFunctions::logit))
            .row();

    public static final Function PROBIT = scalar("probit", number("x", PROBABILITY))
            .computedBy(ScalarFunctions.class, "probit")
            .slopes(call(ScalarFunctions.class, "probitBy"))
            .encloses(rising(0, 1, ScalarFunctions::probit))
            .row();

    public static final Function TRUNC = scalar("trunc", ANY_NUMBER)
            .computedBy(ScalarFunctions.class, "trunc")
            .encloses(steps(ScalarFunctions::trunc))
            .row();

    public static final Function ROUND = scalar("round", ANY_NUMBER)
            .computedBy(ScalarFunctions.class, "round")
            .encloses(steps(ScalarFunctions::round))
            .row();

    public static final Function SQRT = scalar("sqrt", number("x", NOT_NEGATIVE))
            .computedBy(Math.class, "sqrt")
            .slopes(over(Slope.number(0.5), value()))
            .encloses(rising(0, INFINITY, Math::sqrt))
            .row();

    public static final Function STEP = scalar("step", ANY_NUMBER)
            .computedBy(ScalarFunctions.class, "step")
            .encloses(one(x ->
                    x.nan() ? TRUTH : Interval.whole(ScalarFunctions.step(x.low()), ScalarFunctions.step(x.high()))))
            .row();

    public static final Function EXP = inverseLink("exp")
            .computedBy(Elementary.class, "exp")
            .slopes(value())
            .encloses(rising(strictlyBetween(0, INFINITY, FastExponential::of)))
            .row();

    public static final Function ICLOGLOG = inverseLink("icloglog")
            .computedBy(ScalarFunctions.class, "icloglog")
            .slopes(call(ScalarFunctions.class, "icloglogBy"))
            .encloses(rising(strictlyBetween(0, 1, ScalarFunctions::icloglog)))
            .row();

    public static final Function ILOGIT = inverseLink("ilogit")
            .computedBy(Exponentials.class, "ilogit")
            .slopes(times(value(), minus(Slope.number(1), value())))
            .encloses(rising(strictlyBetween(0, 1, Exponentials::ilogit)))
            .row();

    public static final Function PHI = inverseLink("phi")
            .computedBy(ScalarFunctions.class, "phi")
            .slopes(call(ScalarFunctions.class, "phiBy"))
            .encloses(rising(strictlyBetween(0, 1, ScalarFunctions::phi)))
            .row();

    public static final Function EQUALS = scalar("equals", ANY_NUMBER, number("y", FINITE))
            .computedBy(ScalarFunctions.class, "equals")
            .encloses(two(Functions::equal))
            .row();

    public static final Function IFELSE = scalar(
                    "ifelse", number("condition", FINITE), number("a", FINITE), number("b", FINITE))
            .computedBy(ScalarFunctions.class, "ifelse")
            .encloses(Functions::either)
            .row();

    public static final Function POW = scalar("pow", ANY_NUMBER, number("y", FINITE))
            .computedBy(Elementary.class, "pow")
            .slopes(call(ScalarFunctions.class, "powByBase"), call(ScalarFunctions.class, "powByExponent"))
            .encloses(two(Interval::power))
            .row();

    public static final Function INPROD = ofArrays(
                    "inprod", InnerProduct::new, vector("a", FINITE), vector("b", FINITE))
            .encloses(a -> a.interval(0).times(a.interval(1)).times(Interval.point(a.size(0))))
            .row();

    public static final Function MAX = ofArrays("max", () -> new Reduction(Reduction.Kind.MAX), ANY_NUMBER)
            .orMore()
            .encloses(arguments -> extreme(arguments, Math::max))
            .row();

    public static final Function MIN = ofArrays("min", () -> new Reduction(Reduction.Kind.MIN), ANY_NUMBER)
            .orMore()
            .encloses(arguments -> extreme(arguments, Math::min))
            .row();

    public static final Function PROD =
            ofArrays("prod", Product::new, ANY_NUMBER).orMore().row();

    public static final Function SUM = ofArrays("sum", () -> new Reduction(Reduction.Kind.SUM), ANY_NUMBER)
            .orMore()
            .encloses(Functions::total)
            .row();

    public static final Function MEAN = ofArrays("mean", () -> new Reduction(Reduction.Kind.MEAN), vector("v", FINITE))
            .encloses(one(Interval::fractional))
            .row();

    public static final Function LENGTH =
            shape(SINGLE, "length").encloses(Functions::upToSize).row();

    /** The matrix product, which has an operator instead of a name. */
    public static final Function MATRIX_PRODUCT = ofArrays(
                    "%*%", MatrixProduct::new, matrix("a", FINITE), matrix("b", FINITE))
            .row();

    private static final List<Function> ALL =
            Stream.concat(plain(), probability()).toList();
    private static final Map<String, Function> BY_NAME = byName();

    private Functions() {}

    private static Stream<Function> plain() {
        return Stream.of(
                ABS,
                scalar("arccos|acos", number("x", UP_TO_ONE))
                        .computedBy(Elementary.class, "acos")
                        .slopes(call(ScalarFunctions.class, "arccosBy"))
                        .encloses(falling(-1, 1, Elementary::acos))
                        .row(),
                scalar("arccosh|acosh", number("x", FROM_ONE))
                        .computedBy(ScalarFunctions.class, "arccosh")
                        .slopes(call(ScalarFunctions.class, "arccoshBy"))
                        .encloses(rising(1, INFINITY, ScalarFunctions::arccosh))
                        .row(),
                scalar("arcsin|asin", number("x", UP_TO_ONE))
                        .computedBy(Elementary.class, "asin")
                        .slopes(call(ScalarFunctions.class, "arcsinBy"))
                        .encloses(rising(-1, 1, Elementary::asin))
                        .row(),
                scalar("arcsinh|asinh", ANY_NUMBER)
                        .computedBy(ScalarFunctions.class, "arcsinh")
                        .slopes(call(ScalarFunctions.class, "arcsinhBy"))
                        .encloses(rising(ScalarFunctions::arcsinh))
                        .row(),
                scalar("arctan|atan", ANY_NUMBER)
                        .computedBy(Elementary.class, "atan")
                        .slopes(call(ScalarFunctions.class, "arctanBy"))
                        .encloses(rising(Elementary::atan))
                        .row(),
                scalar("arctanh|atanh", number("x", UP_TO_ONE))
                        .computedBy(ScalarFunctions.class, "arctanh")
                        .slopes(call(ScalarFunctions.class, "arctanhBy"))
                        .encloses(rising(-1, 1, ScalarFunctions::arctanh))
                        .row(),
                scalar("cos", ANY_NUMBER)
                        .computedBy(Elementary.class, "cos")
                        .slopes(negative(call(Elementary.class, "sin")))
                        .encloses(always(Interval.between(-1, 1), x -> Elementary.cos(x[0])))
                        .row(),
                scalar("cosh", ANY_NUMBER)
                        .computedBy(Elementary.class, "cosh")
                        .slopes(call(Elementary.class, "sinh"))
                        .encloses(convex(-INFINITY, 0, INFINITY, StrictMath::cosh))
                        .row(),
                CLOGLOG,
                scalar("expm1", ANY_NUMBER)
                        .beyondJags()
                        .computedBy(Elementary.class, "expm1")
                        .slopes(call(Elementary.class, "exp"))
                        .encloses(rising(strictlyBetween(-1, INFINITY, Elementary::expm1)))
                        .row(),
                LOG,
                scalar("log1p", number("x", FROM_MINUS_ONE))
                        .beyondJags()
                        .computedBy(Elementary.class, "log1p")
                        .slopes(over(Slope.number(1), minus(argument(0), Slope.number(-1))))
                        .encloses(rising(-1, INFINITY, Elementary::log1p))
                        .row(),
                scalar("logfact", number("x", NOT_NEGATIVE))
                        .computedBy(ScalarFunctions.class, "logfact")
                        .slopes(call(ScalarFunctions.class, "logfactBy"))
                        .encloses(one(x -> gamma(x, LOWEST_GAMMA - 1, ScalarFunctions::logfact)))
                        .row(),
                scalar("loggam", number("x", POSITIVE))
                        .computedBy(GammaFunction.class, "logGamma")
                        .slopes(call(GammaFunction.class, "digamma"))
                        .encloses(one(x -> gamma(x, LOWEST_GAMMA, GammaFunction::logGamma)))
                        .row(),
                LOGIT,
                PROBIT,
                ROUND,
                scalar("sin", ANY_NUMBER)
                        .computedBy(Elementary.class, "sin")
                        .slopes(call(Elementary.class, "cos"))
                        .encloses(always(Interval.between(-1, 1), x -> Elementary.sin(x[0])))
                        .row(),
                scalar("sinh", ANY_NUMBER)
                        .computedBy(Elementary.class, "sinh")
                        .slopes(call(Elementary.class, "cosh"))
                        .encloses(rising(StrictMath::sinh))
                        .row(),
                SQRT,
                STEP,
                scalar("softplus", ANY_NUMBER)
                        .beyondJags()
                        .computedBy(Exponentials.class, "log1pExp")
                        .slopes(call(Exponentials.class, "ilogit"))
                        .encloses(rising(strictlyBetween(0, INFINITY, Exponentials::log1pExp)))
                        .row(),
                scalar("tan", ANY_NUMBER)
                        .computedBy(Elementary.class, "tan")
                        .slopes(call(ScalarFunctions.class, "tanBy"))
                        .row(),
                scalar("tanh", ANY_NUMBER)
                        .computedBy(Elementary.class, "tanh")
                        .slopes(call(ScalarFunctions.class, "tanhBy"))
                        .encloses(rising(strictlyBetween(-1, 1, StrictMath::tanh)))
                        .row(),
                TRUNC,
                EXP,
                ICLOGLOG,
                ILOGIT,
                PHI,
                bessel("besselI"),
                bessel("besselJ"),
                bessel("besselK"),
                bessel("besselY"),
                EQUALS,
                IFELSE,
                POW,
                INPROD,
                ofArrays("interp.lin", LinearInterpolation::new, ANY_NUMBER, vector("xs", FINITE), vector("ys", FINITE))
                        .row(),
                MAX,
                MIN,
                PROD,
                SUM,
                arranged(JOINED, "c", ANY_NUMBER)
                        .orMore()
                        .encloses(Functions::joined)
                        .row(),
                MEAN,
                ofArrays("sd", () -> new Reduction(Reduction.Kind.SD), vector("v", FINITE))
                        .encloses(a -> Interval.NOT_NEGATIVE.nan(true))
                        .row(),
                ofArrays("rank", () -> new Sorting(Sorting.Kind.RANK), vector("v", FINITE))
                        .encloses(a -> Interval.whole(1, a.size(0)))
                        .row(),
                ofArrays("order", () -> new Sorting(Sorting.Kind.ORDER), vector("v", FINITE))
                        .encloses(a -> Interval.whole(1, a.size(0)))
                        .row(),
                ofArrays("sort", () -> new Sorting(Sorting.Kind.SORT), vector("v", FINITE))
                        .encloses(one(v -> v))
                        .row(),
                arranged(REPEATED, "rep", vector("v", FINITE), vector("times", COUNT))
                        .encloses(one(v -> v))
                        .row(),
                ofArrays("inverse|inverse.chol", SymmetricInverse::new, matrix("m", FINITE))
                        .row(),
                ofArrays("inverse.lu", GeneralInverse::new, matrix("m", FINITE)).row(),
                ofArrays("logdet", LogDeterminant::new, matrix("m", FINITE)).row(),
                ofArrays("t", Transpose::new, matrix("m", FINITE))
                        .encloses(one(m -> m))
                        .row(),
                ofArrays("mexp", ExponentialOfMatrix::new, matrix("m", FINITE)).row(),
                LENGTH,
                shape(EXTENTS, "dim").encloses(Functions::upToSize).row());
    }

    private static Function bessel(String name) {
        return scalar(name, ANY_NUMBER, number("nu", FINITE))
                .computedBy(Bessel.class, name)
                .slopes(call(Bessel.class, name + "By"), none())
                .row();
    }

    private static Stream<Function> probability() {
        List<Function> list = new ArrayList<>();
        for (Distribution distribution : Distributions.all()) {
            Distribution.Functions functions = distribution.functions();
            if (functions != Distribution.Functions.NONE) {
                list.add(probability(distribution, Quantity.DENSITY));
            }
            if (functions == Distribution.Functions.ALL) {
                list.add(probability(distribution, Quantity.CUMULATIVE));
                list.add(probability(distribution, Quantity.QUANTILE));
            }
        }
        for (Distribution distribution : Distributions.all()) {
            list.add(probability(distribution, Quantity.LOG_DENSITY));
        }
        return list.stream();
    }

    private static Function probability(Distribution distribution, Quantity quantity) {
        List<Parameter> parameters = new ArrayList<>(List.of(quantity.first()));
        parameters.addAll(distribution.parameters());
        StringBuilder names = new StringBuilder(quantity.of(distribution.name()));
        distribution.aliases().stream()
                .filter(alias -> alias.startsWith("d"))
                .forEach(alias -> names.append('|').append(quantity.of(alias)));
        Interval values = switch (quantity) {
            case CUMULATIVE -> SHARE.nan(true);
            case DENSITY -> Interval.NOT_NEGATIVE.nan(true);
            case QUANTILE, LOG_DENSITY -> Interval.ANY;
        };
        return FunctionRow.of(new Probability(distribution, quantity), names.toString(), parameters)
                .encloses(arguments -> values)
                .row();
    }

    // Intervals

    /** Below zero the gamma function has poles. */
    private static Interval gamma(Interval x, double lowest, DoubleUnaryOperator function) {
        if (x.point()) {
            return Interval.point(function.applyAsDouble(x.low()));
        }
        return x.low() < 0 ? Interval.ANY : x.convex(function, lowest, Interval.NOT_NEGATIVE);
    }

    private static Interval equal(Interval x, Interval y) {
        if (x.point() && y.point()) {
            return Interval.point(x.low() == y.low() ? 1 : 0);
        }
        return x.low() > y.high() || x.high() < y.low() ? Interval.point(0) : TRUTH;
    }

    private static Interval either(Arguments arguments) {
        Interval condition = arguments.interval(0);
        boolean never = condition.point() && condition.low() == 0;
        boolean always = !condition.nan() && !condition.contains(0);
        return never
                ? arguments.interval(2)
                : always ? arguments.interval(1) : arguments.interval(1).or(arguments.interval(2));
    }

    private static Interval extreme(Arguments arguments, DoubleBinaryOperator better) {
        Interval best = arguments.interval(0);
        for (int i = 1; i < arguments.count(); i++) {
            Interval next = arguments.interval(i);
            best = new Interval(
                    better.applyAsDouble(best.low(), next.low()),
                    better.applyAsDouble(best.high(), next.high()),
                    best.whole() && next.whole(),
                    best.nan() || next.nan());
        }
        return best;
    }

    private static Interval total(Arguments arguments) {
        Interval total = Interval.point(0);
        for (int i = 0; i < arguments.count(); i++) {
            total = total.plus(arguments.interval(i).times(Interval.point(arguments.size(i))));
        }
        return total;
    }

    private static Interval joined(Arguments arguments) {
        return IntStream.range(0, arguments.count())
                .mapToObj(arguments::interval)
                .reduce(Interval::or)
                .orElseThrow();
    }

    private static Interval upToSize(Arguments arguments) {
        return Interval.whole(0, arguments.size(0));
    }

    private static Map<String, Function> byName() {
        Map<String, Function> map = new LinkedHashMap<>();
        for (Function function : ALL) {
            map.put(function.name(), function);
            for (String alias : function.aliases()) {
                map.put(alias, function);
            }
        }
        return map;
    }

    /** All of them, once each. */
    public static List<Function> all() {
        return ALL;
    }

    /** By canonical name or alias. */
    public static Optional<Function> find(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    /** Every name and alias. */
    public static List<String> names() {
        return new ArrayList<>(BY_NAME.keySet());
    }

    /** Whether a name is that of a function that has nothing to do with distributions. */
    public static boolean isPlain(String name) {
        return find(name)
                .filter(function -> function.kind() != Function.Kind.PROBABILITY)
                .isPresent();
    }

    /** The canonical name of a function, or what was written if there is none. */
    public static String canonical(String written) {
        Function function = BY_NAME.get(written);
        return function == null ? written : function.name();
    }

    /** The arithmetic of a function of arrays, the matrix product among them: a new instance, for one thread. */
    public static Optional<ArrayFunction> array(String canonical) {
        Function function = canonical.equals(MATRIX_PRODUCT.name()) ? MATRIX_PRODUCT : BY_NAME.get(canonical);
        return Optional.ofNullable(function).flatMap(Function::array);
    }
}
