package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.language.data.DataArray;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Counts that are taken from one total need not be drawn at random to begin with: together they would exceed it. */
class CountsFromOneTotalTest {
    /** A chain-binomial epidemic of which cases are reported in part; those who fell ill are few beside those who did not. */
    @Test
    void anEpidemicReportedInPartStarts() {
        double[] reported = {1, 2, 3, 5, 6, 4, 3, 1, 1, 0, 0, 0};
        BoundModel model = Model.of("""
                        model {
                          S[1] <- people
                          I[1] ~ dpois(3)
                          y[1] ~ dbin(rho, I[1])
                          for (t in 2:T) {
                            S[t] <- S[t-1] - I[t-1]
                            I[t] ~ dbin(1 - pow(1 - q, I[t-1]), S[t])
                            y[t] ~ dbin(rho, I[t])
                          }
                          q ~ dunif(0, 1)
                          rho ~ dunif(0, 1)
                          ill <- sum(I[])
                        }
                        """)
                .with(Map.of(
                        "people", DataArray.scalar(200),
                        "T", DataArray.scalar(reported.length),
                        "y", DataArray.vector(reported)))
                .monitoring("ill");
        Run run = Sampling.run(
                model.compile(),
                Settings.defaults().withChains(2).withWarmup(20).withDraws(5));
        for (double[] chain : run.draws().element("ill")) {
            for (double ill : chain) {
                assertThat(ill).isBetween(26.0, 200.0);
            }
        }
    }
}
