package dev.tandem.cli;

import dev.tandem.sampling.Progress;
import java.util.Locale;

/** The line of one chain: stage, percent, speed, divergences, time left. */
final class ChainLine {
    /** The weight of the latest stretch in the speed shown. */
    private static final double FRESH = 0.3;

    private final int chain;
    private final boolean openEnded;
    private long begun;
    private Progress progress;
    private long then;
    private double perSecond = Double.NaN;
    private boolean moved;
    private double seconds;

    /** A line; that of an open-ended run does not tell when it will be done. */
    ChainLine(int chain, boolean openEnded, long now) {
        this.chain = chain;
        this.openEnded = openEnded;
        begun = now;
        then = now;
    }

    /** Takes note of where the chain is; null while it has not begun. */
    void update(Progress latest, long now) {
        moved = latest != null && (progress == null || latest.iteration() != progress.iteration());
        if (moved) {
            if (progress == null) {
                begun = then;
            }
            int before = progress == null ? 0 : progress.iteration();
            double speed = (latest.iteration() - before) / Math.max((now - then) * 1e-9, 1e-9);
            perSecond = Double.isNaN(perSecond) ? speed : FRESH * speed + (1 - FRESH) * perSecond;
            progress = latest;
            seconds = (now - begun) * 1e-9;
        }
        then = now;
    }

    boolean moved() {
        return moved;
    }

    boolean done() {
        return progress != null && progress.iteration() >= progress.total();
    }

    String text() {
        String name = String.format(Locale.ROOT, "chain %-2d ", chain + 1);
        if (progress == null) {
            return name + "waiting";
        }
        int percent = (int) (100.0 * progress.iteration() / progress.total());
        boolean sampling = progress.stage().equals("sampling");
        String stage = done() ? "done" : sampling ? "sampling" : "warmup: " + progress.stage();
        String speed = String.format(Locale.ROOT, "%,.0f/s", done() ? progress.total() / seconds : perSecond);
        double rest = (progress.total() - progress.iteration()) / perSecond;
        String left = duration(rest) + (openEnded ? " to the next look" : " left");
        return name
                + String.format(
                        Locale.ROOT,
                        "%-18s %3d%%  %10s  %d divergent  %s",
                        stage,
                        percent,
                        speed,
                        progress.divergences(),
                        done() ? duration(seconds) : left);
    }

    private static String duration(double seconds) {
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
