package dev.tandem.cli.screen;

import dev.tandem.sampling.Progress;
import java.util.Locale;

/** The line of one chain: stage, percent, speed, divergences, time left. */
public final class ChainLine {
    /** The weight of the latest stretch in the speed shown. */
    private static final double FRESH = 0.3;

    private final int chain;
    private final boolean openEnded;
    private long begun;
    private int resumedAt = -1;
    private Progress progress;
    private long then;
    private double perSecond = Double.NaN;
    private boolean moved;
    private boolean closed;
    private double seconds;

    /** The line of a chain; in an open-ended run, chains wait for each other and may be sent on. */
    public ChainLine(int chain, boolean openEnded, long now) {
        this.chain = chain;
        this.openEnded = openEnded;
        begun = now;
        then = now;
    }

    /** Takes note of where the chain is; null while it has not begun. */
    public void update(Progress latest, long now) {
        moved = latest != null && (progress == null || latest.iteration() != progress.iteration());
        if (moved) {
            if (progress == null) {
                begun = then;
                resumedAt = latest.resumedAt();
            }
            int before = progress == null ? resumedAt : progress.iteration();
            double speed = (latest.iteration() - before) / Math.max((now - then) * 1e-9, 1e-9);
            perSecond = perSecond > 0 ? FRESH * speed + (1 - FRESH) * perSecond : speed;
            progress = latest;
            seconds = (now - begun) * 1e-9;
        }
        then = now;
    }

    /** The run is over. */
    public void close() {
        closed = true;
    }

    /** Whether there is something new to say. */
    public boolean moved() {
        return moved || (closed && openEnded && progress != null);
    }

    public boolean done() {
        return reached() && (closed || !openEnded);
    }

    private boolean reached() {
        return progress != null && progress.iteration() >= progress.total();
    }

    /** Iterations done in this run and before. */
    int iteration() {
        return progress == null ? 0 : progress.iteration();
    }

    /** Iterations to do; 0 while that is not known. */
    int total() {
        return progress == null ? 0 : progress.total();
    }

    /** Iterations a second at present; 0 for a chain that does not run. */
    double speed() {
        return progress == null || reached() || !(perSecond > 0) ? 0 : perSecond;
    }

    /** Whether warmup has met divergences, which do not count. */
    boolean divergedInWarmup() {
        return progress != null && !reached() && !progress.stage().equals("sampling") && progress.divergences() > 0;
    }

    /** Whether draws that count have diverged. */
    boolean diverged() {
        return progress != null && progress.stage().equals("sampling") && progress.divergences() > 0;
    }

    public String text() {
        String name = String.format(Locale.ROOT, "chain %-2d ", chain + 1);
        if (progress == null) {
            return name + "waiting for a processor";
        }
        int percent = (int) (100.0 * progress.iteration() / progress.total());
        double speed = done() ? (progress.total() - resumedAt) / seconds : perSecond;
        return name
                + String.format(
                        Locale.ROOT,
                        "%-18s %3d%%  %10s  %d divergent  %s",
                        stage(),
                        percent,
                        speed > 0 ? String.format(Locale.ROOT, "%,.0f/s", speed) : "",
                        progress.divergences(),
                        time());
    }

    private String stage() {
        if (reached()) {
            return done() ? "done" : "waits for others";
        }
        return progress.stage().equals("sampling") ? "sampling" : "warmup: " + progress.stage();
    }

    private String time() {
        if (reached()) {
            return duration(seconds);
        }
        if (!(perSecond > 0)) {
            return "";
        }
        double left = (progress.total() - progress.iteration()) / perSecond;
        return duration(left) + (openEnded ? " to the next look" : " left");
    }

    static String duration(double seconds) {
        if (seconds < 9.95) {
            return String.format(Locale.ROOT, "%.1f s", seconds);
        }
        long whole = Math.round(seconds);
        if (whole < 60) {
            return whole + " s";
        }
        return whole < 3600
                ? String.format(Locale.ROOT, "%d:%02d", whole / 60, whole % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60);
    }
}
