package dev.tandem.inference.judging;

import dev.tandem.compiler.simulate.Simulator;
import dev.tandem.draws.Draws;
import dev.tandem.inference.basis.ModelView;
import dev.tandem.inference.prediction.DrawnUnknowns;
import java.util.Arrays;
import java.util.OptionalDouble;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The deviance information criterion: the mean deviance and a penalty for the number of parameters, of which there are two
 * definitions.
 *
 * @param deviance the mean of minus twice the log likelihood
 * @param byVariance half the variance of the deviance (Gelman, Carlin, Stern and Rubin 2004)
 * @param byDivergence how far predictions of two chains are from each other (Plummer 2008), which is what JAGS has; it
 *     needs two chains, and the log likelihood given all unknowns
 */
public record DevianceCriterion(double deviance, double byVariance, OptionalDouble byDivergence) {
    /** So many pairs of draws are compared. */
    private static final int PAIRS = 1000;

    /**
     * The criterion for a run.
     *
     * @param seed of the predictions that divergences are estimated from
     */
    static DevianceCriterion of(ModelView model, Draws draws, LogLikelihood likelihood, long seed) {
        double[] deviance = Arrays.stream(likelihood.deviance())
                .flatMapToDouble(Arrays::stream)
                .toArray();
        double mean = Arrays.stream(deviance).average().orElseThrow();
        double squares =
                Arrays.stream(deviance).map(d -> (d - mean) * (d - mean)).sum();
        boolean comparable = draws.chains() > 1 && likelihood.summed().isEmpty();
        return new DevianceCriterion(
                mean,
                squares / (deviance.length - 1) / 2,
                comparable ? divergence(model, draws, seed) : OptionalDouble.empty());
    }

    /** The criterion with half the variance as the penalty. */
    public double criterionByVariance() {
        return deviance + byVariance;
    }

    /** The criterion with the divergence of chains as the penalty. */
    public OptionalDouble criterionByDivergence() {
        return byDivergence.isEmpty() ? byDivergence : OptionalDouble.of(deviance + byDivergence.getAsDouble());
    }

    private static OptionalDouble divergence(ModelView model, Draws draws, long seed) {
        Simulator[] simulators = {Simulator.of(model.graph()), Simulator.of(model.graph())};
        DrawnUnknowns[] unknowns = new DrawnUnknowns[2];
        try {
            for (int i = 0; i < 2; i++) {
                unknowns[i] = new DrawnUnknowns(simulators[i], draws.variables(), "divergences");
            }
        } catch (IllegalArgumentException notMonitored) {
            return OptionalDouble.empty();
        }
        UniformRandomProvider random = RandomSource.L64_X128_MIX.create(seed);
        int chains = draws.chains();
        int count = draws.drawsPerChain();
        int pairs = (int) Math.min(PAIRS, (long) chains * count);
        double[] row = new double[draws.elements()];
        double sum = 0;
        for (int pair = 0; pair < pairs; pair++) {
            int chain = pair % chains;
            int draw = (int) ((long) pair * count / pairs);
            for (int i = 0; i < 2; i++) {
                draws.copyRow((chain + i) % chains, draw, row);
                unknowns[i].assign(row);
                simulators[i].logDensity();
            }
            sum += simulators[0].divergence(simulators[1], random);
            sum += simulators[1].divergence(simulators[0], random);
        }
        double mean = sum / (2 * pairs);
        return Double.isFinite(mean) ? OptionalDouble.of(mean) : OptionalDouble.empty();
    }
}
