package dev.tandem.sampling.warmup;

import dev.tandem.sampling.trajectory.Tuning;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Climbs a ladder of tunings, each rung twice the one below, as long as effective draws per work grow. Every candidate
 * runs the same number of iterations; those left over go to the winner.
 */
final class Climb {
    /** A rung must win by so much: the measurement is noisy and the first guess is good. */
    private static final double CLEARLY = 1.3;

    private final Bench bench;
    private final String stage;
    private final JumpMeter meter;
    private final IntFunction<Tuning> rungs;
    private final Map<Integer, JumpMeter.Candidate> measured = new HashMap<>();
    private final int share;
    private int left;

    private Climb(Bench bench, String stage, IntFunction<Tuning> rungs, int measurements, int iterations) {
        this.bench = bench;
        this.stage = stage;
        this.rungs = rungs;
        meter = new JumpMeter(bench.cursor.space());
        left = measurements;
        share = iterations / measurements;
    }

    /** The best rung between {@code lowest} and {@code highest} that a climb from {@code start} finds. */
    static int best(
            Bench bench,
            String stage,
            IntFunction<Tuning> rungs,
            int start,
            int lowest,
            int highest,
            int measurements,
            int iterations) {
        Climb climb = new Climb(bench, stage, rungs, measurements, iterations);
        int best = climb.climb(start, lowest, highest);
        while (climb.left > 0) {
            climb.measure(best);
        }
        return best;
    }

    private int climb(int start, int lowest, int highest) {
        int best = start;
        measure(best);
        for (int direction = 1; direction >= -1; direction -= 2) {
            boolean climbed = false;
            while (left > 0) {
                int next = best + direction;
                if (next < lowest || next > highest || measured.containsKey(next)) {
                    break;
                }
                measure(next);
                if (measured.get(next).efficiency()
                        < CLEARLY * measured.get(best).efficiency()) {
                    break;
                }
                best = next;
                climbed = true;
            }
            if (climbed) {
                break;
            }
        }
        return best;
    }

    private void measure(int rung) {
        JumpMeter.Candidate candidate = measured.computeIfAbsent(rung, key -> meter.new Candidate());
        Tuning tuning = rungs.apply(rung);
        candidate.start(bench.cursor);
        for (int i = 0; i < share; i++) {
            double cost = bench.iterate(stage, bench.kernel, tuning);
            candidate.observe(bench.cursor, cost);
        }
        left--;
    }
}
