package dev.tandem.runs;

import dev.tandem.density.Variable;
import dev.tandem.inference.BoundModel;
import dev.tandem.inference.Model;
import dev.tandem.language.data.DataFile;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.runs.files.DamagedFileException;
import dev.tandem.runs.files.StoredFiles;
import dev.tandem.runs.files.TableReader;
import dev.tandem.runs.files.Trouble;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The model of a run as its folder holds it, without the draws: what a run needs to go on, or to be done again. */
public final class StoredModel {
    private final Path folder;
    private final RunDescription description;

    StoredModel(Path folder, RunDescription description) {
        this.folder = folder;
        this.description = description;
    }

    /**
     * Reads what the run in a folder is.
     *
     * @throws RunFolderException that says why it holds no run that can be read
     */
    public static StoredModel open(Path folder) {
        RunDescription description = describe(folder);
        try {
            refuseForeign(folder, description);
        } catch (IOException e) {
            throw unreadable(folder, e);
        }
        return new StoredModel(folder, description);
    }

    /**
     * Draws of another run tell that the description may be in the wrong place. Whether they are whole, or there, is left
     * to those who read them.
     */
    private static void refuseForeign(Path folder, RunDescription description) throws IOException {
        List<Variable> variables = ChainFiles.variables(folder, description).orElse(List.of());
        for (int chain = 0; chain < description.settings().chains(); chain++) {
            try {
                TableReader.expect(
                        ChainFiles.of(folder, chain).draws(), ChainFiles.describeDraws(description, chain, variables));
            } catch (DamagedFileException e) {
                if (e.foreign()) {
                    throw e;
                }
            } catch (NoSuchFileException e) {
                // None are read here.
            }
        }
    }

    /** What the run in a folder is. */
    static RunDescription describe(Path folder) {
        try {
            return DescriptionJson.read(RunLayout.description(folder));
        } catch (NoSuchFileException e) {
            if (RunLayout.isEach(folder)) {
                throw new RunFolderException(
                        folder + " holds a run over many data sets, in the tables data-sets.csv and summaries.csv", e);
            }
            throw new RunFolderException(
                    Files.isDirectory(folder)
                            ? folder + " holds no run: it has no "
                                    + (RunLayout.wasEach(folder) ? "each.json" : "run.json")
                            : "there is no folder " + folder,
                    e);
        } catch (IOException e) {
            throw unreadable(folder, e);
        }
    }

    private static RunFolderException unreadable(Path folder, IOException e) {
        return new RunFolderException(
                "the run in " + folder + " cannot be read: " + Trouble.with(e)
                        + (e instanceof DamagedFileException
                                ? "; put back the file as it was, or do the run again in another folder"
                                : ""),
                e);
    }

    public Path folder() {
        return folder;
    }

    /** Model, inputs, settings, versions. */
    public RunDescription description() {
        return description;
    }

    /**
     * The text of the model, if it is one in the BUGS language.
     *
     * @throws RunFolderException if it is not the one that the run was begun with
     */
    public Optional<String> text() {
        return description.dialect().map(dialect -> text(RunLayout.model(folder)));
    }

    /**
     * The data as they were read, if the model is one in the BUGS language.
     *
     * @throws RunFolderException if they are not those that the run was begun with
     */
    public Optional<DataSet> data() {
        return description.dialect().map(dialect -> {
            Path file = RunLayout.data(folder);
            return parse(file, text(file), dialect);
        });
    }

    private String text(Path file) {
        try {
            return text(file, description);
        } catch (IOException e) {
            throw unreadable(folder, e);
        }
    }

    /** A file that never changes, if it is what the run was begun with. */
    public static String text(Path file, RunDescription description) throws IOException {
        Optional<String> digest = description
                .seal()
                .map(seal -> seal.files().get(file.getFileName().toString()));
        try {
            return new String(
                    description.seal().isPresent()
                            ? StoredFiles.verified(file, digest.orElse(""))
                            : StoredFiles.bytes(file),
                    StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            throw new DamagedFileException(file, "it is missing");
        }
    }

    public static DataSet parse(Path file, String text, Dialect dialect) {
        return text.replaceAll("\\s", "").equals("{}")
                ? DataSet.empty()
                : DataFile.parse(SourceText.of(file.toString(), text), dialect);
    }

    /** The model bound to its data, reporting what the run reports; empty for a density written in Java. */
    public Optional<BoundModel> bound() {
        return text().map(text -> bind(description, text, data().orElseThrow()));
    }

    public static BoundModel bind(RunDescription description, String text, DataSet data) {
        BoundModel bound = Model.of(
                        SourceText.of(description.model(), text),
                        description.dialect().orElseThrow())
                .with(data)
                .summing(description.summing());
        List<String> monitored = description.monitored();
        return monitored.isEmpty() ? bound : bound.monitoring(monitored.toArray(new String[0]));
    }
}
