package dev.tandem.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.inference.Model;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.runs.each.EachBatch;
import dev.tandem.runs.each.EachEngine;
import dev.tandem.runs.each.EachFolder;
import dev.tandem.runs.each.EachPlan;
import dev.tandem.runs.each.EachWork;
import dev.tandem.sampling.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One model over many data sets, in tables. */
class EachFolderTest {
    private static final String MODEL = """
            model {
              p ~ dbeta(a, 1)
              for (i in 1:N) {
                z[i] ~ dbern(p)
                y[i] ~ dnorm(3 * z[i], 1)
              }
            }
            """;
    private static final DataSet COMMON = DataSet.of(Map.of("a", DataArray.scalar(2)));

    @TempDir
    Path folder;

    private Path source;

    @BeforeEach
    void write() throws IOException {
        source = Files.createDirectory(folder.resolve("data"));
        for (int i = 0; i < 12; i++) {
            dataSet(i);
        }
    }

    private void dataSet(int i) throws IOException {
        Files.writeString(file(i), "{\"N\": 2, \"y\": [" + (i % 4) + ", 2.5]}");
    }

    private Path file(int i) {
        return source.resolve(String.format("set-%02d.json", i));
    }

    private static Settings settings() {
        return Settings.defaults().withChains(2).withWarmup(60).withDraws(80).withSeed(5);
    }

    private EachFolder create(String name) {
        return EachFolder.create(
                folder.resolve(name),
                source,
                RunDescription.ofEach("model.bug", Dialect.JAGS, settings()),
                MODEL,
                COMMON,
                false);
    }

    private static EachFolder.Result sample(EachFolder run, int threads) {
        return run.sample(EachEngine.threads(threads), result -> {}, () -> false);
    }

    private List<String> summaries(String name) throws IOException {
        return Files.readAllLines(folder.resolve(name).resolve("summaries.csv")).stream()
                .sorted()
                .toList();
    }

    @Test
    void theTablesAreTheSameWhateverTheThreads() throws IOException {
        try (EachFolder one = create("one");
                EachFolder three = create("three")) {
            EachFolder.Result result = sample(one, 1);
            assertThat(result.done()).isEqualTo(12);
            assertThat(result.complete()).isTrue();
            assertThat(result.gathered()).isTrue();
            sample(three, 3);
        }
        assertThat(summaries("one")).hasSize(1 + 12 * 3).isEqualTo(summaries("three"));
        assertThat(Files.readAllLines(folder.resolve("one/data-sets.csv"))).hasSize(13);
        assertThat(folder.resolve("one/parts")).doesNotExist();
    }

    @Test
    void nothingIsGoingOnAfterAFailureIsTold() {
        AtomicInteger heard = new AtomicInteger();
        try (EachFolder run = create("failed")) {
            assertThatThrownBy(() -> run.sample(
                            EachEngine.threads(3),
                            result -> {
                                heard.incrementAndGet();
                                throw new IllegalStateException("no more");
                            },
                            () -> false))
                    .hasMessage("no more");
        }
        int before = heard.get();
        try (EachFolder again = EachFolder.resume(folder.resolve("failed"))) {
            sample(again, 1);
        }
        assertThat(heard.get())
                .as("batches that came after the failure was told")
                .isEqualTo(before);
    }

    @Test
    void aDataSetIsDrawnAgainAloneByTheSeedInTheTable() throws IOException {
        try (EachFolder run = create("run")) {
            sample(run, 2);
        }
        String[] line = Files.readAllLines(folder.resolve("run/data-sets.csv")).stream()
                .filter(text -> text.contains("set-07.json"))
                .findFirst()
                .orElseThrow()
                .split(",", -1);
        double mean = Model.of(MODEL)
                .with(COMMON.merge(dev.tandem.language.data.DataFile.read(file(7))))
                .sample(settings().withSeed(Long.parseLong(line[2])))
                .mean("p");
        double inTable = summaries("run").stream()
                .filter(text -> text.contains("set-07.json,p,"))
                .mapToDouble(text -> Double.parseDouble(text.split(",", -1)[4]))
                .findFirst()
                .orElseThrow();
        assertThat(inTable).isCloseTo(mean, org.assertj.core.api.Assertions.within(1e-6));
    }

    @Test
    void aBadDataSetIsNamedAndTheOthersGoOn() throws IOException {
        Files.writeString(file(3), "{\"N\": 2,\n \"y\": [1, }");
        Files.writeString(file(4), "{\"y\": [1, 2]}");
        try (EachFolder run = create("run")) {
            EachFolder.Result result = sample(run, 2);
            assertThat(result.done()).isEqualTo(10);
            assertThat(result.failures()).hasSize(2).allMatch(EachBatch.Failure::data);
            assertThat(result.failures())
                    .anyMatch(failure -> failure.message().contains("set-03.json:2:"))
                    .anyMatch(failure -> failure.message().contains("set-04.json: model.bug:"));
        }
        assertThat(Files.readString(folder.resolve("run/failures.csv"))).contains("set-03.json");

        // Once mended, these two are done and no others.
        dataSet(3);
        dataSet(4);
        try (EachFolder run = EachFolder.resume(folder.resolve("run"))) {
            EachFolder.Result result = sample(run, 2);
            assertThat(result.before()).isEqualTo(10);
            assertThat(result.done()).isEqualTo(2);
            assertThat(result.failures()).isEmpty();
        }
        assertThat(folder.resolve("run/failures.csv")).doesNotExist();
        try (EachFolder whole = create("whole")) {
            sample(whole, 2);
        }
        assertThat(summaries("run")).isEqualTo(summaries("whole"));
    }

    @Test
    void whatIsDoneIsNotDoneAgain() throws IOException {
        AtomicBoolean stop = new AtomicBoolean();
        try (EachFolder run = create("run")) {
            EachFolder.Result stopped = run.sample(EachEngine.threads(1), result -> stop.set(true), stop::get);
            assertThat(stopped.complete()).isFalse();
            assertThat(stopped.done()).isBetween(1, 11);
            assertThat(stopped.gathered()).isFalse();
        }
        List<String> again = new ArrayList<>();
        EachEngine threads = EachEngine.threads(1);
        EachEngine listening = new EachEngine() {
            @Override
            public int slots() {
                return 1;
            }

            @Override
            public void run(
                    EachWork work, List<EachBatch> batches, Consumer<EachBatch.Result> listener, BooleanSupplier end) {
                batches.forEach(batch -> batch.members().forEach(member -> again.add(member.name())));
                threads.run(work, batches, listener, end);
            }
        };
        try (EachFolder run = EachFolder.resume(folder.resolve("run"))) {
            EachFolder.Result result = run.sample(listening, batch -> {}, () -> false);
            assertThat(result.before() + result.done()).isEqualTo(12);
            assertThat(again).hasSize(result.done()).doesNotHaveDuplicates();
        }
        assertThat(summaries("run")).hasSize(1 + 12 * 3).doesNotHaveDuplicates();
    }

    @Test
    void aBatchThatWasLostAfterItsResultsIsNotDoneAgain() throws IOException {
        EachBatch batch = new EachBatch(
                List.of(new EachBatch.Member(1, "set-00.json"), new EachBatch.Member(2, "set-01.json")), 60);
        try (EachFolder run = create("run")) {
            EachWork work = run.work();
            assertThat(work.run(batch, false, () -> false).done()).isEqualTo(2);
            String first = Files.readString(folder.resolve("run/parts/000000001.data-sets.csv"));
            assertThat(work.run(batch, true, () -> false).done()).isEqualTo(2);
            // The column of seconds would tell.
            assertThat(Files.readString(folder.resolve("run/parts/000000001.data-sets.csv")))
                    .isEqualTo(first);
        }
    }

    @Test
    void aBatchThatTakesTooLongIsHandedBack() throws IOException {
        List<EachBatch.Member> members = List.of(
                new EachBatch.Member(1, "set-00.json"),
                new EachBatch.Member(2, "set-01.json"),
                new EachBatch.Member(3, "set-02.json"));
        try (EachFolder run = create("run")) {
            EachBatch.Result result = run.work().run(new EachBatch(members, 0), false, () -> false);
            assertThat(result.done()).isEqualTo(1);
            assertThat(result.rest()).containsExactlyElementsOf(members.subList(1, 3));
        }
    }

    @Test
    void batchesAreLargeAtFirstAndSmallInTheEnd() {
        List<EachBatch.Member> members = new ArrayList<>();
        for (int i = 1; i <= 10_000; i++) {
            members.add(new EachBatch.Member(i, "set-" + i));
        }
        List<EachBatch> batches = new EachPlan(10, 0.1).cut(members);
        assertThat(batches.stream().mapToInt(batch -> batch.members().size()).sum())
                .isEqualTo(10_000);
        assertThat(batches.get(0).members()).hasSize(200);
        assertThat(batches.get(batches.size() - 2).members()).hasSizeLessThanOrEqualTo(15);
        // A slot that is late by a whole batch in the end is late by a hundredth of what it does.
        assertThat(batches).hasSizeBetween(50, 200);
    }

    @Test
    void foldersThatCannotServeAreRefused() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        assertThatThrownBy(() -> EachFolder.list(empty)).hasMessageContaining("has no files");
        assertThatThrownBy(() -> EachFolder.list(folder.resolve("none"))).hasMessageContaining("cannot be listed");
        create("run").close();
        assertThatThrownBy(() -> create("run")).hasMessageContaining("already holds a run");
        assertThatThrownBy(() -> create("data")).hasMessageContaining("folder of the data sets");
    }
}
