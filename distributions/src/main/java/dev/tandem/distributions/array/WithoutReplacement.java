package dev.tandem.distributions.array;

import dev.tandem.distributions.matrix.Shapes;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.distributions.special.Exponentials;
import dev.tandem.distributions.special.Outside;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Which K of several items were drawn, a set weighted by the product of its items' weights: {@code dsample(p, K)}.
 *
 * <p>The normaliser is an elementary symmetric polynomial. It is computed as the probability that independent Bernoulli
 * variables have the sum K, their common odds factor such that K is the expected sum: no term over- or underflows.
 */
public final class WithoutReplacement implements ArrayDistribution {
    private double[] probability = new double[0];
    private double[] complement = new double[0];
    private double[] head = new double[0];
    private double[] tail = new double[0];
    private double factor;

    @Override
    public double logDensity(double[][] arguments, int[][] dims) {
        int size = Shapes.length(dims[0]);
        double count = arguments[2][0];
        double taken = 0;
        for (int i = 0; i < size; i++) {
            double x = arguments[0][i];
            double weight = arguments[1][i];
            if (!((x == 0 || x == 1) && weight >= 0 && weight < Double.POSITIVE_INFINITY)) {
                return Outside.of(x, weight);
            }
            taken += x;
        }
        if (taken != count) {
            return Outside.of(taken, count);
        }
        if (!prepare(arguments[1], size, count)) {
            return possible(arguments, size) ? 0 : Double.NEGATIVE_INFINITY;
        }
        fillTail(size, (int) count);
        double log = -Elementary.log(tail[(int) count]);
        for (int i = 0; i < size; i++) {
            log += arguments[0][i] == 1 ? Elementary.log(probability[i]) : Elementary.log(complement[i]);
        }
        return log;
    }

    private static boolean possible(double[][] arguments, int size) {
        for (int i = 0; i < size; i++) {
            if (arguments[0][i] == 1 && arguments[1][i] == 0) {
                return false;
            }
        }
        return true;
    }

    /** Finds the Bernoulli probabilities; false if there is no choice: all or none of the items that can be are taken. */
    private boolean prepare(double[] weight, int size, double count) {
        if (probability.length < size) {
            probability = new double[size];
            complement = new double[size];
        }
        int positive = 0;
        double smallest = Double.POSITIVE_INFINITY;
        double largest = 0;
        for (int i = 0; i < size; i++) {
            if (weight[i] > 0) {
                positive++;
                smallest = Math.min(smallest, weight[i]);
                largest = Math.max(largest, weight[i]);
            }
        }
        if (count < 1 || count >= positive) {
            return false;
        }
        double low = -Elementary.log(largest) - Elementary.log(size);
        double high = -Elementary.log(smallest) + Elementary.log(size);
        for (int step = 0; step < 60; step++) {
            double middle = 0.5 * (low + high);
            if (expected(weight, size, middle) < count) {
                low = middle;
            } else {
                high = middle;
            }
        }
        expected(weight, size, high);
        factor = Elementary.exp(high);
        return true;
    }

    private double expected(double[] weight, int size, double logFactor) {
        double sum = 0;
        for (int i = 0; i < size; i++) {
            double logOdds = logFactor + Elementary.log(weight[i]);
            probability[i] = Exponentials.ilogit(logOdds);
            complement[i] = Exponentials.ilogit(-logOdds);
            sum += probability[i];
        }
        return sum;
    }

    /** tail[k + (count + 1) i] = the probability that items i, i + 1, .. have the sum k. */
    private void fillTail(int size, int count) {
        int stride = count + 1;
        if (tail.length < stride * (size + 1)) {
            tail = new double[stride * (size + 1)];
        }
        for (int k = 0; k <= count; k++) {
            tail[k + stride * size] = k == 0 ? 1 : 0;
        }
        for (int i = size - 1; i >= 0; i--) {
            for (int k = 0; k <= count; k++) {
                double taken = k == 0 ? 0 : probability[i] * tail[k - 1 + stride * (i + 1)];
                tail[k + stride * i] = taken + complement[i] * tail[k + stride * (i + 1)];
            }
        }
    }

    @Override
    public void addGradient(double[][] arguments, int[][] dims, double scale, double[][] bars) {
        int size = Shapes.length(dims[0]);
        int count = (int) arguments[2][0];
        if (bars[1] == null || !prepare(arguments[1], size, count)) {
            return;
        }
        fillTail(size, count);
        double all = tail[count];
        int stride = count + 1;
        if (head.length < stride) {
            head = new double[stride];
        }
        java.util.Arrays.fill(head, 0, stride, 0);
        head[0] = 1;
        for (int i = 0; i < size; i++) {
            double others = 0;
            for (int k = 0; k < count; k++) {
                others += head[k] * tail[count - 1 - k + stride * (i + 1)];
            }
            // d log e_K / d p_i = e_(K-1) of the others / e_K, and complement[i] is missing from the others.
            double byNormaliser = factor * complement[i] * others / all;
            bars[1][i] += scale * ((arguments[0][i] == 1 ? 1 / arguments[1][i] : 0) - byNormaliser);
            for (int k = count; k >= 0; k--) {
                head[k] = complement[i] * head[k] + (k == 0 ? 0 : probability[i] * head[k - 1]);
            }
        }
    }

    @Override
    public boolean differentiable(int argument) {
        return argument == 1;
    }

    @Override
    public void sample(UniformRandomProvider rng, double[][] arguments, int[][] dims) {
        int size = Shapes.length(dims[0]);
        int left = (int) arguments[2][0];
        if (!prepare(arguments[1], size, left)) {
            for (int i = 0; i < size; i++) {
                arguments[0][i] = left > 0 && arguments[1][i] > 0 ? 1 : 0;
            }
            return;
        }
        int stride = left + 1;
        fillTail(size, left);
        for (int i = 0; i < size; i++) {
            double taken = left == 0 ? 0 : probability[i] * tail[left - 1 + stride * (i + 1)];
            boolean take = rng.nextDouble() * tail[left + stride * i] < taken;
            arguments[0][i] = take ? 1 : 0;
            left -= take ? 1 : 0;
        }
    }

    @Override
    public String complaint(int[][] dims) {
        return Shapes.first(
                Shapes.vector("the value", dims[0]),
                Shapes.sameLength("the array of probabilities", dims[1], "the value", dims[0]),
                Shapes.scalar("the number of items drawn", dims[2]));
    }
}
