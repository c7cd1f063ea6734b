package dev.tandem.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.management.ThreadMXBean;
import dev.tandem.compiler.ModelCompiler;
import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.program.Monitor;
import dev.tandem.density.Cursor;
import dev.tandem.density.StateChains;
import dev.tandem.language.Model;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataSet;
import dev.tandem.models.DiscreteGaussian;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.SamplingException;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.random.RandomStream;
import dev.tandem.sampling.trajectory.ConditionalParticles;
import dev.tandem.sampling.trajectory.Kernel;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.KernelFamily.Method;
import dev.tandem.sampling.trajectory.Transition;
import dev.tandem.sampling.trajectory.Tuning;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Particle Gibbs proved: on chains written in the language all randomness is gone through, and what it leaves invariant is
 * the model's own density. Two faults that are easily made are found in the same way. All distributions have probabilities
 * that are multiples of a quarter or a half, so that the middles of four or two cells stand for all uniform numbers.
 */
class ParticleGibbsTest {
    private static final double ROUNDING = 1e-12;

    /** Far above rounding, and far below what the faults come to. */
    private static final double SEEN = 1e-3;

    @SuppressWarnings("ImmutableEnumChecker")
    private enum Chain {
        COINS("""
                model {
                  x[1] ~ dbern(0.5)
                  for (t in 2:3) { x[t] ~ dbern(0.25 + 0.5 * x[t-1]) }
                  for (t in 1:3) { y[t] ~ dbern(0.2 + 0.6 * x[t]) }
                }
                """, DataArray.vector(1, 0, 0)),
        CATEGORIES("""
                model {
                  z[1] ~ dcat(P[1,])
                  for (t in 2:3) { z[t] ~ dcat(P[z[t-1],]) }
                  for (t in 1:3) { y[t] ~ dnorm(z[t], 1) }
                  P[1,1] <- 0.5   P[1,2] <- 0.25  P[1,3] <- 0.25
                  P[2,1] <- 0     P[2,2] <- 0.75  P[2,3] <- 0.25
                  P[3,1] <- 0.25  P[3,2] <- 0     P[3,3] <- 0.75
                }
                """, DataArray.vector(1.2, 2.9, 2.2)),
        TWO_STATES_BACK("""
                model {
                  x[1] ~ dbern(0.5)
                  x[2] ~ dbern(0.25)
                  for (t in 3:4) { x[t] ~ dbern(0.25 + 0.25 * x[t-1] + 0.25 * x[t-2]) }
                  for (t in 2:4) { y[t] ~ dbern(0.1 + 0.5 * x[t] + 0.3 * x[t-1]) }
                }
                """, DataArray.vector(Double.NaN, 1, 0, 1)),
        ARRIVALS("""
                model {
                  N[1] ~ dbern(0.5)
                  for (t in 2:3) {
                    S[t-1] ~ dbern(0.5 * step(N[t-1] - 0.5))
                    G[t-1] ~ dbern(0.5)
                    N[t] <- S[t-1] + G[t-1]
                  }
                  for (t in 1:3) { y[t] ~ dbin(0.4, N[t] + 1) }
                }
                """, DataArray.vector(1, 2, 0)),
        LAST_ONE_SEEN("""
                model {
                  x[1] ~ dbern(0.5)
                  for (t in 2:4) { x[t] ~ dbern(0.25 + 0.5 * x[t-1]) }
                  for (t in 1:3) { y[t] ~ dbern(0.2 + 0.6 * x[t]) }
                }
                """, DataArray.vector(1, 0, 0)),
        PAIR("""
                model {
                  x[1] ~ dbern(0.25)
                  x[2] ~ dbern(0.25 + 0.5 * x[1])
                  for (t in 1:2) { y[t] ~ dbern(0.2 + 0.6 * x[t]) }
                }
                """, DataArray.vector(1, 0));

        private final String text;
        private final DataArray data;

        Chain(String text, DataArray data) {
            this.text = text;
            this.data = data;
        }

        CompiledDensity density() {
            Map<String, DataArray> arrays = this == LAST_ONE_SEEN
                    ? Map.of("y", data, "x", DataArray.vector(Double.NaN, Double.NaN, Double.NaN, 1))
                    : Map.of("y", data);
            return ModelCompiler.compile(Model.of(text), DataSet.of(arrays), Monitor.byDefault());
        }
    }

    /** The probabilities of all transitions between the possible paths, which are found with one cursor. */
    private static TransitionMatrix matrix(Chain chain, Function<StateChains, ConditionalParticles> particles) {
        Cursor cursor = chain.density().cursor();
        ConditionalParticles drawing = particles.apply(cursor.chains());
        List<int[]> states = TransitionMatrix.states(chain.density());
        Map<List<Integer>, Integer> numbers = new HashMap<>();
        double[] law = new double[states.size()];
        for (int i = 0; i < law.length; i++) {
            cursor.assignAll(states.get(i));
            law[i] = Math.exp(cursor.logDensity());
            numbers.put(Arrays.stream(states.get(i)).boxed().toList(), i);
        }
        double[][] matrix = new double[law.length][law.length];
        int[] end = new int[cursor.space().sites()];
        for (int i = 0; i < law.length; i++) {
            int[] start = states.get(i);
            double[] row = matrix[i];
            new ExhaustiveRandomness()
                    .uniformCells(chain == Chain.ARRIVALS ? 2 : 4)
                    .explore(
                            random -> {
                                cursor.assignAll(start);
                                drawing.draw(random);
                                cursor.copyValues(end);
                                return numbers.get(Arrays.stream(end).boxed().toList());
                            },
                            (to, probability) -> row[to] += probability);
        }
        return new TransitionMatrix(law, matrix);
    }

    @ParameterizedTest
    @EnumSource(Chain.class)
    void leavesTheStatesInvariant(Chain chain) {
        TransitionMatrix matrix = matrix(chain, chains -> new ConditionalParticles(chains, 2));
        assertThat(matrix.rowError()).isLessThan(ROUNDING);
        assertThat(matrix.invarianceError()).isLessThan(ROUNDING);
        assertThat(matrix.least()).as("every path can be reached in two steps").isPositive();
    }

    @Test
    void moreParticlesLeaveThemInvariantToo() {
        TransitionMatrix matrix = matrix(Chain.PAIR, chains -> new ConditionalParticles(chains, 3));
        assertThat(matrix.rowError()).isLessThan(ROUNDING);
        assertThat(matrix.invarianceError()).isLessThan(ROUNDING);
    }

    @Test
    void aPastThatDoesNotFitIsCaught() {
        assertThat(matrix(Chain.COINS, WrongParticles.WithoutBridge::new).invarianceError())
                .isGreaterThan(SEEN);
    }

    @Test
    void aPresentPathThatIsForgottenIsCaught() {
        assertThat(matrix(Chain.COINS, WrongParticles.WithoutPresent::new).invarianceError())
                .isGreaterThan(SEEN);
    }

    /** States of a year stand together, whatever variables they belong to. */
    @Test
    void ordersStatesByTime() {
        StateChains arrivals = Chain.ARRIVALS.density().cursor().chains();
        assertThat(arrivals.chains()).isEqualTo(1);
        assertThat(arrivals.length(0)).isEqualTo(5);
        StateChains both = HiddenStates.density().cursor().chains();
        assertThat(both.chains()).isEqualTo(1);
        assertThat(both.length(0)).isEqualTo(8);
        assertThat(both.sites()).hasSize(4);
        assertThat(both.coordinates()).hasSize(4);
        for (int time = 0; time < 8; time++) {
            assertThat(time - both.reach(0, time)).as("state %d", time).isLessThanOrEqualTo(3);
        }
    }

    /** Two chains and an unknown that is no state; 32 scores above 6 have a false-alarm rate below 1e-7. */
    @Test
    @Tag("quick")
    void agreesWithTheClosedForm() {
        for (ExactnessCase each : ExactnessSuite.exact()) {
            if (each.family().needsChains()) {
                Exactness.Result result = each.run(1, 77);
                assertThat(result.acceptance()).as("%s", result).isBetween(0.6, 0.9);
                assertThat(result.batchCorrelation()).as("%s", result).isLessThan(0.3);
                assertThat(Math.abs(result.worst().z())).as("%s", result).isLessThan(6);
            }
        }
    }

    @Test
    void refusesModelsWithoutChains() {
        Settings settings = Settings.defaults().withKernel(KernelFamily.of(Method.PARTICLE_GIBBS));
        assertThatThrownBy(() -> Sampling.run(DiscreteGaussian.fiveBinaryThreeContinuous(), settings))
                .isInstanceOf(SamplingException.class)
                .hasMessageContaining("particle-gibbs draws chains of states");
        CompiledDensity effects = ModelCompiler.compile(
                Model.of("model { for (i in 1:3) { a[i] ~ dnorm(m, 1) y[i] ~ dnorm(a[i], 1) } m ~ dnorm(0, 1) }"),
                DataSet.of(Map.of("y", DataArray.vector(1, 2, 3))),
                Monitor.byDefault());
        assertThatThrownBy(() -> Sampling.run(effects, settings))
                .hasMessageContaining("no unknown of this model depends on an earlier element of its own variable");
        CompiledDensity bounded = ModelCompiler.compile(
                Model.of("model { v[1] ~ dgamma(2, 1) for (t in 2:3) { v[t] ~ dgamma(2, v[t-1]) }"
                        + " for (t in 1:3) { y[t] ~ dnorm(0, v[t]) } }"),
                DataSet.of(Map.of("y", DataArray.vector(1, 2, 3))),
                Monitor.byDefault());
        assertThatThrownBy(() -> Sampling.run(bounded, settings))
                .hasMessageContaining("values of v are kept inside bounds");
    }

    @Test
    void allocatesNothingPerStep() {
        assumeThat(ManagementFactory.getThreadMXBean()).isInstanceOf(ThreadMXBean.class);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Cursor cursor = HiddenStates.density().cursor();
        Kernel kernel = KernelFamily.of(Method.PARTICLE_GIBBS).create(cursor);
        Tuning tuning = Tuning.initial(cursor.space()).withStepSize(0.5);
        RandomStream random = RandomStream.of(1, 0);
        Transition outcome = new Transition();
        long own = Thread.currentThread().getId();
        long least = Long.MAX_VALUE;
        for (int attempt = 0; attempt < 5 && least > 0; attempt++) {
            long before = threads.getThreadAllocatedBytes(own);
            for (int i = 0; i < 200; i++) {
                kernel.step(tuning, random, outcome);
            }
            least = Math.min(least, threads.getThreadAllocatedBytes(own) - before);
        }
        assertThat(least).isZero();
    }
}
