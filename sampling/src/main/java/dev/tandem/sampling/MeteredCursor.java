package dev.tandem.sampling;

import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Ties;

/**
 * A cursor that counts what its use costs and refuses to go on where that would be more than is allowed. What it computes
 * is what the density's own cursor computes.
 */
final class MeteredCursor extends Cursor {
    /** A log density takes about half of what it takes with its gradient. */
    private static final double EVALUATION = 0.5;

    /** Says that the work allowed is done; it carries nothing. */
    static final class Exhausted extends RuntimeException {
        private static final long serialVersionUID = 1;

        private Exhausted() {
            super("the work that was allowed is done", null, false, false);
        }
    }

    private final Cursor inner;
    private final double visit;
    private double left;

    /** @param allowed how much it may do, a gradient being one */
    MeteredCursor(MixedDensity density, double allowed) {
        super(density.space());
        inner = density.cursor();
        left = allowed;
        int sites = density.space().sites();
        visit = sites > 0 ? density.sweepCost() / sites : 0;
        inner.moveTo(q);
        inner.assignAll(x);
    }

    private void take(double work) {
        left -= work;
        if (left < 0) {
            throw new Exhausted();
        }
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
    public int[] jumps() {
        return inner.jumps();
    }

    @Override
    public Ties ties() {
        return inner.ties();
    }

    @Override
    public void countImpossible(boolean on) {
        inner.countImpossible(on);
    }

    @Override
    public void complete(long seed) {
        inner.complete(seed);
    }

    @Override
    public void report(double[] values) {
        take(EVALUATION);
        inner.report(values);
    }

    @Override
    public void reportHidden(double[] values, int first) {
        inner.reportHidden(values, first);
    }

    @Override
    public void recentre(double[] seen, double[] push, double[] follow) {
        inner.recentre(seen, push, follow);
        // As below, a change of its position that a cursor makes by itself.
        inner.copyPosition(q);
    }

    @Override
    public boolean hasGroupsInAnyOrder() {
        return inner.hasGroupsInAnyOrder();
    }

    @Override
    public void orderGroups() {
        inner.orderGroups();
        inner.copyPosition(q);
        inner.copyValues(x);
    }

    @Override
    public void weighEffects(double[] gradient, double[] at, double[] pull, double[] location, double[] precision) {
        inner.weighEffects(gradient, at, pull, location, precision);
    }

    @Override
    protected double evaluate() {
        take(EVALUATION);
        return inner.logDensity();
    }

    @Override
    protected double evaluateWithGradient(double[] gradient) {
        take(1);
        return inner.logDensityAndGradient(gradient);
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
        take(visit);
        inner.conditional(site, logWeights);
    }

    @Override
    protected double weigh(int site, int value) {
        take(visit);
        return inner.logWeight(site, value);
    }

    @Override
    protected void weigh(int site, int first, int count, double[] logWeights) {
        take(visit);
        inner.logWeights(site, first, count, logWeights);
    }

    @Override
    protected double factor(int factor) {
        take(visit);
        return inner.logFactor(factor);
    }
}
