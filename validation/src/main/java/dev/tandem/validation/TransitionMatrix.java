package dev.tandem.validation;

import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.sampling.random.Randomness;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * The exact transition matrix of an update of a small discrete target, found by going through all of its randomness,
 * and how far it is from leaving the target invariant.
 */
public final class TransitionMatrix {
    private final double[] law;
    private final double[][] matrix;

    /**
     * @param law the law that should be invariant, not necessarily scaled
     * @param matrix the probability of each transition, row by row
     */
    TransitionMatrix(double[] law, double[][] matrix) {
        double total = Arrays.stream(law).sum();
        this.law = Arrays.stream(law).map(weight -> weight / total).toArray();
        this.matrix = matrix;
    }

    /**
     * The matrix over all possible states of a purely discrete density with bounded supports.
     *
     * @param density the target
     * @param randomness makes the randomness to go through
     * @param update changes a cursor; it must not keep anything from one call to the next
     */
    public static TransitionMatrix of(
            MixedDensity density, Supplier<ExhaustiveRandomness> randomness, BiConsumer<Cursor, Randomness> update) {
        List<int[]> states = states(density);
        Map<List<Integer>, Integer> numbers = new HashMap<>();
        double[] law = new double[states.size()];
        Cursor cursor = density.cursor();
        for (int i = 0; i < law.length; i++) {
            cursor.assignAll(states.get(i));
            law[i] = Math.exp(cursor.logDensity());
            numbers.put(key(states.get(i)), i);
        }
        double[][] matrix = new double[law.length][law.length];
        for (int i = 0; i < law.length; i++) {
            int[] start = states.get(i);
            double[] row = matrix[i];
            randomness
                    .get()
                    .explore(
                            random -> {
                                Cursor moving = density.cursor();
                                moving.assignAll(start);
                                update.accept(moving, random);
                                int[] end = new int[start.length];
                                moving.copyValues(end);
                                return numbers.get(key(end));
                            },
                            (end, probability) -> row[end] += probability);
        }
        return new TransitionMatrix(law, matrix);
    }

    /** The least probability of getting from one state to another in two steps: 0 if some cannot be reached so. */
    public double least() {
        double least = Double.POSITIVE_INFINITY;
        for (double[] row : matrix) {
            for (int j = 0; j < law.length; j++) {
                double sum = 0;
                for (int k = 0; k < law.length; k++) {
                    sum += row[k] * matrix[k][j];
                }
                least = Math.min(least, sum);
            }
        }
        return least;
    }

    /** The possible states of a purely discrete density with bounded supports. */
    static List<int[]> states(MixedDensity density) {
        Space space = density.space();
        List<int[]> states = new ArrayList<>();
        int[] x = new int[space.sites()];
        for (int site = 0; site < x.length; site++) {
            x[site] = space.support(site).lower();
        }
        Cursor cursor = density.cursor();
        while (true) {
            cursor.assignAll(x);
            if (cursor.logDensity() > Double.NEGATIVE_INFINITY) {
                states.add(x.clone());
            }
            int site = 0;
            while (site < x.length && x[site] == space.support(site).upper()) {
                x[site] = space.support(site).lower();
                site++;
            }
            if (site == x.length) {
                return states;
            }
            x[site]++;
        }
    }

    private static List<Integer> key(int[] x) {
        return Arrays.stream(x).boxed().toList();
    }

    public int states() {
        return law.length;
    }

    /** The greatest distance of a row's sum from 1. */
    public double rowError() {
        double error = 0;
        for (double[] row : matrix) {
            error = Math.max(error, Math.abs(Arrays.stream(row).sum() - 1));
        }
        return error;
    }

    /** The greatest entry of |pi P - pi|. */
    public double invarianceError() {
        double error = 0;
        for (int to = 0; to < law.length; to++) {
            double sum = 0;
            for (int from = 0; from < law.length; from++) {
                sum += law[from] * matrix[from][to];
            }
            error = Math.max(error, Math.abs(sum - law[to]));
        }
        return error;
    }

    /** The greatest |pi_i P_ij - pi_j R_ji|: how far the other matrix R is from being the time reversal of this. */
    public double reversalError(TransitionMatrix reversed) {
        double error = 0;
        for (int i = 0; i < law.length; i++) {
            for (int j = 0; j < law.length; j++) {
                error = Math.max(error, Math.abs(law[i] * matrix[i][j] - law[j] * reversed.matrix[j][i]));
            }
        }
        return error;
    }

    /** The greatest violation of detailed balance. */
    public double balanceError() {
        return reversalError(this);
    }

    /** The greatest probability of leaving a state: 0 for an update that does nothing. */
    public double mobility() {
        double most = 0;
        for (int i = 0; i < law.length; i++) {
            most = Math.max(most, 1 - matrix[i][i]);
        }
        return most;
    }
}
