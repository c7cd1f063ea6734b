package dev.tandem.cli.options;

import dev.tandem.runs.RunDescription;
import dev.tandem.runs.StoredRun;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Opens the run that a command is about. */
public final class RunArgument {
    private RunArgument() {}

    /** The run in a folder, with or without draws; whoever reads one hears if it cannot be verified. */
    public static StoredRun read(CommandSpec spec, Path folder) {
        StoredRun run = StoredRun.open(folder);
        warnIfUnsealed(run.folder(), run.description(), spec.commandLine().getErr());
        return run;
    }

    /** Says that a folder is of a version that kept no digests. */
    public static void warnIfUnsealed(Path folder, RunDescription description, PrintWriter err) {
        if (description.seal().isEmpty()) {
            err.println(
                    "note: the run in " + folder + " was begun by an earlier version of tandem, which kept no digests:"
                            + " whether run.json, model.bug or data.json changed since cannot be told");
            err.flush();
        }
    }

    /** The run in a folder; one without a draw is bad usage. */
    public static StoredRun open(CommandSpec spec, Path folder) {
        StoredRun run = read(spec, folder);
        if (run.draws().drawsPerChain() == 0) {
            throw new ParameterException(spec.commandLine(), "the run in " + folder + " has no draws yet");
        }
        return run;
    }
}
