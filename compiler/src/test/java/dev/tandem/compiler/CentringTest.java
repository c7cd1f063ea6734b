package dev.tandem.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.compiler.generate.ClassCache;
import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.program.Monitor;
import dev.tandem.compiler.program.Summing;
import dev.tandem.density.Cursor;
import dev.tandem.density.Effects;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.density.Variable;
import dev.tandem.density.contract.DensityContract;
import dev.tandem.language.Model;
import dev.tandem.language.data.DataFile;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever coordinates effects are given: the unknowns stay where they are, and the density changes by the Jacobian alone. */
class CentringTest {
    private static final long SEED = 20;

    /** A model, its data, and how many effects it has. */
    private record Hierarchy(String statements, String data, int effects) {}

    static Stream<Hierarchy> hierarchies() {
        return Stream.of(
                new Hierarchy(
                        "for (i in 1:3) { y[i] ~ dnorm(b[i], 1); b[i] ~ dnorm(m, t) } m ~ dnorm(0, 1); t ~ dgamma(2, 1)",
                        "y <- c(1, 2, 4)",
                        3),
                // On the log scale, and heavy tails; one of the effects is known.
                new Hierarchy(
                        "for (i in 1:4) { y[i] ~ dpois(l[i]); l[i] ~ dlnorm(b[i], t); b[i] ~ dt(m, 2 * t, k) } "
                                + "m ~ dnorm(0, 1); t ~ dgamma(2, 1); k ~ dunif(2, 9)",
                        "y <- c(1, 2, 4, 0); b <- c(NA, 0.5, NA, NA)",
                        7),
                // A chain in time, and one whose mean is computed in turn.
                new Hierarchy(
                        "x[1] ~ dnorm(0, t); for (i in 2:5) { x[i] ~ dnorm(f * x[i-1], t) } for (i in 1:5) { "
                                + "y[i] ~ dnorm(x[i], 2) } f ~ dunif(-1, 1); t ~ dgamma(2, 1)",
                        "y <- c(1, 2, 4, 3, 1)",
                        5),
                new Hierarchy(
                        "x[1] ~ dnorm(0, t); for (i in 2:5) { m[i] <- f * x[i-1] + 1; x[i] ~ dnorm(m[i], t) } "
                                + "for (i in 1:5) { y[i] ~ dnorm(x[i], 2) } f ~ dunif(-1, 1); t ~ dgamma(2, 1)",
                        "y <- c(1, 2, 4, 3, 1)",
                        5),
                // Two loops, a hierarchy of hierarchies, and means that need an array function.
                new Hierarchy(
                        "for (i in 1:2) { for (j in 1:3) { y[i,j] ~ dnorm(b[i,j], 1); b[i,j] ~ dnorm(a[i], exp(s)) } "
                                + "a[i] ~ dnorm(mean(c[]), 1) } for (k in 1:2) { c[k] ~ dnorm(0, 1) } s ~ dnorm(0, 1)",
                        "y <- structure(c(1, 2, 4, 3, 1, 0), .Dim = c(2, 3))",
                        8),
                // A missing covariate with a known prior: its slope and the precision are unknown, other terms are
                // computed.
                new Hierarchy(
                        "for (i in 1:4) { y[i] ~ dnorm(mu[i], t); mu[i] <- a + (b - d * f[i]) * x[i] / 2 - a * f[i]; "
                                + "x[i] ~ dnorm(1, 0.5) } a ~ dnorm(0, 1); b ~ dnorm(0, 1); d ~ dnorm(0, 1); "
                                + "t ~ dgamma(2, 1)",
                        "y <- c(1, 2, 4, 3); x <- c(NA, 0.5, NA, 2); f <- c(1, 2, 0, 1)",
                        2),
                // Measured several times and with errors, in loops of other names and through a group; one value is
                // missing.
                new Hierarchy(
                        "for (k in 1:3) { x[k] ~ dnorm(m, t) } for (i in 1:3) { for (j in 1:2) { w[i,j] ~ dnorm(x[i], s) } } "
                                + "for (r in 1:4) { y[r] ~ dnorm(b * x[g[r]], s) } m ~ dnorm(0, 1); b ~ dnorm(0, 1); "
                                + "t ~ dgamma(2, 1); s ~ dgamma(2, 1)",
                        "w <- structure(c(1, 2, 4, NA, 1, 0), .Dim = c(3, 2)); y <- c(1, 0, 2, 1); g <- c(3, 1, 3, 3)",
                        4),
                // Two missing covariates in one mean.
                new Hierarchy(
                        "for (i in 1:4) { y[i] ~ dnorm(mu[i], t); mu[i] <- a + b * x[i] + d * z[i]; x[i] ~ dnorm(m, 0.5); "
                                + "z[i] ~ dnorm(0, 0.1) } a ~ dnorm(0, 1); b ~ dnorm(0, 1); d ~ dnorm(0, 1); "
                                + "m ~ dnorm(0, 1); t ~ dgamma(2, 1)",
                        "y <- c(1, 2, 4, 3); x <- c(NA, 0.5, NA, 2); z <- c(NA, NA, 1, 0)",
                        4),
                // Counts behind links, one of them missing.
                new Hierarchy(
                        "for (i in 1:3) { log(l[i]) <- a + b * x[i]; y[i] ~ dpois(l[i]); x[i] ~ dnorm(0, 0.1); "
                                + "logit(p[i]) <- b * x[i]; c[i] ~ dbin(p[i], n[i]); v[i] ~ dbern(ilogit(a - b * x[i])) } "
                                + "a ~ dnorm(0, 1); b ~ dnorm(0, 1)",
                        "y <- c(0, 2, NA); x <- c(NA, 0.5, NA); n <- c(5, 6, 7); c <- c(0, 3, 7); v <- c(1, 0, NA)",
                        2),
                // A discrete unknown is there, but not behind the effects.
                new Hierarchy(
                        "for (i in 1:3) { z[i] ~ dbern(0.3); y[i] ~ dnorm(b[i] + z[i], 1); b[i] ~ dnorm(m, t) } "
                                + "m ~ dnorm(0, 1); t ~ dgamma(2, 1)",
                        "y <- c(1, 2, 4)",
                        3));
    }

    private static CompiledDensity compile(Hierarchy hierarchy) {
        Graph graph = Graph.bind(
                Model.of("model { " + hierarchy.statements + " }"),
                DataFile.parse(SourceText.of("data.R", hierarchy.data), Dialect.JAGS));
        return ModelCompiler.compile(graph, Monitor.byDefault(), Summing.joint(), new ClassCache(1));
    }

    private static int effects(MixedDensity density) {
        return density.effects().stream().mapToInt(Effects::size).sum();
    }

    private static double[] random(int size, double low, double high, SplittableRandom random) {
        return random.doubles(size, low, high).toArray();
    }

    @ParameterizedTest
    @MethodSource("hierarchies")
    void unknownsStayAndTheDensityChangesByTheJacobian(Hierarchy hierarchy) {
        CompiledDensity density = compile(hierarchy);
        int n = effects(density);
        assertThat(n).isEqualTo(hierarchy.effects);
        SplittableRandom random = new SplittableRandom(SEED);
        double[] seen = random(n, 0, 3, random);
        double[] push = random(n, -2, 2, random);
        double[] follow = random(n, 0, 2, random);
        double[] shifts = new double[4];
        double[] wrong = new double[4];
        for (int place = 0; place < shifts.length; place++) {
            Cursor own = density.cursor();
            Cursor chosen = density.cursor();
            double[] q = random(density.space().dimension(), -1.5, 1.5, random);
            own.moveTo(q);
            chosen.moveTo(q);
            chosen.recentre(seen, push, follow);
            double[] expected = new double[density.space().reportedSize()];
            double[] got = new double[expected.length];
            own.report(expected);
            chosen.report(got);
            for (int i = 0; i < got.length; i++) {
                // An element that no statement defines has no value.
                assertThat(Double.isNaN(got[i])).isEqualTo(Double.isNaN(expected[i]));
                if (!Double.isNaN(got[i])) {
                    assertThat(got[i]).isCloseTo(expected[i], within(1e-12 * (1 + Math.abs(expected[i]))));
                }
            }
            double[] precision = new double[n];
            chosen.weighEffects(new double[q.length], new double[n], new double[n], new double[n], precision);
            double jacobian = 0;
            for (int i = 0; i < n; i++) {
                jacobian -= 0.5 * Math.log(precision[i] + seen[i]);
            }
            shifts[place] = chosen.logDensity() - own.logDensity() - jacobian;
            wrong[place] = shifts[place] + 0.1 * jacobian;
            chosen.recentre(new double[0], new double[0], new double[0]);
            double[] back = new double[q.length];
            chosen.copyPosition(back);
            for (int i = 0; i < q.length; i++) {
                assertThat(back[i]).isCloseTo(q[i], within(1e-12 * (1 + Math.abs(q[i]))));
            }
        }
        // What depends on no unknown may be dropped, so only differences between places count.
        for (int place = 1; place < shifts.length; place++) {
            assertThat(shifts[place]).isCloseTo(shifts[0], within(1e-9));
            assertThat(Math.abs(wrong[place] - wrong[0])).isGreaterThan(1e-6);
        }
    }

    /** Derivatives, caches and conditionals with coordinates chosen at random. */
    @ParameterizedTest
    @MethodSource("hierarchies")
    void theContractHoldsWithAnyCoordinates(Hierarchy hierarchy) {
        CompiledDensity density = compile(hierarchy);
        SplittableRandom random = new SplittableRandom(SEED + 1);
        double[] seen = random(effects(density), 0, 3, random);
        double[] push = random(effects(density), -2, 2, random);
        double[] follow = random(effects(density), 0, 2, random);
        MixedDensity chosen = new MixedDensity() {
            @Override
            public Space space() {
                return density.space();
            }

            @Override
            public Cursor cursor() {
                Cursor cursor = density.cursor();
                cursor.recentre(seen, push, follow);
                cursor.moveTo(new double[density.space().dimension()]);
                return cursor;
            }
        };
        // An effect is not its coordinate any more, which is all that the contract asks of reports.
        assertThat(DensityContract.checkAllButAllocation(chosen, SEED))
                .allSatisfy(problem -> assertThat(problem).startsWith("report of "));
    }

    /** The pull on an effect is what the density says of it when its prior is taken away. */
    @Test
    void pullsAreThoseOfTheData() {
        CompiledDensity density = compile(new Hierarchy(
                "for (i in 1:3) { y[i] ~ dnorm(b[i], 4); b[i] ~ dnorm(m, t) } m ~ dnorm(0, 1); t ~ dgamma(2, 1)",
                "y <- c(1, 2, 4)",
                3));
        Cursor cursor = density.cursor();
        SplittableRandom random = new SplittableRandom(SEED + 2);
        cursor.moveTo(random(5, -1, 1, random));
        cursor.recentre(new double[] {0, 1, 7}, new double[] {0, 1, -2}, new double[] {0, 0.5, 7});
        double[] gradient = new double[5];
        cursor.logDensityAndGradient(gradient);
        double[] at = new double[3];
        double[] pull = new double[3];
        cursor.weighEffects(gradient, at, pull, new double[3], new double[3]);
        double[] y = {1, 2, 4};
        for (int i = 0; i < 3; i++) {
            assertThat(pull[i]).isCloseTo(4 * (y[i] - at[i]), within(1e-9));
        }
    }

    /**
     * Given everything else, the coordinate of an unknown that only normal observations measure is standard normal, and no
     * observation says more of it; that is so of both of two missing covariates in one mean.
     */
    @Test
    void whatIsMeasuredHasStandardNormalCoordinates() {
        for (Hierarchy hierarchy : hierarchies().toList().subList(5, 8)) {
            CompiledDensity density = compile(hierarchy);
            SplittableRandom random = new SplittableRandom(SEED + 4);
            int n = effects(density);
            Cursor cursor = density.cursor();
            cursor.recentre(new double[n], new double[n], new double[n]);
            double[] q = random(density.space().dimension(), -1.5, 1.5, random);
            double[] gradient = new double[q.length];
            cursor.moveTo(q);
            cursor.logDensityAndGradient(gradient);
            for (Effects group : density.effects()) {
                for (int i = group.coordinate(); i < group.coordinate() + group.size(); i++) {
                    assertThat(gradient[i]).as(hierarchy.statements).isCloseTo(-q[i], within(1e-10));
                }
            }
            // Nor do they depend on the other unknowns.
            int first = density.effects().get(0).coordinate();
            double[] moved = q.clone();
            moved[first] += 1;
            double[] there = new double[q.length];
            cursor.moveTo(moved);
            cursor.logDensityAndGradient(there);
            there[first] = gradient[first];
            assertThat(there).as(hierarchy.statements).containsExactly(gradient, within(1e-9));
        }
    }

    private static final Hierarchy IN_UNITS = new Hierarchy(
            "for (i in 1:3) { y[i] ~ dnorm(m + sd * z[i], 4); z[i] ~ dnorm(0.5, 2) } m ~ dnorm(0, 1); sd ~ dunif(0, 5)",
            "y <- c(1, 2, 4)",
            3);

    /** Effects that the model has in units of their scale: what is chosen is chosen of the products. */
    @Test
    void effectsInUnitsOfTheirScaleAreFound() {
        CompiledDensity density = compile(IN_UNITS);
        assertThat(effects(density)).isEqualTo(3);
        SplittableRandom random = new SplittableRandom(SEED + 3);
        double[] seen = random(3, 0, 3, random);
        double[] shifts = new double[4];
        double[] wrong = new double[4];
        double[] y = {1, 2, 4};
        for (int place = 0; place < shifts.length; place++) {
            Cursor own = density.cursor();
            Cursor chosen = density.cursor();
            double[] q = random(5, -1.5, 1.5, random);
            own.moveTo(q);
            chosen.moveTo(q);
            chosen.recentre(seen, random(3, -2, 2, random), random(3, 0, 2, random));
            double[] expected = new double[density.space().reportedSize()];
            double[] got = new double[expected.length];
            own.report(expected);
            chosen.report(got);
            for (int i = 0; i < got.length; i++) {
                assertThat(got[i]).isCloseTo(expected[i], within(1e-12 * (1 + Math.abs(expected[i]))));
            }
            double m = reported(density, got, "m");
            double sd = reported(density, got, "sd");
            double jacobian = 0;
            double[] gradient = new double[5];
            double[] at = new double[3];
            double[] pull = new double[3];
            double[] location = new double[3];
            double[] precision = new double[3];
            chosen.logDensityAndGradient(gradient);
            chosen.weighEffects(gradient, at, pull, location, precision);
            for (int i = 0; i < 3; i++) {
                jacobian -= 0.5 * Math.log(2 + sd * sd * seen[i]);
                assertThat(pull[i]).isCloseTo(4 * (y[i] - m - at[i]), within(1e-8));
                assertThat(location[i]).isCloseTo(0.5 * sd, within(1e-12));
                assertThat(precision[i]).isCloseTo(2 / (sd * sd), within(1e-9 * precision[i]));
            }
            shifts[place] = chosen.logDensity() - own.logDensity() - jacobian;
            wrong[place] = shifts[place] + 0.1 * jacobian;
            own.logDensityAndGradient(gradient);
            own.weighEffects(gradient, at, pull, location, precision);
            for (int i = 0; i < 3; i++) {
                assertThat(pull[i]).isCloseTo(4 * (y[i] - m - at[i]), within(1e-8));
            }
        }
        for (int place = 1; place < shifts.length; place++) {
            assertThat(shifts[place]).isCloseTo(shifts[0], within(1e-9));
            assertThat(Math.abs(wrong[place] - wrong[0])).isGreaterThan(1e-6);
        }
        theContractHoldsWithAnyCoordinates(IN_UNITS);
    }

    private static double reported(MixedDensity density, double[] values, String name) {
        int first = 0;
        for (Variable variable : density.space().reported()) {
            if (variable.name().equals(name)) {
                return values[first];
            }
            first += variable.size();
        }
        throw new AssertionError(name);
    }

    /** A standard normal unknown that is used in any other way is what it is; that nothing normal measures these is seen to. */
    @Test
    void unitsAreOfOneScaleEverywhere() {
        String rest = " z[i] ~ dnorm(0, 1) } m ~ dnorm(0, 1); sd ~ dunif(0, 5); other ~ dunif(0, 5)";
        for (String use : List.of(
                "y[i] ~ dt(m + sd * z[i] + other * z[i], 4, 5);",
                "y[i] ~ dnorm(m + sd * z[i], exp(z[i]));",
                "y[i] ~ dt(m + 2 * z[i] * sd, 4, 5);",
                "y[i] ~ dt(m + sd * (z[i] - 1), 4, 5);",
                "y[i] ~ dt(m + x * z[i], 4, 5);")) {
            assertThat(compile(new Hierarchy("for (i in 1:3) { " + use + rest, "y <- c(1, 2, 4); x <- 3", 0))
                            .effects())
                    .as(use)
                    .isEmpty();
        }
    }

    /** Effects whose prior depends on a discrete unknown, has bounds or is known keep their own coordinates. */
    @Test
    void otherUnknownsAreLeftAlone() {
        String data = "y <- c(1, 2)";
        for (String statements : List.of(
                "for (i in 1:2) { y[i] ~ dnorm(b[i], 1); b[i] ~ dnorm(0, 1) }",
                "for (i in 1:2) { y[i] ~ dnorm(b[i], 1); b[i] ~ dnorm(m, 1) T(0,) } m ~ dnorm(0, 1)",
                "for (i in 1:2) { y[i] ~ dnorm(b[i], 1); b[i] ~ dnorm(z, 1) } z ~ dbern(0.5)")) {
            assertThat(compile(new Hierarchy(statements, data, 0)).effects()).isEmpty();
        }
        Graph graph = Graph.bind(
                Model.of("model { for (i in 1:2) { y[i] ~ dnorm(b[i], 1); b[i] ~ dnorm(m, 1) } m ~ dnorm(0, 1) }"),
                DataFile.parse(SourceText.of("data.R", data), Dialect.JAGS));
        Passes without = Passes.without(List.of("centring"));
        assertThat(ModelCompiler.compile(graph, Monitor.byDefault(), Summing.joint(), new ClassCache(1), without)
                        .effects())
                .isEmpty();
    }
}
