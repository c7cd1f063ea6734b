package dev.tandem.runs;

import dev.tandem.density.MixedDensity;
import dev.tandem.models.VariableSelection;
import dev.tandem.runs.files.Disk;
import dev.tandem.sampling.Cancellation;
import dev.tandem.sampling.Progress;
import dev.tandem.sampling.Settings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A program that begins a run in a folder, or takes it up, and says what it is about to do, for a test to kill. */
final class KilledRun {
    private static final MixedDensity DENSITY = VariableSelection.simulated(1);
    private static final Settings SETTINGS = Settings.defaults()
            .withChains(2)
            .withWarmup(400)
            .withDraws(1_030)
            .withSeed(8)
            .withThreads(2);
    private static final int ITERATIONS_PER_LINE = 10;

    static final String WARMING_UP = "warming up";
    static final String SAMPLING = "sampling";

    private KilledRun() {}

    /** Takes the folder. */
    public static void main(String[] arguments) {
        PrintStream out = System.out;
        goOn(Path.of(arguments[0]), new TalkingDisk(Disk.real(), out), progress -> {
            if (progress.iteration() % ITERATIONS_PER_LINE == 0) {
                out.println(progress.stage().equals("sampling") ? SAMPLING : WARMING_UP);
            }
        });
    }

    /** Begins the run, or takes it up, and brings it to its end. */
    static void goOn(Path folder, Disk disk, Progress.Listener listener) {
        try (RunFolder run = open(folder, disk)) {
            run.sample(DENSITY, listener, new Cancellation());
        }
    }

    /** Checkpoints at every anchor, so that many kills hit one. */
    private static RunFolder open(Path folder, Disk disk) {
        return Files.exists(folder.resolve("run.json"))
                ? RunFolder.resume(folder, disk, 0)
                : RunFolder.create(
                        folder,
                        RunDescription.of("variable-selection", Optional.empty(), DENSITY.space(), SETTINGS),
                        DENSITY.space().reported(),
                        Optional.empty(),
                        false,
                        disk,
                        0);
    }

    /** Says what is about to be done, then does it. */
    private record TalkingDisk(Disk disk, PrintStream out) implements Disk {
        @Override
        public Appender append(Path file, long length) throws IOException {
            out.println("opening a file");
            Appender appender = disk.append(file, length);
            String kind =
                    file.getFileName().toString().replaceFirst(".*?\\.", "").replaceFirst("\\..*", "");
            return new Appender() {
                @Override
                public void write(ByteBuffer bytes) throws IOException {
                    out.println("writing " + (kind.equals("checkpoint") ? "a checkpoint" : "to the file of " + kind));
                    appender.write(bytes);
                }

                @Override
                public long length() {
                    return appender.length();
                }

                @Override
                public void force() throws IOException {
                    out.println("forcing to the disk");
                    appender.force();
                }

                @Override
                public void close() throws IOException {
                    appender.close();
                }
            };
        }

        @Override
        public void move(Path from, Path to) throws IOException {
            out.println("renaming a checkpoint");
            disk.move(from, to);
        }

        @Override
        public void delete(Path file) throws IOException {
            out.println("deleting a checkpoint");
            disk.delete(file);
        }
    }
}
