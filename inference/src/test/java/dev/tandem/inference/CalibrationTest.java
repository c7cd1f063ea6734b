package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.compiler.program.Summing;
import dev.tandem.language.data.DataArray;
import dev.tandem.sampling.Cancellation;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.discrete.Proposal;
import dev.tandem.sampling.trajectory.KernelFamily;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Calibration finds nothing wrong with right models, at a false-alarm rate of 1e-6 each were the seed drawn anew, and
 * does find a sampler that samples another model.
 */
@Tag("normal")
class CalibrationTest {
    private static final Settings SETTINGS =
            Settings.defaults().withWarmup(300).withThin(8).withSeed(12);

    private static final String MIXTURE = """
            model {
              for (i in 1:8) {
                z[i] ~ dbern(w)
                y[i] ~ dnorm(3 * z[i] + mu, tau)
              }
              w ~ dbeta(2, 2)
              mu ~ dnorm(0, 1)
              tau ~ dgamma(3, 3)
            }
            """;

    private static BoundModel mixture() {
        return Model.of(MIXTURE).with(Map.of("y", DataArray.vector(0, 1, 2, 3, 4, 5, Double.NaN, 7)));
    }

    @Test
    void findsNothingWrongWithAMixture() {
        Calibration calibration = mixture().calibrate(200, SETTINGS);
        assertThat(calibration.unknowns())
                .extracting(Calibration.Unknown::name)
                .contains("w", "mu", "z[3]", "y[7]", "sum(z)", "log density", "log likelihood");
        assertThat(calibration.suspects(1e-6)).isEmpty();
    }

    @Test
    void findsNothingWrongWithCountsAndTruncation() {
        Calibration calibration = Model.of("""
                model {
                  for (i in 1:4) {
                    N[i] ~ dpois(lambda)
                    for (j in 1:2) { y[i,j] ~ dbin(p, N[i]) }
                  }
                  lambda ~ dgamma(4, 1)
                  p ~ dunif(0.2, 0.9)
                  s[1] ~ dcat(P[1,])
                  for (t in 2:4) { s[t] ~ dcat(P[s[t-1],])  x[t] ~ dnorm(s[t], 2) }
                  for (k in 1:2) { P[k,1:2] ~ ddirch(c(2, 2)) }
                }
                """)
                .with(Map.of(
                        "y", DataArray.of(new int[] {4, 2}, new double[] {1, 2, 3, 4, 1, 2, 3, 4}),
                        "x", DataArray.vector(Double.NaN, 1, 2, 1)))
                .calibrate(200, SETTINGS);
        assertThat(calibration.unknowns())
                .extracting(Calibration.Unknown::name)
                .contains("N[2]", "sum(N)", "s[1]", "P[2,1]");
        assertThat(calibration.suspects(1e-6)).isEmpty();
    }

    @Test
    void findsASamplerThatAssumesAnotherPrior() {
        var wrong = Model.of(MIXTURE.replace("dgamma(3, 3)", "dgamma(3, 1)")).parsed();
        assertThat(Calibration.run(mixture(), wrong, 200, SETTINGS, false, done -> {}, new Cancellation())
                        .suspects(1e-6))
                .extracting(Calibration.Unknown::name)
                .contains("tau");
    }

    /** For each set of data the posterior is far off, on average over all of them it is right. */
    @Test
    void findsASamplerThatIgnoresTheData() {
        BoundModel model = Model.of("model { mu ~ dnorm(0, 1)  y ~ dnorm(mu, 1)  n ~ dnorm(0, 1) }")
                .with(Map.of("y", DataArray.scalar(1), "n", DataArray.scalar(1)));
        var prior = Model.of("model { mu ~ dnorm(0, 1)  y ~ dnorm(0, 1)  n ~ dnorm(0, 1) }")
                .parsed();
        Calibration calibration = Calibration.run(model, prior, 200, SETTINGS, false, done -> {}, new Cancellation());
        assertThat(calibration.suspects(1e-6))
                .extracting(Calibration.Unknown::name)
                .contains("log likelihood")
                .doesNotContain("mu");
    }

    /** Wrong on purpose. Its P(z[1]) for such data is 0.06, where 0.18 is right; each z by itself ranks well. */
    @Test
    void findsTheNaiveKernelByTheLogDensity() {
        BoundModel model = Model.of("""
                model {
                  mu ~ dnorm(0, 1)
                  for (i in 1:6) { z[i] ~ dbern(0.3)  y[i] ~ dnorm(mu + 2 * z[i], 1) }
                }
                """).with(Map.of("y", DataArray.vector(1, 2, 3, 0, 0, 1)));
        Settings naive = SETTINGS.withKernel(KernelFamily.of(KernelFamily.Method.NAIVE));
        assertThat(model.calibrate(100, naive).suspects(1e-3))
                .extracting(Calibration.Unknown::name)
                .contains("log density");
        assertThat(model.calibrate(100, SETTINGS).suspects(1e-6)).isEmpty();
    }

    /** Draws are shifted by what is said to be found with probability 0.9; a binomial of 400 tells within 0.06. */
    @Test
    void saysHowLargeAnErrorItWouldHaveSeen() {
        Sensitivity seen = Sensitivity.of(200, Calibration.DRAWS + 1, 1e-3, 0.9);
        assertThat(seen.shift()).isBetween(0.2, 0.6);
        assertThat(seen.coverage()).isBetween(0.6, 0.9);
        SplittableRandom random = new SplittableRandom(5);
        int found = 0;
        for (int repetition = 0; repetition < 400; repetition++) {
            List<Integer> ranks = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                double truth = random.nextGaussian();
                int rank = 0;
                for (int draw = 0; draw < Calibration.DRAWS; draw++) {
                    rank += random.nextGaussian() + seen.shift() < truth ? 1 : 0;
                }
                ranks.add(rank);
            }
            found += Math.exp(-0.5 * new Calibration.Unknown("mu", ranks).lean()) < 1e-3 ? 1 : 0;
        }
        assertThat(found / 400.0).isBetween(0.82, 0.97);
    }

    @Test
    void stopsWhenToldAndKeepsWhatWasDone() {
        Cancellation cancellation = new Cancellation();
        Calibration calibration = mixture()
                .calibrate(
                        200,
                        SETTINGS.withThreads(1),
                        false,
                        done -> {
                            if (done == 3) {
                                cancellation.cancel();
                            }
                        },
                        cancellation);
        assertThat(calibration.unknowns().get(0).ranks()).hasSize(3);
    }

    @Test
    void runsLongerWhereDrawsAreAlike() {
        // A walk of one site at a time, with no joint draw of those that are tied: unthinned draws are so alike that
        // ranks
        // crowd at the ends.
        BoundModel sticky = Model.of("""
                model {
                  s[1] ~ dbern(0.5)
                  for (t in 2:4) { s[t] ~ dbern(0.96 * s[t-1] + 0.02) }
                  y ~ dnorm(s[1], 1)
                }
                """).with(Map.of("y", DataArray.scalar(1))).summing(Summing.joint());
        Settings settings = SETTINGS.withThin(1)
                .withWarmup(50)
                .withKernel(KernelFamily.of(KernelFamily.Method.NODE).withProposal(Proposal.Kind.GIBBS));
        Cancellation never = new Cancellation();
        assertThat(sticky.calibrate(150, settings, false, done -> {}, never).suspects(1e-6))
                .isNotEmpty();
        assertThat(sticky.calibrate(150, settings, true, done -> {}, never).suspects(1e-6))
                .isEmpty();
    }
}
