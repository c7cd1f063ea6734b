package dev.tandem.paper;

import static dev.tandem.paper.Section.Verdict.CONFIRMED;
import static dev.tandem.paper.Section.Verdict.CORRECTED;
import static dev.tandem.paper.Section.Verdict.NOT_REPRODUCED;

import dev.tandem.density.MixedDensity;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.models.GaussianMixture;
import dev.tandem.paper.Presets.PaperProposal;
import dev.tandem.paper.plot.Axis;
import dev.tandem.paper.plot.Chart;
import dev.tandem.paper.plot.Figure;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.KernelFamily.Method;
import dev.tandem.sampling.warmup.Fixed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Figure 3 and its twin in the supplement: the mixture in 24 dimensions. */
final class MixtureExperiment implements Experiment {
    private static final String NUTS = "NUTS, x summed out, target 0.6";
    static final String NUTS_DEFAULT = "NUTS, x summed out, target 0.8";
    static final String HWG = "HMC within Gibbs";
    private static final String NWG = "NUTS within Gibbs";
    static final String DHMC = "DHMC";
    static final String TANDEM = "Tandem default (node)";
    static final String TANDEM_NUTS = "Tandem mixed NUTS";
    private static final List<String> MAIN =
            List.of(NUTS, NUTS_DEFAULT, HWG, NWG, DHMC, published(PaperProposal.GIBBS), TANDEM, TANDEM_NUTS);

    private static final int CHECKPOINTS = 12;

    private static String published(PaperProposal proposal) {
        return "published, " + proposal.label();
    }

    @Override
    public String name() {
        return "fig3";
    }

    @Override
    public String title() {
        return "Figure 3 and its twin: mixture in 24 dimensions";
    }

    /** The cell of a sampler on the means that ran. */
    static String ran(String sampler) {
        return cell(false, sampler);
    }

    /** The published algorithm with its best proposal. */
    static String bestPublished() {
        return ran(published(PaperProposal.GIBBS));
    }

    private static String cell(boolean printed, String sampler) {
        return "fig3 " + (printed ? "printed" : "ran") + " means " + sampler;
    }

    @Override
    public List<Cell> cells(Setup setup) {
        List<Cell> cells = new ArrayList<>();
        for (boolean printed : new boolean[] {false, true}) {
            GaussianMixture mixture = GaussianMixture.twentyFourDimensional(printed);
            MixedDensity marginal = mixture.marginal();
            KernelFamily nuts = KernelFamily.of(Method.NUTS);
            add(
                    cells,
                    setup,
                    mixture,
                    marginal,
                    printed,
                    NUTS,
                    9000,
                    Way.automatic(nuts, Fixed.nothing().withTargetAcceptance(0.6)));
            add(
                    cells,
                    setup,
                    mixture,
                    marginal,
                    printed,
                    NUTS_DEFAULT,
                    9000,
                    Way.automatic(nuts, Fixed.nothing().withTargetAcceptance(0.8)));
            add(cells, setup, mixture, mixture, printed, HWG, 6000, Presets.hmcWithinGibbs(mixture, 1.1, 80));
            add(cells, setup, mixture, mixture, printed, NWG, 6000, Presets.nutsWithinGibbs());
            add(cells, setup, mixture, mixture, printed, DHMC, 12_000, Presets.discontinuous(mixture, 0.8, 1, 30, 40));
            for (PaperProposal proposal : PaperProposal.values()) {
                add(
                        cells,
                        setup,
                        mixture,
                        mixture,
                        printed,
                        published(proposal),
                        27_000,
                        Presets.published(mixture, proposal, 1.7, 136, 80, 1));
            }
            add(cells, setup, mixture, mixture, printed, TANDEM, 3000, Presets.tandemDefault());
            add(cells, setup, mixture, mixture, printed, TANDEM_NUTS, 5000, Presets.tandemNuts());
        }
        return cells;
    }

    private static void add(
            List<Cell> cells,
            Setup setup,
            GaussianMixture mixture,
            MixedDensity density,
            boolean printed,
            String sampler,
            double nanoseconds,
            Way way) {
        cells.add(new Cell(
                cell(printed, sampler),
                density,
                printed ? "printed means" : "means that ran",
                way,
                setup.scale().of(24, 192),
                setup.scale().of(1000, 10_000),
                10_000,
                Recorder.everything(),
                chains -> distances(chains, mixture),
                nanoseconds));
    }

    /** The distance of the first coordinate's draws from its true law after 10, .. draws: mean and error over chains. */
    private static Map<String, double[]> distances(Chains chains, GaussianMixture mixture) {
        double[][] draws = chains.series(Recorder.CONTINUOUS + 0);
        double[] at = new double[CHECKPOINTS + 1];
        double[] mean = new double[at.length];
        double[] error = new double[at.length];
        double last = Elementary.log(draws[0].length / 10.0);
        for (int i = 0; i < at.length; i++) {
            int count = (int) Math.round(10 * Elementary.exp(last * i / CHECKPOINTS));
            at[i] = count;
            double[] distance = Arrays.stream(draws)
                    .mapToDouble(chain -> distance(Arrays.copyOf(chain, count), mixture))
                    .toArray();
            double centre = Arrays.stream(distance).average().orElse(Double.NaN);
            double variance = Arrays.stream(distance)
                            .map(d -> (d - centre) * (d - centre))
                            .sum()
                    / (distance.length - 1);
            mean[i] = centre;
            error[i] = Math.sqrt(variance / distance.length);
        }
        return Map.of("ks.at", at, "ks.mean", mean, "ks.error", error);
    }

    private static double distance(double[] draws, GaussianMixture mixture) {
        Arrays.sort(draws);
        double largest = 0;
        for (int i = 0; i < draws.length; i++) {
            double truth = mixture.cumulative(0, draws[i]);
            largest = Math.max(largest, Math.max((i + 1.0) / draws.length - truth, truth - (double) i / draws.length));
        }
        return largest;
    }

    @Override
    public Section report(Setup setup, Map<String, CellSummary> cells, Memory memory) {
        List<String> proposals = Arrays.stream(PaperProposal.values())
                .map(MixtureExperiment::published)
                .toList();
        List<Section.Part> parts = new ArrayList<>();
        parts.add(new Section.Text("The paper prints means from the permutations of (-2, 0, 2, 4); its program ran"
                + " permutations of (-2, 0, 2, 2). Both are here. With the printed means no sampler of the paper moves"
                + " between the components in any number of draws that one could afford, so the paper's figures belong to"
                + " the means that ran. Tandem's kernels have jumps that take q along where a density has one discrete"
                + " unknown of few values; warmup learns where each component lies, and that moves between them. The Kolmogorov-Smirnov distance is taken to the exact distribution function, not to a"
                + " second sample; bands are 95 % intervals of the mean over "
                + (int) cells.get(cell(false, HWG)).number("chains") + " chains. Settings are those of the supplement;"
                + " samplers without settings tune themselves. Where R-hat is far above 1 the chains have not met, and the"
                + " effective sizes only say that: they are bounded below by the number of chains."));
        parts.add(new Section.Picture(
                "fig3",
                "Distance of the draws of the first coordinate from its true distribution; MRESS in the legend.",
                Figure.grid(
                        2,
                        List.of(
                                chart("means that ran", cells, false, MAIN),
                                chart("means as printed", cells, true, MAIN)))));
        parts.add(table("fig3", "Means that ran.", cells, false, MAIN));
        parts.add(table("fig3-printed", "Means as printed.", cells, true, MAIN));
        parts.add(new Section.Picture(
                "fig3-proposals",
                "The supplement's twin: the published algorithm with its three proposals.",
                Figure.grid(
                        2,
                        List.of(
                                chart("means that ran", cells, false, proposals),
                                chart("means as printed", cells, true, proposals)))));
        parts.add(table("fig3-proposals", "The three proposals, means that ran.", cells, false, proposals));
        return new Section(name(), title(), parts, claims(cells));
    }

    private static List<Section.Claim> claims(Map<String, CellSummary> cells) {
        CellSummary published = cells.get(cell(false, published(PaperProposal.GIBBS)));
        CellSummary tandem = cells.get(cell(false, TANDEM));
        CellSummary nuts = cells.get(cell(false, NUTS));
        CellSummary nutsDefault = cells.get(cell(false, NUTS_DEFAULT));
        CellSummary hwg = cells.get(cell(false, HWG));
        double rivals = Math.max(
                hwg.mress(),
                Math.max(
                        cells.get(cell(false, NWG)).mress(),
                        cells.get(cell(false, DHMC)).mress()));
        CellSummary rw = cells.get(cell(false, published(PaperProposal.RW)));
        CellSummary gb = cells.get(cell(false, published(PaperProposal.GB)));
        double printedRhat =
                cells.get(cell(true, published(PaperProposal.GIBBS))).worstRhat();
        double printedTandem = cells.get(cell(true, TANDEM)).worstRhat();
        return List.of(
                new Section.Claim(
                        "24-D mixture: M-HMC has a larger MRESS than HwG, NwG and DHMC",
                        "figure only",
                        Numbers.three(published.mress()) + "; the best of the three " + Numbers.three(rivals),
                        Numbers.three(tandem.mress()) + " a draw; per gradient "
                                + Numbers.times(tandem.perThousandGradients() / published.perThousandGradients())
                                + " published",
                        published.mress() > rivals ? CONFIRMED : NOT_REPRODUCED,
                        "per draw; per 1,000 gradients it is " + Numbers.three(published.perThousandGradients())
                                + " against " + Numbers.three(hwg.perThousandGradients()) + " of HwG"),
                new Section.Claim(
                        "M-HMC even outperforms NUTS with x summed out",
                        "figure only; NUTS at target 0.8: 8.27e-4",
                        Numbers.three(published.mress()) + "; NUTS " + Numbers.three(nuts.mress()) + " at 0.6, "
                                + Numbers.three(nutsDefault.mress()) + " at 0.8",
                        Numbers.times(tandem.perSecond() / nuts.perSecond()) + " NUTS per second",
                        published.mress() > nuts.mress() ? CONFIRMED : NOT_REPRODUCED,
                        "a draw of the published algorithm takes " + Numbers.three(published.gradientsPerDraw())
                                + " gradients, one of NUTS " + Numbers.three(nuts.gradientsPerDraw())
                                + "; per second NUTS is " + Numbers.times(nuts.perSecond() / published.perSecond())
                                + " the published algorithm"),
                new Section.Claim(
                        "The means are the permutations of (-2, 0, 2, 4)",
                        "as printed",
                        "R-hat " + SpeedTable.rhat(printedRhat) + " with the printed means",
                        "R-hat " + SpeedTable.rhat(printedTandem),
                        printedRhat > 1.1 ? CORRECTED : NOT_REPRODUCED,
                        "no sampler of the paper moves between components; the program ran (-2, 0, 2, 2)"),
                new Section.Claim(
                        "Gibbs proposals greatly outperform RW and GB, which are alike",
                        "figure only",
                        "Gibbs " + Numbers.three(published.mress()) + ", GB " + Numbers.three(gb.mress()) + ", RW "
                                + Numbers.three(rw.mress()),
                        "–",
                        published.mress() > gb.mress() && published.mress() > rw.mress() ? CONFIRMED : NOT_REPRODUCED,
                        "ratio to RW " + Numbers.times(published.mress() / rw.mress()) + ", to GB "
                                + Numbers.times(published.mress() / gb.mress())));
    }

    private static Section.Table table(
            String name, String caption, Map<String, CellSummary> cells, boolean printed, List<String> samplers) {
        List<List<String>> rows = new ArrayList<>();
        for (String sampler : samplers) {
            rows.add(SpeedTable.row(sampler, cells.get(cell(printed, sampler))));
        }
        return new Section.Table(name, caption, SpeedTable.HEADER, rows);
    }

    private static Chart chart(String title, Map<String, CellSummary> cells, boolean printed, List<String> samplers) {
        double last = cells.get(cell(printed, samplers.get(0))).get("ks.at")[CHECKPOINTS];
        Chart chart =
                new Chart(title, Axis.logarithmic("draws", 10, last), Axis.linear("K-S distance", 0, 0.8), 470, 320);
        for (int i = 0; i < samplers.size(); i++) {
            CellSummary cell = cells.get(cell(printed, samplers.get(i)));
            double[] mean = cell.get("ks.mean");
            double[] error = cell.get("ks.error");
            double[] low = new double[mean.length];
            double[] high = new double[mean.length];
            for (int j = 0; j < mean.length; j++) {
                low[j] = mean[j] - 1.96 * error[j];
                high[j] = mean[j] + 1.96 * error[j];
            }
            chart.band(cell.get("ks.at"), low, high, i);
            chart.line(samplers.get(i) + ", " + Numbers.three(cell.mress()), cell.get("ks.at"), mean, i);
        }
        return chart.legendBelow();
    }
}
