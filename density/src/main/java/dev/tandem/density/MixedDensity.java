package dev.tandem.density;

import java.util.List;

/**
 * An unnormalised probability density over discrete unknowns x and continuous unknowns q.
 *
 * <p>The contract, in words:
 *
 * <ul>
 *   <li>A density is immutable and may be shared by any number of threads; all that moves lives in its cursors.
 *   <li>Constants that depend on neither x nor q may be dropped, all others may not.
 *   <li>A log density of minus infinity means impossible. NaN never leaves a cursor: it becomes minus infinity and is
 *       counted, and so does plus infinity.
 * </ul>
 */
public interface MixedDensity {
    Space space();

    /** A new cursor, independent of all others; it stands at q = 0 and each site at the finite end of its support. */
    Cursor cursor();

    /**
     * What visiting every site once costs, in units of one gradient. Only tuning reads it, to weigh discrete against
     * continuous work without a clock, so that the same seed gives the same draws on every machine.
     */
    default double sweepCost() {
        return 1.0;
    }

    /**
     * Unknowns whose prior has an unknown location or scale, in groups; their coordinates can be chosen, see {@link
     * Cursor#recentre}.
     */
    default List<Effects> effects() {
        return List.of();
    }

    /**
     * Why no state may be possible, in words for the user; empty if nothing is known about it. It may take a while, and is
     * asked only where a search for a possible state has failed.
     */
    default String whyImpossible() {
        return "";
    }

    /**
     * A density from a plain function: value and gradient are all that is asked for, conditionals are found by full
     * evaluations.
     */
    static MixedDensity of(Space space, LogDensity function) {
        return new FunctionDensity(space, function);
    }

    /** A log density as a function of all unknowns. */
    @FunctionalInterface
    interface LogDensity {
        /**
         * The log density at (x, q). When {@code gradient} is not null its first {@code q.length} entries are set to
         * the derivatives with respect to q. Neither x nor q may be changed or kept.
         */
        double at(int[] x, double[] q, double[] gradient);
    }
}
