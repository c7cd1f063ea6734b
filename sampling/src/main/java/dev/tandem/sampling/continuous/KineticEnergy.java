package dev.tandem.sampling.continuous;

import dev.tandem.sampling.random.Randomness;

/**
 * The kinetic energy K(p) of the continuous momentum: even, smooth, with exp(-K) a proper law that can be drawn from.
 * Values are immutable and may be shared by chains.
 */
public interface KineticEnergy {
    /** Draws p from the law proportional to exp(-K). */
    void refresh(double[] p, Randomness random);

    double energy(double[] p);

    /** Writes the gradient of K. */
    void velocity(double[] p, double[] velocity);

    /** Writes the gradient of K and returns K: where both are wanted, most of the work is the same. */
    default double energyAndVelocity(double[] p, double[] velocity) {
        velocity(p, velocity);
        return energy(p);
    }

    /** Adds {@code time} times the gradient of K to q. */
    void drift(double[] q, double[] p, double time);

    /** A short name for reports. */
    String describe();
}
