package dev.tandem.validation;

/**
 * A quantity of the unknowns whose expectation under a target is known.
 *
 * @param name what the quantity is called in tables
 * @param truth its exact expectation
 * @param secondMoment whether it is a second moment, by whose precision the power of a check is judged
 * @param quantity the quantity itself
 */
public record Expectation(String name, double truth, boolean secondMoment, Quantity quantity) {
    /** A function of the unknowns. */
    @FunctionalInterface
    public interface Quantity {
        double at(int[] x, double[] q);
    }

    static Expectation of(String name, double truth, Quantity quantity) {
        return new Expectation(name, truth, false, quantity);
    }

    static Expectation secondMoment(String name, double truth, Quantity quantity) {
        return new Expectation(name, truth, true, quantity);
    }
}
