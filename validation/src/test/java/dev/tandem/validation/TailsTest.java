package dev.tandem.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Tail probabilities against closed forms and tables. */
class TailsTest {
    @Test
    void studentAgreesWithTables() {
        assertThat(Tails.student(1, 1)).isCloseTo(0.5, within(1e-14));
        assertThat(Tails.student(2, 2)).isCloseTo(1 - 2 / Math.sqrt(6), within(1e-14));
        assertThat(Tails.student(2.571, 5)).isCloseTo(0.05, within(1e-4));
        assertThat(Tails.student(2.228, 10)).isCloseTo(0.05, within(1e-4));
        // Close to the normal law, whose tail beyond 1.96 is 0.05.
        assertThat(Tails.student(1.96, 100_001)).isCloseTo(0.05, within(1e-5));
    }

    @Test
    void thresholdInvertsTheTail() {
        double threshold = Tails.studentThreshold(1e-7, 399);
        assertThat(Tails.student(threshold, 399)).isCloseTo(1e-7, within(1e-11));
        assertThat(threshold).isBetween(5.3, 5.5);
    }

    @Test
    void chiSquareAgreesWithTables() {
        assertThat(Tails.chiSquare(5.991, 2)).isCloseTo(0.05, within(1e-4));
        assertThat(Tails.chiSquare(18.307, 10)).isCloseTo(0.05, within(1e-4));
        assertThatThrownBy(() -> Tails.chiSquare(1, 3)).isInstanceOf(IllegalArgumentException.class);
    }
}
