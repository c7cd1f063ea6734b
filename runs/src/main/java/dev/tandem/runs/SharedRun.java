package dev.tandem.runs;

import dev.tandem.density.MixedDensity;
import dev.tandem.language.DataSet;
import dev.tandem.sampling.Progress;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Statistic;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.HexFormat;
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
                    inWords ? Files.readString(RunLayout.model(folder)) : "",
                    inWords ? digest(Files.readAllBytes(RunLayout.data(folder))) : "");
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
        DataSet data = StoredRun.parse(file, data(file), run.dialect().orElseThrow());
        return Optional.of(StoredRun.bind(run, modelText, data).compile());
    }

    private String data(Path file) {
        try {
            byte[] data = Files.readAllBytes(file);
            if (!digest(data).equals(dataDigest)) {
                throw notShared(": there is another run in its folder of that name", null);
            }
            return new String(data, StandardCharsets.UTF_8);
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
            return Optional.of(Files.readString(file).strip()).filter(name -> !name.isEmpty());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * Brings one chain to a number of draws, from its checkpoint if it has one. A chain that has them already is read
     * through and left alone.
     *
     * @param number the chain, counted from 0
     * @param target draws to have in the end
     * @param density the density of {@link #compile}, asked for only if there is something to do
     * @return whether it has them; not if it was cancelled before
     */
    public boolean runChain(
            int number,
            int target,
            Supplier<MixedDensity> density,
            Progress.Listener listener,
            BooleanSupplier cancelled) {
        Path path = Path.of(folder);
        RunDescription run = description();
        try {
            if (isComplete(ChainFiles.of(path, number), target)) {
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
                    compiled, run.settings(), number, target, recorder.chain(number), listener, cancelled);
        } catch (IOException e) {
            throw new RunFolderException("the run in " + folder + " cannot be written: " + Trouble.with(e), e);
        }
    }

    /** Whether all draws are there as they were written. */
    private static boolean isComplete(ChainFiles files, int target) throws IOException {
        int columns = Statistic.variables().size()
                + files.variables().stream()
                        .mapToInt(variable -> variable.size())
                        .sum();
        return Files.exists(files.checkpoint())
                && TableReader.openVerified(files.draws(), columns).rows() >= target;
    }

    private static String digest(byte[] bytes) {
        return HexFormat.of().formatHex(sha256(bytes));
    }

    static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
