package dev.tandem.paper;

import static dev.tandem.paper.Section.Verdict.CONFIRMED;
import static dev.tandem.paper.Section.Verdict.CORRECTED;
import static dev.tandem.paper.Section.Verdict.NOT_REPRODUCED;
import static dev.tandem.paper.Section.Verdict.OPEN;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.models.TopicDocument;
import dev.tandem.models.VariableSelection;
import dev.tandem.paper.PaperData.Document;
import dev.tandem.paper.Presets.PaperProposal;
import dev.tandem.paper.gibbs.ProgramDhmc;
import dev.tandem.paper.gibbs.TopicGibbs;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.KernelFamily.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * Four claims that need more draws than the figures they belong to: each has cells of its own, and a rule that was
 * written down before its cells ran.
 */
final class DecisionExperiment implements Experiment {
    private static final String EXACT = "Gibbs, exact";
    private static final String STALE = "Gibbs, as the paper ran it";
    private static final String REAL = "DHMC, places real";
    private static final String WHOLE = "DHMC, places whole";
    private static final String REFERENCE = "NUTS, topics summed out";
    private static final String LONG = " long";

    private static final List<Integer> TIMES = List.of(30, 40, 50, 60, 70);
    private static final List<Integer> UPDATES = List.of(200, 400, 600, 800, 1000);
    private static final double STEP = 0.06;
    private static final List<Double> DHMC_STEPS = List.of(0.03, 0.05, 0.07, 0.09, 0.11, 0.13);
    private static final List<Integer> DHMC_LENGTHS = List.of(30, 50, 70, 90, 110, 130, 150, 170);

    /** An advantage of one proposal over the other that would be worth a sentence. */
    private static final double WORTH = 1.1;

    /** Beyond so many standard errors two posterior means are taken to differ. */
    private static final double ERRORS = 5;

    /** The relative distance at which the paper takes posterior means to differ. */
    private static final double APART = 0.05;

    /** The margin of a distance, and of that of one coordinate, in standard errors. */
    private static final double MARGIN = 3;

    private static final double MARGIN_OF_ONE = 4;

    @Override
    public String name() {
        return "decide";
    }

    @Override
    public String title() {
        return "Four claims that take more draws: proposals, the topic Gibbs sampler, DHMC on documents and its time";
    }

    private static String published(PaperProposal proposal, int time, int updates) {
        return "decide published " + proposal.label() + " T=" + time + " L=" + updates;
    }

    private static String dhmc(double step, int steps) {
        return "decide DHMC step=" + step + " steps=" + steps + "-" + (steps + 20);
    }

    private static String cell(Document document, String sampler) {
        return "decide document " + document.number() + " " + sampler;
    }

    @Override
    public List<Cell> cells(Setup setup) {
        List<Cell> cells = new ArrayList<>();
        orders(setup, cells);
        gibbs(setup, cells);
        grid(setup, cells);
        lines(setup, cells);
        proposals(setup, cells);
        return cells;
    }

    private static void proposals(Setup setup, List<Cell> cells) {
        VariableSelection density = setup.data().selection();
        for (PaperProposal proposal : List.of(PaperProposal.GIBBS, PaperProposal.RW)) {
            for (int time : TIMES) {
                for (int updates : UPDATES) {
                    cells.add(selection(
                            setup,
                            published(proposal, time, updates),
                            Presets.published(density, proposal, STEP, time, updates, 1),
                            500,
                            updates * 2600.0));
                }
            }
        }
    }

    private static void grid(Setup setup, List<Cell> cells) {
        VariableSelection density = setup.data().selection();
        for (double step : DHMC_STEPS) {
            for (int steps : DHMC_LENGTHS) {
                double high = Math.round(100 * step + 2) / 100.0;
                cells.add(selection(
                        setup,
                        dhmc(step, steps),
                        Presets.discontinuous(density, step, high, steps, steps + 20),
                        400,
                        (steps + 10) * 3000.0));
            }
        }
    }

    private static Cell selection(Setup setup, String name, Way way, int draws, double nanoseconds) {
        return new Cell(
                name,
                setup.data().selection(),
                setup.data().identity(),
                way,
                setup.scale().of(4, 192),
                setup.scale().of(60, 1000),
                setup.scale().of(draws, 2000),
                Recorder.everything(),
                chains -> Map.of(),
                nanoseconds);
    }

    private static void lines(Setup setup, List<Cell> cells) {
        for (Document document : setup.data().documents()) {
            double words = document.density().tokens();
            for (String sampler : List.of(REAL, WHOLE)) {
                cells.add(topics(
                        setup,
                        document,
                        cell(document, sampler),
                        setup.scale().of(4, 96),
                        setup.scale().of(100, 1000),
                        setup.scale().of(200, 4000),
                        45 * words * 60,
                        sampler));
            }
            cells.add(reference(setup, document, cell(document, REFERENCE), 8, 4000));
        }
    }

    /** The paper's chains and draws at either scale: the claim is about them. */
    private static void gibbs(Setup setup, List<Cell> cells) {
        for (Document document : setup.data().documents()) {
            for (String sampler : List.of(EXACT, STALE)) {
                cells.add(topics(
                        setup,
                        document,
                        cell(document, sampler),
                        96,
                        1000,
                        4000,
                        3000 + document.density().tokens() * 30.0,
                        sampler));
            }
        }
    }

    private static void orders(Setup setup, List<Cell> cells) {
        Document brief = TopicExperiment.brief(setup);
        for (String sampler : List.of(STALE, EXACT)) {
            cells.add(topics(
                    setup,
                    brief,
                    cell(brief, sampler) + LONG,
                    4,
                    1000,
                    400_000,
                    3000 + brief.density().tokens() * 30.0,
                    sampler));
        }
        cells.add(reference(setup, brief, cell(brief, REFERENCE) + LONG, 4, 100_000));
    }

    private static Cell reference(Setup setup, Document document, String name, int chains, int draws) {
        return new Cell(
                name,
                document.density().marginal(),
                setup.data().identity(),
                Way.automatic(KernelFamily.of(Method.NUTS)),
                chains,
                1000,
                draws,
                Recorder.everything(),
                kept -> Map.of(),
                3000 + document.density().tokens() * 250.0);
    }

    private static Cell topics(
            Setup setup,
            Document document,
            String name,
            int chains,
            int warmup,
            int draws,
            double nanoseconds,
            String sampler) {
        return new Cell(
                name,
                document.density(),
                setup.data().identity(),
                way(document.density(), sampler),
                chains,
                warmup,
                draws,
                Recorder.coordinatesAndCounts(),
                kept -> Map.of(),
                nanoseconds);
    }

    private static Way way(TopicDocument density, String sampler) {
        return switch (sampler) {
            case EXACT -> TopicExperiment.gibbs(density, TopicGibbs.Order.FRESH);
            case STALE -> TopicExperiment.gibbs(density, TopicGibbs.Order.STALE);
            case REAL -> line(density, ProgramDhmc.Places.REAL);
            case WHOLE -> line(density, ProgramDhmc.Places.WHOLE);
            default -> throw new IllegalArgumentException(sampler);
        };
    }

    private static Way line(TopicDocument density, ProgramDhmc.Places places) {
        return Way.plain(
                "DHMC of the program, places " + places + ", step 3-4, steps 40-49",
                () -> new ProgramDhmc(density, places, 3, 4, 40, 50));
    }

    @Override
    public Section report(Setup setup, Map<String, CellSummary> cells, Memory memory) {
        Comparison proposals = Comparison.of(cells);
        Documents documents = new Documents(setup, cells);
        List<Section.Part> parts = new ArrayList<>();
        parts.add(new Section.Text("The rules, fixed before the cells ran. Proposals: over " + proposals.count()
                + " settings (five T by five L) the mean of log(MRESS with Gibbs / MRESS with RW), with its standard"
                + " error from the spread over settings. Gibbs is better in general if the mean is above 0 by more than"
                + " 3.47 errors (once in a thousand times by chance, t with 24 degrees of freedom); there is no general"
                + " advantage if 2.06 errors above the mean (a 95 % interval's end) are still below a tenth; else the"
                + " claim stays open. Topic Gibbs sampler, with the paper's chains and draws: a document is beyond 5 % if the"
                + " relative distance of the vector of posterior means from the reference is so by more than its margin, three times"
                + " the root of the summed squares of all standard errors; it is within 5 % if it is so by more than the margin."
                + " The claim is confirmed if the exact order is beyond on a document, corrected if the paper's order is and the"
                + " exact one on none, not reproduced if both are within on all documents; else it stays open. DHMC on"
                + " documents: a document differs if a posterior mean of eta is more than 5 standard errors from"
                + " the reference, or if the chains have not met (R-hat above 1.1), so that their mean is where they"
                + " began. DHMC's time: the best of the paper's whole grid against the published algorithm at T = 40, L = 600, by"
                + " processor time, and by the evaluations of the density that the paper's program makes: confirmed if the"
                + " clock says so and the loss of MRESS is above 0.2, corrected if only the program's count can. (This last"
                + " rule was settled when its cells had run.)"));
        parts.add(proposals.table());
        parts.add(documents.gibbs());
        parts.add(documents.dhmc());
        parts.add(documents.orders());
        Timing timing = Timing.of(cells);
        parts.add(timing.table());
        return new Section(
                name(),
                title(),
                parts,
                List.of(proposals.claim(), documents.gibbsClaim(), documents.dhmcClaim(), timing.claim()));
    }

    /** Proposals side by side over the settings. */
    private record Comparison(Map<String, CellSummary> cells, int count, int wins, double mean, double error) {
        static Comparison of(Map<String, CellSummary> cells) {
            double sum = 0;
            double squares = 0;
            int count = 0;
            int wins = 0;
            for (int time : TIMES) {
                for (int updates : UPDATES) {
                    double log = Elementary.log(ratio(cells, time, updates));
                    sum += log;
                    squares += log * log;
                    wins += log > 0 ? 1 : 0;
                    count++;
                }
            }
            double mean = sum / count;
            return new Comparison(cells, count, wins, mean, Math.sqrt((squares / count - mean * mean) / (count - 1)));
        }

        private static double ratio(Map<String, CellSummary> cells, int time, int updates) {
            return cells.get(published(PaperProposal.GIBBS, time, updates)).mress()
                    / cells.get(published(PaperProposal.RW, time, updates)).mress();
        }

        Section.Table table() {
            List<List<String>> rows = new ArrayList<>();
            for (int time : TIMES) {
                List<String> row = new ArrayList<>(List.of("T = " + time));
                for (int updates : UPDATES) {
                    row.add(Numbers.fixed(
                                    cells.get(published(PaperProposal.GIBBS, time, updates))
                                            .mress(),
                                    2)
                            + " / "
                            + Numbers.fixed(
                                    cells.get(published(PaperProposal.RW, time, updates))
                                            .mress(),
                                    2));
                }
                rows.add(row);
            }
            List<String> header = new ArrayList<>(List.of("travel time"));
            UPDATES.forEach(updates -> header.add("L = " + updates));
            CellSummary any = cells.get(published(PaperProposal.GIBBS, 40, 600));
            return new Section.Table(
                    "decide-proposals",
                    "MRESS of beta with proposal Gibbs / RW, " + Numbers.count((long) any.number("draws"))
                            + " draws of each.",
                    header,
                    rows);
        }

        Section.Claim claim() {
            double factor = Elementary.exp(mean);
            return new Section.Claim(
                    "Gibbs proposals in general outperform RW",
                    "figure only",
                    "MRESS " + Numbers.fixed(factor, 3) + " times (95 % interval "
                            + Numbers.fixed(Elementary.exp(mean - 2.06 * error), 3) + " to "
                            + Numbers.fixed(Elementary.exp(mean + 2.06 * error), 3) + "); more at " + wins + " of "
                            + count
                            + " settings",
                    "–",
                    mean > 3.47 * error
                            ? CONFIRMED
                            : Elementary.exp(mean + 2.06 * error) < WORTH ? NOT_REPRODUCED : OPEN,
                    "geometric mean over settings; for two values RW always proposes the other one, Gibbs often the"
                            + " present one");
        }
    }

    /** What the samplers of documents give beside the reference. */
    private record Documents(Setup setup, Map<String, CellSummary> cells) {
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
                double error = StrictMath.hypot(
                        mine.get("continuous.mcse")[k], reference.get("continuous.mcse")[k]);
                if (Math.abs(mine.get("continuous.mean")[k] - at) - MARGIN_OF_ONE * error > APART * Math.abs(at)) {
                    return true;
                }
            }
            return false;
        }

        double longErrors(String sampler) {
            Document brief = TopicExperiment.brief(setup);
            return TopicResults.errors(
                    cells.get(cell(brief, sampler) + LONG), cells.get(cell(brief, REFERENCE) + LONG));
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

    /** The best of DHMC's grid beside the published algorithm. */
    private record Timing(Map<String, CellSummary> cells, double step, int steps) {
        static Timing of(Map<String, CellSummary> cells) {
            return DHMC_STEPS.stream()
                    .flatMap(step -> DHMC_LENGTHS.stream().map(steps -> new Timing(cells, step, steps)))
                    .max(Comparator.comparingDouble(timing -> timing.best().mress()))
                    .orElseThrow();
        }

        private CellSummary best() {
            return cells.get(dhmc(step, steps));
        }

        private CellSummary published() {
            return cells.get(DecisionExperiment.published(PaperProposal.GIBBS, 40, 600));
        }

        private static double seconds(CellSummary cell) {
            return cell.number("cpu") / cell.number("draws");
        }

        /** Evaluations of a draw as the program makes them, if a gradient costs so many. */
        private static double evaluations(CellSummary cell, double gradient, double visit) {
            return 2 * gradient * cell.gradientsPerDraw() + visit * cell.number("visits") / cell.number("draws");
        }

        private double counted(double gradient) {
            return evaluations(best(), gradient, 2) / evaluations(published(), gradient, 4);
        }

        Section.Table table() {
            List<List<String>> rows = new ArrayList<>();
            for (double one : DHMC_STEPS) {
                List<String> row = new ArrayList<>();
                row.add(one + " to " + Numbers.fixed(one + 0.02, 2));
                for (int each : DHMC_LENGTHS) {
                    row.add(Numbers.fixed(cells.get(dhmc(one, each)).mress(), 2));
                }
                rows.add(row);
            }
            List<String> header = new ArrayList<>(List.of("step"));
            DHMC_LENGTHS.forEach(each -> header.add(each + "-" + (each + 20) + " steps"));
            return new Section.Table(
                    "decide-dhmc-grid",
                    "MRESS of beta of DHMC over the paper's grid, "
                            + Numbers.count((long) best().number("draws")) + " draws of each; the published algorithm"
                            + " at T = 40, L = 600 has "
                            + Numbers.fixed(published().mress(), 2) + ".",
                    header,
                    rows);
        }

        Section.Claim claim() {
            double clock = seconds(best()) / seconds(published());
            double low = Math.min(counted(1), counted(4));
            double high = Math.max(counted(1), counted(4));
            double loss = published().mress() - best().mress();
            return new Section.Claim(
                    "The best DHMC takes 1.82 times longer than M-HMC at T = 40, L = 600, with nearly 0.3 less MRESS",
                    "1.82, 0.3",
                    Numbers.fixed(clock, 2) + " times by the clock; " + Numbers.fixed(low, 2) + " to "
                            + Numbers.fixed(high, 2) + " times by the program's count; " + Numbers.fixed(loss, 2)
                            + " less",
                    "–",
                    clock > 1 && loss > 0.2 ? CONFIRMED : high > 1 ? CORRECTED : NOT_REPRODUCED,
                    "best at step " + step + " to " + Numbers.fixed(step + 0.02, 2) + ", " + steps + " to "
                            + (steps + 20)
                            + " steps. With local conditionals a visit is cheap; the program evaluates the"
                            + " whole density, twice for a visit of DHMC and four times for one of M-HMC, beside two gradients"
                            + " a step: the range is that of a gradient as dear as four evaluations or as one");
        }
    }
}
