package dev.tandem.paper;

import static dev.tandem.paper.Section.Verdict.CONFIRMED;
import static dev.tandem.paper.Section.Verdict.NOT_REPRODUCED;
import static dev.tandem.paper.Section.Verdict.OPEN;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.models.VariableSelection;
import dev.tandem.paper.Experiment.Setup;
import dev.tandem.paper.Presets.PaperProposal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Whether Gibbs proposals are better than RW in general: both on variable selection, over a grid of settings.
 *
 * @param cells what ran
 * @param count the number of settings
 * @param wins how many of them Gibbs has more MRESS at
 * @param mean the mean over settings of the logarithm of the ratio of MRESS
 * @param error its standard error
 */
record ProposalDecision(Map<String, CellSummary> cells, int count, int wins, double mean, double error) {
    private static final List<Integer> TIMES = List.of(30, 40, 50, 60, 70);
    private static final List<Integer> UPDATES = List.of(200, 400, 600, 800, 1000);
    private static final double STEP = 0.06;

    /** An advantage of one proposal over the other that would be worth a sentence. */
    private static final double WORTH = 1.1;

    static String published(PaperProposal proposal, int time, int updates) {
        return "decide published " + proposal.label() + " T=" + time + " L=" + updates;
    }

    static void cells(Setup setup, List<Cell> cells) {
        VariableSelection density = setup.data().selection();
        for (PaperProposal proposal : List.of(PaperProposal.GIBBS, PaperProposal.RW)) {
            for (int time : TIMES) {
                for (int updates : UPDATES) {
                    cells.add(DecisionExperiment.selection(
                            setup,
                            published(proposal, time, updates),
                            Presets.published(density, proposal, STEP, time, updates, 1),
                            500,
                            updates * 2600.0));
                }
            }
        }
    }

    static ProposalDecision of(Map<String, CellSummary> cells) {
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
        return new ProposalDecision(cells, count, wins, mean, Math.sqrt((squares / count - mean * mean) / (count - 1)));
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
                mean > 3.47 * error ? CONFIRMED : Elementary.exp(mean + 2.06 * error) < WORTH ? NOT_REPRODUCED : OPEN,
                "geometric mean over settings; for two values RW always proposes the other one, Gibbs often the"
                        + " present one");
    }
}
