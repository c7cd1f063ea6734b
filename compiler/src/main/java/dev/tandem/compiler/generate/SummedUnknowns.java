package dev.tandem.compiler.generate;

import dev.tandem.compiler.program.Program;
import dev.tandem.compiler.sum.CountSummation;
import dev.tandem.compiler.sum.Summation;
import dev.tandem.compiler.terms.Storage;
import dev.tandem.density.Helpers;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** What a cursor sums out: counts first, since their sums go into the tables of the others, and drawn back last. */
final class SummedUnknowns {
    /** Logarithms of one sum, taken in two ways, do not differ by more, relatively. */
    private static final double ROUNDING = 1e-11;

    private final Program.SummedOut program;
    private final Map<Storage, double[]> values;

    /** What sums states out, with its tables and their derivatives; null if there are none. */
    private final Summation states;

    private final double[][] weights;
    private final double[][] weightBars;
    private final int[] drawnStates;

    /** The tables with ones in the place of what is not a number; null until there is such. */
    private double[][] proper;

    /** What sums counts out, with the slopes of their weights; null if there are none. */
    private final CountSummation counts;

    private final double[][] slopes;
    private final double[][] slopeBars;
    private final int[] drawnCounts;

    SummedUnknowns(
            Program.SummedOut program, Map<Storage, double[]> values, Map<Storage, double[]> bars, int longLoop) {
        this.program = program;
        this.values = values;
        states = program.unknowns().isEmpty() ? null : new Summation(program.sums(), longLoop);
        weights = arrays(program.weights(), values);
        weightBars = arrays(program.weights(), bars);
        drawnStates = new int[program.sums().unknowns()];
        counts = program.counted().isEmpty() ? null : new CountSummation(program.counts());
        slopes = arrays(program.slopes(), values);
        slopeBars = arrays(program.slopes(), bars);
        drawnCounts = new int[program.counts().counts().size()];
    }

    private static double[][] arrays(List<Storage> storages, Map<Storage, double[]> contents) {
        return storages.stream().map(contents::get).toArray(double[][]::new);
    }

    void helpedBy(Helpers helpers) {
        if (states != null) {
            states.helpedBy(helpers);
        }
    }

    /** Adds the log of the sums to the front of the accumulator. */
    void addLogSum(double[] accumulator) {
        if (counts != null) {
            accumulator[0] += counts.logSum(slopes, weights);
        }
        if (states != null) {
            accumulator[0] += states.logSum(weights);
        }
    }

    /** Adds the log of the sums to the front of the accumulator, and their derivatives to the tables'. */
    void addLogSumAndDerivatives(double[] accumulator) {
        if (counts != null) {
            accumulator[0] += counts.logSum(slopes, weights);
        }
        if (states != null) {
            accumulator[0] += states.logSumAndProbabilities(weights, weightBars);
        }
        if (counts != null) {
            counts.handBack(weightBars, slopeBars);
        }
    }

    /**
     * Draws what is summed out, given everything else. Returns whether a weight was not a number that other weights do not make
     * impossible: a sum takes it as impossible, and whoever reads the draws should hear of it.
     */
    boolean draw(Stream random) {
        boolean notANumber = false;
        if (counts != null) {
            counts.logSum(slopes, weights);
        }
        if (states != null) {
            notANumber = weightIsNotANumber() && matters();
            states.draw(weights, random, drawnStates);
            put(program.unknowns(), drawnStates);
        }
        if (counts != null) {
            counts.draw(slopes, drawnStates, random, drawnCounts);
            put(program.counted(), drawnCounts);
        }
        return notANumber;
    }

    private boolean weightIsNotANumber() {
        for (double[] table : weights) {
            for (double weight : table) {
                if (Double.isNaN(weight)) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Whether the sum would be another if weights that are no numbers were ones. A state may be impossible beside another, and a
     * distribution have no value there: in {@code dbern(phi * z[t-1] + gamma * a[t])} with {@code a[t]} 1 only after zeros the
     * probability may be above 1 where both are 1.
     */
    private boolean matters() {
        if (proper == null) {
            proper = Arrays.stream(weights).map(double[]::clone).toArray(double[][]::new);
        }
        for (int t = 0; t < weights.length; t++) {
            for (int e = 0; e < weights[t].length; e++) {
                proper[t][e] = Double.isNaN(weights[t][e]) ? 0 : weights[t][e];
            }
        }
        double sum = states.logSum(weights);
        return !(Math.abs(states.logSum(proper) - sum) <= ROUNDING * Math.max(1, Math.abs(sum)));
    }

    private void put(List<Program.Summed> unknowns, int[] drawn) {
        for (int u = 0; u < unknowns.size(); u++) {
            Program.Summed summed = unknowns.get(u);
            double[] content = values.get(summed.storage());
            int[] positions = summed.positions();
            for (int i = 0; i < positions.length; i++) {
                content[positions[i]] = drawn[summed.first() + i];
            }
        }
    }
}
