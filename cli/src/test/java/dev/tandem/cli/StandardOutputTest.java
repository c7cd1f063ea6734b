package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.cli.options.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What becomes of results that cannot be written. */
class StandardOutputTest {
    private final StringWriter errors = new StringWriter();
    private final PrintWriter err = new PrintWriter(errors);

    /** Takes so many bytes, then fails for that reason. */
    private static OutputStream takes(int bytes, String reason) {
        return new OutputStream() {
            private int left = bytes;

            @Override
            public void write(int value) throws IOException {
                if (left-- <= 0) {
                    throw new IOException(reason);
                }
            }
        };
    }

    private int afterPrinting(OutputStream target, int code) {
        StandardOutput results = new StandardOutput(target);
        PrintWriter out = new PrintWriter(results, false, StandardCharsets.UTF_8);
        for (int line = 0; line < 5_000; line++) {
            out.println("a line");
        }
        out.flush();
        return results.exitCode(code, err);
    }

    @Test
    void whatIsWrittenChangesNothing() {
        ByteArrayOutputStream taken = new ByteArrayOutputStream();
        assertThat(afterPrinting(taken, ExitCode.WARNINGS)).isEqualTo(ExitCode.WARNINGS);
        assertThat(taken.size())
                .isEqualTo(5_000 * ("a line".length() + System.lineSeparator().length()));
        assertThat(errors.toString()).isEmpty();
    }

    @Test
    void aFullDiskIsAFailureAndIsNamed() {
        assertThat(afterPrinting(takes(20_000, "No space left on device"), ExitCode.DONE))
                .isEqualTo(ExitCode.FAILED);
        assertThat(errors.toString())
                .contains("the result is lost, standard output cannot be written to: No space left on device");
    }

    @Test
    void warningsDoNotHideThatTheResultIsLost() {
        assertThat(afterPrinting(takes(0, "No space left on device"), ExitCode.WARNINGS))
                .isEqualTo(ExitCode.FAILED);
    }

    @Test
    void aReaderThatHasGoneIsQuietAsElsewhere() {
        assertThat(afterPrinting(takes(100, "Broken pipe"), ExitCode.DONE)).isEqualTo(StandardOutput.READER_GONE);
        assertThat(errors.toString()).isEmpty();
    }

    @Test
    void aFailureBeforeStaysTheReason() {
        assertThat(afterPrinting(takes(0, "Broken pipe"), ExitCode.BAD_USAGE)).isEqualTo(ExitCode.BAD_USAGE);
    }
}
