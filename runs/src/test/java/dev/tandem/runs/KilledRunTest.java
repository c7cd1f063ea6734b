package dev.tandem.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program that is killed again and again, as by {@code kill -9}, at random moments of one run: it ends with the bytes
 * of a run that was left alone.
 */
class KilledRunTest {
    private static final long SEED = 5;

    /** About as many lines as the program prints in a run that is left alone. */
    private static final int ALL_LINES = 1_000;

    /** Milliseconds that a program may have after the line at which it is killed. */
    private static final int MOST_MILLISECONDS = 4;

    @TempDir
    Path temporary;

    @Test
    void endsWithTheBytesOfARunThatWasLeftAlone() throws Exception {
        kill(10);
    }

    /** Writes the table of docs/runs.md. */
    @Test
    @Tag("long")
    void endsWithTheBytesOfARunThatWasLeftAloneHoweverOften() throws Exception {
        Files.write(Path.of("target", "killed-run.txt"), kill(50));
    }

    private List<String> kill(int times) throws Exception {
        Path alone = temporary.resolve("alone");
        assertThat(killAfter(start(alone), Integer.MAX_VALUE, 0)).isEmpty();
        Map<String, String> expected = SmallRun.digests(alone);
        assertThat(expected).hasSize(4);

        SplittableRandom random = new SplittableRandom(SEED);
        Path folder = temporary.resolve("killed");
        List<String> table = new ArrayList<>();
        table.add("kill  chain 1 could go on    chain 2 could go on    last heard");
        int kills = 0;
        boolean ended = false;
        while (!ended) {
            int lines = kills < times ? 1 + random.nextInt(ALL_LINES * 3 / 2 / times) : Integer.MAX_VALUE;
            Optional<String> heard = killAfter(start(folder), lines, random.nextInt(MOST_MILLISECONDS + 1));
            ended = heard.isEmpty();
            if (!ended) {
                kills++;
                table.add(String.format(
                        Locale.ROOT, "%4d  %-21s  %-21s  %s", kills, place(folder, 0), place(folder, 1), heard.get()));
            }
        }
        Map<String, String> got = SmallRun.digests(folder);
        table.add("");
        table.add("file            sha-256 of the killed run  sha-256 of the other");
        new TreeMap<>(expected)
                .forEach((name, digest) -> table.add(String.format(
                        Locale.ROOT,
                        "%-14s  %s           %s",
                        name,
                        got.get(name).substring(0, 16),
                        digest.substring(0, 16))));
        assertThat(kills).as("kills before the run came to its end").isEqualTo(times);
        assertThat(got).isEqualTo(expected);
        return table;
    }

    /** Kills a program a while after it has printed so many lines; says what it printed last, or nothing if it ended. */
    private static Optional<String> killAfter(Process process, int lines, int milliseconds) throws Exception {
        String last = "";
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (int i = 0; i < lines; i++) {
                String line = out.readLine();
                if (line == null) {
                    assertThat(process.waitFor()).isZero();
                    return Optional.empty();
                }
                last = line;
            }
            Thread.sleep(milliseconds);
            // Through its handle: the process itself would close its output.
            assertThat(process.toHandle().destroyForcibly()).isTrue();
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                last = line;
            }
        }
        process.waitFor();
        return Optional.of(last);
    }

    private static Process start(Path folder) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        // Starts faster, and shows that bits do not depend on how the code was compiled.
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xshare:auto",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledRun.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static String place(Path folder, int chain) throws IOException {
        if (!Files.exists(folder.resolve("run.json"))) {
            return "not yet";
        }
        RunDescription description = StoredRun.describe(folder);
        return ChainFiles.of(folder, chain).checkpoints().stream()
                .findFirst()
                .map(checkpoint -> checkpoint.place(description.settings()))
                .orElse("from its start");
    }
}
