package dev.tandem.compiler.program;

import dev.tandem.compiler.terms.Storage;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The log densities of a program one by one: those of observed nodes in the units that data come in, the others together.
 *
 * @param terms a place for the log density of every node, and one more for what is no node's
 * @param unitOf for each place the unit that its log density belongs to, -1 for that of unknowns
 * @param componentUnits for each of the sums over discrete unknowns the units of those that are equal to it
 * @param countUnits for each count that is summed out the unit
 * @param units what was observed, unit by unit
 * @param elements for each observed variable the unit that each of its elements is in, -1 for what was not observed
 * @param priors the variables that have a prior: a distribution whose parameters depend on no unknown
 * @param priorOf for each place the number of the prior that its log density belongs to, -1 for what is no prior
 * @param unobserved variables with a prior that nothing observed depends on; they have no place
 * @param silent observed variables that have no log density of their own: they are bounds of unknowns, or sums of them
 */
@SuppressWarnings("ArrayRecordComponent")
public record Pointwise(
        Storage terms,
        int[] unitOf,
        int[][] componentUnits,
        int[] countUnits,
        List<Unit> units,
        Map<String, int[]> elements,
        List<String> priors,
        int[] priorOf,
        List<String> unobserved,
        List<String> silent) {
    /**
     * Observations that belong together: a node, or all nodes that depend on the same discrete unknowns.
     *
     * @param name what was observed, such as {@code y[3]} or {@code y[3,]}
     * @param nodes the number of nodes
     */
    public record Unit(String name, int nodes) {}

    public Pointwise {
        units = List.copyOf(units);
        elements = Collections.unmodifiableMap(new LinkedHashMap<>(elements));
        priors = List.copyOf(priors);
        unobserved = List.copyOf(unobserved);
        silent = List.copyOf(silent);
    }
}
