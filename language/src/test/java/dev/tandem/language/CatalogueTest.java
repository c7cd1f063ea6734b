package dev.tandem.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.distributions.catalogue.Distribution;
import dev.tandem.distributions.catalogue.Distributions;
import dev.tandem.distributions.catalogue.Function;
import dev.tandem.distributions.catalogue.Functions;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables hold every name of the language, and nothing twice. */
class CatalogueTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "dbeta dchisqr dchisq ddexp dexp df dgamma dgen.gamma dggamma dlnorm dlogis dnchisqr dnchisq dnorm dnt dpar dt",
                "dunif dweib dweibull dbern dbin dbinom dcat dhyper dnegbin dnbinom dpois ddirch ddirich dmnorm dmnorm.vcov dmt",
                "dmulti dmultinom dsample dwish dinterval dround dsum sum dordered.logit dordered.probit dscaled.gamma",
                "dscaled.wishart dbetabin dbetabinom dnormmix dpick dmstate"
            })
    void distributions(String names) {
        assertThat(names.split(" ")).allMatch(name -> Distributions.find(name).isPresent());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "abs arccos arccosh arcsin arcsinh arctan arctanh acos acosh asin asinh atan atanh besselI besselJ besselK besselY",
                "cos cosh cloglog equals exp icloglog ifelse ilogit log logfact loggam logit phi pow probit round sin sinh sqrt",
                "step tan tanh trunc inprod interp.lin max mean min prod sd sum c rep rank order sort inverse inverse.chol",
                "inverse.lu logdet t mexp length dim logdensity.norm logdensity.mnorm logdensity.dexp logdensity.cat",
                "dbern pbern qbern dbeta pbeta qbeta dbin pbin qbin pchisqr qdexp pexp qf dgamma pgen.gamma qhyper plogis plnorm",
                "pnegbin pnchisqr dnorm pnorm qnorm ppar ppois pt pweib qweib"
            })
    void functions(String names) {
        assertThat(names.split(" ")).allMatch(name -> Functions.find(name).isPresent());
    }

    @Test
    void noNameTwice() {
        Set<String> seen = new HashSet<>();
        for (Distribution distribution : Distributions.all()) {
            assertThat(seen.add(distribution.name())).isTrue();
            distribution.aliases().forEach(alias -> assertThat(seen.add(alias)).isTrue());
        }
        assertThat(Distributions.all().stream().filter(Distribution::inJags)).hasSize(40);
        assertThat(Functions.all()).extracting(Function::name).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dnorm(mu, tau) | CONTINUOUS",
                "dbinom | DISCRETE",
                "dmnorm | MULTIVARIATE",
                "dinterval | OBSERVABLE",
            })
    void kinds(String name, Distribution.Kind kind) {
        Distribution distribution =
                Distributions.find(name.replaceAll("\\(.*", "")).orElseThrow();
        assertThat(distribution.kind()).isEqualTo(kind);
        if (name.contains("(")) {
            assertThat(distribution.signature()).hasToString(name);
        }
    }

    @Test
    void discreteValues() {
        assertThat(Distributions.find("dmulti").orElseThrow().discreteValued()).isTrue();
        assertThat(Distributions.find("ddirch").orElseThrow().discreteValued()).isFalse();
        assertThat(Distributions.find("dbetabin").orElseThrow().discreteValued())
                .isTrue();
    }

    /** JAGS 4.3.1 refuses vectors for the inverse links, exp among them, and takes them for the others. */
    @ParameterizedTest
    @CsvSource({
        "exp, INVERSE_LINK",
        "ilogit, INVERSE_LINK",
        "log, SCALAR",
        "sum, ARRAY",
        "dim, SHAPE",
        "pnorm, PROBABILITY"
    })
    void functionKinds(String name, Function.Kind kind) {
        assertThat(Functions.find(name).orElseThrow().kind()).isEqualTo(kind);
    }

    @Test
    void argumentCounts() {
        assertThat(Functions.find("ifelse").orElseThrow().signature().minArguments())
                .isEqualTo(3);
        assertThat(Functions.find("sum").orElseThrow().signature().maxArguments())
                .isEqualTo(Integer.MAX_VALUE);
        assertThat(Functions.find("qhyper").orElseThrow().signature()).hasToString("qhyper(p, n1, n2, m1, psi)");
    }
}
