package dev.tandem.runs;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.density.Variable;
import dev.tandem.inference.BoundModel;
import dev.tandem.inference.Model;
import dev.tandem.inference.basis.Program;
import dev.tandem.inference.outcome.Outcome;
import dev.tandem.inference.outcome.SummaryJson;
import dev.tandem.language.data.DataSet;
import dev.tandem.runs.files.Disk;
import dev.tandem.runs.files.StoredFiles;
import dev.tandem.runs.files.Trouble;
import dev.tandem.sampling.Cancellation;
import dev.tandem.sampling.Progress;
import dev.tandem.sampling.Recorder;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A folder that a run is written to; nobody else can write to it until it is closed. {@link StoredRun} reads it, also
 * while it is written.
 */
public final class RunFolder implements AutoCloseable {
    /** Seconds that a chain goes without a checkpoint, if it could write one. */
    private static final double PAUSE = 1;

    private final Path folder;
    private final RunLock lock;
    private final Disk disk;
    private final double pause;
    private final RunLog log;
    private RunDescription description;
    private Optional<FolderRecorder> recorder = Optional.empty();

    private RunFolder(Path folder, RunDescription description, RunLock lock, Disk disk, double pause) {
        this.folder = folder;
        this.description = description;
        this.lock = lock;
        this.disk = disk;
        this.pause = pause;
        log = new RunLog(folder, Clock.systemUTC());
    }

    /**
     * The text of a model and its data, which are kept in the folder so that the run can be done again from it alone.
     *
     * @param text the model in the BUGS language
     * @param data the data as they were read
     */
    public record Source(String text, DataSet data) {}

    /**
     * Samples a model into a folder.
     *
     * @throws RunFolderException if the folder holds a run already, or cannot be written
     */
    public static StoredRun sample(Path folder, Model model, DataSet data, Settings settings) {
        CompiledDensity density = model.with(data).compile();
        RunDescription description = RunDescription.of(
                model.parsed().source().name(), Optional.of(model.parsed().dialect()), density.space(), settings);
        Source source = new Source(model.parsed().source().text(), data);
        try (RunFolder run = create(folder, description, density.space().reported(), Optional.of(source), false)) {
            return run.sampleAndSummarise(density);
        }
    }

    /**
     * Takes up the run of a model where it was stopped, or makes a finished one longer.
     *
     * @param draws draws to have in each chain in the end
     */
    public static StoredRun resume(Path folder, int draws) {
        try (RunFolder run = resume(folder)) {
            run.extend(run.description().settings().withDraws(draws));
            BoundModel model = run.model()
                    .bound()
                    .orElseThrow(() -> new RunFolderException("the run in " + folder + " is of a density in Java"));
            return run.sampleAndSummarise(model.compile());
        }
    }

    private StoredRun sampleAndSummarise(MixedDensity density) {
        sample(density, progress -> {}, new Cancellation());
        StoredRun stored = StoredRun.open(folder);
        summarise(stored.outcome());
        return stored;
    }

    /**
     * Begins a run in a folder, which is made if need be.
     *
     * @param reported the variables that the run reports
     * @param source the model and its data; empty for a density written in Java
     * @param overwrite whether a run that is there may be deleted
     * @throws RunFolderException if the folder holds a run already, or cannot be written
     */
    public static RunFolder create(
            Path folder,
            RunDescription description,
            List<Variable> reported,
            Optional<Source> source,
            boolean overwrite) {
        return create(folder, description, reported, source, overwrite, Disk.real(), PAUSE);
    }

    static RunFolder create(
            Path folder,
            RunDescription description,
            List<Variable> reported,
            Optional<Source> source,
            boolean overwrite,
            Disk disk,
            double pause) {
        boolean made = !Files.exists(folder);
        try {
            Files.createDirectories(folder);
            RunLayout.refuseStrangers(folder);
            RunLayout.refuseForeign(folder);
            RunLock lock = RunLock.take(folder);
            RunDescription sealed;
            try {
                refuse(folder, overwrite);
                clear(folder);
                Map<String, String> digests = new HashMap<>();
                if (source.isPresent()) {
                    byte[] text = source.get().text().getBytes(StandardCharsets.UTF_8);
                    byte[] data = DataJson.write(source.get().data());
                    disk.write(RunLayout.model(folder), text);
                    disk.write(RunLayout.data(folder), data);
                    digests.put(RunLayout.model(folder).getFileName().toString(), StoredFiles.sha256(text));
                    digests.put(RunLayout.data(folder).getFileName().toString(), StoredFiles.sha256(data));
                }
                sealed = description.sealed(digests, reported);
                FolderRecorder.prepare(folder, sealed, reported, disk);
                // Last: a folder that has it holds a whole run.
                disk.replace(RunLayout.description(folder), DescriptionJson.write(sealed));
            } catch (RunFolderException e) {
                lock.close();
                throw e;
            } catch (IOException | RuntimeException e) {
                clear(folder);
                lock.close();
                if (made) {
                    Files.deleteIfExists(RunLayout.lock(folder));
                    Files.deleteIfExists(folder);
                }
                throw e;
            }
            RunFolder run = new RunFolder(folder, sealed, lock, disk, pause);
            run.log("begun: " + description.model() + ", tandem " + description.version() + ", Java "
                    + description.java());
            return run;
        } catch (IOException e) {
            throw new RunFolderException("cannot write to " + folder + ": " + Trouble.with(e), e);
        }
    }

    private static void refuse(Path folder, boolean overwrite) {
        if (RunLayout.isEach(folder)) {
            throw new RunFolderException(
                    folder + " holds a run over many data sets",
                    null,
                    new RunFolderException.Remedy(RunFolderException.Way.RESUME_OR_ELSEWHERE, folder));
        }
        if (Files.exists(RunLayout.description(folder)) && !overwrite) {
            throw new RunFolderException(
                    folder + " already holds a run",
                    null,
                    new RunFolderException.Remedy(RunFolderException.Way.RESUME_OR_OVERWRITE, folder));
        }
    }

    /** Deletes the files of a run, its description first, and no others. */
    public static void clear(Path folder) throws IOException {
        Files.deleteIfExists(RunLayout.description(folder));
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(RunLayout::belongsToRun).toList()) {
                Files.delete(file);
            }
        }
    }

    /**
     * Takes up the run in a folder.
     *
     * @throws RunFolderException if it holds none, or if it is going on already
     */
    public static RunFolder resume(Path folder) {
        return resume(folder, Disk.real(), PAUSE);
    }

    static RunFolder resume(Path folder, Disk disk, double pause) {
        // So that a wrong name makes no lock there.
        StoredModel.describe(folder);
        try {
            RunLayout.refuseStrangers(folder);
            RunLock lock = RunLock.take(folder);
            RunFolder run = new RunFolder(folder, describe(folder, lock), lock, disk, pause);
            StopRequest.clear(folder);
            run.log("resumed, tandem " + Program.version() + ", Java " + Program.java());
            return run;
        } catch (IOException e) {
            throw new RunFolderException("cannot write to " + folder + ": " + Trouble.with(e), e);
        }
    }

    private static RunDescription describe(Path folder, RunLock lock) throws IOException {
        try {
            return StoredModel.describe(folder);
        } catch (RunFolderException e) {
            lock.close();
            throw e;
        }
    }

    public Path path() {
        return folder;
    }

    /** The model of the run; whether its draws can be read does not matter. */
    public StoredModel model() {
        return new StoredModel(folder, description);
    }

    /** What was found damaged on resuming and is drawn again, in words. */
    public List<String> repairs() {
        return recorder.map(FolderRecorder::repairs).orElse(List.of());
    }

    public RunDescription description() {
        return description;
    }

    /**
     * Changes what the run has to reach: more draws, another stopping rule. How its draws come about may not change.
     *
     * @throws RunFolderException if there are to be fewer draws than before
     */
    public void extend(Settings settings) {
        Settings before = description.settings();
        if (settings.draws() < before.draws()) {
            throw new RunFolderException("the run in " + folder + " has " + before.draws()
                    + " draws to make; on resuming there can be more, not " + settings.draws());
        }
        if (settings.equals(before)) {
            return;
        }
        describe(description.withSettings(settings).withReached(Optional.empty()));
    }

    private void describe(RunDescription other) {
        try {
            disk.replace(RunLayout.description(folder), DescriptionJson.write(other));
        } catch (IOException e) {
            throw new RunFolderException("cannot write to " + folder + ": " + Trouble.with(e), e);
        }
        description = other;
    }

    /** Takes the run down in this folder, going on where its chains left off. */
    public Recorder recorder(Space space) {
        List<Variable> stored = ChainFiles.variables(folder, description).orElse(space.reported());
        if (!stored.equals(space.reported())
                || space.dimension() != description.dimension()
                || space.sites() != description.sites()) {
            throw new RunFolderException("the run in " + folder + " is of another model than this one");
        }
        if (description.reached().isPresent()) {
            // What was drawn after the last anchor is drawn again, and until then the run is not at its end.
            describe(description.withReached(Optional.empty()));
        }
        FolderRecorder opened = new FolderRecorder(folder, description, space.reported(), disk, log, pause);
        recorder = Optional.of(opened);
        try {
            opened.repair();
        } catch (IOException e) {
            throw new RunFolderException("the run in " + folder + " cannot be written: " + Trouble.with(e), e);
        }
        return opened;
    }

    /** What other processes need in order to do chains of this run, while this program holds the folder. */
    public SharedRun share() {
        return SharedRun.of(folder, description);
    }

    /** Tells a listener how far chains are that other processes do. */
    public ChainWatch watch(Progress.Listener listener) {
        return new ChainWatch(folder, description, listener);
    }

    /** Samples, going on where the chains left off. */
    public Run sample(MixedDensity density, Progress.Listener listener, Cancellation cancellation) {
        StopRequest request = obey(cancellation);
        try {
            Run run = Sampling.run(density, description.settings(), recorder(density.space()), listener, cancellation);
            ended(run);
            return run;
        } finally {
            request.close();
        }
    }

    /** Cancels sampling when somebody asks for it by {@link StopRequest#leave}, until that is closed. */
    public StopRequest obey(Cancellation cancellation) {
        return StopRequest.obey(folder, cancellation);
    }

    /** Takes note that sampling came to an end, by itself or not. */
    public void ended(Run run) {
        if (!run.cancelled()) {
            describe(description.withReached(Optional.of(run.draws().drawsPerChain())));
        }
        log((run.cancelled() ? "stopped: " : "finished: ") + run.draws().drawsPerChain() + " draws of "
                + run.draws().chains() + " chains");
    }

    /** Writes {@code summary.json}. */
    public void summarise(Outcome outcome) {
        try {
            disk.replace(
                    RunLayout.summary(folder), (SummaryJson.render(outcome) + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new RunFolderException("cannot write to " + folder + ": " + Trouble.with(e), e);
        }
        outcome.findings().warnings().forEach(warning -> log("warning: " + warning.what()));
    }

    /** Adds a line to the diary of the run. */
    public void log(String text) {
        log.add(text);
    }

    @Override
    public void close() {
        try {
            try {
                if (recorder.isPresent()) {
                    recorder.get().close();
                }
            } finally {
                lock.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
