package dev.tandem.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher and the jar with Spark, as a user runs them. */
class SparkCommandIT {
    private static final Path ROOT = Path.of(System.getProperty("tandem.root"));

    @TempDir
    Path folder;

    private int launch(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(ROOT.resolve("tandem").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        builder.environment().put("SPARK_HOME", folder.resolve("home").toString());
        Process process = builder.start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        return process.exitValue();
    }

    /** An installation of Spark, as far as a driver needs one. */
    private void install() throws IOException {
        Path jars = Files.createDirectories(folder.resolve("home/jars"));
        for (String entry : System.getProperty("java.class.path").split(Pattern.quote(File.pathSeparator), -1)) {
            Path jar = Path.of(entry);
            String name = jar.getFileName().toString();
            if (name.endsWith(".jar") && !name.startsWith("tandem-")) {
                Files.createSymbolicLink(jars.resolve(name), jar);
            }
        }
    }

    @Test
    void theCommandSamplesOnSparkTheSameDraws() throws Exception {
        install();
        String[] sample = {
            "sample",
            ROOT.resolve("examples/zip/model.bug").toString(),
            "--data",
            ROOT.resolve("examples/zip/data.json").toString(),
            "--chains",
            "2",
            "--warmup",
            "60",
            "--draws",
            "60",
            "--quiet",
            "--no-report",
            "--out"
        };
        assertThat(launch(with(sample, folder.resolve("local").toString()))).isZero();
        int code =
                launch(with(sample, folder.resolve("spark").toString(), "--engine", "spark", "--master", "local[2]"));
        assertThat(Files.readString(folder.resolve("err"))).doesNotContain("Exception");
        assertThat(code).isZero();
        assertThat(SmallModel.digests(folder.resolve("spark")))
                .hasSize(4)
                .isEqualTo(SmallModel.digests(folder.resolve("local")));
    }

    private static String[] with(String[] arguments, String... more) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of(more));
        return all.toArray(new String[0]);
    }

    @Test
    void aWrongSparkIsRefused() throws Exception {
        assertThat(launch("sample", "--example", "gmm", "--engine=spark", "--out", "out"))
                .isEqualTo(3);
        assertThat(Files.readString(folder.resolve("err"))).contains("has no folder jars");
        Files.createDirectories(folder.resolve("home/jars"));
        assertThat(launch("sample", "--example", "gmm", "--engine", "spark", "--out", "out"))
                .isEqualTo(3);
        assertThat(Files.readString(folder.resolve("err"))).contains("Spark 4 for Scala 2.13");
    }
}
