package dev.tandem.distributions.function;

import dev.tandem.distributions.matrix.Shapes;

/** The broken line through given points, constant beyond its ends: {@code interp.lin(e, x, y)}. */
public final class LinearInterpolation implements ArrayFunction {
    @Override
    public int[] resultDims(int[][] dims) {
        Shapes.demandCount("interp.lin", dims, 3);
        Shapes.demand(Shapes.first(
                Shapes.scalar("the first argument of interp.lin", dims[0]),
                Shapes.vector("the second argument of interp.lin", dims[1]),
                Shapes.sameLength("the third argument of interp.lin", dims[2], "the second", dims[1])));
        return Shapes.ofScalar();
    }

    /** The number of points at or before e, -1 if the points do not ascend. */
    private static int before(double e, double[] x, int length) {
        int before = 0;
        for (int i = 0; i < length; i++) {
            if (i > 0 && !(x[i] > x[i - 1])) {
                return -1;
            }
            before += e >= x[i] ? 1 : 0;
        }
        return before;
    }

    @Override
    public void value(double[][] arguments, int[][] dims, double[] result) {
        double e = arguments[0][0];
        double[] x = arguments[1];
        double[] y = arguments[2];
        int length = Shapes.length(dims[1]);
        int before = before(e, x, length);
        if (before < 0 || Double.isNaN(e)) {
            result[0] = Double.NaN;
        } else if (before == 0 || before == length) {
            result[0] = y[before == 0 ? 0 : length - 1];
        } else {
            double share = (e - x[before - 1]) / (x[before] - x[before - 1]);
            result[0] = y[before - 1] + share * (y[before] - y[before - 1]);
        }
    }

    @Override
    public void addGradient(double[][] arguments, int[][] dims, double[] result, double[] resultBar, double[][] bars) {
        double e = arguments[0][0];
        double[] x = arguments[1];
        double[] y = arguments[2];
        int length = Shapes.length(dims[1]);
        int before = before(e, x, length);
        boolean inside = before > 0 && before < length;
        if (before < 0) {
            return;
        }
        int left = inside ? before - 1 : before == 0 ? 0 : length - 1;
        int right = inside ? before : left;
        double share = inside ? (e - x[left]) / (x[right] - x[left]) : 0;
        double slope = inside ? resultBar[0] * (y[right] - y[left]) / (x[right] - x[left]) : 0;
        if (bars[0] != null) {
            bars[0][0] += slope;
        }
        if (bars[1] != null) {
            bars[1][left] -= (1 - share) * slope;
            bars[1][right] -= share * slope;
        }
        if (bars[2] != null) {
            bars[2][left] += (1 - share) * resultBar[0];
            bars[2][right] += share * resultBar[0];
        }
    }
}
