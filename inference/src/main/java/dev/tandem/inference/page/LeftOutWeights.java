package dev.tandem.inference.page;

import dev.tandem.draws.Draws;
import dev.tandem.draws.judging.LeaveOneOut;
import dev.tandem.inference.basis.PosteriorView;
import dev.tandem.inference.judging.LogLikelihood;
import dev.tandem.language.source.SourceException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Weights that make of predictions of an observation, by a model that has seen it, those of one that has not. They serve
 * where nothing is summed over: states that were drawn knowing an observation would have to be drawn anew without it.
 */
final class LeftOutWeights {
    /** Log likelihoods of more numbers than this are not computed for a picture. */
    private static final long MOST_NUMBERS = 20_000_000;

    private final Map<String, double[]> byElement;

    private LeftOutWeights(Map<String, double[]> byElement) {
        this.byElement = byElement;
    }

    /**
     * Those for predictions that were made for every {@code thin}-th draw of each chain.
     *
     * @return none where a weight cannot be had, or would not be worth its while
     */
    static Optional<LeftOutWeights> of(PosteriorView posterior, Draws predicted, int thin) {
        Draws draws = posterior.draws();
        LogLikelihood likelihood;
        try {
            likelihood = LogLikelihood.of(posterior.model(), draws, LogLikelihood.Choice.summed());
        } catch (IllegalArgumentException | SourceException none) {
            return Optional.empty();
        }
        long numbers = (long) likelihood.units().size() * draws.chains() * draws.drawsPerChain();
        if (!likelihood.summed().isEmpty()
                || numbers > MOST_NUMBERS
                || draws.drawsPerChain() < 10
                || predicted.chains() != draws.chains()) {
            return Optional.empty();
        }
        double[][] units = new double[likelihood.units().size()][];
        for (int unit = 0; unit < units.length; unit++) {
            double[] all = LeaveOneOut.logWeights(likelihood.of(unit));
            units[unit] = new double[predicted.chains() * predicted.drawsPerChain()];
            for (int r = 0; r < units[unit].length; r++) {
                int chain = r / predicted.drawsPerChain();
                int draw = (r % predicted.drawsPerChain() + 1) * thin - 1;
                units[unit][r] = Math.exp(all[chain * draws.drawsPerChain() + draw]);
            }
        }
        Map<String, double[]> byElement = new HashMap<>();
        likelihood.unitsOfElements().forEach((variable, numbersOfUnits) -> {
            for (int i = 0; i < numbersOfUnits.length; i++) {
                if (numbersOfUnits[i] >= 0) {
                    byElement.put(posterior.model().graph().symbol(variable).element(i), units[numbersOfUnits[i]]);
                }
            }
        });
        return Optional.of(new LeftOutWeights(byElement));
    }

    /** By observation and prediction; equal weights for what has no likelihood. */
    double[][] of(List<String> elements) {
        return elements.stream()
                .map(name -> byElement.getOrDefault(name, new double[0]))
                .toArray(double[][]::new);
    }
}
