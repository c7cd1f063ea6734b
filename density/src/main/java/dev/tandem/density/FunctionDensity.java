package dev.tandem.density;

/** A density given by a function alone; its cursors fall back on full evaluations for conditionals. */
final class FunctionDensity implements MixedDensity {
    private final Space space;
    private final LogDensity function;

    FunctionDensity(Space space, LogDensity function) {
        this.space = space;
        this.function = function;
    }

    @Override
    public Space space() {
        return space;
    }

    /** Each value of each site costs an evaluation, somewhat cheaper than a gradient. */
    @Override
    public double sweepCost() {
        double evaluations = 0;
        for (int site = 0; site < space.sites(); site++) {
            evaluations += Math.min(space.support(site).size(), 4);
        }
        return 0.5 * evaluations;
    }

    @Override
    public Cursor cursor() {
        return new Cursor(space) {
            @Override
            protected double evaluate() {
                return function.at(x, q, null);
            }

            @Override
            protected double evaluateWithGradient(double[] gradient) {
                return function.at(x, q, gradient);
            }
        };
    }
}
