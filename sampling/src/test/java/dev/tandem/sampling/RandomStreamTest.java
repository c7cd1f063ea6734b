package dev.tandem.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.sampling.random.RandomStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Random streams: reproducible, restorable, different for each chain, of the right laws. */
class RandomStreamTest {
    @Test
    void seedAndChainFixTheStream() {
        assertThat(RandomStream.of(5, 2).uniform())
                .isEqualTo(RandomStream.of(5, 2).uniform());
        assertThat(RandomStream.of(5, 2).uniform())
                .isNotEqualTo(RandomStream.of(5, 3).uniform());
        assertThat(RandomStream.of(5, 2).uniform())
                .isNotEqualTo(RandomStream.of(6, 2).uniform());
    }

    @Test
    void aSavedStateGoesOnWithTheSameNumbers() {
        RandomStream stream = RandomStream.of(9, 0);
        stream.gaussian();
        byte[] state = stream.save();
        double[] first =
                IntStream.range(0, 100).mapToDouble(i -> stream.gaussian()).toArray();
        stream.restore(state);
        double[] again =
                IntStream.range(0, 100).mapToDouble(i -> stream.gaussian()).toArray();
        assertThat(again).isEqualTo(first);
    }

    /** Means of 200,000 gamma draws within 5 standard errors: false alarm 6e-7 each. */
    @Test
    void gammaHasItsMoments() {
        for (double shape : new double[] {0.3, 0.5, 1, 1.5, 7}) {
            RandomStream stream = RandomStream.of(3, 1);
            int n = 200_000;
            double sum = 0;
            double squares = 0;
            for (int i = 0; i < n; i++) {
                double value = stream.gamma(shape);
                sum += value;
                squares += value * value;
            }
            double fourth = shape * (shape + 1) * (shape + 2) * (shape + 3);
            double second = shape * (shape + 1);
            assertThat(sum / n).isCloseTo(shape, within(5 * Math.sqrt(shape / n)));
            assertThat(squares / n).isCloseTo(second, within(5 * Math.sqrt((fourth - second * second) / n)));
        }
    }

    @Test
    void categoricalNeverChoosesAWeightOfZero() {
        RandomStream stream = RandomStream.of(4, 0);
        double[] weights = {0, 0.25, 0, 0.75, 0};
        int[] counts = new int[5];
        for (int i = 0; i < 100_000; i++) {
            counts[stream.categorical(weights, 5, 1)]++;
        }
        assertThat(counts[0] + counts[2] + counts[4]).isZero();
        assertThat(counts[1]).isCloseTo(25_000, within(700));
    }
}
