package dev.tandem.compiler.graph;

/** The eigenvalues and eigenvectors of a symmetric matrix, by rotations that make one element after another zero (Jacobi). */
final class Eigenvectors {
    private static final int MOST_SWEEPS = 60;
    private static final double NOTHING = 1e-26;

    private final int size;
    private final double[][] matrix;
    private final double[][] vectors;

    private Eigenvectors(double[][] symmetric) {
        size = symmetric.length;
        matrix = new double[size][];
        vectors = new double[size][size];
        for (int i = 0; i < size; i++) {
            matrix[i] = symmetric[i].clone();
            vectors[i][i] = 1;
        }
    }

    static Eigenvectors of(double[][] symmetric) {
        Eigenvectors found = new Eigenvectors(symmetric);
        found.sweep();
        return found;
    }

    /** The eigenvalue that belongs to a direction. */
    double value(int direction) {
        return matrix[direction][direction];
    }

    /** An element of a direction, whose length is one. */
    double element(int direction, int row) {
        // Rows of the table are directions, so that a rotation goes along memory.
        return vectors[direction][row];
    }

    private void sweep() {
        double all = 0;
        for (double[] row : matrix) {
            for (double element : row) {
                all += element * element;
            }
        }
        for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
            double rest = 0;
            for (int p = 0; p < size; p++) {
                for (int q = p + 1; q < size; q++) {
                    rest += matrix[p][q] * matrix[p][q];
                }
            }
            if (rest <= NOTHING * all) {
                return;
            }
            for (int p = 0; p < size; p++) {
                for (int q = p + 1; q < size; q++) {
                    rotate(p, q);
                }
            }
        }
    }

    /** Turns the plane of two directions until they are uncorrelated. */
    private void rotate(int p, int q) {
        double between = matrix[p][q];
        if (between == 0) {
            return;
        }
        double cotangent = (matrix[q][q] - matrix[p][p]) / (2 * between);
        double tangent = Math.copySign(1, cotangent) / (Math.abs(cotangent) + StrictMath.hypot(1, cotangent));
        double cosine = 1 / Math.sqrt(1 + tangent * tangent);
        double sine = tangent * cosine;
        turn(vectors, p, q, cosine, sine);
        turn(matrix, p, q, cosine, sine);
        for (int i = 0; i < size; i++) {
            double a = matrix[i][p];
            double b = matrix[i][q];
            matrix[i][p] = cosine * a - sine * b;
            matrix[i][q] = sine * a + cosine * b;
        }
        matrix[p][q] = 0;
        matrix[q][p] = 0;
    }

    private static void turn(double[][] rows, int p, int q, double cosine, double sine) {
        double[] first = rows[p];
        double[] second = rows[q];
        for (int i = 0; i < first.length; i++) {
            double a = first[i];
            double b = second[i];
            first[i] = cosine * a - sine * b;
            second[i] = sine * a + cosine * b;
        }
    }
}
