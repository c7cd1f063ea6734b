package dev.tandem.validation.oracle;

import java.util.Arrays;

/** The elements of a variable: what is given, what they are now, and who defines them. */
final class OracleArray {
    final String name;
    final int[] dims;
    final double[] given;
    final double[] values;
    final OracleInstance[] definers;

    OracleArray(String name, int[] dims) {
        this.name = name;
        this.dims = dims;
        int size = Arrays.stream(dims).reduce(1, (a, b) -> a * b);
        given = new double[size];
        values = new double[size];
        definers = new OracleInstance[size];
        Arrays.fill(given, Double.NaN);
        Arrays.fill(values, Double.NaN);
    }

    /** {@code x[2,1]}, or {@code x} for a single number. */
    String element(int position) {
        if (values.length == 1) {
            return name;
        }
        StringBuilder text = new StringBuilder(name).append('[');
        int rest = position;
        for (int d = 0; d < dims.length; d++) {
            text.append(d == 0 ? "" : ",").append(rest % dims[d] + 1);
            rest /= dims[d];
        }
        return text.append(']').toString();
    }
}
