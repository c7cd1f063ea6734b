package dev.tandem.benchmark;

import dev.tandem.density.MixedDensity;
import dev.tandem.models.TopicDocument;
import dev.tandem.sampling.GridSearch;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.continuous.DiagonalMetric;
import dev.tandem.sampling.continuous.KineticEnergy;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.KernelFamily.Method;
import dev.tandem.sampling.trajectory.Tuning;
import dev.tandem.sampling.warmup.Fixed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The paper's three problems in one run: the automatic kernel, the best point of a grid for the same kernel family, and
 * the published algorithm at the paper's settings, in effective draws per second of one processor.
 *
 * <p>Arguments: {@code [--data DIR] [--only PREFIX] [--repeats N] [--seconds S]}.
 */
public final class ThreeProblems {
    private final double seconds;
    private final int repeats;

    private ThreeProblems(double seconds, int repeats) {
        this.seconds = seconds;
        this.repeats = repeats;
    }

    public static void main(String[] arguments) throws IOException {
        Map<String, MixedDensity> problems = PaperProblems.simulated();
        String only = "";
        int repeats = 5;
        double seconds = 4;
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            switch (arguments[i]) {
                case "--data" -> problems = PaperProblems.read(Path.of(arguments[i + 1]));
                case "--only" -> only = arguments[i + 1];
                case "--repeats" -> repeats = Integer.parseInt(arguments[i + 1]);
                case "--seconds" -> seconds = Double.parseDouble(arguments[i + 1]);
                default -> throw new IllegalArgumentException("unknown option " + arguments[i]);
            }
        }
        ThreeProblems comparison = new ThreeProblems(seconds, repeats);
        List<String> rows = new ArrayList<>();
        for (Map.Entry<String, MixedDensity> problem : problems.entrySet()) {
            if (problem.getKey().startsWith(only)) {
                rows.add(comparison.compare(problem.getKey(), problem.getValue()));
            }
        }
        System.out.println();
        System.out.println(
                "| problem | automatic | best on the grid | published | automatic / grid | automatic / published |");
        System.out.println("|---|---|---|---|---|---|");
        rows.forEach(System.out::println);
    }

    private String compare(String name, MixedDensity density) {
        KernelFamily node = KernelFamily.of(Method.NODE);
        GridSearch.Outcome best = bestOnGrid(name, density, node);
        Tuning published = published(name, density);
        List<Double> automatic = new ArrayList<>();
        List<Double> grid = new ArrayList<>();
        List<Double> paper = new ArrayList<>();
        // Interleaved, so that a busy spell of the machine meets all three.
        for (int repeat = 0; repeat < repeats; repeat++) {
            Settings settings = settings(100 + repeat);
            automatic.add(timed(name + " automatic", density, settings.withWarmup(1000), node));
            grid.add(timed(name + " grid", density, settings.withFixed(Fixed.everything(best.tuning())), node));
            paper.add(timed(
                    name + " published",
                    density,
                    settings.withFixed(Fixed.everything(published)),
                    KernelFamily.of(Method.PUBLISHED)));
        }
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s | %s | %.2f | %.1f |",
                name,
                spread(automatic),
                spread(grid),
                spread(paper),
                median(automatic) / median(grid),
                median(automatic) / median(paper));
    }

    private static Settings settings(long seed) {
        return Settings.defaults().withChains(2).withWarmup(300).withSeed(seed);
    }

    /** Runs about the wanted time: a short run tells how many draws that is. */
    private double timed(String label, MixedDensity density, Settings settings, KernelFamily family) {
        Settings chosen = settings.withKernel(family);
        GridSearch.Outcome trial = GridSearch.Outcome.of(Sampling.run(density, chosen.withDraws(200)));
        long draws = (long) Math.max(400, 400 * seconds / trial.cpuSeconds());
        GridSearch.Outcome outcome =
                GridSearch.Outcome.of(Sampling.run(density, GridSearch.withIterations(chosen, draws)));
        System.out.printf(
                Locale.ROOT,
                "%-22s %8d draws, effective per second: continuous %8.1f discrete %8.1f; %.1f s, acceptance %.2f, %s%n",
                label,
                draws,
                outcome.continuous() / outcome.cpuSeconds(),
                outcome.discrete() / outcome.cpuSeconds(),
                outcome.cpuSeconds(),
                outcome.run().chains().get(0).acceptance(),
                outcome.tuning());
        return outcome.perSecond();
    }

    private GridSearch.Outcome bestOnGrid(String name, MixedDensity density, KernelFamily family) {
        List<GridSearch.Outcome> outcomes = grid(name, density).run(density, family, settings(7), stepBudget(name));
        outcomes.sort(Comparator.comparingDouble(GridSearch.Outcome::perSecond).reversed());
        for (GridSearch.Outcome outcome : outcomes.subList(0, Math.min(5, outcomes.size()))) {
            System.out.printf(
                    Locale.ROOT,
                    "%s grid: %.1f a second (continuous %.0f, discrete %.0f draws) with %s%n",
                    name,
                    outcome.perSecond(),
                    outcome.continuous(),
                    outcome.discrete(),
                    outcome.tuning());
        }
        return outcomes.get(0);
    }

    private static long stepBudget(String name) {
        return name.equals("mixture") ? 2_000_000 : name.equals("selection") ? 200_000 : 20_000;
    }

    private static GridSearch grid(String name, MixedDensity density) {
        List<KineticEnergy> unit = List.of(DiagonalMetric.unit(density.space().dimension()));
        int sites = density.space().sites();
        if (name.equals("mixture")) {
            return new GridSearch(List.of(1.0, 1.3, 1.7, 2.0), List.of(1, 2, 4, 8, 16, 80), List.of(1), unit);
        }
        if (name.equals("selection")) {
            return new GridSearch(List.of(0.12, 0.16, 0.2), List.of(16, 32, 64, 128), List.of(1, 2, 4), unit);
        }
        List<KineticEnergy> metrics = new ArrayList<>(unit);
        metrics.add(paperScales((TopicDocument) density));
        return new GridSearch(
                List.of(0.15, 0.25, 0.35),
                List.of(4, 8, 16),
                List.of(Math.max(1, sites / 16), Math.max(1, sites / 4)),
                metrics);
    }

    /** The paper's settings: its supplement for the mixture, its section 3.2 and its published scripts for the others. */
    private static Tuning published(String name, MixedDensity density) {
        Tuning initial = Tuning.initial(density.space()).withSites(1, 0);
        if (name.equals("mixture")) {
            return initial.withStepSize(1.7).withTrajectoryTime(136).withUpdates(80);
        }
        if (name.equals("selection")) {
            return initial.withStepSize(0.06).withTrajectoryTime(40).withUpdates(600);
        }
        return initial.withStepSize(4)
                .withKinetic(paperScales((TopicDocument) density))
                .withTrajectoryTime(600)
                .withUpdates(80 * density.space().sites());
    }

    /** Step sizes in proportion to the prior variances, which sum to 1. */
    private static KineticEnergy paperScales(TopicDocument document) {
        double[] scales = document.priorVariances();
        double sum = Arrays.stream(scales).sum();
        return DiagonalMetric.scales(
                Arrays.stream(scales).map(value -> value / sum).toArray());
    }

    private static String spread(List<Double> values) {
        return String.format(
                Locale.ROOT,
                "%.1f (%.1f to %.1f)",
                median(values),
                values.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN),
                values.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN));
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
