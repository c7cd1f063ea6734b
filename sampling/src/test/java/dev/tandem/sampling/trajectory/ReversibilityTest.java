package dev.tandem.sampling.trajectory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.density.Support;
import dev.tandem.sampling.continuous.DenseMetric;
import dev.tandem.sampling.continuous.DiagonalMetric;
import dev.tandem.sampling.continuous.HyperbolicKinetic;
import dev.tandem.sampling.continuous.Integrator;
import dev.tandem.sampling.continuous.KineticEnergy;
import dev.tandem.sampling.continuous.LowRankMetric;
import dev.tandem.sampling.discrete.FreshUpdate;
import dev.tandem.sampling.discrete.MomentumUpdate;
import dev.tandem.sampling.discrete.Move;
import dev.tandem.sampling.discrete.NeighbourProposal;
import dev.tandem.sampling.discrete.Proposal;
import dev.tandem.sampling.discrete.SiteSchedule;
import dev.tandem.sampling.discrete.SiteSweep;
import dev.tandem.sampling.discrete.SiteUpdate;
import dev.tandem.sampling.random.RandomStream;
import dev.tandem.sampling.random.Randomness;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Trajectories retrace their way: forward on recorded randomness, backward on the record reversed, home to 1e-10. */
class ReversibilityTest {
    private static final double HOME = 1e-10;
    private static final int SITES = 4;
    private static final int DIMENSION = 3;

    /** Four sites of three values that shift and scale a density with quartic tails. */
    private static final MixedDensity DENSITY = MixedDensity.of(
            Space.builder()
                    .discrete("x", Support.categories(3), SITES)
                    .real("q", DIMENSION)
                    .build(),
            (x, q, gradient) -> {
                double sum = 0;
                for (int i = 0; i < DIMENSION; i++) {
                    double centre = 0.4 * (x[i] - 2) + 0.3 * (x[i + 1] - 2);
                    double scale = 1 + 0.3 * x[SITES - 1 - i];
                    double distance = scale * (q[i] - centre);
                    sum -= 0.5 * distance * distance + 0.05 * distance * distance * distance * distance;
                    if (gradient != null) {
                        gradient[i] = -scale * (distance + 0.2 * distance * distance * distance);
                    }
                }
                return sum + 0.2 * x[0] * x[2];
            });

    /** What one visit of a site did. */
    private record Visit(int site, int old, int value, double logRatio, double logChange, boolean refused) {}

    /** Notes every suggestion; in reverse it suggests the way back, so that a D step is undone. */
    private static final class RecordedProposal implements Proposal {
        private final Proposal honest;
        private final Deque<Visit> record = new ArrayDeque<>();
        private final List<Visit> log = new ArrayList<>();
        private boolean reversed;

        RecordedProposal(Proposal honest) {
            this.honest = honest;
        }

        @Override
        public void propose(Cursor cursor, int site, Randomness random, Move move) {
            if (reversed) {
                Visit visit = record.pop();
                assertThat(site).as("the site visited on the way back").isEqualTo(visit.site());
                int sign = visit.refused() ? 1 : -1;
                assertThat(cursor.value(site)).isEqualTo(visit.refused() ? visit.old() : visit.value());
                move.value = visit.refused() ? visit.value() : visit.old();
                move.logRatio = sign * visit.logRatio();
                move.logChange = sign * visit.logChange();
                return;
            }
            int old = cursor.value(site);
            honest.propose(cursor, site, random, move);
            Visit visit = new Visit(site, old, move.value, move.logRatio, move.logChange, false);
            record.push(visit);
            log.add(visit);
        }

        @Override
        public void refused(int site) {
            if (!reversed) {
                Visit visit = record.pop();
                Visit refused =
                        new Visit(visit.site(), visit.old(), visit.value(), visit.logRatio(), visit.logChange(), true);
                record.push(refused);
                log.set(log.size() - 1, refused);
            }
        }
    }

    /** Takes every suggestion that the honest update took; the way back is not random. */
    private record RecordedUpdate(RecordedProposal proposal) implements SiteUpdate {
        @Override
        public double update(Cursor cursor, int site, Randomness random) {
            if (!proposal.reversed) {
                return new FreshUpdate(new Proposal() {
                            @Override
                            public void propose(Cursor moving, int visited, Randomness chance, Move move) {
                                proposal.propose(moving, visited, chance, move);
                                // Decided here, so that the record knows of refusals.
                                if (move.value != moving.value(visited) && !chance.accept(move.logRatio)) {
                                    proposal.refused(visited);
                                    move.value = moving.value(visited);
                                }
                                move.logRatio = 0;
                            }
                        })
                        .update(cursor, site, random);
            }
            Move move = new Move();
            Visit visit = proposal.record.peek();
            proposal.propose(cursor, site, random, move);
            if (visit.refused()) {
                return 0;
            }
            cursor.assign(site, move.value);
            return move.logChange;
        }
    }

    /** Randomness that keeps what trajectories draw at their beginning, or gives back what it was told. */
    private static final class Tape implements Randomness {
        private final RandomStream source;
        private final List<Double> energies = new ArrayList<>();
        private final List<Double> fractions = new ArrayList<>();
        private final List<Integer> numbers = new ArrayList<>();
        private boolean playing;

        Tape(long seed) {
            source = RandomStream.of(seed, 0);
        }

        private double energy(double fresh) {
            if (playing) {
                return energies.remove(0);
            }
            energies.add(fresh);
            return fresh;
        }

        @Override
        public double uniform() {
            if (playing) {
                return fractions.remove(0);
            }
            double fresh = source.uniform();
            fractions.add(fresh);
            return fresh;
        }

        @Override
        public double gaussian() {
            return source.gaussian();
        }

        @Override
        public double exponential() {
            return energy(source.exponential());
        }

        @Override
        public double gamma(double shape) {
            return energy(source.gamma(shape));
        }

        @Override
        public int below(int count) {
            if (playing) {
                return numbers.remove(0);
            }
            int fresh = source.below(count);
            numbers.add(fresh);
            return fresh;
        }

        @Override
        public boolean accept(double logProbability) {
            return source.accept(logProbability);
        }

        @Override
        public int categorical(double[] weights, int count, double total) {
            return source.categorical(weights, count, total);
        }

        void clear() {
            energies.clear();
            fractions.clear();
            numbers.clear();
        }
    }

    static Stream<KineticEnergy> kineticEnergies() {
        return Stream.of(
                DiagonalMetric.unit(DIMENSION),
                DiagonalMetric.scales(new double[] {0.7, 1, 1.4}),
                DenseMetric.covariance(new double[][] {{1, 0.3, 0}, {0.3, 0.8, -0.2}, {0, -0.2, 1.1}}),
                LowRankMetric.of(
                        new double[] {0.7, 1, 1.4}, new double[][] {{0.6, 0.8, 0}, {0, 0, 1}}, new double[] {2, 0.5}),
                new HyperbolicKinetic());
    }

    private static Tuning tuning(KineticEnergy kinetic) {
        return Tuning.initial(DENSITY.space())
                .withStepSize(0.35)
                .withTrajectoryTime(2.5)
                .withUpdates(9)
                .withKinetic(kinetic)
                .withSites(3, 0);
    }

    private static Cursor cursor() {
        Cursor cursor = DENSITY.cursor();
        cursor.moveTo(new double[] {0.4, -0.3, 0.8});
        cursor.assignAll(new int[] {2, 1, 3, 2});
        return cursor;
    }

    /** Where a trajectory began, and whether the walker is back there. */
    private static final class Home {
        private final double[] q;
        private final double[] p;
        private final int[] x = new int[SITES];

        Home(Walker walker) {
            q = walker.phase.position().clone();
            p = walker.phase.momentum().clone();
            walker.cursor.copyValues(x);
        }

        void assertLeft(Walker walker) {
            assertThat(Math.abs(walker.phase.position()[0] - q[0])).isGreaterThan(1e-3);
        }

        void assertBack(Walker walker, int momentumSign) {
            int[] values = new int[SITES];
            walker.cursor.copyValues(values);
            assertThat(values).isEqualTo(x);
            for (int i = 0; i < DIMENSION; i++) {
                assertThat(walker.phase.position()[i]).isCloseTo(q[i], within(HOME));
                assertThat(momentumSign * walker.phase.momentum()[i]).isCloseTo(p[i], within(HOME));
            }
            assertThat(walker.phase.error()).as("energy errors cancel").isCloseTo(0, within(HOME));
        }
    }

    private static void negate(double[] momentum) {
        for (int i = 0; i < momentum.length; i++) {
            momentum[i] = -momentum[i];
        }
    }

    @ParameterizedTest
    @MethodSource("kineticEnergies")
    void integratorsRetraceTheirWay(KineticEnergy kinetic) {
        for (Integrator integrator : List.of(Integrator.LEAPFROG, Integrator.TWO_STAGE, Integrator.THREE_STAGE)) {
            for (boolean negated : new boolean[] {false, true}) {
                SiteSweep none =
                        new SiteSweep(0, SiteSchedule.permutation(0), new FreshUpdate(Proposal.Kind.GIBBS.create()));
                Walker walker = new Walker(cursor(), integrator, none);
                walker.begin(tuning(kinetic), RandomStream.of(5, 0));
                Home home = new Home(walker);
                for (int i = 0; i < 20; i++) {
                    walker.integrate(0.3);
                }
                home.assertLeft(walker);
                if (negated) {
                    negate(walker.phase.momentum());
                }
                for (int i = 0; i < 20; i++) {
                    walker.integrate(negated ? 0.3 : -0.3);
                }
                home.assertBack(walker, negated ? -1 : 1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void backwardStepsUndoForwardSteps(boolean middle) {
        MixedStep step = middle ? MixedStep.middle() : MixedStep.node();
        for (Proposal.Kind kind : Proposal.Kind.values()) {
            for (boolean momentum : new boolean[] {false, true}) {
                RecordedProposal proposal = new RecordedProposal(kind.create());
                MomentumUpdate persistent = new MomentumUpdate(proposal, SITES);
                SiteUpdate update = momentum ? persistent : new RecordedUpdate(proposal);
                Walker walker = new Walker(
                        cursor(), Integrator.LEAPFROG, new SiteSweep(SITES, SiteSchedule.permutation(SITES), update));
                walker.begin(tuning(DiagonalMetric.unit(DIMENSION)), RandomStream.of(6, 0));
                Home home = new Home(walker);
                double energy = persistent.energy(1);
                for (int edge = -5; edge < 15; edge++) {
                    step.forward(walker, edge);
                }
                home.assertLeft(walker);
                assertThat(walker.sweep.changed()).isGreaterThan(5);
                proposal.reversed = true;
                for (int edge = 14; edge >= -5; edge--) {
                    step.backward(walker, edge);
                }
                home.assertBack(walker, 1);
                assertThat(persistent.energy(1)).isCloseTo(energy, within(HOME));
            }
        }
    }

    /** A static trajectory with its end negated is a static trajectory, its sites in the opposite order. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void staticTrajectoriesRetraceTheirWay(boolean middle) {
        int perStep = 3;
        RecordedProposal proposal = new RecordedProposal(Proposal.Kind.OTHER_GIBBS.create());
        SiteSchedule order = SiteSchedule.permutation(SITES);
        int steps = tuning(DiagonalMetric.unit(DIMENSION)).meanSteps();
        // Blocks 1 to n - 1 lie between the steps of a node trajectory, blocks 0 to n - 1 inside those of the other.
        long last = (long) (steps + (middle ? 0 : 1)) * perStep - 1;
        SiteSchedule schedule = new SiteSchedule() {
            @Override
            public void begin(Randomness random) {
                order.begin(random);
            }

            @Override
            public int site(long index) {
                return order.site(proposal.reversed ? last - index : index);
            }
        };
        Walker walker =
                new Walker(cursor(), Integrator.LEAPFROG, new SiteSweep(SITES, schedule, new RecordedUpdate(proposal)));
        walker.begin(tuning(DiagonalMetric.unit(DIMENSION)), RandomStream.of(8, 0));
        Home home = new Home(walker);
        Path path = new StaticPath(middle ? MixedStep.middle() : MixedStep.node(), false);
        run(path, walker);
        home.assertLeft(walker);
        assertThat(proposal.record).isNotEmpty();
        proposal.reversed = true;
        negate(walker.phase.momentum());
        run(path, walker);
        assertThat(proposal.record).isEmpty();
        home.assertBack(walker, -1);
    }

    private static void run(Path path, Walker walker) {
        path.begin(walker);
        while (path.advance(walker)) {
            assertThat(walker.phase.diverged()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {2.0 / 3, 1, 2})
    void eventDrivenTrajectoriesRetraceTheirWay(double exponent) {
        for (Proposal.Kind kind :
                List.of(Proposal.Kind.GIBBS, Proposal.Kind.OTHER_GIBBS, Proposal.Kind.OTHER_UNIFORM)) {
            RecordedProposal proposal = new RecordedProposal(kind.create());
            MomentumUpdate update = new MomentumUpdate(proposal, SITES);
            Walker walker = new Walker(cursor(), Integrator.LEAPFROG, new SiteSweep(SITES, new Unused(), update));
            Tape tape = new Tape(9);
            Tuning tuning = tuning(DiagonalMetric.unit(DIMENSION));
            walker.begin(tuning, tape);
            tape.clear();
            Home home = new Home(walker);
            double length = tuning.trajectoryTime() * SITES / (tuning.updates() * tuning.sitesPerStep());
            SiteClock clock = SiteClock.power(exponent, length);
            Path path = new EventPath(circle -> SiteClock.power(exponent, circle), update, SITES);
            run(path, walker);
            home.assertLeft(walker);
            assertThat(walker.sweep.changed()).isGreaterThan(2);

            double[] energies =
                    tape.energies.stream().mapToDouble(value -> value).toArray();
            double[] next = new double[SITES];
            double[] present = energies.clone();
            for (int site = 0; site < SITES; site++) {
                next[site] = tape.fractions.get(site) * clock.period(energies[site]);
            }
            for (Visit visit : proposal.log) {
                present[visit.site()] += visit.refused() ? 0 : visit.logRatio();
                next[visit.site()] += clock.period(present[visit.site()]);
            }
            tape.clear();
            for (int site = 0; site < SITES; site++) {
                assertThat(update.energy(site)).isCloseTo(present[site], within(HOME));
                tape.energies.add(update.energy(site));
                // Turned round, a particle has to go back what it has come since its last event.
                tape.fractions.add(1 - (next[site] - tuning.trajectoryTime()) / clock.period(present[site]));
            }
            tape.playing = true;
            proposal.reversed = true;
            negate(walker.phase.momentum());
            run(path, walker);
            assertThat(proposal.record).isEmpty();
            home.assertBack(walker, -1);
            for (int site = 0; site < SITES; site++) {
                assertThat(update.energy(site)).isCloseTo(energies[site], within(HOME));
            }
        }
    }

    /** The particles are not random after the start: turned round, they go back by themselves. */
    @Test
    void refractedTrajectoriesRetraceTheirWay() {
        NeighbourProposal neighbour = new NeighbourProposal(SITES);
        List<Visit> log = new ArrayList<>();
        Proposal noted = new Proposal() {
            @Override
            public void begin(Randomness random) {
                neighbour.begin(random);
            }

            @Override
            public void propose(Cursor cursor, int site, Randomness random, Move move) {
                neighbour.propose(cursor, site, random, move);
                log.add(new Visit(site, cursor.value(site), move.value, move.logRatio, move.logChange, false));
            }

            @Override
            public void refused(int site) {
                neighbour.refused(site);
                Visit visit = log.remove(log.size() - 1);
                log.add(new Visit(site, visit.old(), visit.value(), visit.logRatio(), visit.logChange(), true));
            }
        };
        MomentumUpdate update = new MomentumUpdate(noted, SITES);
        Walker walker = new Walker(cursor(), Integrator.LEAPFROG, new SiteSweep(SITES, new Unused(), update));
        Tape tape = new Tape(12);
        Tuning tuning = tuning(DiagonalMetric.unit(DIMENSION));
        walker.begin(tuning, tape);
        tape.clear();
        Home home = new Home(walker);
        Path path = new RefractionPath(update, SITES);
        run(path, walker);
        home.assertLeft(walker);
        assertThat(log).hasSizeGreaterThan(4).anyMatch(Visit::refused).anyMatch(visit -> !visit.refused());

        double end = path.steps() * tuning.stepSize();
        SiteClock clock = SiteClock.power(2, Math.sqrt(2));
        int planned = tape.numbers.get(0);
        double[] present = tape.energies.stream().mapToDouble(value -> value).toArray();
        double[] next = new double[SITES];
        for (int site = 0; site < SITES; site++) {
            next[site] = tape.fractions.get(site) * clock.period(present[site]);
        }
        for (Visit visit : log) {
            present[visit.site()] += visit.refused() ? 0 : visit.logRatio();
            next[visit.site()] += clock.period(present[visit.site()]);
        }
        tape.clear();
        tape.numbers.add(planned);
        for (int site = 0; site < SITES; site++) {
            tape.energies.add(present[site]);
            tape.fractions.add(1 - (next[site] - end) / clock.period(present[site]));
            // A refusal turns the particle round.
            neighbour.refused(site);
        }
        tape.playing = true;
        negate(walker.phase.momentum());
        run(path, walker);
        home.assertBack(walker, -1);
    }

    /** The order of visits where clocks set it. */
    private static final class Unused implements SiteSchedule {
        @Override
        public void begin(Randomness random) {}

        @Override
        public int site(long index) {
            throw new UnsupportedOperationException("clocks say whose turn it is");
        }
    }
}
