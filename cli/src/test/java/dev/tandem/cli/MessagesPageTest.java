package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.cli.MessageTexts.Message;
import dev.tandem.report.findings.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * docs/messages.md has all warnings and notes, docs/errors.md all errors. With {@code -Dtandem.docs.write=true} the tables of
 * the latter are written anew: what to do stays as it stands there, and is taken from the source where a message is new.
 */
class MessagesPageTest {
    private static final Path ROOT = Path.of(System.getProperty("tandem.root"));
    private static final Path ERRORS = ROOT.resolve("docs/errors.md");
    private static final Path MESSAGES = ROOT.resolve("docs/messages.md");
    private static final Pattern ROW = Pattern.compile("\\| `(?<text>.*?)` \\| (?<remedy>.*) \\|");
    private static final String TABLES = "## The text of a model";

    @TempDir
    Path folder;

    @Test
    void everyErrorIsOnThePageWithWhatToDo() throws IOException {
        String page = Files.readString(ERRORS);
        String written = written(page, MessageTexts.read(ROOT));
        if (Boolean.getBoolean("tandem.docs.write")) {
            Files.writeString(ERRORS, written);
        }
        assertThat(ERRORS).as("docs/write.sh writes it").content().isEqualTo(written);
        assertThat(written.lines().filter(line -> line.endsWith("|  |")))
                .as("errors of which docs/errors.md does not say what to do: write it into the second column")
                .isEmpty();
    }

    /** The text above the tables stays, and so does what to do about each message, which may differ from one table to another. */
    private static String written(String page, Map<String, List<Message>> messages) {
        Map<String, String> remedies = new HashMap<>();
        String section = "";
        for (String line : page.lines().toList()) {
            Matcher row = ROW.matcher(line);
            if (line.startsWith("## ")) {
                section = line.substring(3);
            } else if (row.matches()) {
                remedies.put(section + ": " + row.group("text"), row.group("remedy"));
            }
        }
        StringBuilder text = new StringBuilder(page.substring(0, page.indexOf(TABLES)));
        List<String> sections = new ArrayList<>();
        messages.forEach((title, some) -> {
            StringBuilder table = new StringBuilder("## " + title + "\n\n| message | what to do |\n|---|---|\n");
            for (Message message : some) {
                String shown = cell(message.text());
                String remedy = remedies.getOrDefault(title + ": " + shown, "");
                table.append(
                        "| `" + shown + "` | " + (remedy.isBlank() ? code(cell(message.hint())) : remedy) + " |\n");
            }
            sections.add(table.toString());
        });
        return text.append(String.join("\n", sections)).toString();
    }

    /** A cell of a table must not hold what ends it. */
    private static String cell(String text) {
        return text.replace('|', '/').replace('`', '\'');
    }

    /** A hint may hold signs that mean something on a page. */
    private static String code(String hint) {
        return hint.replace("<", "&lt;")
                .replace("*", "\\*")
                .replace("[", "\\[")
                .replace("_", "\\_")
                .replace("~", "\\~");
    }

    @Test
    void everyKindOfFindingHasASection() throws IOException {
        List<String> headings = Files.readAllLines(MESSAGES).stream()
                .filter(line -> line.startsWith("### "))
                .map(line -> line.substring(4).toLowerCase(Locale.ROOT))
                .toList();
        for (Finding.Kind kind : Finding.Kind.values()) {
            assertThat(headings)
                    .as("docs/messages.md has no section about %s", kind)
                    .contains(kind.name().toLowerCase(Locale.ROOT).replace('_', ' '));
        }
    }

    @Test
    void everyNoteAndWarningOfACommandIsOnThePage() throws IOException {
        String page = Files.readString(MESSAGES).replaceAll("\\s+", " ");
        for (String word : List.of("note: ", "warning: ")) {
            List<String> said = MessageTexts.after(word, ROOT.resolve("cli/src/main/java"));
            assertThat(said).isNotEmpty();
            assertThat(said).as(word).allSatisfy(text -> assertThat(page).contains(text));
        }
    }

    /** Choices, formats, joined literals and comments are read as a reader would. */
    @Test
    void whatCanBeSaidIsReadFromTheSource() throws IOException {
        for (String module : List.of(
                "language",
                "compiler",
                "density",
                "inference",
                "cli",
                "sampling",
                "runs",
                "exports",
                "spark",
                "serve")) {
            Files.createDirectories(folder.resolve(module).resolve("src/main/java"));
        }
        Files.writeString(folder.resolve("language/src/main/java/Sample.java"), """
                class Sample {
                  void a() {
                    // error("this is a comment, with an apostrophe's trouble")
                    throw error(span, "the name " + name + " is odd, isn't it" + (x ? "" : "?"), "write (another)");
                    error(span, many ? "there are many" : "there is one " + thing, "");
                    problems.add(source.problem(span, String.format(Locale.ROOT, "%.1f of %d are wrong", a, b), "mend them"));
                  }
                }
                """);
        assertThat(MessageTexts.read(folder).get("The text of a model"))
                .containsExactly(
                        new Message("the name … is odd, isn't it…", "write (another)"),
                        new Message("there are many", ""),
                        new Message("there is one …", ""),
                        new Message("… of … are wrong", "mend them"));
    }
}
