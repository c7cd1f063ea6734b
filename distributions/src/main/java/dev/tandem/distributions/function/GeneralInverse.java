package dev.tandem.distributions.function;

import dev.tandem.distributions.matrix.Inverses;
import java.util.Arrays;

/** The inverse of any square matrix, by elimination with pivots: {@code inverse.lu}. */
public final class GeneralInverse implements ArrayFunction {
    private final Inverses reverse = new Inverses();
    private double[] rest = new double[0];

    @Override
    public int[] resultDims(int[][] dims) {
        return Inverses.resultDims("inverse.lu", dims);
    }

    @Override
    public void value(double[][] arguments, int[][] dims, double[] result) {
        int size = dims[0][0];
        if (rest.length < size * size) {
            rest = new double[size * size];
        }
        System.arraycopy(arguments[0], 0, rest, 0, size * size);
        Arrays.fill(result, 0, size * size, 0);
        for (int i = 0; i < size; i++) {
            result[i + i * size] = 1;
        }
        for (int k = 0; k < size; k++) {
            int pivot = pivot(k, size);
            if (!(Math.abs(rest[pivot + k * size]) > 0)) {
                Arrays.fill(result, 0, size * size, Double.NaN);
                return;
            }
            exchange(rest, k, pivot, size);
            exchange(result, k, pivot, size);
            eliminate(k, size, result);
        }
    }

    private int pivot(int k, int size) {
        int pivot = k;
        for (int i = k + 1; i < size; i++) {
            if (Math.abs(rest[i + k * size]) > Math.abs(rest[pivot + k * size])) {
                pivot = i;
            }
        }
        return pivot;
    }

    private static void exchange(double[] m, int a, int b, int size) {
        for (int j = 0; j < size; j++) {
            double swap = m[a + j * size];
            m[a + j * size] = m[b + j * size];
            m[b + j * size] = swap;
        }
    }

    /** Makes column k of the rest a unit vector. */
    private void eliminate(int k, int size, double[] result) {
        double scale = 1 / rest[k + k * size];
        for (int j = 0; j < size; j++) {
            rest[k + j * size] *= scale;
            result[k + j * size] *= scale;
        }
        for (int i = 0; i < size; i++) {
            double ratio = rest[i + k * size];
            if (i != k && ratio != 0) {
                for (int j = 0; j < size; j++) {
                    rest[i + j * size] -= ratio * rest[k + j * size];
                    result[i + j * size] -= ratio * result[k + j * size];
                }
            }
        }
    }

    @Override
    public void addGradient(double[][] arguments, int[][] dims, double[] result, double[] resultBar, double[][] bars) {
        if (bars[0] != null) {
            reverse.addGradient(result, resultBar, dims[0][0], bars[0]);
        }
    }
}
