package dev.tandem.draws.judging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.draws.Fixtures;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What R's loo finds, from make-loo-fixtures.R; and cases that have an answer without it. */
class LeaveOneOutTest {
    private static final double CLOSE = 1e-8;
    private static JsonNode fixture;
    private static final List<LeaveOneOut> MODELS = new ArrayList<>();

    @BeforeAll
    static void read() throws IOException {
        try (InputStream in = Fixtures.class.getResourceAsStream("loo.json")) {
            fixture = JsonMapper.shared().readTree(in);
        }
        MODELS.clear();
        fixture.get("models").forEach(model -> MODELS.add(LeaveOneOut.of(logs(model))));
    }

    private static LogLikelihoods logs(JsonNode model) {
        List<double[][]> units = new ArrayList<>();
        model.get("logLikelihoods").forEach(unit -> units.add(Fixtures.chains(unit)));
        return logs(units);
    }

    private static LogLikelihoods logs(List<double[][]> units) {
        return new LogLikelihoods() {
            @Override
            public List<String> units() {
                return IntStream.rangeClosed(1, units.size())
                        .mapToObj(i -> "y[" + i + "]")
                        .toList();
            }

            @Override
            public double[][] of(int unit) {
                return units.get(unit);
            }
        };
    }

    private static void compare(double[] found, JsonNode expected) {
        double[] numbers = Fixtures.vector(expected);
        assertThat(found).hasSameSizeAs(numbers);
        for (int i = 0; i < found.length; i++) {
            assertThat(found[i]).isCloseTo(numbers[i], within(CLOSE * (1 + Math.abs(numbers[i]))));
        }
    }

    private static void compare(Estimate found, JsonNode row) {
        compare(new double[] {found.value(), found.standardError()}, row);
    }

    @Test
    void everyUnitIsAsInR() {
        for (int m = 0; m < MODELS.size(); m++) {
            JsonNode expected = fixture.get("models").get(m);
            List<LeaveOneOut.Unit> units = MODELS.get(m).units();
            compare(units.stream().mapToDouble(LeaveOneOut.Unit::expectation).toArray(), expected.get("elpd"));
            compare(units.stream().mapToDouble(LeaveOneOut.Unit::error).toArray(), expected.get("error"));
            compare(units.stream().mapToDouble(LeaveOneOut.Unit::shape).toArray(), expected.get("shape"));
            compare(
                    units.stream().mapToDouble(LeaveOneOut.Unit::effectiveSize).toArray(),
                    expected.get("effectiveSize"));
            compare(
                    units.stream()
                            .mapToDouble(unit -> unit.inSample() - unit.expectation())
                            .toArray(),
                    expected.get("p"));
        }
    }

    @Test
    void sumsAreAsInR() {
        for (int m = 0; m < MODELS.size(); m++) {
            JsonNode loo = fixture.get("models").get(m).get("estimates");
            compare(MODELS.get(m).expectation(), loo.get(0));
            compare(MODELS.get(m).parameters(), loo.get(1));
            compare(MODELS.get(m).expectation().times(-2), loo.get(2));
            JsonNode waic = fixture.get("models").get(m).get("waic");
            compare(MODELS.get(m).widelyApplicable(), waic.get(0));
            compare(MODELS.get(m).widelyApplicableParameters(), waic.get(1));
            compare(MODELS.get(m).widelyApplicable().times(-2), waic.get(2));
        }
    }

    @Test
    void differencesAreAsInR() {
        double[] order = Fixtures.vector(fixture.get("order"));
        double[] best = MODELS.get((int) order[0] - 1).expectations();
        Estimate[] differences = Arrays.stream(order)
                .mapToObj(model ->
                        ModelWeights.difference(MODELS.get((int) model - 1).expectations(), best))
                .toArray(Estimate[]::new);
        compare(Arrays.stream(differences).mapToDouble(Estimate::value).toArray(), fixture.get("difference"));
        compare(
                Arrays.stream(differences).mapToDouble(Estimate::standardError).toArray(),
                fixture.get("differenceError"));
    }

    /** R's search for the weights ends when the sum of logarithms hardly changes, long before the weights stand still. */
    @Test
    void stackingIsAtLeastAsGoodAsInR() {
        List<double[]> expectations =
                MODELS.stream().map(LeaveOneOut::expectations).toList();
        double[] found = ModelWeights.stacking(expectations);
        double[] expected = Fixtures.vector(fixture.get("stacking"));
        for (int k = 0; k < found.length; k++) {
            assertThat(found[k]).isCloseTo(expected[k], within(1e-3));
        }
        assertThat(score(found, expectations)).isGreaterThanOrEqualTo(score(expected, expectations) - CLOSE);
        // At the best weights no model gains by more weight, and those that have some neither.
        for (int k = 0; k < found.length; k++) {
            double slope = 0;
            for (int i = 0; i < expectations.get(0).length; i++) {
                slope += Math.exp(expectations.get(k)[i]) / mixed(found, expectations, i);
            }
            double gain = slope / expectations.get(0).length - 1;
            assertThat(gain).isLessThan(1e-6);
            assertThat(gain * found[k]).isCloseTo(0, within(1e-6));
        }
    }

    private static double mixed(double[] weights, List<double[]> expectations, int unit) {
        double mixed = 0;
        for (int k = 0; k < weights.length; k++) {
            mixed += weights[k] * Math.exp(expectations.get(k)[unit]);
        }
        return mixed;
    }

    private static double score(double[] weights, List<double[]> expectations) {
        return IntStream.range(0, expectations.get(0).length)
                .mapToDouble(i -> Math.log(mixed(weights, expectations, i)))
                .sum();
    }

    /** 1,000 replications have a standard error below 0.5 / sqrt(1000): a false alarm is one in 10^9. */
    @Test
    void pseudoAveragingIsAsInR() {
        SplittableRandom random = new SplittableRandom(5);
        double[] found = ModelWeights.pseudoAveraging(
                MODELS.stream().map(LeaveOneOut::expectations).toList(), random::nextDouble);
        double[] expected = Fixtures.vector(fixture.get("averaging"));
        for (int k = 0; k < found.length; k++) {
            assertThat(found[k]).isCloseTo(expected[k], within(6.1 * 0.5 / Math.sqrt(1000)));
        }
        assertThat(Arrays.stream(found).sum()).isCloseTo(1, within(1e-12));
    }

    @Test
    void unitsThatCannotBeLeftOutAreNamed() {
        LeaveOneOut loo = MODELS.get(0);
        assertThat(loo.unreliable()).extracting(LeaveOneOut.Unit::name).containsExactly("y[7]");
        assertThat(loo.error()).isNaN();
        assertThat(Arrays.stream(loo.shapes()).sum()).isEqualTo(9);
    }

    /** Where the likelihood does not depend on the unknowns, every way to predict a unit is the same. */
    @Test
    void constantLogLikelihoods() {
        double[][] constant = new double[2][100];
        Arrays.stream(constant).forEach(chain -> Arrays.fill(chain, -1.5));
        LeaveOneOut.Unit unit =
                LeaveOneOut.of(logs(List.<double[][]>of(constant))).units().get(0);
        assertThat(unit.expectation()).isCloseTo(-1.5, within(1e-12));
        assertThat(unit.variance()).isZero();
    }

    /** A history of a thousand captures has a likelihood that no double can hold. */
    @Test
    void tinyLikelihoods() {
        List<double[][]> units = new ArrayList<>();
        fixture.get("models").get(0).get("logLikelihoods").forEach(unit -> units.add(Fixtures.chains(unit)));
        List<double[][]> tiny = units.stream()
                .map(chains -> Arrays.stream(chains)
                        .map(chain ->
                                Arrays.stream(chain).map(log -> log - 2000).toArray())
                        .toArray(double[][]::new))
                .toList();
        LeaveOneOut loo = LeaveOneOut.of(logs(tiny));
        for (int i = 0; i < units.size(); i++) {
            LeaveOneOut.Unit expected = MODELS.get(0).units().get(i);
            assertThat(loo.units().get(i).expectation()).isCloseTo(expected.expectation() - 2000, within(1e-6));
            assertThat(loo.units().get(i).shape()).isCloseTo(expected.shape(), within(1e-6));
        }
    }
}
