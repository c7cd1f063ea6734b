package dev.tandem.runs;

import java.nio.file.Path;

/** The names of the files in a run folder, those of chains aside. */
final class RunLayout {
    private RunLayout() {}

    /** What the run is; written first, so a folder that has it holds a run. */
    static Path description(Path folder) {
        return folder.resolve("run.json");
    }

    static Path model(Path folder) {
        return folder.resolve("model.bug");
    }

    static Path data(Path folder) {
        return folder.resolve("data.json");
    }

    static Path summary(Path folder) {
        return folder.resolve("summary.json");
    }

    static Path log(Path folder) {
        return folder.resolve("log.txt");
    }

    static Path lock(Path folder) {
        return folder.resolve("lock");
    }
}
