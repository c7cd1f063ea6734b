package dev.tandem.inference.prediction;

import dev.tandem.density.Variable;
import dev.tandem.draws.DrawReader;
import dev.tandem.draws.DrawSource;
import dev.tandem.draws.Draws;
import java.util.List;

/** What is made from every so many draws of a run, one at a time, when it is asked for. */
abstract class FromDraws implements DrawSource {
    private final Draws draws;
    private final int thin;

    FromDraws(Draws draws, int thin) {
        if (thin < 1) {
            throw new IllegalArgumentException("thin must be at least 1, not " + thin);
        }
        this.draws = draws;
        this.thin = thin;
    }

    /** Makes values of one draw. */
    interface Maker {
        void make(double[] draw, double[] values);
    }

    /** A maker for one chain, whose randomness is its own. */
    abstract Maker maker(int chain);

    final List<Variable> drawn() {
        return draws.variables();
    }

    @Override
    public final int chains() {
        return draws.chains();
    }

    @Override
    public final int drawsPerChain() {
        return draws.drawsPerChain() / thin;
    }

    @Override
    public final DrawReader chain(int chain) {
        Maker maker = maker(chain);
        double[] draw = new double[draws.elements()];
        return DrawReader.inOrder((number, values, statistics) -> {
            draws.copyRow(chain, number * thin + thin - 1, draw);
            maker.make(draw, values);
        });
    }
}
