package dev.tandem.report.plot;

/**
 * A smooth density of many draws on an interval: diffusion with reflecting ends, its time found by the improved
 * Sheather-Jones rule (Botev, Grotowski and Kroese, "Kernel density estimation via diffusion", Annals of Statistics 38,
 * 2010). It follows several modes where rules of thumb smear them, and no mass leaks beyond the smallest and greatest
 * draw.
 */
public final class KernelDensity {
    private static final int BINS = 512;

    /** Higher frequencies than this are noise whatever the bandwidth. */
    private static final int FREQUENCIES = 256;

    /** Where the rule has no answer, as with ties or few draws: a kernel of a twenty-fifth of the range shows these. */
    private static final double FALLBACK = 0.04 * 0.04;

    private static final double[] COSINES = cosines();

    private final double low;
    private final double high;
    private final double time;

    private KernelDensity(double low, double high, double time) {
        this.low = low;
        this.high = high;
        this.time = time;
    }

    /**
     * Finds the bandwidth for draws on [low, high]; those outside are left out.
     *
     * @param effectiveSize how many independent draws they are worth: fewer are smoothed more
     */
    public static KernelDensity of(double[][] chains, double low, double high, double effectiveSize) {
        double[] transform = transform(histogram(chains, low, high));
        return new KernelDensity(low, high, diffusionTime(transform, effectiveSize));
    }

    /** The density of some draws at {@code points} evenly spaced places from low to high, two at least. */
    public double[] at(int points, double[]... chains) {
        double[] transform = transform(histogram(chains, low, high));
        double[] density = new double[points];
        double[] damped = new double[FREQUENCIES];
        int heard = 0;
        for (int k = 0; k < FREQUENCIES; k++) {
            double damping = Math.exp(-0.5 * k * k * Math.PI * Math.PI * time);
            damped[k] = transform[k] * damping;
            heard = damping > 1e-7 ? k : heard;
        }
        for (int i = 0; i < points; i++) {
            double angle = Math.PI * i / (points - 1);
            double sum = damped[0];
            for (int k = 1; k <= heard; k++) {
                sum += damped[k] * Math.cos(k * angle);
            }
            density[i] = Math.max(0, sum) / (high - low);
        }
        return density;
    }

    /** The bandwidth, as the standard deviation of the kernel. */
    double bandwidth() {
        return Math.sqrt(time) * (high - low);
    }

    /** Shares of the draws in equal bins; they sum to 1. */
    private static double[] histogram(double[][] chains, double low, double high) {
        double[] shares = new double[BINS];
        long inside = 0;
        for (double[] chain : chains) {
            for (double draw : chain) {
                if (draw >= low && draw <= high) {
                    shares[(int) Math.min(BINS - 1, BINS * ((draw - low) / (high - low)))]++;
                    inside++;
                }
            }
        }
        for (int i = 0; i < BINS; i++) {
            shares[i] /= Math.max(1, inside);
        }
        return shares;
    }

    /** The coefficients of the cosine series whose first term is the mean density 1. */
    private static double[] transform(double[] shares) {
        double[] transform = new double[FREQUENCIES];
        for (int k = 0; k < FREQUENCIES; k++) {
            double sum = 0;
            for (int i = 0; i < BINS; i++) {
                sum += shares[i] * COSINES[(k * (2 * i + 1)) % (4 * BINS)];
            }
            transform[k] = k == 0 ? sum : 2 * sum;
        }
        return transform;
    }

    /** cos(pi m / (2 BINS)) for m below its period. */
    private static double[] cosines() {
        double[] values = new double[4 * BINS];
        for (int m = 0; m < values.length; m++) {
            values[m] = Math.cos(Math.PI * m / (2 * BINS));
        }
        return values;
    }

    /** The root of t = gamma(t) on the unit interval, by bisection. */
    private static double diffusionTime(double[] transform, double draws) {
        double[] energies = new double[FREQUENCIES];
        for (int k = 1; k < FREQUENCIES; k++) {
            energies[k] = 0.25 * transform[k] * transform[k];
        }
        double least = 1e-6;
        double most = 0.1;
        if (!(excess(least, energies, draws) < 0) || !(excess(most, energies, draws) > 0)) {
            return FALLBACK;
        }
        for (int i = 0; i < 60; i++) {
            double middle = Math.sqrt(least * most);
            if (excess(middle, energies, draws) < 0) {
                least = middle;
            } else {
                most = middle;
            }
        }
        return least;
    }

    /** t - gamma(t): five stages of plug-in estimates of the norms of derivatives. */
    private static double excess(double t, double[] energies, double draws) {
        double norm = derivativeNorm(7, t, energies);
        for (int s = 6; s >= 2; s--) {
            double doubleFactorial = 1;
            for (int j = 1; j <= 2 * s - 1; j += 2) {
                doubleFactorial *= j;
            }
            double constant = (1 + Math.pow(0.5, s + 0.5)) / 3;
            double stage = Math.pow(
                    2 * constant * doubleFactorial / (draws * Math.sqrt(2 * Math.PI) * norm), 2 / (3.0 + 2 * s));
            norm = derivativeNorm(s, stage, energies);
        }
        return t - Math.pow(2 * draws * Math.sqrt(Math.PI) * norm, -0.4);
    }

    private static double derivativeNorm(int order, double t, double[] energies) {
        double sum = 0;
        for (int k = 1; k < FREQUENCIES; k++) {
            double frequency = (double) k * k;
            sum += Math.pow(frequency, order) * energies[k] * Math.exp(-frequency * Math.PI * Math.PI * t);
        }
        return 2 * Math.pow(Math.PI, 2 * order) * sum;
    }
}
