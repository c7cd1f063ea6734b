package dev.tandem.sampling.warmup;

/**
 * The loops over rows that the matrices of warmup are made of. All of them share these few methods, and so these alone are what Java
 * compiles: a method with loops within loops is compiled while it runs and once more for the next call, and takes long each time.
 */
final class Rows {
    private Rows() {}

    /** The product of two rows, from one place to before another. */
    static double product(double[] a, double[] b, int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    /** Adds a multiple of a row to another one, from one place to before another. */
    static void add(double[] row, double[] other, double factor, int from, int to) {
        for (int i = from; i < to; i++) {
            row[i] += factor * other[i];
        }
    }

    /** Turns two rows in their plane, by an angle of this cosine and sine. */
    static void rotate(double[] upper, double[] lower, double cosine, double sine) {
        for (int i = 0; i < upper.length; i++) {
            double u = upper[i];
            double l = lower[i];
            upper[i] = cosine * u + sine * l;
            lower[i] = cosine * l - sine * u;
        }
    }

    /** The product of square matrices. */
    static double[][] multiply(double[][] a, double[][] b) {
        int n = b.length;
        double[][] product = new double[a.length][n];
        for (int i = 0; i < a.length; i++) {
            for (int k = 0; k < n; k++) {
                add(product[i], b[k], a[i][k], 0, n);
            }
        }
        return product;
    }
}
