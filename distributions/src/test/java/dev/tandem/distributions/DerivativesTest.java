package dev.tandem.distributions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.distributions.catalogue.Distributions;
import dev.tandem.distributions.scalar.ScalarDistribution;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** Every derivative of every log density and distribution function against eighth-order differences. */
public class DerivativesTest {
    /** Rounding of the function over the step limits the difference quotient, not the derivative. */
    private static final double TOLERANCE = 2e-7;

    @Test
    void ofLogDensitiesAndDistributionFunctions() {
        List<String> failures = new ArrayList<>();
        int checked = 0;
        for (Fixtures.Row row : Fixtures.rows("r-distributions.csv")) {
            if (row.what().equals("logDensity") && row.value() > -1e5 && row.value() < 1e5) {
                checked += check(Distributions.scalar(row.name()).orElseThrow(), row.x(), row.p(), failures);
            }
        }
        checked += check(Distributions.scalar("dpar").orElseThrow(), 3, new double[] {2, 1.5}, failures);
        checked += check(Distributions.scalar("ddexp").orElseThrow(), 3, new double[] {2, 1.5}, failures);
        checked += check(Distributions.scalar("ddexp").orElseThrow(), 1, new double[] {2, 1.5}, failures);
        checked += check(Distributions.scalar("dgen.gamma").orElseThrow(), 0.7, new double[] {2, 1.5, 3}, failures);
        checked += check(Distributions.scalar("dhyper").orElseThrow(), 3, new double[] {5, 8, 6, 1.7}, failures);
        checked += check(Distributions.scalar("dhyper").orElseThrow(), 9, new double[] {50, 80, 60, 0.2}, failures);
        checked += check(Distributions.scalar("dbetabin").orElseThrow(), 3, new double[] {1.5, 2.5, 10}, failures);
        checked += check(Distributions.scalar("dbetabin").orElseThrow(), 8, new double[] {1.5, 2.5, 10}, failures);
        checked += check(Distributions.scalar("dgen.gamma").orElseThrow(), 2.5, new double[] {2, 1.5, 3}, failures);
        checked += check(Distributions.scalar("dpick").orElseThrow(), 3, new double[] {0.4, 3, 4}, failures);
        assertThat(failures).isEmpty();
        assertThat(checked).isGreaterThan(3000);
    }

    private static int check(ScalarDistribution distribution, double x, double[] p, List<String> failures) {
        int checked = 0;
        boolean continuous = !distribution.discrete();
        if (continuous && (x == distribution.upper(p) || x == distribution.lower(p))) {
            return 0;
        }
        for (int i = 0; i <= p.length; i++) {
            double at = i == 0 ? x : p[i - 1];
            int argument = i;
            if (i > 0 && (at == 0 || (at == 1 && distribution.discrete()))) {
                // The end of the parameter's range (or a mean of zero, covered by others): no room for differences.
                continue;
            }
            if (distribution.differentiable(i)) {
                DoubleUnaryOperator density = v -> i(distribution, "density", argument, v, x, p);
                compare(distribution + " d" + i, distribution.derivative(i, x, p), density, at, x, p, failures);
                checked++;
            }
            if (distribution.has("c" + i)) {
                DoubleUnaryOperator cumulative = v -> i(distribution, "cumulative", argument, v, x, p);
                compare(
                        distribution + " c" + i,
                        distribution.cumulativeDerivative(i, x, p),
                        cumulative,
                        at,
                        x,
                        p,
                        failures);
                compareInTail(distribution, i, x, p, at, failures);
                checked++;
            }
        }
        return checked;
    }

    private static double i(ScalarDistribution distribution, String what, int i, double v, double x, double[] p) {
        double[] q = p.clone();
        if (i > 0) {
            q[i - 1] = v;
        }
        double y = i == 0 ? v : x;
        return switch (what) {
            case "density" -> distribution.logDensity(y, q);
            case "cumulative" -> distribution.cumulative(y, q);
            case "logCumulative" -> distribution.logCumulative(y, q);
            default -> distribution.logSurvival(y, q);
        };
    }

    private static void compare(
            String what, double actual, DoubleUnaryOperator f, double at, double x, double[] p, List<String> failures) {
        double flat = 1e-9 * Math.max(1, Math.abs(f.applyAsDouble(at)));
        if (Math.abs(at * actual) < flat && Math.abs(at * difference(f, at, 1e-3 * Math.abs(at))) < 10 * flat) {
            // Too flat for a difference quotient to see.
            return;
        }
        double best = Double.POSITIVE_INFINITY;
        double closest = Double.NaN;
        for (double step = at == 0 ? 1e-3 : 1e-1 * Math.abs(at);
                step > 1e-9 * Math.abs(at) && step > 1e-320;
                step /= 4) {
            double expected = difference(f, at, step);
            double error = Math.abs(actual - expected)
                    / Math.max(1e-3 + 1e-6 * Math.abs(f.applyAsDouble(at)), Math.abs(expected));
            if (error < best) {
                best = error;
                closest = expected;
            }
        }
        if (!(best < TOLERANCE)) {
            failures.add(
                    what + " at " + x + " " + java.util.Arrays.toString(p) + ": " + actual + " against " + closest);
        }
    }

    /** On the log scale of the smaller tail, where a wrong derivative cannot hide behind its size. */
    private static void compareInTail(
            ScalarDistribution distribution, int i, double x, double[] p, double at, List<String> failures) {
        boolean lower = distribution.cumulative(x, p) < 0.5;
        double log = lower ? distribution.logCumulative(x, p) : distribution.logSurvival(x, p);
        if (log > -600) {
            double relative = (lower ? 1 : -1) * distribution.cumulativeDerivative(i, x, p) / Math.exp(log);
            DoubleUnaryOperator tail = v -> i(distribution, lower ? "logCumulative" : "logSurvival", i, v, x, p);
            compare(distribution + " c" + i + " in the tail", relative, tail, at, x, p, failures);
        }
    }

    /** The central difference of eighth order. */
    public static double difference(DoubleUnaryOperator f, double x, double h) {
        double[] weight = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
        double sum = 0;
        for (int k = 1; k <= 4; k++) {
            sum += weight[k - 1] * (f.applyAsDouble(x + k * h) - f.applyAsDouble(x - k * h));
        }
        return sum / h;
    }
}
