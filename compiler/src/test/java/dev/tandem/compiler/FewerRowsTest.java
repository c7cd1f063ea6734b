package dev.tandem.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.compiler.generate.ClassCache;
import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.lower.Lowering;
import dev.tandem.compiler.program.Monitor;
import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.program.Summing;
import dev.tandem.density.Cursor;
import dev.tandem.language.Model;
import dev.tandem.language.data.DataFile;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Sufficient statistics and terms that are counted: log density and gradient are those of all rows, the loops are as short
 * as the model allows, and data that are other by a little give another density.
 */
class FewerRowsTest {
    private static final int ROWS = 60;
    private static final List<String> BOTH = List.of("sufficient-statistics", "equal-terms");
    private static final long SEED = 11;

    /** A model, its data, and in how many rows it can be said at most: all loops of the density together. */
    private record Case(String model, String data, int rows) {}

    private static Map<String, Case> cases() {
        SplittableRandom random = new SplittableRandom(SEED);
        String x = numbers("x", i -> random.nextDouble(-2, 2));
        String w = numbers("w", i -> 1000 + random.nextDouble());
        String y = numbers("y", i -> random.nextDouble(-3, 3));
        String group = numbers("g", i -> 1 + i % 5);
        String sex = numbers("sex", i -> i % 2);
        String coin = numbers("coin", i -> random.nextInt(2));
        String count = numbers("count", i -> random.nextInt(6));
        String size = numbers("size", i -> 5 + i % 2);
        String two = "a ~ dnorm(0, 1) b ~ dnorm(0, 1) tau ~ dgamma(2, 2) ";
        String fives = "for (j in 1:5) { e[j] ~ dnorm(a, 1) } ";
        Map<String, Case> map = new LinkedHashMap<>();
        map.put("a line", new Case("for (i in 1:60) { y[i] ~ dnorm(a + b * x[i], tau) } " + two, x + y, 2));
        map.put(
                "a line whose mean has a name",
                new Case(
                        "for (i in 1:60) { y[i] ~ dnorm(mu[i], tau)  mu[i] <- a + (x[i] - 1) * b / 2 } " + two,
                        x + y,
                        2));
        map.put(
                "covariates that are nearly collinear",
                new Case(
                        "for (i in 1:60) { y[i] ~ dnorm(a + b * w[i] + c * (w[i] + 1.0E-3 * x[i]), tau) }  c ~ dnorm(0, 1) "
                                + two,
                        x + w + y,
                        3));
        map.put(
                "a product with a matrix",
                new Case(
                        "for (i in 1:20) { y[i] ~ dnorm(a + inprod(X[i,], c[]), pow(b, -2)) }"
                                + " for (k in 1:3) { c[k] ~ dnorm(0, tau) } "
                                + two,
                        y + "X <- structure(c(" + x.substring(7, x.length() - 2) + "), .Dim = c(20, 3))\n",
                        4));
        map.put(
                "intercepts of groups and a common slope",
                new Case("for (i in 1:60) { y[i] ~ dnorm(b * x[i] + e[g[i]], tau) } " + fives + two, x + y + group, 6));
        map.put(
                "precisions of groups",
                new Case(
                        "for (i in 1:60) { y[i] ~ dnorm(a + b * x[i], t[g[i]]) }"
                                + " for (j in 1:5) { t[j] ~ dgamma(2, tau) } "
                                + two,
                        x + y + group,
                        15));
        map.put(
                "two loops",
                new Case(
                        "for (i in 1:20) { for (j in 1:3) { Y[i,j] ~ dnorm(mu[i,j], tau)  mu[i,j] <- a * j + b * x[i] } } "
                                + two,
                        x + "Y <- structure(c(" + y.substring(7, y.length() - 2) + "), .Dim = c(20, 3))\n",
                        2));
        map.put(
                "intercepts and slopes of groups, with one index",
                new Case(
                        "for (i in 1:60) { y[i] ~ dnorm(e[g[i]] + f[g[i]] * x[i], tau) }  for (j in 1:5) { f[j] ~ dnorm(b, 1) } "
                                + fives + two,
                        x + y + group,
                        11));
        map.put(
                "intercepts and slopes of animals, measured on the same days",
                new Case(
                        "for (i in 1:3) { for (j in 1:20) { Y[i,j] ~ dnorm(e[i] + f[i] * (x[j] - 0.5), tau) }"
                                + "  e[i] ~ dnorm(a, 1)  f[i] ~ dnorm(b, 1) } "
                                + two,
                        x + "Y <- structure(c(" + y.substring(7, y.length() - 2) + "), .Dim = c(3, 20))\n",
                        7));
        map.put(
                "slopes and precisions of groups, with one index",
                new Case(
                        "for (i in 1:60) { y[i] ~ dnorm(a + f[g[i]] * x[i], t[g[i]]) }"
                                + "  for (j in 1:5) { f[j] ~ dnorm(b, 1)  t[j] ~ dgamma(2, tau) } "
                                + two,
                        x + y + group,
                        15));
        map.put(
                "more unknowns than rows in some groups",
                new Case(
                        "for (i in 1:60) { y[i] ~ dnorm(e[h[i]] + f[h[i]] * x[i], tau) }"
                                + " for (j in 1:31) { e[j] ~ dnorm(a, 1)  f[j] ~ dnorm(b, 1) } "
                                + two,
                        x + y + numbers("h", i -> i < 30 ? i + 1 : 31),
                        60));
        map.put(
                "coins with two predictors",
                new Case(
                        "for (i in 1:60) { coin[i] ~ dbern(p[i])  logit(p[i]) <- a + b * sex[i] } " + two,
                        sex + coin,
                        2));
        map.put(
                "counts of trials",
                new Case(
                        "for (i in 1:60) { count[i] ~ dbin(ilogit(a + b * sex[i]), size[i]) } " + two,
                        sex + count + size,
                        4));
        map.put(
                "counts",
                new Case(
                        "for (i in 1:60) { count[i] ~ dpois(m[i])  log(m[i]) <- a + e[g[i]] + b * sex[i] } " + fives
                                + two,
                        sex + count + group,
                        10));
        map.put("a rate", new Case("for (i in 1:60) { count[i] ~ dpois(tau) } " + two, count, 1));
        map.put(
                "another law",
                new Case("for (i in 1:60) { sex[i] ~ dlogis(a + b * size[i], tau) } " + two, sex + size, 4));
        return map;
    }

    private static String numbers(String name, IntToDoubleFunction value) {
        return name
                + " <- c("
                + IntStream.range(0, ROWS)
                        .mapToObj(i -> String.format(Locale.ROOT, "%.17g", value.applyAsDouble(i)))
                        .collect(Collectors.joining(","))
                + ")\n";
    }

    @TestFactory
    Stream<DynamicTest> densityAndGradientAreThoseOfAllRows() {
        return cases().entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> {
                    Case one = entry.getValue();
                    assertThat(apart(one.model(), one.data(), one.data())).isLessThan(1e-11);
                }));
    }

    /** The comparison is one: with another number in the first place of the data it fails. */
    @TestFactory
    Stream<DynamicTest> otherDataGiveAnotherDensity() {
        return cases().entrySet().stream()
                .filter(entry -> entry.getValue().data().contains("y <- c("))
                .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> {
                    Case one = entry.getValue();
                    String other = one.data().replaceFirst("y <- c\\([^,]*,", "y <- c(1.5,");
                    assertThat(apart(one.model(), one.data(), other)).isGreaterThan(1e-6);
                }));
    }

    @TestFactory
    Stream<DynamicTest> loopsAreAsShortAsTheyCanBe() {
        return cases().entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> {
                    Case one = entry.getValue();
                    Program program = program(graph(one.model(), one.data()), List.of());
                    List<Long> longest = new ArrayList<>();
                    program.factors()
                            .forEach(factor -> longest.add(factor.nest().ranges().stream()
                                    .mapToLong(range ->
                                            range.last().whole() - range.first().whole() + 1L)
                                    .reduce(1, Math::multiplyExact)));
                    assertThat(longest.stream().mapToLong(rows -> rows).max().orElse(0))
                            .isLessThanOrEqualTo(one.rows());
                }));
    }

    /** Rows that all have unknowns of their own, or read other covariates, stay as they are. */
    @Test
    void whatCannotBeShorterIsLeftAlone() {
        SplittableRandom random = new SplittableRandom(SEED);
        String x = numbers("x", i -> random.nextDouble()) + numbers("y", i -> random.nextDouble());
        for (String model : List.of(
                "for (i in 1:60) { y[i] ~ dnorm(e[i], 1)  e[i] ~ dnorm(a, 1) } a ~ dnorm(0, 1)",
                "for (i in 1:60) { y[i] ~ dnorm(exp(a * x[i]), 1) } a ~ dnorm(0, 1)",
                "for (i in 2:60) { y[i] ~ dnorm(0, 1 / (1 + a * y[i-1])) } a ~ dunif(0, 1)")) {
            Graph graph = graph(model, x);
            assertThat(program(graph, List.of()).toString())
                    .doesNotContain("rows_left")
                    .doesNotContain("equal_weight");
            assertThat(apart(model, x, x)).isZero();
        }
    }

    /** The largest relative difference of log densities and gradients at some places. */
    private static double apart(String model, String data, String otherData) {
        CompiledDensity all = compile(model, otherData, BOTH);
        CompiledDensity fewer = compile(model, data, List.of());
        SplittableRandom random = new SplittableRandom(SEED);
        double apart = 0;
        for (int place = 0; place < 20; place++) {
            double[] q = random.doubles(all.space().dimension(), -2, 2).toArray();
            double[] one = new double[q.length];
            double[] other = new double[q.length];
            double logDensity = ask(all, q, one);
            apart = Math.max(apart, Math.abs(ask(fewer, q, other) - logDensity) / (1 + Math.abs(logDensity)));
            for (int i = 0; i < q.length; i++) {
                apart = Math.max(apart, Math.abs(one[i] - other[i]) / (1 + Math.abs(logDensity) + Math.abs(one[i])));
            }
        }
        return apart;
    }

    private static double ask(CompiledDensity density, double[] q, double[] gradient) {
        Cursor cursor = density.cursor();
        cursor.moveTo(q);
        return cursor.logDensityAndGradient(gradient);
    }

    private static CompiledDensity compile(String model, String data, Collection<String> without) {
        return ModelCompiler.compile(
                graph(model, data), Monitor.byDefault(), new ClassCache(1), Passes.without(without));
    }

    private static Program program(Graph graph, Collection<String> without) {
        Passes passes = Passes.without(without);
        return passes.apply(Lowering.lower(graph, Monitor.byDefault(), Summing.joint(), passes.centring()));
    }

    private static Graph graph(String model, String data) {
        return Graph.bind(
                Model.of("model { " + model + " }"), DataFile.parse(SourceText.of("data.R", data), Dialect.JAGS));
    }
}
