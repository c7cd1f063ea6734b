package dev.tandem.sampling.continuous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.sampling.Targets;
import dev.tandem.sampling.random.RandomStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Steps that adapt retrace their way, preserve volume, and are divided as rarely as the tolerance allows. */
class MicroStepsTest {
    private static final double HOME = 1e-10;
    private static final double TOLERANCE = 1;
    private static final KineticEnergy UNIT = DiagonalMetric.unit(3);

    /** A place of Neal's funnel, its mouth and its neck alike, with a momentum. */
    private static Phase somewhere(RandomStream random) {
        Cursor cursor = Targets.funnel(2).cursor();
        double v = 3 * random.gaussian();
        double scale = Math.exp(v / 2);
        cursor.moveTo(new double[] {v, scale * random.gaussian(), scale * random.gaussian()});
        Phase phase = new Phase(cursor);
        phase.begin(UNIT, random);
        return phase;
    }

    private static double[] state(Phase phase) {
        double[] state = Arrays.copyOf(phase.position(), 6);
        System.arraycopy(phase.momentum(), 0, state, 3, 3);
        return state;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.3, -0.3, 1})
    void stepsThatReturnComeHomeAndTheOthersDoNot(double size) {
        MicroSteps motion = new MicroSteps(Integrator.LEAPFROG, TOLERANCE);
        RandomStream random = RandomStream.of(3, 0);
        int[] returned = new int[MicroSteps.MOST_HALVINGS + 1];
        int astray = 0;
        for (int i = 0; i < 4000; i++) {
            Phase phase = somewhere(random);
            double[] home = state(phase);
            motion.step(phase, UNIT, size);
            if (phase.diverged()) {
                continue;
            }
            boolean returns = motion.returns();
            int parts = motion.parts();
            motion.step(phase, UNIT, -size);
            boolean sameParts = motion.parts() == parts && !phase.diverged();
            assertThat(sameParts).as("place %d", i).isEqualTo(returns);
            if (returns) {
                returned[Integer.numberOfTrailingZeros(parts)]++;
                for (int k = 0; k < 6; k++) {
                    assertThat(state(phase)[k]).isCloseTo(home[k], within(HOME * Math.max(1, Math.abs(home[k]))));
                }
                assertThat(phase.error()).isCloseTo(0, within(1e-9));
            } else {
                astray++;
            }
        }
        assertThat(returned[0]).isGreaterThan(100);
        assertThat(Arrays.stream(returned).skip(1).filter(count -> count > 20).count())
                .isGreaterThan(2);
        assertThat(astray).isGreaterThan(50);
    }

    /** The determinant of the derivative of a step by its start is 1, however the step was divided. */
    @Test
    void stepsPreserveVolume() {
        MicroSteps motion = new MicroSteps(Integrator.LEAPFROG, TOLERANCE);
        RandomStream random = RandomStream.of(4, 0);
        int divided = 0;
        for (int i = 0; i < 300; i++) {
            Phase phase = somewhere(random);
            Phase.Mark start = new Phase.Mark(phase);
            phase.save(start);
            motion.step(phase, UNIT, 0.5);
            int parts = motion.parts();
            if (phase.diverged() || !motion.returns() || parts > 16) {
                continue;
            }
            double[][] derivative = new double[6][];
            boolean same = true;
            for (int k = 0; k < 6; k++) {
                double[] ahead = moved(phase, start, motion, k, 1e-6);
                same &= motion.parts() == parts;
                double[] behind = moved(phase, start, motion, k, -1e-6);
                same &= motion.parts() == parts;
                derivative[k] = new double[6];
                for (int l = 0; l < 6; l++) {
                    derivative[k][l] = (ahead[l] - behind[l]) / 2e-6;
                }
            }
            // On the border between two divisions the map jumps.
            if (same) {
                assertThat(Math.abs(determinant(derivative))).as("place %d", i).isCloseTo(1, within(1e-3));
                divided += parts > 1 ? 1 : 0;
            }
        }
        assertThat(divided).isGreaterThan(40);
    }

    private static double[] moved(Phase phase, Phase.Mark start, MicroSteps motion, int entry, double by) {
        phase.restore(start);
        (entry < 3 ? phase.position() : phase.momentum())[entry % 3] += by;
        phase.cursor().moveTo(phase.position());
        phase.discreteChanged();
        phase.openStep();
        phase.closeStep(UNIT, 0, 0);
        motion.step(phase, UNIT, 0.5);
        return state(phase);
    }

    private static double determinant(double[][] matrix) {
        double product = 1;
        for (int k = 0; k < matrix.length; k++) {
            int pivot = k;
            for (int i = k; i < matrix.length; i++) {
                pivot = Math.abs(matrix[i][k]) > Math.abs(matrix[pivot][k]) ? i : pivot;
            }
            double[] row = matrix[pivot];
            matrix[pivot] = matrix[k];
            matrix[k] = row;
            product *= row[k];
            for (int i = k + 1; i < matrix.length; i++) {
                double factor = matrix[i][k] / row[k];
                for (int j = k; j < matrix.length; j++) {
                    matrix[i][j] -= factor * row[j];
                }
            }
        }
        return product;
    }

    /** The fewest parts along which the energy stays within the tolerance, found by the plain integrator. */
    @Test
    void noFewerPartsWouldDo() {
        MicroSteps motion = new MicroSteps(Integrator.LEAPFROG, TOLERANCE);
        RandomStream random = RandomStream.of(5, 0);
        for (int i = 0; i < 500; i++) {
            Phase phase = somewhere(random);
            Phase.Mark start = new Phase.Mark(phase);
            phase.save(start);
            int parts = 1;
            while (range(phase, start, 0.4, parts) > TOLERANCE) {
                parts *= 2;
            }
            double[] expected = state(phase);
            phase.restore(start);
            motion.step(phase, UNIT, 0.4);
            if (parts <= 1 << MicroSteps.MOST_HALVINGS) {
                assertThat(motion.parts()).as("place %d", i).isEqualTo(parts);
                assertThat(state(phase)).containsExactly(expected);
            } else {
                assertThat(phase.diverged()).isTrue();
            }
        }
    }

    private static double range(Phase phase, Phase.Mark start, double size, int parts) {
        phase.restore(start);
        double lowest = phase.energy();
        double highest = lowest;
        for (int k = 0; k < parts; k++) {
            phase.step(Integrator.LEAPFROG, UNIT, size / parts);
            lowest = Math.min(lowest, phase.energy());
            highest = Math.max(highest, phase.energy());
        }
        return Double.isNaN(highest - lowest) ? Double.POSITIVE_INFINITY : highest - lowest;
    }

    /** A wall is the same wall for short steps: it is told from a narrow place after a few gradients. */
    @Test
    void wallsAreGivenUpSoon() {
        MixedDensity box = MixedDensity.of(Space.builder().real("q").build(), (x, q, gradient) -> {
            if (gradient != null) {
                gradient[0] = 0;
            }
            return Math.abs(q[0]) < 1 ? 0 : Double.NEGATIVE_INFINITY;
        });
        MicroSteps motion = new MicroSteps(Integrator.LEAPFROG, TOLERANCE);
        RandomStream random = RandomStream.of(6, 0);
        KineticEnergy unit = DiagonalMetric.unit(1);
        int met = 0;
        for (int i = 0; i < 50; i++) {
            Phase phase = new Phase(box.cursor());
            phase.begin(unit, random);
            long gradients = phase.cursor().work().gradients();
            motion.step(phase, unit, 2);
            if (phase.diverged()) {
                met++;
                assertThat(phase.error()).isEqualTo(Double.POSITIVE_INFINITY);
                assertThat(phase.cursor().work().gradients() - gradients).isLessThan(32);
            }
        }
        assertThat(met).isGreaterThan(10);
    }

    @Test
    void aToleranceHasToBePositive() {
        assertThatThrownBy(() -> new MicroSteps(Integrator.LEAPFROG, 0)).hasMessageContaining("positive, not 0");
    }
}
