package dev.tandem.density;

/** Counts what a cursor has computed; the measure of cost that does not depend on the machine. */
public final class Work {
    long evaluations;
    long gradients;
    long conditionals;
    long weights;
    long assignments;
    long notANumber;

    Work() {}

    /** Log densities without gradient. */
    public long evaluations() {
        return evaluations;
    }

    /** Log densities with gradient. */
    public long gradients() {
        return gradients;
    }

    /** Full local conditionals. */
    public long conditionals() {
        return conditionals;
    }

    /** Single log weights. */
    public long weights() {
        return weights;
    }

    /** Changes of a site's value. */
    public long assignments() {
        return assignments;
    }

    /** Values that came out as NaN or plus infinity and were turned into minus infinity. */
    public long notANumber() {
        return notANumber;
    }
}
