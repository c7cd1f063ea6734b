package dev.tandem.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Topic models: fit one to a corpus, sample the documents. */
@Command(
        name = "topics",
        description = "Fit a correlated topic model to a corpus, and sample any document with it.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = {TopicsTrainCommand.class, TopicsSampleCommand.class},
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Examples:",
            "  tandem topics train corpus.ldac --topics 10 --out model",
            "  tandem topics sample model --corpus corpus.ldac --document 213"
        })
final class TopicsCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing: train or sample");
    }
}
