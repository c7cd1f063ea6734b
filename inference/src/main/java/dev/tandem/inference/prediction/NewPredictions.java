package dev.tandem.inference.prediction;

import dev.tandem.compiler.simulate.Elements;
import dev.tandem.compiler.simulate.Forecast;
import dev.tandem.density.Variable;
import dev.tandem.draws.Draws;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/** Predictions for new data from some draws of a run, made when they are asked for. */
final class NewPredictions extends FromDraws {
    private final NewData data;
    private final long seed;
    private final Map<String, Integer> places = new HashMap<>();

    NewPredictions(NewData data, Draws draws, long seed, int thin) {
        super(draws, thin);
        this.data = data;
        this.seed = seed;
        for (Variable variable : draws.variables()) {
            for (int i = 0; i < variable.size(); i++) {
                places.put(variable.elementName(i), places.size());
            }
        }
        refuseMissing(data.forecast());
    }

    private void refuseMissing(Forecast forecast) {
        forecast.needed(forecast.kept().only(name -> !places.containsKey(name))).ifPresent(name -> {
            throw new IllegalArgumentException("predictions need " + name + ", which was not monitored");
        });
    }

    @Override
    public List<Variable> variables() {
        return data.variables();
    }

    @Override
    Maker maker(int chain) {
        Forecast forecast = data.forecast();
        refuseMissing(forecast);
        Elements kept = forecast.kept().only(places::containsKey);
        int[] sources = kept.names().stream().mapToInt(places::get).toArray();
        double[] row = new double[sources.length];
        // Seeds are spread over all words by the generator, so those of chains need only differ.
        UniformRandomProvider random = RandomSource.L64_X128_MIX.create(31 * seed + chain);
        return (draw, values) -> {
            for (int i = 0; i < row.length; i++) {
                row[i] = draw[sources[i]];
            }
            forecast.assign(kept, row);
            forecast.draw(random);
            forecast.copy(data.predicted(), values);
        };
    }
}
