package dev.tandem.draws.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Orders, distances and scores against the library's sort and ranks that are counted one by one. */
class OrderTest {
    private static final double[] ODD = {
        0.0,
        -0.0,
        1,
        -1,
        Double.MIN_VALUE,
        -Double.MIN_VALUE,
        Double.MAX_VALUE,
        -Double.MAX_VALUE,
        1e-300,
        -3.5,
        1 / 3.0
    };

    /** Some of wide range, some with many ties, some of one value. */
    private static double[][] chains(SplittableRandom random, int trial) {
        double[][] chains = new double[1 + random.nextInt(4)][random.nextInt(1, 60)];
        for (double[] chain : chains) {
            for (int i = 0; i < chain.length; i++) {
                chain[i] = switch (trial % 4) {
                    case 0 -> random.nextGaussian() * Math.pow(10, random.nextInt(-200, 200));
                    case 1 -> random.nextInt(-3, 4);
                    case 2 -> ODD[random.nextInt(ODD.length)];
                    default -> 7.25;
                };
            }
        }
        return chains;
    }

    private static double[] pooled(double[][] chains) {
        return Arrays.stream(chains).flatMapToDouble(Arrays::stream).toArray();
    }

    @Test
    void sortsAsTheLibraryDoes() {
        SplittableRandom random = new SplittableRandom(1);
        for (int trial = 0; trial < 2000; trial++) {
            double[][] chains = chains(random, trial);
            if (trial % 7 == 0) {
                chains[0][0] = Double.POSITIVE_INFINITY;
                chains[chains.length - 1][chains[0].length - 1] = Double.NEGATIVE_INFINITY;
            }
            if (trial % 11 == 0) {
                // A NaN whose sign is set, which has the bits of a small number.
                chains[0][0] = Double.longBitsToDouble(0xfff8000000000001L);
            }
            assertThat(Order.of(chains).sorted()).as("trial %d", trial).isEqualTo(Ranks.sorted(chains));
        }
        assertThat(Order.of(new double[2][0]).isUnknown()).isTrue();
        assertThat(Order.of(new double[][] {{1, Double.NaN}}).isUnknown()).isTrue();
        assertThat(Order.of(new double[][] {{1, Double.POSITIVE_INFINITY}}).isUnknown())
                .isFalse();
    }

    /** Draws that share all of the bits that are sorted by first, because one lies far away, and draws that are equal besides. */
    @Test
    void sortsWhatDiffersInItsLastBits() {
        SplittableRandom random = new SplittableRandom(4);
        for (int trial = 0; trial < 60; trial++) {
            double[][] chains = new double[3][1000];
            double scale = Math.pow(10, -trial % 20);
            for (double[] chain : chains) {
                for (int i = 0; i < chain.length; i++) {
                    chain[i] = 1000 + scale * (trial % 3 == 0 ? random.nextInt(20) : random.nextGaussian());
                }
            }
            chains[1][500] = trial % 2 == 0 ? -1e300 : 1e-300;
            Order order = Order.of(chains);
            assertThat(order.sorted()).as("trial %d", trial).isEqualTo(Ranks.sorted(chains));
            double[] all = pooled(chains);
            assertThat(order.scores(NormalScores.NONE, new Buffers()))
                    .as("trial %d", trial)
                    .isEqualTo(counted(all));
        }
    }

    @Test
    void middleDrawsAreLeftOut() {
        SplittableRandom random = new SplittableRandom(5);
        for (int trial = 0; trial < 500; trial++) {
            double[][] chains = chains(random, trial);
            int n = chains[0].length;
            if (n % 2 == 0 || n < 3) {
                continue;
            }
            double[] kept = Arrays.stream(chains)
                    .flatMapToDouble(chain ->
                            IntStream.range(0, n).filter(i -> i != n / 2).mapToDouble(i -> chain[i]))
                    .toArray();
            assertThat(Order.of(chains).withoutMiddle(n).scores(NormalScores.NONE, new Buffers()))
                    .as("trial %d", trial)
                    .isEqualTo(counted(kept));
        }
    }

    @Test
    void distancesAreInOrderWithoutASort() {
        SplittableRandom random = new SplittableRandom(2);
        for (int trial = 0; trial < 2000; trial++) {
            double[][] chains = chains(random, trial);
            if (trial % 7 == 0) {
                chains[0][0] = Double.POSITIVE_INFINITY;
            }
            Order order = Order.of(chains);
            double median = Ranks.median(order.sorted());
            double centre = Double.isFinite(median) && trial % 3 > 0 ? median : random.nextGaussian();
            double[] expected = Arrays.stream(pooled(chains))
                    .map(x -> Math.abs(x - centre))
                    .sorted()
                    .toArray();
            Order distances = order.distancesFrom(centre, new Buffers());
            assertThat(distances.sorted()).as("trial %d", trial).isEqualTo(expected);
            // And each knows where it came from.
            assertThat(distances.scores(NormalScores.NONE, new Buffers()))
                    .as("trial %d", trial)
                    .isEqualTo(counted(Arrays.stream(pooled(chains))
                            .map(x -> Math.abs(x - centre))
                            .toArray()));
        }
    }

    @Test
    void scoresAreThoseOfAverageRanks() {
        SplittableRandom random = new SplittableRandom(3);
        for (int trial = 0; trial < 2000; trial++) {
            double[][] chains = chains(random, trial);
            double[] all = pooled(chains);
            double[] expected = counted(all);
            Order order = Order.of(chains);
            assertThat(order.scores(NormalScores.NONE, new Buffers()))
                    .as("trial %d", trial)
                    .isEqualTo(expected);
            assertThat(order.scores(new NormalScores(all.length), new Buffers()))
                    .as("trial %d", trial)
                    .isEqualTo(expected);
            // A table for another number of draws is not used.
            assertThat(order.scores(new NormalScores(all.length + 1), new Buffers()))
                    .as("trial %d", trial)
                    .isEqualTo(expected);
        }
    }

    /** By comparing each with each. */
    private static double[] counted(double... values) {
        return Arrays.stream(values)
                .map(x -> {
                    int below = 0;
                    int equal = 0;
                    // Hundreds of millions of comparisons, for which streams would take seconds.
                    for (double y : values) {
                        below += y < x ? 1 : 0;
                        equal += y == x ? 1 : 0;
                    }
                    return Ranks.normalScore(below + 0.5 * (1 + equal), values.length);
                })
                .toArray();
    }
}
