package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.generate.StartValues;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.program.Summing;
import dev.tandem.compiler.simulate.Elements;
import dev.tandem.compiler.simulate.Simulator;
import dev.tandem.density.Cursor;
import dev.tandem.density.Variable;
import dev.tandem.draws.Draws;
import dev.tandem.sampling.Settings;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The compiled density of every example against the reference evaluator. What the prior gives can be reached; computed
 * nodes are equal; and between states the log densities differ by the same, once the Jacobian of the transforms, which
 * is found here by finite differences of what the cursor reports, is taken out.
 */
@Tag("normal")
class ReferenceDensityTest {
    private static final long SEED = 4;
    private static final int STATES = 4;
    private static final double STEP = 1e-5;
    private static final double CLOSE = 1e-4;

    static List<Example> examples() {
        return Example.all();
    }

    /** The example with data that its own prior has made, every unknown and computed node reported. */
    private static BoundModel simulated(Example example, Simulator simulator) {
        simulator.drawAll(RandomSource.L64_X128_MIX.create(SEED));
        BoundModel bound = example.bind();
        return BoundModel.of(Graph.bind(bound.graph().model(), simulator.data()))
                .monitoring(bound.variables().toArray(String[]::new))
                .summing(Summing.joint());
    }

    @ParameterizedTest
    @MethodSource("examples")
    void whatThePriorGivesCanBeReached(Example example) {
        Simulator simulator = Simulator.of(example.bind().graph());
        BoundModel model = simulated(example, simulator);
        CompiledDensity density = model.compile();
        double[] truth = new double[simulator.unknown().size()];
        simulator.copy(simulator.unknown(), truth);
        Elements unknown = Simulator.of(model.graph()).unknown();
        assertThat(unknown.names()).isEqualTo(simulator.unknown().names());
        Cursor cursor = place(density, model.graph(), unknown, truth);
        Map<String, Double> expected = new HashMap<>();
        double[] all = new double[simulator.defined().size()];
        simulator.copy(simulator.defined(), all);
        List<String> names = simulator.defined().names();
        for (int i = 0; i < all.length; i++) {
            expected.put(names.get(i), all[i]);
        }
        double[] reported = report(cursor);
        int next = 0;
        for (Variable variable : density.space().reported()) {
            for (int i = 0; i < variable.size(); i++, next++) {
                String name = variable.elementName(i);
                if (!expected.containsKey(name)) {
                    // An element of an array that no statement defines.
                    assertThat(reported[next]).as(name).isNaN();
                    continue;
                }
                double value = expected.get(name);
                assertThat(reported[next]).as(name).isCloseTo(value, within(1e-6 * (1 + Math.abs(value))));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void logDensitiesDifferAsTheReferenceSays(Example example) {
        BoundModel model = simulated(example, Simulator.of(example.bind().graph()));
        CompiledDensity density = model.compile();
        Draws draws = model.sample(Settings.defaults()
                        .withChains(1)
                        .withWarmup(100)
                        .withDraws(STATES)
                        .withThin(10)
                        .withSeed(SEED))
                .draws();
        Simulator reference = Simulator.of(model.graph());
        Elements unknown = reference.unknown();
        double[] gaps = new double[STATES];
        double largest = 0;
        for (int state = 0; state < STATES; state++) {
            int draw = state;
            double[] values = unknown.names().stream()
                    .mapToDouble(name -> draws.value(0, draw, draws.elementIndex(name)))
                    .toArray();
            reference.assign(unknown, values);
            double expected = reference.logDensity();
            Cursor cursor = place(density, model.graph(), unknown, values);
            gaps[state] = cursor.logDensity() - logVolume(cursor, continuous(density, unknown)) - expected;
            largest = Math.max(largest, Math.abs(expected));
        }
        for (double gap : gaps) {
            assertThat(gap).as("seed %d", SEED).isCloseTo(gaps[0], within(CLOSE + 1e-8 * largest));
        }
    }

    private static Cursor place(CompiledDensity density, Graph graph, Elements unknown, double[] values) {
        Map<Symbol, double[]> given = new HashMap<>();
        Simulator carrier = Simulator.of(graph);
        carrier.assign(unknown, values);
        for (Symbol symbol : graph.symbols()) {
            double[] known = symbol.values();
            double[] assigned = carrier.values(symbol.name());
            for (int i = 0; i < known.length; i++) {
                assigned[i] = Double.isNaN(known[i]) ? assigned[i] : Double.NaN;
            }
            if (Arrays.stream(assigned).anyMatch(value -> !Double.isNaN(value))) {
                given.put(symbol, assigned);
            }
        }
        return StartValues.of(density, given).place(() -> 0.5);
    }

    private static double[] report(Cursor cursor) {
        double[] values = new double[cursor.space().reportedSize()];
        cursor.report(values);
        return values;
    }

    /** Where among the reported values the continuous unknowns stand. */
    private static int[] continuous(CompiledDensity density, Elements unknown) {
        int[] places = new int[density.space().reportedSize()];
        int count = 0;
        int next = 0;
        for (Variable variable : density.space().reported()) {
            for (int i = 0; i < variable.size(); i++, next++) {
                boolean wanted = variable.kind() == Variable.Kind.CONTINUOUS
                        && unknown.names().contains(variable.elementName(i));
                if (wanted) {
                    places[count++] = next;
                }
            }
        }
        return Arrays.copyOf(places, count);
    }

    /**
     * The log of the volume that the transforms give to a unit of coordinates: half the log determinant of the Gram
     * matrix of their derivatives. For simplexes and symmetric matrices, which have more elements than coordinates, this
     * is the log Jacobian but for a constant.
     */
    private static double logVolume(Cursor cursor, int[] places) {
        int n = cursor.space().dimension();
        double[] q = new double[n];
        cursor.copyPosition(q);
        double[][] columns = new double[n][places.length];
        double sum = 0;
        for (int j = 0; j < n; j++) {
            double centre = q[j];
            q[j] = centre + STEP;
            cursor.moveTo(q);
            double[] up = report(cursor);
            q[j] = centre - STEP;
            cursor.moveTo(q);
            double[] down = report(cursor);
            q[j] = centre;
            double square = 0;
            for (int i = 0; i < places.length; i++) {
                columns[j][i] = (up[places[i]] - down[places[i]]) / (2 * STEP);
                square += columns[j][i] * columns[j][i];
            }
            double length = Math.sqrt(square);
            sum += Math.log(length);
            for (int i = 0; i < places.length; i++) {
                columns[j][i] /= length;
            }
        }
        cursor.moveTo(q);
        // Gram-Schmidt: what is left of each unit column after the earlier ones.
        for (int j = 0; j < n; j++) {
            for (int k = 0; k < j; k++) {
                double product = 0;
                for (int i = 0; i < places.length; i++) {
                    product += columns[j][i] * columns[k][i];
                }
                for (int i = 0; i < places.length; i++) {
                    columns[j][i] -= product * columns[k][i];
                }
            }
            double rest = Math.sqrt(Arrays.stream(columns[j]).map(v -> v * v).sum());
            sum += Math.log(rest);
            for (int i = 0; i < places.length; i++) {
                columns[j][i] /= rest;
            }
        }
        return sum;
    }
}
