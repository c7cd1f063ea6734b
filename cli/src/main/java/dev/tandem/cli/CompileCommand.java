package dev.tandem.cli;

import dev.tandem.compiler.generate.CompiledDensity;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Compiles a model and shows the code that was generated. */
@Command(
        name = "compile",
        description = "Compile a model with its data, and show the generated code.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        usageHelpWidth = 90,
        footer = {
            "",
            "Examples:",
            "  tandem compile model.bug --data data.json",
            "  tandem compile model.bug --data data.json --show | less"
        })
final class CompileCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "MODEL", description = "The model file.")
    private Path modelFile;

    @Mixin
    private ModelFiles files;

    @Option(names = "--show", description = "Print the generated class.")
    private boolean show;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        long start = System.nanoTime();
        CompiledDensity density =
                files.bind(files.read(modelFile), spec.commandLine().getErr()).compile();
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
