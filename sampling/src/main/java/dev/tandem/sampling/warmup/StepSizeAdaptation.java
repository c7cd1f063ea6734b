package dev.tandem.sampling.warmup;

import dev.tandem.distributions.special.Elementary;

/** Dual averaging of the log step size towards a target acceptance (Hoffman and Gelman 2014, section 3.2). */
final class StepSizeAdaptation {
    private static final double SHRINKAGE = 0.05;
    private static final double DELAY = 10;
    private static final double DECAY = 0.75;

    private final double target;
    private final double anchor;
    private double meanShortfall;
    private double logStep;
    private double logMean;
    private int count;

    StepSizeAdaptation(double start, double target) {
        this.target = target;
        logStep = Elementary.log(start);
        logMean = logStep;
        // Favours trying larger steps early, which are cheap to try and cheap to take back.
        anchor = logStep + Elementary.log(2);
    }

    void observe(double acceptance) {
        count++;
        double weight = 1 / (count + DELAY);
        meanShortfall += weight * (target - acceptance - meanShortfall);
        logStep = anchor - Math.sqrt(count) / SHRINKAGE * meanShortfall;
        double share = Elementary.pow(count, -DECAY);
        logMean += share * (logStep - logMean);
    }

    /** The step size to try next. */
    double current() {
        return bounded(Elementary.exp(logStep));
    }

    /** The averaged step size, to keep. */
    double mean() {
        return bounded(Elementary.exp(logMean));
    }

    private static double bounded(double step) {
        return Math.max(1e-10, Math.min(1e7, step));
    }
}
