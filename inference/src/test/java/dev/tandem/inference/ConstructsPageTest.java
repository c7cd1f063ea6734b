package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.language.data.DataFile;
import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.sampling.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * docs/constructs.md has a row for each construct of {@code constructs.txt}, with what it was checked against, and says how many of these
 * and of the small models of {@code idioms.txt} are read, compiled and sampled. With {@code -Dtandem.docs.write=true} it is written.
 */
@Tag("normal")
class ConstructsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "constructs.md");
    private static final Path CONSTRUCTS = Path.of("src/test/resources/dev/tandem/inference/constructs.txt");
    private static final Path IDIOMS = Path.of("../compiler/src/test/resources/dev/tandem/compiler/idioms.txt");
    private static final String OPENBUGS = " [openbugs]";
    private static final String REFUSED = "\n--- refused\n";
    private static final Pattern TEST = Pattern.compile("`([A-Z]\\w*Test)(?:\\.(\\w+))?`");
    private static final String START = "<!-- written by ConstructsPageTest -->\n";
    private static final Settings FEW =
            Settings.defaults().withChains(1).withWarmup(20).withDraws(20).withThreads(1);

    private record Entry(String title, String model, String rest, boolean refused) {
        Dialect dialect() {
            return title.endsWith(OPENBUGS) ? Dialect.OPENBUGS : Dialect.JAGS;
        }

        String[] cells() {
            return title.replace(OPENBUGS, "").split(" \\|\\| ", -1);
        }
    }

    /** How many of some models come how far. */
    private static final class Counts {
        private int read;
        private int compiled;
        private int sampled;

        void run(Entry entry) {
            Model model = Model.of(SourceText.of("model", entry.model()), entry.dialect());
            read++;
            BoundModel bound = model.with(DataFile.parse(SourceText.of("data.R", entry.rest()), entry.dialect()));
            bound.compile();
            compiled++;
            assertThat(bound.sample(FEW).draws().drawsPerChain())
                    .as(entry.title())
                    .isEqualTo(20);
            sampled++;
        }
    }

    private static List<Entry> entries(Path file) throws IOException {
        List<Entry> entries = new ArrayList<>();
        for (String part : Files.readString(file).substring(4).split("\n### ", -1)) {
            int end = part.indexOf('\n');
            boolean refused = part.contains(REFUSED);
            String[] halves = part.substring(end + 1).split(refused ? REFUSED : "\n--- data\n", -1);
            entries.add(new Entry(part.substring(0, end), halves[0], halves[1].strip(), refused));
        }
        return entries;
    }

    @Test
    void everyConstructHasItsRow() throws IOException {
        List<Entry> constructs = entries(CONSTRUCTS);
        Counts own = new Counts();
        Consumer<Entry> refuses =
                entry -> assertThat(refusal(entry)).as(entry.title()).contains(entry.rest());
        StringBuilder table =
                new StringBuilder("| construct | example | dialect | checked against |\n|---|---|---|---|\n");
        for (Entry entry : constructs) {
            (entry.refused() ? refuses : (Consumer<Entry>) own::run).accept(entry);
            String[] cells = entry.cells();
            table.append("| ").append(cells[0]).append(" | ").append(cells[1]).append(" | ");
            table.append(entry.dialect() == Dialect.OPENBUGS ? "openbugs" : "any")
                    .append(" | ");
            table.append(cells[2]).append(" |\n");
        }
        Counts idioms = new Counts();
        List<Entry> small = entries(IDIOMS);
        small.forEach(idioms::run);
        long refused = constructs.stream().filter(Entry::refused).count();
        String written =
                "| models | there are | read | compiled | sampled | refused with a reason |\n|---|---|---|---|---|---|\n"
                        + row("the constructs below", constructs.size(), own, refused)
                        + row("small models as manuals write them", small.size(), idioms, 0)
                        + "\n" + table;
        String page = Files.readString(PAGE);
        String wanted = page.substring(0, page.indexOf(START) + START.length()) + "\n" + written;
        if (Boolean.getBoolean("tandem.docs.write")) {
            Files.writeString(PAGE, wanted);
        }
        assertThat(PAGE).as("docs/write.sh writes it").content().isEqualTo(wanted);
    }

    private static String row(String what, int size, Counts counts, long refused) {
        return "| " + what + " | " + size + " | " + counts.read + " | " + counts.compiled + " | " + counts.sampled
                + " | " + refused + " |\n";
    }

    private static String refusal(Entry entry) {
        try {
            Model.of(SourceText.of("model", entry.model()), entry.dialect());
            return "";
        } catch (SourceException e) {
            return e.getMessage();
        }
    }

    /** A test that is named exists, and so does its method. */
    @Test
    void whatIsNamedExists() throws IOException {
        for (Entry entry : entries(CONSTRUCTS)) {
            Matcher named = TEST.matcher(entry.cells()[2]);
            while (named.find()) {
                Path file = find(named.group(1));
                if (named.group(2) != null) {
                    assertThat(file).content().contains("void " + named.group(2) + "(");
                }
            }
        }
    }

    private static Path find(String test) throws IOException {
        for (String module : List.of("language", "compiler", "inference", "cli")) {
            Path tests = Path.of("..", module, "src", "test", "java");
            try (Stream<Path> files = Files.walk(tests)) {
                var found = files.filter(file -> file.endsWith(test + ".java")).findFirst();
                if (found.isPresent()) {
                    return found.get();
                }
            }
        }
        throw new AssertionError("there is no " + test);
    }
}
