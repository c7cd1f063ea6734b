package dev.tandem.benchmark;

import dev.tandem.density.MixedDensity;
import dev.tandem.models.GaussianMixture;
import dev.tandem.models.TopicDocument;
import dev.tandem.models.VariableSelection;
import dev.tandem.sampling.continuous.DiagonalMetric;
import dev.tandem.sampling.discrete.WalkWidths;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.Tuning;

/**
 * The densities that are measured, each with a tuning fixed by hand near what warmup finds, so that figures do not move
 * when warmup does.
 */
public enum Problem {
    /** 100 observations, 20 predictors. */
    VARIABLE_SELECTION(0.16, 3.2, 1) {
        @Override
        public MixedDensity density() {
            return VariableSelection.simulated(1);
        }
    },
    /** Four components in 24 dimensions, with the means that the authors' code ran. */
    MIXTURE_24(1.25, 5, 1) {
        @Override
        public MixedDensity density() {
            return GaussianMixture.twentyFourDimensional(false);
        }
    },
    /** 10 topics, 120 tokens. */
    TOPIC_DOCUMENT(0.22, 3.7, 20) {
        @Override
        public MixedDensity density() {
            return TopicDocument.simulated(7, 10, 120);
        }
    },
    /** Four components on a line: hardly any arithmetic, so that the kernels' own cost shows. */
    MIXTURE_1(0.45, 2.25, 1) {
        @Override
        public MixedDensity density() {
            return GaussianMixture.oneDimensional();
        }
    };

    private final double stepSize;
    private final double trajectoryTime;
    private final int sitesPerStep;

    Problem(double stepSize, double trajectoryTime, int sitesPerStep) {
        this.stepSize = stepSize;
        this.trajectoryTime = trajectoryTime;
        this.sitesPerStep = sitesPerStep;
    }

    public abstract MixedDensity density();

    /** Whether a kernel can run on it: binary HMC needs binary sites. */
    public boolean suits(KernelFamily.Method method) {
        boolean binaryOnly =
                method == KernelFamily.Method.GAUSSIAN_BINARY || method == KernelFamily.Method.EXPONENTIAL_BINARY;
        return (this == VARIABLE_SELECTION || !binaryOnly)
                && !KernelFamily.of(method).needsChains();
    }

    /** The tuning for a kernel; clocks make as many visits in a trajectory as the static kernels do. */
    public Tuning tuning(KernelFamily family) {
        int sites = density().space().sites();
        Tuning tuning = new Tuning(
                stepSize,
                DiagonalMetric.unit(density().space().dimension()),
                trajectoryTime,
                sitesPerStep,
                1,
                0,
                WalkWidths.common(1));
        return family.withSites(tuning.withUpdates(tuning.meanSteps()), sitesPerStep, sites);
    }
}
