package dev.tandem.validation.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.language.data.DataFile;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.validation.oracle.PosteriorTruth.Expectation;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Quadrature against closed forms, against draws from the prior, and where it has to give up. */
class PosteriorTruthTest {
    private static Oracle oracle(String model, String data) {
        ModelCase one = new ModelCase(
                "one",
                model,
                data.isEmpty()
                        ? Map.of()
                        : DataFile.parse(SourceText.of("one.R", data), Dialect.JAGS)
                                .arrays(),
                Map.of());
        return Oracle.of(one.model(), one.data());
    }

    /** The probability of the most likely value. */
    private static Expectation mass(List<Expectation> truth, String element) {
        return truth.stream()
                .filter(one -> one.element().equals(element) && !Double.isNaN(one.usual()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void oneContinuousUnknownOnTheLineBetweenEndsAndAboveOne() {
        List<Expectation> mixture = PosteriorTruth.integrate(
                        oracle("model { z ~ dbern(0.5)  x ~ dnorm(3 * z, 1)  y ~ dnorm(x, 1) }", "y <- 2"))
                .orElseThrow();
        // y is normal about 0 or 3 with variance 2.
        assertThat(mass(mixture, "z").usual()).isEqualTo(1);
        assertThat(mass(mixture, "z").value()).isCloseTo(1 / (1 + Math.exp((1 - 4) / 4.0)), within(1e-8));
        List<Expectation> ends = PosteriorTruth.integrate(oracle("model { p ~ dbeta(0.3, 0.6)  k ~ dbern(p) }", ""))
                .orElseThrow();
        assertThat(mass(ends, "k").value()).isCloseTo(2.0 / 3, within(1e-6));
        List<Expectation> above = PosteriorTruth.integrate(oracle("model { w ~ dexp(1)  k ~ dpois(w) }", ""))
                .orElseThrow();
        assertThat(mass(above, "k").value()).isCloseTo(0.5, within(1e-8));
    }

    @Test
    void twoContinuousUnknownsOfWhichOneBoundsTheOther() {
        List<Expectation> truth = PosteriorTruth.integrate(
                        oracle("model { b ~ dexp(1)  x ~ dunif(0, b)  k ~ dbern(x / b) }", ""))
                .orElseThrow();
        assertThat(mass(truth, "k").value()).isCloseTo(0.5, within(1e-6));
        Oracle regression = oracle(
                "model { a ~ dnorm(0, 1)  tau ~ dgamma(2, 2)  for (i in 1:3) { y[i] ~ dnorm(a, tau) } }",
                "y <- c(-0.3, 0.4, 1.9)");
        List<Expectation> integrated = PosteriorTruth.integrate(regression).orElseThrow();
        List<Expectation> weighed = PosteriorTruth.weigh(regression, 40_000, 1).orElseThrow();
        for (int i = 0; i < integrated.size(); i++) {
            // Four standard errors of the weighed draws, for two expectations: a false alarm in 8,000 seeds.
            assertThat(integrated.get(i).value())
                    .isCloseTo(weighed.get(i).value(), within(4 * weighed.get(i).error()));
        }
    }

    @Test
    void givesUpWhereItCannotTell() {
        String jump = "model { x ~ dnorm(0, 1)  z ~ dbern(0.2 + 0.6 * step(x - 0.3)) }";
        assertThat(PosteriorTruth.integrate(oracle(jump, ""))).isEmpty();
        // A third of the prior lies closer to 0 than a grid goes.
        String spike = "model { x ~ dgamma(0.04, 1)  k ~ dpois(x) }";
        assertThat(PosteriorTruth.integrate(oracle(spike, ""))).isEmpty();
        String sum = "model { x ~ dnorm(0, 1)  y ~ dnorm(0, 1)  s ~ dsum(x, y) }";
        assertThat(PosteriorTruth.integrate(oracle(sum, "s <- 1"))).isEmpty();
        String simplex = "model { p[1:2] ~ ddirch(c(1, 1))  k ~ dcat(p[]) }";
        assertThat(PosteriorTruth.integrate(oracle(simplex, ""))).isEmpty();
        String three = "model { for (i in 1:3) { x[i] ~ dnorm(0, 1) } }";
        assertThat(PosteriorTruth.integrate(oracle(three, ""))).isEmpty();
    }
}
