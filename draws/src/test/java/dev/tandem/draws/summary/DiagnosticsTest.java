package dev.tandem.draws.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.tandem.density.Variable;
import dev.tandem.draws.Draws;
import dev.tandem.draws.Fixtures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/** Holds the diagnostics to the values of the R package posterior. */
class DiagnosticsTest {
    private static final double RELATIVE_TOLERANCE = 1e-8;

    private static final Map<String, ToDoubleFunction<double[][]>> FUNCTIONS = functions();

    private static final Map<String, QuantileFunction> QUANTILE_FUNCTIONS = Map.of(
            "quantile", Diagnostics::quantile,
            "essQuantile", Diagnostics::essQuantile,
            "mcseQuantile", Diagnostics::mcseQuantile);

    private interface QuantileFunction {
        double at(double[][] draws, double p);
    }

    private static Map<String, ToDoubleFunction<double[][]>> functions() {
        Map<String, ToDoubleFunction<double[][]>> functions = new LinkedHashMap<>();
        functions.put("rhat", Diagnostics::rhat);
        functions.put("rhatBasic", Diagnostics::rhatBasic);
        functions.put("essBulk", Diagnostics::essBulk);
        functions.put("essTail", Diagnostics::essTail);
        functions.put("essMean", Diagnostics::essMean);
        functions.put("essSd", Diagnostics::essSd);
        functions.put("essBasic", Diagnostics::essBasic);
        functions.put("mcseMean", Diagnostics::mcseMean);
        functions.put("mcseSd", Diagnostics::mcseSd);
        functions.put("mean", Diagnostics::mean);
        functions.put("sd", Diagnostics::sd);
        functions.put("median", Diagnostics::median);
        functions.put("mad", Diagnostics::mad);
        return Collections.unmodifiableMap(functions);
    }

    @TestFactory
    Stream<DynamicNode> agreesWithPosterior() throws IOException {
        return Fixtures.read("diagnostics.json").map(fixture -> {
            double[][] draws = Fixtures.chains(fixture.get("draws"));
            List<DynamicNode> tests = new ArrayList<>();
            FUNCTIONS.forEach((name, function) -> tests.add(dynamicTest(
                    name,
                    () -> assertAgrees(
                            Fixtures.name(fixture) + " " + name,
                            function.applyAsDouble(draws),
                            Fixtures.number(fixture.get(comparedWith(fixture, name)))))));
            QUANTILE_FUNCTIONS.forEach((name, function) ->
                    tests.add(dynamicTest(name, () -> assertQuantilesAgree(fixture, draws, name, function))));
            return dynamicContainer(Fixtures.name(fixture), tests);
        });
    }

    /**
     * Where draws have two values, half of them each, posterior's R-hat is not a number. Ours is that of their location,
     * and ranks of two values are a linear function of them: that is posterior's R-hat without ranks.
     */
    private static String comparedWith(JsonNode fixture, String name) {
        boolean halves = List.of("binary_balanced", "alternating").contains(Fixtures.name(fixture));
        return halves && name.equals("rhat") ? "rhatBasic" : name;
    }

    private static void assertQuantilesAgree(
            JsonNode fixture, double[][] draws, String name, QuantileFunction function) {
        double[] probabilities = Fixtures.vector(fixture.get("probabilities"));
        double[] expected = Fixtures.vector(fixture.get(name));
        for (int i = 0; i < probabilities.length; i++) {
            String what = Fixtures.name(fixture) + " " + name + " at " + probabilities[i];
            assertAgrees(what, function.at(draws, probabilities[i]), expected[i]);
        }
    }

    private static void assertAgrees(String what, double actual, double expected) {
        if (Double.isFinite(expected) && expected != 0) {
            assertThat(actual).as(what).isCloseTo(expected, within(RELATIVE_TOLERANCE * Math.abs(expected)));
        } else if (Double.isNaN(expected)) {
            assertThat(actual).as(what).isNaN();
        } else {
            assertThat(actual).as(what).isEqualTo(expected);
        }
    }

    @Test
    void theOrderOfChainsDoesNotMatter() throws IOException {
        Random random = new Random(1);
        Fixtures.read("diagnostics.json").forEach(fixture -> {
            double[][] draws = Fixtures.chains(fixture.get("draws"));
            double[][] shuffled = draws.clone();
            Collections.shuffle(Arrays.asList(shuffled), random);
            FUNCTIONS.forEach((name, function) -> assertAgrees(
                    Fixtures.name(fixture) + " " + name,
                    function.applyAsDouble(shuffled),
                    function.applyAsDouble(draws)));
        });
    }

    @Test
    void ranksDoNotSeeMonotoneTransforms() {
        double[][] draws = normal(new Random(2), 4, 100);
        double[][] transformed = map(draws, x -> Math.exp(3 * x));
        assertThat(Diagnostics.essBulk(transformed)).isEqualTo(Diagnostics.essBulk(draws));
    }

    @Test
    void nothingWritesToItsArgument() throws IOException {
        Fixtures.read("diagnostics.json").forEach(fixture -> {
            double[][] draws = Fixtures.chains(fixture.get("draws"));
            FUNCTIONS.forEach((name, function) ->
                    assertThat(function.applyAsDouble(draws)).isEqualTo(Double.valueOf(function.applyAsDouble(draws))));
            QUANTILE_FUNCTIONS.forEach((name, function) ->
                    assertThat(function.at(draws, 0.3)).isEqualTo(Double.valueOf(function.at(draws, 0.3))));
            assertThat(Arrays.deepEquals(draws, Fixtures.chains(fixture.get("draws"))))
                    .as(Fixtures.name(fixture))
                    .isTrue();
        });
    }

    @Test
    void noDrawsSayNothing() {
        double[][] draws = new double[2][0];
        FUNCTIONS.forEach((name, function) ->
                assertThat(function.applyAsDouble(draws)).as(name).isNaN());
        QUANTILE_FUNCTIONS.forEach(
                (name, function) -> assertThat(function.at(draws, 0.5)).as(name).isNaN());
    }

    @Test
    void chainsMustHaveEqualLengths() {
        double[][] ragged = {{1, 2, 3}, {1, 2}};
        FUNCTIONS.forEach((name, function) -> assertThatThrownBy(() -> function.applyAsDouble(ragged))
                .as(name)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("chains of 3 and 2 draws; lengths must be equal"));
        assertThatThrownBy(() -> Diagnostics.rhat(new double[0][])).hasMessage("no chains");
    }

    @Test
    void probabilitiesAreChecked() {
        QUANTILE_FUNCTIONS.forEach((name, function) -> {
            assertThatThrownBy(() -> function.at(new double[][] {{1, 2}}, 1.1)).hasMessage("not a probability: 1.1");
            assertThatThrownBy(() -> function.at(new double[][] {{1, 2}}, Double.NaN))
                    .hasMessage("not a probability: NaN");
        });
    }

    @TestFactory
    Stream<DynamicNode> ebfmiAgreesWithItsDefinition() throws IOException {
        return Fixtures.read("energy.json")
                .map(fixture -> dynamicTest(
                        Fixtures.name(fixture),
                        () -> assertAgrees(
                                "ebfmi",
                                Diagnostics.ebfmi(Fixtures.vector(fixture.get("energy"))),
                                Fixtures.number(fixture.get("ebfmi")))));
    }

    @Test
    void hammingCountsDifferences() {
        assertThat(Diagnostics.hamming(new int[] {1, 0, 2, 2}, new int[] {1, 1, 2, 0}))
                .isEqualTo(2);
        assertThat(Diagnostics.hamming(new int[0], new int[0])).isZero();
        assertThatThrownBy(() -> Diagnostics.hamming(new int[2], new int[3])).hasMessage("lengths 2 and 3 differ");
    }

    @Test
    void minimumRelativeEffectiveSizeIsThatOfTheWorstElement() {
        Random random = new Random(3);
        double[][] good = normal(random, 2, 200);
        double[][] slow = map(normal(random, 2, 200), x -> x);
        for (double[] chain : slow) {
            for (int i = 1; i < chain.length; i++) {
                chain[i] += 0.9 * chain[i - 1];
            }
        }
        Draws draws = table(good, slow, new double[2][200]);

        double worst = Diagnostics.essBulk(slow) / 400;
        assertThat(worst).isLessThan(0.3);
        assertThat(Diagnostics.minimumRelativeEffectiveSize(draws)).isEqualTo(worst);
        assertThat(Diagnostics.minimumRelativeEffectiveSize(draws, "v1", "v3"))
                .isEqualTo(Math.min(1, Diagnostics.essBulk(good) / 400));
        assertThat(Diagnostics.minimumRelativeEffectiveSize(draws, "v3")).isEqualTo(1);
        assertThatThrownBy(() -> Diagnostics.minimumRelativeEffectiveSize(draws, "w1"))
                .hasMessage("no variable w1; did you mean v1?");
    }

    @Test
    void minimumRelativeEffectiveSizeDoesNotHideNaN() {
        double[][] broken = normal(new Random(4), 2, 50);
        broken[1][7] = Double.NaN;
        Draws draws = table(normal(new Random(5), 2, 50), broken);
        assertThat(Diagnostics.minimumRelativeEffectiveSize(draws)).isNaN();
    }

    private static Draws table(double[][]... elements) {
        List<Variable> variables = IntStream.rangeClosed(1, elements.length)
                .mapToObj(i -> new Variable("v" + i, List.of(), Variable.Kind.CONTINUOUS))
                .toList();
        int chains = elements[0].length;
        Draws.Builder builder = Draws.builder(variables, chains, 10);
        for (int chain = 0; chain < chains; chain++) {
            for (int draw = 0; draw < elements[0][chain].length; draw++) {
                double[] values = new double[elements.length];
                for (int i = 0; i < values.length; i++) {
                    values[i] = elements[i][chain][draw];
                }
                builder.append(chain, values);
            }
        }
        return builder.build();
    }

    private static double[][] normal(Random random, int chains, int draws) {
        double[][] values = new double[chains][draws];
        return map(values, x -> random.nextGaussian());
    }

    private static double[][] map(double[][] draws, DoubleUnaryOperator function) {
        return Arrays.stream(draws)
                .map(chain -> Arrays.stream(chain).map(function).toArray())
                .toArray(double[][]::new);
    }
}
