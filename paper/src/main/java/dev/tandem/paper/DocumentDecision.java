package dev.tandem.paper;

import static dev.tandem.paper.DocumentCells.EXACT;
import static dev.tandem.paper.DocumentCells.LONG;
import static dev.tandem.paper.DocumentCells.REAL;
import static dev.tandem.paper.DocumentCells.REFERENCE;
import static dev.tandem.paper.DocumentCells.STALE;
import static dev.tandem.paper.DocumentCells.WHOLE;
import static dev.tandem.paper.DocumentCells.cell;
import static dev.tandem.paper.Section.Verdict.CONFIRMED;
import static dev.tandem.paper.Section.Verdict.CORRECTED;
import static dev.tandem.paper.Section.Verdict.NOT_REPRODUCED;
import static dev.tandem.paper.Section.Verdict.OPEN;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.paper.Experiment.Setup;
import dev.tandem.paper.PaperData.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * What the topic Gibbs sampler and DHMC give on documents beside NUTS with the topics summed out.
 *
 * @param setup the data
 * @param cells what ran
 */
record DocumentDecision(Setup setup, Map<String, CellSummary> cells) {
    /** Beyond so many standard errors two posterior means are taken to differ. */
    private static final double ERRORS = 5;

    /** The relative distance at which the paper takes posterior means to differ. */
    private static final double APART = 0.05;

    /** The margin of a distance, and of that of one coordinate, in standard errors. */
    private static final double MARGIN = 3;

    private static final double MARGIN_OF_ONE = 4;

    CellSummary of(Document document, String sampler) {
        return cells.get(cell(document, sampler));
    }

    List<Document> list() {
        return setup.data().documents();
    }

    double errors(Document document, String sampler) {
        return TopicResults.errors(of(document, sampler), of(document, REFERENCE));
    }

    /** The relative distance of the vectors of means. */
    private double apart(Document document, String sampler) {
        CellSummary mine = of(document, sampler);
        CellSummary reference = of(document, REFERENCE);
        double square = 0;
        double size = 0;
        for (int k = 0; k < mine.get("continuous.mean").length; k++) {
            double at = reference.get("continuous.mean")[k];
            square += Elementary.pow(mine.get("continuous.mean")[k] - at, 2);
            size += at * at;
        }
        return Math.sqrt(square / size);
    }

    /** What Monte Carlo error could make of that distance, even if the errors of all coordinates went together. */
    private double margin(Document document, String sampler) {
        CellSummary mine = of(document, sampler);
        CellSummary reference = of(document, REFERENCE);
        double square = 0;
        double size = 0;
        for (int k = 0; k < mine.get("continuous.mean").length; k++) {
            square += Elementary.pow(mine.get("continuous.mcse")[k], 2)
                    + Elementary.pow(reference.get("continuous.mcse")[k], 2);
            size += Elementary.pow(reference.get("continuous.mean")[k], 2);
        }
        return MARGIN * Math.sqrt(square / size);
    }

    private boolean beyond(Document document, String sampler) {
        return apart(document, sampler) - margin(document, sampler) > APART;
    }

    private boolean within(Document document, String sampler) {
        return apart(document, sampler) + margin(document, sampler) < APART;
    }

    /** Whether some coordinate by itself is further off than the paper allows the vector. */
    private boolean beyondInOne(Document document, String sampler) {
        CellSummary mine = of(document, sampler);
        CellSummary reference = of(document, REFERENCE);
        for (int k = 0; k < mine.get("continuous.mean").length; k++) {
            double at = reference.get("continuous.mean")[k];
            double error =
                    StrictMath.hypot(mine.get("continuous.mcse")[k], reference.get("continuous.mcse")[k]);
            if (Math.abs(mine.get("continuous.mean")[k] - at) - MARGIN_OF_ONE * error > APART * Math.abs(at)) {
                return true;
            }
        }
        return false;
    }

    double longErrors(String sampler) {
        Document brief = TopicExperiment.brief(setup);
        return TopicResults.errors(cells.get(cell(brief, sampler) + LONG), cells.get(cell(brief, REFERENCE) + LONG));
    }

    /** The mean over documents and coordinates of squared distances in standard errors: 1 for a right sampler. */
    double meanSquare(String sampler) {
        double sum = 0;
        int count = 0;
        for (Document document : list()) {
            CellSummary mine = of(document, sampler);
            CellSummary reference = of(document, REFERENCE);
            for (int k = 0; k < mine.get("continuous.mean").length; k++) {
                double error = StrictMath.hypot(
                        mine.get("continuous.mcse")[k], reference.get("continuous.mcse")[k]);
                double z = (mine.get("continuous.mean")[k] - reference.get("continuous.mean")[k]) / error;
                sum += z * z;
                count++;
            }
        }
        return sum / count;
    }

    private long count(String sampler, BiFunction<Document, String, Boolean> holds) {
        return list().stream()
                .filter(document -> holds.apply(document, sampler))
                .count();
    }

    Section.Table gibbs() {
        List<List<String>> rows = new ArrayList<>();
        for (Document document : list()) {
            rows.add(List.of(
                    String.valueOf(document.number()),
                    String.valueOf(document.density().tokens()),
                    Numbers.percent(apart(document, EXACT)),
                    Numbers.percent(margin(document, EXACT)),
                    Numbers.fixed(errors(document, EXACT), 1),
                    Numbers.percent(apart(document, STALE)),
                    Numbers.percent(margin(document, STALE)),
                    Numbers.fixed(errors(document, STALE), 1)));
        }
        CellSummary any = of(list().get(0), EXACT);
        return new Section.Table(
                "decide-gibbs",
                "The topic Gibbs sampler in both orders, " + Numbers.count((long) any.number("draws"))
                        + " draws a document: relative distance of posterior means of eta from the reference with its"
                        + " margin of Monte Carlo error, and the largest distance of a coordinate in standard"
                        + " errors. Mean of all squared distances in standard errors: exact order "
                        + Numbers.fixed(meanSquare(EXACT), 2) + ", the paper's order "
                        + Numbers.fixed(meanSquare(STALE), 2) + " (1 for a right sampler).",
                List.of(
                        "document",
                        "words",
                        "exact",
                        "margin",
                        "exact, largest z",
                        "paper's order",
                        "margin",
                        "paper's order, largest z"),
                rows);
    }

    Section.Table dhmc() {
        List<List<String>> rows = new ArrayList<>();
        for (Document document : list()) {
            List<String> row = new ArrayList<>(List.of(
                    String.valueOf(document.number()),
                    String.valueOf(document.density().tokens())));
            for (String sampler : List.of(REAL, WHOLE)) {
                CellSummary summary = of(document, sampler);
                row.add(Numbers.fixed(summary.number("acceptance"), 2));
                row.add(Numbers.percent(apart(document, sampler)));
                row.add(Numbers.fixed(errors(document, sampler), 1));
                row.add(SpeedTable.rhat(summary.worstRhat()));
            }
            rows.add(row);
        }
        List<String> header = new ArrayList<>(List.of("document", "words"));
        for (String places : List.of("real", "whole")) {
            header.add(places + ": acceptance");
            header.add("distance");
            header.add("largest z");
            header.add("R-hat");
        }
        return new Section.Table(
                "decide-dhmc",
                "DHMC on documents with the ranges that the paper's program names (step 3 to 4 in proportion to"
                        + " prior variances, 40 to 49 steps), "
                        + Numbers.count((long) of(list().get(0), REAL).number("draws"))
                        + " draws a document. Places of tokens on the line are real numbers, as the algorithm is"
                        + " meant, or are cut to whole numbers, as the program's array does.",
                header,
                rows);
    }

    Section.Table orders() {
        Document brief = TopicExperiment.brief(setup);
        List<List<String>> rows = new ArrayList<>();
        for (String sampler : List.of(EXACT, STALE, REFERENCE)) {
            CellSummary summary = cells.get(cell(brief, sampler) + LONG);
            StringBuilder means = new StringBuilder();
            for (double mean : summary.get("continuous.mean")) {
                means.append(means.isEmpty() ? "" : "  ").append(Numbers.fixed(mean, 3));
            }
            rows.add(List.of(
                    sampler,
                    Numbers.count((long) summary.number("draws")),
                    means.toString(),
                    sampler.equals(REFERENCE) ? "–" : Numbers.fixed(longErrors(sampler), 1),
                    Numbers.three(summary.mress()),
                    Numbers.three(summary.perSecond())));
        }
        return new Section.Table(
                "decide-order",
                "The two orders of the Gibbs sampler on document " + brief.number() + " ("
                        + brief.density().tokens() + " words) with many draws: posterior means of eta, and the"
                        + " largest distance from the reference in standard errors.",
                List.of("sampler", "draws", "means of eta", "largest z", "MRESS", "per second"),
                rows);
    }

    Section.Claim gibbsClaim() {
        int all = list().size();
        long farExact = count(EXACT, this::beyond);
        long farStale = count(STALE, this::beyond);
        long nearExact = count(EXACT, this::within);
        long nearStale = count(STALE, this::within);
        CellSummary any = of(list().get(0), STALE);
        Section.Verdict verdict = farExact > 0
                ? CONFIRMED
                : farStale > 0 ? CORRECTED : nearExact == all && nearStale == all ? NOT_REPRODUCED : OPEN;
        return new Section.Claim(
                "The Gibbs sampler differs on 3 of 20 documents because it explores too little",
                "17 of 20 agree within 5 %",
                "paper's order: " + farStale + " of " + all + " beyond 5 %, " + nearStale + " within; exact order: "
                        + farExact + " beyond, " + nearExact + " within",
                "the reference",
                verdict,
                "with " + Numbers.count((long) any.number("chains")) + " chains and "
                        + Numbers.count((long) any.number("draws"))
                        + " draws a document as in the paper. The program draws all Polya-Gamma variables before the first"
                        + " coordinate moves, which samples another distribution: mean squared distance "
                        + Numbers.fixed(meanSquare(STALE), 2) + " squared standard errors against "
                        + Numbers.fixed(meanSquare(EXACT), 2)
                        + " in the exact order. With 5 % of each coordinate by itself: "
                        + count(STALE, this::beyondInOne) + " documents beyond against "
                        + count(EXACT, this::beyondInOne));
    }

    private boolean differs(Document document, String sampler) {
        return errors(document, sampler) > ERRORS || of(document, sampler).worstRhat() > 1.1;
    }

    Section.Claim dhmcClaim() {
        long real = count(REAL, this::differs);
        long whole = count(WHOLE, this::differs);
        long wholeFar = count(WHOLE, (document, sampler) -> errors(document, sampler) > ERRORS);
        return new Section.Claim(
                "DHMC's posterior means differ significantly on all 20 documents",
                "20 of 20 differ",
                "with the program's whole places " + whole + " of " + list().size() + " (" + wholeFar
                        + " by standard errors alone); with real places " + real,
                "–",
                whole >= list().size() - 1 ? CORRECTED : NOT_REPRODUCED,
                "with the ranges of the program acceptance falls to nothing on long documents, whatever the places"
                        + " (below 0.1 on " + refused(REAL) + " documents with real places, on " + refused(WHOLE)
                        + " with whole ones). On shorter ones the program's whole places are at fault: steps of 3 to 4"
                        + " are cut to three upwards and up to four downwards, which no step takes back");
    }

    private long refused(String sampler) {
        return count(sampler, (document, each) -> of(document, each).number("acceptance") < 0.1);
    }
}
