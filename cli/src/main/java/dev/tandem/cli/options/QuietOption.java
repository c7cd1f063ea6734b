package dev.tandem.cli.options;

import picocli.CommandLine.Option;

/** The option of every command that shows progress: not to. */
public final class QuietOption implements PlainWords {
    @Option(
            names = {"-q", "--quiet"},
            description = "Show no progress.")
    private boolean quiet;

    @Override
    public boolean flag(String name) {
        if (quiet || !(name.equals("-q") || name.equals("--quiet"))) {
            return false;
        }
        quiet = true;
        return true;
    }

    public boolean quiet() {
        return quiet;
    }
}
