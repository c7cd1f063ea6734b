package dev.tandem.sampling.continuous;

/**
 * How a step of the continuous unknowns is taken at fixed x. A step and the one of the opposite size undo each other and
 * preserve volume, wherever {@link #returns} says so; kernels leave the other steps out.
 */
public interface Motion {
    /**
     * One step, negative to go back. A step that cannot be taken leaves an error of {@link Phase#DIVERGENCE} or more.
     */
    void step(Phase phase, KineticEnergy kinetic, double size);

    /** Whether the step taken last is undone by a step of the opposite size from where it led. */
    boolean returns();

    /** Whether the step taken last was taken as a whole, and not in parts. */
    boolean whole();
}
