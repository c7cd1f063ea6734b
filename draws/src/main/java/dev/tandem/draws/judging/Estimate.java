package dev.tandem.draws.judging;

import dev.tandem.draws.statistics.Moments;

/** A sum over units of data, with its standard error: units are taken as a sample of those there might be. */
public record Estimate(double value, double standardError) {
    /** The sum of what each unit has. */
    public static Estimate sum(double[] units) {
        double sum = 0;
        for (double unit : units) {
            sum += unit;
        }
        return new Estimate(sum, units.length < 2 ? Double.NaN : Math.sqrt(units.length * Moments.variance(units)));
    }

    /** This estimate times a number. */
    public Estimate times(double factor) {
        return new Estimate(factor * value, Math.abs(factor) * standardError);
    }
}
