package dev.tandem.cli.commands;

import dev.tandem.cli.options.ExitCode;
import dev.tandem.cli.options.ModelFiles;
import dev.tandem.cli.options.Subcommand;
import dev.tandem.compiler.generate.CompiledDensity;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compiles a model and shows the code that was generated. */
@Command(
        name = "compile",
        usageHelpWidth = 90,
        description = "Compile a model with its data, and show the generated code.",
        footer = {
            "",
            "Examples:",
            "  tandem compile model.bug --data data.json",
            "  tandem compile model.bug --data data.json --show | less"
        })
public final class CompileCommand extends Subcommand {
    @Parameters(index = "0", paramLabel = "MODEL", description = "The model file.")
    private Path modelFile;

    @Mixin
    private ModelFiles files;

    @Option(names = "--show", description = "Print the generated class.")
    private boolean show;

    @Override
    public Integer call() {
        PrintWriter out = out();
        long start = System.nanoTime();
        CompiledDensity density = files.bind(files.read(modelFile), err()).compile();
        if (show) {
            out.print(density.source());
        } else {
            out.printf(
                    "compiled in %.2f s: %d continuous coordinates, %d discrete sites, %d methods, largest %d bytes%n",
                    (System.nanoTime() - start) / 1e9,
                    density.space().dimension(),
                    density.space().sites(),
                    density.methods(),
                    density.largestMethod());
        }
        density.notes().forEach(note -> out.println("note: " + note));
        out.flush();
        return ExitCode.DONE;
    }
}
