package dev.tandem.cli;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.density.MixedDensity;
import dev.tandem.inference.BoundModel;
import dev.tandem.inference.Starts;
import dev.tandem.language.DataFile;
import dev.tandem.language.DataSet;
import dev.tandem.runs.Findings;
import dev.tandem.runs.Outcome;
import dev.tandem.runs.SummaryJson;
import dev.tandem.sampling.Cancellation;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.warmup.Fixed;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Samples a model and prints what was found. */
@Command(
        name = "sample",
        description = "Sample a model: warmup finds all tuning, then every chain draws.",
        sortOptions = false,
        usageHelpWidth = 90,
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footer = {
            "",
            "Examples:",
            "  tandem sample model.bug --data data.json",
            "  tandem sample model.bug --data data.R --monitor mu,sigma --draws 4000",
            "  tandem sample --example variable-selection --draws 4000 --seed 7",
            "  tandem sample --example topic --sampler mid-step --json > summary.json",
            "  tandem sample --example gmm --strict --quiet && echo converged",
            "",
            "Progress goes to standard error, results to standard output. Ctrl-C stops the chains,",
            "keeps what was drawn and prints the summary. The same seed gives the same draws,",
            "whatever the number of threads."
        })
final class SampleCommand implements Callable<Integer> {
    /** How many lines the table has unless asked otherwise. */
    private static final String DEFAULT_ROWS = "40";

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "MODEL",
            description = "The model file, in the language of JAGS/BUGS.")
    private Path modelFile;

    @Mixin
    private ModelFiles files;

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
            names = "--sampler",
            paramLabel = "NAME",
            defaultValue = Sampler.AUTO,
            description = "The kernel; 'tandem samplers' lists them. Default: ${DEFAULT-VALUE}.")
    private String samplerName;

    @Option(
            names = "--chains",
            paramLabel = "N",
            defaultValue = "4",
            description = "Independent chains. Default: ${DEFAULT-VALUE}.")
    private int chains;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Iterations of warmup in each chain. Default: ${DEFAULT-VALUE}.")
    private int warmup;

    @Option(
            names = "--draws",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Draws to keep from each chain. Default: ${DEFAULT-VALUE}.")
    private int draws;

    @Option(
            names = "--thin",
            paramLabel = "N",
            defaultValue = "1",
            description = "Iterations for each draw kept. Default: ${DEFAULT-VALUE}.")
    private int thin;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "The seed of all randomness. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Chains that run at a time. Default: one for each processor.")
    private Integer threads;

    @Option(
            names = "--target-acceptance",
            paramLabel = "P",
            description = "The acceptance that warmup aims at, between 0 and 1. Default: 0.8.")
    private Double targetAcceptance;

    @Option(names = "--step-size", paramLabel = "EPS", description = "Fix the step size instead of finding it.")
    private Double stepSize;

    @Option(
            names = "--trajectory-time",
            paramLabel = "T",
            description = "Fix the mean length of trajectories instead of finding it.")
    private Double trajectoryTime;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = DEFAULT_ROWS,
            description = "Unknowns to show in the table; 0 shows all. Default: ${DEFAULT-VALUE}.")
    private int rows;

    @Option(names = "--json", description = "Print the summary as JSON instead of text.")
    private boolean json;

    @Option(names = "--strict", description = "Exit with code 1 when there are warnings.")
    private boolean strict;

    @Option(
            names = {"-q", "--quiet"},
            description = "Show no progress.")
    private boolean quiet;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        Settings settings = settings();
        checkSource();
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        settings.kernel().flatMap(Findings::bias).ifPresent(bias -> err.print(Findings.warning(bias)));
        Cancellation cancellation = new Cancellation();
        Interruption interruption = new Interruption(cancellation);
        try {
            long before = System.nanoTime();
            Optional<BoundModel> model = model(err);
            MixedDensity density = model.isPresent() ? compile(model.get(), err) : example();
            double compileSeconds = (System.nanoTime() - before) * 1e-9;
            Settings started = model.isPresent() ? started(model.get(), settings, err) : settings;
            Run run = sample(density, started, err, cancellation);
            Outcome outcome = new Outcome(
                    sourceName(),
                    density.space().dimension(),
                    density.space().sites(),
                    started,
                    compileSeconds,
                    Optional.empty(),
                    run,
                    Outcome.summarise(run));
            Findings findings = outcome.findings();
            if (json) {
                out.println(SummaryJson.render(outcome, findings));
                err.print(findings.render());
            } else {
                out.print(RunText.render(outcome, rows));
                out.print(findings.render());
            }
            return strict && !findings.warnings().isEmpty() ? ExitCode.WARNINGS : ExitCode.DONE;
        } finally {
            out.flush();
            err.flush();
            interruption.close();
        }
    }

    private void checkSource() {
        if (modelFile != null && exampleName != null) {
            throw badValue("give either a model file or --example, not both");
        }
        if (modelFile == null && exampleName == null) {
            throw badValue("no model was given: tandem sample MODEL --data FILE, or tandem sample --example gmm");
        }
        if (modelFile == null && !initFiles.isEmpty()) {
            throw badValue("--init needs a model file");
        }
        if (exampleName != null && Example.find(exampleName).isEmpty()) {
            throw unknown("example", exampleName, Example.names());
        }
    }

    private String sourceName() {
        return modelFile == null ? exampleName : modelFile.toString();
    }

    private MixedDensity example() {
        return Example.find(exampleName).orElseThrow().model().get();
    }

    private Optional<BoundModel> model(PrintWriter err) {
        return modelFile == null ? Optional.empty() : Optional.of(files.bind(files.read(modelFile), err));
    }

    private MixedDensity compile(BoundModel model, PrintWriter err) {
        CompiledDensity density = model.compile();
        density.notes().forEach(note -> err.println("note: " + modelFile + ":" + note));
        if (density.space().dimension() + density.space().sites() == 0) {
            throw badValue(modelFile + " has no unknowns: every node is given or computed from data");
        }
        return density;
    }

    private Settings started(BoundModel model, Settings settings, PrintWriter err) {
        if (initFiles.isEmpty()) {
            return settings;
        }
        if (initFiles.size() > 1 && initFiles.size() != settings.chains()) {
            throw badValue(initFiles.size() + " files of start values for " + settings.chains()
                    + " chains: give one for all, or one for each");
        }
        DataSet[] values = initFiles.stream()
                .map(file -> DataFile.read(List.of(file), files.dialect()))
                .toArray(DataSet[]::new);
        Starts starts = model.starts(settings, values);
        starts.notes().forEach(note -> err.println("note: " + note));
        return settings.withStarts(starts.points());
    }

    private Run sample(MixedDensity density, Settings settings, PrintWriter err, Cancellation cancellation) {
        if (quiet) {
            return Sampling.run(density, settings, progress -> {}, cancellation);
        }
        ProgressDisplay display = ProgressDisplay.start(err, settings.chains());
        try {
            return Sampling.run(density, settings, display, cancellation);
        } finally {
            display.close();
        }
    }

    private Settings settings() {
        long iterations = warmup + (long) draws * thin;
        if (iterations > Integer.MAX_VALUE) {
            throw badValue(iterations + " iterations in a chain are more than " + Integer.MAX_VALUE);
        }
        if (rows < 0) {
            throw badValue("rows must be at least 0, not " + rows);
        }
        Optional<KernelFamily> kernel = Sampler.find(samplerName);
        if (kernel.isEmpty() && !samplerName.equals(Sampler.AUTO)) {
            throw unknown("sampler", samplerName, Sampler.names());
        }
        try {
            Settings settings = Settings.defaults()
                    .withChains(chains)
                    .withWarmup(warmup)
                    .withDraws(draws)
                    .withThin(thin)
                    .withSeed(seed)
                    .withFixed(fixed());
            settings = threads == null ? settings : settings.withThreads(threads);
            return kernel.map(settings::withKernel).orElse(settings);
        } catch (IllegalArgumentException e) {
            throw badValue(e.getMessage());
        }
    }

    private Fixed fixed() {
        Fixed fixed = Fixed.nothing();
        if (targetAcceptance != null) {
            if (!(targetAcceptance > 0 && targetAcceptance < 1)) {
                throw badValue("the target acceptance must be between 0 and 1, not " + targetAcceptance);
            }
            fixed = fixed.withTargetAcceptance(targetAcceptance);
        }
        if (stepSize != null) {
            fixed = fixed.withStepSize(positive("step size", stepSize));
        }
        if (trajectoryTime != null) {
            fixed = fixed.withTrajectoryTime(positive("trajectory time", trajectoryTime));
        }
        return fixed;
    }

    private double positive(String name, double value) {
        if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
            throw badValue("the " + name + " must be positive and finite, not " + value);
        }
        return value;
    }

    private ParameterException unknown(String what, String name, List<String> known) {
        String hint = NearMiss.hint(name, known);
        return badValue("unknown " + what + " " + name
                + (hint.isEmpty() ? "; 'tandem " + what + "s' lists those there are" : hint));
    }

    private ParameterException badValue(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
