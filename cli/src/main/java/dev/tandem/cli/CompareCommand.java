package dev.tandem.cli;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.density.MixedDensity;
import dev.tandem.draws.Convergence;
import dev.tandem.draws.MeanComparison;
import dev.tandem.draws.Summary;
import dev.tandem.inference.BoundModel;
import dev.tandem.sampling.Cancellation;
import dev.tandem.sampling.ChainReport;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.SamplingException;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.trajectory.KernelFamily;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Samples one model by several kernels: how good, how fast, and do they agree? */
@Command(
        name = "compare",
        description = "Sample a model by several kernels: how good, how fast, and whether they agree.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        usageHelpWidth = 90,
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
final class CompareCommand implements Callable<Integer> {
    /** The probability that right samplers are said to disagree. */
    private static final double FALSE_ALARMS = 0.01;

    private static final double GREATEST_RHAT = 1.01;

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

    @Option(names = "--json", description = "Print the comparison as JSON instead of text.")
    private boolean json;

    @Option(names = "--strict", description = "Exit with code 1 when samplers disagree.")
    private boolean strict;

    @Option(
            names = {"-q", "--quiet"},
            description = "Show no progress.")
    private boolean quiet;

    @Spec
    private CommandSpec spec;

    /** One sampler's run, or why there is none. */
    private record Entry(String sampler, Optional<Result> result, String failure) {}

    /**
     * How a sampler did.
     *
     * @param rhat the largest R-hat of all unknowns and the log density; NaN if it is not known
     * @param moving whether anything moved
     * @param worst the unknown with the smallest effective size
     * @param comparison with the first sampler; empty for that one
     */
    private record Result(
            KernelFamily kernel,
            double rhat,
            boolean moving,
            double size,
            String worst,
            double perSecond,
            double perGradient,
            double warmupSeconds,
            double samplingSeconds,
            int divergences,
            Optional<MeanComparison> comparison) {
        boolean converged() {
            return !moving || rhat <= GREATEST_RHAT;
        }

        boolean agrees() {
            return comparison.map(means -> means.holds(FALSE_ALARMS)).orElse(true);
        }
    }

    @Override
    public Integer call() {
        NameList.check(spec, "--samplers", samplerNames);
        Map<String, Optional<KernelFamily>> samplers = new LinkedHashMap<>();
        samplerNames.forEach(name -> samplers.put(name, Sampler.require(spec, name)));
        if (samplers.size() < 2) {
            throw bad("there is nothing to compare: give at least two samplers");
        }
        Settings settings = settings();
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        MixedDensity density = density(err);
        MemoryNeed.check(spec, density.space(), settings, false);
        Cancellation cancellation = new Cancellation();
        Interruption interruption = new Interruption(cancellation, false).begin();
        try {
            List<Entry> entries = new ArrayList<>();
            Optional<Summary> first = Optional.empty();
            for (Map.Entry<String, Optional<KernelFamily>> sampler : samplers.entrySet()) {
                Settings own = sampler.getValue().map(settings::withKernel).orElse(settings);
                if (!quiet) {
                    err.println("sampling with " + sampler.getKey());
                    err.flush();
                }
                try {
                    Run run = Sampling.run(density, own, progress -> {}, cancellation);
                    if (cancellation.cancelled()) {
                        throw new SamplingException("stopped before all samplers were done; nothing can be compared");
                    }
                    Summary summary = run.summary();
                    entries.add(new Entry(sampler.getKey(), Optional.of(result(run, summary, first)), ""));
                    first = first.or(() -> Optional.of(summary));
                } catch (SamplingException e) {
                    if (cancellation.cancelled()) {
                        throw e;
                    }
                    entries.add(new Entry(sampler.getKey(), Optional.empty(), e.getMessage()));
                }
            }
            out.print(json ? json(entries) : text(entries));
            return strict && !verdicts(entries).disagreement().isEmpty() ? ExitCode.WARNINGS : ExitCode.DONE;
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
            return Example.require(spec, exampleName).model().get();
        }
        BoundModel model = files.bind(files.read(modelFile), err);
        CompiledDensity density = model.compile();
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
                    .withSeed(seed);
            return threads == null ? settings : settings.withThreads(threads);
        } catch (IllegalArgumentException e) {
            throw bad(e.getMessage());
        }
    }

    private static Result result(Run run, Summary summary, Optional<Summary> first) {
        Convergence convergence = Convergence.of(run.draws(), run.courses());
        boolean moving = !convergence.rhatOf().isEmpty();
        double size = convergence.sizeOf().isEmpty() ? Double.NaN : convergence.size();
        double sampling = run.chains().stream()
                .mapToDouble(ChainReport::samplingSeconds)
                .max()
                .orElse(Double.NaN);
        long gradients = run.chains().stream().mapToLong(ChainReport::gradients).sum();
        return new Result(
                run.kernel(),
                moving ? convergence.rhat() : Double.NaN,
                moving,
                size,
                convergence.sizeOf().isEmpty() ? "-" : convergence.sizeOf().replaceFirst("^the ", ""),
                size / sampling,
                gradients == 0 ? Double.NaN : size / gradients,
                run.chains().stream()
                        .mapToDouble(ChainReport::warmupSeconds)
                        .max()
                        .orElse(Double.NaN),
                sampling,
                run.divergences(),
                first.map(reference -> MeanComparison.of(reference, summary)));
    }

    private static String rhat(double value) {
        return Double.isNaN(value)
                ? "-"
                : value == Double.POSITIVE_INFINITY ? "Inf" : String.format(Locale.ROOT, "%.3f", value);
    }

    private String text(List<Entry> entries) {
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
        for (Entry entry : entries) {
            if (entry.result().isEmpty()) {
                failures.append("note: ")
                        .append(entry.sampler())
                        .append(" cannot sample this: ")
                        .append(entry.failure())
                        .append('\n');
                continue;
            }
            Result result = entry.result().get();
            Optional<MeanComparison.Difference> apart = result.comparison().flatMap(MeanComparison::largest);
            lines.add(List.of(
                    entry.sampler(),
                    rhat(result.rhat()),
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
                + " of " + draws + " draws by each sampler, seed " + seed + "\n\n" + Columns.named(1, lines) + "\n"
                + failures + verdicts(entries).render();
    }

    private static String seconds(double value) {
        return String.format(Locale.ROOT, "%.2f s", value);
    }

    /** What can be concluded. */
    private record Verdicts(List<String> lines, List<String> disagreement) {
        String render() {
            StringBuilder text = new StringBuilder();
            disagreement.forEach(line -> text.append("warning: ").append(line).append('\n'));
            lines.forEach(line -> text.append(line).append('\n'));
            return text.toString();
        }
    }

    private static Verdicts verdicts(List<Entry> entries) {
        List<String> lines = new ArrayList<>();
        List<String> disagreement = new ArrayList<>();
        List<Entry> done =
                entries.stream().filter(entry -> entry.result().isPresent()).toList();
        for (Entry entry : done) {
            Result result = entry.result().get();
            Sampler.bias(result.kernel()).ifPresent(bias -> disagreement.add(bias.what()));
            if (!result.converged()) {
                disagreement.add(entry.sampler() + " has not converged (R-hat "
                        + (Double.isNaN(result.rhat()) ? "not known" : rhat(result.rhat()))
                        + "): its numbers mean little. 'tandem sample --sampler " + entry.sampler()
                        + "' says what is wrong.");
            }
            if (!result.agrees()) {
                MeanComparison.Difference apart =
                        result.comparison().flatMap(MeanComparison::largest).orElseThrow();
                disagreement.add(
                        entry.sampler() + " disagrees with " + done.get(0).sampler() + ": their means of "
                                + apart.name() + " lie " + String.format(Locale.ROOT, "%.1f", apart.standardErrors())
                                + " standard errors apart, where "
                                + String.format(
                                        Locale.ROOT,
                                        "%.1f",
                                        result.comparison().orElseThrow().limit(FALSE_ALARMS))
                                + " would be much. One of them is wrong, or has not found all of the posterior.");
            }
        }
        if (done.size() < 2) {
            disagreement.add("there is nothing to compare.");
        } else if (done.stream().allMatch(entry -> entry.result().get().agrees())) {
            lines.add(agreement(done));
        }
        done.stream()
                .filter(entry -> entry.result().get().converged()
                        && entry.result().get().kernel().exact())
                .max(Comparator.comparingDouble(entry -> entry.result().get().perSecond()))
                .ifPresent(best -> lines.add("Most effective draws per second: " + best.sampler() + "."));
        return new Verdicts(lines, disagreement);
    }

    /** What may be said where no difference was found: nothing, if some run does not know its own means. */
    private static String agreement(List<Entry> done) {
        List<String> lost = done.stream()
                .filter(entry -> !entry.result().get().converged())
                .map(Entry::sampler)
                .toList();
        if (!lost.isEmpty()) {
            return "Whether the means agree cannot be told: " + String.join(", ", lost)
                    + (lost.size() == 1 ? " has" : " have") + " not converged.";
        }
        int unknown = done.stream()
                .flatMap(entry -> entry.result().get().comparison().stream())
                .mapToInt(MeanComparison::unknown)
                .max()
                .orElse(0);
        return "The means agree: no difference is beyond chance."
                + (unknown == 0
                        ? ""
                        : " Of " + unknown + (unknown == 1 ? " unknown" : " unknowns")
                                + " there are too few effective draws to compare.");
    }

    private String json(List<Entry> entries) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("model", modelFile == null ? exampleName : modelFile.toString());
        root.put("seed", seed);
        root.put("chains", chains);
        root.put("draws", draws);
        ArrayNode samplers = root.putArray("samplers");
        for (Entry entry : entries) {
            ObjectNode node = samplers.addObject();
            node.put("sampler", entry.sampler());
            if (entry.result().isEmpty()) {
                node.put("failure", entry.failure());
                continue;
            }
            Result result = entry.result().get();
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
            boolean known = result.converged()
                    && entries.stream()
                            .flatMap(other -> other.result().stream())
                            .findFirst()
                            .orElseThrow()
                            .converged();
            if (known || !result.agrees()) {
                node.put("agrees", result.agrees());
            } else {
                node.putNull("agrees");
            }
        }
        Verdicts verdicts = verdicts(entries);
        ArrayNode warnings = root.putArray("warnings");
        verdicts.disagreement().forEach(warnings::add);
        ArrayNode conclusions = root.putArray("conclusions");
        verdicts.lines().forEach(conclusions::add);
        return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    }

    private ParameterException bad(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
