package dev.tandem.sampling.trajectory;

/** The itinerary of one trajectory: which stretches of continuous motion, which discrete updates, and when it ends. */
interface Path {
    /** Plans a new trajectory from the walker's present state. */
    void begin(Walker walker);

    /** Goes one stretch; false when the end had been reached before. */
    boolean advance(Walker walker);

    /** Integrator steps gone since {@link #begin}. */
    int steps();

    /** Goes back to what it was when it was made. */
    default void forget() {}
}
