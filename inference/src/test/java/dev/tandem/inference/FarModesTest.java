package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.compiler.program.Summing;
import dev.tandem.draws.Draws;
import dev.tandem.language.data.DataFile;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.sampling.ChainReport;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import java.util.Arrays;
import java.util.function.DoublePredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Supports with gaps, counts with a second mode, modes of a real, and walls: models in which a chain that only ever moves
 * a little stays where it was started. Eight seeds each. Bounds are at least 5.5 standard errors wide, a false alarm in
 * 10^7; where chains need to disagree, the chance that they do not is stated.
 */
@Tag("normal")
class FarModesTest {
    private static final int SEEDS = 8;
    private static final Settings SHORT =
            Settings.defaults().withChains(2).withWarmup(200).withDraws(500).withThreads(2);

    private static Run run(String model, String data, Settings settings) {
        DataSet known = data.isBlank() ? DataSet.empty() : DataFile.parse(SourceText.of("data.R", data), Dialect.JAGS);
        return Sampling.run(Model.of(model).with(known).summing(Summing.joint()).compile(), settings);
    }

    private static int element(Draws draws, String name) {
        return IntStream.range(0, draws.elements())
                .filter(element -> draws.elementName(element).equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static double share(Run run, String name, DoublePredicate event) {
        return Arrays.stream(run.draws().element(element(run.draws(), name)))
                .flatMapToDouble(Arrays::stream)
                .map(value -> event.test(value) ? 1 : 0)
                .average()
                .orElseThrow();
    }

    /** Weighed in full after every trajectory: 1000 nearly independent draws a seed. */
    @Test
    void aGapIsCrossed() {
        String zeros = "0, ".repeat(198);
        for (int seed = 1; seed <= SEEDS; seed++) {
            Run run = run("model { x ~ dcat(w[]) }", "w <- c(0.3, " + zeros + "0.7)", SHORT.withSeed(seed));
            assertThat(share(run, "x", x -> x == 200)).as("seed %d", seed).isBetween(0.7 - 0.09, 0.7 + 0.09);
            assertThat(share(run, "x", x -> x > 1 && x < 200)).isZero();
        }
    }

    /** A support that depends on another unknown, and a valley inside that no walk comes through. */
    @Test
    void aValleyInASupportThatDependsOnAnotherIsCrossed() {
        double[] sides = new double[2];
        for (int n = 1; n <= 3; n++) {
            double binomial = Math.pow(0.5, 150 + n);
            for (int x = 0; x <= 150 + n; x++) {
                double residual = 225 - Math.pow(x - 75, 2);
                sides[x > 75 ? 1 : 0] += binomial * Math.exp(-0.00125 * residual * residual);
                binomial *= (150.0 + n - x) / (x + 1);
            }
        }
        double truth = sides[1] / (sides[0] + sides[1]);
        String model = "model { n ~ dcat(v[])  x ~ dbin(0.5, 150 + n)  y ~ dnorm((x - 75)^2, 0.0025) }";
        double mean = 0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            mean += share(run(model, "v <- c(1, 1, 1); y <- 225", SHORT.withSeed(seed)), "x", x -> x > 75) / SEEDS;
        }
        // Effective size of 8000 draws above 2500.
        assertThat(mean).isBetween(truth - 0.055, truth + 0.055);
    }

    /** The truth by enumeration; effective size about a quarter of 2000 draws a seed. */
    @Test
    void theSecondModeOfACountIsFound() {
        double low = 0;
        double high = 0;
        for (int n = 0; n < 2000; n++) {
            double residual = 6400 - Math.pow(n - 100, 2);
            double weight = Math.exp(n * Math.log(0.99) - 0.5e-4 * residual * residual);
            low += n < 100 ? weight : 0;
            high += n < 100 ? 0 : weight;
        }
        double truth = high / (low + high);
        assertThat(truth).isBetween(0.166, 0.168);
        String model = "model { n ~ dnegbin(0.01, 1)  y ~ dnorm((n - 100)^2, 1.0E-4) }";
        double mean = 0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            Run run = run(model, "y <- 6400", SHORT.withDraws(1000).withSeed(seed));
            double share = share(run, "n", n -> n >= 100);
            assertThat(share).as("seed %d", seed).isBetween(truth - 0.1, truth + 0.1);
            mean += share / SEEDS;
        }
        assertThat(mean).isBetween(truth - 0.033, truth + 0.033);
    }

    /** Chains do not cross twenty standard deviations; they begin on both sides, so that R-hat shows it. */
    @Test
    void chainsBeginInBothModesOfAReal() {
        String model = "model { x ~ dnormmix(c(0, 20), c(1, 1), c(0.5, 0.5)) }";
        int right = 0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            Run run = run(model, "", SHORT.withChains(4).withDraws(20).withSeed(seed));
            for (double[] chain : run.draws().element(0)) {
                right += chain[0] > 10 ? 1 : 0;
            }
        }
        // Of 32 chains fewer than three on a side: 2.5e-7.
        assertThat(right).isBetween(3, 29);
    }

    /** A normal beyond 1: mean 1.5251, standard deviation 0.4463; effective size above a twentieth of 8000 draws. */
    @Test
    void aWallIsNoReasonForShortSteps() {
        String model = "model { x ~ dnorm(0, 1)  z ~ dbern(step(x - 1)) }";
        double mean = 0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            Run run = run(model, "z <- 1", SHORT.withSeed(seed));
            mean += Arrays.stream(run.draws().element(0))
                            .flatMapToDouble(Arrays::stream)
                            .average()
                            .orElseThrow()
                    / SEEDS;
            assertThat(share(run, "x", x -> x < 1)).isZero();
            assertCheap(run, seed);
        }
        assertThat(mean).isBetween(1.5251 - 0.12, 1.5251 + 0.12);
    }

    /** Unobserved, z and x lock each other, which is another matter; but it costs no more than a wall does. */
    @Test
    void aWallInsideCostsNoMore() {
        String model = "model { x ~ dnorm(0, 1)  z ~ dbern(step(x - 1)) }";
        for (int seed = 1; seed <= SEEDS; seed++) {
            assertCheap(run(model, "", SHORT.withSeed(seed)), seed);
        }
    }

    /** Before walls were told from steep places it took hundreds of gradients a draw, and hundreds of thousands. */
    private static void assertCheap(Run run, int seed) {
        for (ChainReport chain : run.chains()) {
            assertThat(chain.gradients()).as("gradients, seed %d", seed).isLessThan(30L * chain.draws());
        }
    }
}
