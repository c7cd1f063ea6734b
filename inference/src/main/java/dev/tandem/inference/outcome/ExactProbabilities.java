package dev.tandem.inference.outcome;

import dev.tandem.compiler.ModelCompiler;
import dev.tandem.compiler.generate.StateProbabilities;
import dev.tandem.density.Roles;
import dev.tandem.density.Variable;
import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.Diagnostics;
import dev.tandem.draws.summary.Summary;
import dev.tandem.draws.summary.SummaryRow;
import dev.tandem.inference.basis.ModelView;
import dev.tandem.language.source.SourceException;
import dev.tandem.sampling.Run;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/**
 * Gives the rows of discrete unknowns that are summed out their probabilities, and the mean with its error, from exact
 * conditional probabilities at every draw instead of from counted states. Draws stay as they are, and so do quantiles and
 * diagnostics, which are those of the states that were drawn.
 */
final class ExactProbabilities {
    /** So many numbers are held at most. */
    private static final long MOST_HELD = 1 << 23;

    /** Of more elements not even the names are held. */
    private static final int MOST_ELEMENTS = 250_000;

    /** Of each chain at least so many means of neighbouring draws are kept, if it has so many draws: errors need them. */
    private static final int FEWEST_BATCHES = 50;

    /** Errors start from so many draws of each chain. */
    private static final int FEWEST_DRAWS = 8;

    private static final double ROUNDING = 1e-12;

    private final Draws draws;
    private final StateProbabilities.Evaluation evaluation;
    private final int[] sources;

    /** By number, chain and batch. */
    private final double[][][] batches;

    private final int batch;
    private final double[] sums;

    private ExactProbabilities(Draws draws, StateProbabilities.Evaluation evaluation, int[] sources, int batch) {
        this.draws = draws;
        this.evaluation = evaluation;
        this.sources = sources;
        this.batch = batch;
        sums = new double[evaluation.size()];
        batches = new double[evaluation.size()][draws.chains()][draws.drawsPerChain() / batch];
    }

    /**
     * What came out.
     *
     * @param summary with exact probabilities where there are some
     * @param counted why there are none although something is summed out
     */
    record Result(Summary summary, Optional<String> counted) {}

    /**
     * The summary with exact probabilities where there are some. It stays as it is where nothing is summed out, an unknown
     * that they depend on is not among the draws, or there are too many of them.
     */
    static Result of(Summary summary, ModelView model, Run run) {
        return of(summary, model, run, MOST_HELD);
    }

    static Result of(Summary summary, ModelView model, Run run, long mostHeld) {
        Map<String, int[]> wanted = wanted(summary, run);
        if (wanted.isEmpty()) {
            return new Result(summary, Optional.empty());
        }
        if (wanted.size() > MOST_ELEMENTS) {
            return counted(summary, "there are more than " + MOST_ELEMENTS + " of them");
        }
        Draws draws = run.draws().thinned(summary.every());
        int perChain = draws.drawsPerChain();
        if (perChain < FEWEST_DRAWS) {
            return counted(summary, "there are few draws");
        }
        StateProbabilities states;
        try {
            states = ModelCompiler.states(model.graph(), model.summing());
        } catch (SourceException e) {
            // A run must not be lost to this.
            return counted(summary, e.problems().get(0).message());
        }
        Map<String, Integer> places = places(draws);
        for (String needed : states.needed()) {
            if (!places.containsKey(needed)) {
                return counted(summary, needed + ", which probabilities depend on, was not monitored");
            }
        }
        int fewest = Math.min(perChain, FEWEST_BATCHES);
        long most = mostHeld / ((long) draws.chains() * fewest);
        long size = Math.max(1, states.size(wanted.keySet(), most, 1 + Summary.MAX_FREQUENCIES));
        if (size > most) {
            return counted(summary, "they have more than " + most + " probabilities that differ");
        }
        // As many means of neighbouring draws as there is room for: each draw by itself, as a rule.
        long batches = Math.max(fewest, mostHeld / draws.chains() / size);
        int batch = (int) ((perChain + batches - 1) / batches);
        int[] sources = states.needed().stream().mapToInt(places::get).toArray();
        ExactProbabilities exact = new ExactProbabilities(draws, states.evaluation(wanted), sources, batch);
        exact.run();
        return new Result(exact.in(summary), Optional.empty());
    }

    private static Result counted(Summary summary, String reason) {
        return new Result(summary, Optional.of("states that are summed out were counted: " + reason));
    }

    /** The elements that are summed out, with the values that were drawn most often. */
    private static Map<String, int[]> wanted(Summary summary, Run run) {
        Map<String, int[]> wanted = new LinkedHashMap<>();
        for (int element = 0; element < summary.rows().size(); element++) {
            SummaryRow row = summary.rows().get(element);
            if (row.kind() == Variable.Kind.DISCRETE && run.roles().fate(element) == Roles.Fate.SUMMED_OUT) {
                wanted.put(
                        row.name(),
                        row.frequencies().stream()
                                .mapToInt(frequency -> Math.toIntExact(frequency.value()))
                                .sorted()
                                .toArray());
            }
        }
        return wanted;
    }

    private static Map<String, Integer> places(Draws draws) {
        Map<String, Integer> places = new HashMap<>();
        for (Variable variable : draws.variables()) {
            for (int i = 0; i < variable.size(); i++) {
                places.put(variable.elementName(i), places.size());
            }
        }
        return places;
    }

    private void run() {
        double[] row = new double[draws.elements()];
        double[] given = new double[sources.length];
        double[] numbers = new double[evaluation.size()];
        double[] within = new double[numbers.length];
        for (int chain = 0; chain < draws.chains(); chain++) {
            for (int draw = 0; draw < draws.drawsPerChain(); draw++) {
                draws.copyRow(chain, draw, row);
                for (int i = 0; i < given.length; i++) {
                    given[i] = row[sources[i]];
                }
                evaluation.at(given, numbers);
                boolean full = (draw + 1) % batch == 0;
                for (int i = 0; i < numbers.length; i++) {
                    sums[i] += numbers[i];
                    within[i] += numbers[i];
                    if (full) {
                        batches[i][chain][draw / batch] = within[i] / batch;
                        within[i] = 0;
                    }
                }
            }
            // What does not fill a batch counts in means, and not in their errors.
            Arrays.fill(within, 0);
        }
    }

    private Summary in(Summary summary) {
        Map<StateProbabilities.Place, Numbers> known = new HashMap<>();
        List<SummaryRow> rows = new ArrayList<>(summary.rows().size());
        for (SummaryRow row : summary.rows()) {
            rows.add(evaluation
                    .place(row.name())
                    .map(place -> known.computeIfAbsent(place, this::numbers))
                    .filter(Numbers::usable)
                    .map(numbers -> numbers.in(row))
                    .orElse(row));
        }
        return new Summary(rows, summary.chains(), summary.drawsPerChain(), summary.every());
    }

    /**
     * What is said of an element.
     *
     * @param sd not a number where that of the draws is to stay
     */
    private record Numbers(
            double mean, double mcseMean, double sd, double mcseSd, List<SummaryRow.Frequency> frequencies) {
        boolean usable() {
            return !Double.isNaN(mean);
        }

        SummaryRow in(SummaryRow row) {
            boolean spread = !Double.isNaN(sd);
            return new SummaryRow(
                    row.name(),
                    row.kind(),
                    mean,
                    spread ? sd : row.sd(),
                    mcseMean,
                    spread ? mcseSd : row.mcseSd(),
                    row.q5(),
                    row.q50(),
                    row.q95(),
                    row.rhat(),
                    row.essBulk(),
                    row.essTail(),
                    frequencies,
                    true);
        }
    }

    private Numbers numbers(StateProbabilities.Place place) {
        List<SummaryRow.Frequency> frequencies = new ArrayList<>();
        for (int k = 0; k < place.values().size(); k++) {
            double probability = mean(place.first() + k);
            if (!(probability <= 0)) {
                frequencies.add(new SummaryRow.Frequency(
                        place.values().get(k), probability, error(batches[place.first() + k])));
            }
        }
        // The sort is stable: of equally probable values the smallest stays first.
        frequencies.sort(
                Comparator.comparingDouble(SummaryRow.Frequency::probability).reversed());
        List<SummaryRow.Frequency> shown =
                frequencies.subList(0, Math.min(frequencies.size(), Summary.MAX_FREQUENCIES));
        if (place.mean() >= 0) {
            return new Numbers(mean(place.mean()), error(batches[place.mean()]), Double.NaN, Double.NaN, shown);
        }
        double mean = 0;
        for (int k = 0; k < place.values().size(); k++) {
            mean += place.values().get(k) * mean(place.first() + k);
        }
        double variance = 0;
        for (int k = 0; k < place.values().size(); k++) {
            double deviation = place.values().get(k) - mean;
            variance += deviation * deviation * mean(place.first() + k);
        }
        double around = mean;
        double sd = Math.sqrt(variance);
        return new Numbers(
                mean,
                error(combined(place, value -> value)),
                sd,
                // The delta method: sd is the square root of the variance.
                sd == 0 ? 0 : error(combined(place, value -> (value - around) * (value - around))) / (2 * sd),
                shown);
    }

    /** The conditional expectation of a function of the value, by chain and batch. */
    private double[][] combined(StateProbabilities.Place place, DoubleUnaryOperator function) {
        double[][] combined = new double[draws.chains()][draws.drawsPerChain() / batch];
        for (int k = 0; k < place.values().size(); k++) {
            double factor = function.applyAsDouble(place.values().get(k));
            for (int chain = 0; chain < combined.length; chain++) {
                for (int i = 0; i < combined[chain].length; i++) {
                    combined[chain][i] += factor * batches[place.first() + k][chain][i];
                }
            }
        }
        return combined;
    }

    private double mean(int number) {
        return sums[number] / ((double) draws.chains() * draws.drawsPerChain());
    }

    /** The standard error of a mean; 0 where all numbers are the same but for rounding, since nothing is left to chance. */
    private static double error(double[][] values) {
        double error = Diagnostics.mcseMean(values);
        return Double.isNaN(error) && Diagnostics.sd(values) < ROUNDING ? 0 : error;
    }
}
