package dev.tandem.runs;

import dev.tandem.language.Dialect;
import dev.tandem.runs.RunDescription.Input;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The file {@code run.json} of a run folder. */
final class DescriptionJson {
    /** The version of the layout of run folders; raised when older programs could not read newer folders. */
    static final int FORMAT = 1;

    private DescriptionJson() {}

    static byte[] write(RunDescription run) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("format", FORMAT);
        node.put("model", run.model());
        run.dialect().ifPresent(dialect -> node.put("dialect", dialect.name().toLowerCase(Locale.ROOT)));
        ArrayNode monitored = node.putArray("monitored");
        run.monitored().forEach(monitored::add);
        ArrayNode inputs = node.putArray("inputs");
        for (Input input : run.inputs()) {
            inputs.addObject()
                    .put("role", input.role())
                    .put("file", input.file())
                    .put("bytes", input.bytes())
                    .put("sha256", input.sha256());
        }
        node.putObject("unknowns").put("continuous", run.dimension()).put("discrete", run.sites());
        node.set("roles", RolesJson.write(run.roles()));
        node.set("settings", SettingsJson.write(run.settings()));
        node.set("kernel", SettingsJson.write(run.kernel()));
        node.putObject("versions").put("tandem", run.version()).put("java", run.java());
        node.put("begun", run.begun().toString());
        node.put("compile_seconds", run.compileSeconds());
        run.reached().ifPresent(draws -> node.put("reached", draws));
        return (JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(node) + "\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    static RunDescription read(byte[] text) {
        JsonNode node = JsonMapper.shared().readTree(text);
        int format = node.path("format").asInt(0);
        if (format != FORMAT) {
            throw new IllegalArgumentException("it has layout " + format + ", and this program reads layout " + FORMAT);
        }
        List<String> monitored = new ArrayList<>();
        node.get("monitored").forEach(name -> monitored.add(name.asString()));
        List<Input> inputs = new ArrayList<>();
        for (JsonNode input : node.get("inputs")) {
            inputs.add(new Input(
                    input.get("role").asString(),
                    input.get("file").asString(),
                    input.get("bytes").asLong(),
                    input.get("sha256").asString()));
        }
        return new RunDescription(
                node.get("model").asString(),
                node.has("dialect")
                        ? Optional.of(
                                Dialect.valueOf(node.get("dialect").asString().toUpperCase(Locale.ROOT)))
                        : Optional.empty(),
                monitored,
                inputs,
                node.get("unknowns").get("continuous").asInt(),
                node.get("unknowns").get("discrete").asInt(),
                RolesJson.read(node.path("roles")),
                SettingsJson.readSettings(node.get("settings")),
                SettingsJson.readKernel(node.get("kernel")),
                node.get("versions").get("tandem").asString(),
                node.get("versions").get("java").asString(),
                Instant.parse(node.get("begun").asString()),
                node.get("compile_seconds").asDouble(),
                node.has("reached") ? Optional.of(node.get("reached").asInt()) : Optional.empty());
    }
}
