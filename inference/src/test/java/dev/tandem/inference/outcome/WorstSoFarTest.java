package dev.tandem.inference.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.density.Variable;
import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.Convergence;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The worst unknowns of a run are found without looking at all of them each time. */
@Tag("normal")
class WorstSoFarTest {
    private static final int ELEMENTS = 1_000;

    /** Independent noise, but for one element that never moves, one that creeps and one whose chains disagree. */
    private static Draws draws(int length) {
        SplittableRandom random = new SplittableRandom(1);
        Draws.Builder table =
                Draws.builder(List.of(new Variable("a", List.of(ELEMENTS), Variable.Kind.CONTINUOUS)), 4, length);
        double[] row = new double[ELEMENTS];
        for (int chain = 0; chain < 4; chain++) {
            for (int draw = 0; draw < length; draw++) {
                double creeping = row[776];
                for (int i = 0; i < ELEMENTS; i++) {
                    row[i] = random.nextGaussian();
                }
                row[0] = 1;
                row[776] = 0.95 * creeping + 0.3 * row[776];
                row[887] += chain;
                table.append(chain, row);
            }
        }
        return table.build();
    }

    @Test
    void aFewLooksFindTheWorst() {
        Draws draws = draws(500);
        WorstSoFar worst = new WorstSoFar();
        assertThat(worst.describe(draws)).isEmpty();
        worst.look(draws);
        assertThat(worst.describe(draws)).startsWith("after 500 draws: ").endsWith(" of 1,000 unknowns");
        for (int i = 0; i < 20; i++) {
            worst.look(draws);
        }
        expectAll(worst, draws);
        // Longer chains: what was worst before is measured again at once.
        Draws longer = draws(600);
        worst.look(longer);
        expectAll(worst, longer);
    }

    private static void expectAll(WorstSoFar worst, Draws draws) {
        Convergence all = Convergence.of(draws);
        assertThat(List.of(all.rhatOf(), all.sizeOf())).containsOnly("a[888]");
        assertThat(worst.describe(draws))
                .isEqualTo(String.format(
                        Locale.ROOT,
                        "after %d draws: R-hat up to %.3f (a[888]), effective size from %.0f (a[888])",
                        draws.drawsPerChain(),
                        all.rhat(),
                        all.size()));
    }

    @Test
    void nothingIsSaidWhereNothingMoves() {
        Draws.Builder still = Draws.builder(List.of(new Variable("a", List.of(), Variable.Kind.DISCRETE)), 2, 30);
        for (int draw = 0; draw < 60; draw++) {
            still.append(draw / 30, new double[] {4});
        }
        Draws draws = still.build();
        WorstSoFar worst = new WorstSoFar();
        worst.look(draws);
        assertThat(worst.describe(draws)).isEmpty();
    }
}
