package dev.tandem.sampling.trajectory;

import dev.tandem.density.Cursor;
import dev.tandem.sampling.random.Randomness;

/**
 * One chain's Markov kernel: a step moves the cursor and tells how it went. Tuning is handed in and never kept. A kernel
 * does not allocate after its first steps.
 */
public interface Kernel {
    void step(Tuning tuning, Randomness random, Transition outcome);

    Cursor cursor();

    /** To be called after somebody else has moved the cursor. */
    void reload();

    /**
     * Forgets everything but the position: caches that carry rounding errors, the order of sites. What follows depends
     * on position, tuning and randomness alone, so that a chain that goes on here and one that is put here anew draw
     * the same, bit for bit.
     */
    void anchor();
}
