package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.cli.screen.ChainLine;
import dev.tandem.cli.screen.ProgressDisplay;
import dev.tandem.inference.outcome.Agreement;
import dev.tandem.sampling.Progress;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is painted while chains run. */
class ProgressDisplayTest {
    private static final long SECOND = 1_000_000_000L;

    private static Progress at(int chain, String stage, int iteration) {
        return new Progress(chain, stage, iteration, 2000, 0, 0.1, 3, 0.8);
    }

    @Test
    void aLineTellsStageSpeedDivergencesAndTimeLeft() {
        ChainLine line = new ChainLine(0, false, 0);
        assertThat(line.text()).isEqualTo("chain 1  waiting for a processor");
        line.update(at(0, "metric", 500), SECOND);
        assertThat(line.text()).matches("chain 1  warmup: metric +25% +500/s  3 divergent  3.0 s left");
        line.update(at(0, "sampling", 1000), 2 * SECOND);
        assertThat(line.text()).matches("chain 1  sampling +50% +500/s  3 divergent  2.0 s left");
        line.update(at(0, "sampling", 2000), 3 * SECOND);
        assertThat(line.done()).isTrue();
        assertThat(line.text()).matches("chain 1  done +100% +667/s  3 divergent  3.0 s");
    }

    @Test
    void longTimesAreInMinutesAndHours() {
        ChainLine line = new ChainLine(0, false, 0);
        line.update(at(0, "metric", 10), SECOND);
        assertThat(line.text()).endsWith("3:19 left");
        ChainLine slow = new ChainLine(0, false, 0);
        slow.update(at(0, "metric", 1), 4 * SECOND);
        assertThat(slow.text()).endsWith("2:13:16 left");
    }

    @Test
    void aWaitingChainStartsItsClockWhenItMoves() {
        ChainLine line = new ChainLine(3, false, 0);
        line.update(null, 100 * SECOND);
        line.update(at(3, "sampling", 2000), 101 * SECOND);
        assertThat(line.text()).endsWith("2,000/s  3 divergent  1.0 s");
    }

    @Test
    void aTerminalIsPaintedInPlaceWithoutWrapping() {
        StringWriter written = new StringWriter();
        ProgressDisplay display = ProgressDisplay.start(new PrintWriter(written), 2, false, true, Agreement.unknown());
        display.progressed(at(0, "sampling", 2000));
        display.close();
        assertThat(written.toString()).startsWith("\u001b[?7l").endsWith("\u001b[?7h");
        assertThat(written.toString()).contains("chain 1  done", "chain 2  waiting for a processor");
    }

    private static String painted(Map<String, String> environment, Progress... notes) {
        StringWriter written = new StringWriter();
        ProgressDisplay display =
                ProgressDisplay.start(new PrintWriter(written), 2, false, true, Agreement.unknown(), environment, 2000);
        for (Progress note : notes) {
            display.progressed(note);
        }
        display.close();
        return written.toString();
    }

    @Test
    void oneBarIsForTheWholeRun() {
        String half = painted(Map.of("TERM", "dumb"), at(0, "sampling", 2000));
        assertThat(half).contains("run      " + "#".repeat(15) + "-".repeat(15) + "  50%");
        String later = painted(Map.of("TERM", "dumb"), at(0, "sampling", 2000), at(1, "sampling", 1000));
        assertThat(later).containsPattern("run +#{22}-{8}  75%  .* left");
        // While it warms up, a chain only knows the end of that.
        Progress warming = new Progress(0, "metric", 400, 1000, 0, 0.1, 0, 0.8);
        assertThat(painted(Map.of(), warming)).containsPattern("run +#{3}-{27}  10%");
    }

    @Test
    void coloursAreLeftOutWhereTheyAreNotWanted() {
        assertThat(painted(Map.of("TERM", "xterm"), at(0, "sampling", 2000)))
                .contains("\u001b[33mchain 1  done", "\u001b[32m#");
        for (Map<String, String> environment :
                List.of(Map.of("TERM", "xterm", "NO_COLOR", "1"), Map.of("TERM", "dumb"), Map.<String, String>of())) {
            assertThat(painted(environment, at(0, "sampling", 2000))).doesNotContain("\u001b[3");
        }
    }

    @Test
    void divergencesOfWarmupAreExplained() {
        assertThat(painted(Map.of(), at(0, "metric", 500))).contains("only those of later draws count");
        assertThat(painted(Map.of(), at(0, "sampling", 1500))).doesNotContain("only those of later draws count");
    }

    @Test
    void manyChainsStayOnOneScreen() {
        StringWriter written = new StringWriter();
        ProgressDisplay display = ProgressDisplay.start(new PrintWriter(written), 40, false, true, Agreement.unknown());
        display.progressed(at(39, "sampling", 2000));
        display.close();
        List<String> lines = written.toString().lines().toList();
        assertThat(lines.size() % 17).isBetween(0, 1);
        assertThat(written.toString()).contains("and 25 more chains, 1 of them done");
    }

    @Test
    void elsewhereNoEscapesAreWritten() {
        StringWriter written = new StringWriter();
        ProgressDisplay display = ProgressDisplay.start(new PrintWriter(written), 2, false, false, Agreement.unknown());
        display.progressed(at(1, "sampling", 2000));
        display.close();
        assertThat(written.toString()).startsWith("chain 2  done").doesNotContain("\u001b");
    }
}
