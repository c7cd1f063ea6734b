package dev.tandem.cli.sample;

import dev.tandem.cli.options.ExitCode;
import dev.tandem.cli.options.Subcommand;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows a run on a page while another program writes it. */
@Command(
        name = "watch",
        usageHelpWidth = 90,
        description = "Show a run in a folder on a page, also while another program samples it.",
        footer = {
            "",
            "Examples:",
            "  tandem watch first-run",
            "  tandem watch first-run --port 8080             to be reached through a tunnel",
            "",
            "The address that is printed works in browsers on this machine, until Ctrl-C. The page",
            "can stop the run, wherever it is sampled, and can go on with it in this program."
        })
public final class WatchCommand extends Subcommand {
    private static final int GREATEST_PORT = 65_535;

    @Parameters(index = "0", paramLabel = "RUN", description = "The folder that 'tandem sample --out' writes.")
    private Path run;

    @Option(names = "--port", paramLabel = "PORT", description = "The port of the page. Default: one that is free.")
    private Integer port;

    @Override
    public Integer call() throws InterruptedException {
        if (port != null && (port < 1 || port > GREATEST_PORT)) {
            throw bad("there is no port " + port + "; ports are numbered from 1 to " + GREATEST_PORT);
        }
        new FolderPage(run, port == null ? 0 : port, this).show();
        return ExitCode.DONE;
    }
}
