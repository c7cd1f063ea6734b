package dev.tandem.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.sampling.Cancellation;
import dev.tandem.sampling.RecordingException;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.StoppingRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A run that is broken off, wherever it is, and taken up again ends with the bytes of one that was not. */
@Tag("normal")
class ResumeTest {
    private static final Settings SETTINGS = SmallRun.SETTINGS;

    @TempDir
    Path temporary;

    private Path folder;
    private Map<String, String> undisturbed;

    @BeforeEach
    void runUndisturbed() throws IOException {
        folder = temporary.resolve("run");
        Path whole = temporary.resolve("whole");
        SmallRun.sample(whole, SETTINGS, FaultyDisk.lasting());
        undisturbed = SmallRun.digests(whole);
        assertThat(undisturbed).hasSize(4);
    }

    private void expectSameBytes() throws IOException {
        assertThat(SmallRun.digests(folder)).isEqualTo(undisturbed);
    }

    /** Everything that is done to the disk, one after the other, is the last thing that is done before the power fails. */
    @Test
    void survivesALossOfPowerAtEveryOperation() throws IOException {
        long operation = 0;
        while (true) {
            operation++;
            FaultyDisk disk = FaultyDisk.dyingAt(operation, operation);
            folder = temporary.resolve("broken-" + operation);
            try {
                SmallRun.sample(folder, SETTINGS, disk);
            } catch (RecordingException | RunFolderException e) {
                assertThat(e).hasMessageContaining("the power ");
            }
            if (!disk.dead()) {
                break;
            }
            disk.losePower();
            takeUp(folder);
            assertThat(SmallRun.digests(folder)).as("operation %d", operation).isEqualTo(undisturbed);
        }
        assertThat(operation).isGreaterThan(150);
    }

    /** A run that loses power again and again, also while it finds out where it was. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void survivesOneLossOfPowerAfterTheOther(long seed) throws IOException {
        SmallRun.create(folder, SETTINGS, FaultyDisk.lasting()).close();
        long losses = 0;
        while (true) {
            FaultyDisk disk = FaultyDisk.dyingAt(5 + (seed + 7 * losses) % 23, seed + losses);
            try {
                SmallRun.resume(folder, disk);
                break;
            } catch (RecordingException | RunFolderException e) {
                losses++;
                disk.losePower();
            }
        }
        assertThat(losses).isGreaterThan(5);
        expectSameBytes();
    }

    private static void takeUp(Path folder) {
        if (Files.exists(folder.resolve("run.json"))) {
            SmallRun.resume(folder);
        } else {
            SmallRun.sample(folder, SETTINGS, FaultyDisk.lasting());
        }
    }

    /** Whatever room there is: one line says that the disk is full, and with more room the run goes on. */
    @Test
    void survivesADiskThatFills() throws IOException {
        FaultyDisk wide = FaultyDisk.lasting();
        SmallRun.sample(temporary.resolve("measured"), SETTINGS, wide);
        long bytes = wide.written();
        for (long room = 0; room < bytes; room += bytes / 40) {
            folder = temporary.resolve("full-" + room);
            FaultyDisk disk = FaultyDisk.withRoom(room);
            assertThatThrownBy(() -> SmallRun.sample(folder, SETTINGS, disk))
                    .isInstanceOfAny(RecordingException.class, RunFolderException.class)
                    .hasMessageContaining("the disk is full")
                    .hasMessageNotContaining("\n");
            takeUp(folder);
            expectSameBytes();
        }
    }

    @Test
    void leavesNothingBehindWhereNothingFits() {
        assertThatThrownBy(() -> SmallRun.sample(folder, SETTINGS, FaultyDisk.withRoom(100)))
                .isInstanceOf(RunFolderException.class)
                .hasMessage("cannot write to " + folder + ": the disk is full");
        assertThat(folder).doesNotExist();
    }

    @Test
    void goesOnAfterACancellation() throws IOException {
        Cancellation cancellation = new Cancellation();
        try (RunFolder run = SmallRun.create(folder, SETTINGS, FaultyDisk.lasting())) {
            assertThat(run.sample(
                                    SmallRun.DENSITY,
                                    progress -> {
                                        if (progress.chain() == 1 && progress.iteration() == SETTINGS.warmup() + 120) {
                                            cancellation.cancel();
                                        }
                                    },
                                    cancellation)
                            .cancelled())
                    .isTrue();
        }
        StoredRun stopped = StoredRun.open(folder);
        assertThat(stopped.finished()).isFalse();
        assertThat(stopped.chains().get(0).draws()).isEqualTo(SETTINGS.draws());
        assertThat(stopped.chains().get(1).draws()).isEqualTo(120);
        // Two chains of 120 draws are more than one of 230.
        assertThat(stopped.draws().chains()).isEqualTo(2);
        assertThat(stopped.draws().drawsPerChain()).isEqualTo(120);
        assertThat(SmallRun.resume(folder).cancelled()).isFalse();
        expectSameBytes();
    }

    @Test
    void goesOnAfterACancellationInWarmup() throws IOException {
        Cancellation cancellation = new Cancellation();
        try (RunFolder run = SmallRun.create(folder, SETTINGS, FaultyDisk.lasting())) {
            run.sample(
                    SmallRun.DENSITY,
                    progress -> {
                        if (progress.iteration() == 45) {
                            cancellation.cancel();
                        }
                    },
                    cancellation);
        }
        assertThat(StoredRun.open(folder).draws().drawsPerChain()).isZero();
        SmallRun.resume(folder);
        expectSameBytes();
    }

    @ParameterizedTest
    @CsvSource({"chain-1.draws", "chain-2.draws", "chain-2.warmup"})
    void dropsATailThatIsCutOrTornOff(String name) throws IOException {
        SmallRun.sample(folder, SETTINGS.withDraws(120), FaultyDisk.lasting());
        Path file = folder.resolve(name);
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 7));
        extend(SETTINGS.draws());
        expectSameBytes();
    }

    private void extend(int draws) {
        try (RunFolder run = RunFolder.resume(folder, FaultyDisk.lasting(), 0)) {
            run.extend(run.description().settings().withDraws(draws));
            run.sample(SmallRun.DENSITY, progress -> {}, new Cancellation());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 101, 149, 199, 200})
    void aFinishedRunThatIsMadeLongerEndsAsIfItHadBeenThatLong(int first) throws IOException {
        SmallRun.sample(folder, SETTINGS.withDraws(first), FaultyDisk.lasting());
        extend(SETTINGS.draws());
        expectSameBytes();
    }

    @Test
    void resumingAFinishedRunChangesNothing() throws IOException {
        SmallRun.sample(folder, SETTINGS, FaultyDisk.lasting());
        SmallRun.resume(folder);
        expectSameBytes();
    }

    @Test
    void drawsCannotBecomeFewer() {
        SmallRun.sample(folder, SETTINGS, FaultyDisk.lasting());
        assertThatThrownBy(() -> extend(100))
                .isInstanceOf(RunFolderException.class)
                .hasMessageContaining("has 230 draws to make")
                .hasMessageContaining("not 100");
    }

    @Test
    void aDamagedCheckpointIsNoticedAndTheOneBeforeIsTaken() throws IOException {
        SmallRun.sample(folder, SETTINGS.withDraws(200), FaultyDisk.lasting());
        spoil(folder.resolve("chain-1.checkpoint"));
        extend(SETTINGS.draws());
        expectSameBytes();
        assertThat(Files.readString(folder.resolve("log.txt")))
                .contains("chain-1.checkpoint is damaged: its checksum is wrong; looking for the checkpoint before")
                .contains("chain 1 goes on after draw 150")
                .contains("chain 2 goes on after draw 200");
    }

    @Test
    void withoutAnyCheckpointAChainStartsAgainFromItsSeed() throws IOException {
        SmallRun.sample(folder, SETTINGS.withDraws(200), FaultyDisk.lasting());
        spoil(folder.resolve("chain-1.checkpoint"));
        spoil(folder.resolve("chain-1.checkpoint.previous"));
        Files.delete(folder.resolve("chain-2.checkpoint"));
        Files.delete(folder.resolve("chain-2.checkpoint.previous"));
        extend(SETTINGS.draws());
        expectSameBytes();
        assertThat(Files.readString(folder.resolve("log.txt"))).contains("starting again from the seed");
    }

    /** A disk that lied about what it had kept. */
    @ParameterizedTest
    @ValueSource(strings = {"chain-1.draws", "chain-1.warmup"})
    void drawsThatAreDamagedAreDrawnAgain(String name) throws IOException {
        SmallRun.sample(folder, SETTINGS.withDraws(200), FaultyDisk.lasting());
        Path file = folder.resolve(name);
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 40] ^= 1;
        Files.write(file, bytes);
        extend(SETTINGS.draws());
        expectSameBytes();
        assertThat(Files.readString(folder.resolve("log.txt"))).contains(name + " is damaged: only its first ");
    }

    private static void spoil(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 4;
        Files.write(file, bytes);
    }

    @Test
    void aRunUntilIsTheSameWhereverItWasStopped() throws IOException {
        Settings until = SETTINGS.withDraws(50).withUntil(new StoppingRule(300));
        Path whole = temporary.resolve("until");
        int reached =
                SmallRun.sample(whole, until, FaultyDisk.lasting()).draws().drawsPerChain();
        assertThat(reached)
                .isGreaterThan(100)
                .isEqualTo(StoredRun.open(whole).draws().drawsPerChain());
        assertThat(StoredRun.open(whole).finished()).isTrue();
        for (long operation : List.of(40L, 90L, 120L, 160L, 190L)) {
            folder = temporary.resolve("until-" + operation);
            FaultyDisk disk = FaultyDisk.dyingAt(operation, operation);
            assertThatThrownBy(() -> SmallRun.sample(folder, until, disk)).isInstanceOf(RecordingException.class);
            disk.losePower();
            assertThat(StoredRun.open(folder).finished()).isFalse();
            SmallRun.resume(folder);
            assertThat(SmallRun.digests(folder)).isEqualTo(SmallRun.digests(whole));
        }
    }

    @Test
    void threadsMakeNoDifference() throws IOException {
        SmallRun.sample(folder, SETTINGS.withThreads(2), FaultyDisk.lasting());
        expectSameBytes();
    }

    @Test
    void timesAreAddedUp() {
        SmallRun.sample(folder, SETTINGS.withDraws(100), FaultyDisk.lasting());
        double before = StoredRun.open(folder).chains().get(0).samplingSeconds();
        double warmup = StoredRun.open(folder).chains().get(0).warmupSeconds();
        extend(SETTINGS.draws());
        assertThat(StoredRun.open(folder).chains().get(0).samplingSeconds()).isGreaterThan(before);
        assertThat(StoredRun.open(folder).chains().get(0).warmupSeconds())
                .isPositive()
                .isEqualTo(warmup);
    }
}
