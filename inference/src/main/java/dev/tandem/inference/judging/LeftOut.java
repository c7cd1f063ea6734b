package dev.tandem.inference.judging;

import dev.tandem.compiler.ModelCompiler;
import dev.tandem.compiler.generate.ClassCache;
import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.generate.PointwiseLikelihood;
import dev.tandem.compiler.graph.Graph;
import dev.tandem.compiler.graph.Rule;
import dev.tandem.compiler.program.Monitor;
import dev.tandem.density.Cursor;
import dev.tandem.density.Variable;
import dev.tandem.draws.BaseName;
import dev.tandem.draws.Draws;
import dev.tandem.draws.judging.LeaveOneOut;
import dev.tandem.draws.judging.MomentMatching;
import dev.tandem.inference.basis.PosteriorView;
import dev.tandem.inference.prediction.DrawnState;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataSet;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Leaves out again the units of data that importance sampling cannot leave out: by moving draws, or by sampling without them. */
final class LeftOut {
    /** Draws of more numbers than this are not moved. */
    private static final long MOST_NUMBERS = 8_000_000;

    /** So many units are left out by moving draws, those of the largest k first. */
    private static final int MOST_MATCHED = 30;

    private final PosteriorView posterior;
    private final LogLikelihood likelihood;

    private LeftOut(PosteriorView posterior, LogLikelihood likelihood) {
        this.posterior = posterior;
        this.likelihood = likelihood;
    }

    /** What was found by importance sampling, with what a repair finds for units that need one. */
    static LeaveOneOut repaired(PosteriorView posterior, LogLikelihood likelihood, LeaveOneOut found, Repair repair) {
        LeftOut left = new LeftOut(posterior, likelihood);
        LeaveOneOut better = repair.matching() ? left.matched(found) : found;
        return repair.refits() > 0 ? left.refitted(better, repair) : better;
    }

    /** The units that cannot be relied upon, those of the largest k first. */
    private static List<Integer> unreliable(LeaveOneOut found) {
        return IntStream.range(0, found.units().size())
                .filter(unit -> !found.units().get(unit).reliable())
                .boxed()
                .sorted(Comparator.comparingDouble(
                        unit -> -found.units().get(unit).shape()))
                .toList();
    }

    private LeaveOneOut matched(LeaveOneOut found) {
        List<Integer> units = unreliable(found);
        Draws draws = posterior.draws();
        int count = draws.chains() * draws.drawsPerChain();
        if (units.isEmpty() || found.units().size() == 1) {
            return found;
        }
        PointwiseLikelihood pointwise = likelihood.pointwise();
        CompiledDensity density = ModelCompiler.compile(
                posterior.model().graph(),
                Monitor.of(variables(pointwise.needed())),
                likelihood.summing(),
                new ClassCache(1));
        int dimension = density.space().dimension();
        if (dimension == 0 || (long) dimension * count > MOST_NUMBERS) {
            return found;
        }
        Optional<MomentMatching> matching = matching(density, pointwise, count);
        LeaveOneOut better = found;
        for (int unit : units.subList(0, Math.min(units.size(), MOST_MATCHED))) {
            Optional<LeaveOneOut.Unit> one =
                    matching.flatMap(known -> known.leaveOut(unit, found.units().get(unit), likelihood.of(unit)));
            if (one.isPresent() && Double.isFinite(one.get().expectation())) {
                better = better.with(unit, one.get());
            }
        }
        return better;
    }

    private static List<String> variables(List<String> elements) {
        return elements.stream().map(BaseName::of).distinct().toList();
    }

    /** The draws on the scale of the sampler; empty where they cannot be found there. */
    private Optional<MomentMatching> matching(CompiledDensity density, PointwiseLikelihood pointwise, int count) {
        Draws draws = posterior.draws();
        double[][] positions = new double[count][density.space().dimension()];
        int[][] sites = new int[count][density.space().sites()];
        try {
            DrawnState state = DrawnState.of(density, posterior);
            for (int s = 0; s < count; s++) {
                Cursor cursor = state.cursor(s / draws.drawsPerChain(), s % draws.drawsPerChain());
                cursor.copyPosition(positions[s]);
                cursor.copyValues(sites[s]);
            }
        } catch (IllegalArgumentException atTheEdge) {
            return Optional.empty();
        }
        Map<String, Integer> places = new HashMap<>();
        for (Variable variable : density.space().reported()) {
            for (int i = 0; i < variable.size(); i++) {
                places.put(variable.elementName(i), places.size());
            }
        }
        int[] sources = pointwise.needed().stream().mapToInt(places::get).toArray();
        Cursor cursor = density.cursor();
        PointwiseLikelihood.Evaluation evaluation = pointwise.evaluation();
        double[] reported = new double[places.size()];
        double[] given = new double[sources.length];
        double[] logs = new double[pointwise.units().size()];
        return Optional.of(new MomentMatching(
                (draw, position, unit, result) -> {
                    cursor.moveTo(position);
                    cursor.assignAll(sites[draw]);
                    result[0] = cursor.logDensity();
                    result[1] = 0;
                    if (result[0] > Double.NEGATIVE_INFINITY) {
                        cursor.complete(draw);
                        cursor.report(reported);
                        for (int i = 0; i < given.length; i++) {
                            given[i] = reported[sources[i]];
                        }
                        evaluation.at(given, logs);
                        result[1] = logs[unit];
                    }
                },
                positions));
    }

    private LeaveOneOut refitted(LeaveOneOut found, Repair repair) {
        LeaveOneOut better = found;
        List<Integer> units = unreliable(found);
        for (int unit : units.subList(0, Math.min(units.size(), repair.refits()))) {
            LeaveOneOut.Unit before = found.units().get(unit);
            DataSet without = without(unit, before.name());
            repair.listener().accept(before.name());
            Draws draws =
                    posterior.again(without, variables(likelihood.pointwise().needed()));
            better = better.with(unit, before.refitted(likelihood.at(draws).of(unit)));
        }
        return better;
    }

    /** The data without the observations of a unit: they are missing data, which nothing else may depend on. */
    private DataSet without(int unit, String name) {
        Graph graph = posterior.model().graph();
        Map<String, DataArray> missing = new HashMap<>();
        likelihood.unitsOfElements().forEach((variable, units) -> {
            if (Arrays.stream(units).noneMatch(other -> other == unit)) {
                return;
            }
            for (Rule rule : graph.rules()) {
                if (rule.names().contains(variable)) {
                    throw new IllegalArgumentException("the model cannot be sampled again without " + name
                            + ": " + rule.targetName() + " depends on " + variable
                            + ", and would be given something else");
                }
            }
            DataArray array = graph.data().arrays().get(variable);
            double[] values = array.toArray();
            for (int i = 0; i < values.length; i++) {
                values[i] = units[i] == unit ? Double.NaN : values[i];
            }
            missing.put(variable, DataArray.of(array.dims(), values));
        });
        return graph.data().with(missing);
    }
}
