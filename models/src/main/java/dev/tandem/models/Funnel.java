package dev.tandem.models;

import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.distributions.special.Elementary;

/**
 * Neal's funnel (2003): v ~ N(0, 3^2), and members q_i ~ N(0, exp(v)). Half of it lies in a neck that gets narrower
 * without end, so that no size of a step suits it all; what is known of v tells how much of the neck was found.
 *
 * <p>Unknowns: {@code v} and {@code q[members]}, continuous.
 */
public final class Funnel {
    private static final double VARIANCE = 9;

    private Funnel() {}

    /** The funnel with so many members. */
    public static MixedDensity of(int members) {
        Require.atLeast("members", members, 1);
        Space space = Space.builder().real("v").real("q", members).build();
        return MixedDensity.of(space, (x, q, gradient) -> {
            double precision = Elementary.exp(-q[0]);
            double squares = 0;
            for (int i = 1; i <= members; i++) {
                squares += q[i] * q[i];
                if (gradient != null) {
                    gradient[i] = -q[i] * precision;
                }
            }
            if (gradient != null) {
                gradient[0] = -q[0] / VARIANCE + 0.5 * squares * precision - 0.5 * members;
            }
            return -0.5 * q[0] * q[0] / VARIANCE - 0.5 * squares * precision - 0.5 * members * q[0];
        });
    }
}
