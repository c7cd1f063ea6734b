package dev.tandem.sampling.warmup;

import dev.tandem.density.Space;
import dev.tandem.density.Support;
import dev.tandem.distributions.special.Elementary;
import dev.tandem.sampling.trajectory.Carriage;
import dev.tandem.sampling.trajectory.Kernel;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.Transition;
import dev.tandem.sampling.trajectory.Tuning;
import java.util.Arrays;

/**
 * Finds where the continuous unknowns lie given each value of the one discrete unknown of a density, by holding it at one
 * value after the other while they walk. So jumps between values are learned that a chain might not see in thousands of
 * iterations.
 */
final class CarriageEstimate {
    /** Of more values each would get too few of the jumps, and holding it at all of them would take too long. */
    private static final int MOST_VALUES = 8;

    /** Iterations on the way to where a value belongs, and there. */
    private static final int ARRIVING = 15;

    private static final int MEASURED = 45;

    /** Scales of one coordinate that differ by less are taken for equal: this much is chance. */
    private static final double SAME = 0.35;

    private CarriageEstimate() {}

    /** Whether a kernel for such unknowns has jumps. */
    static boolean serves(KernelFamily family, Space space) {
        boolean jumps = family.equals(KernelFamily.of(KernelFamily.Method.NODE))
                || family.equals(KernelFamily.of(KernelFamily.Method.NUTS))
                || family.equals(KernelFamily.of(KernelFamily.Method.WALNUTS));
        if (!jumps || space.sites() != 1 || space.dimension() == 0) {
            return false;
        }
        Support support = space.support(0);
        return support.bounded() && support.size() >= 2 && support.size() <= MOST_VALUES;
    }

    /** What was found from where the chain stands, which is where it stands afterwards; none if a value is impossible. */
    static Carriage find(Bench bench, Tuning tuning) {
        Space space = bench.cursor.space();
        int dimension = space.dimension();
        int lowest = space.support(0).lower();
        int count = (int) space.support(0).size();
        int present = bench.cursor.value(0);
        double[] start = new double[dimension];
        bench.cursor.copyPosition(start);
        double[][] centres = new double[count][dimension];
        double[][] scales = new double[count][dimension];
        Kernel walker = KernelFamily.of(KernelFamily.Method.NUTS_WITHIN_GIBBS).create(bench.cursor);
        Tuning held = tuning.withSites(0, 0).withLongRangeWeights(0);
        Transition outcome = new Transition();
        boolean possible = true;
        for (int v = 0; v < count && possible; v++) {
            bench.cursor.moveTo(start);
            bench.cursor.assign(0, lowest + v);
            possible = bench.cursor.logDensity() > Double.NEGATIVE_INFINITY;
            walker.reload();
            for (int i = 0; i < ARRIVING + MEASURED && possible; i++) {
                walker.step(held, bench.random(), outcome);
                if (i >= ARRIVING) {
                    bench.cursor.copyPosition(bench.position);
                    observe(bench.position, i - ARRIVING + 1, centres[v], scales[v]);
                }
            }
        }
        bench.cursor.moveTo(start);
        bench.cursor.assign(0, present);
        if (!possible) {
            return Carriage.NONE;
        }
        for (int i = 0; i < dimension; i++) {
            if (!finish(scales, i)) {
                return Carriage.NONE;
            }
        }
        return new Carriage(centres, scales);
    }

    /** Running means and sums of squares (Welford). */
    private static void observe(double[] position, int number, double[] means, double[] squares) {
        for (int i = 0; i < position.length; i++) {
            double off = position[i] - means[i];
            means[i] += off / number;
            squares[i] += off * (position[i] - means[i]);
        }
    }

    /** Makes standard deviations of a coordinate's sums of squares; false if one is no scale. */
    private static boolean finish(double[][] scales, int coordinate) {
        double[] logs = new double[scales.length];
        for (int v = 0; v < scales.length; v++) {
            logs[v] = 0.5 * Elementary.log(scales[v][coordinate] / (MEASURED - 1));
        }
        double mean = Arrays.stream(logs).average().orElse(Double.NaN);
        if (!Double.isFinite(mean)) {
            return false;
        }
        boolean same = Arrays.stream(logs).allMatch(log -> Math.abs(log - mean) < SAME);
        for (int v = 0; v < scales.length; v++) {
            scales[v][coordinate] = Elementary.exp(same ? mean : logs[v]);
        }
        return true;
    }
}
