package dev.tandem.cli;

import dev.tandem.exports.Format;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * A command that opens a run folder, and what it gives: all that depends on the folder and not on the clock.
 *
 * @param column the heading under which it is counted
 * @param many whether it is for runs over many data sets
 * @param resumes whether it goes on with the run
 * @param command the command line, where RUN and OUT stand for folders
 */
record FolderUse(String column, boolean many, boolean resumes, String command) {
    /** What a use of a folder gave. */
    record Result(int code, String out, String err, Map<String, String> files) {
        boolean sameAs(Result other) {
            return code == other.code && out.equals(other.out) && files.equals(other.files);
        }
    }

    static List<FolderUse> all() {
        List<FolderUse> uses = new ArrayList<>();
        uses.add(new FolderUse("summary", false, false, "summary RUN --json"));
        for (Format format : Format.values()) {
            uses.add(new FolderUse(
                    "export", false, false, "export RUN --format " + format.label() + " --out OUT/draws --overwrite"));
        }
        uses.add(new FolderUse("report", false, false, "report RUN --out OUT/page.html --overwrite"));
        uses.add(new FolderUse("predict", false, false, "predict RUN --json"));
        uses.add(new FolderUse("loo", false, false, "loo RUN --json"));
        uses.add(new FolderUse("sensitivity", false, false, "sensitivity RUN --json"));
        uses.add(new FolderUse("derive", false, false, "derive RUN nothing<-1"));
        uses.add(new FolderUse(
                "like", false, false, "sample --like RUN --chains 1 --warmup 20 --draws 20 --quiet --json"));
        uses.add(new FolderUse("resume", false, true, "sample --resume RUN --quiet --no-report"));
        uses.add(new FolderUse("resume, each", true, true, "sample --resume RUN --quiet"));
        return uses;
    }

    Result on(Path run, Path out) {
        Terminal terminal = Terminal.run(command.replace("RUN", run.toString())
                .replace("OUT", out.toString())
                .split(" "));
        Map<String, String> files = new TreeMap<>();
        String printed = terminal.out();
        try {
            if (resumes) {
                // What it prints has seconds in it; what it leaves behind is what counts.
                printed = "";
                read(run, terminal.code() == 0 ? ".*\\.(draws|warmup|csv)" : ".*none", files);
            } else {
                read(out, ".*", files);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (command.contains("--like") && terminal.code() == 0) {
            printed = JsonMapper.shared().readTree(printed).get("variables").toString();
        }
        return new Result(terminal.code(), printed, terminal.err(), files);
    }

    /** The content of files, without what depends on the clock. */
    private static void read(Path folder, String names, Map<String, String> files) throws IOException {
        try (Stream<Path> found = Files.walk(folder)) {
            for (Path file : found.filter(Files::isRegularFile).toList()) {
                String name = folder.relativize(file).toString();
                if (!name.matches(names)) {
                    continue;
                }
                if (name.equals("data-sets.csv")) {
                    files.put(name, withoutSeconds(file));
                } else if (name.equals("summaries.csv")) {
                    files.put(
                            name,
                            Files.readAllLines(file).stream().sorted().toList().toString());
                } else {
                    files.put(name, Integer.toHexString(Arrays.hashCode(Files.readAllBytes(file))));
                }
            }
        }
    }

    private static String withoutSeconds(Path table) throws IOException {
        return Files.readAllLines(table).stream()
                .map(line -> {
                    List<String> cells = new ArrayList<>(List.of(line.split(",", -1)));
                    cells.remove(8);
                    return String.join(",", cells);
                })
                .sorted()
                .toList()
                .toString();
    }
}
