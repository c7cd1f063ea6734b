package dev.tandem.density.contract;

import java.util.function.DoubleUnaryOperator;

/** The derivative of a function at zero by central differences, extrapolated to step zero (Richardson, Ridders). */
record FiniteDifference(double derivative, double error) {
    private static final int LEVELS = 7;

    /** An error, relative to the derivative, so far below what is compared that a finer scale would change nothing. */
    private static final double NEGLIGIBLE = 1e-9;

    /** A short step, and how far its plain difference may be from the derivative where nothing happens between the scales. */
    private static final double SHORT = 1e-4;

    private static final double CLOSE = 1e-5;

    /**
     * Tries several scales, so that sharply peaked functions and the neighbourhood of a boundary are served too. Where the
     * widest has all the digits that anybody asks for, and a short step says that it was not deceived by a function that
     * goes up and down in between, it is the only one.
     */
    static FiniteDifference at(DoubleUnaryOperator function) {
        FiniteDifference best = at(function, 0.1);
        if (best.suffices(function)) {
            return best;
        }
        for (double widest = 4e-3; widest > 1e-6; widest /= 25) {
            FiniteDifference finer = at(function, widest);
            if (finer.error < best.error) {
                best = finer;
            }
        }
        return best;
    }

    private boolean suffices(DoubleUnaryOperator function) {
        double scale = 1 + Math.abs(derivative);
        if (!(error <= NEGLIGIBLE * scale)) {
            return false;
        }
        double near = (function.applyAsDouble(SHORT) - function.applyAsDouble(-SHORT)) / (2 * SHORT);
        return Math.abs(near - derivative) <= CLOSE * scale;
    }

    /** Starts at step {@code widest} and halves it; the result with the least apparent error wins. */
    private static FiniteDifference at(DoubleUnaryOperator function, double widest) {
        double[] previous = new double[LEVELS];
        double best = Double.NaN;
        double error = Double.POSITIVE_INFINITY;
        double step = widest;
        for (int level = 0; level < LEVELS; level++) {
            double[] present = new double[LEVELS];
            double ahead = function.applyAsDouble(step);
            double behind = function.applyAsDouble(-step);
            present[0] = (ahead - behind) / (2 * step);
            // Two results may agree by chance where rounding has wiped out all digits.
            double rounding = 4 * Math.ulp(Math.max(Math.abs(ahead), Math.abs(behind))) / step;
            double factor = 4;
            for (int column = 1; column <= level; column++) {
                present[column] = present[column - 1] + (present[column - 1] - previous[column - 1]) / (factor - 1);
                factor *= 4;
                double change = rounding
                        + Math.max(
                                Math.abs(present[column] - present[column - 1]),
                                Math.abs(present[column] - previous[column - 1]));
                if (change < error) {
                    error = change;
                    best = present[column];
                }
            }
            previous = present;
            step /= 2;
        }
        return new FiniteDifference(best, error);
    }
}
