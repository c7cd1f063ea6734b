package dev.tandem.validation.oracle;

import dev.tandem.density.MixedDensity;
import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.Diagnostics;
import dev.tandem.language.source.SourceException;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Holds draws of a compiled model against posterior expectations from the oracle.
 *
 * <p>A score is the distance of a mean from the truth in standard errors of both. Elements of which the chains have not
 * mixed by their own account are counted, not judged: slow is not wrong.
 */
public final class SampledCheck {
    /**
     * Beyond this a mean is called wrong. A normal score is beyond it with probability 8e-11; where the standard error
     * of the draws is too small by a fifth, with 2e-7.
     */
    public static final double THRESHOLD = 6.5;

    private static final double LEAST_EFFECTIVE = 300;
    private static final double MOST_RHAT = 1.02;

    /**
     * What came out for one model.
     *
     * @param how enumeration, quadrature, or weighed draws
     * @param judged scores computed
     * @param slow expectations that were not judged
     */
    public record Result(String how, int judged, int slow, double largest, List<String> wrong) {}

    private SampledCheck() {}

    /**
     * Samples a model and compares.
     *
     * @return empty where there is no truth to be had, or the compiler refuses the model
     */
    public static Optional<Result> run(
            ModelCase model, OracleCheck.Compiler compiler, Settings settings, int priorDraws, long seed) {
        Oracle oracle = Oracle.of(model.model(), model.data());
        Optional<List<PosteriorTruth.Expectation>> truth = PosteriorTruth.enumerate(oracle);
        String how = truth.isPresent() ? "enumeration" : "weighed draws";
        if (truth.isEmpty()) {
            truth = PosteriorTruth.integrate(oracle);
            how = truth.isPresent() ? "quadrature" : how;
        }
        if (truth.isEmpty()) {
            truth = PosteriorTruth.weigh(oracle, priorDraws, seed);
        }
        if (truth.isEmpty()) {
            return Optional.empty();
        }
        MixedDensity density;
        try {
            density = compiler.compile(model);
        } catch (SourceException refused) {
            return Optional.empty();
        }
        Draws draws = Sampling.run(density, settings).draws();
        return Optional.of(compare(how, draws, truth.get()));
    }

    private static Result compare(String how, Draws draws, List<PosteriorTruth.Expectation> truth) {
        List<String> wrong = new ArrayList<>();
        int judged = 0;
        int slow = 0;
        double largest = 0;
        for (PosteriorTruth.Expectation expected : truth) {
            double[][] values = draws.element(expected.element());
            double[][] function = Arrays.stream(values)
                    .map(chain -> Arrays.stream(chain).map(expected::of).toArray())
                    .toArray(double[][]::new);
            double mean = Diagnostics.mean(function);
            double chance = binomialError(expected, function);
            double error = Diagnostics.mcseMean(function);
            if (constant(function)) {
                // What is rare may not have been drawn; what never leaves a value otherwise is wrong or stuck.
                error = chance;
            } else if (Diagnostics.essMean(function) < LEAST_EFFECTIVE || Diagnostics.rhat(function) > MOST_RHAT) {
                slow++;
                continue;
            }
            judged++;
            double scale = Math.sqrt(error * error + expected.error() * expected.error() + 1e-18);
            double score = Math.abs(mean - expected.value()) / scale;
            largest = Math.max(largest, score);
            if (!(score <= THRESHOLD)) {
                wrong.add(String.format(
                        Locale.ROOT,
                        "%s: %s is %.5f, truth %.5f by %s, %.1f standard errors off",
                        expected.element(),
                        Double.isNaN(expected.usual()) ? "E x/(1+|x|)" : "P(" + expected.usual() + ")",
                        mean,
                        expected.value(),
                        how,
                        score));
            }
        }
        return new Result(how, judged, slow, largest, wrong);
    }

    /** The error that independent draws of the truth would have, a tenth of them effective. */
    private static double binomialError(PosteriorTruth.Expectation expected, double[][] function) {
        double p = Math.min(Math.max(Math.abs(expected.value()), 1e-12), 1 - 1e-12);
        return Math.sqrt(p * (1 - p) / (0.1 * function.length * function[0].length));
    }

    private static boolean constant(double[][] values) {
        return Arrays.stream(values).flatMapToDouble(Arrays::stream).distinct().count() == 1;
    }
}
