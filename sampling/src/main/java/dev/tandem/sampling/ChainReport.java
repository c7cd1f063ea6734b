package dev.tandem.sampling;

import dev.tandem.draws.Draws;
import dev.tandem.draws.summary.Diagnostics;
import dev.tandem.sampling.trajectory.Tuning;
import java.util.Arrays;

/**
 * How one chain fared after warmup.
 *
 * @param tuning the tuning that was used
 * @param acceptance mean acceptance probability
 * @param divergences iterations whose energy error went beyond bounds
 * @param deepest the deepest tree; 0 for kernels without one
 * @param steps integrator steps
 * @param gradients gradients found
 * @param visits visits of discrete sites
 * @param changes visits that changed a site
 * @param notANumber evaluations that gave no number and counted as impossible
 * @param energies the total energy at each draw
 * @param warmupSeconds time of warmup
 * @param samplingSeconds time of sampling
 * @param samplingCpuSeconds processor time of sampling, which other programs on the machine hardly touch
 */
@SuppressWarnings("ArrayRecordComponent")
public record ChainReport(
        Tuning tuning,
        double acceptance,
        int divergences,
        int deepest,
        long steps,
        long gradients,
        long visits,
        long changes,
        long notANumber,
        double[] energies,
        double warmupSeconds,
        double samplingSeconds,
        double samplingCpuSeconds) {

    /** The report of a chain from what was taken down of it; {@code statistics} are those of this chain alone. */
    public static ChainReport of(Tuning tuning, Draws statistics, WarmupHistory warmup, ChainTimes times) {
        double[] acceptance = statistics.element(Statistic.ACCEPTANCE.column())[0];
        return new ChainReport(
                tuning,
                Arrays.stream(acceptance).average().orElse(Double.NaN),
                (int) sum(statistics, Statistic.DIVERGENT),
                (int) Arrays.stream(statistics.element(Statistic.DEPTH.column())[0])
                        .max()
                        .orElse(0),
                sum(statistics, Statistic.STEPS),
                sum(statistics, Statistic.GRADIENTS),
                sum(statistics, Statistic.VISITS),
                sum(statistics, Statistic.CHANGES),
                sum(statistics, Statistic.NOT_A_NUMBER)
                        + sum(warmup.table(), WarmupHistory.Column.NOT_A_NUMBER.place()),
                statistics.element(Statistic.ENERGY.column())[0],
                times.warmup(),
                times.sampling(),
                times.samplingCpu());
    }

    private static long sum(Draws statistics, Statistic statistic) {
        return sum(statistics, statistic.column());
    }

    private static long sum(Draws table, int element) {
        return (long) Arrays.stream(table.element(element)[0]).sum();
    }

    /** The draws that it made. */
    public int draws() {
        return energies.length;
    }

    /** The share of visits that changed a site. */
    public double flipRate() {
        return visits == 0 ? 0 : (double) changes / visits;
    }

    /** Energy Bayesian fraction of missing information; below 0.3 momenta explore energies too slowly. */
    public double ebfmi() {
        return Diagnostics.ebfmi(energies);
    }
}
