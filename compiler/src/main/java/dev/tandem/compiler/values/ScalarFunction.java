package dev.tandem.compiler.values;

import dev.tandem.distributions.Bessel;
import dev.tandem.distributions.ScalarFunctions;
import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/** A function of up to three numbers, by the name under which the catalogue lists it. */
@FunctionalInterface
interface ScalarFunction {
    /** Arguments beyond those that the function has are not looked at. */
    double apply(double a, double b, double c);

    static ScalarFunction find(String name) {
        ScalarFunction function = Table.BY_NAME.get(name);
        if (function == null) {
            throw new IllegalArgumentException("no scalar function " + name);
        }
        return function;
    }

    /** Filled once. */
    final class Table {
        private static final Map<String, ScalarFunction> BY_NAME = Map.copyOf(all());

        private Table() {}

        private static Map<String, ScalarFunction> all() {
            Map<String, ScalarFunction> map = new HashMap<>();
            one(map, "abs", Math::abs);
            one(map, "arccos", Math::acos);
            one(map, "arccosh", ScalarFunctions::arccosh);
            one(map, "arcsin", Math::asin);
            one(map, "arcsinh", ScalarFunctions::arcsinh);
            one(map, "arctan", Math::atan);
            one(map, "arctanh", ScalarFunctions::arctanh);
            one(map, "cos", Math::cos);
            one(map, "cosh", StrictMath::cosh);
            one(map, "cloglog", ScalarFunctions::cloglog);
            one(map, "exp", Math::exp);
            one(map, "icloglog", ScalarFunctions::icloglog);
            one(map, "ilogit", ScalarFunctions::ilogit);
            one(map, "log", Math::log);
            one(map, "logfact", ScalarFunctions::logfact);
            one(map, "loggam", ScalarFunctions::loggam);
            one(map, "logit", ScalarFunctions::logit);
            one(map, "phi", ScalarFunctions::phi);
            one(map, "probit", ScalarFunctions::probit);
            one(map, "round", ScalarFunctions::round);
            one(map, "sin", Math::sin);
            one(map, "sinh", StrictMath::sinh);
            one(map, "sqrt", Math::sqrt);
            one(map, "step", ScalarFunctions::step);
            one(map, "tan", Math::tan);
            one(map, "tanh", StrictMath::tanh);
            one(map, "trunc", ScalarFunctions::trunc);
            two(map, "besselI", Bessel::besselI);
            two(map, "besselJ", Bessel::besselJ);
            two(map, "besselK", Bessel::besselK);
            two(map, "besselY", Bessel::besselY);
            two(map, "equals", ScalarFunctions::equals);
            two(map, "pow", Math::pow);
            map.put("ifelse", ScalarFunctions::ifelse);
            return map;
        }

        private static void one(Map<String, ScalarFunction> map, String name, DoubleUnaryOperator function) {
            map.put(name, (a, b, c) -> function.applyAsDouble(a));
        }

        private static void two(Map<String, ScalarFunction> map, String name, DoubleBinaryOperator function) {
            map.put(name, (a, b, c) -> function.applyAsDouble(a, b));
        }
    }
}
