package dev.tandem.distributions.function;

import dev.tandem.distributions.matrix.Shapes;

/** The matrix product; a vector on the left is a row, one on the right a column: {@code %*%}. */
public final class MatrixProduct implements ArrayFunction {
    /** Extents of one are dropped from the result, as in JAGS. */
    @Override
    public int[] resultDims(int[][] dims) {
        Shapes.demandCount("%*%", dims, 2);
        if (dims[0].length > 2 || dims[1].length > 2) {
            int[] wrong = dims[0].length > 2 ? dims[0] : dims[1];
            throw new IllegalArgumentException("%*% takes matrices, not an array " + Shapes.words(wrong));
        }
        if (inner(dims[0]) != dims[1][0]) {
            throw new IllegalArgumentException(
                    "%*% cannot multiply an array " + Shapes.words(dims[0]) + " with one " + Shapes.words(dims[1]));
        }
        int rows = rows(dims[0]);
        int columns = columns(dims[1]);
        return rows == 1 ? new int[] {columns} : columns == 1 ? new int[] {rows} : new int[] {rows, columns};
    }

    private static int rows(int[] left) {
        return left.length == 1 ? 1 : left[0];
    }

    private static int inner(int[] left) {
        return left.length == 1 ? left[0] : left[1];
    }

    private static int columns(int[] right) {
        return right.length == 1 ? 1 : right[1];
    }

    @Override
    public void value(double[][] arguments, int[][] dims, double[] result) {
        int rows = rows(dims[0]);
        int inner = inner(dims[0]);
        int columns = columns(dims[1]);
        double[] a = arguments[0];
        double[] b = arguments[1];
        java.util.Arrays.fill(result, 0, rows * columns, 0);
        for (int j = 0; j < columns; j++) {
            for (int k = 0; k < inner; k++) {
                double v = b[k + j * inner];
                for (int i = 0; i < rows; i++) {
                    result[i + j * rows] += a[i + k * rows] * v;
                }
            }
        }
    }

    @Override
    public void addGradient(double[][] arguments, int[][] dims, double[] result, double[] resultBar, double[][] bars) {
        int rows = rows(dims[0]);
        int inner = inner(dims[0]);
        int columns = columns(dims[1]);
        for (int j = 0; j < columns; j++) {
            for (int k = 0; k < inner; k++) {
                if (bars[0] != null) {
                    double v = arguments[1][k + j * inner];
                    for (int i = 0; i < rows; i++) {
                        bars[0][i + k * rows] += resultBar[i + j * rows] * v;
                    }
                }
                if (bars[1] != null) {
                    double sum = 0;
                    for (int i = 0; i < rows; i++) {
                        sum += arguments[0][i + k * rows] * resultBar[i + j * rows];
                    }
                    bars[1][k + j * inner] += sum;
                }
            }
        }
    }
}
