package dev.tandem.validation;

import dev.tandem.sampling.random.Randomness;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Randomness that goes through every outcome of an experiment, with its probability: the experiment is run again and
 * again, each time with the last choice that is not exhausted changed, until none is left.
 *
 * <p>Continuous draws have no finite list of outcomes, but where an experiment only looks at which cell of a lattice a
 * draw falls into, the middles of the cells stand for all values: {@link #exponentialCells} and {@link #uniformCells}.
 */
public final class ExhaustiveRandomness implements Randomness {
    /** Takes each outcome and its probability. */
    @FunctionalInterface
    public interface Outcomes<T> {
        void add(T outcome, double probability);
    }

    private final List<double[]> probabilities = new ArrayList<>();
    private final List<Integer> chosen = new ArrayList<>();
    private double[] exponentialLaw = {};
    private double exponentialWidth;
    private int uniformCells;
    private int depth;

    /**
     * Lets exponentials be drawn as the middles of {@code count} cells of the given width, the last of which stands for
     * all larger values. Exact if the experiment compares sums of a draw and multiples of the width with 0, and if no
     * draw of the last cell can be used up.
     */
    public ExhaustiveRandomness exponentialCells(double width, int count) {
        exponentialWidth = width;
        exponentialLaw = new double[count];
        for (int i = 0; i < count; i++) {
            exponentialLaw[i] = Math.exp(-i * width) * (i + 1 < count ? -Math.expm1(-width) : 1);
        }
        return this;
    }

    /** Lets uniforms be drawn as the middles of equal cells. Exact if the experiment cannot tell values of a cell apart. */
    public ExhaustiveRandomness uniformCells(int count) {
        uniformCells = count;
        return this;
    }

    /** Runs the experiment once for every sequence of choices that it can make. */
    public <T> void explore(Function<Randomness, T> experiment, Outcomes<T> outcomes) {
        probabilities.clear();
        chosen.clear();
        do {
            depth = 0;
            T outcome = experiment.apply(this);
            double probability = 1;
            for (int i = 0; i < chosen.size(); i++) {
                probability *= probabilities.get(i)[chosen.get(i)];
            }
            outcomes.add(outcome, probability);
        } while (next());
    }

    /** Goes to the next sequence of choices; false if this was the last. */
    private boolean next() {
        while (!chosen.isEmpty()) {
            int last = chosen.size() - 1;
            int other = possible(probabilities.get(last), chosen.get(last) + 1);
            if (other >= 0) {
                chosen.set(last, other);
                return true;
            }
            chosen.remove(last);
            probabilities.remove(last);
        }
        return false;
    }

    private static int possible(double[] law, int from) {
        for (int i = from; i < law.length; i++) {
            if (law[i] > 0) {
                return i;
            }
        }
        return -1;
    }

    private int choose(double... law) {
        if (depth == chosen.size()) {
            chosen.add(possible(law, 0));
            probabilities.add(law);
        }
        return chosen.get(depth++);
    }

    private static double[] equal(int count) {
        double[] law = new double[count];
        Arrays.fill(law, 1.0 / count);
        return law;
    }

    @Override
    public double uniform() {
        if (uniformCells == 0) {
            throw new UnsupportedOperationException("a uniform draw cannot be enumerated");
        }
        return (choose(equal(uniformCells)) + 0.5) / uniformCells;
    }

    @Override
    public double gaussian() {
        throw new UnsupportedOperationException("a normal draw cannot be enumerated");
    }

    @Override
    public double exponential() {
        if (exponentialLaw.length == 0) {
            throw new UnsupportedOperationException("an exponential draw cannot be enumerated");
        }
        return (choose(exponentialLaw) + 0.5) * exponentialWidth;
    }

    @Override
    public int below(int count) {
        return choose(equal(count));
    }

    @Override
    public boolean accept(double logProbability) {
        double probability = Double.isNaN(logProbability) ? 0 : Math.exp(Math.min(0, logProbability));
        return choose(probability, 1 - probability) == 0;
    }

    @Override
    public int categorical(double[] weights, int count, double total) {
        double[] law = new double[count];
        for (int i = 0; i < count; i++) {
            law[i] = weights[i] / total;
        }
        return choose(law);
    }
}
