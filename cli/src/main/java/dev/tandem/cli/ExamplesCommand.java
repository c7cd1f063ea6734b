package dev.tandem.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lists the models that come with the program. */
@Command(
        name = "examples",
        description = "List the models that come with the program.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footer = {"", "Example:", "  tandem sample --example variable-selection"})
final class ExamplesCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        List<List<String>> lines = new ArrayList<>();
        for (Example example : Example.all()) {
            lines.add(List.of(example.name(), example.description()));
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(Columns.leftAligned(lines));
        out.flush();
    }
}
