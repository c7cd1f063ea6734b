package dev.tandem.cli.commands;

import dev.tandem.cli.options.ExitCode;
import dev.tandem.cli.options.ModelFiles;
import dev.tandem.cli.options.Subcommand;
import dev.tandem.cli.options.WriteOptions;
import dev.tandem.cli.screen.Significant;
import dev.tandem.density.Variable;
import dev.tandem.draws.DrawSource;
import dev.tandem.draws.VariableNames;
import dev.tandem.inference.BoundModel;
import dev.tandem.inference.export.Export;
import dev.tandem.inference.prediction.PriorSummary;
import dev.tandem.report.text.Columns;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Draws from the prior, data included, and says what the model believes before it sees any. */
@Command(
        name = "prior",
        usageHelpWidth = 90,
        description = "Draw unknowns and data from the prior: what the model believes before it sees data.",
        footer = {
            "",
            "A line tells of one variable, all of its elements together. Below an observed one stands",
            "what was observed: it should be something that the prior thinks possible.",
            "",
            "Examples:",
            "  tandem prior model.bug --data data.json",
            "  tandem prior model.bug --data data.json --monitor psi,y --draws 200",
            "  tandem prior model.bug --data data.json --out prior.csv",
            "  tandem prior model.bug --data data.json --out prior.zarr"
        })
public final class PriorCommand extends Subcommand {
    @Parameters(index = "0", paramLabel = "MODEL", description = "The model file.")
    private Path modelFile;

    @Mixin
    private ModelFiles files;

    @Option(
            names = "--draws",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Draws from the prior. Default: ${DEFAULT-VALUE}.")
    private int draws;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "The seed of the draws. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Mixin
    private WriteOptions options;

    @Override
    public Integer call() {
        if (draws < 1) {
            throw bad("draws must be at least 1, not " + draws);
        }
        if (options.wanted()) {
            options.format();
        }
        BoundModel model = files.bind(files.read(modelFile), err());
        DrawSource prior = monitored(model.priorDraws(draws, seed));
        if (options.wanted()) {
            options.write(Export.ofPrior(model, prior, seed));
        }
        PrintWriter out = out();
        out.println(modelFile + ": " + draws + (draws == 1 ? " draw" : " draws") + " from the prior, seed " + seed);
        out.println();
        out.print(Columns.named(1, lines(PriorSummary.of(prior, model.observations()))));
        out.flush();
        return ExitCode.DONE;
    }

    private DrawSource monitored(DrawSource prior) {
        return files.monitored().isEmpty()
                ? prior
                : prior.only(files.monitored().stream()
                        .flatMap(name -> VariableNames.matching(prior.variables(), name).stream())
                        .distinct()
                        .toList());
    }

    private static List<List<String>> lines(PriorSummary summary) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(List.of("", "mean", "sd", "least", "5%", "50%", "95%", "greatest"));
        for (PriorSummary.Row row : summary.rows()) {
            lines.add(line(label(row.variable()), row.prior()));
            row.observed().ifPresent(observed -> lines.add(line("  observed", observed)));
        }
        return lines;
    }

    private static String label(Variable variable) {
        return variable.shape().isEmpty()
                ? variable.name()
                : variable.name() + variable.shape().toString().replace(" ", "");
    }

    private static List<String> line(String label, PriorSummary.Numbers numbers) {
        return Stream.concat(
                        Stream.of(label),
                        DoubleStream.of(
                                        numbers.mean(),
                                        numbers.sd(),
                                        numbers.least(),
                                        numbers.q5(),
                                        numbers.q50(),
                                        numbers.q95(),
                                        numbers.greatest())
                                .mapToObj(Significant::text))
                .toList();
    }
}
