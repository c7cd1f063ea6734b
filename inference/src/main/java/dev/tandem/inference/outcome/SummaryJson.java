package dev.tandem.inference.outcome;

import dev.tandem.density.Roles;
import dev.tandem.density.Variable;
import dev.tandem.draws.summary.Convergence;
import dev.tandem.draws.summary.Summary;
import dev.tandem.draws.summary.SummaryRow;
import dev.tandem.report.text.JsonNumbers;
import dev.tandem.sampling.ChainReport;
import dev.tandem.sampling.trajectory.Tuning;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The results of a run as JSON, for other programs; what is not a number is null. */
public final class SummaryJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private SummaryJson() {}

    public static String render(Outcome outcome) {
        ObjectNode root = NODES.objectNode();
        root.put("model", outcome.model());
        root.put("seed", outcome.settings().seed());
        root.put("sampler", outcome.run().kernel().toString());
        root.put("chains", outcome.run().draws().chains());
        root.put("draws", outcome.run().draws().drawsPerChain());
        ObjectNode seconds = root.putObject("seconds");
        seconds.put("compile", outcome.compileSeconds());
        seconds.put("warmup", outcome.warmupSeconds());
        seconds.put("sampling", outcome.samplingSeconds());
        root.put("divergences", outcome.run().divergences());
        root.set("tuning", tuning(outcome));
        ArrayNode variables = root.putArray("variables");
        List<SummaryRow> rows = outcome.summary().rows();
        for (int element = 0; element < rows.size(); element++) {
            variables.add(variable(
                    rows.get(element), Optional.of(outcome.run().roles().fate(element))));
        }
        outcome.counted().ifPresent(reason -> root.put("counted_because", reason));
        root.set("judged", judged(outcome));
        ArrayNode warnings = root.putArray("warnings");
        outcome.findings().warnings().forEach(warning -> warnings.add(warning.what() + " " + warning.advice()));
        root.put("stopped", outcome.stopped());
        return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(root);
    }

    /** The rows of a table that was not drawn but computed from draws, as a list. */
    public static String render(Summary summary) {
        ArrayNode rows = NODES.arrayNode();
        summary.rows().forEach(row -> rows.add(variable(row, Optional.empty())));
        return JsonMapper.shared().writeValueAsString(rows);
    }

    /** The worst of all unknowns, those that are not reported included, and of the log density. */
    private static ObjectNode judged(Outcome outcome) {
        ObjectNode node = NODES.objectNode();
        Convergence convergence = outcome.convergence();
        node.put("not_reported", outcome.run().roles().hiddenSize());
        JsonNumbers.put(node, "largest_rhat", convergence.rhat());
        if (convergence.rhat() == Double.POSITIVE_INFINITY) {
            node.put("rhat_infinite", true);
        }
        node.put("largest_rhat_of", convergence.rhatOf());
        JsonNumbers.put(node, "smallest_ess", convergence.size());
        node.put("smallest_ess_of", convergence.sizeOf());
        return node;
    }

    private static ObjectNode tuning(Outcome outcome) {
        ObjectNode node = NODES.objectNode();
        ArrayNode chains = node.putArray("chains");
        for (ChainReport chain : outcome.run().chains()) {
            Tuning tuning = chain.tuning();
            ObjectNode entry = chains.addObject();
            JsonNumbers.put(entry, "step_size", tuning.stepSize());
            JsonNumbers.put(entry, "trajectory_time", outcome.timed() ? tuning.trajectoryTime() : Double.NaN);
            entry.put("metric", tuning.kinetic().describe());
            if (!tuning.centring().isNone()) {
                ObjectNode centring = entry.putObject("centring");
                tuning.centring().shares().forEach(share -> JsonNumbers.put(centring, share.name(), share.centred()));
            }
            entry.put("sites_per_step", tuning.sitesPerStep());
            entry.put("sites_at_end", tuning.closingSites());
            JsonNumbers.put(entry, "acceptance", chain.acceptance());
            entry.put("divergences", chain.divergences());
            JsonNumbers.put(entry, "ebfmi", outcome.continuous() ? chain.ebfmi() : Double.NaN);
            JsonNumbers.put(entry, "changed", outcome.discrete() ? chain.flipRate() : Double.NaN);
            entry.put("deepest_tree", chain.deepest());
            entry.put("gradients", chain.gradients());
            entry.put("warmup_seconds", chain.warmupSeconds());
            entry.put("sampling_seconds", chain.samplingSeconds());
            entry.put("sampling_cpu_seconds", chain.samplingCpuSeconds());
        }
        return node;
    }

    private static ObjectNode variable(SummaryRow row, Optional<Roles.Fate> fate) {
        ObjectNode node = NODES.objectNode();
        node.put("name", row.name());
        node.put("kind", row.kind() == Variable.Kind.DISCRETE ? "discrete" : "continuous");
        fate.ifPresent(known -> node.put("fate", known.toString()));
        JsonNumbers.put(node, "mean", row.mean());
        JsonNumbers.put(node, "sd", row.sd());
        JsonNumbers.put(node, "mcse_mean", row.mcseMean());
        JsonNumbers.put(node, "q5", row.q5());
        JsonNumbers.put(node, "q50", row.q50());
        JsonNumbers.put(node, "q95", row.q95());
        JsonNumbers.put(node, "rhat", row.rhat());
        if (row.rhat() == Double.POSITIVE_INFINITY) {
            // JSON has no such number. The chains stand still at different values.
            node.put("rhat_infinite", true);
        }
        JsonNumbers.put(node, "ess_bulk", row.essBulk());
        JsonNumbers.put(node, "ess_tail", row.essTail());
        if (row.kind() == Variable.Kind.DISCRETE) {
            node.put("exact_probabilities", row.exact());
            ArrayNode frequencies = node.putArray("probabilities");
            for (SummaryRow.Frequency frequency : row.frequencies()) {
                ObjectNode entry = frequencies.addObject();
                entry.put("value", frequency.value());
                entry.put("probability", frequency.probability());
                if (row.exact()) {
                    JsonNumbers.put(entry, "mcse", frequency.mcse());
                }
            }
        }
        return node;
    }
}
