package dev.tandem.inference.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.compiler.program.Summing;
import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.Summary;
import dev.tandem.draws.summary.SummaryRow;
import dev.tandem.inference.BoundModel;
import dev.tandem.inference.Model;
import dev.tandem.inference.Posterior;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataSet;
import dev.tandem.sampling.Settings;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Probabilities of unknowns that are summed out, in summaries: against closed forms, quadrature, and the states that were
 * drawn back. Runs have fixed seeds; a right program fails less than once in 10^6 for another seed.
 */
class ExactProbabilitiesTest {
    private static final Settings SETTINGS =
            Settings.defaults().withChains(4).withWarmup(300).withDraws(500).withSeed(3);

    private static DataArray vector(double... values) {
        return DataArray.of(new int[] {values.length}, values);
    }

    private static Posterior sample(String text, Map<String, DataArray> data, String... monitored) {
        BoundModel model = Model.of(text).with(DataSet.of(data)).summing(Summing.all());
        return (monitored.length == 0 ? model : model.monitoring(monitored)).sample(SETTINGS);
    }

    private static final String SITES = """
            model {
              psi ~ dunif(0, 1)
              p ~ dunif(0, 1)
              for (i in 1:6) { z[i] ~ dbern(psi) for (j in 1:3) { y[i,j] ~ dbern(z[i] * p) } }
              occupied <- sum(z[])
            }
            """;

    private static final Map<String, DataArray> VISITS = Map.of(
            "y", DataArray.of(new int[] {6, 3}, new double[] {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 0}));

    /** The probability that a site without a detection is occupied, by a fine grid over both parameters. */
    private static double byQuadrature() {
        double all = 0;
        double occupied = 0;
        int n = 1000;
        for (int a = 0; a < n; a++) {
            for (int b = 0; b < n; b++) {
                double psi = (a + 0.5) / n;
                double p = (b + 0.5) / n;
                double unseen = psi * Math.pow(1 - p, 3);
                double seen = 1;
                for (int detections : new int[] {2, 1, 1}) {
                    seen *= psi * Math.pow(p, detections) * Math.pow(1 - p, 3 - detections);
                }
                double weight = seen * Math.pow(unseen + 1 - psi, 3);
                all += weight;
                occupied += weight * unseen / (unseen + 1 - psi);
            }
        }
        return occupied / all;
    }

    @Test
    void probabilitiesAreThoseOfQuadratureWithASmallerError() {
        Posterior posterior = sample(SITES, VISITS);
        Summary summary = posterior.summary();
        Summary counted = posterior.run().summary();
        double truth = byQuadrature();
        int unseen = 0;
        for (int i = 1; i <= 6; i++) {
            SummaryRow row = summary.row("z[" + i + "]");
            SummaryRow drawn = counted.row("z[" + i + "]");
            if (drawn.sd() == 0) {
                assertThat(row).isEqualTo(drawn);
                continue;
            }
            unseen++;
            assertThat(row.exact()).isTrue();
            assertThat(drawn.exact()).isFalse();
            assertThat(row.mean()).isCloseTo(truth, within(5.5 * row.mcseMean()));
            assertThat(row.mean()).isCloseTo(drawn.mean(), within(5.5 * drawn.mcseMean()));
            assertThat(row.mcseMean()).isLessThan(drawn.mcseMean()).isPositive();
            assertThat(row.sd()).isCloseTo(Math.sqrt(row.mean() * (1 - row.mean())), within(1e-12));
            assertThat(row.frequencies().stream()
                            .mapToDouble(SummaryRow.Frequency::probability)
                            .sum())
                    .isCloseTo(1, within(1e-12));
            assertThat(row.frequencies().get(0).mcse()).isCloseTo(row.mcseMean(), within(1e-12));
            assertThat(row.rhat()).isEqualTo(drawn.rhat());
        }
        assertThat(unseen).isEqualTo(3);
        // What is computed from states is that of the states.
        assertThat(summary.row("occupied")).isEqualTo(counted.row("occupied"));
        assertThat(SummaryJson.render(posterior.outcome())).contains("\"exact_probabilities\" : true");
    }

    /** With nothing left to sample they are not estimates at all. */
    @Test
    void aNetworkHasNoErrorLeft() {
        Posterior posterior = sample("""
                model {
                  rain ~ dbern(0.2)
                  sprinkler ~ dbern(0.4 - 0.39 * rain)
                  wet ~ dbern(0.01 + 0.8 * max(rain, sprinkler) + 0.18 * rain * sprinkler)
                }
                """, Map.of("wet", DataArray.scalar(1)));
        double[] weights = {0.8 * 0.6 * 0.01, 0.8 * 0.4 * 0.81, 0.2 * 0.99 * 0.81, 0.2 * 0.01 * 0.99};
        double all = weights[0] + weights[1] + weights[2] + weights[3];
        SummaryRow rain = posterior.summary().row("rain");
        assertThat(rain.mean()).isCloseTo((weights[2] + weights[3]) / all, within(1e-12));
        assertThat(rain.mcseMean()).isZero();
    }

    @Test
    void countsHaveTheirMeansAndProbabilities() {
        Posterior posterior = sample("""
                model {
                  lambda ~ dgamma(2, 0.5)
                  for (i in 1:3) { N[i] ~ dpois(lambda) y[i] ~ dbin(0.4, N[i]) }
                }
                """, Map.of("y", vector(1, 0, 4)));
        Draws draws = posterior.draws();
        double[][] lambda = draws.element(draws.elementIndex("lambda"));
        double mean = 0;
        double two = 0;
        for (double[] chain : lambda) {
            for (double own : chain) {
                // What was not seen is Poisson with this mean.
                mean += (1 + 0.6 * own) / 2000;
                two += 0.6 * own * Math.exp(-0.6 * own) / 2000;
            }
        }
        SummaryRow row = posterior.summary().row("N[1]");
        assertThat(row.exact()).isTrue();
        assertThat(row.mean()).isCloseTo(mean, within(1e-10));
        assertThat(row.frequencies().stream()
                        .filter(frequency -> frequency.value() == 2)
                        .findFirst()
                        .orElseThrow()
                        .probability())
                .isCloseTo(two, within(1e-10));
        assertThat(row.mcseMean())
                .isLessThan(posterior.run().summary().row("N[1]").mcseMean());
    }

    @Test
    void statesAreCountedWhereAnUnknownWasNotKept() {
        Posterior posterior = sample(SITES, VISITS, "z", "psi");
        assertThat(posterior.summary()).isEqualTo(posterior.run().summary());
        assertThat(posterior.summary().row("z[2]").exact()).isFalse();
        assertThat(posterior.outcome().counted())
                .hasValue(
                        "states that are summed out were counted: p, which probabilities depend on, was not monitored");
    }

    /** Many distinct states: means of neighbouring draws are held instead of draws, and means are of all draws. */
    @Test
    void manyStatesTakeLessRoomEach() {
        Posterior posterior = sample(SITES, VISITS);
        Summary counted = posterior.run().summary();
        Summary roomy = in(posterior, 1 << 23);
        Summary tight = in(posterior, 600);
        assertThat(in(posterior, 300)).isEqualTo(counted);
        SummaryRow one = roomy.row("z[2]");
        SummaryRow other = tight.row("z[2]");
        assertThat(other.mean()).isCloseTo(one.mean(), within(1e-12));
        assertThat(other.mcseMean()).isNotEqualTo(one.mcseMean()).isCloseTo(one.mcseMean(), within(one.mcseMean() / 2));
    }

    private static Summary in(Posterior posterior, long mostHeld) {
        return ExactProbabilities.of(posterior.run().summary(), posterior.model(), posterior.run(), mostHeld)
                .summary();
    }
}
