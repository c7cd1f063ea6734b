package dev.tandem.inference;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.generate.StartValues;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.density.Cursor;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceProblem;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.Start;
import dev.tandem.sampling.random.RandomStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where chains start, from values that the user gave by variable.
 *
 * @param points one for each chain
 * @param notes what was given and left out of account
 */
public record Starts(List<Start> points, List<String> notes) {
    public Starts {
        points = List.copyOf(points);
        notes = List.copyOf(notes);
    }

    static Starts find(BoundModel model, Settings settings, List<DataSet> files) {
        if (files.isEmpty() || (files.size() > 1 && files.size() != settings.chains())) {
            throw new IllegalArgumentException(files.size() + " sets of start values for " + settings.chains()
                    + " chains: give one for each chain, or one for all");
        }
        CompiledDensity density = model.compile();
        List<Start> points = new ArrayList<>();
        Set<String> notes = new LinkedHashSet<>();
        for (int chain = 0; chain < settings.chains(); chain++) {
            DataSet file = files.get(chain % files.size());
            // The numbers from zero on belong to the chains themselves.
            RandomStream random = RandomStream.of(settings.seed(), -1 - chain);
            points.add(point(density, model.graph(), file, random, notes));
        }
        boolean generator = files.stream()
                .anyMatch(file ->
                        file.generatorName().isPresent() || file.generatorSeed().isPresent());
        if (generator) {
            notes.add(".RNG.name and .RNG.seed choose a generator of JAGS; here the seed of the settings counts");
        }
        return new Starts(points, List.copyOf(notes));
    }

    private static Start point(
            CompiledDensity density, Graph graph, DataSet file, RandomStream random, Set<String> notes) {
        Map<Symbol, double[]> values = new LinkedHashMap<>();
        List<SourceProblem> problems = new ArrayList<>();
        file.arrays().forEach((name, array) -> {
            Symbol symbol = graph.symbols().stream()
                    .filter(s -> s.name().equals(name))
                    .findFirst()
                    .orElse(null);
            if (symbol == null) {
                // Scripts keep starts for several models in one list, and JAGS goes on as well.
                DataSet.Origin origin = file.origin(name);
                notes.add(origin.file() + ":" + origin.line() + ":" + origin.column() + ": the model has no variable "
                        + name + ", so its start value is left aside");
            } else if (!Arrays.equals(symbol.dims(), array.dims())) {
                problems.add(problem(
                        file,
                        name,
                        name + " starts with dimensions " + by(array.dims()) + ", the model has " + by(symbol.dims())));
            } else {
                values.put(symbol, array.toArray());
                check(density, file, symbol, array, problems);
            }
        });
        if (!problems.isEmpty()) {
            throw new SourceException(problems);
        }
        Cursor cursor;
        try {
            cursor = StartValues.of(density, values).place(random::uniform);
        } catch (IllegalArgumentException e) {
            String first = file.names().stream()
                    .filter(name -> values.keySet().stream()
                            .anyMatch(symbol -> symbol.name().equals(name)))
                    .findFirst()
                    .orElseThrow(() -> e);
            throw new SourceException(List.of(problem(file, first, e.getMessage())));
        }
        double[] q = new double[density.space().dimension()];
        int[] x = new int[density.space().sites()];
        cursor.copyPosition(q);
        cursor.copyValues(x);
        return new Start(q, x);
    }

    /** Each variable by itself, so that its problem is reported where it stands. */
    private static void check(
            CompiledDensity density, DataSet file, Symbol symbol, DataArray array, List<SourceProblem> problems) {
        try {
            StartValues.of(density, Map.of(symbol, array.toArray()));
        } catch (IllegalArgumentException e) {
            problems.add(problem(file, symbol.name(), e.getMessage()));
        }
    }

    private static SourceProblem problem(DataSet file, String name, String message) {
        DataSet.Origin origin = file.origin(name);
        return new SourceProblem(origin.file(), origin.line(), origin.column(), message, "", "");
    }

    private static String by(int[] dims) {
        StringBuilder text = new StringBuilder();
        for (int dim : dims) {
            text.append(text.isEmpty() ? "" : " by ").append(dim);
        }
        return text.toString();
    }
}
