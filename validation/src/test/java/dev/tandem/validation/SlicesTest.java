package dev.tandem.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.distributions.scalar.Normal;
import dev.tandem.sampling.random.Randomness;
import dev.tandem.sampling.trajectory.Kernel;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.Slices;
import dev.tandem.sampling.trajectory.Transition;
import dev.tandem.sampling.trajectory.Tuning;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Coordinates in which a density jumps are drawn by slices, and the density stays as it is: by slices alone, and by kernels that
 * hold these coordinates along their trajectories. A height that is drawn wrongly is caught.
 *
 * <p>Each comparison takes the scores of {@link Exactness} with a threshold of 6: five of them of four expectations raise a false
 * alarm with probability below 1e-7.
 */
class SlicesTest {
    private static final double THRESHOLD = 6;
    private static final double PLACE = 0.5;
    private static final double HEIGHT = 2;

    /** a is standard normal, but exp(2) times as likely above 0.5; b is normal around 1 there and around -1 below. */
    private static final class Step implements MixedDensity {
        private final Space space = Space.builder().real("a").real("b").build();

        @Override
        public Space space() {
            return space;
        }

        @Override
        public Cursor cursor() {
            return new Cursor(space) {
                private double deviation() {
                    return q[1] - (q[0] > PLACE ? 1 : -1);
                }

                @Override
                public int[] jumps() {
                    return new int[] {0};
                }

                @Override
                protected double evaluate() {
                    double b = deviation();
                    return (q[0] > PLACE ? HEIGHT : 0) - 0.5 * q[0] * q[0] - 0.5 * b * b;
                }

                @Override
                protected double evaluateWithGradient(double[] gradient) {
                    gradient[0] = -q[0];
                    gradient[1] = -deviation();
                    return evaluate();
                }
            };
        }
    }

    private static Target target() {
        double below = Normal.cumulative(PLACE, 0, 1);
        double above = (1 - below) * Math.exp(HEIGHT);
        double p = above / (below + above);
        double density = Math.exp(-0.5 * PLACE * PLACE) / Math.sqrt(2 * Math.PI);
        double mean = p * density / (1 - below) - (1 - p) * density / below;
        return new Target(
                "a step",
                new Step(),
                List.of(
                        Expectation.of("P(a > 0.5)", p, (x, q) -> q[0] > PLACE ? 1 : 0),
                        Expectation.of("E a", mean, (x, q) -> q[0]),
                        Expectation.of("E b", 2 * p - 1, (x, q) -> q[1]),
                        Expectation.of(
                                "E a b",
                                p * density / (1 - below) + (1 - p) * density / below,
                                (x, q) -> q[0] * q[1])));
    }

    private static Tuning tuning() {
        return Tuning.initial(target().density().space()).withStepSize(0.7).withTrajectoryTime(1.5);
    }

    /** Slices of both coordinates and nothing else. */
    private record Alone(Cursor cursor, Slices slices) implements Kernel {
        @Override
        public void step(Tuning tuning, Randomness random, Transition outcome) {
            slices.draw(random);
        }

        @Override
        public void reload() {}

        @Override
        public void anchor() {}
    }

    @ParameterizedTest
    @EnumSource(
            value = KernelFamily.Method.class,
            names = {"NODE", "NUTS", "WALNUTS", "HMC_WITHIN_GIBBS"})
    void kernelsLeaveADensityThatJumpsAsItIs(KernelFamily.Method method) {
        Exactness.Result result =
                Exactness.run(target(), cursor -> KernelFamily.of(method).create(cursor), tuning(), 400, 3);
        assertThat(Math.abs(result.worst().z())).as("%s", result).isLessThan(THRESHOLD);
    }

    @Test
    void slicesAloneLeaveItToo() {
        Exactness.Result result = Exactness.run(
                target(), cursor -> new Alone(cursor, new Slices(cursor, new int[] {0, 1})), tuning(), 400, 4);
        assertThat(Math.abs(result.worst().z())).as("%s", result).isLessThan(THRESHOLD);
    }

    @Test
    void aHeightThatIsTooHighIsCaught() {
        Exactness.Result result = Exactness.run(
                target(),
                cursor -> new Alone(cursor, new Slices(cursor, new int[] {0, 1}) {
                    @Override
                    protected double height(double logDensity, Randomness random) {
                        return 0.5 * (logDensity + super.height(logDensity, random));
                    }
                }),
                tuning(),
                400,
                5);
        assertThat(Math.abs(result.worst().z())).as("%s", result).isGreaterThan(2 * THRESHOLD);
    }
}
