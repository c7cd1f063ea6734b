package dev.tandem.paper.trees;

import dev.tandem.density.Cursor;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.sampling.random.Randomness;
import dev.tandem.sampling.trajectory.Kernel;
import dev.tandem.sampling.trajectory.Transition;
import dev.tandem.sampling.trajectory.Tuning;
import java.util.Arrays;

/**
 * What kernels on trees share: a tree whose edges keep their lengths when its shape changes, while the cursor, which numbers
 * edges by the code of the shape, is put to wherever the tree stands.
 */
abstract class TreeKernel implements Kernel {
    final Phylogeny tree;
    final int edges;

    /** The number of each edge in the cursor's position. */
    final int[] numbers;

    private final Cursor cursor;
    private final double[] position;
    private final double[] started;
    private final int[] code;
    private final int[] startedCode;

    TreeKernel(TreeDensity density) {
        cursor = density.cursor();
        int taxa = density.data().taxa();
        edges = Phylogeny.edges(taxa);
        tree = new Phylogeny(taxa);
        numbers = new int[edges];
        position = new double[edges];
        started = new double[edges];
        code = new int[taxa - 3];
        startedCode = new int[taxa - 3];
    }

    @Override
    public final Cursor cursor() {
        return cursor;
    }

    @Override
    public final void reload() {
        // Nothing is kept from one step to the next.
    }

    @Override
    public final void anchor() {
        // Nothing is kept from one step to the next.
    }

    /** Takes shape and logarithms of lengths over from the cursor; edges are then numbered as there. */
    final void load(double[] logs) {
        cursor.copyValues(code);
        tree.decode(code);
        cursor.copyPosition(logs);
        for (int edge = 0; edge < edges; edge++) {
            numbers[edge] = edge;
        }
    }

    /** Puts the cursor to the present shape with these logarithms of lengths. */
    final void place(double[] logs) {
        tree.encode(code, numbers);
        cursor.assignAll(code);
        for (int edge = 0; edge < edges; edge++) {
            position[numbers[edge]] = logs[edge];
        }
        cursor.moveTo(position);
    }

    @Override
    public final void step(Tuning tuning, Randomness random, Transition outcome) {
        cursor.copyPosition(started);
        cursor.copyValues(startedCode);
        double error = propose(random, outcome);
        outcome.accepted = random.accept(-error);
        if (!outcome.accepted) {
            cursor.assignAll(startedCode);
            cursor.moveTo(started);
        }
        outcome.acceptance = Math.min(1, Elementary.exp(-error));
        outcome.steerable = outcome.acceptance;
        outcome.divergent = !(error < 1000);
        outcome.impossible = false;
        outcome.energy = Double.NaN;
        outcome.logDensity = Double.NaN;
        outcome.error = error;
        outcome.depth = 0;
        finish(random, outcome);
    }

    /** Moves the cursor to where a path ends; returns the error of the energy. Counts steps, visits and changes. */
    abstract double propose(Randomness random, Transition outcome);

    /** What is done after a path was accepted or not, and leaves the posterior invariant by itself. */
    void finish(Randomness random, Transition outcome) {
        // Most have nothing to do.
    }

    final long[] splits() {
        return Arrays.copyOf(tree.splits(), tree.taxa() - 3);
    }
}
