package dev.tandem.paper.gibbs;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.sampling.random.Randomness;

/**
 * Draws from PG(n, z) for large n at a cost that hardly depends on n: by rejection from the saddlepoint approximation,
 * and from there to the law itself by inversion of its characteristic function.
 *
 * <p>At the mean x = n m(w) of the law with the tilt w the approximation is
 * s(x) = exp(-n D(w)) / sqrt(2 pi n v(w)), D(w) = log cosh(u / 2) - log cosh(z / 2) + m(w) (z^2 / 2 - w), and the density
 * is f(x) = s(x) c(w), see {@link Saddle#correction}. Two facts make this a sampler.
 *
 * <ul>
 *   <li>s is log-concave, since 1 + (k_4 / k_2^2 - 2 k_3^2 / k_2^3) / (2 n) is positive (the bracket is above -2): so
 *       tangents of its logarithm lie above it, and chords below.
 *   <li>c lies between 1 - 1 / (12 n), which is Stirling's error in the gamma law of the far right, and 1, which belongs
 *       to the inverse Gaussian law of the far left. It is computed for one draw in 10 n only.
 * </ul>
 *
 * <p>{@code PolyaGammaSumTest} holds both facts on a grid that covers the tilts.
 */
final class PolyaGammaSum {
    /** Tangents touch so many standard deviations from the mean, where the area under them is least for a normal law. */
    private static final double REACH = Math.sqrt(2);

    /** Beyond this distance from the saddle, in standard deviations, the approximation would lose digits. */
    private static final double NEAR = 1e-7;

    private final Randomness random;

    /** Where the tangents touch, from left to right. */
    private final Saddle[] touch = {new Saddle(), new Saddle(), new Saddle()};

    private final double[] at = new double[3];
    private final double[] height = new double[3];
    private final double[] slope = new double[3];
    private final Saddle proposed = new Saddle();

    private int n;
    private double tilt;
    private double logCosh;
    /** Where the tangents meet. */
    private double left;

    private double right;

    PolyaGammaSum(Randomness random) {
        this.random = random;
    }

    double draw(int size, double z) {
        prepare(size, z);
        double atLeft = tangent(0, left);
        double atRight = tangent(2, right);
        double top = Math.max(atLeft, atRight);
        double leftMass = Elementary.exp(atLeft - top) / slope[0];
        double fall = -slope[1] * (right - left);
        double middleMass = Elementary.exp(atLeft - top) * -Elementary.expm1(-fall) / -slope[1];
        double rightMass = Elementary.exp(atRight - top) / -slope[2];
        while (true) {
            double u = random.uniform() * (leftMass + middleMass + rightMass);
            double x;
            int piece;
            if (u < leftMass) {
                piece = 0;
                x = left - random.exponential() / slope[0];
                if (x <= 0) {
                    continue;
                }
            } else if (u < leftMass + middleMass) {
                piece = 1;
                x = left - Elementary.log1p(random.uniform() * Elementary.expm1(-fall)) / -slope[1];
            } else {
                piece = 2;
                x = right + random.exponential() / -slope[2];
            }
            double level = tangent(piece, x) - random.exponential();
            boolean below = level <= chord(x);
            if (!below) {
                solve(x);
                below = level <= logApproximation(x, proposed);
            }
            if (below && corrected(x)) {
                return x;
            }
        }
    }

    /** Accepts with probability c, which is looked at only where the bound does not decide. */
    private boolean corrected(double x) {
        double u = random.uniform();
        if (u < 1 - 0.1 / n) {
            return true;
        }
        solve(x);
        return u < proposed.correction(n);
    }

    /** Lays the tangents for PG({@code size}, {@code z}). */
    void prepare(int size, double z) {
        n = size;
        tilt = 0.5 * z * z;
        touch[1].at(tilt);
        logCosh = touch[1].logCosh;
        double reach = REACH / Math.sqrt(n * touch[1].variance);
        touch[0].at(tilt + reach);
        touch[2].at(tilt - reach);
        for (int i = 0; i < 3; i++) {
            Saddle saddle = touch[i];
            at[i] = n * saddle.mean;
            height[i] = logApproximation(at[i], saddle);
            slope[i] = saddle.w - tilt - saddle.third / (2 * n * saddle.variance * saddle.variance);
        }
        left = meet(0, 1);
        right = meet(1, 2);
    }

    private double meet(int i, int j) {
        return (height[j] - height[i] + slope[i] * at[i] - slope[j] * at[j]) / (slope[i] - slope[j]);
    }

    private double tangent(int i, double x) {
        return height[i] + slope[i] * (x - at[i]);
    }

    /** The logarithm of the lowest tangent: above the approximation everywhere. */
    double hat(double x) {
        return tangent(x < left ? 0 : x < right ? 1 : 2, x);
    }

    /** A bound from below between the outer points, and minus infinity elsewhere. */
    double chord(double x) {
        if (x < at[0] || x > at[2]) {
            return Double.NEGATIVE_INFINITY;
        }
        int i = x < at[1] ? 0 : 1;
        return height[i] + (height[i + 1] - height[i]) * (x - at[i]) / (at[i + 1] - at[i]);
    }

    /** log s(x) but for a constant. The derivative by w vanishes at the saddle, so that a small error of w does not count. */
    private double logApproximation(double x, Saddle saddle) {
        return n * (logCosh - saddle.logCosh) + (saddle.w - tilt) * x - 0.5 * Elementary.log(saddle.variance);
    }

    /** The same of any x. */
    double logApproximation(double x) {
        solve(x);
        return logApproximation(x, proposed);
    }

    /** c at x. */
    double correction(double x) {
        solve(x);
        return proposed.correction(n);
    }

    /** The tilt whose mean is x, by Newton's method from the nearest tangent. */
    private void solve(double x) {
        int i = x < left ? 0 : x < right ? 1 : 2;
        Saddle from = touch[i];
        double step = (at[i] - x) / (n * from.variance);
        double w = from.w + step + 0.5 * from.third / from.variance * step * step;
        double before = from.w;
        while (true) {
            proposed.at(w > Saddle.LEAST ? w : 0.5 * (before + Saddle.LEAST));
            w = proposed.w;
            before = w;
            double move = (proposed.mean - x / n) / proposed.variance;
            if (Math.abs(move) * Math.sqrt(n * proposed.variance) < NEAR) {
                return;
            }
            w += move;
        }
    }
}
