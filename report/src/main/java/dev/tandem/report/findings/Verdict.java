package dev.tandem.report.findings;

/**
 * Whether to trust a run, in a sentence.
 *
 * @param trust how far
 * @param headline the answer
 * @param reason why
 */
public record Verdict(Trust trust, String headline, String reason) {
    /** How far the draws can be trusted. */
    public enum Trust {
        GOOD,
        CAUTION,
        BAD
    }
}
