package dev.tandem.runs;

import java.nio.file.Path;
import java.util.regex.Pattern;

/** The names of the files in a run folder. */
final class RunLayout {
    private static final Pattern OF_RUN =
            Pattern.compile("(run|summary)\\.json(\\.new)?|model\\.bug|data\\.json|log\\.txt"
                    + "|chain-\\d+\\.(draws|warmup|checkpoint(\\.previous|\\.new)?)");

    private RunLayout() {}

    /** Whether a run made this file; the lock aside, which is needed to delete the others. */
    static boolean belongsToRun(Path file) {
        return OF_RUN.matcher(file.getFileName().toString()).matches();
    }

    /** What the run is; written last, so a folder that has it holds a whole run. */
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

    /** Who holds the lock. */
    static Path process(Path folder) {
        return folder.resolve("process.json");
    }

    static Path lock(Path folder) {
        return folder.resolve("lock");
    }
}
