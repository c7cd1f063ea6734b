package dev.tandem.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.management.ThreadMXBean;
import dev.tandem.sampling.trajectory.KernelFamily;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** No kernel allocates once it runs. */
@Tag("normal")
class AllocationTest {
    private static final int FIRST = 200;
    private static final int MEASURED = 300;

    /** Buffers may still grow to the longest trajectory: the first quiet stretch counts, a leak has none. */
    private static final int ATTEMPTS = 5;

    static List<Arguments> chains() {
        List<Arguments> chains = new ArrayList<>();
        for (Problem problem : Problem.values()) {
            for (KernelFamily.Method method : KernelFamily.Method.values()) {
                if (problem.suits(method)) {
                    chains.add(Arguments.of(problem, method));
                }
            }
        }
        return chains;
    }

    @ParameterizedTest
    @MethodSource("chains")
    void allocatesNothingPerStep(Problem problem, KernelFamily.Method method) {
        assumeThat(ManagementFactory.getThreadMXBean()).isInstanceOf(ThreadMXBean.class);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        ChainState chain = ChainState.of(problem, method, 1);
        run(chain, FIRST);
        long own = Thread.currentThread().getId();
        long least = Long.MAX_VALUE;
        for (int attempt = 0; attempt < ATTEMPTS && least > 0; attempt++) {
            long before = threads.getThreadAllocatedBytes(own);
            run(chain, MEASURED);
            least = Math.min(least, threads.getThreadAllocatedBytes(own) - before);
        }
        assertThat(least).as("bytes allocated in %d iterations", MEASURED).isZero();
    }

    private static void run(ChainState chain, int iterations) {
        for (int i = 0; i < iterations; i++) {
            chain.step();
        }
    }
}
