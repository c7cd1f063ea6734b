package dev.tandem.spark;

import dev.tandem.runs.cluster.Cluster;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The way to clusters of Apache Spark. */
public final class SparkProvider implements Cluster.Provider {
    @Override
    public String name() {
        return "spark";
    }

    @Override
    public Cluster connect(
            Optional<String> master, String application, Map<String, String> options, Consumer<String> notes) {
        return SparkCluster.connect(master, application, options, notes);
    }
}
