package dev.tandem.inference.judging;

import dev.tandem.draws.judging.LeaveOneOut;
import dev.tandem.report.text.Columns;
import dev.tandem.report.text.JsonNumbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What is said about the sensitivity of a run to its priors, in words and as JSON. */
public final class PriorSensitivityText {
    private PriorSensitivityText() {}

    /**
     * A table with what it means.
     *
     * @param most rows to show; of more, those that depend on the prior most; 0 for all
     */
    public static String render(PriorSensitivity sensitivity, int most) {
        StringBuilder text = new StringBuilder();
        text.append(sensitivity.name())
                .append(": ")
                .append(sensitivity.draws())
                .append(" draws; ")
                .append(sensitivity.priors().size() == 1 ? "the prior of " : "the priors of ")
                .append(String.join(", ", sensitivity.priors()))
                .append(" and the likelihood of ")
                .append(sensitivity.units())
                .append(sensitivity.units() == 1 ? " unit" : " units")
                .append(" of data\n\n");
        List<PriorSensitivity.Row> rows = sensitivity.rows();
        boolean all = most == 0 || rows.size() <= most;
        List<PriorSensitivity.Row> shown = all
                ? rows
                : rows.stream()
                        .sorted(Comparator.comparingDouble(PriorSensitivity.Row::prior)
                                .reversed())
                        .limit(most)
                        .toList();
        List<List<String>> lines = new ArrayList<>();
        lines.add(List.of("", "prior", "likelihood", words("diagnosis")));
        shown.forEach(row -> lines.add(List.of(
                row.element(),
                thousandths(row.prior()),
                thousandths(row.likelihood()),
                words(row.diagnosis().words()))));
        text.append(Columns.named(1, lines));
        if (!all) {
            text.append(".. and ").append(rows.size() - shown.size()).append(" more that depend on the prior less\n");
        }
        text.append(explanation(sensitivity));
        return text.toString();
    }

    private static String explanation(PriorSensitivity sensitivity) {
        StringBuilder text = new StringBuilder();
        if (sensitivity.flat()) {
            text.append("\nThese priors are flat wherever the draws are, so that no power of them changes anything.\n");
        } else if (sensitivity.diagnosed().isEmpty()) {
            text.append("\nNo unknown depends on the priors to a degree that matters.\n");
        }
        if (has(sensitivity, PriorSensitivity.Diagnosis.CONFLICT)) {
            text.append("\npotential prior-data conflict: priors and data both move the unknown, as where they pull it")
                    .append("\n  different ways. Does the prior say what you know? If it does, are the data right?\n");
        }
        if (has(sensitivity, PriorSensitivity.Diagnosis.STRONG_PRIOR)) {
            text.append("\npotential strong prior / weak likelihood: the prior moves the unknown, the data hardly do.")
                    .append("\n  Say where that prior comes from: the answer rests on it.\n");
        }
        double shape = Math.max(sensitivity.flat() ? 0 : sensitivity.priorShape(), sensitivity.likelihoodShape());
        if (shape > LeaveOneOut.LARGEST_SHAPE) {
            text.append("\nwarning: k of the weights is ")
                    .append(String.format(Locale.ROOT, "%.2f", shape))
                    .append(", above 0.7: these numbers cannot be relied upon. More draws may help.\n");
        }
        return text.toString();
    }

    private static boolean has(PriorSensitivity sensitivity, PriorSensitivity.Diagnosis diagnosis) {
        return sensitivity.rows().stream().anyMatch(row -> row.diagnosis() == diagnosis);
    }

    /** As long as the longest, so that all begin in the same column. */
    private static String words(String cell) {
        return String.format(
                Locale.ROOT,
                "%-" + PriorSensitivity.Diagnosis.STRONG_PRIOR.words().length() + "s",
                cell);
    }

    private static String thousandths(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }

    /** All rows as JSON, for other programs; what is not a number is null. */
    public static String json(PriorSensitivity sensitivity) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("run", sensitivity.name());
        root.put("draws", sensitivity.draws());
        root.put("units", sensitivity.units());
        ArrayNode priors = root.putArray("priors");
        sensitivity.priors().forEach(priors::add);
        root.put("flat_prior", sensitivity.flat());
        root.put("threshold", PriorSensitivity.THRESHOLD);
        ObjectNode shapes = root.putObject("pareto_k");
        JsonNumbers.put(shapes, "prior", sensitivity.flat() ? Double.NaN : sensitivity.priorShape());
        JsonNumbers.put(shapes, "likelihood", sensitivity.likelihoodShape());
        ArrayNode rows = root.putArray("unknowns");
        for (PriorSensitivity.Row row : sensitivity.rows()) {
            ObjectNode node = rows.addObject();
            node.put("name", row.element());
            JsonNumbers.put(node, "prior", row.prior());
            JsonNumbers.put(node, "likelihood", row.likelihood());
            node.put("diagnosis", row.diagnosis().words());
        }
        return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    }
}
