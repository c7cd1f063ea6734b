package dev.tandem.benchmark;

import dev.tandem.sampling.trajectory.KernelFamily.Method;
import dev.tandem.sampling.trajectory.Transition;
import java.util.Locale;

/**
 * The work that a number of iterations of one chain took, as the cursor counted it.
 *
 * @param leapfrogSteps integrator steps
 * @param gradients log densities with gradient
 * @param conditionals full local conditionals
 * @param weights single log weights
 * @param visits visits of discrete sites
 * @param changes visits that changed a site
 */
public record WorkCount(
        long leapfrogSteps, long gradients, long conditionals, long weights, long visits, long changes) {

    public static WorkCount of(Problem problem, Method method, long seed, int burnIn, int iterations) {
        ChainState chain = ChainState.of(problem, method, seed);
        for (int i = 0; i < burnIn; i++) {
            chain.step();
        }
        long gradients = chain.work().gradients();
        long conditionals = chain.work().conditionals();
        long weights = chain.work().weights();
        long steps = 0;
        long visits = 0;
        long changes = 0;
        for (int i = 0; i < iterations; i++) {
            Transition outcome = chain.step();
            steps += outcome.steps;
            visits += outcome.visits;
            changes += outcome.changes;
        }
        return new WorkCount(
                steps,
                chain.work().gradients() - gradients,
                chain.work().conditionals() - conditionals,
                chain.work().weights() - weights,
                visits,
                changes);
    }

    public double gradientsPerStep() {
        return (double) gradients / leapfrogSteps;
    }

    /** The share of visits that changed a site. */
    public double changeRate() {
        return (double) changes / visits;
    }

    /** Prints the counts of the exact kernels on every problem. */
    public static void main(String[] arguments) {
        System.out.printf(
                "%-20s %-18s %12s %12s %12s %12s%n",
                "problem", "kernel", "steps/iter", "gradients/step", "visits/step", "changes/visit");
        for (Problem problem : Problem.values()) {
            for (Method method : new Method[] {
                Method.NODE,
                Method.MID_STEP,
                Method.NUTS,
                Method.MID_STEP_NUTS,
                Method.CLOCK,
                Method.EVENT,
                Method.HMC_WITHIN_GIBBS,
                Method.DISCONTINUOUS
            }) {
                int iterations = 20_000;
                WorkCount count = of(problem, method, 1, 1_000, iterations);
                System.out.printf(
                        Locale.ROOT,
                        "%-20s %-18s %12.2f %12.4f %12.3f %12.4f%n",
                        problem,
                        method.label(),
                        (double) count.leapfrogSteps() / iterations,
                        count.gradientsPerStep(),
                        (double) count.visits() / count.leapfrogSteps(),
                        count.changeRate());
            }
        }
    }
}
