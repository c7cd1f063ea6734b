package dev.tandem.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the script that lets a shell complete commands, options and names. */
@Command(
        name = "completion",
        description = "Print a script that lets bash or zsh complete commands, options and names.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footer = {
            "",
            "Examples:",
            "  source <(tandem completion)               for this shell",
            "  tandem completion >> ~/.bash_completion   for every bash to come",
            "  tandem completion > ~/.tandem-completion  and 'source ~/.tandem-completion' in ~/.zshrc"
        })
final class CompletionCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        out.print(AutoComplete.bash(spec.root().name(), spec.root().commandLine()));
        out.flush();
        return ExitCode.DONE;
    }
}
