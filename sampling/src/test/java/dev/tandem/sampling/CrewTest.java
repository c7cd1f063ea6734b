package dev.tandem.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Helpers of a chain: every part is done once, failures come back, and whoever has nothing to do sleeps. */
class CrewTest {
    private static final int SUMS = 5000;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 7})
    void everyPartIsDoneOnceAndSeen(int size) {
        try (Crew crew = new Crew(size)) {
            for (int sum = 0; sum < SUMS; sum++) {
                int parts = 1 + sum % 17;
                // Plain arrays: what parts write is seen by whoever asked.
                int[] done = new int[parts];
                crew.share(parts, part -> done[part]++);
                assertThat(done).containsOnly(1);
            }
        }
    }

    @Test
    void helpersDoTake() {
        try (Crew crew = new Crew(1)) {
            AtomicIntegerArray others = new AtomicIntegerArray(1);
            Thread own = Thread.currentThread();
            for (int sum = 0; sum < 200 && others.get(0) == 0; sum++) {
                crew.share(8, part -> {
                    if (Thread.currentThread() != own) {
                        others.incrementAndGet(0);
                    }
                    sleep(1);
                });
            }
            assertThat(others.get(0)).isPositive();
        }
    }

    @Test
    void theFailureOfTheFirstPartComesBackAndTheCrewGoesOn() {
        try (Crew crew = new Crew(3)) {
            for (int sum = 0; sum < 200; sum++) {
                AtomicInteger done = new AtomicInteger();
                assertThatThrownBy(() -> crew.share(9, part -> {
                            done.incrementAndGet();
                            if (part % 2 == 1) {
                                throw new IllegalArgumentException("part " + part);
                            }
                        }))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("part 1");
                assertThat(done).hasValue(9);
                int[] again = new int[9];
                crew.share(9, part -> again[part]++);
                assertThat(again).containsOnly(1);
            }
            assertThatThrownBy(() -> crew.share(2, part -> {
                        throw new StackOverflowError();
                    }))
                    .isInstanceOf(StackOverflowError.class);
        }
    }

    @Test
    void idleHelpersTakeNoProcessorAndLeave() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        Thread.currentThread().setName("idle owner");
        Crew crew = new Crew(2);
        crew.share(64, part -> sleep(1));
        sleep(200);
        List<Thread> helpers = Arrays.stream(allThreads())
                .filter(thread -> thread.getName().equals("helper of idle owner"))
                .toList();
        assertThat(helpers).hasSize(2);
        long before = helpers.stream()
                .mapToLong(t -> threads.getThreadCpuTime(t.getId()))
                .sum();
        sleep(200);
        long after = helpers.stream()
                .mapToLong(t -> threads.getThreadCpuTime(t.getId()))
                .sum();
        assertThat(after - before).as("nanoseconds of processors").isLessThan(2_000_000);
        crew.close();
        for (int wait = 0; wait < 500 && helpers.stream().anyMatch(Thread::isAlive); wait++) {
            sleep(10);
        }
        assertThat(helpers).noneMatch(Thread::isAlive);
        int[] alone = new int[4];
        crew.share(4, part -> alone[part]++);
        assertThat(alone).containsOnly(1);
    }

    @Test
    void nobodyBeginsForWhatHasNoParts() {
        Thread.currentThread().setName("owner of one part");
        try (Crew crew = new Crew(2)) {
            crew.share(1, part -> {});
            assertThat(allThreads()).noneMatch(thread -> thread.getName().equals("helper of owner of one part"));
            crew.share(2, part -> {});
            assertThat(allThreads()).anyMatch(thread -> thread.getName().equals("helper of owner of one part"));
        }
    }

    private static Thread[] allThreads() {
        return Thread.getAllStackTraces().keySet().toArray(new Thread[0]);
    }

    private static void sleep(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
