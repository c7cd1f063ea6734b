package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.program.Summing;
import dev.tandem.language.data.DataArray;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A chain whose gradients are large draws the same on every number of threads, to the last bit. */
class SharedSamplingTest {
    private static final int SIZE = 100_000;

    @Test
    void helpersChangeNoDraw() {
        SplittableRandom random = new SplittableRandom(8);
        CompiledDensity density = Model.of("""
                        model {
                          for (i in 1:N) {
                            y[i] ~ dnorm(theta[g[i]] + b * x[i], tau)
                            z[i] ~ dbern(ilogit(b * x[i]))
                            s[i] ~ dbern(0.4 * z[i])
                          }
                          for (j in 1:9) { theta[j] ~ dnorm(0, 1) }
                          b ~ dnorm(0, 1)
                          tau ~ dgamma(2, 2)
                        }
                        """)
                .with(Map.of(
                        "N",
                        DataArray.scalar(SIZE),
                        "g",
                        DataArray.vector(
                                random.ints(SIZE, 1, 10).asDoubleStream().toArray()),
                        "x",
                        DataArray.vector(random.doubles(SIZE, -1, 1).toArray()),
                        "y",
                        DataArray.vector(random.doubles(SIZE, -1, 1).toArray()),
                        "s",
                        DataArray.vector(random.ints(SIZE, 0, 4)
                                .mapToDouble(v -> v == 0 ? 1 : 0)
                                .toArray())))
                .summing(Summing.all())
                .compile();
        Settings settings =
                Settings.defaults().withChains(1).withWarmup(4).withDraws(2).withSeed(3);
        Run alone = Sampling.run(density, settings.withThreads(1));
        for (int threads : new int[] {2, 3, 8}) {
            Run helped = Sampling.run(density, settings.withThreads(threads));
            assertThat(helped.draws().elements(0, 11))
                    .isDeepEqualTo(alone.draws().elements(0, 11));
        }
    }
}
