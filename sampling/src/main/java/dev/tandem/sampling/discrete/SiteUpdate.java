package dev.tandem.sampling.discrete;

import dev.tandem.density.Cursor;
import dev.tandem.sampling.random.Randomness;

/** An update of one site at fixed q and p, reversible with respect to the law of x given q. */
public interface SiteUpdate {
    /** Draws what lives for one trajectory. */
    default void begin(Cursor cursor, double stepSize, Randomness random) {}

    /** Updates one site and returns what that added to the log density, 0 if the site stayed. */
    double update(Cursor cursor, int site, Randomness random);

    default void widths(WalkWidths widths) {}
}
