package dev.tandem.validation;

import dev.tandem.density.MixedDensity;
import dev.tandem.sampling.random.Randomness;
import java.util.List;

/** A joint law of unknowns and data that can be simulated, and whose posterior a sampler is asked for. */
public interface GenerativeModel {
    /** Draws the unknowns from their prior; {@code x} and {@code q} have the lengths that the density's space says. */
    void drawPrior(int[] x, double[] q, Randomness random);

    /** Draws data given the unknowns. */
    double[] drawData(int[] x, double[] q, Randomness random);

    /** The posterior of the unknowns given data, which it reads at every evaluation: they may be written over between two. */
    MixedDensity density(double[] data);

    /** What a joint-distribution test compares. */
    List<Quantity> quantities();

    /** A function of unknowns and data. */
    record Quantity(String name, Function function) {
        /** The function itself. */
        @FunctionalInterface
        public interface Function {
            double at(int[] x, double[] q, double[] data);
        }
    }
}
