package dev.tandem.inference;

import dev.tandem.density.Variable;
import dev.tandem.draws.Draws;
import dev.tandem.draws.Summary;
import dev.tandem.sampling.Run;
import java.util.List;

/** The draws of a model's unknowns, by name and shape. */
public record Posterior(Run run) {
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
}
