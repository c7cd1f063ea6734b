package dev.tandem.inference;

import dev.tandem.compiler.simulate.Elements;
import dev.tandem.compiler.simulate.Simulator;
import dev.tandem.density.Variable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * New data from the model for draws of its unknowns, one draw after another. The unknowns, missing data among them, keep
 * the values of the draw. Observed nodes that depend on other observed ones are drawn given the new values of these. The
 * same seed gives the same predictions for a chain. It belongs to one thread.
 */
public final class Predictor {
    private final Simulator simulator;
    private final Elements unknown;
    private final Elements observed;
    /** Where a draw has the unknowns. */
    private final int[] sources;

    private final double[] given;
    private final UniformRandomProvider random;

    Predictor(BoundModel model, List<Variable> drawn, long seed, int chain) {
        simulator = Simulator.of(model.graph());
        unknown = simulator.unknown();
        observed = simulator.observed();
        sources = sources(drawn, unknown.names());
        given = new double[sources.length];
        // Seeds are spread over all words by the generator, so those of chains need only differ.
        random = RandomSource.L64_X128_MIX.create(31 * seed + chain);
    }

    private static int[] sources(List<Variable> drawn, List<String> names) {
        Map<String, Integer> places = new HashMap<>();
        for (Variable variable : drawn) {
            for (int i = 0; i < variable.size(); i++) {
                places.put(variable.elementName(i), places.size());
            }
        }
        return names.stream()
                .mapToInt(name -> {
                    Integer place = places.get(name);
                    if (place == null) {
                        throw new IllegalArgumentException("predictions need " + name + ", which was not monitored");
                    }
                    return place;
                })
                .toArray();
    }

    /** The observed nodes, in the order of what {@link #predict} writes. */
    public List<Variable> variables() {
        return observed.variables();
    }

    /**
     * Writes new data for a draw.
     *
     * @throws dev.tandem.language.SourceException if a node has parents for which it has no distribution
     */
    public void predict(double[] draw, double[] row) {
        for (int i = 0; i < given.length; i++) {
            given[i] = draw[sources[i]];
        }
        simulator.assign(unknown, given);
        simulator.drawObserved(random);
        simulator.copy(observed, row);
    }
}
