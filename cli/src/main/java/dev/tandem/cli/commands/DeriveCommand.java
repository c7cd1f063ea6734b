package dev.tandem.cli.commands;

import dev.tandem.cli.options.ExitCode;
import dev.tandem.cli.options.RunArgument;
import dev.tandem.cli.options.Subcommand;
import dev.tandem.cli.options.WriteOptions;
import dev.tandem.draws.DrawSource;
import dev.tandem.draws.summary.Summary;
import dev.tandem.draws.summary.SummaryTable;
import dev.tandem.inference.Posterior;
import dev.tandem.runs.StoredRun;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Computes what was not thought of before from the draws of a run. */
@Command(
        name = "derive",
        usageHelpWidth = 90,
        description = "Compute quantities from the draws of a run, by statements in the language of the model.",
        footer = {
            "",
            "Statements may read the data of the run and whatever it monitored. What stands left of",
            "~ is drawn anew for each draw.",
            "",
            "Examples:",
            "  tandem derive run 'phi.diff <- phi[1] - phi[2]'",
            "  tandem derive run 'for (i in 1:3) { odds[i] <- p[i] / (1 - p[i]) }'",
            "  tandem derive run 'y.new ~ dnorm(mu, tau)' --out new.csv"
        })
public final class DeriveCommand extends Subcommand {
    @Parameters(index = "0", paramLabel = "RUN", description = "The folder of the run.")
    private Path folder;

    @Parameters(
            index = "1",
            paramLabel = "STATEMENTS",
            description = "One statement, or several on lines of their own or with ; between them.")
    private String statements;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "The seed of what is drawn. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Mixin
    private WriteOptions options;

    @Override
    public Integer call() {
        if (options.wanted()) {
            options.format();
        }
        StoredRun run = RunArgument.open(spec(), folder);
        Posterior posterior = run.posterior()
                .orElseThrow(() -> bad("the run in " + folder
                        + " is of a density written in Java; only runs of a model file have a language to derive in"));
        DrawSource derived = derive(posterior);
        if (options.wanted()) {
            options.write(run.export().derived(derived));
        }
        out().print(SummaryTable.render(Summary.of(derived.collect())));
        out().flush();
        return ExitCode.DONE;
    }

    private DrawSource derive(Posterior posterior) {
        try {
            return posterior.derive(statements, seed);
        } catch (IllegalArgumentException e) {
            throw bad(e.getMessage());
        }
    }
}
