package dev.tandem.sampling.warmup;

import dev.tandem.distributions.special.Elementary;
import dev.tandem.sampling.continuous.DiagonalMetric;
import dev.tandem.sampling.continuous.KineticEnergy;
import dev.tandem.sampling.continuous.LowRankMetric;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Directions in which the posterior is much wider or narrower than the scales of its coordinates say, from positions and
 * gradients together. In the span of what was seen the metric is the geometric mean of the covariance of positions and
 * the inverse covariance of gradients, which is the one of least Fisher divergence; elsewhere nothing is known and the
 * scales stand.
 *
 * <p>With few coordinates the span is everything. For a Gaussian the mean is then its covariance, exactly, however badly the
 * chain that it was learned from has mixed: gradients are minus the precision times positions, so whatever chance or a
 * long ridge does to the spread of one it does to that of the other.
 */
final class LowRankEstimate {
    /** Pairs that are kept: their span is as large as the matrices that have to be decomposed. */
    private static final int MOST_PAIRS = 100;

    /** Numbers that are kept of either kind: they are written down whenever chains meet. */
    private static final int MOST_NUMBERS = 1 << 18;

    /** Fewer pairs say too little. */
    private static final int FEWEST_PAIRS = 16;

    /** What is added to either covariance, in units of the scales: a draw in a hundred that agrees with them. */
    private static final double RIDGE = 0.01;

    /** A direction is worth its multiplications if its variance is that much larger or smaller than the scales say. */
    private static final double CLEARLY = 2;

    /** Directions that a metric has at most, those of the largest and the smallest variances. */
    private static final int MOST_DIRECTIONS = 100;

    /** Parts of the span that are lost in rounding, relative to the largest. */
    private static final double ROUNDING = 1e-12;

    /** The most coordinates of which all directions are looked at. */
    static final int FEW_COORDINATES = 64;

    /** Pairs for each of few coordinates without which their span is not everything. */
    private static final double PAIRS_EACH = 1.5;

    /** What is added to either covariance where the span is everything, and nothing has to be made up. */
    private static final double SMALL_RIDGE = 1e-8;

    /** So far above the ridge no eigenvalue is changed by more than a thousandth. */
    private static final double FAR_ABOVE = 1000;

    /** With few coordinates a direction costs little. */
    private static final double CLEARLY_OF_FEW = 1.5;

    /** An estimate in units of the one before whose variances differ by less changes nothing. */
    private static final double NEARLY_ONE = 1.1;

    private static final int MOST_PASSES = 10;

    private final int dimension;
    private final double[][] positions;
    private final double[][] gradients;
    private int seen;

    LowRankEstimate(int dimension) {
        this(dimension, Math.max(FEWEST_PAIRS, Math.min(MOST_PAIRS, MOST_NUMBERS / Math.max(1, dimension))));
    }

    private LowRankEstimate(int dimension, int pairs) {
        this.dimension = dimension;
        positions = new double[pairs][dimension];
        gradients = new double[pairs][dimension];
    }

    /** For a chain on its way: it forgets what is not needed to know all directions. */
    static LowRankEstimate onTheWay(int dimension) {
        return new LowRankEstimate(dimension, Math.max(FEWEST_PAIRS, 2 * dimension));
    }

    /** The scales, with directions if all of them are known; until then directions that were known before stay. */
    KineticEnergy alongAll(DiagonalMetric diagonal, KineticEnergy before) {
        if (!knowsAll()) {
            return before instanceof LowRankMetric && dimension > 0 ? before : diagonal;
        }
        Optional<LowRankMetric> found = metric(diagonal);
        return found.isPresent() ? found.get() : diagonal;
    }

    /** The pairs that it keeps at most; none of no coordinates. */
    int most() {
        return dimension == 0 ? 0 : positions.length;
    }

    /** Whether all directions are known. */
    boolean knowsAll() {
        return dimension > 0
                && dimension <= FEW_COORDINATES
                && Math.min(seen, positions.length) >= Math.max(FEWEST_PAIRS, PAIRS_EACH * dimension);
    }

    /** Takes a pair, in place of the oldest one if there is no room. */
    void observe(double[] position, double[] gradient) {
        int place = seen % positions.length;
        System.arraycopy(position, 0, positions[place], 0, dimension);
        System.arraycopy(gradient, 0, gradients[place], 0, dimension);
        seen++;
    }

    /** What was observed and is kept. */
    Learned.Pairs pairs() {
        int pairs = Math.min(seen, positions.length);
        double[] allPositions = new double[pairs * dimension];
        double[] allGradients = new double[pairs * dimension];
        for (int l = 0; l < pairs; l++) {
            int place = (seen - pairs + l) % positions.length;
            System.arraycopy(positions[place], 0, allPositions, l * dimension, dimension);
            System.arraycopy(gradients[place], 0, allGradients, l * dimension, dimension);
        }
        return new Learned.Pairs(allPositions, allGradients);
    }

    /** What all chains have observed: of each an equal share, spread over what it kept. */
    static LowRankEstimate together(List<Learned> chains, int dimension) {
        // Of few coordinates everything that was kept, which is little.
        LowRankEstimate all = dimension <= FEW_COORDINATES
                ? new LowRankEstimate(dimension, chains.size() * MOST_PAIRS)
                : new LowRankEstimate(dimension);
        int share = Math.max(1, all.positions.length / chains.size());
        double[] position = new double[dimension];
        double[] gradient = new double[dimension];
        for (Learned chain : chains) {
            int pairs = dimension == 0 ? 0 : chain.pairs().positions().length / dimension;
            int taken = Math.min(share, pairs);
            for (int k = 0; k < taken; k++) {
                int from = k * pairs / taken * dimension;
                System.arraycopy(chain.pairs().positions(), from, position, 0, dimension);
                System.arraycopy(chain.pairs().gradients(), from, gradient, 0, dimension);
                all.observe(position, gradient);
            }
        }
        return all;
    }

    /** The scales with the directions that were found; empty if there are none, or too little was seen. */
    Optional<LowRankMetric> metric(DiagonalMetric diagonal) {
        int pairs = Math.min(seen, positions.length);
        if (pairs < FEWEST_PAIRS) {
            return Optional.empty();
        }
        double[] scales = diagonal.scales();
        if (knowsAll()) {
            return ofAll(scales, pairs);
        }
        double[][] span = new double[2 * pairs][dimension];
        standardise(positions, pairs, scales, false, span, 0);
        standardise(gradients, pairs, scales, true, span, pairs);
        // Everything happens in the span, whose basis is that of the products of its members.
        double[][] products = products(span);
        SymmetricEigen basis = SymmetricEigen.of(products);
        double largest = IntStream.range(0, 2 * pairs)
                .mapToDouble(k -> basis.values()[k])
                .max()
                .orElse(0);
        int[] kept = IntStream.range(0, 2 * pairs)
                .filter(k -> basis.values()[k] > ROUNDING * largest)
                .toArray();
        if (!(largest > 0) || largest == Double.POSITIVE_INFINITY || kept.length == 0) {
            return Optional.empty();
        }
        double[][] ofPositions = covariance(basis, kept, products, 0, pairs);
        double[][] ofGradients = covariance(basis, kept, products, pairs, 2 * pairs);
        SymmetricEigen mean = SymmetricEigen.of(
                GeometricMean.of(ofPositions, ofGradients, RIDGE).matrix());
        return directions(scales, span, basis, kept, mean);
    }

    private Optional<LowRankMetric> ofAll(double[] scales, int pairs) {
        double[][] ofPositions = new double[pairs][dimension];
        double[][] ofGradients = new double[pairs][dimension];
        standardise(positions, pairs, scales, false, ofPositions, 0);
        standardise(gradients, pairs, scales, true, ofGradients, 0);
        GeometricMean first = mean(ofPositions, ofGradients);
        SymmetricEigen found = SymmetricEigen.of(first.matrix());
        // What was added to the covariances, and what was lost in rounding, gets small in units of the estimate. Where
        // it is small as
        // it is, which it mostly is, nothing has to be done again.
        double left = first.least() >= FAR_ABOVE * SMALL_RIDGE ? 1 : spread(found);
        for (int pass = 1; pass < MOST_PASSES && left > NEARLY_ONE && positive(found); pass++) {
            double[][] root = power(found, 0.5);
            double[][] again = mean(Rows.multiply(ofPositions, power(found, -0.5)), Rows.multiply(ofGradients, root))
                    .matrix();
            left = spread(SymmetricEigen.of(again));
            found = SymmetricEigen.of(sandwich(root, again));
        }
        if (!positive(found)) {
            return Optional.empty();
        }
        int[] clear = clear(found, dimension, CLEARLY_OF_FEW);
        if (clear.length == 0) {
            return Optional.empty();
        }
        double[][] directions = new double[clear.length][];
        double[] variances = new double[clear.length];
        for (int d = 0; d < clear.length; d++) {
            directions[d] = found.vectors()[clear[d]].clone();
            variances[d] = found.values()[clear[d]];
            if (!orthonormalise(directions, d)) {
                return Optional.empty();
            }
        }
        return Optional.of(LowRankMetric.of(scales, directions, variances));
    }

    /** The geometric mean, where a little is added to both covariances in units of what was seen on average. */
    private static GeometricMean mean(double[][] ofPositions, double[][] ofGradients) {
        double[][] a = scatter(ofPositions);
        double[][] b = scatter(ofGradients);
        double seen = Math.sqrt(trace(a) * trace(b)) / a.length;
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a.length; j++) {
                a[i][j] = a[i][j] / seen + (i == j ? SMALL_RIDGE : 0);
                b[i][j] = b[i][j] / seen + (i == j ? SMALL_RIDGE : 0);
            }
        }
        return GeometricMean.of(a, b, SMALL_RIDGE);
    }

    private static double trace(double[][] matrix) {
        double trace = 0;
        for (int i = 0; i < matrix.length; i++) {
            trace += matrix[i][i];
        }
        return trace;
    }

    /** The sum of the outer products of rows. */
    private static double[][] scatter(double[][] rows) {
        int n = rows[0].length;
        double[][] sum = new double[n][n];
        for (double[] row : rows) {
            for (int i = 0; i < n; i++) {
                Rows.add(sum[i], row, row[i], 0, n);
            }
        }
        return sum;
    }

    private static double[][] power(SymmetricEigen matrix, double exponent) {
        double[] powers = new double[matrix.values().length];
        for (int k = 0; k < powers.length; k++) {
            powers[k] = Elementary.pow(matrix.values()[k], exponent);
        }
        return matrix.with(powers);
    }

    private static boolean positive(SymmetricEigen matrix) {
        for (double value : matrix.values()) {
            if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
                return false;
            }
        }
        return true;
    }

    private static double spread(SymmetricEigen matrix) {
        double most = 0;
        double least = Double.POSITIVE_INFINITY;
        for (double value : matrix.values()) {
            most = Math.max(most, value);
            least = Math.min(least, value);
        }
        return most / least;
    }

    /** The directions whose variance is clearly not 1, those that differ most first. */
    private static int[] clear(SymmetricEigen mean, int count, double clearly) {
        // Sorting is stable, so that the same draws give the same directions.
        return IntStream.range(0, count)
                .filter(k -> mean.values()[k] > 0 && mean.values()[k] < Double.POSITIVE_INFINITY)
                .filter(k -> Math.abs(Elementary.log(mean.values()[k])) > Elementary.log(clearly))
                .boxed()
                .sorted(Comparator.comparingDouble(k -> -Math.abs(Elementary.log(mean.values()[k]))))
                .limit(MOST_DIRECTIONS)
                .mapToInt(k -> k)
                .toArray();
    }

    /** Rows in units of the scales, or of their inverses for gradients, about their mean. */
    private void standardise(
            double[][] values, int pairs, double[] scales, boolean inverse, double[][] into, int first) {
        for (int i = 0; i < dimension; i++) {
            double sum = 0;
            for (int l = 0; l < pairs; l++) {
                sum += values[l][i];
            }
            double factor = (inverse ? scales[i] : 1 / scales[i]) / Math.sqrt(pairs);
            for (int l = 0; l < pairs; l++) {
                into[first + l][i] = (values[l][i] - sum / pairs) * factor;
            }
        }
    }

    private static double[][] products(double[][] rows) {
        double[][] products = new double[rows.length][rows.length];
        for (int i = 0; i < rows.length; i++) {
            for (int j = 0; j <= i; j++) {
                products[i][j] = Rows.product(rows[i], rows[j], 0, rows[i].length);
                products[j][i] = products[i][j];
            }
        }
        return products;
    }

    /** The covariance of some members of the span, in the coordinates of its basis. */
    private static double[][] covariance(SymmetricEigen basis, int[] kept, double[][] products, int from, int to) {
        // Basis vector k is the sum of members with weights vector[k] / sqrt(value[k]).
        double[][] coordinates = new double[kept.length][to - from];
        for (int k = 0; k < kept.length; k++) {
            double[] weights = basis.vectors()[kept[k]];
            double root = Math.sqrt(basis.values()[kept[k]]);
            for (int l = from; l < to; l++) {
                coordinates[k][l - from] = Rows.product(weights, products[l], 0, weights.length) / root;
            }
        }
        double[][] covariance = products(coordinates);
        for (int k = 0; k < kept.length; k++) {
            covariance[k][k] += RIDGE;
        }
        return covariance;
    }

    /** outer inner outer, of symmetric matrices. */
    private static double[][] sandwich(double[][] outer, double[][] inner) {
        double[][] product = Rows.multiply(Rows.multiply(outer, inner), outer);
        int n = product.length;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                double mean = 0.5 * (product[i][j] + product[j][i]);
                product[i][j] = mean;
                product[j][i] = mean;
            }
        }
        return product;
    }

    private Optional<LowRankMetric> directions(
            double[] scales, double[][] span, SymmetricEigen basis, int[] kept, SymmetricEigen mean) {
        int[] clear = clear(mean, kept.length, CLEARLY);
        if (clear.length == 0) {
            return Optional.empty();
        }
        double[][] directions = new double[clear.length][dimension];
        double[] variances = new double[clear.length];
        for (int d = 0; d < clear.length; d++) {
            double[] weights = new double[span.length];
            for (int k = 0; k < kept.length; k++) {
                double share = mean.vectors()[clear[d]][k] / Math.sqrt(basis.values()[kept[k]]);
                Rows.add(weights, basis.vectors()[kept[k]], share, 0, span.length);
            }
            for (int m = 0; m < span.length; m++) {
                Rows.add(directions[d], span[m], weights[m], 0, dimension);
            }
            variances[d] = mean.values()[clear[d]];
            if (!orthonormalise(directions, d)) {
                return Optional.empty();
            }
        }
        return Optional.of(LowRankMetric.of(scales, directions, variances));
    }

    /** Takes rounding errors out of a direction: what it shares with those before it, twice. */
    private static boolean orthonormalise(double[][] directions, int last) {
        double[] direction = directions[last];
        for (int pass = 0; pass < 2; pass++) {
            for (int before = 0; before < last; before++) {
                double shared = Rows.product(direction, directions[before], 0, direction.length);
                Rows.add(direction, directions[before], -shared, 0, direction.length);
            }
            double length = Math.sqrt(Rows.product(direction, direction, 0, direction.length));
            if (!(length > 0.5 && length < 2)) {
                return false;
            }
            for (int i = 0; i < direction.length; i++) {
                direction[i] /= length;
            }
        }
        return true;
    }
}
