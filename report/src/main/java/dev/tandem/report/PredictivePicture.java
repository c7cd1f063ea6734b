package dev.tandem.report;

import dev.tandem.draws.Quantiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * One observed variable beside what the model predicts for it: how often values occur, what statistics come to, and
 * where each observation lies among its predictions.
 *
 * @param name of the variable
 * @param observations how many were compared
 * @param replicates how many data sets were predicted
 * @param discrete whether all values are whole
 * @param bins how often values occur
 * @param density of continuous data, observed and predicted; empty for others, and for few observations
 * @param statistics of whole data sets
 * @param intervals of single observations, at most {@value #MOST_INTERVALS} of them, in order; empty for binary data
 * @param places how many observations lie in each tenth of their own predictions, low tenths first; an observation that
 *     equals some predictions is spread over their places
 * @param leftOut the same where each observation is predicted without it (LOO-PIT); empty where that cannot be had
 * @param within50 the share of all observations that lie in the middle half of their predictions
 * @param within90 the share that lies in the middle nine tenths
 * @param reliability for binary data: how often a thing happened, by how likely it was said to be
 */
public record PredictivePicture(
        String name,
        int observations,
        int replicates,
        boolean discrete,
        List<Bin> bins,
        Optional<Density> density,
        List<Statistic> statistics,
        List<Interval> intervals,
        List<Double> places,
        List<Double> leftOut,
        double within50,
        double within90,
        List<Reliability> reliability) {
    private static final int MOST_BINS = 40;

    private static final int MOST_INTERVALS = 300;

    private static final int RELIABILITY_BINS = 10;

    private static final int DENSITY_POINTS = 101;

    /** With fewer observations a smooth curve would tell of its bandwidth only. */
    private static final int FEWEST_FOR_DENSITY = 8;

    /** The least and middle quantiles of predictions, and their mirror images. */
    private static final double[] LEVELS = {0.05, 0.25, 0.5, 0.75, 0.95};

    /** Values from {@code low} to below {@code high}: how many were observed, and quantiles of how many are predicted. */
    public record Bin(double low, double high, int observed, List<Double> predicted) {}

    /**
     * Smooth densities at evenly spaced places. All are smoothed alike, so that what is left between them is not smoothing.
     *
     * @param observed the density of the observations, by place
     * @param predicted quantiles of the densities of predicted data sets, by place
     */
    public record Density(double low, double high, List<Double> observed, List<List<Double>> predicted) {
        public Density {
            observed = List.copyOf(observed);
            predicted = List.copyOf(predicted);
        }
    }

    /** A statistic of the data, quantiles of its predictions, and the share of predictions above it. */
    public record Statistic(String name, double observed, List<Double> predicted, double above) {}

    /** An observation, numbered from 0, and quantiles of its predictions. */
    public record Interval(int index, double observed, List<Double> predicted) {}

    /**
     * Observations that were given about the same probability.
     *
     * @param predicted their mean probability
     * @param happened the share of them that happened
     * @param count how many they are
     * @param low the 5% quantile of the share that happens in predictions
     * @param high the 95% quantile
     */
    public record Reliability(double predicted, double happened, int count, double low, double high) {}

    public PredictivePicture {
        bins = List.copyOf(bins);
        statistics = List.copyOf(statistics);
        intervals = List.copyOf(intervals);
        places = List.copyOf(places);
        leftOut = List.copyOf(leftOut);
        reliability = List.copyOf(reliability);
    }

    /**
     * Compares observations with predicted data sets of the same length; observations that are NaN are left out.
     *
     * @param replicated by data set and observation
     */
    public static PredictivePicture of(String name, double[] observed, double[][] replicated) {
        return of(name, observed, replicated, Optional.empty());
    }

    /**
     * Compares observations with predicted data sets of the same length; observations that are NaN are left out.
     *
     * @param replicated by data set and observation
     * @param weights by observation and data set: those of predictions by a model that has not seen the observation
     */
    public static PredictivePicture of(
            String name, double[] observed, double[][] replicated, Optional<double[][]> weights) {
        int[] present = IntStream.range(0, observed.length)
                .filter(i -> !Double.isNaN(observed[i]))
                .toArray();
        if (present.length == 0 || replicated.length == 0) {
            throw new IllegalArgumentException(name + " has no observations or no predictions to compare");
        }
        double[] y = Arrays.stream(present).mapToDouble(i -> observed[i]).toArray();
        double[][] predicted = new double[replicated.length][];
        for (int r = 0; r < replicated.length; r++) {
            double[] data = replicated[r];
            if (data.length != observed.length) {
                throw new IllegalArgumentException(
                        name + ": " + data.length + " predictions for " + observed.length + " observations");
            }
            predicted[r] = Arrays.stream(present).mapToDouble(i -> data[i]).toArray();
        }
        boolean discrete = whole(y) && Arrays.stream(predicted).allMatch(PredictivePicture::whole);
        boolean binary = discrete && binary(y) && Arrays.stream(predicted).allMatch(PredictivePicture::binary);
        Coverage coverage = Coverage.of(y, predicted, present);
        return new PredictivePicture(
                name,
                y.length,
                predicted.length,
                discrete,
                binary ? List.of() : bins(y, predicted, discrete),
                discrete ? Optional.empty() : density(y, predicted),
                statistics(y, predicted, discrete, binary),
                binary ? List.of() : coverage.intervals,
                binary ? List.of() : coverage.places,
                binary
                        ? List.of()
                        : weights.map(known -> leftOut(y, predicted, present, known))
                                .orElse(List.of()),
                coverage.within50,
                coverage.within90,
                binary ? reliability(y, predicted) : List.of());
    }

    private static boolean whole(double[] values) {
        return Arrays.stream(values).allMatch(value -> value == Math.rint(value) && Math.abs(value) < 1e9);
    }

    private static boolean binary(double[] values) {
        return Arrays.stream(values).allMatch(value -> value == 0 || value == 1);
    }

    /** From where to where values are compared; empty if that is no interval. */
    private static Optional<double[]> range(double[] y, double[][] predicted) {
        double[] all = Arrays.stream(predicted)
                .flatMapToDouble(Arrays::stream)
                .sorted()
                .toArray();
        // The rarest predictions would stretch the axis beyond where there is anything to compare.
        double low = Math.min(Arrays.stream(y).min().orElseThrow(), Quantiles.of(all, 0.002));
        double high = Math.max(Arrays.stream(y).max().orElseThrow(), Quantiles.of(all, 0.998));
        return high > low && Double.isFinite(low) && Double.isFinite(high)
                ? Optional.of(new double[] {low, high})
                : Optional.empty();
    }

    private static Optional<Density> density(double[] y, double[][] predicted) {
        Optional<double[]> range = range(y, predicted);
        if (y.length < FEWEST_FOR_DENSITY || range.isEmpty()) {
            return Optional.empty();
        }
        double low = range.get()[0];
        double high = range.get()[1];
        KernelDensity kernel = KernelDensity.of(new double[][] {y}, low, high, y.length);
        double[][] curves = new double[DENSITY_POINTS][predicted.length];
        for (int r = 0; r < predicted.length; r++) {
            double[] curve = curve(kernel, predicted[r], low, high);
            for (int place = 0; place < DENSITY_POINTS; place++) {
                curves[place][r] = curve[place];
            }
        }
        return Optional.of(new Density(
                low,
                high,
                Arrays.stream(curve(kernel, y, low, high)).boxed().toList(),
                Arrays.stream(curves).map(PredictivePicture::quantiles).toList()));
    }

    /** What lies beyond the range is missing from the area below the curve. */
    private static double[] curve(KernelDensity kernel, double[] values, double low, double high) {
        double inside = Arrays.stream(values)
                        .filter(value -> value >= low && value <= high)
                        .count()
                / (double) values.length;
        return Arrays.stream(kernel.at(DENSITY_POINTS, values))
                .map(value -> value * inside)
                .toArray();
    }

    private static List<Bin> bins(double[] y, double[][] predicted, boolean discrete) {
        Optional<double[]> range = range(y, predicted);
        if (range.isEmpty()) {
            return List.of();
        }
        double low = range.get()[0];
        double high = range.get()[1];
        int count;
        double width;
        if (discrete) {
            low = Math.floor(low);
            double values = Math.ceil(high) - low + 1;
            width = Math.ceil(values / MOST_BINS);
            count = (int) Math.ceil(values / width);
        } else {
            count = (int) Math.max(8, Math.min(MOST_BINS, 2 * Math.sqrt(y.length)));
            width = (high - low) / count;
        }
        int[] observed = counts(y, low, width, count);
        double[][] counts = new double[count][predicted.length];
        for (int r = 0; r < predicted.length; r++) {
            int[] counted = counts(predicted[r], low, width, count);
            for (int bin = 0; bin < count; bin++) {
                counts[bin][r] = counted[bin];
            }
        }
        List<Bin> bins = new ArrayList<>();
        for (int bin = 0; bin < count; bin++) {
            bins.add(new Bin(low + bin * width, low + (bin + 1) * width, observed[bin], quantiles(counts[bin])));
        }
        return bins;
    }

    private static int[] counts(double[] values, double low, double width, int bins) {
        int[] counts = new int[bins];
        for (double value : values) {
            double place = (value - low) / width;
            // The greatest value belongs to the last bin.
            if (place >= 0 && place <= bins) {
                counts[Math.min(bins - 1, (int) place)]++;
            }
        }
        return counts;
    }

    private static List<Statistic> statistics(double[] y, double[][] predicted, boolean discrete, boolean binary) {
        List<Statistic> statistics = new ArrayList<>();
        statistics.add(statistic("mean", y, predicted, PredictivePicture::mean));
        if (binary) {
            return statistics;
        }
        statistics.add(statistic("sd", y, predicted, PredictivePicture::sd));
        statistics.add(statistic(
                "smallest", y, predicted, data -> Arrays.stream(data).min().orElseThrow()));
        statistics.add(statistic("median", y, predicted, data -> {
            double[] sorted = data.clone();
            Arrays.sort(sorted);
            return Quantiles.of(sorted, 0.5);
        }));
        statistics.add(statistic(
                "greatest", y, predicted, data -> Arrays.stream(data).max().orElseThrow()));
        boolean zeros = Arrays.stream(y).anyMatch(value -> value == 0)
                || Arrays.stream(predicted).anyMatch(data -> Arrays.stream(data).anyMatch(value -> value == 0));
        if (discrete && zeros) {
            statistics.add(statistic(
                    "share of zeros",
                    y,
                    predicted,
                    data -> Arrays.stream(data).filter(value -> value == 0).count() / (double) data.length));
        }
        return statistics;
    }

    private static Statistic statistic(
            String name, double[] y, double[][] predicted, ToDoubleFunction<double[]> function) {
        double observed = function.applyAsDouble(y);
        double[] values = Arrays.stream(predicted).mapToDouble(function).toArray();
        double above = 0;
        for (double value : values) {
            // Ties count half, so that 0.5 means agreement for discrete data too.
            above += value > observed ? 1 : value == observed ? 0.5 : 0;
        }
        return new Statistic(name, observed, quantiles(values), above / values.length);
    }

    private static double mean(double[] data) {
        return Arrays.stream(data).average().orElseThrow();
    }

    private static double sd(double[] data) {
        double mean = mean(data);
        return Math.sqrt(Arrays.stream(data)
                        .map(value -> (value - mean) * (value - mean))
                        .sum()
                / Math.max(1, data.length - 1));
    }

    /** Where each observation lies among its own predictions. */
    private record Coverage(List<Interval> intervals, List<Double> places, double within50, double within90) {
        static Coverage of(double[] y, double[][] predicted, int[] indices) {
            List<Interval> intervals = new ArrayList<>();
            int in50 = 0;
            int in90 = 0;
            int shown = Math.min(y.length, MOST_INTERVALS);
            double[] tenths = new double[10];
            for (int i = 0; i < y.length; i++) {
                int observation = i;
                double[] own = Arrays.stream(predicted)
                        .mapToDouble(data -> data[observation])
                        .sorted()
                        .toArray();
                List<Double> levels = quantiles(own);
                place(y[i], own, tenths);
                in50 += y[i] >= levels.get(1) && y[i] <= levels.get(3) ? 1 : 0;
                in90 += y[i] >= levels.get(0) && y[i] <= levels.get(4) ? 1 : 0;
                if ((long) intervals.size() * y.length < (long) (i + 1) * shown && intervals.size() < shown) {
                    intervals.add(new Interval(indices[i], y[i], levels));
                }
            }
            List<Double> places = Arrays.stream(tenths).boxed().toList();
            return new Coverage(intervals, places, (double) in50 / y.length, (double) in90 / y.length);
        }

        /** Adds one observation to the tenths of its predictions. */
        private static void place(double observed, double[] predictions, double[] tenths) {
            double below = 0;
            double equal = 0;
            for (double prediction : predictions) {
                below += prediction < observed ? 1 : 0;
                equal += prediction == observed ? 1 : 0;
            }
            // One more place than predictions: the observation may lie before, between or after them.
            spread(below / (predictions.length + 1), (below + equal + 1) / (predictions.length + 1), tenths);
        }

        private static void spread(double from, double to, double[] tenths) {
            for (int tenth = 0; tenth < tenths.length; tenth++) {
                double overlap = Math.min(to, (tenth + 1) / 10.0) - Math.max(from, tenth / 10.0);
                tenths[tenth] += Math.max(0, overlap) / (to - from);
            }
        }
    }

    /** How many observations lie in each tenth of their predictions by a model that has not seen them. */
    private static List<Double> leftOut(double[] y, double[][] predicted, int[] present, double[][] weights) {
        double[] tenths = new double[10];
        for (int i = 0; i < y.length; i++) {
            double[] own = weights[present[i]];
            if (own.length != predicted.length) {
                return List.of();
            }
            double below = 0;
            double equal = 0;
            double total = 0;
            for (int r = 0; r < own.length; r++) {
                below += predicted[r][i] < y[i] ? own[r] : 0;
                equal += predicted[r][i] == y[i] ? own[r] : 0;
                total += own[r];
            }
            // One more place than predictions, as if there were another of the mean weight.
            double room = total / own.length;
            Coverage.spread(below / (total + room), (below + equal + room) / (total + room), tenths);
        }
        return Arrays.stream(tenths).boxed().toList();
    }

    /** Groups of about equal size, by the probability that the predictions give. */
    private static List<Reliability> reliability(double[] y, double[][] predicted) {
        double[] probability = new double[y.length];
        for (double[] data : predicted) {
            for (int i = 0; i < y.length; i++) {
                probability[i] += data[i] / predicted.length;
            }
        }
        int[] order = IntStream.range(0, y.length)
                .boxed()
                .sorted((a, b) -> Double.compare(probability[a], probability[b]))
                .mapToInt(Integer::intValue)
                .toArray();
        List<Reliability> groups = new ArrayList<>();
        int bins = Math.max(1, Math.min(RELIABILITY_BINS, y.length / 10));
        for (int bin = 0; bin < bins; bin++) {
            int[] group = Arrays.copyOfRange(
                    order, (int) ((long) bin * y.length / bins), (int) ((bin + 1L) * y.length / bins));
            double[] shares = Arrays.stream(predicted)
                    .mapToDouble(data -> Arrays.stream(group)
                            .mapToDouble(i -> data[i])
                            .average()
                            .orElseThrow())
                    .sorted()
                    .toArray();
            groups.add(new Reliability(
                    Arrays.stream(group)
                            .mapToDouble(i -> probability[i])
                            .average()
                            .orElseThrow(),
                    Arrays.stream(group).mapToDouble(i -> y[i]).average().orElseThrow(),
                    group.length,
                    Quantiles.of(shares, LEVELS[0]),
                    Quantiles.of(shares, LEVELS[4])));
        }
        return groups;
    }

    private static List<Double> quantiles(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return Arrays.stream(LEVELS).mapToObj(p -> Quantiles.of(sorted, p)).toList();
    }
}
