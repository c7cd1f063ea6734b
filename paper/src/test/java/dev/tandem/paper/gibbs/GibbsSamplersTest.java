package dev.tandem.paper.gibbs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.density.Cursor;
import dev.tandem.draws.summary.Diagnostics;
import dev.tandem.models.TopicDocument;
import dev.tandem.models.VariableSelection;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import dev.tandem.sampling.random.RandomStream;
import dev.tandem.sampling.trajectory.Kernel;
import dev.tandem.sampling.trajectory.Transition;
import dev.tandem.sampling.trajectory.Tuning;
import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/**
 * The Gibbs samplers against quadrature of the density itself, and against a mixed kernel where that is out of reach.
 * Each comparison fails beyond 6 Monte Carlo errors; some 35 of them, a false alarm below 1e-6 in all.
 */
final class GibbsSamplersTest {
    private static final double LIMIT = 6;

    /** Two predictors: every posterior quantity is a sum of four integrals over the plane. */
    @Test
    void selectionAgreesWithQuadrature() {
        VariableSelection density = VariableSelection.simulated(5, 25, 2, 1);
        Cursor cursor = density.cursor();
        Plane plane = new Plane(30, 481);
        double[][] draws = chain(new SelectionGibbs(density), 120_000, 2);
        double total = plane.integral(q -> models(cursor, q, -1), q -> 1);
        for (int k = 0; k < 2; k++) {
            int j = k;
            double mean = plane.integral(q -> models(cursor, q, -1), q -> q[j]) / total;
            double square = plane.integral(q -> models(cursor, q, -1), q -> q[j] * q[j]) / total;
            double included = plane.integral(q -> models(cursor, q, j), q -> 1) / total;
            assertThat(distance(draws[j], mean)).as("mean %d, seed 2", j).isLessThan(LIMIT);
            assertThat(distance(squared(draws[j]), square))
                    .as("square %d, seed 2", j)
                    .isLessThan(LIMIT);
            assertThat(distance(draws[2 + j], included))
                    .as("gamma %d, seed 2", j)
                    .isLessThan(LIMIT);
        }
    }

    /** The density at q summed over the indicators, or over those that include one predictor. */
    private static double models(Cursor cursor, double[] q, int included) {
        cursor.moveTo(q);
        double sum = 0;
        for (int model = 0; model < 4; model++) {
            if (included < 0 || (model >> included & 1) == 1) {
                cursor.assign(0, model & 1);
                cursor.assign(1, model >> 1);
                sum += Math.exp(cursor.logDensity());
            }
        }
        return sum;
    }

    @Test
    void selectionAgreesWithTheNodeKernel() {
        VariableSelection density = VariableSelection.simulated(9, 60, 6, 2);
        double[][] gibbs = chain(new SelectionGibbs(density), 100_000, 3);
        var draws = Sampling.run(density, Settings.defaults().withDraws(8_000).withSeed(4))
                .draws();
        for (int element = 0; element < draws.elements(); element++) {
            double[][] other = draws.element(element);
            double[][] mine = {gibbs[element]};
            double error = Math.hypot(Diagnostics.mcseMean(other), Diagnostics.mcseMean(mine));
            assertThat(Math.abs(Diagnostics.mean(other) - Diagnostics.mean(mine)) / error)
                    .as("%s, seed 4", draws.elementName(element))
                    .isLessThan(LIMIT);
        }
    }

    @Test
    void topicsAgreeWithQuadrature() {
        assertThat(worstOnDocument(TopicGibbs.Order.FRESH)).as("seed 2").isLessThan(LIMIT);
    }

    /** The order of the paper's program is off by many errors on the same document. */
    @Test
    void staleAugmentationIsCaught() {
        assertThat(worstOnDocument(TopicGibbs.Order.STALE)).as("seed 2").isGreaterThan(2 * LIMIT);
    }

    @Test
    void discontinuousHmcWithRealPlacesAgreesWithQuadrature() {
        assertThat(worstOnDocument(discontinuous(ProgramDhmc.Places.REAL)))
                .as("seed 2")
                .isLessThan(LIMIT);
    }

    /** Steps that are cut to whole numbers lead up by one and down by up to two: no step has a reverse. */
    @Test
    void placesCutToWholeNumbersAreCaught() {
        assertThat(worstOnDocument(discontinuous(ProgramDhmc.Places.WHOLE)))
                .as("seed 2")
                .isGreaterThan(2 * LIMIT);
    }

    private static ProgramDhmc discontinuous(ProgramDhmc.Places places) {
        return new ProgramDhmc(document(), places, 1, 1.8, 3, 8);
    }

    private static double worstOnDocument(TopicGibbs.Order order) {
        return worstOnDocument(new TopicGibbs(document(), order));
    }

    /** The largest distance from the truth, in Monte Carlo errors, over first and second moments. */
    private static double worstOnDocument(Kernel kernel) {
        TopicDocument document = document();
        double[][] draws = chain(kernel, 200_000, 2);
        Plane plane = new Plane(12, 241);
        double total = plane.integral(q -> summedOut(document, q), q -> 1);
        double worst = 0;
        double[] product = new double[draws[0].length];
        for (int i = 0; i < product.length; i++) {
            product[i] = draws[0][i] * draws[1][i];
        }
        worst = Math.max(
                worst, distance(product, plane.integral(q -> summedOut(document, q), q -> q[0] * q[1]) / total));
        for (int k = 0; k < 2; k++) {
            int j = k;
            double mean = plane.integral(q -> summedOut(document, q), q -> q[j]) / total;
            double square = plane.integral(q -> summedOut(document, q), q -> q[j] * q[j]) / total;
            worst = Math.max(worst, distance(draws[j], mean));
            worst = Math.max(worst, distance(squared(draws[j]), square));
        }
        return worst;
    }

    /** The density of eta, topics of tokens summed out, written from the model's definition. */
    private static double summedOut(TopicDocument document, double[] eta) {
        double[] mean = document.mean();
        double[][] precision = document.precision();
        double log = 0;
        for (int i = 0; i < 2; i++) {
            for (int j = 0; j < 2; j++) {
                log -= 0.5 * precision[i][j] * (eta[i] - mean[i]) * (eta[j] - mean[j]);
            }
        }
        double total = 1 + Math.exp(eta[0]) + Math.exp(eta[1]);
        for (int n = 0; n < document.tokens(); n++) {
            double word = Math.exp(document.logBeta(n, 1))
                    + Math.exp(document.logBeta(n, 2) + eta[0])
                    + Math.exp(document.logBeta(n, 3) + eta[1]);
            log += Math.log(word / total);
        }
        return Math.exp(log);
    }

    private static TopicDocument document() {
        double[][] logBeta = {
            {Math.log(0.6), Math.log(0.3), Math.log(0.1)},
            {Math.log(0.2), Math.log(0.2), Math.log(0.6)},
            {Math.log(0.1), Math.log(0.7), Math.log(0.2)}
        };
        double[][] covariance = {{2.0, 0.9}, {0.9, 1.5}};
        return new TopicDocument(new double[] {0.4, -0.8}, covariance, logBeta, new int[] {0, 1, 2, 2, 1, 2, 2});
    }

    private static double[] squared(double[] values) {
        return Arrays.stream(values).map(value -> value * value).toArray();
    }

    private static double distance(double[] draws, double truth) {
        double[][] chain = {draws};
        return Math.abs(Diagnostics.mean(chain) - truth) / Diagnostics.mcseMean(chain);
    }

    /** All unknowns, the continuous ones first. */
    private static double[] reported(Cursor cursor) {
        int dimension = cursor.space().dimension();
        double[] values = new double[dimension + cursor.space().sites()];
        cursor.copyPosition(values);
        for (int site = 0; site < cursor.space().sites(); site++) {
            values[dimension + site] = cursor.value(site);
        }
        return values;
    }

    private static double[][] chain(Kernel kernel, int iterations, long seed) {
        RandomStream random = RandomStream.of(seed, 0);
        Tuning ignored = Tuning.initial(kernel.cursor().space());
        Transition outcome = new Transition();
        for (int i = 0; i < 500; i++) {
            kernel.step(ignored, random, outcome);
        }
        double[][] columns = new double[reported(kernel.cursor()).length][iterations];
        for (int i = 0; i < iterations; i++) {
            kernel.step(ignored, random, outcome);
            double[] row = reported(kernel.cursor());
            for (int c = 0; c < row.length; c++) {
                columns[c][i] = row[c];
            }
        }
        return columns;
    }

    /** Sums functions over a square grid. */
    private record Plane(double reach, int points) {
        double integral(ToDoubleFunction<double[]> density, ToDoubleFunction<double[]> integrand) {
            double step = 2 * reach / (points - 1);
            double sum = 0;
            for (int i = 0; i < points; i++) {
                for (int j = 0; j < points; j++) {
                    double[] q = {-reach + i * step, -reach + j * step};
                    sum += density.applyAsDouble(q) * integrand.applyAsDouble(q);
                }
            }
            return sum;
        }
    }
}
