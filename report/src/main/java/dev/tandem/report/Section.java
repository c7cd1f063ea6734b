package dev.tandem.report;

/** The parts of a page that a run may have nothing for. */
public enum Section {
    PREDICTIVE,
    WARMUP,
    TRAJECTORY
}
