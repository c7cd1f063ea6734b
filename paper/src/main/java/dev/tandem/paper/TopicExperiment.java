package dev.tandem.paper;

import dev.tandem.models.TopicDocument;
import dev.tandem.paper.PaperData.Document;
import dev.tandem.paper.Presets.PaperProposal;
import dev.tandem.paper.gibbs.TopicGibbs;
import dev.tandem.paper.plot.Axis;
import dev.tandem.paper.plot.Chart;
import dev.tandem.paper.plot.Figure;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.KernelFamily.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Figure 5 and its twins in the supplement: twenty documents of the correlated topic model. */
final class TopicExperiment implements Experiment {
    static final String GIBBS = "Gibbs, exact";
    static final String STALE = "Gibbs, as the paper ran it";
    static final String HWG = "HMC within Gibbs";
    static final String NWG = "NUTS within Gibbs";
    static final String DHMC = "DHMC";
    static final String TANDEM = "Tandem default (node)";
    static final String TANDEM_NUTS = "Tandem mixed NUTS";
    static final String PUBLISHED = published(PaperProposal.GIBBS);
    private static final List<String> SAMPLERS = List.of(
            GIBBS,
            STALE,
            HWG,
            NWG,
            DHMC,
            PUBLISHED,
            published(PaperProposal.GB),
            published(PaperProposal.RW),
            TANDEM,
            TANDEM_NUTS);

    private static final int TRACE = 1000;
    private static final int QUANTILES = 400;

    /** Beyond so many standard errors two posterior means are taken to differ. */
    static final double ERRORS = 5;

    static String published(PaperProposal proposal) {
        return "published, " + proposal.label();
    }

    @Override
    public String name() {
        return "fig5";
    }

    @Override
    public String title() {
        return "Figure 5 and its twins: correlated topic model";
    }

    static String cell(Document document, String sampler) {
        return "fig5 document " + document.number() + " " + sampler;
    }

    static List<double[]> hwgGrid(Scale scale) {
        List<double[]> grid = new ArrayList<>();
        if (scale == Scale.QUICK) {
            return List.of(new double[] {0.1, 600}, new double[] {0.2, 500}, new double[] {0.3, 400});
        }
        for (double step : new double[] {0.1, 0.2, 0.3}) {
            for (int steps = 400; steps <= 800; steps += 100) {
                grid.add(new double[] {step, steps});
            }
        }
        return grid;
    }

    static String hwgCell(Document document, double[] point) {
        return cell(document, HWG) + " step=" + point[0] + " steps=" + (int) point[1];
    }

    @Override
    public List<Cell> cells(Setup setup) {
        Scale scale = setup.scale();
        List<Cell> cells = new ArrayList<>();
        for (Document document : setup.data().documents()) {
            TopicDocument density = document.density();
            int words = density.tokens();
            double update = 330;
            cells.add(cell(
                    setup,
                    document,
                    cell(document, GIBBS),
                    scale.of(300, 1000),
                    scale.of(1500, 4000),
                    3000 + words * 30.0,
                    way(document, GIBBS)));
            cells.add(cell(
                    setup,
                    document,
                    cell(document, STALE),
                    scale.of(300, 1000),
                    scale.of(1500, 4000),
                    3000 + words * 30.0,
                    way(document, STALE)));
            for (double[] point : hwgGrid(scale)) {
                cells.add(cell(
                        setup,
                        document,
                        hwgCell(document, point),
                        scale.of(150, 1000),
                        scale.of(600, 4000),
                        point[1] * 130 + words * 200.0,
                        Presets.hmcWithinGibbs(density, point[0], (int) point[1])));
            }
            cells.add(cell(
                    setup,
                    document,
                    cell(document, NWG),
                    1000,
                    scale.of(2000, 4000),
                    5000 + words * 200.0,
                    Presets.nutsWithinGibbs()));
            cells.add(cell(
                    setup,
                    document,
                    cell(document, DHMC),
                    scale.of(300, 1000),
                    scale.of(200, 4000),
                    20 * words * 220.0,
                    Way.automatic(KernelFamily.of(Method.DISCONTINUOUS))));
            for (PaperProposal proposal : PaperProposal.values()) {
                cells.add(cell(
                        setup,
                        document,
                        cell(document, published(proposal)),
                        scale.of(30, 1000),
                        scale.of(100, 4000),
                        80 * words * update,
                        Presets.publishedOnDocument(density, proposal)));
            }
            cells.add(cell(
                    setup,
                    document,
                    cell(document, TANDEM),
                    1000,
                    scale.of(2000, 4000),
                    4000 + words * 100.0,
                    Presets.tandemDefault()));
            cells.add(cell(
                    setup,
                    document,
                    cell(document, TANDEM_NUTS),
                    1000,
                    scale.of(2000, 4000),
                    8000 + words * 300.0,
                    Presets.tandemNuts()));
        }
        return cells;
    }

    /** A short document, on which long chains are cheap. */
    static Document brief(Setup setup) {
        return setup.data().documents().stream()
                .filter(document -> document.density().tokens() >= 40)
                .min(Comparator.comparingInt(document -> document.density().tokens()))
                .orElseThrow();
    }

    static Way gibbs(TopicDocument density, TopicGibbs.Order order) {
        return Way.plain("Gibbs, " + order + ", sums at once", () -> new TopicGibbs(density, order));
    }

    private static Way way(Document document, String sampler) {
        TopicDocument density = document.density();
        return switch (sampler) {
            case GIBBS -> gibbs(density, TopicGibbs.Order.FRESH);
            case STALE -> gibbs(density, TopicGibbs.Order.STALE);
            default -> Presets.tandemDefault();
        };
    }

    private static Cell cell(
            Setup setup, Document document, String name, int warmup, int draws, double nanoseconds, Way way) {
        return new Cell(
                name,
                document.density(),
                setup.data().identity(),
                way,
                setup.scale().of(4, 96),
                warmup,
                draws,
                Recorder.coordinatesAndCounts(),
                TopicExperiment::sketch,
                nanoseconds);
    }

    /** The first draws of the first chain and the distribution of all, of the first coordinate. */
    private static Map<String, double[]> sketch(Chains chains) {
        double[][] draws = chains.series(Recorder.CONTINUOUS + 0);
        double[] all =
                Arrays.stream(draws).flatMapToDouble(Arrays::stream).sorted().toArray();
        double[] quantiles = new double[QUANTILES];
        for (int i = 0; i < QUANTILES; i++) {
            quantiles[i] = all[(int) ((i + 0.5) / QUANTILES * all.length)];
        }
        return Map.of("trace", Arrays.copyOf(draws[0], Math.min(TRACE, draws[0].length)), "quantiles", quantiles);
    }

    @Override
    public Section report(Setup setup, Map<String, CellSummary> cells, Memory memory) {
        TopicResults results = new TopicResults(setup, cells);
        List<Section.Part> parts = new ArrayList<>();
        parts.add(new Section.Text(
                "The posterior of eta and z of the paper's twenty documents. The published algorithm runs with the"
                        + " paper's settings (T = 600, largest step 4, L = 80 a word, steps in proportion to the prior variances);"
                        + " HwG is the best of a grid by MRESS, DHMC tunes itself; nothing is chosen for Tandem's kernels. The paper dropped chains"
                        + " whose acceptance was 0.4 or less; nothing is dropped here. The Gibbs sampler draws one Polya-Gamma"
                        + " variable for each coordinate of eta. It belongs to that coordinate given the others and has to be"
                        + " drawn again when another has moved; the paper's program draws all of them first, which changes the"
                        + " distribution it samples. Both orders are here."));
        parts.add(summary(results));
        Document differs = results.documents().stream()
                .max(Comparator.comparingDouble(document -> results.errors(document, STALE)))
                .orElseThrow();
        Document alike = results.documents().stream()
                .filter(document -> document.density().tokens() > 50)
                .min(Comparator.comparingDouble(document -> results.errors(document, STALE)))
                .orElseThrow();
        List<String> shown = List.of(STALE, GIBBS, HWG, PUBLISHED, TANDEM);
        List<String> proposals = List.of(PUBLISHED, published(PaperProposal.GB), published(PaperProposal.RW));
        parts.add(picture("fig5", "where the paper's Gibbs sampler is furthest off", results, differs, shown));
        parts.add(picture("fig5-agrees", "where it is nearest", results, alike, shown));
        parts.add(picture("fig5-proposals", "the published algorithm's proposals", results, differs, proposals));
        parts.add(picture("fig5-proposals-agrees", "the published algorithm's proposals", results, alike, proposals));
        parts.add(byDocument(results, "fig5-mress", "MRESS of eta by document.", CellSummary::mress));
        parts.add(byDocument(
                results,
                "fig5-per-second",
                "Effective draws of eta per second of one processor.",
                CellSummary::perSecond));
        parts.add(byDocument(
                results,
                "fig5-per-gradient",
                "Effective draws of eta per 1,000 gradients.",
                CellSummary::perThousandGradients));
        return new Section(name(), title(), parts, TopicClaims.of(results));
    }

    private static Section.Table summary(TopicResults results) {
        List<List<String>> rows = new ArrayList<>();
        int count = results.documents().size();
        for (String sampler : SAMPLERS) {
            long close = results.documents().stream()
                    .filter(document -> results.relative(document, sampler) <= 0.05)
                    .count();
            long agree = results.documents().stream()
                    .filter(document -> results.agrees(document, sampler))
                    .count();
            boolean gradients = results.of(results.documents().get(0), sampler).gradientsPerDraw() > 0;
            rows.add(List.of(
                    sampler,
                    close + " of " + count,
                    agree + " of " + count,
                    Numbers.three(results.geometric(sampler, CellSummary::mress)),
                    Numbers.three(results.geometric(sampler, CellSummary::discreteMress)),
                    gradients ? Numbers.three(results.geometric(sampler, CellSummary::gradientsPerDraw)) : "–",
                    gradients ? Numbers.three(results.geometric(sampler, CellSummary::perThousandGradients)) : "–",
                    Numbers.three(results.geometric(sampler, CellSummary::perSecond))));
        }
        return new Section.Table(
                "fig5",
                "All documents: how many have posterior means within 5 % of Tandem's default (relative distance of the"
                        + " vectors), how many within " + (int) ERRORS + " standard errors, and geometric means over"
                        + " documents.",
                List.of(
                        "sampler",
                        "within 5 %",
                        "within error",
                        "MRESS",
                        "MRESS, topic counts",
                        "gradients a draw",
                        "per 1,000 gradients",
                        "per second"),
                rows);
    }

    private static Section.Table byDocument(
            TopicResults results, String name, String caption, ToDoubleFunction<CellSummary> value) {
        List<String> header = new ArrayList<>(List.of("document", "words"));
        header.addAll(SAMPLERS);
        List<List<String>> rows = new ArrayList<>();
        for (Document document : results.documents()) {
            List<String> row = new ArrayList<>(List.of(
                    String.valueOf(document.number()),
                    String.valueOf(document.density().tokens())));
            SAMPLERS.forEach(sampler -> {
                double number = value.applyAsDouble(results.of(document, sampler));
                row.add(Double.isInfinite(number) ? "–" : Numbers.three(number));
            });
            rows.add(row);
        }
        return new Section.Table(name, caption, header, rows);
    }

    private static Section.Picture picture(
            String name, String what, TopicResults results, Document document, List<String> samplers) {
        List<double[]> all = new ArrayList<>();
        samplers.forEach(sampler -> all.add(results.of(document, sampler).get("quantiles")));
        double[] range = Chart.range(all);
        double low = range[0] - 0.05 * (range[1] - range[0]);
        double high = range[1] + 0.05 * (range[1] - range[0]);
        List<Chart> panels = new ArrayList<>();
        int colour = 0;
        for (String sampler : samplers) {
            CellSummary cell = results.of(document, sampler);
            double[] trace = cell.get("trace");
            double[] time = new double[trace.length];
            Arrays.setAll(time, i -> i + 1);
            panels.add(new Chart(sampler, Axis.linear("draw", 0, TRACE), Axis.linear("eta[1]", low, high), 560, 170)
                    .thinLine(time, trace, colour));
            double[] bars = new double[40];
            for (double value : cell.get("quantiles")) {
                int bin = (int) ((value - low) / (high - low) * bars.length);
                bars[Math.max(0, Math.min(bars.length - 1, bin))] +=
                        bars.length / ((high - low) * cell.get("quantiles").length);
            }
            double top = 1.1 * Arrays.stream(bars).max().orElse(1);
            panels.add(new Chart(
                            "mean " + Numbers.fixed(cell.get("continuous.mean")[0], 2),
                            Axis.linear("eta[1]", low, high),
                            Axis.linear("density", 0, top),
                            340,
                            170)
                    .histogram("", low, high, bars, colour));
            colour++;
        }
        return new Section.Picture(
                name,
                "Document " + document.number() + " (" + document.density().tokens() + " words), " + what
                        + ": the first draws of one chain, and the distribution of all draws.",
                Figure.grid(2, panels));
    }
}
