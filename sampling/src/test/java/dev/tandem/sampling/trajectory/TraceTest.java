package dev.tandem.sampling.trajectory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.density.Support;
import dev.tandem.sampling.random.RandomStream;
import dev.tandem.sampling.trajectory.KernelFamily.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is written down of an iteration is the iteration that a kernel makes, state by state. */
class TraceTest {
    private static final int SITES = 3;
    private static final double STEP = 0.35;
    private static final int ITERATIONS = 200;

    /** Binary sites, so that every kernel may run, which shift and scale two Gaussians. */
    private static final MixedDensity DENSITY = MixedDensity.of(
            Space.builder()
                    .discrete("x", Support.binary(), SITES)
                    .real("q", SITES - 1)
                    .build(),
            (x, q, gradient) -> {
                double sum = 0.3 * x[0] * x[2];
                for (int i = 0; i < q.length; i++) {
                    double scale = 1 + 0.5 * x[i + 1];
                    double distance = scale * (q[i] - 1.5 * x[i]);
                    sum -= 0.5 * distance * distance;
                    if (gradient != null) {
                        gradient[i] = -scale * distance;
                    }
                }
                return sum;
            });

    private static Tuning tuning(Method method) {
        Tuning tuning = Tuning.initial(DENSITY.space())
                .withStepSize(STEP)
                .withTrajectoryTime(4)
                .withUpdates(8);
        return KernelFamily.of(method).withSites(tuning, 2, SITES);
    }

    private static List<Trace> traces(Method method, Tuning tuning) {
        Cursor cursor = DENSITY.cursor();
        RandomStream random = RandomStream.of(5, 0);
        List<Trace> traces = new ArrayList<>();
        for (int i = 0; i < ITERATIONS; i++) {
            traces.add(Trace.of(KernelFamily.of(method), cursor, tuning, random));
        }
        return traces;
    }

    private static int[] values(Cursor cursor) {
        int[] x = new int[SITES];
        cursor.copyValues(x);
        return x;
    }

    private static double[] position(Cursor cursor) {
        double[] q = new double[SITES - 1];
        cursor.copyPosition(q);
        return q;
    }

    @ParameterizedTest
    @EnumSource(Method.class)
    void goesWhereTheKernelGoes(Method method) {
        Tuning tuning = tuning(method);
        Cursor traced = DENSITY.cursor();
        RandomStream tracedRandom = RandomStream.of(5, 0);
        Cursor plain = DENSITY.cursor();
        RandomStream plainRandom = RandomStream.of(5, 0);
        for (int i = 0; i < ITERATIONS; i++) {
            Trace trace = Trace.of(KernelFamily.of(method), traced, tuning, tracedRandom);
            Transition transition = new Transition();
            KernelFamily.of(method).create(plain).step(tuning, plainRandom, transition);
            assertThat(position(traced)).containsExactly(position(plain));
            assertThat(values(traced)).containsExactly(values(plain));
            assertThat(trace.transition().error).isEqualTo(transition.error);
            assertThat(trace.transition().steps).isEqualTo(transition.steps);
        }
    }

    @ParameterizedTest
    @EnumSource(Method.class)
    void timeRunsForwardAndOnlyOneKindMovesAtATime(Method method) {
        for (Trace trace : traces(method, tuning(method))) {
            List<Trace.Point> points = trace.points();
            assertThat(points.get(trace.start()).time()).isZero();
            for (int i = 1; i < points.size(); i++) {
                Trace.Point before = points.get(i - 1);
                Trace.Point after = points.get(i);
                assertThat(after.time()).isGreaterThanOrEqualTo(before.time());
                if (after.time() > before.time()) {
                    assertThat(after.x()).containsExactly(before.x());
                } else {
                    assertThat(after.q()).containsExactly(before.q());
                    assertThat(after.x()).isNotEqualTo(before.x());
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Method.class,
            names = {"NODE", "NUTS", "MID_STEP", "MID_STEP_NUTS", "REFRACTION"})
    void lastsAsLongAsItsSteps(Method method) {
        for (Trace trace : traces(method, tuning(method))) {
            List<Trace.Point> points = trace.points();
            double span = points.get(points.size() - 1).time() - points.get(0).time();
            assertThat(span).isCloseTo(trace.transition().steps * STEP, within(1e-9));
        }
    }

    /** Nothing is visited after the decision here, so the iteration ends on the trajectory. */
    @ParameterizedTest
    @EnumSource(Method.class)
    void tellsWhichStateWasChosen(Method method) {
        Tuning tuning = tuning(method).withSites(2, 0);
        Cursor cursor = DENSITY.cursor();
        RandomStream random = RandomStream.of(6, 0);
        boolean inside = false;
        for (int i = 0; i < ITERATIONS; i++) {
            Trace trace = Trace.of(KernelFamily.of(method), cursor, tuning, random);
            Trace.Point chosen = trace.points().get(trace.chosen());
            assertThat(chosen.q()).containsExactly(position(cursor));
            assertThat(chosen.x()).containsExactly(values(cursor));
            inside |= trace.chosen() != trace.start();
        }
        assertThat(inside).as("some trajectory was accepted").isTrue();
    }

    @Test
    void treesGrowToBothSidesAndDiscreteUpdatesHappenOnTheWay() {
        List<Trace> traces = traces(Method.NUTS, tuning(Method.NUTS));
        assertThat(traces)
                .anyMatch(trace ->
                        trace.start() > 0 && trace.start() < trace.points().size() - 1);
        assertThat(traces)
                .anyMatch(trace -> trace.points().stream()
                        .anyMatch(point ->
                                !Arrays.equals(point.x(), trace.points().get(0).x())));
    }

    @Test
    void pointsPutACursorBackWhereTheyWere() {
        Trace trace = traces(Method.NODE, tuning(Method.NODE)).get(3);
        Cursor cursor = DENSITY.cursor();
        for (Trace.Point point : trace.points()) {
            point.place(cursor);
            assertThat(position(cursor)).containsExactly(point.q());
            assertThat(values(cursor)).containsExactly(point.x());
        }
    }
}
