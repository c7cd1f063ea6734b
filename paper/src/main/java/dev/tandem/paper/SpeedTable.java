package dev.tandem.paper;

import java.util.List;

/** The columns that every comparison of samplers shows: per draw as in the paper, and per unit of cost. */
final class SpeedTable {
    static final List<String> HEADER = List.of(
            "sampler",
            "acceptance",
            "MRESS",
            "MRESS, discrete",
            "gradients a draw",
            "site visits a draw",
            "per 1,000 gradients",
            "per second",
            "per second, discrete",
            "R-hat");

    private SpeedTable() {}

    static List<String> row(String name, CellSummary cell) {
        boolean gradients = cell.gradientsPerDraw() > 0;
        return List.of(
                name,
                gradients ? Numbers.fixed(cell.number("acceptance"), 2) : "–",
                Numbers.three(cell.mress()),
                Numbers.three(cell.discreteMress()),
                gradients ? Numbers.three(cell.gradientsPerDraw()) : "–",
                Numbers.three(cell.number("visits") / cell.number("draws")),
                gradients ? Numbers.three(cell.perThousandGradients()) : "–",
                Numbers.three(cell.perSecond()),
                Numbers.three(cell.discretePerSecond()),
                rhat(cell.worstRhat()));
    }

    /** Chains that never move apart from each other have an infinite one. */
    static String rhat(double value) {
        return value > 100 ? "> 100" : Numbers.fixed(value, 2);
    }
}
