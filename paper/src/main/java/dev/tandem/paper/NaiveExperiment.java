package dev.tandem.paper;

import static dev.tandem.paper.Section.Verdict.CONFIRMED;
import static dev.tandem.paper.Section.Verdict.CORRECTED;
import static dev.tandem.paper.Section.Verdict.NOT_REPRODUCED;

import dev.tandem.density.Cursor;
import dev.tandem.models.GaussianMixture;
import dev.tandem.paper.plot.Axis;
import dev.tandem.paper.plot.Chart;
import dev.tandem.paper.plot.Figure;
import dev.tandem.sampling.discrete.Proposal;
import dev.tandem.sampling.random.RandomStream;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.KernelFamily.Method;
import dev.tandem.sampling.trajectory.Trace;
import dev.tandem.sampling.trajectory.Tuning;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Figure 2: a trajectory through the components; naive Metropolis within HMC against M-HMC. */
final class NaiveExperiment implements Experiment {
    private static final String NAIVE = "fig2 naive";
    private static final String PUBLISHED = "fig2 published";
    private static final String TANDEM = "fig2 Tandem default";
    private static final double STEP = 0.4;
    private static final int STEPS = 15;
    private static final int MOST_TRACES = 200_000;

    @Override
    public String name() {
        return "fig2";
    }

    @Override
    public String title() {
        return "Figure 2: a trajectory, and why naive updates are wrong (mixture on the line)";
    }

    @Override
    public List<Cell> cells(Setup setup) {
        GaussianMixture mixture = GaussianMixture.oneDimensional();
        int draws = 5_000_000;
        Way naive = Way.tuned(
                KernelFamily.of(Method.NAIVE),
                Tuning.initial(mixture.space())
                        .withStepSize(STEP)
                        .withTrajectoryTime(Presets.whole(STEP, STEPS))
                        .withSites(1, 0));
        return List.of(
                LineExperiment.cell(NAIVE, mixture, naive, 1, 10_000, draws, 1100),
                LineExperiment.cell(
                        PUBLISHED,
                        mixture,
                        Way.tuned(
                                KernelFamily.of(Method.PUBLISHED).withProposal(Proposal.Kind.OTHER_UNIFORM),
                                oneStepAnUpdate(mixture)),
                        1,
                        10_000,
                        draws,
                        1300),
                LineExperiment.cell(TANDEM, mixture, Presets.tandemDefault(), 1, 1000, draws, 800));
    }

    /** The stretches of Algorithm 1 are a little longer than T / L; with this largest step each is one step. */
    private static Tuning oneStepAnUpdate(GaussianMixture mixture) {
        double time = STEP * STEPS;
        return Presets.publishedTuning(mixture, 1.0001 * time / (STEPS - 1), time, STEPS, 1);
    }

    @Override
    public Section report(Setup setup, Map<String, CellSummary> cells, Memory memory) {
        GaussianMixture mixture = GaussianMixture.oneDimensional();
        Trace trace = throughAll(mixture, setup.seed());
        List<List<String>> rows = new ArrayList<>();
        for (String cell : List.of(NAIVE, PUBLISHED, TANDEM)) {
            CellSummary summary = cells.get(cell);
            rows.add(LineExperiment.joined(
                    List.of(
                            cell.substring("fig2 ".length()),
                            Numbers.count((long) summary.number("draws")),
                            LineExperiment.shares(mixture, summary),
                            Numbers.fixed(summary.number("within"), 4),
                            Numbers.three(LineExperiment.distance(mixture, summary)),
                            Numbers.fixed(summary.number("acceptance"), 2)),
                    LineExperiment.cost(summary)));
        }
        double naive = LineExperiment.distance(mixture, cells.get(NAIVE));
        double published = LineExperiment.distance(mixture, cells.get(PUBLISHED));
        double tandem = LineExperiment.distance(mixture, cells.get(TANDEM));
        double within = cells.get(PUBLISHED).number("within");
        return new Section(
                name(),
                title(),
                List.of(
                        new Section.Picture(
                                "fig2a",
                                "One accepted trajectory that visits all four components: the position q and the mean"
                                        + " of the component x it belongs to at the time.",
                                trajectory(mixture, trace)),
                        new Section.Picture(
                                "fig2bc",
                                "Draws (blue) and true density (orange).",
                                Figure.grid(
                                        3,
                                        List.of(
                                                LineExperiment.chart(
                                                        "naive Metropolis within HMC", mixture, cells.get(NAIVE)),
                                                LineExperiment.chart("published M-HMC", mixture, cells.get(PUBLISHED)),
                                                LineExperiment.chart("Tandem default", mixture, cells.get(TANDEM))))),
                        new Section.Table(
                                "fig2",
                                "Step 0.4, 15 steps, proposal RW for the first two. The variance within components is"
                                        + " 0.1 in truth.",
                                LineExperiment.joined(
                                        List.of(
                                                "sampler",
                                                "draws",
                                                "shares at -2, 0, 2, 4",
                                                "variance",
                                                "distance",
                                                "acceptance"),
                                        LineExperiment.COST),
                                rows)),
                List.of(
                        new Section.Claim(
                                "Naive discrete updates within HMC sample the wrong distribution",
                                "histogram only",
                                "distance " + Numbers.three(naive),
                                "distance " + Numbers.three(tandem),
                                naive > LineExperiment.critical(cells.get(NAIVE))
                                                && tandem < LineExperiment.critical(cells.get(TANDEM))
                                        ? CONFIRMED
                                        : NOT_REPRODUCED,
                                "the acceptance counts energy that discrete updates brought in; a right sampler would"
                                        + " come so far as " + Numbers.three(LineExperiment.critical(cells.get(NAIVE)))
                                        + " once in a thousand times"),
                        new Section.Claim(
                                "M-HMC as published samples the right distribution",
                                "histogram only",
                                "variance within components " + Numbers.fixed(within, 4) + " (truth 0.1)",
                                Numbers.fixed(cells.get(TANDEM).number("within"), 4),
                                Math.abs(within - 0.1) > 0.002 ? CORRECTED : NOT_REPRODUCED,
                                "Algorithm 1 ends on a discrete update and shortens only its first stretch; distance "
                                        + Numbers.three(published) + ", see the table of its bias")));
    }

    /** The first accepted trajectory of the published algorithm that visits all components. */
    private static Trace throughAll(GaussianMixture mixture, long seed) {
        KernelFamily family = KernelFamily.of(Method.PUBLISHED).withProposal(Proposal.Kind.OTHER_UNIFORM);
        RandomStream random = RandomStream.of(seed, 0);
        Cursor cursor = mixture.cursor();
        Start.place(cursor, random);
        for (int i = 0; i < MOST_TRACES; i++) {
            Trace trace = Trace.of(family, cursor, oneStepAnUpdate(mixture), random);
            long visited = trace.points().stream()
                    .mapToInt(point -> point.x()[0])
                    .distinct()
                    .count();
            if (trace.transition().accepted && visited == mixture.components()) {
                return trace;
            }
        }
        throw new IllegalStateException("no trajectory in " + MOST_TRACES + " visited all components");
    }

    private static String trajectory(GaussianMixture mixture, Trace trace) {
        double[] time = trace.points().stream().mapToDouble(Trace.Point::time).toArray();
        double[] q = trace.points().stream().mapToDouble(point -> point.q()[0]).toArray();
        double[] mean = trace.points().stream()
                .mapToDouble(point -> mixture.componentMean(point.x()[0], 0))
                .toArray();
        double[][] shades = new double[60][1];
        double greatest = 0;
        for (int row = 0; row < shades.length; row++) {
            double at = -3.5 + 9.0 * (row + 0.5) / shades.length;
            shades[row][0] = mixture.marginalDensity(0, at);
            greatest = Math.max(greatest, shades[row][0]);
        }
        for (double[] row : shades) {
            row[0] *= 0.35 / greatest;
        }
        Chart chart = new Chart(
                        "x and q along one trajectory",
                        Axis.linear("time", 0, time[time.length - 1]),
                        Axis.linear("position", -3.5, 5.5),
                        680,
                        300)
                .shades(shades, 4)
                .line("mean of the component x", time, mean, 0)
                .line("q", time, q, 1)
                .points("", time, q, 1)
                .legendBelow();
        return Figure.grid(1, List.of(chart));
    }
}
