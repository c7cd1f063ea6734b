package dev.tandem.cli.commands;

import dev.tandem.cli.options.ExitCode;
import dev.tandem.cli.options.RunArgument;
import dev.tandem.cli.options.Subcommand;
import dev.tandem.inference.Posterior;
import dev.tandem.inference.judging.LogLikelihood;
import dev.tandem.inference.judging.PriorSensitivity;
import dev.tandem.inference.judging.PriorSensitivityText;
import dev.tandem.runs.StoredRun;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says how much the unknowns of a run depend on the priors, and how much on the data. */
@Command(
        name = "sensitivity",
        usageHelpWidth = 90,
        description = "Say how much the unknowns of a run depend on the priors, and how much on the data.",
        footer = {
            "",
            "Priors and likelihood are raised to powers a little below and above one, by",
            "reweighting the draws (power scaling, as in R's priorsense). The numbers say how far",
            "an unknown moves for each doubling of the power; below 0.05 it hardly does. A prior",
            "is a distribution whose parameters depend on no unknown: that of the effect of a",
            "group, given the mean and the spread of all groups, is none.",
            "",
            "Examples:",
            "  tandem sensitivity run",
            "  tandem sensitivity run --prior tau",
            "  tandem sensitivity run --json"
        })
public final class SensitivityCommand extends Subcommand {
    @Parameters(index = "0", paramLabel = "RUN", description = "The folder of the run.")
    private Path folder;

    @Option(
            names = "--prior",
            paramLabel = "NAME",
            split = ",",
            description = {
                "Look at the priors of these variables alone, the others staying as they are:",
                "which of them is it that an unknown depends on?"
            })
    private List<String> priors = List.of();

    @Option(
            names = "--given-states",
            description = {
                "Take discrete unknowns as they were drawn instead of summing over them. Their",
                "distributions are priors then, where their parameters depend on no unknown."
            })
    private boolean givenStates;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "20",
            description = {
                "Unknowns to show; of more, those that depend on the prior most. 0 shows all.",
                "Default: ${DEFAULT-VALUE}."
            })
    private int rows;

    @Option(names = "--json", description = "Print all unknowns as JSON instead of text.")
    private boolean json;

    @Override
    public Integer call() {
        if (rows < 0) {
            throw bad("rows must be at least 0, not " + rows);
        }
        StoredRun run = RunArgument.open(spec(), folder);
        Posterior posterior = run.posterior()
                .orElseThrow(() -> bad("the run in " + folder
                        + " is of a density written in Java, which does not say what is a prior and what was"
                        + " observed; only runs of a model file do"));
        if (run.draws().drawsPerChain() < 2) {
            throw bad("the run in " + folder + " has a single draw, which tells nothing");
        }
        PriorSensitivity found;
        try {
            found = posterior
                    .sensitivity(new LogLikelihood.Choice(!givenStates, ""), priors)
                    .named(folder.toString());
        } catch (IllegalArgumentException e) {
            throw bad(folder + ": " + e.getMessage()
                    + (e.getMessage().contains("not monitored") ? "; sample again without --monitor" : ""));
        }
        out().print(json ? PriorSensitivityText.json(found) : PriorSensitivityText.render(found, rows));
        out().flush();
        return ExitCode.DONE;
    }
}
