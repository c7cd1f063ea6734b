package dev.tandem.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.sampling.random.Randomness;
import dev.tandem.sampling.trajectory.DoublingTree;
import dev.tandem.sampling.trajectory.Orbit;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The doubling tree proved by enumeration: on an orbit that is a table of weights and momenta all coins and choices are
 * gone through, and the weights come out invariant. The table is closed to a circle, so that it has no ends.
 */
class DoublingTreeTest {
    private static final int MAX_DEPTH = 3;

    /** A circle of states, larger than any tree that grows on it. */
    private static class Circle implements Orbit {
        final double[] errors;
        final double[][] momenta;
        final int start;
        int first;
        int last;
        int added;
        int candidate;
        int chosen;
        int facing;

        Circle(double[] errors, double[][] momenta, int start) {
            this.errors = errors;
            this.momenta = momenta;
            this.start = start;
            first = start;
            last = start;
            added = start;
            chosen = start;
        }

        @Override
        public double extend(int direction) {
            facing = direction;
            added = Math.floorMod(direction > 0 ? ++last : --first, errors.length);
            return errors[added] - errors[start];
        }

        @Override
        public double[] momentum() {
            return momenta[added];
        }

        /** The velocity of a metric of unequal scales. */
        @Override
        public double[] velocity() {
            double[] velocity = momenta[added].clone();
            velocity[0] *= 2.5;
            return velocity;
        }

        @Override
        public void remember() {
            candidate = added;
        }

        @Override
        public void adopt() {
            chosen = candidate;
        }
    }

    private interface Circles {
        Circle at(int start);
    }

    private static TransitionMatrix matrix(int size, Circles circles, UnaryOperator<Randomness> randomness) {
        double[][] matrix = new double[size][size];
        double[] weights = new double[size];
        for (int i = 0; i < size; i++) {
            int start = i;
            double[] row = matrix[i];
            weights[i] = Math.exp(-circles.at(i).errors[i]);
            if (weights[i] == 0) {
                // No tree starts where nothing can be.
                row[i] = 1;
                continue;
            }
            new ExhaustiveRandomness()
                    .explore(
                            random -> {
                                Circle circle = circles.at(start);
                                new DoublingTree(circle.momenta[0].length, MAX_DEPTH)
                                        .grow(circle, randomness.apply(random));
                                return circle.chosen;
                            },
                            (end, probability) -> row[end] += probability);
        }
        return new TransitionMatrix(weights, matrix);
    }

    private static double[] errors(SplittableRandom random, int size) {
        return random.doubles(size, -1.5, 1.5).toArray();
    }

    /** Momenta that turn slowly and unevenly, as those of a trajectory do. */
    private static double[][] turning(SplittableRandom random, int size, int dimension) {
        double[][] momenta = new double[size][dimension];
        double[] frequencies = random.doubles(dimension, 0.2, 0.9).toArray();
        for (int i = 0; i < size; i++) {
            for (int d = 0; d < dimension; d++) {
                momenta[i][d] = Math.cos(frequencies[d] * i + d) + random.nextDouble(-0.3, 0.3);
            }
        }
        return momenta;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void weightsAreInvariantOnOrbitsThatTurn(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int size = 24;
        double[] errors = errors(random, size);
        double[][] momenta = turning(random, size, 1 + seed % 3);
        TransitionMatrix matrix = matrix(size, start -> new Circle(errors, momenta, start), UnaryOperator.identity());
        assertThat(matrix.rowError()).as("seed %d", seed).isLessThan(1e-12);
        assertThat(matrix.invarianceError()).as("seed %d", seed).isLessThan(1e-12);
        assertThat(matrix.mobility()).isGreaterThan(0.3);
    }

    @Test
    void weightsAreInvariantOnStraightOrbits() {
        double[] errors = errors(new SplittableRandom(11), 20);
        double[][] momenta = new double[20][1];
        for (double[] momentum : momenta) {
            Arrays.fill(momentum, 1);
        }
        TransitionMatrix matrix = matrix(20, start -> new Circle(errors, momenta, start), UnaryOperator.identity());
        assertThat(matrix.invarianceError()).isLessThan(1e-12);
    }

    /** States of no weight, where the trajectory diverges, end every tree that meets them. */
    @Test
    void weightsAreInvariantNextToDivergences() {
        SplittableRandom random = new SplittableRandom(12);
        double[] errors = errors(random, 20);
        errors[4] = Double.POSITIVE_INFINITY;
        errors[11] = Double.POSITIVE_INFINITY;
        double[][] momenta = turning(random, 20, 2);
        TransitionMatrix matrix = matrix(20, start -> new Circle(errors, momenta, start), UnaryOperator.identity());
        assertThat(matrix.invarianceError()).isLessThan(1e-12);
    }

    /** Steps that do not return end every tree that comes to them, from either side. */
    @Test
    void weightsAreInvariantWhereOrbitsEnd() {
        SplittableRandom random = new SplittableRandom(13);
        double[] errors = errors(random, 24);
        double[][] momenta = turning(random, 24, 2);
        TransitionMatrix matrix =
                matrix(24, start -> new EndedCircle(errors, momenta, start, true, true), UnaryOperator.identity());
        assertThat(matrix.invarianceError()).isLessThan(1e-12);
    }

    @Test
    void orbitsThatEndInOneDirectionOnlyAreCaught() {
        SplittableRandom random = new SplittableRandom(13);
        double[] errors = errors(random, 24);
        double[][] momenta = turning(random, 24, 2);
        TransitionMatrix matrix =
                matrix(24, start -> new EndedCircle(errors, momenta, start, true, false), UnaryOperator.identity());
        assertThat(matrix.invarianceError()).isGreaterThan(1e-4);
    }

    /** A circle with two gaps: before the states 5 and 16 on the way forwards, after 4 and 15 on the way back. */
    private static final class EndedCircle extends Circle {
        private final boolean forwards;
        private final boolean backwards;

        EndedCircle(double[] errors, double[][] momenta, int start, boolean forwards, boolean backwards) {
            super(errors, momenta, start);
            this.forwards = forwards;
            this.backwards = backwards;
        }

        @Override
        public boolean endsBefore() {
            return facing > 0 ? forwards && (added == 5 || added == 16) : backwards && (added == 4 || added == 15);
        }
    }

    @Test
    void aStoppingRuleThatKnowsItsDirectionIsCaught() {
        SplittableRandom random = new SplittableRandom(1);
        double[] errors = errors(random, 24);
        double[][] momenta = turning(random, 24, 2);
        TransitionMatrix matrix = matrix(
                24,
                start -> new Circle(errors, momenta, start) {
                    /** Stops later on the way back. */
                    @Override
                    public double[] velocity() {
                        double[] velocity = super.velocity();
                        velocity[1] *= facing < 0 ? 0 : 1;
                        return velocity;
                    }
                },
                UnaryOperator.identity());
        assertThat(matrix.invarianceError()).isGreaterThan(1e-4);
    }

    @Test
    void wrongWeightsAreCaught() {
        SplittableRandom random = new SplittableRandom(2);
        double[] errors = errors(random, 24);
        double[][] momenta = turning(random, 24, 2);
        Supplier<double[]> changes = () -> errors(new SplittableRandom(3), 24);
        TransitionMatrix matrix = matrix(
                24,
                start -> new Circle(errors, momenta, start) {
                    /** Counts a change of the discrete energy as an error of the trajectory. */
                    @Override
                    public double extend(int direction) {
                        return super.extend(direction) + 0.3 * (changes.get()[added] - changes.get()[start]);
                    }
                },
                UnaryOperator.identity());
        assertThat(matrix.invarianceError()).isGreaterThan(1e-4);
    }

    @Test
    void wrongChoicesAreCaught() {
        SplittableRandom random = new SplittableRandom(4);
        double[] errors = errors(random, 24);
        double[][] momenta = turning(random, 24, 2);
        TransitionMatrix matrix = matrix(24, start -> new Circle(errors, momenta, start), AlwaysAccepting::new);
        assertThat(matrix.invarianceError()).isGreaterThan(1e-4);
    }

    /** Takes every state that it is offered. */
    private record AlwaysAccepting(Randomness random) implements Randomness {
        @Override
        public double uniform() {
            return random.uniform();
        }

        @Override
        public double gaussian() {
            return random.gaussian();
        }

        @Override
        public double exponential() {
            return random.exponential();
        }

        @Override
        public int below(int count) {
            return random.below(count);
        }

        @Override
        public boolean accept(double logProbability) {
            return true;
        }

        @Override
        public int categorical(double[] weights, int count, double total) {
            return 0;
        }
    }
}
