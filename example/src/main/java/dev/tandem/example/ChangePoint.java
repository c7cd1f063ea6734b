package dev.tandem.example;

import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.density.Support;
import dev.tandem.draws.summary.SummaryTable;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;

/** When did the rate of these counts change, and by how much? */
public class ChangePoint {
    public static void main(String[] arguments) {
        int[] counts = {4, 5, 4, 1, 0, 4, 3, 4, 0, 6, 3, 3, 1, 0, 2, 1, 0, 1, 1, 0, 2, 0, 1, 1};

        // The change comes after observation t; the logarithms of the two rates are unconstrained.
        Space space = Space.builder()
                .discrete("t", Support.range(1, counts.length - 1))
                .real("log.rate", 2)
                .build();

        // Value and gradient are all that is asked for. Here: log.rate ~ N(0, 1), t uniform, counts Poisson.
        MixedDensity density = MixedDensity.of(space, (x, q, gradient) -> {
            double logDensity = -0.5 * (q[0] * q[0] + q[1] * q[1]);
            double[] slope = {-q[0], -q[1]};
            for (int i = 0; i < counts.length; i++) {
                int side = i < x[0] ? 0 : 1;
                double rate = Math.exp(q[side]);
                logDensity += counts[i] * q[side] - rate;
                slope[side] += counts[i] - rate;
            }
            if (gradient != null) {
                System.arraycopy(slope, 0, gradient, 0, 2);
            }
            return logDensity;
        });

        Run run = Sampling.run(density, Settings.defaults().withSeed(1));
        System.out.print(SummaryTable.render(run.summary()));
    }
}
