package dev.tandem.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import org.junit.jupiter.api.Test;

/** Races between densities whose order is known. Their random streams are always the same. */
class RaceTest {
    private static final Space SPACE = Space.builder().real("q", 4).build();

    /** Normals that are independent, or nearly equal to each other: then it takes long trajectories. */
    private static MixedDensity normal(double tied) {
        return MixedDensity.of(SPACE, (x, q, gradient) -> {
            double log = 0;
            for (int i = 0; i < q.length; i++) {
                double before = q[i] - q[(i + q.length - 1) % q.length];
                double next = q[i] - q[(i + 1) % q.length];
                log -= 0.5 * q[i] * q[i] + 0.5 * tied * next * next;
                if (gradient != null) {
                    gradient[i] = -q[i] - tied * (next + before);
                }
            }
            return log;
        });
    }

    private static double ratio(MixedDensity first, double work, MixedDensity second, double otherWork) {
        return Race.ratio(new Race.Candidate(first, work), new Race.Candidate(second, otherWork));
    }

    @Test
    void equalsEndEqual() {
        assertThat(ratio(normal(0), 1, normal(0), 1)).isEqualTo(1, within(1e-12));
    }

    @Test
    void halfThePriceIsTwiceAsGood() {
        assertThat(ratio(normal(0), 2, normal(0), 1)).isBetween(1.5, 2.7);
        assertThat(ratio(normal(0), 1, normal(0), 2)).isBetween(0.37, 0.67);
    }

    @Test
    void longTrajectoriesCost() {
        assertThat(ratio(normal(400), 1, normal(0), 1)).isGreaterThan(2);
    }
}
