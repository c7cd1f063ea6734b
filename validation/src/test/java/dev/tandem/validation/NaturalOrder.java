package dev.tandem.validation;

import dev.tandem.sampling.discrete.SiteSchedule;
import dev.tandem.sampling.random.Randomness;

/** Visits the sites in their natural order, always from the first: not the same read backwards or shifted. */
record NaturalOrder(int sites) implements SiteSchedule {
    @Override
    public void begin(Randomness random) {}

    @Override
    public int site(long index) {
        return (int) Math.floorMod(index, (long) sites);
    }
}
