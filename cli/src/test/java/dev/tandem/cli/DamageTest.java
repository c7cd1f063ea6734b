package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever happens to a file of a run folder, each command that opens the folder prints what it would have printed, mends
 * it, or complains and names the file. With {@code -Dtandem.docs.write=true} the table in docs/runs.md is written anew.
 */
@Order(1)
@Tag("normal")
class DamageTest {
    /** Cases of the normal build, chosen at random once and for all; the long profile does all of them. */
    private static final int CASES = 560;

    private static final long SEED = 13;
    private static final long PATIENCE_SECONDS = 60;
    private static final Path PAGE = Path.of(System.getProperty("tandem.root"), "docs", "runs.md");
    private static final Pattern TABLE = Pattern.compile("(?s)(<!-- damage -->\n)(.*?)(<!-- end -->\n)");

    /** Files that a run may write although this folder does not have them yet. */
    private static final List<String> TO_COME =
            List.of("process.json", "process.json.new", "run.json.new", "summary.json", "chain-1.checkpoint.new");

    private enum Outcome {
        TOLD,
        HARMLESS,
        REPAIRED,
        SILENT
    }

    private record Case(String specimen, String file, Damage damage, int place, FolderUse use) {}

    @TempDir
    static Path root;

    private static Specimens specimens;
    private static final Map<String, FolderUse.Result> UNDAMAGED = new HashMap<>();
    private static final ExecutorService THREAD = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "a command");
        thread.setDaemon(true);
        return thread;
    });

    @BeforeAll
    static void make() throws Exception {
        specimens = new Specimens(root);
        for (FolderUse use : FolderUse.all()) {
            for (String name : use.many() ? Specimens.many() : Specimens.runs()) {
                UNDAMAGED.put(name + use, use(name, use, run -> {}));
                // The suite compares to the letter, so nothing may depend on the clock.
                assertThat(use(name, use, run -> {}).sameAs(UNDAMAGED.get(name + use)))
                        .as("%s %s", name, use)
                        .isTrue();
            }
        }
        for (String name : Specimens.runs()) {
            // However a run was left, it ends with the bytes of one that was left alone.
            FolderUse resume = FolderUse.all().stream()
                    .filter(use -> use.column().equals("resume"))
                    .findFirst()
                    .orElseThrow();
            assertThat(UNDAMAGED.get(name + resume).files())
                    .isEqualTo(UNDAMAGED.get("finished" + resume).files())
                    .hasSize(4);
            assertThat(UNDAMAGED.get(name + resume).err()).isEmpty();
        }
    }

    @AfterAll
    static void stop() {
        THREAD.shutdownNow();
    }

    /** Uses a copy of a specimen after something was done to it. */
    private static FolderUse.Result use(String name, FolderUse use, Consumer<Path> before) throws Exception {
        Path run = root.resolve("run");
        Path out = root.resolve("out");
        Specimens.copy(specimens.folder(name), run);
        Specimens.delete(out);
        Files.createDirectory(out);
        before.accept(run);
        Future<FolderUse.Result> result = THREAD.submit(() -> use.on(run, out));
        return result.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    private static List<Case> cases() throws IOException {
        List<Case> cases = new ArrayList<>();
        for (FolderUse use : FolderUse.all()) {
            for (String name : use.many() ? Specimens.many() : Specimens.runs()) {
                Set<String> files = new TreeSet<>(use.many() ? Set.of("parts") : TO_COME);
                try (Stream<Path> found = Files.walk(specimens.folder(name))) {
                    found.filter(Files::isRegularFile)
                            .forEach(file -> files.add(
                                    specimens.folder(name).relativize(file).toString()));
                }
                for (String file : files) {
                    for (Damage damage : Damage.values()) {
                        for (int place = 0; place < damage.places(); place++) {
                            cases.add(new Case(name, file, damage, place, use));
                        }
                    }
                }
            }
        }
        return cases;
    }

    /** Counts of outcomes by damage and command, and the cases that nobody was told of. */
    private static final class Tally {
        private final Map<Damage, Map<String, Map<Outcome, Integer>>> counts = new EnumMap<>(Damage.class);
        private final List<String> silent = new ArrayList<>();
        private int cases;

        void add(Case one, Outcome outcome, String why) {
            cases++;
            counts.computeIfAbsent(one.damage(), damage -> new LinkedHashMap<>())
                    .computeIfAbsent(one.use().column(), column -> new EnumMap<>(Outcome.class))
                    .merge(outcome, 1, Integer::sum);
            if (outcome == Outcome.SILENT) {
                silent.add(one.specimen() + " " + one.file() + " " + one.damage() + " " + one.place() + ": "
                        + one.use().command() + ": " + why);
            }
        }

        /** The table of the documentation. */
        String render() {
            Set<String> columns = FolderUse.all().stream()
                    .map(FolderUse::column)
                    .collect(Collectors.toCollection(LinkedHashSet::new));
            StringBuilder text = new StringBuilder("| a file is .. | " + String.join(" | ", columns)
                    + " | cases | silent |\n|---" + "|--:".repeat(columns.size() + 2) + "|\n");
            counts.forEach((damage, cells) -> {
                text.append("| ").append(damage.label());
                for (String column : columns) {
                    Map<Outcome, Integer> cell = cells.getOrDefault(column, Map.of());
                    text.append(" | ")
                            .append(Stream.of(Outcome.TOLD, Outcome.HARMLESS, Outcome.REPAIRED)
                                    .map(outcome -> Integer.toString(cell.getOrDefault(outcome, 0)))
                                    .collect(Collectors.joining(" / ")));
                }
                int all = cells.values().stream()
                        .flatMap(cell -> cell.values().stream())
                        .mapToInt(Integer::intValue)
                        .sum();
                int unsaid = cells.values().stream()
                        .mapToInt(cell -> cell.getOrDefault(Outcome.SILENT, 0))
                        .sum();
                text.append(" | ").append(all).append(" | ").append(unsaid).append(" |\n");
            });
            return text + "| all |" + " |".repeat(columns.size()) + " " + cases + " | " + silent.size() + " |\n";
        }
    }

    /** {@code tampering} is done after the damage. */
    private static Tally run(List<Case> cases, int most, Consumer<Path> tampering) throws Exception {
        Tally tally = new Tally();
        for (Case one : cases) {
            if (tally.cases == most) {
                break;
            }
            Path outside = root.resolve("outside");
            Specimens.delete(outside);
            Files.createDirectory(outside);
            boolean[] done = {false};
            Map<String, String> before = new HashMap<>();
            FolderUse.Result result;
            try {
                result = use(one.specimen(), one.use(), run -> {
                    done[0] = damage(one, run, outside);
                    if (done[0]) {
                        tampering.accept(run);
                        tables(run, before);
                    }
                });
            } catch (TimeoutException e) {
                tally.add(one, Outcome.SILENT, "it hangs");
                return tally;
            }
            if (!done[0]) {
                continue;
            }
            Map<String, String> after = new HashMap<>();
            tables(root.resolve("run"), after);
            String why = why(one, result, outside, before.equals(after));
            tally.add(one, why.isEmpty() ? outcome(one, result) : Outcome.SILENT, why);
        }
        return tally;
    }

    private static boolean damage(Case one, Path run, Path outside) {
        try {
            Path other = specimens.other(one.specimen()).resolve(one.file()).getParent();
            return one.damage().apply(run.resolve(one.file()), one.place(), other, outside);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The digests of all that sampling writes. */
    private static void tables(Path run, Map<String, String> digests) {
        try (Stream<Path> files = Files.list(run)) {
            for (Path file : files.filter(path -> path.toString().matches(".*\\.(draws|warmup|csv)|.*checkpoint.*"))
                    .filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
                    .toList()) {
                digests.put(
                        file.getFileName().toString(), Integer.toHexString(Arrays.hashCode(Files.readAllBytes(file))));
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Outcome outcome(Case one, FolderUse.Result result) {
        FolderUse.Result undamaged = UNDAMAGED.get(one.specimen() + one.use());
        boolean told = !result.sameAs(undamaged)
                || (refuses(undamaged) && !result.err().equals(undamaged.err()));
        return told ? Outcome.TOLD : result.err().contains("is lost is") ? Outcome.REPAIRED : Outcome.HARMLESS;
    }

    /** What is wrong with how a command took the damage; empty if nothing is. */
    private static String why(Case one, FolderUse.Result result, Path outside, boolean untouched) {
        FolderUse.Result undamaged = UNDAMAGED.get(one.specimen() + one.use());
        boolean same = result.sameAs(undamaged);
        String err = result.err();
        if (err.contains("\tat ") || err.contains("Exception") || err.contains("null") || err.contains("REDACTED")) {
            return "no message for a user: " + err;
        }
        if (Files.exists(outside.resolve("nothing"))) {
            return "it wrote to where a link pointed";
        }
        if (same) {
            boolean said = err.equals(undamaged.err());
            boolean mayTell = one.use().resumes() || refuses(undamaged);
            return said || (mayTell && names(one, err)) ? "" : "the same, with other words: " + err;
        }
        if (result.code() == 0) {
            return "another result, as if nothing had happened";
        }
        if (!names(one, err)) {
            return "the file is not named: " + err;
        }
        return one.use().resumes() && !untouched ? "refused, and files were changed all the same" : "";
    }

    /** A command that refuses a folder as it is, for want of draws, may refuse it for its damage instead. */
    private static boolean refuses(FolderUse.Result undamaged) {
        return undamaged.code() != 0;
    }

    private static boolean names(Case one, String err) {
        String name = Path.of(one.file()).getFileName().toString();
        // With the description of another run in its place, it is the other files that do not belong.
        return err.contains(name) || (one.damage() == Damage.OF_ANOTHER_RUN && err.contains("belongs to another run"));
    }

    /** All cases in an order by chance, in which every command takes its turn with every damage. */
    private static List<Case> shuffled() throws IOException {
        List<Case> cases = new ArrayList<>(cases());
        Collections.shuffle(cases, new Random(SEED));
        Map<String, Integer> turns = new HashMap<>();
        Map<Case, Integer> turn = new HashMap<>();
        for (Case one : cases) {
            turn.put(one, turns.merge(one.damage() + one.use().column(), 1, Integer::sum));
        }
        cases.sort(Comparator.comparing(turn::get));
        return cases;
    }

    @Test
    void nothingIsSilent() throws Exception {
        Tally tally = run(shuffled(), CASES, run -> {});
        assertThat(tally.silent).isEmpty();
        assertThat(tally.cases).isEqualTo(CASES);
        assertThat(tally.counts).hasSize(Damage.values().length);
        String page = Files.readString(PAGE);
        Matcher shown = TABLE.matcher(page);
        assertThat(shown.find()).isTrue();
        if (Boolean.getBoolean("tandem.docs.write")) {
            Files.writeString(
                    PAGE,
                    shown.replaceFirst(Matcher.quoteReplacement(shown.group(1) + tally.render() + shown.group(3))));
            return;
        }
        // Whether a flipped bit lies in what is read depends on how far a run was; how many there are does not.
        assertThat(counts(shown.group(2))).isEqualTo(counts(tally.render()));
    }

    private static List<String> counts(String table) {
        return table.lines()
                .map(line -> line.replaceAll("\\d+ / \\d+ / \\d+", "#"))
                .toList();
    }

    @Test
    @Tag("long")
    void nothingIsSilentInAnyCase() throws Exception {
        Tally tally = run(shuffled(), Integer.MAX_VALUE, run -> {});
        Files.writeString(Path.of("target", "damage.txt"), tally.render());
        assertThat(tally.silent).isEmpty();
    }

    /** With all checksums made right again after the damage, which is what a reader sees who does not look at them. */
    @Test
    void aCarelessReaderIsCaught() throws Exception {
        List<Case> flips = shuffled().stream()
                .filter(one -> one.damage() == Damage.FLIPPED && !one.use().many())
                .filter(one -> one.file().matches("chain-..draws|data.json"))
                // Before the end of warmup there are no draws that a flipped bit could change.
                .filter(one -> !one.specimen().equals("warmup"))
                .toList();
        Tally careless = run(flips, 40, Resealed::make);
        assertThat(careless.silent).hasSizeGreaterThan(10);
    }
}
