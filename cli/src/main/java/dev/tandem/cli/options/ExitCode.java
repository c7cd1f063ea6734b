package dev.tandem.cli.options;

/** What the command tells the shell. */
public final class ExitCode {
    public static final int DONE = 0;
    public static final int WARNINGS = 1;
    public static final int BAD_USAGE = 2;
    public static final int FAILED = 3;

    private ExitCode() {}
}
