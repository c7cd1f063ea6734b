package dev.tandem.distributions.special;

/**
 * The Bessel functions of real order at x &gt;= 0, with their derivatives by x; there is none by the order.
 *
 * <p>I is its power series and K its integral, of positive terms both. J and Y are found at an order below one and at the
 * next, and carried to the order wanted by the three-term recurrence, each in the direction in which it is stable.
 */
public final class Bessel {
    /** From here on Hankel's expansion of orders below two is exact to the last bit. */
    private static final double HANKEL_FROM = 25;

    private static final int PANELS = 16;
    private static final int NODES = 20;
    private static final int WIDE_NODES = 64;
    private static final double[] NODE = new double[NODES];
    private static final double[] WEIGHT = new double[NODES];
    private static final double[] WIDE_NODE = new double[WIDE_NODES];
    private static final double[] WIDE_WEIGHT = new double[WIDE_NODES];

    static {
        gaussLegendre(NODE, WEIGHT);
        gaussLegendre(WIDE_NODE, WIDE_WEIGHT);
    }

    private Bessel() {}

    /** Nodes and weights on (0, 1), by Newton's method from Tricomi's estimates of the roots. */
    private static void gaussLegendre(double[] node, double[] weight) {
        int n = node.length;
        for (int i = 0; i < n; i++) {
            double z = Elementary.cos(Math.PI * (i + 0.75) / (n + 0.5));
            double slope = 1;
            for (int iteration = 0; iteration < 20; iteration++) {
                double before = 0;
                double p = 1;
                for (int k = 1; k <= n; k++) {
                    double next = ((2 * k - 1) * z * p - (k - 1) * before) / k;
                    before = p;
                    p = next;
                }
                slope = n * (z * p - before) / (z * z - 1);
                z -= p / slope;
            }
            node[i] = 0.5 * (1 + z);
            weight[i] = 1 / ((1 - z * z) * slope * slope);
        }
    }

    /** The modified function of the first kind. */
    public static double besselI(double x, double nu) {
        if (!(x >= 0) || !Double.isFinite(nu)) {
            return Double.NaN;
        }
        if (nu < 0) {
            double sine = sinPi(-nu);
            return besselI(x, -nu) + (sine == 0 ? 0 : 2 / Math.PI * sine * besselK(x, -nu));
        }
        return series(x, nu, 1);
    }

    /** d besselI / dx. */
    public static double besselIBy(double x, double nu) {
        return x == 0 ? atZero(nu) : besselI(x, nu + 1) + nu / x * besselI(x, nu);
    }

    /** The modified function of the second kind: half the integral of exp(nu t - x cosh t) over all t (DLMF 10.32.9). */
    public static double besselK(double x, double nu) {
        if (!(x >= 0) || !Double.isFinite(nu)) {
            return Double.NaN;
        }
        if (x == 0 || Double.isInfinite(x)) {
            return x == 0 ? Double.POSITIVE_INFINITY : 0;
        }
        double order = Math.abs(nu);
        double center = ScalarFunctions.arcsinh(order / x);
        double step = Math.min(0.2, 0.6 / Math.sqrt(StrictMath.hypot(x, order)));
        double top = order * center - x * StrictMath.cosh(center);
        double sum = 0;
        for (int direction = -1; direction <= 1; direction += 2) {
            for (double t = direction < 0 ? center : center + step; ; t += direction * step) {
                double term = Elementary.exp(order * t - x * StrictMath.cosh(t) - top);
                sum += term;
                if (!(term > 1e-18)) {
                    break;
                }
            }
        }
        return 0.5 * step * Elementary.exp(top + Elementary.log(sum));
    }

    /** d besselK / dx. */
    public static double besselKBy(double x, double nu) {
        return -0.5 * (besselK(x, nu - 1) + besselK(x, nu + 1));
    }

    /** The function of the first kind. */
    public static double besselJ(double x, double nu) {
        if (!(x >= 0) || !Double.isFinite(nu)) {
            return Double.NaN;
        }
        if (nu < 0) {
            double sine = sinPi(-nu);
            return cosPi(-nu) * besselJ(x, -nu) - (sine == 0 ? 0 : sine * besselY(x, -nu));
        }
        if (Double.isInfinite(x)) {
            return 0;
        }
        if (x <= 3 || x * x <= 4 * (nu + 1)) {
            return series(x, nu, -1);
        }
        double low = nu - Math.floor(nu);
        int steps = (int) Math.floor(nu);
        double first = base(x, low, true);
        double second = base(x, low + 1, true);
        return nu <= x ? upward(x, low, steps, first, second) : downward(x, low, steps, first, second);
    }

    /** d besselJ / dx. */
    public static double besselJBy(double x, double nu) {
        return x == 0 ? atZero(nu) * (nu == -1 ? -1 : 1) : nu / x * besselJ(x, nu) - besselJ(x, nu + 1);
    }

    /** The function of the second kind. */
    public static double besselY(double x, double nu) {
        if (!(x >= 0) || !Double.isFinite(nu)) {
            return Double.NaN;
        }
        if (x == 0) {
            return Double.NEGATIVE_INFINITY;
        }
        if (nu < 0) {
            double cosine = cosPi(-nu);
            double sine = sinPi(-nu);
            return (sine == 0 ? 0 : sine * besselJ(x, -nu)) + (cosine == 0 ? 0 : cosine * besselY(x, -nu));
        }
        if (Double.isInfinite(x)) {
            return 0;
        }
        double low = nu - Math.floor(nu);
        double first = base(x, low, false);
        double second = base(x, low + 1, false);
        return upward(x, low, (int) Math.floor(nu), first, second);
    }

    /** d besselY / dx. */
    public static double besselYBy(double x, double nu) {
        return x == 0 ? Double.POSITIVE_INFINITY : nu / x * besselY(x, nu) - besselY(x, nu + 1);
    }

    /** The derivative of I and J at zero, where they are (x/2)^nu / gamma(nu + 1). */
    private static double atZero(double nu) {
        double order = nu == Math.rint(nu) ? Math.abs(nu) : nu;
        return order == 1 ? 0.5 : order == 0 || order > 1 ? 0 : order > 0 ? Double.POSITIVE_INFINITY : Double.NaN;
    }

    /** (x/2)^nu times the sum of (sign x^2/4)^k / (k! gamma(nu + k + 1)) (DLMF 10.25.2 and 10.2.2). */
    private static double series(double x, double nu, double sign) {
        if (x == 0) {
            return nu == 0 ? 1 : 0;
        }
        if (x > 1e4) {
            return Double.POSITIVE_INFINITY;
        }
        double square = sign * 0.25 * x * x;
        double term = 1;
        double sum = 1;
        for (int k = 1; Math.abs(term) > 1e-18 * Math.abs(sum); k++) {
            term *= square / (k * (nu + k));
            sum += term;
        }
        double log = nu * Elementary.log(0.5 * x) - GammaFunction.logGamma(nu + 1);
        return sum > 0 ? Elementary.exp(log + Elementary.log(sum)) : Elementary.exp(log) * sum;
    }

    private static double upward(double x, double low, int steps, double first, double second) {
        double before = first;
        double here = steps == 0 ? first : second;
        for (int k = 1; k < steps; k++) {
            double next = 2 * (low + k) / x * here - before;
            before = here;
            here = next;
            if (Double.isInfinite(here)) {
                return here;
            }
        }
        return here;
    }

    /** Miller's rule: from far above, where J is nothing beside Y, down to the two orders that are known. */
    private static double downward(double x, double low, int steps, double first, double second) {
        double high = Math.max(low + steps, x);
        int start = (int) (high + 30 + 15 * StrictMath.cbrt(high));
        double above = 0;
        double here = 1e-250;
        double wanted = 0;
        double unit = 1;
        for (int k = start; k > 0; k--) {
            double below = 2 * (low + k) / x * here - above;
            above = here;
            here = below;
            if (k - 1 == steps) {
                wanted = here;
            }
            if (Math.abs(here) > 1e200) {
                here *= 1e-200;
                above *= 1e-200;
                unit *= k - 1 <= steps ? 1e-200 : 1;
            }
        }
        boolean useFirst = Math.abs(first) > Math.abs(second);
        return wanted * unit * (useFirst ? first / here : second / above);
    }

    /** J or Y of an order below two. */
    private static double base(double x, double nu, boolean first) {
        return x >= HANKEL_FROM ? hankel(x, nu, first) : schlaefli(x, nu, first);
    }

    /** DLMF 10.17.3 and 10.17.4, up to the smallest term. */
    private static double hankel(double x, double nu, boolean first) {
        double p = 1;
        double q = 0;
        double term = 1;
        for (int k = 1; k < 60; k++) {
            double odd = 2 * k - 1;
            double next = term * (4 * nu * nu - odd * odd) / (8 * k * x);
            if (Math.abs(next) > Math.abs(term) || Math.abs(next) < 1e-18) {
                break;
            }
            term = next;
            switch (k % 4) {
                case 1 -> q += term;
                case 2 -> p -= term;
                case 3 -> q -= term;
                default -> p += term;
            }
        }
        double phase = (0.5 * nu + 0.25) * Math.PI;
        // Sine and cosine of x - phase by addition, lest x lose digits.
        double cosine = Elementary.cos(x) * Elementary.cos(phase) + Elementary.sin(x) * Elementary.sin(phase);
        double sine = Elementary.sin(x) * Elementary.cos(phase) - Elementary.cos(x) * Elementary.sin(phase);
        return Math.sqrt(2 / (Math.PI * x)) * (first ? p * cosine - q * sine : p * sine + q * cosine);
    }

    /** DLMF 10.9.6 and 10.9.7, by Gauss's rule. */
    private static double schlaefli(double x, double nu, boolean first) {
        double wave = 0;
        for (int i = 0; i < WIDE_NODES; i++) {
            double theta = Math.PI * WIDE_NODE[i];
            double angle = x * Elementary.sin(theta) - nu * theta;
            wave += WIDE_WEIGHT[i] * (first ? Elementary.cos(angle) : Elementary.sin(angle));
        }
        double end = end(x, nu);
        double tail = 0;
        for (int panel = 0; panel < PANELS; panel++) {
            for (int i = 0; i < NODES; i++) {
                double t = end * (panel + NODE[i]) / PANELS;
                double down = Elementary.exp(-nu * t - x * StrictMath.sinh(t));
                double term =
                        first ? sinPi(nu) * down : Elementary.exp(nu * t - x * StrictMath.sinh(t)) + cosPi(nu) * down;
                tail += WEIGHT[i] * term;
            }
        }
        return wave - tail * end / (PANELS * Math.PI);
    }

    /** Where the exponent x sinh t - nu t has passed 42 for good. */
    private static double end(double x, double nu) {
        double t = 0;
        for (int i = 0; i < 100; i++) {
            t = ScalarFunctions.arcsinh((42 + nu * t) / x);
        }
        return t;
    }

    private static double sinPi(double v) {
        double r = v - 2 * Math.rint(0.5 * v);
        return r == Math.rint(r) ? 0 : Elementary.sin(Math.PI * r);
    }

    private static double cosPi(double v) {
        double r = Math.abs(v - 2 * Math.rint(0.5 * v));
        return r == 0.5 ? 0 : Elementary.cos(Math.PI * r);
    }
}
