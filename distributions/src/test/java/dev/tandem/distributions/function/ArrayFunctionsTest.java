package dev.tandem.distributions.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.distributions.Allocation;
import dev.tandem.distributions.DerivativesTest;
import dev.tandem.distributions.Fixtures;
import dev.tandem.distributions.catalogue.Function;
import dev.tandem.distributions.catalogue.Functions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Functions of arrays: values and shapes against JAGS, gradients against differences, and no garbage. */
class ArrayFunctionsTest {
    /** One row of the fixtures. */
    private static final class Case {
        private final String name;
        private final double[][] arguments;
        private final int[][] dims;
        private final double[] result;
        private final int[] resultDims;

        Case(String[] field) {
            name = field[0];
            int last = field.length - 1;
            arguments = Arrays.stream(field, 1, last).map(Case::values).toArray(double[][]::new);
            dims = Arrays.stream(field, 1, last).map(Case::extents).toArray(int[][]::new);
            result = values(field[last]);
            resultDims = extents(field[last]);
        }

        private static double[] values(String field) {
            return Fixtures.numbers(field.substring(field.indexOf(':') + 1));
        }

        private static int[] extents(String field) {
            return Arrays.stream(field.substring(0, field.indexOf(':')).split("x"))
                    .mapToInt(Integer::parseInt)
                    .toArray();
        }

        @Override
        public String toString() {
            return name + " of " + Arrays.deepToString(arguments);
        }
    }

    private static List<Case> cases() {
        return Fixtures.fields("jags-functions.csv").stream().map(Case::new).toList();
    }

    private static ArrayFunction create(String name) {
        return Functions.array(name).orElseThrow();
    }

    @Test
    void valuesAndShapes() {
        Set<String> seen = new TreeSet<>();
        for (Case c : cases()) {
            seen.add(c.name);
            ArrayFunction function = create(c.name);
            assertThat(function.resultDims(c.dims)).as(c.toString()).isEqualTo(c.resultDims);
            double[] result = new double[c.result.length];
            function.value(c.arguments, c.dims, result);
            for (int i = 0; i < result.length; i++) {
                assertThat(result[i])
                        .as(c + " element " + i)
                        .isCloseTo(c.result[i], within(1e-13 * Math.max(1, Math.abs(c.result[i]))));
            }
        }
        Set<String> all = Functions.all().stream()
                .filter(function -> function.array().isPresent())
                .map(Function::name)
                .collect(Collectors.toCollection(TreeSet::new));
        all.add(Functions.MATRIX_PRODUCT.name());
        assertThat(seen).isEqualTo(all);
    }

    /** The weights of the result vary, and the bars start from 1. */
    @Test
    void gradients() {
        int checked = 0;
        for (Case c : cases()) {
            ArrayFunction function = create(c.name);
            if (!function.differentiable() || isKink(c)) {
                continue;
            }
            double[] resultBar = new double[c.result.length];
            for (int i = 0; i < resultBar.length; i++) {
                resultBar[i] = Math.cos(1 + 3.1 * i);
            }
            for (int a = 0; a < c.arguments.length; a++) {
                double[][] bars = new double[c.arguments.length][];
                bars[a] = new double[c.arguments[a].length];
                Arrays.fill(bars[a], 1);
                double[] result = new double[c.result.length];
                function.value(c.arguments, c.dims, result);
                function.addGradient(c.arguments, c.dims, result, resultBar, bars);
                for (int i = 0; i < bars[a].length; i++) {
                    checkEntry(c, function, a, i, resultBar, bars[a]);
                    checked++;
                }
            }
        }
        assertThat(checked).isGreaterThan(200);
    }

    private static boolean isKink(Case c) {
        boolean interpolation =
                c.name.equals("interp.lin") && Set.of(-1.0, 2.0, 3.0).contains(c.arguments[0][0]);
        return interpolation
                || (c.name.equals("sort")
                        && Arrays.stream(c.arguments[0]).distinct().count() < c.result.length);
    }

    private static void checkEntry(Case c, ArrayFunction function, int a, int i, double[] resultBar, double[] bar) {
        boolean symmetric = c.name.equals("inverse") || c.name.equals("logdet");
        int side = c.dims[a][0];
        int partner = symmetric ? i / side + i % side * side : i;
        double[] result = new double[c.result.length];
        double expected = DerivativesTest.difference(
                h -> {
                    double[][] at = c.arguments.clone();
                    at[a] = c.arguments[a].clone();
                    at[a][i] += h;
                    at[a][partner] += partner == i ? 0 : h;
                    function.value(at, c.dims, result);
                    double sum = 0;
                    for (int k = 0; k < result.length; k++) {
                        sum += resultBar[k] * result[k];
                    }
                    return sum;
                },
                0,
                1e-3);
        double actual = bar[i] - 1 + (partner == i ? 0 : bar[partner] - 1);
        assertThat(actual)
                .as(c + " argument " + a + " entry " + i)
                .isCloseTo(expected, within(2e-10 * Math.max(1, Math.abs(expected))));
    }

    /** Two zeros leave no derivative, one leaves that of its own factor. */
    @Test
    void productsSurviveZeros() {
        double[][] bars = {new double[3]};
        double[] zero = {0};
        create("prod").addGradient(new double[][] {{2, 0, 5}}, new int[][] {{3}}, zero, new double[] {1}, bars);
        assertThat(bars[0]).containsExactly(0, 10, 0);
        double[][] none = {new double[3]};
        create("prod").addGradient(new double[][] {{0, 3, 0}}, new int[][] {{3}}, zero, new double[] {1}, none);
        assertThat(none[0]).containsExactly(0, 0, 0);
    }

    @Test
    void vectorsTurnIntoRows() {
        assertThat(create("t").resultDims(new int[][] {{3}})).containsExactly(1, 3);
        assertThat(create("%*%").resultDims(new int[][] {{1, 2}, {2, 2}})).containsExactly(2);
        assertThat(create("%*%").resultDims(new int[][] {{2, 1}, {1, 3}})).containsExactly(2, 3);
    }

    @Test
    void complaints() {
        assertThatThrownBy(() -> create("%*%").resultDims(new int[][] {{2}, {3}}))
                .hasMessage("%*% cannot multiply an array of length 2 with one of length 3");
        assertThatThrownBy(() -> create("%*%").resultDims(new int[][] {{2}, {1, 2}}))
                .hasMessage("%*% cannot multiply an array of length 2 with one 1 by 2");
        assertThatThrownBy(() -> create("inprod").resultDims(new int[][] {{2}, {3}}))
                .hasMessage("the second argument is of length 3, but the first is of length 2");
        assertThatThrownBy(() -> create("inverse").resultDims(new int[][] {{2, 3}}))
                .hasMessage("the argument of inverse is 2 by 3, not square");
        assertThatThrownBy(() -> create("sd").resultDims(new int[][] {{1}})).hasMessage("sd needs two numbers or more");
        assertThatThrownBy(() -> create("t").resultDims(new int[][] {{1}, {1}}))
                .hasMessage("t takes 1 argument, not 2");
    }

    @Test
    void thereIsNoInverseOfWhatIsNotPositiveDefinite() {
        double[] result = new double[4];
        for (double[] matrix : new double[][] {{1, 2, 2, 1}, {1, 0.2, 0.1, 1}}) {
            create("inverse").value(new double[][] {matrix}, new int[][] {{2, 2}}, result);
            assertThat(result).containsOnly(Double.NaN);
            create("logdet").value(new double[][] {matrix}, new int[][] {{2, 2}}, result);
            assertThat(result[0]).isNaN();
        }
        create("inverse.lu").value(new double[][] {{1, 2, 2, 4}}, new int[][] {{2, 2}}, result);
        assertThat(result).containsOnly(Double.NaN);
    }

    @Test
    void warmFunctionsDoNotAllocate() {
        List<String> failures = new ArrayList<>();
        for (Case c : cases()) {
            ArrayFunction function = create(c.name);
            double[] result = new double[c.result.length];
            double[] resultBar = new double[c.result.length];
            double[][] bars = new double[c.arguments.length][];
            for (int i = 0; i < bars.length; i++) {
                bars[i] = new double[c.arguments[i].length];
            }
            long bytes = Allocation.bytes(() -> {
                function.value(c.arguments, c.dims, result);
                function.addGradient(c.arguments, c.dims, result, resultBar, bars);
            });
            if (bytes > 0) {
                failures.add(c + " " + bytes);
            }
        }
        assertThat(failures).isEmpty();
    }
}
