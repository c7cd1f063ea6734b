package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.compiler.program.Summing;
import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.Diagnostics;
import dev.tandem.language.data.DataArray;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A model with an unknown of every fate has the same posterior with each of them switched off: stars, a path, counts without
 * end, what is drawn forwards as a whole or in part, and what the data settle. Means are compared within 5.5 standard errors of both; for 40
 * elements and six ways that is a false alarm in 10^5, were the seed drawn anew.
 */
@Tag("normal")
class FatesOffTest {
    private static final double FAR = 5.5;

    private static final Settings SETTINGS =
            Settings.defaults().withChains(2).withWarmup(300).withDraws(2500).withSeed(8);

    private static final String MODEL = """
            model {
              psi ~ dbeta(2, 2)
              catch ~ dbeta(3, 3)
              stay ~ dbeta(4, 2)
              mu ~ dnorm(0, 0.25)
              for (i in 1:6) {
                lived.in[i] ~ dbern(psi)
                frogs[i] ~ dpois(1.5 * lived.in[i])
                newts[i] ~ dpois(4)
                trapped[i] ~ dbin(catch, newts[i])
              }
              wet[1] ~ dbern(0.5)
              for (t in 2:7) { wet[t] ~ dbern(stay * wet[t-1] + (1 - stay) * (1 - wet[t-1])) }
              for (t in 1:6) { level[t] ~ dnorm(mu + 1.5 * wet[t], 1) }
              depth[1] ~ dnorm(mu, 1)
              for (t in 2:5) { depth[t] ~ dnorm(depth[t-1], 2) }
              for (t in 1:3) { gauge[t] ~ dnorm(depth[t], 1) }
              next.frogs ~ dpois(6 * psi)
              next.level ~ dnorm(mu, 1)
              ponds <- sum(lived.in[])
            }
            """;

    private static BoundModel model(String text) {
        return Model.of(text)
                .with(Map.of(
                        "frogs", DataArray.vector(0, 2, 0, 1, 0, 0),
                        "trapped", DataArray.vector(1, 0, 3, 2, 0, 1),
                        "gauge", DataArray.vector(0.3, 1.1, 0.8),
                        "level", DataArray.vector(0.2, Double.NaN, 1.9, 2.2, 0.4, -0.3)));
    }

    private static Draws draws(BoundModel model, Summing summing) {
        return Sampling.run(model.summing(summing).compile(), SETTINGS).draws();
    }

    /** The farthest that means lie apart, in standard errors. */
    private static double farthest(Draws one, Draws other) {
        double farthest = 0;
        for (int e = 0; e < one.elements(); e++) {
            String name = one.elementName(e);
            int same = 0;
            while (!other.elementName(same).equals(name)) {
                same++;
            }
            double[] first = meanAndVariance(one.element(e));
            double[] second = meanAndVariance(other.element(same));
            double apart = Math.abs(first[0] - second[0]);
            farthest = Math.max(farthest, apart == 0 ? 0 : apart / Math.sqrt(first[1] + second[1]));
        }
        return farthest;
    }

    /** The mean of all chains, and its variance. */
    private static double[] meanAndVariance(double[][] chains) {
        double mean =
                Arrays.stream(chains).flatMapToDouble(Arrays::stream).average().orElseThrow();
        double variance = Arrays.stream(chains)
                .flatMapToDouble(Arrays::stream)
                .map(x -> (x - mean) * (x - mean))
                .average()
                .orElseThrow();
        return new double[] {mean, variance == 0 ? 0 : variance / Diagnostics.essBasic(chains)};
    }

    @Test
    void eachFateSwitchedOffLeavesThePosterior() {
        BoundModel model = model(MODEL);
        Draws all = draws(model, Summing.all());
        assertThat(model.summing(Summing.all()).compile().summedOut().variables())
                .containsExactlyInAnyOrder("lived.in", "newts", "wet");
        assertThat(model.summing(Summing.all()).compile().drawnForwards())
                .containsExactlyInAnyOrder("next.frogs", "next.level", "level", "wet", "depth");
        for (Summing other : List.of(
                Summing.all().withoutForward(),
                Summing.of(Set.of("newts", "wet")),
                Summing.of(Set.of("lived.in", "wet")),
                Summing.of(Set.of("lived.in", "newts")),
                Summing.none(),
                Summing.joint())) {
            assertThat(farthest(all, draws(model, other))).as("%s", other).isLessThan(FAR);
        }
        // Another law of one of them is found.
        BoundModel wrong = model(MODEL.replace("dpois(1.5 * lived.in[i])", "dpois(0.5 * lived.in[i])"));
        assertThat(farthest(all, draws(wrong, Summing.all()))).isGreaterThan(FAR);
    }
}
