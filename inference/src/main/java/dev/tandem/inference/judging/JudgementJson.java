package dev.tandem.inference.judging;

import dev.tandem.draws.judging.Estimate;
import dev.tandem.draws.judging.LeaveOneOut;
import dev.tandem.report.text.JsonNumbers;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** How well models predict as JSON, for other programs; what is not a number is null. */
public final class JudgementJson {
    private JudgementJson() {}

    /** One model by itself. */
    public static String render(Judgement model) {
        return text(node(model));
    }

    /** Several models, the best first, and then each by itself. */
    public static String render(List<Judgement> models, ModelComparison comparison) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("units", comparison.units());
        ArrayNode compared = root.putArray("comparison");
        for (ModelComparison.Row row : comparison.rows()) {
            ObjectNode node = compared.addObject();
            node.put("run", row.name());
            put(node, "elpd_loo", row.leaveOneOut().expectation());
            put(node, "difference", row.difference());
            JsonNumbers.put(node, "stacking", row.stacking());
            JsonNumbers.put(node, "pseudo_bma_plus", row.averaging());
        }
        ArrayNode all = root.putArray("runs");
        models.forEach(model -> all.add(node(model)));
        return text(root);
    }

    private static String text(ObjectNode root) {
        return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    }

    private static ObjectNode node(Judgement model) {
        LeaveOneOut loo = model.leaveOneOut();
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("run", model.name());
        node.put(
                "draws", (long) model.likelihood().chains() * model.likelihood().drawsPerChain());
        ArrayNode summed = node.putArray("summed_over");
        model.likelihood().summed().forEach(summed::add);
        put(node, "elpd_loo", loo.expectation());
        put(node, "p_loo", loo.parameters());
        put(node, "looic", loo.expectation().times(-2));
        JsonNumbers.put(node, "mcse_elpd_loo", loo.error());
        put(node, "elpd_waic", loo.widelyApplicable());
        put(node, "p_waic", loo.widelyApplicableParameters());
        put(node, "waic", loo.widelyApplicable().times(-2));
        DevianceCriterion deviance = model.deviance();
        ObjectNode dic = node.putObject("dic");
        JsonNumbers.put(dic, "mean_deviance", deviance.deviance());
        JsonNumbers.put(dic, "pD_divergence", deviance.byDivergence().orElse(Double.NaN));
        JsonNumbers.put(dic, "dic_divergence", deviance.criterionByDivergence().orElse(Double.NaN));
        JsonNumbers.put(dic, "pD_half_variance", deviance.byVariance());
        JsonNumbers.put(dic, "dic_half_variance", deviance.criterionByVariance());
        ArrayNode units = node.putArray("units");
        for (int i = 0; i < loo.units().size(); i++) {
            LeaveOneOut.Unit unit = loo.units().get(i);
            ObjectNode one = units.addObject();
            one.put("name", unit.name());
            one.put("observations", model.likelihood().nodes(i));
            JsonNumbers.put(one, "elpd_loo", unit.expectation());
            JsonNumbers.put(one, "mcse_elpd_loo", unit.error());
            JsonNumbers.put(one, "p_loo", unit.inSample() - unit.expectation());
            JsonNumbers.put(one, "pareto_k", unit.shape());
            one.put("by", JudgementText.by(unit.how()));
            JsonNumbers.put(one, "n_eff", unit.effectiveSize());
            JsonNumbers.put(one, "p_waic", unit.variance());
        }
        return node;
    }

    private static void put(ObjectNode node, String name, Estimate estimate) {
        ObjectNode value = node.putObject(name);
        JsonNumbers.put(value, "estimate", estimate.value());
        JsonNumbers.put(value, "se", estimate.standardError());
    }
}
