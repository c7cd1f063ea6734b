package dev.tandem.distributions.array;

import dev.tandem.distributions.matrix.Shapes;
import dev.tandem.distributions.special.Outside;
import org.apache.commons.rng.UniformRandomProvider;

/** The observation that values are the sums, element by element, of any number of arrays: {@code dsum}. */
public final class SumOfParents extends CertainValue {
    /** JAGS allows for rounding by this much: the root of the machine's precision. */
    private static final double TOLERANCE = 1.5e-8;

    @Override
    public double logDensity(double[][] arguments, int[][] dims) {
        int size = Shapes.length(dims[0]);
        for (int i = 0; i < size; i++) {
            double difference = arguments[0][i] - sum(arguments, i);
            if (!(Math.abs(difference) <= TOLERANCE)) {
                return Outside.of(difference, 0);
            }
        }
        return 0;
    }

    private static double sum(double[][] arguments, int i) {
        double sum = 0;
        for (int j = 1; j < arguments.length; j++) {
            sum += arguments[j][i];
        }
        return sum;
    }

    @Override
    public void sample(UniformRandomProvider rng, double[][] arguments, int[][] dims) {
        int size = Shapes.length(dims[0]);
        for (int i = 0; i < size; i++) {
            arguments[0][i] = sum(arguments, i);
        }
    }

    @Override
    public String complaint(int[][] dims) {
        for (int j = 1; j < dims.length; j++) {
            String complaint = Shapes.sameShape("parameter " + j, dims[j], "the value", dims[0]);
            if (!complaint.isEmpty()) {
                return complaint;
            }
        }
        return dims.length > 1 ? "" : "there is nothing to sum";
    }
}
