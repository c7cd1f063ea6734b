package dev.tandem.inference;

import dev.tandem.density.Variable;
import dev.tandem.draws.Draws;
import dev.tandem.draws.Summary;
import dev.tandem.sampling.Run;
import java.util.List;

/** The draws of a model's unknowns, by name and shape. */
public record Posterior(BoundModel model, Run run) {
    public Draws draws() {
        return run.draws();
    }

    public Summary summary() {
        return run.summary();
    }

    /** The extents of a variable; none for a scalar. */
    public List<Integer> shape(String name) {
        return variable(name).shape();
    }

    private Variable variable(String name) {
        return draws().variable(name);
    }

    /** The posterior mean of one element, such as {@code mu} or {@code beta[2]}. */
    public double mean(String element) {
        return summary().row(element).mean();
    }

    /** New data from the model for each posterior draw; see {@link #predict(long, int)}. */
    public Draws predict(long seed) {
        return predict(seed, 1);
    }

    /**
     * New data from the model for every {@code thin}-th posterior draw of each chain. The unknowns, missing data among
     * them, keep the values of the draw. Observed nodes that depend on other observed ones are drawn given the new
     * values of these. The same seed gives the same predictions.
     *
     * @return the observed nodes
     * @throws IllegalArgumentException if an unknown is not among the draws, because it was not monitored
     */
    public Draws predict(long seed, int thin) {
        if (thin < 1) {
            throw new IllegalArgumentException("thin must be at least 1, not " + thin);
        }
        List<Variable> drawn = draws().variables();
        List<Variable> observed = model.observations().variables();
        double[] draw = new double[draws().elements()];
        double[] row = new double[BoundModel.size(observed)];
        Draws.Builder table = Draws.builder(observed, draws().chains(), draws().drawsPerChain() / thin);
        for (int chain = 0; chain < draws().chains(); chain++) {
            Predictor predictor = model.predictor(drawn, seed, chain);
            for (int number = thin - 1; number < draws().drawsPerChain(); number += thin) {
                draws().copyRow(chain, number, draw);
                predictor.predict(draw, row);
                table.append(chain, row);
            }
        }
        return table.build();
    }
}
