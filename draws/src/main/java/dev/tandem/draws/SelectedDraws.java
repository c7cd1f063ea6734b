package dev.tandem.draws;

import dev.tandem.density.Selection;
import dev.tandem.density.Variable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Some of the variables of another source. */
final class SelectedDraws implements DrawSource {
    private final DrawSource source;
    private final List<Variable> variables;
    /** For each element the place where the source has it. */
    private final int[] places;

    private SelectedDraws(DrawSource source, List<Variable> variables, int[] places) {
        this.source = source;
        this.variables = List.copyOf(variables);
        this.places = places;
    }

    /** Variables, or elements of arrays, by their names. */
    static SelectedDraws of(DrawSource source, List<String> names) {
        List<Variable> variables = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        for (String name : names) {
            int first = 0;
            boolean found = false;
            for (Variable variable : source.variables()) {
                if (variable.name().equals(name)) {
                    found = true;
                    variables.add(variable);
                    for (int i = 0; i < variable.size(); i++) {
                        places.add(first + i);
                    }
                } else if (variable.name().equals(BaseName.of(name))) {
                    found = true;
                    variables.add(new Variable(name, List.of(), variable.kind()));
                    places.add(first
                            + Selection.parse(name).elements(variable.shape()).nextSetBit(0));
                }
                first += variable.size();
            }
            if (!found) {
                throw new IllegalArgumentException("no variable " + name);
            }
        }
        return new SelectedDraws(
                source, variables, places.stream().mapToInt(Integer::intValue).toArray());
    }

    @Override
    public List<Variable> variables() {
        return variables;
    }

    @Override
    public List<SamplerStatistic> statistics() {
        return source.statistics();
    }

    @Override
    public int chains() {
        return source.chains();
    }

    @Override
    public int drawsPerChain() {
        return source.drawsPerChain();
    }

    @Override
    public DrawReader chain(int chain) throws IOException {
        DrawReader reader = source.chain(chain);
        double[] all = new double[source.elements()];
        return new DrawReader() {
            @Override
            public void read(double[] values, double[] statistics) throws IOException {
                reader.read(all, statistics);
                for (int element = 0; element < values.length; element++) {
                    values[element] = all[places[element]];
                }
            }

            @Override
            public void close() throws IOException {
                reader.close();
            }
        };
    }
}
