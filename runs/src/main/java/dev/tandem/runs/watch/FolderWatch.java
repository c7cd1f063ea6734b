package dev.tandem.runs.watch;

import dev.tandem.inference.BoundModel;
import dev.tandem.inference.outcome.Outcome;
import dev.tandem.report.findings.Wording;
import dev.tandem.runs.ChainWatch;
import dev.tandem.runs.RunFolderException;
import dev.tandem.runs.StopRequest;
import dev.tandem.runs.StoredRun;
import dev.tandem.sampling.Settings;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;

/** Shows a run that some program, here or elsewhere, writes to a folder: all that the page says comes from there. */
public final class FolderWatch {
    private static final double PAUSE_SECONDS = 1;

    /** The share of one processor that looking may take. */
    private static final double LARGEST_SHARE = 0.2;

    private final Path folder;
    private final Watch watch;
    private final Wording wording;
    private final Runnable goOn;
    private final BiFunction<StoredRun, Outcome, String> report;
    private Optional<Settings> settings = Optional.empty();
    private ChainWatch chains;
    private Watch.Phase phase = Watch.Phase.STARTING;
    private String shown = "";

    /**
     * @param goOn begins to go on with the run, and returns before it is done
     * @param report the page that takes this one's place when the run is finished
     */
    public FolderWatch(
            Path folder, Watch watch, Wording wording, Runnable goOn, BiFunction<StoredRun, Outcome, String> report) {
        this.folder = folder;
        this.watch = watch;
        this.wording = wording;
        this.goOn = goOn;
        this.report = report;
    }

    /** Looks at the folder every now and then until {@code end}. */
    public void lookUntil(CountDownLatch end) throws InterruptedException {
        long last = System.nanoTime();
        double pause = 0;
        do {
            if (chains != null) {
                chains.look(0);
            }
            if ((System.nanoTime() - last) * 1e-9 >= pause) {
                long before = System.nanoTime();
                try {
                    look();
                } catch (RunFolderException e) {
                    // It may be just being replaced; if not, this is what there is to say about it.
                    watch.change(phase, e.getMessage());
                }
                last = System.nanoTime();
                pause = (last - before) * 1e-9 / LARGEST_SHARE;
            }
        } while (!end.await((long) (1000 * PAUSE_SECONDS), TimeUnit.MILLISECONDS));
    }

    private void look() {
        StoredRun stored = StoredRun.open(folder);
        boolean going = stored.going();
        boolean finished = !going && stored.finished();
        Watch.Phase now = going ? Watch.Phase.GOING : finished ? Watch.Phase.FINISHED : Watch.Phase.STOPPED;
        if (settings.isEmpty() || !settings.get().equals(stored.settings())) {
            settings = Optional.of(stored.settings());
            chains = stored.watch(watch);
            begin(stored);
            phase = Watch.Phase.STARTING;
        }
        if (now != phase) {
            if (now == Watch.Phase.GOING) {
                begin(stored);
                chains = stored.watch(watch);
            }
            watch.change(now, "");
            phase = now;
        }
        chains.look(0);
        String state = now + " " + stored.draws().drawsPerChain() + " " + stored.kept();
        if (!state.equals(shown)) {
            watch.show(stored.glance(Watch.MOST_DRAWS).worded(wording));
            shown = state;
            if (finished) {
                watch.offer(() -> report.apply(stored, stored.outcome().worded(wording)));
            }
        }
    }

    private void begin(StoredRun stored) {
        watch.begun(new Watch.Followed(
                stored.settings(),
                Optional::empty,
                Optional.of(() -> StopRequest.leave(folder)),
                Optional.of(goOn),
                () -> stored.model().map(BoundModel::picture)));
    }
}
