package dev.tandem.distributions.function;

import dev.tandem.distributions.matrix.Inverses;
import dev.tandem.distributions.matrix.MatrixExponential;

/** The matrix exponential: {@code mexp}. */
public final class ExponentialOfMatrix implements ArrayFunction {
    private final MatrixExponential exponential = new MatrixExponential();

    @Override
    public int[] resultDims(int[][] dims) {
        return Inverses.resultDims("mexp", dims);
    }

    @Override
    public void value(double[][] arguments, int[][] dims, double[] result) {
        exponential.exponential(arguments[0], dims[0][0], 1, result);
    }

    @Override
    public void addGradient(double[][] arguments, int[][] dims, double[] result, double[] resultBar, double[][] bars) {
        if (bars[0] != null) {
            exponential.addAdjoint(arguments[0], dims[0][0], 1, resultBar, 1, bars[0]);
        }
    }
}
