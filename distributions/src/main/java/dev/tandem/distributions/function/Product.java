package dev.tandem.distributions.function;

import dev.tandem.distributions.matrix.Shapes;

/** The product of all elements of all arguments: {@code prod}. */
public final class Product implements ArrayFunction {
    private double[] after = new double[0];

    @Override
    public int[] resultDims(int[][] dims) {
        if (dims.length == 0) {
            throw new IllegalArgumentException("there is nothing to take the value of");
        }
        return Shapes.ofScalar();
    }

    @Override
    public double neutral() {
        return 1;
    }

    @Override
    public void value(double[][] arguments, int[][] dims, double[] result) {
        double product = 1;
        for (int a = 0; a < arguments.length; a++) {
            int length = Shapes.length(dims[a]);
            for (int i = 0; i < length; i++) {
                product *= arguments[a][i];
            }
        }
        result[0] = product;
    }

    /** By the product of those before and that of those after, which needs no division by a zero. */
    @Override
    public void addGradient(double[][] arguments, int[][] dims, double[] result, double[] resultBar, double[][] bars) {
        int count = 0;
        for (int[] each : dims) {
            count += Shapes.length(each);
        }
        if (after.length < count) {
            after = new double[count];
        }
        double product = resultBar[0];
        int at = count;
        for (int a = arguments.length - 1; a >= 0; a--) {
            for (int i = Shapes.length(dims[a]) - 1; i >= 0; i--) {
                after[--at] = product;
                product *= arguments[a][i];
            }
        }
        double before = 1;
        for (int a = 0; a < arguments.length; a++) {
            int length = Shapes.length(dims[a]);
            for (int i = 0; i < length; i++) {
                if (bars[a] != null) {
                    bars[a][i] += before * after[at];
                }
                before *= arguments[a][i];
                at++;
            }
        }
    }
}
