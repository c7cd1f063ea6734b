package dev.tandem.report.findings;

import dev.tandem.draws.summary.Summary;
import dev.tandem.report.findings.Judged.Quantity;
import dev.tandem.report.findings.Wording.Value;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/** Looks at one run from every side. */
final class Judge {
    /** Beyond this the chains are in different places, and not only too short; the threshold of Gelman and Rubin. */
    private static final double HOPELESS_RHAT = 1.1;

    /** A share of trajectories cut off that is worth a word. */
    private static final double LARGEST_FULL_DEPTH = 0.01;

    /** A run that needs more than so many times its draws needs something else. */
    private static final int MOST_TIMES = 20;

    private static final String UNFINISHED = "Let the run come to its end.";

    private final RunFacts facts;
    private final Summary summary;
    private final Evidence evidence;
    private final Wording words;
    private final Judged judged;
    private final List<Integer> dead;
    private final Optional<Places> places;
    private final Shapes shapes;

    Judge(RunFacts facts, Summary summary, Evidence evidence, Wording words) {
        this.facts = facts;
        this.summary = summary;
        this.evidence = evidence;
        this.words = words;
        judged = new Judged(summary, evidence);
        dead = facts.hasDraws() ? DeadChains.find(evidence) : List.of();
        places = judged.worstRhat() > HOPELESS_RHAT ? Places.find(summary, evidence) : Optional.empty();
        // Of chains that stand still, or in different places, shapes are those of where they stand.
        shapes = facts.hasDraws() && dead.isEmpty() && places.isEmpty()
                ? new Shapes(facts, summary, evidence, slow(), words)
                : Shapes.none(words);
    }

    private boolean slow() {
        return !judged.select(
                        quantity ->
                                quantity.rhat() > Findings.GREATEST_RHAT || quantity.size() < Findings.SMALLEST_SIZE,
                        quantity -> 0)
                .isEmpty();
    }

    Optional<Finding> funnel() {
        return shapes.funnel();
    }

    Optional<Finding> ridge() {
        return shapes.ridge();
    }

    Optional<Finding> heavyTail() {
        return shapes.heavyTail();
    }

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
        return facts.folder().map(words::goOn).orElseGet(words::startAgain);
    }

    Optional<Finding> divergences() {
        if (facts.divergences() == 0) {
            return Optional.empty();
        }
        String raised = number((1 + facts.targetAcceptance()) / 2);
        return Optional.of(new Finding(
                Finding.Kind.DIVERGENCES,
                iterations() + " diverged: the steps were too long for some region, which the draws may miss.",
                shapes.funnel().isPresent()
                        ? "See what is said about the funnel."
                        : "Try " + words.values(new Value(Setting.TARGET_ACCEPTANCE, raised))
                                + "; if that does not help, write the model differently."));
    }

    private String iterations() {
        return facts.divergences() == 1 ? "1 iteration" : facts.divergences() + " iterations";
    }

    Optional<Finding> deadChains() {
        return dead.isEmpty()
                ? Optional.empty()
                : Optional.of(new Finding(
                        Finding.Kind.DEAD_CHAINS,
                        DeadChains.describe(evidence, dead),
                        "More draws do not help. Look for a hard limit in the model that the chain ran into, give"
                                + " start values" + words.startsBy() + ", or try another "
                                + words.name(Setting.SEED) + "."));
    }

    Optional<Finding> disagreement() {
        List<Quantity> bad = judged.select(quantity -> quantity.rhat() > Findings.GREATEST_RHAT, Quantity::rhat);
        if (bad.isEmpty()) {
            return Optional.empty();
        }
        Quantity worst = bad.get(0);
        String rhat = worst.rhat() == Double.POSITIVE_INFINITY
                ? "infinite"
                : String.format(Locale.ROOT, "%.4f", worst.rhat());
        boolean several = places.isPresent() && dead.isEmpty();
        return Optional.of(new Finding(
                Finding.Kind.DISAGREEMENT,
                "R-hat is above " + Findings.GREATEST_RHAT + " for " + judged.share(bad)
                        + (bad.size() == 1 && !worst.counted()
                                ? " (" + rhat + ")"
                                : ", worst for " + worst.name().get() + " (" + rhat + ")")
                        + ": "
                        + (several ? places.get().describe(chainNumbers()) : "the chains do not agree."),
                disagreementAdvice(several),
                Judged.names(bad)));
    }

    private List<Integer> chainNumbers() {
        return evidence.chains().isEmpty()
                ? IntStream.rangeClosed(1, summary.chains()).boxed().toList()
                : evidence.chains().stream().map(Evidence.ChainState::number).toList();
    }

    private String disagreementAdvice(boolean several) {
        if (!dead.isEmpty()) {
            return "See what is said about the chains that did not move.";
        }
        if (several) {
            return places.get()
                    .switched()
                    .map(arrays -> "This is label switching: with the elements of " + String.join(", ", arrays)
                            + " numbered in another order the places are the same. More draws do not help. Order"
                            + " the elements in the model, or look only at what does not depend on their order.")
                    .orElse("These are different modes, and no chain went from one to another: more draws do not"
                            + " help, and the share of each mode is not known. Give more informative priors, start"
                            + " values" + words.startsAside() + ", or try another " + words.name(Setting.SAMPLER)
                            + ".");
        }
        if (facts.stopped()) {
            return UNFINISHED;
        }
        long draws = Math.max(2L * facts.drawsAsked(), Math.min(drawsNeeded(), MOST_TIMES * (long) facts.drawsAsked()));
        return "Do not use them yet: try "
                + words.values(Value.of(Setting.WARMUP, 2L * facts.warmup()), Value.of(Setting.DRAWS, draws))
                + ", or another " + words.name(Setting.SAMPLER) + ".";
    }

    Optional<Finding> fewDraws() {
        List<Quantity> bad =
                judged.select(quantity -> quantity.size() < Findings.SMALLEST_SIZE, quantity -> -quantity.size());
        if (bad.isEmpty()) {
            return Optional.empty();
        }
        Quantity worst = bad.get(0);
        return Optional.of(new Finding(
                Finding.Kind.FEW_DRAWS,
                "the effective size is below " + number(Findings.SMALLEST_SIZE) + " for " + judged.share(bad)
                        + (bad.size() == 1 && !worst.counted()
                                ? " (" + Math.round(worst.size()) + ")"
                                : ", smallest for " + worst.name().get() + " (" + Math.round(worst.size()) + ")")
                        + ": estimates are rough.",
                fewDrawsAdvice(),
                Judged.names(bad)));
    }

    private String fewDrawsAdvice() {
        if (!dead.isEmpty() || places.isPresent()) {
            return "More draws do not help before the chains agree.";
        }
        if (facts.stopped()) {
            return UNFINISHED;
        }
        long needed = drawsNeeded();
        return needed <= MOST_TIMES * (long) facts.draws()
                ? "Try " + words.values(Value.of(Setting.DRAWS, needed)) + "."
                : "More draws alone would hardly do: try a longer " + words.name(Setting.WARMUP) + ", another "
                        + words.name(Setting.SAMPLER) + ", or write the model differently.";
    }

    /** The draws in each chain that would give the smallest effective size that serves, with some to spare. */
    private long drawsNeeded() {
        List<Quantity> known = judged.select(quantity -> !Double.isNaN(quantity.size()), quantity -> -quantity.size());
        double factor = known.isEmpty()
                ? 1
                : Findings.SMALLEST_SIZE / Math.max(1, known.get(0).size());
        return roundedUp(1.2 * factor * facts.draws());
    }

    Optional<Finding> deepTrees() {
        if (evidence.fullDepth() < LARGEST_FULL_DEPTH) {
            return Optional.empty();
        }
        String share = evidence.fullDepth() > 0.9995
                ? "all"
                : String.format(Locale.ROOT, "%.1f%% of the", 100 * evidence.fullDepth());
        return Optional.of(new Finding(
                Finding.Kind.DEEP_TREES,
                share + " trajectories were cut off at the greatest depth of a tree ("
                        + evidence.greatestDepth() + ", " + ((1 << evidence.greatestDepth()) - 1)
                        + " steps): the chains are not wrong, but slow.",
                "The steps are short beside the way to go: try a longer " + words.name(Setting.WARMUP)
                        + "; if that does not help, scale or"
                        + " centre what enters the model, or write it so that its unknowns depend less on each"
                        + " other."));
    }

    Optional<Finding> energies() {
        if (!facts.continuous()) {
            return Optional.empty();
        }
        double smallest = facts.ebfmi().stream()
                .mapToDouble(Double::doubleValue)
                .filter(value -> value < Findings.SMALLEST_EBFMI)
                .min()
                .orElse(Double.NaN);
        return Double.isNaN(smallest)
                ? Optional.empty()
                : Optional.of(new Finding(
                        Finding.Kind.ENERGY,
                        "E-BFMI falls to " + String.format(Locale.ROOT, "%.2f", smallest) + ", below "
                                + Findings.SMALLEST_EBFMI + ": the chains explore the tails slowly.",
                        "Try a longer " + words.name(Setting.WARMUP)
                                + "; if that does not help, write the model differently."));
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
                        facts.chainsAsked() > 1
                                ? UNFINISHED
                                : "Use " + words.values(Value.of(Setting.CHAINS, 4)) + " for results."));
    }

    /** Whether there is something to find out, and no chain has ever left the place where all of them stand. */
    private boolean allStill() {
        return !constant(Judged.Proof.NONE).isEmpty()
                && judged.select(
                                quantity -> quantity.counted()
                                        && quantity.proof() == Judged.Proof.NONE
                                        && !quantity.constant(),
                                quantity -> 0)
                        .isEmpty();
    }

    /** A single unknown that never changes is common; a run in which nothing does shows nothing. */
    Optional<Finding> noChainMoved() {
        List<Quantity> constant = constant(Judged.Proof.NONE);
        return !allStill()
                ? Optional.empty()
                : Optional.of(new Finding(
                        Finding.Kind.CONSTANT,
                        "no chain moved: " + judged.share(constant) + " had one value in all draws, "
                                + (constant.size() == 1 ? "" : "first ")
                                + constant.get(0).name().get() + ", and the model does not rule out others.",
                        "Other values may be improbable, or the chains may be stuck where they began; the draws do"
                                + " not tell which. Chains that start elsewhere" + words.startsAside()
                                + ", or with another " + words.name(Setting.SEED) + ", would.",
                        Judged.names(constant)));
    }

    /** What is proved, and not only feared: there is another place, and no chain could get there. */
    Optional<Finding> heldFast() {
        return evidence.lock()
                .map(lock -> new Finding(
                        Finding.Kind.CONSTANT,
                        String.format(
                                Locale.ROOT,
                                "%s and %s hold each other fast: no chain changed either, and %s = %d with %s = %d is"
                                        + " possible too (log density %.1f there, %.1f here), but no step of one alone"
                                        + " leads there.",
                                lock.first(),
                                lock.second(),
                                lock.first(),
                                lock.firstThere(),
                                lock.second(),
                                lock.secondThere(),
                                lock.there(),
                                lock.here()),
                        "The draws miss what lies there, and more of them do not help. Let them be summed out, or write"
                                + " the two as one unknown.",
                        List.of(lock.first(), lock.second())));
    }

    Optional<Finding> neverChanged() {
        List<Quantity> constant = constant(Judged.Proof.NONE);
        return constant.isEmpty() || allStill()
                ? Optional.empty()
                : Optional.of(new Finding(
                        Finding.Kind.CONSTANT,
                        judged.share(constant) + (constant.size() == 1 ? " was" : " were")
                                + " never seen to change, " + (constant.size() == 1 ? "" : "first ")
                                + constant.get(0).name().get() + ": nothing is known about "
                                + (constant.size() == 1 ? "its" : "their") + " convergence.",
                        "Other values may be improbable, or the chains may be stuck: the model does not rule them"
                                + " out. Chains that start elsewhere" + words.startsAside() + " would tell.",
                        Judged.names(constant)));
    }

    Optional<Finding> settled() {
        List<Quantity> constant = constant(Judged.Proof.SETTLED);
        return constant.isEmpty()
                ? Optional.empty()
                : Optional.of(new Finding(
                        Finding.Kind.CONSTANT,
                        judged.share(constant) + (constant.size() == 1 ? " has" : " have")
                                + " one value in all draws, " + (constant.size() == 1 ? "" : "first ")
                                + constant.get(0).name().get() + ".",
                        "That is as it should be: the data rule out every other value.",
                        Judged.names(constant)));
    }

    private List<Quantity> constant(Judged.Proof proof) {
        return facts.draws() < 2
                ? List.of()
                : judged.select(
                        quantity -> quantity.constant() && quantity.counted() && quantity.proof() == proof,
                        quantity -> 0);
    }

    Optional<Finding> thinning() {
        return summary.every() == 1
                ? Optional.empty()
                : Optional.of(new Finding(
                        Finding.Kind.THINNED,
                        "the numbers are those of one draw in " + summary.every()
                                + ", as many as fit into memory; effective sizes may be larger than shown.",
                        "All draws are kept. To have them all counted, " + words.moreMemory()));
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
            return new Verdict(Verdict.Trust.BAD, "There are no draws", "The run was stopped before the first one.");
        }
        if (!dead.isEmpty()) {
            return new Verdict(
                    Verdict.Trust.BAD,
                    "Not converged",
                    dead.size() == 1 ? "A chain did not move." : dead.size() + " chains did not move.");
        }
        if (places.isPresent()) {
            return new Verdict(
                    Verdict.Trust.BAD,
                    "Not converged",
                    places.get().switched().isPresent()
                            ? "The chains number the same groups differently (label switching)."
                            : "The chains stayed in different modes.");
        }
        if (judged.worstRhat() > HOPELESS_RHAT) {
            return new Verdict(
                    Verdict.Trust.BAD, "Not converged", "The chains disagree about where some unknowns lie.");
        }
        if (evidence.lock().isPresent()) {
            return new Verdict(
                    Verdict.Trust.BAD,
                    "Not converged",
                    "Unknowns hold each other fast, and no chain saw what lies beyond.");
        }
        if (allStill()) {
            return new Verdict(
                    Verdict.Trust.CAUTION,
                    "Nothing is known about convergence",
                    "No chain moved: what has one value here may have others.");
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
        int still = constant(Judged.Proof.NONE).size();
        return new Verdict(
                Verdict.Trust.GOOD,
                still == 0 ? "Converged" : "Converged in all that changed",
                still == 0
                        ? "The chains agree on every unknown, and there are enough effective draws of each."
                        : "The chains agree on every unknown that changed, and there are enough effective draws"
                                + " of each; " + still + (still == 1 ? " was" : " were")
                                + " never seen to change.");
    }

    private static boolean has(List<Finding> findings, Finding.Kind kind) {
        return findings.stream().anyMatch(finding -> finding.kind() == kind);
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
