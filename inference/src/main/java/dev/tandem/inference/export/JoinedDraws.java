package dev.tandem.inference.export;

import dev.tandem.density.Variable;
import dev.tandem.draws.DrawReader;
import dev.tandem.draws.DrawSource;
import dev.tandem.draws.SamplerStatistic;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/**
 * Draws with what was computed from each of them beside.
 *
 * @param first the draws, with what the sampler tells of them
 * @param second as many draws of other variables
 */
record JoinedDraws(DrawSource first, DrawSource second) implements DrawSource {
    @Override
    public List<Variable> variables() {
        return Stream.concat(first.variables().stream(), second.variables().stream())
                .toList();
    }

    @Override
    public List<SamplerStatistic> statistics() {
        return first.statistics();
    }

    @Override
    public int chains() {
        return first.chains();
    }

    @Override
    public int drawsPerChain() {
        return first.drawsPerChain();
    }

    @Override
    public DrawReader chain(int chain) throws IOException {
        DrawReader one = first.chain(chain);
        DrawReader other = second.chain(chain);
        double[] left = new double[first.elements()];
        double[] right = new double[second.elements()];
        return new DrawReader() {
            @Override
            public void read(double[] values, double[] statistics) throws IOException {
                one.read(left, statistics);
                other.read(right, new double[0]);
                System.arraycopy(left, 0, values, 0, left.length);
                System.arraycopy(right, 0, values, left.length, right.length);
            }

            @Override
            public void close() throws IOException {
                one.close();
                other.close();
            }
        };
    }
}
