package dev.tandem.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.models.VariableSelection;
import dev.tandem.sampling.Cancellation;
import dev.tandem.sampling.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a folder lets happen to it. */
class RunFolderTest {
    private static final Settings SETTINGS = SmallRun.SETTINGS.withDraws(100);

    @TempDir
    Path temporary;

    private Path folder;

    @BeforeEach
    void name() {
        folder = temporary.resolve("deep").resolve("run");
    }

    private static RunFolder create(Path folder, boolean overwrite) {
        return RunFolder.create(
                folder,
                RunDescription.of("small", Optional.empty(), SmallRun.DENSITY.space(), SETTINGS),
                SmallRun.DENSITY.space().reported(),
                Optional.empty(),
                overwrite,
                FaultyDisk.lasting(),
                0);
    }

    @Test
    void aRunThatIsThereIsNotTouched() throws IOException {
        SmallRun.sample(folder, SETTINGS, FaultyDisk.lasting());
        Map<String, String> before = SmallRun.digests(folder);
        assertThatThrownBy(() -> create(folder, false))
                .isInstanceOfSatisfying(
                        RunFolderException.class,
                        refused -> assertThat(refused.remedy())
                                .contains(new RunFolderException.Remedy(
                                        RunFolderException.Way.RESUME_OR_OVERWRITE, folder)))
                .hasMessage(folder + " already holds a run");
        assertThat(SmallRun.digests(folder)).isEqualTo(before);
        assertThat(StoredRun.open(folder).going()).isFalse();
    }

    @Test
    void overwritingDeletesTheRunAndNothingElse() throws IOException {
        SmallRun.sample(folder, SETTINGS.withChains(5), FaultyDisk.lasting());
        Files.writeString(folder.resolve("notes.txt"), "mine");
        Files.writeString(folder.resolve("report.html"), "mine too");
        create(folder, true).close();
        assertThat(StoredRun.open(folder).draws().drawsPerChain()).isZero();
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "run.json",
                            "log.txt",
                            "lock",
                            "notes.txt",
                            "report.html",
                            "chain-1.checkpoint",
                            "chain-1.draws",
                            "chain-1.warmup",
                            "chain-2.checkpoint",
                            "chain-2.draws",
                            "chain-2.warmup",
                            "warmup.agreed");
        }
    }

    @Test
    void anEmptyFolderIsTaken() throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(".DS_Store"), "the system's");
        create(folder, false).close();
        assertThat(folder.resolve("run.json")).exists();
        assertThat(folder.resolve(".DS_Store")).exists();
    }

    @Test
    void aFolderOfOtherFilesIsNotTaken() throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("notes.txt"), "mine");
        assertThatThrownBy(() -> create(folder, true))
                .isInstanceOf(RunFolderException.class)
                .hasMessage(folder + " is not empty and holds no run (it has notes.txt): a run has a folder to itself;"
                        + " give a new one");
        assertThat(folder.toFile().list()).containsExactly("notes.txt");
    }

    @Test
    void nobodyElseMayWriteWhileARunIsGoing() throws Exception {
        try (RunFolder run = create(folder, false)) {
            assertThat(StoredRun.open(folder).going()).isTrue();
            String busy = "the run in " + folder + " is going on already, in process "
                    + ProcessHandle.current().pid();
            assertThatThrownBy(() -> RunFolder.resume(folder))
                    .isInstanceOf(RunFolderException.class)
                    .hasMessage(busy);
            assertThatThrownBy(() -> create(folder, true)).hasMessage(busy);
            assertThat(inAnotherProgram(folder)).contains(busy);
            // Having been asked does not make it let go.
            assertThat(inAnotherProgram(folder)).contains(busy);
            run.log("still mine");
        }
        assertThat(StoredRun.open(folder).going()).isFalse();
        SmallRun.resume(folder);
    }

    private static String inAnotherProgram(Path folder) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledRun.class.getName(),
                        folder.toString())
                .start();
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isNotZero();
        return err;
    }

    @Test
    void saysWhyAFolderHoldsNoRun() throws IOException {
        assertThatThrownBy(() -> RunFolder.resume(folder))
                .isInstanceOf(RunFolderException.class)
                .hasMessage("there is no folder " + folder);
        assertThatThrownBy(() -> StoredRun.open(temporary)).hasMessage(temporary + " holds no run: it has no run.json");
        assertThat(temporary.resolve("lock")).doesNotExist();
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("run.json"), "{\"format\": 99}");
        assertThatThrownBy(() -> StoredRun.open(folder))
                .hasMessageContaining("it has layout 99, and this program reads layout 2");
        Files.writeString(folder.resolve("run.json"), "{\"format\": 1, ");
        assertThatThrownBy(() -> StoredRun.open(folder)).hasMessageContaining("run.json is damaged");
    }

    @Test
    void saysWhyAFolderCannotBeWritten() throws IOException {
        Path file = Files.writeString(temporary.resolve("file"), "");
        assertThatThrownBy(() -> create(file, false))
                .isInstanceOf(RunFolderException.class)
                .hasMessage("cannot write to " + file + ": " + file + " is a file, not a folder");
    }

    @Test
    void anotherModelIsRefused() {
        SmallRun.sample(folder, SETTINGS, FaultyDisk.lasting());
        try (RunFolder run = RunFolder.resume(folder)) {
            assertThatThrownBy(() -> run.sample(VariableSelection.simulated(1), progress -> {}, new Cancellation()))
                    .hasMessage("the run in " + folder + " is of another model than this one");
        }
    }

    @Test
    void aRunCanBeReadWhileItIsGoing() {
        AtomicInteger looks = new AtomicInteger();
        AtomicReference<StoredRun> seen = new AtomicReference<>();
        try (RunFolder run = create(folder, false)) {
            run.sample(
                    SmallRun.DENSITY,
                    progress -> {
                        if (progress.iteration() % 7 == 0) {
                            StoredRun soFar = StoredRun.open(folder);
                            looks.incrementAndGet();
                            assertThat(soFar.finished()).isFalse();
                            assertThat(soFar.going()).isTrue();
                            assertThat(soFar.outcome().findings().notes().get(0).what())
                                    .startsWith("the run is still going");
                            if (soFar.draws().drawsPerChain() > 0) {
                                seen.set(soFar);
                            }
                        }
                    },
                    new Cancellation());
        }
        assertThat(looks.get()).isGreaterThan(30);
        StoredRun early = seen.get();
        assertThat(early.draws().drawsPerChain()).isBetween(50, 100);
        // What was seen early stays as it was.
        double[][] whole = StoredRun.open(folder).draws().element(0);
        for (int i = 0; i < early.kept().size(); i++) {
            assertThat(whole[early.kept().get(i)]).startsWith(early.draws().element(0)[i]);
        }
    }

    @Test
    void lostDrawsAreMissed() throws IOException {
        SmallRun.sample(folder, SETTINGS, FaultyDisk.lasting());
        Path file = folder.resolve("chain-2.draws");
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 1500));
        assertThatThrownBy(() -> StoredRun.open(folder))
                .isInstanceOfSatisfying(
                        RunFolderException.class,
                        damaged -> assertThat(damaged.remedy())
                                .contains(new RunFolderException.Remedy(RunFolderException.Way.RESUME_REPAIRS, folder)))
                .hasMessageContaining("chain-2.draws is damaged: only its first ");
    }

    @Test
    void everyFileHasItsPlace() throws IOException {
        try (RunFolder run = create(folder, false)) {
            run.sample(SmallRun.DENSITY, progress -> {}, new Cancellation());
            run.summarise(StoredRun.open(folder).outcome());
        }
        try (Stream<Path> files = Files.list(folder)) {
            List<String> names =
                    files.map(file -> file.getFileName().toString()).sorted().toList();
            assertThat(names)
                    .containsExactly(
                            "chain-1.checkpoint",
                            "chain-1.checkpoint.previous",
                            "chain-1.draws",
                            "chain-1.warmup",
                            "chain-2.checkpoint",
                            "chain-2.checkpoint.previous",
                            "chain-2.draws",
                            "chain-2.warmup",
                            "lock",
                            "log.txt",
                            "run.json",
                            "summary.json",
                            "warmup.agreed");
        }
        assertThat(Files.readString(folder.resolve("log.txt")))
                .containsPattern("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ begun: small, tandem ")
                .contains(" finished: 100 draws of 2 chains");
    }
}
