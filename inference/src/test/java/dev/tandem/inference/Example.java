package dev.tandem.inference;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** One folder of examples: a model, its data, and what was found out about its posterior by other means. */
public record Example(String name, Path folder, Map<String, Truth> truths) {
    private static final Path EXAMPLES = Path.of("..", "examples");

    /** Mean and standard deviation of an element, with the Monte Carlo errors of both; 0 where they are exact. */
    public record Truth(double mean, double meanError, double sd, double sdError) {}

    public static List<Example> all() {
        try (Stream<Path> folders = Files.list(EXAMPLES)) {
            return folders.filter(folder -> Files.exists(folder.resolve("truth.json")))
                    .sorted()
                    .map(Example::read)
                    .toList();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static Example read(Path folder) {
        JsonNode root = new ObjectMapper().readTree(folder.resolve("truth.json").toFile());
        Map<String, Truth> truths = new LinkedHashMap<>();
        for (String part : List.of("quantities", "derived")) {
            root.path(part).properties().forEach(entry -> {
                JsonNode row = entry.getValue();
                truths.put(
                        entry.getKey(),
                        new Truth(
                                row.get("mean").doubleValue(),
                                row.get("mcse_mean").doubleValue(),
                                row.get("sd").doubleValue(),
                                row.get("mcse_sd").doubleValue()));
            });
        }
        return new Example(folder.getFileName().toString(), folder, truths);
    }

    /** The model bound to its data, reporting what there is truth about. */
    public BoundModel bind() {
        Path json = folder.resolve("data.json");
        String[] names = truths.keySet().stream()
                .map(element -> element.replaceFirst("\\[.*", ""))
                .distinct()
                .toArray(String[]::new);
        return Model.read(folder.resolve("model.bug"))
                .with(Files.exists(json) ? json : folder.resolve("data.R"))
                .monitoring(names);
    }

    @Override
    public String toString() {
        return name;
    }
}
