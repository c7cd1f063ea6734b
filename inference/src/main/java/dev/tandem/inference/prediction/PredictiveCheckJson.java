package dev.tandem.inference.prediction;

import dev.tandem.report.text.JsonNumbers;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Predictions held against what was observed, as JSON. */
public final class PredictiveCheckJson {
    private PredictiveCheckJson() {}

    /** Adds the features of the observed variables, each beside its predictions. */
    public static void addFeatures(ObjectNode answer, PredictiveCheck check) {
        ArrayNode features = answer.putArray("features");
        for (PredictiveCheck.Feature feature : check.features()) {
            ObjectNode node = features.addObject();
            node.put("variable", feature.variable());
            node.put("feature", feature.feature());
            JsonNumbers.put(node, "observed", feature.observed());
            JsonNumbers.put(node, "mean", feature.mean());
            JsonNumbers.put(node, "q5", feature.q5());
            JsonNumbers.put(node, "q95", feature.q95());
            JsonNumbers.put(node, "p_below", feature.below());
            JsonNumbers.put(node, "p_above", feature.above());
        }
    }
}
