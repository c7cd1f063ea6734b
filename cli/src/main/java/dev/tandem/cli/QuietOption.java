package dev.tandem.cli;

import picocli.CommandLine.Option;

/** The option of every command that shows progress: not to. */
final class QuietOption {
    @Option(
            names = {"-q", "--quiet"},
            description = "Show no progress.")
    private boolean quiet;

    boolean quiet() {
        return quiet;
    }
}
