package dev.tandem.cli;

import dev.tandem.runs.StoredRun;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Opens the run that a command is about. */
final class RunArgument {
    private RunArgument() {}

    /** The run in a folder; one without a draw is bad usage. */
    static StoredRun open(CommandSpec spec, Path folder) {
        StoredRun run = StoredRun.open(folder);
        if (run.draws().drawsPerChain() == 0) {
            throw new ParameterException(spec.commandLine(), "the run in " + folder + " has no draws yet");
        }
        return run;
    }
}
