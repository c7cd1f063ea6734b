package dev.tandem.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.compiler.generate.CompiledDensity;
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
import dev.tandem.sampling.continuous.LowRankMetric;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.Tuning;
import dev.tandem.sampling.warmup.Agreement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A chain that is put to any of its anchors goes on to the same bits, whatever the kernel and the density's caches; and so
 * do chains that are put to where they met, before or after what they agreed on was taken down.
 */
@Tag("normal")
class ResumptionTest {
    private static final Settings SETTINGS =
            Settings.defaults().withChains(2).withWarmup(120).withDraws(130).withSeed(4);

    /** All that a chain does, as text: an iteration or a draw a line, bits and all. */
    private static final class Tape implements Recorder.ForChain {
        private final Tapes tapes;
        private Optional<Anchor> start;
        private final List<String> lines = new ArrayList<>();
        private final List<Anchor> anchors = new ArrayList<>();
        private final List<Integer> places = new ArrayList<>();

        Tape(Tapes tapes, Optional<Anchor> start) {
            this.tapes = tapes;
            this.start = start;
        }

        @Override
        public Optional<Recorder.Resumption> begun() {
            return start.map(anchor -> new Recorder.Resumption(anchor, ChainTimes.NONE));
        }

        @Override
        public Optional<Agreement> agreed(int rounds) {
            return tapes.agreements.stream()
                    .filter(agreement -> agreement.rounds() == rounds)
                    .findFirst();
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
            Anchor here = anchor.get();
            anchors.add(here);
            places.add(lines.size());
            start = Optional.of(here);
        }

        @Override
        public void ended(Tuning tuning, ChainTimes times) {}

        /** What was done from an anchor on; from the start if it is negative. */
        List<String> from(int anchor) {
            return lines.subList(anchor < 0 ? 0 : places.get(anchor), lines.size());
        }
    }

    private static final class Tapes implements Recorder {
        private final List<Tape> chains = new ArrayList<>();
        private final List<Agreement> agreements;

        Tapes(List<Optional<Anchor>> starts, List<Agreement> agreements) {
            starts.forEach(start -> chains.add(new Tape(this, start)));
            this.agreements = new CopyOnWriteArrayList<>(agreements);
        }

        @Override
        public ForChain chain(int number) {
            return chains.get(number);
        }

        @Override
        public List<Optional<Anchor>> anchors() {
            return chains.stream().map(chain -> chain.start).toList();
        }

        @Override
        public void agreed(Agreement agreement) {
            agreements.add(agreement);
        }

        @Override
        public List<Agreement> agreements() {
            return List.copyOf(agreements);
        }

        @Override
        public Recorded recorded() {
            return Recorder.inMemory(
                            DiscreteGaussian.fiveBinaryThreeContinuous().space(), SETTINGS)
                    .recorded();
        }
    }

    static Stream<Arguments> chains() {
        List<MixedDensity> densities = List.of(
                DiscreteGaussian.fiveBinaryThreeContinuous(),
                VariableSelection.simulated(1, 20, 6, 2),
                TopicDocument.simulated(1, 5, 40),
                GaussianMixture.oneDimensional(),
                BinomialPoisson.canonical(),
                HiddenStates.density());
        return Stream.of(KernelFamily.Method.values())
                .flatMap(method -> densities.stream()
                        .filter(density -> KernelFamily.of(method).needsChains() == density instanceof CompiledDensity)
                        .filter(density ->
                                KernelFamily.of(method).check(density).isEmpty())
                        .map(density -> Arguments.of(method, density.getClass().getSimpleName(), density)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("chains")
    void anyAnchorLeadsToTheSameBits(KernelFamily.Method method, String name, MixedDensity density) {
        Settings settings = SETTINGS.withKernel(KernelFamily.of(method));
        Tapes whole = run(density, settings, List.of(Optional.empty(), Optional.empty()), List.of());
        assertThat(whole.agreements).hasSize(4);
        // One after each round of warmup, then draws 50 and 100.
        assertThat(whole.chains.get(0).anchors).hasSize(settings.plan().rounds() + 2);
        everyAnchorOfEveryChain(density, settings, whole);
        everyMeeting(density, settings, whole);
    }

    /** One chain at any of its anchors, or lost altogether, and the others at their ends. */
    private static void everyAnchorOfEveryChain(MixedDensity density, Settings settings, Tapes whole) {
        for (int chain = 0; chain < settings.chains(); chain++) {
            Tape tape = whole.chains.get(chain);
            for (int i = -1; i < tape.anchors.size(); i++) {
                List<Optional<Anchor>> starts = new ArrayList<>(whole.anchors());
                starts.set(chain, i < 0 ? Optional.empty() : Optional.of(tape.anchors.get(i)));
                Tapes rest = run(density, settings, starts, whole.agreements);
                assertThat(rest.chains.get(chain).lines)
                        .as("chain %d from anchor %d", chain, i)
                        .isEqualTo(tape.from(i));
            }
        }
    }

    /** All chains where they met, once all and once with the first still on its way. */
    private static void everyMeeting(MixedDensity density, Settings settings, Tapes whole) {
        for (int meeting = 0; meeting < whole.agreements.size(); meeting++) {
            int rounds = whole.agreements.get(meeting).rounds();
            List<Agreement> known = whole.agreements.subList(0, meeting);
            List<Integer> places =
                    whole.chains.stream().map(tape -> at(tape, rounds)).toList();
            for (int late = -1; late <= 0; late++) {
                List<Integer> from = new ArrayList<>(places);
                if (late >= 0) {
                    from.set(late, from.get(late) - 1);
                }
                List<Optional<Anchor>> starts = new ArrayList<>();
                for (int chain = 0; chain < settings.chains(); chain++) {
                    int place = from.get(chain);
                    starts.add(
                            place < 0
                                    ? Optional.empty()
                                    : Optional.of(
                                            whole.chains.get(chain).anchors.get(place)));
                }
                Tapes rest = run(density, settings, starts, known);
                for (int chain = 0; chain < settings.chains(); chain++) {
                    assertThat(rest.chains.get(chain).lines)
                            .as("meeting %d, chain %d, late %d", meeting, chain, late)
                            .isEqualTo(whole.chains.get(chain).from(from.get(chain)));
                }
                assertThat(rest.agreements).hasSameSizeAs(whole.agreements);
            }
        }
    }

    /** The last anchor of so many rounds and no draws: a chain may have come by there before it was started again. */
    private static int at(Tape tape, int rounds) {
        int found = -1;
        for (int i = 0; i < tape.anchors.size(); i++) {
            if (tape.anchors.get(i).rounds() == rounds && tape.anchors.get(i).drawn() == 0) {
                found = i;
            }
        }
        return found;
    }

    /** Many coordinates of which two sums are far wider than each of them: the metric has directions, and comes back. */
    @Test
    void metricsWithDirectionsLeadToTheSameBits() {
        int dimension = 80;
        MixedDensity density =
                MixedDensity.of(Space.builder().real("q", dimension).build(), (x, q, gradient) -> {
                    double value = 0;
                    for (int half = 0; half < 2; half++) {
                        double mean = 0;
                        for (int i = half; i < dimension; i += 2) {
                            mean += 2 * q[i] / dimension;
                        }
                        for (int i = half; i < dimension; i += 2) {
                            double slope = -100 * (q[i] - mean) - mean;
                            value -= 50 * (q[i] - mean) * (q[i] - mean) + 0.5 * mean * mean;
                            if (gradient != null) {
                                gradient[i] = slope;
                            }
                        }
                    }
                    return value;
                });
        Settings settings = SETTINGS.withWarmup(300).withDraws(60);
        Tapes whole = run(density, settings, List.of(Optional.empty(), Optional.empty()), List.of());
        for (Tape tape : whole.chains) {
            assertThat(tape.anchors.get(tape.anchors.size() - 1).tuning().kinetic())
                    .isInstanceOf(LowRankMetric.class);
        }
        everyAnchorOfEveryChain(density, settings, whole);
        everyMeeting(density, settings, whole);
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
                // Not so low that a search for a start would see it.
                value -= 4 * (2 + Math.sin(1e21 * q[0]));
                if (gradient != null) {
                    gradient[0] -= 4e21 * Math.cos(1e21 * q[0]);
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
            Settings settings =
                    SETTINGS.withChains(1).withWarmup(200).withDraws(60).withSeed(seed);
            Tapes tapes = run(density, settings, List.of(Optional.empty()), List.of());
            everyAnchorOfEveryChain(density, settings, tapes);
            Tape whole = tapes.chains.get(0);
            int tries = whole.anchors.get(whole.anchors.size() - 1).tally().restarts();
            Run inMemory = Sampling.run(density, settings);
            int restarts = inMemory.warmups().get(0).restarts();
            startedAgain += restarts > 0 ? 1 : 0;
            assertThat(restarts).isEqualTo(tries);
            // Only four starts in the rough, and the chain stays there; the fourth may be another.
            boolean nowhere = inMemory.draws().value(0, 59, 0) < 0;
            assertThat(nowhere).as("seed %d", seed).isIn(false, restarts == 3);
            // There its steps are tiny. It may also come out of there when its tuning is lost, and no start is left.
            boolean tiny = inMemory.chains().get(0).tuning().stepSize() < 1e-6;
            assertThat(tiny).as("seed %d", seed).isIn(nowhere, restarts == 3);
        }
        assertThat(startedAgain).isPositive();
    }

    private static Tapes run(
            MixedDensity density, Settings settings, List<Optional<Anchor>> starts, List<Agreement> agreements) {
        Tapes tapes = new Tapes(starts, agreements);
        Sampling.run(density, settings, tapes, progress -> {}, new Cancellation());
        return tapes;
    }
}
