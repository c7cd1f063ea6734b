package dev.tandem.density;

/**
 * The values a discrete site may take: the integers from {@code lower} to {@code upper}, either of which may be
 * {@link #UNBOUNDED_BELOW} or {@link #UNBOUNDED_ABOVE}.
 */
public record Support(int lower, int upper) {
    public static final int UNBOUNDED_BELOW = Integer.MIN_VALUE;
    public static final int UNBOUNDED_ABOVE = Integer.MAX_VALUE;

    public Support {
        if (lower > upper) {
            throw new IllegalArgumentException("empty support: no integer from " + lower + " to " + upper);
        }
    }

    /** The integers from {@code lower} to {@code upper}, both included. */
    public static Support range(int lower, int upper) {
        return new Support(lower, upper);
    }

    public static Support binary() {
        return new Support(0, 1);
    }

    /** The values 1, 2, .., {@code count}, as the BUGS language numbers categories. */
    public static Support categories(int count) {
        return new Support(1, count);
    }

    public static Support atLeast(int lower) {
        return new Support(lower, UNBOUNDED_ABOVE);
    }

    public static Support integers() {
        return new Support(UNBOUNDED_BELOW, UNBOUNDED_ABOVE);
    }

    public boolean bounded() {
        return lower != UNBOUNDED_BELOW && upper != UNBOUNDED_ABOVE;
    }

    public boolean contains(int value) {
        return value >= lower && value <= upper;
    }

    /** The number of values; {@link Long#MAX_VALUE} when unbounded. */
    public long size() {
        return bounded() ? (long) upper - lower + 1 : Long.MAX_VALUE;
    }

    @Override
    public String toString() {
        return (lower == UNBOUNDED_BELOW ? ".." : lower + "..") + (upper == UNBOUNDED_ABOVE ? "" : upper);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Support support && lower == support.lower && upper == support.upper;
    }

    @Override
    public int hashCode() {
        return 31 * lower + upper;
    }
}
