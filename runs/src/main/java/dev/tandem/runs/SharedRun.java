package dev.tandem.runs;

import dev.tandem.density.MixedDensity;
import dev.tandem.density.Variable;
import dev.tandem.language.data.DataSet;
import dev.tandem.runs.files.DamagedFileException;
import dev.tandem.runs.files.Disk;
import dev.tandem.runs.files.StoredFiles;
import dev.tandem.runs.files.TableReader;
import dev.tandem.runs.files.Trouble;
import dev.tandem.sampling.Mark;
import dev.tandem.sampling.Progress;
import dev.tandem.sampling.Sampling;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * What another process needs in order to do chains of a run for the program that holds its folder: the text of the model,
 * the settings with their seed, and where the data and the files of the chains are. The folder has to be on a file system
 * that both see.
 */
public final class SharedRun implements Serializable {
    private static final long serialVersionUID = 1;
    private static final double PAUSE = 1;
    private static final String ANOTHER = ": there is another run in its folder of that name";

    private final String folder;
    private final byte[] description;
    private final String modelText;
    private final String dataDigest;

    private SharedRun(String folder, byte[] description, String modelText, String dataDigest) {
        this.folder = folder;
        this.description = description;
        this.modelText = modelText;
        this.dataDigest = dataDigest;
    }

    static SharedRun of(Path folder, RunDescription description) {
        try {
            boolean inWords = description.dialect().isPresent();
            return new SharedRun(
                    folder.toRealPath().toString(),
                    DescriptionJson.write(description),
                    inWords ? StoredModel.text(RunLayout.model(folder), description) : "",
                    inWords ? digest(StoredModel.text(RunLayout.data(folder), description)) : "");
        } catch (IOException e) {
            throw new RunFolderException("the run in " + folder + " cannot be read: " + Trouble.with(e), e);
        }
    }

    public RunDescription description() {
        return DescriptionJson.read(description);
    }

    /**
     * The model, compiled from its text and the data in the folder; empty for a density written in Java.
     *
     * @throws RunFolderException if this process sees no such folder, or another one of that name
     */
    public Optional<MixedDensity> compile() {
        if (modelText.isEmpty()) {
            return Optional.empty();
        }
        RunDescription run = description();
        Path file = RunLayout.data(Path.of(folder));
        DataSet data = StoredModel.parse(file, data(file), run.dialect().orElseThrow());
        return Optional.of(StoredModel.bind(run, modelText, data).compile());
    }

    private String data(Path file) {
        try {
            return new String(StoredFiles.verified(file, dataDigest), StandardCharsets.UTF_8);
        } catch (DamagedFileException e) {
            throw notShared(ANOTHER, e);
        } catch (IOException e) {
            throw notShared(" (" + Trouble.with(e) + ")", e);
        }
    }

    private RunFolderException notShared(String why, Throwable cause) {
        return new RunFolderException(
                "a worker on " + host() + " cannot see the run in " + folder + why
                        + "; the folder has to be on a file system that all workers share",
                cause);
    }

    private static String host() {
        return Optional.ofNullable(System.getenv("HOSTNAME"))
                .or(() -> readHost(Path.of("/etc/hostname")))
                .orElse("another machine");
    }

    private static Optional<String> readHost(Path file) {
        try {
            return Optional.of(new String(StoredFiles.bytes(file), StandardCharsets.UTF_8).strip())
                    .filter(name -> !name.isEmpty());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * Brings one chain to a mark, from its checkpoint if it has one. A chain that is there already is read through and
     * left alone.
     *
     * @param number the chain, counted from 0
     * @param mark where it is to come to
     * @param density the density of {@link #compile}, asked for only if there is something to do
     * @return whether it did; not if it was cancelled before
     */
    public boolean runChain(
            int number,
            Mark mark,
            Supplier<MixedDensity> density,
            Progress.Listener listener,
            BooleanSupplier cancelled) {
        Path path = Path.of(folder);
        RunDescription run = description();
        try {
            if (!DescriptionJson.read(RunLayout.description(path)).identity().equals(run.identity())) {
                throw notShared(ANOTHER, null);
            }
            if (isComplete(path, run, number, mark)) {
                return true;
            }
        } catch (IOException e) {
            throw notShared(" (" + Trouble.with(e) + ")", e);
        }
        MixedDensity compiled = density.get();
        RunLog log = new RunLog(path, Clock.systemUTC());
        try (FolderRecorder recorder =
                new FolderRecorder(path, run, compiled.space().reported(), Disk.real(), log, PAUSE)) {
            return Sampling.runChain(
                    compiled, run.settings(), number, mark, recorder.chain(number), listener, cancelled);
        } catch (IOException e) {
            throw new RunFolderException("the run in " + folder + " cannot be written: " + Trouble.with(e), e);
        }
    }

    /** Whether all draws are there as they were written; what is damaged is drawn again. */
    private static boolean isComplete(Path folder, RunDescription run, int chain, Mark mark) throws IOException {
        List<Variable> variables = ChainFiles.variables(folder, run).orElse(List.of());
        ChainFiles files = ChainFiles.of(folder, chain);
        try {
            Optional<Checkpoint> checkpoint = files.latest(run, chain);
            return checkpoint.isPresent()
                    && checkpoint.get().rounds() >= mark.rounds()
                    && !checkpoint.get().end().equals(Checkpoint.Lengths.UNKNOWN)
                    && TableReader.open(
                                            files.draws(),
                                            ChainFiles.describeDraws(run, chain, variables),
                                            FolderReader.columns(variables),
                                            checkpoint.get().end().draws())
                                    .rows()
                            >= mark.draws();
        } catch (DamagedFileException e) {
            return false;
        }
    }

    private static String digest(String text) {
        return StoredFiles.sha256(text.getBytes(StandardCharsets.UTF_8));
    }
}
