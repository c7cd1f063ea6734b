package dev.tandem.spark;

import dev.tandem.density.MixedDensity;
import dev.tandem.runs.ChainWatch;
import dev.tandem.runs.RunFolder;
import dev.tandem.runs.RunFolderException;
import dev.tandem.runs.SharedRun;
import dev.tandem.runs.cluster.Cluster;
import dev.tandem.sampling.Cancellation;
import dev.tandem.sampling.Engine;
import dev.tandem.sampling.Mark;
import dev.tandem.sampling.Progress;
import dev.tandem.sampling.RecordingException;
import dev.tandem.sampling.SamplingException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.apache.spark.broadcast.Broadcast;

/**
 * Does the chains of a run on a cluster, each a task. Executors compile the model themselves, write draws and checkpoints
 * into the folder of the run as the threads of one machine do, and send back only whether they came to the end.
 */
final class ChainEngine implements Engine {
    private static final long WATCH_NANOS = 1_000_000_000;

    private final SparkCluster cluster;
    private final Broadcast<SharedDensity> shared;
    private final int chains;
    private final ChainWatch watch;
    private final Cancellation cancellation;
    private long watched = System.nanoTime();

    /**
     * An engine for the run of a folder, which must be on a file system that all executors see.
     *
     * @param densities what executors sample
     * @param listener hears how far the chains are, about once a second
     * @param cancellation stops the chains
     */
    ChainEngine(
            SparkCluster cluster,
            RunFolder run,
            Cluster.Densities densities,
            Progress.Listener listener,
            Cancellation cancellation) {
        this.cluster = cluster;
        this.cancellation = cancellation;
        chains = run.description().settings().chains();
        shared = cluster.share(new SharedDensity(run.share(), densities));
        watch = run.watch(listener);
    }

    /** A run with its density, which the tasks of one executor share and no other process gets. */
    private static final class SharedDensity implements Serializable {
        private static final long serialVersionUID = 1;
        private final SharedRun run;
        private final Cluster.Densities densities;
        private transient MixedDensity density;

        SharedDensity(SharedRun run, Cluster.Densities densities) {
            this.run = run;
            this.densities = densities;
        }

        synchronized MixedDensity density() {
            if (density == null) {
                density = densities.of(run);
            }
            return density;
        }
    }

    /**
     * A unit of work: with the model, the data and the seed, which all chains share, it says all that its draws depend on.
     *
     * @param chain the chain, counted from 0
     * @param rounds rounds of warmup to have done in the end; where it goes on from, its checkpoint tells
     * @param draws draws to have in the end
     */
    private record Piece(int chain, int rounds, int draws) implements Serializable {}

    /**
     * How a chain ended.
     *
     * @param complete whether it came to its mark
     * @param failure what stopped it, if trying again would not help; empty otherwise
     */
    private record Ended(boolean complete, String failure) implements Serializable {}

    @Override
    public boolean bringTo(Mark mark) {
        List<Piece> pieces = new ArrayList<>();
        for (int chain = 0; chain < chains; chain++) {
            pieces.add(new Piece(chain, mark.rounds(), mark.draws()));
        }
        AtomicBoolean complete = new AtomicBoolean(true);
        AtomicReference<String> failure = new AtomicReference<>("");
        boolean done = cluster.run(
                pieces,
                task(shared, cluster.mostFailures()),
                ended -> {
                    complete.compareAndSet(true, ended.complete());
                    failure.compareAndSet("", ended.failure());
                },
                () -> cancellation.cancelled() || !failure.get().isEmpty(),
                () -> look(mark.draws()));
        if (!failure.get().isEmpty()) {
            throw new SamplingException(failure.get());
        }
        watch.look(mark.draws());
        return done && complete.get();
    }

    /** Static, so that no engine is dragged along to the executors. */
    private static Task<Piece, Ended> task(Broadcast<SharedDensity> shared, int mostFailures) {
        return (piece, attempt, cancelled) -> {
            SharedDensity here = shared.value();
            return attempt(here, piece, attempt + 1 >= mostFailures, cancelled);
        };
    }

    private static Ended attempt(SharedDensity here, Piece piece, boolean last, BooleanSupplier cancelled) {
        try {
            Mark mark = new Mark(piece.rounds(), piece.draws());
            boolean complete = here.run.runChain(piece.chain(), mark, here::density, progress -> {}, cancelled);
            return new Ended(complete, "");
        } catch (SamplingException e) {
            return new Ended(false, e.getMessage());
        } catch (RecordingException | RunFolderException e) {
            if (!last) {
                throw e;
            }
            return new Ended(false, e.getMessage());
        }
    }

    private void look(int draws) {
        long now = System.nanoTime();
        if (now - watched > WATCH_NANOS) {
            watched = now;
            watch.look(draws);
        }
    }
}
