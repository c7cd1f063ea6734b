package dev.tandem.inference;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.generate.StartValues;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.density.Cursor;
import dev.tandem.language.DataArray;
import dev.tandem.language.DataSet;
import dev.tandem.language.SourceException;
import dev.tandem.language.SourceProblem;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.Start;
import dev.tandem.sampling.random.RandomStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
        for (int chain = 0; chain < settings.chains(); chain++) {
            DataSet file = files.get(chain % files.size());
            // The numbers from zero on belong to the chains themselves.
            RandomStream random = RandomStream.of(settings.seed(), -1 - chain);
            points.add(point(density, model.graph(), file, random));
        }
        boolean generator = files.stream()
                .anyMatch(file ->
                        file.generatorName().isPresent() || file.generatorSeed().isPresent());
        return new Starts(
                points,
                generator
                        ? List.of(
                                ".RNG.name and .RNG.seed choose a generator of JAGS; here the seed of the settings counts")
                        : List.of());
    }

    private static Start point(CompiledDensity density, Graph graph, DataSet file, RandomStream random) {
        Map<Symbol, double[]> values = new LinkedHashMap<>();
        List<SourceProblem> problems = new ArrayList<>();
        file.arrays().forEach((name, array) -> {
            Symbol symbol = graph.symbols().stream()
                    .filter(s -> s.name().equals(name))
                    .findFirst()
                    .orElse(null);
            if (symbol == null) {
                problems.add(problem(file, name, "the model has no variable " + name));
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
            String first = file.names().stream().findFirst().orElseThrow(() -> e);
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
