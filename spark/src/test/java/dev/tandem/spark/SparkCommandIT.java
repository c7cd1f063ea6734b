package dev.tandem.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher and the jar with Spark, as a user runs them. */
class SparkCommandIT {
    private static final Path ROOT = Path.of(System.getProperty("tandem.root"));

    @TempDir
    Path folder;

    private int launch(String... arguments) throws IOException, InterruptedException {
        Process process = start(folder.resolve("home").toString(), arguments);
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        return process.exitValue();
    }

    /** Starts the command with Spark in that folder, or with none if it is empty. */
    private Process start(String sparkHome, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(ROOT.resolve("tandem").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().remove("SPARK_LOCAL_IP");
        builder.environment().remove("SPARK_CONF_DIR");
        builder.environment().put("SPARK_HOME", sparkHome);
        // Python's Spark must not be found: this Python says that it has none.
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Path python = Files.writeString(bin.resolve("python3"), "#!/bin/sh\nexit 1\n");
        assertThat(python.toFile().setExecutable(true)).isTrue();
        builder.environment().merge("PATH", bin.toString(), (path, first) -> first + File.pathSeparator + path);
        return builder.start();
    }

    /** Spark as Maven brings it to a machine that has none; the build has put it where the launcher looks. */
    @Test
    void theCommandSamplesOnSparkTheSameDraws() throws Exception {
        assertThat(ROOT.resolve("spark/jars/target/jars")).isDirectory();
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
        assertThat(end(start("", with(sample, folder.resolve("local").toString()))))
                .isZero();
        int code = end(start(
                "", with(sample, folder.resolve("spark").toString(), "--engine", "spark", "--master", "local[2]")));
        assertThat(Files.readString(folder.resolve("err")))
                .doesNotContain("Exception")
                .doesNotContain("fetching it by Maven");
        assertThat(code).isZero();
        assertThat(SmallModel.digests(folder.resolve("spark")))
                .hasSize(4)
                .isEqualTo(SmallModel.digests(folder.resolve("local")));
    }

    /**
     * On threads of this machine, whoever is on another one finds no port open. The folder that Spark fills is watched by
     * another program, whose page stops the run.
     */
    @Test
    void onThisMachineNothingIsOpenToOthersAndTheFolderIsWatched() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/self/net/tcp")), "this system does not tell its open ports in /proc");
        Process process = start(
                "",
                "sample",
                "--example",
                "gmm",
                // On one thread chains come one after the other, and a run is cut to what all of them have.
                "--chains",
                "1",
                "--draws",
                "1000000",
                "--thin",
                "1000",
                "--no-report",
                "--out",
                folder.resolve("run").toString(),
                "--engine",
                "spark",
                "--master",
                "local[1]");
        try {
            Set<String> addresses = new TreeSet<>();
            for (int tenths = 0; tenths < 1_200 && process.isAlive(); tenths++) {
                addresses.addAll(listening(process));
                if (Files.exists(folder.resolve("run/chain-1.warmup"))) {
                    break;
                }
                Thread.sleep(100);
            }
            assertThat(process.isAlive())
                    .as(Files.readString(folder.resolve("err")))
                    .isTrue();
            addresses.addAll(listening(process));
            // At least the ports of the driver and of its store of blocks, which a driver always has.
            assertThat(addresses).isNotEmpty().allMatch(SparkCommandIT::loopback);
            stopFromThePage(folder.resolve("run"));
            assertThat(end(process)).as(Files.readString(folder.resolve("err"))).isZero();
            assertThat(Files.readString(folder.resolve("run/log.txt"))).contains("stopped: ");
            assertThat(hasDraws(folder.resolve("run"))).isTrue();
        } finally {
            process.destroy();
            process.waitFor(1, TimeUnit.MINUTES);
        }
    }

    /** Waits until the page of a folder has a verdict and the folder draws, and presses its button. */
    private void stopFromThePage(Path run) throws Exception {
        Path said = folder.resolve("watch.out");
        Process watching = new ProcessBuilder(ROOT.resolve("tandem").toString(), "watch", run.toString())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            Pattern address = Pattern.compile("http://127\\.0\\.0\\.1:\\d+/[0-9a-f]{32}/");
            Matcher found = address.matcher("");
            for (int tenths = 0;
                    tenths < 600 && !found.reset(Files.readString(said)).find();
                    tenths++) {
                Thread.sleep(100);
            }
            URI page = URI.create(found.group());
            HttpClient client = HttpClient.newHttpClient();
            HttpRequest events = HttpRequest.newBuilder(page.resolve("events"))
                    .timeout(Duration.ofMinutes(2))
                    .build();
            try (Stream<String> lines =
                    client.send(events, HttpResponse.BodyHandlers.ofLines()).body()) {
                // The first look has a verdict, if only that it is too early for one.
                assertThat(lines.filter(line -> line.startsWith("data:") && line.contains("\"headline\""))
                                .findFirst())
                        .isPresent();
            }
            for (int tenths = 0; tenths < 600 && !hasDraws(run); tenths++) {
                Thread.sleep(100);
            }
            HttpRequest stop = HttpRequest.newBuilder(page.resolve("stop"))
                    .POST(HttpRequest.BodyPublishers.noBody())
                    .build();
            assertThat(client.send(stop, HttpResponse.BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
        } finally {
            watching.destroy();
            watching.waitFor(1, TimeUnit.MINUTES);
        }
    }

    private static boolean hasDraws(Path run) throws IOException {
        Path draws = run.resolve("chain-1.draws");
        // Its heading alone has less than a thousand bytes.
        return Files.exists(draws) && Files.size(draws) > 10_000;
    }

    /** The addresses at which a process or its children listen, as the kernel writes them. */
    private static List<String> listening(Process process) throws IOException {
        Set<String> sockets = new HashSet<>();
        for (ProcessHandle one : Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .toList()) {
            try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(one.pid()), "fd"))) {
                for (Path file : files.toList()) {
                    try {
                        sockets.add(Files.readSymbolicLink(file).toString());
                    } catch (IOException e) {
                        // Closed in the meantime.
                    }
                }
            } catch (IOException e) {
                // Ended in the meantime.
            }
        }
        List<String> found = new ArrayList<>();
        for (String table : List.of("/proc/self/net/tcp", "/proc/self/net/tcp6")) {
            if (Files.exists(Path.of(table))) {
                for (String line : Files.readAllLines(Path.of(table))) {
                    String[] words = line.trim().split("\\s+", -1);
                    if (words.length > 9 && words[3].equals("0A") && sockets.contains("socket:[" + words[9] + "]")) {
                        found.add(words[1]);
                    }
                }
            }
        }
        return found;
    }

    private static boolean loopback(String address) {
        return address.startsWith("0100007F:")
                || address.startsWith("0000000000000000FFFF00000100007F:")
                || address.startsWith("00000000000000000000000001000000:");
    }

    private static int end(Process process) throws InterruptedException {
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        return process.exitValue();
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
