package dev.tandem.distributions.array;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.distributions.catalogue.Distributions;
import dev.tandem.distributions.matrix.Cholesky;
import dev.tandem.distributions.matrix.Shapes;
import dev.tandem.distributions.scalar.Beta;
import dev.tandem.distributions.scalar.Binomial;
import dev.tandem.distributions.scalar.ChiSquare;
import dev.tandem.distributions.scalar.FDistribution;
import dev.tandem.distributions.scalar.Normal;
import dev.tandem.distributions.scalar.StudentT;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/** Samplers of arrays: functions of the draws whose distribution is known, each at a false-alarm rate of 1e-6. */
class ArraySamplersTest {
    private static final long SEED = 20261116;
    private static final int DRAWS = 20_000;
    private static final double KOLMOGOROV = Math.sqrt(-0.5 * Math.log(0.5e-6));

    private static final double[] MEAN = {1, -2, 0.5};
    private static final double[] MATRIX = {2, 0.3, 0.1, 0.3, 1.5, -0.2, 0.1, -0.2, 0.9};
    private static final double[] COMBINATION = {1, -0.5, 2};

    private static double[][] draws(String name, int[] dims, double[][] parameters, int[][] parameterDims) {
        UniformRandomProvider rng = RandomSource.L64_X128_MIX.create(SEED);
        ArrayDistribution law = Distributions.array(name).orElseThrow();
        int[][] allDims = new int[parameters.length + 1][];
        double[][] arguments = new double[parameters.length + 1][];
        allDims[0] = dims;
        System.arraycopy(parameterDims, 0, allDims, 1, parameters.length);
        System.arraycopy(parameters, 0, arguments, 1, parameters.length);
        double[][] draws = new double[DRAWS][Shapes.length(dims)];
        for (double[] draw : draws) {
            arguments[0] = draw;
            law.sample(rng, arguments, allDims);
        }
        arguments[0] = draws[0];
        assertThat(law.logDensity(arguments, allDims)).isGreaterThan(Double.NEGATIVE_INFINITY);
        return draws;
    }

    private static void follows(
            String what, double[][] draws, ToDoubleFunction<double[]> function, DoubleUnaryOperator cumulative) {
        double[] value = Arrays.stream(draws).mapToDouble(function).sorted().toArray();
        double distance = 0;
        for (int i = 0; i < value.length; i++) {
            if (i == value.length - 1 || value[i + 1] != value[i]) {
                double expected = cumulative.applyAsDouble(value[i]);
                distance = Math.max(distance, Math.abs(expected - (i + 1.0) / value.length));
            }
        }
        assertThat(distance * Math.sqrt(value.length))
                .as(what + ", seed " + SEED)
                .isLessThan(KOLMOGOROV);
    }

    /** Pearson's chi-square of counts, with expected counts of 100 or more. */
    private static void hasProbabilities(
            String what, double[][] draws, ToDoubleFunction<double[]> cell, double[] probability) {
        double[] count = new double[probability.length];
        for (double[] draw : draws) {
            count[(int) cell.applyAsDouble(draw)]++;
        }
        double square = 0;
        for (int i = 0; i < count.length; i++) {
            double expected = draws.length * probability[i];
            square += (count[i] - expected) * (count[i] - expected) / expected;
        }
        assertThat(ChiSquare.survival(square, count.length - 1))
                .as(what + ", seed " + SEED)
                .isGreaterThan(1e-6);
    }

    private static double product(double[] a, double[] matrix, double[] b) {
        double sum = 0;
        for (int j = 0; j < b.length; j++) {
            for (int i = 0; i < a.length; i++) {
                sum += a[i] * matrix[i + j * a.length] * b[j];
            }
        }
        return sum;
    }

    private static double[] minusMean(double[] x) {
        return new double[] {x[0] - MEAN[0], x[1] - MEAN[1], x[2] - MEAN[2]};
    }

    private static double combine(double[] x) {
        return COMBINATION[0] * x[0] + COMBINATION[1] * x[1] + COMBINATION[2] * x[2];
    }

    private static double[] inverse(double[] matrix, int size) {
        double[] factor = new double[size * size];
        double[] inverse = new double[size * size];
        Cholesky.factor(matrix, 0, size, factor);
        Cholesky.inverse(factor, size, inverse);
        return inverse;
    }

    @Test
    void normals() {
        double[] inverse = inverse(MATRIX, 3);
        int[][] dims = {{3}, {3, 3}};
        double[][] byPrecision = draws("dmnorm", new int[] {3}, new double[][] {MEAN, MATRIX}, dims);
        double variance = product(COMBINATION, inverse, COMBINATION);
        follows(
                "dmnorm, a combination",
                byPrecision,
                ArraySamplersTest::combine,
                v -> Normal.cumulative(v, combine(MEAN), 1 / variance));
        follows(
                "dmnorm, the square",
                byPrecision,
                x -> product(minusMean(x), MATRIX, minusMean(x)),
                v -> ChiSquare.cumulative(v, 3));
        double[][] byCovariance = draws("dmnorm.vcov", new int[] {3}, new double[][] {MEAN, inverse}, dims);
        follows(
                "dmnorm.vcov, a combination",
                byCovariance,
                ArraySamplersTest::combine,
                v -> Normal.cumulative(v, combine(MEAN), 1 / variance));
        follows(
                "dmnorm.vcov, the square",
                byCovariance,
                x -> product(minusMean(x), MATRIX, minusMean(x)),
                v -> ChiSquare.cumulative(v, 3));
    }

    @Test
    void student() {
        double variance = product(COMBINATION, inverse(MATRIX, 3), COMBINATION);
        double[][] draws =
                draws("dmt", new int[] {3}, new double[][] {MEAN, MATRIX, {3.5}}, new int[][] {{3}, {3, 3}, {1}});
        follows(
                "dmt, a combination",
                draws,
                ArraySamplersTest::combine,
                v -> StudentT.cumulative(v, combine(MEAN), 1 / variance, 3.5));
        follows(
                "dmt, the square",
                draws,
                x -> product(minusMean(x), MATRIX, minusMean(x)) / 3,
                v -> FDistribution.cumulative(v, 3, 3.5));
    }

    @Test
    void wishart() {
        double degrees = 4.5;
        double[] inverse = inverse(MATRIX, 3);
        double[][] draws =
                draws("dwish", new int[] {3, 3}, new double[][] {MATRIX, {degrees}}, new int[][] {{3, 3}, {1}});
        follows(
                "dwish, a form",
                draws,
                x -> product(COMBINATION, x, COMBINATION) / product(COMBINATION, inverse, COMBINATION),
                v -> ChiSquare.cumulative(v, degrees));
        follows(
                "dwish, a form of the inverse",
                draws,
                x -> product(COMBINATION, MATRIX, COMBINATION) / product(COMBINATION, inverse(x, 3), COMBINATION),
                v -> ChiSquare.cumulative(v, degrees - 2));
        follows("dwish, a diagonal entry", draws, x -> x[8] / inverse[8], v -> ChiSquare.cumulative(v, degrees));
    }

    @Test
    void scaledWishart() {
        double[] scale = {2, 0.5, 1.5};
        double[][] draws =
                draws("dscaled.wishart", new int[] {3, 3}, new double[][] {scale, {2}}, new int[][] {{3}, {1}});
        for (int i = 0; i < 3; i++) {
            int at = i;
            follows(
                    "dscaled.wishart, standard deviation " + i,
                    draws,
                    x -> Math.sqrt(inverse(x, 3)[4 * at]) / scale[at],
                    v -> 2 * StudentT.cumulative(v, 0, 1, 2) - 1);
        }
        follows(
                "dscaled.wishart, a correlation",
                draws,
                x -> inverse(x, 3)[1] / Math.sqrt(inverse(x, 3)[0] * inverse(x, 3)[4]),
                v -> 0.5 * (v + 1));
    }

    @Test
    void dirichlet() {
        double[] alpha = {0.3, 2, 0, 5};
        double[][] draws = draws("ddirch", new int[] {4}, new double[][] {alpha}, new int[][] {{4}});
        follows("ddirch, the first", draws, x -> x[0], v -> Beta.cumulative(v, 0.3, 7));
        follows("ddirch, a sum", draws, x -> x[0] + x[1], v -> Beta.cumulative(v, 2.3, 5));
        assertThat(Arrays.stream(draws).mapToDouble(x -> x[2]).max().orElseThrow())
                .isZero();
    }

    @Test
    void counts() {
        double[] p = {2, 0.5, 4, 1};
        double[][] multi = draws("dmulti", new int[] {4}, new double[][] {p, {17}}, new int[][] {{4}, {1}});
        follows("dmulti, the third", multi, x -> x[2], v -> Binomial.cumulative(v, 4 / 7.5, 17));
        follows("dmulti, a sum", multi, x -> x[0] + x[3], v -> Binomial.cumulative(v, 3 / 7.5, 17));
        double[][] sets = draws("dsample", new int[] {4}, new double[][] {p, {2}}, new int[][] {{4}, {1}});
        double[] pairs = {1, 8, 2, 2, 0.5, 4};
        double total = Arrays.stream(pairs).sum();
        hasProbabilities(
                "dsample",
                sets,
                x -> x[0] == 1 ? (x[1] == 1 ? 0 : x[2] == 1 ? 1 : 2) : x[1] == 1 ? (x[2] == 1 ? 3 : 4) : 5,
                Arrays.stream(pairs).map(v -> v / total).toArray());
    }

    @Test
    void scalars() {
        double[] p = {2, 0.5, 4, 1};
        double[][] cat = draws("dcat", new int[] {1}, new double[][] {p}, new int[][] {{4}});
        hasProbabilities(
                "dcat", cat, x -> x[0] - 1, Arrays.stream(p).map(v -> v / 7.5).toArray());
        for (String name : new String[] {"dordered.logit", "dordered.probit"}) {
            double[][] parameters = {{0.3}, {-1, 2}};
            int[][] dims = {{1}, {2}};
            double[][] draws = draws(name, new int[] {1}, parameters, dims);
            hasProbabilities(name, draws, x -> x[0] - 1, masses(name, 3, parameters, dims));
        }
        double[][] state = {{1}, {0.7}, {-1, 0.5, 0.2, 0.7, -0.9, 0.4, 0.3, 0.4, -0.6}};
        int[][] stateDims = {{1}, {1}, {3, 3}};
        hasProbabilities(
                "dmstate",
                draws("dmstate", new int[] {1}, state, stateDims),
                x -> x[0] - 1,
                masses("dmstate", 3, state, stateDims));
        double[][] mixture = draws(
                "dnormmix", new int[] {1}, new double[][] {{-1, 2}, {1.5, 0.7}, {3, 1}}, new int[][] {{2}, {2}, {2}});
        follows(
                "dnormmix",
                mixture,
                x -> x[0],
                v -> 0.75 * Normal.cumulative(v, -1, 1.5) + 0.25 * Normal.cumulative(v, 2, 0.7));
    }

    private static double[] masses(String name, int size, double[][] parameters, int[][] parameterDims) {
        double[] mass = new double[size];
        double[][] arguments = new double[parameters.length + 1][];
        int[][] dims = new int[parameters.length + 1][];
        System.arraycopy(parameters, 0, arguments, 1, parameters.length);
        System.arraycopy(parameterDims, 0, dims, 1, parameters.length);
        dims[0] = new int[] {1};
        for (int i = 0; i < size; i++) {
            arguments[0] = new double[] {i + 1};
            mass[i] = Math.exp(Distributions.array(name).orElseThrow().logDensity(arguments, dims));
        }
        return mass;
    }

    @Test
    void observations() {
        assertThat(draws("dinterval", new int[] {1}, new double[][] {{1}, {-1, 2}}, new int[][] {{1}, {2}})[0][0])
                .isEqualTo(1);
        assertThat(draws("dround", new int[] {1}, new double[][] {{2.345}, {1}}, new int[][] {{1}, {1}})[0][0])
                .isEqualTo(2.3);
        assertThat(draws("dsum", new int[] {2}, new double[][] {{1, 2}, {3, 5}}, new int[][] {{2}, {2}})[0])
                .containsExactly(4, 7);
    }
}
