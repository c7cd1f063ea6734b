package dev.tandem.cli.screen;

import dev.tandem.inference.outcome.Agreement;
import dev.tandem.sampling.Progress;
import dev.tandem.sampling.Recorder;
import dev.tandem.sampling.Settings;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Shows how far the chains are: one line each and one that tells how well they agree so far, painted in place on a
 * terminal, and as plain lines now and then elsewhere.
 *
 * <p>Chains only leave a note of where they are; a thread of its own reads the notes and paints, and another looks at
 * the draws.
 */
public final class ProgressDisplay implements Progress.Listener, AutoCloseable {
    /** Set by the launcher, which knows whether standard error is a terminal. */
    private static final String TERMINAL_PROPERTY = "tandem.terminal";

    private static final long FRAME_MILLIS = 120;
    private static final long PLAIN_MILLIS = 10_000;

    /** More lines than this might not fit on a screen. */
    private static final int MOST_LINES = 16;

    private static final String WARMUP_DIVERGENCES =
            "divergences in warmup are how a step size is found; only those of later draws count";

    private static final String CLEAR_LINE = "\r\u001b[2K";
    /** With wrapping off a narrow terminal cuts lines, and each stays one line high. */
    private static final String WRAP_OFF = "\u001b[?7l";

    /** What was cut off piles up in the last column. */
    private static final String CLEAR_LAST_COLUMN = "\u001b[999C\u001b[K";

    private static final String CLEAR_BELOW = "\u001b[J";
    private static final String WRAP_ON = "\u001b[?7h";

    private final PrintWriter err;
    private final boolean terminal;
    private final Agreement agreement;
    private final AtomicReferenceArray<Progress> notes;
    private final ChainLine[] lines;
    private final boolean openEnded;
    private final long whole;
    private final boolean coloured;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread painter;
    private int painted;

    private ProgressDisplay(
            PrintWriter err,
            int chains,
            boolean openEnded,
            boolean terminal,
            Agreement agreement,
            Map<String, String> environment,
            long whole) {
        this.err = err;
        this.whole = whole;
        this.openEnded = openEnded;
        coloured = terminal && Colours.wanted(environment);
        this.terminal = terminal;
        this.agreement = agreement;
        notes = new AtomicReferenceArray<>(chains);
        lines = new ChainLine[chains];
        long now = System.nanoTime();
        for (int chain = 0; chain < chains; chain++) {
            lines[chain] = new ChainLine(chain, openEnded, now);
        }
        painter = new Thread(this::paintUntilClosed, "progress");
        painter.setDaemon(true);
    }

    /** A display of a run that a recorder takes down; a quiet one shows nothing. */
    public static ProgressDisplay start(PrintWriter err, Settings settings, Recorder recorder, boolean quiet) {
        return start(
                quiet ? new PrintWriter(Writer.nullWriter()) : err,
                settings.chains(),
                settings.until().isPresent(),
                !quiet && Boolean.getBoolean(TERMINAL_PROPERTY),
                quiet ? Agreement.unknown() : Agreement.watch(recorder::recorded),
                System.getenv(),
                settings.until().isPresent() ? 0 : settings.warmup() + (long) settings.draws() * settings.thin());
    }

    public static ProgressDisplay start(
            PrintWriter err, int chains, boolean openEnded, boolean terminal, Agreement agreement) {
        return start(err, chains, openEnded, terminal, agreement, System.getenv(), 0);
    }

    /**
     * A display.
     *
     * @param environment says whether colours are wanted
     * @param whole iterations of each chain in the whole run; 0 if nobody knows
     */
    public static ProgressDisplay start(
            PrintWriter err,
            int chains,
            boolean openEnded,
            boolean terminal,
            Agreement agreement,
            Map<String, String> environment,
            long whole) {
        ProgressDisplay display = new ProgressDisplay(err, chains, openEnded, terminal, agreement, environment, whole);
        display.painter.start();
        return display;
    }

    @Override
    public void progressed(Progress progress) {
        notes.setRelease(progress.chain(), progress);
    }

    /** Paints the last state and leaves it on the screen. */
    @Override
    public void close() {
        agreement.close();
        closed.countDown();
        try {
            painter.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void paintUntilClosed() {
        try {
            while (!closed.await(terminal ? FRAME_MILLIS : PLAIN_MILLIS, TimeUnit.MILLISECONDS)) {
                paint(agreement.text());
            }
            for (ChainLine line : lines) {
                line.close();
            }
            // What was known last is no longer true: the table tells the rest.
            paint("");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void paint(String note) {
        long now = System.nanoTime();
        for (int chain = 0; chain < lines.length; chain++) {
            lines[chain].update(notes.getAcquire(chain), now);
        }
        // In one piece, so that nothing is left half painted.
        err.print(terminal ? frame(note) : plain(note));
        err.flush();
    }

    private String frame(String note) {
        StringBuilder text = new StringBuilder(WRAP_OFF);
        if (painted > 0) {
            text.append("\u001b[").append(painted).append('A');
        }
        painted = Math.min(lines.length, MOST_LINES);
        if (lines.length > 1) {
            text.append(CLEAR_LINE)
                    .append(RunBar.of(List.of(lines), whole, openEnded, coloured))
                    .append(CLEAR_LAST_COLUMN)
                    .append('\n');
            painted++;
        }
        int shown = lines.length > MOST_LINES ? MOST_LINES - 1 : lines.length;
        for (int chain = 0; chain < shown; chain++) {
            text.append(CLEAR_LINE)
                    .append(coloured(lines[chain]))
                    .append(CLEAR_LAST_COLUMN)
                    .append('\n');
        }
        if (shown < lines.length) {
            text.append(CLEAR_LINE).append(others(shown)).append('\n');
        }
        if (Arrays.stream(lines).anyMatch(ChainLine::divergedInWarmup)) {
            text.append(CLEAR_LINE)
                    .append(coloured ? Colours.of(Colours.FAINT, WARMUP_DIVERGENCES) : WARMUP_DIVERGENCES)
                    .append(CLEAR_LAST_COLUMN)
                    .append('\n');
            painted++;
        }
        if (!note.isEmpty()) {
            text.append(CLEAR_LINE).append(note).append(CLEAR_LAST_COLUMN).append('\n');
            painted++;
        }
        text.append(CLEAR_BELOW);
        return text.append(WRAP_ON).toString();
    }

    private String coloured(ChainLine line) {
        if (!coloured) {
            return line.text();
        }
        return line.diverged()
                ? Colours.of(Colours.WARNING, line.text())
                : line.done() ? Colours.of(Colours.DONE, line.text()) : line.text();
    }

    private String others(int first) {
        int done = 0;
        for (int chain = first; chain < lines.length; chain++) {
            done += lines[chain].done() ? 1 : 0;
        }
        return "and " + (lines.length - first) + " more chains, " + done + " of them done";
    }

    /** Chains that have not moved since the last time are left out. */
    private String plain(String note) {
        StringBuilder text = new StringBuilder();
        for (ChainLine line : lines) {
            if (line.moved()) {
                text.append(line.text()).append('\n');
            }
        }
        if (!note.isEmpty() && !text.isEmpty()) {
            text.append(note).append('\n');
        }
        return text.toString();
    }
}
