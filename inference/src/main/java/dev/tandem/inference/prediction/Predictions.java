package dev.tandem.inference.prediction;

import dev.tandem.density.Variable;
import dev.tandem.draws.Draws;
import dev.tandem.inference.basis.ModelView;
import java.util.List;

/** New data for some draws of a run, made when they are asked for. */
final class Predictions extends FromDraws {
    private final ModelView model;
    private final long seed;
    private final List<Variable> variables;

    /**
     * For every {@code thin}-th draw of each chain.
     *
     * @throws IllegalArgumentException if an unknown was not monitored
     */
    Predictions(ModelView model, Draws draws, long seed, int thin) {
        super(draws, thin);
        this.model = model;
        this.seed = seed;
        variables = new Predictor(model, draws.variables(), seed, 0).variables();
    }

    @Override
    public List<Variable> variables() {
        return variables;
    }

    @Override
    Maker maker(int chain) {
        return new Predictor(model, drawn(), seed, chain)::predict;
    }
}
