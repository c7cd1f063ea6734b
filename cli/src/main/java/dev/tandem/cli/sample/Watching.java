package dev.tandem.cli.sample;

import dev.tandem.inference.outcome.Outcome;
import dev.tandem.sampling.Cancellation;
import dev.tandem.sampling.Progress;
import dev.tandem.sampling.Recorder;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/** Whoever watches a run; nobody, unless a page was asked for, and then nothing of a page is loaded. */
interface Watching extends AutoCloseable {
    static Watching of(WatchOptions options, PrintWriter err) {
        return options.wanted() ? new WatchedPage(options, err) : new Watching() {};
    }

    /** The folder of a run that was stopped from its page and is to go on. */
    default Optional<Path> stoppedIn() {
        return Optional.empty();
    }

    /** Sampling begins. */
    default void begun(Subject subject, Recorder recorder, Optional<Path> place, Cancellation cancellation) {}

    /** Whoever hears of progress, and the page. */
    default Progress.Listener beside(Progress.Listener display) {
        return display;
    }

    /** Sampling came to an end, by itself or not. */
    default void ended(Outcome outcome) {}

    /** The report takes the place of the page, if the run has come to its end. */
    default void handOver(Outcome outcome, Supplier<String> report) {}

    /** Whether a run that was stopped from its page is to go on; waits for that as long as somebody has the page open. */
    default boolean goesOn() {
        return false;
    }

    @Override
    default void close() {}
}
