package dev.tandem.benchmark;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.generate.StartValues;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.program.Summing;
import dev.tandem.density.Cursor;
import dev.tandem.density.Variable;
import dev.tandem.draws.BaseName;
import dev.tandem.inference.BoundModel;
import dev.tandem.inference.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The log density of a compiled model at given values of its unknowns, on the scale of these values.
 *
 * <p>Arguments: model, data, points. The points are JSON, {@code {"free": ["mu", "theta[1]"], "points": [[0.5, 1], ..],
 * "bound": ["theta[2]"], "bounds": [[0], ..]}}: the elements that may vary freely, with their values at each point, and
 * those that follow from them, such as the last element of a simplex. A line is printed for each point: the log density
 * of the generated code, in its own coordinates, and the log of the determinant by which these coordinates stretch space
 * there. The latter is taken from differences of what the code reports, and so shares nothing with the Jacobians that the
 * code adds: the difference of the two is the density on the scale of the model, whatever the coordinates are.
 */
public final class DensityAtPoints {
    /** Errors of central differences are of this squared, those of rounding of 1e-16 divided by this. */
    private static final double STEP = 1e-5;

    private final CompiledDensity density;
    private final Graph graph;
    private final int[] places;

    private DensityAtPoints(BoundModel model, List<String> free) {
        graph = model.graph();
        Set<String> names = new LinkedHashSet<>();
        free.forEach(element -> names.add(BaseName.of(element)));
        density = model.monitoring(names.toArray(String[]::new))
                .summing(Summing.all())
                .compile();
        if (density.space().sites() > 0) {
            throw new IllegalArgumentException("the model has discrete unknowns that are not summed out");
        }
        Map<String, Integer> reported = new HashMap<>();
        int count = 0;
        for (Variable variable : density.space().reported()) {
            for (int i = 0; i < variable.size(); i++) {
                reported.put(variable.elementName(i), count++);
            }
            if (variable.size() == 1) {
                // An array of one element goes by its name alone.
                reported.putIfAbsent(variable.name() + "[1]", reported.get(variable.elementName(0)));
            }
        }
        // What nothing observed depends on is drawn when it is reported, and has no coordinate.
        Set<String> drawn = Set.copyOf(density.drawnForwards());
        places = free.stream()
                .filter(element -> !drawn.contains(BaseName.of(element)))
                .mapToInt(element -> {
                    Integer place = reported.get(element);
                    if (place == null) {
                        throw new IllegalArgumentException("the model has no unknown " + element);
                    }
                    return place;
                })
                .toArray();
        if (places.length != density.space().dimension()) {
            throw new IllegalArgumentException("the points have " + places.length + " free elements, the model has "
                    + density.space().dimension() + " coordinates");
        }
    }

    public static void main(String[] arguments) throws IOException {
        JsonNode file = JsonMapper.shared().readTree(Files.readString(Path.of(arguments[2])));
        List<String> free = texts(file.get("free"));
        List<String> bound = texts(file.get("bound"));
        DensityAtPoints at =
                new DensityAtPoints(Model.read(Path.of(arguments[0])).with(Path.of(arguments[1])), free);
        for (int point = 0; point < file.get("points").size(); point++) {
            Map<String, Double> values = new HashMap<>();
            put(values, free, file.get("points").get(point));
            put(values, bound, file.get("bounds").get(point));
            Cursor cursor = at.cursor(values);
            System.out.println(cursor.logDensity() + " " + at.logDeterminant(cursor));
        }
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(text -> texts.add(text.asString()));
        return texts;
    }

    private static void put(Map<String, Double> values, List<String> names, JsonNode numbers) {
        for (int i = 0; i < names.size(); i++) {
            values.put(names.get(i), numbers.get(i).asDouble());
        }
    }

    private Cursor cursor(Map<String, Double> values) {
        Map<Symbol, double[]> starts = new HashMap<>();
        values.keySet().stream().map(BaseName::of).distinct().forEach(name -> {
            Symbol symbol = graph.symbol(name);
            double[] own = new double[symbol.size()];
            for (int position = 0; position < own.length; position++) {
                own[position] = values.getOrDefault(
                        symbol.element(position),
                        own.length == 1 ? values.getOrDefault(name + "[1]", Double.NaN) : Double.NaN);
            }
            starts.put(symbol, own);
        });
        // All that is continuous is given, and all that is discrete is summed out: nothing is left to chance.
        return StartValues.of(density, starts).place(() -> 0.5);
    }

    /** The log of the absolute determinant of the derivatives of the free elements by the coordinates. */
    private double logDeterminant(Cursor cursor) {
        int dimension = places.length;
        double[] q = new double[dimension];
        cursor.copyPosition(q);
        double[][] rows = new double[dimension][];
        for (int i = 0; i < dimension; i++) {
            double here = q[i];
            double step = STEP * Math.max(1, Math.abs(here));
            q[i] = here + step;
            double right = q[i];
            double[] after = reported(cursor, q);
            q[i] = here - step;
            double left = q[i];
            double[] before = reported(cursor, q);
            q[i] = here;
            rows[i] = new double[dimension];
            for (int j = 0; j < dimension; j++) {
                rows[i][j] = (after[j] - before[j]) / (right - left);
            }
        }
        return logDeterminant(rows);
    }

    private double[] reported(Cursor cursor, double[] q) {
        double[] values = new double
                [density.space().reported().stream().mapToInt(Variable::size).sum()];
        cursor.moveTo(q);
        cursor.complete(1);
        cursor.report(values);
        return Arrays.stream(places).mapToDouble(place -> values[place]).toArray();
    }

    /** By elimination with the largest entry of a column as pivot; the rows are used up. */
    static double logDeterminant(double[][] rows) {
        double sum = 0;
        for (int k = 0; k < rows.length; k++) {
            int pivot = k;
            for (int i = k + 1; i < rows.length; i++) {
                if (Math.abs(rows[i][k]) > Math.abs(rows[pivot][k])) {
                    pivot = i;
                }
            }
            double[] row = rows[pivot];
            rows[pivot] = rows[k];
            rows[k] = row;
            sum += Math.log(Math.abs(row[k]));
            for (int i = k + 1; i < rows.length; i++) {
                double factor = rows[i][k] / row[k];
                if (factor != 0) {
                    for (int j = k + 1; j < rows.length; j++) {
                        rows[i][j] -= factor * row[j];
                    }
                }
            }
        }
        return sum;
    }
}
