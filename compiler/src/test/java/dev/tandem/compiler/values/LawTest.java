package dev.tandem.compiler.values;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.distributions.catalogue.Distribution;
import dev.tandem.distributions.catalogue.Distributions;
import dev.tandem.distributions.catalogue.Parameter;
import dev.tandem.distributions.scalar.Normal;
import dev.tandem.distributions.scalar.Poisson;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bounds, draws and complaints of nodes; their densities are held against JAGS in {@link AgainstJagsTest}. */
class LawTest {
    private static final long SEED = 20_240_517;
    private static final double INFINITY = Double.POSITIVE_INFINITY;

    private final Evaluator evaluator = new Evaluator();
    private final Frame frame = Fixtures.frame();

    private Law law(String text) {
        return Law.of(Expressions.stochastic(text), evaluator, frame);
    }

    private static UniformRandomProvider random() {
        return RandomSource.XO_RO_SHI_RO_128_PP.create(SEED);
    }

    @Test
    void intervalsAreNotNormalised() {
        Value x = Value.scalar(0.5);
        assertThat(law("y ~ dnorm(0, 1) I(0, 1)").logDensity(x)).isEqualTo(Normal.logDensity(0.5, 0, 1));
        assertThat(law("y ~ dnorm(0, 1) I(1, )").logDensity(x)).isEqualTo(-INFINITY);
        assertThat(law("y ~ dnorm(0, 1) I( , 0)").logDensity(x)).isEqualTo(-INFINITY);
    }

    @Test
    void truncationExcludesWhatIsBeyond() {
        assertThat(law("y ~ dnorm(0, 1) T(1, )").logDensity(Value.scalar(0.5))).isEqualTo(-INFINITY);
        assertThat(law("y ~ dpois(3) T( , 2)").logDensity(Value.scalar(3))).isEqualTo(-INFINITY);
        assertThat(law("y ~ dnorm(0, 1) T(2, 1)").logDensity(Value.scalar(1.5))).isEqualTo(-INFINITY);
        assertThat(law("y ~ dnorm(0, 1) T(1, )").logDensity(Value.scalar(1))).isFinite();
        assertThat(law("y ~ dinterval(x, cut) T(2, )").logDensity(Value.scalar(1)))
                .isEqualTo(-INFINITY);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "y ~ dnorm(0, 1) | -Infinity | Infinity",
                "y ~ dnorm(0, 1) T(x, ) | 2.5 | Infinity",
                "y ~ dgamma(1, 1) T(-3, 4) | 0 | 4",
                "y ~ dbeta(1, 1) | 0 | 1",
                "y ~ dunif(x, 7) | 2.5 | 7",
                "y ~ dpar(1, 3) | 3 | Infinity",
                "y ~ dbin(0.5, 8) T(1.5, 3.5) | 2 | 3",
                "y ~ dhyper(4, 5, 7, 1) | 2 | 4",
                "y ~ dcat(p) | 1 | 3",
                "y ~ dinterval(x, cut) | 0 | 2",
                "y ~ dordered.logit(x, cut) | 1 | 3",
                "y ~ dmstate(1, 0.5, q) | 1 | 3",
                "y ~ dpick(0.5, 4, 2) | 2 | 4",
                "y[1:3] ~ ddirch(p) | -Infinity | Infinity",
            })
    void knowsTheEndsOfTheSupport(String text, double lower, double upper) {
        assertThat(law(text).lower()).isEqualTo(lower);
        assertThat(law(text).upper()).isEqualTo(upper);
    }

    /** Forward draws have positive density and are within the ends, for every distribution. */
    @Test
    void drawsArePossible() {
        UniformRandomProvider rng = random();
        for (String line : Fixtures.lines("densities.tsv")) {
            String text = line.substring(0, line.indexOf('\t'));
            Law law = law(text);
            int[] dims = Fixtures.value(line.split("\t", -1)[1], line.split("\t", -1)[2])
                    .dims();
            for (int i = 0; i < 20; i++) {
                Value draw = law.sample(rng, dims);
                assertThat(draw.dims()).as(text).isEqualTo(dims);
                assertThat(law.logDensity(draw))
                        .as("%s at %s, seed %d", text, draw, SEED)
                        .isGreaterThan(-INFINITY);
                assertThat(law.complaint(draw)).as(text).isEmpty();
            }
            assertThat(law.dims()).as(text).isEqualTo(dims);
        }
    }

    /**
     * Truncated draws against their distribution function, by trying and by inversion, in the middle and in the tails.
     * The probability of a false alarm is 1e-6 for each (Kolmogorov's bound), and the seed is fixed.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "y ~ dnorm(0, 1) T(-1, 2)",
                "y ~ dnorm(0, 1) T(2, )",
                "y ~ dnorm(0, 1) T(9, )",
                "y ~ dnorm(0, 1) T( , -9)",
                "y ~ dnorm(0, 1) T(-0.01, 0.02)",
                "y ~ dgamma(2, 3) T(6, 9)",
                "y ~ dgamma(0.1, 1) T( , 1.0E-20)",
                "y ~ dt(0, 1, 2) T(50, )",
                "y ~ dnorm(0, 1) I(3, 4)",
            })
    void truncatedDrawsFollowTheirDistribution(String text) {
        Law law = law(text);
        UniformRandomProvider rng = random();
        int n = 2_000;
        double[] draws = new double[n];
        for (int i = 0; i < n; i++) {
            draws[i] = law.sample(rng, new int[] {1}).scalar();
        }
        Arrays.sort(draws);
        assertThat(draws[0]).isGreaterThanOrEqualTo(law.lower());
        assertThat(draws[n - 1]).isLessThanOrEqualTo(law.upper());
        double distance = 0;
        for (int i = 0; i < n; i++) {
            double share = cumulative(text, law, draws[i]);
            distance = Math.max(distance, Math.max(share - (double) i / n, (i + 1.0) / n - share));
        }
        assertThat(distance * Math.sqrt(n)).as("%s, seed %d", text, SEED).isLessThan(2.7);
    }

    /** The share of the truncated mass up to x, from the normaliser of the truncation to that. */
    private double cumulative(String text, Law law, double x) {
        String all = text.replace(" I(", " T(");
        String up = all.substring(0, all.lastIndexOf(',')) + ", " + x + ")";
        Value place = Value.scalar(law.lower() == -INFINITY ? x : 0.5 * (law.lower() + x));
        return Math.exp(law(all).logDensity(place) - law(up).logDensity(place));
    }

    @Test
    void truncatedCountsFollowTheirProbabilities() {
        UniformRandomProvider rng = random();
        Law law = law("y ~ dpois(2) T(7, 9)");
        int n = 20_000;
        double[] count = new double[10];
        for (int i = 0; i < n; i++) {
            count[(int) law.sample(rng, new int[] {1}).scalar()]++;
        }
        double total = 0;
        for (int k = 7; k <= 9; k++) {
            total += Math.exp(Poisson.logDensity(k, 2));
        }
        for (int k = 7; k <= 9; k++) {
            double p = Math.exp(Poisson.logDensity(k, 2)) / total;
            // Five standard deviations: a false alarm once in 1.7 million.
            assertThat(count[k] / n).as("seed %d", SEED).isCloseTo(p, within(5 * Math.sqrt(p * (1 - p) / n)));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "y ~ dbern(0.5) | 3 | dbern takes 0 or 1, not 3",
                "y ~ dpois(2) | -1 | dpois takes whole numbers from 0, not -1",
                "y ~ dpois(2) | 2.5 | dpois takes whole numbers from 0, not 2.5",
                "y ~ dbin(0.5, 10) | 11 | dbin(p, 10) takes whole numbers from 0 to 10, not 11",
                "y ~ dbinom(0.5, 3) | 4 | dbinom(p, 3) takes 0, 1, 2 or 3, not 4",
                "y ~ dbetabin(1, 1, 9) | 10 | dbetabin(a, b, 9) takes whole numbers from 0 to 9, not 10",
                "y ~ dhyper(4, 5, 7, 1) | 1 | dhyper(4, 5, 7, psi) takes 2, 3 or 4, not 1",
                "y ~ dnegbin(0.5, 2) | 0.5 | dnegbin takes whole numbers from 0, not 0.5",
                "y ~ dgamma(1, 1) | -1 | dgamma takes positive numbers, not -1",
                "y ~ dgamma(2, 1) | 0 | dgamma(2, 1) gives 0 no density",
                "y ~ dlnorm(0, 1) | 0 | dlnorm takes positive numbers, not 0",
                "y ~ dexp(1) | -2 | dexp takes numbers from 0, not -2",
                "y ~ dbeta(1, 1) | 1.5 | dbeta takes numbers from 0 to 1, not 1.5",
                "y ~ dunif(0, x) | 3 | dunif(0, 2.5) takes numbers from 0 to 2.5, not 3",
                "y ~ dpar(1, 2) | 1 | dpar(alpha, 2) takes numbers from 2, not 1",
                "y ~ dcat(p) | 4 | dcat(3 weights) takes 1, 2 or 3, not 4",
                "y ~ dcat(c(1, 0, 1)) | 2 | dcat(a vector of 3) gives 2 no density",
                "y ~ dinterval(x, cut) | 3 | dinterval(2 cut points) takes 0, 1 or 2, not 3",
                "y ~ dinterval(x, cut) | 0 | dinterval(2.5, a vector of 2) gives 0 no density",
                "y ~ dordered.probit(x, cut) | 0 | dordered.probit(2 cut points) takes 1, 2 or 3, not 0",
                "y ~ dmstate(1, 1, q) | 4 | dmstate(3 states) takes 1, 2 or 3, not 4",
                "y ~ dpick(0.5, 4, 2) | 3 | dpick(0.5, 4, 2) gives 3 no density",
                "y ~ dnorm(0, 1) | Infinity | dnorm takes finite numbers, not Infinity",
                "y ~ dnorm(0, -1) | 3 | tau of dnorm must be positive, not -1",
                "y ~ dnorm(0, 1) T(0, ) | -1 | dnorm T(0,) takes numbers from 0, not -1",
                "y ~ dnorm(0, 1) T( , 0) | 1 | dnorm T(,0) takes numbers up to 0, not 1",
                "y ~ dnorm(0, 1) T(2, 1) | 1.5 | dnorm T(2,1) takes no value at all, not 1.5",
                "y ~ dpois(3) T(1, ) | 0 | dpois T(1,) takes whole numbers from 1, not 0",
                "y ~ dgamma(2, 1) I(1, 2) | 3 | dgamma I(1,2) takes numbers from 1 to 2, not 3",
            })
    void saysWhyAValueIsImpossible(String text, double value, String complaint) {
        assertThat(law(text).complaint(Value.scalar(value))).contains(complaint);
        assertThat(Law.complaint(Expressions.stochastic(text), evaluator, frame, Value.scalar(value)))
                .contains(complaint);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "y[1:3] ~ ddirch(p) | 0.2 0.3 0.4 | ddirch takes probabilities that sum to 1, not to 0.9",
                "y[1:3] ~ ddirch(p) | -0.5 0.5 1 | ddirch takes probabilities, not -0.5",
                "y[1:3] ~ dmulti(p, 6) | 1 2 4 | dmulti takes counts that sum to 6, not to 7",
                "y[1:3] ~ dmulti(p, 6) | 1.5 2 4 | dmulti takes whole numbers from 0, not 1.5",
                "y[1:3] ~ dsample(p, 2) | 1 2 0 | dsample takes 0 or 1, not 2",
                "y[1:3] ~ dsample(p, 2) | 1 1 1 | dsample takes indicators that sum to 2, not to 3",
                "y[1:3] ~ dmnorm(p, s) | 1 -Infinity 1 | dmnorm takes finite numbers, not -Infinity",
                "y[1:3] ~ dnorm(0, 1) | 1 1 1 | dnorm takes single numbers, not a vector of 3",
            })
    void saysWhyAVectorIsImpossible(String text, String values, String complaint) {
        assertThat(law(text).complaint(Fixtures.value("3", values))).contains(complaint);
    }

    @Test
    void saysWhyAMatrixIsImpossible() {
        Law law = law("y[1:2, 1:2] ~ dwish(s[1:2, 1:2], 4)");
        assertThat(law.complaint(Fixtures.value("2 2", "1 0.5 0.4 1")))
                .contains("dwish takes a symmetric matrix, and this is not one");
        assertThat(law.complaint(Fixtures.value("2 2", "1 2 2 1")))
                .contains("dwish takes a positive definite matrix, and this is not one");
        assertThat(law.complaint(Fixtures.value("2 2", "1 0.5 0.5 1"))).isEmpty();
    }

    @Test
    void needsOnlyWhatIsKnown() {
        assertThat(complaint("y ~ dbern(unknown)", 3)).contains("dbern takes 0 or 1, not 3");
        assertThat(complaint("y ~ dgamma(r, mu)", -1)).contains("dgamma takes positive numbers, not -1");
        assertThat(complaint("y ~ dgamma(r, mu)", 0)).isEmpty();
        assertThat(complaint("y ~ dbin(theta, N)", 11)).isEmpty();
        assertThat(complaint("y ~ dbin(theta, N)", -1)).contains("dbin takes whole numbers from 0, not -1");
        assertThat(complaint("y ~ dbin(theta, 10)", 11))
                .contains("dbin(p, 10) takes whole numbers from 0 to 10, not 11");
        assertThat(complaint("y ~ dunif(0, b)", -1)).contains("dunif(0, b) takes numbers from 0, not -1");
        assertThat(complaint("y ~ dcat(w)", 0)).contains("dcat takes whole numbers from 1, not 0");
        assertThat(complaint("y ~ dnorm(mu, tau) T(0, )", -1)).contains("dnorm T(0,) takes numbers from 0, not -1");
        assertThat(complaint("y ~ dnorm(mu, tau) T(low, )", -1)).isEmpty();
        assertThat(complaint("y ~ dpois(mu)", Double.NaN)).isEmpty();
    }

    private static Optional<String> complaint(String text, double value) {
        return Law.complaint(Expressions.stochastic(text), Value.scalar(value));
    }

    /** No distribution needs its parameters to look at a value, and none complains of a plausible one. */
    @Test
    void everyDistributionCanBeAskedWithoutParameters() {
        for (Distribution distribution : Distributions.all()) {
            List<String> names = distribution.parameters().stream()
                    .map(parameter -> "par." + parameter.name())
                    .toList();
            String text = "y ~ " + distribution.name() + "(" + String.join(", ", names) + ")";
            assertThat(complaint(text, 1)).as(text).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "y ~ dgamma(1, -1) | 2:15 | lambda of dgamma must be positive, not -1",
                "y ~ dgamma(0, 1) | 2:12 | r of dgamma must be positive, not 0",
                "y ~ dbern(1.5) | 2:11 | p of dbern must be between 0 and 1, not 1.5",
                "y ~ dbin(0.5, 2.5) | 2:15 | n of dbin must be a whole number from 0, not 2.5",
                "y ~ dnegbin(0, 2) | 2:13 | p of dnegbin must be above 0 and at most 1, not 0",
                "y ~ dpois(-1) | 2:11 | lambda of dpois must be zero or positive, not -1",
                "y ~ dpois(1 / 0) | 2:11 | lambda of dpois must be zero or positive, not Infinity",
                "y ~ dunif(2, 1) | 2:14 | b of dunif must be above a, and 1 is not above 2",
                "y ~ dhyper(2, 3, 6, 1) | 2:18 | m1 of dhyper must be at most n1 + n2, which is 5",
                "y ~ dcat(c(1, -1)) | 2:10 | p of dcat must be zero or positive, not -1",
                "y ~ dcat(c(0, 0)) | 2:10 | p of dcat must not be zero throughout",
                "y ~ dordered.logit(x, c(3, 1)) | 2:23 | cut of dordered.logit must ascend, and 1 follows 3",
                "y[1:3] ~ dmnorm(p, -s) | 2:20 | Omega of dmnorm must be a positive definite matrix, and this is not one",
                "y[1:3] ~ dsample(p, 4) | 2:21 | k of dsample must be at most the number of weights above zero, 3",
                "y[1:3, 1:3] ~ dwish(s, 2) | 2:24 | k of dwish must be at least the number of rows, 3",
                "y ~ dmstate(4, 1, q) | 2:13 | initial of dmstate must be from 1 to 3, not 4",
            })
    void refusesToDrawWithWrongParameters(String text, String place, String message) {
        Law law = law(text);
        EvaluationException problem =
                catchThrowableOfType(EvaluationException.class, () -> law.sample(random(), law.dims()));
        assertThat(problem).hasMessage(message);
        assertThat(problem.span()).hasToString(place);
        assertThat(law.parameterComplaint()).contains(message);
    }

    @Test
    void wrongParametersHaveNoDensityEither() {
        for (Distribution distribution : Distributions.all()) {
            boolean scalars = distribution.scalar().isPresent();
            if (!scalars || distribution.kind() == Distribution.Kind.OBSERVABLE) {
                continue;
            }
            List<String> names =
                    distribution.parameters().stream().map(Parameter::name).toList();
            String text = "y ~ " + distribution.name() + "(" + "-1, ".repeat(names.size() - 1) + "-1)";
            Law law = law(text);
            assertThat(law.parameterComplaint()).as(text).isPresent();
            assertThat(law.logDensity(Value.scalar(1))).as(text).isEqualTo(-INFINITY);
        }
    }

    @Test
    void complainsOfShapes() {
        assertThatThrownBy(() -> law("y ~ dnorm(v, 1)"))
                .isInstanceOf(EvaluationException.class)
                .hasMessage("dnorm takes single numbers, and this is a vector of 4");
        assertThatThrownBy(() -> law("y[1:4] ~ dnorm(0, 1)").sample(random(), new int[] {4}))
                .hasMessage("dnorm gives single numbers, and y is a vector of 4");
        assertThatThrownBy(() -> law("y[1:4] ~ dmnorm(v, s)").sample(random(), new int[] {4}))
                .isInstanceOf(EvaluationException.class);
        assertThatThrownBy(() -> law("y ~ dnorm(0, 1) T(2, 1)").sample(random(), new int[] {1}))
                .isInstanceOf(EvaluationException.class)
                .hasMessage("dnorm(0, 1) has nothing to draw from");
        assertThatThrownBy(() -> law("y ~ dnorm(na[2], 1)")).isInstanceOf(MissingValueException.class);
    }
}
