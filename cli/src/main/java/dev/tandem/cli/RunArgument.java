package dev.tandem.cli;

import dev.tandem.runs.RunFolderException;
import dev.tandem.runs.StoredRun;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Opens the run that a command is about. */
final class RunArgument {
    private RunArgument() {}

    /** The run in a folder; a folder without one, or without a draw, is bad usage. */
    static StoredRun open(CommandSpec spec, Path folder) {
        StoredRun run;
        try {
            run = StoredRun.open(folder);
        } catch (RunFolderException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
        if (run.draws().drawsPerChain() == 0) {
            throw new ParameterException(spec.commandLine(), "the run in " + folder + " has no draws yet");
        }
        return run;
    }
}
