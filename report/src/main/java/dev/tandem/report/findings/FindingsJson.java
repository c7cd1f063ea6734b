package dev.tandem.report.findings;

import dev.tandem.draws.summary.Convergence;
import dev.tandem.report.text.JsonNumbers;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What was found about a run, as the scripts of pages read it. */
public final class FindingsJson {
    private static final int MOST_NAMES = 200;

    private FindingsJson() {}

    /** Verdict, warnings and notes, with the thresholds that they come from. */
    public static void put(ObjectNode root, Findings findings) {
        ObjectNode verdict = root.putObject("verdict");
        verdict.put("trust", findings.verdict().trust().name().toLowerCase(Locale.ROOT));
        verdict.put("headline", findings.verdict().headline());
        verdict.put("reason", findings.verdict().reason());
        ObjectNode thresholds = root.putObject("thresholds");
        thresholds.put("rhat", Findings.GREATEST_RHAT);
        thresholds.put("ess", Findings.SMALLEST_SIZE);
        thresholds.put("ebfmi", Findings.SMALLEST_EBFMI);
        put(root.putArray("warnings"), findings.warnings());
        put(root.putArray("notes"), findings.notes());
    }

    /** The worst of all that is judged. */
    public static void put(ObjectNode node, Convergence judged) {
        node.put("rhatOf", judged.rhatOf());
        if (judged.rhat() == Double.POSITIVE_INFINITY) {
            node.put("rhat", "Infinity");
        } else {
            JsonNumbers.put(node, "rhat", judged.rhat());
        }
        node.put("sizeOf", judged.sizeOf());
        JsonNumbers.put(node, "size", judged.size());
    }

    private static void put(ArrayNode array, List<Finding> findings) {
        for (Finding finding : findings) {
            ObjectNode node = array.addObject();
            node.put("kind", finding.kind().name().toLowerCase(Locale.ROOT));
            node.put("what", finding.what());
            node.put("advice", finding.advice());
            node.put("count", finding.unknowns().size());
            ArrayNode names = node.putArray("unknowns");
            finding.unknowns().stream().limit(MOST_NAMES).forEach(names::add);
        }
    }
}
