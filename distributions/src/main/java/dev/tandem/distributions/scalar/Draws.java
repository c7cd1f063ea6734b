package dev.tandem.distributions.scalar;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.Exponentials;
import dev.tandem.distributions.special.Saddlepoint;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/** The rejection samplers that several distributions share. */
public final class Draws {
    private Draws() {}

    /** Uniform on the open interval (0, 1). */
    static double open(UniformRandomProvider rng) {
        return ((rng.nextLong() >>> 12) + 0.5) * 0x1.0p-52;
    }

    /** Gamma with rate one: Marsaglia and Tsang (2000). */
    public static double gamma(UniformRandomProvider rng, double shape) {
        return shape < 1 ? Elementary.exp(logGamma(rng, shape)) : gammaFromOne(rng, shape);
    }

    /** The logarithm of a gamma draw, finite for shapes however small. */
    public static double logGamma(UniformRandomProvider rng, double shape) {
        if (shape < 1) {
            return Elementary.log(gammaFromOne(rng, shape + 1)) + Elementary.log(open(rng)) / shape;
        }
        return Elementary.log(gammaFromOne(rng, shape));
    }

    private static double gammaFromOne(UniformRandomProvider rng, double shape) {
        double d = shape - 1.0 / 3;
        double c = 1 / Math.sqrt(9 * d);
        while (true) {
            double z = ZigguratSampler.NormalizedGaussian.of(rng).sample();
            double v = 1 + c * z;
            if (v > 0) {
                v = v * v * v;
                if (Elementary.log(open(rng)) < 0.5 * z * z + d * (1 - v + Elementary.log(v))) {
                    return d * v;
                }
            }
        }
    }

    static double beta(UniformRandomProvider rng, double a, double b) {
        return Exponentials.ilogit(logGamma(rng, a) - logGamma(rng, b));
    }

    /** Inversion for small means, else the transformed rejection PTRS of Hoermann (1993). */
    static double poisson(UniformRandomProvider rng, double mean) {
        if (mean < 12) {
            double u = rng.nextDouble();
            double mass = Elementary.exp(-mean);
            double k = 0;
            while (u > mass && k < 1000) {
                u -= mass;
                k++;
                mass *= mean / k;
            }
            return k;
        }
        double b = 0.931 + 2.53 * Math.sqrt(mean);
        double a = -0.059 + 0.02483 * b;
        double inverseAlpha = 1.1239 + 1.1328 / (b - 3.4);
        double accept = 0.9277 - 3.6224 / (b - 2);
        while (true) {
            double u = open(rng) - 0.5;
            double v = open(rng);
            double us = 0.5 - Math.abs(u);
            double k = Math.floor((2 * a / us + b) * u + mean + 0.43);
            if (us >= 0.07 && v <= accept) {
                return k;
            }
            if (k < 0 || (us < 0.013 && v > us)) {
                continue;
            }
            if (Elementary.log(v * inverseAlpha / (a / (us * us) + b)) <= Saddlepoint.logPoisson(k, mean)) {
                return k;
            }
        }
    }

    /** Inversion for small means, else the transformed rejection BTRS of Hoermann (1993). */
    public static double binomial(UniformRandomProvider rng, double p, double n) {
        if (p > 0.5) {
            return n - binomial(rng, 1 - p, n);
        }
        if (n * p < 12) {
            return binomialByInversion(rng, p, n);
        }
        double spread = Math.sqrt(n * p * (1 - p));
        double b = 1.15 + 2.53 * spread;
        double a = -0.0873 + 0.0248 * b + 0.01 * p;
        double accept = 0.92 - 4.2 / b;
        double alpha = (2.83 + 5.1 / b) * spread;
        double top = Saddlepoint.logBinomial(Math.floor((n + 1) * p), n, p, 1 - p);
        while (true) {
            double u = open(rng) - 0.5;
            double v = open(rng);
            double us = 0.5 - Math.abs(u);
            double k = Math.floor((2 * a / us + b) * u + n * p + 0.5);
            if (k < 0 || k > n) {
                continue;
            }
            if (us >= 0.07 && v <= accept) {
                return k;
            }
            if (Elementary.log(v * alpha / (a / (us * us) + b)) <= Saddlepoint.logBinomial(k, n, p, 1 - p) - top) {
                return k;
            }
        }
    }

    private static double binomialByInversion(UniformRandomProvider rng, double p, double n) {
        double u = rng.nextDouble();
        double mass = Elementary.exp(n * Elementary.log1p(-p));
        double odds = p / (1 - p);
        double k = 0;
        while (u > mass && k < n) {
            u -= mass;
            mass *= odds * (n - k) / (k + 1);
            k++;
        }
        return k;
    }
}
