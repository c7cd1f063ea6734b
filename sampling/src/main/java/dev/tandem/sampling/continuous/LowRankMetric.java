package dev.tandem.sampling.continuous;

import dev.tandem.sampling.random.Randomness;
import java.util.Arrays;
import java.util.Locale;

/**
 * Gaussian momentum whose metric is a diagonal one but for a few directions: K(p) = p' S (I + V (L - I) V') S p / 2, with S
 * the scales of the coordinates, V a few orthonormal directions in units of these scales and L the variances along
 * them. Everything takes as many multiplications as there are coordinates times directions, or, where directions are many, as
 * the covariance has entries.
 */
public final class LowRankMetric implements KineticEnergy {
    /** What the directions may differ from orthonormal ones by: rounding. */
    private static final double ROUNDING = 1e-8;

    private final double[] scales;
    private final double[][] directions;
    private final double[] variances;

    /** Directions in the coordinates' own units, S V, by direction. */
    private final double[][] stretched;

    /** The variances along directions, less the 1 that the scales alone would give. */
    private final double[] more;

    /** The covariance, row by row, where it takes fewer multiplications than the directions do; else empty. */
    private final double[][] rows;

    private LowRankMetric(double[] scales, double[][] directions, double[] variances) {
        this.scales = scales;
        this.directions = directions;
        this.variances = variances;
        more = Arrays.stream(variances).map(variance -> variance - 1).toArray();
        stretched = new double[directions.length][scales.length];
        for (int k = 0; k < directions.length; k++) {
            for (int i = 0; i < scales.length; i++) {
                stretched[k][i] = scales[i] * directions[k][i];
            }
        }
        rows = directions.length > 0 && scales.length <= 2 * directions.length + 2 ? covariance() : new double[0][];
    }

    /**
     * The metric with the scales of all coordinates and, along each of some orthonormal directions in units of the
     * scales, a variance of its own instead of 1.
     */
    public static LowRankMetric of(double[] scales, double[][] directions, double[] variances) {
        if (directions.length != variances.length) {
            throw new IllegalArgumentException(
                    directions.length + " directions cannot have " + variances.length + " variances");
        }
        requirePositive("scale", scales);
        requirePositive("variance", variances);
        for (int k = 0; k < directions.length; k++) {
            if (directions[k].length != scales.length) {
                throw new IllegalArgumentException("direction " + k + " has " + directions[k].length + " entries for "
                        + scales.length + " coordinates");
            }
            for (int l = 0; l <= k; l++) {
                double product = Products.product(directions[k], directions[l]);
                if (!(Math.abs(product - (k == l ? 1 : 0)) < ROUNDING)) {
                    throw new IllegalArgumentException(
                            "directions " + l + " and " + k + " are not orthonormal: their product is " + product);
                }
            }
        }
        return new LowRankMetric(
                scales.clone(),
                Arrays.stream(directions).map(double[]::clone).toArray(double[][]::new),
                variances.clone());
    }

    private static void requirePositive(String name, double[] values) {
        for (int i = 0; i < values.length; i++) {
            if (!(values[i] > 0) || values[i] == Double.POSITIVE_INFINITY) {
                throw new IllegalArgumentException(name + " " + values[i] + " at " + i + " is not positive");
            }
        }
    }

    /** The scale of each coordinate. */
    public double[] scales() {
        return scales.clone();
    }

    /** The directions, each as long as there are coordinates. */
    public double[][] directions() {
        return Arrays.stream(directions).map(double[]::clone).toArray(double[][]::new);
    }

    /** The variance along each direction. */
    public double[] variances() {
        return variances.clone();
    }

    /** The covariance that it stands for, S (I + V (L - I) V') S. */
    public double[][] covariance() {
        double[][] covariance = new double[scales.length][scales.length];
        for (int i = 0; i < scales.length; i++) {
            covariance[i][i] = scales[i] * scales[i];
            for (int k = 0; k < variances.length; k++) {
                double factor = (variances[k] - 1) * stretched[k][i];
                for (int j = 0; j <= i; j++) {
                    covariance[i][j] += factor * stretched[k][j];
                }
            }
        }
        for (int i = 0; i < scales.length; i++) {
            for (int j = 0; j < i; j++) {
                covariance[j][i] = covariance[i][j];
            }
        }
        return covariance;
    }

    /** p = S^-1 (I + V (L^-1/2 - I) V') z has the covariance that it must have. */
    @Override
    public void refresh(double[] p, Randomness random) {
        for (int i = 0; i < scales.length; i++) {
            p[i] = random.gaussian();
        }
        // Directions are orthonormal: what one of them has added, another does not see.
        for (int k = 0; k < variances.length; k++) {
            double[] direction = directions[k];
            double more = (1 / Math.sqrt(variances[k]) - 1) * Products.product(direction, p);
            for (int i = 0; i < scales.length; i++) {
                p[i] += more * direction[i];
            }
        }
        for (int i = 0; i < scales.length; i++) {
            p[i] /= scales[i];
        }
    }

    @Override
    public double energy(double[] p) {
        double sum = 0;
        for (int i = 0; i < scales.length; i++) {
            double scaled = scales[i] * p[i];
            sum += scaled * scaled;
        }
        for (int k = 0; k < more.length; k++) {
            double along = Products.product(stretched[k], p);
            sum += more[k] * along * along;
        }
        return 0.5 * sum;
    }

    @Override
    public void velocity(double[] p, double[] velocity) {
        energyAndVelocity(p, velocity);
    }

    @Override
    public double energyAndVelocity(double[] p, double[] velocity) {
        if (rows.length > 0) {
            return 0.5 * Products.multiply(rows, p, velocity);
        }
        double sum = 0;
        for (int i = 0; i < scales.length; i++) {
            double own = scales[i] * scales[i] * p[i];
            velocity[i] = own;
            sum += own * p[i];
        }
        return 0.5 * (sum + Products.addAlong(stretched, more, p, 1, velocity));
    }

    @Override
    public void drift(double[] q, double[] p, double time) {
        if (rows.length > 0) {
            Products.add(rows, p, time, q);
            return;
        }
        for (int i = 0; i < scales.length; i++) {
            q[i] += time * (scales[i] * scales[i] * p[i]);
        }
        Products.addAlong(stretched, more, p, time, q);
    }

    @Override
    public String describe() {
        if (variances.length == 0) {
            return "low-rank, no directions";
        }
        return String.format(
                Locale.ROOT,
                "low-rank, %d directions, variances %.3g to %.3g",
                variances.length,
                Arrays.stream(variances).min().getAsDouble(),
                Arrays.stream(variances).max().getAsDouble());
    }
}
