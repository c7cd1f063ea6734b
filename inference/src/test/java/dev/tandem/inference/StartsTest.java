package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.program.Summing;
import dev.tandem.density.Cursor;
import dev.tandem.density.Variable;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataFile;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.Start;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Start values given by variable are where chains start; the rest is found. */
class StartsTest {
    private static final Settings SETTINGS = Settings.defaults();

    private static BoundModel model() {
        return Model.of("""
                model {
                  a ~ dnorm(0, 1)
                  b ~ dnorm(0, 1) T(a,)
                  c ~ dunif(a, b)
                  d ~ dnorm(0, 1) T(,c)
                  tau ~ dgamma(2, 2)
                  p[1:3] ~ ddirch(c(1, 2, 3))
                  O[1:2,1:2] ~ dwish(R[,], 3)
                  v[1:2] ~ dmnorm(zero[], O[,])
                  sigma <- 1 / sqrt(tau)
                  for (i in 1:4) {
                    z[i] ~ dcat(p[])
                    y[i] ~ dnorm(z[i] + c, tau)
                    N[i] ~ dpois(3)
                    k[i] ~ dbin(0.5, N[i])
                    alive[i] ~ dbern(0.5)
                    seen[i] ~ dbern(0.5 * alive[i])
                  }
                }
                """)
                .with(Map.of(
                        "R", DataArray.of(new int[] {2, 2}, new double[] {1, 0, 0, 1}),
                        "zero", DataArray.vector(0, 0),
                        "seen", DataArray.vector(0, 1, 0, 1),
                        "y", DataArray.vector(1, 2, Double.NaN, 4),
                        "k", DataArray.vector(2, 3, 4, 30)))
                .summing(Summing.joint());
    }

    private static DataSet inits(String text) {
        return DataFile.parse(SourceText.of("inits.R", text), Dialect.JAGS);
    }

    /** What a chain that starts there reports first. */
    private static Map<String, Double> reported(CompiledDensity density, Start start) {
        Cursor cursor = density.cursor();
        cursor.moveTo(start.q());
        cursor.assignAll(start.x());
        assertThat(cursor.logDensity()).isFinite();
        double[] values = new double[density.space().reportedSize()];
        cursor.report(values);
        Map<String, Double> byName = new LinkedHashMap<>();
        int next = 0;
        for (Variable variable : density.space().reported()) {
            for (int i = 0; i < variable.size(); i++) {
                byName.put(variable.elementName(i), values[next++]);
            }
        }
        return byName;
    }

    @Test
    @Tag("normal")
    void everyKindOfUnknownStartsWhereItIsTold() {
        BoundModel model = model();
        Starts starts = model.starts(SETTINGS, inits("""
                a <- -3
                b <- 5
                c <- 1.5
                d <- -0.25
                tau <- 7
                p <- c(0.2, 0.3, 0.5)
                O <- structure(c(2, 0.5, 0.5, 1), .Dim = c(2, 2))
                v <- c(0.1, -12)
                z <- c(3, NA, 1, 2)
                N <- c(9, NA, NA, 40)
                alive <- c(1, 1, 0, NA)
                y <- c(NA, NA, 100, NA)
                `.RNG.name` <- "base::Mersenne-Twister"
                `.RNG.seed` <- 3
                """));
        assertThat(starts.points()).hasSize(4);
        assertThat(starts.notes()).hasSize(1);
        CompiledDensity density = model.compile();
        for (Start start : starts.points()) {
            Map<String, Double> values = reported(density, start);
            Map<String, Double> wanted = Map.ofEntries(
                    Map.entry("a", -3.0),
                    Map.entry("b", 5.0),
                    Map.entry("c", 1.5),
                    Map.entry("d", -0.25),
                    Map.entry("tau", 7.0),
                    Map.entry("p[2]", 0.3),
                    Map.entry("p[3]", 0.5),
                    Map.entry("O[1,1]", 2.0),
                    Map.entry("O[2,1]", 0.5),
                    Map.entry("v[2]", -12.0),
                    Map.entry("z[1]", 3.0),
                    Map.entry("z[4]", 2.0),
                    Map.entry("N[4]", 40.0),
                    Map.entry("alive[1]", 1.0),
                    Map.entry("alive[2]", 1.0),
                    Map.entry("alive[3]", 0.0),
                    Map.entry("alive[4]", 1.0),
                    Map.entry("y[3]", 100.0));
            wanted.forEach(
                    (name, value) -> assertThat(values.get(name)).as(name).isCloseTo(value, within(1e-8)));
            assertThat(values.get("N[3]")).isGreaterThanOrEqualTo(4);
        }
        assertThat(Sampling.run(density, SETTINGS.withWarmup(50).withDraws(10).withStarts(starts.points()))
                        .draws()
                        .drawsPerChain())
                .isEqualTo(10);
    }

    @Test
    void boundsThatAreNotGivenMakeRoom() {
        BoundModel model = model();
        Starts starts = model.starts(SETTINGS, inits("c <- 0.5\n"));
        CompiledDensity density = model.compile();
        starts.points()
                .forEach(start -> assertThat(reported(density, start).get("c")).isCloseTo(0.5, within(1e-8)));
        assertThat(starts.points().get(0).q())
                .isNotEqualTo(starts.points().get(1).q());
    }

    @Test
    void eachChainMayHaveItsOwn() {
        BoundModel model = model();
        Settings two = SETTINGS.withChains(2);
        Starts starts = model.starts(two, inits("tau <- 1\n"), inits("tau <- 2\n"));
        CompiledDensity density = model.compile();
        assertThat(reported(density, starts.points().get(1)).get("tau")).isCloseTo(2, within(1e-8));
        assertThatThrownBy(() -> model.starts(SETTINGS, inits("tau <- 1\n"), inits("tau <- 2\n")))
                .hasMessage("2 sets of start values for 4 chains: give one for each chain, or one for all");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "v <- 1 | inits.R:1:1: v starts with dimensions 1, the model has 2",
                "y <- c(1, NA, NA, NA) | inits.R:1:1: y[1] is known, so it cannot start anywhere else",
                "sigma <- 1 | inits.R:1:1: sigma has no distribution, so it cannot start anywhere: it is computed",
                "z <- c(4, 1, 1, 1) | inits.R:1:1: z[1] cannot start at 4.0: its values are 1..3",
                "z <- c(1.5, 1, 1, 1) | inits.R:1:1: z[1] cannot start at 1.5: its values are 1..3",
                "p <- c(0.5, NA, 0.5) | inits.R:1:1: p[1] to p[3] are drawn together: give all of them, or none",
                "tau <- -1 | inits.R:1:1: no chain can start at these values: tau = -1.0 does not lie between 0.0 and Infinity",
                "N <- c(NA, NA, NA, 3) | inits.R:1:1: N[4] cannot start at 3.0: its values are 30..",
                "alive <- c(0, 0, 0, 0) | inits.R:1:1: alive[2] cannot start at 0.0: the data leave only 1",
            })
    void saysWhichVariableCannotStartThere(String text, String message) {
        assertThatThrownBy(() -> model().starts(SETTINGS, inits(text + "\n")))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining(message);
    }

    /** As JAGS does: the list of a script may serve several models. */
    @Test
    void whatTheModelDoesNotHaveIsLeftAsideWithANote() {
        Starts starts = model().starts(SETTINGS, inits("tua <- 1\ntau <- 2\n"));
        assertThat(starts.notes())
                .containsExactly("inits.R:1:1: the model has no variable tua, so its start value is left aside");
        assertThat(reported(model().compile(), starts.points().get(0)).get("tau"))
                .isCloseTo(2, within(1e-8));
    }

    @Test
    void saysWhereNoChainCanStart() {
        BoundModel model = Model.of("""
                model {
                  share ~ dunif(0, 1)
                  above ~ dbern(step(share - 0.5))
                  z ~ dbern(share)
                }
                """).with(Map.of("above", DataArray.scalar(1)));
        assertThatThrownBy(() -> model.starts(SETTINGS, inits("share <- 0.25\n")))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining(
                        "inits.R:1:1: no chain can start at these values: share = 0.25 does not lie between 0.5 and 1.0");
        Starts possible = model.starts(SETTINGS, inits("share <- 0.75\n"));
        assertThat(reported(model.compile(), possible.points().get(0)).get("share"))
                .isCloseTo(0.75, within(1e-8));
    }

    /** The side on which a sum of two unknowns lies is no bound on one of them. */
    @Test
    void saysWhereTheStateIsImpossible() {
        BoundModel model = Model.of("""
                model {
                  for (i in 1:2) { share[i] ~ dunif(0, 1) }
                  above ~ dbern(step(share[1] + share[2] - 1))
                }
                """).with(Map.of("above", DataArray.scalar(1)));
        assertThatThrownBy(() -> model.starts(SETTINGS, inits("share <- c(0.25, 0.5)\n")))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("inits.R:1:1: no chain can start at these values: the state is impossible under "
                        + "the model and its data");
    }

    /** Only 5 % of the range of x is possible, and its free coordinate has to be beyond 2.9 there. */
    @Test
    void aStartIsFoundFarOut() {
        BoundModel narrow = Model.of("""
                model {
                  for (i in 1:2) {
                    x[i] ~ dunif(-2, 5)
                    e[i] ~ dunif(0.5, 1)
                    s[i] ~ dsum(x[i], e[i])
                  }
                }
                """).with(Map.of("s", DataArray.vector(5.6, 3)));
        // Given the sum, e[1] is uniform from 0.6 to 1; effective size above 100.
        assertThat(narrow.sample(SETTINGS).mean("e[1]")).isCloseTo(0.8, within(0.06));
    }

    /** As JAGS has it: what has no concentration is zero, whatever the others are. */
    @Test
    void aConcentrationOfZeroMayStandBesideUnknownOnes() {
        BoundModel model = Model.of("""
                model {
                  a ~ dunif(1, 3)
                  p[1:3] ~ ddirch(c(a, 0, 2))
                  y ~ dcat(p[])
                }
                """).with(Map.of("y", DataArray.scalar(1)));
        Posterior posterior = model.sample(SETTINGS);
        assertThat(posterior.mean("p[2]")).isZero();
        // Given y = 1, a has density a / (a + 2) and p[1] the mean (a + 1) / (a + 3): 0.602; effective size above 500.
        assertThat(posterior.mean("p[1]")).isCloseTo(0.602, within(0.04));
    }

    /** Free is what has two ends: were it computed, only one coordinate in a hundred would be possible. */
    @Test
    void whatHasMoreEndsIsLeftFreeInASum() {
        BoundModel sums = Model.of("""
                model {
                  for (i in 1:2) {
                    x[i] ~ dexp(0.2)
                    e[i] ~ dunif(0.5, 1)
                    s[i] ~ dsum(x[i], e[i])
                  }
                }
                """).with(Map.of("s", DataArray.vector(0.6, 15)));
        assertThat(sums.compile().space().coordinateName(0)).contains("e");
        // Given the sums, the density of e is that of exp(0.2 e) between its ends; effective size above 200.
        assertThat(sums.sample(SETTINGS).mean("e[1]")).isCloseTo(0.5502, within(0.01));
        assertThat(sums.sample(SETTINGS).mean("e[2]")).isCloseTo(0.754, within(0.04));
    }
}
