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
}
