package dev.tandem.cli.sample;

import dev.tandem.cli.options.OptionGroup;
import picocli.CommandLine.Option;

/** The options that show a run on a page while it goes. */
public final class WatchOptions extends OptionGroup {
    private static final int GREATEST_PORT = 65_535;

    @Option(
            names = "--watch",
            description = "Show the run on a page while it goes, in a browser on this machine; the address is printed.")
    private boolean watch;

    @Option(
            names = "--watch-port",
            paramLabel = "PORT",
            description = "The port of that page. Default: one that is free.")
    private Integer port;

    /** Complains about what cannot be shown. */
    void check(boolean many) {
        if (port != null && !watch) {
            throw bad("--watch-port needs --watch");
        }
        if (port != null && (port < 1 || port > GREATEST_PORT)) {
            throw bad("there is no port " + port + "; ports are numbered from 1 to " + GREATEST_PORT);
        }
        if (watch && many) {
            throw bad("--watch shows one run, and --each makes many");
        }
    }

    boolean wanted() {
        return watch;
    }

    /** The port to listen at; 0 for one that is free. */
    int port() {
        return port == null ? 0 : port;
    }
}
