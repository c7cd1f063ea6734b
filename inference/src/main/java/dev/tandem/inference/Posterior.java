package dev.tandem.inference;

import dev.tandem.compiler.simulate.Elements;
import dev.tandem.compiler.simulate.Simulator;
import dev.tandem.density.Variable;
import dev.tandem.draws.Draws;
import dev.tandem.draws.Summary;
import dev.tandem.sampling.Run;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

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
        Simulator simulator = Simulator.of(model.graph());
        Elements unknown = simulator.unknown();
        Elements observed = simulator.observed();
        int[] sources = sources(unknown.names());
        double[] all = new double[draws().elements()];
        double[] given = new double[unknown.size()];
        double[] row = new double[observed.size()];
        Draws.Builder table = Draws.builder(observed.variables(), draws().chains(), draws().drawsPerChain() / thin);
        for (int chain = 0; chain < draws().chains(); chain++) {
            // Seeds are spread over all words by the generator, so those of chains need only differ.
            UniformRandomProvider random = RandomSource.L64_X128_MIX.create(31 * seed + chain);
            for (int draw = thin - 1; draw < draws().drawsPerChain(); draw += thin) {
                draws().copyRow(chain, draw, all);
                for (int i = 0; i < given.length; i++) {
                    given[i] = all[sources[i]];
                }
                simulator.assign(unknown, given);
                simulator.drawObserved(random);
                simulator.copy(observed, row);
                table.append(chain, row);
            }
        }
        return table.build();
    }

    /** Where among the draws the elements of these names stand. */
    private int[] sources(List<String> names) {
        Map<String, Integer> places = new HashMap<>();
        for (int element = 0; element < draws().elements(); element++) {
            places.put(draws().elementName(element), element);
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
}
