package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The reference of the commands is complete and up to date. */
class CommandReferenceTest {
    private static final Path PAGE = Path.of(System.getProperty("tandem.root"), "docs", "commands.md");

    /** Writes the page instead of comparing it. */
    private static final String WRITE = "tandem.docs.write";

    @Test
    void thePageIsWhatTheCommandsSay() throws IOException {
        String rendered = CommandReference.render().replace("\r\n", "\n");
        if (Boolean.getBoolean(WRITE)) {
            Files.writeString(PAGE, rendered);
        }
        assertThat(Files.readString(PAGE))
                .as("run this test with -D%s=true to write docs/commands.md anew", WRITE)
                .isEqualTo(rendered);
    }
}
