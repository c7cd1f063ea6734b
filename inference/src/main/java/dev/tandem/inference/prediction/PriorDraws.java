package dev.tandem.inference.prediction;

import dev.tandem.density.Variable;
import dev.tandem.draws.DrawReader;
import dev.tandem.draws.DrawSource;
import dev.tandem.inference.basis.ModelView;
import java.util.List;

/** Draws from the prior of a model, made when they are asked for: one chain. */
final class PriorDraws implements DrawSource {
    private final ModelView model;
    private final int draws;
    private final long seed;
    private final List<Variable> variables;

    PriorDraws(ModelView model, int draws, long seed) {
        this.model = model;
        this.draws = draws;
        this.seed = seed;
        variables = new Prior(model, seed).variables();
    }

    @Override
    public List<Variable> variables() {
        return variables;
    }

    @Override
    public int chains() {
        return 1;
    }

    @Override
    public int drawsPerChain() {
        return draws;
    }

    @Override
    public DrawReader chain(int chain) {
        Prior prior = new Prior(model, seed);
        return (values, statistics) -> prior.next(values);
    }
}
