package dev.tandem.runs.cluster;

import dev.tandem.density.MixedDensity;
import dev.tandem.runs.RunFolder;
import dev.tandem.runs.SharedRun;
import dev.tandem.runs.each.EachEngine;
import dev.tandem.sampling.Cancellation;
import dev.tandem.sampling.Engine;
import dev.tandem.sampling.Progress;
import java.io.Serializable;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Machines that do the work of a run, whose folder all of them see. */
public interface Cluster extends AutoCloseable {
    /**
     * Does the chains of a run.
     *
     * @param densities what to sample
     * @param listener hears now and then how far the chains are
     * @param cancellation stops the chains
     */
    Engine chains(RunFolder run, Densities densities, Progress.Listener listener, Cancellation cancellation);

    /** Does batches of data sets. */
    EachEngine each();

    /** How many pieces of work were lost or failed, and were done again. */
    int failures();

    @Override
    void close();

    /** Makes the density of a run where its chains are done. */
    @FunctionalInterface
    interface Densities extends Serializable {
        /** Models by their text. */
        Densities OF_MODELS = run -> run.compile().orElseThrow();

        MixedDensity of(SharedRun run);
    }

    /** A way to clusters of one kind; found by {@link java.util.ServiceLoader}, as its libraries may not be there. */
    interface Provider {
        /** What the user calls it. */
        String name();

        /**
         * Connects to a cluster.
         *
         * @param master its address; empty to take it from where the program was started
         * @param application what the cluster calls this program
         * @param options settings by their names
         * @param notes hears what the user should know
         * @throws ClusterException if there is none
         */
        Cluster connect(
                Optional<String> master, String application, Map<String, String> options, Consumer<String> notes);
    }
}
