package dev.tandem.sampling.warmup;

import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.sampling.random.Randomness;
import dev.tandem.sampling.trajectory.Kernel;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.Transition;
import dev.tandem.sampling.trajectory.Tuning;

/** The workbench of one chain's warmup: its cursor, the kernel to be tuned, and a tree that explores before it is. */
final class Bench {
    final KernelFamily family;
    final Fixed fixed;
    final Cursor cursor;
    final Kernel kernel;
    final Kernel explorer;
    final Transition outcome = new Transition();
    final double[] position;
    final double[] gradient;
    final double sweepCost;
    private final Randomness random;
    private final Warmup.Listener listener;
    private Kernel last;
    private long treeSteps;
    private long trees;

    Bench(
            MixedDensity density,
            KernelFamily family,
            Fixed fixed,
            Cursor cursor,
            Kernel kernel,
            Randomness random,
            Warmup.Listener listener) {
        this.family = family;
        this.fixed = fixed;
        this.cursor = cursor;
        this.kernel = kernel;
        this.random = random;
        this.listener = listener;
        sweepCost = density.sweepCost();
        position = new double[cursor.space().dimension()];
        gradient = new double[position.length];
        explorer = new KernelFamily(
                        family.updatesWithin() ? KernelFamily.Method.NUTS : KernelFamily.Method.NUTS_WITHIN_GIBBS,
                        KernelFamily.of(KernelFamily.Method.NUTS).proposal(),
                        false,
                        family.integrator(),
                        1,
                        true)
                .create(cursor);
    }

    /** One iteration; returns its cost in gradients, sweeps weighed by the density's own estimate. */
    double iterate(String stage, Kernel which, Tuning tuning) {
        if (which != last) {
            which.reload();
            last = which;
        }
        long gradients = cursor.work().gradients();
        which.step(tuning, random, outcome);
        listener.iterated(stage, tuning, outcome);
        if (which == explorer) {
            treeSteps += outcome.steps;
            trees++;
        }
        int sites = Math.max(1, cursor.space().sites());
        return cursor.work().gradients() - gradients + sweepCost * outcome.visits / sites;
    }

    /** Forgets everything but the position, so that a stage starts the same whether or not it follows at once. */
    void anchor() {
        kernel.anchor();
        explorer.anchor();
        last = null;
    }

    /** Scales as they look from where the chain is now. */
    ScaleEstimate scales() {
        cursor.logDensityAndGradient(gradient);
        return new ScaleEstimate(gradient);
    }

    /** Shows the present state to an estimate of scales. */
    void observe(ScaleEstimate scales) {
        cursor.copyPosition(position);
        cursor.logDensityAndGradient(gradient);
        scales.observe(position, gradient);
    }

    /** Mean steps of the explorer's trees since this was last asked. */
    double takeMeanTreeSteps() {
        double mean = Math.max(1, trees == 0 ? 8 : (double) treeSteps / trees);
        treeSteps = 0;
        trees = 0;
        return mean;
    }
}
