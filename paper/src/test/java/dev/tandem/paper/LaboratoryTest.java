package dev.tandem.paper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.models.GaussianMixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cells: the same result for any number of threads, kept when done, taken up again when stopped. */
final class LaboratoryTest {
    @TempDir
    Path folder;

    private static Cell cell(int draws, AtomicInteger summaries) {
        GaussianMixture mixture = GaussianMixture.oneDimensional();
        return new Cell(
                "test cell",
                mixture,
                "none",
                Presets.tandemDefault(),
                5,
                200,
                draws,
                Recorder.everything(),
                chains -> {
                    summaries.incrementAndGet();
                    return Map.of("firsts", chains.numbers(ChainResult.DRAWS));
                },
                100);
    }

    private CellSummary run(String name, int threads, Cell cell, long seed) {
        CellStore store = new CellStore(folder.resolve(name), seed);
        return new Laboratory(store, seed, threads, (doing, done, all) -> {})
                .run(List.of(cell))
                .get("test cell");
    }

    @Test
    void threadsDoNotMatter() {
        CellSummary one = run("one", 1, cell(300, new AtomicInteger()), 7);
        CellSummary three = run("three", 3, cell(300, new AtomicInteger()), 7);
        CellSummary other = run("other", 3, cell(300, new AtomicInteger()), 8);
        for (String name :
                List.of("continuous.mean", "continuous.relative", "discrete.mean", "gradients", "acceptance")) {
            assertThat(three.get(name)).as(name).containsExactly(one.get(name));
            assertThat(other.get(name)).as(name).isNotEqualTo(one.get(name));
        }
    }

    @Test
    void finishedCellsAreKept() throws IOException {
        AtomicInteger summaries = new AtomicInteger();
        CellSummary first = run("kept", 2, cell(300, summaries), 7);
        CellSummary second = run("kept", 2, cell(300, summaries), 7);
        assertThat(summaries).hasValue(1);
        assertThat(second.render()).isEqualTo(first.render());
        try (Stream<Path> left = Files.list(folder.resolve("kept/chains"))) {
            assertThat(left).isEmpty();
        }
        // Another number of draws is another cell.
        run("kept", 2, cell(301, summaries), 7);
        assertThat(summaries).hasValue(2);
    }

    @Test
    void stoppedRunsGoOnWhereTheyWere() {
        Cell cell = cell(300, new AtomicInteger());
        CellSummary whole = run("whole", 1, cell, 7);
        CellStore store = new CellStore(folder.resolve("stopped"), 7);
        AtomicInteger ran = new AtomicInteger();
        for (int chain = 0; chain < 3; chain++) {
            store.keep(cell, chain, cell.run(7, chain, cost -> {}));
        }
        CellSummary resumed = new Laboratory(store, 7, 2, (doing, done, all) -> ran.incrementAndGet())
                .run(List.of(cell))
                .get("test cell");
        assertThat(resumed.get("continuous.mean")).containsExactly(whole.get("continuous.mean"));
        assertThat(resumed.get("discrete.relative")).containsExactly(whole.get("discrete.relative"));
        // Two chains were left; each tells of its progress after 256 iterations and at its end.
        assertThat(ran).hasValue(4);
    }
}
