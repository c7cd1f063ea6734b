package dev.tandem.compiler.sum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.distributions.special.GammaFunction;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Sums over counts against sums of plainly computed weights up to far beyond their mass. */
class SeriesSumTest {
    private static final int MODELS = 400;

    /** A count with a Poisson, binomial or negative binomial law of which some are seen, with a plain sum over it. */
    private static final class Plain {
        final int low;
        final int high;
        final double[] above;
        final double[] below;
        final double[] ends;
        final boolean shifted;
        final double[] fixed;
        double slope;
        double shift;

        Plain(SplittableRandom random) {
            int kind = random.nextInt(3);
            int visits = random.nextInt(5);
            int most = 0;
            above = new double[visits];
            below = new double[visits + 1];
            below[visits] = 1;
            for (int j = 0; j < visits; j++) {
                int seen = random.nextInt(random.nextInt(4) == 0 ? 60 : 6);
                above[j] = 1;
                below[j] = 1 - seen;
                most = Math.max(most, seen);
            }
            low = most;
            int end = most + 1 + random.nextInt(200);
            high = kind == 1 ? end : Integer.MAX_VALUE;
            ends = kind == 1 ? new double[] {end} : new double[0];
            shifted = kind == 2;
            shift = Math.exp(random.nextDouble(-3, 3));
            double missed = visits * -Math.exp(random.nextDouble(-2, 0.5));
            slope = missed
                    + switch (kind) {
                        case 0 -> random.nextDouble(-4, 8);
                        case 1 -> random.nextDouble(-3, 3);
                        default -> -Math.exp(random.nextDouble(-3, 1)) - (visits == 0 ? 0.1 : 0);
                    };
            fixed = fixed();
        }

        /** The part of the log weights that neither the slope nor the shift changes. */
        private double[] fixed() {
            double[] logs = new double[last() - low + 1];
            for (int k = low; k <= last(); k++) {
                double log = 0;
                for (double a : above) {
                    log += GammaFunction.logGamma(k + a) - GammaFunction.logGamma(low + a);
                }
                for (double b : below) {
                    log -= GammaFunction.logGamma(k + b) - GammaFunction.logGamma(low + b);
                }
                for (double c : ends) {
                    log += GammaFunction.logGamma(c - low + 1) - GammaFunction.logGamma(c - k + 1);
                }
                logs[k - low] = log;
            }
            return logs;
        }

        double logWeight(int k) {
            double log = (k - low) * slope + fixed[k - low];
            return shifted ? log + GammaFunction.logGamma(k + shift) - GammaFunction.logGamma(low + shift) : log;
        }

        int last() {
            return high == Integer.MAX_VALUE ? low + 30_000 : high;
        }

        double logSum() {
            double[] logs = new double[last() - low + 1];
            double most = Double.NEGATIVE_INFINITY;
            for (int k = low; k <= last(); k++) {
                logs[k - low] = logWeight(k);
                most = Math.max(most, logs[k - low]);
            }
            double sum = 0;
            for (double log : logs) {
                sum += Math.exp(log - most);
            }
            return most + Math.log(sum);
        }

        Series series() {
            return Series.of(low, high, above, below, ends, shifted);
        }
    }

    @Test
    void sumsAndDerivativesAreThoseOfAllValues() {
        SplittableRandom random = new SplittableRandom(4);
        SeriesSum sum = new SeriesSum();
        int far = 0;
        for (int m = 0; m < MODELS; m++) {
            Plain plain = new Plain(random);
            double expected = plain.logSum();
            assertThat(sum.logSum(plain.series(), plain.slope, plain.shift))
                    .as("model %d", m)
                    .isCloseTo(expected, within(1e-11 * (1 + Math.abs(expected))));
            double mean = sum.mean();
            double byShift = sum.byShift();
            far += mean > 300 ? 1 : 0;
            double step = 1e-5;
            plain.slope += step;
            double right = plain.logSum();
            plain.slope -= 2 * step;
            double left = plain.logSum();
            plain.slope += step;
            assertThat(mean).as("model %d", m).isCloseTo((right - left) / (2 * step), within(1e-5 * (1 + mean)));
            if (plain.shifted) {
                double size = plain.shift;
                plain.shift = size * (1 + step);
                right = plain.logSum();
                plain.shift = size * (1 - step);
                left = plain.logSum();
                plain.shift = size;
                assertThat(byShift)
                        .as("model %d", m)
                        .isCloseTo((right - left) / (2 * step * size), within(1e-5 * (1 + byShift)));
            }
        }
        // Some begin at their mode.
        assertThat(far).isGreaterThan(10);
    }

    /** The sum of the squared deviations is a chi square; 1 of 10^6 would be larger by chance. */
    @Test
    void drawsAreThoseOfTheWeights() {
        SplittableRandom random = new SplittableRandom(5);
        SeriesSum sum = new SeriesSum();
        for (int m = 0; m < 60; m++) {
            Plain plain = new Plain(random);
            Series series = plain.series();
            double logSum = plain.logSum();
            int draws = 4_000;
            int[] counts = new int[2_000];
            for (int d = 0; d < draws; d++) {
                // Evenly spread, so that the counts are off by their rounding alone.
                int k = sum.draw(series, plain.slope, plain.shift, (d + 0.5) / draws);
                assertThat(k).isBetween(plain.low, plain.high);
                counts[Math.min(k - plain.low, counts.length - 1)]++;
            }
            for (int j = 0; j < counts.length - 1 && plain.low + j <= plain.last(); j++) {
                double expected = draws * Math.exp(plain.logWeight(plain.low + j) - logSum);
                assertThat((double) counts[j]).as("model %d, value %d", m, j).isCloseTo(expected, within(1.001));
            }
        }
    }

    @Test
    void weightsThatOverflowOnTheWayAreScaled() {
        // Fifty visits that saw 40 each: the next value is far more likely, and so is the one after.
        double[] above = new double[50];
        double[] below = new double[51];
        java.util.Arrays.fill(above, 1);
        java.util.Arrays.fill(below, 1 - 40.0);
        below[50] = 1;
        Series series = Series.of(40, Integer.MAX_VALUE, above, below, new double[0], false);
        SeriesSum sum = new SeriesSum();
        double logSum = sum.logSum(series, -11, Double.NaN);
        double mean = sum.mean();
        double expected = 0;
        double most = 0;
        for (int j = 0; j < 5_000; j++) {
            most = Math.max(most, -11 * j + series.logWeight(j, Double.NaN));
        }
        double total = 0;
        for (int j = 0; j < 5_000; j++) {
            double weight = Math.exp(-11 * j + series.logWeight(j, Double.NaN) - most);
            total += weight;
            expected += j * weight;
        }
        assertThat(most).isGreaterThan(800 * Math.log(2));
        assertThat(logSum).isCloseTo(most + Math.log(total), within(1e-9));
        assertThat(mean).isCloseTo(expected / total, within(1e-9));
        int low = sum.draw(series, -11, Double.NaN, 1e-6);
        int middle = sum.draw(series, -11, Double.NaN, 0.5);
        int high = sum.draw(series, -11, Double.NaN, 1 - 1e-6);
        assertThat(middle - 40).isCloseTo((int) Math.round(mean), within(2));
        assertThat(low).isLessThan(middle);
        assertThat(high).isGreaterThan(middle);
    }

    @Test
    void theEndsOfTheScale() {
        SeriesSum sum = new SeriesSum();
        Series poisson = Series.of(0, Integer.MAX_VALUE, new double[0], new double[] {1}, new double[0], false);
        assertThat(sum.logSum(poisson, Double.NEGATIVE_INFINITY, 0)).isZero();
        assertThat(sum.mean()).isZero();
        assertThat(sum.draw(poisson, Double.NEGATIVE_INFINITY, 0, 0.99)).isZero();
        assertThat(sum.logSum(poisson, Double.NaN, 0)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(sum.logSum(poisson, 50, 0)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(sum.logSum(poisson, Math.log(1e6), 0)).isCloseTo(1e6, within(1e-3));
        // Geometric without end: a ratio that never falls below 1.
        assertThat(Series.of(0, Integer.MAX_VALUE, new double[] {1}, new double[0], new double[0], false))
                .isNull();
    }
}
