package dev.tandem.cli.sample;

import dev.tandem.cli.commands.ReportCommand;
import dev.tandem.cli.examples.Example;
import dev.tandem.cli.options.ExitCode;
import dev.tandem.cli.options.Interruption;
import dev.tandem.cli.options.MemoryNeed;
import dev.tandem.cli.options.ModelFiles;
import dev.tandem.cli.options.OptionGroup;
import dev.tandem.cli.options.OptionWords;
import dev.tandem.cli.options.OutputOptions;
import dev.tandem.cli.options.QuietOption;
import dev.tandem.cli.options.Sampler;
import dev.tandem.cli.options.Subcommand;
import dev.tandem.cli.screen.ProgressDisplay;
import dev.tandem.draws.NearMiss;
import dev.tandem.inference.Model;
import dev.tandem.inference.outcome.Outcome;
import dev.tandem.language.data.DataSet;
import dev.tandem.report.findings.Findings;
import dev.tandem.runs.RunDescription;
import dev.tandem.runs.RunFolder;
import dev.tandem.runs.StopRequest;
import dev.tandem.runs.StoredModel;
import dev.tandem.runs.StoredRun;
import dev.tandem.runs.cluster.Cluster;
import dev.tandem.runs.each.EachEngine;
import dev.tandem.runs.each.EachFolder;
import dev.tandem.sampling.Cancellation;
import dev.tandem.sampling.Progress;
import dev.tandem.sampling.Recorder;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Samples a model and prints what was found. */
@Command(
        name = "sample",
        usageHelpWidth = 90,
        description = "Sample a model: warmup finds all tuning, then every chain draws.",
        footer = {
            "",
            "Examples:",
            "  tandem sample model.bug --data data.json",
            "  tandem sample model.bug --data data.R --monitor mu,sigma --draws 4000",
            "  tandem sample model.bug --data data.json --until ess=400 --max-time 10m",
            "  tandem sample model.bug --data data.json --out first-run",
            "  tandem sample model.bug --data data.json --out first-run --watch",
            "  tandem sample --resume first-run               go on after a stop or a crash",
            "  tandem sample --resume first-run --draws 4000  make a finished run longer",
            "  tandem sample --like first-run --seed 2        the same again with another seed",
            "  tandem sample model.bug --data shared.json --each documents --out posteriors",
            "  tandem sample --resume first-run --engine spark --master spark://HOST:7077",
            "  tandem sample --example topic --sampler mid-step --json > summary.json",
            "  tandem sample --example gmm --strict --quiet && echo converged",
            "",
            "Progress goes to standard error, results to standard output. Ctrl-C stops the chains,",
            "keeps what was drawn and prints the summary. The same seed gives the same draws,",
            "whatever the number of threads, and however often a run in a folder was stopped."
        })
public final class SampleCommand extends Subcommand {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "MODEL",
            description = "The model file, in the language of JAGS/BUGS.")
    private Path modelFile;

    @Mixin
    private final ModelFiles files = new ModelFiles();

    @Option(
            names = "--init",
            paramLabel = "FILE",
            description =
                    "Start values by name: one file for all chains, or one for each; what they leave out is found.")
    private List<Path> initFiles = new ArrayList<>();

    @Option(
            names = "--example",
            paramLabel = "NAME",
            description = "A built-in density to sample instead of a model file; 'tandem examples' lists them.")
    private String exampleName;

    @Option(
            names = "--each",
            paramLabel = "DIR",
            description =
                    "Sample the model once for each file in this folder, together with what --data has in common; "
                            + "--out gets tables of summaries.")
    private Path each;

    @Mixin
    private final SamplingOptions options = new SamplingOptions();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Write the run to this folder while it goes, so that it can be taken up again, reported on "
                    + "and exported.")
    private Path out;

    @Option(names = "--overwrite", description = "Replace a run that --out already holds.")
    private boolean overwrite;

    @Option(names = "--no-report", description = "Write no report.html into the folder of --out.")
    private boolean withoutReport;

    @Option(
            names = "--resume",
            paramLabel = "RUN",
            description = "Go on with the run in this folder, to the same draws as if it had never stopped. "
                    + "--draws may be raised.")
    private Path resumed;

    @Option(
            names = "--like",
            paramLabel = "RUN",
            description = "Do the run in this folder again, from its own copy of model and data; other options change "
                    + "what they say.")
    private Path like;

    @Mixin
    private final EngineOptions engine = new EngineOptions();

    @Mixin
    private final WatchOptions watch = new WatchOptions();

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Mixin
    private final QuietOption progress = new QuietOption();

    @Override
    protected List<OptionGroup> groups() {
        return List.of(files, options, engine, watch, output);
    }

    @Override
    public boolean flag(String name) {
        return output.flag(name) || progress.flag(name);
    }

    @Override
    public boolean option(String name, String value) {
        return files.option(name, value) || options.option(name, value) || output.option(name, value);
    }

    @Override
    public boolean argument(String value) {
        if (modelFile != null) {
            return false;
        }
        modelFile = Path.of(value);
        return true;
    }

    @Override
    public boolean complete() {
        return modelFile != null;
    }

    @Override
    public Integer call() {
        output.check();
        options.maxTime();
        Settings settings = options.over(Settings.defaults());
        checkSource();
        engine.check(out != null || resumed != null);
        boolean many = each != null || (resumed != null && EachFolder.is(resumed));
        watch.check(many);
        try (Watching watching = Watching.of(watch, err())) {
            int code = sample(settings, many, watching);
            while (watching.goesOn()) {
                code = sample(settings, many, watching);
            }
            return code;
        }
    }

    /** For a run that another command takes up again: results and complaints go where those of that command go. */
    static SampleCommand resuming(Path folder, Subcommand elsewhere) {
        SampleCommand command = new SampleCommand();
        command.readBy(elsewhere::spec, elsewhere.out(), elsewhere.err());
        command.progress.flag("--quiet");
        command.resumed = folder;
        return command;
    }

    /** Samples until the run ends or is stopped, and says what came of it; returns the exit code. */
    private int sample(Settings settings, boolean many, Watching watching) {
        PrintWriter err = err();
        Cancellation cancellation = new Cancellation();
        Interruption interruption = new Interruption(cancellation, resumed != null || out != null);
        try {
            if (many) {
                interruption.begin();
                return sampleEach(settings, err, cancellation);
            }
            Lap lap = new Lap(cancellation, interruption, watching);
            Outcome outcome;
            if (watching.stoppedIn().isPresent()) {
                outcome =
                        resume(watching.stoppedIn().get(), before -> before.withThreads(settings.threads()), err, lap);
            } else if (resumed != null) {
                outcome = resume(resumed, options::resuming, err, lap);
            } else {
                outcome = begin(like != null ? again(err) : subject(settings, err), err, lap);
            }
            watching.ended(outcome);
            if (outcome.stopped() && !outcome.hasDraws() && !interruption.happened()) {
                return endedBeforeDraws(outcome, err);
            }
            int code = output.print(outcome, out(), err);
            if (outcome.folder().isPresent() && !withoutReport) {
                report(outcome, lap, err);
            }
            return code;
        } finally {
            out().flush();
            err.flush();
            interruption.close();
        }
    }

    /** Says that there is nothing to show; returns the exit code. */
    private int endedBeforeDraws(Outcome outcome, PrintWriter err) {
        String cause = options.maxTimeText() == null
                ? "the run was stopped before the first draw. "
                : "the time was over before the first draw: --max-time " + options.maxTimeText()
                        + " is too short for warmup. ";
        err.println("tandem sample: " + cause
                + outcome.folder()
                        .map(folder -> "To go on: tandem sample --resume " + folder)
                        .orElse("Give more time, or a shorter --warmup; with --out DIR it could have gone on."));
        return ExitCode.FAILED;
    }

    private void checkSource() {
        if (resumed != null || like != null) {
            String option = resumed != null ? "--resume" : "--like";
            if (resumed != null && like != null) {
                throw bad("give either --resume or --like, not both");
            }
            if (modelFile != null || exampleName != null || each != null || !initFiles.isEmpty() || files.given()) {
                throw bad(option + " takes the model and its data from the folder of the run");
            }
            if (resumed != null && out != null) {
                throw bad("--resume goes on in the folder of the run; --out cannot be given");
            }
        } else {
            checkModel();
        }
        if (withoutReport && out == null && resumed == null) {
            throw bad("--no-report needs --out or --resume");
        }
        if (overwrite && out == null) {
            throw bad("--overwrite needs --out");
        }
    }

    private void checkModel() {
        if (modelFile != null && exampleName != null) {
            throw bad("give either a model file or --example, not both");
        }
        if (modelFile == null && exampleName == null) {
            throw bad("no model was given: tandem sample MODEL --data FILE, or tandem sample --example gmm");
        }
        if (modelFile == null && !initFiles.isEmpty()) {
            throw bad("--init needs a model file");
        }
        if (each != null) {
            checkEach();
        }
        if (exampleName != null && Example.find(exampleName).isEmpty()) {
            String hint = NearMiss.hint(exampleName, Example.names());
            throw bad("unknown example " + exampleName
                    + (hint.isEmpty() ? "; 'tandem examples' lists those there are" : hint));
        }
    }

    private void checkEach() {
        if (modelFile == null) {
            throw bad("--each needs a model file");
        }
        if (!initFiles.isEmpty()) {
            throw bad("--init cannot be given with --each: start values are searched for in each data set");
        }
        if (out == null) {
            throw bad("--each writes tables to a folder: give --out DIR");
        }
    }

    /** One posterior for each of many data sets. */
    private int sampleEach(Settings settings, PrintWriter err, Cancellation cancellation) {
        EachSample sample = new EachSample(out(), err, progress.quiet());
        Optional<Deadline> deadline = options.maxTime().map(time -> new Deadline(time, cancellation));
        try {
            if (engine.cluster()) {
                String name = each == null ? resumed.toString() : modelFile.toString();
                try (Cluster cluster = engine.connect(name, err);
                        EachFolder folder = eachFolder(settings)) {
                    return sample.print(
                            folder, sample.run(folder, cluster, cancellation), output.json(), output.strict());
                }
            }
            try (EachFolder folder = eachFolder(settings)) {
                EachEngine threads = EachEngine.threads(settings.threads());
                return sample.print(folder, sample.run(folder, threads, cancellation), output.json(), output.strict());
            }
        } finally {
            deadline.ifPresent(Deadline::stop);
        }
    }

    private EachFolder eachFolder(Settings settings) {
        if (resumed != null) {
            options.resumingEach();
            EachFolder folder = EachFolder.resume(resumed);
            tellRepairs(folder.repairs(), err());
            return folder;
        }
        Model model = files.read(modelFile);
        DataSet common = files.data();
        RunDescription description = RunDescription.ofEach(modelFile.toString(), files.dialect(), settings)
                .from(
                        new Inputs()
                                .add("model", List.of(modelFile))
                                .add("data", files.dataFiles())
                                .list(),
                        files.monitored(),
                        files.summing().under(settings.kernel().isPresent()),
                        0);
        return EachFolder.create(out, each, description, model.parsed().source().text(), common, overwrite);
    }

    private Subjects subjects(PrintWriter err) {
        return new Subjects(this, files, err);
    }

    private Subject subject(Settings settings, PrintWriter err) {
        return modelFile == null
                ? Subjects.builtIn(exampleName, settings)
                : subjects(err).read(modelFile, initFiles, settings, progress.quiet(), out != null);
    }

    /** The model of an earlier run, from its folder alone. */
    private Subject again(PrintWriter err) {
        StoredModel stored = StoredModel.open(like);
        Settings settings =
                stored.description().settings().withThreads(Settings.defaults().threads());
        return subjects(err).stored(stored, options.over(settings));
    }

    /** What can stop the chains, and who watches them. */
    private record Lap(Cancellation cancellation, Interruption interruption, Watching watching) {}

    private Outcome begin(Subject subject, PrintWriter err, Lap lap) {
        MemoryNeed.check(this::spec, subject.density().space(), subject.settings(), out != null);
        if (out == null) {
            Recorder recorder = Recorder.inMemory(subject.density().space(), subject.settings());
            Run run = sample(
                    subject,
                    recorder,
                    err,
                    lap,
                    Optional.empty(),
                    listener -> Sampling.run(
                            subject.density(), subject.settings(), recorder, listener, lap.cancellation()));
            return outcome(subject, Optional.empty(), run);
        }
        // A cluster that cannot be reached leaves no folder behind.
        try (Place place = place(subject, err);
                RunFolder folder = RunFolder.create(
                        out, subject.describe(), subject.density().space().reported(), subject.source(), overwrite)) {
            return sampleInto(folder, place, subject, err, lap);
        }
    }

    private Outcome resume(Path run, UnaryOperator<Settings> changed, PrintWriter err, Lap lap) {
        try (RunFolder folder = RunFolder.resume(run)) {
            Settings settings = changed.apply(folder.description().settings());
            Subject subject = subjects(err).stored(folder.model(), settings);
            try (Place place = place(subject, err)) {
                folder.extend(settings);
                return sampleInto(folder, place, subject, err, lap);
            }
        }
    }

    private Place place(Subject subject, PrintWriter err) {
        return engine.cluster() ? Place.on(engine.connect(subject.name(), err)) : Place.here();
    }

    private Outcome sampleInto(RunFolder folder, Place place, Subject subject, PrintWriter err, Lap lap) {
        Recorder recorder = folder.recorder(subject.density().space());
        tellRepairs(folder.repairs(), err);
        Run run;
        StopRequest request = folder.obey(lap.cancellation());
        try {
            run = sample(
                    subject,
                    recorder,
                    err,
                    lap,
                    Optional.of(folder.path()),
                    listener -> place.sample(folder, subject, recorder, listener, lap.cancellation()));
        } finally {
            request.close();
        }
        folder.ended(run);
        Outcome outcome = outcome(subject, Optional.of(folder.path()), run);
        folder.summarise(outcome);
        return outcome;
    }

    private static void tellRepairs(List<String> repairs, PrintWriter err) {
        repairs.forEach(damage -> err.println("note: " + damage + "; what is lost is drawn again"));
        err.flush();
    }

    /** Writes the page into the folder of the run. A run without a page is a run all the same. */
    private void report(Outcome outcome, Lap lap, PrintWriter err) {
        Path folder = outcome.folder().orElseThrow();
        if (lap.interruption().happened()) {
            if (outcome.hasDraws()) {
                err.println("note: 'tandem report " + folder + "' writes a page about what was drawn");
            }
            return;
        }
        out().flush();
        Path file = folder.resolve(ReportCommand.FILE);
        try {
            StoredRun stored = StoredRun.open(folder);
            ReportCommand.write(stored, outcome, file);
            if (!progress.quiet()) {
                err.println("report: " + file);
            }
            lap.watching().handOver(outcome, () -> ReportCommand.page(stored, outcome));
        } catch (IOException | RuntimeException e) {
            err.println("warning: " + OptionWords.message(e));
        }
    }

    private Run sample(
            Subject subject,
            Recorder recorder,
            PrintWriter err,
            Lap lap,
            Optional<Path> folder,
            Function<Progress.Listener, Run> chains) {
        lap.interruption().begin();
        Settings settings = subject.settings();
        settings.kernel().flatMap(Sampler::bias).ifPresent(bias -> err.print(Findings.warning(bias)));
        Optional<Deadline> deadline = options.maxTime().map(time -> new Deadline(time, lap.cancellation()));
        lap.watching().begun(subject, recorder, folder, lap.cancellation());
        try (ProgressDisplay display = ProgressDisplay.start(err, settings, recorder, progress.quiet())) {
            return chains.apply(lap.watching().beside(display));
        } finally {
            deadline.ifPresent(Deadline::stop);
        }
    }

    private static Outcome outcome(Subject subject, Optional<Path> folder, Run run) {
        Outcome outcome = Outcome.of(
                        subject.name(),
                        subject.density().space(),
                        subject.settings(),
                        subject.compileSeconds(),
                        folder,
                        run)
                .worded(OptionWords.OPTIONS);
        return subject.model().map(outcome::heldAgainst).orElse(outcome);
    }
}
