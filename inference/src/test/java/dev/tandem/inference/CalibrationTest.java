package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.language.DataArray;
import dev.tandem.sampling.Cancellation;
import dev.tandem.sampling.Settings;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Calibration finds nothing wrong with right models, at a false-alarm rate of 1e-6 each were the seed drawn anew, and
 * does find a sampler that samples another model.
 */
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
                .contains("w", "mu", "z[3]", "y[7]", "sum(z)");
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
        // A walk of one site at a time: unthinned draws are so alike that ranks crowd at the ends.
        BoundModel sticky = Model.of("""
                model {
                  s[1] ~ dbern(0.5)
                  for (t in 2:4) { s[t] ~ dbern(0.96 * s[t-1] + 0.02) }
                  y ~ dnorm(s[1], 1)
                }
                """).with(Map.of("y", DataArray.scalar(1)));
        Settings settings = SETTINGS.withThin(1).withWarmup(50);
        Cancellation never = new Cancellation();
        assertThat(sticky.calibrate(150, settings, false, done -> {}, never).suspects(1e-6))
                .isNotEmpty();
        assertThat(sticky.calibrate(150, settings, true, done -> {}, never).suspects(1e-6))
                .isEmpty();
    }
}
