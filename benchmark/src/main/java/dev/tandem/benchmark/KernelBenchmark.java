package dev.tandem.benchmark;

import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.Transition;
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

/**
 * One iteration of each kernel on each problem; the counters give the time per leapfrog step, per gradient and per site
 * visit. With {@code -prof gc} the bytes allocated per iteration.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class KernelBenchmark {
    @Param({"VARIABLE_SELECTION", "MIXTURE_24", "TOPIC_DOCUMENT", "MIXTURE_1"})
    public Problem problem;

    @Param({"NODE", "MID_STEP", "NUTS", "CLOCK", "EVENT", "HMC_WITHIN_GIBBS", "DISCONTINUOUS"})
    public KernelFamily.Method method;

    private ChainState chain;

    /** What an iteration did; in this mode each is reported as time per unit. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Counts {
        public long leapfrogSteps;
        public long gradients;
        public long visits;
    }

    @Setup(Level.Trial)
    public void prepare() {
        chain = ChainState.of(problem, method, 1);
    }

    @Benchmark
    public double iteration(Counts counts) {
        long gradients = chain.work().gradients();
        Transition outcome = chain.step();
        counts.leapfrogSteps += outcome.steps;
        counts.gradients += chain.work().gradients() - gradients;
        counts.visits += outcome.visits;
        return outcome.energy;
    }
}
