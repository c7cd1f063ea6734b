package dev.tandem.draws;

import dev.tandem.density.Variable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Draws that are read one at a time, from wherever they are: a table in memory, the files of a run, or a model that makes
 * them when they are asked for. So whoever reads draws, to write or to check them, needs no room for all of them. A chain
 * can be read any number of times, and gives the same draws each time.
 */
public interface DrawSource {
    /** What each draw holds, in order; names differ. */
    List<Variable> variables();

    /** What is known of each draw besides, in order; each at most once. */
    default List<SamplerStatistic> statistics() {
        return List.of();
    }

    int chains();

    int drawsPerChain();

    /** Opens a chain, numbered from 0, at its first draw. */
    DrawReader chain(int chain) throws IOException;

    /** The number of elements over all variables. */
    default int elements() {
        return variables().stream().mapToInt(Variable::size).sum();
    }

    /** These draws, of some variables alone and in the order given. */
    default DrawSource only(List<String> names) {
        return SelectedDraws.of(this, names);
    }

    /** All draws as a table in memory. */
    default Draws collect() {
        Draws.Builder table = Draws.builder(variables(), chains(), drawsPerChain());
        double[] row = new double[elements()];
        double[] known = new double[statistics().size()];
        for (int chain = 0; chain < chains(); chain++) {
            try (DrawReader reader = chain(chain)) {
                for (int draw = 0; draw < drawsPerChain(); draw++) {
                    reader.read(row, known);
                    table.append(chain, row);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return table.build();
    }
}
