package dev.tandem.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.cli.options.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What is said of a failure that no command foresees. */
class ComplaintsTest {
    private static String said(Exception failure) {
        StringWriter err = new StringWriter();
        CommandLine command = Tandem.commandLine(new PrintWriter(new StringWriter()), new PrintWriter(err));
        assertThat(Complaints.failedRun(failure, command, null)).isEqualTo(ExitCode.FAILED);
        return err.toString();
    }

    @Test
    void aDefectIsCalledOne() {
        Exception failure = new IndexOutOfBoundsException("Index -1 out of bounds for length 6");
        assertThat(said(failure))
                .startsWith("tandem: this is a defect of Tandem, and not of your model or data: ")
                .contains("Index -1 out of bounds for length 6 in dev.tandem.cli.ComplaintsTest.aDefectIsCalledOne.")
                .contains("Please report it")
                .hasLineCount(1);
    }

    @Test
    void whatIsSaidOnPurposeIsSaidAsItIs() {
        assertThat(said(new IllegalStateException("the disk is full"))).isEqualTo("tandem: the disk is full\n");
    }
}
