package dev.tandem.sampling;

/**
 * When a run has drawn enough: every unknown that moves, reported or not, and the log density have so many effective
 * draws, and chains that agree.
 *
 * <p>All chains are looked at together after numbers of draws that the settings alone fix, so that the same seed gives
 * the same draws whatever the number of threads, and wherever a run was stopped and taken up again.
 *
 * @param effectiveSize the smallest effective size to reach, of bulk and tails
 */
public record StoppingRule(double effectiveSize) {
    /** R-hat has to be below this: the threshold of Vehtari, Gelman, Simpson, Carpenter and Buerkner (2021). */
    public static final double RHAT = 1.01;

    /** Draws grow by this part of them from one look to the next. */
    private static final long GROWTH = 4;

    public StoppingRule {
        if (!(effectiveSize > 0 && effectiveSize < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("the effective size to reach must be positive, not " + effectiveSize);
        }
    }

    boolean satisfiedBy(Recorded recorded) {
        return recorded.draws().drawsPerChain() > 0 && recorded.convergence().reached(effectiveSize, RHAT);
    }

    /**
     * The first number of draws to look at that is not below {@code least}: the draws of the settings, then steps of a
     * quarter more, all rounded up to where chains can go on.
     */
    static int look(Settings settings, int least) {
        long unit = settings.drawsPerAnchor();
        long most = (Integer.MAX_VALUE - settings.warmup()) / settings.thin() / unit * unit;
        long look = roundedUp(settings.draws(), unit);
        while (look < least && look < most) {
            look = roundedUp(look + Math.max(1, look / GROWTH), unit);
        }
        return (int) Math.min(look, most);
    }

    private static long roundedUp(long draws, long unit) {
        return (draws + unit - 1) / unit * unit;
    }
}
