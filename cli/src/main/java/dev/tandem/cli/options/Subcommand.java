package dev.tandem.cli.options;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What every command has: help and version, options in the order of their declaration, and the way to complain. */
@Command(mixinStandardHelpOptions = true, versionProvider = Version.class, sortOptions = false)
public abstract class Subcommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    /** The command as it was parsed. */
    public final CommandSpec spec() {
        return spec;
    }

    /** Where results go. */
    public final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** Where progress, notes and complaints go. */
    public final PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** A complaint about what was asked for. */
    public final ParameterException bad(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
