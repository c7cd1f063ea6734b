package dev.tandem.cli.commands;

import dev.tandem.cli.options.ExitCode;
import dev.tandem.cli.options.ModelFiles;
import dev.tandem.cli.options.Subcommand;
import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.draws.NearMiss;
import dev.tandem.inference.BoundModel;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
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
            "  tandem compile model.bug --data data.json --show | less",
            "  tandem compile model.bug --data data.json --show=passes --without hoisting"
        })
public final class CompileCommand extends Subcommand {
    private static final String CODE = "code";
    private static final String TERMS = "terms";
    private static final String PASSES = "passes";
    private static final List<String> SHOWN = List.of(CODE, TERMS, PASSES);

    /** Takes a value only where it is attached, as in --show=terms: in "--show model.bug" the model is no value. */
    static final class Attached implements IParameterPreprocessor {
        @Override
        public boolean preprocess(
                Stack<String> arguments, CommandSpec command, ArgSpec option, Map<String, Object> info) {
            boolean attached = "=".equals(info.get("separator"));
            option.setValue(attached ? arguments.pop() : CODE);
            return true;
        }
    }

    @Parameters(index = "0", paramLabel = "MODEL", description = "The model file.")
    private Path modelFile;

    @Mixin
    private ModelFiles files;

    @Option(
            names = "--show",
            paramLabel = "WHAT",
            arity = "0..1",
            fallbackValue = CODE,
            preprocessor = Attached.class,
            description =
                    "Print the generated class (code, which --show alone means), the program that it was generated"
                            + " from (terms), or what each pass of the compiler is for and makes of the model (passes).")
    private String show;

    @Option(
            names = "--without",
            paramLabel = "PASS",
            split = ",",
            description = "Leave out passes of the compiler, by the names that --show=passes lists: the same density,"
                    + " more slowly computed.")
    private List<String> without = new ArrayList<>();

    @Override
    public Integer call() {
        if (show != null && !SHOWN.contains(show)) {
            throw bad("there is no " + show + " to show, but " + String.join(", ", SHOWN) + NearMiss.hint(show, SHOWN));
        }
        PrintWriter out = out();
        long start = System.nanoTime();
        BoundModel model = files.bind(files.read(modelFile), err());
        CompiledDensity density;
        try {
            density = model.compileWithout(without);
        } catch (IllegalArgumentException unknownPass) {
            throw bad(unknownPass.getMessage());
        }
        if (CODE.equals(show)) {
            out.print(density.source());
        } else if (TERMS.equals(show)) {
            out.print(density.terms());
        } else if (PASSES.equals(show)) {
            out.print(model.explainWithout(without));
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
