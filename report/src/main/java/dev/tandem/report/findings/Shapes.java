package dev.tandem.report.findings;

import dev.tandem.density.Variable;
import dev.tandem.draws.Draws;
import dev.tandem.draws.judging.TailShape;
import dev.tandem.draws.summary.Summary;
import dev.tandem.draws.summary.SummaryRow;
import dev.tandem.report.findings.Funnels.Funnel;
import dev.tandem.report.findings.Ridges.Ridge;
import dev.tandem.report.findings.Ridges.Term;
import dev.tandem.report.findings.Wording.Value;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Shapes of the posterior that make trouble, seen in the draws, and what to do about each. A funnel or a ridge is named only
 * where chains had trouble: many a posterior has one that does no harm.
 */
public final class Shapes {
    /** Moments of this order and more do not exist, or draws are far too few to tell them; Vehtari and others (2024). */
    private static final double HEAVY = 0.7;

    /** From here on there is no mean. */
    private static final double NO_MEAN = 1;

    /**
     * Of what 90% of a normal distribution span a heavy tail leaves so little beside the standard deviation, which it
     * makes; others are not looked at.
     */
    private static final double SPAN = 0.6 * 2 * 1.645;

    /** Of fewer effective draws a tail says nothing. */
    private static final double FEWEST = 100;

    private static final int FUNNEL_POINTS = 1_000;
    private static final int RIDGE_POINTS = 4_000;
    private static final int MOST_TAILS = 500;
    private static final int MOST_NAMED = 4;

    private final Optional<Finding> funnel;
    private final Optional<Finding> ridge;
    private final Optional<Finding> heavyTail;
    private final Wording words;

    private Shapes(Wording words) {
        this.words = words;
        funnel = Optional.empty();
        ridge = Optional.empty();
        heavyTail = Optional.empty();
    }

    /** Nothing to be said. */
    public static Shapes none(Wording words) {
        return new Shapes(words);
    }

    /**
     * Looks at a run.
     *
     * @param slow whether chains disagree, or effective draws are few
     */
    public Shapes(RunFacts facts, Summary summary, Evidence evidence, boolean slow, Wording words) {
        this.words = words;
        if (evidence.draws().isEmpty() || evidence.draws().get().drawsPerChain() < 2) {
            funnel = Optional.empty();
            ridge = Optional.empty();
            heavyTail = Optional.empty();
            return;
        }
        Draws draws = evidence.draws().get();
        boolean energies =
                facts.continuous() && facts.ebfmi().stream().anyMatch(value -> value < Findings.SMALLEST_EBFMI);
        boolean diverged = facts.divergences() > 0;
        funnel = slow || energies || diverged
                ? Funnels.find(new Cloud(draws, summary, evidence, FUNNEL_POINTS), diverged && !slow && !energies)
                        .map(found -> say(found, facts))
                : Optional.empty();
        ridge = slow && funnel.isEmpty()
                ? Ridges.find(new Cloud(draws, summary, evidence, RIDGE_POINTS)).map(Shapes::say)
                : Optional.empty();
        heavyTail = heaviest(draws, summary);
    }

    public Optional<Finding> funnel() {
        return funnel;
    }

    public Optional<Finding> ridge() {
        return ridge;
    }

    public Optional<Finding> heavyTail() {
        return heavyTail;
    }

    private Finding say(Funnel found, RunFacts facts) {
        List<String> members = found.members();
        String who = listed(members);
        boolean one = members.size() == 1;
        String end = found.small() ? "small" : "large";
        String side = found.small() ? "below " : "above ";
        List<String> unknowns = new ArrayList<>(List.of(found.scale()));
        unknowns.addAll(members);
        return new Finding(
                Finding.Kind.FUNNEL,
                who + (one ? " makes" : " make") + " a funnel with " + found.scale() + ": where " + found.scale()
                        + " is "
                        + end + " (" + side + number(found.edge()) + "), " + (one ? "it varies " : "they lie ")
                        + Math.round(found.factor()) + " times " + (one ? "less" : "closer together")
                        + " than where it is "
                        + (found.small() ? "large" : "small") + ", and chains hardly get there.",
                (facts.sampler().startsWith("walnuts")
                                ? "Give "
                                : "Try " + words.values(new Value(Setting.SAMPLER, "walnuts"))
                                        + ", whose steps adapt to the place. If that does not help, give ")
                        + found.scale() + " a prior that keeps it away from there, or write "
                        + (one ? members.get(0) : "them") + " as a centre plus a scale times standard normals.",
                unknowns);
    }

    private static Finding say(Ridge found) {
        List<Term> along = found.along();
        Term first = along.get(0);
        String rest = along.stream()
                .skip(1)
                .limit(MOST_NAMED - 1)
                .map(term -> shown(term) + " changes by " + number(term.weight()))
                .collect(Collectors.joining(", "));
        String combination = found.across().stream()
                .map(term -> (term.weight() < 0 ? "- " : "+ ")
                        + (Math.abs(Math.abs(term.weight()) - 1) < 5e-3 ? "" : number(Math.abs(term.weight())) + " ")
                        + shown(term))
                .collect(Collectors.joining(" "));
        return new Finding(
                Finding.Kind.RIDGE,
                listed(along.stream().map(Term::name).toList()) + " go together: the draws lie along a ridge on which "
                        + rest + " where " + shown(first) + " changes by 1. The data know "
                        + (combination.startsWith("+ ") ? combination.substring(2) : combination)
                        + " (standard deviation " + number(found.width()) + "), and " + shown(first)
                        + " alone much less (" + number(found.length()) + ").",
                "More draws help slowly. What the data do not tell, priors decide: leave one of them out or fix it, let"
                        + " effects add up to zero, centre covariates, or give priors that know more.",
                along.stream().map(Term::name).toList());
    }

    private static String shown(Term term) {
        return term.logarithm() ? "log(" + term.name() + ")" : term.name();
    }

    private record Tail(String name, double shape) {}

    private static Optional<Finding> heaviest(Draws draws, Summary summary) {
        List<Tail> heavy = IntStream.range(0, summary.rows().size())
                .filter(element -> draws.variableOf(element).kind() == Variable.Kind.CONTINUOUS)
                .filter(element -> mayBeHeavy(summary.rows().get(element)))
                .limit(MOST_TAILS)
                .mapToObj(element -> new Tail(
                        summary.rows().get(element).name(),
                        TailShape.of(
                                draws.element(element),
                                summary.rows().get(element).effectiveSize())))
                .filter(tail -> tail.shape() > HEAVY)
                .sorted(Comparator.comparingDouble(tail -> -tail.shape()))
                .toList();
        if (heavy.isEmpty()) {
            return Optional.empty();
        }
        double worst = heavy.get(0).shape();
        List<String> names = heavy.stream().map(Tail::name).toList();
        boolean one = heavy.size() == 1;
        return Optional.of(new Finding(
                Finding.Kind.HEAVY_TAIL,
                listed(names) + (one ? " has a heavy tail" : " have heavy tails") + " (k = "
                        + String.format(Locale.ROOT, "%.2f", worst) + (one ? "" : " for the first") + "): "
                        + (worst > NO_MEAN
                                ? "a mean and a standard deviation may not exist."
                                : "a standard deviation may not exist, and few draws make the mean."),
                "Report the median and quantiles, which are not concerned, or give " + (one ? "it" : "them")
                        + " priors with lighter tails.",
                names));
    }

    private static boolean mayBeHeavy(SummaryRow row) {
        return row.effectiveSize() >= FEWEST && row.q95() - row.q5() < SPAN * row.sd();
    }

    private static String listed(List<String> names) {
        int named = Math.min(names.size(), MOST_NAMED);
        String text = String.join(", ", names.subList(0, named));
        return names.size() > named
                ? text + " and " + (names.size() - named) + " more"
                : named > 1 ? text.substring(0, text.lastIndexOf(", ")) + " and " + names.get(named - 1) : text;
    }

    /** To two digits. */
    private static String number(double value) {
        return value == 0 || !Double.isFinite(value) || Math.abs(value) < 1e-4 || Math.abs(value) >= 1e6
                ? String.format(Locale.ROOT, "%.1e", value)
                : new BigDecimal(value)
                        .round(new MathContext(2))
                        .stripTrailingZeros()
                        .toPlainString();
    }
}
