package dev.tandem.sampling;

import dev.tandem.density.MixedDensity;
import dev.tandem.density.Variable;
import dev.tandem.draws.summary.Diagnostics;
import dev.tandem.sampling.continuous.KineticEnergy;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.Tuning;
import dev.tandem.sampling.warmup.Fixed;
import java.util.ArrayList;
import java.util.List;

/**
 * Tries every point of a grid over step size, trajectory length and discrete updates, as the paper does for its
 * baselines.
 *
 * @param stepSizes the step sizes to try
 * @param steps mean numbers of steps of a trajectory to try
 * @param sitesPerStep discrete sites per step to try
 * @param metrics the kinetic energies to try
 */
public record GridSearch(
        List<Double> stepSizes, List<Integer> steps, List<Integer> sitesPerStep, List<KineticEnergy> metrics) {

    private static final int MOST_DRAWS = 60_000;

    /**
     * What one tuning achieved.
     *
     * @param tuning the tuning
     * @param run its draws and reports
     * @param continuous smallest bulk effective size over continuous unknowns; infinite if there are none
     * @param discrete smallest bulk effective size over discrete unknowns that moved; infinite if there are none
     * @param cpuSeconds processor time of sampling, over all chains
     */
    public record Outcome(Tuning tuning, Run run, double continuous, double discrete, double cpuSeconds) {
        public static Outcome of(Run run) {
            return new Outcome(
                    run.chains().get(0).tuning(),
                    run,
                    smallest(run, Variable.Kind.CONTINUOUS),
                    smallest(run, Variable.Kind.DISCRETE),
                    run.chains().stream()
                            .mapToDouble(ChainReport::samplingCpuSeconds)
                            .sum());
        }

        private static double smallest(Run run, Variable.Kind kind) {
            double least = Double.POSITIVE_INFINITY;
            for (int element = 0; element < run.draws().elements(); element++) {
                if (run.draws().variableOf(element).kind() == kind) {
                    double size = Diagnostics.essBulk(run.draws().element(element));
                    least = Double.isNaN(size) ? least : Math.min(least, size);
                }
            }
            return least;
        }

        /** The smallest effective size over all unknowns, per second of one processor. */
        public double perSecond() {
            return Math.min(continuous, discrete) / cpuSeconds;
        }

        /** The smallest effective size over all unknowns, per gradient. */
        public double perGradient() {
            long gradients =
                    run.chains().stream().mapToLong(ChainReport::gradients).sum();
            return Math.min(continuous, discrete) / gradients;
        }
    }

    /** The settings with so many iterations after warmup, thinned where their number of draws would be unwieldy. */
    public static Settings withIterations(Settings settings, long iterations) {
        int thin = (int) Math.max(1, iterations / MOST_DRAWS);
        return settings.withThin(thin).withDraws((int) (iterations / thin));
    }

    /**
     * Runs every point, each with as many draws as {@code stepBudget} integrator steps of one chain allow. Draws, kernel
     * and tuning in {@code settings} are overridden.
     */
    public List<Outcome> run(MixedDensity density, KernelFamily family, Settings settings, long stepBudget) {
        List<Outcome> outcomes = new ArrayList<>();
        int sites = density.space().sites();
        for (KineticEnergy metric : metrics) {
            for (double stepSize : stepSizes) {
                for (int count : steps) {
                    for (int perStep : sitesPerStep) {
                        Tuning tuning = family.withSites(
                                Tuning.initial(density.space())
                                        .withStepSize(stepSize)
                                        .withKinetic(metric)
                                        .withTrajectoryTime(count * stepSize)
                                        .withUpdates(count),
                                perStep,
                                sites);
                        Settings point = settings.withKernel(family).withFixed(Fixed.everything(tuning));
                        outcomes.add(Outcome.of(
                                Sampling.run(density, withIterations(point, Math.max(100, stepBudget / count)))));
                    }
                }
            }
        }
        return outcomes;
    }
}
