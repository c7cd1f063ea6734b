package dev.tandem.distributions.function;

import dev.tandem.distributions.matrix.Shapes;

/** The transpose; a vector counts as a column, as in JAGS: {@code t}. */
public final class Transpose implements ArrayFunction {
    @Override
    public int[] resultDims(int[][] dims) {
        Shapes.demandCount("t", dims, 1);
        if (dims[0].length > 2) {
            throw new IllegalArgumentException("t takes a matrix, not an array " + Shapes.words(dims[0]));
        }
        return new int[] {columns(dims[0]), dims[0][0]};
    }

    private static int columns(int[] dims) {
        return dims.length == 1 ? 1 : dims[1];
    }

    @Override
    public void value(double[][] arguments, int[][] dims, double[] result) {
        int rows = dims[0][0];
        int columns = columns(dims[0]);
        for (int j = 0; j < columns; j++) {
            for (int i = 0; i < rows; i++) {
                result[j + i * columns] = arguments[0][i + j * rows];
            }
        }
    }

    @Override
    public void addGradient(double[][] arguments, int[][] dims, double[] result, double[] resultBar, double[][] bars) {
        if (bars[0] == null) {
            return;
        }
        int rows = dims[0][0];
        int columns = columns(dims[0]);
        for (int j = 0; j < columns; j++) {
            for (int i = 0; i < rows; i++) {
                bars[0][i + j * rows] += resultBar[j + i * columns];
            }
        }
    }
}
