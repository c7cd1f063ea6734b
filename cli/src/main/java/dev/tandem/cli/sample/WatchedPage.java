package dev.tandem.cli.sample;

import dev.tandem.cli.options.OptionWords;
import dev.tandem.inference.BoundModel;
import dev.tandem.inference.outcome.Outcome;
import dev.tandem.runs.watch.Watch;
import dev.tandem.sampling.Cancellation;
import dev.tandem.sampling.Progress;
import dev.tandem.sampling.Recorder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/** The page of a run that this program samples; the run does without it when it cannot be had. */
final class WatchedPage implements Watching {
    private final WatchOptions options;
    private final PrintWriter err;
    private Optional<Watch> watch = Optional.empty();
    private Optional<Path> folder = Optional.empty();
    private boolean again;

    WatchedPage(WatchOptions options, PrintWriter err) {
        this.options = options;
        this.err = err;
    }

    @Override
    public Optional<Path> stoppedIn() {
        return again ? folder : Optional.empty();
    }

    @Override
    public void begun(Subject subject, Recorder recorder, Optional<Path> place, Cancellation cancellation) {
        folder = place;
        if (watch.isEmpty()) {
            watch = open(subject.name());
        }
        watch.ifPresent(page -> page.begun(new Watch.Followed(
                subject.settings(),
                () -> Optional.of(Outcome.soFar(
                                subject.name(),
                                subject.density().space(),
                                subject.settings(),
                                subject.compileSeconds(),
                                place,
                                recorder.recorded(),
                                Watch.MOST_DRAWS)
                        .worded(OptionWords.OPTIONS)),
                Optional.of(cancellation::cancel),
                place.map(path -> () -> {}),
                () -> subject.model().map(BoundModel::picture))));
    }

    private Optional<Watch> open(String title) {
        try {
            Watch page = Watch.open(title, options.port());
            err.println("watch: " + page.address());
            err.flush();
            return Optional.of(page);
        } catch (IOException e) {
            err.println("warning: the run goes on without a page: "
                    + (options.port() == 0 ? "none" : "nothing at port " + options.port()) + " can be served here ("
                    + e.getMessage() + ")" + (options.port() == 0 ? "" : "; give another --watch-port"));
            err.flush();
            return Optional.empty();
        }
    }

    @Override
    public Progress.Listener beside(Progress.Listener display) {
        if (watch.isEmpty()) {
            return display;
        }
        Watch page = watch.get();
        return progress -> {
            display.progressed(progress);
            page.progressed(progress);
        };
    }

    @Override
    public void ended(Outcome outcome) {
        watch.ifPresent(page -> page.ended(outcome));
    }

    @Override
    public void handOver(Outcome outcome, Supplier<String> report) {
        if (watch.isEmpty() || outcome.stopped()) {
            return;
        }
        try {
            watch.get().handOver(report);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean goesOn() {
        again = false;
        if (watch.isEmpty() || folder.isEmpty() || !watch.get().stoppedHere()) {
            return false;
        }
        err.println("stopped from the page, which can also go on; closing the page ends the program");
        err.flush();
        try {
            again = watch.get().waitToGoOn();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return again;
    }

    @Override
    public void close() {
        watch.ifPresent(Watch::close);
    }
}
