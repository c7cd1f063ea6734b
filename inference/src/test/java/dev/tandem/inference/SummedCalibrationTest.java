package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.program.Summing;
import dev.tandem.language.data.DataArray;
import dev.tandem.sampling.Cancellation;
import dev.tandem.sampling.Settings;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Simulation-based calibration of a model of every kind of sum, its parameters and the states that are drawn back. Each finds
 * nothing at a false-alarm rate of 1e-6, were the seed drawn anew, and finds a sampler whose sum lacks a factor or has a
 * stale one.
 */
@Tag("normal")
class SummedCalibrationTest {
    private static final Settings SETTINGS =
            Settings.defaults().withWarmup(100).withThin(4).withSeed(31);

    /** A model, the part of it that is replaced to make a fault, the shape of y, and what is summed out. */
    enum Kind {
        STAR("""
                for (i in 1:8) {
                  z[i] ~ dbern(psi)
                  for (j in 1:3) { y[i,j] ~ dbern(z[i] * p) }
                }
                psi ~ dbeta(2, 2)
                p ~ dbeta(2, 2)
                """, "1:3", "1:2", "8 3", "all", "z", 1),
        PATH("""
                s[1] ~ dbern(0.5)
                for (t in 2:8) { s[t] ~ dbern(s[t-1] * stay + (1 - s[t-1]) * (1 - stay)) }
                for (t in 1:8) { y[t] ~ dnorm(mu + 2 * s[t], 1) }
                stay ~ dbeta(4, 2)
                mu ~ dnorm(0, 1)
                """, "s[t-1] * stay + (1 - s[t-1]) * (1 - stay)", "stay", "8", "all", "s", 8),
        TREE("""
                for (i in 1:2) { g[i] ~ dbin(q, 2) }
                for (i in 3:6) {
                  m[i] ~ dbern(g[1] / 2)
                  f[i] ~ dbern(g[2] / 2)
                  g[i] <- m[i] + f[i]
                  y[i-2] ~ dnorm(effect * g[i], 4)
                }
                q ~ dbeta(2, 2)
                effect ~ dnorm(1, 1)
                """, "dbern(g[2] / 2)", "dbern(q)", "4", "all", "g m f", 10),
        COUNTS("""
                for (i in 1:5) {
                  N[i] ~ dpois(lambda)
                  for (j in 1:2) { y[i,j] ~ dbin(p, N[i]) }
                }
                lambda ~ dgamma(6, 1)
                p ~ dbeta(3, 3)
                """, "dpois(lambda)", "dpois(6)", "5 2", "all", "N", 1),
        CHAIN_OF_COUNTS("""
                for (i in 1:2) {
                  N[i,1] ~ dpois(lambda)
                  for (t in 2:3) { N[i,t] ~ dbin(phi, N[i,t-1]) }
                  for (t in 1:3) { y[i,t] ~ dbin(p, N[i,t]) }
                }
                lambda ~ dgamma(5, 1)
                phi ~ dbeta(4, 2)
                p ~ dbeta(4, 4)
                """, "dbin(p, N[i,t])", "dbin(p * p, N[i,t])", "2 3", "all", "N", 3),
        /** Nothing is summed out of the density: tied states are drawn together inside the kernel. */
        BLOCK("""
                a ~ dbern(w)
                b ~ dbern(0.05 + 0.9 * a)
                for (t in 1:3) { c[t] ~ dbern(0.02 + 0.96 * b)  y[t] ~ dnorm(mu * c[t], 1) }
                w ~ dbeta(2, 2)
                mu ~ dnorm(2, 1)
                """, "0.02 + 0.96 * b", "0.5", "3", "none", "", 0),
        MIXED("""
                k ~ dcat(even[])
                for (t in 1:8) {
                  even[t] <- 0.125
                  z[t] ~ dbern(w)
                  y[t] ~ dnorm(mu * step(t - k) + 3 * z[t], 1)
                }
                w ~ dbeta(2, 2)
                mu ~ dnorm(0, 0.2)
                """, "3 * z[t]", "0.5 * z[t]", "8", "z", "z", 1);

        private final String text;
        private final String part;
        private final String fault;
        private final String observed;
        private final String summing;
        private final String summed;
        private final int largest;

        Kind(String text, String part, String fault, String observed, String summing, String summed, int largest) {
            this.text = "model {\n" + text + "}\n";
            this.part = part;
            this.fault = fault;
            this.observed = observed;
            this.summing = summing;
            this.summed = summed;
            this.largest = largest;
        }

        BoundModel model() {
            int[] shape = Arrays.stream(observed.split(" ", -1))
                    .mapToInt(Integer::parseInt)
                    .toArray();
            int size = Arrays.stream(shape).reduce(1, Math::multiplyExact);
            return Model.of(text)
                    .with(Map.of("y", DataArray.of(shape, new double[size])))
                    .summing(Summing.of(List.of(summing)));
        }

        Calibration calibrate(int replications, boolean wrong) {
            assertThat(text).contains(part);
            var sampled = Model.of(wrong ? text.replace(part, fault) : text).parsed();
            return Calibration.run(model(), sampled, replications, SETTINGS, false, done -> {}, new Cancellation());
        }
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsWrong(Kind kind) {
        CompiledDensity density = kind.model().compile();
        assertThat(String.join(" ", density.summedOut().variables())).isEqualTo(kind.summed);
        assertThat(density.summedOut().largest()).isEqualTo(kind.largest);
        assertThat(kind.calibrate(30, false).suspects(1e-6)).isEmpty();
    }

    @Test
    void aFaultIsFound() {
        assertThat(Kind.STAR.calibrate(60, true).suspects(1e-6)).isNotEmpty();
    }

    @ParameterizedTest
    @EnumSource
    @Tag("long")
    void everyFaultIsFound(Kind kind) {
        assertThat(kind.calibrate(300, true).suspects(1e-6)).isNotEmpty();
    }

    @ParameterizedTest
    @EnumSource
    @Tag("long")
    void nothingIsWrongInManyReplications(Kind kind) {
        assertThat(kind.calibrate(1000, false).suspects(1e-6)).isEmpty();
    }
}
