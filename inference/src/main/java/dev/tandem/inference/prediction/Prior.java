package dev.tandem.inference.prediction;

import dev.tandem.compiler.simulate.Elements;
import dev.tandem.compiler.simulate.Simulator;
import dev.tandem.density.Variable;
import dev.tandem.draws.DrawSource;
import dev.tandem.inference.basis.ModelView;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Draws from the prior one after another, and data given them: every node that the model defines, observed ones too. The
 * same seed gives the same draws. It belongs to one thread.
 */
public final class Prior {
    private final Simulator simulator;
    private final Elements elements;
    private final UniformRandomProvider random;

    /** The prior of a model, from the beginning of the stream of this seed. */
    public Prior(ModelView model, long seed) {
        simulator = Simulator.of(model.graph());
        elements = simulator.defined();
        random = RandomSource.L64_X128_MIX.create(seed);
    }

    /** So many draws, made when they are asked for. */
    public static DrawSource draws(ModelView model, int draws, long seed) {
        return new PriorDraws(model, draws, seed);
    }

    /** What a draw holds, in order. */
    public List<Variable> variables() {
        return elements.variables();
    }

    /**
     * Writes the next draw.
     *
     * @throws dev.tandem.language.source.SourceException if a node has parents for which it has no distribution
     */
    public void next(double[] row) {
        simulator.drawAll(random);
        simulator.copy(elements, row);
    }
}
