package dev.tandem.runs;

import dev.tandem.runs.files.Disk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.temporal.ChronoUnit;

/** The diary of a run folder: a line for each thing that happened to it. */
public final class RunLog {
    private final Path file;
    private final Clock clock;

    public RunLog(Path folder, Clock clock) {
        file = RunLayout.log(folder);
        this.clock = clock;
    }

    /** Adds a line. A diary that cannot be written must not stop the run that it is about. */
    public synchronized void add(String text) {
        String line = clock.instant().truncatedTo(ChronoUnit.SECONDS) + " "
                + text.strip().replace("\n", " ") + "\n";
        try (FileChannel channel = Disk.open(file, StandardOpenOption.APPEND)) {
            channel.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            // The disk is full, and that is said where it matters.
        }
    }
}
