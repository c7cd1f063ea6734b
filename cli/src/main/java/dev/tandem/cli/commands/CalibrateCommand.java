package dev.tandem.cli.commands;

import dev.tandem.cli.options.ExitCode;
import dev.tandem.cli.options.Interruption;
import dev.tandem.cli.options.ModelFiles;
import dev.tandem.cli.options.QuietOption;
import dev.tandem.cli.options.Sampler;
import dev.tandem.cli.options.SeedOption;
import dev.tandem.cli.options.Subcommand;
import dev.tandem.inference.BoundModel;
import dev.tandem.inference.Calibration;
import dev.tandem.inference.Sensitivity;
import dev.tandem.report.findings.Findings;
import dev.tandem.report.text.Columns;
import dev.tandem.sampling.Cancellation;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.trajectory.KernelFamily;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Simulation-based calibration: does the sampler find what the model makes? */
@Command(
        name = "calibrate",
        usageHelpWidth = 90,
        description = "Test model and sampler on data that the model itself makes (simulation-based calibration).",
        footer = {
            "",
            "Unknowns are drawn from the prior and data from the unknowns; the unknowns are then",
            "sampled given these data, and the rank of what was drawn among what was sampled must be",
            "uniform. The log density and the log likelihood are ranked too: they show posteriors that",
            "are wrong for each set of data but right on average. 'chi-square' (8 degrees of freedom)",
            "tells how uneven ranks are over nine bins, 'lean' (2) how far they lean or bend. Which",
            "nodes are observed, and how many there are, is as in the data given.",
            "Ctrl-C stops it and shows what was found so far.",
            "",
            "Examples:",
            "  tandem calibrate model.bug --data data.json",
            "  tandem calibrate model.bug --data data.json --replications 1000 --sampler nuts",
            "  tandem calibrate model.bug --data data.json --strict --quiet && echo calibrated"
        })
public final class CalibrateCommand extends Subcommand {
    /** The probability that all is well and the verdict nevertheless says that something is wrong. */
    private static final double FALSE_ALARMS = 0.01;

    /** How probably an error is found that is said to be. */
    private static final double POWER = 0.9;

    /** Low ranks to high, as bars. */
    private static final String BARS = " ▁▂▃▄▅▆▇█";

    /** With fewer ranks to a bin the test means nothing. */
    private static final int FEWEST = 5 * Calibration.BINS;

    @Parameters(index = "0", paramLabel = "MODEL", description = "The model file.")
    private Path modelFile;

    @Mixin
    private ModelFiles files;

    @Option(
            names = "--replications",
            paramLabel = "N",
            defaultValue = "200",
            description = "Sets of data to make and sample. Default: ${DEFAULT-VALUE}.")
    private int replications;

    @Option(
            names = "--sampler",
            paramLabel = "NAME",
            defaultValue = Sampler.AUTO,
            completionCandidates = Sampler.Names.class,
            description = "The kernel; 'tandem samplers' lists them. Default: ${DEFAULT-VALUE}.")
    private String samplerName;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            defaultValue = "500",
            description = "Iterations of warmup for each set of data. Default: ${DEFAULT-VALUE}.")
    private int warmup;

    @Option(
            names = "--thin",
            paramLabel = "N",
            description = "Iterations for each of the " + Calibration.DRAWS + " draws. Default: as many as they need.")
    private Integer thin;

    @Mixin
    private SeedOption randomness;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Sets of data sampled at a time. Default: one for each processor.")
    private Integer threads;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "40",
            description = "Unknowns to show, the least calibrated first; 0 shows all in order."
                    + " Default: ${DEFAULT-VALUE}.")
    private int rows;

    @Option(names = "--json", description = "Print the ranks and the verdict as JSON instead of text.")
    private boolean json;

    @Option(names = "--strict", description = "Exit with code 1 when something is not calibrated.")
    private boolean strict;

    @Mixin
    private QuietOption progress;

    @Override
    public Integer call() {
        if (replications < FEWEST) {
            throw bad("replications must be at least " + FEWEST + ", not " + replications
                    + ": fewer ranks say nothing about their law");
        }
        if (rows < 0) {
            throw bad("rows must be at least 0, not " + rows);
        }
        Settings settings = settings();
        PrintWriter out = out();
        PrintWriter err = err();
        settings.kernel().flatMap(Sampler::bias).ifPresent(bias -> err.print(Findings.warning(bias)));
        BoundModel model = files.bind(files.read(modelFile), err);
        if (!model.densitiesOfTheText().isEmpty()) {
            throw bad(
                    String.join(", ", model.densitiesOfTheText())
                            + " has a distribution that the model defines by its log density: data cannot be simulated from it");
        }
        if (model.observations().variables().isEmpty()) {
            throw bad("nothing is observed in " + modelFile + "; give --data, which says what there is to observe");
        }
        Cancellation cancellation = new Cancellation();
        Interruption interruption = new Interruption(cancellation, false).begin();
        try {
            Calibration calibration = model.calibrate(replications, settings, thin == null, counter(err), cancellation);
            int done = calibration.unknowns().isEmpty()
                    ? 0
                    : calibration.unknowns().get(0).ranks().size();
            if (done < FEWEST) {
                throw new IllegalStateException("stopped after " + done + " of " + replications
                        + " replications, which is too few to say anything");
            }
            out.print(json ? json(calibration, done) : text(calibration, done));
            return strict && !calibration.suspects(FALSE_ALARMS).isEmpty() ? ExitCode.WARNINGS : ExitCode.DONE;
        } finally {
            out.flush();
            err.flush();
            interruption.close();
        }
    }

    private Settings settings() {
        Optional<KernelFamily> kernel = Sampler.require(spec(), samplerName);
        try {
            Settings settings = Settings.defaults().withWarmup(warmup).withSeed(randomness.seed());
            settings = threads == null ? settings : settings.withThreads(threads);
            settings = thin == null ? settings : settings.withThin(thin);
            return kernel.map(settings::withKernel).orElse(settings);
        } catch (IllegalArgumentException e) {
            throw bad(e.getMessage());
        }
    }

    private IntConsumer counter(PrintWriter err) {
        if (progress.quiet()) {
            return done -> {};
        }
        int step = Math.max(1, replications / 10);
        return done -> {
            if (done % step == 0) {
                err.println(done + " of " + replications + " replications");
                err.flush();
            }
        };
    }

    private String text(Calibration calibration, int done) {
        StringBuilder text = new StringBuilder();
        text.append(modelFile)
                .append(": ")
                .append(done)
                .append(" replications of ")
                .append(Calibration.DRAWS)
                .append(thin == null ? " draws, thinned as needed" : " draws, thinned by " + thin)
                .append(", sampler ")
                .append(samplerName)
                .append(", seed ")
                .append(randomness.seed())
                .append("\n\n");
        List<Calibration.Unknown> shown = new ArrayList<>(calibration.unknowns());
        if (rows > 0 && rows < shown.size()) {
            shown.sort(Comparator.comparingDouble(Calibration.Unknown::pValue));
            shown = shown.subList(0, rows);
            text.append("the ").append(rows).append(" least calibrated; --rows 0 shows all\n");
        }
        List<List<String>> lines = new ArrayList<>();
        lines.add(List.of("", "ranks", "chi-square", "lean", "p", "verdict"));
        for (Calibration.Unknown unknown : shown) {
            lines.add(List.of(
                    unknown.name(),
                    bars(unknown.bins()),
                    String.format(Locale.ROOT, "%.1f", unknown.chiSquare()),
                    String.format(Locale.ROOT, "%.1f", unknown.lean()),
                    String.format(Locale.ROOT, "%.2g", unknown.pValue()),
                    verdict(calibration, unknown)));
        }
        return text.append(Columns.leftAligned(lines))
                .append('\n')
                .append(conclusion(calibration))
                .toString();
    }

    private static String bars(int[] bins) {
        int tallest = 1;
        for (int bin : bins) {
            tallest = Math.max(tallest, bin);
        }
        StringBuilder bars = new StringBuilder();
        for (int bin : bins) {
            bars.append(BARS.charAt((int) Math.round((BARS.length() - 1.0) * bin / tallest)));
        }
        return bars.toString();
    }

    private static String verdict(Calibration calibration, Calibration.Unknown unknown) {
        return switch (calibration.fault(unknown, FALSE_ALARMS)) {
            case NONE -> "no fault found";
            case UNEVEN -> "NOT CALIBRATED: ranks are uneven";
            case TOO_NARROW -> "NOT CALIBRATED: draws too narrow, or too alike (try a larger --thin)";
            case TOO_WIDE -> "NOT CALIBRATED: draws too wide";
            case TOO_SMALL -> "NOT CALIBRATED: draws too small";
            case TOO_LARGE -> "NOT CALIBRATED: draws too large";
        };
    }

    private static String conclusion(Calibration calibration) {
        int suspects = calibration.suspects(FALSE_ALARMS).size();
        int all = calibration.unknowns().size();
        if (suspects == 0) {
            Sensitivity seen = calibration.sensitivity(FALSE_ALARMS, POWER);
            return "No fault was found in " + all + " quantities. (Were all well, 1 such test in 100 would find one.)\n"
                    + String.format(
                            Locale.ROOT,
                            "So many replications show, %.0f times of 10, an error of a quantity if its draws are %.2f"
                                    + " posterior%n"
                                    + "standard deviations off, or so narrow that intervals meant to hold 90%% hold"
                                    + " %.0f%%. Smaller errors%n"
                                    + "may be there unseen: they take more --replications.%n",
                            10 * POWER,
                            seen.shift(),
                            100 * seen.coverage());
        }
        return "warning: " + suspects + " of " + all
                + " quantities are not calibrated: the draws do not follow the model.\n"
                + "         Try a longer --warmup, a larger --thin, or another --sampler; if that does not help,\n"
                + "         report it with the model.\n";
    }

    private String json(Calibration calibration, int done) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("model", modelFile.toString());
        root.put("sampler", samplerName);
        root.put("seed", randomness.seed());
        root.put("replications", done);
        root.put("draws", Calibration.DRAWS);
        if (thin != null) {
            root.put("thin", thin);
        }
        Sensitivity seen = calibration.sensitivity(FALSE_ALARMS, POWER);
        root.putObject("sensitivity")
                .put("power", seen.power())
                .put("shift_in_sds", seen.shift())
                .put("narrow_by_factor", seen.narrow())
                .put("coverage_of_90_percent", seen.coverage());
        root.put("calibrated", calibration.suspects(FALSE_ALARMS).isEmpty());
        ArrayNode unknowns = root.putArray("unknowns");
        for (Calibration.Unknown unknown : calibration.unknowns()) {
            ObjectNode node = unknowns.addObject();
            node.put("name", unknown.name());
            node.put("chi_square", unknown.chiSquare());
            node.put("lean", unknown.lean());
            node.put("p", unknown.pValue());
            node.put("verdict", verdict(calibration, unknown));
            ArrayNode ranks = node.putArray("ranks");
            unknown.ranks().forEach(ranks::add);
        }
        return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    }
}
