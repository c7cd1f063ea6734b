package dev.tandem.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.compiler.generate.ClassCache;
import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Symbol;
import dev.tandem.compiler.program.Monitor;
import dev.tandem.density.Cursor;
import dev.tandem.density.Repair;
import dev.tandem.density.Support;
import dev.tandem.density.Variable;
import dev.tandem.density.contract.DensityContract;
import dev.tandem.language.Model;
import dev.tandem.language.data.DataFile;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** A small model with data, and the proof that it is compiled rightly. */
final class Case {
    private static final long SEED = 20240229;
    private static final int STATES = 6;
    private static final double SAME = 1e-9;

    private final Reference reference;
    private final CompiledDensity density;

    private Case(String model, String data, Dialect dialect) {
        this(model, data, dialect, Passes.all());
    }

    private Case(String model, String data, Dialect dialect, Passes passes) {
        DataSet known = data.isBlank() ? DataSet.empty() : DataFile.parse(SourceText.of("data.R", data), dialect);
        Graph graph = ModelCompiler.bind(Model.parse(SourceText.of("model", model), dialect), known);
        reference = new Reference(graph);
        density = ModelCompiler.compile(
                graph, Monitor.of(graph.symbols().stream().map(Symbol::name).toList()), new ClassCache(1), passes);
    }

    static Case of(String model, String data) {
        return new Case(model, data, Dialect.JAGS);
    }

    static Case of(String model, String data, Dialect dialect) {
        return new Case(model, data, dialect);
    }

    static Case of(String model, String data, Passes passes) {
        return new Case(model, data, Dialect.JAGS, passes);
    }

    CompiledDensity density() {
        return density;
    }

    /** Value, report, gradient and conditionals. */
    static CompiledDensity check(String model, String data) {
        Case made = of(model, data);
        made.checkValues();
        assertThat(DensityContract.check(made.density, SEED)).isEmpty();
        return made.density;
    }

    /** Value, report, gradient and conditionals with some passes. */
    static CompiledDensity check(String model, String data, Passes passes) {
        Case made = of(model, data, passes);
        made.checkValues();
        assertThat(DensityContract.check(made.density, SEED)).isEmpty();
        return made.density;
    }

    /** Value and report, and at so many states gradient and conditionals: for hundreds of models that differ in little. */
    static void checkBriefly(String model, String data, int states) {
        Case made = of(model, data);
        made.checkValues();
        assertThat(DensityContract.checkBriefly(made.density, SEED, states, true))
                .isEmpty();
    }

    /**
     * All but that nothing is allocated: where special functions of the library are called, whose continued fractions and
     * extended precision make objects.
     */
    static CompiledDensity checkAllocating(String model, String data) {
        Case made = of(model, data);
        made.checkValues();
        assertThat(DensityContract.checkAllButAllocation(made.density, SEED)).isEmpty();
        return made.density;
    }

    /** The density differs from the reference by one constant, at all states; the report is what the reference computes. */
    void checkValues() {
        assertThat(density.space().dimension())
                .as("free elements %s", reference.free())
                .isEqualTo(reference.free().size());
        SplittableRandom random = new SplittableRandom(SEED);
        Cursor cursor = density.cursor();
        double constant = Double.NaN;
        int states = 0;
        for (int attempt = 0; attempt < 400 && states < STATES; attempt++) {
            double[] q = random.doubles(density.space().dimension(), -1.2, 1.2).toArray();
            cursor.moveTo(q);
            scatter(cursor, random);
            double compiled = cursor.logDensity();
            if (compiled == Double.NEGATIVE_INFINITY && attempt % 3 == 2 && Repair.run(cursor, random::nextDouble)) {
                cursor.copyPosition(q);
                compiled = cursor.logDensity();
            }
            Map<String, Double> reported = report(cursor);
            Map<String, double[]> values = reference.complete(reported);
            double expected = reference.logDensity(values);
            if (compiled == Double.NEGATIVE_INFINITY) {
                assertThat(Double.isFinite(expected))
                        .as("impossible when compiled, but %s by the reference at %s", expected, reported)
                        .isFalse();
                continue;
            }
            Map<String, Double> all = reference.byElement(values);
            reported.forEach((name, value) -> assertClose("report of " + name, all.get(name), value, 0));
            expected += logJacobian(cursor);
            constant = states++ == 0 ? compiled - expected : constant;
            assertClose("log density at " + reported, expected + constant, compiled, Math.abs(constant));
        }
        assertThat(states).as("possible states found").isEqualTo(STATES);
    }

    private static void assertClose(String what, double expected, double got, double magnitude) {
        double scale = 1 + Math.abs(expected) + magnitude;
        assertThat(Double.compare(expected, got) == 0 || Math.abs(expected - got) <= SAME * scale)
                .as("%s: expected %s, got %s", what, expected, got)
                .isTrue();
    }

    private static void scatter(Cursor cursor, SplittableRandom random) {
        for (int site = 0; site < cursor.space().sites(); site++) {
            Support support = cursor.space().support(site);
            int low = support.lower() == Support.UNBOUNDED_BELOW ? -4 : support.lower();
            int high = (int) Math.min(support.upper(), low + 8L);
            cursor.assign(site, low + random.nextInt(high - low + 1));
        }
    }

    private Map<String, Double> report(Cursor cursor) {
        double[] values = new double[density.space().reportedSize()];
        cursor.report(values);
        Map<String, Double> named = new HashMap<>();
        int next = 0;
        for (Variable variable : density.space().reported()) {
            for (int i = 0; i < variable.size(); i++) {
                named.put(variable.elementName(i), values[next++]);
            }
        }
        return named;
    }

    /** log |det d(free elements) / dq| by extrapolated differences. */
    private double logJacobian(Cursor present) {
        int n = density.space().dimension();
        double[] q = new double[n];
        present.copyPosition(q);
        int[] x = new int[density.space().sites()];
        present.copyValues(x);
        List<String> names = reference.free();
        List<String> entries = new ArrayList<>();
        for (Variable variable : density.space().reported()) {
            for (int i = 0; i < variable.size(); i++) {
                entries.add(variable.elementName(i));
            }
        }
        int[] rows = names.stream().mapToInt(entries::indexOf).toArray();
        Cursor cursor = density.cursor();
        cursor.assignAll(x);
        double[][] matrix = new double[n][n];
        for (int j = 0; j < n; j++) {
            double[][] slopes = extrapolate(cursor, q, j);
            for (int i = 0; i < n; i++) {
                matrix[i][j] = slopes[0][rows[i]];
            }
        }
        return logDeterminant(matrix);
    }

    /** Derivatives of all reported values by one coordinate: central differences at four steps, extrapolated. */
    private double[][] extrapolate(Cursor cursor, double[] q, int j) {
        int levels = 5;
        int size = density.space().reportedSize();
        double[][] table = new double[levels][size];
        double[] ahead = new double[size];
        double[] behind = new double[size];
        double step = 0.12;
        for (int level = 0; level < levels; level++, step /= 2) {
            double[] place = q.clone();
            place[j] = q[j] + step;
            cursor.moveTo(place);
            cursor.report(ahead);
            place[j] = q[j] - step;
            cursor.moveTo(place);
            cursor.report(behind);
            for (int i = 0; i < size; i++) {
                table[level][i] = (ahead[i] - behind[i]) / (2 * step);
            }
        }
        double factor = 4;
        for (int column = 1; column < levels; column++, factor *= 4) {
            for (int level = 0; level + column < levels; level++) {
                for (int i = 0; i < size; i++) {
                    table[level][i] = table[level + 1][i] + (table[level + 1][i] - table[level][i]) / (factor - 1);
                }
            }
        }
        return table;
    }

    private static double logDeterminant(double[][] a) {
        double log = 0;
        for (int k = 0; k < a.length; k++) {
            int pivot = k;
            for (int i = k + 1; i < a.length; i++) {
                pivot = Math.abs(a[i][k]) > Math.abs(a[pivot][k]) ? i : pivot;
            }
            double[] row = a[pivot];
            a[pivot] = a[k];
            a[k] = row;
            log += Math.log(Math.abs(row[k]));
            for (int i = k + 1; i < a.length; i++) {
                double ratio = a[i][k] / row[k];
                for (int j = k; j < a.length; j++) {
                    a[i][j] -= ratio * row[j];
                }
            }
        }
        return log;
    }
}
