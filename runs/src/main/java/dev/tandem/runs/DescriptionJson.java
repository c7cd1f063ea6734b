package dev.tandem.runs;

import dev.tandem.compiler.program.Summing;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.runs.RunDescription.Input;
import dev.tandem.runs.files.DamagedFileException;
import dev.tandem.runs.files.StoredFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The file {@code run.json} of a run folder. Its last field is the digest of all bytes before that field, so that a change
 * of any bit is noticed.
 */
public final class DescriptionJson {
    /** The version of the layout of run folders; raised when older programs could not read newer folders. */
    public static final int FORMAT = 2;

    /** The layout of the version before, which kept no digests: what is in such a folder is taken on trust. */
    private static final int UNSEALED = 1;

    private static final String DIGEST = ",\n  \"digest\" : \"";
    private static final String END = "\"\n}\n";
    private static final int DIGITS = 64;

    private DescriptionJson() {}

    public static byte[] write(RunDescription run) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("format", run.seal().isPresent() ? FORMAT : UNSEALED);
        node.put("model", run.model());
        run.dialect().ifPresent(dialect -> node.put("dialect", dialect.name().toLowerCase(Locale.ROOT)));
        ArrayNode monitored = node.putArray("monitored");
        run.monitored().forEach(monitored::add);
        ArrayNode summed = node.putArray("sum");
        run.summing().words().forEach(summed::add);
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
        run.seal().ifPresent(seal -> {
            ObjectNode files = node.putObject("files");
            seal.files().entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(file -> files.put(file.getKey(), file.getValue()));
            node.set("variables", ChainFiles.write(seal.variables()));
            node.put("run", seal.run());
        });
        String text = JsonMapper.shared()
                .writerWithDefaultPrettyPrinter()
                .writeValueAsString(node)
                .replace("\r\n", "\n");
        if (run.seal().isEmpty()) {
            return (text + "\n").getBytes(StandardCharsets.UTF_8);
        }
        String body = text.substring(0, text.lastIndexOf("\n}"));
        return (body + DIGEST + StoredFiles.sha256(body.getBytes(StandardCharsets.UTF_8)) + END)
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Whether the last field is the digest of what comes before it. */
    private static boolean sound(byte[] text) {
        int tail = DIGEST.length() + DIGITS + END.length();
        if (text.length < tail) {
            return false;
        }
        byte[] body = Arrays.copyOf(text, text.length - tail);
        byte[] expected = (DIGEST + StoredFiles.sha256(body) + END).getBytes(StandardCharsets.UTF_8);
        return Arrays.equals(expected, Arrays.copyOfRange(text, body.length, text.length));
    }

    /** A digest of all that decides the draws of a run; how many there are to be, and on how many threads, does not. */
    public static String identify(RunDescription run, Map<String, String> files) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        if (files.isEmpty()) {
            node.put("model", run.model());
        }
        ObjectNode settings = SettingsJson.write(run.settings());
        settings.remove(List.of("kernel", "draws", "threads", "until_effective_size"));
        node.set("settings", settings);
        node.set("kernel", SettingsJson.write(run.kernel()));
        ArrayNode monitored = node.putArray("monitored");
        run.monitored().forEach(monitored::add);
        ArrayNode summed = node.putArray("sum");
        run.summing().words().forEach(summed::add);
        new TreeMap<>(files).forEach(node::put);
        return StoredFiles.sha256(JsonMapper.shared().writeValueAsString(node).getBytes(StandardCharsets.UTF_8));
    }

    /** What the run or the runs in a folder are, from the file that says so. */
    public static RunDescription read(Path file) throws IOException {
        byte[] text = StoredFiles.bytes(file);
        try {
            return read(text);
        } catch (JacksonException | NullPointerException | DateTimeException e) {
            throw new DamagedFileException(file, "it does not describe a run");
        } catch (IllegalArgumentException e) {
            throw new DamagedFileException(file, e.getMessage());
        }
    }

    public static RunDescription read(byte[] text) {
        JsonNode node = JsonMapper.shared().readTree(text);
        int format = node.path("format").asInt(0);
        if (format != FORMAT && format != UNSEALED) {
            throw new IllegalArgumentException("it has layout " + format + ", and this program reads layout " + FORMAT);
        }
        if (format == FORMAT && !sound(text)) {
            throw new IllegalArgumentException("its digest is wrong");
        }
        List<String> monitored = new ArrayList<>();
        node.get("monitored").forEach(name -> monitored.add(name.asString()));
        List<String> summed = new ArrayList<>();
        node.path("sum").forEach(word -> summed.add(word.asString()));
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
                // A folder of an earlier version has all unknowns in its states.
                summed.isEmpty() ? Summing.joint() : Summing.of(summed),
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
                node.has("reached") ? Optional.of(node.get("reached").asInt()) : Optional.empty(),
                format == FORMAT ? Optional.of(seal(node)) : Optional.empty());
    }

    private static RunDescription.Seal seal(JsonNode node) {
        Map<String, String> files = new HashMap<>();
        node.get("files")
                .properties()
                .forEach(file -> files.put(file.getKey(), file.getValue().asString()));
        return new RunDescription.Seal(node.get("run").asString(), files, ChainFiles.read(node.get("variables")));
    }
}
