package dev.tandem.cli;

import dev.tandem.cli.options.ExitCode;
import dev.tandem.cli.options.Subcommand;
import java.io.PrintWriter;
import picocli.AutoComplete;
import picocli.CommandLine.Command;

/** Prints the script that lets a shell complete commands, options and names. */
@Command(
        name = "completion",
        description = "Print a script that lets bash or zsh complete commands, options and names.",
        footer = {
            "",
            "Examples:",
            "  source <(tandem completion)               for this shell",
            "  tandem completion >> ~/.bash_completion   for every bash to come",
            "  tandem completion > ~/.tandem-completion  and 'source ~/.tandem-completion' in ~/.zshrc"
        })
final class CompletionCommand extends Subcommand {
    @Override
    public Integer call() {
        PrintWriter out = out();
        out.print(AutoComplete.bash(spec().root().name(), spec().root().commandLine()));
        out.flush();
        return ExitCode.DONE;
    }
}
