package dev.tandem.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.density.Cursor;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The logistic model against the formula, written plainly. */
class VariableSelectionTest {
    private static final double[][] ROWS = {{1, 2, -1}, {0.5, -1, 3}, {-2, 0, 1}, {4, 1, 1}};
    private static final int[] OUTCOMES = {1, 0, 0, 1};

    @Test
    void smallCaseByHand() {
        Cursor cursor = new VariableSelection(ROWS, OUTCOMES).cursor();
        cursor.moveTo(new double[] {1, 2, 3});
        // All indicators off: four coin tosses, and the prior of beta.
        assertThat(cursor.logDensity()).isCloseTo(-4 * Math.log(2) - 14.0 / 50, within(1e-14));
        cursor.assign(0, 1);
        double expected = -14.0 / 50 + logSigmoid(1) + logSigmoid(-0.5) + logSigmoid(2) + logSigmoid(4);
        double[] gradient = new double[3];
        assertThat(cursor.logDensityAndGradient(gradient)).isCloseTo(expected, within(1e-14));
        double slope = sigmoid(-1) - 0.5 * sigmoid(0.5) + 2 * sigmoid(-2) + 4 * sigmoid(-4);
        assertThat(gradient).containsExactly(new double[] {slope - 1 / 25.0, -2 / 25.0, -3 / 25.0}, within(1e-14));
    }

    @Test
    void largeDataAgreeWithThePlainSum() {
        SplittableRandom random = new SplittableRandom(5);
        int n = 1500;
        double[][] rows = new double[n][3];
        int[] outcomes = new int[n];
        for (int i = 0; i < n; i++) {
            outcomes[i] = random.nextInt(2);
            for (int j = 0; j < 3; j++) {
                rows[i][j] = Normal.draw(random);
            }
        }
        double[] beta = {2, -1, 40};
        Cursor cursor = new VariableSelection(rows, outcomes).cursor();
        cursor.moveTo(beta);
        cursor.assignAll(new int[] {1, 0, 1});
        double expected = -(4 + 1 + 1600) / 50.0;
        for (int i = 0; i < n; i++) {
            double predictor = 2 * rows[i][0] + 40 * rows[i][2];
            expected += logSigmoid(outcomes[i] == 1 ? predictor : -predictor);
        }
        assertThat(cursor.logDensity()).isCloseTo(expected, within(1e-9));
    }

    @Test
    void zeroCoefficientMakesAnIndicatorAFairCoin() {
        Cursor cursor = new VariableSelection(ROWS, OUTCOMES).cursor();
        cursor.moveTo(new double[] {1, 0, 3});
        double[] logWeights = new double[2];
        cursor.conditional(1, logWeights);
        assertThat(logWeights[0]).isEqualTo(logWeights[1]);
    }

    @Test
    void hugeCoefficientsLeaveNoRoundingBehind() {
        Cursor cursor = new VariableSelection(ROWS, OUTCOMES).cursor();
        cursor.moveTo(new double[] {1, 1e15, 3});
        cursor.assignAll(new int[] {1, 0, 0});
        double before = cursor.logWeight(0, 1);
        cursor.assign(1, 1);
        cursor.logDensity();
        cursor.assign(1, 0);
        assertThat(cursor.logWeight(0, 1)).isEqualTo(before);
    }

    @Test
    void simulatedDataHaveThePapersSizeAndAreReproducible() {
        VariableSelection model = VariableSelection.simulated(3);
        assertThat(model.observations()).isEqualTo(100);
        assertThat(model.predictors()).isEqualTo(20);
        assertThat(model.space().coordinateName(19)).isEqualTo("beta[20]");
        assertThat(model.space().siteName(0)).isEqualTo("gamma[1]");
        Cursor one = model.cursor();
        Cursor two = VariableSelection.simulated(3).cursor();
        double[] beta = new double[20];
        for (int j = 0; j < 20; j++) {
            beta[j] = Math.cos(j);
            one.assign(j, j % 2);
            two.assign(j, j % 2);
        }
        one.moveTo(beta);
        two.moveTo(beta);
        assertThat(one.logDensity()).isEqualTo(two.logDensity()).isFinite();
    }

    @Test
    void givesItsDataBack() {
        VariableSelection model = new VariableSelection(ROWS, OUTCOMES);
        for (int i = 0; i < 4; i++) {
            assertThat(model.outcome(i)).isEqualTo(OUTCOMES[i]);
            for (int j = 0; j < 3; j++) {
                assertThat(model.predictor(i, j) + 0.0).isEqualTo(ROWS[i][j]);
            }
        }
    }

    @Test
    void refusesBadData() {
        assertThatThrownBy(() -> new VariableSelection(ROWS, new int[] {1, 0, 2, 1}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("y[3] is 2, not 0 or 1");
        assertThatThrownBy(() -> new VariableSelection(ROWS, new int[] {1, 0})).hasMessage("y has 2 entries, not 4");
        assertThatThrownBy(() -> new VariableSelection(new double[][] {{1, 2}, {1}}, new int[] {1, 0}))
                .hasMessage("X[2,] has 1 entries, not 2");
        assertThatThrownBy(() -> new VariableSelection(new double[][] {{1, Double.NaN}}, new int[] {1}))
                .hasMessage("X[1,2] is NaN");
        assertThatThrownBy(() -> new VariableSelection(new double[0][], new int[0]))
                .hasMessage("the number of rows of X is 0, less than 1");
    }

    private static double logSigmoid(double m) {
        return m > 0 ? -Math.log1p(Math.exp(-m)) : m - Math.log1p(Math.exp(m));
    }

    private static double sigmoid(double m) {
        return 1 / (1 + Math.exp(-m));
    }
}
