package dev.tandem.runs;

import dev.tandem.density.Variable;
import dev.tandem.sampling.Statistic;
import dev.tandem.sampling.WarmupHistory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The files of one chain in a run folder.
 *
 * @param draws statistics and values of its draws
 * @param warmup its iterations of warmup
 * @param checkpoint where it can go on
 * @param previous where it could go on before that
 */
record ChainFiles(Path draws, Path warmup, Path checkpoint, Path previous) {
    /** The files of a chain counted from 0; names count from 1, as the user does. */
    static ChainFiles of(Path folder, int chain) {
        String name = "chain-" + (chain + 1);
        return new ChainFiles(
                folder.resolve(name + ".draws"),
                folder.resolve(name + ".warmup"),
                folder.resolve(name + ".checkpoint"),
                folder.resolve(name + ".checkpoint.previous"));
    }

    /** The description of a table of draws: the names of its columns. */
    static byte[] describeDraws(int chain, List<Variable> variables) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("chain", chain + 1);
        node.set("statistics", write(Statistic.variables()));
        node.set("variables", write(variables));
        return bytes(node);
    }

    static byte[] describeWarmup(int chain, List<String> stages) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("chain", chain + 1);
        node.set("statistics", write(WarmupHistory.Column.variables()));
        ArrayNode names = node.putArray("stages");
        stages.forEach(names::add);
        return bytes(node);
    }

    private static byte[] bytes(ObjectNode node) {
        return JsonMapper.shared().writeValueAsString(node).getBytes(StandardCharsets.UTF_8);
    }

    private static ArrayNode write(List<Variable> variables) {
        ArrayNode node = JsonNodeFactory.instance.arrayNode();
        for (Variable variable : variables) {
            ObjectNode entry = node.addObject();
            entry.put("name", variable.name());
            entry.put("kind", variable.kind().name().toLowerCase(Locale.ROOT));
            ArrayNode shape = entry.putArray("shape");
            variable.shape().forEach(shape::add);
        }
        return node;
    }

    /** The variables that the draws are of. */
    List<Variable> variables() throws IOException {
        JsonNode node = JsonMapper.shared().readTree(TableReader.description(draws));
        List<Variable> variables = new ArrayList<>();
        for (JsonNode entry : node.get("variables")) {
            List<Integer> shape = new ArrayList<>();
            entry.get("shape").forEach(extent -> shape.add(extent.asInt()));
            variables.add(new Variable(
                    entry.get("name").asString(),
                    shape,
                    Variable.Kind.valueOf(entry.get("kind").asString().toUpperCase(Locale.ROOT))));
        }
        return variables;
    }

    /** Checkpoints that are as they were written, the latest first. */
    List<Checkpoint> checkpoints() throws IOException {
        List<Checkpoint> found = new ArrayList<>();
        for (Path file : List.of(checkpoint, previous)) {
            read(file).ifPresent(found::add);
        }
        return found;
    }

    private static Optional<Checkpoint> read(Path file) throws IOException {
        try {
            return Optional.of(Checkpoint.read(file));
        } catch (NoSuchFileException | DamagedFileException e) {
            return Optional.empty();
        }
    }

    /** Where a checkpoint is written before it takes its place. */
    Path fresh() {
        return checkpoint.resolveSibling(checkpoint.getFileName() + ".new");
    }
}
