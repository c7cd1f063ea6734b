package dev.tandem.draws.judging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.draws.Fixtures;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.commons.numbers.gamma.InverseErfc;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A regression with known variance, whose posterior and predictive densities are normal: an outlier is left out exactly.
 * Errors are stated by the estimate itself; six of them are a false alarm in 10^8.
 */
class MomentMatchingTest {
    private static final int DRAWS = 4000;
    private static final double[] X = {-1, -0.6, -0.2, 0.2, 0.6, 1};
    private static final double[] Y = {0.1, 0.4, -0.2, 0.3, 0.5, 7.5};
    private static final int OUTLIER = 5;

    /** Mean and lower factor of the covariance of intercept and slope under flat priors, one observation perhaps left out. */
    private static double[] posterior(int without) {
        double n = 0;
        double sx = 0;
        double sxx = 0;
        double sy = 0;
        double sxy = 0;
        for (int i = 0; i < X.length; i++) {
            if (i != without) {
                n++;
                sx += X[i];
                sxx += X[i] * X[i];
                sy += Y[i];
                sxy += X[i] * Y[i];
            }
        }
        double det = n * sxx - sx * sx;
        double[] variances = {sxx / det, -sx / det, n / det};
        return new double[] {
            (sxx * sy - sx * sxy) / det,
            (n * sxy - sx * sy) / det,
            Math.sqrt(variances[0]),
            variances[1] / Math.sqrt(variances[0]),
            Math.sqrt(variances[2] - variances[1] * variances[1] / variances[0])
        };
    }

    private static double logLikelihood(double[] at, int i) {
        double residual = Y[i] - at[0] - at[1] * X[i];
        return -0.5 * residual * residual - 0.5 * Math.log(2 * Math.PI);
    }

    private static double logDensity(double[] at) {
        double sum = 3.7; // a constant, which must not matter
        for (int i = 0; i < X.length; i++) {
            sum += logLikelihood(at, i);
        }
        return sum;
    }

    private static double normal(SplittableRandom random) {
        return -Math.sqrt(2) * InverseErfc.value(2 * (random.nextDouble() * (1 - 1e-15) + 1e-16));
    }

    private static double exact(int unit) {
        double[] p = posterior(unit);
        double mean = p[0] + p[1] * X[unit];
        double a = p[2] + p[3] * X[unit];
        double b = p[4] * X[unit];
        double variance = a * a + b * b + 1;
        return -0.5 * (Y[unit] - mean) * (Y[unit] - mean) / variance - 0.5 * Math.log(2 * Math.PI * variance);
    }

    @Test
    void anOutlierIsLeftOutExactly() {
        SplittableRandom random = new SplittableRandom(3);
        double[] p = posterior(-1);
        double[][] positions = new double[DRAWS][2];
        double[][] logs = new double[4][DRAWS / 4];
        for (int s = 0; s < DRAWS; s++) {
            double first = normal(random);
            positions[s][0] = p[0] + p[2] * first;
            positions[s][1] = p[1] + p[3] * first + p[4] * normal(random);
            logs[s / (DRAWS / 4)][s % (DRAWS / 4)] = logLikelihood(positions[s], OUTLIER);
        }
        LeaveOneOut.Unit weighted = LeaveOneOut.of(new LogLikelihoods() {
                    @Override
                    public java.util.List<String> units() {
                        return java.util.List.of("y[6]");
                    }

                    @Override
                    public double[][] of(int unit) {
                        return logs;
                    }
                })
                .units()
                .get(0);
        double exact = exact(OUTLIER);
        assertThat(weighted.reliable()).isFalse();
        assertThat(Math.abs(weighted.expectation() - exact)).isGreaterThan(0.5);
        MomentMatching matching = new MomentMatching(
                (draw, at, unit, result) -> {
                    result[0] = logDensity(at);
                    result[1] = logLikelihood(at, OUTLIER);
                },
                positions);
        Optional<LeaveOneOut.Unit> matched = matching.leaveOut(0, weighted, logs);
        assertThat(matched).isPresent();
        assertThat(matched.get().reliable()).isTrue();
        assertThat(matched.get().how()).isEqualTo(LeaveOneOut.How.MATCHED);
        assertThat(matched.get().error()).isLessThan(0.1);
        assertThat(matched.get().expectation())
                .isCloseTo(exact, within(6 * matched.get().error()));
    }

    /** Draws, densities and likelihoods of make-moment-matching-fixtures.R: the same shape and the same expectation as R's loo. */
    @Test
    void asLooMatchesMoments() throws IOException {
        JsonNode fixture;
        try (InputStream in = Fixtures.class.getResourceAsStream("moment-matching.json")) {
            fixture = JsonMapper.shared().readTree(in);
        }
        double[] x = Fixtures.vector(fixture.get("x"));
        double[] y = Fixtures.vector(fixture.get("y"));
        double[][] positions = new double[fixture.get("positions").size()][];
        Arrays.setAll(positions, s -> Fixtures.vector(fixture.get("positions").get(s)));
        int chains = fixture.get("chains").get(0).asInt();
        int perChain = positions.length / chains;
        LogLikelihoods likelihoods = new LogLikelihoods() {
            @Override
            public List<String> units() {
                return IntStream.range(0, y.length).mapToObj(Integer::toString).toList();
            }

            @Override
            public double[][] of(int unit) {
                double[][] logs = new double[chains][perChain];
                for (int s = 0; s < positions.length; s++) {
                    logs[s / perChain][s % perChain] = normalLog(x, y, positions[s], unit);
                }
                return logs;
            }
        };
        List<LeaveOneOut.Unit> weighted = LeaveOneOut.of(likelihoods).units();
        MomentMatching matching = new MomentMatching(
                (draw, at, unit, result) -> {
                    result[0] = -8 * at[2] * at[2];
                    for (int i = 0; i < y.length; i++) {
                        result[0] += normalLog(x, y, at, i);
                    }
                    result[1] = normalLog(x, y, at, unit);
                },
                positions);
        int moved = 0;
        for (int unit = 0; unit < y.length; unit++) {
            LeaveOneOut.Unit before = weighted.get(unit);
            close(before.shape(), fixture.get("weightedShape").get(unit));
            LeaveOneOut.Unit after = before.reliable()
                    ? before
                    : matching.leaveOut(unit, before, likelihoods.of(unit)).orElseThrow();
            close(after.shape(), fixture.get("shape").get(unit));
            close(after.expectation(), fixture.get("expectation").get(unit));
            moved += before.reliable() ? 0 : 1;
        }
        assertThat(moved).isPositive();
    }

    private static double normalLog(double[] x, double[] y, double[] at, int i) {
        double residual = (y[i] - at[0] - at[1] * x[i]) / Math.exp(at[2]);
        return -0.5 * residual * residual - at[2] - 0.5 * Math.log(2 * Math.PI);
    }

    private static void close(double found, JsonNode expected) {
        assertThat(found).isCloseTo(expected.asDouble(), within(1e-8 * (1 + Math.abs(expected.asDouble()))));
    }

    /** What was moved by several maps in turn comes back by the inverse. */
    @Test
    void mapsAreInverted() {
        SplittableRandom random = new SplittableRandom(8);
        double[][] positions = new double[200][3];
        double[] weights = new double[200];
        double total = 0;
        for (int s = 0; s < 200; s++) {
            for (int i = 0; i < 3; i++) {
                positions[s][i] = (i + 1) * normal(random) + 0.5 * (i > 0 ? positions[s][i - 1] : 0);
            }
            weights[s] = random.nextDouble();
            total += weights[s];
        }
        double all = total;
        double[] logWeights = Arrays.stream(weights).map(w -> Math.log(w / all)).toArray();
        AffineMap map = AffineMap.identity(positions);
        double[][] moved = positions;
        for (AffineMap.Kind kind : AffineMap.Kind.values()) {
            AffineMap step = AffineMap.matching(kind, moved, logWeights).orElseThrow();
            moved = step.apply(moved);
            map = map.then(step);
        }
        double[][] back = map.inverse().apply(map.apply(positions));
        for (int s = 0; s < 200; s++) {
            for (int i = 0; i < 3; i++) {
                assertThat(back[s][i]).isCloseTo(positions[s][i], within(1e-10));
            }
        }
        // A map that matches the covariance has it, and the mean too.
        double[][] matched = AffineMap.matching(AffineMap.Kind.COVARIANCE, positions, logWeights)
                .orElseThrow()
                .apply(positions);
        double expected = 0;
        double found = 0;
        for (int s = 0; s < 200; s++) {
            expected += Math.exp(logWeights[s]) * positions[s][2];
            found += matched[s][2] / 200;
        }
        assertThat(found).isCloseTo(expected, within(1e-10));
    }
}
