package dev.tandem.distributions.catalogue;

import static dev.tandem.distributions.catalogue.Bound.elements;
import static dev.tandem.distributions.catalogue.Bound.fixed;
import static dev.tandem.distributions.catalogue.Bound.greater;
import static dev.tandem.distributions.catalogue.Bound.rest;
import static dev.tandem.distributions.catalogue.Bound.rows;
import static dev.tandem.distributions.catalogue.Bound.smaller;
import static dev.tandem.distributions.catalogue.Bound.value;
import static dev.tandem.distributions.catalogue.Distribution.Form.LIKE_FIRST;
import static dev.tandem.distributions.catalogue.Distribution.Form.SQUARE;
import static dev.tandem.distributions.catalogue.Distribution.Form.VECTOR;
import static dev.tandem.distributions.catalogue.Distribution.Kind.CONTINUOUS;
import static dev.tandem.distributions.catalogue.Distribution.Kind.DISCRETE;
import static dev.tandem.distributions.catalogue.Distribution.Kind.MULTIVARIATE;
import static dev.tandem.distributions.catalogue.Distribution.Kind.OBSERVABLE;
import static dev.tandem.distributions.catalogue.Domain.ASCENDING;
import static dev.tandem.distributions.catalogue.Domain.COUNT;
import static dev.tandem.distributions.catalogue.Domain.FINITE;
import static dev.tandem.distributions.catalogue.Domain.NOT_NEGATIVE;
import static dev.tandem.distributions.catalogue.Domain.POSITIVE;
import static dev.tandem.distributions.catalogue.Domain.POSITIVE_DEFINITE;
import static dev.tandem.distributions.catalogue.Domain.POSITIVE_PROBABILITY;
import static dev.tandem.distributions.catalogue.Domain.PROBABILITY;
import static dev.tandem.distributions.catalogue.Domain.WEIGHTS;
import static dev.tandem.distributions.catalogue.Parameter.matrix;
import static dev.tandem.distributions.catalogue.Parameter.number;
import static dev.tandem.distributions.catalogue.Parameter.precision;
import static dev.tandem.distributions.catalogue.Parameter.precisionMatrix;
import static dev.tandem.distributions.catalogue.Parameter.vector;
import static dev.tandem.distributions.catalogue.Row.row;
import static dev.tandem.distributions.catalogue.Values.between;
import static dev.tandem.distributions.catalogue.Values.positive;
import static dev.tandem.distributions.catalogue.Values.whole;

import dev.tandem.distributions.array.ArrayDistribution;
import dev.tandem.distributions.array.Categorical;
import dev.tandem.distributions.array.Dirichlet;
import dev.tandem.distributions.array.IntervalCensoring;
import dev.tandem.distributions.array.MultiState;
import dev.tandem.distributions.array.Multinomial;
import dev.tandem.distributions.array.MultivariateNormal;
import dev.tandem.distributions.array.MultivariateNormalCovariance;
import dev.tandem.distributions.array.MultivariateT;
import dev.tandem.distributions.array.NormalMixture;
import dev.tandem.distributions.array.Ordered;
import dev.tandem.distributions.array.Round;
import dev.tandem.distributions.array.ScaledWishart;
import dev.tandem.distributions.array.SumOfParents;
import dev.tandem.distributions.array.Wishart;
import dev.tandem.distributions.array.WithoutReplacement;
import dev.tandem.distributions.catalogue.Distribution.Functions;
import dev.tandem.distributions.catalogue.Values.Arrays;
import dev.tandem.distributions.catalogue.Values.Zero;
import dev.tandem.distributions.scalar.Bernoulli;
import dev.tandem.distributions.scalar.Beta;
import dev.tandem.distributions.scalar.BetaBinomial;
import dev.tandem.distributions.scalar.Binomial;
import dev.tandem.distributions.scalar.ChiSquare;
import dev.tandem.distributions.scalar.DoubleExponential;
import dev.tandem.distributions.scalar.Exponential;
import dev.tandem.distributions.scalar.FDistribution;
import dev.tandem.distributions.scalar.Gamma;
import dev.tandem.distributions.scalar.GeneralizedGamma;
import dev.tandem.distributions.scalar.Gumbel;
import dev.tandem.distributions.scalar.HalfCauchy;
import dev.tandem.distributions.scalar.Hypergeometric;
import dev.tandem.distributions.scalar.LogNormal;
import dev.tandem.distributions.scalar.Logistic;
import dev.tandem.distributions.scalar.NegativeBinomial;
import dev.tandem.distributions.scalar.NoncentralChiSquare;
import dev.tandem.distributions.scalar.NoncentralT;
import dev.tandem.distributions.scalar.Normal;
import dev.tandem.distributions.scalar.Pareto;
import dev.tandem.distributions.scalar.Pick;
import dev.tandem.distributions.scalar.Poisson;
import dev.tandem.distributions.scalar.ScalarDistribution;
import dev.tandem.distributions.scalar.ScaledGamma;
import dev.tandem.distributions.scalar.StudentT;
import dev.tandem.distributions.scalar.Uniform;
import dev.tandem.distributions.scalar.Weibull;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The catalogue of distributions: those of JAGS 4.3 and its modules glm, mix and msm, and what rows call
 * beyond JAGS. Which may be truncated was measured
 * on JAGS 4.3.1.
 */
public final class Distributions {
    private static final Slip FROM_ZERO = new Slip(x -> x == 0, "categories count from 1");

    private static final List<Distribution> ALL = Stream.of(
                    row(CONTINUOUS, "dbeta", Beta.class)
                            .withFunctions(Functions.ALL)
                            .takes(number("a", POSITIVE), number("b", POSITIVE))
                            .called("shape1|a|alpha, shape2|b|beta")
                            .called(
                                    "mean, sd",
                                    "mean * (mean * (1 - mean) / pow(sd, 2) - 1)",
                                    "(1 - mean) * (mean * (1 - mean) / pow(sd, 2) - 1)")
                            .gives(between(fixed(0), fixed(1)))
                            .slip(new Slip(x -> x > 1 && x <= 100, "percentages must be divided by 100")),
                    row(CONTINUOUS, "dchisqr|dchisq", ChiSquare.class)
                            .withFunctions(Functions.ALL)
                            .takes(number("k", POSITIVE))
                            .called("df|k")
                            .gives(positive(Zero.UNUSUAL)),
                    row(CONTINUOUS, "ddexp", DoubleExponential.class)
                            .withFunctions(Functions.ALL)
                            .takes(number("mu", FINITE), precision("tau"))
                            .called("location|mu, rate|tau")
                            .called("location|mu, scale", "location", "1 / scale")
                            .called("location|mu, v.|var", "location", "sqrt(2 / v.)"),
                    row(CONTINUOUS, "dexp", Exponential.class)
                            .withFunctions(Functions.ALL)
                            .takes(number("lambda", POSITIVE))
                            .called("rate|lambda")
                            .called("scale", "1 / scale")
                            .gives(positive(Zero.POSSIBLE)),
                    row(CONTINUOUS, "df", FDistribution.class)
                            .withFunctions(Functions.ALL)
                            .takes(number("n", POSITIVE), number("m", POSITIVE))
                            .gives(positive(Zero.UNUSUAL)),
                    row(CONTINUOUS, "dgamma", Gamma.class)
                            .withFunctions(Functions.ALL)
                            .takes(number("r", POSITIVE), number("lambda", POSITIVE))
                            .called("shape|r, rate|lambda")
                            .called("shape|r, scale", "shape", "1 / scale")
                            .called("mean, sd", "pow(mean / sd, 2)", "mean / pow(sd, 2)")
                            .gives(positive(Zero.UNUSUAL)),
                    row(CONTINUOUS, "dgen.gamma|dggamma", GeneralizedGamma.class)
                            .withFunctions(Functions.ALL)
                            .takes(number("r", POSITIVE), number("lambda", POSITIVE), number("b", POSITIVE))
                            .gives(positive(Zero.UNUSUAL)),
                    row(CONTINUOUS, "dgumbel", Gumbel.class)
                            .beyondJags()
                            .withFunctions(Functions.ALL)
                            .takes(number("mu", FINITE), number("beta", POSITIVE))
                            .called("location|mu, scale|beta"),
                    row(CONTINUOUS, "dhalfcauchy", HalfCauchy.class)
                            .withFunctions(Functions.ALL)
                            .takes(number("scale", POSITIVE))
                            .called("scale")
                            .gives(positive(Zero.POSSIBLE))
                            .beyondJags(),
                    row(CONTINUOUS, "dlnorm", LogNormal.class)
                            .withFunctions(Functions.ALL)
                            .takes(number("mu", FINITE), precision("tau"))
                            .called("meanlog|mu, taulog|tau")
                            .called("meanlog|mu, sdlog|sigma", "meanlog", "pow(sdlog, -2)")
                            .called("meanlog|mu, varlog", "meanlog", "1 / varlog")
                            .gives(positive(Zero.IMPOSSIBLE)),
                    row(CONTINUOUS, "dlogis", Logistic.class)
                            .withFunctions(Functions.ALL)
                            .takes(number("mu", FINITE), precision("tau"))
                            .called("location|mu, rate|tau")
                            .called("location|mu, scale", "location", "1 / scale"),
                    row(CONTINUOUS, "dnchisqr|dnchisq", NoncentralChiSquare.class)
                            .withFunctions(Functions.ALL)
                            .takes(number("k", POSITIVE), number("delta", NOT_NEGATIVE))
                            .gives(positive(Zero.UNUSUAL)),
                    row(CONTINUOUS, "dnorm", Normal.class)
                            .withFunctions(Functions.ALL)
                            .takes(number("mu", FINITE), precision("tau"))
                            .called("mean|mu, tau|prec")
                            .called("mean|mu, sd|sigma", "mean", "pow(sd, -2)")
                            .called("mean|mu, v.|var|sigma2", "mean", "1 / v."),
                    row(CONTINUOUS, "dnt", NoncentralT.class)
                            .withFunctions(Functions.DENSITY)
                            .takes(number("mu", FINITE), precision("tau"), number("k", POSITIVE)),
                    row(CONTINUOUS, "dpar", Pareto.class)
                            .withFunctions(Functions.ALL)
                            .takes(number("alpha", POSITIVE), number("c", POSITIVE))
                            .gives(between(value(1), Bound.openAbove())),
                    row(CONTINUOUS, "dt", StudentT.class)
                            .withFunctions(Functions.ALL)
                            .takes(number("mu", FINITE), precision("tau"), number("k", POSITIVE))
                            .called("mu, tau, df|k")
                            .called("mu, sigma|scale, df|k", "mu", "pow(sigma, -2)", "df")
                            .called("mu, sigma2, df|k", "mu", "1 / sigma2", "df"),
                    row(CONTINUOUS, "dunif", Uniform.class)
                            .takes(number("a", FINITE), number("b", FINITE))
                            .called("min|a, max|b")
                            .gives(between(value(0), value(1)))
                            .where(Relation.ASCENDING_LIMITS)
                            .neverTruncated("narrow its limits instead"),
                    row(CONTINUOUS, "dweib|dweibull", Weibull.class)
                            .withFunctions(Functions.ALL)
                            .takes(number("nu", POSITIVE), number("lambda", POSITIVE))
                            .called("shape|nu, lambda")
                            .called("shape|nu, scale", "shape", "pow(scale, -shape)")
                            .called("shape|nu, rate", "shape", "pow(rate, shape)")
                            .gives(positive(Zero.UNUSUAL)),
                    row(DISCRETE, "dbern", Bernoulli.class)
                            .withFunctions(Functions.ALL)
                            .takes(number("p", PROBABILITY))
                            .called("prob|p")
                            .gives(whole(fixed(0), fixed(1)))
                            .slip(new Slip(x -> x == 2, "code the two outcomes as 0 and 1, not as 1 and 2"))
                            .neverTruncated(""),
                    row(DISCRETE, "dbin|dbinom", Binomial.class)
                            .withFunctions(Functions.ALL)
                            .takes(number("p", PROBABILITY), number("n", COUNT))
                            .called("prob|p, size|n")
                            .gives(whole(fixed(0), value(1)))
                            .slip(new Slip(
                                    x -> x == Math.rint(x),
                                    "dbin(p, n) takes the probability first, then the number of trials")),
                    row(DISCRETE, "dcat", Categorical.class, Categorical::new)
                            .takes(vector("p", WEIGHTS))
                            .called("prob|p")
                            .gives(whole(fixed(1), elements(0, 0, "weight")))
                            .slip(FROM_ZERO)
                            .neverTruncated(""),
                    row(DISCRETE, "dhyper", Hypergeometric.class)
                            .withFunctions(Functions.ALL)
                            .takes(
                                    number("n1", COUNT),
                                    number("n2", COUNT),
                                    number("m1", COUNT),
                                    number("psi", POSITIVE))
                            .gives(whole(rest(value(2), value(1)), smaller(value(0), value(2))))
                            .where(Relation.DRAWN_FROM_ALL)
                            .neverTruncated(""),
                    row(DISCRETE, "dnegbin|dnbinom", NegativeBinomial.class)
                            .withFunctions(Functions.ALL)
                            .takes(number("p", POSITIVE_PROBABILITY), number("r", NOT_NEGATIVE))
                            .called("prob|p, size|r")
                            .called("mu|mean, size|r", "size / (size + mu)", "size")
                            .gives(whole(fixed(0), Bound.openAbove())),
                    row(DISCRETE, "dpois", Poisson.class)
                            .withFunctions(Functions.ALL)
                            .takes(number("lambda", NOT_NEGATIVE))
                            .called("lambda")
                            .gives(whole(fixed(0), Bound.openAbove())),
                    row(MULTIVARIATE, "ddirch|ddirich", Dirichlet.class, Dirichlet::new)
                            .takes(vector("alpha", WEIGHTS))
                            .called("alpha")
                            .gives(Arrays.SIMPLEX)
                            .shaped(VECTOR),
                    row(MULTIVARIATE, "dmnorm", MultivariateNormal.class, MultivariateNormal::new)
                            .takes(vector("mu", FINITE), precisionMatrix("Omega"))
                            .called("mean|mu, prec|Omega")
                            .gives(Arrays.REALS)
                            .shaped(VECTOR),
                    row(
                                    MULTIVARIATE,
                                    "dmnorm.vcov",
                                    MultivariateNormalCovariance.class,
                                    MultivariateNormalCovariance::new)
                            .takes(vector("mu", FINITE), matrix("V", POSITIVE_DEFINITE))
                            .called("mean|mu, cov|V")
                            .gives(Arrays.REALS)
                            .shaped(VECTOR),
                    row(MULTIVARIATE, "dmt", MultivariateT.class, MultivariateT::new)
                            .takes(vector("mu", FINITE), precisionMatrix("Omega"), number("k", POSITIVE))
                            .called("mu, prec|Omega, df|k")
                            .gives(Arrays.REALS)
                            .shaped(VECTOR),
                    row(MULTIVARIATE, "dmulti|dmultinom", Multinomial.class, Multinomial::new)
                            .takes(vector("p", WEIGHTS), number("n", COUNT))
                            .called("prob|p, size|n")
                            .gives(Arrays.COUNTS)
                            .shaped(VECTOR),
                    row(MULTIVARIATE, "dsample", WithoutReplacement.class, WithoutReplacement::new)
                            .takes(vector("p", WEIGHTS), number("k", COUNT))
                            .gives(Arrays.INDICATORS)
                            .shaped(VECTOR)
                            .where(Relation.CHOSEN_FROM_WEIGHTS),
                    row(MULTIVARIATE, "dwish", Wishart.class, Wishart::new)
                            .takes(matrix("R", POSITIVE_DEFINITE), number("k", POSITIVE))
                            .called("R, df|k")
                            .called("S, df|k", "inverse(S)", "df")
                            .gives(Arrays.POSITIVE_DEFINITE)
                            .shaped(LIKE_FIRST)
                            .where(Relation.DEGREES_OF_ROWS),
                    row(OBSERVABLE, "dinterval", IntervalCensoring.class, IntervalCensoring::new)
                            .withFunctions(Functions.DENSITY)
                            .takes(number("t", FINITE), vector("cut", ASCENDING))
                            .called("t, c|cut")
                            .gives(whole(fixed(0), elements(1, 0, "cut point"))),
                    row(OBSERVABLE, "dround", Round.class, Round::new)
                            .withFunctions(Functions.DENSITY)
                            .takes(number("t", FINITE), number("digits", FINITE)),
                    row(OBSERVABLE, "dsum|sum", SumOfParents.class, SumOfParents::new)
                            .takes(number("x1", FINITE))
                            .orMore()
                            .shaped(LIKE_FIRST),
                    row(DISCRETE, "dordered.logit", Ordered.class, () -> new Ordered(Ordered.Latent.LOGISTIC))
                            .takes(number("mu", FINITE), vector("cut", ASCENDING))
                            .gives(whole(fixed(1), elements(1, 1, "cut point")))
                            .slip(FROM_ZERO)
                            .neverTruncated(""),
                    row(DISCRETE, "dordered.probit", Ordered.class, () -> new Ordered(Ordered.Latent.NORMAL))
                            .takes(number("mu", FINITE), vector("cut", ASCENDING))
                            .gives(whole(fixed(1), elements(1, 1, "cut point")))
                            .slip(FROM_ZERO)
                            .neverTruncated(""),
                    row(CONTINUOUS, "dscaled.gamma", ScaledGamma.class)
                            .takes(number("s", POSITIVE), number("df", POSITIVE))
                            .gives(positive(Zero.UNUSUAL)),
                    row(MULTIVARIATE, "dscaled.wishart", ScaledWishart.class, ScaledWishart::new)
                            .takes(vector("s", POSITIVE), number("df", POSITIVE))
                            .gives(Arrays.POSITIVE_DEFINITE)
                            .shaped(SQUARE),
                    row(DISCRETE, "dbetabin|dbetabinom", BetaBinomial.class)
                            .takes(number("a", POSITIVE), number("b", POSITIVE), number("n", COUNT))
                            .called("a, b, n|size")
                            .gives(whole(fixed(0), value(2))),
                    row(CONTINUOUS, "dnormmix", NormalMixture.class, NormalMixture::new)
                            .takes(vector("mu", FINITE), vector("tau", POSITIVE), vector("pi", WEIGHTS))
                            .neverTruncated(""),
                    row(DISCRETE, "dpick", Pick.class)
                            .takes(number("p", PROBABILITY), number("x1", FINITE), number("x2", FINITE))
                            .gives(between(smaller(value(1), value(2)), greater(value(1), value(2))))
                            .neverTruncated(""),
                    row(DISCRETE, "dmstate", MultiState.class, MultiState::new)
                            .takes(number("initial", COUNT), number("time", NOT_NEGATIVE), matrix("rates", FINITE))
                            .gives(whole(fixed(1), rows(2, "state")))
                            .where(Relation.INITIAL_STATE)
                            .neverTruncated(""))
            .map(Distribution::new)
            .toList();

    private static final Map<String, Distribution> BY_NAME = byName();

    private Distributions() {}

    private static Map<String, Distribution> byName() {
        Map<String, Distribution> map = new LinkedHashMap<>();
        for (Distribution distribution : ALL) {
            map.put(distribution.name(), distribution);
            for (String alias : distribution.aliases()) {
                map.put(alias, distribution);
            }
        }
        return map;
    }

    /** All of them, once each. */
    public static List<Distribution> all() {
        return ALL;
    }

    /** By canonical name or alias. */
    public static Optional<Distribution> find(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    /** Every name and alias. */
    public static List<String> names() {
        return new ArrayList<>(BY_NAME.keySet());
    }

    /** The canonical name of a distribution, or what was written if there is none. */
    public static String canonical(String written) {
        Distribution distribution = BY_NAME.get(written);
        return distribution == null ? written : distribution.name();
    }

    /** The arithmetic of a distribution of single numbers. */
    public static Optional<ScalarDistribution> scalar(String name) {
        return find(name).flatMap(Distribution::scalar);
    }

    /** The arithmetic of a distribution of arrays: a new instance, for one thread. */
    public static Optional<ArrayDistribution> array(String name) {
        return find(name).flatMap(Distribution::array);
    }
}
