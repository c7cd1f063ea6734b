package dev.tandem.runs;

import dev.tandem.draws.SummaryRow;
import dev.tandem.sampling.ChainReport;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.trajectory.KernelFamily;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * What a run gives reason to distrust, and what to do about it.
 *
 * @param warnings reasons not to rely on the draws
 * @param notes what is worth knowing but no fault
 */
public record Findings(List<Finding> warnings, List<Finding> notes) {
    /** The thresholds of Vehtari, Gelman, Simpson, Carpenter and Buerkner (2021). */
    private static final double GREATEST_RHAT = 1.01;

    private static final double SMALLEST_SIZE = 400;

    /** Betancourt (2016). */
    private static final double SMALLEST_EBFMI = 0.3;

    private static final String UNFINISHED = "Let the run come to its end.";

    /** What was found and what to do about it. */
    public record Finding(String what, String advice) {}

    public Findings {
        warnings = List.copyOf(warnings);
        notes = List.copyOf(notes);
    }

    static Findings of(Outcome outcome) {
        List<Finding> warnings = new ArrayList<>();
        List<Finding> notes = new ArrayList<>();
        bias(outcome.run().kernel()).ifPresent(warnings::add);
        stop(outcome).ifPresent(notes::add);
        if (outcome.hasDraws()) {
            divergences(outcome).ifPresent(warnings::add);
            disagreement(outcome).ifPresent(warnings::add);
            fewDraws(outcome).ifPresent(warnings::add);
            energies(outcome).ifPresent(warnings::add);
            notNumbers(outcome).ifPresent(warnings::add);
            constants(outcome).ifPresent(notes::add);
        }
        return new Findings(warnings, notes);
    }

    /** A warning, if the kernel does not draw from the model. */
    public static Optional<Finding> bias(KernelFamily kernel) {
        return kernel.exact()
                ? Optional.empty()
                : Optional.of(new Finding(
                        "THE SAMPLER " + kernel + " IS BIASED: its draws do not follow the model.",
                        "It is here to be compared with. Use --sampler auto for results."));
    }

    private static Optional<Finding> stop(Outcome outcome) {
        if (!outcome.stopped()) {
            return Optional.empty();
        }
        String state = outcome.going() ? "the run is still going" : "the run was stopped";
        return Optional.of(
                outcome.hasDraws()
                        ? new Finding(state + ": " + share(outcome) + ".", goOn(outcome))
                        : new Finding(
                                state + (outcome.going() ? ", and has no draws yet." : " before the first draw."),
                                goOn(outcome)));
    }

    private static String share(Outcome outcome) {
        Settings settings = outcome.settings();
        return (outcome.going() ? "so far " : "kept ")
                + outcome.run().draws().drawsPerChain()
                + (settings.until().isPresent() ? "" : " of " + settings.draws())
                + " draws from " + outcome.run().draws().chains() + " of " + settings.chains() + " chains";
    }

    private static String goOn(Outcome outcome) {
        if (outcome.going()) {
            return "The table will change; ask again.";
        }
        return outcome.folder()
                .map(folder -> "To go on: tandem sample --resume " + folder)
                .orElse("The same command starts again from the beginning; with --out DIR it could have gone on.");
    }

    private static Optional<Finding> divergences(Outcome outcome) {
        int count = outcome.run().divergences();
        if (count == 0) {
            return Optional.empty();
        }
        double target = outcome.settings().fixed().targetAcceptance().orElse(0.8);
        String raised = number((1 + target) / 2);
        return Optional.of(new Finding(
                (count == 1 ? "1 iteration" : count + " iterations")
                        + " diverged: the steps were too long for some region, which the draws may miss.",
                "Try --target-acceptance " + raised + "; if that does not help, write the model differently."));
    }

    private static Optional<Finding> disagreement(Outcome outcome) {
        List<SummaryRow> bad = rows(outcome, row -> row.rhat() > GREATEST_RHAT);
        if (bad.isEmpty()) {
            return Optional.empty();
        }
        SummaryRow worst = greatest(bad, SummaryRow::rhat);
        Settings settings = outcome.settings();
        return Optional.of(new Finding(
                "R-hat is above " + GREATEST_RHAT + " for " + share(bad, outcome) + ", worst for " + worst.name() + " ("
                        + String.format(Locale.ROOT, "%.4f", worst.rhat()) + "): the chains do not agree.",
                outcome.stopped()
                        ? UNFINISHED
                        : "Do not use them yet: try --warmup " + 2L * settings.warmup() + " --draws "
                                + Math.max(2L * settings.draws(), drawsNeeded(outcome))
                                + ", or another --sampler."));
    }

    private static Optional<Finding> fewDraws(Outcome outcome) {
        List<SummaryRow> bad = rows(outcome, row -> row.effectiveSize() < SMALLEST_SIZE);
        if (bad.isEmpty()) {
            return Optional.empty();
        }
        SummaryRow worst = smallest(bad);
        return Optional.of(new Finding(
                "the effective size is below " + number(SMALLEST_SIZE) + " for " + share(bad, outcome)
                        + ", smallest for " + worst.name() + " (" + Math.round(worst.effectiveSize())
                        + "): estimates are rough.",
                outcome.stopped() ? UNFINISHED : "Try --draws " + drawsNeeded(outcome) + "."));
    }

    private static SummaryRow smallest(List<SummaryRow> rows) {
        return greatest(rows, row -> -row.effectiveSize());
    }

    /** The draws in each chain that would give the smallest effective size that serves, with some to spare. */
    private static long drawsNeeded(Outcome outcome) {
        List<SummaryRow> known = rows(outcome, row -> !Double.isNaN(row.effectiveSize()));
        double factor = known.isEmpty()
                ? 1
                : SMALLEST_SIZE / Math.max(1, smallest(known).effectiveSize());
        return roundedUp(1.2 * factor * outcome.run().draws().drawsPerChain());
    }

    private static Optional<Finding> energies(Outcome outcome) {
        if (!outcome.continuous()) {
            return Optional.empty();
        }
        double smallest = outcome.run().chains().stream()
                .mapToDouble(ChainReport::ebfmi)
                .filter(value -> value < SMALLEST_EBFMI)
                .min()
                .orElse(Double.NaN);
        return Double.isNaN(smallest)
                ? Optional.empty()
                : Optional.of(new Finding(
                        "E-BFMI falls to " + String.format(Locale.ROOT, "%.2f", smallest) + ", below " + SMALLEST_EBFMI
                                + ": the chains explore the tails slowly.",
                        "Try a longer --warmup; if that does not help, write the model differently."));
    }

    private static Optional<Finding> notNumbers(Outcome outcome) {
        Run run = outcome.run();
        long count = run.chains().stream().mapToLong(ChainReport::notANumber).sum();
        return count == 0
                ? Optional.empty()
                : Optional.of(new Finding(
                        "the log density was not a number " + count + " times, which counted as impossible.",
                        "Look for logarithms or divisions in the model that have no value."));
    }

    private static Optional<Finding> constants(Outcome outcome) {
        List<SummaryRow> constant = rows(outcome, row -> row.sd() == 0);
        return constant.isEmpty() || outcome.run().draws().drawsPerChain() < 2
                ? Optional.empty()
                : Optional.of(new Finding(
                        share(constant, outcome) + " had one value in all draws, first "
                                + constant.get(0).name() + ": nothing can be said about its convergence.",
                        "That is as it should be if the data leave no doubt about it."));
    }

    private static List<SummaryRow> rows(Outcome outcome, Predicate<SummaryRow> wanted) {
        return outcome.summary().rows().stream().filter(wanted).toList();
    }

    private static SummaryRow greatest(List<SummaryRow> rows, ToDoubleFunction<SummaryRow> measure) {
        return rows.stream().max(Comparator.comparingDouble(measure)).orElseThrow();
    }

    private static String share(List<SummaryRow> rows, Outcome outcome) {
        int all = outcome.summary().rows().size();
        return rows.size() + " of " + all + (all == 1 ? " unknown" : " unknowns");
    }

    /** To two digits, so that nobody reads precision into it. */
    private static long roundedUp(double value) {
        double unit = Math.pow(10, Math.max(0, Math.floor(Math.log10(value)) - 1));
        return (long) (Math.ceil(value / unit) * unit);
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Float.toString((float) value);
    }

    /** Warnings first; empty when there is nothing to say. */
    public String render() {
        StringBuilder text = new StringBuilder();
        warnings.forEach(finding -> text.append(warning(finding)));
        notes.forEach(finding -> text.append(lines("note", finding)));
        return text.isEmpty() ? "" : "\n" + text;
    }

    public static String warning(Finding finding) {
        return lines("warning", finding);
    }

    private static String lines(String label, Finding finding) {
        String indent = " ".repeat(label.length() + 2);
        return label + ": " + finding.what() + "\n" + indent + finding.advice() + "\n";
    }
}
