package dev.tandem.inference.prediction;

import dev.tandem.compiler.simulate.Elements;
import dev.tandem.compiler.simulate.Simulator;
import dev.tandem.density.Variable;
import dev.tandem.draws.DrawSource;
import dev.tandem.draws.Draws;
import dev.tandem.inference.basis.ModelView;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * New data from the model for draws of its unknowns, one draw after another. The unknowns, missing data among them, keep
 * the values of the draw. Observed nodes that depend on other observed ones are drawn given the new values of these. The
 * same seed gives the same predictions for a chain. It belongs to one thread.
 */
public final class Predictor {
    private final Simulator simulator;
    private final DrawnUnknowns unknowns;
    private final Elements observed;
    private final UniformRandomProvider random;

    /**
     * For draws of one chain.
     *
     * @param drawn what the draws hold
     * @param chain the chain, from 0, that the draws are of
     * @throws IllegalArgumentException if an unknown is not among the draws, because it was not monitored
     */
    public Predictor(ModelView model, List<Variable> drawn, long seed, int chain) {
        simulator = Simulator.of(model.graph());
        unknowns = new DrawnUnknowns(simulator, drawn, "predictions");
        observed = simulator.observed();
        // Seeds are spread over all words by the generator, so those of chains need only differ.
        random = RandomSource.L64_X128_MIX.create(31 * seed + chain);
    }

    /**
     * New data for every {@code thin}-th draw of each chain, made when they are asked for.
     *
     * @throws IllegalArgumentException if an unknown is not among the draws, because it was not monitored
     */
    public static DrawSource predictions(ModelView model, Draws draws, long seed, int thin) {
        return new Predictions(model, draws, seed, thin);
    }

    /** The observed nodes, in the order of what {@link #predict} writes. */
    public List<Variable> variables() {
        return observed.variables();
    }

    /**
     * Writes new data for a draw.
     *
     * @throws dev.tandem.language.source.SourceException if a node has parents for which it has no distribution
     */
    public void predict(double[] draw, double[] row) {
        unknowns.assign(draw);
        simulator.drawObserved(random);
        simulator.copy(observed, row);
    }
}
