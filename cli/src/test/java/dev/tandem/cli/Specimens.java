package dev.tandem.cli;

import dev.tandem.density.MixedDensity;
import dev.tandem.inference.Model;
import dev.tandem.language.data.DataFile;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.runs.RunDescription;
import dev.tandem.runs.RunFolder;
import dev.tandem.runs.each.EachEngine;
import dev.tandem.runs.each.EachFolder;
import dev.tandem.sampling.Cancellation;
import dev.tandem.sampling.Progress;
import dev.tandem.sampling.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/** Small run folders in every state that a run can be left in, to be damaged. */
final class Specimens {
    private static final String TEXT = """
            model {
              for (i in 1:length(y)) {
                z[i] ~ dbern(p)
                y[i] ~ dnorm(mu * z[i], 1)
              }
              p ~ dbeta(1, 1)
              mu ~ dnorm(0, 0.1)
            }
            """;

    private static final Settings SETTINGS = Settings.defaults()
            .withChains(2)
            .withWarmup(60)
            .withDraws(130)
            .withSeed(4)
            .withThreads(1);

    private final Path root;
    private final Model model = Model.of(TEXT);
    private final DataSet data;
    private final MixedDensity density;

    Specimens(Path root) throws IOException {
        this.root = root;
        Path file = Files.writeString(root.resolve("d.json"), "{\"y\": [0.1, 3.2, -0.4, 2.9, 2.2]}");
        data = DataFile.read(file);
        density = model.with(data).compile();
        Path documents = Files.createDirectory(root.resolve("documents"));
        for (int i = 1; i <= 3; i++) {
            Files.writeString(documents.resolve(i + ".json"), "{\"y\": [0.1, 3.2, " + i + "]}");
        }
        finished("finished", SETTINGS);
        finished("other", SETTINGS.withSeed(5));
        stopped();
        killed("killed", SETTINGS.warmup() + 120);
        killed("warmup", 40);
        each("each", 4, false);
        each("each-stopped", 4, true);
        each("each-other", 5, false);
    }

    /** Run folders, whose states have these names. */
    static List<String> runs() {
        return List.of("finished", "stopped", "killed", "warmup");
    }

    /** Folders of runs over many data sets. */
    static List<String> many() {
        return List.of("each", "each-stopped");
    }

    Path folder(String name) {
        return root.resolve(name);
    }

    /** A run of the same shape with other draws. */
    Path other(String name) {
        return root.resolve(many().contains(name) ? "each-other" : "other");
    }

    private RunFolder create(Path folder, Settings settings) {
        return RunFolder.create(
                folder,
                RunDescription.of("model.bug", Optional.of(Dialect.JAGS), density.space(), settings),
                density.space().reported(),
                Optional.of(new RunFolder.Source(TEXT, data)),
                false);
    }

    private void finished(String name, Settings settings) {
        RunFolder.sample(folder(name), model, data, settings);
    }

    /** One chain done and the other half done, as Ctrl-C leaves them. */
    private void stopped() {
        Cancellation cancellation = new Cancellation();
        try (RunFolder run = create(folder("stopped"), SETTINGS)) {
            run.sample(
                    density,
                    progress -> {
                        if (progress.chain() == 1 && progress.iteration() == SETTINGS.warmup() + 70) {
                            cancellation.cancel();
                        }
                    },
                    cancellation);
        }
    }

    /** What a run has on the disk when its second chain comes to an iteration. */
    private void killed(String name, int iteration) throws IOException {
        Path going = folder(name + "-going");
        try (RunFolder run = create(going, SETTINGS)) {
            run.sample(density, snapshot(going, folder(name), iteration), new Cancellation());
        }
        // The process is no more.
        Files.writeString(folder(name).resolve("process.json"), "{\"process\":999999999,\"started\":\"\"}");
    }

    private static Progress.Listener snapshot(Path from, Path to, int iteration) {
        return progress -> {
            if (progress.chain() == 1 && progress.iteration() >= iteration && !Files.exists(to)) {
                copy(from, to);
            }
        };
    }

    private void each(String name, long seed, boolean stop) {
        AtomicBoolean stopping = new AtomicBoolean();
        try (EachFolder run = EachFolder.create(
                folder(name),
                root.resolve("documents"),
                RunDescription.ofEach(
                        "model.bug",
                        Dialect.JAGS,
                        SETTINGS.withChains(1).withWarmup(20).withDraws(20).withSeed(seed)),
                TEXT,
                DataSet.empty(),
                false)) {
            run.sample(EachEngine.threads(1), result -> stopping.set(stop), stopping::get);
        }
    }

    /** Copies a folder and what is in it; a copy that is there goes first. */
    static void copy(Path from, Path to) {
        delete(to);
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes a folder and what is in it, and nothing that links in it point to. */
    static void delete(Path folder) {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted((one, other) -> other.compareTo(one)).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
