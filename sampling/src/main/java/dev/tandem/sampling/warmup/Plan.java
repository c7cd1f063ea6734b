package dev.tandem.sampling.warmup;

import java.util.ArrayList;
import java.util.List;

/**
 * The rounds of a warmup: its stages in order, the iterations of each at most, and after which of them chains meet. All
 * of it is fixed by what was asked for, so that every chain has the same.
 */
public final class Plan {
    /** The names of the stages, of which some have several rounds. */
    private static final List<String> STAGES = List.of("anneal", "explore", "metric", "trajectory", "step size");

    /** Iterations below which there is time for one thing: a walk into the bulk that learns steps and scales on the way. */
    private static final int SHORT = 100;

    private static final double ANNEALING = 0.08;
    private static final double EXPLORING = 0.1;

    /** The shares of what is measured, for one chain; several measure together, so that each has less to do. */
    private static final double CONTEST = 0.2;

    private static final double TRAJECTORIES = 0.22;
    private static final double STEPS = 0.14;

    /** Chains whose measurements are worth a full share; beyond four, the time to get going is what counts. */
    private static final int MOST_HELPERS = 4;

    /** The first window that scales are learned in, and what the next one is longer by. */
    private static final double FIRST_WINDOW = 0.05;

    private static final int SHORTEST_WINDOW = 20;
    private static final double GROWTH = 1.25;

    private final List<String> stages;
    private final List<Part> parts;

    /**
     * A round.
     *
     * @param stage what is done
     * @param iterations iterations at most
     * @param meets whether chains meet at its end
     */
    record Part(Stage stage, int iterations, boolean meets) {}

    private Plan(List<String> stages, List<Part> parts) {
        this.stages = stages;
        this.parts = List.copyOf(parts);
    }

    /** The plan for chains of so many iterations of warmup. */
    public static Plan of(Fixed fixed, int iterations, int chains) {
        if (fixed.everything().isPresent()) {
            Stage walk = new BurnIn();
            return new Plan(List.of(walk.name()), List.of(new Part(walk, iterations, false)));
        }
        return new Plan(STAGES, iterations < SHORT ? walk(iterations) : rounds(iterations, chains));
    }

    private static List<Part> walk(int iterations) {
        int window = iterations / 10;
        int steps = iterations * 3 / 10;
        return List.of(
                new Part(new Exploration(), iterations - window - steps, true),
                new Part(new MetricWindow(false), window, false),
                new Part(new TrajectoryChoice(), 0, false),
                new Part(new StepSizeChoice(), steps, true));
    }

    private static List<Part> rounds(int iterations, int chains) {
        double each = 1 / Math.sqrt(Math.min(chains, MOST_HELPERS));
        int annealing = part(ANNEALING, iterations, 0);
        int exploring = part(EXPLORING, iterations, 20);
        int contest = part(CONTEST * each, iterations, 30);
        int trajectories = part(TRAJECTORIES * each, iterations, 15);
        int steps = part(STEPS * each, iterations, 15);
        List<Part> parts = new ArrayList<>();
        parts.add(new Part(new Annealing(), annealing, false));
        parts.add(new Part(new Exploration(), exploring, true));
        int left = iterations - annealing - exploring - contest - trajectories - steps;
        double window = Math.max(SHORTEST_WINDOW, FIRST_WINDOW * iterations);
        boolean first = true;
        while (left > 0) {
            // What would be too short for a window of its own goes to the last one.
            int length = left < window * (1 + GROWTH) ? left : (int) window;
            parts.add(new Part(new MetricWindow(first), length, true));
            left -= length;
            window *= GROWTH;
            first = false;
        }
        parts.add(new Part(new MetricChoice(), contest, true));
        parts.add(new Part(new TrajectoryChoice(), trajectories, false));
        parts.add(new Part(new StepSizeChoice(), steps, true));
        return parts;
    }

    private static int part(double share, int iterations, int least) {
        return (int) Math.max(least, Math.round(share * iterations));
    }

    /** The names of the stages in order. */
    public List<String> stages() {
        return stages;
    }

    /** How many rounds there are. */
    public int rounds() {
        return parts.size();
    }

    /** The stage that a round, counted from 0, belongs to, counted from 0 too. */
    public int stage(int round) {
        return stages.indexOf(parts.get(round).stage().name());
    }

    /** The name of that stage. */
    public String name(int round) {
        return stages.get(stage(round));
    }

    /** Whether chains meet when so many rounds are done. */
    public boolean meetsAfter(int done) {
        return done > 0 && parts.get(done - 1).meets();
    }

    Part part(int round) {
        return parts.get(round);
    }

    /** The first round that does something else than to learn scales, from a number of rounds that are done. */
    int afterWindows(int done) {
        int next = done;
        while (next < parts.size() && parts.get(next).stage() instanceof MetricWindow) {
            next++;
        }
        return next;
    }
}
