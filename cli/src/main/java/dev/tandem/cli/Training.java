package dev.tandem.cli;

import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Does what most runs do, and shows nothing of it but the version: Java watches, and keeps the classes that it loads, linked,
 * for the starts to come. The launcher says when.
 */
final class Training {
    private Training() {}

    /** The only argument is the folder of the examples. */
    public static void main(String[] arguments) {
        PrintWriter nowhere = new PrintWriter(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        StandardOutput.ofThisProgram();
        ProcessHandle.current()
                .parent()
                .ifPresent(parent -> System.setProperty(Launcher.NUMBER, Long.toString(parent.pid())));
        Launcher.watch();
        // The launcher keeps this line, and answers with it by itself.
        PrintWriter launcher = new PrintWriter(StandardOutput.bytesOfThisProgram(), false, StandardCharsets.UTF_8);
        Tandem.run(launcher, nowhere, "--version");
        launcher.flush();
        for (String example : new String[] {"eight-schools", "occupancy"}) {
            Path folder = Path.of(arguments[0], example);
            String model = folder.resolve("model.bug").toString();
            String data = folder.resolve("data.json").toString();
            Tandem.run(nowhere, nowhere, "check", model, "--data", data);
            Tandem.run(nowhere, nowhere, "sample", model, "--data", data, "--warmup", "300", "--draws", "300");
            Tandem.run(
                    nowhere,
                    nowhere,
                    "sample",
                    model,
                    "--data",
                    data,
                    "--warmup",
                    "50",
                    "--draws",
                    "50",
                    "--json",
                    "--quiet");
        }
        // One that is left to picocli.
        Tandem.run(nowhere, nowhere, "check", "--help");
    }
}
