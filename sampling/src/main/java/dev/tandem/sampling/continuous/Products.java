package dev.tandem.sampling.continuous;

/**
 * Products of vectors with a symmetric matrix or with a few directions, four rows at a time. A sum of products waits for
 * each of its additions; four sums beside each other wait together, which takes a third of the time. Each sum is added up in
 * its usual order.
 */
final class Products {
    private Products() {}

    /** Writes the product of a matrix and p; returns that of the result and p. */
    static double multiply(double[][] matrix, double[] p, double[] product) {
        int size = matrix.length;
        double square = 0;
        int i = 0;
        for (; i + 4 <= size; i += 4) {
            double[] row = matrix[i];
            double[] second = matrix[i + 1];
            double[] third = matrix[i + 2];
            double[] fourth = matrix[i + 3];
            double sum = 0;
            double secondSum = 0;
            double thirdSum = 0;
            double fourthSum = 0;
            for (int j = 0; j < size; j++) {
                double x = p[j];
                sum += row[j] * x;
                secondSum += second[j] * x;
                thirdSum += third[j] * x;
                fourthSum += fourth[j] * x;
            }
            product[i] = sum;
            product[i + 1] = secondSum;
            product[i + 2] = thirdSum;
            product[i + 3] = fourthSum;
            square += p[i] * sum;
            square += p[i + 1] * secondSum;
            square += p[i + 2] * thirdSum;
            square += p[i + 3] * fourthSum;
        }
        for (; i < size; i++) {
            double sum = product(matrix[i], p);
            product[i] = sum;
            square += p[i] * sum;
        }
        return square;
    }

    /** Adds {@code times} the product of a matrix and p to q. */
    static void add(double[][] matrix, double[] p, double times, double[] q) {
        int size = matrix.length;
        int i = 0;
        for (; i + 4 <= size; i += 4) {
            double[] row = matrix[i];
            double[] second = matrix[i + 1];
            double[] third = matrix[i + 2];
            double[] fourth = matrix[i + 3];
            double sum = 0;
            double secondSum = 0;
            double thirdSum = 0;
            double fourthSum = 0;
            for (int j = 0; j < size; j++) {
                double x = p[j];
                sum += row[j] * x;
                secondSum += second[j] * x;
                thirdSum += third[j] * x;
                fourthSum += fourth[j] * x;
            }
            q[i] += times * sum;
            q[i + 1] += times * secondSum;
            q[i + 2] += times * thirdSum;
            q[i + 3] += times * fourthSum;
        }
        for (; i < size; i++) {
            q[i] += times * product(matrix[i], p);
        }
    }

    /**
     * Adds to q along each direction its factor times p along it.
     *
     * @return the sum over directions of the factor times the square of p along it
     */
    static double addAlong(double[][] directions, double[] factors, double[] p, double times, double[] q) {
        int count = directions.length;
        int size = p.length;
        double squares = 0;
        int k = 0;
        for (; k + 4 <= count; k += 4) {
            double[] direction = directions[k];
            double[] second = directions[k + 1];
            double[] third = directions[k + 2];
            double[] fourth = directions[k + 3];
            double along = 0;
            double secondAlong = 0;
            double thirdAlong = 0;
            double fourthAlong = 0;
            for (int j = 0; j < size; j++) {
                double x = p[j];
                along += direction[j] * x;
                secondAlong += second[j] * x;
                thirdAlong += third[j] * x;
                fourthAlong += fourth[j] * x;
            }
            squares += factors[k] * along * along;
            squares += factors[k + 1] * secondAlong * secondAlong;
            squares += factors[k + 2] * thirdAlong * thirdAlong;
            squares += factors[k + 3] * fourthAlong * fourthAlong;
            along *= times * factors[k];
            secondAlong *= times * factors[k + 1];
            thirdAlong *= times * factors[k + 2];
            fourthAlong *= times * factors[k + 3];
            for (int j = 0; j < size; j++) {
                q[j] += (along * direction[j] + secondAlong * second[j])
                        + (thirdAlong * third[j] + fourthAlong * fourth[j]);
            }
        }
        for (; k < count; k++) {
            double[] direction = directions[k];
            double along = product(direction, p);
            squares += factors[k] * along * along;
            along *= times * factors[k];
            for (int j = 0; j < size; j++) {
                q[j] += along * direction[j];
            }
        }
        return squares;
    }

    static double product(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
