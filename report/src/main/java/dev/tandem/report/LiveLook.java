package dev.tandem.report;

import dev.tandem.density.Variable;
import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.Convergence;
import dev.tandem.draws.summary.Summary;
import dev.tandem.draws.summary.SummaryRow;
import dev.tandem.report.findings.Findings;
import dev.tandem.report.findings.FindingsJson;
import dev.tandem.report.findings.RunFacts;
import dev.tandem.report.plot.Divergences;
import dev.tandem.report.text.JsonNumbers;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One look at the draws of a run that is going: the verdict as it would read now, how far the worst unknowns are from the
 * goal, and the traces of a few of them.
 *
 * @param title the name of the model
 * @param subtitle how much there is, in words
 * @param facts how the run goes
 * @param findings what would be said if it ended here
 * @param draws the draws so far
 * @param statistics what is known of each draw
 * @param kept the chains that the draws are of, counted from 0
 * @param summary the draws in numbers
 * @param judged the worst of the unknowns and the log density
 * @param history the looks so far, this one included
 * @param goal the effective size to reach
 */
public record LiveLook(
        String title,
        String subtitle,
        RunFacts facts,
        Findings findings,
        Draws draws,
        Draws statistics,
        List<Integer> kept,
        Summary summary,
        Convergence judged,
        List<Step> history,
        double goal) {
    /** Traces that are shown. */
    public static final int TRACES = 5;

    /** Draws of a chain that a trace shows. */
    private static final int MOST_POINTS = 400;

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /**
     * Where the run was at an earlier look.
     *
     * @param draws draws of each chain
     * @param rhat the largest R-hat
     * @param size the smallest effective size
     */
    public record Step(int draws, double rhat, double size) {}

    public LiveLook {
        kept = List.copyOf(kept);
        history = List.copyOf(history);
    }

    /** The look as the script of the page reads it. */
    public ObjectNode json() {
        ObjectNode root = NODES.objectNode();
        root.put("title", title);
        root.put("subtitle", subtitle);
        root.put("sampler", facts.sampler());
        root.put("chains", draws.chains());
        root.put("chainsAsked", facts.chainsAsked());
        root.put("draws", draws.drawsPerChain());
        root.put("divergences", facts.divergences());
        root.put("goal", goal);
        kept.forEach(root.putArray("kept")::add);
        FindingsJson.put(root, findings);
        FindingsJson.put(root.putObject("judged"), judged);
        ArrayNode steps = root.putArray("history");
        for (Step step : history) {
            ArrayNode node = steps.addArray().add(step.draws());
            JsonNumbers.addRounded(node, step.rhat());
            JsonNumbers.addRounded(node, step.size());
        }
        if (facts.hasDraws()) {
            traces(root);
        }
        return root;
    }

    /** The unknowns that hold the run up, the worst first; those that never changed hold nothing up. */
    private int[] worst() {
        List<SummaryRow> rows = summary.rows();
        return IntStream.range(0, rows.size())
                .boxed()
                .filter(element -> rows.get(element).sd() > 0
                        && Double.isFinite(rows.get(element).sd()))
                .sorted(Comparator.<Integer>comparingDouble(element -> {
                            double rhat = rows.get(element).rhat();
                            return rhat > Findings.GREATEST_RHAT ? -rhat : 0;
                        })
                        .thenComparingDouble(element -> rows.get(element).effectiveSize()))
                .limit(TRACES)
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private void traces(ObjectNode root) {
        int stride = (draws.drawsPerChain() + MOST_POINTS - 1) / MOST_POINTS;
        ObjectNode detail = root.putObject("detail");
        detail.put("stride", stride);
        detail.put("envelope", 0);
        Divergences divergences = divergences();
        ObjectNode divergent = root.putObject("divergent");
        divergent.put("total", divergences.total());
        ArrayNode shown = divergent.putArray("shown");
        divergences.shown().forEach(place -> shown.add(place.chain()).add(place.draw()));
        ArrayNode worst = root.putArray("worst");
        for (int element : worst()) {
            SummaryRow row = summary.rows().get(element);
            ObjectNode node = worst.addObject();
            node.put("name", row.name());
            node.put("discrete", draws.variableOf(element).kind() == Variable.Kind.DISCRETE);
            if (row.rhat() == Double.POSITIVE_INFINITY) {
                node.put("rhat", "Infinity");
            } else {
                JsonNumbers.put(node, "rhat", row.rhat());
            }
            JsonNumbers.put(node, "size", row.effectiveSize());
            ArrayNode chains = node.putArray("draws");
            for (double[] chain : draws.element(element)) {
                ArrayNode values = chains.addArray();
                for (int draw = 0; draw < chain.length; draw += stride) {
                    JsonNumbers.addRounded(values, chain[draw]);
                }
            }
        }
    }

    private Divergences divergences() {
        return statistics.variables().stream()
                .filter(variable -> variable.name().equals(ReportContent.DIVERGENT))
                .findFirst()
                .map(variable -> Divergences.of(statistics.element(statistics.firstElement(variable.name()))))
                .orElseGet(Divergences::none);
    }
}
