package dev.tandem.runs;

import dev.tandem.density.Variable;
import dev.tandem.runs.files.DamagedFileException;
import dev.tandem.runs.files.TableReader;
import dev.tandem.sampling.Statistic;
import dev.tandem.sampling.WarmupHistory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
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
    /** How often a reader looks for a checkpoint that a writer is putting in place. */
    private static final int ATTEMPTS = 3;

    /** The files of a chain counted from 0; names count from 1, as the user does. */
    static ChainFiles of(Path folder, int chain) {
        String name = "chain-" + (chain + 1);
        return new ChainFiles(
                folder.resolve(name + ".draws"),
                folder.resolve(name + ".warmup"),
                folder.resolve(name + ".checkpoint"),
                folder.resolve(name + ".checkpoint.previous"));
    }

    /**
     * The description of a table of draws: whose it is, and the names of its columns. A table with another one is not the
     * one that was looked for.
     */
    static byte[] describeDraws(RunDescription run, int chain, List<Variable> variables) {
        ObjectNode node = describe(run, chain);
        node.set("statistics", write(Statistic.variables()));
        node.set("variables", write(variables));
        return bytes(node);
    }

    static byte[] describeWarmup(RunDescription run, int chain) {
        ObjectNode node = describe(run, chain);
        node.set("statistics", write(WarmupHistory.Column.variables()));
        ArrayNode names = node.putArray("stages");
        run.settings().stages().forEach(names::add);
        return bytes(node);
    }

    private static ObjectNode describe(RunDescription run, int chain) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("chain", chain + 1);
        run.seal().ifPresent(seal -> node.put("run", seal.run()));
        return node;
    }

    private static byte[] bytes(ObjectNode node) {
        return JsonMapper.shared().writeValueAsString(node).getBytes(StandardCharsets.UTF_8);
    }

    static ArrayNode write(List<Variable> variables) {
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

    static List<Variable> read(JsonNode node) {
        List<Variable> variables = new ArrayList<>();
        for (JsonNode entry : node) {
            List<Integer> shape = new ArrayList<>();
            entry.get("shape").forEach(extent -> shape.add(extent.asInt()));
            variables.add(new Variable(
                    entry.get("name").asString(),
                    shape,
                    Variable.Kind.valueOf(entry.get("kind").asString().toUpperCase(Locale.ROOT))));
        }
        return variables;
    }

    /** The variables that the draws in a folder are of; empty if no table tells. */
    static Optional<List<Variable>> variables(Path folder, RunDescription run) {
        if (run.seal().isPresent()) {
            return run.seal().map(RunDescription.Seal::variables);
        }
        for (int chain = 0; chain < run.settings().chains(); chain++) {
            try {
                byte[] header = TableReader.description(of(folder, chain).draws());
                return Optional.of(read(JsonMapper.shared().readTree(header).get("variables")));
            } catch (IOException e) {
                // Another chain may tell.
            }
        }
        return Optional.empty();
    }

    /**
     * The latest checkpoint of a chain.
     *
     * @return empty if it has none, as a chain of an earlier version that has just begun
     * @throws DamagedFileException if it is lost, or not as it was written
     */
    Optional<Checkpoint> latest(RunDescription run, int chain) throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            for (Path file : List.of(checkpoint, fresh())) {
                try {
                    return Optional.of(Checkpoint.read(file, run, chain));
                } catch (NoSuchFileException e) {
                    // The writer may be just between two names; then the new one is there under its first name.
                } catch (DamagedFileException e) {
                    if (file.equals(checkpoint)) {
                        throw e;
                    }
                }
            }
        }
        if (run.seal().isPresent() || exists(previous)) {
            throw new DamagedFileException(checkpoint, "it is missing");
        }
        return Optional.empty();
    }

    /** Whether something has that name, be it what it may. */
    static boolean exists(Path file) {
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    }

    /** Where a checkpoint is written before it takes its place. */
    Path fresh() {
        return checkpoint.resolveSibling(checkpoint.getFileName() + ".new");
    }

    /** All places where a checkpoint can be, the latest first. */
    List<Path> checkpoints() {
        return Stream.of(checkpoint, fresh(), previous)
                .filter(file -> !file.equals(fresh()) || !exists(checkpoint))
                .filter(ChainFiles::exists)
                .toList();
    }
}
