package dev.tandem.cli.sample;

import dev.tandem.cli.commands.ReportCommand;
import dev.tandem.cli.options.OptionWords;
import dev.tandem.cli.options.RunArgument;
import dev.tandem.cli.options.Subcommand;
import dev.tandem.runs.StoredRun;
import dev.tandem.runs.watch.FolderWatch;
import dev.tandem.runs.watch.Watch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.ParameterException;

/** The page of a run in a folder; apart from its command, so that nothing of a page is loaded where commands are listed. */
final class FolderPage {
    private final Path run;
    private final int port;
    private final Subcommand command;

    FolderPage(Path run, int port, Subcommand command) {
        this.run = run;
        this.port = port;
        this.command = command;
    }

    /** Shows it until the program is ended. */
    void show() throws InterruptedException {
        StoredRun stored = RunArgument.read(command.spec(), run);
        try (Watch watch = Watch.open(stored.description().model(), port)) {
            command.out().println(watch.address());
            command.out().flush();
            new FolderWatch(run, watch, OptionWords.OPTIONS, () -> goOn(watch), ReportCommand::page)
                    .lookUntil(new CountDownLatch(1));
        } catch (IOException e) {
            throw new ParameterException(
                    command.spec().commandLine(),
                    (port == 0 ? "no page" : "nothing at port " + port) + " can be served here (" + e.getMessage() + ")"
                            + (port == 0 ? "" : "; give another --port"),
                    e);
        }
    }

    /** Goes on in a thread of its own; what it does is seen in the folder, as if another program did it. */
    private void goOn(Watch watch) {
        SampleCommand sampling = SampleCommand.resuming(run, command);
        Thread thread = new Thread(
                () -> {
                    try {
                        sampling.call();
                    } catch (RuntimeException e) {
                        watch.change(Watch.Phase.FAILED, OptionWords.message(e));
                        command.err().println("tandem watch: " + OptionWords.message(e));
                        command.err().flush();
                    }
                },
                "going on");
        thread.setDaemon(true);
        thread.start();
    }
}
