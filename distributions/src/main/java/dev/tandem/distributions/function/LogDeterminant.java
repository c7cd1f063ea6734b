package dev.tandem.distributions.function;

import dev.tandem.distributions.matrix.Factored;
import dev.tandem.distributions.matrix.Inverses;
import dev.tandem.distributions.matrix.Shapes;

/** The logarithm of the determinant of a symmetric positive definite matrix: {@code logdet}. */
public final class LogDeterminant implements ArrayFunction {
    private final Factored matrix = new Factored();

    @Override
    public int[] resultDims(int[][] dims) {
        Inverses.resultDims("logdet", dims);
        return Shapes.ofScalar();
    }

    @Override
    public void value(double[][] arguments, int[][] dims, double[] result) {
        result[0] = matrix.logDeterminant(arguments[0], dims[0][0]);
    }

    @Override
    public void addGradient(double[][] arguments, int[][] dims, double[] result, double[] resultBar, double[][] bars) {
        int size = dims[0][0];
        if (bars[0] == null || Double.isNaN(matrix.logDeterminant(arguments[0], size))) {
            return;
        }
        double[] inverse = matrix.inverse();
        for (int i = 0; i < size * size; i++) {
            bars[0][i] += resultBar[0] * inverse[i];
        }
    }
}
