package dev.tandem.distributions.function;

import dev.tandem.distributions.matrix.Shapes;

/** The sum of the products of corresponding elements: {@code inprod}. */
public final class InnerProduct implements ArrayFunction {
    @Override
    public int[] resultDims(int[][] dims) {
        Shapes.demandCount("inprod", dims, 2);
        Shapes.demand(Shapes.sameShape("the second argument", dims[1], "the first", dims[0]));
        return Shapes.ofScalar();
    }

    @Override
    public double neutral() {
        return 0;
    }

    @Override
    public void value(double[][] arguments, int[][] dims, double[] result) {
        int length = Shapes.length(dims[0]);
        double sum = 0;
        for (int i = 0; i < length; i++) {
            sum += arguments[0][i] * arguments[1][i];
        }
        result[0] = sum;
    }

    @Override
    public void addGradient(double[][] arguments, int[][] dims, double[] result, double[] resultBar, double[][] bars) {
        int length = Shapes.length(dims[0]);
        for (int a = 0; a < 2; a++) {
            if (bars[a] != null) {
                for (int i = 0; i < length; i++) {
                    bars[a][i] += resultBar[0] * arguments[1 - a][i];
                }
            }
        }
    }
}
