package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.draws.summary.Diagnostics;
import dev.tandem.language.data.DataArray;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A change point that is continuous: the density jumps where it passes a time. Means and variances are held against sums over the
 * stretches between times, given which all is normal. Each comparison allows 5 standard errors, so that an exact sampler fails
 * one of the 12 with probability 7e-6; seeds are fixed.
 */
@Tag("normal")
class ChangePointTest {
    private static final double[] Y = {
        0.6, 1.4, -0.3, 2.1, 1.2, 0.4, 1.9, 0.8, 1.1, 0.2, 1.7, 0.9, 2.9, 1.6, 2.2, 3.1, 1.3, 2.6, 2.0, 1.5
    };
    /** Of the prior of both levels. */
    private static final double PRECISION = 0.01;

    /** The log of the marginal density of some observations but for what all stretches have in common, and moments of their level. */
    private record Level(double log, double mean, double variance) {
        static Level of(int from, int to) {
            double sum = 0;
            for (int i = from; i < to; i++) {
                sum += Y[i];
            }
            double precision = PRECISION + to - from;
            return new Level(0.5 * sum * sum / precision - 0.5 * Math.log(precision), sum / precision, 1 / precision);
        }
    }

    /** Mean and second moment of the place and of both levels. */
    private static double[] truth() {
        double[] sums = new double[6];
        double total = 0;
        for (int k = 1; k < Y.length; k++) {
            Level before = Level.of(0, k);
            Level after = Level.of(k, Y.length);
            double weight = Math.exp(before.log() + after.log());
            double[] moments = {
                k + 0.5,
                (k + 0.5) * (k + 0.5) + 1.0 / 12,
                before.mean(),
                before.mean() * before.mean() + before.variance(),
                after.mean(),
                after.mean() * after.mean() + after.variance()
            };
            total += weight;
            for (int m = 0; m < sums.length; m++) {
                sums[m] += weight * moments[m];
            }
        }
        for (int m = 0; m < sums.length; m++) {
            sums[m] /= total;
        }
        return sums;
    }

    @ParameterizedTest
    @ValueSource(strings = {"m[1 + step(i - tau)]", "m[1] + (m[2] - m[1]) * step(i - tau)"})
    void thePlaceOfAChangeIsDrawnFromItsLaw(String mean) {
        Run run = Sampling.run(
                Model.of("model { for (i in 1:n) { y[i] ~ dnorm(" + mean + ", 1) } for (k in 1:2) { m[k] ~ dnorm(0, "
                                + PRECISION + ") } tau ~ dunif(1, n) }")
                        .with(Map.of("n", DataArray.scalar(Y.length), "y", DataArray.vector(Y)))
                        .compile(),
                Settings.defaults().withDraws(5000).withSeed(1));
        double[] truth = truth();
        int moment = 0;
        for (String name : new String[] {"tau", "m[1]", "m[2]"}) {
            double[][] draws = run.draws().element(name);
            double[][] squares = new double[draws.length][];
            for (int c = 0; c < draws.length; c++) {
                squares[c] = Arrays.stream(draws[c]).map(x -> x * x).toArray();
            }
            for (double[][] values : new double[][][] {draws, squares}) {
                double z = (Diagnostics.mean(values) - truth[moment]) / Diagnostics.mcseMean(values);
                assertThat(z).as("moment %d of %s", 1 + moment % 2, name).isBetween(-5.0, 5.0);
                moment++;
            }
        }
        // Where trajectories carried the place along, a few hundred.
        assertThat(Diagnostics.essBulk(run.draws().element("tau"))).isGreaterThan(1500);
    }
}
