package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.draws.Draws;
import dev.tandem.language.data.DataArray;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Some elements of a variable are drawn forwards while others are observed, sampled or summed out: responses that are missing
 * within a series and after its end, and leaves of a family nobody has looked at. Means and probabilities against closed
 * forms, within 5.5 standard errors.
 */
class ForwardElementsTest {
    private static final double FAR = 5.5;
    private static final double NA = Double.NaN;

    private static final Settings SETTINGS =
            Settings.defaults().withChains(2).withWarmup(200).withDraws(4000).withSeed(5);

    /** A series with a gap, and three years to come, of which a total is computed. */
    private static final String SERIES = """
            model {
              y[1] ~ dnorm(0, 1)
              for (t in 2:9) {
                m[t] <- 0.8 * y[t-1]
                y[t] ~ dnorm(m[t], 4)
              }
              ahead <- sum(y[7:9])
            }
            """;

    /** Two parents whose four children stand in one array with them; two children were looked at. */
    private static final String FAMILY = """
            model {
              for (i in 1:2) { g[i] ~ dbern(0.3) }
              for (i in 3:6) { g[i] ~ dbern(0.1 + 0.5 * g[1] + 0.3 * g[2]) }
              g[7] ~ dbern(0.2 + 0.6 * g[6])
              for (i in 1:2) { seen[i] ~ dbern(0.1 + 0.8 * g[2 + i]) }
              carriers <- sum(g[])
            }
            """;

    private static BoundModel series(String text) {
        return Model.of(text).with(Map.of("y", DataArray.vector(0.5, 0.7, NA, 0.2, 1.0, 1.4, NA, NA, NA)));
    }

    private static BoundModel family() {
        return Model.of(FAMILY).with(Map.of("seen", DataArray.vector(1, 1)));
    }

    private static double[] values(Draws draws, String name) {
        for (int e = 0; e < draws.elements(); e++) {
            if (draws.elementName(e).equals(name)) {
                return Arrays.stream(draws.element(e))
                        .flatMapToDouble(Arrays::stream)
                        .toArray();
            }
        }
        throw new AssertionError("no " + name);
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }

    private static double variance(double[] values) {
        double mean = mean(values);
        return Arrays.stream(values).map(x -> (x - mean) * (x - mean)).average().orElseThrow();
    }

    /** How far a mean lies from where it should, in standard errors of independent draws. */
    private static double apart(Draws draws, String name, double expected) {
        double[] values = values(draws, name);
        return Math.abs(mean(values) - expected) / Math.sqrt(variance(values) / values.length);
    }

    @Test
    void aSeriesIsSampledInItsGapAndDrawnBeyondItsEnd() {
        CompiledDensity density = series(SERIES).compile();
        assertThat(density.space().dimension()).isEqualTo(1);
        assertThat(density.drawnForwardsInPart()).isEqualTo(Map.of("y", "y[7:9]"));
        Draws draws = Sampling.run(density, SETTINGS).draws();
        // Draws in the gap depend on each other, so that their standard error may be twice as large.
        assertThat(apart(draws, "y[3]", 0.8 * (0.7 + 0.2) / 1.64)).isLessThan(2 * FAR);
        assertThat(variance(values(draws, "y[3]"))).isCloseTo(0.25 / 1.64, within(0.02));
        double mean = 1.4;
        double variance = 0;
        for (int t = 7; t <= 9; t++) {
            mean *= 0.8;
            variance = 0.64 * variance + 0.25;
            assertThat(apart(draws, "y[" + t + "]", mean)).isLessThan(FAR);
            assertThat(variance(values(draws, "y[" + t + "]"))).isCloseTo(variance, within(0.06 * FAR * variance));
        }
        assertThat(apart(draws, "ahead", 1.4 * (0.8 + 0.64 + 0.512))).isLessThan(FAR);
        double[] eight = values(draws, "y[8]");
        double[] next = values(draws, "m[9]");
        for (int i = 0; i < eight.length; i++) {
            assertThat(next[i]).isEqualTo(0.8 * eight[i]);
        }
        // Another law beyond the end is found.
        Draws wrong = Sampling.run(series(SERIES.replace("0.8 * y", "0.7 * y")).compile(), SETTINGS)
                .draws();
        assertThat(apart(wrong, "y[9]", mean)).isGreaterThan(FAR);
    }

    @Test
    void leavesThatNobodyLookedAtAreDrawnGivenTheirParents() {
        CompiledDensity density = family().compile();
        assertThat(density.space().isEmpty()).isTrue();
        assertThat(density.drawnForwardsInPart()).isEqualTo(Map.of("g", "g[5:7]"));
        Draws draws = Sampling.run(density, SETTINGS).draws();
        double total = 0;
        double[] expected = new double[4];
        for (int family = 0; family < 4; family++) {
            int a = family & 1;
            int b = family >> 1;
            double child = 0.1 + 0.5 * a + 0.3 * b;
            double seen = child * 0.9 + (1 - child) * 0.1;
            double weight = (a == 1 ? 0.3 : 0.7) * (b == 1 ? 0.3 : 0.7) * seen * seen;
            total += weight;
            expected[0] += weight * a;
            expected[1] += weight * child;
            expected[2] += weight * (0.2 + 0.6 * child);
            expected[3] += weight * (a + b + 2 * child * 0.9 / seen + 2 * child + 0.2 + 0.6 * child);
        }
        assertThat(apart(draws, "g[1]", expected[0] / total)).isLessThan(FAR);
        assertThat(apart(draws, "g[5]", expected[1] / total)).isLessThan(FAR);
        assertThat(apart(draws, "g[7]", expected[2] / total)).isLessThan(FAR);
        assertThat(apart(draws, "carriers", expected[3] / total)).isLessThan(FAR);
        assertThat(apart(draws, "g[7]", expected[2])).isGreaterThan(FAR);
    }
}
