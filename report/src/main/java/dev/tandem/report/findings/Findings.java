package dev.tandem.report.findings;

import dev.tandem.draws.summary.Summary;
import java.util.ArrayList;
import java.util.List;

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

    public Findings {
        warnings = List.copyOf(warnings);
        notes = List.copyOf(notes);
    }

    /** What the summary alone tells. */
    public static Findings of(RunFacts facts, Summary summary) {
        return of(facts, summary, Evidence.none(), Wording.plain());
    }

    /** What the summary and more tell, in the words of whoever reads it. */
    public static Findings of(RunFacts facts, Summary summary, Evidence evidence, Wording words) {
        Judge judge = new Judge(facts, summary, evidence, words);
        List<Finding> warnings = new ArrayList<>();
        List<Finding> notes = new ArrayList<>();
        if (!facts.exact()) {
            warnings.add(bias(facts.sampler(), words));
        }
        judge.stop().ifPresent(notes::add);
        if (facts.hasDraws()) {
            judge.divergences().ifPresent(warnings::add);
            judge.deadChains().ifPresent(warnings::add);
            judge.heldFast().ifPresent(warnings::add);
            judge.noChainMoved().ifPresent(warnings::add);
            judge.disagreement().ifPresent(warnings::add);
            judge.funnel().ifPresent(warnings::add);
            judge.ridge().ifPresent(warnings::add);
            judge.fewDraws().ifPresent(warnings::add);
            judge.deepTrees().ifPresent(warnings::add);
            judge.energies().ifPresent(warnings::add);
            judge.notNumbers().ifPresent(warnings::add);
            judge.heavyTail().ifPresent(notes::add);
            judge.oneChain().ifPresent(notes::add);
            judge.neverChanged().ifPresent(notes::add);
            judge.settled().ifPresent(notes::add);
            judge.thinning().ifPresent(notes::add);
        }
        return new Findings(judge.verdict(warnings), warnings, notes);
    }

    /** The warning about a kernel that does not draw from the model. */
    public static Finding bias(String sampler, Wording words) {
        return new Finding(
                Finding.Kind.BIAS,
                "THE SAMPLER " + sampler + " IS BIASED: its draws do not follow the model.",
                "It is here to be compared with. Use " + words.values(new Wording.Value(Setting.SAMPLER, "auto"))
                        + " for results.");
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
