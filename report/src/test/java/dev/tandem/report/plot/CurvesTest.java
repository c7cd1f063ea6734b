package dev.tandem.report.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.Summary;
import dev.tandem.report.Samples;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Plots of an unknown, packed and unpacked, against what they should show. */
class CurvesTest {
    private static final int CHAINS = 4;
    private static final int DRAWS = 1000;
    private static final Detail ALL = Detail.fit(10, CHAINS, DRAWS, 0);

    private static Unpacked unpacked(String name, double[][] chains, Detail detail) {
        Draws draws = Samples.table(List.of(name), chains);
        String line = Curves.pack(chains, Summary.of(draws).rows().get(0), detail, Divergences.none())
                .text();
        return new Unpacked(line, detail, chains.length, 0);
    }

    @Test
    void everyDrawComesBack() {
        double[][] chains = Samples.autoregression(CHAINS, DRAWS, 0.5, 1);
        Unpacked curves = unpacked("mu", chains, ALL);
        assertThat(ALL.stride()).isEqualTo(1);
        for (int chain = 0; chain < CHAINS; chain++) {
            for (int draw = 0; draw < DRAWS; draw++) {
                assertThat(curves.draws[chain][draw]).isCloseTo(chains[chain][draw], within(3e-4));
            }
        }
    }

    /** On a linear scale of 16 bits the middle of a Cauchy would be lost: its greatest draws are thousands away. */
    @Test
    void heavyTailsDoNotBlurTheMiddle() {
        SplittableRandom random = new SplittableRandom(5);
        double[][] chains = new double[CHAINS][DRAWS];
        for (double[] chain : chains) {
            Arrays.setAll(chain, i -> Math.tan(Math.PI * (random.nextDouble() - 0.5)));
        }
        Unpacked curves = unpacked("x", chains, ALL);
        for (int draw = 0; draw < DRAWS; draw++) {
            double tolerance = 1e-3 * Math.max(1, Math.abs(chains[0][draw]));
            assertThat(curves.draws[0][draw]).isCloseTo(chains[0][draw], within(tolerance));
        }
        assertThat(curves.outside).isBetween(0.001, 0.02);
        assertThat(curves.high).isLessThan(200);
    }

    @Test
    void barsAreTheShares() {
        double[][] chains = new double[CHAINS][DRAWS];
        for (int chain = 0; chain < CHAINS; chain++) {
            int divisor = 2 + chain;
            Arrays.setAll(chains[chain], i -> i % divisor == 0 ? 7 : 5);
        }
        Unpacked curves = unpacked("n#", chains, ALL);
        assertThat(curves.kind).isEqualTo(2);
        assertThat(curves.first).isEqualTo(5);
        assertThat(curves.width).isEqualTo(1);
        assertThat(curves.pooled).hasSize(3);
        assertThat(curves.pooled[1]).isZero();
        double sevens = (500 + 334 + 250 + 200) / 4000.0;
        assertThat(curves.pooled[2]).isCloseTo(sevens, within(2e-5));
        assertThat(curves.byChain[3][2]).isCloseTo(0.2, within(2e-5));
        assertThat(curves.draws[1]).containsExactly(chains[1]);
    }

    @Test
    void manyValuesShareBars() {
        double[][] chains = new double[CHAINS][DRAWS];
        for (double[] chain : chains) {
            Arrays.setAll(chain, i -> 10 * i);
        }
        Unpacked curves = unpacked("n#", chains, ALL);
        assertThat(curves.pooled.length).isLessThanOrEqualTo(60);
        assertThat(Arrays.stream(curves.pooled).sum()).isCloseTo(1, within(1e-3));
        assertThat(curves.width).isEqualTo(Math.ceil(9991 / 60.0));
    }

    @Test
    void aComputedCountIsShownAsBars() {
        double[][] chains = new double[CHAINS][DRAWS];
        for (double[] chain : chains) {
            Arrays.setAll(chain, i -> i % 5);
        }
        assertThat(unpacked("total", chains, ALL).kind).isEqualTo(2);
    }

    @Test
    void ranksOfChainsThatAgreeAreFlat() {
        double[][] chains = new double[CHAINS][DRAWS];
        for (int chain = 0; chain < CHAINS; chain++) {
            int shift = chain;
            Arrays.setAll(chains[chain], i -> CHAINS * i + shift);
        }
        for (double[] chain : unpacked("mu", chains, ALL).ranks) {
            assertThat(Arrays.stream(chain).boxed())
                    .allSatisfy(ratio -> assertThat(ratio).isCloseTo(1, within(1e-3)));
        }
    }

    @Test
    void ranksShowAChainThatLiesApart() {
        double[][] chains = Samples.autoregression(2, DRAWS, 0, 4);
        Arrays.setAll(chains[1], i -> chains[1][i] + 100);
        double[][] ranks = unpacked("mu", chains, Detail.fit(1, 2, DRAWS, 0)).ranks;
        assertThat(ranks[0][0]).isCloseTo(2, within(1e-3));
        assertThat(ranks[0][ALL.ranks() - 1]).isZero();
        assertThat(ranks[1][ALL.ranks() - 1]).isCloseTo(2, within(1e-3));
    }

    /** Equal draws have no order, so that chains with the same shares have the same, flat ranks. */
    @Test
    void tiesAreSpreadEvenlyOverTheirRanks() {
        double[][] chains = new double[CHAINS][DRAWS];
        for (int chain = 0; chain < CHAINS; chain++) {
            int shift = chain;
            Arrays.setAll(chains[chain], i -> (i + shift) % 4 == 0 ? 1 : 0);
        }
        for (double[] chain : unpacked("z#", chains, ALL).ranks) {
            assertThat(Arrays.stream(chain).boxed())
                    .allSatisfy(ratio -> assertThat(ratio).isCloseTo(1, within(1e-3)));
        }
    }

    /** The correlation of a first-order autoregression at lag k is its k-th power; noise is about 1/sqrt(draws). */
    @Test
    void autocorrelationIsThatOfTheProcess() {
        double[][] chains = Samples.autoregression(CHAINS, 40_000, 0.8, 6);
        double[][] found = unpacked("mu", chains, Detail.fit(1, CHAINS, 40_000, 0)).correlation;
        for (int lag = 0; lag <= 20; lag++) {
            assertThat(found[2][lag]).isCloseTo(Math.pow(0.8, lag), within(0.05));
        }
    }

    @Test
    void runningMeansEndAtTheMean() {
        double[][] chains = Samples.autoregression(CHAINS, DRAWS, 0.9, 7);
        double[][] running = unpacked("mu", chains, ALL).running;
        for (int chain = 0; chain < CHAINS; chain++) {
            double[] curve = running[chain];
            assertThat(curve[curve.length - 1])
                    .isCloseTo(Arrays.stream(chains[chain]).average().orElseThrow(), within(1e-4));
            int half = curve.length / 2;
            assertThat(curve[half - 1])
                    .isCloseTo(
                            Arrays.stream(chains[chain], 0, DRAWS / 2).average().orElseThrow(), within(1e-4));
        }
    }

    @Test
    void thinnedTracesKeepTheExtremes() {
        double[][] chains = Samples.autoregression(CHAINS, 50_000, 0, 8);
        Detail detail = Detail.fit(1000, CHAINS, 50_000, 0);
        assertThat(detail.stride()).isGreaterThan(1);
        Unpacked curves = unpacked("mu", chains, detail);
        double greatest = Arrays.stream(chains[1]).max().orElseThrow();
        assertThat(Arrays.stream(curves.envelope[1]).max().orElseThrow()).isCloseTo(greatest, within(1e-3));
        for (int i = 0; i < detail.shown(); i++) {
            assertThat(curves.draws[3][i]).isCloseTo(chains[3][i * detail.stride()], within(1e-3));
        }
    }

    @Test
    void aLumpIsToldApartFromTheRest() {
        SplittableRandom random = new SplittableRandom(9);
        double[][] chains = new double[CHAINS][DRAWS];
        for (double[] chain : chains) {
            Arrays.setAll(chain, i -> i % 4 == 0 ? 0 : 5 + 0.5 * Samples.gaussian(random));
        }
        Unpacked curves = unpacked("beta", chains, ALL);
        assertThat(curves.lump).isZero();
        assertThat(curves.lumpShare).isEqualTo(0.25);
        // What is left is a normal around 5: nothing of it is at 0.
        int atZero = (int) Math.round((0 - curves.low) / (curves.high - curves.low) * (ALL.density() - 1));
        assertThat(curves.pooled[atZero]).isLessThan(0.01);
        assertThat(curves.positive).isCloseTo(0.75, within(1e-9));
    }

    @Test
    void whatNeverMovesOrIsNotFiniteHasNoPlots() {
        double[][] constant = new double[CHAINS][DRAWS];
        assertThat(unpacked("c", constant, ALL).kind).isZero();
        double[][] infinite = Samples.autoregression(CHAINS, DRAWS, 0, 1);
        infinite[1][3] = Double.POSITIVE_INFINITY;
        assertThat(unpacked("i", infinite, ALL).kind).isZero();
        double[][] notANumber = Samples.autoregression(CHAINS, DRAWS, 0, 1);
        notANumber[1][3] = Double.NaN;
        assertThat(unpacked("n", notANumber, ALL).kind).isZero();
    }

    @Test
    void theFewestDrawsThatThereCanBe() {
        for (int draws = 1; draws <= 5; draws++) {
            double[][] chains = Samples.autoregression(2, draws, 0, draws);
            Detail detail = Detail.fit(3, 2, draws, 0);
            assertThat(unpacked("mu", chains, detail).draws[1]).hasSize(draws);
        }
    }
}
