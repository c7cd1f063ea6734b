package dev.tandem.report.findings;

/** What advice speaks of changing. */
public enum Setting {
    CHAINS,
    DRAWS,
    WARMUP,
    SEED,
    SAMPLER,
    TARGET_ACCEPTANCE,
    /** Where chains start. */
    STARTS
}
