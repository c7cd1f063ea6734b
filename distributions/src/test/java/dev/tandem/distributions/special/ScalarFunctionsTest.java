package dev.tandem.distributions.special;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.distributions.Fixtures;
import dev.tandem.distributions.catalogue.Functions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** The scalar functions against R's, and their derivatives against differences. */
class ScalarFunctionsTest {
    /** Relative, or an absolute 1e-15 next to a zero of the function. */
    private static final double TOLERANCE = 4e-14;

    @Test
    void agreesWithR() {
        List<String> failures = new ArrayList<>();
        for (Fixtures.Row row : Fixtures.rows("r-functions.csv")) {
            double actual = value(row);
            double error = actual == row.value() ? 0 : Math.abs(actual / row.value() - 1);
            if (!(error <= TOLERANCE) && !(Math.abs(actual - row.value()) < 1e-15)) {
                failures.add(row + ": " + actual + " instead of " + row.value() + ", error " + error);
            }
        }
        assertThat(failures).isEmpty();
    }

    private static double value(Fixtures.Row row) {
        double x = row.x();
        return switch (row.what()) {
            case "digamma" -> GammaFunction.digamma(x);
            case "trigamma" -> GammaFunction.trigamma(x);
            case "logPhi" -> NormalIntegral.logCumulative(x);
            case "logBeta" -> GammaFunction.logBeta(x, row.p()[0]);
            default -> Functions.find(row.what()).orElseThrow().apply(x);
        };
    }

    @Test
    void derivatives() {
        for (double x : new double[] {0.07, 0.3, 0.62, 0.9}) {
            derivative(ScalarFunctions::arcsinh, ScalarFunctions::arcsinhBy, x);
            derivative(ScalarFunctions::arctanh, ScalarFunctions::arctanhBy, x);
            derivative(v -> ScalarFunctions.arccosh(1 + v), v -> ScalarFunctions.arccoshBy(1 + v), x);
            derivative(Math::acos, ScalarFunctions::arccosBy, x);
            derivative(Math::asin, ScalarFunctions::arcsinBy, x);
            derivative(Math::atan, ScalarFunctions::arctanBy, x);
            derivative(Math::abs, ScalarFunctions::absBy, x);
            derivative(Math::tan, ScalarFunctions::tanBy, x);
            derivative(Math::tanh, ScalarFunctions::tanhBy, x);
            derivative(ScalarFunctions::cloglog, ScalarFunctions::cloglogBy, x);
            derivative(ScalarFunctions::icloglog, ScalarFunctions::icloglogBy, x);
            derivative(ScalarFunctions::ilogit, ScalarFunctions::ilogitBy, x);
            derivative(ScalarFunctions::logit, ScalarFunctions::logitBy, x);
            derivative(ScalarFunctions::loggam, ScalarFunctions::loggamBy, x);
            derivative(v -> ScalarFunctions.logfact(v + 7.5), v -> ScalarFunctions.logfactBy(v + 7.5), x);
            derivative(ScalarFunctions::phi, ScalarFunctions::phiBy, x);
            derivative(ScalarFunctions::probit, ScalarFunctions::probitBy, x);
            derivative(v -> Math.pow(v, 2.5), v -> ScalarFunctions.powByBase(v, 2.5), x);
            derivative(v -> Math.pow(-v, 3), v -> -ScalarFunctions.powByBase(-v, 3), x);
            derivative(v -> Math.pow(2.5, v), v -> ScalarFunctions.powByExponent(2.5, v), x);
            derivative(GammaFunction::digamma, GammaFunction::trigamma, x);
            derivative(NormalIntegral::logCumulative, NormalIntegral::millsRatio, x);
            derivative(v -> NormalIntegral.logCumulative(-9 * v), v -> -9 * NormalIntegral.millsRatio(-9 * v), x);
        }
    }

    private static void derivative(DoubleUnaryOperator f, DoubleUnaryOperator derivative, double x) {
        double h = 1e-3 * x;
        double expected = (8 * (f.applyAsDouble(x + h) - f.applyAsDouble(x - h))
                        - (f.applyAsDouble(x + 2 * h) - f.applyAsDouble(x - 2 * h)))
                / (12 * h);
        assertThat(derivative.applyAsDouble(x)).isCloseTo(expected, within(1e-8 * Math.max(1, Math.abs(expected))));
    }

    /** As measured on JAGS 4.3.1. */
    @Test
    void steps() {
        assertThat(ScalarFunctions.round(2.5)).isEqualTo(3);
        assertThat(ScalarFunctions.round(-2.5)).isEqualTo(-2);
        assertThat(ScalarFunctions.trunc(-2.5)).isEqualTo(-2);
        assertThat(ScalarFunctions.step(0)).isEqualTo(1);
        assertThat(ScalarFunctions.equals(2, 2)).isEqualTo(1);
        assertThat(ScalarFunctions.ifelse(0, 1, 2)).isEqualTo(2);
    }
}
