package dev.tandem.validation.oracle;

import java.util.Arrays;
import java.util.List;

/** Numbers in an array of any rank, column-major; a single number has the one dimension 1. */
@SuppressWarnings("ArrayRecordComponent")
record Tensor(int[] dims, double[] values) {
    static Tensor of(double value) {
        return new Tensor(new int[] {1}, new double[] {value});
    }

    static Tensor vector(double... values) {
        return new Tensor(new int[] {values.length}, values);
    }

    static Tensor matrix(double[][] rows) {
        double[] values = new double[rows.length * rows[0].length];
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j < rows[0].length; j++) {
                values[i + j * rows.length] = rows[i][j];
            }
        }
        return new Tensor(new int[] {rows.length, rows[0].length}, values).drop();
    }

    int size() {
        return values.length;
    }

    boolean single() {
        return values.length == 1;
    }

    double scalar() {
        if (!single()) {
            throw new OracleException("a single number is needed, not " + Arrays.toString(dims));
        }
        return values[0];
    }

    /** Without dimensions of one, as JAGS drops them. */
    Tensor drop() {
        int[] kept = Arrays.stream(dims).filter(dim -> dim != 1).toArray();
        return new Tensor(kept.length == 0 ? new int[] {1} : kept, values);
    }

    /** The rows of a matrix; a vector is one column. */
    double[][] rows() {
        int rows = dims[0];
        int columns = dims.length == 1 ? 1 : dims[1];
        double[][] result = new double[rows][columns];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                result[i][j] = values[i + j * rows];
            }
        }
        return result;
    }

    static double[] concatenate(List<Tensor> parts) {
        return parts.stream()
                .flatMapToDouble(part -> Arrays.stream(part.values))
                .toArray();
    }
}
