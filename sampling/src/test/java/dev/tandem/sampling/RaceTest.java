package dev.tandem.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.density.MixedDensity;
import java.util.Arrays;
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
        return Race.ratio(new Race.Candidate(first, work), new Race.Candidate(second, otherWork));
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
}
