package dev.tandem.cli.commands;

import dev.tandem.cli.options.ExitCode;
import dev.tandem.cli.options.Sampler;
import dev.tandem.cli.options.Subcommand;
import dev.tandem.report.text.Columns;
import dev.tandem.sampling.trajectory.KernelFamily;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

/** Lists the kernels, and says which are biased. */
@Command(
        name = "samplers",
        description = "List the kernels. Those marked BIASED are here to be compared with, not to be used.",
        footer = {"", "Example:", "  tandem sample --example gmm --sampler nuts"})
public final class SamplersCommand extends Subcommand {
    @Override
    public Integer call() {
        List<List<String>> lines = new ArrayList<>();
        lines.add(List.of(Sampler.AUTO, "", "node; nuts where nothing is discrete (the default)"));
        for (KernelFamily.Method method : KernelFamily.Method.values()) {
            String mark = KernelFamily.of(method).exact() ? "" : "BIASED";
            lines.add(List.of(method.label(), mark, method.description()));
        }
        PrintWriter out = out();
        out.print(Columns.leftAligned(lines));
        out.flush();
        return ExitCode.DONE;
    }
}
