package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.draws.summary.Diagnostics;
import dev.tandem.language.data.DataArray;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.trajectory.KernelFamily;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Hierarchies as people write them, with 100,000 draws at default settings against truths by quadrature. Each comparison
 * allows 3.5 standard errors: an exact sampler exceeds that with probability 5e-4, for some of the 230
 * numbers of the class with about 1 in 10; seeds are fixed.
 */
@Tag("long")
@Execution(ExecutionMode.CONCURRENT)
class HierarchiesTest {
    private static final int DRAWS = 25_000;
    private static final double ALARM = 3.5;

    private static void compare(Run run, Map<String, Double> truths, long seed) {
        StringBuilder far = new StringBuilder();
        truths.forEach((name, truth) -> {
            double[][] values = run.draws().element(name);
            double z = (Diagnostics.mean(values) - truth) / Diagnostics.mcseMean(values);
            if (!(Math.abs(z) < ALARM)) {
                far.append(String.format("%s: %.5g, truth %.5g, z %.2f; ", name, Diagnostics.mean(values), truth, z));
            }
        });
        assertThat(far.toString()).as("seed %d", seed).isEmpty();
    }

    /**
     * In trees of plots of regions chains with a dense metric meet divergences; steps that adapt meet none. With 100,000 draws
     * one of their comparisons was 3.9 standard errors off with seed 2. A fault of 3.9 would be one of 7.7 in four times the
     * draws of the same tuning; 12 other seeds are within 1.9 there and 0.5 together.
     */
    @ParameterizedTest
    @CsvSource({
        "eight-schools, NUTS, 1, 25000, 0",
        "eight-schools, NUTS, 2, 25000, 0",
        "ragged, NUTS, 1, 25000, 100",
        "ragged, NUTS, 2, 25000, 100",
        "ragged, WALNUTS, 1, 25000, 0",
        "ragged, WALNUTS, 2, 100000, 0"
    })
    void examplesAgreeWithQuadrature(String name, KernelFamily.Method method, long seed, int draws, int divergences) {
        Example example = Example.all().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        Run run = Sampling.run(
                example.bind().compile(),
                Settings.defaults().withDraws(draws).withSeed(seed).withKernel(KernelFamily.of(method)));
        Map<String, Double> truths = new LinkedHashMap<>();
        example.truths().forEach((element, truth) -> {
            if (truth.meanError() == 0) {
                truths.put(element, truth.mean());
            }
        });
        assertThat(truths).isNotEmpty();
        compare(run, truths, seed);
        assertThat(run.divergences()).as("divergences, seed %d", seed).isLessThanOrEqualTo(divergences);
    }

    /**
     * Six groups of five numbers, and vague gamma priors on both precisions. Half of the posterior lies where the groups are
     * hardly apart; far out there the prior of a precision ends in a cliff, exp(-exp(log tb)), that steps of one size
     * now and then fall from.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void oneWayLayoutAgreesWithQuadrature(long seed) {
        OneWay layout = new OneWay();
        Run run = Sampling.run(
                layout.model().compile(), Settings.defaults().withDraws(DRAWS).withSeed(seed));
        compare(run, layout.truths(), seed);
        assertThat(run.divergences()).as("divergences, seed %d", seed).isLessThan(100);
    }

    /** Steps that adapt take the cliff. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void stepsThatAdaptDoNotDivergeOnTheOneWayLayout(long seed) {
        OneWay layout = new OneWay();
        Run run = Sampling.run(
                layout.model().compile(),
                Settings.defaults()
                        .withDraws(DRAWS)
                        .withSeed(seed)
                        .withKernel(KernelFamily.of(KernelFamily.Method.WALNUTS)));
        compare(run, layout.truths(), seed);
        assertThat(run.divergences()).as("divergences, seed %d", seed).isZero();
    }

    /** The one-way layout: y[k, i] normal about b[k] with precision tw, b[k] normal about m with precision tb. */
    private static final class OneWay {
        private static final int GROUPS = 6;
        private static final int MEMBERS = 5;
        private static final double VAGUE = 0.001;
        private static final double PRECISION_OF_MEAN = 1e-6;
        private static final double LARGE = 20;

        private final double[] y = new double[GROUPS * MEMBERS];
        private final double[] group = new double[y.length];
        private final double[] means = new double[GROUPS];
        private double withinSquares;

        OneWay() {
            SplittableRandom random = new SplittableRandom(3);
            for (int k = 0; k < GROUPS; k++) {
                double effect = 0.8 * random.nextGaussian();
                for (int i = k * MEMBERS; i < (k + 1) * MEMBERS; i++) {
                    group[i] = k + 1;
                    y[i] = Math.rint(1000 * (10 + effect + random.nextGaussian())) / 1000;
                    means[k] += y[i] / MEMBERS;
                }
                for (int i = k * MEMBERS; i < (k + 1) * MEMBERS; i++) {
                    withinSquares += (y[i] - means[k]) * (y[i] - means[k]);
                }
            }
        }

        BoundModel model() {
            return Model.of("""
                            model {
                              for (i in 1:n) { y[i] ~ dnorm(b[group[i]], tw) }
                              for (k in 1:groups) { b[k] ~ dnorm(m, tb) }
                              m ~ dnorm(0, 1.0E-6)
                              tb ~ dgamma(0.001, 0.001)
                              tw ~ dgamma(0.001, 0.001)
                              between <- 1 / sqrt(tb)
                              within <- 1 / sqrt(tw)
                              neck <- step(tb - 20)
                            }
                            """)
                    .with(Map.of(
                            "n", DataArray.scalar(y.length),
                            "groups", DataArray.scalar(GROUPS),
                            "group", DataArray.vector(group),
                            "y", DataArray.vector(y)))
                    .monitoring("m", "b", "between", "within", "neck");
        }

        /** Means and effects in closed form given the precisions, those on a lattice of their logarithms. */
        Map<String, Double> truths() {
            double[] sums = new double[4 + GROUPS];
            double total = 0;
            double sumOfMeans = Arrays.stream(means).sum();
            double squares = Arrays.stream(means).map(mean -> mean * mean).sum();
            for (double logBetween = -16; logBetween <= 12; logBetween += 0.01) {
                for (double logWithin = -6; logWithin <= 6; logWithin += 0.02) {
                    double tb = Math.exp(logBetween);
                    double tw = Math.exp(logWithin);
                    double variance = 1 / tb + 1 / (MEMBERS * tw);
                    double precision = GROUPS / variance + PRECISION_OF_MEAN;
                    double mean = sumOfMeans / variance / precision;
                    double weight = Math.exp(VAGUE * (logBetween - tb + logWithin - tw)
                            + 0.5 * GROUPS * (MEMBERS - 1) * logWithin
                            - 0.5 * tw * withinSquares
                            - 0.5 * GROUPS * Math.log(variance)
                            - 0.5 * Math.log(precision)
                            - 0.5 * (squares / variance - mean * mean * precision));
                    total += weight;
                    sums[0] += weight * mean;
                    sums[1] += weight / Math.sqrt(tb);
                    sums[2] += weight / Math.sqrt(tw);
                    sums[3] += tb >= LARGE ? weight : 0;
                    double own = MEMBERS * tw / (MEMBERS * tw + tb);
                    for (int k = 0; k < GROUPS; k++) {
                        sums[4 + k] += weight * (own * means[k] + (1 - own) * mean);
                    }
                }
            }
            Map<String, Double> truths = new LinkedHashMap<>();
            String[] names = {"m", "between", "within", "neck"};
            for (int i = 0; i < sums.length; i++) {
                truths.put(i < 4 ? names[i] : "b[" + (i - 3) + "]", sums[i] / total);
            }
            return truths;
        }
    }
}
