package dev.tandem.validation;

import dev.tandem.density.MixedDensity;
import dev.tandem.density.Space;
import dev.tandem.density.Support;
import dev.tandem.models.BinomialPoisson;
import dev.tandem.models.DiscreteGaussian;
import dev.tandem.models.GaussianMixture;
import dev.tandem.models.Potts;
import java.util.ArrayList;
import java.util.List;

/**
 * A density together with exact expectations, found in closed form or by enumeration.
 *
 * @param name what the target is called in tables
 * @param density the density
 * @param expectations what is known of it
 */
public record Target(String name, MixedDensity density, List<Expectation> expectations) {
    public Target {
        expectations = List.copyOf(expectations);
    }

    public int sites() {
        return density.space().sites();
    }

    public int dimension() {
        return density.space().dimension();
    }

    /** Five binary unknowns that set mean and precision of three continuous ones. */
    public static Target fiveBinary() {
        DiscreteGaussian model = DiscreteGaussian.fiveBinaryThreeContinuous();
        List<Expectation> list = new ArrayList<>();
        for (int j = 0; j < 5; j++) {
            int site = j;
            list.add(Expectation.of("P(x" + (j + 1) + "=1)", model.probabilityOfOne(j), (x, q) -> x[site]));
        }
        for (int i = 0; i < 3; i++) {
            int coordinate = i;
            double mean = model.mean(i);
            list.add(Expectation.of("E q" + (i + 1), mean, (x, q) -> q[coordinate]));
            list.add(Expectation.secondMoment(
                    "Var q" + (i + 1), model.variance(i), (x, q) -> square(q[coordinate] - mean)));
        }
        list.add(Expectation.of("E q1 x1", model.product(0, 0), (x, q) -> q[0] * x[0]));
        list.add(Expectation.of("E q2 x3", model.product(1, 2), (x, q) -> q[1] * x[2]));
        list.add(Expectation.of("E q3 x5", model.product(2, 4), (x, q) -> q[2] * x[4]));
        return new Target("five binary", model, list);
    }

    /**
     * Two binary unknowns that change the scale of a continuous one by up to a factor of 18: what a step can do depends
     * much on the order in which sites are visited, so that mistakes in the order show.
     */
    public static Target unequalScales() {
        DiscreteGaussian model = new DiscreteGaussian(
                new double[4], new double[][] {{0}, {1}, {0}, {1}}, new double[][][] {{{1}}, {{25}}, {{0.08}}, {{2}}});
        double mean = model.mean(0);
        return new Target(
                "unequal scales",
                model,
                List.of(
                        Expectation.of("P(x1=1)", model.probabilityOfOne(0), (x, q) -> x[0]),
                        Expectation.of("P(x2=1)", model.probabilityOfOne(1), (x, q) -> x[1]),
                        Expectation.of("E q", mean, (x, q) -> q[0]),
                        Expectation.secondMoment("Var q", model.variance(0), (x, q) -> square(q[0] - mean)),
                        Expectation.of("E q x1", model.product(0, 0), (x, q) -> q[0] * x[0])));
    }

    /** The mixture of the paper: its components hardly overlap, so only what is the same in all of them is checked. */
    public static Target paperMixture() {
        GaussianMixture model = GaussianMixture.oneDimensional();
        return new Target("paper's mixture", model, List.of(withinVariance(model)));
    }

    /** Four components that overlap enough for every kernel to move between them. */
    public static Target overlappingMixture() {
        GaussianMixture model = overlapping();
        List<Expectation> list = new ArrayList<>();
        list.add(withinVariance(model));
        for (int k = 1; k <= 4; k++) {
            int component = k;
            double probability = model.componentProbability(k);
            if (k < 4) {
                list.add(Expectation.of("P(x=" + k + ")", probability, (x, q) -> x[0] == component ? 1 : 0));
            }
            list.add(Expectation.of(
                    "E q 1(x=" + k + ")",
                    probability * model.componentMean(k, 0),
                    (x, q) -> x[0] == component ? q[0] : 0));
        }
        list.addAll(positionMoments(model));
        return new Target("overlapping mixture", model, list);
    }

    /** That mixture with x summed out: purely continuous, and not Gaussian. */
    public static Target summedMixture() {
        GaussianMixture model = overlapping();
        return new Target("summed mixture", model.marginal(), positionMoments(model));
    }

    private static GaussianMixture overlapping() {
        return new GaussianMixture(
                new double[] {0.15, 0.3, 0.3, 0.25}, new double[][] {{-1}, {0}, {1}, {2}}, new double[] {0.4});
    }

    private static Expectation withinVariance(GaussianMixture model) {
        return Expectation.secondMoment(
                "Var(q given x)", model.componentVariance(0), (x, q) -> square(q[0] - model.componentMean(x[0], 0)));
    }

    private static List<Expectation> positionMoments(GaussianMixture model) {
        double mean = model.mean(0);
        return List.of(
                Expectation.of("E q", mean, (x, q) -> q[0]),
                Expectation.secondMoment("Var q", model.variance(0), (x, q) -> square(q[0] - mean)));
    }

    /** Counts whose supports are unbounded and depend on each other, and a real unknown. */
    public static Target counts() {
        BinomialPoisson model = BinomialPoisson.canonical();
        BinomialPoisson.Moments truth = model.moments();
        return new Target(
                "counts",
                model,
                List.of(
                        Expectation.of("E N", truth.meanSize(), (x, q) -> x[0]),
                        Expectation.secondMoment(
                                "Var N", truth.varianceSize(), (x, q) -> square(x[0] - truth.meanSize())),
                        Expectation.of("E S", truth.meanSuccesses(), (x, q) -> x[1]),
                        Expectation.secondMoment(
                                "Var S", truth.varianceSuccesses(), (x, q) -> square(x[1] - truth.meanSuccesses())),
                        Expectation.of("E logit p", truth.meanLogit(), (x, q) -> q[0]),
                        Expectation.secondMoment(
                                "Var logit p", truth.varianceLogit(), (x, q) -> square(q[0] - truth.meanLogit()))));
    }

    /** Three correlated Gaussian unknowns of different scales, and nothing discrete. */
    public static Target gaussian() {
        double[][] precision = {{4, 1, 0}, {1, 1, 0.3}, {0, 0.3, 0.5}};
        double[] centre = {1, -0.5, 2};
        // The inverse by cofactors; the determinant is 4 (0.5 - 0.09) - 0.5 = 1.14.
        double determinant = 1.14;
        double[] variances = {0.41 / determinant, 2 / determinant, 3 / determinant};
        double covariance = -0.5 / determinant;
        Space space = Space.builder().real("q", 3).build();
        MixedDensity density = MixedDensity.of(space, (x, q, gradient) -> {
            double sum = 0;
            for (int i = 0; i < 3; i++) {
                double slope = 0;
                for (int k = 0; k < 3; k++) {
                    slope -= precision[i][k] * (q[k] - centre[k]);
                }
                sum += 0.5 * slope * (q[i] - centre[i]);
                if (gradient != null) {
                    gradient[i] = slope;
                }
            }
            return sum;
        });
        List<Expectation> list = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int c = i;
            list.add(Expectation.of("E q" + (i + 1), centre[i], (x, q) -> q[c]));
            list.add(Expectation.secondMoment("Var q" + (i + 1), variances[i], (x, q) -> square(q[c] - centre[c])));
        }
        list.add(Expectation.of("Cov(q1, q2)", covariance, (x, q) -> (q[0] - centre[0]) * (q[1] - centre[1])));
        return new Target("Gaussian", density, list);
    }

    /**
     * A small funnel: two Gaussian unknowns whose common scale, exp(v), varies by a factor of 50, so that no size of a
     * step suits the whole of it. A binary unknown shifts them by their scale.
     */
    public static Target funnel() {
        double[] chances = {0.4, 0.6};
        Space space =
                Space.builder().discrete("x", Support.range(0, 1)).real("q", 3).build();
        MixedDensity density = MixedDensity.of(space, (x, q, gradient) -> {
            double v = q[0];
            double slope = -v;
            double sum = -0.5 * v * v + Math.log(chances[x[0]]);
            for (int i = 1; i <= 2; i++) {
                double z = q[i] * Math.exp(-v) - x[0];
                sum -= 0.5 * z * z + v;
                slope += z * (z + x[0]) - 1;
                if (gradient != null) {
                    gradient[i] = -z * Math.exp(-v);
                }
            }
            if (gradient != null) {
                gradient[0] = slope;
            }
            return sum;
        });
        // v is standard normal, x independent of it, and q exp(-v) is normal about x.
        return new Target(
                "funnel",
                density,
                List.of(
                        Expectation.of("P(x=1)", chances[1], (x, q) -> x[0]),
                        Expectation.of("E v", 0, (x, q) -> q[0]),
                        Expectation.secondMoment("Var v", 1, (x, q) -> q[0] * q[0]),
                        Expectation.of("P(v<-1)", 0.15865525393145707, (x, q) -> q[0] < -1 ? 1 : 0),
                        Expectation.of("P(v<-2)", 0.022750131948179195, (x, q) -> q[0] < -2 ? 1 : 0),
                        Expectation.of("P(q1>0)", positive(chances), (x, q) -> q[1] > 0 ? 1 : 0),
                        Expectation.of("E x q2 exp(-v)", chances[1], (x, q) -> x[0] * q[2] * Math.exp(-q[0]))));
    }

    private static double positive(double[] chances) {
        return chances[0] * 0.5 + chances[1] * 0.8413447460685429;
    }

    /** A Potts grid with a field, small enough to enumerate; two colours make it an Ising model. */
    public static Target potts(int rows, int columns, double coupling, double... field) {
        Potts model = new Potts(rows, columns, coupling, field);
        List<Expectation> list = new ArrayList<>();
        for (int site = 0; site < rows * columns; site += 2) {
            int s = site;
            double[] marginal = model.marginal(site);
            for (int k = 1; k < field.length; k++) {
                int colour = k;
                list.add(Expectation.of(
                        "P(x" + (site + 1) + "=" + k + ")", marginal[k - 1], (x, q) -> x[s] == colour ? 1 : 0));
            }
        }
        list.add(Expectation.of("P(x1=x2)", agreement(model, field.length), (x, q) -> x[0] == x[1] ? 1 : 0));
        return new Target(field.length == 2 ? "Ising" : "Potts", model, list);
    }

    /** P(x1 = x2) by enumeration. */
    private static double agreement(Potts model, int colours) {
        double[] probabilities = model.probabilities();
        double sum = 0;
        for (int state = 0; state < probabilities.length; state++) {
            sum += state % colours == state / colours % colours ? probabilities[state] : 0;
        }
        return sum;
    }

    private static double square(double value) {
        return value * value;
    }
}
