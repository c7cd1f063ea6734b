package dev.tandem.sampling.warmup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.density.Space;
import dev.tandem.sampling.Run;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.Targets;
import dev.tandem.sampling.continuous.DenseMetric;
import dev.tandem.sampling.continuous.DiagonalMetric;
import dev.tandem.sampling.trajectory.Centring;
import dev.tandem.sampling.trajectory.Tuning;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What chains agree on: numbers of all of them, none that one chain that is astray could spoil, and the end of windows. */
class MeetingTest {
    private static final Space SPACE = Space.builder().real("q", 2).build();
    private static final Plan PLAN = Plan.of(Fixed.nothing(), 1000, 4);
    /** The rounds that are done after the second window. */
    private static final int WINDOWS = 4;

    private static final double[] CALM = {25, -3, 24, 25, -3.01, 24};

    private static Tuning tuning(double stepSize, double... scales) {
        return Tuning.initial(SPACE).withStepSize(stepSize).withKinetic(DiagonalMetric.scales(scales));
    }

    private static Learned learned(double[] heights, double... scales) {
        return new Learned(scales, Centring.NONE, 0, new double[0], Learned.Pairs.NONE, List.of(), heights, 0);
    }

    private static Agreement agree(List<Tuning> tunings, List<Learned> learned, Optional<Agreement> before) {
        return Meeting.of(PLAN, Fixed.nothing(), WINDOWS, tunings, learned, false, before);
    }

    private static Agreement before(double... scales) {
        return new Agreement(WINDOWS - 1, WINDOWS - 1, Optional.of(tuning(1, scales)), List.of());
    }

    private static double[] scales(Agreement agreement) {
        return ((DiagonalMetric) agreement.tuning().orElseThrow().kinetic()).scales();
    }

    /** Chains that agreed with each other walk with the same scales, and differ in what they have learned. */
    private static Agreement four(double[] heights, double wide) {
        List<Tuning> tunings = new ArrayList<>();
        List<Learned> learned = new ArrayList<>();
        for (int chain = 0; chain < 4; chain++) {
            tunings.add(tuning(Math.pow(2, chain), 1, 10));
            learned.add(learned(chain == 0 ? heights : CALM, chain == 0 ? wide : 1, 10 + chain));
        }
        return agree(tunings, learned, Optional.of(before(1, 10)));
    }

    @Test
    void takesTheMiddleOfScalesAndStepsAndEndsTheWindows() {
        Agreement agreed = four(CALM, 1);
        assertThat(scales(agreed)[0]).isEqualTo(1);
        assertThat(scales(agreed)[1]).isCloseTo(Math.sqrt(11 * 12), within(1e-12));
        assertThat(agreed.tuning().orElseThrow().stepSize()).isCloseTo(Math.pow(2, 1.5), within(1e-12));
        assertThat(PLAN.name(agreed.next() - 1)).isEqualTo("metric");
        assertThat(agreed.next()).isEqualTo(PLAN.afterWindows(WINDOWS)).isGreaterThan(WINDOWS);
    }

    @Test
    void oneChainAstrayMovesNoScale() {
        assertThat(scales(four(CALM, 1e9))[0]).isEqualTo(1);
    }

    /** Another height, a trend, or scales that are still on their way: there is something left to learn. */
    @Test
    void windowsGoOnUntilChainsAgree() {
        assertThat(four(new double[] {25, -9, 24, 25, -9, 24}, 1).next()).isEqualTo(WINDOWS);
        assertThat(four(new double[] {25, -9, 24, 25, 3, 24}, 1).next()).isEqualTo(WINDOWS);
        Agreement moved = agree(List.of(tuning(1, 1, 10)), List.of(learned(CALM, 1, 13)), Optional.of(before(1, 10)));
        assertThat(moved.next()).isEqualTo(WINDOWS);
        Agreement settled =
                agree(List.of(tuning(1, 1, 10)), List.of(learned(CALM, 1, 10.5)), Optional.of(before(1, 10)));
        assertThat(settled.next()).isGreaterThan(WINDOWS);
    }

    @Test
    void aLostChainHasNoSayAndIsLeftBehind() {
        Tuning lost = tuning(1e-9, 1, 1);
        Agreement agreed = agree(
                List.of(lost, tuning(1, 1, 1), tuning(1, 1, 1)),
                List.of(learned(CALM, 1e-9, 1), learned(CALM, 1, 1), learned(CALM, 1, 1)),
                Optional.empty());
        assertThat(scales(agreed)).containsExactly(1, 1);
        assertThat(agreed.tuning().orElseThrow().stepSize()).isEqualTo(1);
        assertThat(agreed.leavesBehind(lost)).isTrue();
        assertThat(agreed.leavesBehind(tuning(0.001, 1, 1))).isFalse();
    }

    /** What one chain had to take back, since it diverged, is taken from the steps of all. */
    @Test
    void cautionIsSharedByAll() {
        Learned calm =
                new Learned(new double[0], Centring.NONE, 0, new double[0], Learned.Pairs.NONE, List.of(), CALM, 0);
        Learned cautious = new Learned(
                new double[0], Centring.NONE, 0, new double[0], Learned.Pairs.NONE, List.of(), CALM, Math.log(0.5));
        Agreement agreed = Meeting.of(
                PLAN,
                Fixed.nothing(),
                PLAN.rounds(),
                List.of(tuning(1, 1, 1), tuning(0.5, 1, 1)),
                List.of(calm, cautious),
                false,
                Optional.empty());
        assertThat(agreed.tuning().orElseThrow().stepSize()).isCloseTo(0.5, within(1e-12));
    }

    /** A dense metric has to win by more than scales, by what all chains have measured. */
    @Test
    void metricsAreChosenByWhatAllHaveMeasured() {
        DenseMetric dense = DenseMetric.covariance(new double[][] {{1, 0.9}, {0.9, 1}});
        Agreement before =
                new Agreement(WINDOWS, WINDOWS, Optional.of(tuning(1, 1, 1)), List.of(DiagonalMetric.unit(2), dense));
        for (double gain : new double[] {1.2, 1.6}) {
            List<Learned> chains = new ArrayList<>();
            for (double noise : new double[] {0.5, 1, 2}) {
                chains.add(new Learned(
                        new double[0],
                        Centring.NONE,
                        0,
                        new double[0],
                        Learned.Pairs.NONE,
                        List.of(new Learned.Measured(1, 0.3, 1), new Learned.Measured(gain * noise, 0.7, 2)),
                        CALM,
                        0));
            }
            Tuning agreed = Meeting.of(
                            PLAN,
                            Fixed.nothing(),
                            WINDOWS + 1,
                            List.of(tuning(1, 1, 1), tuning(1, 1, 1), tuning(1, 1, 1)),
                            chains,
                            false,
                            Optional.of(before))
                    .tuning()
                    .orElseThrow();
            assertThat(agreed.kinetic() == dense).isEqualTo(gain > 1.4);
            assertThat(agreed.stepSize()).isCloseTo(gain > 1.4 ? 0.7 : 0.3, within(1e-12));
        }
    }

    @Test
    void chainsOfARunHaveOneTuningAndWarmUpNoLongerThanTheyNeed() {
        Settings settings = Settings.defaults().withDraws(10);
        Run run = Sampling.run(Targets.gaussian(0.01, 1, 100), settings);
        assertThat(run.chains().stream().map(chain -> chain.tuning().stepSize()).distinct())
                .hasSize(1);
        assertThat(run.warmups())
                .allSatisfy(warmup -> assertThat(warmup.iterations()).isLessThan(500));
        // The tight and the wide do not agree with each other, and use what they were given.
        Run funnel = Sampling.run(Targets.funnel(9), settings);
        assertThat(funnel.warmups())
                .allSatisfy(warmup -> assertThat(warmup.iterations()).isBetween(500, 1000));
    }

    @Test
    void noPlanIsLongerThanWasAskedFor() {
        for (int chains : new int[] {1, 2, 4, 100}) {
            for (int iterations = 0; iterations <= 3000; iterations += iterations < 300 ? 1 : 97) {
                Plan plan = Plan.of(Fixed.nothing(), iterations, chains);
                int sum = 0;
                for (int round = 0; round < plan.rounds(); round++) {
                    sum += plan.part(round).iterations();
                }
                assertThat(sum)
                        .as("%d iterations, %d chains", iterations, chains)
                        .isEqualTo(iterations);
                assertThat(plan.meetsAfter(plan.rounds())).isTrue();
            }
        }
    }
}
