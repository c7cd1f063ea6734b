package dev.tandem.cli;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** Writes docs/commands.md from what the commands say of themselves. */
final class CommandReference {
    private CommandReference() {}

    static String render() {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        CommandLine tandem = Tandem.commandLine(nowhere, nowhere);
        StringBuilder text = new StringBuilder("""
                # Commands

                What `./tandem COMMAND --help` says, for every command; a test writes and compares this page. Results go to
                standard output, progress and complaints to standard error.

                | exit code | meaning |
                |---|---|
                | 0 | done |
                | 1 | done with warnings, if `--strict` was given |
                | 2 | bad usage, model or data: one line says what |
                | 3 | the run failed: one line says why |
                | 130 | stopped by Ctrl-C; what was drawn was kept |
                | 141 | whoever read the result has gone, as in `.. \\| head`; nothing else is wrong |

                `source <(./tandem completion)` lets bash and zsh complete commands, options and names.

                | command | does |
                |---|---|
                """);
        for (Map.Entry<String, CommandLine> command : tandem.getSubcommands().entrySet()) {
            text.append("| [`")
                    .append(command.getKey())
                    .append("`](#")
                    .append(command.getKey())
                    .append(") | ")
                    .append(command.getValue()
                            .getCommandSpec()
                            .usageMessage()
                            .description()[0]
                            .replace("|", "\\|"))
                    .append(" |\n");
        }
        for (Map.Entry<String, CommandLine> command : tandem.getSubcommands().entrySet()) {
            text.append("\n## ")
                    .append(command.getKey())
                    .append("\n\n```text\n")
                    .append(command.getValue().getUsageMessage(Ansi.OFF))
                    .append("```\n");
        }
        return text.toString();
    }
}
