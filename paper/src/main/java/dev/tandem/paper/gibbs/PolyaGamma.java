package dev.tandem.paper.gibbs;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.NormalIntegral;
import dev.tandem.distributions.special.NormalTail;
import dev.tandem.sampling.random.Randomness;

/**
 * Exact draws from the Polya-Gamma law PG(n, z) for whole n (Polson, Scott and Windle 2013): for small n the sum of n draws
 * from PG(1, z), each by Devroye's method of alternating series, which accepts all but one in a thousand proposals; for
 * larger n see {@link PolyaGammaSum}.
 *
 * <p>PG(1, z) is J / 4, where J has the density cosh(c) exp(-c^2 x / 2) sum_n (-1)^n a_n(x) with c = |z| / 2. The
 * proposal is an inverse Gaussian below {@link #CUT} and an exponential above.
 */
public final class PolyaGamma {
    /** Where the two expansions of a_n meet; any point between 0.25 and 2 / pi would be correct. */
    private static final double CUT = 0.64;

    /** From here on a draw of the sum costs less than a sum of draws. */
    private static final int MANY = 16;

    private final Randomness random;
    private final PolyaGammaSum sums;

    private double tilt;
    private double rate;
    private double exponentialShare;

    public PolyaGamma(Randomness random) {
        this.random = random;
        sums = new PolyaGammaSum(random);
        tiltBy(0);
    }

    /** A draw from PG({@code n}, {@code z}); 0 for n = 0. */
    public double draw(int n, double z) {
        if (n < 0 || !Double.isFinite(z)) {
            throw new IllegalArgumentException("no Polya-Gamma law has the parameters " + n + " and " + z);
        }
        return n < MANY ? sum(n, z) : sums.draw(n, z);
    }

    /** The sum of so many draws. */
    double sum(int n, double z) {
        tiltBy(Math.abs(z) / 2);
        double total = 0;
        for (int i = 0; i < n; i++) {
            total += jacobi();
        }
        return total / 4;
    }

    /** E PG(n, z) = n tanh(z / 2) / (2 z). */
    public static double mean(double n, double z) {
        return Math.abs(z) < 1e-4 ? n * (0.25 - z * z / 48) : n * StrictMath.tanh(z / 2) / (2 * z);
    }

    /** Var PG(n, z) = n (sinh(z) - z) / (4 z^3 cosh^2(z / 2)). */
    public static double variance(double n, double z) {
        double size = Math.abs(z);
        if (size < 1e-2) {
            return n * (1.0 / 24 - z * z / 120);
        }
        // Both hyperbolic functions divided by exp(z), so that neither overflows.
        double shrunk = Elementary.exp(-size);
        double sinh = 0.5 * (1 - shrunk * shrunk);
        double coshSquared = 0.25 * (1 + shrunk) * (1 + shrunk);
        return n * (sinh - size * shrunk) / (4 * size * size * size * coshSquared);
    }

    private void tiltBy(double value) {
        tilt = value;
        rate = Math.PI * Math.PI / 8 + tilt * tilt / 2;
        // The masses of the two parts of the proposal, both times exp(tilt), which keeps them away from 0 / 0.
        double right = Math.PI / (2 * rate) * Elementary.exp(tilt - rate * CUT);
        double root = Math.sqrt(1 / CUT);
        double below = NormalIntegral.cumulative(root * (CUT * tilt - 1));
        double beyond = NormalTail.scaled(root * (CUT * tilt + 1))
                * Elementary.exp(tilt - CUT * tilt * tilt / 2 - 1 / (2 * CUT));
        exponentialShare = right / (right + 2 * (below + beyond));
    }

    private double jacobi() {
        while (true) {
            double x = random.uniform() < exponentialShare ? CUT + random.exponential() / rate : inverseGaussian();
            double sum = coefficient(0, x);
            double level = random.uniform() * sum;
            for (int n = 1; ; n++) {
                if (n % 2 == 1) {
                    sum -= coefficient(n, x);
                    if (level <= sum) {
                        return x;
                    }
                } else {
                    sum += coefficient(n, x);
                    if (level > sum) {
                        break;
                    }
                }
            }
        }
    }

    /** a_n(x): the theta series for large x, its reflection for small x. */
    private static double coefficient(int n, double x) {
        double half = n + 0.5;
        if (x > CUT) {
            return Math.PI * half * Elementary.exp(-half * half * Math.PI * Math.PI * x / 2);
        }
        double scale = 2 / (Math.PI * x);
        return scale * Math.sqrt(scale) * Math.PI * half * Elementary.exp(-2 * half * half / x);
    }

    /** The inverse Gaussian with mean 1 / tilt and shape 1, conditioned to lie below the cut. */
    private double inverseGaussian() {
        if (tilt * CUT < 1) {
            while (true) {
                double e = random.exponential();
                if (e * e <= 2 * random.exponential() / CUT) {
                    double x = CUT / ((1 + CUT * e) * (1 + CUT * e));
                    if (random.accept(-0.5 * tilt * tilt * x)) {
                        return x;
                    }
                }
            }
        }
        double mean = 1 / tilt;
        while (true) {
            double z = random.gaussian();
            double y = mean * z * z;
            double x = mean * (1 + 0.5 * y - 0.5 * Math.sqrt(y * (4 + y)));
            if (random.uniform() * (mean + x) > mean) {
                x = mean * mean / x;
            }
            if (x <= CUT) {
                return x;
            }
        }
    }
}
