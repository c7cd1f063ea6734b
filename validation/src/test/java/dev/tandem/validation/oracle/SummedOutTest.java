package dev.tandem.validation.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.compiler.ModelCompiler;
import dev.tandem.compiler.generate.ClassCache;
import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.lower.Monitor;
import dev.tandem.compiler.lower.Summing;
import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.language.DataArray;
import dev.tandem.language.DataSet;
import dev.tandem.language.Model;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Models with discrete unknowns summed out against the same models without, by enumeration. Nothing is random but the
 * models and the draws back, whose counts alarm falsely once in 10^9; a failure prints the model with its seed.
 */
class SummedOutTest {
    private static final int MODELS = 400;
    private static final int MANY_MODELS = 10_000;

    private static void hold(long first, int count) {
        List<String> failures = new ArrayList<>();
        int some = 0;
        for (long seed = first; seed < first + count && failures.size() < 3; seed++) {
            ModelCase model = ModelGenerator.generate(seed);
            SumCheck.Outcome outcome = SumCheck.run(model, seed);
            some += outcome.summed() > 0 ? 1 : 0;
            outcome.finding().ifPresent(finding -> failures.add(finding + "\n" + model));
        }
        assertThat(failures).isEmpty();
        assertThat(some).isGreaterThan(count / 5);
    }

    @Test
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

    private static void agree(String text, Map<String, DataArray> data, int components, int distinct) {
        CompiledDensity marginal = compile(text, data, Summing.all().withoutForward());
        SumCheck.Outcome outcome = SumCheck.run(compile(text, data, Summing.joint()), marginal, 1);
        assertThat(outcome.finding()).isEmpty();
        assertThat(outcome.summed()).isPositive();
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
                """, Map.of("start", vector(0.5, 0.5), "one", vector(1, 1), "y", vector(0.3, 2.9, -1, 4)), 1, 1);
    }

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
        String text = """
                model {
                  for (i in 1:3) { z[i] ~ dbern(psi) y[i] ~ dnorm(mu * z[i], 1) }
                  psi ~ dunif(0, 1)
                  mu ~ dnorm(0, 1)
                }
                """;
        Map<String, DataArray> data = Map.of("y", vector(0.2, 1.4, -0.3));
        MixedDensity joint = compile(text, data, Summing.joint());
        MixedDensity right = compile(text, data, Summing.all().withoutForward());
        assertThat(SumCheck.run(joint, right, 3).finding()).isEmpty();
        MixedDensity wrong = switch (fault) {
            case FACTOR_DROPPED ->
                // The last observation is not weighed.
                compile(
                        text.replace("y[i] ~ dnorm(mu * z[i], 1)", "y[i] ~ dnorm(mu * z[i] * (i < 3), 1)"),
                        data,
                        Summing.all().withoutForward());
            case STATES_FROM_THE_PRIOR ->
                new Sabotaged(
                        right,
                        fault,
                        compile(
                                text.replace("mu * z[i]", "0 * z[i]"),
                                data,
                                Summing.all().withoutForward()));
            default -> new Sabotaged(right, fault, right);
        };
        Optional<String> finding = SumCheck.run(joint, wrong, 3).finding();
        assertThat(finding).isPresent();
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
