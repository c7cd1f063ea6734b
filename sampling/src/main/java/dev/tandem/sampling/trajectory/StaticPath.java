package dev.tandem.sampling.trajectory;

/**
 * A number of equal steps. Drawn per iteration, it is uniform with the tuned trajectory time as its mean, so that no
 * coordinate meets its own period every time.
 */
final class StaticPath implements Path {
    private final MixedStep step;
    private final boolean jitter;
    private int planned;
    private int gone;

    public StaticPath(MixedStep step, boolean jitter) {
        this.step = step;
        this.jitter = jitter;
    }

    @Override
    public void begin(Walker walker) {
        int mean = walker.tuning.meanSteps();
        planned = jitter ? 1 + walker.random.below(2 * mean - 1) : mean;
        gone = 0;
    }

    @Override
    public boolean advance(Walker walker) {
        if (gone == planned) {
            return false;
        }
        if (gone == 0) {
            step.open(walker);
        } else {
            step.forward(walker, gone);
        }
        gone++;
        return true;
    }

    @Override
    public int steps() {
        return gone;
    }
}
