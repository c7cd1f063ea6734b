package dev.tandem.distributions.scalar;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.GammaFunction;
import dev.tandem.distributions.special.NormalIntegral;

/** The noncentral t density as a positive integral, by the trapezoidal rule in the logarithm of the variable. */
final class NoncentralTIntegral {
    /** Terms this far below the largest, on the log scale, are left out. */
    private static final double DROP = 42;

    private static final double LARGEST_CURVATURE = 1e16;
    /** With few degrees of freedom the integrand is flat at its mode, but falls off as steeply as ever on the right. */
    private static final double WIDEST_STEP = 0.125;

    private static final int MOST_TERMS = 1_000_000;

    /** The logarithm of what is nothing beside one. */
    private static final double LEVEL = Elementary.log(1e-18);

    private NoncentralTIntegral() {}

    static double logDensity(double z, double shift, double k) {
        double s = z * z + k;
        double m = shift * z / Math.sqrt(s);
        double front =
                0.5 * k * Elementary.log(k / s) - 0.5 * k * shift * shift / s - 0.5 * Elementary.log(Math.PI * s);
        double gamma = GammaFunction.logGamma(0.5 * k) + 0.5 * (k - 1) * Elementary.log(2);
        return front - gamma + integral(k, m, 0);
    }

    static double byValue(double z, double shift, double k) {
        double s = z * z + k;
        double m = shift * z / Math.sqrt(s);
        double outer = k * shift * shift * z / (s * s) - (k + 1) * z / s;
        return outer + (integral(k, m, 1) - m) * shift * k / (s * Math.sqrt(s));
    }

    static double byShift(double z, double shift, double k) {
        double s = z * z + k;
        double root = Math.sqrt(s);
        double m = shift * z / root;
        return -k * shift / s + (integral(k, m, 1) - m) * z / root;
    }

    static double byDegrees(double z, double shift, double k) {
        double s = z * z + k;
        double root = Math.sqrt(s);
        double m = shift * z / root;
        double logs = 0.5 * (Elementary.log(k / s) + 1 - Elementary.log(2) - GammaFunction.digamma(0.5 * k));
        double outer = logs - 0.5 * (shift * z / s) * (shift * z / s) - 0.5 * (k + 1) / s;
        return outer + integral(k, m, 2) - 0.5 * (integral(k, m, 1) - m) * shift * z / (s * root);
    }

    /** H = the integral of y^k exp(-(y - m)^2 / 2) over y &gt; 0: its logarithm (0), the mean of y (1) or of log y (2). */
    private static double integral(double k, double m, int moment) {
        double root = Math.sqrt(m * m + 4 * (k + 1));
        double mode = m > 0 ? 0.5 * (m + root) : 2 * (k + 1) / (root - m);
        double center = Elementary.log(mode);
        double top = (k + 1) * center - 0.5 * (mode - m) * (mode - m);
        double curvature = mode * mode + k + 1;
        if (!(curvature < LARGEST_CURVATURE)) {
            // Steps would vanish beside t; the integrand is a normal density to all digits there are.
            return moment == 0 ? top + 0.5 * Elementary.log(2 * Math.PI / curvature) : moment == 1 ? mode : center;
        }
        double step = Math.min(WIDEST_STEP, 1 / (4 * Math.sqrt(curvature)));
        double sum = 0;
        double weighted = 0;
        for (int direction = -1; direction <= 1; direction += 2) {
            double t = direction < 0 ? center : center + step;
            double drop = drop(t, center, mode, k, m);
            for (int n = 0; drop > -DROP; n++) {
                if (n > MOST_TERMS) {
                    // With next to no degrees of freedom the tail on the left has no end.
                    return Double.NaN;
                }
                double term = Elementary.exp(drop);
                sum += term;
                weighted += term * (moment == 1 ? Elementary.exp(t) : t);
                t += direction * step;
                drop = drop(t, center, mode, k, m);
            }
        }
        return moment == 0 ? top + Elementary.log(sum * step) : weighted / sum;
    }

    /** How far the exponent lies below its top; the square of m, which may be large, has been taken out of it. */
    private static double drop(double t, double center, double mode, double k, double m) {
        double y = Elementary.exp(t);
        return (k + 1) * (t - center) - (y - mode) * (0.5 * (y + mode) - m);
    }

    /** The mean of Phi(z S / sqrt(k) - shift) over S, chi with k degrees of freedom. */
    static double cumulative(double z, double shift, double k) {
        if (Double.isInfinite(z)) {
            return z > 0 ? 1 : 0;
        }
        return Math.min(1, mean(z, shift, k, false));
    }

    /** The derivative of {@link #cumulative} by the shift: minus the mean of the normal density. */
    static double cumulativeByShift(double z, double shift, double k) {
        double s = z * z + k;
        double front = 0.5 * k * Elementary.log(k / s) - 0.5 * k * shift * shift / s - GammaFunction.HALF_LOG_TWO_PI;
        double gamma = GammaFunction.logGamma(0.5 * k) + (0.5 * k - 1) * Elementary.log(2);
        return -Elementary.exp(front - gamma + integral(k - 1, shift * z / Math.sqrt(s), 0));
    }

    /** The derivative of {@link #cumulative} by k: that of the chi density, and that of 1 / sqrt(k) in the argument. */
    static double cumulativeByDegrees(double z, double shift, double k) {
        return mean(z, shift, k, true) - 0.5 * z / k * Elementary.exp(logDensity(z, shift, k));
    }

    /** The mean of Phi(z S / sqrt(k) - shift), or of that times (log S - E log S). */
    private static double mean(double z, double shift, double k, boolean timesLog) {
        // Far out in the lower tail only values of S as small as sqrt(k) / |z| count.
        double low = Math.min(-2, -60 / k)
                - Elementary.log(Math.max(1, Math.abs(z) / Math.sqrt(k)))
                - Elementary.log1p(Math.abs(shift));
        double high = 0.5 * Elementary.log(k + 100 + shift * shift) + 2;
        for (int i = 0; i < 100; i++) {
            double third = (high - low) / 3;
            if (weight(low + third, z, shift, k) < weight(high - third, z, shift, k)) {
                low += third;
            } else {
                high -= third;
            }
        }
        double center = 0.5 * (low + high);
        double top = weight(center, z, shift, k);
        // Where Phi is all but one, however large z is, it adds nothing to the curvature.
        double bend = Math.min(Math.abs(z) * Elementary.exp(center), 2 * k + shift * shift + 100);
        double step = Math.min(WIDEST_STEP, 1 / (8 * Math.sqrt(2 * k + bend)));
        if (!(step > 1e-12)) {
            // The chi density is a spike at sqrt(k).
            return timesLog ? 0 : Elementary.exp(NormalIntegral.logCumulative(z - shift));
        }
        double meanLog = 0.5 * (Elementary.log(2) + GammaFunction.digamma(0.5 * k));
        double level = LEVEL - Elementary.log(Math.max(1, Math.abs(z) / Math.sqrt(k) * (1 + Math.abs(shift))));
        double sum = 0;
        for (int direction = -1; direction <= 1; direction += 2) {
            double t = direction < 0 ? center : center + step;
            double drop = weight(t, z, shift, k) - top;
            for (int n = 0; drop > -DROP; n++) {
                if (n > MOST_TERMS) {
                    // So far out that rounding has levelled the integrand.
                    return Double.NaN;
                }
                if (direction < 0 && t < level) {
                    // From here on down each term is exp(-k step) times the one before: with few degrees of freedom
                    // there would be a hundred thousand of them.
                    double rest = -Elementary.expm1(-k * step);
                    sum += Elementary.exp(drop) / rest * (timesLog ? t - meanLog - step * (1 - rest) / rest : 1);
                    break;
                }
                sum += Elementary.exp(drop) * (timesLog ? t - meanLog : 1);
                t += direction * step;
                drop = weight(t, z, shift, k) - top;
            }
        }
        double norm = (0.5 * k - 1) * Elementary.log(2) + GammaFunction.logGamma(0.5 * k);
        return Elementary.exp(top - norm) * sum * step;
    }

    private static double weight(double t, double z, double shift, double k) {
        double s = Elementary.exp(t);
        return k * t - 0.5 * s * s + NormalIntegral.logCumulative(z * s / Math.sqrt(k) - shift);
    }
}
