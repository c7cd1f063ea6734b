package dev.tandem.exports;

import dev.tandem.density.Variable;
import dev.tandem.draws.Draws;
import java.io.IOException;
import java.util.List;

/**
 * Draws to be written, read one at a time from wherever they are, so that tables may be larger than memory. A chain can
 * be read any number of times, and gives the same draws each time.
 */
public interface DrawSource {
    /** What each draw holds, in order; names differ. */
    List<Variable> variables();

    /** What is known of each draw besides, in order; each at most once. */
    List<SamplerStatistic> statistics();

    int chains();

    int drawsPerChain();

    /** Opens a chain, numbered from 0, at its first draw. */
    DrawReader chain(int chain) throws IOException;

    /** The number of elements over all variables. */
    default int elements() {
        return variables().stream().mapToInt(Variable::size).sum();
    }

    /** A table in memory, of which nothing is known but the draws. */
    static DrawSource of(Draws draws) {
        return new DrawSource() {
            @Override
            public List<Variable> variables() {
                return draws.variables();
            }

            @Override
            public List<SamplerStatistic> statistics() {
                return List.of();
            }

            @Override
            public int chains() {
                return draws.chains();
            }

            @Override
            public int drawsPerChain() {
                return draws.drawsPerChain();
            }

            @Override
            public DrawReader chain(int chain) {
                return new DrawReader() {
                    private int next;

                    @Override
                    public void read(double[] values, double[] statistics) {
                        draws.copyRow(chain, next++, values);
                    }
                };
            }
        };
    }

    /** The same draws, of these variables alone and in this order. */
    default DrawSource only(List<String> names) {
        return SelectedDraws.of(this, names);
    }
}
