package dev.tandem.inference.judging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.draws.DrawReader;
import dev.tandem.draws.Draws;
import dev.tandem.inference.Model;
import dev.tandem.inference.Posterior;
import dev.tandem.language.data.DataArray;
import dev.tandem.sampling.Settings;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.commons.numbers.gamma.Erfc;
import org.junit.jupiter.api.Test;

/** What counts as a prior, and what power scaling says where priors are strong, weak, flat, or against the data. */
class PriorSensitivityTest {
    private static final Settings SETTINGS =
            Settings.defaults().withChains(2).withWarmup(300).withDraws(1000);

    private static final String NORMAL = """
            model {
              mu ~ dnorm(m, p)
              for (i in 1:4) { y[i] ~ dnorm(mu, 1) }
            }
            """;

    private static PriorSensitivity normal(double mean, double precision) {
        return Model.of(NORMAL)
                .with(Map.of(
                        "y",
                        DataArray.vector(9.2, 10.4, 10.1, 10.7),
                        "m",
                        DataArray.scalar(mean),
                        "p",
                        DataArray.scalar(precision)))
                .sample(SETTINGS)
                .sensitivity();
    }

    private static PriorSensitivity.Row only(PriorSensitivity found) {
        assertThat(found.rows()).hasSize(1);
        return found.rows().get(0);
    }

    @Test
    void diagnosesFollowPriorAndData() {
        assertThat(only(normal(10, 0.0001)).diagnosis()).isEqualTo(PriorSensitivity.Diagnosis.NONE);
        assertThat(only(normal(0, 0.5)).diagnosis()).isEqualTo(PriorSensitivity.Diagnosis.CONFLICT);
        assertThat(only(normal(10.1, 400)).diagnosis()).isEqualTo(PriorSensitivity.Diagnosis.STRONG_PRIOR);
    }

    /**
     * Both distances of a conjugate normal mean, by quadrature over the range of the draws. What 2,000 draws leave is about
     * one in their root; three tenths of the distance is more than six of that.
     */
    @Test
    void aConjugateNormalHasAClosedForm() {
        double precision = 0.5;
        Posterior posterior = Model.of(NORMAL)
                .with(Map.of(
                        "y",
                        DataArray.vector(9.2, 10.4, 10.1, 10.7),
                        "m",
                        DataArray.scalar(0),
                        "p",
                        DataArray.scalar(precision)))
                .sample(SETTINGS);
        PriorSensitivity.Row row = only(posterior.sensitivity());
        assertThat(row.prior()).isCloseTo(exact(posterior.draws(), 0, precision, 10.1, 4), within(0.3 * row.prior()));
        assertThat(row.likelihood())
                .isCloseTo(exact(posterior.draws(), 10.1, 4, 0, precision), within(0.3 * row.likelihood()));
        // The wrong part would be told from the right one.
        assertThat(exact(posterior.draws(), 10.1, 4, 10.1, precision)).isLessThan(0.5 * row.likelihood());
    }

    private static double exact(Draws draws, double m, double p, double otherMean, double otherPrecision) {
        double least = Double.POSITIVE_INFINITY;
        double greatest = Double.NEGATIVE_INFINITY;
        for (double[] chain : draws.element(0)) {
            for (double value : chain) {
                least = Math.min(least, value);
                greatest = Math.max(greatest, value);
            }
        }
        double precision = p + otherPrecision;
        double mean = (p * m + otherPrecision * otherMean) / precision;
        double sum = 0;
        for (double power : new double[] {0.99, 1.01}) {
            double scaled = power * p + otherPrecision;
            double moved = (power * p * m + otherPrecision * otherMean) / scaled;
            double distance = Math.max(
                    distance(least, greatest, mean, precision, moved, scaled),
                    distance(-greatest, -least, -mean, precision, -moved, scaled));
            sum += distance / Math.abs(Math.log(power) / Math.log(2));
        }
        return sum / 2;
    }

    private static double distance(double from, double to, double m1, double p1, double m2, double p2) {
        double divergence = 0;
        double bound = 0;
        for (int i = 0; i < 10_000; i++) {
            double x = from + (i + 0.5) * (to - from) / 10_000;
            double one = Erfc.value(-(x - m1) * Math.sqrt(p1 / 2)) / 2;
            double other = Erfc.value(-(x - m2) * Math.sqrt(p2 / 2)) / 2;
            double middle = (one + other) / 2;
            divergence += one * Math.log(one / middle) + other * Math.log(other / middle);
            bound += one + other;
        }
        return Math.sqrt(divergence / Math.log(2) / bound);
    }

    private static final String GROUPS = """
            model {
              for (i in 1:6) { y[i] ~ dnorm(alpha[group[i]], tau[1]) }
              for (g in 1:3) { alpha[g] ~ dnorm(mu, tau[2]) }
              mu ~ dnorm(0, 0.01)
              for (k in 1:2) { tau[k] ~ dgamma(2, 2) }
              x[1] ~ dnorm(0, 1)
              for (t in 2:3) { x[t] ~ dnorm(x[t-1], 1) }
              seen ~ dnorm(x[3], 1)
              free ~ dnorm(0, 1)
              y.new ~ dnorm(alpha[1], tau[1])
            }
            """;

    private static final Map<String, DataArray> GROUPED = Map.of(
            "y",
            DataArray.vector(0.1, 0.7, -0.3, 1.2, 2.1, Double.NaN),
            "group",
            DataArray.vector(1, 1, 2, 2, 3, 3),
            "seen",
            DataArray.scalar(0.4));

    /** Effects of groups, steps of a walk, missing data and predictions have distributions, but these are no priors. */
    @Test
    void priorsDependOnNoUnknown() throws IOException {
        Posterior posterior = Model.of(GROUPS).with(GROUPED).sample(SETTINGS.withDraws(100));
        LogLikelihood likelihood = posterior.logLikelihood(LogLikelihood.Choice.summed());
        assertThat(likelihood.priors()).containsExactly("mu", "tau", "x");
        Draws draws = posterior.draws();
        double[] row = new double[likelihood.units().size() + 1];
        try (DrawReader reader = likelihood.chain(1)) {
            for (int draw = 0; draw < 5; draw++) {
                reader.read(row, new double[0]);
                double mu = draws.value(1, draw, draws.elementIndex("mu"));
                double x = draws.value(1, draw, draws.elementIndex("x[1]"));
                double expected = Math.log(0.1) - 0.005 * mu * mu - x * x / 2 - Math.log(2 * Math.PI);
                for (String name : List.of("tau[1]", "tau[2]")) {
                    double tau = draws.value(1, draw, draws.elementIndex(name));
                    expected += 2 * Math.log(2) + Math.log(tau) - 2 * tau;
                }
                assertThat(row[row.length - 1]).isCloseTo(expected, within(1e-10));
            }
        }
        PriorSensitivity all = posterior.sensitivity();
        assertThat(all.rows()).extracting(PriorSensitivity.Row::element).contains("alpha[1]", "y.new", "y[6]");
        // It is its prior, which nothing else is known about.
        assertThat(all.rows()).extracting(PriorSensitivity.Row::element).doesNotContain("free");
        PriorSensitivity one = posterior.sensitivity(LogLikelihood.Choice.summed(), List.of("x"));
        assertThat(one.priors()).containsExactly("x");
        assertThatThrownBy(() -> posterior.sensitivity(LogLikelihood.Choice.summed(), List.of("alpha")))
                .hasMessageContaining("alpha has no prior");
        assertThatThrownBy(() -> posterior.sensitivity(LogLikelihood.Choice.summed(), List.of("taus")))
                .hasMessageContaining("did you mean tau?");
    }

    /** States that are summed over are a part of the likelihood; given, those with fixed probabilities have a prior. */
    @Test
    void whatIsSummedOverIsLikelihood() {
        Posterior posterior =
                Model.of("""
                model {
                  p ~ dbeta(2, 2)
                  for (i in 1:4) {
                    z[i] ~ dbern(0.4)
                    y[i] ~ dbin(p * z[i], 3)
                  }
                }
                """).with(Map.of("y", DataArray.vector(0, 2, 0, 1))).sample(SETTINGS);
        PriorSensitivity found = posterior.sensitivity();
        assertThat(found.priors()).containsExactly("p");
        // What was seen is there; of the others it is open, unless they have one value in nearly all draws.
        assertThat(found.rows()).extracting(PriorSensitivity.Row::element).doesNotContain("z[2]", "z[4]");
        for (PriorSensitivity.Row row : found.rows()) {
            if (row.element().startsWith("z")) {
                assertThat(posterior.mean(row.element())).isBetween(0.15, 0.85);
            }
        }
        assertThat(posterior
                        .sensitivity(LogLikelihood.Choice.givenStates(), List.of())
                        .priors())
                .containsExactly("p", "z");
    }

    @Test
    void aFlatPriorIsSaidToBeOne() {
        PriorSensitivity found = Model.of("model { p ~ dunif(0, 1)  y ~ dbin(p, 10) }")
                .with(Map.of("y", DataArray.scalar(3)))
                .sample(SETTINGS)
                .sensitivity();
        assertThat(found.flat()).isTrue();
        assertThat(only(found).prior()).isZero();
        assertThat(only(found).likelihood()).isGreaterThan(0.1);
        assertThat(PriorSensitivityText.render(found, 0)).contains("priors are flat");
    }

    @Test
    void theTextShowsTheMostSensitive() {
        PriorSensitivity found = Model.of(GROUPS).with(GROUPED).sample(SETTINGS).sensitivity();
        String all = PriorSensitivityText.render(found, 0);
        found.rows().forEach(row -> assertThat(all).contains("\n" + row.element() + " "));
        String few = PriorSensitivityText.render(found, 2);
        assertThat(few).contains(".. and " + (found.rows().size() - 2) + " more that depend on the prior less");
        assertThat(PriorSensitivityText.json(found)).contains("\"unknowns\"", "\"pareto_k\"");
    }
}
