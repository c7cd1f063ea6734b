package dev.tandem.validation;

import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.density.Support;
import dev.tandem.sampling.random.Randomness;
import java.util.Arrays;
import java.util.List;

/**
 * A mixture with its allocations: logit of the share ~ N(0, 1), centres ~ N(-1, 1) and N(1, 1), each observation's class
 * drawn by the share and the observation normal around that class's centre.
 */
final class LatentClasses implements GenerativeModel {
    private static final int OBSERVATIONS = 4;

    private final double assumedSd;

    /** {@code assumedSd} is what the density takes for the sd of the centres; 1 is right. */
    LatentClasses(double assumedSd) {
        this.assumedSd = assumedSd;
    }

    private static double share(double logit) {
        return 1 / (1 + Math.exp(-logit));
    }

    @Override
    public void drawPrior(int[] x, double[] q, Randomness random) {
        q[0] = -1 + random.gaussian();
        q[1] = 1 + random.gaussian();
        q[2] = random.gaussian();
        Arrays.setAll(x, i -> random.uniform() < share(q[2]) ? 1 : 0);
    }

    @Override
    public double[] drawData(int[] x, double[] q, Randomness random) {
        double[] data = new double[OBSERVATIONS];
        Arrays.setAll(data, i -> q[x[i]] + random.gaussian());
        return data;
    }

    @Override
    public MixedDensity density(double[] data) {
        Space space = Space.builder()
                .discrete("class", Support.binary(), OBSERVATIONS)
                .real("centre", 2)
                .real("logit.share")
                .build();
        double precision = 1 / (assumedSd * assumedSd);
        return MixedDensity.of(space, (x, q, gradient) -> {
            double low = q[0] + 1;
            double high = q[1] - 1;
            double share = share(q[2]);
            double sum = -0.5 * (precision * (low * low + high * high) + q[2] * q[2]);
            double first = -precision * low;
            double second = -precision * high;
            double third = -q[2];
            for (int i = 0; i < OBSERVATIONS; i++) {
                double residual = data[i] - q[x[i]];
                sum += Math.log(x[i] == 1 ? share : 1 - share) - 0.5 * residual * residual;
                first += x[i] == 0 ? residual : 0;
                second += x[i] == 1 ? residual : 0;
                third += x[i] - share;
            }
            if (gradient != null) {
                gradient[0] = first;
                gradient[1] = second;
                gradient[2] = third;
            }
            return sum;
        });
    }

    @Override
    public List<Quantity> quantities() {
        return List.of(
                new Quantity("class 1", (x, q, y) -> x[0]),
                new Quantity("class 1 and 2", (x, q, y) -> x[0] * x[1]),
                new Quantity("low", (x, q, y) -> q[0]),
                new Quantity("low^2", (x, q, y) -> (q[0] + 1) * (q[0] + 1)),
                new Quantity("high^2", (x, q, y) -> (q[1] - 1) * (q[1] - 1)),
                new Quantity("logit", (x, q, y) -> q[2]),
                new Quantity("logit^2", (x, q, y) -> q[2] * q[2]),
                new Quantity("class 1 y1", (x, q, y) -> x[0] * y[0]),
                new Quantity("high y2", (x, q, y) -> q[1] * y[1]));
    }
}
