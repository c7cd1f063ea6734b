package dev.tandem.density.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Derivatives that are known, and the admission that one does not exist. */
class FiniteDifferenceTest {
    @Test
    void isAccurateOnSmoothFunctions() {
        assertThat(FiniteDifference.at(Math::exp).derivative()).isCloseTo(1, within(1e-11));
        assertThat(FiniteDifference.at(t -> Math.sin(1000 * t)).derivative()).isCloseTo(1000, within(1e-6));
        assertThat(FiniteDifference.at(t -> 1e6 + 3 * t).derivative()).isCloseTo(3, within(1e-7));
    }

    /** Every density that is checked pays for each of them. */
    @Test
    void asksNoMoreThanItHasTo() {
        int[] asked = {0};
        FiniteDifference.at(t -> {
            asked[0]++;
            return Math.exp(t);
        });
        assertThat(asked[0]).isEqualTo(16);
    }

    @Test
    void staysOnThePossibleSideOfAWall() {
        FiniteDifference nearWall = FiniteDifference.at(t -> t > -0.01 ? Math.log(0.01 + t) : Double.NEGATIVE_INFINITY);
        assertThat(nearWall.derivative()).isCloseTo(100, within(1e-6));
    }

    @Test
    void admitsThatAJumpHasNoDerivative() {
        assertThat(FiniteDifference.at(t -> t > 0 ? 1 : 0).error()).isGreaterThan(1);
    }
}
