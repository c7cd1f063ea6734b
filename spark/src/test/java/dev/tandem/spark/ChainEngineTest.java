package dev.tandem.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.runs.RunFolder;
import dev.tandem.runs.StoredRun;
import dev.tandem.runs.cluster.Cluster;
import dev.tandem.sampling.Cancellation;
import dev.tandem.sampling.Mark;
import dev.tandem.sampling.Progress;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.SamplingException;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.StoppingRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs chains on worker processes, kills some of these, and holds the files against those of the local engine. */
@Tag("normal")
class ChainEngineTest {
    private static SparkCluster cluster;

    @TempDir
    Path folder;

    @BeforeAll
    static void connect() {
        cluster = TestCluster.connect();
    }

    @AfterAll
    static void close() {
        cluster.close();
    }

    private static Settings settings() {
        return Settings.defaults().withChains(4).withWarmup(200).withDraws(130).withSeed(7);
    }

    private static Run onSpark(RunFolder run, Progress.Listener listener, Cancellation cancellation) {
        ChainEngine engine = new ChainEngine(cluster, run, Cluster.Densities.OF_MODELS, listener, cancellation);
        Settings settings = run.description().settings();
        Run done = Sampling.run(
                run.description().kernel(),
                settings,
                run.recorder(SmallModel.bound().compile().space()),
                engine);
        run.ended(done);
        return done;
    }

    private Map<String, String> local(Settings settings) {
        Path path = folder.resolve("local");
        try (RunFolder run = SmallModel.create(path, settings)) {
            run.sample(SmallModel.bound().compile(), progress -> {}, new Cancellation());
        }
        return SmallModel.digests(path);
    }

    @Test
    void theSameBytesAsOnOneMachine() {
        Path path = folder.resolve("spark");
        try (RunFolder run = SmallModel.create(path, settings())) {
            Run done = onSpark(run, progress -> {}, new Cancellation());
            assertThat(done.cancelled()).isFalse();
            assertThat(done.draws().drawsPerChain()).isEqualTo(130);
        }
        assertThat(SmallModel.digests(path)).hasSize(8).isEqualTo(local(settings()));
        assertThat(StoredRun.open(path).finished()).isTrue();
    }

    @Test
    void anExecutorThatIsKilledCostsNoDraws() throws Exception {
        // Long enough that an executor is at work when it is killed, on a fast machine as well.
        Settings longer = settings().withDraws(200_000).withThin(10).withChains(3);
        Path path = folder.resolve("spark");
        int failedBefore = cluster.failures();
        AtomicInteger told = new AtomicInteger();
        try (RunFolder run = SmallModel.create(path, longer)) {
            onSpark(
                    run,
                    progress -> {
                        // As soon as there are draws to go on from: each chain tells once that it is warm before the
                        // tasks that draw begin. Executors may be idle even so, and are killed until one takes a task
                        // along.
                        if (progress.stage().equals("sampling")
                                && told.incrementAndGet() > longer.chains()
                                && cluster.failures() == failedBefore) {
                            TestCluster.executors().forEach(ProcessHandle::destroyForcibly);
                            awaitFailure(failedBefore);
                        }
                    },
                    new Cancellation());
        }
        assertThat(cluster.failures()).isGreaterThan(failedBefore);
        assertThat(Files.readString(path.resolve("log.txt"))).containsPattern("chain \\d goes on after");
        assertThat(SmallModel.digests(path)).isEqualTo(local(longer));
    }

    /** Spark hears of the death of an executor some time after it. */
    private static void awaitFailure(int failedBefore) {
        try {
            for (int look = 0; look < 50 && cluster.failures() == failedBefore; look++) {
                Thread.sleep(100);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void finishedChainsAreLeftAlone() throws IOException {
        Path path = folder.resolve("spark");
        try (RunFolder run = SmallModel.create(path, settings())) {
            onSpark(run, progress -> {}, new Cancellation());
            Map<String, FileTime> before = times(path);
            // One that is not finished beside three that are.
            Files.delete(path.resolve("chain-2.checkpoint"));
            Files.deleteIfExists(path.resolve("chain-2.checkpoint.previous"));
            before.keySet().removeIf(name -> name.startsWith("chain-2"));

            onSpark(run, progress -> {}, new Cancellation());

            assertThat(times(path)).containsAllEntriesOf(before);
        }
        assertThat(SmallModel.digests(path)).isEqualTo(local(settings()));
    }

    private static Map<String, FileTime> times(Path folder) throws IOException {
        Map<String, FileTime> times = new TreeMap<>();
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                if (file.getFileName().toString().startsWith("chain-")) {
                    times.put(file.getFileName().toString(), Files.getLastModifiedTime(file));
                }
            }
        }
        return times;
    }

    @Test
    void aRunChangesEnginesOnTheWay() {
        Settings longer = settings().withDraws(100_000).withChains(2);
        Path path = folder.resolve("spark");
        Cancellation cancellation = new Cancellation();
        try (RunFolder run = SmallModel.create(path, longer)) {
            Run stopped = onSpark(
                    run,
                    progress -> {
                        if (progress.stage().equals("sampling")) {
                            cancellation.cancel();
                        }
                    },
                    cancellation);
            assertThat(stopped.cancelled()).isTrue();
        }
        RunFolder.resume(path, 101_000);
        try (RunFolder run = RunFolder.resume(path)) {
            run.extend(run.description().settings().withDraws(102_010));
            onSpark(run, progress -> {}, new Cancellation());
        }
        assertThat(SmallModel.digests(path)).isEqualTo(local(longer.withDraws(102_010)));
    }

    @Test
    void goesOnUntilEnoughWasDrawn() {
        Settings until = settings().withUntil(new StoppingRule(300));
        Path path = folder.resolve("spark");
        int draws;
        try (RunFolder run = SmallModel.create(path, until)) {
            draws = onSpark(run, progress -> {}, new Cancellation()).draws().drawsPerChain();
        }
        assertThat(draws).isGreaterThan(130);
        assertThat(SmallModel.digests(path)).isEqualTo(local(until));
    }

    @Test
    void whatFailsIsSaidOnceAndInALine() {
        Cluster.Densities broken = run -> {
            throw new SamplingException("the density is broken");
        };
        try (RunFolder run = SmallModel.create(folder.resolve("spark"), settings())) {
            ChainEngine engine = new ChainEngine(cluster, run, broken, progress -> {}, new Cancellation());
            assertThatThrownBy(() -> engine.bringTo(new Mark(1, 0)))
                    .isInstanceOf(SamplingException.class)
                    .hasMessage("the density is broken");
        }
    }

    @Test
    void aFolderThatWorkersDoNotSeeIsNamed() throws IOException {
        Path path = folder.resolve("spark");
        try (RunFolder run = SmallModel.create(path, settings())) {
            ChainEngine engine =
                    new ChainEngine(cluster, run, Cluster.Densities.OF_MODELS, progress -> {}, new Cancellation());
            // As if the folder of that name were another one over there.
            Files.writeString(path.resolve("data.json"), "{\"N\": 1, \"y\": [2]}");
            assertThatThrownBy(() -> engine.bringTo(new Mark(1, 0)))
                    .hasMessageContaining("cannot see the run in " + path.toRealPath())
                    .hasMessageContaining("file system that all workers share");
        }
    }
}
