package dev.tandem.benchmark;

import dev.tandem.density.MixedDensity;
import dev.tandem.models.GaussianMixture;
import dev.tandem.models.TopicDocument;
import dev.tandem.models.VariableSelection;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The paper's three problems: from its data files where they are at hand, else from simulated data of the same law. */
final class PaperProblems {
    private static final int[] DOCUMENTS = {213, 1861, 2007};

    private PaperProblems() {}

    static Map<String, MixedDensity> simulated() {
        Map<String, MixedDensity> problems = new LinkedHashMap<>();
        problems.put("mixture", GaussianMixture.twentyFourDimensional(false));
        problems.put("selection", VariableSelection.simulated(1));
        problems.put("topic-62", TopicDocument.simulated(1, 10, 62));
        problems.put("topic-136", TopicDocument.simulated(2, 10, 136));
        problems.put("topic-299", TopicDocument.simulated(3, 10, 299));
        return problems;
    }

    /** Reads the folders blr and ctm below {@code data}. */
    static Map<String, MixedDensity> read(Path data) throws IOException {
        Map<String, MixedDensity> problems = new LinkedHashMap<>();
        problems.put("mixture", GaussianMixture.twentyFourDimensional(false));
        JsonNode regression = json(data.resolve("blr/simulated.json"));
        problems.put(
                "selection",
                new VariableSelection(
                        matrix(regression.get("X")),
                        Arrays.stream(vector(regression.get("y")))
                                .mapToInt(value -> (int) value)
                                .toArray()));
        JsonNode model = json(data.resolve("ctm/ap-ctm10.json"));
        double[][] logBeta = logBeta(data.resolve("ctm/ap-ctm10-logbeta.txt.gz"));
        JsonNode documents = json(data.resolve("ctm/ap-paper20.json"));
        for (int wanted : DOCUMENTS) {
            JsonNode document = StreamSupport.stream(list(documents).spliterator(), false)
                    .filter(entry -> entry.get("doc").asInt() == wanted)
                    .findFirst()
                    .orElseThrow(() -> new IOException("document " + wanted + " is not in ap-paper20.json"));
            int[] words = Arrays.stream(vector(document.get("w")))
                    .mapToInt(value -> (int) value)
                    .toArray();
            problems.put(
                    "topic-" + words.length,
                    new TopicDocument(vector(model.get("mu")), matrix(model.get("Sigma")), logBeta, words));
        }
        return problems;
    }

    private static JsonNode json(Path file) throws IOException {
        return new ObjectMapper().readTree(Files.readString(file));
    }

    private static JsonNode list(JsonNode node) {
        return node.isArray() ? node : node.get(node.has("documents") ? "documents" : "docs");
    }

    private static double[] vector(JsonNode node) {
        return StreamSupport.stream(node.spliterator(), false)
                .mapToDouble(JsonNode::asDouble)
                .toArray();
    }

    private static double[][] matrix(JsonNode node) {
        return StreamSupport.stream(node.spliterator(), false)
                .map(PaperProblems::vector)
                .toArray(double[][]::new);
    }

    private static double[][] logBeta(Path file) throws IOException {
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.US_ASCII))) {
            return lines.lines()
                    .map(line -> Arrays.stream(line.trim().split("\\s+", -1))
                            .mapToDouble(Double::parseDouble)
                            .toArray())
                    .toArray(double[][]::new);
        }
    }
}
