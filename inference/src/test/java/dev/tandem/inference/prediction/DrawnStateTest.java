package dev.tandem.inference.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.program.Summing;
import dev.tandem.density.Cursor;
import dev.tandem.draws.Draws;
import dev.tandem.inference.BoundModel;
import dev.tandem.inference.Model;
import dev.tandem.inference.Posterior;
import dev.tandem.inference.basis.Observations;
import dev.tandem.language.data.DataArray;
import dev.tandem.sampling.Settings;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The state that a draw leads back to reports that draw. */
class DrawnStateTest {
    /** Every kind of unknown: real, positive, bounded by another, a simplex, discrete, missing data. */
    private static final String MODEL = """
            model {
              for (i in 1:6) {
                z[i] ~ dcat(w[])
                y[i] ~ dnorm(mu[z[i]], tau)
              }
              w[1:2] ~ ddirch(a[])
              mu[1] ~ dnorm(0, 0.1)
              mu[2] ~ dnorm(0, 0.1) T(mu[1],)
              tau ~ dgamma(2, 1)
              n ~ dpois(4)
              k ~ dbin(0.5, n)
              total <- sum(z[])
            }
            """;

    private static BoundModel model() {
        return Model.of(MODEL)
                .with(Map.of(
                        "y",
                        DataArray.vector(-1, -0.5, Double.NaN, 2, 2.5, 3),
                        "a",
                        DataArray.vector(1, 1),
                        "k",
                        DataArray.scalar(2)))
                .summing(Summing.joint());
    }

    private static final Settings SETTINGS =
            Settings.defaults().withChains(2).withWarmup(200).withDraws(20);

    @Test
    void reportsTheDraw() {
        BoundModel model = model();
        Posterior posterior = model.sample(SETTINGS);
        CompiledDensity density = model.compile();
        double[] reported = new double[density.space().reportedSize()];
        for (int chain = 0; chain < 2; chain++) {
            for (int draw = 0; draw < 20; draw++) {
                Cursor cursor = DrawnState.cursor(density, posterior, chain, draw);
                cursor.report(reported);
                for (int element = 0; element < reported.length; element++) {
                    double drawn = posterior.draws().value(chain, draw, element);
                    assertThat(reported[element])
                            .as(posterior.draws().elementName(element))
                            .isCloseTo(drawn, within(1e-8 * Math.max(1, Math.abs(drawn))));
                }
                assertThat(cursor.logDensity()).isFinite();
            }
        }
    }

    @Test
    void needsEveryUnknown() {
        BoundModel model = model().monitoring("mu", "tau");
        Posterior posterior = model.sample(SETTINGS);
        assertThatThrownBy(() -> DrawnState.cursor(model.compile(), posterior, 0, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no variable");
    }

    /** A site that was detected is occupied in every draw, and costs nothing. */
    @Test
    void whatIsSettledIsInEveryDraw() {
        Path folder = Path.of("..", "examples", "occupancy");
        BoundModel model = Model.read(folder.resolve("model.bug"))
                .with(folder.resolve("data.json"))
                .summing(Summing.joint());
        double[] seen = model.graph().symbol("y").values();
        int[] occupied = IntStream.range(0, 100)
                .filter(i -> seen[i] + seen[100 + i] + seen[200 + i] + seen[300 + i] > 0)
                .toArray();
        assertThat(model.compile().space().sites()).isEqualTo(100 - occupied.length);
        Posterior posterior =
                model.sample(Settings.defaults().withChains(1).withWarmup(100).withDraws(50));
        Draws draws = posterior.draws();
        for (int i : occupied) {
            int element = draws.elementIndex("z[" + (i + 1) + "]");
            for (int draw = 0; draw < 50; draw++) {
                assertThat(draws.value(0, draw, element)).isEqualTo(1);
            }
        }
        Cursor cursor = DrawnState.cursor(model.compile(), posterior, 0, 49);
        assertThat(cursor.logDensity()).isFinite();
    }

    @Test
    void observationsAreTheDataInTheOrderOfPredictions() {
        BoundModel model = model();
        Observations observed = model.observations();
        assertThat(observed.variables())
                .isEqualTo(model.sample(SETTINGS).predict(1).variables());
        assertThat(observed.values())
                .containsExactly(
                        observed.variables().get(0).name().startsWith("y")
                                ? new double[] {-1, -0.5, 2, 2.5, 3, 2}
                                : new double[] {2, -1, -0.5, 2, 2.5, 3});
    }
}
