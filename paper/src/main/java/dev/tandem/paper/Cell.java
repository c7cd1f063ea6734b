package dev.tandem.paper;

import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.sampling.random.RandomStream;
import dev.tandem.sampling.trajectory.Kernel;
import dev.tandem.sampling.trajectory.Transition;
import dev.tandem.sampling.trajectory.Tuning;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;
import java.util.function.Function;

/**
 * The smallest piece of an experiment whose result is kept: one sampler with one setting on one problem, in a number of
 * chains.
 *
 * @param name its name, also that of its file; unique in its experiment
 * @param density the problem
 * @param data which data the problem is made of
 * @param way how chains move
 * @param chains the number of chains
 * @param warmup iterations before the first draw
 * @param draws draws of each chain
 * @param recorder what is taken down of each draw
 * @param extra further results, computed from the chains when all are done
 * @param nanoseconds what an iteration roughly costs, to foretell the time
 */
record Cell(
        String name,
        MixedDensity density,
        String data,
        Way way,
        int chains,
        int warmup,
        int draws,
        Recorder.Maker recorder,
        Function<Chains, Map<String, double[]>> extra,
        double nanoseconds) {

    /** Iterations between two notes of progress. */
    private static final int STRIDE = 256;

    /** The expected cost of one chain, in nanoseconds. */
    double chainCost() {
        return nanoseconds * ((double) warmup + draws);
    }

    /** Everything that decides the draws; a kept result with another identity is not used. */
    String identity(long seed) {
        return name + " | " + data + " | " + way.description() + " | " + warmup + " + " + draws + " | seed " + seed;
    }

    /** Runs one chain; {@code progress} hears of the parts of its cost that are done. */
    ChainResult run(long seed, int chain, DoubleConsumer progress) {
        RandomStream random = RandomStream.of(seed ^ hash(name), chain);
        Kernel kernel = way.kernel().apply(density);
        Cursor cursor = kernel.cursor();
        Start.place(cursor, random);
        kernel.reload();
        Meter meter = new Meter(progress, nanoseconds);
        List<Tuning> tunings = way.warm(density, kernel, warmup, random, meter::tick);
        kernel.reload();
        Recorder notes = recorder.create(density.space(), draws);
        Transition outcome = new Transition();
        long gradients = cursor.work().gradients();
        long visits = 0;
        long divergences = 0;
        double acceptance = 0;
        double begun = cpuSeconds();
        for (int i = 0; i < draws; i++) {
            Tuning tuning = tunings.size() == 1 ? tunings.get(0) : tunings.get(random.below(tunings.size()));
            kernel.step(tuning, random, outcome);
            notes.record(cursor);
            visits += outcome.visits;
            divergences += outcome.divergent ? 1 : 0;
            acceptance += outcome.acceptance;
            meter.tick();
        }
        return new ChainResult(
                notes.taken(),
                draws,
                cursor.work().gradients() - gradients,
                visits,
                acceptance / draws,
                divergences,
                cpuSeconds() - begun,
                tunings.get(0).stepSize());
    }

    private static final class Meter {
        private final DoubleConsumer progress;
        private final double cost;
        private int count;

        Meter(DoubleConsumer progress, double cost) {
            this.progress = progress;
            this.cost = cost;
        }

        void tick() {
            if (++count % STRIDE == 0) {
                progress.accept(STRIDE * cost);
            }
        }
    }

    private static double cpuSeconds() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return threads.isCurrentThreadCpuTimeSupported()
                ? threads.getCurrentThreadCpuTime() * 1e-9
                : System.nanoTime() * 1e-9;
    }

    /** Spreads names over all seeds, the same on every machine (FNV-1a). */
    static long hash(String text) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
        }
        return hash;
    }
}
