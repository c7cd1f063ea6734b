package dev.tandem.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.density.Cursor;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The grid against a plain count of equal neighbours. */
class PottsTest {
    @Test
    void valueFollowsTheFormula() {
        double[] field = {0.1, -0.3, 0.7};
        Cursor cursor = new Potts(4, 3, 0.8, field).cursor();
        SplittableRandom random = new SplittableRandom(1);
        int[][] grid = new int[4][3];
        for (int repeat = 0; repeat < 30; repeat++) {
            for (int site = 0; site < 12; site++) {
                grid[site % 4][site / 4] = 1 + random.nextInt(3);
                cursor.assign(site, grid[site % 4][site / 4]);
            }
            double expected = 0;
            for (int r = 0; r < 4; r++) {
                for (int c = 0; c < 3; c++) {
                    expected += field[grid[r][c] - 1];
                    expected += r > 0 && grid[r][c] == grid[r - 1][c] ? 0.8 : 0;
                    expected += c > 0 && grid[r][c] == grid[r][c - 1] ? 0.8 : 0;
                }
            }
            assertThat(cursor.logDensity()).isCloseTo(expected, within(1e-12));
        }
    }

    @Test
    void chainOfSpinsHasItsKnownCorrelation() {
        // Free Ising chain: E[s_1 s_n] = tanh(beta)^(n-1).
        double[] probabilities = Potts.ising(1, 6, 0.7).probabilities();
        double correlation = 0;
        for (int state = 0; state < 64; state++) {
            correlation += probabilities[state] * ((state & 1) == (state >> 5 & 1) ? 1 : -1);
        }
        assertThat(correlation).isCloseTo(Math.pow(Math.tanh(0.7), 5), within(1e-14));
        assertThat(Potts.ising(2, 2, 0.7).marginal(3)).containsExactly(new double[] {0.5, 0.5}, within(1e-14));
    }

    @Test
    void singleSiteFollowsItsField() {
        double[] marginal = new Potts(1, 1, 5, new double[] {0, Math.log(2), Math.log(3)}).marginal(0);
        assertThat(marginal).containsExactly(new double[] {1 / 6.0, 2 / 6.0, 3 / 6.0}, within(1e-14));
    }

    @Test
    void aMillionSitesWork() {
        Cursor cursor = new Potts(1000, 1000, 4, 0.5).cursor();
        assertThat(cursor.logDensity()).isEqualTo(0.5 * 2 * 999 * 1000);
        cursor.assign(500_500, 3);
        assertThat(cursor.logDensity()).isEqualTo(0.5 * (2 * 999 * 1000 - 4));
        double[] logWeights = new double[4];
        cursor.conditional(999_999, logWeights);
        assertThat(logWeights).containsExactly(1, 0, 0, 0);
    }

    @Test
    void refusesWhatIsNoGrid() {
        assertThatThrownBy(() -> new Potts(0, 3, 2, 1)).hasMessage("rows is 0, less than 1");
        assertThatThrownBy(() -> new Potts(3, 3, 2, Double.NaN)).hasMessage("coupling is NaN");
        assertThatThrownBy(() -> new Potts(5, 5, 2, 1).probabilities()).hasMessageContaining("too many to enumerate");
    }
}
