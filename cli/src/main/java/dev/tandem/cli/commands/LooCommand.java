package dev.tandem.cli.commands;

import dev.tandem.cli.options.ExitCode;
import dev.tandem.cli.options.RunArgument;
import dev.tandem.cli.options.Subcommand;
import dev.tandem.inference.Posterior;
import dev.tandem.inference.judging.Judgement;
import dev.tandem.inference.judging.JudgementJson;
import dev.tandem.inference.judging.JudgementText;
import dev.tandem.inference.judging.LogLikelihood;
import dev.tandem.inference.judging.ModelComparison;
import dev.tandem.inference.judging.Repair;
import dev.tandem.runs.StoredRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says how well models predict data that they have not seen. */
@Command(
        name = "loo",
        usageHelpWidth = 90,
        description = "Say how well the models of runs predict data that they have not seen, and compare them.",
        footer = {
            "",
            "Each unit of the data is left out in turn, by Pareto smoothed importance sampling.",
            "elpd_loo is the expected log density of new data, larger is better; p_loo the",
            "effective number of parameters. Where k is above 0.7 the weights cannot be relied",
            "upon, and draws are moved to where they can be (moment matching); where that fails,",
            "--refit samples again. A unit is an observed node or, where discrete unknowns are",
            "summed over, all observed nodes that depend on the same ones: the visits to a site,",
            "the history of an animal.",
            "",
            "Examples:",
            "  tandem loo run",
            "  tandem loo constant by-year by-site",
            "  tandem loo run --refit",
            "  tandem loo run --unit alpha",
            "  tandem loo run --given-states --json"
        })
public final class LooCommand extends Subcommand {
    @Parameters(index = "0..*", arity = "1..*", paramLabel = "RUN", description = "Folders of runs of the same data.")
    private List<Path> folders = new ArrayList<>();

    @Option(
            names = "--unit",
            paramLabel = "NAME",
            description = {
                "Take all observations together that depend on the same element of this variable,",
                "such as a random effect of groups, and leave them out together."
            })
    private String unit = "";

    @Option(
            names = "--given-states",
            description = {
                "Take discrete unknowns as they were drawn instead of summing over them, as JAGS",
                "does for its deviance. That is no prediction: states were drawn knowing the data."
            })
    private boolean givenStates;

    @Option(
            names = "--refit",
            paramLabel = "N",
            arity = "0..1",
            fallbackValue = "10",
            defaultValue = "0",
            description = {
                "Sample again without each unit whose k stays above 0.7, N of them at most, 10",
                "if no number is given. Each takes as long as the run."
            })
    private int refits;

    @Option(names = "--no-matching", description = "Leave all units out by weights alone, as R's loo does by default.")
    private boolean noMatching;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "10",
            description = "Units of large k to show, the largest first; 0 shows all. Default: ${DEFAULT-VALUE}.")
    private int rows;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "The seed of the bootstrap behind weights by averaging. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(names = "--json", description = "Print everything, unit by unit, as JSON instead of text.")
    private boolean json;

    @Override
    public Integer call() {
        if (rows < 0) {
            throw bad("rows must be at least 0, not " + rows);
        }
        if (refits < 0) {
            throw bad("the number after --refit must be at least 0, not " + refits);
        }
        if (refits > 0 && givenStates) {
            throw bad(
                    "--refit has no use with --given-states: without a unit there are no states that it was drawn with");
        }
        Set<Path> different = new HashSet<>();
        for (Path folder : folders) {
            if (!different.add(folder.normalize())) {
                throw bad(folder + " is given twice");
            }
        }
        List<Judgement> judged = folders.stream().map(this::judge).toList();
        if (judged.size() == 1) {
            out().print(json ? JudgementJson.render(judged.get(0)) : JudgementText.render(judged.get(0), rows));
        } else {
            ModelComparison comparison = compare(judged);
            out().print(
                            json
                                    ? JudgementJson.render(judged, comparison)
                                    : JudgementText.render(judged, comparison, rows));
        }
        if (!json
                && refits == 0
                && !givenStates
                && judged.stream()
                        .anyMatch(model -> !model.leaveOneOut().unreliable().isEmpty())) {
            out().println("  --refit does so.");
        }
        out().flush();
        return ExitCode.DONE;
    }

    private Judgement judge(Path folder) {
        StoredRun run = RunArgument.open(spec(), folder);
        Posterior posterior = run.posterior()
                .orElseThrow(() -> bad("the run in " + folder
                        + " is of a density written in Java, which does not say what was observed; only runs of a"
                        + " model file do"));
        if (run.draws().drawsPerChain() < 2) {
            throw bad("the run in " + folder + " has a single draw, which tells nothing");
        }
        try {
            LogLikelihood.Choice choice = new LogLikelihood.Choice(!givenStates, unit);
            Repair repair = new Repair(
                    !noMatching && !givenStates,
                    refits,
                    unit -> err().println(folder + ": sampling again without " + unit));
            return posterior.judge(choice, repair).named(folder.toString());
        } catch (IllegalArgumentException e) {
            throw bad(folder + ": " + e.getMessage()
                    + (e.getMessage().contains("not monitored") ? "; sample again without --monitor" : ""));
        }
    }

    private ModelComparison compare(List<Judgement> judged) {
        try {
            return ModelComparison.of(judged, seed);
        } catch (IllegalArgumentException e) {
            throw bad(e.getMessage());
        }
    }
}
