package dev.tandem.distributions.array;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What is remembered is what would be computed again. */
class RememberedTest {
    private final AtomicInteger computed = new AtomicInteger();

    private final Remembered remembered = new Remembered((array, offset, size) -> {
        computed.incrementAndGet();
        double sum = 0;
        for (int i = offset; i < offset + size; i++) {
            sum = 31 * sum + array[i];
        }
        return sum;
    });

    private static double fresh(double[] array, int size) {
        double sum = 0;
        for (int i = 0; i < size; i++) {
            sum = 31 * sum + array[i];
        }
        return sum;
    }

    @Test
    void computesOnceWhatComesRoundAgain() {
        double[] array = new double[3];
        for (int round = 0; round < 10; round++) {
            for (int k = 0; k < 50; k++) {
                array[0] = 1;
                array[2] = k;
                assertThat(remembered.of(array, 3)).isEqualTo(fresh(array, 3));
            }
        }
        assertThat(computed).hasValue(50);
    }

    @Test
    void forgetsRatherThanGrows() {
        double[] array = new double[4];
        for (int k = 0; k < 1000; k++) {
            array[1] = k * 7 % 113;
            int size = 2 + k % 3;
            assertThat(remembered.of(array, size)).isEqualTo(fresh(array, size));
        }
    }

    @Test
    void tellsSizesApart() {
        double[] array = {1, 2, 0};
        assertThat(remembered.of(array, 2)).isEqualTo(33);
        assertThat(remembered.of(array, 3)).isEqualTo(33 * 31);
        assertThat(remembered.of(array, 2)).isEqualTo(33);
    }
}
