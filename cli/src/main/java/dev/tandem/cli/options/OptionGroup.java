package dev.tandem.cli.options;

import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Options that belong together, of one command or of several. They are filled by picocli, or word by word by
 * {@link PlainWords}, which costs a tenth of it; then picocli reads the line only if there is something to complain about.
 */
public abstract class OptionGroup implements PlainWords {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    private Supplier<CommandSpec> unread;

    /** Where picocli's reading of the line is to be had, for options that were filled word by word. */
    public final void readBy(Supplier<CommandSpec> picocli) {
        unread = picocli;
    }

    /** The command, as picocli reads it. */
    protected final CommandSpec spec() {
        return wordByWord() ? unread.get() : spec;
    }

    /** Whether these options were filled word by word. */
    protected final boolean wordByWord() {
        return unread != null;
    }

    /** Whether an option stands on the line. */
    protected final boolean onLine(String option) {
        return spec().commandLine().getParseResult().hasMatchedOption(option);
    }

    /** A complaint about what was asked for. */
    protected final ParameterException bad(String message) {
        return new ParameterException(spec().commandLine(), message);
    }
}
