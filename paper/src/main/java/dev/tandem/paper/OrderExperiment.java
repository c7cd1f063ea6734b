package dev.tandem.paper;

import static dev.tandem.paper.Section.Verdict.CONFIRMED;
import static dev.tandem.paper.Section.Verdict.NOT_REPRODUCED;

import dev.tandem.models.GaussianMixture;
import dev.tandem.paper.Presets.PaperProposal;
import dev.tandem.paper.plot.Chart;
import dev.tandem.paper.plot.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Figure 1: M-HMC and discontinuous HMC on a mixture on the line, in both orders of its components. */
final class OrderExperiment implements Experiment {
    private static final String MHMC = "fig1 published";
    private static final String DHMC = "fig1 DHMC";
    private static final String TANDEM = "fig1 Tandem default";
    private static final String PERMUTED = " permuted";

    @Override
    public String name() {
        return "fig1";
    }

    @Override
    public String title() {
        return "Figure 1: the order of the components (mixture on the line)";
    }

    @Override
    public List<Cell> cells(Setup setup) {
        List<Cell> cells = new ArrayList<>();
        for (boolean permuted : new boolean[] {false, true}) {
            GaussianMixture mixture = GaussianMixture.oneDimensional(permuted);
            String suffix = permuted ? PERMUTED : "";
            int million = 1_000_000;
            cells.add(LineExperiment.cell(
                    MHMC + suffix,
                    mixture,
                    Presets.published(mixture, PaperProposal.GIBBS, 0.6, 12, 20, 1),
                    1,
                    10_000,
                    million,
                    2600));
            cells.add(LineExperiment.cell(
                    DHMC + suffix,
                    mixture,
                    Presets.discontinuous(mixture, 0.3, 0.4, 10, 15),
                    1,
                    10_000,
                    setup.scale().of(2 * million, permuted ? 10 * million : 5 * million),
                    900));
            cells.add(LineExperiment.cell(TANDEM + suffix, mixture, Presets.tandemDefault(), 1, 1000, million, 800));
        }
        return cells;
    }

    @Override
    public Section report(Setup setup, Map<String, CellSummary> cells, Memory memory) {
        GaussianMixture original = GaussianMixture.oneDimensional(false);
        GaussianMixture permuted = GaussianMixture.oneDimensional(true);
        List<Chart> panels = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        for (String base : List.of(MHMC, DHMC, TANDEM)) {
            String label = base.substring("fig1 ".length());
            panels.add(LineExperiment.chart(label + ", original order", original, cells.get(base)));
            panels.add(LineExperiment.chart(label + ", permuted", permuted, cells.get(base + PERMUTED)));
            rows.add(row(label, "-2, 0, 2, 4", original, cells.get(base)));
            rows.add(row(label, "-2, 2, 0, 4", permuted, cells.get(base + PERMUTED)));
        }
        double dhmc = LineExperiment.distance(original, cells.get(DHMC));
        double dhmcPermuted = LineExperiment.distance(permuted, cells.get(DHMC + PERMUTED));
        double published = Math.max(
                LineExperiment.distance(original, cells.get(MHMC)),
                LineExperiment.distance(permuted, cells.get(MHMC + PERMUTED)));
        double tandem = Math.max(
                LineExperiment.distance(original, cells.get(TANDEM)),
                LineExperiment.distance(permuted, cells.get(TANDEM + PERMUTED)));
        return new Section(
                name(),
                title(),
                List.of(
                        new Section.Text("Histograms of q over the true density. Discontinuous HMC lays the components"
                                + " on a line and moves between neighbours only: exchanging the labels of the two"
                                + " middle components leaves the distribution as it is and stops the sampler."),
                        new Section.Picture("fig1", "Draws (blue) and true density (orange).", Figure.grid(2, panels)),
                        new Section.Table(
                                "fig1",
                                "Shares of the components at -2, 0, 2, 4 (truth 0.150 / 0.300 / 0.300 / 0.250) and"
                                        + " largest distance from the true distribution function.",
                                LineExperiment.joined(
                                        List.of(
                                                "sampler",
                                                "means by label",
                                                "draws",
                                                "shares",
                                                "distance",
                                                "acceptance"),
                                        LineExperiment.COST),
                                rows)),
                List.of(
                        new Section.Claim(
                                "DHMC fits the original order but fails to sample all components of the permuted one",
                                "histograms only",
                                "DHMC here: distance " + Numbers.three(dhmc) + ", permuted "
                                        + Numbers.three(dhmcPermuted),
                                "–",
                                dhmc < 0.05 && dhmcPermuted > 0.1 ? CONFIRMED : NOT_REPRODUCED,
                                "the barrier between neighbours on the line rises from 5 to 20 nats"),
                        new Section.Claim(
                                "M-HMC does not depend on the order of the components",
                                "histograms only",
                                "distance at most " + Numbers.three(published),
                                "distance at most " + Numbers.three(tandem),
                                published < 0.02 && tandem < 0.02 ? CONFIRMED : NOT_REPRODUCED,
                                "both orders are sampled alike")));
    }

    private static List<String> row(String label, String means, GaussianMixture mixture, CellSummary summary) {
        return LineExperiment.joined(
                List.of(
                        label,
                        means,
                        Numbers.count((long) summary.number("draws")),
                        LineExperiment.shares(mixture, summary),
                        Numbers.three(LineExperiment.distance(mixture, summary)),
                        Numbers.fixed(summary.number("acceptance"), 2)),
                LineExperiment.cost(summary));
    }
}
