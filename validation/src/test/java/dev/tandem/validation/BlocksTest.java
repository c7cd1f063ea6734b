package dev.tandem.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.density.Cursor;
import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.density.Support;
import dev.tandem.density.Ties;
import dev.tandem.density.contract.DensityContract;
import dev.tandem.sampling.discrete.Blocks;
import dev.tandem.sampling.discrete.FreshUpdate;
import dev.tandem.sampling.discrete.LongRange;
import dev.tandem.sampling.discrete.Proposal;
import dev.tandem.sampling.discrete.SiteSchedule;
import dev.tandem.sampling.discrete.SiteSweep;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.KernelFamily.Method;
import dev.tandem.sampling.trajectory.Transition;
import dev.tandem.sampling.trajectory.Tuning;
import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Joint draws of tied sites proved: all randomness enumerated, on random small graphs with many zeros. */
class BlocksTest {
    private static final double ROUNDING = 1e-12;
    private static final int GRAPHS = 6;
    private static final int ENOUGH = 1 << 20;

    /** A density that is a product of tables. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Tables(Space space, int[][] sites, double[][] logs, int forgotten) implements MixedDensity {
        private double log(int factor, int[] x) {
            int place = 0;
            for (int site : sites[factor]) {
                Support support = space.support(site);
                place = place * (int) support.size() + x[site] - support.lower();
            }
            return logs[factor][place];
        }

        /** The ties; wrong ones if a factor is forgotten. */
        private Ties ties() {
            int[] starts = new int[sites.length + 1];
            for (int f = 0; f < sites.length; f++) {
                starts[f + 1] = starts[f] + sites[f].length;
            }
            int[] all = Arrays.stream(sites).flatMapToInt(Arrays::stream).toArray();
            return Ties.of(starts, all, new BitSet());
        }

        @Override
        public Cursor cursor() {
            Ties ties = ties();
            return new Cursor(space) {
                @Override
                protected double evaluate() {
                    return IntStream.range(0, sites.length)
                            .mapToDouble(f -> log(f, x))
                            .sum();
                }

                @Override
                protected double evaluateWithGradient(double[] gradient) {
                    return evaluate();
                }

                @Override
                public Ties ties() {
                    return ties;
                }

                @Override
                protected double factor(int factor) {
                    return factor == forgotten ? 0 : log(factor, x);
                }
            };
        }
    }

    /** Four sites of two to four values, in a chain, with further factors between any of them; half of all entries zero. */
    private static Tables random(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int sites = 4;
        Support[] supports = new Support[sites];
        for (int i = 0; i < sites; i++) {
            int low = random.nextInt(3) - 1;
            supports[i] = Support.range(low, low + 1 + random.nextInt(3));
        }
        Space space = Space.builder().discrete("x", supports, sites).build();
        int[][] read = new int[sites + 3][];
        for (int f = 0; f < read.length; f++) {
            read[f] = f + 1 < sites
                    ? new int[] {f, f + 1}
                    : random.ints(1 + random.nextInt(3), 0, sites).distinct().toArray();
        }
        double[][] logs = new double[read.length][];
        int[] possible = IntStream.range(0, sites)
                .map(i -> random.nextInt((int) supports[i].size()))
                .toArray();
        for (int f = 0; f < read.length; f++) {
            int size = Arrays.stream(read[f]).map(i -> (int) supports[i].size()).reduce(1, (a, b) -> a * b);
            logs[f] = random.doubles(size, -2, 2)
                    .map(log -> random.nextInt(2) == 0 ? Double.NEGATIVE_INFINITY : log)
                    .toArray();
            int place = 0;
            for (int i : read[f]) {
                place = place * (int) supports[i].size() + possible[i];
            }
            logs[f][place] = 0.5;
        }
        return new Tables(space, read, logs, -1);
    }

    private static SiteSweep sweep(Tables target, int[][] blocks, int width) {
        return new SiteSweep(
                target.space().sites(),
                SiteSchedule.of(target.space().sites()),
                new FreshUpdate(Proposal.Kind.AUTO.create()),
                LongRange.none(),
                blocks == null
                        ? Blocks.of(target.space(), target.ties())
                        : Blocks.of(target.space(), target.ties(), blocks, width));
    }

    private static TransitionMatrix matrix(Tables target, int[][] blocks, int width) {
        return TransitionMatrix.of(
                target,
                ExhaustiveRandomness::new,
                (cursor, random) -> sweep(target, blocks, width).blocks(cursor, ENOUGH, random));
    }

    /** All sites at once: from every possible state to every other in one step, whatever is impossible between them. */
    @Test
    void aBlockOfAllSitesIsAnIndependentDraw() {
        for (int seed = 0; seed < GRAPHS; seed++) {
            TransitionMatrix matrix = matrix(random(seed), null, 0);
            assertThat(matrix.rowError()).as("seed %d", seed).isLessThan(ROUNDING);
            assertThat(matrix.balanceError()).as("seed %d", seed).isLessThan(ROUNDING);
            assertThat(matrix.least()).as("seed %d", seed).isPositive();
        }
    }

    /** Pairs and triples, and of each site two or three neighbouring values. */
    @Test
    void windowsOfBlocksAreReversible() {
        for (int seed = 0; seed < GRAPHS; seed++) {
            for (int[] block : new int[][] {{0, 1}, {1, 3}, {0, 1, 2}, {1, 2, 3}}) {
                for (int width = 2; width <= 3; width++) {
                    TransitionMatrix matrix = matrix(random(seed), new int[][] {block}, width);
                    assertThat(matrix.rowError()).as("seed %d", seed).isLessThan(ROUNDING);
                    assertThat(matrix.balanceError()).as("seed %d", seed).isLessThan(ROUNDING);
                }
            }
        }
    }

    /** Values that exclude each other: single moves never leave, whole kernels do, and stay exact. */
    @ParameterizedTest
    @EnumSource(names = {"NODE", "MID_STEP", "NUTS", "HMC_WITHIN_GIBBS", "NUTS_WITHIN_GIBBS"})
    void wholeKernelsUnlockTiedSites(Method method) {
        Space space = Space.builder().discrete("x", Support.range(1, 3), 2).build();
        double none = Double.NEGATIVE_INFINITY;
        Tables equal = new Tables(
                space,
                new int[][] {{0}, {1}, {0, 1}},
                new double[][] {{0, 0.3, 0.6}, {0.1, 0, 0.2}, {0, none, none, none, 0, none, none, none, 0}},
                -1);
        KernelFamily family = KernelFamily.of(method);
        for (int weights : new int[] {0, ENOUGH}) {
            Tuning tuning = family.withSites(Tuning.initial(space), 1, 2).withLongRangeWeights(weights);
            TransitionMatrix matrix = TransitionMatrix.of(
                    equal,
                    ExhaustiveRandomness::new,
                    (cursor, random) -> family.create(cursor).step(tuning, random, new Transition()));
            assertThat(matrix.invarianceError()).isLessThan(ROUNDING);
            if (weights == 0) {
                assertThat(matrix.least()).isZero();
            } else {
                assertThat(matrix.least()).isGreaterThan(1e-3);
            }
        }
    }

    /** A factor that ties leave out biases the draw, and breaks the contract. */
    @Test
    void aForgottenFactorIsCaught() {
        int caught = 0;
        int broken = 0;
        for (int seed = 0; seed < GRAPHS; seed++) {
            Tables target = random(seed);
            assertThat(DensityContract.checkBriefly(target, seed, 20, true)).isEmpty();
            Tables wrong = new Tables(target.space(), target.sites(), finite(target.logs()), 1);
            TransitionMatrix matrix = matrix(wrong, null, 0);
            caught += matrix.invarianceError() > 1e-3 ? 1 : 0;
            broken += DensityContract.checkBriefly(wrong, seed, 20, true).isEmpty() ? 0 : 1;
        }
        assertThat(caught).isEqualTo(GRAPHS);
        assertThat(broken).isEqualTo(GRAPHS);
    }

    /** Without zeros, so that no draw leads to a state that is impossible. */
    private static double[][] finite(double[][] logs) {
        return Arrays.stream(logs)
                .map(table -> Arrays.stream(table)
                        .map(log -> log == Double.NEGATIVE_INFINITY ? -1.5 : log)
                        .toArray())
                .toArray(double[][]::new);
    }
}
