package dev.tandem.paper;

import static dev.tandem.paper.Section.Verdict.CONFIRMED;
import static dev.tandem.paper.Section.Verdict.CORRECTED;
import static dev.tandem.paper.Section.Verdict.NOT_REPRODUCED;

import dev.tandem.models.VariableSelection;
import dev.tandem.paper.Experiment.Setup;
import dev.tandem.paper.Presets.PaperProposal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The best of DHMC's grid beside the published algorithm.
 *
 * @param cells what ran
 * @param step the least step of the best
 * @param steps its least number of steps
 */
record TimeDecision(Map<String, CellSummary> cells, double step, int steps) {
    private static final List<Double> DHMC_STEPS = List.of(0.03, 0.05, 0.07, 0.09, 0.11, 0.13);
    private static final List<Integer> DHMC_LENGTHS = List.of(30, 50, 70, 90, 110, 130, 150, 170);

    private static String dhmc(double step, int steps) {
        return "decide DHMC step=" + step + " steps=" + steps + "-" + (steps + 20);
    }

    static void cells(Setup setup, List<Cell> cells) {
        VariableSelection density = setup.data().selection();
        for (double step : DHMC_STEPS) {
            for (int steps : DHMC_LENGTHS) {
                double high = Math.round(100 * step + 2) / 100.0;
                cells.add(DecisionExperiment.selection(
                        setup,
                        dhmc(step, steps),
                        Presets.discontinuous(density, step, high, steps, steps + 20),
                        400,
                        (steps + 10) * 3000.0));
            }
        }
    }

    static TimeDecision of(Map<String, CellSummary> cells) {
        return DHMC_STEPS.stream()
                .flatMap(step -> DHMC_LENGTHS.stream().map(steps -> new TimeDecision(cells, step, steps)))
                .max(Comparator.comparingDouble(timing -> timing.best().mress()))
                .orElseThrow();
    }

    private CellSummary best() {
        return cells.get(dhmc(step, steps));
    }

    private CellSummary published() {
        return cells.get(ProposalDecision.published(PaperProposal.GIBBS, 40, 600));
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
