package dev.tandem.compiler.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.density.Variable;
import dev.tandem.distributions.catalogue.Distributions;
import dev.tandem.language.Model;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/**
 * Simulated draws have the moments and laws that can be computed by hand. Each comparison of a moment allows 5.5 standard
 * errors, each of a law the Kolmogorov distance that is exceeded with probability 4e-8; there are fewer than 30, so the
 * false-alarm rate of this class, were its seed drawn anew, is below 2e-6.
 */
class SimulatorTest {
    private static final long SEED = 7;
    private static final int DRAWS = 20_000;
    private static final double ERRORS = 5.5;

    /** 2 exp(-2 x^2) = 4e-8. */
    private static final double KOLMOGOROV = 2.98;

    private static Graph graph(String model, Map<String, DataArray> data) {
        return Graph.bind(Model.of(model), DataSet.of(data));
    }

    /** Draws by element and draw. */
    private static double[][] simulate(Graph graph, String... names) {
        Simulator simulator = Simulator.of(graph);
        Elements elements = simulator.defined();
        int[] wanted = Arrays.stream(names).mapToInt(elements.names()::indexOf).toArray();
        UniformRandomProvider rng = RandomSource.L64_X128_MIX.create(SEED);
        double[][] columns = new double[names.length][DRAWS];
        double[] row = new double[elements.size()];
        for (int draw = 0; draw < DRAWS; draw++) {
            simulator.drawAll(rng);
            simulator.copy(elements, row);
            for (int i = 0; i < wanted.length; i++) {
                columns[i][draw] = row[wanted[i]];
            }
        }
        return columns;
    }

    private static double mean(double[] draws) {
        return Arrays.stream(draws).average().orElseThrow();
    }

    private static double[] products(double[] a, double[] b) {
        return IntStream.range(0, a.length).mapToDouble(i -> a[i] * b[i]).toArray();
    }

    private static void expectMean(double[] draws, double expected) {
        double mean = mean(draws);
        double variance = mean(products(draws, draws)) - mean * mean;
        assertThat(mean).as("seed %d", SEED).isCloseTo(expected, within(ERRORS * Math.sqrt(variance / draws.length)));
    }

    private static void expectLaw(double[] draws, DoubleUnaryOperator cumulative) {
        double[] sorted = Arrays.stream(draws).sorted().toArray();
        double distance = 0;
        for (int i = 0; i < sorted.length; i++) {
            double p = cumulative.applyAsDouble(sorted[i]);
            distance = Math.max(distance, Math.max(p - (double) i / DRAWS, (i + 1.0) / DRAWS - p));
        }
        assertThat(distance * Math.sqrt(DRAWS)).as("seed %d", SEED).isLessThan(KOLMOGOROV);
    }

    private static double cumulative(String law, double x, double... parameters) {
        return Math.exp(Distributions.scalar(law).orElseThrow().logCumulative(x, parameters));
    }

    @Test
    void observedNodesAreDrawnTooAndShareTheirParents() {
        Graph graph = graph(
                "model { mu ~ dnorm(1, 0.25)  for (i in 1:2) { y[i] ~ dnorm(mu, 1) } }",
                Map.of("y", DataArray.vector(10, 20)));
        double[][] draws = simulate(graph, "mu", "y[1]", "y[2]");
        expectLaw(draws[0], x -> cumulative("dnorm", x, 1, 0.25));
        expectLaw(draws[1], x -> cumulative("dnorm", x, 1, 0.2));
        expectMean(products(draws[1], draws[2]), 1 + 4);
    }

    @Test
    void rulesThatNeedEachOtherFollowTheirOrder() {
        Graph graph = graph("""
                model {
                  for (t in 2:4) {
                    a[t] ~ dnorm(b[t-1], 1)
                    b[t] <- 0.5 * a[t]
                  }
                  b[1] ~ dunif(-1, 1)
                }
                """, Map.of());
        double[][] draws = simulate(graph, "a[2]", "a[4]", "b[4]");
        // Var a[t+1] = Var a[t] / 4 + 1, from Var b[1] = 1/3.
        expectMean(products(draws[0], draws[0]), 4.0 / 3);
        expectMean(products(draws[1], draws[1]), (4.0 / 3 / 4 + 1) / 4 + 1);
        expectMean(draws[2], 0);
        assertThat(draws[2][11]).isEqualTo(0.5 * draws[1][11]);
    }

    @Test
    void mixturesHaveTheMomentsOfTheirParts() {
        Graph graph = graph(
                "model { z ~ dcat(w[])  y ~ dpois(rate[z])  late <- equals(z, 3) }",
                Map.of("w", DataArray.vector(0.5, 0.3, 0.2), "rate", DataArray.vector(1, 4, 9)));
        double[][] draws = simulate(graph, "z", "y", "late");
        double mean = 0.5 * 1 + 0.3 * 4 + 0.2 * 9;
        expectMean(draws[0], 1.7);
        expectMean(draws[1], mean);
        expectMean(products(draws[1], draws[1]), mean + 0.5 * 1 + 0.3 * 16 + 0.2 * 81);
        expectMean(draws[2], 0.2);
    }

    @Test
    void truncationAndLinksCount() {
        Graph graph = graph("""
                model {
                  x ~ dnorm(0, 1) T(0.5, 2)
                  log(m) <- x
                  logit(p) <- m - 2
                  s ~ dgamma(3, m)
                }
                """, Map.of());
        double[][] draws = simulate(graph, "x", "m", "p", "s");
        double low = cumulative("dnorm", 0.5, 0, 1);
        double high = cumulative("dnorm", 2, 0, 1);
        expectLaw(draws[0], x -> (cumulative("dnorm", x, 0, 1) - low) / (high - low));
        assertThat(draws[1][3]).isEqualTo(Math.exp(draws[0][3]));
        assertThat(draws[2][3]).isCloseTo(1 / (1 + Math.exp(2 - draws[1][3])), within(1e-15));
        expectMean(products(draws[3], draws[1]), 3);
    }

    @Test
    void arraysAreDrawnWhole() {
        Graph graph = graph(
                """
                model {
                  p[1:3] ~ ddirch(alpha[])
                  n[1:3] ~ dmulti(p[], 10)
                  b[2,1:2] ~ dmnorm(c(1, -1), Omega[,])
                  b[1,1] ~ dnorm(0, 1)
                  b[1,2] <- 3
                }
                """,
                Map.of(
                        "alpha", DataArray.vector(1, 2, 5),
                        "n", DataArray.vector(1, 2, 7),
                        "Omega", DataArray.of(new int[] {2, 2}, new double[] {2, 0.5, 0.5, 1})));
        double[][] draws = simulate(graph, "p[3]", "n[2]", "b[2,1]", "b[2,2]", "b[1,2]");
        expectLaw(draws[0], x -> cumulative("dbeta", x, 5, 3));
        expectMean(draws[1], 2.5);
        expectMean(products(draws[2], draws[3]), -1 - 0.5 / 1.75);
        assertThat(draws[4]).containsOnly(3);
    }

    @Test
    void computedNodesFollowSimulatedData() {
        Graph graph = graph(
                "model { for (i in 1:3) { y[i] ~ dpois(2) }  total <- sum(y[]) }",
                Map.of("y", DataArray.vector(100, 100, 100)));
        double[][] draws = simulate(graph, "total");
        expectMean(draws[0], 6);
    }

    @Test
    void predictionsKeepTheUnknowns() {
        Graph graph = graph("""
                model {
                  mu ~ dnorm(0, 1)
                  for (i in 1:3) { y[i] ~ dnorm(m, 1) }
                  m <- 2 * mu
                }
                """, Map.of("y", DataArray.vector(1, Double.NaN, 3)));
        Simulator simulator = Simulator.of(graph);
        assertThat(simulator.unknown().names()).containsExactly("mu", "y[2]");
        assertThat(simulator.observed().variables())
                .containsExactly(
                        new Variable("y[1]", List.of(), Variable.Kind.CONTINUOUS),
                        new Variable("y[3]", List.of(), Variable.Kind.CONTINUOUS));
        UniformRandomProvider rng = RandomSource.L64_X128_MIX.create(SEED);
        double[] y = new double[DRAWS];
        for (int draw = 0; draw < DRAWS; draw++) {
            simulator.assign(simulator.unknown(), new double[] {5, -7});
            simulator.drawObserved(rng);
            y[draw] = simulator.values("y")[0];
        }
        expectLaw(y, x -> cumulative("dnorm", x, 10, 1));
        assertThat(simulator.values("y")[1]).isEqualTo(-7);
        assertThat(simulator.values("mu")).containsExactly(5);
    }

    @Test
    void theSameSeedGivesTheSameDraws() {
        Graph graph = graph("model { x ~ dgamma(0.3, 2)  y ~ dbin(0.3, n)  n ~ dpois(x) }", Map.of());
        assertThat(simulate(graph, "x", "y", "n")).isDeepEqualTo(simulate(graph, "x", "y", "n"));
    }

    @Test
    void saysWhereAPriorLeavesItsChildrenWithoutALaw() {
        Simulator simulator = Simulator.of(graph("model {\n  x ~ dnorm(0, 1)\n  y ~ dpois(x - 100)\n}", Map.of()));
        assertThatThrownBy(() -> simulator.drawAll(RandomSource.L64_X128_MIX.create(SEED)))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining(":3:");
    }
}
