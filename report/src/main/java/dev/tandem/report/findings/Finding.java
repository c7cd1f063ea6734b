package dev.tandem.report.findings;

import java.util.List;

/**
 * Something that was found in a run and what to do about it.
 *
 * @param kind what it is about
 * @param what what was found
 * @param advice what to do
 * @param unknowns the unknowns concerned, the worst first; empty if it concerns all
 */
public record Finding(Kind kind, String what, String advice, List<String> unknowns) {
    /** What findings are about. */
    public enum Kind {
        BIAS,
        STOPPED,
        DIVERGENCES,
        DEAD_CHAINS,
        DISAGREEMENT,
        FUNNEL,
        RIDGE,
        FEW_DRAWS,
        DEEP_TREES,
        ENERGY,
        NOT_NUMBERS,
        HEAVY_TAIL,
        ONE_CHAIN,
        THINNED,
        CONSTANT,
        STARTED_AGAIN
    }

    public Finding {
        unknowns = List.copyOf(unknowns);
    }

    Finding(Kind kind, String what, String advice) {
        this(kind, what, advice, List.of());
    }
}
