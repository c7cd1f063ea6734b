package dev.tandem.distributions.matrix;

/** The reverse of a matrix inverse: the bar of A is minus X' times the bar of X times X', X the inverse of A. */
public final class Inverses {
    private double[] product = new double[0];

    public static int[] resultDims(String name, int[][] dims) {
        Shapes.demandCount(name, dims, 1);
        Shapes.demand(Shapes.square("the argument of " + name, dims[0]));
        return dims[0].clone();
    }

    public void addGradient(double[] inverse, double[] inverseBar, int size, double[] bar) {
        if (product.length < size * size) {
            product = new double[size * size];
        }
        for (int j = 0; j < size; j++) {
            for (int i = 0; i < size; i++) {
                double sum = 0;
                for (int k = 0; k < size; k++) {
                    sum += inverse[k + i * size] * inverseBar[k + j * size];
                }
                product[i + j * size] = sum;
            }
        }
        for (int j = 0; j < size; j++) {
            for (int i = 0; i < size; i++) {
                double sum = 0;
                for (int k = 0; k < size; k++) {
                    sum += product[i + k * size] * inverse[j + k * size];
                }
                bar[i + j * size] -= sum;
            }
        }
    }
}
