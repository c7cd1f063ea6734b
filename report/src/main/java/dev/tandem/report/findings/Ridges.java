package dev.tandem.report.findings;

import dev.tandem.density.Variable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Looks for a ridge in draws: unknowns of which the data know a combination well and each alone hardly. The direction across
 * the ridge is that in which the draws vary least, in units of what each unknown varies; along it they vary together.
 *
 * <p>Few effective draws of many unknowns always lie near some plane. So the combination is sought in half of the chains, and
 * has to be as narrow in the others.
 */
final class Ridges {
    /** So many times narrower than each alone is a ridge: of two unknowns, a correlation of 0.96. */
    private static final double RIDGE = 5;

    /** Of several there are more combinations that may be narrow without being a ridge. */
    private static final double RIDGE_OF_SEVERAL = 10;

    /** Below this share of what an unknown varies it is a sum of others by construction, and no finding. */
    private static final double EXACT = 1e-5;

    /** Weights below this share of the largest one are not named. */
    private static final double NAMED = 0.15;

    private static final int MOST_UNKNOWNS = 24;
    private static final int MOST_OF_ONE = 8;
    private static final int MOST_TERMS = 6;
    private static final int FEWEST_POINTS = 200;
    private static final int ROUNDS = 200;

    /**
     * An unknown and its weight in a combination.
     *
     * @param logarithm whether the combination is of its logarithm, or log odds
     */
    record Term(String name, double weight, boolean logarithm) {}

    /**
     * A ridge.
     *
     * @param along what changes together, the first by 1
     * @param across the combination that is known, the first weight being 1
     * @param length the standard deviation of the first of {@code along}
     * @param width the standard deviation of the combination
     */
    record Ridge(List<Term> along, List<Term> across, double length, double width) {}

    private final Cloud cloud;
    private final List<Integer> unknowns = new ArrayList<>();
    private final List<double[]> points = new ArrayList<>();
    private final List<Boolean> logarithms = new ArrayList<>();
    private final List<Double> sds = new ArrayList<>();

    private Ridges(Cloud cloud) {
        this.cloud = cloud;
    }

    /** The narrowest ridge among the unknowns that mix worst; empty if there is none. */
    static Optional<Ridge> find(Cloud cloud) {
        if (cloud.chains() * cloud.perChain() < FEWEST_POINTS) {
            return Optional.empty();
        }
        Ridges ridges = new Ridges(cloud);
        Map<Variable, Integer> taken = new HashMap<>();
        for (int unknown : cloud.slowest(Integer.MAX_VALUE)) {
            Variable variable = cloud.draws().variableOf(unknown);
            if (ridges.unknowns.size() < MOST_UNKNOWNS && taken.merge(variable, 1, Integer::sum) <= MOST_OF_ONE) {
                ridges.add(unknown);
            }
        }
        return ridges.unknowns.size() < 2 ? Optional.empty() : ridges.find();
    }

    /** Takes a coordinate in units of its standard deviation about its mean, on the scale that chains move on. */
    private void add(int unknown) {
        double[] plain = cloud.values(unknown);
        double[] values = cloud.unbounded(unknown);
        double mean = Arrays.stream(values).average().orElse(0);
        double sd = Math.sqrt(Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .average()
                .orElse(0));
        if (!(sd > 0) || Double.isInfinite(sd)) {
            return;
        }
        boolean logarithm = plain[0] != values[0];
        Arrays.setAll(values, i -> (values[i] - mean) / sd);
        unknowns.add(unknown);
        points.add(values);
        logarithms.add(logarithm);
        sds.add(sd);
    }

    private Optional<Ridge> find() {
        int chains = cloud.chains();
        int cut = chains > 1 ? (chains + 1) / 2 * cloud.perChain() : cloud.perChain() / 2;
        int end = chains * cloud.perChain();
        dropSums(0, end);
        int n = unknowns.size();
        if (n < 2) {
            return Optional.empty();
        }
        double[][] all = covariance(0, end);
        return pair(all, cut, end).or(() -> several(all, cut, end));
    }

    /** Two unknowns of which a sum or difference is known, with all that go along with them. */
    private Optional<Ridge> pair(double[][] all, int cut, int end) {
        int n = unknowns.size();
        double least = 1 - 1 / (RIDGE * RIDGE);
        int first = 0;
        int second = 1;
        double best = 0;
        for (int i = 1; i < n; i++) {
            for (int j = 0; j < i; j++) {
                double tie = Math.abs(all[i][j]);
                // An intercept and an effect say more than two effects.
                double telling = tie + (tie > least && !variable(i).equals(variable(j)) ? 1 : 0);
                if (telling > best) {
                    best = telling;
                    first = j;
                    second = i;
                }
            }
        }
        double[] across = new double[n];
        across[first] = Math.sqrt(0.5);
        across[second] = -Math.signum(all[first][second]) * across[first];
        if (!(RIDGE * Math.max(deviation(across, 0, cut), deviation(across, cut, end)) < 1)) {
            return Optional.empty();
        }
        int one = first;
        int other = second;
        List<Integer> along = IntStream.range(0, n)
                .filter(i -> i == one || i == other || Math.max(Math.abs(all[i][one]), Math.abs(all[i][other])) > least)
                .boxed()
                .toList();
        return Optional.of(ridge(widest(all, along), across, end));
    }

    /** A combination of several that is known although no two of them are on a ridge. */
    private Optional<Ridge> several(double[][] all, int cut, int end) {
        double[] across = narrowest(all);
        double width = Math.max(
                deviation(narrowest(covariance(0, cut)), cut, end), deviation(narrowest(covariance(cut, end)), 0, cut));
        List<Integer> named = IntStream.range(0, across.length)
                .filter(i -> Math.abs(across[i]) > NAMED * largest(across))
                .boxed()
                .toList();
        return named.size() < 2 || named.size() > MOST_TERMS || !(width * RIDGE_OF_SEVERAL < 1)
                ? Optional.empty()
                : Optional.of(ridge(widest(all, named), across, end));
    }

    private Ridge ridge(double[] along, double[] across, int end) {
        List<Term> changes = terms(along, true);
        List<Term> combination = terms(across, false);
        int first = index(combination.get(0).name());
        double unit = Math.abs(across[first] / sds.get(first));
        return new Ridge(changes, combination, sds.get(index(changes.get(0).name())), deviation(across, 0, end) / unit);
    }

    private Variable variable(int index) {
        return cloud.draws().variableOf(unknowns.get(index));
    }

    private int index(String name) {
        return IntStream.range(0, unknowns.size())
                .filter(i -> cloud.draws().elementName(unknowns.get(i)).equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Leaves out what others determine exactly, such as the last of shares that add up to 1. */
    private void dropSums(int from, int to) {
        List<double[]> basis = new ArrayList<>();
        for (int i = 0; i < unknowns.size(); ) {
            double[] rest = Arrays.copyOfRange(points.get(i), from, to);
            double before = norm(rest);
            // Twice, since rounding leaves something of what was taken away.
            for (int pass = 0; pass < 2; pass++) {
                for (double[] direction : basis) {
                    double part = product(rest, direction);
                    for (int j = 0; j < rest.length; j++) {
                        rest[j] -= part * direction[j];
                    }
                }
            }
            double left = norm(rest);
            if (left <= EXACT * before) {
                unknowns.remove(i);
                points.remove(i);
                logarithms.remove(i);
                sds.remove(i);
            } else {
                Arrays.setAll(rest, j -> rest[j] / left);
                basis.add(rest);
                i++;
            }
        }
    }

    private static double product(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    private static double norm(double[] a) {
        return Math.sqrt(product(a, a));
    }

    /** About the mean of all points, so that chains in different places of one ridge count as lying along it. */
    private double[][] covariance(int from, int to) {
        int n = unknowns.size();
        double[][] matrix = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = 0;
                for (int point = from; point < to; point++) {
                    sum += points.get(i)[point] * points.get(j)[point];
                }
                matrix[i][j] = sum / (to - from);
                matrix[j][i] = matrix[i][j];
            }
        }
        return matrix;
    }

    /** The direction of least variance, by inverse iteration. */
    private static double[] narrowest(double[][] matrix) {
        int n = matrix.length;
        double[][] factor = cholesky(matrix);
        double[] direction = new double[n];
        Arrays.setAll(direction, i -> 1 + 0.1 * i);
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < i; j++) {
                    direction[i] -= factor[i][j] * direction[j];
                }
                direction[i] /= factor[i][i];
            }
            for (int i = n - 1; i >= 0; i--) {
                for (int j = i + 1; j < n; j++) {
                    direction[i] -= factor[j][i] * direction[j];
                }
                direction[i] /= factor[i][i];
            }
            double norm = norm(direction);
            Arrays.setAll(direction, i -> direction[i] / norm);
        }
        return direction;
    }

    private static double[][] cholesky(double[][] matrix) {
        int n = matrix.length;
        double[][] factor = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = matrix[i][j];
                for (int k = 0; k < j; k++) {
                    sum -= factor[i][k] * factor[j][k];
                }
                // Half of the chains may have seen less than all.
                factor[i][j] = i == j ? Math.sqrt(Math.max(sum, EXACT * EXACT)) : sum / factor[j][j];
            }
        }
        return factor;
    }

    /** The direction of greatest variance among some coordinates, by iteration. */
    private static double[] widest(double[][] matrix, List<Integer> some) {
        double[] direction = new double[matrix.length];
        some.forEach(i -> direction[i] = 1 + 0.1 * i);
        for (int round = 0; round < ROUNDS; round++) {
            double[] image = new double[direction.length];
            for (int i : some) {
                image[i] = product(matrix[i], direction);
            }
            double norm = norm(image);
            for (int i : some) {
                direction[i] = image[i] / norm;
            }
        }
        return direction;
    }

    /** The standard deviation of a combination about the mean of all points. */
    private double deviation(double[] direction, int from, int to) {
        double sum = 0;
        for (int point = from; point < to; point++) {
            double value = 0;
            for (int i = 0; i < direction.length; i++) {
                value += direction[i] * points.get(i)[point];
            }
            sum += value * value;
        }
        return Math.sqrt(sum / (to - from));
    }

    private static double largest(double[] direction) {
        return Arrays.stream(direction).map(Math::abs).max().orElse(0);
    }

    /**
     * A direction in units of the unknowns: changes along it, or weights of a combination. Those of variables with the fewest
     * elements come first; the first is 1.
     */
    private List<Term> terms(double[] direction, boolean changes) {
        double[] weights = new double[direction.length];
        Arrays.setAll(weights, i -> changes ? direction[i] * sds.get(i) : direction[i] / sds.get(i));
        double limit = NAMED * largest(direction);
        List<Integer> order = IntStream.range(0, weights.length)
                .filter(i -> Math.abs(direction[i]) > limit)
                .boxed()
                .sorted(Comparator.<Integer>comparingInt(i -> variable(i).size())
                        .thenComparingDouble(i -> -Math.abs(direction[i] * sds.get(i))))
                .toList();
        double unit = weights[order.get(0)];
        return order.stream()
                .map(i -> new Term(cloud.draws().elementName(unknowns.get(i)), weights[i] / unit, logarithms.get(i)))
                .toList();
    }
}
