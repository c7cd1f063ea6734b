package dev.tandem.runs.watch;

import dev.tandem.draws.summary.Convergence;
import dev.tandem.inference.outcome.Outcome;
import dev.tandem.inference.outcome.RunText;
import dev.tandem.report.LiveLook;
import dev.tandem.report.LivePage;
import dev.tandem.report.findings.Finding;
import dev.tandem.report.findings.Findings;
import dev.tandem.report.graph.ModelPicture;
import dev.tandem.report.text.JsonNumbers;
import dev.tandem.sampling.Progress;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.StoppingRule;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A run on a page while it goes. Chains only leave a note of where they are; a thread of its own looks at the draws now and
 * then, and sends what there is to see. Whatever goes wrong here ends here.
 */
public final class Watch implements Progress.Listener, AutoCloseable {
    /** Draws of each chain that a look takes, evenly; what mixes slowly loses nothing by that. */
    public static final int MOST_DRAWS = 5000;

    private static final double PAUSE_SECONDS = 1;

    /** The share of the time that looking may take while somebody has the page open, and while nobody has. */
    private static final double SHARE_WATCHED = 0.15;

    private static final double SHARE_UNWATCHED = 0.03;

    /** Fewer draws than this say nothing. */
    private static final int FEWEST = 20;

    /** Looks that are kept for the plot of the way; beyond that every second one goes. */
    private static final int MOST_STEPS = 400;

    /** How long a page may be away before it counts as closed: reloading takes a moment. */
    private static final double ABSENCE_SECONDS = 5;

    private static final double HANDING_OVER_SECONDS = 30;

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final WatchServer server;
    private final String title;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final List<LiveLook.Step> history = new ArrayList<>();
    private final AtomicReference<Supplier<String>> report = new AtomicReference<>();
    private volatile Followed followed = Followed.NOTHING;
    private volatile AtomicReferenceArray<Progress> notes = new AtomicReferenceArray<>(0);
    private Pace[] paces = {};
    private Phase phase = Phase.STARTING;
    private String message = "";
    private boolean stopPressed;
    private boolean goOnPressed;

    /** Used by the thread that looks alone. */
    private boolean graphTold;

    private int draws;
    private Optional<Convergence> judged = Optional.empty();

    /** Where a run is. */
    public enum Phase {
        STARTING,
        /** Chains are at work; the page says whether they warm up or sample. */
        GOING,
        STOPPING,
        STOPPED,
        FINISHED,
        FAILED
    }

    /**
     * What is watched.
     *
     * @param settings how it is sampled
     * @param look what there is of it so far; asked by another thread than those of the chains
     * @param stop stops it so that what was drawn is kept; empty if nobody can
     * @param goOn goes on with it after it was stopped; empty if nobody can
     * @param graph the picture of its model, asked for once somebody has the page open; empty if it has none
     */
    public record Followed(
            Settings settings,
            Supplier<Optional<Outcome>> look,
            Optional<Runnable> stop,
            Optional<Runnable> goOn,
            Supplier<Optional<ModelPicture>> graph) {
        private static final Followed NOTHING =
                new Followed(Settings.defaults(), Optional::empty, Optional.empty(), Optional.empty(), Optional::empty);
    }

    private Watch(String title, int port) throws IOException {
        this.title = title;
        server = WatchServer.start(title, port, new Pressed());
    }

    /**
     * Opens a page about a model of this name.
     *
     * @param port where to listen; 0 for a port that is free
     * @throws IOException if nothing can be served there
     */
    public static Watch open(String title, int port) throws IOException {
        Watch watch = new Watch(title, port);
        watch.tell();
        Thread thread = new Thread(watch::lookUntilClosed, "watch looks");
        thread.setDaemon(true);
        thread.start();
        return watch;
    }

    /** Where the page is, its token included. */
    public URI address() {
        return server.address();
    }

    /** Whether somebody has the page open. */
    public boolean watched() {
        return server.pages() > 0;
    }

    /** A run begins, or goes on. */
    public synchronized void begun(Followed run) {
        notes = new AtomicReferenceArray<>(run.settings().chains());
        paces = new Pace[run.settings().chains()];
        for (int chain = 0; chain < paces.length; chain++) {
            paces[chain] = new Pace();
        }
        followed = run;
        stopPressed = false;
        goOnPressed = false;
        change(Phase.GOING, "");
    }

    @Override
    public void progressed(Progress progress) {
        notes.setRelease(progress.chain(), progress);
    }

    /** The run is somewhere else now, with words about it; empty if there is nothing to say. */
    public synchronized void change(Phase now, String words) {
        phase = now;
        message = words;
        tell();
    }

    /** The run came to an end: shows what it has, and whether it is all. */
    public void ended(Outcome outcome) {
        guarded(() -> show(outcome));
        change(outcome.stopped() ? Phase.STOPPED : Phase.FINISHED, "");
    }

    /** Whether the run was stopped from the page. */
    public synchronized boolean stoppedHere() {
        return stopPressed;
    }

    /**
     * Waits, after a stop from the page, for whoever pressed it to press the other button.
     *
     * @return whether the run is to go on; not if all pages are closed
     */
    public boolean waitToGoOn() throws InterruptedException {
        long lastSeen = System.nanoTime();
        while ((System.nanoTime() - lastSeen) * 1e-9 < ABSENCE_SECONDS) {
            synchronized (this) {
                if (goOnPressed) {
                    return true;
                }
                wait(200);
            }
            if (watched()) {
                lastSeen = System.nanoTime();
            }
        }
        return false;
    }

    /** The report takes the place of the page wherever it is open; returns when it did. */
    public void handOver(Supplier<String> html) throws InterruptedException {
        int open = server.pages();
        if (open == 0) {
            return;
        }
        offer(html);
        long begun = System.nanoTime();
        while (server.reports() < open
                && server.pages() > 0
                && (System.nanoTime() - begun) * 1e-9 < HANDING_OVER_SECONDS) {
            closed.await(100, TimeUnit.MILLISECONDS);
        }
    }

    /** From now on the report takes the place of the page. */
    public synchronized void offer(Supplier<String> html) {
        report.set(html);
        tell();
    }

    @Override
    public void close() {
        closed.countDown();
        server.close();
    }

    private final class Pressed implements WatchServer.Buttons {
        @Override
        public boolean stop() {
            return press(followed.stop(), Phase.GOING, Phase.STOPPING);
        }

        @Override
        public boolean goOn() {
            return press(followed.goOn(), Phase.STOPPED, Phase.STARTING);
        }

        private boolean press(Optional<Runnable> action, Phase needed, Phase next) {
            synchronized (Watch.this) {
                if (action.isEmpty() || phase != needed) {
                    return false;
                }
                // Going on may be asked for before the program has come to wait for it.
                stopPressed |= needed == Phase.GOING;
                goOnPressed |= needed == Phase.STOPPED;
                change(next, "");
                Watch.this.notifyAll();
            }
            action.get().run();
            return true;
        }

        @Override
        public Optional<String> report() {
            return Optional.ofNullable(report.get()).map(Supplier::get);
        }
    }

    private void lookUntilClosed() {
        double took = 0;
        long last = System.nanoTime();
        try {
            while (!closed.await((long) (1000 * PAUSE_SECONDS), TimeUnit.MILLISECONDS)) {
                guarded(this::tellProgress);
                tellGraph();
                double pause = took / (watched() ? SHARE_WATCHED : SHARE_UNWATCHED);
                boolean due = (System.nanoTime() - last) * 1e-9 > pause;
                if (due && isGoing()) {
                    long before = System.nanoTime();
                    guarded(() -> followed.look().get().ifPresent(this::show));
                    last = System.nanoTime();
                    took = (last - before) * 1e-9;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean isGoing() {
        return phase == Phase.GOING || phase == Phase.STOPPING;
    }

    /** Once, and only to somebody: laying it out takes a moment. */
    private void tellGraph() {
        Followed run = followed;
        if (graphTold || run.equals(Followed.NOTHING) || !watched()) {
            return;
        }
        graphTold = true;
        guarded(() -> run.graph().get().ifPresent(picture -> server.send("graph", LivePage.graph(title, picture))));
    }

    /** A file that is just being written, or a page that has gone: the next time will do. */
    private static void guarded(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            // Nothing of this is the run's concern.
        }
    }

    /** Shows what there is of a run. */
    public void show(Outcome outcome) {
        int drawn = outcome.run().draws().drawsPerChain();
        Convergence worst = drawn < FEWEST
                ? new Convergence(Double.NaN, "", Double.NaN, "")
                : Convergence.of(outcome.summary(), outcome.run().courses());
        List<LiveLook.Step> steps;
        synchronized (this) {
            if (drawn >= FEWEST) {
                addStep(new LiveLook.Step(drawn, worst.rhat(), worst.size()));
                judged = Optional.of(worst);
            }
            draws = drawn;
            steps = List.copyOf(history);
        }
        LiveLook look = new LiveLook(
                outcome.model(),
                RunText.account(outcome),
                outcome.facts(),
                news(outcome.findings(), outcome.going()),
                outcome.run().draws(),
                outcome.run().statistics(),
                outcome.run().kept(),
                outcome.summary(),
                worst,
                steps,
                outcome.settings().until().map(StoppingRule::effectiveSize).orElse(Findings.SMALLEST_SIZE));
        server.send("look", JsonMapper.shared().writeValueAsString(look.json()));
    }

    /** That a look takes a part of the draws, and that the run is going, is no news to whoever watches it. */
    private static Findings news(Findings findings, boolean going) {
        return new Findings(
                findings.verdict(),
                findings.warnings(),
                findings.notes().stream()
                        .filter(note ->
                                note.kind() != Finding.Kind.THINNED && !(going && note.kind() == Finding.Kind.STOPPED))
                        .toList());
    }

    private void addStep(LiveLook.Step step) {
        // A run that was taken up again may have fewer draws than were seen before.
        history.removeIf(before -> before.draws() >= step.draws());
        history.add(step);
        if (history.size() > MOST_STEPS) {
            for (int i = history.size() - 2; i > 0; i -= 2) {
                history.remove(i);
            }
        }
    }

    private synchronized void tellProgress() {
        long now = System.nanoTime();
        ArrayNode chains = NODES.arrayNode();
        for (int chain = 0; chain < paces.length; chain++) {
            Progress progress = notes.getAcquire(chain);
            paces[chain].update(progress, now);
            ObjectNode node = chains.addObject();
            node.put("chain", chain + 1);
            node.put("stage", stage(progress));
            node.put("iteration", progress == null ? 0 : progress.iteration());
            node.put("total", progress == null ? 0 : progress.total());
            node.put("divergences", progress == null ? 0 : progress.divergences());
            JsonNumbers.put(node, "speed", isGoing() ? paces[chain].perSecond() : Double.NaN);
            JsonNumbers.put(node, "stepSize", progress == null ? Double.NaN : progress.stepSize());
        }
        server.send("progress", JsonMapper.shared().writeValueAsString(chains));
        tell();
    }

    private static String stage(Progress progress) {
        if (progress == null) {
            return "waiting";
        }
        if (progress.iteration() >= progress.total()) {
            return "done, or waits for others";
        }
        return progress.stage().equals("sampling") ? "sampling" : "warmup: " + progress.stage();
    }

    private synchronized void tell() {
        ObjectNode node = NODES.objectNode();
        node.put("title", title);
        node.put("phase", phaseName());
        node.put("message", message);
        node.put("canStop", phase == Phase.GOING && followed.stop().isPresent());
        node.put("canGoOn", phase == Phase.STOPPED && followed.goOn().isPresent());
        node.put("report", report.get() != null);
        if (phase == Phase.GOING) {
            List<TimeLeft.ChainPace> chains = new ArrayList<>();
            for (int chain = 0; chain < paces.length; chain++) {
                chains.add(
                        new TimeLeft.ChainPace(Optional.ofNullable(notes.getAcquire(chain)), paces[chain].perSecond()));
            }
            TimeLeft left = TimeLeft.of(followed.settings(), chains, draws, judged);
            node.put("left", left.words());
            node.put("leftWhy", left.why());
        }
        server.send("state", JsonMapper.shared().writeValueAsString(node));
    }

    private String phaseName() {
        if (phase == Phase.GOING) {
            for (int chain = 0; chain < notes.length(); chain++) {
                Progress progress = notes.getAcquire(chain);
                if (progress != null && progress.stage().equals("sampling")) {
                    return "sampling";
                }
            }
            return "warmup";
        }
        return phase.name().toLowerCase(Locale.ROOT);
    }
}
