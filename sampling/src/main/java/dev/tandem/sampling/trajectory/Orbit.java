package dev.tandem.sampling.trajectory;

/** A trajectory that can be made longer at either end, as a doubling tree sees it. */
public interface Orbit {
    /**
     * Adds a state beyond the last (direction 1) or before the first (direction -1) and returns its energy error
     * relative to the start; its weight is exp(-error).
     */
    double extend(int direction);

    /** The momentum of the state added last. */
    double[] momentum();

    /** The velocity of the state added last, the gradient of the kinetic energy at its momentum. */
    double[] velocity();

    /** Remembers the state added last as the candidate of the subtree under way. */
    void remember();

    /** Makes the remembered candidate the state that the whole trajectory stands for. */
    void adopt();
}
