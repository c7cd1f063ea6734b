package dev.tandem.distributions;

/** The observation of how many cut points lie below t, a point that equals t not counted: {@code dinterval}. */
public final class Interval {
    private Interval() {}

    /** Zero if cut[x - 1] &lt; t &lt;= cut[x], counted from zero at {@code offset}, else -infinity. */
    public static double logDensity(double x, double t, double[] cut, int offset, int size) {
        if (Double.isNaN(x) || Double.isNaN(t)) {
            return Double.NaN;
        }
        return x == category(t, cut, offset, size) ? 0 : Double.NEGATIVE_INFINITY;
    }

    /** The only value possible. */
    public static double category(double t, double[] cut, int offset, int size) {
        int category = 0;
        while (category < size && t > cut[offset + category]) {
            category++;
        }
        return category;
    }
}
