package dev.tandem.runs;

import dev.tandem.density.Variable;
import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.Summary;
import dev.tandem.inference.BoundModel;
import dev.tandem.inference.Posterior;
import dev.tandem.inference.export.Export;
import dev.tandem.inference.outcome.Outcome;
import dev.tandem.inference.page.RunReport;
import dev.tandem.language.data.DataSet;
import dev.tandem.report.findings.Wording;
import dev.tandem.runs.files.DamagedFileException;
import dev.tandem.sampling.ChainReport;
import dev.tandem.sampling.Progress;
import dev.tandem.sampling.Recorded;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.WarmupHistory;
import java.io.IOException;
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
    private final StoredModel stored;
    private final Recorded recorded;

    private StoredRun(StoredModel stored, Recorded recorded) {
        this.stored = stored;
        this.recorded = recorded;
    }

    /**
     * Opens a folder. Every draw that there is, and all else that is read, is held against its checksum.
     *
     * @throws RunFolderException that says why it holds no run that can be read, or what in it is damaged
     */
    public static StoredRun open(Path folder) {
        StoredModel stored = StoredModel.open(folder);
        RunDescription description = stored.description();
        try {
            List<Variable> variables = ChainFiles.variables(folder, description)
                    .orElseThrow(() -> new DamagedFileException(
                            ChainFiles.of(folder, 0).draws(),
                            "neither it nor the table of another chain has a header"));
            return new StoredRun(stored, FolderReader.read(folder, description, variables));
        } catch (DamagedFileException e) {
            throw new RunFolderException(
                    "the run in " + folder + " cannot be read: " + e.getMessage(),
                    e,
                    new RunFolderException.Remedy(RunFolderException.Way.RESUME_REPAIRS, folder));
        } catch (IOException | JacksonException | IllegalArgumentException e) {
            throw new RunFolderException("the run in " + folder + " cannot be read: " + e.getMessage(), e);
        }
    }

    public Path folder() {
        return stored.folder();
    }

    /** Model, inputs, settings, versions. */
    public RunDescription description() {
        return stored.description();
    }

    public Settings settings() {
        return description().settings();
    }

    /** The text of the model, if it is one in the BUGS language. */
    public Optional<String> modelText() {
        return stored.text();
    }

    /** The data as they were read, if the model is one in the BUGS language. */
    public Optional<DataSet> data() {
        return stored.data();
    }

    /** The model bound to its data, reporting what the run reports; empty for a density written in Java. */
    public Optional<BoundModel> model() {
        return stored.bound();
    }

    /** The run with its model, to predict from; empty for a density written in Java. */
    public Optional<Posterior> posterior() {
        return model().map(bound -> new Posterior(bound, settings(), run()));
    }

    /** The run as if it had just been done. */
    public Run run() {
        return new Run(
                description().kernel(),
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
                : description().reached().orElse(Integer.MAX_VALUE);
        return recorded.draws().chains() == settings().chains()
                && recorded.draws().drawsPerChain() >= needed;
    }

    /** Whether some program is writing to the folder now. */
    public boolean going() {
        return RunLock.isHeld(folder());
    }

    /** Tells a listener how far the chains are, as their checkpoints say, whoever does them. */
    public ChainWatch watch(Progress.Listener listener) {
        return new ChainWatch(folder(), description(), listener);
    }

    /** The draws in numbers; takes a while for many draws of many unknowns. */
    public Summary summary() {
        return outcome().summary();
    }

    /** The run for other programs. */
    public Export export() {
        return Export.of(description().model(), description().version(), settings(), run())
                .by(this::model);
    }

    /** A page about the run, from all that the folder holds. */
    public RunReport report() {
        return report(outcome());
    }

    /** A page about the run, whose outcome is known. */
    public RunReport report(Outcome outcome) {
        RunDescription description = description();
        RunReport report = RunReport.of(outcome).madeBy(description.version());
        if (!description.monitored().isEmpty()) {
            report.setting("monitored", String.join(", ", description.monitored()));
        }
        report.setting("begun", description.begun().toString())
                .setting("version", "Tandem " + description.version() + " on Java " + description.java());
        modelText().ifPresent(report::modelText);
        for (RunDescription.Input input : description.inputs()) {
            String digest =
                    input.sha256().substring(0, Math.min(16, input.sha256().length()));
            report.input(input.file(), input.role() + ", " + input.bytes() + " bytes, SHA-256 " + digest);
        }
        data().ifPresent(report::data);
        if (outcome.hasDraws()) {
            posterior().ifPresent(report::predictedBy);
        }
        return report;
    }

    /** All that is said about the run: numbers and findings. */
    public Outcome outcome() {
        Outcome outcome = outcome(Outcome.summarise(run()));
        // Binding a model takes a moment, and is needed only where a discrete unknown is summed out or never changed.
        return outcome.still() || outcome.summedOut()
                ? model().map(outcome::heldAgainst).orElse(outcome)
                : outcome;
    }

    /** What can be said about the run at a glance, from so many draws of each chain at most. */
    public Outcome glance(int most) {
        return outcome(Outcome.glance(run(), most));
    }

    private Outcome outcome(Summary summary) {
        return new Outcome(
                description().model(),
                description().dimension(),
                description().sites(),
                settings(),
                description().compileSeconds(),
                Optional.of(folder()),
                going(),
                run(),
                summary,
                Wording.plain(),
                Optional.empty(),
                Optional.empty());
    }
}
