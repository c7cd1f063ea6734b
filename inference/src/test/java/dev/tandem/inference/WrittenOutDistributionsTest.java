package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.compiler.ModelCompiler;
import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.program.Pointwise;
import dev.tandem.compiler.program.Summing;
import dev.tandem.density.Cursor;
import dev.tandem.density.Variable;
import dev.tandem.density.contract.DensityContract;
import dev.tandem.language.data.DataFile;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Distributions that are read as other statements, held against their densities as the textbooks have them. */
class WrittenOutDistributionsTest {
    private static CompiledDensity density(String model, String data, Dialect dialect) {
        DataSet known = DataFile.parse(SourceText.of("data.R", data), dialect);
        return Model.of(SourceText.of("model", model), dialect)
                .with(known)
                .summing(Summing.automatic())
                .compile();
    }

    /** The density is what is expected, at all places but for one constant, whose coordinates are logits or logs as said. */
    private static void compare(CompiledDensity density, ToDoubleFunction<Map<String, Double>> expected) {
        assertThat(DensityContract.checkBriefly(density, 1, 10, true)).isEmpty();
        Cursor cursor = density.cursor();
        SplittableRandom random = new SplittableRandom(3);
        double constant = Double.NaN;
        for (int place = 0; place < 5; place++) {
            cursor.moveTo(random.doubles(density.space().dimension(), -1, 1).toArray());
            double wanted = expected.applyAsDouble(report(density, cursor));
            constant = Double.isNaN(constant) ? cursor.logDensity() - wanted : constant;
            assertThat(cursor.logDensity() - wanted).isCloseTo(constant, within(1e-10));
        }
    }

    private static Map<String, Double> report(CompiledDensity density, Cursor cursor) {
        double[] values = new double[density.space().reportedSize()];
        cursor.report(values);
        Map<String, Double> named = new HashMap<>();
        int next = 0;
        for (Variable variable : density.space().reported()) {
            for (int i = 0; i < variable.size(); i++) {
                named.put(variable.elementName(i), values[next++]);
            }
        }
        return named;
    }

    /** The Jacobian of logits. */
    private static double logits(Map<String, Double> at, List<String> names) {
        double sum = 0;
        for (Map.Entry<String, Double> entry : at.entrySet()) {
            String name = entry.getKey().replaceAll("\\[.*", "");
            if (names.contains(name)) {
                sum += Math.log(entry.getValue() * (1 - entry.getValue()));
            }
        }
        return sum;
    }

    /** Season by season, given what was seen before: occupied or not. */
    @ParameterizedTest
    @ValueSource(strings = {"sss", "svs", "vsv", "vvv", "ssm", "vvm"})
    void dynamicOccupancy(String shape) {
        int[][] y = {{0, 1}, {0, 0}, {1, 0}};
        int[] first = {1, 1, 2};
        int[] last = {2, 2, 2};
        String persist = shape.charAt(0) == 's' ? "phi[1]" : "phi[1:2]";
        String colonize = shape.charAt(1) == 's' ? "gam[1]" : "gam[1:2]";
        String p = shape.charAt(2) == 's' ? "p[1,1]" : shape.charAt(2) == 'v' ? "p[1:3,1]" : "p[1:3,1:2]";
        CompiledDensity density = density(
                "model { y[1:3,1:2] ~ dDynOcc_" + shape + "(init = psi, probPersist = " + persist + ", probColonize = "
                        + colonize + ", p = " + p + ", start = from[1:3], end = to[1:3])"
                        + " psi ~ dunif(0, 1)"
                        + " for (t in 1:2) { phi[t] ~ dunif(0, 1)  gam[t] ~ dunif(0, 1) }"
                        + " for (t in 1:3) { for (j in 1:2) { p[t,j] ~ dunif(0, 1) } } }",
                "y <- structure(c(0, 0, 1, 1, 0, 0), .Dim = c(3, 2))\nfrom <- c(1, 1, 2)\nto <- c(2, 2, 2)",
                Dialect.JAGS);
        boolean[] reduced = {shape.charAt(0) == 's', shape.charAt(1) == 's'};
        compare(density, at -> {
            double occupied = at.get("psi");
            double log = logits(at, List.of("psi", "phi", "gam", "p"));
            for (int t = 0; t < 3; t++) {
                double seen = occupied;
                double empty = 1 - occupied;
                for (int j = first[t] - 1; j < last[t]; j++) {
                    double own = at.getOrDefault(
                            switch (shape.charAt(2)) {
                                case 's' -> "p[1,1]";
                                case 'v' -> "p[" + (t + 1) + ",1]";
                                default -> "p[" + (t + 1) + "," + (j + 1) + "]";
                            },
                            Double.NaN);
                    seen *= y[t][j] == 1 ? own : 1 - own;
                    empty *= y[t][j] == 1 ? 0 : 1;
                }
                log += Math.log(seen + empty);
                double given = seen / (seen + empty);
                occupied = given * at.get(reduced[0] || t == 2 ? "phi[1]" : "phi[" + (t + 1) + "]")
                        + (1 - given) * at.get(reduced[1] || t == 2 ? "gam[1]" : "gam[" + (t + 1) + "]");
            }
            return log;
        });
    }

    /** Summed over all paths of states. */
    @ParameterizedTest
    @ValueSource(strings = {"dHMM", "dHMMo", "dDHMM", "dDHMMo"})
    void hiddenMarkov(String law) {
        boolean seenChanges = law.endsWith("o");
        boolean movesChange = law.startsWith("dD");
        CompiledDensity density = density(
                "model { y[1:4] ~ " + law + "(init = init[1:2], probObs = O[1:2,1:2" + (seenChanges ? ",1:4" : ",1")
                        + "], probTrans = P[1:2,1:2" + (movesChange ? ",1:3" : ",1") + "], len = 4)"
                        + " u ~ dunif(0, 1)  v ~ dunif(0, 1)  init[1] <- u  init[2] <- 1 - u"
                        + " for (t in 1:4) { for (i in 1:2) { O[i,1,t] <- v / (i + t)  O[i,2,t] <- 1 - O[i,1,t] } }"
                        + " for (t in 1:3) { for (i in 1:2) { P[i,1,t] <- u / (2 * i + t)  P[i,2,t] <- 1 - P[i,1,t] } } }",
                "y <- c(1, 2, 2, 1)",
                Dialect.JAGS);
        int[] y = {1, 2, 2, 1};
        compare(density, at -> {
            double u = at.get("u");
            double v = at.get("v");
            double total = 0;
            for (int path = 0; path < 16; path++) {
                double product = 1;
                int before = 0;
                for (int t = 1; t <= 4; t++) {
                    int state = (path >> (t - 1) & 1) + 1;
                    double move = u / (2 * before + (movesChange ? t - 1 : 1));
                    product *= t == 1 ? (state == 1 ? u : 1 - u) : state == 1 ? move : 1 - move;
                    double one = v / (state + (seenChanges ? t : 1));
                    product *= y[t - 1] == 1 ? one : 1 - one;
                    before = state;
                }
                total += product;
            }
            return Math.log(total) + logits(at, List.of("u", "v"));
        });
    }

    /** The product of the densities, where the order holds. */
    @Test
    void uniformNodesBetweenEachOther() {
        CompiledDensity density = density(
                "model { a[1] ~ dunif(-10, a[2])  a[2] ~ dunif(a[1], a[3])  a[3] ~ dunif(a[2], 12)"
                        + " for (i in 1:3) { y[i] ~ dnorm(a[i], 1) } }",
                "y <- c(1, 2, 3)",
                Dialect.OPENBUGS);
        compare(density, at -> {
            double[] a = {at.get("a[1]"), at.get("a[2]"), at.get("a[3]")};
            double log = -Math.log(a[1] + 10) - Math.log(a[2] - a[0]) - Math.log(12 - a[1]);
            double before = -10;
            for (int i = 0; i < 3; i++) {
                log -= (a[i] - i - 1) * (a[i] - i - 1) / 2;
                // Each goes from the one before to the end by a logit.
                log += Math.log((a[i] - before) * (12 - a[i]) / (12 - before));
                before = a[i];
            }
            return log;
        });
    }

    /** One node below two others, whose least has a name. */
    @Test
    void uniformNodesBelowSeveralOthers() {
        CompiledDensity density = density(
                "model { a ~ dunif(-10, m)  m <- min(b, c)  b ~ dunif(a, 12)  c ~ dunif(a, 12)  y ~ dnorm(a + b + c, 1) }",
                "y <- 3",
                Dialect.OPENBUGS);
        compare(density, at -> {
            double a = at.get("a");
            double b = at.get("b");
            double c = at.get("c");
            double log = -Math.log(Math.min(b, c) + 10) - 2 * Math.log(12 - a) - Math.pow(a + b + c - 3, 2) / 2;
            return log
                    + Math.log((a + 10) * (12 - a))
                    + Math.log((b - a) * (12 - b) / (12 - a))
                    + Math.log((c - a) * (12 - c) / (12 - a));
        });
    }

    private static final String LINDLEY =
            "dlindley <- function(x, theta) 2 * log(theta) - log(1 + theta) + log(1 + x) - theta * x\n";

    /** A density of the text, at values whose density a rate could not hold. */
    @Test
    void densitiesOfTheText() {
        double[] y = {1, 0.2, 3000};
        CompiledDensity density = density(
                LINDLEY + "model { for (i in 1:3) { y[i] ~ dlindley(theta = t) }  t ~ dexp(1) }",
                "y <- c(1, 0.2, 3000)",
                Dialect.JAGS);
        assertThat(density.space().reported()).extracting(Variable::name).containsExactly("t");
        compare(density, at -> {
            double t = at.get("t");
            double log = -t + Math.log(t);
            for (double x : y) {
                log += 2 * Math.log(t) - Math.log1p(t) + Math.log1p(x) - t * x;
            }
            return log;
        });
    }

    @Test
    void densitiesOfTheTextAreForWhatWasObserved() {
        assertThatThrownBy(() -> density(LINDLEY + "model { y ~ dlindley(t)  t ~ dexp(1) }", "n <- 1", Dialect.JAGS))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("y is used but never defined");
        assertThatThrownBy(() ->
                        density(LINDLEY + "model { y ~ dlindley(t) T(0, 9)  t ~ dexp(1) }", "y <- 1", Dialect.JAGS))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("dlindley cannot be truncated");
    }

    /** The density of a variance by its textbook formula: its coordinate is the logarithm of one over it. */
    @Test
    void inverseGammas() {
        CompiledDensity density =
                density("model { y ~ dnorm(0, var = v)  v ~ dinvgamma(3, rate = 0.5) }", "y <- 1.5", Dialect.JAGS);
        assertThat(density.space().reported()).extracting(Variable::name).containsExactly("v");
        compare(density, at -> {
            double v = at.get("v");
            return -4 * Math.log(v) - 2 / v + Math.log(v) - Math.log(v) / 2 - 1.5 * 1.5 / (2 * v);
        });
    }

    /** Differences between neighbours, weighed by a matrix; each variable adds up to zero. */
    @Test
    void mapsOfSeveralVariables() {
        CompiledDensity density = density(
                "model { S[1:2,1:4] ~ mv.car(adj[], weights[], num[], Omega[,])"
                        + " for (i in 1:4) { for (j in 1:2) { y[j,i] ~ dnorm(S[j,i], 1) } } }",
                """
                adj <- c(2, 1, 3, 2, 4, 3)
                weights <- c(1, 1, 2, 2, 1, 1)
                num <- c(1, 2, 2, 1)
                Omega <- structure(c(2, 0.5, 0.5, 1), .Dim = c(2, 2))
                y <- structure(c(1, 0, 0, 1, 2, 1, 1, 3), .Dim = c(2, 4))
                """,
                Dialect.OPENBUGS);
        double[][] y = {{1, 0, 2, 1}, {0, 1, 1, 3}};
        double[] weights = {1, 2, 1};
        assertThat(density.space().dimension()).isEqualTo(6);
        compare(density, at -> {
            double log = 0;
            double[] sums = new double[2];
            for (int i = 1; i <= 4; i++) {
                for (int j = 1; j <= 2; j++) {
                    double s = at.get("S[" + j + "," + i + "]");
                    sums[j - 1] += s;
                    log -= Math.pow(y[j - 1][i - 1] - s, 2) / 2;
                }
            }
            assertThat(sums).containsExactly(new double[2], within(1e-12));
            for (int i = 1; i < 4; i++) {
                double a = at.get("S[1," + i + "]") - at.get("S[1," + (i + 1) + "]");
                double b = at.get("S[2," + i + "]") - at.get("S[2," + (i + 1) + "]");
                log -= weights[i - 1] * (2 * a * a + 2 * 0.5 * a * b + b * b) / 2;
            }
            return log;
        });
    }

    /**
     * Absolute differences between neighbours: a triangle, whose third side is no unknown, a pair, and an island. The precision comes
     * once for each dimension that is free, and both parts add up to zero.
     */
    @Test
    void mapsWithAbsoluteDifferences() {
        CompiledDensity density = density(
                "model { b[1:6] ~ car.l1(adj[], weights[], num[], tau)  for (k in 1:8) { weights[k] <- w[k] }"
                        + " tau ~ dexp(1)  for (i in 1:6) { y[i] ~ dnorm(b[i], 1) } }",
                """
                adj <- c(2, 3, 1, 3, 1, 2, 5, 4)
                w <- c(1, 2, 1, 3, 2, 3, 1, 1)
                num <- c(2, 2, 2, 1, 1, 0)
                y <- c(1, 0, 2, 1, 3, 5)
                """,
                Dialect.OPENBUGS);
        double[] y = {1, 0, 2, 1, 3, 5};
        int[][] pairs = {{1, 2, 1}, {1, 3, 2}, {2, 3, 3}, {4, 5, 1}};
        assertThat(density.space().dimension()).isEqualTo(6 - 3 + 1);
        compare(density, at -> {
            double tau = at.get("tau");
            // The coordinate is the logarithm of tau.
            double log = -tau + (6 - 3) * Math.log(tau) + Math.log(tau);
            for (int[] pair : pairs) {
                log -= tau * pair[2] * Math.abs(at.get("b[" + pair[0] + "]") - at.get("b[" + pair[1] + "]"));
            }
            double[] b = new double[6];
            for (int i = 0; i < 6; i++) {
                b[i] = at.get("b[" + (i + 1) + "]");
                log -= Math.pow(y[i] - b[i], 2) / 2;
            }
            assertThat(b[0] + b[1] + b[2]).isCloseTo(0, within(1e-12));
            assertThat(b[3] + b[4]).isCloseTo(0, within(1e-12));
            assertThat(b[5]).isZero();
            return log;
        });
        assertThat(density.space().reported()).extracting(Variable::name).containsExactly("tau", "b");
    }

    /** Maps in a loop, with weights that the model computes, are those that are written one by one. */
    @Test
    void mapsInLoops() {
        String data = """
                adj <- c(2, 1, 3, 2)
                num <- c(1, 2, 1)
                y <- structure(c(1, 0, 0, 1, 2, 1), .Dim = c(2, 3))
                """;
        String rest =
                " for (k in 1:4) { w[k] <- 1 }  for (j in 1:2) { tau[j] <- 2 * j  for (i in 1:3) { y[j,i] ~ dnorm(S[j,i], 1) } } }";
        CompiledDensity looped = density(
                "model { for (j in 1:2) { S[j,1:3] ~ car.normal(adj[], w[], num[], tau[j]) }" + rest,
                data,
                Dialect.OPENBUGS);
        compare(looped, at -> {
            double log = 0;
            double[][] y = {{1, 0, 2}, {0, 1, 1}};
            for (int j = 1; j <= 2; j++) {
                for (int i = 1; i <= 3; i++) {
                    log -= Math.pow(y[j - 1][i - 1] - at.get("S[" + j + "," + i + "]"), 2) / 2;
                    log -= i == 3
                            ? 0
                            : 2
                                    * j
                                    * Math.pow(
                                            at.get("S[" + j + "," + i + "]") - at.get("S[" + j + "," + (i + 1) + "]"),
                                            2)
                                    / 2;
                }
            }
            return log;
        });
        assertThatThrownBy(() -> density(
                        "model { for (j in 1:2) { S[j,1:3] ~ car.normal(adj[], w[j,], num[], 1) } }",
                        data,
                        Dialect.OPENBUGS))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("car.normal has another map for each j");
    }

    /** Of a chain of three areas with C = W / n and M = 1 / n the eigenvalues are -1, 0 and 1. */
    @Test
    void boundsOfTheDependence() {
        BoundModel model = Model.of(
                        SourceText.of(
                                "model",
                                "model { g ~ dunif(lo, hi)  lo <- min.bound(C[], adj[], num[], M[])"
                                        + " hi <- max.bound(C[], adj[], num[], M[])  for (i in 1:3) { M[i] <- 1 / num[i] } }"),
                        Dialect.OPENBUGS)
                .with(DataFile.parse(
                        SourceText.of("data.R", "adj <- c(2, 1, 3, 2)\nnum <- c(1, 2, 1)\nC <- c(1, 0.5, 0.5, 1)"),
                        Dialect.OPENBUGS));
        assertThat(model.graph().symbol("lo").values()[0]).isCloseTo(-1, within(1e-12));
        assertThat(model.graph().symbol("hi").values()[0]).isCloseTo(1, within(1e-12));
    }

    /** A density of the text counts in the deviance and has units; what belongs to a prior has none. */
    @Test
    void densitiesOfTheTextAreData() {
        BoundModel model = Model.of(
                        SourceText.of(
                                "model",
                                "dlin <- function(x, t) 2 * log(t) - log(1 + t) + log(1 + x) - t * x\n"
                                        + "model { for (i in 1:2) { y[i] ~ dlin(t) }  t ~ dflat() T(0,) }"),
                        Dialect.JAGS)
                .with(DataFile.parse(SourceText.of("data.R", "y <- c(1, 2)"), Dialect.JAGS));
        CompiledDensity density = model.monitoring("t", "deviance").compile();
        Cursor cursor = density.cursor();
        cursor.moveTo(new double[] {0.3});
        Map<String, Double> at = report(density, cursor);
        double t = at.get("t");
        double log = 2 * (2 * Math.log(t) - Math.log(1 + t)) + Math.log(2) + Math.log(3) - 3 * t;
        assertThat(at.get("deviance")).isCloseTo(-2 * log, within(1e-10));
        assertThat(ModelCompiler.pointwise(model.graph(), Summing.none(), "").units())
                .extracting(Pointwise.Unit::name)
                .containsExactly("y[1]", "y[2]");
        assertThat(model.densitiesOfTheText()).containsExactly("y");
        assertThat(model.observations().variables()).isEmpty();
    }

    /** What is flat between bounds is divided by nothing, so that an order may be stated by both of its sides. */
    @Test
    void flatPriorsInOrder() {
        CompiledDensity density = density(
                "model { a[1] ~ dflat() T(-9, a[2])  a[2] ~ dflat() T(a[1], 9)  for (i in 1:2) { y[i] ~ dnorm(a[i], 1) } }",
                "y <- c(1, 2)",
                Dialect.OPENBUGS);
        Cursor cursor = density.cursor();
        double constant = Double.NaN;
        for (double[] place : new double[][] {{0.1, 0.2}, {-0.7, 0.4}, {0.9, -0.3}}) {
            cursor.moveTo(place);
            Map<String, Double> at = report(density, cursor);
            double first = at.get("a[1]");
            double second = at.get("a[2]");
            assertThat(first).isBetween(-9.0, second);
            // Coordinates are logits between the bounds that are left, from below.
            double log = -Math.pow(1 - first, 2) / 2
                    - Math.pow(2 - second, 2) / 2
                    + Math.log(first + 9)
                    + Math.log((second - first) * (9 - second) / (9 - first));
            constant = Double.isNaN(constant) ? cursor.logDensity() - log : constant;
            assertThat(cursor.logDensity() - log).isCloseTo(constant, within(1e-9));
        }
    }

    /** A flat prior adds nothing, far out too; a wide normal one would at three million. */
    @Test
    void flatPriorsAreFlat() {
        CompiledDensity density =
                density("model { y ~ dnorm(1000000 * a, 1.0E-12)  a ~ dflat() }", "y <- 3000000", Dialect.JAGS);
        compare(density, at -> -Math.pow(at.get("a") - 3, 2) / 2);
        assertThat(density.space().reported()).extracting(Variable::name).containsExactly("a");
        Cursor cursor = density.cursor();
        cursor.moveTo(new double[] {3_000_000});
        double far = cursor.logDensity();
        cursor.moveTo(new double[] {0});
        assertThat(far - cursor.logDensity()).isCloseTo(-(2_999_997.0 * 2_999_997.0 - 9) / 2, within(1e-2));
        assertThatThrownBy(() ->
                        density("model { y ~ dnorm(b, 1)  b ~ dnorm(0, 1)  a ~ dflat() }", "y <- 1", Dialect.JAGS))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("nothing that was observed depends on a")
                .hasMessageContaining("there is no posterior");
    }

    /** A log likelihood as OpenBUGS takes it. */
    @Test
    void logLikelihoods() {
        CompiledDensity density = density(
                "model { for (i in 1:2) { dummy[i] <- 0  dummy[i] ~ dloglik(l[i])  l[i] <- log(t) - t * y[i] }  t ~ dexp(1) }",
                "y <- c(1, 0.2)",
                Dialect.OPENBUGS);
        compare(density, at -> 3 * Math.log(at.get("t")) - 2.2 * at.get("t"));
    }

    /** What was made to read a law is not shown unless it is named. */
    @Test
    void whatWasMadeIsNotShown() {
        String model = "model { b[1:3] ~ car.normal(adj[], weights[], num[], tau)  tau ~ dexp(1)"
                + " for (i in 1:3) { y[i] ~ dpois(exp(b[i])) } }";
        String data = "adj <- c(2, 1, 3, 2)\nweights <- c(1, 1, 1, 1)\nnum <- c(1, 2, 1)\ny <- c(1, 2, 4)";
        CompiledDensity density = density(model, data, Dialect.OPENBUGS);
        List<String> shown = new ArrayList<>();
        density.space().reported().forEach(variable -> shown.add(variable.name()));
        assertThat(shown).containsExactlyInAnyOrder("tau", "b");
        assertThat(density.leftOut()).isEmpty();
    }
}
