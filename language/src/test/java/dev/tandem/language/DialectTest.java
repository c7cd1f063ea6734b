package dev.tandem.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.language.source.SourceException;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What other programs of the family write, and the tree that it is read as: that of the second text. */
class DialectTest {
    private static Model parse(String text, Dialect dialect) {
        return Model.parse(SourceText.of("model.bug", text), dialect);
    }

    private static void same(String written, String meant, Dialect dialect) {
        assertThat(parse(written, dialect).print())
                .isEqualTo(parse(meant, dialect).print());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dnorm(0, sd = 2)                 | dnorm(0, pow(2, -2))",
                "dnorm(sd = s, mean = m + 1)      | dnorm(m + 1, pow(s, -2))",
                "dnorm(sd = s, m)                 | dnorm(m, pow(s, -2))",
                "dnorm(0, var = v)                | dnorm(0, 1 / v)",
                "dnorm(mu = 0, tau = t)           | dnorm(0, t)",
                "dlnorm(0, sdlog = s)             | dlnorm(0, pow(s, -2))",
                "dt(0, sigma = s, df = 3)         | dt(0, pow(s, -2), 3)",
                "dgamma(2, scale = s)             | dgamma(2, 1 / s)",
                "dgamma(shape = 2, rate = r)      | dgamma(2, r)",
                "dgamma(mean = m, sd = s)         | dgamma(pow(m / s, 2), m / pow(s, 2))",
                "dexp(scale = s)                  | dexp(1 / s)",
                "dexp(rate = s)                   | dexp(s)",
                "dbinom(size = n, prob = p)       | dbinom(p, n)",
                "dbinom(n, prob = p)              | dbinom(p, n)",
                "dnegbin(mu = m, size = r)        | dnegbin(r / (r + m), r)",
                "dunif(min = 0, max = 1)          | dunif(0, 1)",
                "dweib(2, scale = s)              | dweib(2, pow(s, -2))",
                "dmnorm(m[1:2], cov = V[1:2,1:2]) | dmnorm.vcov(m[1:2], V[1:2,1:2])",
                "dmnorm(mean = m[], prec = V[,])  | dmnorm(m[], V[,])",
                "dwish(S = V[,], df = 4)          | dwish(inverse(V[,]), 4)",
                "T(dnorm(0, sd = 2), 0, 10)       | dnorm(0, pow(2, -2)) T(0, 10)",
                "T(dnorm(0, 1), 0, Inf)           | dnorm(0, 1) T(0,)",
                "T(dnorm(0, 1), -Inf, 3)          | dnorm(0, 1) T(, 3)",
                "T(dnorm(0, 1), , 3)              | dnorm(0, 1) T(, 3)",
                "dconstraint(a < b)               | dbern(a < b)",
                "dgeom0(p)                        | dnegbin(p, 1)",
                "dpois.conv(mu[])                 | dpois(sum(mu[]))",
            })
    void distributions(String written, String meant) {
        same("model { x[1:2] ~ " + written + " }", "model { x[1:2] ~ " + meant + " }", Dialect.JAGS);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "expit(x)              | ilogit(x)",
                "iprobit(x)            | phi(x)",
                "lgamma(x)             | loggam(x)",
                "lfactorial(x)         | logfact(x)",
                "cube(x)               | pow(x, 3)",
                "inprod2(a[], b[])     | inprod(a[], b[])",
                "gammap(s, x)          | pgamma(x, s, 1)",
                "cdf.norm(x, m, 2)     | pnorm(x, m, 2)",
                "rank(x[], i)          | sum(x[] <= x[i])",
                "rank(x[2:5, k], i)    | sum(x[2:5, k] <= x[2 + i - 1, k])",
                "ranked(x[], 2)        | inprod(sort(x[]), 1:length(x[]) == 2)",
            })
    void functions(String written, String meant) {
        same("model { r <- " + written + " }", "model { r <- " + meant + " }", Dialect.JAGS);
    }

    /** Distributions in which a hidden state is summed out are read as the states. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "y[i, 1:3] ~ dOcc_s(psi, p, 3) | y.state[i] ~ dbern(psi) for (y.visit in 1:3) { y[i, y.visit] ~ dbern(y.state[i] * p) }",
                "y[1:3] ~ dOcc_v(probOcc = psi, probDetect = p[i, 2:4], len = 3) | y.state ~ dbern(psi) for (y.visit in 1:3) {"
                        + " y[y.visit] ~ dbern(y.state * p[i, y.visit + (2 - 1)]) }",
                "y[i, 1:3] ~ dNmixture_s(l[i], p, 0, 100, 3) | y.state[i] ~ dpois(l[i]) for (y.visit in 1:3) { y[i, y.visit] ~"
                        + " dbin(p, y.state[i]) }",
                "y[i, f:4] ~ dCJS_vs(phi[f:3], p) | y.state[i, f] <- 1 y[i, f] ~ dbern(1) for (y.visit in (f + 1):4) {"
                        + " y.state[i, y.visit] ~ dbern(phi[y.visit - 1 + (f - f)] * y.state[i, y.visit - 1]) y[i, y.visit] ~"
                        + " dbern(p * y.state[i, y.visit]) }",
                "y[1:4] ~ dHMM(g[], O[,], P[,], 4) | y.state[1] ~ dcat(g[]) y[1] ~ dcat(O[y.state[1],]) for (y.visit in (1 +"
                        + " 1):4) { y.state[y.visit] ~ dcat(P[y.state[y.visit - 1],]) y[y.visit] ~ dcat(O[y.state[y.visit],]) }",
            })
    void lawsOfHistories(String written, String meant) {
        same(
                "model { for (i in 1:2) { " + written + " } }",
                "model { for (i in 1:2) { " + meant + " } }",
                Dialect.JAGS);
    }

    /** What asks about the distribution of a node is written with that distribution. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cumulative(y[i], 2) | pnorm(2, mu, 1)",
                "density(y[i], 2)    | exp(logdensity.norm(2, mu, 1))",
                "deviance(y[i], 2)   | -(2 * logdensity.norm(2, mu, 1))",
            })
    void functionsOfNodes(String written, String meant) {
        String before = "model { for (i in 1:3) { y[i] ~ dnorm(mu, 1)  r[i] <- ";
        same(before + written + " } }", before + meant + " } }", Dialect.OPENBUGS);
    }

    /** Another draw from the distribution of a node, and whether it lies below. */
    @Test
    void replicates() {
        same(
                "model { for (i in 1:3) { y[i] ~ dnorm(mu, 1)  r[i] <- replicate.post(y[i]) } }",
                "model { for (i in 1:3) { y[i] ~ dnorm(mu, 1)  r[i] ~ dnorm(mu, 1) } }",
                Dialect.OPENBUGS);
        same(
                "model { for (i in 1:3) { y[i] ~ dpois(mu)  p[i] <- post.p.value(y[i]) } }",
                "model { for (i in 1:3) { y[i] ~ dpois(mu)  p.replicate[i] ~ dpois(mu)  p[i] <- p.replicate[i] < y[i] } }",
                Dialect.OPENBUGS);
        assertThatThrownBy(() -> parse("model { y ~ dnorm(0, 1)  r <- 2 * replicate.post(y) }", Dialect.OPENBUGS))
                .hasMessageContaining("replicate.post is not available");
    }

    @Test
    void aNodeWithoutADistributionHasNoSuchFunction() {
        assertThatThrownBy(() -> parse("model { y <- 1  r <- cumulative(y, 2) }", Dialect.OPENBUGS))
                .hasMessageContaining("cumulative needs a statement that gives y a distribution");
    }

    /** Names after model, words of the language as variables, and an arrow with a blank. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "model rats { x <- 1 }                      | model { x <- 1 }",
                "model rats; { x <- 1 }                     | model { x <- 1 }",
                "model { x < - 1 }                          | model { x <- 1 }",
                "model { x < - -1  y < - x }                | model { x <- -1  y <- x }",
                "model { x ~ dnorm(0, r) I(0,)  r ~ dexp(1) } | model { x ~ dnorm(0, r) C(0,)  r ~ dexp(1) }",
                "model { a ~ dnorm(0, 1) I(,b)  b ~ dnorm(0, 1) I(a,) } | model { a ~ dnorm(0, 1)  b ~ dnorm(0, 1) C(a,) }",
            })
    void openBugs(String written, String meant) {
        same(written, meant, Dialect.OPENBUGS);
    }

    @Test
    void wordsOfTheLanguageAreVariablesInOpenBugs() {
        String text =
                "model { model ~ dnorm(0, 1)  data <- 2 * model  for (data2 in 1:2) { y[data2] ~ dnorm(data, 1) } }";
        assertThat(parse(text, Dialect.OPENBUGS).statements()).hasSize(3);
        assertThatThrownBy(() -> parse(text, Dialect.JAGS)).isInstanceOf(SourceException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nimbleCode({ x ~ dnorm(0, 1) })         | model { x ~ dnorm(0, 1) }",
                "code <- nimbleCode({ x ~ dnorm(0, 1) }) | model { x ~ dnorm(0, 1) }",
                "f <- function(a, b) a + 2 * b model { x <- f(y, z) }    | model { x <- y + 2 * z }",
                "f = function(a, b) { a * b } model { x <- f(y + 1, z) } | model { x <- (y + 1) * z }",
                "f <- function(a) { return(log(a)) } model { x <- f(y) } | model { x <- log(y) }",
                "model { f <- function(a) a^2; g <- function(b) f(b) + c; x <- g(3) } | model { x <- 3^2 + c }",
                "model { f <- function(v, k) sum(v[1:k]); x <- f(w, 3) } | model { x <- sum(w[1:3]) }",
                "model { f <- function(a, b) a - b; x <- f(b = 1, 2) }   | model { x <- 2 - 1 }",
            })
    void blocksAndFunctions(String written, String meant) {
        same(written, meant, Dialect.JAGS);
    }

    /** Each function doubles the one before: written out, the last would have two to the power of thirty parts. */
    @Test
    void functionsOfFunctionsDoNotGrowWithoutEnd() {
        StringBuilder text = new StringBuilder("f0 <- function(a) a + a\n");
        for (int i = 1; i <= 30; i++) {
            text.append("f" + i + " <- function(a) f" + (i - 1) + "(a) + f" + (i - 1) + "(a)\n");
        }
        assertThatThrownBy(() -> parse(text + "model { x <- f30(1) }", Dialect.JAGS))
                .hasMessageContaining("this expression is too long");
    }
}
