package dev.tandem.cli.options;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What every command has: help and version, options in the order of their declaration, and the way to complain. */
@Command(mixinStandardHelpOptions = true, versionProvider = Version.class, sortOptions = false)
public abstract class Subcommand implements Callable<Integer>, PlainWords {
    @Spec
    private CommandSpec spec;

    private Supplier<CommandSpec> unread;
    private PrintWriter out;
    private PrintWriter err;

    /** Where to print, and where picocli's reading of the line is to be had, for a command that was filled word by word. */
    public final void readBy(Supplier<CommandSpec> picocli, PrintWriter results, PrintWriter complaints) {
        unread = picocli;
        out = results;
        err = complaints;
        for (OptionGroup group : groups()) {
            group.readBy(picocli);
        }
    }

    /** The groups of options of a command that can be filled word by word. */
    protected List<OptionGroup> groups() {
        return List.of();
    }

    /** The command, as picocli reads it. */
    public final CommandSpec spec() {
        return unread == null ? spec : unread.get();
    }

    /** Where results go. */
    public final PrintWriter out() {
        return out == null ? spec().commandLine().getOut() : out;
    }

    /** Where progress, notes and complaints go. */
    public final PrintWriter err() {
        return err == null ? spec().commandLine().getErr() : err;
    }

    /** A complaint about what was asked for. */
    public final ParameterException bad(String message) {
        return new ParameterException(spec().commandLine(), message);
    }
}
