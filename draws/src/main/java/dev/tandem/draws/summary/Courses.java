package dev.tandem.draws.summary;

import dev.tandem.draws.statistics.Moments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/**
 * How well chains agree on unknowns whose draws are not kept, and how many effective draws there are of each, from the
 * {@link Course} of each chain. While batches are single draws the measures are those of {@link Convergence#measure};
 * later R-hat is that of split chains without ranks, and the effective size that for the mean.
 */
public final class Courses {
    /** With fewer batches in a chain their autocorrelation cannot be told from chance. */
    private static final int FEWEST_FOR_AUTOCORRELATION = 32;

    private final List<Course> chains;
    private final IntFunction<String> names;
    private final int elements;
    private final int length;
    private final int batches;

    private Courses(List<Course> chains, IntFunction<String> names) {
        this.chains = chains;
        this.names = names;
        elements = chains.isEmpty() ? 0 : chains.get(0).elements();
        length = chains.stream().mapToInt(Course::batchLength).max().orElse(1);
        batches = chains.stream()
                .mapToInt(chain -> chain.batches() / (length / chain.batchLength()))
                .min()
                .orElse(0);
    }

    /** The courses of chains of one run, and the names of their elements; chains that have not begun are left out. */
    public static Courses of(List<Course> chains, IntFunction<String> names) {
        List<Course> begun = new ArrayList<>(chains);
        begun.removeIf(chain -> chain.draws() < 2);
        boolean alike = begun.stream()
                .allMatch(chain -> chain.elements() == begun.get(0).elements());
        return new Courses(alike ? begun : List.of(), names);
    }

    /** Nothing. */
    public static Courses none() {
        return new Courses(List.of(), element -> "");
    }

    /** The number of unknowns that can be judged: 0 if no chain has come far enough. */
    public int elements() {
        return batches < 4 ? 0 : elements;
    }

    public String name(int element) {
        return names.apply(element);
    }

    /** Whether an element had one and the same value in all draws of all chains. */
    public boolean constant(int element) {
        return stoodStill(element)
                && chains.stream()
                        .allMatch(chain ->
                                chain.firstValue(element) == chains.get(0).firstValue(element));
    }

    private boolean stoodStill(int element) {
        return chains.stream().allMatch(chain -> chain.constant(element));
    }

    /** The mean of an element in each chain. */
    public double[] means(int element) {
        return chains.stream().mapToDouble(chain -> chain.mean(element)).toArray();
    }

    /** The standard deviation of an element in each chain. */
    public double[] sds(int element) {
        return chains.stream()
                .mapToDouble(chain -> Math.sqrt(chain.variance(element)))
                .toArray();
    }

    /** Whether in a chain no element but those before {@code from} has changed. */
    public boolean stoodStill(int chain, int from) {
        return chains.get(chain).stoodStill(from);
    }

    /** The number of chains that can be judged. */
    public int chains() {
        return chains.size();
    }

    /** Like {@link Convergence#measure}. */
    public Convergence.Measure measure(int element) {
        if (stoodStill(element)) {
            return constant(element)
                    ? new Convergence.Measure(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY)
                    : new Convergence.Measure(Double.POSITIVE_INFINITY, chains.size());
        }
        double[][] means = new double[chains.size()][];
        for (int chain = 0; chain < means.length; chain++) {
            means[chain] = Arrays.copyOf(chains.get(chain).means(element, length), batches);
        }
        if (length == 1) {
            return Convergence.measure(means);
        }
        return new Convergence.Measure(rhat(element, means), size(element, means));
    }

    /** R-hat of the halves of chains. What varies within halves is what varies within chains, less that between halves. */
    private double rhat(int element, double[][] means) {
        int half = batches / 2;
        double n = (double) half * length;
        double[] halves = new double[2 * means.length];
        double within = 0;
        for (int chain = 0; chain < means.length; chain++) {
            double low = mean(means[chain], 0, half);
            double high = mean(means[chain], batches - half, batches);
            halves[2 * chain] = low;
            halves[2 * chain + 1] = high;
            within += chains.get(chain).variance(element) - 0.25 * (high - low) * (high - low);
        }
        within /= means.length;
        double between = Moments.variance(halves);
        // Rounding may leave less than nothing within chains that jumped once.
        return within <= 0
                ? between > 0 ? Double.POSITIVE_INFINITY : Double.NaN
                : Math.sqrt((n - 1) / n + between / within);
    }

    /** The variance of a draw over that of the mean of all draws, which the batches tell. */
    private double size(int element, double[][] means) {
        double ofBatches = Moments.variance(means);
        double effective = batches >= FEWEST_FOR_AUTOCORRELATION ? Diagnostics.essBasic(means) : batches * means.length;
        double variance = 0;
        for (int chain = 0; chain < means.length; chain++) {
            variance += chains.get(chain).variance(element);
        }
        variance = variance / means.length + (means.length > 1 ? Moments.variance(means(element)) : 0);
        double draws = chains.stream().mapToDouble(Course::draws).sum();
        // Antithetic batches may claim more, within bounds.
        return ofBatches == 0 ? draws : Math.min(effective * variance / ofBatches, draws * Math.log10(draws));
    }

    private static double mean(double[] values, int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += values[i];
        }
        return sum / (to - from);
    }
}
