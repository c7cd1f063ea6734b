package dev.tandem.report.plot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Plots keep their budget whatever the run. */
class DetailTest {
    @ParameterizedTest
    @CsvSource({
        "1, 4, 1000, 0",
        "100, 4, 1000, 0",
        "1000, 4, 25000, 400",
        "1000, 4, 100000, 0",
        "8000, 4, 1000, 400",
        "8000, 16, 1000, 0",
        "300, 64, 10000, 0",
        "5, 1, 10000000, 0",
        "3, 2, 1, 0",
    })
    void staysWithinTheBudget(int unknowns, int chains, int draws, int divergent) {
        Detail detail = Detail.fit(unknowns, chains, draws, divergent);
        long perChain = detail.density() + detail.ranks() + detail.lags() + detail.running() + 2L * detail.envelope();
        long bytes = 100 + 2 * (chains * (perChain + detail.shown()) + detail.density() + divergent);
        assertThat(detail.plotted() * bytes).isLessThanOrEqualTo(Detail.BUDGET);
        assertThat(detail.plotted()).isBetween(1, unknowns);
        assertThat((long) detail.shown() * detail.stride()).isBetween((long) draws, (long) draws + detail.stride());
        assertThat(detail.lags()).isPositive();
    }

    @ParameterizedTest
    @CsvSource({"105, 1000", "300, 1000", "20, 20000"})
    void showsEveryDrawOfAnOrdinaryRun(int unknowns, int draws) {
        Detail detail = Detail.fit(unknowns, 4, draws, 0);
        assertThat(detail.stride()).isEqualTo(1);
        assertThat(detail.envelope()).isZero();
        assertThat(detail.plotted()).isEqualTo(unknowns);
    }

    @ParameterizedTest
    @CsvSource({"1000, 25000", "1000, 100000"})
    void aThousandUnknownsAllHavePlots(int unknowns, int draws) {
        Detail detail = Detail.fit(unknowns, 4, draws, 400);
        assertThat(detail.plotted()).isEqualTo(unknowns);
        assertThat(4 * detail.shown()).isGreaterThanOrEqualTo(600);
    }
}
