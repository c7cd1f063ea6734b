package dev.tandem.sampling.warmup;

import dev.tandem.density.Cursor;

/**
 * The density to a power below one: flatter, and wider. Where a precision and what it ties together form a funnel, heat
 * favours the wide mouth over the neck, since volume counts for more than height.
 */
final class HeatedCursor extends Cursor {
    private final Cursor inner;
    private double power = 1;

    /** Stands where the other cursor stands, and moves it along. */
    HeatedCursor(Cursor inner) {
        super(inner.space());
        this.inner = inner;
        double[] position = new double[inner.space().dimension()];
        int[] values = new int[inner.space().sites()];
        inner.copyPosition(position);
        inner.copyValues(values);
        moveTo(position);
        assignAll(values);
    }

    /** The power from now on; what was evaluated before has to be evaluated again. */
    void heat(double power) {
        this.power = power;
    }

    @Override
    public int lower(int site) {
        return inner.lower(site);
    }

    @Override
    public int upper(int site) {
        return inner.upper(site);
    }

    @Override
    protected double evaluate() {
        return power * inner.logDensity();
    }

    @Override
    protected double evaluateWithGradient(double[] gradient) {
        double logDensity = inner.logDensityAndGradient(gradient);
        for (int i = 0; i < gradient.length; i++) {
            gradient[i] *= power;
        }
        return power * logDensity;
    }

    @Override
    protected void moved() {
        inner.moveTo(q);
    }

    @Override
    protected void assigned(int site, int old) {
        inner.assign(site, x[site]);
    }

    @Override
    protected void weigh(int site, double[] logWeights) {
        inner.conditional(site, logWeights);
        int count = upper(site) - lower(site) + 1;
        for (int i = 0; i < count; i++) {
            logWeights[i] *= power;
        }
    }

    @Override
    protected double weigh(int site, int value) {
        return power * inner.logWeight(site, value);
    }
}
