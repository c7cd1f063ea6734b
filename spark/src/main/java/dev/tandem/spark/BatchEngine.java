package dev.tandem.spark;

import dev.tandem.runs.each.EachBatch;
import dev.tandem.runs.each.EachEngine;
import dev.tandem.runs.each.EachWork;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.spark.broadcast.Broadcast;

/** Does batches of data sets on a cluster, each a task; results go to files, and counts come back. */
final class BatchEngine implements EachEngine {
    private final SparkCluster cluster;

    BatchEngine(SparkCluster cluster) {
        this.cluster = cluster;
    }

    @Override
    public int slots() {
        return cluster.slots();
    }

    @Override
    public void run(EachWork work, List<EachBatch> batches, Consumer<EachBatch.Result> listener, BooleanSupplier stop) {
        // Each executor reads the model and the common data once.
        Broadcast<EachWork> shared = cluster.share(work);
        try {
            cluster.run(batches, task(shared), listener, stop, () -> {});
        } finally {
            shared.unpersist();
        }
    }

    /** Static, so that no engine is dragged along to the executors. */
    private static Task<EachBatch, EachBatch.Result> task(Broadcast<EachWork> shared) {
        return (batch, attempt, cancelled) -> shared.value().run(batch, attempt > 0, cancelled);
    }
}
