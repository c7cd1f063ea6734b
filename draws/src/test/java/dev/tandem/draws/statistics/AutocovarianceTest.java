package dev.tandem.draws.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds the fast transforms to the sums that define them. */
class AutocovarianceTest {
    @ParameterizedTest
    @CsvSource({"1,1", "2,1", "3,2", "4,3", "5,1", "8,4", "31,2", "32,3", "33,5", "500,4", "501,3"})
    void agreesWithTheDirectSum(int draws, int chains) {
        Random random = new Random(draws);
        double[][] values = new double[chains][draws];
        for (double[] chain : values) {
            double x = 100;
            for (int i = 0; i < draws; i++) {
                x = 100 + 0.8 * (x - 100) + random.nextGaussian();
                chain[i] = x;
            }
        }
        double[] fast = Autocovariance.mean(values);
        assertThat(fast).hasSize(draws);
        for (int lag = 0; lag < draws; lag++) {
            assertThat(fast[lag]).as("lag %d", lag).isCloseTo(direct(values, lag), within(1e-12));
        }
    }

    /** Counted bits against sums of numbers, at every lag, those that come from the transform among them. */
    @ParameterizedTest
    @CsvSource({"1,1", "3,2", "63,2", "64,3", "65,1", "128,4", "501,3", "3000,1"})
    void indicatorsAreCounted(int draws, int chains) {
        Random random = new Random(draws);
        double[][] values = new double[chains][draws];
        double[][] indicators = new double[chains][draws];
        for (int chain = 0; chain < chains; chain++) {
            for (int i = 0; i < draws; i++) {
                double before = i == 0 ? 0 : values[chain][i - 1];
                values[chain][i] = 0.9 * before + random.nextGaussian();
                indicators[chain][i] = values[chain][i] <= 0.7 ? 1 : 0;
            }
        }
        IndicatorAutocovariance counted = new IndicatorAutocovariance(Ranges.whole(values), 0.7);
        int step = draws > 1000 ? 7 : 1;
        for (int lag = 0; lag < draws; lag += step) {
            assertThat(counted.at(lag)).as("lag %d", lag).isCloseTo(direct(indicators, lag), within(1e-13));
        }
        for (int chain = 0; chain < chains; chain++) {
            assertThat(counted.means()[chain]).isCloseTo(Moments.mean(indicators[chain]), within(1e-15));
        }
        assertThat(new IndicatorAutocovariance(Ranges.whole(values), 1e9).isDegenerate())
                .isTrue();
        assertThat(new IndicatorAutocovariance(Ranges.whole(values), -1e9).isDegenerate())
                .isTrue();
    }

    @Test
    void constantChainsHaveNone() {
        double[][] values = new double[3][37];
        for (double[] chain : values) {
            Arrays.fill(chain, 0.1);
        }
        assertThat(Autocovariance.mean(values)).containsOnly(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 64})
    void transformAgreesWithItsDefinition(int size) {
        Random random = new Random(size);
        double[] re = random.doubles(size).toArray();
        double[] im = random.doubles(size).toArray();
        double[] fastRe = re.clone();
        double[] fastIm = im.clone();
        new FourierTransform(size).forward(fastRe, fastIm);
        for (int k = 0; k < size; k++) {
            double sumRe = 0;
            double sumIm = 0;
            for (int j = 0; j < size; j++) {
                double angle = -2 * Math.PI * j * k / size;
                sumRe += re[j] * Math.cos(angle) - im[j] * Math.sin(angle);
                sumIm += re[j] * Math.sin(angle) + im[j] * Math.cos(angle);
            }
            assertThat(fastRe[k]).isCloseTo(sumRe, within(1e-12));
            assertThat(fastIm[k]).isCloseTo(sumIm, within(1e-12));
        }
    }

    private static double direct(double[][] chains, int lag) {
        double total = 0;
        for (double[] chain : chains) {
            double mean = Moments.mean(chain);
            for (int i = 0; i + lag < chain.length; i++) {
                total += (chain[i] - mean) * (chain[i + lag] - mean);
            }
        }
        return total / ((double) chains.length * chains[0].length);
    }
}
