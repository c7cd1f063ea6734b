package dev.tandem.distributions.special;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.distributions.DerivativesTest;
import dev.tandem.distributions.Fixtures;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import org.junit.jupiter.api.Test;

/** The Bessel functions against R, their derivatives against differences. */
class BesselTest {
    /** I and K have no zeros; J and Y are measured against their common amplitude where they have. */
    private static final double TOLERANCE = 1e-12;

    private static DoubleBinaryOperator function(String name) {
        return switch (name) {
            case "besselI" -> Bessel::besselI;
            case "besselJ" -> Bessel::besselJ;
            case "besselK" -> Bessel::besselK;
            default -> Bessel::besselY;
        };
    }

    private static DoubleBinaryOperator derivative(String name) {
        return switch (name) {
            case "besselI" -> Bessel::besselIBy;
            case "besselJ" -> Bessel::besselJBy;
            case "besselK" -> Bessel::besselKBy;
            default -> Bessel::besselYBy;
        };
    }

    private static double size(Fixtures.Row row) {
        double x = row.x();
        double nu = Math.abs(row.p()[0]);
        boolean waves = (row.what().equals("besselJ") || row.what().equals("besselY")) && x > nu;
        return Math.max(Math.abs(row.value()), waves ? Math.sqrt(2 / (Math.PI * x)) : 0);
    }

    @Test
    void agreesWithR() {
        List<String> failures = new ArrayList<>();
        List<Fixtures.Row> rows = Fixtures.rows("r-bessel.csv");
        for (Fixtures.Row row : rows) {
            double actual = function(row.what()).applyAsDouble(row.x(), row.p()[0]);
            double error = Math.abs(actual - row.value()) / size(row);
            if (!(error <= TOLERANCE)) {
                failures.add(row + ": " + actual + " instead of " + row.value() + ", error " + error);
            }
        }
        assertThat(failures).isEmpty();
        assertThat(rows.size()).isGreaterThan(600);
    }

    @Test
    void derivatives() {
        List<String> failures = new ArrayList<>();
        for (Fixtures.Row row : Fixtures.rows("r-bessel.csv")) {
            double x = row.x();
            double nu = row.p()[0];
            DoubleBinaryOperator f = function(row.what());
            double expected = DerivativesTest.difference(
                    v -> f.applyAsDouble(v, nu), x, 1e-2 * Math.min(x, x / (1 + Math.hypot(x, nu))) * 3);
            double actual = derivative(row.what()).applyAsDouble(x, nu);
            double error = Math.abs(actual - expected) / Math.max(Math.abs(expected), size(row));
            if (!(error <= 1e-8)) {
                failures.add(row + ": " + actual + " instead of " + expected + ", error " + error);
            }
        }
        assertThat(failures).isEmpty();
    }

    @Test
    void ends() {
        assertThat(Bessel.besselI(0, 0)).isEqualTo(1);
        assertThat(Bessel.besselI(800, 0)).isInfinite();
        assertThat(Bessel.besselI(-1, 0)).isNaN();
        assertThat(Bessel.besselJ(0, 2)).isZero();
        assertThat(Bessel.besselJBy(0, 1)).isEqualTo(0.5);
        assertThat(Bessel.besselIBy(0, 0)).isZero();
        assertThat(Bessel.besselK(0, 1)).isInfinite();
        assertThat(Bessel.besselY(0, 1)).isEqualTo(Double.NEGATIVE_INFINITY);
        // J Y' - J' Y = 2 / (pi x), where an order is large and J hardly there.
        double wronskian =
                Bessel.besselJ(40, 90) * Bessel.besselYBy(40, 90) - Bessel.besselJBy(40, 90) * Bessel.besselY(40, 90);
        assertThat(wronskian).isCloseTo(2 / (Math.PI * 40), within(1e-12));
    }
}
