package dev.tandem.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.program.Summing;
import dev.tandem.density.Cursor;
import dev.tandem.density.contract.DensityContract;
import dev.tandem.distributions.catalogue.Distributions;
import dev.tandem.distributions.scalar.ScalarDistribution;
import dev.tandem.draws.Draws;
import dev.tandem.language.data.DataFile;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import dev.tandem.sampling.Sampling;
import dev.tandem.sampling.Settings;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Unknowns of which only a side is asked for are taken apart: the density is that of the model with them integrated out, and
 * what is reported of them is drawn from the right side. Bounds of means are 5 standard errors of independent draws wide, a
 * false alarm in 10^6.
 */
@Isolated("what it allocates is measured, and the compiler that takes objects of libraries away is busy beside others")
class SidesTest {
    /** An animal may be absent, and if it is there it may not be seen within the time. */
    private static final String CENSORED = " for (i in 1:4) { z[i] ~ dbern(psi)  d[i] ~ dbern(theta[i])"
            + "  theta[i] <- z[i] * step(x[i] - cut[i]) + (1 - z[i]) } }";

    private static final double[] CUT = {1, 0.8, 1.1, 1.2};
    private static final String DATA = "x <- c(0.5, NA, NA, NA); d <- c(0, 1, 1, 0); cut <- c(1, 0.8, 1.1, 1.2)";

    private static CompiledDensity density(String model, String data, Summing summing) {
        DataSet known = DataFile.parse(SourceText.of("data.R", data), Dialect.JAGS);
        return Model.of(model).with(known).summing(summing).compile();
    }

    @ParameterizedTest
    @ValueSource(strings = {"dexp(s * exp(a))", "dweib(s, exp(a))", "dlnorm(a, s)", "dnorm(a, s)", "dlogis(a, s)"})
    void theDensityIsIntegratedOverWhatIsNotSeen(String law) {
        CompiledDensity density = density(
                "model { a ~ dnorm(0, 1)  s ~ dexp(1)  psi ~ dunif(0, 1)  for (i in 1:4) { x[i] ~ " + law + " }"
                        + CENSORED,
                DATA,
                Summing.automatic());
        assertThat(density.space().dimension()).isEqualTo(3);
        assertThat(density.space().sites()).isZero();
        assertThat(density.drawnForwards()).containsExactly("x");
        assertThat(DensityContract.check(density, 1)).isEmpty();
        ScalarDistribution d =
                Distributions.scalar(law.substring(0, law.indexOf('('))).orElseThrow();
        Cursor cursor = density.cursor();
        SplittableRandom random = new SplittableRandom(2);
        double offset = Double.NaN;
        double leastOfWrong = Double.POSITIVE_INFINITY;
        double mostOfWrong = Double.NEGATIVE_INFINITY;
        for (int point = 0; point < 20; point++) {
            double[] q = random.doubles(3, -2, 2).toArray();
            double a = q[0];
            double s = Math.exp(q[1]);
            double psi = 1 / (1 + Math.exp(-q[2]));
            double[] p = law.startsWith("dexp")
                    ? new double[] {s * Math.exp(a)}
                    : law.startsWith("dweib") ? new double[] {s, Math.exp(a)} : new double[] {a, s};
            double expected = -a * a / 2 - s + Math.log(s) + Math.log(psi) + Math.log1p(-psi);
            expected += Math.log(psi) + d.logDensity(0.5, p);
            for (int i = 1; i <= 2; i++) {
                expected += Math.log(psi * (1 - d.cumulative(CUT[i], p)) + 1 - psi);
            }
            expected += Math.log(psi * d.cumulative(CUT[3], p));
            cursor.moveTo(q);
            double difference = cursor.logDensity() - expected;
            offset = point == 0 ? difference : offset;
            assertThat(difference).as("a %s, s %s, psi %s", a, s, psi).isCloseTo(offset, within(1e-9));
            // The wrong side of the last place would not do.
            double wrong = difference + Math.log(d.cumulative(CUT[3], p)) - Math.log1p(-d.cumulative(CUT[3], p));
            leastOfWrong = Math.min(leastOfWrong, wrong);
            mostOfWrong = Math.max(mostOfWrong, wrong);
        }
        assertThat(mostOfWrong - leastOfWrong).isGreaterThan(0.1);
    }

    @Test
    void whatIsReportedLiesOnItsSide() {
        CompiledDensity density = density(
                "model { psi ~ dbeta(20000, 20000)  for (i in 1:4) { x[i] ~ dexp(0.7) }" + CENSORED,
                DATA,
                Summing.automatic());
        Draws draws = Sampling.run(
                        density,
                        Settings.defaults()
                                .withChains(2)
                                .withWarmup(200)
                                .withDraws(10_000)
                                .withSeed(1))
                .draws();
        double[] x = all(draws, "x[2]");
        double[] z = all(draws, "z[2]");
        double[] seen = all(draws, "x[4]");
        double sum = 0;
        double both = 0;
        double sumSeen = 0;
        for (int i = 0; i < x.length; i++) {
            assertThat(z[i] == 0 || x[i] >= CUT[1]).isTrue();
            assertThat(seen[i]).isBetween(0.0, CUT[3]);
            sum += x[i] / x.length;
            both += z[i] / x.length;
            sumSeen += seen[i] / x.length;
        }
        double rate = 0.7;
        double survival = Math.exp(-rate * CUT[1]);
        double there = 0.5 * survival / (0.5 * survival + 0.5);
        assertThat(both).isCloseTo(there, within(5 * Math.sqrt(there * (1 - there) / x.length)));
        // Where it is absent, nothing is known of the time; where it is there, the time is beyond the end.
        double mean = there * (CUT[1] + 1 / rate) + (1 - there) / rate;
        double second = there * (Math.pow(CUT[1] + 1 / rate, 2) + 1 / (rate * rate)) + (1 - there) * 2 / (rate * rate);
        assertThat(sum).isCloseTo(mean, within(5 * Math.sqrt((second - mean * mean) / x.length)));
        double f = -Math.expm1(-rate * CUT[3]);
        double meanSeen = 1 / rate - CUT[3] * (1 - f) / f;
        assertThat(sumSeen).isCloseTo(meanSeen, within(5 * CUT[3] / Math.sqrt(12.0 * x.length)));
    }

    /** Two places, another use, a place that is no possible value, nothing observed, a model that is to stay as it is. */
    @Test
    void othersStayAsTheyAre() {
        String law = "model { psi ~ dunif(0, 1)  s ~ dexp(1)  for (i in 1:4) { x[i] ~ dexp(s) }";
        assertThat(density(law + CENSORED, DATA, Summing.automatic()).drawnForwards())
                .containsExactly("x");
        assertThat(density(
                                law + " e ~ dbern(0.5 + 0.1 * step(x[2] - 3)) " + CENSORED,
                                DATA + "; e <- 1",
                                Summing.automatic())
                        .drawnForwards())
                .isEmpty();
        assertThat(density(law + " y ~ dnorm(x[2], 1) " + CENSORED, DATA + "; y <- 1", Summing.automatic())
                        .drawnForwards())
                .isEmpty();
        assertThat(density(law + CENSORED, DATA.replace("1.2", "-1.2").replace("1, 0)", "1, 1)"), Summing.automatic())
                        .drawnForwards())
                .isEmpty();
        assertThat(density(law + CENSORED, DATA, Summing.none()).drawnForwards())
                .isEmpty();
        assertThat(density(law + CENSORED, DATA, Summing.joint()).drawnForwards())
                .isEmpty();
        CompiledDensity derived = density(law + " long <- 2 * step(x[1] - 1) }", "y <- 1", Summing.automatic());
        assertThat(derived.drawnForwards()).contains("x");
        assertThat(derived.space().sites()).isZero();
    }

    /** Values of unknowns are found by name, in the model as it is written. */
    @Test
    void startsCanBeGiven() {
        BoundModel model = Model.of(
                        "model { psi ~ dunif(0, 1)  s ~ dexp(1)  for (i in 1:4) { x[i] ~ dexp(s) }" + CENSORED)
                .with(DataFile.parse(SourceText.of("data.R", DATA), Dialect.JAGS));
        DataSet inits = DataFile.parse(
                SourceText.of("inits.R", "psi <- 0.25; z <- c(1, 1, 0, 1); x <- c(NA, 2, 3, 0.1)"), Dialect.JAGS);
        Starts starts = model.starts(Settings.defaults().withChains(1).withSeed(1), inits);
        assertThat(starts.points().get(0).q()[0]).isCloseTo(Math.log(0.25 / 0.75), within(1e-8));
    }

    private static double[] all(Draws draws, String name) {
        for (int e = 0; e < draws.elements(); e++) {
            if (draws.elementName(e).equals(name)) {
                double[][] chains = draws.element(e);
                double[] joined = new double[chains.length * chains[0].length];
                for (int c = 0; c < chains.length; c++) {
                    System.arraycopy(chains[c], 0, joined, c * chains[c].length, chains[c].length);
                }
                return joined;
            }
        }
        throw new IllegalArgumentException(name);
    }
}
