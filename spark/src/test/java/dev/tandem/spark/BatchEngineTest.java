package dev.tandem.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.language.data.DataSet;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.runs.RunDescription;
import dev.tandem.runs.each.EachEngine;
import dev.tandem.runs.each.EachFolder;
import dev.tandem.sampling.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Samples many data sets on worker processes, kills one, and holds the tables against those of the local engine. */
@Tag("normal")
class BatchEngineTest {
    private static final int DATA_SETS = 60;
    private static final String MODEL = """
            model {
              p ~ dbeta(1, 1)
              for (i in 1:N) {
                z[i] ~ dbern(p)
                y[i] ~ dnorm(3 * z[i], 1)
              }
            }
            """;

    private static SparkCluster cluster;

    @TempDir
    Path folder;

    private Path source;

    @BeforeAll
    static void connect() {
        cluster = TestCluster.connect();
    }

    @AfterAll
    static void close() {
        cluster.close();
    }

    @BeforeEach
    void write() throws IOException {
        source = Files.createDirectory(folder.resolve("data"));
        for (int i = 0; i < DATA_SETS; i++) {
            Files.writeString(
                    source.resolve(String.format(Locale.ROOT, "set-%02d.json", i)),
                    "{\"N\": 2, \"y\": [" + 0.1 * i + ", 2.5]}");
        }
    }

    private EachFolder create(String name) {
        return EachFolder.create(
                folder.resolve(name),
                source,
                RunDescription.ofEach(
                        "model.bug",
                        Dialect.JAGS,
                        Settings.defaults().withChains(2).withWarmup(100).withDraws(400)),
                MODEL,
                DataSet.empty(),
                false);
    }

    private List<String> summaries(String name) throws IOException {
        return Files.readAllLines(folder.resolve(name).resolve("summaries.csv")).stream()
                .sorted()
                .toList();
    }

    @Test
    void anExecutorThatIsKilledCostsNoDataSets() throws IOException {
        Files.writeString(source.resolve("set-50.json"), "{\"N\": 2,\n \"y\": }");
        int failedBefore = cluster.failures();
        AtomicInteger batches = new AtomicInteger();
        try (EachFolder run = create("spark")) {
            EachFolder.Result result = run.sample(
                    cluster.each(),
                    batch -> {
                        // While executors are busy with what comes after the first few; one that had nothing to do yet
                        // is
                        // not missed, so then another is killed a few batches later.
                        if (batches.incrementAndGet() % 8 == 4 && cluster.failures() == failedBefore) {
                            TestCluster.executors().get(0).destroyForcibly();
                        }
                    },
                    () -> false);
            assertThat(result.done()).isEqualTo(DATA_SETS - 1);
            assertThat(result.complete()).isTrue();
            assertThat(result.failures()).hasSize(1);
            assertThat(result.failures().get(0).message()).contains("set-50.json:2:");
        }
        assertThat(cluster.failures()).isGreaterThan(failedBefore);
        try (EachFolder run = create("local")) {
            run.sample(EachEngine.threads(2), batch -> {}, () -> false);
        }
        assertThat(summaries("spark")).hasSize(1 + 3 * (DATA_SETS - 1)).isEqualTo(summaries("local"));
    }
}
