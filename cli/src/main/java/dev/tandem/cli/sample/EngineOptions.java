package dev.tandem.cli.sample;

import dev.tandem.cli.options.OptionGroup;
import dev.tandem.draws.NearMiss;
import dev.tandem.runs.cluster.Cluster;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that say where the work is done: on threads of this machine, or on a cluster. */
public final class EngineOptions extends OptionGroup {
    private static final String LOCAL = "local";
    private static final String SPARK = "spark";

    @Option(
            names = "--engine",
            paramLabel = "NAME",
            description = "Where the work is done: local, on threads of this machine, or spark. The draws are the "
                    + "same. Default: local.")
    private String engine;

    @Option(
            names = "--master",
            paramLabel = "URL",
            description = "The cluster of --engine spark, such as spark://HOST:7077. Default: that of spark-submit.")
    private String master;

    @Option(
            names = "--spark-conf",
            paramLabel = "KEY=VALUE",
            description = "A setting of Spark, such as spark.executor.memory=4g; may be given several times.")
    private Map<String, String> settings = new LinkedHashMap<>();

    public boolean cluster() {
        return SPARK.equals(engine);
    }

    /** Complains about options that do not go together. */
    public void check(boolean inFolder) {
        if (engine != null && !cluster() && !engine.equals(LOCAL)) {
            throw bad("unknown engine " + engine + NearMiss.hint(engine, List.of(LOCAL, SPARK))
                    + "; there are local and spark");
        }
        if (!cluster() && (master != null || !settings.isEmpty())) {
            throw bad((master != null ? "--master" : "--spark-conf") + " needs --engine spark");
        }
        if (cluster() && !inFolder) {
            throw bad("--engine spark writes to a folder: give --out DIR, on a file system that all workers share");
        }
    }

    /** Connects to the cluster. */
    public Cluster connect(String application, PrintWriter err) {
        Cluster.Provider provider = ServiceLoader.load(Cluster.Provider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(found -> found.name().equals(engine))
                .findFirst()
                .orElseThrow(() -> bad("this program was started without Spark; start it by the script tandem, or "
                        + "by spark-submit with spark/target/tandem-spark.jar"));
        try {
            return provider.connect(Optional.ofNullable(master), "tandem " + application, settings, note -> {
                err.println("note: " + note);
                err.flush();
            });
        } catch (LinkageError e) {
            throw new ParameterException(
                    spec().commandLine(),
                    "Spark was not found, or is of another version (" + e.getMessage()
                            + "); set SPARK_HOME to a Spark 4 for Scala 2.13, or install it by pip install pyspark",
                    e);
        }
    }
}
