package dev.tandem.report;

import dev.tandem.draws.Summary;
import dev.tandem.draws.SummaryRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * What a run gives reason to distrust, and what to do about it: the same words in the terminal and on the page.
 *
 * @param verdict all of it in a sentence
 * @param warnings reasons not to rely on the draws
 * @param notes what is worth knowing but no fault
 */
public record Findings(Verdict verdict, List<Finding> warnings, List<Finding> notes) {
    /** The thresholds of Vehtari, Gelman, Simpson, Carpenter and Buerkner (2021). */
    public static final double GREATEST_RHAT = 1.01;

    public static final double SMALLEST_SIZE = 400;

    /** Betancourt (2016). */
    public static final double SMALLEST_EBFMI = 0.3;

    /** Beyond this the chains are in different places, and not only too short; the threshold of Gelman and Rubin. */
    private static final double HOPELESS_RHAT = 1.1;

    private static final String UNFINISHED = "Let the run come to its end.";

    public Findings {
        warnings = List.copyOf(warnings);
        notes = List.copyOf(notes);
    }

    public static Findings of(RunFacts facts, Summary summary) {
        Judge judge = new Judge(facts, summary);
        List<Finding> warnings = new ArrayList<>();
        List<Finding> notes = new ArrayList<>();
        if (!facts.exact()) {
            warnings.add(bias(facts.sampler()));
        }
        judge.stop().ifPresent(notes::add);
        if (facts.hasDraws()) {
            judge.divergences().ifPresent(warnings::add);
            judge.disagreement().ifPresent(warnings::add);
            judge.fewDraws().ifPresent(warnings::add);
            judge.energies().ifPresent(warnings::add);
            judge.notNumbers().ifPresent(warnings::add);
            judge.oneChain().ifPresent(notes::add);
            judge.constants().ifPresent(notes::add);
            judge.thinning().ifPresent(notes::add);
        }
        return new Findings(judge.verdict(warnings), warnings, notes);
    }

    /** The warning about a kernel that does not draw from the model. */
    public static Finding bias(String sampler) {
        return new Finding(
                Finding.Kind.BIAS,
                "THE SAMPLER " + sampler + " IS BIASED: its draws do not follow the model.",
                "It is here to be compared with. Use --sampler auto for results.");
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

    /** Looks at one run from every side. */
    private record Judge(RunFacts facts, Summary summary) {
        Optional<Finding> stop() {
            if (!facts.stopped()) {
                return Optional.empty();
            }
            String state = facts.going() ? "the run is still going" : "the run was stopped";
            String extent = facts.hasDraws()
                    ? ": " + (facts.going() ? "so far " : "kept ") + facts.draws()
                            + (facts.openEnded() ? "" : " of " + facts.drawsAsked()) + " draws from " + facts.chains()
                            + " of " + facts.chainsAsked() + " chains."
                    : facts.going() ? ", and has no draws yet." : " before the first draw.";
            return Optional.of(new Finding(Finding.Kind.STOPPED, state + extent, goOn()));
        }

        private String goOn() {
            if (facts.going()) {
                return "The table will change; ask again.";
            }
            return facts.folder()
                    .map(folder -> "To go on: tandem sample --resume " + folder)
                    .orElse("The same command starts again from the beginning; with --out DIR it could have gone on.");
        }

        Optional<Finding> divergences() {
            if (facts.divergences() == 0) {
                return Optional.empty();
            }
            String raised = number((1 + facts.targetAcceptance()) / 2);
            return Optional.of(new Finding(
                    Finding.Kind.DIVERGENCES,
                    iterations() + " diverged: the steps were too long for some region, which the draws may miss.",
                    "Try --target-acceptance " + raised + "; if that does not help, write the model differently."));
        }

        private String iterations() {
            return facts.divergences() == 1 ? "1 iteration" : facts.divergences() + " iterations";
        }

        Optional<Finding> disagreement() {
            List<SummaryRow> bad = rows(row -> row.rhat() > GREATEST_RHAT, SummaryRow::rhat);
            if (bad.isEmpty()) {
                return Optional.empty();
            }
            SummaryRow worst = bad.get(0);
            return Optional.of(new Finding(
                    Finding.Kind.DISAGREEMENT,
                    "R-hat is above " + GREATEST_RHAT + " for " + share(bad) + ", worst for " + worst.name() + " ("
                            + String.format(Locale.ROOT, "%.4f", worst.rhat()) + "): the chains do not agree.",
                    facts.stopped()
                            ? UNFINISHED
                            : "Do not use them yet: try --warmup " + 2L * facts.warmup() + " --draws "
                                    + Math.max(2L * facts.drawsAsked(), drawsNeeded())
                                    + ", or another --sampler.",
                    names(bad)));
        }

        Optional<Finding> fewDraws() {
            List<SummaryRow> bad = rows(row -> row.effectiveSize() < SMALLEST_SIZE, row -> -row.effectiveSize());
            if (bad.isEmpty()) {
                return Optional.empty();
            }
            SummaryRow worst = bad.get(0);
            return Optional.of(new Finding(
                    Finding.Kind.FEW_DRAWS,
                    "the effective size is below " + number(SMALLEST_SIZE) + " for " + share(bad) + ", smallest for "
                            + worst.name() + " (" + Math.round(worst.effectiveSize()) + "): estimates are rough.",
                    facts.stopped() ? UNFINISHED : "Try --draws " + drawsNeeded() + ".",
                    names(bad)));
        }

        /** The draws in each chain that would give the smallest effective size that serves, with some to spare. */
        private long drawsNeeded() {
            List<SummaryRow> known = rows(row -> !Double.isNaN(row.effectiveSize()), row -> -row.effectiveSize());
            double factor = known.isEmpty()
                    ? 1
                    : SMALLEST_SIZE / Math.max(1, known.get(0).effectiveSize());
            return roundedUp(1.2 * factor * facts.draws());
        }

        Optional<Finding> energies() {
            if (!facts.continuous()) {
                return Optional.empty();
            }
            double smallest = facts.ebfmi().stream()
                    .mapToDouble(Double::doubleValue)
                    .filter(value -> value < SMALLEST_EBFMI)
                    .min()
                    .orElse(Double.NaN);
            return Double.isNaN(smallest)
                    ? Optional.empty()
                    : Optional.of(new Finding(
                            Finding.Kind.ENERGY,
                            "E-BFMI falls to " + String.format(Locale.ROOT, "%.2f", smallest) + ", below "
                                    + SMALLEST_EBFMI + ": the chains explore the tails slowly.",
                            "Try a longer --warmup; if that does not help, write the model differently."));
        }

        Optional<Finding> notNumbers() {
            return facts.notANumber() == 0
                    ? Optional.empty()
                    : Optional.of(new Finding(
                            Finding.Kind.NOT_NUMBERS,
                            "the log density was not a number " + facts.notANumber()
                                    + " times, which counted as impossible.",
                            "Look for logarithms or divisions in the model that have no value."));
        }

        Optional<Finding> oneChain() {
            return facts.chains() > 1
                    ? Optional.empty()
                    : Optional.of(new Finding(
                            Finding.Kind.ONE_CHAIN,
                            "there is one chain: nothing shows whether another would have gone elsewhere.",
                            facts.chainsAsked() > 1 ? UNFINISHED : "Use --chains 4 for results."));
        }

        Optional<Finding> constants() {
            List<SummaryRow> constant = rows(row -> row.sd() == 0, row -> 0);
            return constant.isEmpty() || facts.draws() < 2
                    ? Optional.empty()
                    : Optional.of(new Finding(
                            Finding.Kind.CONSTANT,
                            share(constant) + " had one value in all draws, first "
                                    + constant.get(0).name() + ": nothing can be said about its convergence.",
                            "That is as it should be if the data leave no doubt about it.",
                            names(constant)));
        }

        Optional<Finding> thinning() {
            return summary.every() == 1
                    ? Optional.empty()
                    : Optional.of(new Finding(
                            Finding.Kind.THINNED,
                            "the numbers are those of one draw in " + summary.every()
                                    + ", as many as fit into memory; effective sizes may be larger than shown.",
                            "All draws are kept. To have them all counted, give Java more memory, as in "
                                    + "TANDEM_JAVA_OPTIONS=-Xmx16g."));
        }

        /** The gravest of the warnings gives the headline. */
        Verdict verdict(List<Finding> warnings) {
            if (!facts.exact()) {
                return new Verdict(
                        Verdict.Trust.BAD,
                        "These draws do not follow the model",
                        "The sampler " + facts.sampler() + " is biased.");
            }
            if (!facts.hasDraws()) {
                return new Verdict(
                        Verdict.Trust.BAD, "There are no draws", "The run was stopped before the first one.");
            }
            double worst = summary.rows().stream()
                    .mapToDouble(SummaryRow::rhat)
                    .filter(rhat -> !Double.isNaN(rhat))
                    .max()
                    .orElse(1);
            if (worst > HOPELESS_RHAT) {
                return new Verdict(
                        Verdict.Trust.BAD, "Not converged", "The chains disagree about where some unknowns lie.");
            }
            if (has(warnings, Finding.Kind.DISAGREEMENT) && has(warnings, Finding.Kind.DIVERGENCES)) {
                return new Verdict(
                        Verdict.Trust.BAD,
                        "Not to be trusted yet",
                        "The chains do not agree on every unknown, and " + iterations() + " diverged.");
            }
            if (has(warnings, Finding.Kind.DISAGREEMENT)) {
                return new Verdict(
                        Verdict.Trust.CAUTION, "Nearly converged", "The chains do not agree yet on every unknown.");
            }
            if (has(warnings, Finding.Kind.DIVERGENCES)) {
                return new Verdict(
                        Verdict.Trust.CAUTION,
                        "Converged, with a blind spot",
                        "The chains agree, but " + iterations() + " diverged: they may all miss the same region.");
            }
            if (has(warnings, Finding.Kind.FEW_DRAWS)) {
                return new Verdict(
                        Verdict.Trust.CAUTION,
                        "Converged, but rough",
                        "The chains agree; some estimates rest on few effective draws.");
            }
            if (!warnings.isEmpty()) {
                return new Verdict(
                        Verdict.Trust.CAUTION, "Converged, with a warning", "The chains agree and are long enough.");
            }
            if (facts.chains() == 1) {
                return new Verdict(
                        Verdict.Trust.CAUTION,
                        "Steady, as far as one chain can tell",
                        "Its halves agree and it is long enough.");
            }
            return new Verdict(
                    Verdict.Trust.GOOD,
                    "Converged",
                    "The chains agree on every unknown, and there are enough effective draws of each.");
        }

        private static boolean has(List<Finding> findings, Finding.Kind kind) {
            return findings.stream().anyMatch(finding -> finding.kind() == kind);
        }

        /** The rows wanted, those with the greatest measure first. */
        private List<SummaryRow> rows(Predicate<SummaryRow> wanted, ToDoubleFunction<SummaryRow> measure) {
            return summary.rows().stream()
                    .filter(wanted)
                    .sorted(Comparator.comparingDouble(measure).reversed())
                    .toList();
        }

        private static List<String> names(List<SummaryRow> rows) {
            return rows.stream().map(SummaryRow::name).toList();
        }

        private String share(List<SummaryRow> rows) {
            int all = summary.rows().size();
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
    }
}
