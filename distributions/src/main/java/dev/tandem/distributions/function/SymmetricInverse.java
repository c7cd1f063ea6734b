package dev.tandem.distributions.function;

import dev.tandem.distributions.matrix.Factored;
import dev.tandem.distributions.matrix.Inverses;
import java.util.Arrays;

/** The inverse of a symmetric positive definite matrix: {@code inverse}. */
public final class SymmetricInverse implements ArrayFunction {
    private final Factored matrix = new Factored();
    private final Inverses reverse = new Inverses();

    @Override
    public int[] resultDims(int[][] dims) {
        return Inverses.resultDims("inverse", dims);
    }

    @Override
    public void value(double[][] arguments, int[][] dims, double[] result) {
        int size = dims[0][0];
        if (Double.isNaN(matrix.logDeterminant(arguments[0], size))) {
            Arrays.fill(result, 0, size * size, Double.NaN);
        } else {
            System.arraycopy(matrix.inverse(), 0, result, 0, size * size);
        }
    }

    @Override
    public void addGradient(double[][] arguments, int[][] dims, double[] result, double[] resultBar, double[][] bars) {
        if (bars[0] != null) {
            reverse.addGradient(result, resultBar, dims[0][0], bars[0]);
        }
    }
}
