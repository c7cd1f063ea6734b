package dev.tandem.validation.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.compiler.ModelCompiler;
import dev.tandem.compiler.generate.ClassCache;
import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.generate.StateProbabilities;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.program.Monitor;
import dev.tandem.compiler.program.Summing;
import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.language.Model;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Models with discrete unknowns summed out against the same models without, by enumeration. Nothing is random but the
 * models and the draws back, whose counts alarm falsely once in 10^9; a failure prints the model with its seed.
 */
class SummedOutTest {
    private static final int FEW_MODELS = 60;
    private static final int MODELS = 400;
    private static final int MANY_MODELS = 6_000;

    private static void hold(long first, int count) {
        List<String> failures = new ArrayList<>();
        int some = 0;
        int exact = 0;
        for (long seed = first; seed < first + count && failures.size() < 3; seed++) {
            ModelCase model = ModelGenerator.generate(seed);
            SumCheck.Outcome outcome = SumCheck.run(model, seed);
            some += outcome.summed() > 0 ? 1 : 0;
            exact += outcome.exact() > 0 ? 1 : 0;
            outcome.finding().ifPresent(finding -> failures.add(finding + "\n" + model));
        }
        assertThat(failures).isEmpty();
        assertThat(some).isGreaterThan(count / 5);
        assertThat(exact).isGreaterThan(some * 3 / 4);
    }

    @Test
    @Tag("quick")
    void fewRandomModelsAgree() {
        hold(0, FEW_MODELS);
    }

    @Test
    @Tag("normal")
    void randomModelsAgree() {
        hold(0, MODELS);
    }

    @Test
    @Tag("long")
    void manyRandomModelsAgree() {
        hold(2_000_000, MANY_MODELS);
    }

    private static CompiledDensity compile(String text, Map<String, DataArray> data, Summing summing) {
        Graph graph = Graph.bind(Model.of(text), DataSet.of(data));
        return ModelCompiler.compile(graph, Monitor.byDefault(), summing, new ClassCache(1));
    }

    private static Optional<StateProbabilities> states(String text, Map<String, DataArray> data, Summing summing) {
        return Optional.of(ModelCompiler.states(Graph.bind(Model.of(text), DataSet.of(data)), summing));
    }

    private static void agree(String text, Map<String, DataArray> data, int components, int distinct) {
        CompiledDensity marginal = compile(text, data, Summing.all().withoutForward());
        SumCheck.Outcome outcome = SumCheck.run(
                compile(text, data, Summing.joint()),
                marginal,
                states(text, data, Summing.all().withoutForward()),
                1);
        assertThat(outcome.finding()).isEmpty();
        assertThat(outcome.summed()).isPositive();
        assertThat(outcome.exact()).isGreaterThanOrEqualTo(outcome.summed());
        assertThat(marginal.summedOut().components()).isEqualTo(components);
        assertThat(marginal.summedOut().distinct()).isEqualTo(distinct);
    }

    private static DataArray vector(double... values) {
        return DataArray.of(new int[] {values.length}, values);
    }

    @Test
    void captureHistoriesShareWhatIsEqual() {
        // Histories 110, 100, 100, 010: the second and third are equal, and the last has no second occasion to die in.
        agree(
                """
                model {
                  for (i in 1:4) {
                    z[i,f[i]] <- 1
                    for (t in (f[i]+1):3) {
                      mu[i,t] <- phi * z[i,t-1]
                      z[i,t] ~ dbern(mu[i,t])
                      y[i,t] ~ dbern(p * z[i,t])
                    }
                  }
                  phi ~ dunif(0, 1)
                  p ~ dunif(0, 1)
                }
                """,
                Map.of(
                        "f", vector(1, 1, 1, 2),
                        "y",
                                DataArray.of(
                                        new int[] {4, 3}, new double[] {1, 1, 1, Double.NaN, 1, 0, 0, 1, 0, 0, 0, 0})),
                4,
                2);
    }

    /** Survival and capture have an element for each animal, as in textbooks; those of one sex and year are one number. */
    @Test
    void historiesAreEqualWhereWhatTheyReadIsComputedAlike() {
        agree(
                """
                model {
                  for (i in 1:4) {
                    for (t in 1:2) {
                      phi[i,t] <- mean[sex[i]]
                      logit(p[i,t]) <- a + b * x[i] + eps[t]
                    }
                    z[i,1] <- 1
                    for (t in 2:3) {
                      mu[i,t] <- phi[i,t-1] * z[i,t-1]
                      z[i,t] ~ dbern(mu[i,t])
                      y[i,t] ~ dbern(p[i,t-1] * z[i,t])
                    }
                  }
                  for (t in 1:2) { eps[t] ~ dnorm(0, 1)  mean[t] ~ dunif(0, 1) }
                  a ~ dnorm(0, 1)
                  b ~ dnorm(0, 1)
                }
                """,
                Map.of(
                        "sex", vector(1, 1, 2, 1),
                        "x", vector(0.5, 0.5, 0.5, 2),
                        "y", DataArray.of(new int[] {4, 3}, new double[] {1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0})),
                4,
                3);
    }

    /** The years of each series are added up by a product with data, and both series by one unknown each. */
    @Test
    void aChangePointDecidesManyYears() {
        double[] years = new double[40];
        double[] tests = new double[40];
        for (int t = 0; t < years.length; t++) {
            years[t] = (t * 7 + t / 20) % 5;
            tests[t] = t % 20 < 9 ? 0 : t % 3;
        }
        CompiledDensity density = changePoint(years, tests, "");
        assertThat(density.terms()).contains("coefficient").doesNotContain("for p in 0 to 39");
        agree(changePoint(""), changes(years, tests), 2, 2);
        // What one rate has in one year alone needs a table for each year, and all is as it was.
        agree(changePoint(" * (1 + 0.1 * x[t])"), changes(years, tests), 2, 2);
    }

    private static CompiledDensity changePoint(double[] years, double[] tests, String factor) {
        return compile(changePoint(factor), changes(years, tests), Summing.all().withoutForward());
    }

    private static String changePoint(String factor) {
        return """
                model {
                  for (s in 1:2) { change[s] ~ dcat(w[]) }
                  for (t in 1:40) {
                    era[t] <- 1 + step(t - 20 * (group[t] - 1) - change[group[t]] - 0.5)
                    y[t] ~ dpois(rate[era[t]]%s)
                    v[t] ~ dbin(p[era[t]], 2)
                  }
                  for (t in 1:20) { w[t] <- t / 210 }
                  for (k in 1:2) { rate[k] ~ dgamma(1, 0.5)  p[k] ~ dunif(0, 1) }
                }
                """.formatted(factor);
    }

    private static Map<String, DataArray> changes(double[] years, double[] tests) {
        double[] group = new double[years.length];
        double[] x = new double[years.length];
        for (int t = 0; t < group.length; t++) {
            group[t] = 1 + t / 20;
            x[t] = t % 4;
        }
        return Map.of("y", vector(years), "v", vector(tests), "x", vector(x), "group", vector(group));
    }

    /** As for a sampled unknown, whose value would be called impossible and counted. */
    @Test
    void aWeightThatIsNoNumberIsCounted() {
        String text = "model { z ~ dbern(0.4)  w ~ dnorm(0, 1)  y ~ dnorm(w + log(a - 2 * z), 1) }";
        for (double a : new double[] {1.5, 2.5}) {
            CompiledDensity marginal =
                    compile(text, Map.of("y", DataArray.scalar(0.5), "a", DataArray.scalar(a)), Summing.all());
            assertThat(marginal.summedOut().unknowns()).isEqualTo(1);
            Cursor cursor = marginal.cursor();
            cursor.complete(1);
            cursor.report(new double[marginal.space().reportedSize()]);
            assertThat(cursor.work().notANumber()).isEqualTo(a < 2 ? 1 : 0);
        }
    }

    /** Where other weights make the combination impossible, it is nobody's concern. */
    @Test
    void aWeightThatIsNoNumberBesideAnImpossibleOneIsNotCounted() {
        String text =
                "model { z ~ dbern(0.4)  u ~ dbern(0.5 * (1 - z))  w ~ dnorm(0, 1)  y ~ dnorm(w + log(1.5 - z - u), 1) }";
        for (String model : List.of(text, text.replace("(1 - z)", "(1 - 0.5 * z)"))) {
            CompiledDensity marginal = compile(model, Map.of("y", DataArray.scalar(0.5)), Summing.all());
            assertThat(marginal.summedOut().unknowns()).isEqualTo(2);
            Cursor cursor = marginal.cursor();
            cursor.complete(1);
            cursor.report(new double[marginal.space().reportedSize()]);
            assertThat(cursor.work().notANumber()).isEqualTo(model.equals(text) ? 0 : 1);
        }
    }

    /** Animals that enter, live and leave; the first is seen twice in a row, the last never. */
    private static final Map<String, DataArray> ENTERING = Map.of(
            "y", DataArray.of(new int[] {3, 4}, new double[] {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0}),
            "g", vector(0.2, 0.4, 0.7, 0.1));

    private static void enteringAgree(String atFirst, String later, int components, int distinct) {
        agree("""
                model {
                  phi ~ dunif(0, 0.9)
                  p ~ dunif(0, 1)
                  for (i in 1:3) {
                    z[i,1] ~ dbern(g[1])
                    y[i,1] ~ dbern(z[i,1] * p)
                    FIRST
                    for (t in 2:4) {
                      LATER
                      z[i,t] ~ dbern(mu[i,t])
                      y[i,t] ~ dbern(z[i,t] * p)
                    }
                  }
                }
                """.replace("FIRST", atFirst).replace("LATER", later), ENTERING, components, distinct);
    }

    @Test
    void aProductOverAllThatCameBeforeIsAState() {
        enteringAgree(
                "", "q[i,t-1] <- 1 - z[i,t-1]  mu[i,t] <- phi * z[i,t-1] + 0.9 * g[t] * prod(q[i,1:(t-1)])", 5, 4);
        enteringAgree("", "q[t,i] <- 1 - z[i,t-1]  mu[i,t] <- phi * z[i,t-1] + 0.9 * g[t] * prod(q[2:t,i])", 5, 4);
    }

    @Test
    void whatIsComputedFromItselfIsAState() {
        String mean = "  mu[i,t] <- phi * z[i,t-1] + 0.9 * g[t] * ";
        enteringAgree("a[i,1] <- 1", "a[i,t] <- a[i,t-1] * (1 - z[i,t-1])" + mean + "a[i,t]", 5, 4);
        enteringAgree("a[1,i] <- z[i,1]", "a[t,i] <- max(a[t-1,i], z[i,t])" + mean + "(1 - a[t-1,i])", 3, 3);
    }

    /** Sampled one by one, such states and those that they follow from would hold each other. */
    @Test
    void statesAreCarriedOnlyWhereAllAreSummedOut() {
        String text = "model { p ~ dunif(0, 1)  for (t in 1:4) { q[t] <- 1 - z[t]  y[t] ~ dbern(0.1 + 0.8 * z[t]) }"
                + "  z[1] ~ dbern(p)  for (t in 2:4) { z[t] ~ dbern(p * prod(q[1:(t-1)])) } }";
        Map<String, DataArray> data = Map.of("y", vector(0, 1, 0, 0));
        assertThat(compile(text, data, Summing.all()).space().sites()).isZero();
        assertThat(compile(text, data, Summing.of(Set.of("z"))).summedOut().inWords())
                .isEqualTo("4 of z, in 1 component of 4");
        for (Summing without : List.of(Summing.none(), Summing.joint(), Summing.of(Set.of("q")))) {
            CompiledDensity density = compile(text, data, without);
            assertThat(density.space().sites()).isEqualTo(4);
            assertThat(density.space().reported())
                    .isEqualTo(compile(text, data, Summing.all()).space().reported());
        }
    }

    /** Skills that items need: a product through a function of a whole array would keep the classes from being summed out. */
    @Test
    void aProductOfFewNumbersIsWrittenOut() {
        agree(
                """
                model {
                  for (n in 1:3) {
                    c[n] ~ dcat(w[])
                    for (k in 1:2) { a[n,k] <- skills[c[n],k] }
                    for (i in 1:2) {
                      for (k in 1:2) { has[n,i,k] <- pow(a[n,k], needs[i,k]) }
                      all[n,i] <- prod(has[n,i,1:2])
                      y[n,i] ~ dbern(pow(1 - s, all[n,i]) * pow(g, 1 - all[n,i]))
                    }
                  }
                  s ~ dunif(0, 0.5)
                  g ~ dunif(0, 0.5)
                }
                """,
                Map.of(
                        "w", vector(0.1, 0.2, 0.3, 0.4),
                        "skills", DataArray.of(new int[] {4, 2}, new double[] {0, 0, 1, 0, 0, 1, 1, 1}),
                        "needs", DataArray.of(new int[] {2, 2}, new double[] {1, 0, 1, 1}),
                        "y", DataArray.of(new int[] {3, 2}, new double[] {1, 1, 0, 1, 1, 1})),
                3,
                2);
    }

    @Test
    void aFamilyWithAnUnobservedLeafIsOneTree() {
        agree(
                """
                model {
                  g[1] ~ dcat(f[])
                  g[2] ~ dcat(f[])
                  for (i in 3:5) { g[i] ~ dcat(t[g[1] + 2 * (g[2] - 1),]) }
                  a ~ dbern(0.1 + 0.3 * g[3])
                  f[1] <- q
                  f[2] <- 1 - q
                  q ~ dbeta(2, 2)
                }
                """,
                Map.of(
                        "t", DataArray.of(new int[] {4, 2}, new double[] {1, 0.5, 0.5, 0, 0, 0.5, 0.5, 1}),
                        "a", DataArray.scalar(1)),
                1,
                1);
    }

    @Test
    void aNetworkWithAnOrIsOneComponent() {
        agree("""
                model {
                  smoke ~ dbern(0.5)
                  tub ~ dbern(0.05)
                  lung ~ dbern(0.01 + 0.09 * smoke)
                  bronc ~ dbern(0.3 + 0.3 * smoke)
                  either <- max(tub, lung)
                  xray ~ dbern(0.05 + 0.93 * either)
                  dysp ~ dbern(0.1 + 0.6 * either + 0.2 * bronc)
                }
                """, Map.of("dysp", DataArray.scalar(1)), 1, 1);
    }

    @Test
    void anIndicatorInsideAChainOfRegimes() {
        agree("""
                model {
                  s[1] ~ dcat(start[])
                  for (t in 2:4) { s[t] ~ dcat(P[s[t-1],]) }
                  for (t in 1:4) {
                    out[t] ~ dbern(0.2)
                    y[t] ~ dnorm(mu[s[t]] + 3 * out[t], 1)
                  }
                  for (k in 1:2) { P[k,1:2] ~ ddirch(one[]) }
                  for (k in 1:2) { mu[k] ~ dnorm(0, 0.1) }
                }
                """, Map.of("start", vector(0.6, 0.4), "one", vector(1, 1), "y", vector(0.3, 2.9, -1, 4)), 1, 1);
    }

    @Test
    void countsWithoutEndAreSeries() {
        agree("""
                model {
                  for (i in 1:2) {
                    N[i] ~ dpois(lambda)
                    for (j in 1:2) { y[i,j] ~ dbin(p[j], N[i]) }
                  }
                  for (j in 1:2) { logit(p[j]) <- b + j / 2 }
                  log(lambda) <- a
                  a ~ dnorm(0, 1)
                  b ~ dnorm(0, 1)
                  total <- sum(N[])
                }
                """, Map.of("y", DataArray.of(new int[] {2, 2}, new double[] {1, 0, 2, 3})), 2, 2);
    }

    @Test
    void equalCountsAreSummedOnce() {
        agree("""
                model {
                  for (i in 1:2) { N[i] ~ dpois(lambda) y[i] ~ dbin(0.5, N[i]) }
                  lambda ~ dgamma(2, 1)
                }
                """, Map.of("y", vector(3, 3)), 2, 1);
    }

    @Test
    void theSizeOfANegativeBinomialMayBeUnknown() {
        agree("""
                model {
                  N ~ dnegbin(q, r)
                  for (j in 1:3) { y[j] ~ dbin(p, N) }
                  q ~ dbeta(3, 2)
                  p ~ dbeta(3, 2)
                  r ~ dgamma(2, 2)
                }
                """, Map.of("y", vector(0, 2, 1)), 1, 1);
    }

    @Test
    void countsWithAnEndStopThere() {
        agree("""
                model {
                  for (i in 1:2) { N[i] ~ dbin(s, 40) y[i] ~ dbin(p[i], N[i]) p[i] ~ dbeta(2, 2) }
                  s ~ dbeta(2, 2)
                }
                """, Map.of("y", vector(0, 30)), 2, 2);
    }

    @Test
    void zeroInflatedCountsAreSummedInsideTheirIndicators() {
        agree("""
                model {
                  for (i in 1:2) {
                    z[i] ~ dbern(omega)
                    mean[i] <- lambda * z[i]
                    N[i] ~ dpois(mean[i])
                    y[i] ~ dbin(p, N[i])
                  }
                  omega ~ dbeta(1, 1)
                  lambda ~ dgamma(2, 1)
                  p ~ dbeta(2, 2)
                }
                """, Map.of("y", vector(0, 0)), 2, 2);
    }

    @Test
    void whatIsComputedFromACountIsFollowed() {
        agree("""
                model {
                  N ~ dpois(lambda)
                  twice <- 2 + N
                  y ~ dbin(p, twice)
                  lambda ~ dgamma(2, 1)
                  p ~ dbeta(2, 2)
                }
                """, Map.of("y", DataArray.scalar(3)), 1, 1);
    }

    @Test
    void countsMayBeTruncatedAndBeTheMeansOfOthers() {
        agree("""
                model {
                  N ~ dpois(lambda)T(1, 9)
                  M ~ dpois(lambda)
                  y ~ dpois(c * N)
                  x ~ dbin(0.3, M)
                  for (j in 1:2) { w[j] ~ dpois(M * 2) }
                  lambda ~ dgamma(2, 1)
                  c ~ dgamma(2, 2)
                }
                """, Map.of("y", DataArray.scalar(2), "x", DataArray.scalar(1), "w", vector(3, 0)), 2, 2);
    }

    /** Sums out what is named and leaves the others; all conditionals and the density must be those of the sum. */
    private static void leave(String text, Map<String, DataArray> data, int left, String... names) {
        MixedDensity joint = compile(text, data, Summing.joint());
        CompiledDensity marginal = compile(text, data, Summing.of(Set.of(names)).withoutForward());
        assertThat(marginal.summedOut().variables()).containsExactlyInAnyOrder(names);
        assertThat(marginal.space().sites()).isEqualTo(left);
        for (long seed = 1; seed <= 3; seed++) {
            SumCheck.Outcome outcome = SumCheck.run(
                    joint,
                    marginal,
                    states(text, data, Summing.of(Set.of(names)).withoutForward()),
                    seed);
            assertThat(outcome.finding()).isEmpty();
            assertThat(outcome.summed()).isPositive();
            assertThat(outcome.exact()).isGreaterThanOrEqualTo(outcome.summed());
        }
    }

    private static final String SELECTED = """
            model {
              for (j in 1:2) { w[j] ~ dbern(0.5) b[j] ~ dnorm(0, 1) c[j] <- w[j] * b[j] }
              for (i in 1:4) {
                logit(psi[i]) <- 0.3 + x[i] * c[1] + c[2]
                z[i] ~ dbern(psi[i])
                for (t in 1:2) { y[i,t] ~ dbern(z[i] * p) }
              }
              p ~ dbeta(2, 2)
            }
            """;

    private static final Map<String, DataArray> VISITS = Map.of(
            "x", vector(-1, 0.5, 2, 0), "y", DataArray.of(new int[] {4, 2}, new double[] {0, 1, 0, 0, 0, 0, 0, 0}));

    @Test
    void statesAreSummedOutBesideIndicatorsThatAreLeft() {
        leave(SELECTED, VISITS, 2, "z");
    }

    @Test
    void indicatorsAreSummedOutBesideStatesThatAreLeft() {
        leave(SELECTED, VISITS, 3, "w");
    }

    @Test
    void statesAreSummedOutForEachPlaceOfAChange() {
        leave("""
                model {
                  k ~ dcat(prior[])
                  for (t in 1:5) {
                    z[t] ~ dbern(psi[1 + step(t - k)])
                    y[t] ~ dnorm(mu * z[t], 1 + (t > k))
                  }
                  for (j in 1:2) { psi[j] ~ dbeta(1, 1) }
                  mu ~ dnorm(0, 1)
                }
                """, Map.of("prior", vector(0.1, 0.2, 0.3, 0.2, 0.2), "y", vector(0.3, 2.9, -1, 4, 0.1)), 1, "z");
    }

    @Test
    void countsAreSummedOutBesideTheirIndicators() {
        leave("""
                model {
                  for (i in 1:3) {
                    z[i] ~ dbern(0.6)
                    N[i] ~ dpois(lambda * (0.2 + z[i]))
                    y[i] ~ dbin(p, N[i])
                  }
                  lambda ~ dgamma(2, 2)
                  p ~ dbeta(2, 2)
                }
                """, Map.of("y", vector(0, 1, 0)), 3, "N");
    }

    @Test
    void whatIsReadThroughTheIndexOfALeftUnknownIsFound() {
        leave("""
                model {
                  for (i in 1:3) { g[i] ~ dcat(prior[]) z[i] ~ dbern(psi[g[i]]) y[i] ~ dnorm(z[i] * mu[g[i]], 1) }
                  for (k in 1:3) { psi[k] ~ dbeta(1, 1) mu[k] ~ dnorm(0, 1) }
                }
                """, Map.of("prior", vector(0.2, 0.3, 0.5), "y", vector(0.3, -1, 2)), 3, "z");
    }

    @Test
    void conditionalsWithoutTheSumAreFound() {
        MixedDensity joint = compile(SELECTED, VISITS, Summing.joint());
        MixedDensity right = compile(SELECTED, VISITS, Summing.of(Set.of("z")).withoutForward());
        // As if the indicators were weighed by their own factors alone.
        MixedDensity wrong = new Unweighed(right);
        assertThat(SumCheck.run(joint, right, 3).finding()).isEmpty();
        assertThat(SumCheck.run(joint, wrong, 3).finding()).isPresent();
    }

    /** A density whose sites all have flat conditionals. */
    private record Unweighed(MixedDensity inner) implements MixedDensity {
        @Override
        public Space space() {
            return inner.space();
        }

        @Override
        public Cursor cursor() {
            Cursor own = inner.cursor();
            return new Cursor(space()) {
                @Override
                protected void moved() {
                    own.moveTo(q);
                }

                @Override
                protected void assigned(int site, int old) {
                    own.assign(site, x[site]);
                }

                @Override
                protected double evaluate() {
                    return own.logDensity();
                }

                @Override
                protected double evaluateWithGradient(double[] gradient) {
                    return own.logDensityAndGradient(gradient);
                }

                @Override
                protected void weigh(int site, double[] logWeights) {
                    Arrays.fill(logWeights, 0, (int) space().support(site).size(), 0);
                }

                @Override
                public void complete(long seed) {
                    own.complete(seed);
                }

                @Override
                public void report(double[] values) {
                    own.report(values);
                }
            };
        }
    }

    private static final String INDICATORS = """
            model {
              for (i in 1:3) { z[i] ~ dbern(psi) y[i] ~ dnorm(mu * z[i], 1) }
              psi ~ dunif(0, 1)
              mu ~ dnorm(0, 1)
            }
            """;

    private static final String COUNTS = """
            model {
              for (i in 1:3) { z[i] ~ dpois(psi / 4) y[i] ~ dbin(mu, z[i]) }
              psi ~ dunif(0, 1)
              mu ~ dunif(0, 1)
            }
            """;

    private static final String CHAIN = """
            model {
              z[1] ~ dbern(0.4)
              for (t in 2:4) { z[t] ~ dbern(0.1 + 0.7 * z[t-1]) }
              for (t in 1:4) { y[t] ~ dnorm(mu * z[t], 1) }
              mu ~ dnorm(0, 1)
            }
            """;

    /** Faults in what is summed out. */
    private enum Fault {
        FACTOR_DROPPED,
        STALE_TABLE,
        WRONG_DERIVATIVE,
        STATES_FROM_THE_PRIOR
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void faultsAreFound(Fault fault) {
        find(
                fault,
                INDICATORS,
                INDICATORS.replace("mu * z[i]", "mu * z[i] * (i < 3)"),
                INDICATORS.replace("mu * z[i]", "0 * z[i]"),
                vector(0.2, 1.4, -0.3));
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void faultsInSumsOverCountsAreFound(Fault fault) {
        find(
                fault,
                COUNTS,
                COUNTS.replace("dbin(mu, z[i])", "dbin(0.5 + (mu - 0.5) * (i < 3), z[i])"),
                COUNTS.replace("dbin(mu, z[i])", "dbin(0.001, z[i])"),
                vector(0, 1, 0));
    }

    /** Probabilities that leave one observation out, or belong to another value of a parameter. */
    @Test
    void wrongProbabilitiesAreFound() {
        findProbabilities(INDICATORS, "mu * z[i]", "mu * z[i] * (i < 3)", vector(0.2, 1.4, -0.3));
        findProbabilities(COUNTS, "psi / 4", "psi / 4.0001", vector(0, 1, 0));
        findProbabilities(CHAIN, "(0.1 + 0.7 * z[t-1])", "(0.1 + 0.7 * z[t-1] * (t < 4))", vector(0.2, 1.4, -0.3, 1));
    }

    private static void findProbabilities(String text, String part, String other, DataArray y) {
        Map<String, DataArray> data = Map.of("y", y);
        Summing all = Summing.all().withoutForward();
        MixedDensity joint = compile(text, data, Summing.joint());
        MixedDensity marginal = compile(text, data, all);
        SumCheck.Outcome held = SumCheck.run(joint, marginal, states(text, data, all), 3);
        assertThat(held.finding()).isEmpty();
        assertThat(held.summed()).isPositive();
        assertThat(SumCheck.run(joint, marginal, states(text.replace(part, other), data, all), 3)
                        .finding())
                .hasValueSatisfying(finding -> assertThat(finding).contains("with probability"));
    }

    private static void find(Fault fault, String text, String dropped, String prior, DataArray y) {
        Map<String, DataArray> data = Map.of("y", y);
        MixedDensity joint = compile(text, data, Summing.joint());
        MixedDensity right = compile(text, data, Summing.all().withoutForward());
        SumCheck.Outcome held = SumCheck.run(joint, right, 3);
        assertThat(held.finding()).isEmpty();
        assertThat(held.summed()).isEqualTo(3);
        MixedDensity wrong = switch (fault) {
            // The last observation is weighed wrongly.
            case FACTOR_DROPPED -> compile(dropped, data, Summing.all().withoutForward());
            case STATES_FROM_THE_PRIOR ->
                new Sabotaged(right, fault, compile(prior, data, Summing.all().withoutForward()));
            default -> new Sabotaged(right, fault, right);
        };
        assertThat(SumCheck.run(joint, wrong, 3).finding()).isPresent();
    }

    /** A density that is wrong in one way. */
    private record Sabotaged(MixedDensity inner, Fault fault, MixedDensity reporter) implements MixedDensity {
        @Override
        public Space space() {
            return inner.space();
        }

        @Override
        public Cursor cursor() {
            Cursor own = inner.cursor();
            Cursor reports = reporter.cursor();
            return new Cursor(space()) {
                private boolean movedBefore;

                @Override
                protected void moved() {
                    if (!movedBefore || fault != Fault.STALE_TABLE) {
                        own.moveTo(q);
                    }
                    reports.moveTo(q);
                    movedBefore = true;
                }

                @Override
                protected double evaluate() {
                    return own.logDensity();
                }

                @Override
                protected double evaluateWithGradient(double[] gradient) {
                    double value = own.logDensityAndGradient(gradient);
                    gradient[0] *= fault == Fault.WRONG_DERIVATIVE ? 1.001 : 1;
                    return value;
                }

                @Override
                public void complete(long seed) {
                    reports.complete(seed);
                }

                @Override
                public void report(double[] values) {
                    reports.report(values);
                }
            };
        }
    }
}
