package dev.tandem.sampling.warmup;

import dev.tandem.density.Cursor;

/**
 * The density to a power below one: flatter, and wider. Where a precision and what it ties together form a funnel, heat
 * favours the wide mouth over the neck, since volume counts for more than height. A density may have more volume than mass
 * far out, or no end of it: a fence around where the chain begins keeps it from being lost there. Inside it changes nothing.
 */
final class HeatedCursor extends Cursor {
    /** How far a coordinate goes before the fence pulls, in units of its size where the chain begins, or of one. */
    private static final double REACH = 20;

    private final Cursor inner;
    private final double[] centre;
    private final double[] reach;
    private double power = 1;

    /** Stands where the other cursor stands, and moves it along. */
    HeatedCursor(Cursor inner) {
        this(inner, true);
    }

    /**
     * The same.
     *
     * @param fenced whether there is a fence
     */
    HeatedCursor(Cursor inner, boolean fenced) {
        super(inner.space());
        this.inner = inner;
        double[] position = new double[inner.space().dimension()];
        int[] values = new int[inner.space().sites()];
        inner.copyPosition(position);
        inner.copyValues(values);
        centre = position.clone();
        reach = new double[centre.length];
        for (int i = 0; i < reach.length; i++) {
            reach[i] = fenced ? REACH * Math.max(1, Math.abs(centre[i])) : Double.POSITIVE_INFINITY;
        }
        moveTo(position);
        assignAll(values);
    }

    /** The power from now on; what was evaluated before has to be evaluated again. */
    void heat(double power) {
        this.power = power;
    }

    @Override
    public int[] jumps() {
        return inner.jumps();
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
        return power * inner.logDensity() - (1 - power) * fence();
    }

    @Override
    protected double evaluateWithGradient(double[] gradient) {
        double logDensity = inner.logDensityAndGradient(gradient);
        for (int i = 0; i < gradient.length; i++) {
            gradient[i] = power * gradient[i] - (1 - power) * beyond(i) / reach[i];
        }
        return power * logDensity - (1 - power) * fence();
    }

    /** Half the squares of how far coordinates are outside. */
    private double fence() {
        double sum = 0;
        for (int i = 0; i < reach.length; i++) {
            double beyond = beyond(i);
            sum += beyond * beyond;
        }
        return 0.5 * sum;
    }

    /** How far a coordinate is outside, in reaches; with the sign of the side, and zero inside. */
    private double beyond(int i) {
        double places = (q[i] - centre[i]) / reach[i];
        return places > 1 ? places - 1 : places < -1 ? places + 1 : 0;
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
