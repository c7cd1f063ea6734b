package dev.tandem.serve;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.density.Selection;
import dev.tandem.density.Variable;
import dev.tandem.inference.BoundModel;
import dev.tandem.inference.Posterior;
import dev.tandem.inference.Starts;
import dev.tandem.inference.outcome.Outcome;
import dev.tandem.inference.outcome.RunMemory;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceProblem;
import dev.tandem.sampling.Cancellation;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Samples a model that a request gave, to the same draws as the command line. */
final class SampleWork {
    private final ModelMessage message;
    private final SettingsMessage asked;
    private final double progressSeconds;

    private SampleWork(ModelMessage message, SettingsMessage asked, double progressSeconds) {
        this.message = message;
        this.asked = asked;
        this.progressSeconds = progressSeconds;
    }

    /** Reads a request. */
    static SampleWork read(Fields request, ByteBuffer body) {
        double seconds = request.number("progress_seconds").orElse(0.1);
        if (!(seconds >= 0.01 && seconds <= 1e6)) {
            throw RefusedException.request("progress_seconds must be between 0.01 and 1e6, not " + seconds);
        }
        SettingsMessage asked = SettingsMessage.read(request);
        ModelMessage message = ModelMessage.read(request, body);
        request.nothingElse();
        return new SampleWork(message, asked, seconds);
    }

    Sampled run(Cancellation cancellation, ScheduledExecutorService clock, ProgressEvents.Sink events) {
        long before = System.nanoTime();
        BoundModel given = message.bind();
        List<String> notes = new ArrayList<>();
        given.warnings().stream().map(SourceProblem::headline).forEach(notes::add);
        BoundModel bound = given.under(asked.settings());
        CompiledDensity density = bound.compile();
        density.notes().forEach(note -> notes.add(bound.name() + ":" + note));
        notes.addAll(notReported(density));
        if (density.space().isEmpty()
                && density.summedOut().unknowns() == 0
                && density.drawnForwards().isEmpty()) {
            if (density.space().reportedSize() == 0) {
                throw RefusedException.request(
                        bound.name() + " has no unknowns: every node is given or computed from data");
            }
            notes.add("nothing is unknown here: every node is given or computed from data, and all draws are the same");
        }
        double compileSeconds = (System.nanoTime() - before) * 1e-9;
        Settings settings = started(bound, notes);
        checkMemory(density, settings);
        Optional<Future<?>> deadline = asked.atMost()
                .map(time -> clock.schedule(cancellation::cancel, time.toMillis(), TimeUnit.MILLISECONDS));
        Run run;
        try (ProgressEvents progress = new ProgressEvents(settings.chains(), progressSeconds, clock, events)) {
            run = Sampling.run(density, settings, progress, cancellation);
        } finally {
            deadline.ifPresent(future -> future.cancel(false));
        }
        Outcome outcome = Outcome.of(bound.name(), density.space(), settings, compileSeconds, Optional.empty(), run)
                .worded(FieldWords.FIELDS)
                .heldAgainst(bound);
        return new Sampled(new Posterior(bound, settings, run), outcome, notes);
    }

    private Settings started(BoundModel bound, List<String> notes) {
        if (message.starts().isEmpty()) {
            return asked.settings();
        }
        Starts starts;
        try {
            starts = bound.starts(asked.settings(), message.starts().toArray(new DataSet[0]));
        } catch (IllegalArgumentException e) {
            throw RefusedException.request(e.getMessage());
        }
        notes.addAll(starts.notes());
        return asked.settings().withStarts(starts.points());
    }

    private List<String> notReported(CompiledDensity density) {
        List<String> notes = new ArrayList<>();
        if (!density.leftOut().isEmpty()) {
            notes.add("not reported, being large: "
                    + density.leftOut().stream()
                            .map(left -> left.name() + " (" + left.size() + ")")
                            .collect(Collectors.joining(", "))
                    + "; monitor reports what it names");
        }
        List<String> known = message.monitored().stream()
                .filter(name ->
                        density.space().reported().stream().map(Variable::name).noneMatch(Selection.parse(name)::meets))
                .toList();
        if (!known.isEmpty()) {
            notes.add("not reported, as the data leave nothing open about it: " + String.join(", ", known));
        }
        return notes;
    }

    private static void checkMemory(CompiledDensity density, Settings settings) {
        double needed = RunMemory.bytes(density.space(), settings, false);
        long available = Runtime.getRuntime().maxMemory();
        if (needed > available) {
            throw new RefusedException(
                    RefusedException.Kind.MEMORY,
                    String.format(
                            Locale.ROOT,
                            "%,d chains of %,d draws need at least %,.0f MB of memory, and Java has %,d MB: ask for fewer, "
                                    + "monitor less, or %s",
                            settings.chains(),
                            settings.draws(),
                            needed / (1 << 20),
                            available >> 20,
                            FieldWords.FIELDS.moreMemory()));
        }
    }
}
