package dev.tandem.inference.prediction;

import dev.tandem.density.Variable;
import dev.tandem.draws.BaseName;
import dev.tandem.draws.DrawReader;
import dev.tandem.draws.DrawSource;
import dev.tandem.draws.statistics.Quantiles;
import dev.tandem.inference.basis.Observations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Predictions held against what was observed: features of each observed variable, and each observation.
 *
 * @param features of each variable: mean, standard deviation, extremes, zeros
 * @param elements of each observation, in order
 * @param predictions the number of predicted sets of data
 */
public record PredictiveCheck(List<Feature> features, List<Element> elements, int predictions) {
    /** What is compared of a variable. */
    private static final List<String> FEATURES = List.of("mean", "sd", "least", "greatest", "zeros");

    /**
     * A number that sums up a variable.
     *
     * @param below the share of predictions at or below what was observed
     * @param above the share at or above
     */
    public record Feature(
            String variable,
            String feature,
            double observed,
            double mean,
            double q5,
            double q95,
            double below,
            double above) {
        /** How seldom a prediction lies as far out. */
        public double tail() {
            return Math.min(below, above);
        }
    }

    /** One observation and its predictions. */
    public record Element(String name, double observed, double mean, double sd, double below, double above) {
        public double tail() {
            return Math.min(below, above);
        }
    }

    public PredictiveCheck {
        features = List.copyOf(features);
        elements = List.copyOf(elements);
    }

    /** Elements of one variable stand together. */
    private record Span(String name, boolean discrete, int first, int end) {}

    /** Holds predictions, as {@link dev.tandem.inference.Posterior#predictions} gives them, against what was observed. */
    public static PredictiveCheck of(DrawSource predictions, Observations observations) {
        double[] observed = observations.values();
        List<Span> spans = spans(observations.variables());
        int count = Math.multiplyExact(predictions.chains(), predictions.drawsPerChain());
        double[][][] features = new double[spans.size()][FEATURES.size()][count];
        double[] sums = new double[observed.length];
        double[] squares = new double[observed.length];
        int[] below = new int[observed.length];
        int[] above = new int[observed.length];
        double[] row = new double[observed.length];
        int number = 0;
        for (int chain = 0; chain < predictions.chains(); chain++) {
            try (DrawReader reader = predictions.chain(chain)) {
                for (int draw = 0; draw < predictions.drawsPerChain(); draw++) {
                    reader.read(row, new double[0]);
                    for (int i = 0; i < row.length; i++) {
                        // From what was observed, so that little is lost when they are alike.
                        double difference = row[i] - observed[i];
                        sums[i] += difference;
                        squares[i] += difference * difference;
                        below[i] += row[i] <= observed[i] ? 1 : 0;
                        above[i] += row[i] >= observed[i] ? 1 : 0;
                    }
                    for (int s = 0; s < spans.size(); s++) {
                        double[] present = features(row, spans.get(s));
                        for (int f = 0; f < present.length; f++) {
                            features[s][f][number] = present[f];
                        }
                    }
                    number++;
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return new PredictiveCheck(
                features(spans, observed, features),
                elements(observations.variables(), observed, sums, squares, below, above, count),
                count);
    }

    private static List<Span> spans(List<Variable> variables) {
        Map<String, Span> spans = new LinkedHashMap<>();
        int first = 0;
        for (Variable variable : variables) {
            int end = first + variable.size();
            int start = first;
            boolean discrete = variable.kind() == Variable.Kind.DISCRETE;
            // The elements of an array that was observed in part follow one another.
            spans.compute(
                    BaseName.of(variable.name()),
                    (name, present) -> present == null
                            ? new Span(name, discrete, start, end)
                            : new Span(name, present.discrete() && discrete, present.first(), end));
            first = end;
        }
        return List.copyOf(spans.values());
    }

    private static double[] features(double[] values, Span span) {
        int n = span.end() - span.first();
        double sum = 0;
        double least = Double.POSITIVE_INFINITY;
        double greatest = Double.NEGATIVE_INFINITY;
        int zeros = 0;
        for (int i = span.first(); i < span.end(); i++) {
            sum += values[i];
            least = Math.min(least, values[i]);
            greatest = Math.max(greatest, values[i]);
            zeros += values[i] == 0 ? 1 : 0;
        }
        double mean = sum / n;
        double squares = 0;
        for (int i = span.first(); i < span.end(); i++) {
            squares += (values[i] - mean) * (values[i] - mean);
        }
        return new double[] {mean, Math.sqrt(squares / (n - 1)), least, greatest, (double) zeros / n};
    }

    private static List<Feature> features(List<Span> spans, double[] observed, double[][][] predicted) {
        List<Feature> features = new ArrayList<>();
        for (int s = 0; s < spans.size(); s++) {
            Span span = spans.get(s);
            double[] present = features(observed, span);
            boolean single = span.end() - span.first() == 1;
            for (int f = 0; f < present.length; f++) {
                boolean isZeros = f == FEATURES.size() - 1;
                double[] sorted = predicted[s][f].clone();
                Arrays.sort(sorted);
                boolean informative = isZeros
                        ? span.discrete() && (present[f] > 0 || sorted[sorted.length - 1] > 0)
                        : f == 0 || !single;
                if (informative) {
                    features.add(feature(span.name(), FEATURES.get(f), present[f], sorted));
                }
            }
        }
        return features;
    }

    private static Feature feature(String variable, String name, double observed, double[] sorted) {
        double n = sorted.length;
        return new Feature(
                variable,
                name,
                observed,
                Arrays.stream(sorted).average().orElse(Double.NaN),
                Quantiles.of(sorted, 0.05),
                Quantiles.of(sorted, 0.95),
                Arrays.stream(sorted).filter(value -> value <= observed).count() / n,
                Arrays.stream(sorted).filter(value -> value >= observed).count() / n);
    }

    private static List<Element> elements(
            List<Variable> variables,
            double[] observed,
            double[] sums,
            double[] squares,
            int[] below,
            int[] above,
            double count) {
        List<Element> elements = new ArrayList<>();
        for (Variable variable : variables) {
            for (int i = 0; i < variable.size(); i++) {
                int e = elements.size();
                double mean = sums[e] / count;
                double variance = (squares[e] - count * mean * mean) / (count - 1);
                elements.add(new Element(
                        variable.elementName(i),
                        observed[e],
                        observed[e] + mean,
                        Math.sqrt(Math.max(0, variance)),
                        below[e] / count,
                        above[e] / count));
            }
        }
        return elements;
    }
}
