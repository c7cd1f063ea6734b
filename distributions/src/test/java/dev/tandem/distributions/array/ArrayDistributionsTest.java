package dev.tandem.distributions.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.distributions.Allocation;
import dev.tandem.distributions.DerivativesTest;
import dev.tandem.distributions.catalogue.Distribution;
import dev.tandem.distributions.catalogue.Distributions;
import dev.tandem.distributions.catalogue.Functions;
import dev.tandem.distributions.function.ArrayFunction;
import dev.tandem.distributions.scalar.Gamma;
import dev.tandem.distributions.special.GammaFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What every distribution of arrays must keep: gradients that are derivatives, shapes that are checked, no garbage. */
class ArrayDistributionsTest {
    /** How the entries of an argument may move. */
    private enum Move {
        FREELY,
        /** Both entries of a pair at once. */
        SYMMETRICALLY,
        /** With the row's diagonal entry against it, so that rows go on summing to zero. */
        AS_RATES
    }

    private static final class Argument {
        private final double[] values;
        private final int[] dims;
        private final Move move;

        Argument(double[] values, int[] dims, Move move) {
            this.values = values;
            this.dims = dims;
            this.move = move;
        }
    }

    private record Case(String name, List<Argument> arguments) {
        double[][] values() {
            return arguments.stream().map(a -> a.values.clone()).toArray(double[][]::new);
        }

        int[][] dims() {
            return arguments.stream().map(a -> a.dims.clone()).toArray(int[][]::new);
        }
    }

    private static Argument of(double... values) {
        return new Argument(values, new int[] {values.length}, Move.FREELY);
    }

    private static Argument symmetric(double... values) {
        int side = (int) Math.sqrt(values.length);
        return new Argument(values, new int[] {side, side}, Move.SYMMETRICALLY);
    }

    private static Argument rates(double... values) {
        int side = (int) Math.sqrt(values.length);
        return new Argument(values, new int[] {side, side}, Move.AS_RATES);
    }

    private static final Argument THREE = symmetric(2, 0.3, 0.1, 0.3, 1.5, -0.2, 0.1, -0.2, 0.9);
    private static final Argument OTHER = symmetric(1.1, -0.4, 0.2, -0.4, 0.8, 0.3, 0.2, 0.3, 2.5);

    private static final List<Case> CASES = List.of(
            new Case("dcat", List.of(of(3), of(2, 0.5, 4))),
            new Case("dordered.logit", List.of(of(1), of(0.3), of(-1, 2))),
            new Case("dordered.logit", List.of(of(2), of(0.3), of(-1, 2))),
            new Case("dordered.probit", List.of(of(2), of(0.3), of(-1, 2))),
            new Case("dordered.probit", List.of(of(3), of(0.3), of(-1, 2))),
            new Case("dordered.probit", List.of(of(2), of(0.3), of(0.7))),
            new Case("dnormmix", List.of(of(0.4), of(-1, 2), of(1.5, 0.7), of(0.7, 0.9))),
            new Case("dinterval", List.of(of(1), of(0.3), of(-1, 2))),
            new Case("dround", List.of(of(2.3), of(2.32), of(1))),
            new Case("dsum", List.of(of(3, 7), of(1, 2), of(2, 5))),
            new Case("dmstate", List.of(of(2), of(1), of(0.7), rates(-1, 0.5, 0.2, 0.7, -0.9, 0.4, 0.3, 0.4, -0.6))),
            new Case("dmstate", List.of(of(1), of(3), of(5), rates(-1, 0.5, 0.2, 0.7, -0.9, 0.4, 0.3, 0.4, -0.6))),
            new Case("ddirch", List.of(of(0.2, 0.3, 0.5), of(2, 0.5, 4))),
            new Case("dmulti", List.of(of(2, 0, 3), of(2, 0.5, 4), of(5))),
            new Case("dsample", List.of(of(1, 0, 1, 0, 0), of(0.1, 0.2, 0.3, 0.9, 5), of(2))),
            new Case("dmnorm", List.of(of(0.5, -1, 2), of(0, 1, 3), THREE)),
            new Case("dmnorm.vcov", List.of(of(0.5, -1, 2), of(0, 1, 3), THREE)),
            new Case("dmt", List.of(of(0.5, -1, 2), of(0, 1, 3), THREE, of(3.5))),
            new Case("dwish", List.of(THREE, OTHER, of(4.5))),
            new Case("dwish", List.of(symmetric(1.3), symmetric(0.4), of(4.5))),
            new Case("dscaled.wishart", List.of(THREE, of(2, 0.5, 1.5), of(2.5))),
            new Case("dscaled.wishart", List.of(symmetric(1.3), of(0.4), of(4.5))));

    @Test
    void everyLawHasACase() {
        assertThat(CASES.stream().map(Case::name).collect(Collectors.toSet()))
                .isEqualTo(Distributions.all().stream()
                        .filter(distribution -> distribution.array().isPresent())
                        .map(Distribution::name)
                        .collect(Collectors.toSet()));
        for (Case c : CASES) {
            Distribution distribution = Distributions.find(c.name()).orElseThrow();
            assertThat(c.arguments().size() - 1)
                    .isBetween(
                            distribution.signature().minArguments(),
                            distribution.signature().maxArguments());
            assertThat(Distributions.array(c.name()).orElseThrow().complaint(c.dims()))
                    .isEmpty();
        }
        assertThat(Distributions.array("dnorm")).isEmpty();
    }

    @Test
    void gradientsAreDerivatives() {
        for (Case c : CASES) {
            ArrayDistribution law = Distributions.array(c.name()).orElseThrow();
            for (int argument = 0; argument < c.arguments().size(); argument++) {
                if (law.differentiable(argument)) {
                    check(c, law, argument);
                }
            }
        }
    }

    /** Starts from 1 and scales by 1.7, because gradients are added. */
    private static void check(Case c, ArrayDistribution law, int argument) {
        double[][] values = c.values();
        int[][] dims = c.dims();
        double[][] bars = new double[values.length][];
        bars[argument] = new double[values[argument].length];
        java.util.Arrays.fill(bars[argument], 1);
        law.addGradient(values, dims, 1.7, bars);
        Move move = c.arguments().get(argument).move;
        int side = (int) Math.sqrt(values[argument].length);
        for (int i = 0; i < values[argument].length; i++) {
            int entry = i;
            int partner = partner(i, side, move);
            if (move == Move.AS_RATES && partner == i) {
                // Cannot move alone: see byEveryRate.
                continue;
            }
            double expected = DerivativesTest.difference(
                    h -> moved(law, values, dims, argument, entry, partner, move, h), 0, 1e-3);
            double actual = (bars[argument][i] - 1) / 1.7;
            if (partner != i) {
                actual += (move == Move.AS_RATES ? -1 : 1) * (bars[argument][partner] - 1) / 1.7;
            }
            assertThat(actual)
                    .as(c.name() + " argument " + argument + " entry " + i)
                    .isCloseTo(expected, within(1e-9));
        }
    }

    /** Against differences of log mexp, which takes any matrix, so that the diagonal too is moved alone. */
    @Test
    void byEveryRate() {
        double[] rates = {-1, 0.5, 0.2, 0.7, -0.9, 0.4, 0.3, 0.4, -0.6};
        double[][] bars = {null, null, null, new double[9]};
        int[][] dims = {{1}, {1}, {1}, {3, 3}};
        Distributions.array("dmstate")
                .orElseThrow()
                .addGradient(new double[][] {{2}, {1}, {0.7}, rates}, dims, 1, bars);
        ArrayFunction mexp = Functions.array("mexp").orElseThrow();
        for (int i = 0; i < 9; i++) {
            int entry = i;
            double expected = DerivativesTest.difference(
                    h -> {
                        double[] scaled = new double[9];
                        for (int k = 0; k < 9; k++) {
                            scaled[k] = 0.7 * (rates[k] + (k == entry ? h : 0));
                        }
                        double[] result = new double[9];
                        mexp.value(new double[][] {scaled}, new int[][] {{3, 3}}, result);
                        return Math.log(result[3]);
                    },
                    0,
                    1e-3);
            assertThat(bars[3][i]).as("rate " + i).isCloseTo(expected, within(1e-10));
        }
    }

    private static int partner(int i, int side, Move move) {
        return switch (move) {
            case FREELY -> i;
            case SYMMETRICALLY -> i / side + i % side * side;
            case AS_RATES -> i % side + i % side * side;
        };
    }

    private static double moved(
            ArrayDistribution law,
            double[][] values,
            int[][] dims,
            int argument,
            int i,
            int partner,
            Move move,
            double h) {
        double[][] at = values.clone();
        at[argument] = values[argument].clone();
        at[argument][i] += h;
        if (partner != i) {
            at[argument][partner] += move == Move.AS_RATES ? -h : h;
        }
        return law.logDensity(at, dims);
    }

    @Test
    void impossibleArgumentsLeaveNoTrace() {
        for (Case c : CASES) {
            ArrayDistribution law = Distributions.array(c.name()).orElseThrow();
            double before = law.logDensity(c.values(), c.dims());
            for (int argument = 0; argument < c.arguments().size(); argument++) {
                double[][] values = c.values();
                values[argument][0] = Double.NaN;
                double log = law.logDensity(values, c.dims());
                assertThat(Double.isNaN(log) || log == Double.NEGATIVE_INFINITY)
                        .as(c.name() + " argument " + argument + ": " + log)
                        .isTrue();
                law.addGradient(values, c.dims(), 1, c.values());
            }
            assertThat(law.logDensity(c.values(), c.dims())).as(c.name()).isEqualTo(before);
        }
    }

    @Test
    void arraysMayBeLongerThanTheirShapes() {
        for (Case c : CASES) {
            double[][] longer = new double[c.arguments().size()][];
            for (int i = 0; i < longer.length; i++) {
                double[] values = c.values()[i];
                longer[i] = java.util.Arrays.copyOf(values, values.length + 3);
                java.util.Arrays.fill(longer[i], values.length, values.length + 3, Double.NaN);
            }
            ArrayDistribution law = Distributions.array(c.name()).orElseThrow();
            assertThat(law.logDensity(longer, c.dims())).isEqualTo(law.logDensity(c.values(), c.dims()));
        }
    }

    @Test
    void warmLawsDoNotAllocate() {
        List<String> failures = new ArrayList<>();
        for (Case c : CASES) {
            ArrayDistribution law = Distributions.array(c.name()).orElseThrow();
            double[][] values = c.values();
            int[][] dims = c.dims();
            double[][] bars = c.values();
            long bytes = Allocation.bytes(() -> {
                // Another first entry, lest nothing be computed.
                values[values.length - 1][0] = Math.nextUp(values[values.length - 1][0]);
                law.logDensity(values, dims);
                law.addGradient(values, dims, 1, bars);
            });
            // The error function of commons-numbers makes short-lived objects.
            if (bytes > 0 && !c.name().equals("dordered.probit")) {
                failures.add(c.name() + " " + bytes);
            }
        }
        assertThat(failures).isEmpty();
    }

    @Test
    void complaints() {
        assertThat(complaint("dmnorm", new int[] {3}, new int[] {3}, new int[] {3, 2}))
                .isEqualTo("the precision matrix is 3 by 2, not square");
        assertThat(complaint("dmnorm", new int[] {2}, new int[] {2}, new int[] {3, 3}))
                .isEqualTo("the precision matrix is 3 by 3, but the value has length 2");
        assertThat(complaint("dmnorm", new int[] {2}, new int[] {3}, new int[] {2, 2}))
                .isEqualTo("the mean has length 3, but the value has length 2");
        assertThat(complaint("ddirch", new int[] {2, 3}, new int[] {6})).isEqualTo("the value is 2 by 3, not a vector");
        assertThat(complaint("dwish", new int[] {2, 2}, new int[] {3, 3}, new int[] {1}))
                .isEqualTo("the matrix R is 3 by 3, but the value is 2 by 2");
        assertThat(complaint("dcat", new int[] {2}, new int[] {3}))
                .isEqualTo("the value is of length 2, not a single number");
        assertThat(complaint("dsum", new int[] {2}, new int[] {2}, new int[] {3}))
                .isEqualTo("parameter 2 is of length 3, but the value is of length 2");
    }

    private static String complaint(String name, int[]... dims) {
        return Distributions.array(name).orElseThrow().complaint(dims);
    }

    @Test
    void sumsAllowForRounding() {
        ArrayDistribution law = Distributions.array("dsum").orElseThrow();
        int[][] dims = {{1}, {1}, {1}};
        assertThat(law.logDensity(new double[][] {{0.3}, {0.1}, {0.2}}, dims)).isZero();
        assertThat(law.logDensity(new double[][] {{0.3 + 1e-8}, {0.1}, {0.2}}, dims))
                .isZero();
        assertThat(law.logDensity(new double[][] {{0.3 + 9e-8}, {0.1}, {0.2}}, dims))
                .isEqualTo(Double.NEGATIVE_INFINITY);
    }

    @Test
    void matricesMustBeSymmetricPositiveDefinite() {
        ArrayDistribution law = Distributions.array("dmnorm").orElseThrow();
        int[][] dims = {{2}, {2}, {2, 2}};
        double[] x = {0.5, -1};
        assertThat(law.logDensity(new double[][] {x, x, {1, 2, 2, 1}}, dims)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(law.logDensity(new double[][] {x, x, {1, 0.2, 0.1, 1}}, dims))
                .isEqualTo(Double.NEGATIVE_INFINITY);
    }

    /** exp of a chain that must pass through many states: the product of tiny rates, to a relative 1e-12. */
    @Test
    void smallTransitionProbabilitiesKeepTheirDigits() {
        double[] rates = new double[36];
        for (int i = 0; i < 5; i++) {
            rates[i + i * 6] = -1e-5;
            rates[i + (i + 1) * 6] = 1e-5;
        }
        ArrayDistribution law = Distributions.array("dmstate").orElseThrow();
        double log = law.logDensity(new double[][] {{6}, {1}, {2}, rates}, new int[][] {{1}, {1}, {1}, {6, 6}});
        assertThat(log).isCloseTo(Gamma.logCumulative(2, 5, 1e-5), within(1e-11));
    }

    /** The pmf of dsample over all sets of 2500 items would overflow as a plain polynomial. */
    @Test
    void manyItemsDoNotOverflow() {
        int size = 2500;
        double[] x = new double[size];
        double[] p = new double[size];
        for (int i = 0; i < size; i++) {
            p[i] = 3;
            x[i] = i < 1000 ? 1 : 0;
        }
        ArrayDistribution law = Distributions.array("dsample").orElseThrow();
        int[][] dims = {{size}, {size}, {1}};
        double expected = -GammaFunction.logChoose(size, 1000);
        assertThat(law.logDensity(new double[][] {x, p, {1000}}, dims)).isCloseTo(expected, within(1e-8));
        double[][] bars = {null, new double[size], null};
        law.addGradient(new double[][] {x, p, {1000}}, dims, 1, bars);
        assertThat(bars[1][0]).isCloseTo((1 - 0.4) / 3, within(1e-9));
        assertThat(bars[1][size - 1]).isCloseTo(-0.4 / 3, within(1e-9));
    }
}
