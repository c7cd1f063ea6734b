package dev.tandem.exports;

import java.util.List;

/**
 * Where draws come from, for the headers of files.
 *
 * @param version the version of Tandem that drew them
 * @param model the name of the model
 * @param sampler the kernel
 * @param seed the seed
 * @param warmup iterations before the first draw
 * @param thin iterations for each draw
 * @param chains how each chain was tuned and how long it took; empty if not known
 */
public record Provenance(
        String version, String model, String sampler, long seed, int warmup, int thin, List<ChainTuning> chains) {

    /**
     * One chain.
     *
     * @param stepSize the integrator's step
     * @param inverseMetric the inverse mass matrix: one row if it is diagonal, all rows if it is dense, none if there
     *     is no such matrix
     * @param warmupSeconds time of warmup
     * @param samplingSeconds time of sampling
     */
    public record ChainTuning(
            double stepSize, List<List<Double>> inverseMetric, double warmupSeconds, double samplingSeconds) {
        public ChainTuning {
            inverseMetric = inverseMetric.stream().map(List::copyOf).toList();
        }
    }

    public Provenance {
        chains = List.copyOf(chains);
    }

    /** The number of the iteration that a draw, counted from 0, was taken at; the first one is 1. */
    long iteration(int draw) {
        return warmup + (draw + 1L) * thin;
    }
}
