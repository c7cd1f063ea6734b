package dev.tandem.cli.paper;

import dev.tandem.cli.options.Subcommand;
import picocli.CommandLine.Command;

/** Topic models: fit one to a corpus, sample the documents. */
@Command(
        name = "topics",
        description = "Fit a correlated topic model to a corpus, and sample any document with it.",
        subcommands = {TopicsTrainCommand.class, TopicsSampleCommand.class},
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Examples:",
            "  tandem topics train corpus.ldac --topics 10 --out model",
            "  tandem topics sample model --corpus corpus.ldac --document 213"
        })
public final class TopicsCommand extends Subcommand {
    @Override
    public Integer call() {
        throw bad("a command is missing: train or sample");
    }
}
