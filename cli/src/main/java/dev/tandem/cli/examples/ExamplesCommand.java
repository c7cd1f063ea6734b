package dev.tandem.cli.examples;

import dev.tandem.cli.options.ExitCode;
import dev.tandem.cli.options.Subcommand;
import dev.tandem.report.text.Columns;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

/** Lists the models that come with the program. */
@Command(
        name = "examples",
        description = "List the models that come with the program.",
        footer = {"", "Example:", "  tandem sample --example variable-selection"})
public final class ExamplesCommand extends Subcommand {
    @Override
    public Integer call() {
        List<List<String>> lines = new ArrayList<>();
        for (Example example : Example.all()) {
            lines.add(List.of(example.name(), example.description()));
        }
        PrintWriter out = out();
        out.print(Columns.leftAligned(lines));
        out.flush();
        return ExitCode.DONE;
    }
}
