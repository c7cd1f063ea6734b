package dev.tandem.cli.screen;

import java.io.PrintWriter;
import java.util.Locale;

/** One line of progress for a long task: what is being done, how much of it is done, the time left. */
public final class TaskLine implements AutoCloseable {
    private static final String TERMINAL_PROPERTY = "tandem.terminal";
    private static final long FRAME_NANOS = 200_000_000L;
    private static final long PLAIN_NANOS = 15_000_000_000L;

    private final PrintWriter err;
    private final boolean quiet;
    private final boolean terminal = Boolean.getBoolean(TERMINAL_PROPERTY);
    private final long begun = System.nanoTime();
    private long painted = begun;
    private boolean open;

    public TaskLine(PrintWriter err, boolean quiet) {
        this.err = err;
        this.quiet = quiet;
    }

    /** May be called from any thread, as often as one likes. */
    public synchronized void progressed(String doing, double share) {
        long now = System.nanoTime();
        if (quiet || now - painted < (terminal ? FRAME_NANOS : PLAIN_NANOS)) {
            return;
        }
        painted = now;
        double elapsed = (now - begun) * 1e-9;
        String left = share > 0.002 ? clock(elapsed * (1 - share) / share) + " left" : "";
        String text =
                String.format(Locale.ROOT, "%3.0f%%  %s gone  %-14s %s", 100 * share, clock(elapsed), left, doing);
        err.print(terminal ? "\r\u001b[2K" + text : text + "\n");
        err.flush();
        open = terminal;
    }

    @Override
    public synchronized void close() {
        if (open) {
            err.print("\r\u001b[2K");
            err.flush();
            open = false;
        }
    }

    private static String clock(double seconds) {
        long whole = Math.round(seconds);
        return whole < 3600
                ? String.format(Locale.ROOT, "%d:%02d", whole / 60, whole % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60);
    }
}
