package dev.tandem.sampling.warmup;

import dev.tandem.density.Cursor;
import dev.tandem.density.Space;
import dev.tandem.distributions.special.Elementary;
import java.util.Arrays;

/**
 * Measures how far candidates jump in one iteration, over continuous and discrete unknowns alike, and turns that into
 * effective draws per unit of work.
 *
 * <p>With d = E(jump^2) / (2 variance) = 1 - (lag-one correlation), an unknown's correlation time is about (2 - d) / d.
 * What counts is the longer of two times. For continuous unknowns it is the geometric mean over the slower half of them:
 * the single slowest one would be mostly noise. For discrete unknowns d is the ratio of the sums over all of them: a
 * site that changed once or twice says nothing by itself.
 */
final class JumpMeter {
    private static final int MOST_OF_A_KIND = 256;

    /** The least correlation time believed: antithetic draws help means, but not tails. */
    private static final double SHORTEST = 0.5;

    private final int[] coordinates;
    private final int[] sites;
    private final double[] position;
    private final double[] previous;
    private final double[] value;
    private final double[] mean;
    private final double[] squares;
    private int pooled;

    JumpMeter(Space space) {
        coordinates = spread(space.dimension());
        sites = spread(space.sites());
        position = new double[space.dimension()];
        int unknowns = coordinates.length + sites.length;
        previous = new double[unknowns];
        value = new double[unknowns];
        mean = new double[unknowns];
        squares = new double[unknowns];
    }

    private static int[] spread(int count) {
        int kept = Math.min(count, MOST_OF_A_KIND);
        int[] chosen = new int[kept];
        for (int i = 0; i < kept; i++) {
            chosen[i] = (int) ((long) i * count / kept);
        }
        return chosen;
    }

    /** Jumps and work of one candidate. */
    final class Candidate {
        private final double[] jumps = new double[value.length];
        private int count;
        private double work;

        /** Notes the state before the candidate's first iteration. */
        void start(Cursor cursor) {
            read(cursor, previous);
        }

        /** Notes the state after one of its iterations, and what that cost. */
        void observe(Cursor cursor, double cost) {
            read(cursor, value);
            pooled++;
            for (int i = 0; i < value.length; i++) {
                double jump = value[i] - previous[i];
                jumps[i] += jump * jump;
                double deviation = value[i] - mean[i];
                mean[i] += deviation / pooled;
                squares[i] += deviation * (value[i] - mean[i]);
                previous[i] = value[i];
            }
            count++;
            work += cost;
        }

        /** Effective draws per unit of work; only ratios between candidates of one meter mean anything. */
        double efficiency() {
            return count / (work * Math.max(continuousTime(), discreteTime()));
        }

        private double continuousTime() {
            double[] logTimes = new double[coordinates.length];
            int moving = 0;
            for (int i = 0; i < coordinates.length; i++) {
                if (squares[i] > 0) {
                    logTimes[moving++] = Elementary.log(time(jumps[i], squares[i]));
                }
            }
            Arrays.sort(logTimes, 0, moving);
            double sum = 0;
            for (int i = moving / 2; i < moving; i++) {
                sum += logTimes[i];
            }
            return moving == 0 ? SHORTEST : Elementary.exp(sum / (moving - moving / 2));
        }

        private double discreteTime() {
            double jumped = 0;
            double spread = 0;
            for (int i = coordinates.length; i < value.length; i++) {
                jumped += jumps[i];
                spread += squares[i];
            }
            return spread > 0 ? time(jumped, spread) : SHORTEST;
        }

        private double time(double jumped, double spread) {
            double variance = spread / Math.max(1, pooled - 1);
            // Half a jump of one standard deviation stands for jumps that were too rare to be seen.
            double jump = (jumped / variance + 0.5) / (count + 0.5) / 2;
            return Math.max(SHORTEST, (2 - jump) / jump);
        }
    }

    private void read(Cursor cursor, double[] into) {
        cursor.copyPosition(position);
        for (int i = 0; i < coordinates.length; i++) {
            into[i] = position[coordinates[i]];
        }
        for (int i = 0; i < sites.length; i++) {
            into[coordinates.length + i] = cursor.value(sites[i]);
        }
    }
}
