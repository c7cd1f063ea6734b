package dev.tandem.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.density.Support;
import dev.tandem.models.Potts;
import dev.tandem.sampling.discrete.FreshUpdate;
import dev.tandem.sampling.discrete.LongRangeProposal;
import dev.tandem.sampling.discrete.Move;
import dev.tandem.sampling.discrete.Proposal;
import dev.tandem.sampling.discrete.SiteSchedule;
import dev.tandem.sampling.discrete.SiteSweep;
import dev.tandem.sampling.discrete.SiteUpdate;
import dev.tandem.sampling.discrete.WalkWidths;
import dev.tandem.sampling.random.Randomness;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.KernelFamily.Method;
import dev.tandem.sampling.trajectory.Transition;
import dev.tandem.sampling.trajectory.Tuning;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Discrete kernels proved: all randomness enumerated, the transition matrix built, invariance exact to rounding. */
@Tag("normal")
class TransitionMatrixTest {
    private static final double ROUNDING = 1e-12;

    /** Energies are multiples of this, so that cells of the same width tell all that a momentum can decide. */
    private static final double LATTICE = 0.3;

    /** Three sites in a row, three colours. */
    private static final MixedDensity POTTS = new Potts(3, 1, 2 * LATTICE, new double[] {0, LATTICE, -LATTICE});

    private static final MixedDensity ISING = new Potts(3, 1, LATTICE, new double[] {0, LATTICE});

    /** A pair whose bounds depend on each other, with an impossible corner: b from 0 to a, (3, 2) ruled out. */
    private static final MixedDensity TRIANGLE = new MixedDensity() {
        private final Space space = Space.builder()
                .discrete("a", Support.range(0, 3))
                .discrete("b", Support.range(0, 3))
                .build();

        @Override
        public Space space() {
            return space;
        }

        @Override
        public Cursor cursor() {
            return new Cursor(space) {
                @Override
                public int lower(int site) {
                    return site == 0 ? x[1] : 0;
                }

                @Override
                public int upper(int site) {
                    return site == 0 ? 3 : x[0];
                }

                @Override
                protected double evaluate() {
                    boolean possible = x[1] <= x[0] && !(x[0] == 3 && x[1] == 2);
                    return possible ? LATTICE * (x[0] * (x[1] + 1) % 4) : Double.NEGATIVE_INFINITY;
                }

                @Override
                protected double evaluateWithGradient(double[] gradient) {
                    return evaluate();
                }
            };
        }
    };

    /** A long support with wide gaps, whose bounds depend on a second site: 0, 1, 5 and 40 to 69, less if b is 1. */
    private static MixedDensity gapped(int length, int... possible) {
        Space space = Space.builder()
                .discrete("a", Support.range(0, length))
                .discrete("b", Support.binary())
                .build();
        return new MixedDensity() {
            @Override
            public Space space() {
                return space;
            }

            @Override
            public Cursor cursor() {
                return new Cursor(space) {
                    @Override
                    public int upper(int site) {
                        return site == 0 ? (x[1] == 0 ? length : length - 2) : x[0] > length - 2 ? 0 : 1;
                    }

                    @Override
                    protected double evaluate() {
                        int place = Arrays.binarySearch(possible, x[0]);
                        return place >= 0 && x[0] <= upper(0)
                                ? LATTICE * (place * (x[1] + 2) % 5)
                                : Double.NEGATIVE_INFINITY;
                    }

                    @Override
                    protected double evaluateWithGradient(double[] gradient) {
                        return evaluate();
                    }
                };
            }
        };
    }

    /** A target whose states are as they were, and of whose upper ends nothing is known. */
    private static MixedDensity endless(MixedDensity target) {
        return new MixedDensity() {
            @Override
            public Space space() {
                return target.space();
            }

            @Override
            public Cursor cursor() {
                Cursor inner = target.cursor();
                return new Cursor(target.space()) {
                    @Override
                    public int upper(int site) {
                        return site == 0 ? Support.UNBOUNDED_ABOVE : inner.upper(site);
                    }

                    @Override
                    protected void assigned(int site, int old) {
                        inner.assign(site, x[site]);
                    }

                    @Override
                    protected double evaluate() {
                        return inner.logDensity();
                    }

                    @Override
                    protected double evaluateWithGradient(double[] gradient) {
                        return evaluate();
                    }
                };
            }
        };
    }

    private static final List<MixedDensity> TARGETS = List.of(POTTS, ISING, TRIANGLE);

    private static void assertStochastic(TransitionMatrix matrix) {
        assertThat(matrix.rowError()).isLessThan(ROUNDING);
        assertThat(matrix.mobility()).isGreaterThan(0.1);
    }

    @ParameterizedTest
    @EnumSource(Proposal.Kind.class)
    void everyUpdateOfASiteIsReversible(Proposal.Kind kind) {
        for (MixedDensity target : TARGETS) {
            for (int width = 1; width <= 2; width++) {
                WalkWidths widths = WalkWidths.common(width);
                for (int site = 0; site < target.space().sites(); site++) {
                    int visited = site;
                    TransitionMatrix matrix =
                            TransitionMatrix.of(target, ExhaustiveRandomness::new, (cursor, random) -> {
                                SiteUpdate update = new FreshUpdate(kind.create());
                                update.widths(widths);
                                update.update(cursor, visited, random);
                            });
                    assertStochastic(matrix);
                    assertThat(matrix.balanceError()).isLessThan(ROUNDING);
                }
            }
        }
    }

    private static TransitionMatrix update(MixedDensity target, Supplier<Proposal> proposal) {
        return TransitionMatrix.of(
                target,
                ExhaustiveRandomness::new,
                (cursor, random) -> new FreshUpdate(proposal.get()).update(cursor, 0, random));
    }

    /** Combs of two and of three values, one, two, four apart, and the whole support now and then. */
    @Test
    void movesOfLongRangeAreReversible() {
        MixedDensity gaps = gapped(13, 0, 1, 2, 5, 8, 12, 13);
        for (MixedDensity target : List.of(gaps, endless(gaps))) {
            for (int teeth = 2; teeth <= 3; teeth++) {
                for (int listed : new int[] {1, 4, 20}) {
                    int count = teeth;
                    TransitionMatrix matrix = update(target, () -> new LongRangeProposal(listed, count, 2));
                    assertStochastic(matrix);
                    assertThat(matrix.balanceError()).isLessThan(ROUNDING);
                }
            }
        }
    }

    /** A window that begins at the present value is not the window of the value it leads to. */
    @Test
    void aWindowThatDependsOnTheValueIsCaught() {
        MixedDensity gaps = gapped(13, 0, 1, 2, 5, 8, 12, 13);
        TransitionMatrix window = update(gaps, () -> (cursor, site, random, move) -> {
            int here = cursor.value(site);
            int count = Math.min(4, cursor.upper(site) - here + 1);
            double[] weights = new double[count];
            for (int i = 0; i < count; i++) {
                weights[i] = Math.exp(cursor.logWeight(site, here + i) - cursor.logWeight(site, here));
            }
            int chosen =
                    random.categorical(weights, count, Arrays.stream(weights).sum());
            move.value = here + chosen;
            move.logRatio = 0;
            move.logChange = Math.log(weights[chosen]);
        });
        assertThat(window.rowError()).isLessThan(ROUNDING);
        assertThat(window.invarianceError()).isGreaterThan(1e-3);
    }

    /** Up twice as often as down, and nothing to make up for it. */
    @Test
    void anAsymmetricJumpIsCaught() {
        MixedDensity gaps = gapped(13, 0, 1, 2, 3, 4, 5, 8);
        TransitionMatrix jump = update(gaps, () -> (cursor, site, random, move) -> {
            int here = cursor.value(site);
            int value = random.below(3) > 0 ? here + 1 : here - 1;
            boolean inside = value >= cursor.lower(site) && value <= cursor.upper(site);
            double change =
                    inside ? cursor.logWeight(site, value) - cursor.logWeight(site, here) : Double.NEGATIVE_INFINITY;
            move.value = inside ? value : here;
            move.logRatio = change;
            move.logChange = change;
        });
        assertThat(jump.rowError()).isLessThan(ROUNDING);
        assertThat(jump.invarianceError()).isGreaterThan(1e-3);
    }

    /** After the accept decision, on a site too long to be listed: whole kernels cross the gaps, and stay exact. */
    @ParameterizedTest
    @EnumSource(names = {"NODE", "MID_STEP", "NUTS", "MID_STEP_NUTS", "HMC_WITHIN_GIBBS", "NUTS_WITHIN_GIBBS"})
    void wholeKernelsCrossGaps(Method method) {
        MixedDensity target = gapped(70, 0, 1, 40, 68, 70);
        KernelFamily family = KernelFamily.of(method);
        for (int weights : new int[] {20, 71}) {
            Tuning tuning =
                    family.withSites(Tuning.initial(target.space()), 1, 2).withLongRangeWeights(weights);
            TransitionMatrix matrix = kernel(target, family, true, tuning, ExhaustiveRandomness::new);
            assertStochastic(matrix);
            assertThat(matrix.invarianceError()).isLessThan(ROUNDING);
            assertThat(matrix.least())
                    .as("from any state to any other in two steps")
                    .isGreaterThan(1e-4);
        }
        Tuning walk = family.withSites(Tuning.initial(target.space()), 1, 2).withLongRangeWeights(0);
        assertThat(kernel(target, family, true, walk, ExhaustiveRandomness::new).least())
                .as("without them")
                .isZero();
    }

    @ParameterizedTest
    @EnumSource(Proposal.Kind.class)
    void aBlockReadBackwardsIsTheTimeReversalOfTheBlock(Proposal.Kind kind) {
        for (MixedDensity target : TARGETS) {
            for (int count : new int[] {1, 2, 4}) {
                TransitionMatrix forward = block(target, kind, count, 1);
                TransitionMatrix backward = block(target, kind, count, -1);
                assertStochastic(forward);
                assertThat(forward.reversalError(backward)).isLessThan(ROUNDING);
                assertThat(forward.invarianceError()).isLessThan(ROUNDING);
            }
        }
    }

    /** Block 1 of a fixed order, so that nothing but the direction differs. */
    private static TransitionMatrix block(MixedDensity target, Proposal.Kind kind, int count, int direction) {
        int sites = target.space().sites();
        return TransitionMatrix.of(target, ExhaustiveRandomness::new, (cursor, random) -> {
            SiteSweep sweep = new SiteSweep(sites, new NaturalOrder(sites), new FreshUpdate(kind.create()));
            sweep.begin(cursor, 1, WalkWidths.common(1), random);
            sweep.block(cursor, 1, count, direction, random);
        });
    }

    static Stream<Arguments> freshKernels() {
        List<Arguments> list = new ArrayList<>();
        for (Method method : List.of(
                Method.NODE,
                Method.MID_STEP,
                Method.NUTS,
                Method.MID_STEP_NUTS,
                Method.HMC_WITHIN_GIBBS,
                Method.NUTS_WITHIN_GIBBS)) {
            for (Proposal.Kind kind : Proposal.Kind.values()) {
                list.add(Arguments.of(method, kind));
            }
        }
        return list.stream();
    }

    @ParameterizedTest
    @MethodSource("freshKernels")
    void wholeKernelsLeaveTheTargetInvariant(Method method, Proposal.Kind kind) {
        KernelFamily family = KernelFamily.of(method).withProposal(kind);
        for (MixedDensity target : List.of(ISING, TRIANGLE)) {
            int sites = target.space().sites();
            for (boolean rotated : new boolean[] {false, true}) {
                Tuning tuning = family.withSites(Tuning.initial(target.space()), 1, sites);
                TransitionMatrix matrix = kernel(target, family, rotated, tuning, ExhaustiveRandomness::new);
                assertStochastic(matrix);
                assertThat(matrix.invarianceError()).isLessThan(ROUNDING);
            }
        }
    }

    /** Without updates after the accept decision a static trajectory is its own time reversal. */
    @Test
    void staticTrajectoriesAreReversible() {
        KernelFamily family = KernelFamily.of(Method.NODE).withJitter(false);
        for (boolean rotated : new boolean[] {false, true}) {
            for (int perStep = 1; perStep <= 2; perStep++) {
                Tuning tuning = tuning(perStep, 0).withTrajectoryTime(3);
                TransitionMatrix matrix = kernel(ISING, family, rotated, tuning, ExhaustiveRandomness::new);
                assertStochastic(matrix);
                assertThat(matrix.balanceError()).isLessThan(ROUNDING);
            }
        }
    }

    @Test
    void kernelsWithMomentaLeaveTheTargetInvariant() {
        for (Method method : List.of(Method.NODE, Method.MID_STEP)) {
            for (Proposal.Kind kind : List.of(Proposal.Kind.OTHER_UNIFORM, Proposal.Kind.INTEGER_WALK)) {
                KernelFamily family = KernelFamily.of(method)
                        .withProposal(kind)
                        .withMomentum(true)
                        .withJitter(false);
                for (MixedDensity target : List.of(ISING, TRIANGLE)) {
                    // A site is visited twice at most, and pays 3 units of energy at most each time.
                    TransitionMatrix matrix = kernel(
                            target,
                            family,
                            true,
                            tuning(2, 0).withTrajectoryTime(3),
                            () -> new ExhaustiveRandomness().exponentialCells(LATTICE, 8));
                    assertStochastic(matrix);
                    assertThat(matrix.invarianceError())
                            .as("%s %s", method, kind)
                            .isLessThan(ROUNDING);
                    assertThat(matrix.balanceError()).as("%s %s", method, kind).isLessThan(ROUNDING);
                }
            }
        }
    }

    /** Half steps on the line of values: only the half of its interval matters of a particle's place. */
    @Test
    void discontinuousKernelLeavesTheTargetInvariant() {
        KernelFamily family = KernelFamily.of(Method.DISCONTINUOUS).withJitter(false);
        Tuning tuning = tuning(2, 0).withStepSize(0.5).withTrajectoryTime(1.5);
        TransitionMatrix matrix = kernel(
                TRIANGLE,
                family,
                true,
                tuning,
                () -> new ExhaustiveRandomness().exponentialCells(LATTICE, 12).uniformCells(2));
        assertStochastic(matrix);
        assertThat(matrix.invarianceError()).isLessThan(ROUNDING);
        assertThat(matrix.balanceError()).isLessThan(ROUNDING);
    }

    private static Tuning tuning(int perStep, int closing) {
        return Tuning.initial(ISING.space()).withSites(perStep, closing);
    }

    private static TransitionMatrix kernel(
            MixedDensity target,
            KernelFamily family,
            boolean rotated,
            Tuning tuning,
            Supplier<ExhaustiveRandomness> randomness) {
        int sites = target.space().sites();
        return TransitionMatrix.of(target, randomness, (cursor, random) -> {
            SiteSchedule schedule = rotated ? SiteSchedule.rotation(sites) : SiteSchedule.permutation(sites);
            family.create(cursor, schedule).step(tuning, random, new Transition());
        });
    }

    @Test
    void anUncorrectedProposalIsCaught() {
        Proposal honest = Proposal.Kind.OTHER_GIBBS.create();
        Proposal uncorrected = new Proposal() {
            @Override
            public void propose(Cursor cursor, int site, Randomness random, Move move) {
                honest.propose(cursor, site, random, move);
                move.logRatio = 0;
            }
        };
        TransitionMatrix matrix = TransitionMatrix.of(
                POTTS,
                ExhaustiveRandomness::new,
                (cursor, random) -> new FreshUpdate(uncorrected).update(cursor, 1, random));
        assertThat(matrix.invarianceError()).isGreaterThan(1e-3);
    }

    @Test
    void anOrderThatDiffersReadBackwardsIsCaught() {
        KernelFamily family = KernelFamily.of(Method.NODE).withJitter(false);
        Tuning tuning = tuning(1, 0).withTrajectoryTime(3);
        TransitionMatrix matrix = TransitionMatrix.of(
                ISING,
                ExhaustiveRandomness::new,
                (cursor, random) -> family.create(cursor, new NaturalOrder(3)).step(tuning, random, new Transition()));
        assertThat(matrix.balanceError()).isGreaterThan(1e-3);
    }

    @Test
    void theCellsOfMomentaMustFitTheEnergies() {
        KernelFamily family = KernelFamily.of(Method.NODE)
                .withProposal(Proposal.Kind.OTHER_UNIFORM)
                .withMomentum(true)
                .withJitter(false);
        TransitionMatrix matrix = kernel(
                ISING,
                family,
                true,
                tuning(2, 0).withTrajectoryTime(2),
                () -> new ExhaustiveRandomness().exponentialCells(0.7 * LATTICE, 12));
        assertThat(matrix.invarianceError()).isGreaterThan(1e-3);
    }
}
