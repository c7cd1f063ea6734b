package dev.tandem.cli.commands;

import dev.tandem.cli.examples.Example;
import dev.tandem.cli.options.ExitCode;
import dev.tandem.cli.options.Interruption;
import dev.tandem.cli.options.MemoryNeed;
import dev.tandem.cli.options.ModelFiles;
import dev.tandem.cli.options.NameList;
import dev.tandem.cli.options.QuietOption;
import dev.tandem.cli.options.Sampler;
import dev.tandem.cli.options.SeedOption;
import dev.tandem.cli.options.Subcommand;
import dev.tandem.cli.screen.Significant;
import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.density.MixedDensity;
import dev.tandem.draws.summary.MeanComparison;
import dev.tandem.inference.BoundModel;
import dev.tandem.inference.SamplerComparison;
import dev.tandem.report.text.Columns;
import dev.tandem.report.text.JsonNumbers;
import dev.tandem.sampling.Cancellation;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.trajectory.KernelFamily;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Samples one model by several kernels: how good, how fast, and do they agree? */
@Command(
        name = "compare",
        usageHelpWidth = 90,
        description = "Sample a model by several kernels: how good, how fast, and whether they agree.",
        footer = {
            "",
            "R-hat and effective size are the worst of all unknowns and the log density. 'per",
            "second' divides it by the seconds that the slowest chain sampled, 'per gradient' by all",
            "gradients found while sampling. 'apart' is the largest difference of a mean from that of",
            "the first sampler, in Monte Carlo standard errors.",
            "",
            "Examples:",
            "  tandem compare model.bug --data data.json",
            "  tandem compare model.bug --data data.json --samplers node,nuts,nuts-within-gibbs",
            "  tandem compare --example gmm --samplers clock,published --draws 20000"
        })
public final class CompareCommand extends Subcommand {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "MODEL",
            description = "The model file, in the language of JAGS/BUGS.")
    private Path modelFile;

    @Mixin
    private ModelFiles files;

    @Option(
            names = "--example",
            paramLabel = "NAME",
            completionCandidates = Example.Names.class,
            description = "A built-in density instead of a model file; 'tandem examples' lists them.")
    private String exampleName;

    @Option(
            names = "--samplers",
            paramLabel = "NAME",
            split = ",",
            completionCandidates = Sampler.Names.class,
            defaultValue = "node,nuts,nuts-within-gibbs",
            description = "The kernels, separated by commas; 'tandem samplers' lists them. Default: ${DEFAULT-VALUE}.")
    private List<String> samplerNames;

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

    @Mixin
    private SeedOption randomness;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Chains that run at a time. Default: one for each processor.")
    private Integer threads;

    @Option(names = "--json", description = "Print the comparison as JSON instead of text.")
    private boolean json;

    @Option(names = "--strict", description = "Exit with code 1 when samplers disagree.")
    private boolean strict;

    @Mixin
    private QuietOption progress;

    @Override
    public Integer call() {
        NameList.check(this::spec, "--samplers", samplerNames);
        Map<String, Optional<KernelFamily>> samplers = new LinkedHashMap<>();
        samplerNames.forEach(name -> samplers.put(name, Sampler.require(spec(), name)));
        if (samplers.size() < 2) {
            throw bad("there is nothing to compare: give at least two samplers");
        }
        Settings settings = settings();
        PrintWriter out = out();
        PrintWriter err = err();
        MixedDensity density = density(err);
        MemoryNeed.check(this::spec, density.space(), settings, false);
        Cancellation cancellation = new Cancellation();
        Interruption interruption = new Interruption(cancellation, false).begin();
        try {
            SamplerComparison comparison = SamplerComparison.of(
                    density,
                    settings,
                    samplers,
                    sampler -> {
                        if (!progress.quiet()) {
                            err.println("sampling with " + sampler);
                            err.flush();
                        }
                    },
                    cancellation);
            out.print(json ? json(comparison) : text(comparison));
            return strict && !comparison.warnings().isEmpty() ? ExitCode.WARNINGS : ExitCode.DONE;
        } finally {
            out.flush();
            err.flush();
            interruption.close();
        }
    }

    private MixedDensity density(PrintWriter err) {
        if ((modelFile == null) == (exampleName == null)) {
            throw bad(
                    modelFile == null
                            ? "no model was given: tandem compare MODEL --data FILE, or tandem compare --example gmm"
                            : "give either a model file or --example, not both");
        }
        if (modelFile == null) {
            return Example.require(spec(), exampleName).model().get();
        }
        BoundModel model = files.bind(files.read(modelFile), err);
        // Samplers are compared on the unknowns as they are, unless others are asked for.
        CompiledDensity density = model.summing(model.summing().under(true)).compile();
        density.notes().forEach(note -> err.println("note: " + modelFile + ":" + note));
        return density;
    }

    private Settings settings() {
        try {
            Settings settings = Settings.defaults()
                    .withChains(chains)
                    .withWarmup(warmup)
                    .withDraws(draws)
                    .withThin(thin)
                    .withSeed(randomness.seed());
            return threads == null ? settings : settings.withThreads(threads);
        } catch (IllegalArgumentException e) {
            throw bad(e.getMessage());
        }
    }

    private String text(SamplerComparison comparison) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(List.of(
                "sampler",
                "rhat",
                "ess",
                "of",
                "per second",
                "per gradient",
                "divergent",
                "warmup",
                "sampling",
                "apart",
                "at"));
        StringBuilder failures = new StringBuilder();
        for (SamplerComparison.Entry entry : comparison.entries()) {
            if (entry.result().isEmpty()) {
                failures.append("note: ")
                        .append(entry.sampler())
                        .append(" cannot sample this: ")
                        .append(entry.failure())
                        .append('\n');
                continue;
            }
            SamplerComparison.Result result = entry.result().get();
            Optional<MeanComparison.Difference> apart = result.comparison().flatMap(MeanComparison::largest);
            lines.add(List.of(
                    entry.sampler(),
                    result.rhatText(),
                    String.format(Locale.ROOT, "%.0f", result.size()),
                    result.worst(),
                    String.format(Locale.ROOT, "%.0f", result.perSecond()),
                    Significant.text(result.perGradient()),
                    Integer.toString(result.divergences()),
                    seconds(result.warmupSeconds()),
                    seconds(result.samplingSeconds()),
                    apart.map(difference -> String.format(Locale.ROOT, "%.1f", difference.standardErrors()))
                            .orElse("-"),
                    apart.map(MeanComparison.Difference::name).orElse("-")));
        }
        return (modelFile == null ? exampleName : modelFile) + ": " + chains + (chains == 1 ? " chain" : " chains")
                + " of " + draws + " draws by each sampler, seed " + randomness.seed() + "\n\n"
                + Columns.named(1, lines) + "\n"
                + failures + verdict(comparison);
    }

    private static String seconds(double value) {
        return String.format(Locale.ROOT, "%.2f s", value);
    }

    /** What can be concluded. */
    private static String verdict(SamplerComparison comparison) {
        StringBuilder text = new StringBuilder();
        comparison
                .warnings()
                .forEach(warning ->
                        text.append("warning: ").append(words(warning)).append('\n'));
        comparison.conclusions().forEach(line -> text.append(line).append('\n'));
        return text.toString();
    }

    private static String words(SamplerComparison.Warning warning) {
        return warning.what()
                + (warning.cause() == SamplerComparison.Cause.NOT_CONVERGED
                        ? " 'tandem sample --sampler " + warning.sampler() + "' says what is wrong."
                        : "");
    }

    private String json(SamplerComparison comparison) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("model", modelFile == null ? exampleName : modelFile.toString());
        root.put("seed", randomness.seed());
        root.put("chains", chains);
        root.put("draws", draws);
        ArrayNode samplers = root.putArray("samplers");
        for (SamplerComparison.Entry entry : comparison.entries()) {
            ObjectNode node = samplers.addObject();
            node.put("sampler", entry.sampler());
            if (entry.result().isEmpty()) {
                node.put("failure", entry.failure());
                continue;
            }
            SamplerComparison.Result result = entry.result().get();
            JsonNumbers.put(node, "rhat", result.rhat());
            if (result.rhat() == Double.POSITIVE_INFINITY) {
                node.put("rhat_infinite", true);
            }
            node.put("converged", result.converged());
            JsonNumbers.put(node, "ess", result.size());
            node.put("ess_of", result.worst());
            JsonNumbers.put(node, "ess_per_second", result.perSecond());
            JsonNumbers.put(node, "ess_per_gradient", result.perGradient());
            node.put("divergences", result.divergences());
            JsonNumbers.put(node, "warmup_seconds", result.warmupSeconds());
            JsonNumbers.put(node, "sampling_seconds", result.samplingSeconds());
            result.comparison().flatMap(MeanComparison::largest).ifPresent(apart -> {
                JsonNumbers.put(node, "standard_errors_apart", apart.standardErrors());
                node.put("apart_at", apart.name());
            });
            comparison
                    .agrees(entry)
                    .ifPresentOrElse(agrees -> node.put("agrees", agrees), () -> node.putNull("agrees"));
        }
        ArrayNode warnings = root.putArray("warnings");
        comparison.warnings().forEach(warning -> warnings.add(words(warning)));
        ArrayNode conclusions = root.putArray("conclusions");
        comparison.conclusions().forEach(conclusions::add);
        return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    }
}
