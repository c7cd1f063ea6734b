package dev.tandem.sampling;

import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.density.Support;

/** Small densities, written as plain functions, for tests of the runner. */
public final class Targets {
    private Targets() {}

    /** Two overlapping Gaussians: x in 0, 1 with probability 0.3 of 1, q | x ~ N(2 x, 1). */
    public static MixedDensity twoComponents() {
        Space space = Space.builder().real("q").discrete("x", Support.binary()).build();
        return MixedDensity.of(space, (x, q, gradient) -> {
            double deviation = q[0] - 2 * x[0];
            if (gradient != null) {
                gradient[0] = -deviation;
            }
            return Math.log(x[0] == 1 ? 0.3 : 0.7) - 0.5 * deviation * deviation;
        });
    }

    /** Independent Gaussians with the given standard deviations. */
    public static MixedDensity gaussian(double... sds) {
        Space space = Space.builder().real("q", sds.length).build();
        return MixedDensity.of(space, (x, q, gradient) -> {
            double sum = 0;
            for (int i = 0; i < sds.length; i++) {
                double z = q[i] / sds[i];
                sum -= 0.5 * z * z;
                if (gradient != null) {
                    gradient[i] = -z / sds[i];
                }
            }
            return sum;
        });
    }

    /** Neal's funnel: q[0] ~ N(0, 3), and members with standard deviation exp(q[0] / 2). */
    public static MixedDensity funnel(int members) {
        Space space = Space.builder().real("q", members + 1).build();
        return MixedDensity.of(space, (x, q, gradient) -> {
            double precision = Math.exp(-q[0]);
            double squares = 0;
            for (int i = 1; i <= members; i++) {
                squares += q[i] * q[i];
                if (gradient != null) {
                    gradient[i] = -q[i] * precision;
                }
            }
            if (gradient != null) {
                gradient[0] = -q[0] / 9 + 0.5 * squares * precision - 0.5 * members;
            }
            return -q[0] * q[0] / 18 - 0.5 * squares * precision - 0.5 * members * q[0];
        });
    }

    /** A Poisson count with mean 200 and no upper end. */
    public static MixedDensity count() {
        Space space = Space.builder().discrete("n", Support.atLeast(0)).build();
        double[] logFactorial = new double[5000];
        for (int i = 1; i < logFactorial.length; i++) {
            logFactorial[i] = logFactorial[i - 1] + Math.log(i);
        }
        return MixedDensity.of(
                space,
                (x, q, gradient) -> x[0] >= logFactorial.length
                        ? Double.NEGATIVE_INFINITY
                        : x[0] * Math.log(200) - logFactorial[x[0]]);
    }
}
