package dev.tandem.sampling.continuous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.sampling.random.RandomStream;
import dev.tandem.sampling.random.Randomness;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every kinetic energy keeps: velocities are its gradient, drifts follow them, and draws have its law. */
class KineticEnergyTest {
    private static final int DIMENSION = 4;

    private static final LowRankMetric LOW_RANK = LowRankMetric.of(
            new double[] {0.5, 1, 2, 3},
            new double[][] {{0.5, 0.5, 0.5, 0.5}, {0.5, -0.5, 0.5, -0.5}},
            new double[] {9, 0.04});

    static Stream<KineticEnergy> gaussian() {
        return Stream.of(
                DiagonalMetric.unit(DIMENSION),
                DiagonalMetric.scales(new double[] {0.5, 1, 2, 3}),
                DenseMetric.covariance(
                        new double[][] {{2, 0.5, 0, 0.1}, {0.5, 1, 0.3, 0}, {0, 0.3, 3, -1}, {0.1, 0, -1, 2}}),
                LOW_RANK);
    }

    static Stream<KineticEnergy> all() {
        return Stream.concat(gaussian(), Stream.of(new HyperbolicKinetic()));
    }

    private static double[] momentum(RandomStream random) {
        double[] p = new double[DIMENSION];
        for (int i = 0; i < DIMENSION; i++) {
            p[i] = random.gaussian();
        }
        return p;
    }

    @ParameterizedTest
    @MethodSource("all")
    void velocitiesAreTheGradientAndDriftsFollowThem(KineticEnergy kinetic) {
        RandomStream random = RandomStream.of(1, 0);
        double[] velocity = new double[DIMENSION];
        for (int trial = 0; trial < 20; trial++) {
            double[] p = momentum(random);
            kinetic.velocity(p, velocity);
            double[] q = momentum(random);
            double[] moved = q.clone();
            kinetic.drift(moved, p, -0.7);
            for (int i = 0; i < DIMENSION; i++) {
                double[] ahead = p.clone();
                double[] behind = p.clone();
                ahead[i] += 1e-5;
                behind[i] -= 1e-5;
                assertThat(velocity[i])
                        .isCloseTo((kinetic.energy(ahead) - kinetic.energy(behind)) / 2e-5, within(1e-7));
                assertThat(moved[i]).isCloseTo(q[i] - 0.7 * velocity[i], within(1e-12));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void energyAndVelocityAreThoseOfEachAlone(KineticEnergy kinetic) {
        RandomStream random = RandomStream.of(3, 0);
        double[] velocity = new double[DIMENSION];
        double[] both = new double[DIMENSION];
        for (int trial = 0; trial < 20; trial++) {
            double[] p = momentum(random);
            kinetic.velocity(p, velocity);
            assertThat(kinetic.energyAndVelocity(p, both)).isCloseTo(kinetic.energy(p), within(1e-12));
            assertThat(both).isEqualTo(velocity);
        }
    }

    /** Few directions and many are multiplied in different ways, and in fours with a rest: of each, more and fewer. */
    @Test
    void manyDirectionsAreMultipliedAsFew() {
        RandomStream random = RandomStream.of(4, 0);
        int size = 23;
        for (int count = 0; count <= size; count++) {
            double[] scales = new double[size];
            double[] variances = new double[count];
            // Reflections of unit vectors: orthonormal, and full.
            double[] mirror = new double[size];
            double square = 0;
            for (int i = 0; i < size; i++) {
                scales[i] = Math.exp(random.gaussian());
                mirror[i] = random.gaussian();
                square += mirror[i] * mirror[i];
            }
            double[][] directions = new double[count][size];
            for (int k = 0; k < count; k++) {
                variances[k] = Math.exp(random.gaussian());
                for (int i = 0; i < size; i++) {
                    directions[k][i] = (i == k ? 1 : 0) - 2 * mirror[i] * mirror[k] / square;
                }
            }
            LowRankMetric metric = LowRankMetric.of(scales, directions, variances);
            double[][] covariance = metric.covariance();
            double[] p = new double[size];
            for (int i = 0; i < size; i++) {
                p[i] = random.gaussian();
            }
            double[] velocity = new double[size];
            double energy = metric.energyAndVelocity(p, velocity);
            double[] moved = new double[size];
            metric.drift(moved, p, 2);
            double expected = 0;
            for (int i = 0; i < size; i++) {
                double product = 0;
                for (int j = 0; j < size; j++) {
                    product += covariance[i][j] * p[j];
                }
                expected += 0.5 * p[i] * product;
                assertThat(velocity[i]).isCloseTo(product, within(1e-10));
                assertThat(moved[i]).isCloseTo(2 * product, within(1e-10));
            }
            assertThat(energy).isCloseTo(expected, within(1e-9));
            assertThat(metric.energy(p)).isCloseTo(expected, within(1e-9));
        }
    }

    /** Draws are p = R z: the inverse of R R' has to be what makes the energy. */
    @ParameterizedTest
    @MethodSource("gaussian")
    void drawsHaveTheLawOfTheEnergy(KineticEnergy kinetic) {
        double[][] columns = new double[DIMENSION][DIMENSION];
        for (int k = 0; k < DIMENSION; k++) {
            kinetic.refresh(columns[k], new UnitVector(k));
        }
        // R' M^-1 R = I, column by column.
        double[] velocity = new double[DIMENSION];
        for (int k = 0; k < DIMENSION; k++) {
            kinetic.velocity(columns[k], velocity);
            for (int l = 0; l < DIMENSION; l++) {
                double product = 0;
                for (int i = 0; i < DIMENSION; i++) {
                    product += columns[l][i] * velocity[i];
                }
                assertThat(product).isCloseTo(k == l ? 1 : 0, within(1e-12));
            }
        }
    }

    @Test
    void directionsAreWhatADenseMetricWouldHave() {
        KineticEnergy dense = DenseMetric.covariance(LOW_RANK.covariance());
        RandomStream random = RandomStream.of(2, 0);
        for (int trial = 0; trial < 20; trial++) {
            double[] p = momentum(random);
            assertThat(LOW_RANK.energy(p)).isCloseTo(dense.energy(p), within(1e-12));
        }
    }

    @Test
    void whatIsNoMetricIsRefused() {
        double[] scales = {1, 1};
        assertThatThrownBy(() -> LowRankMetric.of(scales, new double[][] {{1, 1}}, new double[] {2}))
                .hasMessageContaining("not orthonormal");
        assertThatThrownBy(() -> LowRankMetric.of(scales, new double[][] {{1, 0}}, new double[] {0}))
                .hasMessageContaining("variance 0.0 at 0 is not positive");
        assertThatThrownBy(() -> LowRankMetric.of(scales, new double[][] {{1, 0}}, new double[0]))
                .hasMessageContaining("1 directions cannot have 0 variances");
        assertThatThrownBy(() -> LowRankMetric.of(scales, new double[][] {{1}}, new double[] {2}))
                .hasMessageContaining("1 entries for 2 coordinates");
    }

    /** Gaussian numbers that are 1 at one place and 0 at all others. */
    private static final class UnitVector implements Randomness {
        private int left;

        UnitVector(int place) {
            left = place;
        }

        @Override
        public double gaussian() {
            return left-- == 0 ? 1 : 0;
        }

        @Override
        public double uniform() {
            throw new UnsupportedOperationException("momenta are Gaussian");
        }

        @Override
        public double exponential() {
            throw new UnsupportedOperationException("momenta are Gaussian");
        }

        @Override
        public int below(int count) {
            throw new UnsupportedOperationException("momenta are Gaussian");
        }

        @Override
        public boolean accept(double logProbability) {
            throw new UnsupportedOperationException("momenta are Gaussian");
        }

        @Override
        public int categorical(double[] weights, int count, double total) {
            throw new UnsupportedOperationException("momenta are Gaussian");
        }
    }
}
