package dev.tandem.models;

import dev.tandem.distributions.special.Elementary;
import java.util.SplittableRandom;

/** The standard normal law: its distribution function and, for simulated data, draws. */
final class Normal {
    private static final double LOG_ROOT_TWO_PI = 0.9189385332046728;

    private Normal() {}

    static double density(double z) {
        return Elementary.exp(-0.5 * z * z - LOG_ROOT_TWO_PI);
    }

    /** P(Z <= z): a series near zero (Marsaglia 2004), a continued fraction in the tails; good to 1e-14. */
    static double cumulative(double z) {
        if (Double.isNaN(z)) {
            return Double.NaN;
        }
        if (Math.abs(z) > 40) {
            return z < 0 ? 0 : 1;
        }
        if (Math.abs(z) < 4) {
            double term = z;
            double sum = z;
            for (int n = 3; Math.abs(term) > 1e-18 * Math.abs(sum); n += 2) {
                term *= z * z / n;
                sum += term;
            }
            return 0.5 + sum * density(z);
        }
        double distance = Math.abs(z);
        double fraction = distance;
        for (int n = 80; n > 0; n--) {
            fraction = distance + n / fraction;
        }
        double tail = density(z) / fraction;
        return z < 0 ? tail : 1 - tail;
    }

    /** A draw by the polar method of Marsaglia. */
    static double draw(SplittableRandom random) {
        while (true) {
            double u = 2 * random.nextDouble() - 1;
            double v = 2 * random.nextDouble() - 1;
            double square = u * u + v * v;
            if (square > 0 && square < 1) {
                return u * Math.sqrt(-2 * Elementary.log(square) / square);
            }
        }
    }
}
