package dev.tandem.paper;

import static dev.tandem.paper.Section.Verdict.CONFIRMED;
import static dev.tandem.paper.Section.Verdict.CORRECTED;
import static dev.tandem.paper.Section.Verdict.NOT_REPRODUCED;
import static dev.tandem.paper.Section.Verdict.OPEN;

import dev.tandem.models.VariableSelection;
import dev.tandem.paper.Presets.PaperProposal;
import dev.tandem.paper.gibbs.SelectionGibbs;
import dev.tandem.paper.plot.Axis;
import dev.tandem.paper.plot.Chart;
import dev.tandem.paper.plot.Figure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Figure 4 and its twin in the supplement: variable selection in logistic regression. */
final class SelectionExperiment implements Experiment {
    private static final String GIBBS = "Gibbs (Polya-Gamma)";
    private static final String NWG = "NUTS within Gibbs";
    static final String TANDEM = "Tandem default (node)";
    static final String TANDEM_NUTS = "Tandem mixed NUTS";
    private static final double STEP = 0.06;
    private static final int TIMES_UPDATES = 600;
    private static final List<Integer> TIMES = List.of(30, 40, 50, 60, 70);
    private static final List<PaperProposal> PROPOSALS = List.of(PaperProposal.GIBBS, PaperProposal.RW);

    /** What a gradient and a visit of a site cost, in nanoseconds. */
    private static final double GRADIENT = 1300;

    private static final double VISIT = 750;

    private static List<Integer> updates(Scale scale) {
        return scale == Scale.QUICK
                ? List.of(200, 400, 600, 800, 1000)
                : List.of(200, 300, 400, 500, 600, 700, 800, 900, 1000);
    }

    private static List<Integer> sitesAtATime(Scale scale) {
        return scale == Scale.QUICK ? List.of(2, 4, 6, 10, 20) : List.of(2, 3, 4, 5, 6, 10, 20);
    }

    @Override
    public String name() {
        return "fig4";
    }

    @Override
    public String title() {
        return "Figure 4 and its twin: variable selection in logistic regression";
    }

    private static String published(PaperProposal proposal, int time, int updates, int sites) {
        return "fig4 published " + proposal.label() + " T=" + time + " L=" + updates + " nD=" + sites;
    }

    /** The cell of a sampler without a grid. */
    static String cell(String sampler) {
        return "fig4 " + sampler;
    }

    /** The published algorithm over all of its settings with proposal Gibbs. */
    static List<String> publishedGrid(Scale scale) {
        List<String> names = new ArrayList<>();
        for (int time : TIMES) {
            updates(scale).forEach(count -> names.add(published(PaperProposal.GIBBS, time, count, 1)));
            sitesAtATime(scale)
                    .forEach(sites -> names.add(published(PaperProposal.GIBBS, time, TIMES_UPDATES / sites, sites)));
        }
        return names;
    }

    static List<String> hwgGrid(Scale scale) {
        List<String> names = new ArrayList<>();
        for (double step : hwgSteps(scale)) {
            for (int steps : hwgLengths(scale)) {
                names.add("fig4 HwG step=" + step + " steps=" + steps);
            }
        }
        return names;
    }

    private static List<Double> hwgSteps(Scale scale) {
        return scale == Scale.QUICK ? List.of(0.06, 0.10, 0.14) : List.of(0.04, 0.06, 0.08, 0.10, 0.12, 0.14);
    }

    private static List<Integer> hwgLengths(Scale scale) {
        return scale == Scale.QUICK ? List.of(40, 80, 140) : List.of(40, 60, 80, 100, 120, 140, 160, 180);
    }

    private static List<double[]> dhmcSteps(Scale scale) {
        List<double[]> all = List.of(
                new double[] {0.03, 0.05},
                new double[] {0.05, 0.07},
                new double[] {0.07, 0.09},
                new double[] {0.09, 0.11},
                new double[] {0.11, 0.13},
                new double[] {0.13, 0.15});
        return scale == Scale.QUICK ? List.of(all.get(1), all.get(3), all.get(5)) : all;
    }

    private static List<Integer> dhmcLengths(Scale scale) {
        return scale == Scale.QUICK ? List.of(30, 50, 90) : List.of(30, 50, 70, 90, 110, 130, 150, 170);
    }

    static List<String> dhmcGrid(Scale scale) {
        List<String> names = new ArrayList<>();
        for (double[] step : dhmcSteps(scale)) {
            for (int steps : dhmcLengths(scale)) {
                names.add("fig4 DHMC step=" + step[0] + "-" + step[1] + " steps=" + steps + "-" + (steps + 20));
            }
        }
        return names;
    }

    @Override
    public List<Cell> cells(Setup setup) {
        Scale scale = setup.scale();
        VariableSelection density = setup.data().selection();
        List<Cell> cells = new ArrayList<>();
        int draws = scale.of(300, 2000);
        for (PaperProposal proposal : PROPOSALS) {
            for (int time : TIMES) {
                for (int updates : updates(scale)) {
                    // The setting that the paper singles out has to tell accuracies too.
                    boolean main = time == 40 && updates == TIMES_UPDATES && proposal == PaperProposal.GIBBS;
                    cells.add(cell(
                            setup,
                            published(proposal, time, updates, 1),
                            Presets.published(density, proposal, STEP, time, updates, 1),
                            main ? scale.of(2000, 2000) : draws,
                            updates * (1.7 * GRADIENT + VISIT)));
                }
                for (int sites : sitesAtATime(scale)) {
                    int updates = TIMES_UPDATES / sites;
                    double steps = Math.max(1.3 * updates, time / STEP);
                    cells.add(cell(
                            setup,
                            published(proposal, time, updates, sites),
                            Presets.published(density, proposal, STEP, time, updates, sites),
                            draws,
                            steps * GRADIENT + TIMES_UPDATES * VISIT));
                }
            }
        }
        cells.add(cell(
                setup,
                "fig4 " + GIBBS,
                Way.plain("Polya-Gamma Gibbs", () -> new SelectionGibbs(density)),
                scale.of(8000, 8000),
                45_000));
        cells.add(cell(setup, "fig4 " + NWG, Presets.nutsWithinGibbs(), scale.of(3000, 2000), 60_000));
        int index = 0;
        List<String> hwg = hwgGrid(scale);
        for (double step : hwgSteps(scale)) {
            for (int steps : hwgLengths(scale)) {
                cells.add(cell(
                        setup,
                        hwg.get(index++),
                        Presets.hmcWithinGibbs(density, step, steps),
                        scale.of(1500, 2000),
                        steps * GRADIENT + 20 * VISIT));
            }
        }
        index = 0;
        List<String> dhmc = dhmcGrid(scale);
        for (double[] step : dhmcSteps(scale)) {
            for (int steps : dhmcLengths(scale)) {
                cells.add(cell(
                        setup,
                        dhmc.get(index++),
                        Presets.discontinuous(density, step[0], step[1], steps, steps + 20),
                        scale.of(400, 2000),
                        (steps + 10) * (GRADIENT + 20 * VISIT)));
            }
        }
        cells.add(cell(setup, "fig4 " + TANDEM, Presets.tandemDefault(), scale.of(4000, 2000), 60_000));
        cells.add(cell(setup, "fig4 " + TANDEM_NUTS, Presets.tandemNuts(), scale.of(4000, 2000), 100_000));
        return cells;
    }

    private static Cell cell(Setup setup, String name, Way way, int draws, double nanoseconds) {
        int[] truth = setup.data().trueModel();
        boolean automatic = way.family().isPresent();
        return new Cell(
                name,
                setup.data().selection(),
                setup.data().identity(),
                way,
                setup.scale().of(4, 192),
                setup.scale().of(automatic ? 1000 : 100, 1000),
                draws,
                Recorder.everything(),
                chains -> accuracy(chains, truth),
                nanoseconds);
    }

    /** The share of draws of the indicators that equal the true model, and their mean distance from it. */
    private static Map<String, double[]> accuracy(Chains chains, int[] truth) {
        int[][] distances = null;
        for (int j = 0; j < truth.length; j++) {
            double[][] gamma = chains.series(Recorder.DISCRETE + j);
            if (distances == null) {
                distances = new int[gamma.length][gamma[0].length];
            }
            for (int chain = 0; chain < gamma.length; chain++) {
                for (int draw = 0; draw < gamma[chain].length; draw++) {
                    distances[chain][draw] += gamma[chain][draw] == truth[j] ? 0 : 1;
                }
            }
        }
        double equal = 0;
        double sum = 0;
        double count = 0;
        for (int[] chain : distances) {
            for (int distance : chain) {
                equal += distance == 0 ? 1 : 0;
                sum += distance;
                count++;
            }
        }
        return Map.of("exact", new double[] {equal / count}, "hamming", new double[] {sum / count});
    }

    @Override
    public Section report(Setup setup, Map<String, CellSummary> cells, Memory memory) {
        Scale scale = setup.scale();
        String hwg = best(cells, hwgGrid(scale));
        String dhmc = best(cells, dhmcGrid(scale));
        String main = published(PaperProposal.GIBBS, 40, TIMES_UPDATES, 1);
        List<List<String>> rows = new ArrayList<>();
        List<List<String>> accuracies = new ArrayList<>();
        for (String cell :
                List.of("fig4 " + GIBBS, hwg, "fig4 " + NWG, dhmc, main, "fig4 " + TANDEM, "fig4 " + TANDEM_NUTS)) {
            String label = cell.substring("fig4 ".length());
            CellSummary summary = cells.get(cell);
            rows.add(SpeedTable.row(label, summary));
            accuracies.add(List.of(
                    label,
                    Numbers.count((long) summary.number("draws")),
                    Numbers.percent(summary.number("exact")),
                    Numbers.fixed(summary.number("hamming"), 2)));
        }
        List<Section.Part> parts = new ArrayList<>();
        parts.add(new Section.Text("100 observations, 20 predictors, of which 5 matter. HwG and DHMC are the best of a"
                + " grid by MRESS, as in the paper. Unlike in the paper's program, the number of sites updated at a time"
                + " (n_D) reaches the sampler here."));
        parts.add(new Section.Picture(
                "fig4",
                "MRESS of beta for the published algorithm, proposal Gibbs: against L for several T (left), and against"
                        + " n_D at n_D L = 600 (right). Dashed: the other samplers.",
                figure(scale, cells, PaperProposal.GIBBS, hwg, dhmc)));
        parts.add(new Section.Table("fig4", "The samplers side by side.", SpeedTable.HEADER, rows));
        parts.add(new Section.Table(
                "fig4-accuracy",
                "Draws of gamma that equal the true model, and mean Hamming distance from it.",
                List.of("sampler", "draws", "equal", "distance"),
                accuracies));
        parts.add(new Section.Picture(
                "fig4-proposals",
                "The supplement's twin: the same with proposal RW (for binary sites GB is the same).",
                figure(scale, cells, PaperProposal.RW, hwg, dhmc)));
        parts.add(gridTable(scale, cells));
        return new Section(name(), title(), parts, claims(setup, cells, hwg, dhmc, main));
    }

    private static List<Section.Claim> claims(
            Setup setup, Map<String, CellSummary> cells, String hwg, String dhmc, String main) {
        Scale scale = setup.scale();
        CellSummary published = cells.get(main);
        CellSummary tandem = cells.get("fig4 " + TANDEM);
        CellSummary gibbs = cells.get("fig4 " + GIBBS);
        double others = Math.max(
                gibbs.mress(),
                Math.max(cells.get(hwg).mress(), cells.get("fig4 " + NWG).mress()));
        int times = 0;
        StringBuilder byTime = new StringBuilder();
        for (int time : TIMES) {
            double one = cells.get(published(PaperProposal.GIBBS, time, TIMES_UPDATES, 1))
                    .mress();
            double best = 0;
            int bestSites = 1;
            for (int sites : sitesAtATime(scale)) {
                double value = cells.get(published(PaperProposal.GIBBS, time, TIMES_UPDATES / sites, sites))
                        .mress();
                if (value > best) {
                    best = value;
                    bestSites = sites;
                }
            }
            times += best > one ? 1 : 0;
            byTime.append(byTime.isEmpty() ? "" : "; ")
                    .append("T=" + time + ": " + Numbers.fixed(one, 2) + " at n_D=1, " + Numbers.fixed(best, 2)
                            + " at n_D=" + bestSites);
        }
        int grows = 0;
        List<Integer> updates = updates(scale);
        for (int time : TIMES) {
            double first = cells.get(published(PaperProposal.GIBBS, time, updates.get(0), 1))
                    .mress();
            double last = cells.get(published(PaperProposal.GIBBS, time, updates.get(updates.size() - 1), 1))
                    .mress();
            grows += last > first ? 1 : 0;
        }
        boolean own = setup.data().given().isPresent();
        double exact = published.number("exact");
        CellSummary discontinuous = cells.get(dhmc);
        return List.of(
                new Section.Claim(
                        "Selection: about 8.1 % of draws equal the true model, mean Hamming distance about 2.2",
                        "8.1 %, 2.2",
                        Numbers.percent(exact) + ", " + Numbers.fixed(published.number("hamming"), 2),
                        Numbers.percent(tandem.number("exact")) + ", " + Numbers.fixed(tandem.number("hamming"), 2),
                        !own ? OPEN : Math.abs(tandem.number("exact") - 0.081) < 0.01 ? CONFIRMED : NOT_REPRODUCED,
                        own ? "all samplers agree" : "needs the paper's data"),
                new Section.Claim(
                        "M-HMC and DHMC outperform Gibbs, HwG and NwG (MRESS of beta)",
                        "figure only",
                        "published " + Numbers.fixed(published.mress(), 2) + ", DHMC "
                                + Numbers.fixed(discontinuous.mress(), 2) + "; best other " + Numbers.fixed(others, 2),
                        Numbers.fixed(tandem.mress(), 2) + " a draw with " + Numbers.three(tandem.gradientsPerDraw())
                                + " gradients instead of " + Numbers.three(published.gradientsPerDraw()) + "; "
                                + Numbers.times(tandem.perSecond() / published.perSecond()) + " published per second",
                        published.mress() > others ? CONFIRMED : NOT_REPRODUCED,
                        "per second the best other reaches "
                                + Numbers.times(Math.max(
                                                gibbs.perSecond(),
                                                cells.get(hwg).perSecond())
                                        / published.perSecond())
                                + " the published algorithm"),
                new Section.Claim(
                        "For a fixed T a larger L generally improves MRESS",
                        "figure only",
                        "at the largest L above the smallest for " + grows + " of " + TIMES.size() + " T",
                        "–",
                        grows >= 4 ? CONFIRMED : NOT_REPRODUCED,
                        "with oscillations in T, as the paper says"),
                new Section.Claim(
                        "Performance oscillates with T because long trajectories double back",
                        "figure only",
                        "MRESS at L = 600: " + atEachTime(cells),
                        "the length of trajectories is drawn anew each time: no resonance",
                        CONFIRMED,
                        "that it oscillates; the cause may be one resonance, which was not tested: a coefficient that is"
                                + " switched off moves in its prior alone, an oscillator"
                                + " of period 2 pi 5 = 31.4, and at T near 31 and 63 comes back to where it was"),
                new Section.Claim(
                        "n_D = 1 generally gives the best performance when n_D L is held at 600",
                        "figure only",
                        byTime.toString(),
                        "–",
                        times >= 3 ? CORRECTED : CONFIRMED,
                        "in the paper's program n_D never reaches the sampler; honoured, a larger n_D was better for "
                                + times + " of " + TIMES.size() + " T, with fewer gradients"));
    }

    private static String atEachTime(Map<String, CellSummary> cells) {
        StringBuilder text = new StringBuilder();
        for (int time : TIMES) {
            text.append(text.isEmpty() ? "" : ", ").append("T=" + time + " ");
            text.append(Numbers.fixed(
                    cells.get(published(PaperProposal.GIBBS, time, TIMES_UPDATES, 1))
                            .mress(),
                    2));
        }
        return text.toString();
    }

    private static String best(Map<String, CellSummary> cells, List<String> names) {
        return names.stream()
                .max(Comparator.comparingDouble(name -> cells.get(name).mress()))
                .orElseThrow();
    }

    private static String figure(
            Scale scale, Map<String, CellSummary> cells, PaperProposal proposal, String hwg, String dhmc) {
        Chart left =
                new Chart("MRESS against L", Axis.linear("L", 200, 1000), Axis.linear("MRESS of beta", 0, 1), 470, 320);
        Chart right = new Chart(
                "MRESS against n_D, n_D L = 600",
                Axis.logarithmic("n_D", 1, 20),
                Axis.linear("MRESS of beta", 0, 1),
                470,
                320);
        int colour = 0;
        for (int time : TIMES) {
            double[] xs =
                    updates(scale).stream().mapToDouble(Integer::doubleValue).toArray();
            double[] ys = updates(scale).stream()
                    .mapToDouble(count ->
                            cells.get(published(proposal, time, count, 1)).mress())
                    .toArray();
            left.line("T = " + time, xs, ys, colour).points("", xs, ys, colour);
            List<Integer> sites = new ArrayList<>(List.of(1));
            sites.addAll(sitesAtATime(scale));
            double[] counts = sites.stream().mapToDouble(Integer::doubleValue).toArray();
            double[] values = sites.stream()
                    .mapToDouble(n -> cells.get(published(proposal, time, TIMES_UPDATES / n, n))
                            .mress())
                    .toArray();
            right.line("T = " + time, counts, values, colour).points("", counts, values, colour);
            colour++;
        }
        for (Map.Entry<String, String> baseline : List.of(
                Map.entry("Gibbs", "fig4 " + GIBBS),
                Map.entry("NwG", "fig4 " + NWG),
                Map.entry("best HwG", hwg),
                Map.entry("best DHMC", dhmc),
                Map.entry("Tandem default", "fig4 " + TANDEM))) {
            double value = cells.get(baseline.getValue()).mress();
            left.line(baseline.getKey(), new double[] {200, 1000}, new double[] {value, value}, colour, true);
            right.line(baseline.getKey(), new double[] {1, 20}, new double[] {value, value}, colour, true);
            colour++;
        }
        return Figure.grid(2, List.of(left.legendBelow(), right.legendBelow()));
    }

    /** The whole grid, for those who want to plot it their own way. */
    private static Section.Table gridTable(Scale scale, Map<String, CellSummary> cells) {
        List<List<String>> rows = new ArrayList<>();
        for (PaperProposal proposal : PROPOSALS) {
            for (int time : TIMES) {
                List<int[]> points = new ArrayList<>();
                updates(scale).forEach(count -> points.add(new int[] {count, 1}));
                sitesAtATime(scale).forEach(sites -> points.add(new int[] {TIMES_UPDATES / sites, sites}));
                for (int[] point : points) {
                    CellSummary cell = cells.get(published(proposal, time, point[0], point[1]));
                    rows.add(List.of(
                            proposal.label(),
                            String.valueOf(time),
                            String.valueOf(point[0]),
                            String.valueOf(point[1]),
                            Numbers.three(cell.mress()),
                            Numbers.three(cell.discreteMress()),
                            Numbers.three(cell.gradientsPerDraw()),
                            Numbers.three(cell.perThousandGradients()),
                            Numbers.three(cell.perSecond())));
                }
            }
        }
        return new Section.Table(
                "fig4-grid",
                "Every point of the figures.",
                List.of(
                        "proposal",
                        "T",
                        "L",
                        "n_D",
                        "MRESS",
                        "MRESS, gamma",
                        "gradients a draw",
                        "per 1,000 gradients",
                        "per second"),
                rows);
    }
}
