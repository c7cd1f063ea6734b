package dev.tandem.sampling.discrete;

/** What a proposal suggests for one site; reused, so that proposing does not allocate. */
public final class Move {
    /** The suggested value. */
    public int value;

    /** log [pi(new) Q(old | new) / (pi(old) Q(new | old))], the negative of the paper's Delta E. */
    public double logRatio;

    /** log pi(new) - log pi(old). */
    public double logChange;

    void set(int value, double logRatio, double logChange) {
        this.value = value;
        this.logRatio = logRatio;
        this.logChange = logChange;
    }

    /** Suggests to stay, which every update takes. */
    void stay(int value) {
        set(value, 0, 0);
    }
}
