package dev.tandem.paper;

import dev.tandem.draws.summary.Diagnostics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is kept of a cell when its chains are done: numbers by name.
 *
 * @param values the numbers
 */
record CellSummary(Map<String, double[]> values) {

    static CellSummary of(Chains chains, Map<String, double[]> extra) {
        Map<String, double[]> values = new TreeMap<>(extra);
        put(values, "chains", chains.count());
        put(values, "draws", sum(chains.numbers(ChainResult.DRAWS)));
        put(values, "gradients", sum(chains.numbers(ChainResult.GRADIENTS)));
        put(values, "visits", sum(chains.numbers(ChainResult.VISITS)));
        put(values, "divergences", sum(chains.numbers(ChainResult.DIVERGENCES)));
        put(values, "cpu", sum(chains.numbers(ChainResult.CPU)));
        put(values, "acceptance", sum(chains.numbers(ChainResult.ACCEPTANCE)) / chains.count());
        put(values, "acceptances", chains.numbers(ChainResult.ACCEPTANCE));
        put(values, "step", sum(chains.numbers(ChainResult.STEP)) / chains.count());
        describe(values, chains, Recorder.CONTINUOUS, "continuous");
        describe(values, chains, Recorder.DISCRETE, "discrete");
        return new CellSummary(values);
    }

    private static double sum(double[] numbers) {
        return Arrays.stream(numbers).sum();
    }

    private static void put(Map<String, double[]> values, String name, double... numbers) {
        values.put(name, numbers);
    }

    private static void describe(Map<String, double[]> values, Chains chains, String prefix, String kind) {
        List<Double> sizes = new ArrayList<>();
        List<Double> means = new ArrayList<>();
        List<Double> deviations = new ArrayList<>();
        List<Double> errors = new ArrayList<>();
        List<Double> rhats = new ArrayList<>();
        for (String name : chains.names()) {
            if (name.startsWith(prefix)) {
                double[][] draws = chains.series(name);
                sizes.add(Diagnostics.essBulk(draws) / ((double) draws.length * draws[0].length));
                rhats.add(Diagnostics.rhat(draws));
                means.add(Diagnostics.mean(draws));
                deviations.add(Diagnostics.sd(draws));
                errors.add(Diagnostics.mcseMean(draws));
            }
        }
        if (sizes.isEmpty()) {
            return;
        }
        values.put(kind + ".relative", array(sizes));
        values.put(kind + ".mean", array(means));
        values.put(kind + ".sd", array(deviations));
        values.put(kind + ".mcse", array(errors));
        values.put(kind + ".rhat", array(rhats));
    }

    private static double[] array(List<Double> list) {
        return list.stream().mapToDouble(Double::doubleValue).toArray();
    }

    double[] get(String name) {
        return values.getOrDefault(name, new double[0]);
    }

    double number(String name) {
        double[] found = get(name);
        return found.length == 0 ? Double.NaN : found[0];
    }

    /** The minimum relative effective size of the continuous unknowns: the paper's MRESS. */
    double mress() {
        return least("continuous.relative");
    }

    double discreteMress() {
        return least("discrete.relative");
    }

    private double least(String name) {
        return Arrays.stream(get(name))
                .filter(value -> !Double.isNaN(value))
                .min()
                .orElse(Double.NaN);
    }

    double worstRhat() {
        return Arrays.stream(new double[][] {get("continuous.rhat"), get("discrete.rhat")})
                .flatMapToDouble(Arrays::stream)
                .filter(value -> !Double.isNaN(value))
                .max()
                .orElse(Double.NaN);
    }

    double gradientsPerDraw() {
        return number("gradients") / number("draws");
    }

    /** Effective draws per 1,000 gradients. */
    double perThousandGradients() {
        return 1000 * mress() / gradientsPerDraw();
    }

    /** Effective draws per second of one processor. */
    double perSecond() {
        return mress() * number("draws") / number("cpu");
    }

    double discretePerSecond() {
        return discreteMress() * number("draws") / number("cpu");
    }

    /** As lines of a name and its numbers, which {@link #parse} reads back to the same bits. */
    String render() {
        StringBuilder text = new StringBuilder();
        values.forEach((name, numbers) -> {
            text.append(name);
            for (double number : numbers) {
                text.append('\t').append(number);
            }
            text.append('\n');
        });
        return text.toString();
    }

    static CellSummary parse(List<String> lines) {
        Map<String, double[]> values = new TreeMap<>();
        for (String line : lines) {
            String[] fields = line.split("\t", -1);
            values.put(
                    fields[0],
                    Arrays.stream(fields)
                            .skip(1)
                            .mapToDouble(Double::parseDouble)
                            .toArray());
        }
        return new CellSummary(values);
    }
}
