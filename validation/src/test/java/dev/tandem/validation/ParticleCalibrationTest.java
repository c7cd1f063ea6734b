package dev.tandem.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.compiler.ModelCompiler;
import dev.tandem.compiler.program.Monitor;
import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.StateChains;
import dev.tandem.language.Model;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataSet;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.random.RandomStream;
import dev.tandem.sampling.random.Randomness;
import dev.tandem.sampling.trajectory.ConditionalParticles;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.KernelFamily.Method;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Simulation-based calibration of particle Gibbs on a model of the language with a chain of coins and one of real
 * numbers: the whole pipeline, and the draw of the states by itself, where two faults of the draw have to be found. A
 * false alarm anywhere in the class has probability 1e-5: each of the fifty-one quantities that are looked at gets an
 * equal share. Ranks of the states alone would not see a forgotten path: draws that know less than they should have uniform ranks
 * as well. What joins two states, and what is left of the data, are ranked too (Modrák et al. 2023).
 */
@Tag("normal")
class ParticleCalibrationTest {
    private static final double ALARM = 1e-5 / 51;
    private static final long SEED = 21;
    private static final int REPLICATIONS = 200;
    private static final int TIMES = 6;

    /** Two chains seen together; {@code assumedSd} is what the density takes for the sd of a real state's step; 0.5 is right. */
    private record TwoChains(boolean known, double assumedSd) implements GenerativeModel {
        private static final double SD = 0.5;
        private static final double KNOWN = 1.5;

        @Override
        public void drawPrior(int[] x, double[] q, Randomness random) {
            for (int t = 0; t < TIMES; t++) {
                double one = t == 0 ? 0.5 : 0.2 + 0.6 * x[t - 1];
                x[t] = random.uniform() < one ? 1 : 0;
                q[t] = t == 0 ? random.gaussian() : 0.9 * q[t - 1] + SD * random.gaussian();
            }
            if (!known) {
                q[TIMES] = Math.sqrt(2) * random.gaussian();
            }
        }

        @Override
        public double[] drawData(int[] x, double[] q, Randomness random) {
            double mu = known ? KNOWN : q[TIMES];
            double[] data = new double[TIMES];
            for (int t = 0; t < TIMES; t++) {
                data[t] = mu * x[t] + q[t] + 0.5 * random.gaussian();
            }
            return data;
        }

        @Override
        public MixedDensity density(double[] data) {
            String text = String.format(
                    Locale.ROOT, """
                    model {
                      x[1] ~ dbern(0.5)
                      h[1] ~ dnorm(0, 1)
                      for (t in 2:6) {
                        x[t] ~ dbern(0.2 + 0.6 * x[t-1])
                        h[t] ~ dnorm(0.9 * h[t-1], %s)
                      }
                      for (t in 1:6) { y[t] ~ dnorm(mu * x[t] + h[t], 4) }
                      for (t in 2:6) { jump[t-1] <- h[t] - h[t-1] }
                      rough <- inprod(jump[], jump[])
                      for (t in 1:6) { miss[t] <- y[t] - mu * x[t] - h[t] }
                      fit <- inprod(miss[], miss[])
                      mu %s
                    }
                    """, 1 / (assumedSd * assumedSd), known ? "<- " + KNOWN : "~ dnorm(0, 0.5)");
            return ModelCompiler.compile(
                    Model.of(text),
                    DataSet.of(Map.of("y", DataArray.vector(data.length == 0 ? new double[TIMES] : data))),
                    Monitor.byDefault());
        }

        @Override
        public List<Quantity> quantities() {
            return List.of();
        }
    }

    /** Nothing but draws of the states, thinned by ten. */
    private static Calibration.Sampler states(Function<StateChains, ConditionalParticles> particles) {
        return (density, seed) -> {
            Cursor cursor = density.cursor();
            ConditionalParticles drawing = particles.apply(cursor.chains());
            RandomStream random = RandomStream.of(seed, 1);
            for (int i = 0; i < 200; i++) {
                drawing.draw(random);
            }
            double[][] draws = new double[Calibration.DRAWS][density.space().reportedSize()];
            for (double[] draw : draws) {
                for (int i = 0; i < 10; i++) {
                    drawing.draw(random);
                }
                cursor.report(draw);
            }
            return draws;
        };
    }

    private static void assertUniform(List<Calibration.Uniformity> unknowns) {
        assertThat(unknowns).as("seed %d", SEED).allMatch(unknown -> unknown.pValue() > ALARM);
    }

    private static void assertNotUniform(List<Calibration.Uniformity> unknowns) {
        assertThat(unknowns).as("seed %d", SEED).anyMatch(unknown -> unknown.pValue() < ALARM);
    }

    private static List<Calibration.Uniformity> pipeline(double assumedSd) {
        Settings settings = Settings.defaults()
                .withKernel(KernelFamily.of(Method.PARTICLE_GIBBS))
                .withWarmup(200)
                .withThin(6);
        return Calibration.run(new TwoChains(false, assumedSd), settings, REPLICATIONS, SEED);
    }

    @Test
    void thePipelineIsCalibrated() {
        assertUniform(pipeline(TwoChains.SD));
    }

    @Test
    void aStepThatIsTooWideIsCaught() {
        assertNotUniform(pipeline(1.6 * TwoChains.SD));
    }

    @Test
    void drawsOfStatesAreCalibrated() {
        assertUniform(Calibration.run(
                new TwoChains(true, TwoChains.SD),
                states(chains -> new ConditionalParticles(chains, 2)),
                REPLICATIONS,
                SEED));
    }

    @Test
    void aPastThatDoesNotFitIsCaught() {
        assertNotUniform(Calibration.run(
                new TwoChains(true, TwoChains.SD), states(WrongParticles.WithoutBridge::new), REPLICATIONS, SEED));
    }

    @Test
    void aPresentPathThatIsForgottenIsCaught() {
        assertNotUniform(Calibration.run(
                new TwoChains(true, TwoChains.SD), states(WrongParticles.WithoutPresent::new), REPLICATIONS, SEED));
    }
}
