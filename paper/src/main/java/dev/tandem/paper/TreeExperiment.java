package dev.tandem.paper;

import static dev.tandem.paper.Section.Verdict.CONFIRMED;
import static dev.tandem.paper.Section.Verdict.NOT_REPRODUCED;

import dev.tandem.density.Cursor;
import dev.tandem.paper.plot.Axis;
import dev.tandem.paper.plot.Chart;
import dev.tandem.paper.plot.Figure;
import dev.tandem.paper.trees.TreeProblem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The paper's other line of related work, probabilistic path HMC on phylogenetic trees, beside Tandem's kernels on the same
 * posteriors with the shape of the tree as discrete sites.
 */
final class TreeExperiment implements Experiment {
    private static final double[] STEPS = {0.002, 0.004, 0.008, 0.016, 0.032};
    private static final int PATH_STEPS = 20;
    private static final double SMOOTHING = 0.02;
    private static final String PLAIN = "path, plain";
    private static final String SMOOTHED = "path, smoothed";
    private static final String NEIGHBOURS = "node, neighbouring shapes";
    private static final String NODE = "Tandem default (node), sites";
    private static final String NUTS = "Tandem mixed NUTS, sites";
    private static final List<String> SAMPLERS = List.of(PLAIN, SMOOTHED, NEIGHBOURS, NODE, NUTS);

    /** Beyond this many standard errors a mean is wrong: once in 100,000 times by chance. */
    private static final double FAR = 4.5;

    @Override
    public String name() {
        return "trees";
    }

    @Override
    public String title() {
        return "Trees: probabilistic path HMC and mixed kernels";
    }

    private static TreeProblem small() {
        return TreeProblem.simulated(4, 10, 12);
    }

    private static TreeProblem large() {
        return TreeProblem.simulated(8, 100, 5);
    }

    private static String exact(String sampler) {
        return "trees 4 taxa " + sampler;
    }

    private static String fast(String sampler) {
        return "trees 8 taxa " + sampler;
    }

    private static String stepped(double smoothing, double step) {
        return "trees steps " + (smoothing > 0 ? "smoothed " : "plain ") + step;
    }

    private static Way path(TreeProblem problem, double step, int steps, double smoothing) {
        return Way.plain(
                "path step " + step + " x " + steps + " smoothing " + smoothing,
                () -> problem.path(step, steps, smoothing));
    }

    private static Way neighbours(TreeProblem problem, double step, int steps) {
        return Way.plain("neighbours step " + step + " x " + steps, () -> problem.neighbours(step, steps));
    }

    @Override
    public List<Cell> cells(Setup setup) {
        List<Cell> cells = new ArrayList<>();
        TreeProblem small = small();
        int draws = setup.scale().of(10_000, 100_000);
        for (String sampler : SAMPLERS) {
            Way way = switch (sampler) {
                case PLAIN -> path(small, 0.015, 12, 0);
                case SMOOTHED -> path(small, 0.05, 8, 0.05);
                case NEIGHBOURS -> neighbours(small, 0.6, 4);
                case NODE -> Presets.tandemDefault();
                default -> Presets.tandemNuts();
            };
            cells.add(cell(exact(sampler), small, "4 taxa", way, 4, draws, 40_000));
        }
        TreeProblem large = large();
        for (double step : STEPS) {
            for (double smoothing : new double[] {0, SMOOTHING}) {
                cells.add(cell(
                        stepped(smoothing, step),
                        large,
                        "8 taxa",
                        path(large, step, PATH_STEPS, smoothing),
                        2,
                        setup.scale().of(500, 5000),
                        1_000_000));
            }
        }
        for (String sampler : SAMPLERS) {
            Way way = switch (sampler) {
                case PLAIN -> path(large, 0.004, 80, 0);
                case SMOOTHED -> path(large, 0.016, 20, SMOOTHING);
                case NEIGHBOURS -> neighbours(large, 0.35, 6);
                case NODE -> Presets.tandemDefault();
                default -> Presets.tandemNuts();
            };
            cells.add(cell(fast(sampler), large, "8 taxa", way, 4, setup.scale().of(2000, 20_000), 1_500_000));
        }
        return cells;
    }

    private static Cell cell(
            String name, TreeProblem problem, String data, Way way, int chains, int draws, double nanoseconds) {
        return new Cell(
                name,
                problem.density(),
                data,
                way,
                chains,
                1000,
                draws,
                recorder(problem),
                all -> Map.of(),
                nanoseconds);
    }

    private static Recorder.Maker recorder(TreeProblem problem) {
        return (space, draws) -> new Recorder() {
            private final TreeProblem.Features features = problem.features();
            private final double[][] continuous = new double[1 + features.taxa()][draws];
            private final double[][] splits = new double[features.splits()][draws];
            private int count;

            @Override
            public void record(Cursor cursor) {
                features.look(cursor);
                continuous[0][count] = features.length();
                for (int taxon = 0; taxon < features.taxa(); taxon++) {
                    continuous[1 + taxon][count] = features.kept(taxon);
                }
                for (int i = 0; i < splits.length; i++) {
                    splits[i][count] = features.split(i) ? 1 : 0;
                }
                count++;
            }

            @Override
            public Map<String, double[]> taken() {
                Map<String, double[]> series = new LinkedHashMap<>();
                for (int i = 0; i < continuous.length; i++) {
                    series.put(CONTINUOUS + i, continuous[i]);
                }
                for (int i = 0; i < splits.length; i++) {
                    series.put(DISCRETE + i, splits[i]);
                }
                return series;
            }
        };
    }

    @Override
    public Section report(Setup setup, Map<String, CellSummary> cells, Memory memory) {
        Map<String, Double> truth = small().exact();
        List<List<String>> exactRows = new ArrayList<>();
        Map<String, Double> worst = new LinkedHashMap<>();
        for (String sampler : SAMPLERS) {
            CellSummary cell = cells.get(exact(sampler));
            worst.put(sampler, distance(cell, truth));
            exactRows.add(List.of(
                    sampler,
                    Numbers.fixed(cell.number("acceptance"), 2),
                    Numbers.fixed(cell.get("discrete.mean")[0], 4),
                    Numbers.fixed(truth.get("split.1"), 4),
                    Numbers.fixed(worst.get(sampler), 1),
                    SpeedTable.rhat(cell.worstRhat())));
        }
        List<List<String>> stepRows = new ArrayList<>();
        double[] plain = new double[STEPS.length];
        double[] smoothed = new double[STEPS.length];
        for (int i = 0; i < STEPS.length; i++) {
            plain[i] = cells.get(stepped(0, STEPS[i])).number("acceptance");
            smoothed[i] = cells.get(stepped(SMOOTHING, STEPS[i])).number("acceptance");
            stepRows.add(List.of(Double.toString(STEPS[i]), Numbers.fixed(plain[i], 3), Numbers.fixed(smoothed[i], 3)));
        }
        List<List<String>> speedRows = new ArrayList<>();
        SAMPLERS.forEach(sampler -> speedRows.add(SpeedTable.row(sampler, cells.get(fast(sampler)))));
        double largestPath = Math.max(worst.get(PLAIN), worst.get(SMOOTHED));
        double largestOwn = Math.max(worst.get(NEIGHBOURS), Math.max(worst.get(NODE), worst.get(NUTS)));
        double plainReach = reach(plain);
        double smoothedReach = reach(smoothed);
        return new Section(
                name(),
                title(),
                List.of(
                        new Section.Text("Sequences simulated on a random tree under the model of Jukes and Cantor; all"
                                + " shapes are equally likely, branch lengths exponential with mean 1/8. Path HMC (Dinh,"
                                + " Bilge, Zhang and Matsen 2017) reflects a branch that reaches zero and goes on in one of"
                                + " the three shapes that meet there. The node kernel with neighbouring shapes draws among the same three"
                                + " between its steps, whatever the length of the branch. To Tandem as it comes the shape is a row of"
                                + " sites, taxon k being attached to one of the edges of the tree before it: a change of one site"
                                + " gives every branch behind it another length, and with many data none is accepted."),
                        new Section.Table(
                                "trees-exact",
                                "Four taxa, 10 sites, against quadrature without error: the share of draws with the true"
                                        + " split, and the largest distance from the truth in standard errors over that share"
                                        + " and the means of exp(-4 t / 3) of the four outer branches.",
                                List.of("sampler", "acceptance", "true split", "exact", "largest |z|", "R-hat"),
                                exactRows),
                        new Section.Picture(
                                "trees-steps",
                                "Acceptance of paths of " + PATH_STEPS
                                        + " steps by size of step: with and without smoothing.",
                                Figure.grid(1, List.of(acceptances(plain, smoothed)))),
                        new Section.Table(
                                "trees-steps",
                                "Eight taxa, 100 sites: acceptance of paths of " + PATH_STEPS + " steps.",
                                List.of("step", "plain", "smoothed below " + SMOOTHING),
                                stepRows),
                        new Section.Table(
                                "trees-speed",
                                "Eight taxa, 100 sites. Continuous: length of the tree and outer branches; discrete: which"
                                        + " splits of the true tree are there.",
                                SpeedTable.HEADER,
                                speedRows)),
                List.of(
                        new Section.Claim(
                                "Path HMC leaves the posterior of trees invariant (Dinh et al. 2017)",
                                "proved",
                                "path: largest |z| " + Numbers.fixed(largestPath, 1),
                                "node, neighbours and mixed NUTS: largest |z| " + Numbers.fixed(largestOwn, 1),
                                largestPath < FAR && largestOwn < FAR ? CONFIRMED : NOT_REPRODUCED,
                                "against an exact posterior of four taxa"),
                        new Section.Claim(
                                "A smoothed surrogate lets path HMC take longer steps (Dinh et al. 2017)",
                                "figure only",
                                "largest product of step and acceptance " + Numbers.three(smoothedReach) + ", plain "
                                        + Numbers.three(plainReach),
                                "–",
                                smoothedReach > plainReach ? CONFIRMED : NOT_REPRODUCED,
                                "at long steps; at short ones the bent gradient costs more than the walls do")));
    }

    /** How far a step leads at best: its size times how often it is accepted. */
    private static double reach(double[] acceptances) {
        double most = 0;
        for (int i = 0; i < STEPS.length; i++) {
            most = Math.max(most, STEPS[i] * acceptances[i]);
        }
        return most;
    }

    private static double distance(CellSummary cell, Map<String, Double> truth) {
        double worst = Math.abs(cell.get("discrete.mean")[0] - truth.get("split.1")) / cell.get("discrete.mcse")[0];
        for (int taxon = 0; truth.containsKey("kept." + (taxon + 1)); taxon++) {
            double z = (cell.get("continuous.mean")[1 + taxon] - truth.get("kept." + (taxon + 1)))
                    / cell.get("continuous.mcse")[1 + taxon];
            worst = Math.max(worst, Math.abs(z));
        }
        return worst;
    }

    private static Chart acceptances(double[] plain, double[] smoothed) {
        Chart chart = new Chart(
                "acceptance by step",
                Axis.logarithmic("step", STEPS[0], STEPS[STEPS.length - 1]),
                Axis.linear("acceptance", 0, 1),
                470,
                320);
        chart.line("smoothed below " + SMOOTHING, STEPS, smoothed, 0);
        chart.line("plain", STEPS, plain, 1);
        return chart.legendBelow();
    }
}
