package dev.tandem.validation;

import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.density.Variable;
import dev.tandem.draws.Draws;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.random.RandomStream;
import dev.tandem.sampling.random.Randomness;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Simulation-based calibration (Talts et al. 2018) of the whole pipeline, start search and warmup included: unknowns are
 * drawn from the prior and data given them; among the draws of the posterior the unknowns then have a uniform rank.
 *
 * <p>Draws are thinned, since ranks are uniform only among independent draws. Ties, which discrete unknowns have, are
 * broken at random.
 */
public final class Calibration {
    /** Draws that are ranked among; with one more rank than draws, the bins below hold seven ranks each. */
    public static final int DRAWS = 62;

    private static final int BINS = 9;

    private Calibration() {}

    /**
     * How uniform the ranks of one unknown are.
     *
     * @param name the unknown
     * @param chiSquare the chi-square statistic of the bins
     * @param spread how much further from the middle the ranks are than uniform ones, in standard errors
     * @param centre how much larger the ranks are than uniform ones, in standard errors
     */
    public record Uniformity(String name, double chiSquare, double spread, double centre) {
        /** The smallest of the three tail probabilities, times three for having looked three times. */
        public double pValue() {
            // So many degrees of freedom that Student's law is the normal law.
            double moments = Tails.student(Math.max(Math.abs(spread), Math.abs(centre)), 100_000);
            return Math.min(1, 3 * Math.min(Tails.chiSquare(chiSquare, BINS - 1), moments));
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%s: chi-square %.1f, spread %.2f, centre %.2f, p %.2g",
                    name,
                    chiSquare,
                    spread,
                    centre,
                    pValue());
        }
    }

    /** What is calibrated: draws from a posterior. */
    @FunctionalInterface
    public interface Sampler {
        /** {@value #DRAWS} draws, each with all elements that the density reports. */
        double[][] draws(MixedDensity density, long seed);
    }

    /** Ranks the truth in {@code replications} runs; one chain each, {@value #DRAWS} draws of the settings' thinning. */
    public static List<Uniformity> run(GenerativeModel model, Settings settings, int replications, long seed) {
        Settings one = settings.withChains(1).withThreads(1).withDraws(DRAWS);
        return run(model, (density, own) -> pipeline(density, one.withSeed(own)), replications, seed);
    }

    private static double[][] pipeline(MixedDensity density, Settings settings) {
        Draws draws = Sampling.run(density, settings).draws();
        double[][] rows = new double[DRAWS][draws.elements()];
        for (int draw = 0; draw < DRAWS; draw++) {
            for (int element = 0; element < rows[draw].length; element++) {
                rows[draw][element] = draws.value(0, draw, element);
            }
        }
        return rows;
    }

    /** Ranks the truth among the draws of a sampler in {@code replications} runs. */
    public static List<Uniformity> run(GenerativeModel model, Sampler sampler, int replications, long seed) {
        Space space = model.density(new double[0]).space();
        int[][] ranks = IntStream.range(0, replications)
                .parallel()
                .mapToObj(replication ->
                        ranks(model, space, sampler, RandomStream.of(seed, replication), seed + replication))
                .toArray(int[][]::new);
        List<Uniformity> list = new ArrayList<>();
        for (Variable variable : space.reported()) {
            for (int i = 0; i < variable.size(); i++) {
                list.add(uniformity(variable.elementName(i), ranks, list.size()));
            }
        }
        return list;
    }

    private static int[] ranks(GenerativeModel model, Space space, Sampler sampler, Randomness random, long seed) {
        int[] x = new int[space.sites()];
        double[] q = new double[space.dimension()];
        model.drawPrior(x, q, random);
        MixedDensity density = model.density(model.drawData(x, q, random));
        // Of the posterior's own density: what is reported may read the data.
        Cursor truth = density.cursor();
        truth.moveTo(q);
        truth.assignAll(x);
        double[] values = new double[space.reportedSize()];
        truth.report(values);
        double[][] draws = sampler.draws(density, seed);
        int[] ranks = new int[values.length];
        for (int element = 0; element < ranks.length; element++) {
            int ties = 0;
            for (int draw = 0; draw < DRAWS; draw++) {
                double value = draws[draw][element];
                ranks[element] += value < values[element] ? 1 : 0;
                ties += value == values[element] ? 1 : 0;
            }
            ranks[element] += random.below(ties + 1);
        }
        return ranks;
    }

    private static Uniformity uniformity(String name, int[][] ranks, int element) {
        double count = ranks.length;
        double[] bins = new double[BINS];
        double centre = 0;
        double spread = 0;
        for (int[] rank : ranks) {
            bins[rank[element] * BINS / (DRAWS + 1)]++;
            // Of a uniform variable on (-1, 1) the mean is 0 and the mean square 1/3, with variances 1/3 and 4/45.
            double place = (2.0 * rank[element] - DRAWS) / (DRAWS + 1);
            centre += place;
            spread += place * place - 1.0 / 3;
        }
        double chiSquare = 0;
        double expected = count / BINS;
        for (double bin : bins) {
            chiSquare += (bin - expected) * (bin - expected) / expected;
        }
        return new Uniformity(name, chiSquare, spread / Math.sqrt(count * 4 / 45), centre / Math.sqrt(count / 3));
    }
}
