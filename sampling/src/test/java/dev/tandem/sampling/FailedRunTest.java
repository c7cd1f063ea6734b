package dev.tandem.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.sampling.trajectory.Tuning;
import dev.tandem.sampling.warmup.Agreement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A run of which one chain fails: when the failure is told, no other chain is at work any more. */
class FailedRunTest {
    private static final MixedDensity DENSITY =
            MixedDensity.of(Space.builder().real("q").build(), (x, q, gradient) -> {
                if (gradient != null) {
                    gradient[0] = -q[0];
                }
                return -0.5 * q[0] * q[0];
            });

    private static final Settings SETTINGS =
            Settings.defaults().withChains(2).withWarmup(50).withDraws(100).withThreads(2);

    /** The first chain fails at its first draw, while the second is being written. */
    private static final class Failing implements Recorder {
        private final Recorder memory = Recorder.inMemory(DENSITY.space(), SETTINGS);
        private final CountDownLatch writing = new CountDownLatch(1);
        private final CountDownLatch failed = new CountDownLatch(1);
        private final AtomicBoolean atRest = new AtomicBoolean();

        @Override
        public ForChain chain(int number) {
            ForChain chain = memory.chain(number);
            return new ForChain() {
                @Override
                public Optional<Resumption> begun() {
                    return chain.begun();
                }

                @Override
                public Optional<Agreement> agreed(int rounds) {
                    return chain.agreed(rounds);
                }

                @Override
                public void warmedUp(double[] iteration) {
                    chain.warmedUp(iteration);
                }

                @Override
                public void drew(double[] statistics, double[] values) {
                    if (number == 0) {
                        await(writing);
                        failed.countDown();
                        throw new RecordingException("the disk is full", null);
                    }
                    writing.countDown();
                    await(failed);
                    pause();
                    chain.drew(statistics, values);
                }

                @Override
                public void anchored(Supplier<Anchor> anchor, ChainTimes times, boolean important) {
                    chain.anchored(anchor, times, important);
                }

                @Override
                public void ended(Tuning tuning, ChainTimes times) {
                    chain.ended(tuning, times);
                    atRest.set(number == 1 && failed.getCount() == 0);
                }
            };
        }

        private static void await(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        private static void pause() {
            try {
                Thread.sleep(300);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public Recorded recorded() {
            return memory.recorded();
        }

        @Override
        public List<Optional<Anchor>> anchors() {
            return memory.anchors();
        }

        @Override
        public void agreed(Agreement agreement) {
            memory.agreed(agreement);
        }

        @Override
        public List<Agreement> agreements() {
            return memory.agreements();
        }
    }

    @Test
    void noChainWritesAfterTheFailureIsTold() {
        Failing recorder = new Failing();
        assertThatThrownBy(() -> Sampling.run(DENSITY, SETTINGS, recorder, progress -> {}, new Cancellation()))
                .isInstanceOf(RecordingException.class)
                .hasMessage("the disk is full");
        assertThat(recorder.atRest).isTrue();
    }
}
