package dev.tandem.draws.judging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shapes of tails that are known. */
class TailShapeTest {
    private static final int DRAWS = 4000;
    private static final int REPEATS = 100;

    /** The error of one fit to a tail of 190 draws is (1 + k) / sqrt(190), that of the mean of 100 a tenth of it. */
    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.4, 0.7, 1})
    void findsTheShapeOfAGeneralisedParetoDistributionOnEitherSide(double shape) {
        for (int side : new int[] {1, -1}) {
            SplittableRandom random = new SplittableRandom(7);
            double mean = IntStream.range(0, REPEATS)
                    .mapToDouble(repeat -> TailShape.of(
                            new double[][] {
                                random.doubles(DRAWS)
                                        .map(u -> side * (Math.pow(1 - u, -shape) - 1) / shape)
                                        .toArray()
                            },
                            DRAWS))
                    .average()
                    .orElseThrow();
            // Drawn towards one half as if by ten more draws of the tail.
            double expected = (190 * shape + 10 * 0.5) / 200;
            assertThat(mean).isCloseTo(expected, within(4 * (1 + shape) / Math.sqrt(190) / 10));
        }
    }

    @Test
    void lightTailsAreNegativeOrSmallAndTooFewDrawsSayNothing() {
        SplittableRandom random = new SplittableRandom(8);
        double[] normal = random.doubles(DRAWS).map(u -> random.nextGaussian()).toArray();
        assertThat(TailShape.of(new double[][] {normal}, DRAWS)).isLessThan(0.3);
        assertThat(TailShape.of(new double[][] {random.doubles(DRAWS).toArray()}, DRAWS))
                .isLessThan(-0.3);
        assertThat(TailShape.of(new double[][] {{1, 2, 3}}, 3)).isNaN();
        assertThat(TailShape.of(new double[][] {new double[100]}, 100)).isNaN();
    }
}
