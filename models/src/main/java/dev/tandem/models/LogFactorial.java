package dev.tandem.models;

import dev.tandem.distributions.special.Elementary;

/** log n!: a table for small n, Stirling's series beyond. */
final class LogFactorial {
    private static final double[] TABLE = new double[256];
    private static final double HALF_LOG_TWO_PI = 0.9189385332046728;

    static {
        for (int n = 2; n < TABLE.length; n++) {
            TABLE[n] = TABLE[n - 1] + Elementary.log(n);
        }
    }

    private LogFactorial() {}

    static double of(int n) {
        if (n < TABLE.length) {
            return TABLE[n];
        }
        double inverse = 1.0 / n;
        double square = inverse * inverse;
        return (n + 0.5) * Elementary.log(n)
                - n
                + HALF_LOG_TWO_PI
                + inverse * (1.0 / 12 - square * (1.0 / 360 - square * (1.0 / 1260)));
    }
}
