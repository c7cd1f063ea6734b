package dev.tandem.distributions.special;

import java.util.Arrays;

/**
 * The regularised incomplete gamma functions where a is large and x not far from it: Temme's uniform expansion (DLMF 8.12).
 *
 * <p>With z^2/2 = x - a - a log(x/a), z of the sign of x - a, and eta = z / sqrt(a), the upper function is the normal tail
 * beyond z plus exp(-z^2/2) / sqrt(2 pi a) times the sum of c_k(eta) a^-k.
 */
final class LargeGamma {
    private static final double FROM = 20;

    /** How far x may be from a, as a share of a. */
    private static final double NEAR = 0.4;

    private static final double ROOT_TWO_PI = 2.5066282746310002;
    private static final int FUNCTIONS = 10;
    private static final int POWERS = 24;

    /** The Taylor coefficients of each c_k about eta = 0. */
    private static final double[][] COEFFICIENTS = coefficients();

    private LargeGamma() {}

    static boolean covers(double a, double x) {
        return a >= FROM && Math.abs(x - a) < NEAR * a;
    }

    static double lower(double a, double x) {
        return x < a ? tail(a, x) : 1 - tail(a, x);
    }

    static double upper(double a, double x) {
        return x < a ? 1 - tail(a, x) : tail(a, x);
    }

    /** The lower function where x is below a, the upper one elsewhere. */
    private static double tail(double a, double x) {
        double halfSquare = Saddlepoint.deviance(a, x);
        double distance = Math.sqrt(2 * halfSquare);
        double eta = (x < a ? -distance : distance) / Math.sqrt(a);
        double sum = 0;
        for (int k = FUNCTIONS - 1; k >= 0; k--) {
            double[] c = COEFFICIENTS[k];
            double value = 0;
            for (int n = c.length - 1; n >= 0; n--) {
                value = value * eta + c[n];
            }
            sum = sum / a + value;
        }
        double correction = sum / (ROOT_TWO_PI * Math.sqrt(a));
        return Elementary.exp(-halfSquare) * (NormalTail.scaled(distance) + (x < a ? -correction : correction));
    }

    /**
     * c_0 = 1/mu - 1/eta with mu = x/a - 1; c_k is what c_{k-1}'/eta and a multiple of 1/mu leave where their poles at eta = 0
     * cancel (DLMF 8.12.9 and 8.12.10).
     */
    private static double[][] coefficients() {
        int terms = POWERS + 2 * FUNCTIONS;
        double[] mu = mu(terms + 2);
        double[] etaOverMu = new double[terms + 1];
        etaOverMu[0] = 1;
        for (int n = 1; n <= terms; n++) {
            for (int i = 1; i <= n; i++) {
                etaOverMu[n] -= mu[i + 1] * etaOverMu[n - i];
            }
        }
        double[][] all = new double[FUNCTIONS][];
        double[] before = {0, -1};
        for (int k = 0; k < FUNCTIONS; k++) {
            double[] c = new double[terms - 2 * k];
            for (int n = 0; n < c.length; n++) {
                c[n] = -before[1] * etaOverMu[n + 1] + (k == 0 ? 0 : (n + 2) * before[n + 2]);
            }
            all[k] = Arrays.copyOf(c, POWERS - 2 * k);
            before = c;
        }
        return all;
    }

    /** mu by powers of eta, from eta^2/2 = mu - log(1 + mu), whose derivative is eta (1 + mu) = mu mu'. */
    private static double[] mu(int terms) {
        double[] m = new double[terms + 1];
        m[1] = 1;
        for (int n = 2; n <= terms; n++) {
            double sum = m[n - 1];
            for (int i = 2; i < n; i++) {
                sum -= m[i] * (n + 1 - i) * m[n + 1 - i];
            }
            m[n] = sum / (n + 1);
        }
        return m;
    }
}
