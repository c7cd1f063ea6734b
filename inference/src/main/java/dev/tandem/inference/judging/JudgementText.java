package dev.tandem.inference.judging;

import dev.tandem.draws.judging.Estimate;
import dev.tandem.draws.judging.LeaveOneOut;
import dev.tandem.report.text.Columns;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What is said in words about how well models predict. */
public final class JudgementText {
    /** Differences of so many standard errors, or less, are none. */
    private static final double CLEAR = 2;

    /** Differences of so many units of log density, or less, are small whatever their error. */
    private static final double SMALL = 4;

    private static final List<String> LEVELS =
            List.of("good, to 0.5", "fair, to 0.7", "bad, to 1", "very bad, above 1");

    private final int rows;

    private JudgementText(int rows) {
        this.rows = rows;
    }

    /**
     * One model by itself.
     *
     * @param rows the units to name whose part cannot be relied upon, the worst first; 0 for all
     */
    public static String render(Judgement model, int rows) {
        return new JudgementText(rows).of(model);
    }

    /**
     * Several models, the best first.
     *
     * @param rows the units of each model to name whose part cannot be relied upon, the worst first; 0 for all
     */
    public static String render(List<Judgement> models, ModelComparison comparison, int rows) {
        return new JudgementText(rows).of(models, comparison);
    }

    private String of(Judgement model) {
        LeaveOneOut loo = model.leaveOneOut();
        StringBuilder text = new StringBuilder();
        text.append(heading(model)).append("\n\n");
        text.append(Columns.named(
                1,
                List.of(
                        List.of("", "estimate", "SE"),
                        line("elpd_loo", loo.expectation()),
                        line("p_loo", loo.parameters()),
                        line("looic", loo.expectation().times(-2)),
                        line("elpd_waic", loo.widelyApplicable()),
                        line("p_waic", loo.widelyApplicableParameters()),
                        line("waic", loo.widelyApplicable().times(-2)))));
        if (!Double.isNaN(loo.error())) {
            text.append("\nMonte Carlo error of elpd_loo: ")
                    .append(tenths(loo.error(), 3))
                    .append('\n');
        }
        text.append('\n')
                .append(shapes(loo))
                .append('\n')
                .append(deviance(model))
                .append(warnings(model, ""));
        return text.toString();
    }

    private String of(List<Judgement> models, ModelComparison comparison) {
        StringBuilder text = new StringBuilder();
        models.forEach(model -> text.append(heading(model)).append('\n'));
        if (comparison.joined()) {
            text.append("compared by ")
                    .append(comparison.units())
                    .append(" units: those of one model that overlap in another are taken together\n");
        }
        List<List<String>> lines = new ArrayList<>();
        lines.add(List.of("", "elpd_loo", "SE", "difference", "SE", "p_loo", "stacking", "pseudo-BMA+", "k > 0.7"));
        for (ModelComparison.Row row : comparison.rows()) {
            LeaveOneOut loo = row.leaveOneOut();
            lines.add(List.of(
                    row.name(),
                    tenths(loo.expectation().value(), 1),
                    tenths(loo.expectation().standardError(), 1),
                    tenths(row.difference().value(), 1),
                    tenths(row.difference().standardError(), 1),
                    tenths(loo.parameters().value(), 1),
                    tenths(row.stacking(), 2),
                    tenths(row.averaging(), 2),
                    Integer.toString(loo.unreliable().size())));
        }
        text.append('\n').append(Columns.named(1, lines));
        List<List<String>> criteria = new ArrayList<>();
        criteria.add(List.of("", "looic", "waic", "deviance", "pD", "DIC", "pV", "DIC by pV"));
        for (Judgement model : models) {
            DevianceCriterion deviance = model.deviance();
            criteria.add(List.of(
                    model.name(),
                    tenths(model.leaveOneOut().expectation().times(-2).value(), 1),
                    tenths(model.leaveOneOut().widelyApplicable().times(-2).value(), 1),
                    tenths(deviance.deviance(), 1),
                    tenths(deviance.byDivergence().orElse(Double.NaN), 1),
                    tenths(deviance.criterionByDivergence().orElse(Double.NaN), 1),
                    tenths(deviance.byVariance(), 1),
                    tenths(deviance.criterionByVariance(), 1)));
        }
        text.append('\n').append(Columns.named(1, criteria)).append('\n').append(verdict(comparison));
        models.forEach(model -> text.append(warnings(model, model.name() + ": ")));
        return text.toString();
    }

    private static String heading(Judgement model) {
        LogLikelihood likelihood = model.likelihood();
        int nodes = 0;
        for (int unit = 0; unit < likelihood.units().size(); unit++) {
            nodes += likelihood.nodes(unit);
        }
        int units = likelihood.units().size();
        return model.name() + ": " + (long) likelihood.chains() * likelihood.drawsPerChain() + " draws, " + units
                + (units == 1 ? " unit" : " units") + " of data"
                + (nodes == units ? "" : " with " + nodes + " observations")
                + (likelihood.summed().isEmpty() ? "" : ", summed over " + String.join(", ", likelihood.summed()));
    }

    private static List<String> line(String name, Estimate estimate) {
        return List.of(name, tenths(estimate.value(), 1), tenths(estimate.standardError(), 1));
    }

    private static String shapes(LeaveOneOut loo) {
        int[] counts = loo.shapes();
        List<List<String>> lines = new ArrayList<>();
        lines.add(List.of("Pareto k", "units", ""));
        for (int level = 0; level < counts.length; level++) {
            lines.add(List.of(
                    LEVELS.get(level),
                    Integer.toString(counts[level]),
                    tenths(100.0 * counts[level] / loo.units().size(), 1) + "%"));
        }
        return Columns.named(1, lines);
    }

    /** How a unit was left out, in words. */
    static String by(LeaveOneOut.How how) {
        return switch (how) {
            case WEIGHTED -> "importance sampling";
            case MATCHED -> "moment matching";
            case REFITTED -> "sampling again";
        };
    }

    private String named(List<LeaveOneOut.Unit> units) {
        List<String> names = units.stream()
                .limit(rows == 0 ? units.size() : rows)
                .map(unit ->
                        Double.isNaN(unit.shape()) ? unit.name() : unit.name() + " (" + tenths(unit.shape(), 2) + ")")
                .toList();
        return String.join(", ", names)
                + (units.size() > names.size() ? " and " + (units.size() - names.size()) + " more" : "");
    }

    /** The units that were left out in some other way than by weights alone. */
    private String repaired(LeaveOneOut loo, String prefix) {
        StringBuilder text = new StringBuilder();
        for (LeaveOneOut.How how : List.of(LeaveOneOut.How.MATCHED, LeaveOneOut.How.REFITTED)) {
            List<LeaveOneOut.Unit> units =
                    loo.by(how).stream().filter(LeaveOneOut.Unit::reliable).toList();
            if (!units.isEmpty()) {
                text.append("\nnote: ")
                        .append(prefix)
                        .append(units.size() == 1 ? "one unit was" : units.size() + " units were")
                        .append(" left out by ")
                        .append(by(how))
                        .append(how == LeaveOneOut.How.MATCHED ? ", since k was above 0.7; now it is not:" : ":")
                        .append("\n  ")
                        .append(named(units))
                        .append('\n');
            }
        }
        return text.toString();
    }

    private static String deviance(Judgement model) {
        DevianceCriterion deviance = model.deviance();
        List<List<String>> lines = new ArrayList<>();
        lines.add(List.of("mean deviance " + tenths(deviance.deviance(), 1), "pD", "DIC"));
        lines.add(List.of(
                "  by the divergence of two chains, as JAGS has it",
                tenths(deviance.byDivergence().orElse(Double.NaN), 1),
                tenths(deviance.criterionByDivergence().orElse(Double.NaN), 1)));
        lines.add(List.of(
                "  by half the variance of the deviance",
                tenths(deviance.byVariance(), 1),
                tenths(deviance.criterionByVariance(), 1)));
        return Columns.named(1, lines);
    }

    private static String verdict(ModelComparison comparison) {
        ModelComparison.Row best = comparison.rows().get(0);
        ModelComparison.Row next = comparison.rows().get(1);
        double difference = -next.difference().value();
        double error = next.difference().standardError();
        if (difference < SMALL) {
            return next.name() + " predicts about as well as " + best.name() + ".\n";
        }
        return difference > CLEAR * error
                ? best.name() + " predicts better than the others.\n"
                : best.name() + " may predict better than " + next.name() + ": the difference is less than "
                        + (int) CLEAR + " of its standard errors.\n";
    }

    private String warnings(Judgement model, String prefix) {
        LeaveOneOut loo = model.leaveOneOut();
        StringBuilder text = new StringBuilder();
        List<LeaveOneOut.Unit> bad = loo.unreliable();
        if (!bad.isEmpty()) {
            text.append("\nwarning: ")
                    .append(prefix)
                    .append("k is above 0.7 for ")
                    .append(bad.size() == 1 ? "one unit" : bad.size() + " units")
                    .append(", whose part of elpd_loo cannot be relied upon:\n  ")
                    .append(named(bad))
                    .append(
                            "\n  Look at these data for mistakes, and at whether the model allows for such values. For an")
                    .append(" exact\n  answer sample again without each of them.\n");
        }
        text.append(repaired(loo, prefix));
        if (loo.units().size() == 1) {
            text.append("\nwarning: ")
                    .append(prefix)
                    .append(
                            "all observations depend on the same discrete unknowns and are one unit, so that nothing is")
                    .append(" left\n  to predict it from.\n");
        }
        if (loo.tooVariable() > 0) {
            text.append("\nnote: ")
                    .append(prefix)
                    .append("p_waic is above 0.4 for ")
                    .append(loo.tooVariable() == 1 ? "one unit" : loo.tooVariable() + " units")
                    .append("; rely on elpd_loo instead of elpd_waic.\n");
        }
        if (!model.likelihood().silent().isEmpty()) {
            text.append("\nnote: ")
                    .append(prefix)
                    .append(String.join(", ", model.likelihood().silent()))
                    .append(" only bounds or adds up unknowns, and has no likelihood of its own: given the unknowns,")
                    .append(" it is certain.\n");
        }
        return text.toString();
    }

    private static String tenths(double value, int digits) {
        return Double.isNaN(value)
                ? "-"
                : Double.isInfinite(value)
                        ? (value > 0 ? "Inf" : "-Inf")
                        : String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
