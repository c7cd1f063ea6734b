package dev.tandem.inference.judging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.compiler.program.Summing;
import dev.tandem.draws.Draws;
import dev.tandem.inference.Model;
import dev.tandem.inference.Posterior;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.source.SourceException;
import dev.tandem.sampling.Settings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Log likelihoods by units against sums written out by hand, the comparison of models, and what is refused. */
class JudgementTest {
    private static final Settings SETTINGS =
            Settings.defaults().withChains(2).withWarmup(200).withDraws(50);

    private static final String OCCUPANCY = """
            model {
              psi ~ dunif(0, 1)
              p ~ dunif(0, 1)
              for (i in 1:5) {
                z[i] ~ dbern(psi)
                for (j in 1:3) { y[i,j] ~ dbern(z[i] * p) }
              }
            }
            """;

    /** Site by site: 1, 0, 1, 1, 0 of the sites were detected; columns are visits. */
    private static final DataArray DETECTED =
            DataArray.of(new int[] {5, 3}, new double[] {1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0, 0, 1, 0});

    private static Posterior occupancy() {
        return Model.of(OCCUPANCY).with(Map.of("y", DETECTED)).sample(SETTINGS);
    }

    /** A site where something was detected has a state that the data settle: its prior is a part of the likelihood too. */
    @Test
    void aSiteIsAUnitSummedOverItsState() {
        Posterior posterior = occupancy();
        LogLikelihood logs = posterior.logLikelihood(LogLikelihood.Choice.summed());
        assertThat(logs.units()).containsExactly("y[1,]", "y[2,]", "y[3,]", "y[4,]", "y[5,]");
        assertThat(logs.summed()).containsExactly("z");
        Draws draws = posterior.draws();
        int[] detections = {2, 0, 1, 3, 0};
        for (int draw = 0; draw < 50; draw++) {
            double psi = draws.value(1, draw, draws.elementIndex("psi"));
            double p = draws.value(1, draw, draws.elementIndex("p"));
            for (int site = 0; site < 5; site++) {
                double seen = psi * Math.pow(p, detections[site]) * Math.pow(1 - p, 3 - detections[site]);
                double expected = Math.log(seen + (detections[site] == 0 ? 1 - psi : 0));
                assertThat(logs.of(site)[1][draw]).isCloseTo(expected, within(1e-12));
            }
        }
    }

    @Test
    void givenStatesEveryVisitIsAUnit() {
        Posterior posterior = occupancy();
        LogLikelihood logs = posterior.logLikelihood(LogLikelihood.Choice.givenStates());
        assertThat(logs.units()).hasSize(15).startsWith("y[1,1]");
        assertThat(logs.summed()).isEmpty();
        Draws draws = posterior.draws();
        double p = draws.value(0, 7, draws.elementIndex("p"));
        assertThat(logs.of(0)[0][7]).isCloseTo(Math.log(p), within(1e-12));
    }

    /** An animal is a unit, its settled states included: what belongs together does not depend on what was seen. */
    @Test
    void aHistoryIsAUnit() {
        Posterior posterior = Model.of("""
                model {
                  phi ~ dunif(0, 1)
                  p ~ dunif(0, 1)
                  for (i in 1:2) {
                    z[i,1] <- 1
                    for (t in 2:4) {
                      z[i,t] ~ dbern(phi * z[i,t-1])
                      y[i,t] ~ dbern(p * z[i,t])
                    }
                  }
                }
                """)
                .with(Map.of("y", DataArray.of(new int[] {2, 4}, new double[] {1, 1, 0, 0, 1, 0, 0, 0})))
                .sample(SETTINGS);
        LogLikelihood logs = posterior.logLikelihood(LogLikelihood.Choice.summed());
        assertThat(logs.units()).hasSize(2);
        assertThat(logs.nodes(0)).isEqualTo(3);
        Draws draws = posterior.draws();
        double phi = draws.value(0, 3, draws.elementIndex("phi"));
        double p = draws.value(0, 3, draws.elementIndex("p"));
        double never = 1 - phi + phi * (1 - p) * (1 - phi + phi * (1 - p));
        double first = phi * (1 - p) * phi * p * (1 - phi + phi * (1 - p));
        double second = 1 - phi + phi * (1 - p) * never;
        assertThat(logs.of(0)[0][3]).isCloseTo(Math.log(first), within(1e-12));
        assertThat(logs.of(1)[0][3]).isCloseTo(Math.log(second), within(1e-12));
    }

    private static final String GROUPS = """
            model {
              for (i in 1:6) { y[i] ~ dnorm(alpha[group[i]], 1) }
              for (g in 1:3) { alpha[g] ~ dnorm(mu, 1) }
              mu ~ dnorm(0, 0.01)
            }
            """;

    private static final Map<String, DataArray> GROUPED =
            Map.of("y", DataArray.vector(0.1, 0.7, -0.3, 1.2, 2.1, 1.9), "group", DataArray.vector(1, 1, 2, 2, 3, 3));

    @Test
    void observationsOfAGroupAreLeftOutTogether() {
        Posterior posterior = Model.of(GROUPS).with(GROUPED).sample(SETTINGS);
        LogLikelihood single = posterior.logLikelihood(LogLikelihood.Choice.summed());
        LogLikelihood grouped =
                posterior.logLikelihood(LogLikelihood.Choice.summed().by("alpha"));
        assertThat(single.units()).hasSize(6);
        assertThat(grouped.units()).containsExactly("y[1], y[2]", "y[3], y[4]", "y[5], y[6]");
        assertThat(grouped.of(2)[1][4]).isCloseTo(single.of(4)[1][4] + single.of(5)[1][4], within(1e-12));
        assertThatThrownBy(() ->
                        posterior.logLikelihood(LogLikelihood.Choice.summed().by("alhpa")))
                .hasMessageContaining("alhpa")
                .hasMessageContaining("alpha");
    }

    @Test
    void modelsOfOtherUnitsAreComparedByThoseThatOverlap() {
        Posterior without = Model.of("""
                model {
                  q ~ dunif(0, 1)
                  for (i in 1:5) { for (j in 1:3) { y[i,j] ~ dbern(q) } }
                }
                """).with(Map.of("y", DETECTED)).sample(SETTINGS);
        ModelComparison comparison = ModelComparison.of(
                List.of(occupancy().judge().named("occupancy"), without.judge().named("without")), 1);
        assertThat(comparison.units()).isEqualTo(5);
        assertThat(comparison.joined()).isTrue();
        assertThat(comparison.rows())
                .extracting(ModelComparison.Row::name)
                .containsExactlyInAnyOrder("occupancy", "without");
        assertThat(comparison.rows().get(0).difference().value()).isZero();
        assertThat(comparison.rows().stream()
                        .mapToDouble(ModelComparison.Row::stacking)
                        .sum())
                .isCloseTo(1, within(1e-9));
    }

    @Test
    void otherDataAreRefused() {
        Judgement one = Model.of(GROUPS).with(GROUPED).sample(SETTINGS).judge().named("one");
        Judgement other = Model.of(GROUPS)
                .with(Map.of(
                        "y",
                        DataArray.vector(0.1, 0.7, -0.3, 1.2, 2.1, 5),
                        "group",
                        DataArray.vector(1, 1, 2, 2, 3, 3)))
                .sample(SETTINGS)
                .judge()
                .named("other");
        assertThatThrownBy(() -> ModelComparison.of(List.of(one, other), 1))
                .hasMessageContaining("different data")
                .hasMessageContaining("y[6] is 1.9 in one and 5.0 in other");
    }

    @Test
    void whatIsMissingIsSaid() {
        Posterior unobserved =
                Model.of("model { x ~ dnorm(0, 1) }").with(Map.of()).sample(SETTINGS);
        assertThatThrownBy(unobserved::judge).hasMessageContaining("nothing was observed");
        Posterior unmonitored = Model.of(GROUPS).with(GROUPED).monitoring("mu").sample(SETTINGS);
        assertThatThrownBy(unmonitored::judge).hasMessageContaining("alpha[1]").hasMessageContaining("not monitored");
        Posterior mixed =
                Model.of("""
                model {
                  for (i in 1:3) {
                    z[i] ~ dbern(0.5)
                    m[i] ~ dnorm(3 * z[i], 1)
                    y[i] ~ dnorm(m[i], 1 + z[i])
                  }
                }
                """).with(Map.of("y", DataArray.vector(1, 2, 3))).sample(SETTINGS);
        assertThatThrownBy(mixed::judge)
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("m[1]")
                .hasMessageContaining("given the discrete unknowns");
        assertThat(mixed.judge(LogLikelihood.Choice.givenStates()).leaveOneOut().units())
                .hasSize(3);
    }

    /** A normal mean with known precision: both penalties are one parameter, to a few standard errors of 4,000 draws. */
    @Test
    void penaltiesCountParameters() {
        Posterior posterior = Model.of("""
                model {
                  mu ~ dnorm(0, 0.000001)
                  for (i in 1:10) { y[i] ~ dnorm(mu, 1) }
                }
                """)
                .with(Map.of("y", DataArray.vector(0.3, -0.8, 1.1, 0.2, -0.4, 0.9, 1.6, -1.2, 0.1, 0.5)))
                .sample(Settings.defaults().withChains(4).withDraws(1000));
        DevianceCriterion criterion = posterior.judge().deviance();
        // The deviance is a constant and a chi-square, whose variance has a relative error of sqrt(14 / 3000) here.
        assertThat(criterion.byVariance()).isCloseTo(1, within(6 * Math.sqrt(14.0 / 3000)));
        // The divergence of a pair is 10 (mu1 - mu2)^2 / 2 and noise of its square root.
        assertThat(criterion.byDivergence().orElseThrow()).isCloseTo(1, within(6 * Math.sqrt(4.0 / 1000)));
    }

    /** As JAGS has it: given the states that were drawn back, whichever unknowns are summed out. */
    @Test
    void theDevianceIsMonitored() {
        for (Summing summing : List.of(Summing.automatic(), Summing.joint())) {
            Posterior posterior = Model.of(OCCUPANCY)
                    .with(Map.of("y", DETECTED))
                    .monitoring("psi", "p", "z", "deviance")
                    .summing(summing)
                    .sample(SETTINGS);
            double[][] expected =
                    posterior.logLikelihood(LogLikelihood.Choice.givenStates()).deviance();
            Draws draws = posterior.draws();
            for (int draw = 0; draw < 50; draw++) {
                assertThat(draws.value(1, draw, draws.elementIndex("deviance")))
                        .isCloseTo(expected[1][draw], within(1e-10));
            }
        }
        assertThatThrownBy(() ->
                        Model.of("model { x ~ dnorm(0, 1) }").with(Map.of()).monitoring("deviance"))
                .hasMessageContaining("nothing was observed");
    }

    /** Who has a variable of that name means it. */
    @Test
    void aVariableMayBeCalledDeviance() {
        Posterior posterior = Model.of("model { m ~ dnorm(0, 1)  y ~ dnorm(m, 1)  deviance <- m + 1 }")
                .with(Map.of("y", DataArray.scalar(1)))
                .monitoring("m", "deviance")
                .sample(SETTINGS);
        Draws draws = posterior.draws();
        assertThat(draws.value(0, 3, draws.elementIndex("deviance")))
                .isCloseTo(draws.value(0, 3, draws.elementIndex("m")) + 1, within(1e-12));
    }
}
