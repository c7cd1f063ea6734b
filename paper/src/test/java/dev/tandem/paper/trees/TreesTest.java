package dev.tandem.paper.trees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.density.Cursor;
import dev.tandem.density.contract.DensityContract;
import dev.tandem.draws.summary.Diagnostics;
import dev.tandem.paper.trees.PathKernel.Variant;
import dev.tandem.sampling.random.RandomStream;
import dev.tandem.sampling.random.Randomness;
import dev.tandem.sampling.trajectory.Kernel;
import dev.tandem.sampling.trajectory.KernelFamily;
import dev.tandem.sampling.trajectory.KernelFamily.Method;
import dev.tandem.sampling.trajectory.Transition;
import dev.tandem.sampling.trajectory.Tuning;
import dev.tandem.sampling.warmup.Fixed;
import dev.tandem.sampling.warmup.Warmup;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Trees: shapes and codes, the likelihood against a sum over all inner bases, and the kernels against exact posteriors.
 *
 * <p>Each of about 30 means is held to 4.9 standard errors, so that the class fails by chance less than once in 30,000 times;
 * seeds are fixed all the same.
 */
class TreesTest {
    private static final double FAR = 4.9;
    private static final double RATE = 8;

    private static Alignment data(int taxa, int sites, long seed) {
        RandomStream random = RandomStream.of(seed, 0);
        Phylogeny tree = new Phylogeny(taxa);
        List<int[]> codes = ExactPosterior.codes(taxa);
        tree.decode(codes.get(random.below(codes.size())));
        double[] lengths = new double[tree.edges()];
        Arrays.setAll(lengths, edge -> random.exponential() / RATE);
        return Alignment.simulated(tree, lengths, sites, random);
    }

    @Test
    void everyCodeIsAShapeOfItsOwn() {
        Set<String> seen = new HashSet<>();
        Phylogeny tree = new Phylogeny(7);
        for (int[] code : ExactPosterior.codes(7)) {
            tree.decode(code);
            assertThat(seen.add(Arrays.toString(tree.splits()))).isTrue();
        }
        // 1 * 3 * 5 * 7 * 9
        assertThat(seen).hasSize(945);
    }

    @Test
    void interchangesComeBackAsCodes() {
        RandomStream random = RandomStream.of(3, 0);
        Phylogeny tree = new Phylogeny(8);
        Phylogeny again = new Phylogeny(8);
        int[] code = {1, 1, 1, 1, 1};
        int[] numbers = new int[tree.edges()];
        tree.decode(code);
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 2000; i++) {
            int edge = random.below(tree.edges());
            if (!tree.inner(edge)) {
                continue;
            }
            tree.interchange(edge);
            tree.encode(code, numbers);
            again.decode(code);
            for (int e = 0; e < numbers.length; e++) {
                assertThat(again.behind(numbers[e])).isEqualTo(tree.behind(e));
            }
            seen.add(Arrays.toString(code));
        }
        assertThat(seen).hasSizeGreaterThan(500);
    }

    /** An interchange changes one split, and the three shapes around an edge can be reached from each other. */
    @Test
    void threeShapesMeetAtAnEdge() {
        Phylogeny tree = new Phylogeny(6);
        tree.decode(new int[] {2, 4, 3});
        for (int edge = 0; edge < tree.edges(); edge++) {
            if (tree.inner(edge)) {
                Set<String> around = around(tree, edge);
                assertThat(around).hasSize(3);
                tree.interchange(edge);
                assertThat(around(tree, edge)).isEqualTo(around);
            }
        }
    }

    private static Set<String> around(Phylogeny tree, int edge) {
        Set<String> shapes = new HashSet<>();
        Phylogeny other = new Phylogeny(tree.taxa());
        other.copy(tree);
        for (int i = 0; i < 3; i++) {
            shapes.add(Arrays.toString(other.splits()));
            other.interchange(edge);
        }
        assertThat(other.splits()).isEqualTo(tree.splits());
        return shapes;
    }

    @Test
    void pruningIsTheSumOverInnerBases() {
        Alignment data = data(5, 6, 1);
        RandomStream random = RandomStream.of(2, 0);
        Phylogeny tree = new Phylogeny(5);
        for (int[] code : ExactPosterior.codes(5)) {
            tree.decode(code);
            double[] lengths = new double[tree.edges()];
            Arrays.setAll(lengths, edge -> random.exponential());
            double plain = 0;
            for (int pattern = 0; pattern < data.patterns(); pattern++) {
                plain += data.count(pattern) * Math.log(plainly(data, pattern, tree, lengths));
            }
            assertThat(new Pruning(data).logLikelihood(tree, lengths, null)).isEqualTo(plain, within(1e-10));
        }
    }

    private static double plainly(Alignment data, int pattern, Phylogeny tree, double[] lengths) {
        int inner = tree.taxa() - 2;
        double sum = 0;
        for (int states = 0; states < 1 << (2 * inner); states++) {
            double product = 1;
            for (int edge = 0; edge < tree.edges(); edge++) {
                int from = base(data, pattern, tree, tree.near(edge), states);
                int to = base(data, pattern, tree, tree.far(edge), states);
                double kept = Math.exp(-4 * lengths[edge] / 3);
                product *= from == to ? 0.25 + 0.75 * kept : 0.25 - 0.25 * kept;
            }
            sum += product;
        }
        return sum;
    }

    private static int base(Alignment data, int pattern, Phylogeny tree, int node, int states) {
        return node < tree.taxa() ? data.base(pattern, node) : states >> (2 * (node - tree.taxa())) & 3;
    }

    @Test
    void keepsTheContract() {
        assertThat(DensityContract.check(new TreeDensity(data(6, 20, 4), RATE), 5))
                .isEmpty();
    }

    /** Without data every shape is equally likely, and a kept share has the mean of its prior. */
    @Test
    void quadratureKnowsThePrior() {
        int[][] nothing = new int[4][3];
        Arrays.stream(nothing).forEach(row -> Arrays.fill(row, Alignment.UNKNOWN));
        ExactPosterior posterior = ExactPosterior.of(new TreeDensity(new Alignment(nothing), RATE));
        assertThat(posterior.probabilities()).containsExactly(new double[] {1 / 3.0, 1 / 3.0, 1 / 3.0}, within(1e-13));
        assertThat(posterior.keptByTaxon())
                .containsExactly(new double[] {6 / 7.0, 6 / 7.0, 6 / 7.0, 6 / 7.0}, within(1e-13));
    }

    /** A posterior from points drawn from the prior, which knows nothing of polynomials. */
    @Test
    void quadratureAgreesWithTheMeanOverThePrior() {
        TreeDensity density = new TreeDensity(data(4, 8, 6), RATE);
        Pruning pruning = new Pruning(density.data());
        Phylogeny tree = new Phylogeny(4);
        RandomStream random = RandomStream.of(7, 0);
        int count = 60_000;
        double[] sums = new double[3];
        double[] squares = new double[3];
        double[] lengths = new double[5];
        for (int i = 0; i < count; i++) {
            Arrays.setAll(lengths, edge -> random.exponential() / RATE);
            for (int shape = 0; shape < 3; shape++) {
                tree.decode(new int[] {shape + 1});
                double likelihood = Math.exp(pruning.logLikelihood(tree, lengths, null));
                sums[shape] += likelihood;
                squares[shape] += likelihood * likelihood;
            }
        }
        double[] exact = ExactPosterior.of(density).probabilities();
        double total = Arrays.stream(sums).sum();
        for (int shape = 0; shape < 3; shape++) {
            double error = Math.sqrt(squares[shape]) / total;
            assertThat((sums[shape] / total - exact[shape]) / error).isBetween(-FAR, FAR);
        }
    }

    /** Of all choices at the walls that it meets, just one sequence brings a path back to where it began. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.05})
    void pathsCanBeGoneBack(double smoothing) {
        TreeDensity density = new TreeDensity(data(6, 10, 8), RATE);
        int walked = 0;
        for (int seed = 0; seed < 200 && walked < 10; seed++) {
            PathKernel kernel = new PathKernel(density, 0.03, 4, smoothing);
            RandomStream random = RandomStream.of(seed, 1);
            Cursor cursor = kernel.cursor();
            cursor.assignAll(new int[] {1 + random.below(3), 1 + random.below(5), 1 + random.below(7)});
            double[] q = new double[9];
            Arrays.setAll(q, edge -> Math.log(random.exponential() / RATE));
            cursor.moveTo(q);
            kernel.begin();
            double[] momentum = kernel.momentum();
            Arrays.setAll(momentum, edge -> 2 * random.gaussian());
            double[] began = kernel.lengths();
            double[] beganMomentum = momentum.clone();
            String shape = Arrays.toString(kernel.splits());
            Choices there = Choices.drawnFrom(random);
            kernel.travel(there);
            if (there.count == 0 || there.count > 4) {
                continue;
            }
            walked++;
            int back = 0;
            for (int way = 0; way < Math.pow(3, there.count); way++) {
                PathKernel again = new PathKernel(density, 0.03, 4, smoothing);
                again.standWith(kernel);
                again.reverse();
                again.travel(Choices.numbered(way));
                boolean home = Arrays.toString(again.splits()).equals(shape);
                double[] lengths = again.lengths();
                for (int edge = 0; home && edge < 9; edge++) {
                    home = Math.abs(lengths[edge] - began[edge]) < 1e-9
                            && Math.abs(again.momentum()[edge] + beganMomentum[edge]) < 1e-8;
                }
                back += home ? 1 : 0;
            }
            assertThat(back).as("seed %s, %s choices", seed, there.count).isEqualTo(1);
        }
        assertThat(walked).isEqualTo(10);
    }

    /** The choices at walls: drawn and counted, or the digits of a number to base three. */
    private static final class Choices implements Randomness {
        private final Randomness source;
        private int rest;
        private int count;

        private Choices(Randomness source, int rest) {
            this.source = source;
            this.rest = rest;
        }

        static Choices drawnFrom(Randomness source) {
            return new Choices(source, 0);
        }

        static Choices numbered(int number) {
            return new Choices(null, number);
        }

        @Override
        public int below(int bound) {
            count++;
            if (source != null) {
                return source.below(bound);
            }
            int digit = rest % bound;
            rest /= bound;
            return digit;
        }

        @Override
        public double uniform() {
            throw new IllegalStateException("a path asks for nothing but choices");
        }

        @Override
        public double gaussian() {
            return uniform();
        }

        @Override
        public double exponential() {
            return uniform();
        }

        @Override
        public boolean accept(double logProbability) {
            return uniform() > 0;
        }

        @Override
        public int categorical(double[] weights, int number, double total) {
            return (int) uniform();
        }
    }

    /** Without smoothing the same acceptance takes much smaller steps. */
    @ParameterizedTest
    @CsvSource({"0, 0.015, 12", "0.05, 0.05, 8"})
    void pathsLeaveThePosteriorInvariant(double smoothing, double step, int steps) {
        TreeDensity density = new TreeDensity(data(4, 10, 12), RATE);
        worst(density, new PathKernel(density, step, steps, smoothing), 40_000).isRight();
    }

    @ParameterizedTest
    @EnumSource(
            value = Variant.class,
            names = {"SMOOTHED_ENERGY", "NO_REFLECTION"})
    void faultsAreSeen(Variant variant) {
        TreeDensity density = new TreeDensity(data(4, 10, 12), RATE);
        assertThat(worst(density, new PathKernel(density, 0.012, 12, 0.2, variant), 20_000)
                        .worst())
                .isGreaterThan(8);
    }

    @Test
    void neighboursLeaveThePosteriorInvariant() {
        TreeDensity density = new TreeDensity(data(4, 10, 12), RATE);
        worst(density, new NeighbourKernel(density, 0.6, 4), 20_000).isRight();
    }

    @Tag("normal")
    @Test
    void neighboursAreExactOnFiveTaxa() {
        TreeDensity density = new TreeDensity(data(5, 4, 10), RATE);
        worst(density, new NeighbourKernel(density, 0.6, 4), 20_000).isRight();
    }

    @Tag("normal")
    @Test
    void pathsAreExactOnFiveTaxa() {
        TreeDensity density = new TreeDensity(data(5, 4, 10), RATE);
        worst(density, new PathKernel(density, 0.06, 8, 0.05), 30_000).isRight();
    }

    @Tag("normal")
    @ParameterizedTest
    @EnumSource(
            value = Method.class,
            names = {"NODE", "NUTS"})
    void ownKernelsAreExactOnTheSameTrees(Method method) {
        TreeDensity density = new TreeDensity(data(4, 10, 12), RATE);
        KernelFamily family = KernelFamily.of(method);
        Kernel kernel = family.create(density.cursor());
        RandomStream random = RandomStream.of(12, 0);
        Tuning tuning = new Warmup(density, family, kernel, Fixed.nothing(), 500, random, (stage, tuned, outcome) -> {})
                .runAll();
        kernel.reload();
        worst(density, kernel, tuning, random, 8_000).isRight();
    }

    private static Outcome worst(TreeDensity density, TreeKernel kernel, int draws) {
        return worst(density, kernel, Tuning.initial(density.space()), RandomStream.of(11, 0), draws);
    }

    /** The largest distance from the truth, in standard errors, of shapes' shares and branches' kept shares. */
    private static Outcome worst(TreeDensity density, Kernel kernel, Tuning tuning, Randomness random, int draws) {
        ExactPosterior truth = ExactPosterior.of(density);
        // Where one shape has it all, nothing is shown.
        assertThat(Arrays.stream(truth.probabilities()).max().orElseThrow()).isLessThan(0.9);
        int taxa = density.data().taxa();
        int shapes = truth.probabilities().length;
        double[][] series = new double[shapes + taxa][draws];
        Cursor cursor = kernel.cursor();
        Phylogeny tree = new Phylogeny(taxa);
        int[] code = new int[taxa - 3];
        double[] q = new double[tree.edges()];
        Transition outcome = new Transition();
        double acceptance = 0;
        for (int i = -200; i < draws; i++) {
            kernel.step(tuning, random, outcome);
            if (i >= 0) {
                acceptance += outcome.acceptance / draws;
                cursor.copyValues(code);
                cursor.copyPosition(q);
                tree.decode(code);
                series[ExactPosterior.number(code)][i] = 1;
                for (int edge = 0; edge < q.length; edge++) {
                    int taxon = tree.near(edge) == 0 ? 0 : tree.far(edge);
                    if (taxon < taxa) {
                        series[shapes + taxon][i] = Math.exp(-4 * Math.exp(q[edge]) / 3);
                    }
                }
            }
        }
        double worst = 0;
        for (int i = 0; i < series.length; i++) {
            double expected = i < shapes ? truth.probabilities()[i] : truth.keptByTaxon()[i - shapes];
            double[][] chain = {series[i]};
            worst = Math.max(worst, Math.abs(Diagnostics.mean(chain) - expected) / Diagnostics.mcseMean(chain));
        }
        return new Outcome(worst, acceptance);
    }

    /** How far the worst mean is from the truth, and how many paths were accepted. */
    private record Outcome(double worst, double acceptance) {
        void isRight() {
            // Errors would hide where nothing is rejected, or nothing accepted.
            assertThat(acceptance).isBetween(0.5, 0.98);
            assertThat(worst).isLessThan(FAR);
        }
    }
}
