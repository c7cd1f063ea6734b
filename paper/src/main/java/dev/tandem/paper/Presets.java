package dev.tandem.paper;

import dev.tandem.density.MixedDensity;
import dev.tandem.models.TopicDocument;
import dev.tandem.sampling.continuous.DiagonalMetric;
import dev.tandem.sampling.discrete.Proposal;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.KernelFamily.Method;
import dev.tandem.sampling.trajectory.Tuning;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The samplers of the paper with its settings, and Tandem's own as they come. */
final class Presets {
    /** The three proposals, by the paper's names. */
    enum PaperProposal {
        GIBBS("Gibbs", Proposal.Kind.GIBBS),
        RW("RW", Proposal.Kind.OTHER_UNIFORM),
        GB("GB", Proposal.Kind.OTHER_GIBBS);

        private final String label;
        private final Proposal.Kind kind;

        PaperProposal(String label, Proposal.Kind kind) {
            this.label = label;
            this.kind = kind;
        }

        String label() {
            return label;
        }
    }

    private Presets() {}

    /** Algorithm 1. */
    static Way published(
            MixedDensity density, PaperProposal proposal, double step, double time, int updates, int sites) {
        return Way.tuned(
                KernelFamily.of(Method.PUBLISHED).withProposal(proposal.kind),
                publishedTuning(density, step, time, updates, sites));
    }

    static Tuning publishedTuning(MixedDensity density, double step, double time, int updates, int sites) {
        return Tuning.initial(density.space())
                .withSites(sites, 0)
                .withStepSize(step)
                .withTrajectoryTime(time)
                .withUpdates(updates);
    }

    /** Algorithm 1 on a document, with the paper's step sizes in proportion to the prior variances. */
    static Way publishedOnDocument(TopicDocument document, PaperProposal proposal) {
        Tuning tuning =
                publishedTuning(document, 4, 600, 80 * document.tokens(), 1).withKinetic(priorScales(document));
        return Way.tuned(KernelFamily.of(Method.PUBLISHED).withProposal(proposal.kind), tuning);
    }

    private static DiagonalMetric priorScales(TopicDocument document) {
        double[] scales = document.priorVariances();
        double sum = Arrays.stream(scales).sum();
        return DiagonalMetric.scales(
                Arrays.stream(scales).map(value -> value / sum).toArray());
    }

    /** The paper's HMC-within-Gibbs: a fixed number of steps, then every site once by a Metropolis step. */
    static Way hmcWithinGibbs(MixedDensity density, double step, int steps) {
        KernelFamily family = KernelFamily.of(Method.HMC_WITHIN_GIBBS)
                .withProposal(Proposal.Kind.OTHER_UNIFORM)
                .withJitter(false);
        return Way.tuned(
                family,
                Tuning.initial(density.space())
                        .withStepSize(step)
                        .withTrajectoryTime(whole(step, steps))
                        .withSites(0, density.space().sites()));
    }

    /** As in PyMC3: NUTS tuned by itself, then every site once by a Metropolis step. */
    static Way nutsWithinGibbs() {
        return Way.automatic(KernelFamily.of(Method.NUTS_WITHIN_GIBBS).withProposal(Proposal.Kind.OTHER_UNIFORM));
    }

    /** Discontinuous HMC with step sizes and numbers of steps from ranges, as the paper runs it. */
    static Way discontinuous(MixedDensity density, double lowStep, double highStep, int lowSteps, int highSteps) {
        List<Tuning> tunings = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            double step = lowStep + (highStep - lowStep) * (i + 0.5) / 5;
            for (int j = 0; j < 5; j++) {
                int steps = lowSteps + (int) Math.round((highSteps - lowSteps) * j / 4.0);
                tunings.add(Tuning.initial(density.space())
                        .withStepSize(step)
                        .withTrajectoryTime(whole(step, steps))
                        .withSites(density.space().sites(), 0));
            }
        }
        return Way.tuned(KernelFamily.of(Method.DISCONTINUOUS).withJitter(false), tunings);
    }

    /** A time that gives exactly so many steps in spite of rounding. */
    static double whole(double step, int steps) {
        return (steps - 0.5) * step;
    }

    static Way tandemDefault() {
        return Way.automatic(KernelFamily.of(Method.NODE));
    }

    static Way tandemNuts() {
        return Way.automatic(KernelFamily.of(Method.NUTS));
    }
}
