package dev.tandem.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import org.junit.jupiter.api.Test;

/** The mixtures against the formula and against sums done by hand. */
class GaussianMixtureTest {
    private static final double[] WEIGHTS = {0.15, 0.3, 0.3, 0.25};

    @Test
    void oneDimensionalValuesFollowTheFormula() {
        Cursor cursor = GaussianMixture.oneDimensional().cursor();
        cursor.moveTo(new double[] {0.7});
        cursor.assign(0, 3);
        double[] gradient = new double[1];
        assertThat(cursor.logDensityAndGradient(gradient))
                .isCloseTo(Math.log(0.3) - 0.5 * 1.3 * 1.3 / 0.1, within(1e-12));
        assertThat(gradient[0]).isCloseTo(13, within(1e-12));
        double[] logWeights = new double[4];
        cursor.conditional(0, logWeights);
        double[] means = {-2, 0, 2, 4};
        for (int k = 0; k < 4; k++) {
            double expected = Math.log(WEIGHTS[k] / 0.15) - 0.5 * (square(0.7 - means[k]) - square(2.7)) / 0.1;
            assertThat(logWeights[k] - logWeights[0]).isCloseTo(expected, within(1e-12));
        }
    }

    @Test
    void knownMoments() {
        GaussianMixture mixture = GaussianMixture.oneDimensional();
        // -0.3 + 0 + 0.6 + 1; 0.6 + 0 + 1.2 + 4 - 1.3^2 + 0.1.
        assertThat(mixture.mean(0)).isCloseTo(1.3, within(1e-14));
        assertThat(mixture.variance(0)).isCloseTo(4.21, within(1e-14));
        assertThat(mixture.componentProbability(4)).isEqualTo(0.25, within(1e-15));
        assertThat(GaussianMixture.oneDimensional(true).mean(0)).isCloseTo(1.3, within(1e-14));
        assertThat(GaussianMixture.oneDimensional(true).componentMean(2, 0)).isEqualTo(2);
    }

    @Test
    void cumulativeIsTheIntegralOfTheDensity() {
        GaussianMixture mixture = GaussianMixture.oneDimensional();
        double step = 1e-3;
        double sum = 0;
        for (double value = -6; value < 8; value += step) {
            assertThat(mixture.cumulative(0, value)).isCloseTo(sum, within(1e-8));
            // Simpson's rule on each step.
            sum += step
                    / 6
                    * (mixture.marginalDensity(0, value)
                            + 4 * mixture.marginalDensity(0, value + step / 2)
                            + mixture.marginalDensity(0, value + step));
        }
        assertThat(mixture.cumulative(0, Double.POSITIVE_INFINITY)).isEqualTo(1, within(1e-15));
    }

    @Test
    void normalDistributionFunctionHasItsTabulatedValues() {
        assertThat(Normal.cumulative(0)).isEqualTo(0.5);
        assertThat(Normal.cumulative(1.959963984540054)).isCloseTo(0.975, within(1e-14));
        assertThat(Normal.cumulative(-3)).isCloseTo(0.0013498980316300946, within(1e-15));
        assertThat(Normal.cumulative(-6) / 9.865876450376946e-10).isCloseTo(1, within(1e-12));
        assertThat(Normal.cumulative(6)).isCloseTo(1 - 9.865876450376946e-10, within(1e-15));
    }

    @Test
    void twentyFourDimensionalMeansAreThePermutationsInLexicographicOrder() {
        GaussianMixture printed = GaussianMixture.twentyFourDimensional(true);
        GaussianMixture run = GaussianMixture.twentyFourDimensional(false);
        double[][] firstColumns = {{-2, 0, 2, 4}, {-2, 0, 4, 2}, {-2, 2, 0, 4}, {-2, 2, 4, 0}};
        for (int column = 0; column < firstColumns.length; column++) {
            for (int k = 0; k < 4; k++) {
                double mean = firstColumns[column][k];
                assertThat(printed.componentMean(k + 1, column)).isEqualTo(mean);
                assertThat(run.componentMean(k + 1, column)).isEqualTo(Math.min(mean, 2));
            }
        }
        assertThat(new double[] {printed.componentMean(1, 23), printed.componentMean(4, 23)})
                .containsExactly(4, -2);
        assertThat(printed.space().dimension()).isEqualTo(24);
        assertThat(printed.space().coordinateName(23)).isEqualTo("q[24]");
        assertThat(GaussianMixture.oneDimensional().space().coordinateName(0)).isEqualTo("q");
    }

    @Test
    void marginalSumsOverTheComponents() {
        GaussianMixture mixture = GaussianMixture.twentyFourDimensional(true);
        MixedDensity marginal = mixture.marginal();
        assertThat(marginal.space().sites()).isZero();
        double[] position = new double[24];
        for (int d = 0; d < 24; d++) {
            position[d] = Math.sin(d);
        }
        Cursor joint = mixture.cursor();
        joint.moveTo(position);
        double sum = 0;
        for (int k = 1; k <= 4; k++) {
            joint.assign(0, k);
            sum += Math.exp(joint.logDensity());
        }
        Cursor alone = marginal.cursor();
        alone.moveTo(position);
        assertThat(alone.logDensity()).isCloseTo(Math.log(sum), within(1e-11));
    }

    @Test
    void refusesWhatIsNoMixture() {
        assertThatThrownBy(() -> new GaussianMixture(new double[] {1, 0}, new double[][] {{0}, {1}}, new double[] {1}))
                .hasMessage("weights[2] is 0.0, not positive");
        assertThatThrownBy(() -> new GaussianMixture(new double[] {1}, new double[][] {{0}, {1}}, new double[] {1}))
                .hasMessage("means has 2 entries, not 1");
        assertThatThrownBy(() -> new GaussianMixture(new double[] {1}, new double[][] {{Double.NaN}}, new double[] {1}))
                .hasMessage("means[1,][1] is NaN");
        assertThatThrownBy(() -> new GaussianMixture(new double[] {1}, new double[][] {{0}}, new double[] {-3}))
                .hasMessage("variances[1] is -3.0, not positive");
    }

    private static double square(double value) {
        return value * value;
    }
}
