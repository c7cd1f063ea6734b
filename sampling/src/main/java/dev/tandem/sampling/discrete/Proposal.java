package dev.tandem.sampling.discrete;

import dev.tandem.density.Cursor;
import dev.tandem.sampling.random.Randomness;

/**
 * A single-site proposal Q(new | old) that sees the site's local conditional only. It belongs to one chain, since it
 * owns buffers.
 */
public interface Proposal {
    /** Writes a suggestion for {@code site} into {@code move}; the cursor stays as it is. */
    void propose(Cursor cursor, int site, Randomness random, Move move);

    /** Draws what lives for one trajectory. */
    default void begin(Randomness random) {}

    /** Hears that its last suggestion for {@code site} was refused. */
    default void refused(int site) {}

    /** Largest steps of integer walks, from tuning; proposals that do not walk ignore them. */
    default void widths(WalkWidths widths) {}

    /** What the proposal is called in reports. */
    enum Kind {
        /** The local conditional itself; the integer walk where the support is unbounded or very large. */
        AUTO,
        /** The local conditional itself. */
        GIBBS,
        /** The local conditional without the present value, Metropolised (GB in the paper). */
        OTHER_GIBBS,
        /** Uniform over the other values (RW in the paper). */
        OTHER_UNIFORM,
        /** A step up or down by at most the site's width. */
        INTEGER_WALK,
        /** The local conditional itself; where that is too long or has no end, on values spread over it. */
        LONG_RANGE;

        public Proposal create() {
            return switch (this) {
                case AUTO -> new AutomaticProposal();
                case GIBBS -> new GibbsProposal();
                case OTHER_GIBBS -> new OtherGibbsProposal();
                case OTHER_UNIFORM -> new OtherUniformProposal();
                case INTEGER_WALK -> new IntegerWalkProposal();
                case LONG_RANGE -> new LongRangeProposal();
            };
        }
    }
}
