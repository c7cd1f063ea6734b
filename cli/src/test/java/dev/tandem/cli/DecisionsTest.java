package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The index of the decisions has a line for each page. With {@code -Dtandem.docs.write=true} it is written anew.
 */
class DecisionsTest {
    private static final Path FOLDER = Path.of(System.getProperty("tandem.root"), "docs", "decisions");
    private static final Path INDEX = FOLDER.resolve("README.md");
    private static final String HEADING = """
            # Decisions

            Why things are as they are: one page for each choice that a newcomer would ask about, with its context and its
            consequence. Numbers are in the order in which choices were made, and some were never used. `docs/write.sh` writes
            this list.

            """;

    private static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> file.getFileName().toString().matches("\\d{4}-.*\\.md"))
                    .sorted()
                    .toList();
        }
    }

    private static String line(Path page) {
        String name = page.getFileName().toString();
        try {
            String title = Files.readAllLines(page).get(0);
            String number = Integer.toString(Integer.parseInt(name.substring(0, 4)));
            assertThat(title).as(name).startsWith("# " + number + ". ");
            return "- [" + number + "](" + name + ") " + title.substring(title.indexOf(". ") + 2) + "\n";
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void everyPageIsListed() throws IOException {
        String index = HEADING + pages().stream().map(DecisionsTest::line).collect(Collectors.joining());
        if (Boolean.getBoolean("tandem.docs.write")) {
            Files.writeString(INDEX, index);
        }
        assertThat(INDEX)
                .as("docs/decisions/README.md; docs/write.sh writes it")
                .content()
                .isEqualTo(index);
    }

    /** Two choices under one number could not be told apart. */
    @Test
    void noNumberIsGivenTwice() throws IOException {
        assertThat(pages().stream().map(page -> page.getFileName().toString().substring(0, 4)))
                .doesNotHaveDuplicates();
    }
}
