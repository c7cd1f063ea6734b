package dev.tandem.sampling;

import dev.tandem.density.MixedDensity;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.warmup.Agreement;
import dev.tandem.sampling.warmup.Meeting;
import dev.tandem.sampling.warmup.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/** Samples a density: chains side by side on a fixed number of threads, the draws the same whatever that number. */
public final class Sampling {
    private Sampling() {}

    public static Run run(MixedDensity density, Settings settings) {
        return run(density, settings, progress -> {}, new Cancellation());
    }

    /** Runs all chains; when one fails the others are stopped and its error is thrown. */
    public static Run run(
            MixedDensity density, Settings settings, Progress.Listener listener, Cancellation cancellation) {
        return run(density, settings, Recorder.inMemory(density.space(), settings), listener, cancellation);
    }

    /** Runs all chains, which are taken down by a recorder and go on where it says that they left off. */
    public static Run run(
            MixedDensity density,
            Settings settings,
            Recorder recorder,
            Progress.Listener listener,
            Cancellation cancellation) {
        Chain.Common common = common(density, settings, listener);
        ExecutorService threads =
                Executors.newFixedThreadPool(Math.min(settings.threads(), settings.chains()), Sampling::chainThread);
        List<Crew> crews = crews(settings);
        try {
            return run(
                    common.family(),
                    settings,
                    recorder,
                    mark -> runChains(common, mark, recorder, cancellation, threads, crews));
        } finally {
            threads.shutdown();
            crews.forEach(Crew::close);
        }
    }

    /** For each chain its share of the threads that no chain needs. They do not exist before a large sum asks for them. */
    private static List<Crew> crews(Settings settings) {
        int chains = settings.chains();
        int spare = Math.max(0, settings.threads() - chains);
        return IntStream.range(0, chains)
                .mapToObj(chain -> new Crew(spare / chains + (chain < spare % chains ? 1 : 0)))
                .toList();
    }

    /** Has all chains run by an engine, which has them taken down where the recorder finds them. */
    public static Run run(KernelFamily family, Settings settings, Recorder recorder, Engine engine) {
        boolean complete = warmUp(settings, recorder, engine)
                && (settings.until().isEmpty()
                        ? engine.bringTo(Mark.ofDraws(settings, settings.draws()))
                        : runUntil(settings.until().get(), settings, recorder, engine));
        Recorded recorded = recorder.recorded();
        return new Run(
                family,
                recorded.draws(),
                recorded.statistics(),
                recorded.kept(),
                recorded.warmups(),
                recorded.chains(),
                recorded.roles(),
                recorded.courses(),
                !complete);
    }

    /**
     * Runs one chain of a run in this thread, for engines that do the others elsewhere.
     *
     * @param number the chain, counted from 0
     * @param mark where it is to come to
     * @return whether it did; not if it was cancelled before
     */
    public static boolean runChain(
            MixedDensity density,
            Settings settings,
            int number,
            Mark mark,
            Recorder.ForChain recorder,
            Progress.Listener listener,
            BooleanSupplier cancelled) {
        return new Chain(common(density, settings, listener), number, mark, recorder, cancelled).run();
    }

    private static Chain.Common common(MixedDensity density, Settings settings, Progress.Listener listener) {
        KernelFamily family = settings.kernelFor(density.space());
        family.check(density).ifPresent(reason -> {
            throw new SamplingException(reason);
        });
        return new Chain.Common(
                density, family, settings, settings.plan(), listener, new AtomicIntegerArray(settings.chains()));
    }

    /**
     * Rounds of warmup, after which all chains meet. What they agree on is taken down before any of them goes on; a
     * meeting that was taken down is not held again. Returns false if it was cancelled before the end.
     */
    private static boolean warmUp(Settings settings, Recorder recorder, Engine engine) {
        Plan plan = settings.plan();
        List<Agreement> held = recorder.agreements();
        Optional<Agreement> last = held.isEmpty() ? Optional.empty() : Optional.of(held.get(held.size() - 1));
        for (int rounds = last.map(Agreement::next).orElse(0) + 1; rounds <= plan.rounds(); rounds++) {
            if (plan.meetsAfter(rounds)) {
                if (!engine.bringTo(Mark.ofRounds(rounds))) {
                    return false;
                }
                last = Optional.of(meet(settings, rounds, recorder.anchors(), last));
                recorder.agreed(last.get());
                rounds = last.get().next();
            }
        }
        return true;
    }

    private static Agreement meet(
            Settings settings, int rounds, List<Optional<Anchor>> anchors, Optional<Agreement> before) {
        List<Anchor> chains = anchors.stream()
                .map(anchor -> anchor.orElseThrow(() -> new IllegalStateException("a chain has come to no mark")))
                .toList();
        int all = settings.plan().rounds();
        if (rounds < all && chains.stream().allMatch(chain -> chain.rounds() == all)) {
            // There was nothing to tune, or an earlier version has done it.
            return new Agreement(rounds, all, Optional.empty(), List.of());
        }
        if (chains.stream().anyMatch(chain -> chain.rounds() != rounds)) {
            throw new IllegalStateException("chains that are to meet after round " + rounds + " are past it");
        }
        return Meeting.of(
                settings.plan(),
                settings.fixed(),
                rounds,
                chains.stream().map(Anchor::tuning).toList(),
                chains.stream().map(Anchor::learned).toList(),
                chains.get(0).x().length > 0,
                before);
    }

    /** Rounds, after each of which all chains are looked at together. Returns false if it was cancelled before the end. */
    private static boolean runUntil(StoppingRule rule, Settings settings, Recorder recorder, Engine engine) {
        // A chain that is beyond a look was sent on by it.
        int target = StoppingRule.look(settings, mostDraws(recorder.recorded()));
        while (true) {
            if (!engine.bringTo(Mark.ofDraws(settings, target))) {
                return false;
            }
            int next = StoppingRule.look(settings, target + 1);
            if (next == target || rule.satisfiedBy(recorder.recorded())) {
                return true;
            }
            target = next;
        }
    }

    private static int mostDraws(Recorded recorded) {
        return recorded.chains().stream().mapToInt(ChainReport::draws).max().orElse(0);
    }

    /** Brings all chains to a mark. Returns false if one was cancelled before. */
    private static boolean runChains(
            Chain.Common common,
            Mark mark,
            Recorder recorder,
            Cancellation cancellation,
            ExecutorService threads,
            List<Crew> crews) {
        Cancellation stop = new Cancellation();
        List<Future<Boolean>> pending = new ArrayList<>();
        try {
            for (int number = 0; number < common.settings().chains(); number++) {
                Chain chain = new Chain(
                        common,
                        number,
                        mark,
                        recorder.chain(number),
                        () -> stop.cancelled() || cancellation.cancelled());
                chain.helpedBy(crews.get(number));
                pending.add(threads.submit(() -> runOrStopAll(chain, stop)));
            }
            boolean complete = true;
            for (Future<Boolean> chain : pending) {
                complete &= await(chain);
            }
            return complete;
        } finally {
            stop.cancel();
            // Whoever takes up a run that has failed must not find a chain of it still writing.
            pending.forEach(Sampling::awaitEnd);
        }
    }

    private static Thread chainThread(Runnable work) {
        Thread thread = new Thread(work, "chain");
        thread.setDaemon(true);
        return thread;
    }

    private static boolean runOrStopAll(Chain chain, Cancellation stop) {
        try {
            return chain.run();
        } catch (RuntimeException | Error e) {
            stop.cancel();
            throw e;
        }
    }

    /** Returns when a chain has ended, be it by a failure. */
    private static void awaitEnd(Future<Boolean> future) {
        boolean interrupted = false;
        while (!future.isDone()) {
            try {
                future.get();
            } catch (ExecutionException e) {
                // The first failure is the one that is told.
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean await(Future<Boolean> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SamplingException || e.getCause() instanceof RecordingException) {
                throw (RuntimeException) e.getCause();
            }
            if (e.getCause() instanceof OutOfMemoryError) {
                throw (OutOfMemoryError) e.getCause();
            }
            throw new SamplingException("a chain failed with " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SamplingException("interrupted while sampling", e);
        }
    }
}
