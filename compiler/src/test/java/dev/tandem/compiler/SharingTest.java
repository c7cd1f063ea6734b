package dev.tandem.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.compiler.generate.ClassCache;
import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.program.Monitor;
import dev.tandem.compiler.program.Summing;
import dev.tandem.density.Cursor;
import dev.tandem.density.Helpers;
import dev.tandem.density.Repair;
import dev.tandem.language.Model;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataFile;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Long loops that are done in parts: the density and the gradient are those of the reference, the same to the last bit whoever
 * does which part when, and for shorter loops the class is what it was.
 */
class SharingTest {
    /** Loops that count as long in most of these tests, so that they stay cheap. */
    private static final int SHORT = 24;

    /** Without the passes that make these loops short. */
    private static final Passes SHARED =
            Passes.without(List.of("sufficient-statistics", "equal-terms")).sharingFrom(SHORT);

    private static final String PARTS = "class CompiledParts";

    /** Models of sixty observations with their data, one for each way in which parts can meet. */
    private static Map<String, List<String>> models() {
        Map<String, List<String>> map = new LinkedHashMap<>();
        map.put(
                "a line: parts add to three numbers",
                List.of("""
                model {
                  a ~ dnorm(0, 1)  b ~ dnorm(0, 1)  tau ~ dgamma(2, 2)
                  for (i in 1:60) { y[i] ~ dnorm(a + b * x[i], tau) }
                }""", vector("x", 60, i -> i / 30.0 - 1) + vector("y", 60, i -> i / 20.0 + Math.sin(i))));
        map.put(
                "groups in any order: parts add to the same elements",
                List.of(
                        """
                model {
                  for (j in 1:4) { theta[j] ~ dnorm(mu, tau) }
                  mu ~ dnorm(0, 1)  tau ~ dgamma(2, 2)
                  for (i in 1:60) { y[i] ~ dnorm(theta[g[i]] + x[i] * mu, 1) }
                }""",
                        vector("g", 60, i -> 1 + i * 7 % 4) + vector("x", 60, Math::cos) + vector("y", 60, Math::sin)));
        map.put(
                "groups in order, groups of groups",
                List.of(
                        """
                model {
                  for (k in 1:2) { m[k] ~ dnorm(0, 1) }
                  for (j in 1:6) { theta[j] ~ dnorm(m[h[j]], 2) }
                  for (i in 1:90) { log(lambda[i]) <- theta[g[i]]  y[i] ~ dpois(lambda[i]) }
                }""",
                        vector("h", 6, j -> 1 + j % 2)
                                + vector("g", 90, i -> 1 + Math.floor(i / 15.0))
                                + vector("y", 90, i -> i % 3)));
        map.put("neighbours: parts meet at their ends", List.of("""
                model {
                  for (i in 1:61) { x[i] ~ dnorm(0, 1) }
                  for (i in 1:60) { y[i] ~ dnorm(x[i] * x[i+1], 1) }
                }""", vector("y", 60, Math::sin)));
        map.put(
                "loops in loops",
                List.of("""
                model {
                  for (j in 1:5) { b[j] ~ dnorm(0, 1) }
                  for (i in 1:40) { for (j in 1:5) { y[i,j] ~ dbern(p[i,j])  logit(p[i,j]) <- b[j] + c * i / 40 } }
                  c ~ dnorm(0, 1)
                }""", "y <- structure(c(" + list(200, i -> i * 7 % 5 % 2) + "), .Dim = c(40, 5))"));
        map.put(
                "a known mean in every iteration",
                List.of("""
                model {
                  for (k in 1:3) { b[k] ~ dnorm(0, 1) }
                  for (i in 1:240) { y[i] ~ dlogis(b[1] + mean(b[]) * x[i], exp(b[2])) }
                }""", vector("x", 240, i -> i / 120.0 - 1) + vector("y", 240, Math::sin)));
        map.put(
                "laws of arrays",
                List.of(
                        """
                model {
                  for (k in 1:2) { m[k] ~ dnorm(0, 1) }
                  for (i in 1:60) { y[i,1:2] ~ dmnorm(m[], T[,]) }
                  T[1:2,1:2] ~ dwish(R[,], 3)
                }""",
                        "R <- structure(c(1, 0.2, 0.2, 2), .Dim = c(2, 2))\ny <- structure(c(" + list(120, Math::sin)
                                + "), .Dim = c(60, 2))"));
        map.put(
                "a table by a number of small range",
                List.of(
                        """
                model {
                  for (k in 1:3) { a[k] ~ dgamma(2, 1) }
                  for (i in 1:90) { y[i] ~ dnorm(x[i] * loggam(a[g[i]]), 1) }
                }""",
                        vector("g", 90, i -> 1 + i * 5 % 3) + vector("x", 90, Math::cos) + vector("y", 90, Math::sin)));
        map.put("discrete unknowns", List.of("""
                model {
                  for (i in 1:60) { z[i] ~ dbern(0.3)  y[i] ~ dnorm(mu[z[i] + 1], 1) }
                  for (k in 1:2) { mu[k] ~ dnorm(0, 1) }
                }""", vector("y", 60, Math::sin)));
        return map;
    }

    private static String vector(String name, int count, IntToDoubleFunction value) {
        return name + " <- c(" + list(count, value) + ")\n";
    }

    private static String list(int count, IntToDoubleFunction value) {
        return IntStream.range(0, count)
                .mapToObj(i -> String.format(Locale.ROOT, "%.4f", value.applyAsDouble(i)))
                .collect(Collectors.joining(", "));
    }

    @TestFactory
    Stream<DynamicTest> partsAddUpToTheDensity() {
        return models().entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> {
                    List<String> model = entry.getValue();
                    CompiledDensity shared = Case.check(model.get(0), model.get(1), SHARED);
                    assertThat(shared.source()).contains(PARTS);
                    assertThat(Case.of(model.get(0), model.get(1)).density().source())
                            .doesNotContain(PARTS);
                    sameBits(shared);
                }));
    }

    /** The examples, summed out where they can be, against what they are without parts. */
    @TestFactory
    Stream<DynamicTest> everyExampleIsTheSameInParts() throws Exception {
        List<Path> folders;
        try (Stream<Path> found = Files.list(Path.of("..", "examples"))) {
            folders = found.filter(folder -> Files.exists(folder.resolve("data.json")))
                    .sorted()
                    .toList();
        }
        assertThat(folders).hasSizeGreaterThan(20);
        return folders.stream()
                .map(folder -> DynamicTest.dynamicTest(folder.getFileName().toString(), () -> {
                    Model model = Model.read(folder.resolve("model.bug"));
                    DataSet data = DataFile.read(folder.resolve("data.json"));
                    for (Summing summing : List.of(Summing.all(), Summing.joint())) {
                        CompiledDensity whole = compile(model, data, summing, Passes.all());
                        CompiledDensity shared = compile(model, data, summing, SHARED);
                        sameBits(shared);
                        close(whole, shared);
                    }
                }));
    }

    private static CompiledDensity compile(Model model, DataSet data, Summing summing, Passes passes) {
        Graph graph = ModelCompiler.bind(model, data);
        return ModelCompiler.compile(graph, Monitor.byDefault(), summing, new ClassCache(4), passes);
    }

    private static void close(CompiledDensity one, CompiledDensity other) {
        List<double[]> expected = said(one, Helpers.NONE);
        List<double[]> got = said(other, Helpers.NONE);
        for (int i = 0; i < expected.size(); i++) {
            for (int k = 0; k < expected.get(i).length; k++) {
                double value = expected.get(i)[k];
                if (Double.isInfinite(value)) {
                    assertThat(got.get(i)[k]).isEqualTo(value);
                } else {
                    assertThat(got.get(i)[k]).isCloseTo(value, within(1e-9 * (1 + Math.abs(value))));
                }
            }
        }
    }

    /** Whoever helps, the same numbers come out. */
    private static void sameBits(CompiledDensity density) {
        List<double[]> alone = said(density, Helpers.NONE);
        assertSame(alone, said(density, SharingTest::backwards));
        for (int count : new int[] {1, 2, 3, 8}) {
            ExecutorService threads = Executors.newFixedThreadPool(count);
            try {
                assertSame(alone, said(density, (parts, work) -> onThreads(threads, parts, work::accept)));
            } finally {
                threads.shutdownNow();
            }
        }
    }

    private static void assertSame(List<double[]> expected, List<double[]> got) {
        for (int i = 0; i < expected.size(); i++) {
            assertThat(got.get(i)).containsExactly(expected.get(i));
        }
    }

    private static void backwards(int parts, IntConsumer work) {
        for (int part = parts - 1; part >= 0; part--) {
            work.accept(part);
        }
    }

    private interface PartWork {
        void accept(int part);
    }

    private static void onThreads(ExecutorService threads, int parts, PartWork work) {
        List<Future<?>> pending = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            int number = part;
            pending.add(threads.submit(() -> work.accept(number)));
        }
        for (Future<?> future : pending) {
            try {
                future.get();
            } catch (ExecutionException e) {
                throw new IllegalStateException(e.getCause());
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Log densities, and gradients with their log densities, at some states. */
    private static List<double[]> said(CompiledDensity density, Helpers helpers) {
        Cursor cursor = density.cursor();
        cursor.helpedBy(helpers);
        SplittableRandom random = new SplittableRandom(11);
        List<double[]> said = new ArrayList<>();
        int dimension = density.space().dimension();
        for (int state = 0; state < 3; state++) {
            cursor.moveTo(random.doubles(dimension, -0.5, 0.5).toArray());
            if (state == 0 && cursor.logDensity() == Double.NEGATIVE_INFINITY) {
                Repair.run(cursor, random::nextDouble);
            }
            double[] gradient = new double[dimension + 2];
            gradient[dimension] = cursor.logDensity();
            gradient[dimension + 1] = cursor.logDensityAndGradient(gradient);
            if (gradient[dimension + 1] == Double.NEGATIVE_INFINITY) {
                // What a gradient is there nobody asks.
                Arrays.fill(gradient, 0, dimension, 0);
            }
            said.add(gradient);
        }
        return said;
    }

    @Test
    void sharedAtItsTrueSize() {
        int n = 100_000;
        String model = """
                model {
                  for (j in 1:50) { theta[j] ~ dnorm(mu, 1) }
                  mu ~ dnorm(0, 1)  p ~ dunif(0, 1)
                  for (i in 1:100000) { y[i] ~ dlogis(theta[g[i]], 1)  z[i] ~ dbern(ilogit(mu * y[i]))  s[i] ~ dbern(p * z[i]) }
                }""";
        SplittableRandom random = new SplittableRandom(5);
        DataSet data = DataSet.of(Map.of(
                "g",
                DataArray.vector(random.ints(n, 1, 51).asDoubleStream().toArray()),
                "y",
                DataArray.vector(random.doubles(n).toArray()),
                "s",
                DataArray.vector(
                        random.ints(n, 0, 3).mapToDouble(v -> v == 2 ? 1 : 0).toArray())));
        Model parsed = Model.parse(SourceText.of("model", model), Dialect.JAGS);
        CompiledDensity density = compile(parsed, data, Summing.all(), Passes.all());
        assertThat(density.source()).contains(PARTS);
        assertThat(density.summedOut().unknowns()).isPositive();
        sameBits(density);
        close(compile(parsed, data, Summing.all(), Passes.all().sharingFrom(Integer.MAX_VALUE)), density);
    }

    @Test
    void helpersThatLeaveAPartOutAreNoticed() {
        List<String> model = models().values().iterator().next();
        CompiledDensity density = Case.of(model.get(0), model.get(1), SHARED).density();
        assertThatThrownBy(() -> assertSame(said(density, Helpers.NONE), said(density, (parts, work) -> {
                    for (int part = 1; part < parts; part++) {
                        work.accept(part);
                    }
                })))
                .isInstanceOf(AssertionError.class);
    }
}
