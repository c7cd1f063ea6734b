package dev.tandem.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A cluster of two worker processes on this machine, each with one executor of one core. */
final class TestCluster {
    private static final String MASTER = "local-cluster[2,1,1024]";

    private TestCluster() {}

    static SparkCluster connect() {
        // Where Spark would be installed: its workers want the folder, the class path is handed to them.
        try {
            Files.createDirectories(Path.of(System.getenv("SPARK_HOME")).resolve("jars"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return SparkCluster.connect(
                Optional.of(MASTER),
                "tandem tests",
                Map.of(
                        "spark.executor.extraClassPath", System.getProperty("java.class.path"),
                        "spark.ui.enabled", "false",
                        "spark.driver.host", "127.0.0.1"),
                note -> {});
    }

    /** The processes that do the work; the workers themselves live in this one. */
    static List<ProcessHandle> executors() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().command().orElse("").endsWith("java"))
                .toList();
    }
}
