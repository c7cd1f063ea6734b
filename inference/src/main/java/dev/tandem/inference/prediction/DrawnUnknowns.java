package dev.tandem.inference.prediction;

import dev.tandem.compiler.simulate.Elements;
import dev.tandem.compiler.simulate.Simulator;
import dev.tandem.density.Variable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Gives the unknowns of a simulator the values that a draw has for them. */
public final class DrawnUnknowns {
    private final Simulator simulator;
    private final Elements unknown;
    /** Where a draw has the unknowns. */
    private final int[] sources;

    private final double[] given;

    /**
     * For draws of these variables.
     *
     * @param purpose what needs the unknowns, for the complaint if one is not among them
     * @throws IllegalArgumentException if an unknown was not monitored
     */
    public DrawnUnknowns(Simulator simulator, List<Variable> drawn, String purpose) {
        this.simulator = simulator;
        unknown = simulator.unknown();
        Map<String, Integer> places = new HashMap<>();
        for (Variable variable : drawn) {
            for (int i = 0; i < variable.size(); i++) {
                places.put(variable.elementName(i), places.size());
            }
        }
        sources = unknown.names().stream()
                .mapToInt(name -> {
                    Integer place = places.get(name);
                    if (place == null) {
                        throw new IllegalArgumentException(purpose + " need " + name + ", which was not monitored");
                    }
                    return place;
                })
                .toArray();
        given = new double[sources.length];
    }

    /** Gives them those of a draw. */
    public void assign(double[] draw) {
        for (int i = 0; i < given.length; i++) {
            given[i] = draw[sources[i]];
        }
        simulator.assign(unknown, given);
    }
}
