package dev.tandem.runs;

import dev.tandem.runs.files.StoredFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The names of the files in a run folder. */
public final class RunLayout {
    private static final Pattern OF_RUN = Pattern.compile(
            "(run|summary)\\.json(\\.new)?|model\\.bug|data\\.json|log\\.txt|warmup\\.agreed(\\.new)?|stop\\.request"
                    + "|chain-\\d+\\.(draws|warmup|checkpoint(\\.previous|\\.new)?)");

    /** What keeps a second program out. */
    private static final Pattern OF_LOCK = Pattern.compile("lock|process\\.json(\\.new)?");

    private static final Pattern OF_EACH = Pattern.compile("each\\.json(\\.new)?|names\\.txt|tables\\.sums(\\.new)?"
            + "|(data-sets|summaries|failures)\\.csv(\\.new)?");

    private static final String EACH = "each.json";

    private static final String NAMES = "names.txt";

    private static final String PARTS = "parts";

    private RunLayout() {}

    /** Whether a run made this file; the lock aside, which is needed to delete the others. */
    public static boolean belongsToRun(Path file) {
        return OF_RUN.matcher(file.getFileName().toString()).matches();
    }

    /** Whether a folder holds a run over many data sets. */
    public static boolean isEach(Path folder) {
        return Files.exists(folder.resolve(EACH), LinkOption.NOFOLLOW_LINKS);
    }

    /** Whether a folder once held one. */
    public static boolean wasEach(Path folder) {
        return Files.exists(folder.resolve(NAMES), LinkOption.NOFOLLOW_LINKS);
    }

    /** Where a run over many data sets keeps its tables while it goes on. */
    public static Path parts(Path folder) {
        return folder.resolve(PARTS);
    }

    /**
     * Throws {@link RunFolderException} if a link, a pipe or a folder stands where a run writes a file, or a link where it
     * has a folder: what is written must stay in the folder of the run. That folder itself may be a link.
     */
    public static void refuseStrangers(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.equals(PARTS)
                        || OF_RUN.matcher(name).matches()
                        || OF_LOCK.matcher(name).matches()
                        || OF_EACH.matcher(name).matches()) {
                    refuseStranger(file, name.equals(PARTS));
                }
            }
        }
        if (Files.isDirectory(parts(folder), LinkOption.NOFOLLOW_LINKS)) {
            try (Stream<Path> files = Files.list(parts(folder))) {
                for (Path file : files.toList()) {
                    refuseStranger(file, false);
                }
            }
        }
    }

    private static void refuseStranger(Path file, boolean isFolder) throws IOException {
        BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (isFolder ? !found.isDirectory() : !found.isRegularFile()) {
            String kind = found.isRegularFile() ? "a file, not a folder" : StoredFiles.kind(found);
            throw new RunFolderException(
                    file + " is " + kind + ", and a run writes to its own files only; remove it, or put back "
                            + (isFolder ? "the folder" : "the file") + " that it stands for");
        }
    }

    /**
     * Throws {@link RunFolderException} if a folder that never held a run has files of its own, those that a run would
     * replace or others: a run has a folder to itself.
     */
    public static void refuseForeign(Path folder) throws IOException {
        if (Files.exists(lock(folder), LinkOption.NOFOLLOW_LINKS)
                || Files.exists(description(folder))
                || isEach(folder)) {
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> there = files.sorted().toList();
            there.stream().filter(RunLayout::belongsToRun).findFirst().ifPresent(replaced -> {
                throw new RunFolderException(folder + " is not the folder of a run, and its " + replaced.getFileName()
                        + " would be replaced; give another folder");
            });
            there.stream().filter(file -> !isHidden(file)).findFirst().ifPresent(other -> {
                throw new RunFolderException(folder + " is not empty and holds no run (it has " + other.getFileName()
                        + "): a run has a folder to itself; give a new one");
            });
        }
    }

    /** Files of the system, which come by themselves. */
    private static boolean isHidden(Path file) {
        return file.getFileName().toString().startsWith(".");
    }

    /** What the run is; written last, so a folder that has it holds a whole run. */
    public static Path description(Path folder) {
        return folder.resolve("run.json");
    }

    public static Path model(Path folder) {
        return folder.resolve("model.bug");
    }

    public static Path data(Path folder) {
        return folder.resolve("data.json");
    }

    /** What chains agreed on in warmup. */
    public static Path agreements(Path folder) {
        return folder.resolve("warmup.agreed");
    }

    public static Path summary(Path folder) {
        return folder.resolve("summary.json");
    }

    public static Path log(Path folder) {
        return folder.resolve("log.txt");
    }

    /** What asks the program that holds the lock to stop. */
    public static Path stopRequest(Path folder) {
        return folder.resolve("stop.request");
    }

    /** Who holds the lock. */
    public static Path process(Path folder) {
        return folder.resolve("process.json");
    }

    public static Path lock(Path folder) {
        return folder.resolve("lock");
    }
}
