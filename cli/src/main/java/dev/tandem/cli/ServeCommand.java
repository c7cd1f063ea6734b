package dev.tandem.cli;

import dev.tandem.cli.options.ExitCode;
import dev.tandem.cli.options.Subcommand;
import dev.tandem.serve.Server;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Answers the requests of another program until it goes. */
@Command(
        name = "serve",
        usageHelpWidth = 90,
        description = "Answer requests of another program over standard input and output until it goes.",
        footer = {
            "",
            "For programs, not for people: the packages for Python and R start it. Messages are JSON",
            "with their length before them, draws are Arrow; docs/protocol.md has all of it. It opens",
            "no port, and ends when its standard input does.",
            "",
            "Example:",
            "  tandem serve < requests > answers"
        })
final class ServeCommand extends Subcommand {
    @Option(
            names = "--lines",
            description = "Speak in lines of text, with bytes in Base64, for clients that cannot read bytes.")
    private boolean lines;

    @Override
    public boolean flag(String name) {
        lines |= name.equals("--lines");
        return name.equals("--lines");
    }

    @Override
    public boolean complete() {
        return true;
    }

    @Override
    public Integer call() throws IOException {
        InputStream requests = new BufferedInputStream(System.in);
        OutputStream answers = new BufferedOutputStream(StandardOutput.bytesOfThisProgram());
        // What is printed by mistake, by a library or by Java, must not get among the frames.
        System.setOut(System.err);
        (lines ? Server.ofLines(requests, answers) : Server.ofFrames(requests, answers)).serve();
        return ExitCode.DONE;
    }
}
