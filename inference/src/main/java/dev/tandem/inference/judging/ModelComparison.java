package dev.tandem.inference.judging;

import dev.tandem.draws.judging.Estimate;
import dev.tandem.draws.judging.LeaveOneOut;
import dev.tandem.draws.judging.LogLikelihoods;
import dev.tandem.draws.judging.ModelWeights;
import dev.tandem.inference.basis.Observations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Models of the same data, by how well they predict.
 *
 * @param rows the models, the best first
 * @param units the number of units that were left out one by one, the same for all
 * @param joined whether the units of some model were taken together to be those of all
 */
public record ModelComparison(List<Row> rows, int units, boolean joined) {
    /**
     * A model beside the best.
     *
     * @param difference its expected log predictive density less that of the best, with the error of the difference
     * @param stacking its weight in the mixture that predicts best
     * @param averaging its weight by pseudo Bayesian model averaging
     */
    public record Row(String name, LeaveOneOut leaveOneOut, Estimate difference, double stacking, double averaging) {}

    public ModelComparison {
        rows = List.copyOf(rows);
    }

    /**
     * Compares models. Where one has larger units than another, those that overlap are taken together.
     *
     * @param seed of the bootstrap behind the weights by averaging
     * @throws IllegalArgumentException that says where the data of the models differ
     */
    public static ModelComparison of(List<Judgement> models, long seed) {
        if (models.size() < 2) {
            throw new IllegalArgumentException("there is nothing to compare with: give two models or more");
        }
        models.forEach(model -> refuseOtherData(models.get(0), model));
        List<int[]> groups = groups(models);
        int units = Arrays.stream(groups.get(0)).max().orElse(-1) + 1;
        boolean joined =
                models.stream().anyMatch(model -> model.likelihood().units().size() > units);
        List<LeaveOneOut> found = new ArrayList<>();
        for (int m = 0; m < models.size(); m++) {
            LogLikelihood own = models.get(m).likelihood();
            found.add(
                    own.units().size() == units
                            ? inOrder(models.get(m), groups.get(m))
                            : grouped(own, groups.get(m), units));
        }
        List<double[]> expectations =
                found.stream().map(LeaveOneOut::expectations).toList();
        double[] stacking = ModelWeights.stacking(expectations);
        double[] averaging =
                ModelWeights.pseudoAveraging(expectations, RandomSource.L64_X128_MIX.create(seed)::nextDouble);
        int best = IntStream.range(0, models.size())
                .boxed()
                .max(Comparator.comparingDouble(m -> found.get(m).expectation().value()))
                .orElseThrow();
        List<Row> rows = new ArrayList<>();
        for (int m = 0; m < models.size(); m++) {
            rows.add(new Row(
                    models.get(m).name(),
                    found.get(m),
                    ModelWeights.difference(expectations.get(m), expectations.get(best)),
                    stacking[m],
                    averaging[m]));
        }
        rows.sort(Comparator.comparingDouble(
                (Row row) -> -row.leaveOneOut().expectation().value()));
        return new ModelComparison(rows, units, joined);
    }

    private static void refuseOtherData(Judgement first, Judgement other) {
        Map<String, Double> expected = values(first.observations());
        Map<String, Double> found = values(other.observations());
        for (String name : expected.keySet()) {
            if (!found.containsKey(name)) {
                throw different(
                        first, other, name + " was observed in " + first.name() + " and not in " + other.name());
            }
            if (!found.get(name).equals(expected.get(name))) {
                throw different(
                        first,
                        other,
                        name + " is " + expected.get(name) + " in " + first.name() + " and " + found.get(name) + " in "
                                + other.name());
            }
        }
        for (String name : found.keySet()) {
            if (!expected.containsKey(name)) {
                throw different(
                        first, other, name + " was observed in " + other.name() + " and not in " + first.name());
            }
        }
    }

    private static IllegalArgumentException different(Judgement first, Judgement other, String how) {
        return new IllegalArgumentException(first.name() + " and " + other.name()
                + " are runs of different data, which cannot be compared: " + how);
    }

    private static Map<String, Double> values(Observations observations) {
        Map<String, Double> values = new LinkedHashMap<>();
        int[] next = {0};
        observations.variables().forEach(variable -> {
            for (int i = 0; i < variable.size(); i++) {
                values.put(variable.elementName(i), observations.values()[next[0]++]);
            }
        });
        return values;
    }

    /** For each model the common group of each of its units: units of two models that share an element are in one. */
    private static List<int[]> groups(List<Judgement> models) {
        int[] starts = new int[models.size() + 1];
        for (int m = 0; m < models.size(); m++) {
            starts[m + 1] = starts[m] + models.get(m).likelihood().units().size();
        }
        int[] parent = IntStream.range(0, starts[models.size()]).toArray();
        Map<String, int[]> reference = models.get(0).likelihood().unitsOfElements();
        for (int m = 1; m < models.size(); m++) {
            Map<String, int[]> own = models.get(m).likelihood().unitsOfElements();
            for (Map.Entry<String, int[]> variable : reference.entrySet()) {
                int[] other = own.getOrDefault(variable.getKey(), new int[0]);
                for (int i = 0; i < other.length; i++) {
                    if (other[i] >= 0 && variable.getValue()[i] >= 0) {
                        join(parent, variable.getValue()[i], starts[m] + other[i]);
                    }
                }
            }
        }
        Map<Integer, Integer> numbers = new LinkedHashMap<>();
        List<int[]> groups = new ArrayList<>();
        for (int m = 0; m < models.size(); m++) {
            groups.add(IntStream.range(starts[m], starts[m + 1])
                    .map(unit -> numbers.computeIfAbsent(root(parent, unit), r -> numbers.size()))
                    .toArray());
        }
        return groups;
    }

    private static void join(int[] parent, int a, int b) {
        int x = root(parent, a);
        int y = root(parent, b);
        parent[Math.max(x, y)] = Math.min(x, y);
    }

    private static int root(int[] parent, int element) {
        int at = element;
        while (parent[at] != at) {
            parent[at] = parent[parent[at]];
            at = parent[at];
        }
        return at;
    }

    /** What was found for each unit, in the order that all models have. */
    private static LeaveOneOut inOrder(Judgement model, int[] groups) {
        LeaveOneOut.Unit[] units = new LeaveOneOut.Unit[groups.length];
        for (int i = 0; i < groups.length; i++) {
            units[groups[i]] = model.leaveOneOut().units().get(i);
        }
        return new LeaveOneOut(List.of(units));
    }

    private static LeaveOneOut grouped(LogLikelihood own, int[] groups, int count) {
        List<String> names = new ArrayList<>();
        for (int g = 0; g < count; g++) {
            int group = g;
            List<String> parts = IntStream.range(0, groups.length)
                    .filter(i -> groups[i] == group)
                    .mapToObj(own.units()::get)
                    .toList();
            names.add(
                    parts.size() > 3
                            ? parts.get(0) + " and " + (parts.size() - 1) + " more"
                            : String.join(", ", parts));
        }
        double[][][] sums = new double[count][own.chains()][own.drawsPerChain()];
        for (int i = 0; i < groups.length; i++) {
            double[][] logs = own.of(i);
            for (int chain = 0; chain < logs.length; chain++) {
                for (int draw = 0; draw < logs[chain].length; draw++) {
                    sums[groups[i]][chain][draw] += logs[chain][draw];
                }
            }
        }
        return LeaveOneOut.of(new LogLikelihoods() {
            @Override
            public List<String> units() {
                return names;
            }

            @Override
            public double[][] of(int unit) {
                return sums[unit];
            }
        });
    }
}
