package dev.tandem.compiler.lower;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.program.Monitor;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Summing;
import dev.tandem.compiler.simulate.Elements;
import dev.tandem.compiler.simulate.Simulator;
import dev.tandem.density.Support;
import dev.tandem.density.Variable;
import dev.tandem.language.Model;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataFile;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is left of discrete unknowns is what enumeration with the reference evaluator, which knows nothing of intervals,
 * finds possible.
 */
@Tag("normal")
class ExcludedValuesTest {
    private static final long SEED = 11;
    private static final int DATA_SETS = 12;

    /** Continuous unknowns are tried at so many draws from their prior. */
    private static final int TRIES = 4;

    /** How far beyond the smallest value a support without end is enumerated. */
    private static final int FURTHEST = 4;

    /** More sites than this are taken to have no values above what is left but 1. */
    private static final int FEW = 5;

    private static Graph graph(String statements, String data) {
        DataSet known = data.isBlank() ? DataSet.empty() : DataFile.parse(SourceText.of("data.R", data), Dialect.JAGS);
        return Graph.bind(Model.of("model {\n" + statements + "\n}"), known);
    }

    /** What is left of each discrete unknown by its name. */
    private static Map<String, Support> left(Graph graph) {
        Program program = Lowering.lower(graph, Monitor.byDefault(), Summing.joint());
        Map<String, Support> left = new TreeMap<>();
        for (Program.Sites sites : program.sites()) {
            for (int i = 0; i < sites.positions().length; i++) {
                left.put(
                        sites.symbol().element(sites.positions()[i]),
                        program.space().support(sites.first() + i));
            }
        }
        for (Program.Settled settled : program.settled()) {
            for (int position : settled.positions()) {
                int only = (int) settled.storage().values()[position];
                left.put(settled.symbol().element(position), new Support(only, only));
            }
        }
        return left;
    }

    private static Map<String, Support> left(String statements, String data) {
        return left(graph(statements, data));
    }

    @Test
    void aCountOfARoundedUnknownWithoutEndHasNoEnd() {
        for (String prior : List.of("dnorm(30, 0.01)", "dnorm(30, 0.01) T(0,)", "dgamma(3, 0.1)", "dexp(0.1)")) {
            for (String rounded : List.of("round(first)", "trunc(first)", "2 * round(first) + 1", "round(first / 3)")) {
                String statements = """
                        s ~ dunif(0, 1)
                        first ~ %s
                        N[1] <- %s
                        for (t in 2:3) { N[t] ~ dbin(s, N[t-1])  y[t] ~ dpois(N[t] + 1) }
                        """.formatted(prior, rounded);
                assertThat(left(statements, "y <- c(NA, 20, 15)").get("N[2]"))
                        .as("%s, %s", prior, rounded)
                        .isEqualTo(new Support(0, Support.UNBOUNDED_ABOVE));
            }
        }
    }

    /** The smallest and largest value of each discrete unknown in any state that is possible, by enumeration. */
    private static Map<String, int[]> possible(Graph graph, Map<String, Support> left, UniformRandomProvider rng) {
        Simulator prior = Simulator.of(graph);
        Simulator reference = Simulator.of(graph);
        Elements unknown = reference.unknown();
        List<String> names = unknown.names();
        int[] places = left.keySet().stream().mapToInt(names::indexOf).toArray();
        List<String> sites = List.copyOf(left.keySet());
        Map<String, int[]> found = new HashMap<>();
        double[] row = new double[unknown.size()];
        for (int attempt = 0; attempt < TRIES; attempt++) {
            prior.drawAll(rng);
            prior.copy(unknown, row);
            int[] least = new int[places.length];
            int[] most = new int[places.length];
            for (int i = 0; i < places.length; i++) {
                // Beyond what is left too: nothing there may be possible.
                Support support = left.get(sites.get(i));
                least[i] = Math.max(0, support.lower() - 2);
                most[i] = !support.bounded()
                        ? support.lower() + FURTHEST
                        : Math.max(1, places.length > FEW ? support.upper() : support.upper() + 2);
                row[places[i]] = least[i];
            }
            boolean more = true;
            while (more) {
                reference.assign(unknown, row);
                if (possible(reference)) {
                    for (int i = 0; i < places.length; i++) {
                        int value = (int) row[places[i]];
                        int[] range = found.computeIfAbsent(sites.get(i), s -> new int[] {value, value});
                        range[0] = Math.min(range[0], value);
                        range[1] = Math.max(range[1], value);
                    }
                }
                int i = 0;
                while (i < places.length && row[places[i]] == most[i]) {
                    row[places[i]] = least[i++];
                }
                more = i < places.length;
                if (more) {
                    row[places[i]]++;
                }
            }
        }
        return found;
    }

    /** Values beyond a support may be indices out of range, or parameters that a distribution refuses. */
    private static boolean possible(Simulator reference) {
        try {
            return reference.logDensity() > Double.NEGATIVE_INFINITY;
        } catch (RuntimeException outside) {
            return false;
        }
    }

    private static void agrees(Graph graph, String about, UniformRandomProvider rng) {
        Map<String, Support> left = left(graph);
        Map<String, int[]> possible = possible(graph, left, rng);
        left.forEach((name, support) -> {
            int[] range = possible.get(name);
            int end = support.bounded() ? support.upper() : support.lower() + FURTHEST;
            assertThat(new int[] {support.lower(), end}).as(about + ": " + name).containsExactly(range);
        });
    }

    /** Data that the model's own prior makes, so that they are possible. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                // occupancy
                "for (i in 1:4) { z[i] ~ dbern(psi); for (j in 1:2) { y[i,j] ~ dbern(z[i] * p[j]) } } ; "
                        + "psi ~ dunif(0, 1); for (j in 1:2) { logit(p[j]) <- b * j }; b ~ dnorm(0, 1)",
                // the same with a detection probability that has no link
                "for (i in 1:5) { z[i] ~ dbern(0.6); y[i] ~ dbern(p * z[i]) } ; p ~ dbeta(2, 2)",
                // capture and recapture
                "for (i in 1:2) { z[i,1] <- 1; for (t in 2:5) { z[i,t] ~ dbern(phi * z[i,t-1]); "
                        + "y[i,t] ~ dbern(p * z[i,t]) } } ; phi ~ dunif(0, 1); p ~ dunif(0, 1)",
                // the same with time reversed, so that what is found runs forwards
                "for (i in 1:2) { z[i,5] <- 1; for (t in 1:4) { z[i,t] ~ dbern(phi * z[i,t+1]); "
                        + "y[i,t] ~ dbern(p * z[i,t]) } } ; phi ~ dunif(0, 1); p ~ dunif(0, 1)",
                // zero-inflated counts
                "for (i in 1:6) { z[i] ~ dbern(0.5); mu[i] <- z[i] * lambda[i]; log(lambda[i]) <- b; "
                        + "y[i] ~ dpois(mu[i]) } ; b ~ dnorm(0, 1)",
                // guessing
                "for (i in 1:3) { for (j in 1:2) { k[i,j] ~ dbern(0.5); "
                        + "y[i,j] ~ dbern(k[i,j] + (1 - k[i,j]) * g) } } ; g ~ dbeta(4, 12)",
                // counts that miss some
                "for (i in 1:2) { N[i] ~ dpois(3); for (j in 1:2) { y[i,j] ~ dbin(p, N[i]) } } ; p ~ dunif(0, 1)",
                "for (i in 1:2) { N[i] ~ dpois(3); logit(p[i]) <- b; y[i] ~ dbin(p[i], N[i]) } ; b ~ dnorm(0, 1)",
                "N ~ dbin(0.5, 6); y ~ dbin(p, N) ; p ~ dunif(0, 1)",
                // states, of which the last is never left and never seen
                "s[1] <- 1; for (t in 2:5) { s[t] ~ dcat(P[s[t-1],]); y[t] ~ dcat(O[s[t],]) } ; "
                        + "P[1,1] <- a; P[1,2] <- 1 - a; P[2,1] <- 0; P[2,2] <- 1 ; "
                        + "O[1,1] <- b; O[1,2] <- 1 - b; O[2,1] <- 0; O[2,2] <- 1 ; a ~ dunif(0, 1); b ~ dunif(0, 1)",
                // chosen by comparison, by index, by a function
                "for (i in 1:5) { z[i] ~ dbern(0.5); y[i] ~ dbern(ifelse(z[i] > 0.5, p, 0)) } ; p ~ dunif(0, 1)",
                "for (i in 1:5) { z[i] ~ dcat(w[]); y[i] ~ dbern(r[z[i]]) } ; r[1] <- 0; r[2] <- p; p ~ dunif(0, 1); "
                        + "w[1:2] ~ ddirch(c(1, 1))",
                "for (i in 1:4) { z[i] ~ dcat(c(0.2, 0.3, 0.5)); y[i] ~ dbern(equals(z[i], 3) * p) } ; p ~ dunif(0, 1)",
                // through two computed nodes
                "for (i in 1:5) { z[i] ~ dbern(0.5); a[i] <- 1 - z[i]; b[i] <- a[i] * p; y[i] ~ dbern(b[i]) } ; "
                        + "p ~ dunif(0, 1)",
                // a value that its own prior rules out
                "for (i in 1:3) { z[i] ~ dbern(q[i]); y[i] ~ dnorm(z[i], tau) } ; q[1] <- 0; q[2] <- 0.5; q[3] <- 1; "
                        + "tau ~ dgamma(2, 2)",
                "for (i in 1:3) { N[i] ~ dbin(0.5, 4) T(1,3); y[i] ~ dbin(p, N[i]) } ; p ~ dunif(0, 1)",
                // two unknowns of one observation
                "for (i in 1:3) { u[i] ~ dbern(0.5); v[i] ~ dbern(0.5); y[i] ~ dbern(u[i] * v[i] * p) } ; "
                        + "p ~ dunif(0, 1)",
                // an observed sum, of which any summand may be the one
                "for (i in 1:2) { u[i] ~ dbern(0.5); v[i] ~ dbern(0.5); y[i] ~ dbern(p * (u[i] + v[i]) / 2) } ; "
                        + "p ~ dunif(0, 1)",
            })
    void leavesWhatEnumerationFinds(String statements) {
        UniformRandomProvider rng = RandomSource.L64_X128_MIX.create(SEED);
        Graph bare = graph(statements, "");
        for (int k = 0; k < DATA_SETS; k++) {
            Simulator simulator = Simulator.of(bare);
            simulator.drawAll(rng);
            Map<String, DataArray> data = new HashMap<>();
            double[] y = simulator.values("y");
            data.put("y", DataArray.of(bare.symbol("y").dims(), y));
            Graph bound = Graph.bind(bare.model(), DataSet.of(data));
            agrees(bound, "seed " + SEED + ", y = " + Arrays.toString(y) + " in\n" + statements, rng);
        }
    }

    /** Improbable is not impossible, and what holds only at the edge of a prior holds nowhere. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "z ~ dbern(0.5); y ~ dbern(z * p + (1 - z) * q); p ~ dunif(0, 1); q ~ dunif(0, 1)",
                "z ~ dbern(0.5); y ~ dbern(z * p + (1 - z) * 1.0E-300); p ~ dunif(0, 1)",
                // zero where the free coordinate is
                "z ~ dbern(0.5); y ~ dbern(z * p + (1 - z) * min(abs(q), 1)); p ~ dunif(0, 1); q ~ dnorm(0, 1)",
                // rounds to zero, and to one
                "z ~ dbern(0.5); y ~ dpois(exp(-1000 * z)); p ~ dunif(0, 1)",
                "z ~ dbern(0.5); y ~ dpois(1.0E-200 * exp(-500 * z)); p ~ dunif(0, 1)",
                "z ~ dbern(0.5); y ~ dbern(1 - ilogit(100 * z)); p ~ dunif(0, 1)",
                // infinite or NaN at the edge, and hidden from the density there
                "z ~ dbern(0.5); y ~ dbern(ifelse(z * exp(b) > -1, z * p, 0.5)); b ~ dnorm(0, 1); p ~ dunif(0, 1)",
                "z ~ dbern(0.5); y ~ dnorm((1 - z) * log(p), 1); p ~ dunif(0, 1)",
                "z ~ dbern(0.5); y ~ dnorm(0, z + p); p ~ dunif(0, 1)",
                "z ~ dbern(0.5); y ~ dgamma(z + p, 1); p ~ dunif(0, 1)",
                "z ~ dcat(w[]); w[1:2] ~ ddirch(c(1, 1)); y ~ dnorm(z, 1)",
                "z ~ dbern(p); p ~ dunif(0, 1); y ~ dnorm(z, 1)",
            })
    void keepsWhatIsPossible(String statements) {
        assertThat(left(statements, "y <- 1").get("z").size()).isEqualTo(2);
    }

    @Test
    void knownElementsStayAndCountAsWhatTheyAre() {
        String chain = "z[1] ~ dbern(0.5); for (t in 2:5) { z[t] ~ dbern(0.9 * z[t-1]) }; x ~ dnorm(z[5], 1)";
        assertThat(left(chain, "z <- c(NA, NA, 1, NA, NA)"))
                .hasToString("{z[1]=1..1, z[2]=1..1, z[4]=0..1, z[5]=0..1}");
        assertThat(left(chain, "z <- c(NA, NA, 0, NA, NA)"))
                .hasToString("{z[1]=0..1, z[2]=0..1, z[4]=0..0, z[5]=0..0}");
    }

    @Test
    void longChainsAreFollowedToTheirEnds() {
        String chain = "z[1] ~ dbern(0.5); for (t in 2:3000) { z[t] ~ dbern(p * z[t-1]) }; y ~ dbern(p * z[3000]); "
                + "p ~ dunif(0, 1)";
        assertThat(left(chain, "y <- 1").values()).hasSize(3000).containsOnly(new Support(1, 1));
        assertThat(left(chain, "z <- c(0" + ", NA".repeat(2999) + "); y <- 0").values())
                .hasSize(2999)
                .containsOnly(new Support(0, 0));
    }

    @Test
    void largeCountsAreFoundInFewSteps() {
        assertThat(left("N ~ dpois(1.0E6); y ~ dbin(p, N); p ~ dunif(0, 1)", "y <- 1234567")
                        .get("N"))
                .isEqualTo(Support.atLeast(1234567));
    }

    /** Draws, their names and their order are those of a model of which nothing is excluded. */
    @Test
    void everyUnknownIsReportedAsBefore() {
        Program program = Lowering.lower(
                graph(
                        "for (i in 1:3) { z[i] ~ dbern(0.5); y[i] ~ dbern(p * z[i]) }\n p ~ dunif(0, 1)",
                        "y <- c(1, 0, 1)"),
                Monitor.byDefault(),
                Summing.joint());
        assertThat(program.space().sites()).isEqualTo(1);
        assertThat(program.space().reported())
                .containsExactly(
                        new Variable("p", List.of(), Variable.Kind.CONTINUOUS),
                        new Variable("z", List.of(3), Variable.Kind.DISCRETE));
    }

    /** Something is left to sample where the data settle everything. */
    @Test
    void aModelWithNothingLeftKeepsItsSites() {
        Program program = Lowering.lower(
                graph("for (i in 1:3) { z[i] ~ dbern(0.5); y[i] ~ dbern(0.5 * z[i]) }", "y <- c(1, 1, 1)"),
                Monitor.byDefault(),
                Summing.joint());
        assertThat(program.space().sites()).isEqualTo(3);
        assertThat(program.space().support(1)).isEqualTo(new Support(1, 1));
    }

    @Test
    void contradictionsAreNamed() {
        String chain = """
                for (t in 2:4) {
                  z[t] ~ dbern(phi * z[t-1])
                  y[t] ~ dbern(p * z[t])
                }
                z[1] ~ dbern(phi)
                phi ~ dunif(0, 1)
                p ~ dunif(0, 1)
                """;
        assertThatThrownBy(() -> left(chain, "z <- c(NA, 0, NA, NA); y <- c(NA, NA, NA, 1)"))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining(":3:3: z[3] = 1, the only value left of it, has probability zero, whatever");
        assertThatThrownBy(() -> left(chain, "z <- c(NA, 0, NA, NA); y <- c(NA, 1, NA, NA)"))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining(":4:3: y[2] = 1 has probability zero, whatever the unknowns are");
        assertThatThrownBy(() -> left(
                        "N ~ dpois(5); y ~ dbin(p, N); u ~ dbern(equals(N, 2) * p); p ~ dunif(0, 1)", "y <- 3; u <- 1"))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("y = 3 has probability zero where N can only be 2");
    }
}
