package dev.tandem.spark;

import dev.tandem.runs.RunFolder;
import dev.tandem.runs.cluster.Cluster;
import dev.tandem.runs.cluster.ClusterException;
import dev.tandem.runs.each.EachEngine;
import dev.tandem.sampling.Cancellation;
import dev.tandem.sampling.Engine;
import dev.tandem.sampling.Progress;
import java.io.Serializable;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.spark.SimpleFutureAction;
import org.apache.spark.SparkConf;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import scala.collection.Iterator;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction0;
import scala.runtime.AbstractFunction1;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;

/** A connection to Spark, which does pieces of work on its executors and tries again what they lose. */
final class SparkCluster implements Cluster {
    /** How often a piece of work may fail before the job does, unless the user's configuration says otherwise. */
    private static final int MOST_FAILURES = 8;

    private static final String LOOPBACK = "127.0.0.1";
    private static final Pattern THREADS = Pattern.compile("local(\\[[^\\]]*\\])?");
    private static final Pattern ON_THIS_MACHINE =
            Pattern.compile("local(-cluster)?(\\[.*\\])?|spark://(localhost|127\\.[0-9.]+)(:.*)?");

    private static final long LOOK_MILLIS = 100;
    private static final long PATIENCE_SECONDS = 60;

    /** How long no task of a cancelled job must be heard of. */
    private static final int QUIET_SECONDS = 2;

    private static final long SILENCE_SECONDS = 15;

    private final JavaSparkContext context;
    private final int mostFailures;
    private final Consumer<String> notes;
    private final TaskCounter tasks = new TaskCounter();

    private SparkCluster(JavaSparkContext context, Consumer<String> notes) {
        this.context = context;
        this.notes = notes;
        mostFailures = context.getConf().getInt("spark.task.maxFailures", MOST_FAILURES);
        context.sc().addSparkListener(tasks);
    }

    /** Counts what executors are doing. Spark tells it from a single thread; others read. */
    private static final class TaskCounter extends SparkListener {
        private final AtomicInteger running = new AtomicInteger();
        private final AtomicInteger failed = new AtomicInteger();

        @Override
        public void onTaskStart(SparkListenerTaskStart start) {
            running.incrementAndGet();
        }

        @Override
        public void onTaskEnd(SparkListenerTaskEnd end) {
            running.decrementAndGet();
            if (end.taskInfo() != null && end.taskInfo().failed()) {
                failed.incrementAndGet();
            }
        }
    }

    /** Connects to a cluster, as {@link SparkProvider} says. */
    static SparkCluster connect(
            Optional<String> master, String name, Map<String, String> options, Consumer<String> notes) {
        SparkConf conf = new SparkConf();
        options.forEach(conf::set);
        master.ifPresent(conf::setMaster);
        if (!conf.contains("spark.master")) {
            throw new ClusterException(
                    "no cluster was given: a master is spark://HOST:7077, or local[4] for four threads here");
        }
        conf.setIfMissing("spark.app.name", name);
        conf.setIfMissing("spark.task.maxFailures", Integer.toString(MOST_FAILURES));
        // A copy of a task would write to the files that the first one writes to.
        conf.set("spark.speculation", "false");
        conf.setIfMissing("spark.ui.showConsoleProgress", "false");
        protect(conf);
        ownJar().ifPresent(jar -> conf.setIfMissing("spark.jars", jar));
        String complaint = "cannot connect to the cluster " + conf.get("spark.master") + ": ";
        JavaSparkContext context;
        try {
            context = new JavaSparkContext(conf);
        } catch (Exception e) {
            throw new ClusterException(complaint + firstLine(e), e);
        }
        // A master that never answered has given no name to the application; Spark makes up one and ends it in a while.
        if (context.sc().applicationId().startsWith("spark-application-")) {
            context.close();
            throw new ClusterException(complaint + "its master does not answer");
        }
        return new SparkCluster(context, notes);
    }

    /**
     * Leaves as little open as possible, unless the user's configuration says otherwise: no page in the browser, no port
     * beyond this machine where all of the work is done on it, and authentication wherever there is a secret to do it by.
     */
    static void protect(SparkConf conf) {
        conf.setIfMissing("spark.ui.enabled", "false");
        String master = conf.get("spark.master");
        if (ON_THIS_MACHINE.matcher(master).matches()) {
            conf.setIfMissing("spark.driver.bindAddress", LOOPBACK);
            conf.setIfMissing("spark.driver.host", LOOPBACK);
        }
        // For threads of this process Spark makes up a secret by itself.
        if (THREADS.matcher(master).matches()
                || conf.contains("spark.authenticate.secret")
                || conf.contains("spark.authenticate.secret.file")) {
            conf.setIfMissing("spark.authenticate", "true");
        }
    }

    /** The jar that this program runs from, for executors to fetch from the driver. */
    private static Optional<String> ownJar() {
        try {
            Path place = Path.of(SparkCluster.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return Files.isRegularFile(place) ? Optional.of(place.toString()) : Optional.empty();
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    @Override
    public Engine chains(RunFolder run, Densities densities, Progress.Listener listener, Cancellation cancellation) {
        return new ChainEngine(this, run, densities, listener, cancellation);
    }

    @Override
    public EachEngine each() {
        return new BatchEngine(this);
    }

    /** Pieces of work that the cluster can do at a time, as far as it has said. */
    int slots() {
        return Math.max(1, context.defaultParallelism());
    }

    @Override
    public int failures() {
        return tasks.failed.get();
    }

    /** Hands something to all executors, which get it once each. */
    <T> Broadcast<T> share(T value) {
        try {
            return context.broadcast(value);
        } catch (IllegalStateException e) {
            throw ended(e);
        }
    }

    private static ClusterException ended(IllegalStateException cause) {
        return new ClusterException("the cluster has ended the application", cause);
    }

    /** How often a piece of work is tried before the job fails. */
    int mostFailures() {
        return mostFailures;
    }

    /**
     * Does pieces of work, each a task that goes to whichever executor is free.
     *
     * @param result takes what a piece gave, as soon as it is there; called by one thread at a time
     * @param stop asked now and then whether to give up
     * @param look called now and then while it goes on
     * @return false if it was given up
     * @throws ClusterException if a piece of work failed each time that it was tried
     */
    <T extends Serializable, R extends Serializable> boolean run(
            List<T> pieces, Task<T, R> task, Consumer<R> result, BooleanSupplier stop, Runnable look) {
        if (pieces.isEmpty()) {
            return true;
        }
        SimpleFutureAction<Boolean> job;
        try {
            job = submit(pieces, task, result);
        } catch (IllegalStateException e) {
            throw ended(e);
        }
        try {
            await(job, stop, look);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            boolean cancelled = !job.isCompleted();
            if (cancelled) {
                job.cancel();
            }
            awaitIdle(cancelled);
        }
        if (stop.getAsBoolean() || Thread.currentThread().isInterrupted()) {
            return false;
        }
        if (job.value().get().isFailure()) {
            Throwable cause = job.value().get().failed().get();
            throw new ClusterException("the cluster could not do the work: " + firstLine(cause), cause);
        }
        return true;
    }

    private void await(SimpleFutureAction<Boolean> job, BooleanSupplier stop, Runnable look)
            throws InterruptedException {
        long begun = System.nanoTime();
        boolean told = false;
        while (!job.isCompleted() && !stop.getAsBoolean()) {
            look.run();
            if (!told
                    && tasks.running.get() == 0
                    && System.nanoTime() - begun > TimeUnit.SECONDS.toNanos(SILENCE_SECONDS)) {
                told = true;
                notes.accept("the cluster has not given any executor yet; is a worker free, with "
                        + context.getConf().get("spark.executor.memory", "1g") + " of memory?");
            }
            Thread.sleep(LOOK_MILLIS);
        }
    }

    private <T extends Serializable, R extends Serializable> SimpleFutureAction<Boolean> submit(
            List<T> pieces, Task<T, R> task, Consumer<R> result) {
        return context.sc()
                .submitJob(
                        context.parallelize(pieces, pieces.size()).rdd(),
                        new OnExecutor<>(task),
                        CollectionConverters.asScala(IntStream.range(0, pieces.size())
                                        .<Object>mapToObj(Integer::valueOf)
                                        .toList())
                                .toSeq(),
                        new AbstractFunction2<Object, R, BoxedUnit>() {
                            @Override
                            public BoxedUnit apply(Object partition, R found) {
                                result.accept(found);
                                return BoxedUnit.UNIT;
                            }
                        },
                        new AbstractFunction0<Boolean>() {
                            @Override
                            public Boolean apply() {
                                return true;
                            }
                        });
    }

    /** What travels to executors: the task, applied to the one piece of work of its partition. */
    private static final class OnExecutor<T extends Serializable, R extends Serializable>
            extends AbstractFunction1<Iterator<T>, R> implements Serializable {
        private static final long serialVersionUID = 1;
        private final Task<T, R> task;

        OnExecutor(Task<T, R> task) {
            this.task = task;
        }

        @Override
        public R apply(Iterator<T> pieces) {
            TaskContext here = TaskContext.get();
            return task.run(pieces.next(), here.attemptNumber(), here::isInterrupted);
        }
    }

    /**
     * Returns when executors have let go of what was cancelled, so that nobody writes behind the driver's back. Spark tells of
     * tasks some time after they have begun: of a job that has just been submitted none is known yet.
     */
    private void awaitIdle(boolean cancelled) {
        long begun = System.nanoTime();
        long busy = begun;
        long quiet = cancelled ? TimeUnit.SECONDS.toNanos(QUIET_SECONDS) : 0;
        try {
            while (!context.sc().isStopped()
                    && System.nanoTime() - begun < TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
                if (tasks.running.get() > 0) {
                    busy = System.nanoTime();
                } else if (System.nanoTime() - busy >= quiet) {
                    return;
                }
                Thread.sleep(LOOK_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Spark's messages go on with stack traces of executors. */
    private static String firstLine(Throwable failure) {
        String message = failure.getMessage();
        return message == null
                ? failure.toString()
                : message.lines().findFirst().orElse(failure.toString());
    }

    @Override
    public void close() {
        context.close();
    }
}
