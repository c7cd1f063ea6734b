package dev.tandem.draws.judging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.draws.Fixtures;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.numbers.gamma.Erfc;
import org.apache.commons.numbers.gamma.InverseErfc;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The definition written out in R, by make-power-scaling-fixtures.R; and a posterior whose change has a closed form. */
class PowerScalingTest {
    private static final double CLOSE = 1e-8;

    static Stream<JsonNode> fixtures() throws IOException {
        return Fixtures.read("power-scaling.json");
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void asInR(JsonNode fixture) {
        PowerScaling prior = PowerScaling.of(Fixtures.chains(fixture.get("prior")));
        PowerScaling likelihood = PowerScaling.of(Fixtures.chains(fixture.get("likelihood")));
        for (int i = 0; i < fixture.get("quantities").size(); i++) {
            double[][] draws = Fixtures.chains(fixture.get("quantities").get(i));
            assertThat(prior.sensitivity(draws))
                    .isCloseTo(fixture.get("sensitivityToPrior").get(i).asDouble(), within(CLOSE));
            assertThat(likelihood.sensitivity(draws))
                    .isCloseTo(fixture.get("sensitivityToLikelihood").get(i).asDouble(), within(CLOSE));
            double[][] turned = Arrays.stream(draws)
                    .map(chain -> Arrays.stream(chain).map(x -> 3 - 5 * x).toArray())
                    .toArray(double[][]::new);
            assertThat(prior.sensitivity(turned)).isCloseTo(prior.sensitivity(draws), within(CLOSE));
        }
        assertThat(prior.shape()).isCloseTo(fixture.get("priorShape").asDouble(), within(CLOSE));
        assertThat(likelihood.shape()).isCloseTo(fixture.get("likelihoodShape").asDouble(), within(CLOSE));
    }

    /**
     * A normal mean with a normal prior. With the prior to the power a the posterior is normal too, and the distance is an
     * integral over the range of the draws. These are quantiles, so that nothing is random; what is left is the
     * difference between a sum and an integral, and what smoothing does to the largest weights.
     */
    @ParameterizedTest
    @CsvSource({"2.5, 1", "-1, 1", "2.5, 40", "0, 0.01"})
    void asInClosedForm(double priorMean, double priorPrecision) {
        double mean = 2.5;
        double precision = 10;
        double posteriorPrecision = priorPrecision + precision;
        double posteriorMean = (priorPrecision * priorMean + precision * mean) / posteriorPrecision;
        double[] draws = IntStream.range(0, 4000)
                .mapToDouble(i -> posteriorMean + quantile((i + 0.5) / 4000) / Math.sqrt(posteriorPrecision))
                .toArray();
        // The order does not matter to the weights; mixed, neighbours do not look dependent.
        double[][] chain = {
            IntStream.range(0, 4000)
                    .mapToDouble(i -> draws[(int) (i * 1237L % 4000)])
                    .toArray()
        };
        double found = PowerScaling.of(logs(chain, priorMean, priorPrecision)).sensitivity(chain);
        assertThat(found)
                .isCloseTo(exact(draws, priorMean, priorPrecision, mean, precision), within(0.01 * found + 1e-4));
        double byLikelihood = PowerScaling.of(logs(chain, mean, precision)).sensitivity(chain);
        assertThat(byLikelihood)
                .isCloseTo(
                        exact(draws, mean, precision, priorMean, priorPrecision), within(0.01 * byLikelihood + 1e-4));
    }

    private static double[][] logs(double[][] draws, double mean, double precision) {
        return Arrays.stream(draws)
                .map(chain -> Arrays.stream(chain)
                        .map(x -> -precision * (x - mean) * (x - mean) / 2)
                        .toArray())
                .toArray(double[][]::new);
    }

    private static double exact(
            double[] draws, double scaledMean, double scaledPrecision, double mean, double precision) {
        double sum = 0;
        for (double power : new double[] {0.99, 1.01}) {
            double p = power * scaledPrecision + precision;
            double centre = (power * scaledPrecision * scaledMean + precision * mean) / p;
            double p1 = scaledPrecision + precision;
            double centre1 = (scaledPrecision * scaledMean + precision * mean) / p1;
            double distance = Math.max(
                    integral(draws[0], draws[draws.length - 1], centre1, p1, centre, p),
                    integral(-draws[draws.length - 1], -draws[0], -centre1, p1, -centre, p));
            sum += distance / Math.abs(Math.log(power) / Math.log(2));
        }
        return sum / 2;
    }

    private static double integral(double from, double to, double mean, double precision, double m, double p) {
        int steps = 20_000;
        double divergence = 0;
        double bound = 0;
        for (int i = 0; i < steps; i++) {
            double x = from + (i + 0.5) * (to - from) / steps;
            double one = normal((x - mean) * Math.sqrt(precision));
            double other = normal((x - m) * Math.sqrt(p));
            double middle = (one + other) / 2;
            divergence += one * Math.log(one / middle) + other * Math.log(other / middle);
            bound += one + other;
        }
        return Math.sqrt(divergence / Math.log(2) / bound);
    }

    private static double normal(double z) {
        return Erfc.value(-z / Math.sqrt(2)) / 2;
    }

    private static double quantile(double p) {
        return -Math.sqrt(2) * InverseErfc.value(2 * p);
    }

    @Test
    void aFlatPriorChangesNothing() {
        double[][] flat = new double[2][100];
        Arrays.stream(flat).forEach(chain -> Arrays.fill(chain, -2.3));
        double[][] draws = new double[2][];
        Arrays.setAll(
                draws,
                c -> IntStream.range(0, 100)
                        .mapToDouble(i -> (i * 37 + c) % 100)
                        .toArray());
        PowerScaling scaling = PowerScaling.of(flat);
        assertThat(scaling.constant()).isTrue();
        assertThat(scaling.sensitivity(draws)).isZero();
    }

    @Test
    void whatNeverChangesOrIsNotFiniteHasNone() {
        double[][] logs = {IntStream.range(0, 100).mapToDouble(i -> -(i % 17)).toArray()};
        PowerScaling scaling = PowerScaling.of(logs);
        assertThat(scaling.sensitivity(new double[][] {new double[100]})).isNaN();
        double[][] infinite = {logs[0].clone()};
        infinite[0][3] = Double.NEGATIVE_INFINITY;
        assertThat(scaling.sensitivity(infinite)).isNaN();
    }
}
