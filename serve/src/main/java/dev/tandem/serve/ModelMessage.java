package dev.tandem.serve;

import dev.tandem.compiler.program.Summing;
import dev.tandem.density.Selection;
import dev.tandem.draws.NearMiss;
import dev.tandem.inference.BoundModel;
import dev.tandem.inference.Model;
import dev.tandem.language.NameCheck;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A model with its data as requests give them: text or a file, arrays, what to report and what to sum out. */
final class ModelMessage {
    private final Model model;
    private final Optional<DataSet> data;
    private final List<String> monitor;
    private final List<String> sum;
    private final List<DataSet> starts;

    private ModelMessage(
            Model model, Optional<DataSet> data, List<String> monitor, List<String> sum, List<DataSet> starts) {
        this.model = model;
        this.data = data;
        this.monitor = monitor;
        this.sum = sum;
        this.starts = starts;
    }

    /** Reads the fields of a request that say what to sample. */
    static ModelMessage read(Fields request, ByteBuffer body) {
        Dialect dialect = dialect(request.text("dialect").orElse("jags"));
        Fields source = new Fields("model", request.needObject("model"));
        Optional<String> path = source.text("path");
        Optional<String> text = source.text("text");
        Optional<String> name = source.text("name");
        source.nothingElse();
        if (path.isPresent() == text.isPresent()) {
            throw RefusedException.request("model needs either text or path");
        }
        // Problems are then told of the file as the user calls it, wherever this process stands.
        SourceText read = path.map(file -> SourceText.read(DataMessage.path(file)))
                .orElseGet(() -> SourceText.of(name.orElse("model"), text.orElseThrow()));
        Model model =
                Model.of(name.map(called -> SourceText.of(called, read.text())).orElse(read), dialect);
        DataMessage arrays = new DataMessage(body);
        Optional<DataSet> data = arrays.given(request, dialect);
        List<DataSet> starts = new ArrayList<>();
        for (JsonNode start : request.list("init")) {
            starts.add(arrays.starts(request.object("init", start)));
        }
        return new ModelMessage(model, data, request.words("monitor"), request.words("sum"), starts);
    }

    private static Dialect dialect(String name) {
        List<String> names = new ArrayList<>();
        for (Dialect dialect : Dialect.values()) {
            names.add(dialect.name().toLowerCase(Locale.ROOT));
            if (names.get(names.size() - 1).equals(name)) {
                return dialect;
            }
        }
        throw RefusedException.request("unknown dialect " + name + NearMiss.hint(name, names));
    }

    Model model() {
        return model;
    }

    List<DataSet> starts() {
        return starts;
    }

    List<String> monitored() {
        return monitor;
    }

    /** Whether there is all that the model needs to be sampled, or so it seems. */
    boolean complete() {
        return data.isPresent() || NameCheck.needed(model.parsed()).isEmpty();
    }

    /** The model with its data. */
    BoundModel bind() {
        BoundModel bound = model.with(data.orElse(DataSet.empty()));
        List<String> known = bound.variables();
        if (!sum.isEmpty()) {
            Summing summing = Summing.of(sum);
            summing.names().forEach(name -> require("sum out", name, known));
            bound = bound.summing(summing);
        }
        if (monitor.isEmpty()) {
            return bound;
        }
        try {
            monitor.forEach(name -> require("monitor", Selection.parse(name).name(), known));
            return bound.monitoring(monitor.toArray(new String[0]));
        } catch (IllegalArgumentException e) {
            throw RefusedException.request("cannot monitor " + e.getMessage());
        }
    }

    private static void require(String what, String name, List<String> known) {
        if (!known.contains(name)) {
            throw RefusedException.request(
                    "cannot " + what + " " + name + ": the model has no such variable" + NearMiss.hint(name, known));
        }
    }
}
