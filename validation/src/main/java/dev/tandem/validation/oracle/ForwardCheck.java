package dev.tandem.validation.oracle;

import dev.tandem.compiler.ModelCompiler;
import dev.tandem.compiler.generate.ClassCache;
import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.program.Monitor;
import dev.tandem.compiler.program.Summing;
import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Roles;
import dev.tandem.density.Space;
import dev.tandem.density.Support;
import dev.tandem.density.Variable;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Holds unknowns that are drawn forwards against the oracle: where each draw stands in the law of its node, given its
 * parents as they are reported with it, is uniform between 0 and 1.
 */
public final class ForwardCheck {
    private static final int DRAWS = 120;
    private static final int TRIES = 40;

    /** Beyond this many standard deviations a mean is wrong: once in 10^9 means by chance. */
    private static final double FAR = 6.1;

    private static final double NONE = Double.NEGATIVE_INFINITY;

    /**
     * What came out.
     *
     * @param drawn how many unknowns were compared
     * @param finding the first disagreement
     */
    public record Outcome(int drawn, Optional<String> finding) {}

    private ForwardCheck() {}

    /** Compiles a model as users have it, draws and compares. */
    public static Outcome run(ModelCase model, long seed) {
        return run(model, ForwardCheck::compile, seed);
    }

    /** Compiles a model in the caller's way, draws and compares. */
    public static Outcome run(ModelCase model, OracleCheck.Compiler compiler, long seed) {
        try {
            return compare(Oracle.of(model.model(), model.data()), compiler.compile(model), seed);
        } catch (SourceException refused) {
            return new Outcome(0, Optional.empty());
        }
    }

    /** The density that users have: summed out and drawn forwards where the compiler thinks best. */
    public static CompiledDensity compile(ModelCase model) {
        Graph graph = Graph.bind(model.model(), DataSet.of(model.data()));
        return ModelCompiler.compile(graph, Monitor.byDefault(), Summing.automatic(), new ClassCache(1));
    }

    private static Outcome compare(Oracle oracle, MixedDensity density, long seed) {
        Space space = density.space();
        List<String> names = new ArrayList<>();
        List<String> forward = new ArrayList<>();
        for (Variable variable : space.reported()) {
            for (int i = 0; i < variable.size(); i++) {
                if (space.roles().fate(names.size()) == Roles.Fate.FORWARD) {
                    forward.add(variable.elementName(i));
                }
                names.add(variable.elementName(i));
            }
        }
        List<Oracle.Unknown> compared = oracle.unknowns().stream()
                .filter(unknown -> forward.contains(unknown.name()) && !PlainDistributions.array(unknown.law()))
                .toList();
        SplittableRandom random = new SplittableRandom(seed);
        Optional<Cursor> start = compared.isEmpty() ? Optional.empty() : possible(density, random);
        if (start.isEmpty()) {
            return new Outcome(0, Optional.empty());
        }
        Cursor cursor = start.get();
        double[] report = new double[space.reportedSize()];
        double[] place = new double[compared.size()];
        double[] width = new double[compared.size()];
        for (int draw = 0; draw < DRAWS; draw++) {
            cursor.complete(random.nextLong());
            cursor.report(report);
            Map<String, Double> values = new LinkedHashMap<>();
            for (int i = 0; i < report.length; i++) {
                values.put(names.get(i), report[i]);
            }
            oracle.assign(values);
            for (int k = 0; k < place.length; k++) {
                double u = oracle.transformed(compared.get(k), random.nextDouble());
                place[k] += u;
                width[k] += Math.abs(u - 0.5);
            }
        }
        for (int k = 0; k < place.length; k++) {
            double centre = (place[k] / DRAWS - 0.5) * Math.sqrt(12.0 * DRAWS);
            double spread = (width[k] / DRAWS - 0.25) * Math.sqrt(48.0 * DRAWS);
            if (!(Math.abs(centre) <= FAR) || !(Math.abs(spread) <= FAR)) {
                return new Outcome(
                        place.length,
                        Optional.of(compared.get(k).name() + " is not drawn from its law: the mean is " + centre
                                + " and the spread " + spread + " standard deviations off"));
            }
        }
        return new Outcome(place.length, Optional.empty());
    }

    /** A cursor at a state that is possible. */
    private static Optional<Cursor> possible(MixedDensity density, SplittableRandom random) {
        Space space = density.space();
        Cursor cursor = density.cursor();
        for (int attempt = 0; attempt < TRIES; attempt++) {
            cursor.moveTo(random.doubles(space.dimension(), -1.5, 1.5).toArray());
            for (int site = 0; site < space.sites(); site++) {
                Support support = space.support(site);
                cursor.assign(
                        site,
                        support.bounded()
                                ? random.nextInt(support.lower(), support.upper() + 1)
                                : Math.max(support.lower(), 0) + random.nextInt(4));
            }
            if (cursor.logDensity() > NONE) {
                return Optional.of(cursor);
            }
        }
        return Optional.empty();
    }
}
