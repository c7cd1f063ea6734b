package dev.tandem.sampling;

/**
 * What a chain has taken so far, over all the times that it was taken up again.
 *
 * @param warmup seconds of warmup
 * @param sampling seconds of sampling
 * @param samplingCpu processor time of sampling in seconds, which other programs on the machine hardly touch
 */
public record ChainTimes(double warmup, double sampling, double samplingCpu) {
    public static final ChainTimes NONE = new ChainTimes(0, 0, 0);
}
