package dev.tandem.validation;

import static dev.tandem.sampling.discrete.Proposal.Kind.AUTO;
import static dev.tandem.sampling.discrete.Proposal.Kind.GIBBS;
import static dev.tandem.sampling.discrete.Proposal.Kind.INTEGER_WALK;
import static dev.tandem.sampling.discrete.Proposal.Kind.LONG_RANGE;
import static dev.tandem.sampling.discrete.Proposal.Kind.OTHER_GIBBS;
import static dev.tandem.sampling.discrete.Proposal.Kind.OTHER_UNIFORM;
import static dev.tandem.sampling.trajectory.KernelFamily.Method.CLOCK;
import static dev.tandem.sampling.trajectory.KernelFamily.Method.DISCONTINUOUS;
import static dev.tandem.sampling.trajectory.KernelFamily.Method.EVENT;
import static dev.tandem.sampling.trajectory.KernelFamily.Method.EXPONENTIAL_BINARY;
import static dev.tandem.sampling.trajectory.KernelFamily.Method.GAUSSIAN_BINARY;
import static dev.tandem.sampling.trajectory.KernelFamily.Method.HMC_WITHIN_GIBBS;
import static dev.tandem.sampling.trajectory.KernelFamily.Method.MID_STEP;
import static dev.tandem.sampling.trajectory.KernelFamily.Method.MID_STEP_NUTS;
import static dev.tandem.sampling.trajectory.KernelFamily.Method.NAIVE;
import static dev.tandem.sampling.trajectory.KernelFamily.Method.NODE;
import static dev.tandem.sampling.trajectory.KernelFamily.Method.NUTS;
import static dev.tandem.sampling.trajectory.KernelFamily.Method.NUTS_WITHIN_GIBBS;
import static dev.tandem.sampling.trajectory.KernelFamily.Method.PARTICLE_GIBBS;
import static dev.tandem.sampling.trajectory.KernelFamily.Method.PUBLISHED;
import static dev.tandem.sampling.trajectory.KernelFamily.Method.REFRACTION;
import static dev.tandem.sampling.trajectory.KernelFamily.Method.WALNUTS;

import dev.tandem.sampling.continuous.DenseMetric;
import dev.tandem.sampling.continuous.DiagonalMetric;
import dev.tandem.sampling.continuous.HyperbolicKinetic;
import dev.tandem.sampling.continuous.Integrator;
import dev.tandem.sampling.continuous.KineticEnergy;
import dev.tandem.sampling.continuous.LowRankMetric;
import java.util.List;
import java.util.stream.Stream;

/**
 * The cases by which kernels are shown to be exact: every exact method with each of its options, on targets with mixed,
 * unbounded, purely continuous and purely discrete unknowns, at step sizes where much is refused.
 */
public final class ExactnessSuite {
    /** The probability that a suite of exact kernels raises any alarm at all; the other checks leave this much of 1e-4. */
    public static final double FALSE_ALARMS = 6e-5;

    private ExactnessSuite() {}

    /** The cases that have to pass. */
    public static List<ExactnessCase> exact() {
        return Stream.of(
                        onFiveBinary(Target.fiveBinary()),
                        onOverlappingMixture(Target.overlappingMixture()),
                        onPaperMixture(Target.paperMixture()),
                        onUnequalScales(Target.unequalScales()),
                        onCounts(Target.counts()),
                        onContinuous(Target.gaussian(), Target.summedMixture()),
                        onIsing(Target.potts(2, 3, 0.8, 0, 0.3)),
                        onPotts(Target.potts(2, 2, 0.7, 0, 0.4, -0.3)),
                        stepsThatAdapt(),
                        onHiddenStates(HiddenStates.target()))
                .flatMap(List::stream)
                .toList();
    }

    /** The cases that have to fail: these kernels are wrong on purpose, and the suite must see it. */
    public static List<ExactnessCase> wrong() {
        return List.of(
                ExactnessCase.of(Target.paperMixture(), PUBLISHED, 0.55, 2.31).updates(5),
                ExactnessCase.of(Target.paperMixture(), NAIVE, 0.53, 2.5).sharp(4),
                ExactnessCase.of(Target.overlappingMixture(), PUBLISHED, 1.3, 5.2)
                        .sharp(4),
                ExactnessCase.of(Target.overlappingMixture(), NAIVE, 0.8, 2.5),
                ExactnessCase.of(Target.fiveBinary(), PUBLISHED, 1.4, 7).sharp(7),
                ExactnessCase.of(Target.fiveBinary(), NAIVE, 0.8, 2.5),
                ExactnessCase.of(Target.unequalScales(), PUBLISHED, 0.5, 1.5).sharp(8));
    }

    /** The number of scores that a list of cases gives. */
    public static int scores(List<ExactnessCase> cases) {
        return cases.stream()
                .mapToInt(each -> each.target().expectations().size())
                .sum();
    }

    /** The score that is an alarm: each of the scores gets an equal share of the false-alarm budget (Bonferroni). */
    public static double threshold(List<ExactnessCase> cases) {
        return Tails.studentThreshold(FALSE_ALARMS / scores(cases), Exactness.BATCHES - 1);
    }

    /** The seed of case number {@code index}. */
    public static long seed(int index) {
        return 20_260_000L + index;
    }

    /** A step by particles takes a hundred times as long as others, and so these runs are shorter. */
    private static List<ExactnessCase> onHiddenStates(Target target) {
        ExactnessCase particles =
                ExactnessCase.of(target, PARTICLE_GIBBS, 0.85, 1).batches(50);
        KineticEnergy slanting =
                LowRankMetric.of(new double[] {1, 1, 1, 1, 1}, new double[][] {{0.6, 0, 0, 0, 0.8}}, new double[] {4});
        return List.of(particles, particles.kinetic(slanting));
    }

    private static List<ExactnessCase> onFiveBinary(Target target) {
        KineticEnergy diagonal = DiagonalMetric.scales(new double[] {1.3, 0.8, 1.1});
        KineticEnergy dense =
                DenseMetric.covariance(new double[][] {{1.5, 0.4, 0.1}, {0.4, 1, -0.3}, {0.1, -0.3, 1.2}});
        ExactnessCase node = ExactnessCase.of(target, NODE, 1.0, 3);
        ExactnessCase middle = ExactnessCase.of(target, MID_STEP, 1.0, 3);
        ExactnessCase nuts = ExactnessCase.of(target, NUTS, 1.0, 1);
        ExactnessCase middleNuts = ExactnessCase.of(target, MID_STEP_NUTS, 1.0, 1);
        ExactnessCase event = ExactnessCase.of(target, EVENT, 1.3, 6.5);
        ExactnessCase clock = ExactnessCase.of(target, CLOCK, 1.3, 6.5);
        return List.of(
                node.sharp(4),
                node.proposal(OTHER_GIBBS).sites(2),
                node.proposal(OTHER_UNIFORM).sites(5),
                node.proposal(INTEGER_WALK).sites(7),
                node.proposal(GIBBS).momentum(),
                node.proposal(OTHER_GIBBS).momentum().sites(2),
                node.proposal(OTHER_UNIFORM).momentum().sites(7),
                node.unjittered().sites(2).closing(0),
                node.integrator(Integrator.TWO_STAGE).at(2.1, 4.2).sites(2),
                node.integrator(Integrator.THREE_STAGE).at(3.4, 6.8).sites(2),
                node.kinetic(diagonal),
                node.kinetic(dense).sites(2),
                node.kinetic(new HyperbolicKinetic()).at(1.4, 4.2).sites(2),
                node.rotation().sites(2),
                node.proposal(OTHER_UNIFORM).momentum().rotation().unjittered(),
                middle.sharp(4),
                middle.proposal(OTHER_GIBBS).sites(2),
                middle.proposal(OTHER_UNIFORM).momentum().sites(7),
                middle.proposal(INTEGER_WALK).rotation().sites(5),
                middle.kinetic(dense).unjittered(),
                middle.kinetic(new HyperbolicKinetic()).at(1.4, 4.2),
                nuts.sharp(4),
                nuts.proposal(OTHER_GIBBS).sites(2),
                nuts.proposal(OTHER_UNIFORM).sites(5),
                nuts.proposal(INTEGER_WALK).sites(7),
                nuts.integrator(Integrator.TWO_STAGE).at(2.1, 1),
                nuts.integrator(Integrator.THREE_STAGE).at(3.4, 1),
                nuts.kinetic(diagonal).sites(2).closing(0),
                nuts.kinetic(dense).sites(2),
                nuts.kinetic(new HyperbolicKinetic()).at(1.4, 1),
                nuts.rotation().sites(2),
                middleNuts.sharp(4),
                middleNuts.proposal(OTHER_UNIFORM).sites(7),
                middleNuts.proposal(OTHER_GIBBS).rotation().sites(2),
                middleNuts.kinetic(dense),
                middleNuts.kinetic(new HyperbolicKinetic()).at(1.4, 1).closing(5),
                event.exponent("1", 1).sharp(4),
                event.exponent("1", 1).proposal(OTHER_UNIFORM).updates(4),
                event.exponent("2/3", 2.0 / 3).proposal(OTHER_UNIFORM).updates(4),
                event.exponent("2", 2).proposal(OTHER_GIBBS).updates(3),
                event.exponent("2", 2)
                        .integrator(Integrator.TWO_STAGE)
                        .at(2.2, 8.8)
                        .updates(3),
                clock.sharp(4),
                clock.proposal(OTHER_GIBBS).updates(2).sites(2),
                clock.proposal(OTHER_UNIFORM)
                        .integrator(Integrator.THREE_STAGE)
                        .at(3.6, 18)
                        .updates(4),
                clock.kinetic(dense).at(1.3, 6.5).closing(2),
                clock.kinetic(new HyperbolicKinetic()).at(1.4, 7).proposal(INTEGER_WALK),
                ExactnessCase.of(target, GAUSSIAN_BINARY, 1.5, 4).sharp(4),
                ExactnessCase.of(target, EXPONENTIAL_BINARY, 1.6, 4).sharp(4),
                ExactnessCase.of(target, HMC_WITHIN_GIBBS, 1.0, 3).sharp(4),
                ExactnessCase.of(target, HMC_WITHIN_GIBBS, 1.0, 3).momentum().proposal(OTHER_UNIFORM),
                ExactnessCase.of(target, NUTS_WITHIN_GIBBS, 1.0, 3).rotation().sharp(4),
                ExactnessCase.of(target, DISCONTINUOUS, 1.0, 3).sharp(4),
                ExactnessCase.of(target, DISCONTINUOUS, 1.0, 3).unjittered().rotation(),
                ExactnessCase.of(target, REFRACTION, 1.0, 3).sharp(4));
    }

    private static List<ExactnessCase> onOverlappingMixture(Target target) {
        ExactnessCase node = ExactnessCase.of(target, NODE, 0.95, 2);
        ExactnessCase nuts = ExactnessCase.of(target, NUTS, 0.95, 2);
        return List.of(
                node.sharp(4),
                node.proposal(OTHER_GIBBS),
                node.proposal(OTHER_UNIFORM),
                node.proposal(INTEGER_WALK).widths(2),
                node.proposal(OTHER_GIBBS).momentum().unjittered(),
                node.proposal(INTEGER_WALK)
                        .momentum()
                        .integrator(Integrator.THREE_STAGE)
                        .at(2.8, 5.6),
                ExactnessCase.of(target, MID_STEP, 0.95, 2).sharp(4),
                ExactnessCase.of(target, MID_STEP, 0.95, 2)
                        .proposal(OTHER_UNIFORM)
                        .momentum(),
                nuts.sharp(4),
                nuts.proposal(OTHER_GIBBS),
                nuts.proposal(INTEGER_WALK).sites(2),
                ExactnessCase.of(target, MID_STEP_NUTS, 0.95, 2).proposal(OTHER_UNIFORM),
                ExactnessCase.of(target, EVENT, 1.3, 3.9)
                        .exponent("2/3", 2.0 / 3)
                        .proposal(OTHER_GIBBS)
                        .updates(3),
                ExactnessCase.of(target, CLOCK, 1.4, 4.2)
                        .proposal(OTHER_UNIFORM)
                        .updates(2),
                ExactnessCase.of(target, HMC_WITHIN_GIBBS, 1.05, 2.1),
                ExactnessCase.of(target, NUTS_WITHIN_GIBBS, 0.95, 2),
                ExactnessCase.of(target, DISCONTINUOUS, 1.05, 2.1),
                ExactnessCase.of(target, REFRACTION, 0.8, 2));
    }

    private static List<ExactnessCase> onPaperMixture(Target target) {
        return List.of(
                ExactnessCase.of(target, NODE, 0.5, 1.5).sharp(5),
                ExactnessCase.of(target, MID_STEP, 0.5, 1.5).sharp(5),
                ExactnessCase.of(target, NUTS, 0.5, 1.5).sharp(4),
                ExactnessCase.of(target, MID_STEP_NUTS, 0.5, 1.5).sharp(4),
                ExactnessCase.of(target, CLOCK, 0.55, 2.31).sharp(4).updates(5),
                ExactnessCase.of(target, EVENT, 0.7, 2.94)
                        .sharp(7)
                        .exponent("2", 2)
                        .updates(4),
                ExactnessCase.of(target, DISCONTINUOUS, 0.5, 1.5).sharp(5),
                ExactnessCase.of(target, REFRACTION, 0.5, 1.5).sharp(5));
    }

    private static List<ExactnessCase> onUnequalScales(Target target) {
        return List.of(
                ExactnessCase.of(target, NODE, 0.5, 1.5).unjittered(),
                ExactnessCase.of(target, NODE, 0.5, 1.5)
                        .rotation()
                        .proposal(OTHER_UNIFORM)
                        .momentum(),
                ExactnessCase.of(target, MID_STEP, 0.5, 1.5).unjittered().rotation(),
                ExactnessCase.of(target, NUTS, 0.7, 2.1),
                ExactnessCase.of(target, NUTS, 0.7, 2.1).rotation(),
                ExactnessCase.of(target, MID_STEP_NUTS, 0.7, 2.1).closing(3),
                ExactnessCase.of(target, EVENT, 0.6, 1.8)
                        .exponent("2/3", 2.0 / 3)
                        .proposal(OTHER_UNIFORM),
                ExactnessCase.of(target, CLOCK, 0.6, 1.8),
                ExactnessCase.of(target, HMC_WITHIN_GIBBS, 0.7, 2.1),
                ExactnessCase.of(target, DISCONTINUOUS, 0.5, 1.5),
                ExactnessCase.of(target, REFRACTION, 0.5, 1.5));
    }

    private static List<ExactnessCase> onCounts(Target target) {
        ExactnessCase node = ExactnessCase.of(target, NODE, 0.85, 2.55);
        return List.of(
                node.proposal(AUTO).widths(4).sites(2),
                node.proposal(INTEGER_WALK).widths(3).sites(2),
                node.proposal(LONG_RANGE).sites(2),
                node.proposal(INTEGER_WALK).widths(3).momentum().sites(2),
                ExactnessCase.of(target, MID_STEP, 0.85, 2.55).widths(4).sites(2),
                ExactnessCase.of(target, NUTS, 0.85, 3).widths(4).sites(2),
                ExactnessCase.of(target, MID_STEP_NUTS, 0.9, 3)
                        .proposal(INTEGER_WALK)
                        .widths(3)
                        .sites(2),
                ExactnessCase.of(target, EVENT, 1.1, 4.4)
                        .exponent("2/3", 2.0 / 3)
                        .widths(4)
                        .updates(4),
                ExactnessCase.of(target, CLOCK, 1.1, 4.4)
                        .proposal(INTEGER_WALK)
                        .widths(3)
                        .updates(4),
                ExactnessCase.of(target, HMC_WITHIN_GIBBS, 1, 3).widths(4),
                ExactnessCase.of(target, DISCONTINUOUS, 0.85, 3.4),
                ExactnessCase.of(target, REFRACTION, 0.85, 3.4));
    }

    private static List<ExactnessCase> onContinuous(Target gaussian, Target mixture) {
        KineticEnergy dense = DenseMetric.covariance(new double[][] {{0.4, -0.3, 0}, {-0.3, 1.5, -0.4}, {0, -0.4, 2}});
        KineticEnergy diagonal = DiagonalMetric.scales(new double[] {0.5, 1.2, 1.5});
        ExactnessCase hmc = ExactnessCase.of(gaussian, NODE, 0.8, 2.4);
        ExactnessCase nuts = ExactnessCase.of(gaussian, NUTS, 0.78, 2);
        return List.of(
                hmc,
                hmc.integrator(Integrator.TWO_STAGE).kinetic(diagonal).at(1.85, 3.7),
                hmc.integrator(Integrator.THREE_STAGE).kinetic(dense).at(3.6, 7.2),
                hmc.kinetic(new HyperbolicKinetic()).at(0.9, 2.7),
                ExactnessCase.of(gaussian, MID_STEP, 0.86, 2.5).unjittered(),
                ExactnessCase.of(gaussian, EVENT, 0.95, 4),
                nuts,
                nuts.kinetic(dense).at(1.2, 1),
                nuts.kinetic(new HyperbolicKinetic())
                        .integrator(Integrator.TWO_STAGE)
                        .at(1.6, 1),
                ExactnessCase.of(gaussian, MID_STEP_NUTS, 1.05, 2).kinetic(diagonal),
                ExactnessCase.of(gaussian, REFRACTION, 0.8, 2.4),
                ExactnessCase.of(mixture, NODE, 1.6, 3.2),
                ExactnessCase.of(mixture, NUTS, 1.6, 3));
    }

    private static List<ExactnessCase> onIsing(Target target) {
        ExactnessCase event = ExactnessCase.of(target, EVENT, 1, 3).proposal(OTHER_UNIFORM);
        return List.of(
                ExactnessCase.of(target, NODE, 1, 3).proposal(OTHER_UNIFORM).momentum(),
                ExactnessCase.of(target, NUTS, 1, 1)
                        .proposal(OTHER_GIBBS)
                        .sites(2)
                        .rotation(),
                event.exponent("1", 1).updates(12),
                event.exponent("2/3", 2.0 / 3).updates(12),
                event.exponent("2", 2).updates(12),
                ExactnessCase.of(target, GAUSSIAN_BINARY, 1, 4),
                ExactnessCase.of(target, EXPONENTIAL_BINARY, 1, 4));
    }

    private static List<ExactnessCase> onPotts(Target target) {
        return List.of(
                ExactnessCase.of(target, NODE, 1, 3).proposal(OTHER_GIBBS).momentum(),
                ExactnessCase.of(target, MID_STEP, 1, 3).proposal(INTEGER_WALK).widths(2),
                ExactnessCase.of(target, MID_STEP_NUTS, 1, 1).proposal(GIBBS).sites(2),
                ExactnessCase.of(target, CLOCK, 1, 3).proposal(OTHER_GIBBS).updates(8),
                ExactnessCase.of(target, HMC_WITHIN_GIBBS, 1, 1).proposal(OTHER_UNIFORM),
                ExactnessCase.of(target, DISCONTINUOUS, 0.7, 3),
                ExactnessCase.of(target, REFRACTION, 0.7, 4));
    }

    /** Last, so that the seeds of the others stay. */
    private static List<ExactnessCase> stepsThatAdapt() {
        ExactnessCase funnel = ExactnessCase.of(Target.funnel(), WALNUTS, 0.4, 1);
        ExactnessCase five = ExactnessCase.of(Target.fiveBinary(), WALNUTS, 1.0, 1);
        return List.of(
                funnel,
                funnel.proposal(OTHER_GIBBS).integrator(Integrator.TWO_STAGE).at(0.8, 1),
                funnel.kinetic(new HyperbolicKinetic()),
                five.sharp(4),
                five.proposal(OTHER_UNIFORM).sites(5).at(1.25, 1),
                five.kinetic(DiagonalMetric.scales(new double[] {1.3, 0.8, 1.1}))
                        .rotation()
                        .sites(2),
                ExactnessCase.of(Target.unequalScales(), WALNUTS, 0.7, 2.1),
                ExactnessCase.of(Target.unequalScales(), WALNUTS, 1.2, 2.1)
                        .rotation()
                        .closing(0),
                ExactnessCase.of(Target.overlappingMixture(), WALNUTS, 1.1, 2),
                ExactnessCase.of(Target.counts(), WALNUTS, 0.85, 3).widths(4).sites(2),
                ExactnessCase.of(Target.gaussian(), WALNUTS, 0.85, 2),
                ExactnessCase.of(Target.summedMixture(), WALNUTS, 1.6, 3),
                ExactnessCase.of(Target.potts(2, 3, 0.8, 0, 0.3), WALNUTS, 1, 1).sites(2),
                ExactnessCase.of(Target.fiveBinary(), NUTS, 1.0, 1).kinetic(directions()),
                ExactnessCase.of(Target.gaussian(), NODE, 0.9, 2.4).kinetic(directions()),
                ExactnessCase.of(Target.gaussian(), WALNUTS, 0.9, 2).kinetic(directions()));
    }

    private static KineticEnergy directions() {
        return LowRankMetric.of(
                new double[] {0.7, 1, 1.2}, new double[][] {{0.6, -0.8, 0}, {0, 0, 1}}, new double[] {1.5, 0.7});
    }
}
