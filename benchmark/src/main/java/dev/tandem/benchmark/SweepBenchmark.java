package dev.tandem.benchmark;

import dev.tandem.models.Potts;
import dev.tandem.sampling.continuous.DiagonalMetric;
import dev.tandem.sampling.discrete.WalkWidths;
import dev.tandem.sampling.random.RandomStream;
import dev.tandem.sampling.trajectory.Kernel;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.Transition;
import dev.tandem.sampling.trajectory.Tuning;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One sweep over all sites of an Ising or a Potts grid; the counter gives the time per site, which must stay level. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SweepBenchmark {
    /** Sites in thousands; the grid is 1000 wide. */
    @Param({"1", "4", "10", "100", "1000"})
    public int thousandSites;

    @Param({"2", "4"})
    public int colours;

    private Kernel kernel;
    private Tuning tuning;
    private RandomStream random;
    private final Transition outcome = new Transition();

    /** Site visits; in this mode reported as time per visit. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Counts {
        public long visits;
    }

    @Setup(Level.Trial)
    public void prepare() {
        Potts grid = new Potts(1000, thousandSites, colours, 0.6);
        kernel = KernelFamily.of(KernelFamily.Method.HMC_WITHIN_GIBBS)
                .withJitter(false)
                .create(grid.cursor());
        tuning = new Tuning(1, DiagonalMetric.unit(0), 1, 0, 1, grid.space().sites(), WalkWidths.common(1));
        random = RandomStream.of(1, 0);
        // From the ordered start to a typical state: changes cost more than stays.
        for (int i = 0; i < 20; i++) {
            kernel.step(tuning, random, outcome);
        }
    }

    @Benchmark
    public double sweep(Counts counts) {
        kernel.step(tuning, random, outcome);
        counts.visits += outcome.visits;
        return outcome.energy;
    }
}
