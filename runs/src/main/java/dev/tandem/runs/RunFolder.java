package dev.tandem.runs;

import dev.tandem.density.MixedDensity;
import dev.tandem.language.DataSet;
import dev.tandem.sampling.Cancellation;
import dev.tandem.sampling.Progress;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Sampling;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** A folder that a run is written to; it is locked until it is closed. {@link StoredRun} reads it. */
public final class RunFolder implements AutoCloseable {
    private final Path folder;
    private final RunDescription description;
    private final RunLock lock;
    private final Disk disk;

    private RunFolder(Path folder, RunDescription description, RunLock lock, Disk disk) {
        this.folder = folder;
        this.description = description;
        this.lock = lock;
        this.disk = disk;
    }

    /**
     * The text of a model and its data, which are kept in the folder so that the run can be done again from it alone.
     *
     * @param text the model in the BUGS language
     * @param data the data as they were read
     */
    public record Source(String text, DataSet data) {}

    /**
     * Begins a run in a folder, which is made if need be.
     *
     * @param source the model and its data; empty for a density written in Java
     * @param overwrite whether a run that is there may be deleted
     * @throws RunFolderException if the folder holds a run already, or cannot be written
     */
    public static RunFolder create(
            Path folder, RunDescription description, Optional<Source> source, boolean overwrite) {
        return create(folder, description, source, overwrite, Disk.real());
    }

    static RunFolder create(
            Path folder, RunDescription description, Optional<Source> source, boolean overwrite, Disk disk) {
        try {
            Files.createDirectories(folder);
            RunLock lock = RunLock.take(folder);
            try {
                clear(folder, overwrite);
                if (source.isPresent()) {
                    disk.write(RunLayout.model(folder), source.get().text().getBytes(StandardCharsets.UTF_8));
                    disk.write(
                            RunLayout.data(folder), DataJson.write(source.get().data()));
                }
                disk.replace(RunLayout.description(folder), DescriptionJson.write(description));
                return new RunFolder(folder, description, lock, disk);
            } catch (IOException | RuntimeException e) {
                lock.close();
                throw e;
            }
        } catch (IOException e) {
            throw new RunFolderException("cannot write to " + folder + ": " + e, e);
        }
    }

    private static void clear(Path folder, boolean overwrite) throws IOException {
        if (!Files.exists(RunLayout.description(folder))) {
            return;
        }
        if (!overwrite) {
            throw new RunFolderException(folder + " already holds a run; --overwrite replaces it");
        }
        Files.delete(RunLayout.description(folder));
        try (Stream<Path> files = Files.list(folder)) {
            files.filter(file -> file.getFileName().toString().startsWith("chain-"))
                    .forEach(RunFolder::delete);
        }
        Files.deleteIfExists(RunLayout.summary(folder));
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Takes up the run in a folder. */
    public static RunFolder resume(Path folder) {
        RunDescription description = StoredRun.describe(folder);
        try {
            return new RunFolder(folder, description, RunLock.take(folder), Disk.real());
        } catch (IOException e) {
            throw new RunFolderException("cannot write to " + folder + ": " + e, e);
        }
    }

    public RunDescription description() {
        return description;
    }

    /** Samples, going on where the chains left off. */
    public Run sample(MixedDensity density, Progress.Listener listener, Cancellation cancellation) {
        FolderRecorder recorder =
                new FolderRecorder(folder, description, density.space().reported(), disk);
        return Sampling.run(density, description.settings(), recorder, listener, cancellation);
    }

    /** Writes {@code summary.json}. */
    public void summarise(Outcome outcome) {
        try {
            disk.replace(
                    RunLayout.summary(folder),
                    (SummaryJson.render(outcome, outcome.findings()) + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new RunFolderException("cannot write to " + folder + ": " + e, e);
        }
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
