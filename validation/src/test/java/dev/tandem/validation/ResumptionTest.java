package dev.tandem.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.models.BinomialPoisson;
import dev.tandem.models.DiscreteGaussian;
import dev.tandem.models.GaussianMixture;
import dev.tandem.models.TopicDocument;
import dev.tandem.models.VariableSelection;
import dev.tandem.sampling.Anchor;
import dev.tandem.sampling.Cancellation;
import dev.tandem.sampling.ChainTimes;
import dev.tandem.sampling.Recorded;
import dev.tandem.sampling.Recorder;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.Tuning;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A chain that is put to any of its anchors goes on to the same bits, whatever the kernel and the density's caches. */
@Tag("normal")
class ResumptionTest {
    private static final Settings SETTINGS =
            Settings.defaults().withChains(1).withWarmup(80).withDraws(130).withSeed(4);

    /** All that a chain does, as text: an iteration or a draw a line, bits and all. */
    private static final class Tape implements Recorder, Recorder.ForChain {
        private final Optional<Anchor> start;
        private final List<String> lines = new ArrayList<>();
        private final List<Anchor> anchors = new ArrayList<>();
        private final List<Integer> places = new ArrayList<>();

        Tape(Optional<Anchor> start) {
            this.start = start;
        }

        @Override
        public ForChain chain(int number) {
            return this;
        }

        @Override
        public Recorded recorded() {
            return Recorder.inMemory(
                            DiscreteGaussian.fiveBinaryThreeContinuous().space(), SETTINGS)
                    .recorded();
        }

        @Override
        public Optional<Resumption> begun() {
            return start.map(anchor -> new Resumption(anchor, ChainTimes.NONE));
        }

        @Override
        public void warmedUp(double[] iteration) {
            lines.add(Arrays.toString(iteration));
        }

        @Override
        public void drew(double[] statistics, double[] values) {
            lines.add(Arrays.toString(statistics) + Arrays.toString(values));
        }

        @Override
        public void anchored(Supplier<Anchor> anchor, ChainTimes times, boolean important) {
            anchors.add(anchor.get());
            places.add(lines.size());
        }

        @Override
        public void ended(Tuning tuning, ChainTimes times) {}
    }

    static Stream<Arguments> chains() {
        List<MixedDensity> densities = List.of(
                DiscreteGaussian.fiveBinaryThreeContinuous(),
                VariableSelection.simulated(1),
                TopicDocument.simulated(1, 5, 40),
                GaussianMixture.oneDimensional(),
                BinomialPoisson.canonical());
        return Stream.of(KernelFamily.Method.values())
                .flatMap(method -> densities.stream()
                        .filter(density ->
                                KernelFamily.of(method).check(density.space()).isEmpty())
                        .map(density -> Arguments.of(method, density.getClass().getSimpleName(), density)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("chains")
    void anyAnchorLeadsToTheSameBits(KernelFamily.Method method, String name, MixedDensity density) {
        Settings settings = SETTINGS.withKernel(KernelFamily.of(method));
        Tape whole = run(density, settings, Optional.empty());
        // One after each stage of warmup, then draws 50 and 100.
        assertThat(whole.anchors).hasSize(settings.stages().size() + 2);
        for (int i = 0; i < whole.anchors.size(); i++) {
            Tape rest = run(density, settings, Optional.of(whole.anchors.get(i)));
            assertThat(rest.lines)
                    .as("from anchor %d", i)
                    .isEqualTo(whole.lines.subList(whole.places.get(i), whole.lines.size()));
        }
    }

    /** Where the first coordinate is negative the density is too rough for any step; a chain begins there or not. */
    private static final class Rough {
        static final int DIMENSION = 201;

        static double at(int[] x, double[] q, double[] gradient) {
            double value = 0;
            for (int i = 0; i < q.length; i++) {
                value -= 0.5 * q[i] * q[i];
                if (gradient != null) {
                    gradient[i] = -q[i];
                }
            }
            if (q[0] < 0) {
                value -= 1e12 * (2 + Math.sin(1e9 * q[0]));
                if (gradient != null) {
                    gradient[0] -= 1e21 * Math.cos(1e9 * q[0]);
                }
            }
            return value;
        }
    }

    @Test
    void aChainThatIsStartedAgainGoesOnToTheSameBits() {
        MixedDensity density =
                MixedDensity.of(Space.builder().real("q", Rough.DIMENSION).build(), Rough::at);
        int startedAgain = 0;
        for (long seed = 1; seed <= 4; seed++) {
            Settings settings = SETTINGS.withWarmup(200).withDraws(60).withSeed(seed);
            Tape whole = run(density, settings, Optional.empty());
            for (int i = 0; i < whole.anchors.size(); i++) {
                Tape rest = run(density, settings, Optional.of(whole.anchors.get(i)));
                assertThat(rest.lines)
                        .as("seed %d from anchor %d", seed, i)
                        .isEqualTo(whole.lines.subList(whole.places.get(i), whole.lines.size()));
            }
            int tries = whole.anchors.get(whole.anchors.size() - 1).tally().restarts();
            Run inMemory = Sampling.run(density, settings);
            int restarts = inMemory.warmups().get(0).restarts();
            startedAgain += restarts > 0 ? 1 : 0;
            assertThat(restarts).isEqualTo(tries);
            // Four starts in the rough, as those of seed 3, and the chain stays there.
            boolean nowhere = restarts == 3;
            assertThat(inMemory.draws().value(0, 59, 0) < 0).as("seed %d", seed).isEqualTo(nowhere);
            assertThat(inMemory.chains().get(0).tuning().stepSize() < 1e-6).isEqualTo(nowhere);
        }
        assertThat(startedAgain).isPositive();
    }

    private static Tape run(MixedDensity density, Settings settings, Optional<Anchor> from) {
        Tape tape = new Tape(from);
        Sampling.run(density, settings, tape, progress -> {}, new Cancellation());
        return tape;
    }
}
