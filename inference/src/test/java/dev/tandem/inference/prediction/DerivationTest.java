package dev.tandem.inference.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.draws.Draws;
import dev.tandem.inference.Model;
import dev.tandem.inference.Posterior;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.source.SourceException;
import dev.tandem.sampling.Settings;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Derived quantities against the draws that they are computed from. */
class DerivationTest {
    private static Posterior posterior() {
        return Model.of("""
                model {
                  for (i in 1:3) { y[i] ~ dnorm(b[1] + b[2] * x[i], 1) }
                  for (k in 1:2) { b[k] ~ dnorm(0, 0.1) }
                }
                """)
                .with(Map.of("y", DataArray.vector(1, 2, Double.NaN), "x", DataArray.vector(-1, 0, 1)))
                .sample(Settings.defaults().withChains(2).withWarmup(100).withDraws(20));
    }

    @Test
    void statementsReadDrawsAndData() {
        Posterior posterior = posterior();
        Draws derived = posterior.derive("""
                d <- b[1] - b[2]
                for (i in 1:3) { e[i] <- exp(b[1] + b[2] * x[i]) }
                third <- y[3]""", 1).collect();
        Draws draws = posterior.draws();
        for (int draw = 0; draw < 20; draw++) {
            double first = draws.value(1, draw, draws.elementIndex("b[1]"));
            double second = draws.value(1, draw, draws.elementIndex("b[2]"));
            assertThat(derived.value(1, draw, derived.elementIndex("d"))).isEqualTo(first - second);
            assertThat(derived.value(1, draw, derived.elementIndex("e[3]")))
                    .isCloseTo(Math.exp(first + second), within(1e-12));
            assertThat(derived.value(1, draw, derived.elementIndex("third")))
                    .isEqualTo(draws.value(1, draw, draws.elementIndex("y[3]")));
        }
    }

    /** The same seed draws the same. */
    @Test
    void whatIsDrawnIsDrawnForEachDraw() {
        Posterior posterior = posterior();
        Draws one = posterior.derive("n ~ dnorm(b[1], 1000000)", 3).collect();
        Draws other = posterior.derive("n ~ dnorm(b[1], 1000000)", 3).collect();
        Draws draws = posterior.draws();
        for (int draw = 0; draw < 20; draw++) {
            assertThat(one.value(0, draw, 0)).isEqualTo(other.value(0, draw, 0));
            assertThat(one.value(0, draw, 0)).isCloseTo(draws.value(0, draw, draws.elementIndex("b[1]")), within(0.01));
        }
    }

    @Test
    void mistakesHaveAPlace() {
        Posterior posterior = posterior();
        assertThatThrownBy(() -> posterior.derive("d <- b[1] -\n  beta[2]", 1))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("derived:2:3")
                .hasMessageContaining("beta");
        assertThatThrownBy(() -> posterior.derive("b[1] <- 2", 1))
                .hasMessageContaining("derived:1:1")
                .hasMessageContaining("already");
        assertThatThrownBy(() -> posterior.derive("d <- b[3]", 1)).hasMessageContaining("derived:1:");
        assertThatThrownBy(() -> posterior.derive("d <- (b[1]", 1)).isInstanceOf(SourceException.class);
        assertThatThrownBy(() -> posterior.derive(" ", 1)).hasMessageContaining("nothing to derive");
    }
}
