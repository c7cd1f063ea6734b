package dev.tandem.sampling.continuous;

import dev.tandem.sampling.random.Randomness;
import java.util.Arrays;
import java.util.Locale;

/** Gaussian momentum with a diagonal metric: K(p) = sum of s_i^2 p_i^2 / 2, s_i the scale of coordinate i. */
public final class DiagonalMetric implements KineticEnergy {
    private static final String UNIT = "unit";

    private final double[] scales;
    private final double[] inverseMass;
    private final String name;

    private DiagonalMetric(double[] scales, String name) {
        this.scales = scales;
        this.name = name;
        inverseMass = new double[scales.length];
        for (int i = 0; i < scales.length; i++) {
            if (!(scales[i] > 0) || scales[i] == Double.POSITIVE_INFINITY) {
                throw new IllegalArgumentException("scale " + scales[i] + " of coordinate " + i + " is not positive");
            }
            inverseMass[i] = scales[i] * scales[i];
        }
    }

    public static DiagonalMetric unit(int dimension) {
        double[] ones = new double[dimension];
        Arrays.fill(ones, 1);
        return new DiagonalMetric(ones, UNIT);
    }

    /** A step of size eps moves coordinate i as a step of size eps * scales[i] would under the unit metric. */
    public static DiagonalMetric scales(double[] scales) {
        return new DiagonalMetric(scales.clone(), "diagonal");
    }

    /** The metric whose scales are the standard deviations of the given variances. */
    public static DiagonalMetric variances(double[] variances) {
        return new DiagonalMetric(Arrays.stream(variances).map(Math::sqrt).toArray(), "diagonal");
    }

    /** The scale of each coordinate. */
    public double[] scales() {
        return scales.clone();
    }

    /** Whether it was made as the unit metric. */
    public boolean isUnit() {
        return name.equals(UNIT);
    }

    @Override
    public void refresh(double[] p, Randomness random) {
        for (int i = 0; i < scales.length; i++) {
            p[i] = random.gaussian() / scales[i];
        }
    }

    @Override
    public double energy(double[] p) {
        double sum = 0;
        for (int i = 0; i < inverseMass.length; i++) {
            sum += inverseMass[i] * p[i] * p[i];
        }
        return 0.5 * sum;
    }

    @Override
    public void velocity(double[] p, double[] velocity) {
        for (int i = 0; i < inverseMass.length; i++) {
            velocity[i] = inverseMass[i] * p[i];
        }
    }

    @Override
    public double energyAndVelocity(double[] p, double[] velocity) {
        double sum = 0;
        for (int i = 0; i < inverseMass.length; i++) {
            double own = inverseMass[i] * p[i];
            velocity[i] = own;
            sum += own * p[i];
        }
        return 0.5 * sum;
    }

    @Override
    public void drift(double[] q, double[] p, double time) {
        for (int i = 0; i < inverseMass.length; i++) {
            q[i] += time * (inverseMass[i] * p[i]);
        }
    }

    @Override
    public String describe() {
        if (isUnit() || scales.length == 0) {
            return name;
        }
        double low = Arrays.stream(scales).min().getAsDouble();
        double high = Arrays.stream(scales).max().getAsDouble();
        return String.format(Locale.ROOT, "%s, scales %.3g to %.3g", name, low, high);
    }
}
