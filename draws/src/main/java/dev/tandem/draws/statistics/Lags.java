package dev.tandem.draws.statistics;

/** Autocovariances of several sequences of equal length, averaged, by lag. */
public interface Lags {
    /** The length of the sequences. */
    int length();

    /** The mean of each sequence. */
    double[] means();

    /** At one lag, below the length; with divisor n at each lag, where each sequence is centred at its own mean. */
    double at(int lag);
}
