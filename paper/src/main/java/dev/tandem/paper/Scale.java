package dev.tandem.paper;

/** How long the experiments run. */
public enum Scale {
    /** Everything in about half an hour on two cores. */
    QUICK,
    /** The numbers of chains and draws of the paper. */
    PAPER;

    /** The value for this scale. */
    int of(int quick, int paper) {
        return this == QUICK ? quick : paper;
    }
}
