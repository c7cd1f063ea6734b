package dev.tandem.inference.basis;

import dev.tandem.density.Variable;
import java.util.List;

/**
 * What was observed, in the order of predictions.
 *
 * @param variables the observed nodes; of an array that is observed in part, each element by itself
 * @param values their elements
 */
@SuppressWarnings("ArrayRecordComponent")
public record Observations(List<Variable> variables, double[] values) {
    public Observations {
        variables = List.copyOf(variables);
    }
}
