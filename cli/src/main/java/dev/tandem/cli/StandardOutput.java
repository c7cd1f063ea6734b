package dev.tandem.cli;

import dev.tandem.cli.options.ExitCode;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.util.Locale;

/**
 * Where results go. Java's own printers swallow what goes wrong; this one remembers it, so that a program whose result
 * was lost does not claim to have succeeded.
 */
final class StandardOutput extends OutputStream {
    /** What a shell says of a program that the signal SIGPIPE has ended, as most are whose reader has gone. */
    static final int READER_GONE = 141;

    private final OutputStream target;
    private String lost = "";

    StandardOutput(OutputStream target) {
        this.target = target;
    }

    /** Where this program's results go, without Java's own printer in between. */
    static StandardOutput ofThisProgram() {
        return new StandardOutput(new FileOutputStream(FileDescriptor.out));
    }

    /** Where results go of a program that wants to know at once when its reader has gone: nothing is kept back. */
    static OutputStream bytesOfThisProgram() {
        return new FileOutputStream(FileDescriptor.out);
    }

    @Override
    public void write(int value) {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int length) {
        if (lost.isEmpty()) {
            try {
                target.write(bytes, from, length);
            } catch (IOException e) {
                remember(e);
            }
        }
    }

    @Override
    public synchronized void flush() {
        if (lost.isEmpty()) {
            try {
                target.flush();
            } catch (IOException e) {
                remember(e);
            }
        }
    }

    private void remember(IOException failure) {
        String reason = failure.getMessage();
        lost = reason == null || reason.isBlank() ? failure.toString() : reason;
    }

    /**
     * The exit code of a command that returned {@code code}: another one if it had succeeded and its output was lost. A
     * reader that has gone, such as {@code head}, wanted no more, and hears nothing about it.
     */
    synchronized int exitCode(int code, PrintWriter err) {
        if (lost.isEmpty()) {
            return code;
        }
        boolean readerGone = lost.toLowerCase(Locale.ROOT).contains("broken pipe");
        if (!readerGone) {
            err.println("tandem: the result is lost, standard output cannot be written to: " + lost);
            err.flush();
        }
        if (code == ExitCode.BAD_USAGE || code == ExitCode.FAILED) {
            return code;
        }
        return readerGone ? READER_GONE : ExitCode.FAILED;
    }
}
