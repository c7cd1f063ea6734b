package dev.tandem.runs;

import dev.tandem.density.Variable;
import dev.tandem.draws.Draws;
import dev.tandem.draws.Summary;
import dev.tandem.inference.BoundModel;
import dev.tandem.inference.Model;
import dev.tandem.inference.Posterior;
import dev.tandem.language.DataFile;
import dev.tandem.language.DataSet;
import dev.tandem.language.Dialect;
import dev.tandem.language.SourceText;
import dev.tandem.sampling.ChainReport;
import dev.tandem.sampling.Recorded;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.WarmupHistory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/**
 * A run as its folder holds it, finished or not: the way back from files to models, draws and findings.
 *
 * <pre>{@code
 * StoredRun stored = StoredRun.open(Path.of("occupancy-run"));
 * Draws draws = stored.draws();                 // names, shapes, kinds; read from the files as they are asked for
 * double[][] energy = stored.run().statistic(Statistic.ENERGY);
 * WarmupHistory warmup = stored.warmups().get(0);
 * Tuning tuning = stored.chains().get(0).tuning();
 * Findings findings = stored.outcome().findings();
 * Optional<BoundModel> model = stored.model();  // compiled anew from the text and data in the folder
 * }</pre>
 *
 * <p>It shows the run at the moment when it was opened; a run that goes on may be opened again. No file stays open.
 */
public final class StoredRun {
    private final Path folder;
    private final RunDescription description;
    private final Recorded recorded;

    private StoredRun(Path folder, RunDescription description, Recorded recorded) {
        this.folder = folder;
        this.description = description;
        this.recorded = recorded;
    }

    /**
     * Opens a folder.
     *
     * @throws RunFolderException that says why it holds no run that can be read
     */
    public static StoredRun open(Path folder) {
        RunDescription description = describe(folder);
        try {
            List<Variable> variables = ChainFiles.of(folder, 0).variables();
            return new StoredRun(folder, description, FolderReader.read(folder, description, variables));
        } catch (IOException | JacksonException | IllegalArgumentException e) {
            throw new RunFolderException("the run in " + folder + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** What the run in a folder is. */
    static RunDescription describe(Path folder) {
        try {
            return DescriptionJson.read(Files.readAllBytes(RunLayout.description(folder)));
        } catch (NoSuchFileException e) {
            if (EachFolder.is(folder)) {
                throw new RunFolderException(
                        folder + " holds a run over many data sets, in the tables data-sets.csv and summaries.csv", e);
            }
            throw new RunFolderException(
                    Files.isDirectory(folder)
                            ? folder + " holds no run: it has no run.json"
                            : "there is no folder " + folder,
                    e);
        } catch (IOException | JacksonException | IllegalArgumentException | NullPointerException e) {
            throw new RunFolderException(
                    "the run in " + folder + " cannot be read: run.json is damaged or of another version ("
                            + e.getMessage() + ")",
                    e);
        }
    }

    public Path folder() {
        return folder;
    }

    /** Model, inputs, settings, versions. */
    public RunDescription description() {
        return description;
    }

    public Settings settings() {
        return description.settings();
    }

    /** The text of the model, if it is one in the BUGS language. */
    public Optional<String> modelText() {
        return description.dialect().isPresent() ? Optional.of(text(RunLayout.model(folder))) : Optional.empty();
    }

    /** The data as they were read, if the model is one in the BUGS language. */
    public Optional<DataSet> data() {
        if (!description.dialect().isPresent()) {
            return Optional.empty();
        }
        Path file = RunLayout.data(folder);
        return Optional.of(parse(file, text(file), description.dialect().get()));
    }

    static DataSet parse(Path file, String text, Dialect dialect) {
        return text.replaceAll("\\s", "").equals("{}")
                ? DataSet.empty()
                : DataFile.parse(SourceText.of(file.toString(), text), dialect);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new RunFolderException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** The model bound to its data, reporting what the run reports; empty for a density written in Java. */
    public Optional<BoundModel> model() {
        return modelText().map(text -> bind(description, text, data().orElseThrow()));
    }

    static BoundModel bind(RunDescription description, String text, DataSet data) {
        BoundModel bound = Model.of(
                        SourceText.of(description.model(), text),
                        description.dialect().orElseThrow())
                .with(data);
        List<String> monitored = description.monitored();
        return monitored.isEmpty() ? bound : bound.monitoring(monitored.toArray(new String[0]));
    }

    /** The run with its model, to predict from; empty for a density written in Java. */
    public Optional<Posterior> posterior() {
        return model().map(bound -> new Posterior(bound, run()));
    }

    /** The run as if it had just been done. */
    public Run run() {
        return new Run(
                description.kernel(),
                recorded.draws(),
                recorded.statistics(),
                recorded.kept(),
                recorded.warmups(),
                recorded.chains(),
                recorded.roles(),
                recorded.courses(),
                !finished());
    }

    /** The draws, read from the files as they are asked for; of a run that is not finished those that all share. */
    public Draws draws() {
        return recorded.draws();
    }

    /** A {@link dev.tandem.sampling.Statistic} of each draw, for the same chains and draws. */
    public Draws statistics() {
        return recorded.statistics();
    }

    /** The chains that {@link #draws} are of, counted from 0: all, unless the run was stopped. */
    public List<Integer> kept() {
        return recorded.kept();
    }

    /** How each chain warmed up, for all chains. */
    public List<WarmupHistory> warmups() {
        return recorded.warmups();
    }

    /** Tuning, counts and seconds of each chain, for all chains. */
    public List<ChainReport> chains() {
        return recorded.chains();
    }

    /** Whether the run came to its end: all draws are there, or what it was to reach was reached. */
    public boolean finished() {
        int needed = settings().until().isEmpty()
                ? settings().draws()
                : description.reached().orElse(Integer.MAX_VALUE);
        return recorded.draws().chains() == settings().chains()
                && recorded.draws().drawsPerChain() >= needed;
    }

    /** Whether some program is writing to the folder now. */
    public boolean going() {
        return RunLock.isHeld(folder);
    }

    /** The draws in numbers; takes a while for many draws of many unknowns. */
    public Summary summary() {
        return Outcome.summarise(run());
    }

    /** All that is said about the run: numbers and findings. */
    public Outcome outcome() {
        return new Outcome(
                description.model(),
                description.dimension(),
                description.sites(),
                description.settings(),
                description.compileSeconds(),
                Optional.of(folder),
                going(),
                run(),
                summary());
    }
}
