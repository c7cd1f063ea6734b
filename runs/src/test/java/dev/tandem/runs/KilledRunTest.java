package dev.tandem.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.runs.files.Disk;
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
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program that is killed, as by {@code kill -9}, at random moments of a run, and many a time again when it goes on:
 * whoever goes on from what was left behind ends with the bytes of a run that was left alone.
 */
@Order(1)
@Tag("normal")
class KilledRunTest {
    private static final long SEED = 5;

    /** Milliseconds that a program may have after the line at which it is killed. */
    private static final int MOST_MILLISECONDS = 4;

    @TempDir
    Path temporary;

    @Test
    void endsWithTheBytesOfARunThatWasLeftAlone() throws Exception {
        kill(6);
    }

    /** Writes the table of docs/runs.md. */
    @Test
    @Tag("long")
    void endsWithTheBytesOfARunThatWasLeftAloneHoweverOften() throws Exception {
        Files.write(Path.of("target", "killed-run.txt"), kill(50));
    }

    private List<String> kill(int times) throws Exception {
        Path alone = temporary.resolve("alone");
        int allLines = linesUntilItsEnd(start(alone));
        Map<String, String> expected = SmallRun.digests(alone);
        assertThat(expected).hasSize(4);

        SplittableRandom random = new SplittableRandom(SEED);
        List<String> table = new ArrayList<>();
        table.add(row("kill", "after", "phase", "it was", "chain 1 goes on", "chain 2 goes on", "same bytes"));
        Path folder = temporary;
        boolean killedOnce = false;
        int folders = 0;
        for (int kills = 1; kills <= times; ) {
            // One that has been killed once goes on and is killed again, early enough that it has not come to its end.
            if (!killedOnce) {
                folder = temporary.resolve("killed-" + ++folders);
            }
            int lines = 1 + random.nextInt(killedOnce ? allLines / 8 : allLines);
            Optional<Killed> killed = killAfter(start(folder), lines, random.nextInt(MOST_MILLISECONDS + 1));
            killedOnce = !killedOnce && killed.isPresent();
            if (killed.isEmpty()) {
                continue;
            }
            Path copy = copy(folder, temporary.resolve("copy-" + kills));
            String first = place(copy, 0);
            String second = place(copy, 1);
            KilledRun.goOn(copy, Disk.real(), progress -> {});
            boolean same = SmallRun.digests(copy).equals(expected);
            Killed moment = killed.get();
            table.add(row(
                    Integer.toString(kills++),
                    moment.milliseconds() + " ms",
                    moment.phase(),
                    moment.doing(),
                    first,
                    second,
                    same ? "yes" : "NO"));
            assertThat(same).as(String.join("\n", table)).isTrue();
        }
        return table;
    }

    private static int linesUntilItsEnd(Process process) throws Exception {
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            int lines = (int) out.lines().count();
            assertThat(process.waitFor()).isZero();
            return lines;
        }
    }

    private static String row(String... cells) {
        return String.format(Locale.ROOT, "%4s  %8s  %-8s  %-29s  %-23s  %-23s  %s", (Object[]) cells);
    }

    /**
     * The moment at which a program was killed.
     *
     * @param milliseconds since it was started
     * @param phase where its chains were when one of them last said so
     * @param doing what it had said last
     */
    private record Killed(long milliseconds, String phase, String doing) {}

    /** Kills a program a while after it has printed so many lines; empty if it came to its end. */
    private static Optional<Killed> killAfter(Process process, int lines, int milliseconds) throws Exception {
        long begun = System.nanoTime();
        long after;
        List<String> heard = new ArrayList<>();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (int i = 0; i < lines; i++) {
                String line = out.readLine();
                if (line == null) {
                    assertThat(process.waitFor()).isZero();
                    return Optional.empty();
                }
                heard.add(line);
            }
            Thread.sleep(milliseconds);
            // Through its handle: the process itself would close its output.
            assertThat(process.toHandle().destroyForcibly()).isTrue();
            after = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
            out.lines().forEach(heard::add);
        }
        process.waitFor();
        String phase = heard.stream()
                .filter(List.of(KilledRun.WARMING_UP, KilledRun.SAMPLING)::contains)
                .reduce((earlier, later) -> later)
                .map(said -> said.equals(KilledRun.SAMPLING) ? "sampling" : "warmup")
                .orElse("start");
        return Optional.of(new Killed(after, phase, heard.get(heard.size() - 1)));
    }

    private static Path copy(Path from, Path to) throws IOException {
        Files.createDirectory(to);
        if (Files.exists(from)) {
            try (Stream<Path> files = Files.list(from)) {
                for (Path file : files.toList()) {
                    Files.copy(file, to.resolve(file.getFileName()));
                }
            }
        }
        return to;
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
        RunDescription description = StoredModel.describe(folder);
        return ChainFiles.of(folder, chain)
                .latest(description, chain)
                .map(checkpoint -> checkpoint.place(description.settings()))
                .orElse("from its start");
    }
}
