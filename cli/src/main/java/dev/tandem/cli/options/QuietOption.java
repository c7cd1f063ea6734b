package dev.tandem.cli.options;

import picocli.CommandLine.Option;

/** The option of every command that shows progress: not to. */
public final class QuietOption {
    @Option(
            names = {"-q", "--quiet"},
            description = "Show no progress.")
    private boolean quiet;

    public boolean quiet() {
        return quiet;
    }
}
