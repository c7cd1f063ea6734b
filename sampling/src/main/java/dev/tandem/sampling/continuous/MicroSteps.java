package dev.tandem.sampling.continuous;

/**
 * Steps that adapt to the place: a step is taken in 2^l equal parts, l the least for which the energy along the parts
 * stays within a tolerance (Bou-Rabee, Carpenter, Kleppe and Liu 2025). A wide place costs one gradient a step, and a
 * narrow one as many as it needs.
 *
 * <p>Parts are those of a palindrome, and the range of the energy along them is the same read from either end: whoever
 * comes back finds the same parts good enough. He may find fewer of them good enough too, and would then come out
 * elsewhere. Such a step does not return, and the orbit has to end before it. The step and its inverse are otherwise one
 * and the same choice, so that the map is a bijection on what is left, and preserves volume as its parts do.
 */
public final class MicroSteps implements Motion {
    /**
     * What the energy may vary along a step. At acceptance 0.8 the error of a trajectory has a standard deviation of 0.5:
     * where steps of one size do well, hardly any is divided, and where they do not the error soon goes beyond.
     */
    public static final double TOLERANCE = 4;

    /** A step has at most 2^10 parts. */
    static final int MOST_HALVINGS = 10;

    /** So often a step that runs into an impossible state is halved: at a wall shorter steps do no better. */
    static final int HALVINGS_AT_WALLS = 4;

    private final Integrator integrator;
    private final double tolerance;
    private Phase.Mark start;
    private Phase.Mark end;
    private int halvings;
    private boolean returns = true;

    /** Steps of one phase, divided where the energy varies by more than the tolerance. */
    public MicroSteps(Integrator integrator, double tolerance) {
        if (!(tolerance > 0)) {
            throw new IllegalArgumentException("the tolerance must be positive, not " + tolerance);
        }
        this.integrator = integrator;
        this.tolerance = tolerance;
    }

    @Override
    public void step(Phase phase, KineticEnergy kinetic, double size) {
        if (start == null) {
            start = new Phase.Mark(phase);
            end = new Phase.Mark(phase);
        }
        returns = true;
        phase.energy();
        phase.saveMotion(start);
        halvings = 0;
        while (!stays(phase, kinetic, size, halvings)) {
            if (hopeless(phase, halvings)) {
                phase.refuse();
                return;
            }
            phase.restoreMotion(start);
            halvings++;
        }
        if (halvings > 0) {
            phase.saveMotion(end);
            returns = comesBack(phase, kinetic, -size);
            phase.restoreMotion(end);
        }
    }

    /** Whether none of the coarser divisions would be taken from here. */
    private boolean comesBack(Phase phase, KineticEnergy kinetic, double size) {
        for (int coarser = halvings - 1; coarser >= 0; coarser--) {
            if (stays(phase, kinetic, size, coarser) || hopeless(phase, coarser)) {
                return false;
            }
            phase.restoreMotion(end);
        }
        return true;
    }

    /** Goes 2^halvings parts of a step; stops and says false as soon as the energy has varied too much. */
    private boolean stays(Phase phase, KineticEnergy kinetic, double size, int halved) {
        double part = Math.scalb(size, -halved);
        double lowest = phase.energy();
        double highest = lowest;
        for (int i = 1 << halved; i > 0; i--) {
            phase.step(integrator, kinetic, part);
            double energy = phase.energy();
            lowest = Math.min(lowest, energy);
            highest = Math.max(highest, energy);
            if (!(highest - lowest <= tolerance)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a step that failed in so many parts is given up. */
    private static boolean hopeless(Phase phase, int halved) {
        return halved == MOST_HALVINGS || (halved >= HALVINGS_AT_WALLS && phase.energy() == Double.POSITIVE_INFINITY);
    }

    /** The parts of the step taken last. */
    int parts() {
        return 1 << halvings;
    }

    @Override
    public boolean returns() {
        return returns;
    }

    @Override
    public boolean whole() {
        return halvings == 0;
    }
}
