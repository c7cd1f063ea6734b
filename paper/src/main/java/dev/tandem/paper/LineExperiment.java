package dev.tandem.paper;

import dev.tandem.models.GaussianMixture;
import dev.tandem.paper.plot.Axis;
import dev.tandem.paper.plot.Chart;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** What the experiments on the mixture on the line (section 2.5) share: totals, distances, histograms. */
final class LineExperiment {
    static final double LOW = -4;
    static final double HIGH = 6;
    static final int BINS = 200;

    private LineExperiment() {}

    static double[] centres(GaussianMixture mixture) {
        double[] centres = new double[mixture.components()];
        Arrays.setAll(centres, k -> mixture.componentMean(k + 1, 0));
        return centres;
    }

    static Cell cell(
            String name, GaussianMixture mixture, Way way, int chains, int warmup, int draws, double nanoseconds) {
        return new Cell(
                name,
                mixture,
                "means " + Arrays.toString(centres(mixture)),
                way,
                chains,
                warmup,
                draws,
                Recorder.histogram(LOW, HIGH, BINS, centres(mixture)),
                LineExperiment::totals,
                nanoseconds);
    }

    /** The totals of all chains, and the variance within components of each. */
    private static Map<String, double[]> totals(Chains chains) {
        double[][] visits = chains.series("visits");
        double[][] sums = chains.series("sums");
        double[][] squares = chains.series("squares");
        double[] within = new double[chains.count()];
        for (int chain = 0; chain < within.length; chain++) {
            double spread = 0;
            double draws = 0;
            for (int k = 0; k < visits[chain].length; k++) {
                double count = visits[chain][k];
                spread += count == 0 ? 0 : squares[chain][k] - sums[chain][k] * sums[chain][k] / count;
                draws += count;
            }
            within[chain] = spread / draws;
        }
        return Map.of(
                "histogram",
                chains.total("histogram"),
                "components",
                chains.total("visits"),
                "within",
                within,
                "continuous.relative",
                new double[] {relativeEffectiveSize(chains)});
    }

    /** By batch means: how much less the means of batches vary than the mean of as many independent draws would. */
    private static double relativeEffectiveSize(Chains chains) {
        double[] moments = chains.total("moments");
        double draws = Arrays.stream(chains.numbers(ChainResult.DRAWS)).sum();
        double mean = moments[0] / draws;
        double variance = moments[1] / draws - mean * mean;
        double spread = 0;
        double count = 0;
        for (double[] chain : chains.series("batches")) {
            for (double sum : chain) {
                double distance = sum / Recorder.BATCH - mean;
                spread += distance * distance;
                count++;
            }
        }
        return variance / Recorder.BATCH / (spread / count);
    }

    /** The columns of cost that the tables of these experiments end with. */
    static final List<String> COST =
            List.of("relative effective size", "gradients a draw", "per 1,000 gradients", "per second");

    static List<String> cost(CellSummary summary) {
        return List.of(
                Numbers.three(summary.mress()),
                Numbers.three(summary.gradientsPerDraw()),
                Numbers.three(summary.perThousandGradients()),
                Numbers.three(summary.perSecond()));
    }

    static List<String> joined(List<String> left, List<String> right) {
        List<String> all = new ArrayList<>(left);
        all.addAll(right);
        return all;
    }

    /** The distance that as many effective draws from the true distribution exceed once in a thousand times. */
    static double critical(CellSummary summary) {
        return 1.95 / Math.sqrt(summary.number("draws") * summary.mress());
    }

    /** The largest distance between the distribution of the draws and the true one, at the bins' edges. */
    static double distance(GaussianMixture mixture, CellSummary summary) {
        double[] histogram = summary.get("histogram");
        double total = summary.number("draws");
        // Draws below the lowest edge are not told apart from those above the highest; both are next to none.
        double sum = 0;
        double largest = 0;
        for (int bin = 0; bin < histogram.length; bin++) {
            sum += histogram[bin];
            double edge = LOW + (HIGH - LOW) * (bin + 1) / histogram.length;
            largest = Math.max(largest, Math.abs(sum / total - mixture.cumulative(0, edge)));
        }
        return largest;
    }

    static Chart chart(String title, GaussianMixture mixture, CellSummary summary) {
        double[] histogram = summary.get("histogram").clone();
        double width = (HIGH - LOW) / histogram.length;
        for (int bin = 0; bin < histogram.length; bin++) {
            histogram[bin] /= summary.number("draws") * width;
        }
        int points = 400;
        double[] xs = new double[points];
        double[] ys = new double[points];
        for (int i = 0; i < points; i++) {
            xs[i] = LOW + (HIGH - LOW) * i / (points - 1);
            ys[i] = mixture.marginalDensity(0, xs[i]);
        }
        double top = Math.max(0.6, 1.05 * Arrays.stream(histogram).max().orElse(0));
        return new Chart(title, Axis.linear("q", LOW, HIGH), Axis.linear("density", 0, Math.min(top, 1.6)), 340, 240)
                .histogram("", LOW, HIGH, histogram, 0)
                .line("", xs, ys, 1);
    }

    /** The shares of the components in the order of their means. */
    static String shares(GaussianMixture mixture, CellSummary summary) {
        double[] visits = summary.get("components");
        double[] centres = centres(mixture);
        Integer[] order = {0, 1, 2, 3};
        Arrays.sort(order, (a, b) -> Double.compare(centres[a], centres[b]));
        StringBuilder text = new StringBuilder();
        for (int k : order) {
            text.append(text.isEmpty() ? "" : " / ").append(Numbers.fixed(visits[k] / summary.number("draws"), 3));
        }
        return text.toString();
    }
}
