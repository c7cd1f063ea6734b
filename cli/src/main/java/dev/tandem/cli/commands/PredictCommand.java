package dev.tandem.cli.commands;

import dev.tandem.cli.options.ExitCode;
import dev.tandem.cli.options.NameList;
import dev.tandem.cli.options.RunArgument;
import dev.tandem.cli.options.Subcommand;
import dev.tandem.cli.options.WriteOptions;
import dev.tandem.cli.screen.Significant;
import dev.tandem.density.Variable;
import dev.tandem.draws.DrawSource;
import dev.tandem.inference.Posterior;
import dev.tandem.inference.basis.Observations;
import dev.tandem.inference.prediction.NewData;
import dev.tandem.inference.prediction.PredictiveCheck;
import dev.tandem.inference.prediction.PredictiveCheckJson;
import dev.tandem.report.text.Columns;
import dev.tandem.report.text.JsonNumbers;
import dev.tandem.runs.StoredRun;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Draws new data from the posterior, and says whether they look like those observed. */
@Command(
        name = "predict",
        usageHelpWidth = 90,
        description = "Draw new data for the draws of a run, and hold them against what was observed.",
        footer = {
            "",
            "The unknowns keep the values of each draw; every observed node is drawn anew. P(<=) and",
            "P(>=) are the shares of predictions at or below, and at or above, what was observed:",
            "where one of them is near 0, the model does not describe that feature of the data.",
            "",
            "With --data the model is given other data: new sites, new covariates, outcomes that are",
            "missing. What the file leaves out is as in the run, but outcomes, which are predicted.",
            "Unknowns of units whose data have changed are drawn anew, others keep their draws.",
            "",
            "Examples:",
            "  tandem predict run",
            "  tandem predict run --data new-sites.json --monitor y,z",
            "  tandem predict run --rows 0",
            "  tandem predict run --thin 4 --out predictions.csv",
            "  tandem predict run --out predictions.zarr"
        })
public final class PredictCommand extends Subcommand {
    /** Features that so few predictions reach are mentioned. */
    private static final double SURPRISE = 0.01;

    private static final int FEW = 10;

    /** More predictions would tell little more. */
    private static final int ENOUGH = 1000;

    @Parameters(index = "0", paramLabel = "RUN", description = "The folder of the run.")
    private Path folder;

    @Option(
            names = "--thin",
            paramLabel = "N",
            description = "Predict for every N-th draw of each chain. Default: such that there are about " + ENOUGH
                    + " predictions.")
    private Integer thin;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "The seed of the predictions. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--rows",
            paramLabel = "N",
            description = "Observations to show, the least expected first; 0 shows all. Default: " + FEW
                    + ", and all for new data.")
    private Integer rowsWanted;

    @Option(
            names = "--data",
            paramLabel = "FILE",
            description = "New data to predict for: R dump, JSON or CSV; may be given several times.")
    private List<Path> dataFiles = new ArrayList<>();

    @Option(
            names = "--keep",
            paramLabel = "NAME",
            split = NameList.COMMAS,
            splitSynopsisLabel = ",",
            description = "With --data: unknowns that are those of the run, though data about them have changed.")
    private List<String> kept = new ArrayList<>();

    @Option(
            names = "--anew",
            paramLabel = "NAME",
            split = NameList.COMMAS,
            splitSynopsisLabel = ",",
            description = "With --data: unknowns to draw anew, though data about them have not changed.")
    private List<String> anew = new ArrayList<>();

    @Option(
            names = "--monitor",
            paramLabel = "NAME",
            split = NameList.COMMAS,
            splitSynopsisLabel = ",",
            description = "With --data: what to report, such as z or psi[1:3]. Default: the outcomes.")
    private List<String> monitored = new ArrayList<>();

    @Option(names = "--json", description = "Print the comparison as JSON instead of text.")
    private boolean json;

    @Mixin
    private WriteOptions options;

    @Override
    public Integer call() {
        if (thin != null && thin < 1) {
            throw bad("thin must be at least 1, not " + thin);
        }
        if (rowsWanted != null && rowsWanted < 0) {
            throw bad("rows must be at least 0, not " + rowsWanted);
        }
        checkNames();
        if (options.wanted()) {
            options.format();
        }
        StoredRun run = RunArgument.open(spec(), folder);
        Posterior posterior = run.posterior()
                .orElseThrow(() -> bad("the run in " + folder
                        + " is of a density written in Java, which cannot predict; only runs of a model file can"));
        if (!dataFiles.isEmpty()) {
            return predictNew(run, posterior);
        }
        Observations observations = posterior.model().observations();
        if (observations.variables().isEmpty()) {
            if (!posterior.model().densitiesOfTheText().isEmpty()) {
                throw bad(String.join(", ", posterior.model().densitiesOfTheText())
                        + " has a distribution that the model defines by its log density: new data cannot be drawn from it. "
                        + "loo and --monitor deviance work");
            }
            throw bad("nothing was observed in " + run.description().model() + ", so there is nothing to predict");
        }
        int every = every(run);
        DrawSource predictions = monitored(posterior, () -> posterior.predictions(seed, every));
        if (options.wanted()) {
            options.write(run.export().by(posterior.model()).predictions(predictions));
        }
        PredictiveCheck check = PredictiveCheck.of(predictions, observations);
        PrintWriter out = out();
        out.print(json ? json(check) : text(check));
        out.flush();
        return ExitCode.DONE;
    }

    private void checkNames() {
        Map<String, List<String>> lists = Map.of("--keep", kept, "--anew", anew, "--monitor", monitored);
        lists.forEach((option, names) -> {
            NameList.check(this::spec, option, names);
            if (!names.isEmpty() && dataFiles.isEmpty()) {
                throw bad(option + " goes with --data");
            }
        });
        kept.stream().filter(anew::contains).findFirst().ifPresent(name -> {
            throw bad(name + " is in --keep and in --anew");
        });
    }

    private int every(StoredRun run) {
        int draws = run.draws().drawsPerChain();
        int every = thin == null ? (int) Math.max(1, (long) draws * run.draws().chains() / ENOUGH) : thin;
        if (every > draws) {
            throw bad("thin is " + every + " but chains have only " + draws + " draws");
        }
        return every;
    }

    private int predictNew(StoredRun run, Posterior posterior) {
        NewData found;
        try {
            found = posterior.with(dataFiles, new NewData.Choice(Set.copyOf(kept), Set.copyOf(anew), monitored));
        } catch (NewData.DoubtfulUnitsException e) {
            throw bad(e.getMessage() + ": --keep " + e.variable() + " or --anew " + e.variable());
        } catch (IllegalArgumentException e) {
            throw bad(e.getMessage());
        }
        int every = every(run);
        DrawSource predictions = monitored(posterior, () -> found.predictions(seed, every));
        if (options.wanted()) {
            options.write(run.export().predictions(predictions));
        }
        NewDataText text = new NewDataText(found, predictions);
        out().print(json ? text.json() : text.table(folder + ", seed " + seed, rowsWanted == null ? 0 : rowsWanted));
        out().flush();
        return ExitCode.DONE;
    }

    private DrawSource monitored(Posterior posterior, Supplier<DrawSource> predictions) {
        try {
            return predictions.get();
        } catch (IllegalArgumentException e) {
            List<String> monitored =
                    posterior.draws().variables().stream().map(Variable::name).toList();
            throw bad(e.getMessage() + " (the run has " + String.join(", ", monitored) + "); sample again without"
                    + " --monitor");
        }
    }

    private String text(PredictiveCheck check) {
        StringBuilder text = new StringBuilder();
        text.append(folder)
                .append(": ")
                .append(check.predictions())
                .append(" predictions, seed ")
                .append(seed)
                .append("\n\n")
                .append(Columns.named(2, featureLines(check)))
                .append('\n');
        int rows = rowsWanted == null ? FEW : rowsWanted;
        List<PredictiveCheck.Element> elements = new ArrayList<>(check.elements());
        if (rows > 0 && rows < elements.size()) {
            elements.sort(Comparator.comparingDouble(PredictiveCheck.Element::tail));
            elements = elements.subList(0, rows);
            text.append("the ").append(rows).append(" observations least expected; --rows 0 shows all\n");
        }
        text.append(Columns.named(1, elementLines(elements))).append(verdict(check));
        return text.toString();
    }

    private static List<List<String>> featureLines(PredictiveCheck check) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(List.of("", "", "observed", "predicted", "5%", "95%", "P(<=)", "P(>=)"));
        for (PredictiveCheck.Feature feature : check.features()) {
            lines.add(List.of(
                    feature.variable(),
                    feature.feature(),
                    Significant.text(feature.observed()),
                    Significant.text(feature.mean()),
                    Significant.text(feature.q5()),
                    Significant.text(feature.q95()),
                    Significant.probability(feature.below()),
                    Significant.probability(feature.above())));
        }
        return lines;
    }

    private static List<List<String>> elementLines(List<PredictiveCheck.Element> elements) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(List.of("", "observed", "predicted", "sd", "P(<=)", "P(>=)"));
        for (PredictiveCheck.Element element : elements) {
            lines.add(List.of(
                    element.name(),
                    Significant.text(element.observed()),
                    Significant.text(element.mean()),
                    Significant.text(element.sd()),
                    Significant.probability(element.below()),
                    Significant.probability(element.above())));
        }
        return lines;
    }

    private static String verdict(PredictiveCheck check) {
        StringBuilder text = new StringBuilder("\n");
        for (PredictiveCheck.Feature feature : check.features()) {
            if (feature.tail() < SURPRISE) {
                text.append("warning: ")
                        .append(name(feature))
                        .append(" was ")
                        .append(Significant.text(feature.observed()))
                        .append(feature.above() < feature.below() ? ", more" : ", less")
                        .append(" than nearly all predictions: the model does not describe it.\n");
            }
        }
        return text.length() > 1 ? text.toString() : "\nWhat was observed looks like what the model predicts.\n";
    }

    private static String name(PredictiveCheck.Feature feature) {
        return switch (feature.feature()) {
            case "sd" -> "the standard deviation of " + feature.variable();
            case "least", "greatest" -> "the " + feature.feature() + " " + feature.variable();
            case "zeros" -> "the share of zeros in " + feature.variable();
            default -> "the mean of " + feature.variable();
        };
    }

    private static String json(PredictiveCheck check) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("predictions", check.predictions());
        PredictiveCheckJson.addFeatures(root, check);
        ArrayNode elements = root.putArray("observations");
        for (PredictiveCheck.Element element : check.elements()) {
            ObjectNode node = elements.addObject();
            node.put("name", element.name());
            JsonNumbers.put(node, "observed", element.observed());
            JsonNumbers.put(node, "mean", element.mean());
            JsonNumbers.put(node, "sd", element.sd());
            JsonNumbers.put(node, "p_below", element.below());
            JsonNumbers.put(node, "p_above", element.above());
        }
        return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    }
}
