package dev.tandem.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.draws.statistics.KolmogorovSmirnov;
import dev.tandem.models.Potts;
import dev.tandem.sampling.discrete.Proposal;
import dev.tandem.sampling.random.RandomStream;
import dev.tandem.sampling.trajectory.Kernel;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.KernelFamily.Method;
import dev.tandem.sampling.trajectory.SiteClock;
import dev.tandem.sampling.trajectory.Transition;
import dev.tandem.sampling.trajectory.Tuning;
import java.util.function.DoubleBinaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Proposition 1 of the paper's supplement: Gaussian binary HMC is event-driven M-HMC with b = 1 and time scaled by pi,
 * exponential binary HMC the same with b = 2/3 and 4 sqrt(2) / 3. A false alarm in the class has probability 1.2e-5 at
 * most: twelve comparisons at 1e-6 each.
 */
@Tag("normal")
class BinaryEquivalenceTest {
    private static final double ALARM = 1e-6;
    private static final double EXPONENTIAL_SCALE = 4 * Math.sqrt(2) / 3;
    private static final int DRAWS = 200_000;
    private static final long SEED = 21;

    /** Functions of time and energy: the two margins, and three that see how they hang together. */
    private static final DoubleBinaryOperator[] VIEWS = {
        (time, energy) -> time,
        (time, energy) -> energy,
        (time, energy) -> time * energy,
        (time, energy) -> time - energy,
        (time, energy) -> time / (1 + energy)
    };

    private static double[] draws(SiteClock clock, double timeScale, DoubleBinaryOperator view, int stream) {
        RandomStream random = RandomStream.of(SEED, stream);
        double[] values = new double[DRAWS];
        for (int i = 0; i < DRAWS; i++) {
            clock.draw(random);
            values[i] = view.applyAsDouble(timeScale * clock.firstHit(), clock.energy());
        }
        return values;
    }

    private static double pValue(SiteClock binary, SiteClock power, double scale, DoubleBinaryOperator view) {
        return KolmogorovSmirnov.pValue(draws(binary, 1, view, 0), draws(power, scale, view, 1));
    }

    @Test
    void firstHitsAndEnergiesHaveTheSameLaw() {
        for (DoubleBinaryOperator view : VIEWS) {
            assertThat(pValue(SiteClock.gaussianBinary(), SiteClock.power(1, 1), Math.PI, view))
                    .as("seed %d", SEED)
                    .isGreaterThan(ALARM);
            assertThat(pValue(SiteClock.exponentialBinary(), SiteClock.power(2.0 / 3, 1), EXPONENTIAL_SCALE, view))
                    .as("seed %d", SEED)
                    .isGreaterThan(ALARM);
        }
    }

    @Test
    void anotherExponentOrScaleIsCaught() {
        assertThat(pValue(SiteClock.gaussianBinary(), SiteClock.power(2.0 / 3, 1), Math.PI, VIEWS[1]))
                .isLessThan(1e-12);
        assertThat(pValue(
                        SiteClock.exponentialBinary(), SiteClock.power(2.0 / 3, 1), 1.03 * EXPONENTIAL_SCALE, VIEWS[0]))
                .isLessThan(1e-12);
    }

    @Test
    void periodsAreTheSameFunctions() {
        for (double energy = 1e-3; energy < 50; energy *= 1.7) {
            assertThat(SiteClock.gaussianBinary().period(energy))
                    .isEqualTo(Math.PI * SiteClock.power(1, 1).period(energy));
            double period = SiteClock.exponentialBinary().period(energy);
            assertThat(EXPONENTIAL_SCALE * SiteClock.power(2.0 / 3, 1).period(energy))
                    .isCloseTo(period, within(1e-13 * period));
        }
    }

    private static final MixedDensity ISING = new Potts(2, 2, 0.9, new double[] {0, 0.4});

    /** A time in which a particle of unit period meets 1.5 boundaries; six updates of four sites make the period 1. */
    private static final double TIME = 1.5;

    private static KernelFamily event(double exponent) {
        return KernelFamily.of(Method.EVENT)
                .withProposal(Proposal.Kind.OTHER_UNIFORM)
                .withExponent(exponent);
    }

    /** How often each of the sixteen states comes after two steps from one and the same state. */
    private static double[] counts(KernelFamily family, double time, int stream) {
        Cursor cursor = ISING.cursor();
        Kernel kernel = family.create(cursor);
        Tuning tuning = Tuning.initial(ISING.space())
                .withTrajectoryTime(time)
                .withUpdates(6)
                .withSites(1, 0);
        RandomStream random = RandomStream.of(SEED, stream);
        Transition outcome = new Transition();
        double[] counts = new double[16];
        int[] start = {1, 2, 2, 1};
        for (int i = 0; i < DRAWS; i++) {
            cursor.assignAll(start);
            kernel.reload();
            kernel.step(tuning, random, outcome);
            kernel.step(tuning, random, outcome);
            int state = 0;
            for (int site = 0; site < 4; site++) {
                state = 2 * state + cursor.value(site) - 1;
            }
            counts[state]++;
        }
        return counts;
    }

    /** Two-sample chi-square; one degree of freedom more than there are only makes alarms rarer. */
    private static double pValue(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += (a[i] - b[i]) * (a[i] - b[i]) / (a[i] + b[i]);
        }
        return Tails.chiSquare(sum, a.length);
    }

    @Test
    void chainsHaveTheSameLaw() {
        double[] gaussian = counts(KernelFamily.of(Method.GAUSSIAN_BINARY), Math.PI * TIME, 2);
        double[] exponential = counts(KernelFamily.of(Method.EXPONENTIAL_BINARY), EXPONENTIAL_SCALE * TIME, 3);
        double[] one = counts(event(1), TIME, 4);
        double[] twoThirds = counts(event(2.0 / 3), TIME, 5);
        assertThat(pValue(gaussian, one)).as("seed %d", SEED).isGreaterThan(ALARM);
        assertThat(pValue(exponential, twoThirds)).as("seed %d", SEED).isGreaterThan(ALARM);
        assertThat(pValue(gaussian, twoThirds)).isLessThan(1e-12);
        assertThat(pValue(exponential, one)).isLessThan(1e-12);
    }
}
