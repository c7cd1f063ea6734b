package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.program.Summing;
import dev.tandem.language.data.DataArray;
import dev.tandem.sampling.Race;
import dev.tandem.sampling.Settings;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whether discrete unknowns are summed out where nobody has said it. Nothing is random: races have their own seed. */
class SumChoiceTest {
    private static final Settings SETTINGS = Settings.defaults().withSeed(3);

    private static BoundModel states() {
        return Model.of("""
                        model {
                          for (i in 1:6) { z[i] ~ dbern(psi) y[i] ~ dbin(z[i] * p, 3) }
                          psi ~ dbeta(1, 1)
                          p ~ dbeta(1, 1)
                        }
                        """).with(Map.of("y", DataArray.vector(0, 2, 0, 1, 0, 0)));
    }

    @Test
    void cheapSumsAreTaken() {
        assertThat(states().under(SETTINGS).summing()).isEqualTo(Summing.automatic());
    }

    @Test
    void whatWasAskedForStands() {
        assertThat(states().summing(Summing.none()).under(SETTINGS).summing()).isEqualTo(Summing.none());
        assertThat(states().summing(Summing.all()).under(SETTINGS).summing()).isEqualTo(Summing.all());
    }

    /**
     * The size of a binomial with a probability that is unknown too: one of 500 values, along a ridge that a chain takes thousands
     * of draws to walk. The truth is a sum over the sizes, with the probability integrated by hand. With four thousand nearly
     * independent draws a mean is within a fifth of a standard deviation with a false-alarm rate below 1e-20, or below 1e-6 were
     * draws a tenth as good; a chain that goes back and forth between the two is not.
     */
    @Test
    @Tag("normal")
    void oneUnknownOfManyValuesIsSummedOut() {
        int[] seen = {16, 18, 22, 25, 27};
        BoundModel model = Model.of("""
                        model {
                          theta ~ dbeta(1, 1)
                          n ~ dcat(p[])
                          for (i in 1:5) { k[i] ~ dbin(theta, n) }
                          for (i in 1:500) { p[i] <- 1 / 500 }
                        }
                        """)
                .with(Map.of(
                        "k",
                        DataArray.vector(Arrays.stream(seen).asDoubleStream().toArray())));
        assertThat(model.under(SETTINGS).summing()).isEqualTo(Summing.automatic());
        assertThat(model.compile().summedOut().variables()).containsExactly("n");
        double total = 0;
        double mean = 0;
        double squares = 0;
        int all = Arrays.stream(seen).sum();
        for (int n = 27; n <= 500; n++) {
            double log = logFactorial(all) + logFactorial(5 * n - all) - logFactorial(5 * n + 1);
            for (int k : seen) {
                log += logFactorial(n) - logFactorial(k) - logFactorial(n - k);
            }
            double weight = Math.exp(log);
            total += weight;
            mean += weight * n;
            squares += weight * n * n;
        }
        mean /= total;
        double sd = Math.sqrt(squares / total - mean * mean);
        double[] draws = Arrays.stream(model.sample(SETTINGS).draws().element("n"))
                .flatMapToDouble(Arrays::stream)
                .toArray();
        assertThat(Arrays.stream(draws).average().orElseThrow()).isCloseTo(mean, within(0.2 * sd));
    }

    private static double logFactorial(int n) {
        double log = 0;
        for (int i = 2; i <= n; i++) {
            log += Math.log(i);
        }
        return log;
    }

    /** Places with sixty values, which the sampler moves well and which are dear to sum in every gradient. */
    @Test
    @Tag("normal")
    void statesWhoseSumDoesNotPayAreSampledWhateverTheSeed() {
        BoundModel model = distances(40);
        assertThat(model.under(SETTINGS).summing()).isEqualTo(Summing.none());
        assertThat(model.under(SETTINGS.withSeed(5)).summing()).isEqualTo(Summing.none());
        assertThat(model.likelyUnder(SETTINGS).summing()).isEqualTo(Summing.none());
        assertThat(model.compile().summedOut().variables()).containsExactly("z", "place");
    }

    /** Distances to animals that may not exist, each at one of sixty places: its sum takes a thousand times the work. */
    private static BoundModel distances(int animals) {
        double[] seen = new double[animals];
        double[] distance = new double[animals];
        double[] place = new double[animals];
        Arrays.fill(distance, Double.NaN);
        Arrays.fill(place, Double.NaN);
        for (int i = 0; i < 20; i++) {
            seen[i] = 1;
            distance[i] = 0.05 + 0.07 * i;
            place[i] = 1 + 3 * i;
        }
        return Model.of("""
                        model {
                          b ~ dunif(-10, 10)
                          for (i in 1:N) {
                            z[i] ~ dbern(psi)
                            d[i] ~ dunif(0, 4)
                            y[i] ~ dbern(z[i] * exp(-d[i] * d[i] / (2 * sigma[place[i]] * sigma[place[i]])))
                            place[i] ~ dcat(share[])
                          }
                          for (s in 1:60) {
                            log(sigma[s]) <- b * (s - 30) / 30
                            share[s] <- 1 / 60
                          }
                          psi ~ dbeta(1, 1)
                        }
                        """)
                .with(Map.of(
                        "N", DataArray.scalar(animals),
                        "y", DataArray.vector(seen),
                        "d", DataArray.vector(distance),
                        "place", DataArray.vector(place)));
    }

    /** Two normals that lie on each other, whose groups cannot be told apart: a chain with its states moves slowly. */
    @Test
    @Tag("normal")
    void statesThatHoldGroupsApartAreSummedOut() {
        SplittableRandom random = new SplittableRandom(1);
        double[] y = new double[500];
        Arrays.setAll(y, i -> (i % 3 == 0 ? -1 : 0.6) + random.nextGaussian());
        BoundModel model = Model.of("""
                        model {
                          for (i in 1:N) {
                            z[i] ~ dcat(share[])
                            y[i] ~ dnorm(mu[z[i]], pow(sigma[z[i]], -2))
                          }
                          share[1] <- theta
                          share[2] <- 1 - theta
                          theta ~ dbeta(5, 5)
                          for (k in 1:2) {
                            mu[k] ~ dnorm(0, 0.25)
                            sigma[k] ~ dnorm(0, 0.25) T(0,)
                          }
                        }
                        """).with(Map.of("N", DataArray.scalar(y.length), "y", DataArray.vector(y)));
        assertThat(model.under(SETTINGS).summing()).isEqualTo(Summing.automatic());
        // In an order by chance groups look as if they moved.
        CompiledDensity summed = model.compile();
        CompiledDensity joint = model.summing(Summing.none()).compile();
        double shuffled = Race.run(
                        new Race.Candidate(summed, summed.gradientWork()),
                        new Race.Candidate(joint, joint.gradientWork()),
                        Double.POSITIVE_INFINITY)
                .ratio();
        double inOrder = Race.run(
                        new Race.Candidate(summed.inOwnOrder(), summed.gradientWork()),
                        new Race.Candidate(joint.inOwnOrder(), joint.gradientWork()),
                        Double.POSITIVE_INFINITY)
                .ratio();
        assertThat(shuffled).isGreaterThan(1.3 * inOrder);
    }

    @Test
    void aRaceThatTakesLongIsNotHeldInPassing() {
        BoundModel model = distances(400);
        assertThat(SumChoice.inPassing(model, SETTINGS).open()).isTrue();
        assertThat(model.describe(SETTINGS).outlook())
                .contains("not known yet: whether it pays to sum out z, place; short chains");
    }

    /** Of a short run a race may take a small part only, too little to begin; then the price decides. */
    @Test
    void aShortRunDoesNotWaitForARace() {
        SumChoice.Chosen chosen = SumChoice.of(
                distances(400), SETTINGS.withChains(1).withWarmup(20).withDraws(20));
        assertThat(chosen.summing()).isEqualTo(Summing.automatic());
        assertThat(chosen.open()).isFalse();
    }

    /** A chain of sixty states: its run of default length is over before two chains could have raced. */
    @Test
    void aRunThatIsShorterThanARaceIsNotRacedFor() {
        assertThat(SumChoice.worthARace(40_000, 20_000, SETTINGS)).isFalse();
        // In a long run a race costs little beside what it may save.
        assertThat(SumChoice.worthARace(40_000, 20_000, SETTINGS.withDraws(20_000)))
                .isTrue();
        assertThat(SumChoice.worthARace(400_000, 200_000, SETTINGS)).isTrue();
        // Sums that are very much dearer may take very much longer.
        assertThat(SumChoice.worthARace(40_000, 2_000, SETTINGS)).isTrue();
    }
}
