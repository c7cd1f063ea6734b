package dev.tandem.density.contract;

import java.util.function.DoubleUnaryOperator;

/** The derivative of a function at zero by central differences, extrapolated to step zero (Richardson, Ridders). */
record FiniteDifference(double derivative, double error) {
    private static final int LEVELS = 7;

    /** Tries several scales, so that sharply peaked functions and the neighbourhood of a boundary are served too. */
    static FiniteDifference at(DoubleUnaryOperator function) {
        FiniteDifference best = at(function, 0.1);
        for (double widest = 4e-3; widest > 1e-6; widest /= 25) {
            FiniteDifference finer = at(function, widest);
            if (finer.error < best.error) {
                best = finer;
            }
        }
        return best;
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
