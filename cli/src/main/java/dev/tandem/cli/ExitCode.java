package dev.tandem.cli;

/** What the command tells the shell. */
final class ExitCode {
    static final int DONE = 0;
    static final int WARNINGS = 1;
    static final int BAD_USAGE = 2;
    static final int FAILED = 3;

    private ExitCode() {}
}
