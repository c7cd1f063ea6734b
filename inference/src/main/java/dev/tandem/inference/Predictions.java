package dev.tandem.inference;

import dev.tandem.density.Variable;
import dev.tandem.draws.DrawReader;
import dev.tandem.draws.DrawSource;
import dev.tandem.draws.Draws;
import java.util.List;

/** New data for some draws of a run, made when they are asked for. */
final class Predictions implements DrawSource {
    private final BoundModel model;
    private final Draws draws;
    private final long seed;
    private final int thin;
    private final List<Variable> variables;

    /**
     * For every {@code thin}-th draw of each chain.
     *
     * @throws IllegalArgumentException if an unknown was not monitored
     */
    Predictions(BoundModel model, Draws draws, long seed, int thin) {
        if (thin < 1) {
            throw new IllegalArgumentException("thin must be at least 1, not " + thin);
        }
        this.model = model;
        this.draws = draws;
        this.seed = seed;
        this.thin = thin;
        variables = model.predictor(draws.variables(), seed, 0).variables();
    }

    @Override
    public List<Variable> variables() {
        return variables;
    }

    @Override
    public int chains() {
        return draws.chains();
    }

    @Override
    public int drawsPerChain() {
        return draws.drawsPerChain() / thin;
    }

    @Override
    public DrawReader chain(int chain) {
        Predictor predictor = model.predictor(draws.variables(), seed, chain);
        double[] draw = new double[draws.elements()];
        return new DrawReader() {
            private int next = thin - 1;

            @Override
            public void read(double[] values, double[] statistics) {
                draws.copyRow(chain, next, draw);
                next += thin;
                predictor.predict(draw, values);
            }
        };
    }
}
