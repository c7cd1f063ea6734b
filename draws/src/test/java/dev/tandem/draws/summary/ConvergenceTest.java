package dev.tandem.draws.summary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.density.Variable;
import dev.tandem.draws.CommonLength;
import dev.tandem.draws.DrawStore;
import dev.tandem.draws.Draws;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The worst of a run, and tables that lie elsewhere. */
class ConvergenceTest {
    private static final List<Variable> VARIABLES = List.of(
            new Variable("a", List.of(30), Variable.Kind.CONTINUOUS),
            new Variable("still", List.of(), Variable.Kind.DISCRETE),
            new Variable("z", List.of(2), Variable.Kind.DISCRETE));

    private static Draws.Builder builder(int chains, int draws, double shift) {
        SplittableRandom random = new SplittableRandom(3);
        Draws.Builder builder = Draws.builder(VARIABLES, chains, draws);
        double[] state = new double[33];
        for (int chain = 0; chain < chains; chain++) {
            for (int draw = 0; draw < draws; draw++) {
                for (int i = 0; i < 30; i++) {
                    state[i] = 0.5 * state[i] + random.nextGaussian();
                }
                state[7] += chain * shift;
                state[30] = 4;
                state[31] = random.nextInt(2);
                state[32] = random.nextInt(20) == 0 ? random.nextInt(3) : state[32];
                builder.append(chain, state);
            }
        }
        return builder;
    }

    @Test
    void isTheWorstOfTheSummary() {
        Draws draws = builder(4, 400, 0.2).build();
        List<SummaryRow> moving =
                Summary.of(draws).rows().stream().filter(row -> row.sd() > 0).toList();
        Convergence convergence = Convergence.of(draws);
        assertThat(convergence.rhat())
                .isEqualTo(moving.stream().mapToDouble(SummaryRow::rhat).max().orElseThrow());
        assertThat(convergence.size())
                .isEqualTo(moving.stream()
                        .mapToDouble(SummaryRow::effectiveSize)
                        .min()
                        .orElseThrow());
        assertThat(convergence.rhatOf()).isEqualTo("a[8]");
        assertThat(convergence.sizeOf()).isEqualTo("a[8]");
        assertThat(convergence.reached(10, 1.01)).isFalse();
        assertThat(convergence.reached(10, 3)).isTrue();
        assertThat(convergence.reached(1e6, 3)).isFalse();
    }

    @Test
    void nothingIsReachedWhileSomethingIsUnknown() {
        assertThat(Convergence.of(builder(2, 3, 0).build()).reached(1, 2)).isFalse();
        Draws.Builder broken = Draws.builder(VARIABLES.subList(1, 2), 2, 100);
        for (int draw = 0; draw < 100; draw++) {
            broken.append(0, new double[] {draw == 50 ? Double.NaN : draw});
            broken.append(1, new double[] {draw});
        }
        assertThat(Convergence.of(broken.build()).reached(1, 2)).isFalse();
    }

    @Test
    void whatNeverMovesHoldsNothingUp() {
        Draws.Builder still = Draws.builder(VARIABLES.subList(1, 2), 2, 100);
        for (int draw = 0; draw < 100; draw++) {
            still.append(0, new double[] {1}).append(1, new double[] {1});
        }
        assertThat(Convergence.of(still.build()).reached(400, 1.01)).isTrue();
    }

    @Test
    void tablesElsewhereAreReadInGroups() {
        Draws inMemory = builder(3, 200, 0).build();
        AtomicInteger asked = new AtomicInteger();
        DrawStore store = new DrawStore() {
            @Override
            public int chains() {
                return 3;
            }

            @Override
            public int draws() {
                return 200;
            }

            @Override
            public void copyColumns(int chain, int first, int every, double[][] destination) {
                asked.accumulateAndGet(destination.length, Math::max);
                for (int i = 0; i < destination.length; i++) {
                    System.arraycopy(inMemory.element(first + i)[chain], 0, destination[i], 0, 200);
                }
            }

            @Override
            public void copyRow(int chain, int draw, double[] destination) {
                inMemory.copyRow(chain, draw, destination);
            }

            @Override
            public double value(int chain, int draw, int element) {
                return inMemory.value(chain, draw, element);
            }
        };
        Draws elsewhere = Draws.of(VARIABLES, store);
        assertThat(Summary.of(elsewhere)).isEqualTo(Summary.of(inMemory));
        assertThat(asked.get()).isBetween(2, 33);
        assertThat(Convergence.of(elsewhere)).isEqualTo(Convergence.of(inMemory));
        assertThat(elsewhere.element("z[2]")).isDeepEqualTo(inMemory.element("z[2]"));
        assertThat(elsewhere.elements(5, 3)[2]).isDeepEqualTo(inMemory.element(7));
        double[] row = new double[33];
        elsewhere.copyRow(2, 17, row);
        assertThat(row[32]).isEqualTo(inMemory.value(2, 17, 32));
    }

    @Test
    void aTableThatGrowsCanBeLookedAt() {
        Draws.Builder growing = Draws.builder(VARIABLES.subList(1, 2), 2, 10);
        for (int draw = 0; draw < 25; draw++) {
            growing.append(0, new double[] {draw});
        }
        for (int draw = 0; draw < 14; draw++) {
            growing.append(1, new double[] {-draw});
        }
        CommonLength cut = CommonLength.of(growing.length(0), growing.length(1));
        assertThat(cut).isEqualTo(new CommonLength(14, List.of(0, 1)));
        Draws soFar = growing.soFar(cut);
        for (int draw = 25; draw < 200; draw++) {
            growing.append(0, new double[] {draw}).append(1, new double[] {0});
        }
        assertThat(soFar.drawsPerChain()).isEqualTo(14);
        assertThat(soFar.element(0)[0]).hasSize(14).endsWith(13.0);
        assertThat(soFar.element(0)[1]).hasSize(14).endsWith(-13.0);
        assertThat(Summary.of(soFar).rows().get(0).mean()).isEqualTo(0);
    }

    @Test
    void shortChainsAreLeftOutWhereThatKeepsMore() {
        assertThat(CommonLength.of(100, 100, 3)).isEqualTo(new CommonLength(100, List.of(0, 1)));
        assertThat(CommonLength.of(100, 90, 80)).isEqualTo(new CommonLength(80, List.of(0, 1, 2)));
        assertThat(CommonLength.of(100, 50)).isEqualTo(new CommonLength(50, List.of(0, 1)));
        assertThat(CommonLength.of(0, 7)).isEqualTo(new CommonLength(7, List.of(1)));
        assertThat(CommonLength.of(0, 0)).isEqualTo(new CommonLength(0, List.of(0, 1)));
    }
}
