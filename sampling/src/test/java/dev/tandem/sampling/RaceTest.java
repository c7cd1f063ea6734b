package dev.tandem.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.density.Support;
import dev.tandem.sampling.random.RandomStream;
import dev.tandem.sampling.random.Randomness;
import dev.tandem.sampling.trajectory.Kernel;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.warmup.Fixed;
import dev.tandem.sampling.warmup.Warmup;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Races between densities whose order is known. Their random streams are always the same. */
class RaceTest {
    private static MixedDensity normal() {
        // Many, so that their mean effective size is no matter of luck.
        double[] sds = new double[16];
        Arrays.fill(sds, 1);
        return Targets.gaussian(sds);
    }

    private static double ratio(MixedDensity first, double work, MixedDensity second, double otherWork) {
        return Race.run(
                        new Race.Candidate(first, work),
                        new Race.Candidate(second, otherWork),
                        Double.POSITIVE_INFINITY)
                .ratio();
    }

    @Test
    void equalsEndEqual() {
        assertThat(ratio(normal(), 1, normal(), 1)).isEqualTo(1, within(1e-12));
    }

    @Test
    void halfThePriceIsTwiceAsGood() {
        assertThat(ratio(normal(), 2, normal(), 1)).isBetween(1.5, 2.7);
        assertThat(ratio(normal(), 1, normal(), 2)).isBetween(0.37, 0.67);
    }

    @Test
    void longTrajectoriesCost() {
        // No metric takes the neck out of a funnel.
        assertThat(ratio(Targets.funnel(15), 1, normal(), 1)).isGreaterThan(2);
    }

    /** A parameter that hardly moves counts, however many elements of another variable move well. */
    @Test
    void aSlowVariableIsNotLostAmongManyElementsOfOthers() {
        MixedDensity slow = correlated(0.999);
        MixedDensity quick = correlated(0);
        assertThat(ratio(slow, 1, quick, 1)).isGreaterThan(2);
    }

    /** Two numbers on a ridge that turns on its way, which no metric straightens, reported beside a hundred that are none. */
    private static MixedDensity correlated(double bend) {
        Space space = Space.builder().real("ridge", 2).real("others", 100).build();
        return MixedDensity.of(space, (x, q, gradient) -> {
            double log = 0;
            for (int i = 2; i < q.length; i++) {
                log -= 0.5 * q[i] * q[i];
                if (gradient != null) {
                    gradient[i] = -q[i];
                }
            }
            double scale = 1 - bend;
            double off = (q[1] - bend * q[0] * q[0]) / Math.sqrt(scale);
            if (gradient != null) {
                gradient[0] = -q[0] + off * 2 * bend * q[0] / Math.sqrt(scale);
                gradient[1] = -off / Math.sqrt(scale);
            }
            return log - 0.5 * q[0] * q[0] - 0.5 * off * off;
        });
    }

    /** A density that says how often it was asked. */
    private static MixedDensity counted(MixedDensity density, AtomicLong count) {
        Cursor cursor = density.cursor();
        return MixedDensity.of(density.space(), (x, q, gradient) -> {
            count.incrementAndGet();
            cursor.moveTo(q);
            return gradient == null ? cursor.logDensity() : cursor.logDensityAndGradient(gradient);
        });
    }

    @Test
    void nobodyDoesMoreThanIsAllowed() {
        AtomicLong first = new AtomicLong();
        AtomicLong second = new AtomicLong();
        Race.Candidate quick = new Race.Candidate(counted(normal(), first), 1);
        Race.Candidate slow = new Race.Candidate(counted(normal(), second), 30);
        double allowed = 15_000;
        assertThat(slow.mayEndWithin(allowed)).isTrue();
        Race.Result result = Race.run(quick, slow, allowed);
        assertThat(result.ended()).isEqualTo(1);
        assertThat(second.get()).isBetween(400L, 1000L);
        assertThat(first.get()).isLessThan(15_000);
        // What it costs is known, and how it mixes is presumed.
        assertThat(result.ratio()).isLessThan(0.1);
    }

    /** One that was seen hardly to move does not win by its price over one that is too dear to be looked at. */
    @Test
    void whoHardlyMovesLosesToWhatIsUsual() {
        double allowed = 13_000;
        MixedDensity quick = correlated(0);
        Race.Candidate dear = new Race.Candidate(quick, 30);
        Race.Result stuck = Race.run(new Race.Candidate(correlated(0.999), 1), dear, allowed);
        Race.Result free = Race.run(new Race.Candidate(quick, 1), dear, allowed);
        assertThat(stuck.ended()).isEqualTo(1);
        assertThat(free.ended()).isEqualTo(1);
        assertThat(stuck.ratio()).isGreaterThan(0.25);
        // One that does move wins by its price.
        assertThat(free.ratio()).isLessThan(0.1);
    }

    @Test
    void whoCannotEndDoesNotBegin() {
        AtomicLong count = new AtomicLong();
        Race.Candidate candidate = new Race.Candidate(counted(normal(), count), 1);
        assertThat(Race.run(candidate, candidate, 400)).isEqualTo(new Race.Result(1, 0));
        assertThat(count.get()).isZero();
    }

    /** With a meter in between, chains go where they went without. */
    @Test
    void theMeterChangesNothing() {
        Space space = Space.builder()
                .real("q", 2)
                .discrete("n", Support.range(0, 5), 2)
                .build();
        MixedDensity density = MixedDensity.of(space, (x, q, gradient) -> {
            double one = q[0] - x[0];
            double other = q[1] + 0.5 * x[1] - q[0];
            if (gradient != null) {
                gradient[0] = -one + other;
                gradient[1] = -other;
            }
            return -0.5 * one * one - 0.5 * other * other;
        });
        double[][] ends = new double[2][2];
        for (int metered = 0; metered < 2; metered++) {
            Cursor cursor = metered == 0 ? density.cursor() : new MeteredCursor(density, Double.POSITIVE_INFINITY);
            Randomness random = RandomStream.of(4, 0);
            StartSearch.run(cursor, 100, random, density::whyImpossible);
            KernelFamily family = Settings.defaults().kernelFor(space);
            Kernel kernel = family.create(cursor);
            new Warmup(density, family, kernel, Fixed.nothing(), 100, random, (stage, tried, step) -> {}).runAll();
            cursor.copyPosition(ends[metered]);
        }
        assertThat(ends[1]).isEqualTo(ends[0]);
    }
}
