package dev.tandem.compiler.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.compiler.ModelCompiler;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.program.Monitor;
import dev.tandem.compiler.program.Summing;
import dev.tandem.density.Cursor;
import dev.tandem.language.Model;
import dev.tandem.language.data.DataFile;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Groups change places where that leaves the density as it is, to the last digits, and nowhere else. */
class RelabellingTest {
    private static final long SEED = 20;
    private static final String SEEN = "y <- c(1, 2, 4, 3, -1); e <- c(1, 1, 1)";

    private static final String MIXTURE =
            "for (i in 1:5) { z[i] ~ dcat(p[]); y[i] ~ dnorm(mu[z[i]], 1) } p[1:3] ~ ddirch(e[]) ";

    /** A model whose groups cannot be told apart. */
    private record Alike(String statements, String data, int groups) {}

    static List<Alike> alike() {
        return List.of(
                new Alike(MIXTURE + "for (k in 1:3) { mu[k] ~ dnorm(0, 1) }", SEEN, 3),
                // With spreads, bounds and a computed precision of each.
                new Alike(
                        "for (i in 1:5) { z[i] ~ dcat(p[1:3]); y[i] ~ dnorm(mu[z[i]], t[z[i]]) } p[1:3] ~ ddirch(e[]) "
                                + "for (k in 1:3) { mu[k] ~ dnorm(m, t[k]) T(-9, 9); t[k] <- 1 / s[k]; s[k] ~ dunif(0, u[k]); "
                                + "u[k] ~ dexp(1) } m ~ dnorm(0, 1)",
                        SEEN,
                        3),
                // Groups are effects whose coordinates can be chosen; one by one, and counted in another order.
                new Alike(
                        MIXTURE + "for (k in 1:3) { mu[k] ~ dnorm(m, t) } m ~ dnorm(0, 1); t ~ dgamma(2, 1)", SEEN, 3),
                new Alike(
                        MIXTURE + "mu[3] ~ dnorm(m, 1); mu[1] ~ dnorm(m, 1); mu[2] ~ dnorm(m, 1); m ~ dnorm(0, 1)",
                        SEEN,
                        3),
                // Two shares, of which one is what the other leaves.
                new Alike(
                        "for (i in 1:5) { z[i] ~ dcat(p[]); y[i] ~ dnorm(mu[z[i]], 1) } p[1] <- a; p[2] <- 1 - a "
                                + "a ~ dbeta(3, 3); for (k in 1:2) { mu[k] ~ dnorm(0, 1) }",
                        SEEN,
                        2),
                new Alike(
                        "for (i in 1:5) { z[i] ~ dcat(p[]); y[i] ~ dnorm(mu[z[i]], 1) } p[2] ~ dunif(0, 1); p[1] <- 1 - p[2] "
                                + "for (k in 1:2) { mu[k] ~ dnorm(0, 1) }",
                        SEEN,
                        2),
                // Shares that are computed, and counts of each group's own.
                new Alike(
                        "for (i in 1:5) { z[i] ~ dcat(p[]); y[i] ~ dnorm(n[z[i]], 1) } for (k in 1:3) { "
                                + "p[k] <- g[k] / sum(g[]); g[k] ~ dgamma(1, 1); n[k] ~ dpois(2) }",
                        SEEN,
                        3),
                // Hidden states: both dimensions of the matrix count them.
                new Alike(
                        "z[1] ~ dcat(w[]); for (i in 2:5) { z[i] ~ dcat(a[z[i-1],]) } for (i in 1:5) { y[i] ~ dnorm(mu[z[i]], 1) } "
                                + "for (k in 1:3) { a[k,1:3] ~ ddirch(e[]); mu[k] ~ dnorm(0, 1); w[k] <- 1 / 3 }",
                        SEEN,
                        3),
                // Topics: arrays of each group, and groups within each of others.
                new Alike(
                        "for (i in 1:5) { for (d in 1:2) { z[d,i] ~ dcat(th[d,]); v[d,i] ~ dcat(ph[z[d,i],]) } } "
                                + "for (d in 1:2) { th[d,1:3] ~ ddirch(e[]) } for (k in 1:3) { ph[k,1:4] ~ ddirch(b[]) }",
                        "v <- structure(c(1, 2, 4, 3, 1, 1, 2, 2, 4, 4), .Dim = c(2, 5)); e <- c(1, 1, 1); b <- c(1, 2, 3, 4)",
                        3),
                new Alike(
                        "for (i in 1:5) { z[i] ~ dcat(p[]); w[i,1:2] ~ dmnorm(mu[z[i],1:2], om[z[i],1:2,1:2]) } p[1:3] ~ ddirch(e[]) "
                                + "for (k in 1:3) { mu[k,1:2] ~ dmnorm(o[], i2[,]); om[k,1:2,1:2] ~ dwish(i2[,], 3) }",
                        "w <- structure(c(1, 2, 4, 3, 1, 1, 2, 2, 4, 4), .Dim = c(5, 2)); e <- c(1, 1, 1); o <- c(0, 0); "
                                + "i2 <- structure(c(1, 0.2, 0.2, 1), .Dim = c(2, 2))",
                        3));
    }

    /** Ordinal data with three cutpoints, of which the model asks for their order alone. */
    private static final String CUTPOINTS =
            "for (i in 1:5) { v[i] ~ dcat(p[i,]); for (k in 1:3) { logit(Q[i,k]) <- c[k] - b * i } p[i,1] <- Q[i,1]; "
                    + "for (k in 2:3) { p[i,k] <- Q[i,k] - Q[i,k-1] } p[i,4] <- 1 - Q[i,3] } b ~ dnorm(0, 1); ";

    private static final String ORDINAL = "v <- c(1, 2, 4, 3, 1)";

    @Test
    void elementsThatAreOnlySortedChangePlaces() {
        for (String statements : List.of(
                "for (k in 1:3) { c0[k] ~ dnorm(0, 0.1) } c <- sort(c0)",
                "for (k in 1:3) { c0[k] ~ dt(m, t, 4) T(-9,) } c[1:3] <- sort(c0[1:3]); m ~ dnorm(0, 1); t ~ dgamma(2, 1)",
                // An effect, and what is computed for the report alone.
                "for (k in 1:3) { c0[k] ~ dnorm(m, 0.1) } c <- sort(c0[]); m ~ dnorm(0, 1); first <- c0[1]")) {
            CompiledDensity density = compile(CUTPOINTS + statements, ORDINAL, Summing.joint());
            assertThat(density.notes()).as(statements).hasSize(1);
            assertThat(density.notes().get(0)).contains("which of its 3 elements has which value says nothing");
            SplittableRandom random = new SplittableRandom(SEED + 2);
            Stream chance = new Stream();
            chance.restart(SEED + 2);
            Relabelling relabelling = new Relabelling(density.program());
            int changed = 0;
            for (int i = 0; i < 50; i++) {
                Cursor cursor = anywhere(density, random);
                double expected = cursor.logDensity();
                double[] q = new double[density.space().dimension()];
                cursor.copyPosition(q);
                double[] before = q.clone();
                relabelling.apply(chance, q, new int[0]);
                changed += Arrays.equals(before, q) ? 0 : 1;
                Cursor other = density.cursor();
                other.moveTo(q);
                assertThat(other.logDensity()).isCloseTo(expected, within(1e-11 * (1 + Math.abs(expected))));
                other.orderGroups();
                cursor.orderGroups();
                assertThat(cursor.logDensity()).isCloseTo(expected, within(1e-11 * (1 + Math.abs(expected))));
                cursor.copyPosition(before);
                other.copyPosition(q);
                assertThat(q).containsExactly(before, within(1e-12));
            }
            // Five of six orders, give or take four standard deviations.
            assertThat((double) changed).isCloseTo(50 * 5 / 6.0, within(4 * Math.sqrt(50 * 5 / 36.0)));
        }
    }

    /** Groups whose means are in order differ; what these means are made of may come in any order. */
    @Test
    void whatIsSortedForGroupsChangesPlacesAlone() {
        CompiledDensity density =
                compile(MIXTURE + "mu[1:3] <- sort(m[]); for (k in 1:3) { m[k] ~ dnorm(0, 1) }", SEEN, Summing.joint());
        assertThat(density.notes()).hasSize(1);
        assertThat(density.notes().get(0))
                .contains("only the values of m in order")
                .doesNotContain("groups");
    }

    /** Elements that differ in their prior, are known or are asked for by themselves stay where they are. */
    @Test
    void elementsThatMeanSomethingDoNotChangePlaces() {
        for (String statements : List.of(
                "for (k in 1:3) { c0[k] ~ dnorm(k, 0.1) } c <- sort(c0)",
                "for (k in 1:3) { c0[k] ~ dnorm(0, 0.1) T(-k,) } c <- sort(c0)",
                "for (k in 1:3) { c0[k] ~ dnorm(0, 0.1) } c <- sort(c0); s ~ dnorm(c0[1], 1)",
                "for (k in 1:3) { c0[k] ~ dnorm(0, 0.1) } c <- sort(c0); s ~ dnorm(mean(c0[]), 1)",
                "for (k in 1:4) { c0[k] ~ dnorm(0, 0.1) } c <- sort(c0[1:3]); s ~ dnorm(c0[4], 1)",
                "for (k in 1:2) { c0[k] ~ dnorm(0, 0.1) } c0[3] ~ dnorm(0, 1); c <- sort(c0)")) {
            assertThat(compile(CUTPOINTS + statements, ORDINAL + "; s <- 1", Summing.joint())
                            .notes())
                    .as(statements)
                    .isEmpty();
        }
        assertThat(compile(
                                CUTPOINTS + "for (k in 1:3) { c0[k] ~ dnorm(0, 0.1) } c <- sort(c0)",
                                ORDINAL + "; c0 <- c(0.5, NA, NA)",
                                Summing.joint())
                        .notes())
                .isEmpty();
    }

    private static CompiledDensity compile(String statements, String data, Summing summing) {
        Graph graph = Graph.bind(
                Model.of("model { " + statements + " }"), DataFile.parse(SourceText.of("data.R", data), Dialect.JAGS));
        return ModelCompiler.compile(graph, Monitor.byDefault(), summing, new ClassCache(1));
    }

    /** Somewhere possible. */
    private static Cursor anywhere(CompiledDensity density, SplittableRandom random) {
        Cursor cursor = density.cursor();
        double[] q = random.doubles(density.space().dimension(), -1, 1).toArray();
        cursor.moveTo(q);
        for (int site = 0; site < density.space().sites(); site++) {
            int upper = Math.min(cursor.upper(site), cursor.lower(site) + 4);
            cursor.assign(site, random.nextInt(cursor.lower(site), upper + 1));
        }
        assertThat(cursor.logDensity()).isFinite();
        return cursor;
    }

    /**
     * States that differ in the order of their groups alone come to the same state, with the same density: by a number of each
     * group, a vector, or its words.
     */
    @ParameterizedTest
    @MethodSource("alike")
    void allOrdersComeToOne(Alike model) {
        for (Summing summing : List.of(Summing.joint(), Summing.all())) {
            CompiledDensity density = compile(model.statements, model.data, summing);
            SplittableRandom random = new SplittableRandom(SEED + 1);
            Relabelling relabelling = new Relabelling(density.program());
            Stream chance = new Stream();
            chance.restart(SEED + 1);
            int apart = 0;
            for (int i = 0; i < 20; i++) {
                Cursor one = anywhere(density, random);
                double[] q = new double[density.space().dimension()];
                int[] x = new int[density.space().sites()];
                one.copyPosition(q);
                one.copyValues(x);
                relabelling.apply(chance, q, x);
                Cursor other = density.cursor();
                other.assignAll(x);
                other.moveTo(q);
                double before = one.logDensity();
                one.orderGroups();
                other.orderGroups();
                assertThat(one.logDensity()).isCloseTo(before, within(1e-11 * (1 + Math.abs(before))));
                double[] at = new double[q.length];
                int[] values = new int[x.length];
                one.copyPosition(at);
                one.copyValues(values);
                other.copyPosition(q);
                other.copyValues(x);
                boolean same = Arrays.equals(values, x);
                for (int k = 0; k < q.length; k++) {
                    same &= Math.abs(at[k] - q[k]) < 1e-9;
                }
                apart += same ? 0 : 1;
            }
            assertThat(apart).as(model.statements).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("alike")
    void anotherOrderHasTheSameDensity(Alike model) {
        for (Summing summing : List.of(Summing.joint(), Summing.all())) {
            CompiledDensity density = compile(model.statements, model.data, summing);
            assertThat(density.notes()).as(model.statements).hasSize(1);
            assertThat(density.notes().get(0)).contains("the order of the " + model.groups + " groups");
            assertThat(density.jumps()).isEmpty();
            SplittableRandom random = new SplittableRandom(SEED);
            Relabelling relabelling = new Relabelling(density.program());
            Stream chance = new Stream();
            chance.restart(SEED);
            int changed = 0;
            for (int i = 0; i < 50; i++) {
                Cursor cursor = anywhere(density, random);
                double[] q = new double[density.space().dimension()];
                int[] x = new int[density.space().sites()];
                cursor.copyPosition(q);
                cursor.copyValues(x);
                double[] before = q.clone();
                relabelling.apply(chance, q, x);
                changed += Arrays.equals(before, q) ? 0 : 1;
                Cursor other = density.cursor();
                other.assignAll(x);
                other.moveTo(q);
                assertThat(other.logDensity())
                        .as(model.statements)
                        .isCloseTo(cursor.logDensity(), within(1e-11 * (1 + Math.abs(cursor.logDensity()))));
            }
            // All but one order of the groups, give or take four standard deviations.
            double expected = 50 * (1 - (model.groups == 2 ? 1 / 2.0 : 1 / 6.0));
            assertThat((double) changed).isCloseTo(expected, within(4 * Math.sqrt(50 * 0.25)));
        }
    }

    /** Each of these says of some group what it does not say of the others. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                // Means in order, of unequal priors, in a loop that leaves one out.
                "mu[1] ~ dnorm(0, 1); mu[2] ~ dnorm(0, 1) T(mu[1],); mu[3] ~ dnorm(0, 1) T(mu[2],)",
                "mu[1] ~ dnorm(0, 1); mu[2] ~ dnorm(0, 1); mu[3] ~ dnorm(0, 2)",
                "mu[1] ~ dnorm(0, 1); for (k in 2:3) { mu[k] ~ dnorm(0, 1) }",
                "mu[1] <- 0; for (k in 2:3) { mu[k] ~ dnorm(0, 1) }",
                "for (k in 1:3) { mu[k] ~ dnorm(k, 1) }",
                "for (k in 1:3) { mu[k] ~ dnorm(u[k], 1) }",
                "for (k in 1:3) { mu[k] ~ dnorm(m[4 - k], 1); m[k] ~ dnorm(0, 1) }",
                "mu[1:3] <- sort(m[]); for (k in 1:3) { m[k] ~ dnorm(k, 1) }",
                // Something else asks for one of them, or for the number itself.
                "for (k in 1:3) { mu[k] ~ dnorm(0, 1) } x ~ dnorm(mu[1], 1)",
                "for (k in 1:3) { mu[k] ~ dnorm(0, 1) } x ~ dnorm(z[1], 1)",
                "for (k in 1:3) { mu[k] ~ dnorm(0, 1) } x ~ dnorm(equals(z[1], z[2]), 1)",
                "for (k in 1:3) { mu[k] ~ dnorm(0, 1); u[k] ~ dnorm(mu[k], 1) }",
                "for (k in 1:3) { mu[k] ~ dnorm(0, 1) } x ~ dnorm(mu[g], 1)",
            })
    void groupsThatDifferStayWhereTheyAre(String means) {
        String data = SEEN + "; u <- c(1, 2, 3); x <- 1; g <- 2";
        assertThat(compile(MIXTURE + means, data, Summing.joint()).notes())
                .as(means)
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"e <- c(1, 1, 2)", "e <- c(1, 1, 1); z <- c(NA, 2, NA, NA, NA)"})
    void dataTellGroupsApart(String data) {
        CompiledDensity density = compile(
                MIXTURE + "for (k in 1:3) { mu[k] ~ dnorm(0, 1) }", "y <- c(1, 2, 4, 3, -1); " + data, Summing.joint());
        assertThat(density.notes()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a ~ dbeta(2, 3)",
                "a ~ dunif(0, 0.9)",
                "a ~ dbeta(2, 2) T(0.1,)",
                "a ~ dbeta(2, 2); x ~ dnorm(a, 1)",
                "a ~ dnorm(0.5, 1) T(0, 1)"
            })
    void sharesThatDifferStay(String share) {
        CompiledDensity density = compile(
                "for (i in 1:5) { z[i] ~ dcat(p[]); y[i] ~ dnorm(mu[z[i]], 1) } p[1] <- a; p[2] <- 1 - a; "
                        + "for (k in 1:2) { mu[k] ~ dnorm(0, 1) } " + share,
                "y <- c(1, 2, 4, 3, -1); x <- 1",
                Summing.joint());
        assertThat(density.notes()).isEmpty();
    }

    /** What is reported goes together, is computed anew, and has every order equally often; the chain stays where it is. */
    @Test
    void reportsHaveEveryOrder() {
        CompiledDensity density = compile(
                MIXTURE
                        + "for (k in 1:3) { mu[k] ~ dnorm(m, t) } m ~ dnorm(0, 1); t ~ dgamma(2, 1); d <- mu[1] - mu[2]",
                SEEN,
                Summing.joint());
        Cursor cursor = anywhere(density, new SplittableRandom(SEED));
        // Effects have coordinates of their own.
        cursor.recentre(new double[] {1, 2, 3}, new double[] {0.5, 0, 1}, new double[] {0, 1, 0.5});
        double[] asIs = new double[density.space().reportedSize()];
        cursor.report(asIs);
        double[] q = new double[density.space().dimension()];
        cursor.copyPosition(q);
        Map<String, Integer> at = new HashMap<>();
        int place = 0;
        for (var variable : density.space().reported()) {
            for (int i = 0; i < variable.size(); i++) {
                at.put(variable.elementName(i), place++);
            }
        }
        Map<List<Integer>, Integer> orders = new HashMap<>();
        int draws = 6000;
        double[] values = new double[asIs.length];
        for (int draw = 0; draw < draws; draw++) {
            cursor.complete(1000L + draw);
            cursor.report(values);
            Integer[] goes = new Integer[3];
            for (int k = 1; k <= 3; k++) {
                for (int l = 1; l <= 3; l++) {
                    boolean same = Math.abs(values[at.get("mu[" + l + "]")] - asIs[at.get("mu[" + k + "]")]) < 1e-12;
                    goes[k - 1] = same ? Integer.valueOf(l) : goes[k - 1];
                }
            }
            for (int k = 1; k <= 3; k++) {
                assertThat(values[at.get("p[" + goes[k - 1] + "]")])
                        .isCloseTo(asIs[at.get("p[" + k + "]")], within(1e-12));
            }
            for (int i = 1; i <= 5; i++) {
                assertThat(values[at.get("z[" + i + "]")])
                        .isEqualTo(1.0 * goes[(int) asIs[at.get("z[" + i + "]")] - 1]);
            }
            assertThat(values[at.get("d")]).isEqualTo(values[at.get("mu[1]")] - values[at.get("mu[2]")]);
            assertThat(values[at.get("m")]).isEqualTo(asIs[at.get("m")]);
            orders.merge(List.of(goes), 1, Integer::sum);
        }
        assertThat(orders).hasSize(6);
        // Chi-squared with 5 degrees of freedom: false alarms once in a million seeds.
        double expected = draws / 6.0;
        double chiSquared = orders.values().stream()
                .mapToDouble(count -> (count - expected) * (count - expected) / expected)
                .sum();
        assertThat(chiSquared).isLessThan(35.9);
        double[] after = new double[q.length];
        cursor.copyPosition(after);
        assertThat(after).isEqualTo(q);
    }

    /** The check of the first test sees what went wrong: means that change places alone. */
    @Test
    void halfAChangeIsSeen() {
        CompiledDensity density = compile(MIXTURE + "for (k in 1:3) { mu[k] ~ dnorm(0, 1) }", SEEN, Summing.joint());
        Cursor cursor = anywhere(density, new SplittableRandom(SEED));
        double before = cursor.logDensity();
        int[] x = new int[density.space().sites()];
        cursor.copyValues(x);
        for (int i = 0; i < x.length; i++) {
            x[i] = x[i] % 3 + 1;
        }
        cursor.assignAll(x);
        assertThat(Math.abs(cursor.logDensity() - before)).isGreaterThan(1e-3);
    }
}
