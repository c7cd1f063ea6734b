package dev.tandem.validation;

import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.density.Support;
import dev.tandem.sampling.random.Randomness;
import java.util.List;

/**
 * A series whose level changes once: levels a, b ~ N(0, 1), log noise ~ N(0, 0.5^2), the last time of the first level
 * uniform, observations normal.
 */
final class ChangePoint implements GenerativeModel {
    private static final int LENGTH = 6;
    private static final double LOG_NOISE_SD = 0.5;

    private final double assumedSd;

    /** {@code assumedSd} is what the density takes for the sd of the levels; 1 is right. */
    ChangePoint(double assumedSd) {
        this.assumedSd = assumedSd;
    }

    @Override
    public void drawPrior(int[] x, double[] q, Randomness random) {
        x[0] = 1 + random.below(LENGTH - 1);
        q[0] = random.gaussian();
        q[1] = random.gaussian();
        q[2] = LOG_NOISE_SD * random.gaussian();
    }

    @Override
    public double[] drawData(int[] x, double[] q, Randomness random) {
        double[] data = new double[LENGTH];
        for (int t = 0; t < LENGTH; t++) {
            data[t] = (t < x[0] ? q[0] : q[1]) + Math.exp(q[2]) * random.gaussian();
        }
        return data;
    }

    @Override
    public MixedDensity density(double[] data) {
        Space space = Space.builder()
                .discrete("change", Support.range(1, LENGTH - 1))
                .real("level", 2)
                .real("log.noise")
                .build();
        double levelPrecision = 1 / (assumedSd * assumedSd);
        double noisePrecision = 1 / (LOG_NOISE_SD * LOG_NOISE_SD);
        return MixedDensity.of(space, (x, q, gradient) -> {
            double precision = Math.exp(-2 * q[2]);
            double first = 0;
            double second = 0;
            double squares = 0;
            for (int t = 0; t < LENGTH; t++) {
                double residual = data[t] - (t < x[0] ? q[0] : q[1]);
                squares += residual * residual;
                if (t < x[0]) {
                    first += residual;
                } else {
                    second += residual;
                }
            }
            if (gradient != null) {
                gradient[0] = precision * first - levelPrecision * q[0];
                gradient[1] = precision * second - levelPrecision * q[1];
                gradient[2] = precision * squares - LENGTH - noisePrecision * q[2];
            }
            return -0.5
                            * (precision * squares
                                    + levelPrecision * (q[0] * q[0] + q[1] * q[1])
                                    + noisePrecision * q[2] * q[2])
                    - LENGTH * q[2];
        });
    }

    @Override
    public List<Quantity> quantities() {
        return List.of(
                new Quantity("change", (x, q, y) -> x[0]),
                new Quantity("change^2", (x, q, y) -> x[0] * x[0]),
                new Quantity("a", (x, q, y) -> q[0]),
                new Quantity("a^2", (x, q, y) -> q[0] * q[0]),
                new Quantity("b^2", (x, q, y) -> q[1] * q[1]),
                new Quantity("log noise", (x, q, y) -> q[2]),
                new Quantity("log noise^2", (x, q, y) -> q[2] * q[2]),
                new Quantity("a y3", (x, q, y) -> q[0] * y[2]),
                new Quantity("change b y4", (x, q, y) -> x[0] * q[1] * y[3]));
    }
}
