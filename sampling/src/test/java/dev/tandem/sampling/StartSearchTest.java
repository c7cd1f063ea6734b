package dev.tandem.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.density.Support;
import dev.tandem.sampling.random.RandomStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * Starts lie in the bulk of densities whose gradients are astronomical almost everywhere, they lie apart, and they cost
 * little. Each claim is made of 100 chains with fixed seeds; a search that takes the first possible place fails it.
 */
class StartSearchTest {
    private static final int CHAINS = 100;
    private static final int OBSERVATIONS = 40;

    /** Poisson counts with a log link and raw covariates: 10 + x / 1000 and years. Constants are dropped. */
    private static MixedDensity rawCovariates() {
        double[][] x = new double[OBSERVATIONS][];
        double[] y = new double[OBSERVATIONS];
        for (int i = 0; i < OBSERVATIONS; i++) {
            x[i] = new double[] {1, 200 + 20 * i, 1960 + i % 7};
            y[i] = Math.rint(Math.exp(1 + 0.002 * x[i][1]));
        }
        return MixedDensity.of(Space.builder().real("b", 3).build(), (discrete, b, gradient) -> {
            double sum = 0;
            if (gradient != null) {
                Arrays.fill(gradient, 0);
            }
            for (int k = 0; k < 3; k++) {
                sum -= b[k] * b[k] / 200;
                if (gradient != null) {
                    gradient[k] -= b[k] / 100;
                }
            }
            for (int i = 0; i < OBSERVATIONS; i++) {
                double eta = b[0] + b[1] * x[i][1] + b[2] * x[i][2];
                double mean = Math.exp(eta);
                sum += y[i] * eta - mean;
                for (int k = 0; k < 3 && gradient != null; k++) {
                    gradient[k] += (y[i] - mean) * x[i][k];
                }
            }
            return sum;
        });
    }

    private static MixedDensity normal(double... scales) {
        return MixedDensity.of(Space.builder().real("x", scales.length).build(), (discrete, q, gradient) -> {
            double sum = 0;
            for (int i = 0; i < q.length; i++) {
                double z = (q[i] - 50) / scales[i];
                sum -= z * z / 2;
                if (gradient != null) {
                    gradient[i] = -z / scales[i];
                }
            }
            return sum;
        });
    }

    private static double height(MixedDensity density, double... q) {
        Cursor cursor = density.cursor();
        cursor.moveTo(q);
        return cursor.logDensity();
    }

    @Test
    void rawCovariatesDoNotLeaveAChainOnASlope() {
        MixedDensity density = rawCovariates();
        // The data are made by these, up to rounding.
        double top = height(density, 1, 0.002, 0);
        int firstIsGood = 0;
        for (int chain = 0; chain < CHAINS; chain++) {
            Cursor cursor = density.cursor();
            StartSearch.run(cursor, 1000, RandomStream.of(7, chain), () -> "");
            assertThat(cursor.logDensity()).as("chain %d", chain).isGreaterThan(top - 60);
            assertThat(cursor.work().gradients()).as("chain %d", chain).isLessThan(450);
            RandomStream random = RandomStream.of(7, chain);
            double[] first = new double[3];
            Arrays.setAll(first, i -> 4 * random.uniform() - 2);
            firstIsGood += height(density, first) > top - 60 ? 1 : 0;
        }
        assertThat(firstIsGood).as("what a start at random would be").isLessThan(10);
    }

    /**
     * From 50 away, on scales from 0.1 to 10: 500 standard deviations for the narrowest. What is left is the way of the
     * widest, 10 standard deviations at most, which steps of their scale walk at once.
     */
    @Test
    void steepWaysAreClimbed() {
        double[] scales = {0.1, 0.2, 0.3, 0.5, 1, 1, 2, 3, 5, 10};
        MixedDensity density = normal(scales);
        double[] q = new double[scales.length];
        for (int chain = 0; chain < CHAINS; chain++) {
            Cursor cursor = density.cursor();
            StartSearch.run(cursor, 1000, RandomStream.of(3, chain), () -> "");
            cursor.copyPosition(q);
            for (int i = 0; i < q.length; i++) {
                assertThat(Math.abs(q[i] - 50) / scales[i])
                        .as("chain %d, x[%d]", chain, i + 1)
                        .isLessThan(scales[i] < 1 ? 6 : 12);
            }
        }
    }

    /** What is in the bulk already stays where it was drawn: the mean square of a uniform between -2 and 2 is 4/3. */
    @Test
    void aStartInsideTheBulkIsLeftAlone() {
        MixedDensity density = MixedDensity.of(Space.builder().real("x", 8).build(), (discrete, q, gradient) -> {
            double sum = 0;
            for (int i = 0; i < q.length; i++) {
                sum -= q[i] * q[i] / 2;
                if (gradient != null) {
                    gradient[i] = -q[i];
                }
            }
            return sum;
        });
        double squares = 0;
        double[] q = new double[8];
        for (int chain = 0; chain < CHAINS; chain++) {
            Cursor cursor = density.cursor();
            StartSearch.run(cursor, 1000, RandomStream.of(11, chain), () -> "");
            cursor.copyPosition(q);
            squares += Arrays.stream(q).map(v -> v * v).sum() / (8 * CHAINS);
        }
        // Standard deviation of the mean of 800 squares: 0.042.
        assertThat(squares).isBetween(4.0 / 3 - 0.25, 4.0 / 3 + 0.25);
    }

    /** A discrete unknown that must follow the climb: one that stays where it was drawn costs 2 (z - 3)^2. */
    @Test
    void discreteUnknownsClimbToo() {
        MixedDensity density = MixedDensity.of(
                Space.builder().real("x").discrete("z", Support.range(0, 9)).build(), (z, q, gradient) -> {
                    double d = q[0] - 30;
                    double off = z[0] - q[0] / 10;
                    if (gradient != null) {
                        gradient[0] = -d + 0.4 * off;
                    }
                    return -d * d / 2 - 2 * off * off;
                });
        for (int chain = 0; chain < CHAINS; chain++) {
            Cursor cursor = density.cursor();
            StartSearch.run(cursor, 1000, RandomStream.of(5, chain), () -> "");
            assertThat(cursor.logDensity()).as("chain %d", chain).isGreaterThan(-18);
        }
    }

    @Test
    void theSameStreamGivesTheSameStart() {
        MixedDensity density = rawCovariates();
        double[] one = new double[3];
        double[] two = new double[3];
        for (double[] q : new double[][] {one, two}) {
            Cursor cursor = density.cursor();
            StartSearch.run(cursor, 1000, RandomStream.of(1, 2), () -> "");
            cursor.copyPosition(q);
        }
        assertThat(one).containsExactly(two);
    }
}
