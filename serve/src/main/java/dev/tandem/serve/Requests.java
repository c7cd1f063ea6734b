package dev.tandem.serve;

import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.Summary;
import dev.tandem.exports.Contents;
import dev.tandem.exports.Format;
import dev.tandem.exports.Target;
import dev.tandem.inference.BoundModel;
import dev.tandem.inference.Posterior;
import dev.tandem.inference.export.Export;
import dev.tandem.inference.page.RunReport;
import dev.tandem.report.HtmlReport;
import dev.tandem.runs.RunFolderException;
import dev.tandem.runs.StoredRun;
import dev.tandem.sampling.Cancellation;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.node.ObjectNode;

/** What can be asked for, but for hello and cancel, and the runs that were made. */
final class Requests {
    /**
     * A request that is to be done.
     *
     * @param fields its fields
     * @param body the bytes beside it
     * @param cancellation how it is stopped
     * @param events where its progress is told
     */
    record Asked(Fields fields, ByteBuffer body, Cancellation cancellation, ProgressEvents.Sink events) {}

    /** Does one kind of request. */
    @FunctionalInterface
    interface Work {
        Frame answer(Asked asked) throws IOException;
    }

    private final Judging judging = new Judging(this::drawn);
    private final Map<String, Work> works = Map.ofEntries(
            Map.entry("check", this::check),
            Map.entry("sample", this::sample),
            Map.entry("open", this::open),
            Map.entry("summary", this::summary),
            Map.entry("draws", this::draws),
            Map.entry("predict", this::predict),
            Map.entry("derive", this::derive),
            Map.entry("loo", judging::loo),
            Map.entry("compare", judging::compare),
            Map.entry("log_likelihood", judging::logLikelihood),
            Map.entry("sensitivity", judging::sensitivity),
            Map.entry("deviance", judging::deviance),
            Map.entry("export", this::export),
            Map.entry("report", this::report),
            Map.entry("forget", this::forget));
    private final Map<Long, Sampled> runs = new ConcurrentHashMap<>();
    private final AtomicLong lastRun = new AtomicLong();
    private final ScheduledExecutorService clock;

    Requests(ScheduledExecutorService clock) {
        this.clock = clock;
    }

    Set<String> names() {
        return works.keySet();
    }

    Optional<Work> find(String name) {
        return Optional.ofNullable(works.get(name));
    }

    private Frame check(Asked asked) {
        SettingsMessage settings = SettingsMessage.read(asked.fields());
        ModelMessage message = ModelMessage.read(asked.fields(), asked.body());
        boolean readOnly = asked.fields().truth("read_only", false);
        asked.fields().nothingElse();
        if (readOnly || !message.complete()) {
            return Frame.of(Answers.description(message.model().describe(), List.of()));
        }
        BoundModel bound = message.bind();
        return Frame.of(Answers.description(bound.describe(settings.settings()), bound.warnings()));
    }

    private Frame sample(Asked asked) {
        SampleWork work = SampleWork.read(asked.fields(), asked.body());
        return added(work.run(asked.cancellation(), clock, asked.events()));
    }

    private Frame open(Asked asked) {
        Path folder = DataMessage.path(asked.fields().needText("path"));
        asked.fields().nothingElse();
        StoredRun stored;
        try {
            stored = StoredRun.open(folder);
        } catch (RunFolderException e) {
            throw RefusedException.request(e.getMessage());
        }
        Posterior posterior = stored.posterior()
                .orElseThrow(() -> RefusedException.request("the run in " + folder
                        + " is of a density written in Java; only runs of a model file can be opened here"));
        Frame answer = added(new Sampled(posterior, stored.outcome().worded(FieldWords.FIELDS), List.of()));
        answer.message().put("text", stored.modelText().orElseThrow());
        answer.message()
                .put(
                        "dialect",
                        posterior.model().graph().model().dialect().name().toLowerCase(Locale.ROOT));
        Frame data = DataMessage.write(stored.data().orElseThrow());
        answer.message().set("data", data.message());
        return new Frame(answer.message(), data.body());
    }

    private Frame added(Sampled sampled) {
        long number = lastRun.incrementAndGet();
        runs.put(number, sampled);
        return Frame.of(Answers.run(number, sampled));
    }

    private Frame summary(Asked asked) {
        Sampled sampled = run(asked.fields());
        asked.fields().nothingElse();
        return Frame.of(Answers.summary(sampled));
    }

    private Frame draws(Asked asked) {
        Sampled sampled = run(asked.fields());
        List<String> names = asked.fields().words("variables");
        boolean statistics = asked.fields().truth("statistics", false);
        asked.fields().nothingElse();
        Contents all = chosen(sampled, names).recorded();
        if (statistics) {
            return Answers.table(all);
        }
        Draws plain = sampled.posterior().draws();
        List<String> found = all.draws().variables().stream()
                .map(variable -> variable.name())
                .toList();
        return Answers.table(new Contents(plain.only(found), List.of(), List.of(), all.provenance()));
    }

    private Frame predict(Asked asked) {
        return Predicting.read(asked, drawn(asked.fields()).posterior()).answer();
    }

    private Frame derive(Asked asked) {
        Posterior posterior = drawn(asked.fields()).posterior();
        String statements = asked.fields().needText("statements");
        long seed = asked.fields().longWhole("seed").orElse(1L);
        asked.fields().nothingElse();
        Draws derived;
        try {
            derived = posterior.derive(statements, seed).collect();
        } catch (IllegalArgumentException e) {
            throw RefusedException.request(e.getMessage());
        }
        Frame answer = Answers.table(posterior.export().derived(derived));
        Answers.addSummary(answer.message(), Summary.of(derived));
        return answer;
    }

    private Frame export(Asked asked) {
        Sampled sampled = drawn(asked.fields());
        Path path = DataMessage.path(asked.fields().needText("path"));
        Optional<Format> format = asked.fields().text("format").map(Requests::format);
        List<String> names = asked.fields().words("variables");
        boolean overwrite = asked.fields().truth("overwrite", false);
        boolean recordedOnly = asked.fields().truth("recorded_only", false);
        asked.fields().nothingElse();
        Export export = chosen(sampled, names);
        ObjectNode answer = Answers.object();
        try {
            Target target = format.map(known -> Target.of(path, known)).orElseGet(() -> Target.of(path));
            Answers.words(
                    answer,
                    "notes",
                    (recordedOnly ? export.recordedOnly() : export).write(overwrite ? target.overwriting() : target));
        } catch (IllegalArgumentException e) {
            throw RefusedException.request(e.getMessage());
        }
        return Frame.of(answer);
    }

    private static Format format(String name) {
        for (Format format : Format.values()) {
            if (format.label().equals(name)) {
                return format;
            }
        }
        throw RefusedException.request("unknown format " + name + "; there are " + String.join(", ", Format.labels()));
    }

    private Frame report(Asked asked) throws IOException {
        Sampled sampled = run(asked.fields());
        Optional<Path> path = asked.fields().text("path").map(DataMessage::path);
        asked.fields().nothingElse();
        RunReport report = RunReport.of(sampled.outcome()).by(sampled.posterior());
        ObjectNode answer = Answers.object();
        if (path.isPresent()) {
            report.write(path.get());
            return Frame.of(answer);
        }
        StringWriter page = new StringWriter();
        HtmlReport.write(report.content(), page);
        return Frame.of(answer, page.toString().getBytes(StandardCharsets.UTF_8));
    }

    private Frame forget(Asked asked) {
        long number = asked.fields().needWhole("run");
        asked.fields().nothingElse();
        ObjectNode answer = Answers.object();
        answer.put("forgotten", runs.remove(number) != null);
        return Frame.of(answer);
    }

    private Sampled run(Fields fields) {
        return run(fields.needWhole("run"));
    }

    private Sampled run(long number) {
        Sampled sampled = runs.get(number);
        if (sampled == null) {
            throw new RefusedException(RefusedException.Kind.RUN, "there is no run " + number);
        }
        return sampled;
    }

    private Sampled drawn(Fields fields) {
        return drawn(fields.needWhole("run"));
    }

    private Sampled drawn(long number) {
        Sampled sampled = run(number);
        if (!sampled.outcome().hasDraws()) {
            throw RefusedException.request("the run was stopped before the first draw");
        }
        return sampled;
    }

    private static Export chosen(Sampled sampled, List<String> names) {
        try {
            Export export = sampled.posterior().export();
            return names.isEmpty() ? export : export.only(names);
        } catch (IllegalArgumentException e) {
            throw RefusedException.request(e.getMessage());
        }
    }
}
