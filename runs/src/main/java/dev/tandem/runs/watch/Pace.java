package dev.tandem.runs.watch;

import dev.tandem.sampling.Progress;

/** How fast a chain goes. */
final class Pace {
    /** The weight of the latest stretch. */
    private static final double FRESH = 0.2;

    /** A chain that has not moved for so long is not at work. */
    private static final double PATIENCE_SECONDS = 5;

    private Progress last;
    private long then;
    private double perSecond = Double.NaN;

    /** Takes note of where the chain is; null while it has not begun. */
    void update(Progress progress, long now) {
        if (progress == null) {
            return;
        }
        if (last != null && progress.iteration() > last.iteration() && now > then) {
            double speed = (progress.iteration() - last.iteration()) / ((now - then) * 1e-9);
            // Warmup ends: what it took says little about what comes.
            boolean other =
                    !progress.stage().equals(last.stage()) && progress.stage().equals("sampling");
            perSecond = perSecond > 0 && !other ? FRESH * speed + (1 - FRESH) * perSecond : speed;
        }
        if (last == null || progress.iteration() != last.iteration()) {
            last = progress;
            then = now;
        } else if ((now - then) * 1e-9 > PATIENCE_SECONDS) {
            // It waits for a thread, or for the others.
            perSecond = Double.NaN;
        }
    }

    /** Iterations in a second; NaN while that is not known. */
    double perSecond() {
        return perSecond;
    }
}
