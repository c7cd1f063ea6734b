package dev.tandem.runs.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.draws.summary.Convergence;
import dev.tandem.sampling.Progress;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.StoppingRule;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The time left is worked out where it can be known, and is not made up where it cannot. */
class TimeLeftTest {
    private static final Settings SETTINGS =
            Settings.defaults().withChains(2).withWarmup(1000).withDraws(9000);

    private static TimeLeft.ChainPace chain(int number, String stage, int iteration, double perSecond) {
        return new TimeLeft.ChainPace(
                Optional.of(new Progress(number, stage, iteration, 10_000, 0, 0.1, 0, 0.8)), perSecond);
    }

    private static Convergence worst(double rhat, double size) {
        return new Convergence(rhat, "a", size, "b");
    }

    @Test
    void aNumberOfDrawsTakesAsLongAsTheSlowestChain() {
        TimeLeft left = TimeLeft.of(
                SETTINGS,
                List.of(chain(0, "sampling", 4000, 100), chain(1, "sampling", 4000, 10)),
                3000,
                Optional.of(worst(1, 200)));
        assertThat(left).isEqualTo(new TimeLeft("about 10 min", "about 600 effective draws then"));
    }

    @Test
    void chainsThatWaitForAThreadTakeTheirTimeToo() {
        TimeLeft left = TimeLeft.of(
                SETTINGS,
                List.of(chain(0, "sampling", 5000, 100), new TimeLeft.ChainPace(Optional.empty(), Double.NaN)),
                0,
                Optional.empty());
        assertThat(left).isEqualTo(new TimeLeft("about 3 min", "if iterations go on as fast as in warmup"));
    }

    @Test
    void aGoalIsReachedWhenEffectiveDrawsHaveGrownToIt() {
        Settings until = SETTINGS.withUntil(new StoppingRule(400));
        List<TimeLeft.ChainPace> chains = List.of(chain(0, "sampling", 2000, 50), chain(1, "sampling", 2000, 50));
        assertThat(TimeLeft.of(until, chains, 1000, Optional.of(worst(1.005, 100))))
                .isEqualTo(new TimeLeft("about 1 min", "if effective draws grow as they did"));
        assertThat(TimeLeft.of(until, chains, 1000, Optional.of(worst(1.2, 100)))
                        .words())
                .isEqualTo("not known");
        assertThat(TimeLeft.of(until, chains, 50, Optional.of(worst(1.005, 100)))
                        .words())
                .isEqualTo("not known yet");
    }

    @Test
    void nothingIsSaidBeforeAChainHasMoved() {
        assertThat(TimeLeft.of(SETTINGS, List.of(chain(0, "start", 0, Double.NaN)), 0, Optional.empty())
                        .words())
                .isEqualTo("not known yet");
    }
}
