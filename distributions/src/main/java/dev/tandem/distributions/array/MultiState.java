package dev.tandem.distributions.array;

import dev.tandem.distributions.matrix.MatrixExponential;
import dev.tandem.distributions.matrix.Shapes;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.Outside;
import org.apache.commons.rng.UniformRandomProvider;

/** The state of a Markov chain in continuous time, from state, elapsed time and matrix of rates: {@code dmstate}. */
public final class MultiState implements ArrayDistribution {
    /** JAGS refuses a matrix of rates whose rows do not sum to zero. */
    private static final double ROW_SUM = 1e-7;

    private final MatrixExponential exponential = new MatrixExponential();
    private double[] transition = new double[0];
    private double[] weight = new double[0];

    @Override
    public double logDensity(double[][] arguments, int[][] dims) {
        int states = dims[3][0];
        double x = arguments[0][0];
        double from = arguments[1][0];
        double time = arguments[2][0];
        if (!(isState(x, states) && isState(from, states) && time >= 0)) {
            return Outside.of(x, from, time);
        }
        if (!areRates(arguments[3], states)) {
            return Double.NEGATIVE_INFINITY;
        }
        fill(arguments[3], states, time);
        return Elementary.log(transition[(int) from - 1 + ((int) x - 1) * states]);
    }

    private static boolean isState(double x, int states) {
        return x >= 1 && x <= states && x == Math.rint(x);
    }

    private static boolean areRates(double[] rates, int states) {
        for (int i = 0; i < states; i++) {
            double sum = 0;
            for (int j = 0; j < states; j++) {
                double rate = rates[i + j * states];
                if (i != j && !(rate >= 0)) {
                    return false;
                }
                sum += rate;
            }
            if (!(Math.abs(sum) <= ROW_SUM * Math.max(1, Math.abs(rates[i + i * states])))) {
                return false;
            }
        }
        return true;
    }

    private void fill(double[] rates, int states, double time) {
        if (transition.length < states * states) {
            transition = new double[states * states];
            weight = new double[states * states];
        }
        exponential.exponential(rates, states, time, transition);
    }

    @Override
    public void addGradient(double[][] arguments, int[][] dims, double scale, double[][] bars) {
        int states = dims[3][0];
        double time = arguments[2][0];
        if (!(isState(arguments[0][0], states) && isState(arguments[1][0], states))) {
            return;
        }
        int from = (int) arguments[1][0] - 1;
        int to = (int) arguments[0][0] - 1;
        double[] rates = arguments[3];
        fill(rates, states, time);
        double probability = transition[from + to * states];
        if (bars[2] != null) {
            double sum = 0;
            for (int k = 0; k < states; k++) {
                sum += transition[from + k * states] * rates[k + to * states];
            }
            bars[2][0] += scale * sum / probability;
        }
        if (bars[3] != null) {
            java.util.Arrays.fill(weight, 0, states * states, 0);
            weight[from + to * states] = 1 / probability;
            exponential.addAdjoint(rates, states, time, weight, scale * time, bars[3]);
        }
    }

    @Override
    public boolean differentiable(int argument) {
        return argument >= 2;
    }

    @Override
    public void sample(UniformRandomProvider rng, double[][] arguments, int[][] dims) {
        int states = dims[3][0];
        int from = (int) arguments[1][0] - 1;
        fill(arguments[3], states, arguments[2][0]);
        for (int j = 0; j < states; j++) {
            weight[j] = transition[from + j * states];
        }
        arguments[0][0] = Categorical.sample(rng, weight, 0, states);
    }

    @Override
    public String complaint(int[][] dims) {
        return Shapes.first(
                Shapes.scalar("the value", dims[0]),
                Shapes.scalar("the initial state", dims[1]),
                Shapes.scalar("the time", dims[2]),
                Shapes.square("the matrix of rates", dims[3]));
    }
}
