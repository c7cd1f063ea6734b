package dev.tandem.distributions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.distributions.catalogue.Distribution;
import dev.tandem.distributions.catalogue.Distributions;
import dev.tandem.distributions.catalogue.Domain;
import dev.tandem.distributions.scalar.ScalarDistribution;
import dev.tandem.distributions.scalar.Truncation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

/** Samplers against their distribution functions, and masses against one. */
class SamplersTest {
    private static final long SEED = 20261115;
    private static final int DRAWS = 20_000;

    /** Kolmogorov's bound 2 exp(-2 d^2) = 1e-6; for discrete distributions the true rate is smaller still. */
    private static final double LIMIT = Math.sqrt(-0.5 * Math.log(0.5e-6));

    private record Case(String name, List<Double> parameters) {
        double[] p() {
            return parameters.stream().mapToDouble(Double::doubleValue).toArray();
        }
    }

    private static Case of(String name, double... p) {
        return new Case(name, Arrays.stream(p).boxed().toList());
    }

    private static final List<Case> LISTED = List.of(
            of("dnorm", 2, 0.3),
            of("dgamma", 0.2, 2),
            of("dgamma", 7, 0.1),
            of("dbeta", 0.3, 0.6),
            of("dbeta", 4, 9),
            of("dunif", -1, 3),
            of("dexp", 3),
            of("dt", 1, 0.2, 3),
            of("dlnorm", 0.5, 2),
            of("dweib", 1.7, 0.4),
            of("dlogis", 1, 3),
            of("ddexp", 1, 3),
            of("dchisqr", 3),
            of("df", 3, 7),
            of("dgen.gamma", 2, 1.5, 3),
            of("dpar", 2, 1.5),
            of("dnchisqr", 2, 5),
            of("dnt", 1, 0.5, 6),
            of("dscaled.gamma", 2, 3),
            of("dbern", 0.3),
            of("dbin", 0.3, 12),
            of("dbin", 0.7, 300),
            of("dpois", 4),
            of("dpois", 90),
            of("dnegbin", 0.2, 2.5),
            of("dhyper", 20, 30, 15, 1.7),
            of("dbetabin", 1.5, 2.5, 40));

    private static final List<Case> CASES = withOthers();

    /** Those that are not listed, with parameters inside their domains. */
    private static List<Case> withOthers() {
        List<Case> cases = new ArrayList<>(LISTED);
        for (Distribution row : Distributions.all()) {
            boolean listed = LISTED.stream().anyMatch(c -> c.name().equals(row.name()));
            row.scalar()
                    .filter(distribution -> !listed && distribution.has("cumulative"))
                    .ifPresent(distribution -> cases.add(new Case(
                            row.name(),
                            row.parameters().stream()
                                    .map(parameter -> parameter.domain() == Domain.COUNT ? 5.0 : 0.7)
                                    .toList())));
        }
        return cases;
    }

    @Test
    void followTheirDistributionFunctions() {
        List<String> failures = new ArrayList<>();
        for (Case c : CASES) {
            double distance = distance(c);
            if (!(distance < LIMIT)) {
                failures.add(c + " seed " + SEED + ": " + distance);
            }
        }
        assertThat(failures).isEmpty();
    }

    private static double distance(Case c) {
        ScalarDistribution distribution = Distributions.scalar(c.name()).orElseThrow();
        UniformRandomProvider rng = RandomSource.L64_X128_MIX.create(SEED);
        double[] p = c.p();
        double[] draw = new double[DRAWS];
        for (int i = 0; i < DRAWS; i++) {
            draw[i] = distribution.sample(rng, p);
        }
        Arrays.sort(draw);
        double distance = 0;
        for (int i = 0; i < DRAWS; i++) {
            boolean last = i == DRAWS - 1 || draw[i + 1] != draw[i];
            if (last) {
                distance = Math.max(distance, Math.abs(distribution.cumulative(draw[i], p) - (i + 1.0) / DRAWS));
            }
        }
        return distance * Math.sqrt(DRAWS);
    }

    @Test
    void massesSumToOneAndToTheDistributionFunction() {
        for (Case c : CASES) {
            ScalarDistribution distribution = Distributions.scalar(c.name()).orElseThrow();
            if (distribution.discrete()) {
                double sum = 0;
                for (int x = 0; x < 2000; x++) {
                    sum += Math.exp(distribution.logDensity(x, c.p()));
                    assertThat(distribution.cumulative(x, c.p()))
                            .as(c + " at " + x)
                            .isCloseTo(sum, org.assertj.core.api.Assertions.within(1e-11));
                }
                assertThat(sum).as(c.toString()).isCloseTo(1, org.assertj.core.api.Assertions.within(1e-11));
            }
        }
    }

    @Test
    void nanInNanOut() {
        for (Case c : CASES) {
            ScalarDistribution distribution = Distributions.scalar(c.name()).orElseThrow();
            assertThat(distribution.logDensity(Double.NaN, c.p())).as(c.name()).isNaN();
            for (int i = 0; i < c.p().length; i++) {
                double[] p = c.p();
                p[i] = Double.NaN;
                assertThat(distribution.logDensity(1, p))
                        .as(c.name() + " parameter " + i)
                        .isNaN();
            }
        }
    }

    @Test
    void infiniteBoundsHoldEverything() {
        double none = Double.POSITIVE_INFINITY;
        for (Case c : CASES) {
            ScalarDistribution distribution = Distributions.scalar(c.name()).orElseThrow();
            assertThat(Truncation.logProbability(distribution, -none, none, c.p()))
                    .as(c.name())
                    .isCloseTo(0, org.assertj.core.api.Assertions.within(1e-13));
            for (int i = 1; i <= c.p().length; i++) {
                if (distribution.has("c" + i)) {
                    assertThat(distribution.cumulativeDerivative(i, none, c.p()))
                            .as(c.name())
                            .isZero();
                    assertThat(distribution.cumulativeDerivative(i, -none, c.p()))
                            .as(c.name())
                            .isZero();
                }
            }
        }
    }
}
