package dev.tandem.sampling.trajectory;

/** A trajectory that can be made longer at either end, as a doubling tree sees it. */
public interface Orbit {
    /**
     * Adds a state beyond the last (direction 1) or before the first (direction -1) and returns its energy error
     * relative to the start; its weight is exp(-error).
     */
    double extend(int direction);

    /**
     * Whether the orbit ends before the state that was added last, since the way back from it would be another. What is
     * beyond has no weight.
     */
    default boolean endsBefore() {
        return false;
    }

    /** Whether the step to the state added last had the size that was asked for, and was not divided. */
    default boolean wholeStep() {
        return true;
    }

    /** The momentum of the state added last. */
    double[] momentum();

    /** The velocity of the state added last, the gradient of the kinetic energy at its momentum. */
    double[] velocity();

    /** Remembers the state added last as the candidate of the subtree under way. */
    void remember();

    /** Makes the remembered candidate the state that the whole trajectory stands for. */
    void adopt();
}
