package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.cli.DocPage.Block;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The comparison of pages with output misses nothing but what depends on the clock. */
class ShownTest {
    private static final List<String> RUN = """
            chain 1  done               100%     1,020/s  0 divergent  2.0 s
            chain 2  done               100%       935/s  3 divergent  1:02
            model.bug: 2 chains of 1000 draws, sampler node, seed 1

                      mean    mcse      sd   rhat  ess bulk
            alpha0  0.2383  0.0052  0.2762  1.001      2959
            z[2]         1       -       0      -         -
            .. and 97 more; --rows 0 shows all

            chain   step  divergent  E-BFMI  warmup  sampling
                1  0.928          0    1.57  0.80 s    0.34 s
                2  0.921          0    1.64  0.83 s   12.29 s

            sampler  rhat  ess  per second  per gradient  warmup  sampling  apart
            node    1.002  379        1107       0.03654  0.78 s    0.34 s    2.0
            Most effective draws per second: node.
            3 data sets: 3 sampled
            1.851 s each, 2.979 s in all, 2 at a time
            """.lines().toList();

    /** Where a digit of the above may change: line, and the text that is the clock's. */
    private static final List<String> OF_THE_CLOCK = List.of(
            "1,020/s",
            "2.0 s",
            "935/s",
            "1:02",
            "0.80 s",
            "0.34 s",
            "0.83 s",
            "12.29 s",
            "1107",
            "0.78 s",
            "1.851 s each",
            "2.979 s in all",
            "2 at a time");

    @Test
    void everyDigitCounts() {
        int seen = 0;
        for (int i = 0; i < RUN.size(); i++) {
            String line = RUN.get(i);
            for (int j = 0; j < line.length(); j++) {
                if (Character.isDigit(line.charAt(j))) {
                    List<String> changed = new ArrayList<>(RUN);
                    char other = (char) ('0' + (line.charAt(j) - '0' + 1) % 10);
                    changed.set(i, line.substring(0, j) + other + line.substring(j + 1));
                    assertThat(Shown.renewed(changed, RUN))
                            .as("line %d, column %d", i + 1, j + 1)
                            .isEqualTo(isOfTheClock(line, j) ? changed : RUN);
                    seen++;
                }
            }
        }
        assertThat(seen).isGreaterThan(100);
    }

    private static boolean isOfTheClock(String line, int column) {
        return OF_THE_CLOCK.stream().anyMatch(text -> {
            int at = line.indexOf(text);
            while (at >= 0 && !(at <= column && column < at + text.length())) {
                at = line.indexOf(text, at + 1);
            }
            return at >= 0;
        });
    }

    /** In every table of the documentation, few digits are the clock's. */
    @Test
    void everyDigitOfThePagesCounts() throws IOException {
        int digits = 0;
        int hidden = 0;
        for (Path page : DocsTest.pages().toList()) {
            for (Block block : DocPage.read(page).blocks()) {
                if (block.language().equals("console") && !block.rest().equals("screen")) {
                    digits += digits(block.lines());
                    hidden += digits(block.lines()) - digits(Clock.masked(block.lines()));
                }
            }
        }
        assertThat(digits).isGreaterThan(1000);
        assertThat(hidden).isLessThan(digits / 5);
    }

    private static int digits(List<String> lines) {
        return (int) String.join("", lines).chars().filter(Character::isDigit).count();
    }

    @Test
    void aLineMoreOrLessIsSeen() {
        for (int i = 0; i < RUN.size(); i++) {
            List<String> fewer = new ArrayList<>(RUN);
            fewer.remove(i);
            assertThat(Shown.renewed(fewer, RUN)).isEqualTo(RUN);
            List<String> more = new ArrayList<>(RUN);
            more.add(i, "and more");
            assertThat(Shown.renewed(more, RUN)).isEqualTo(RUN);
        }
    }

    /** A slow machine prints progress in between, and chains in the order in which they end. */
    @Test
    void progressIsLeftOut() {
        List<String> slow = new ArrayList<>(RUN);
        slow.add(0, "chain 1  warmup: anneal       0%       181/s  0 divergent  1:56 left");
        slow.add(1, "chain 2  waiting");
        slow.add(2, "after 250 draws: R-hat up to 1.028 (z[57]), effective size from 147 (alpha1)");
        slow.add(3, RUN.get(1));
        slow.remove(5);
        assertThat(Shown.renewed(RUN, slow)).isEqualTo(RUN);
    }

    @Test
    void whatIsLeftOutStaysLeftOut() {
        List<String> printed = List.of("a 1", "b 2", "c 3", "d 4");
        List<String> shown = List.of("a 1", "..", "d 4");
        assertThat(Shown.renewed(shown, printed)).isEqualTo(shown);
        assertThat(Shown.renewed(List.of("a 1", "..", "d 5"), printed)).isEqualTo(shown);
        assertThat(Shown.renewed(List.of("a 1", "b 2", "..", "c 3", "d 4"), printed))
                .isEqualTo(printed);
    }

    @Test
    void figuresComeFromTheTablesAbove() {
        List<List<String>> above = List.of(RUN);
        assertThat(Shown.withFigures("about <!--= alpha0 mean-->9.99<!--=-->.", above))
                .isEqualTo("about <!--= alpha0 mean-->0.24<!--=-->.");
        assertThat(Shown.withFigures("<!--= 100 * alpha0 sd-->1<!--=--> %", above))
                .isEqualTo("<!--= 100 * alpha0 sd-->28<!--=--> %");
        assertThatThrownBy(() -> Shown.withFigures("<!--= alpha1 mean-->1<!--=-->", above))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("no table above has a row alpha1 with a column mean");
    }
}
