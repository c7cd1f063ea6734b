package dev.tandem.language;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What people write who come from Stan, R or PyMC, and what it is called here. */
final class OtherLanguages {
    private static final String PRECISION = "its second parameter is the precision 1/sd^2, not the sd";

    private static final String NORMAL = "dnorm(mu, tau): " + PRECISION + "; dnorm(mu, sd = s) takes the sd";

    private static final Map<String, String> DISTRIBUTIONS = Map.ofEntries(
            Map.entry("normal", NORMAL),
            Map.entry("dnormal", NORMAL),
            Map.entry("norm", NORMAL),
            Map.entry("rnorm", NORMAL),
            Map.entry("gaussian", NORMAL),
            Map.entry("std_normal", "dnorm(0, 1)"),
            Map.entry("lognormal", "dlnorm(mu, tau): " + PRECISION),
            Map.entry("student_t", "dt(mu, tau, k): the degrees of freedom come last and tau is a precision"),
            Map.entry("cauchy", "dt(mu, tau, 1), where tau is 1/scale^2"),
            Map.entry("dcauchy", "dt(mu, tau, 1), where tau is 1/scale^2"),
            Map.entry("gumbel", "dgumbel(mu, beta), where beta is the scale"),
            Map.entry("half_cauchy", "dhalfcauchy(scale)"),
            Map.entry("half_normal", "dnorm(0, tau) T(0,)"),
            Map.entry("dhalfnorm", "dnorm(0, tau) T(0,)"),
            Map.entry("bernoulli", "dbern(p)"),
            Map.entry("dbernoulli", "dbern(p)"),
            Map.entry("bernoulli_logit", "dbern(p) with logit(p) <- ..."),
            Map.entry("binomial", "dbin(p, n): the probability comes first"),
            Map.entry("dbinomial", "dbin(p, n): the probability comes first"),
            Map.entry("binomial_logit", "dbin(p, n) with logit(p) <- ..."),
            Map.entry("beta_binomial", "dbetabin(a, b, n)"),
            Map.entry("poisson", "dpois(lambda)"),
            Map.entry("dpoisson", "dpois(lambda)"),
            Map.entry("poisson_log", "dpois(lambda) with log(lambda) <- ..."),
            Map.entry("neg_binomial", "dnegbin(p, r)"),
            Map.entry("negative_binomial", "dnegbin(p, r) with p <- r/(r + mu)"),
            Map.entry("neg_binomial_2", "dnegbin(p, r) with p <- r/(r + mu)"),
            Map.entry("categorical", "dcat(p[])"),
            Map.entry("multinomial", "dmulti(p[], n)"),
            Map.entry("dirichlet", "ddirch(alpha[])"),
            Map.entry("ddirichlet", "ddirch(alpha[])"),
            Map.entry("gamma", "dgamma(r, lambda): shape and rate"),
            Map.entry("inv_gamma", "dgamma(r, lambda) on the precision"),
            Map.entry("inverse_gamma", "dgamma(r, lambda) on the precision"),
            Map.entry("dinvgamma", "dgamma(r, lambda) on the precision"),
            Map.entry("beta", "dbeta(a, b)"),
            Map.entry("uniform", "dunif(a, b)"),
            Map.entry("duniform", "dunif(a, b)"),
            Map.entry("exponential", "dexp(lambda): lambda is the rate"),
            Map.entry("weibull", "dweib(nu, lambda)"),
            Map.entry("pareto", "dpar(alpha, c)"),
            Map.entry("logistic", "dlogis(mu, tau), where tau is 1/scale"),
            Map.entry("double_exponential", "ddexp(mu, tau), where tau is 1/scale"),
            Map.entry("laplace", "ddexp(mu, tau), where tau is 1/scale"),
            Map.entry("dlaplace", "ddexp(mu, tau), where tau is 1/scale"),
            Map.entry("mv_normal", "dmnorm.vcov(mu[], V[,]), or dmnorm(mu[], Omega[,]) with a precision matrix"),
            Map.entry("multi_normal", "dmnorm.vcov(mu[], V[,]), or dmnorm(mu[], Omega[,]) with a precision matrix"),
            Map.entry("multi_normal_prec", "dmnorm(mu[], Omega[,])"),
            Map.entry("wishart", "dwish(R[,], k)"),
            Map.entry("inv_wishart", "dwish(R[,], k) on the precision matrix"),
            Map.entry("lkj_corr", "dscaled.wishart(s[], df) on the precision matrix"),
            Map.entry("ordered_logistic", "dordered.logit(mu, cut[])"),
            Map.entry("dflat", "dflat(), without arguments"),
            Map.entry("flat", "dnorm(0, 1.0E-6), a proper distribution that is nearly flat"));

    private static final Map<String, String> FUNCTIONS = Map.ofEntries(
            Map.entry("gammln", "loggam(x)"),
            Map.entry("factorial", "exp(logfact(x))"),
            Map.entry("invlogit", "ilogit(x)"),
            Map.entry("inv_logit", "ilogit(x)"),
            Map.entry("antilogit", "ilogit(x)"),
            Map.entry("plogis", "ilogit(x)"),
            Map.entry("inv.logit", "ilogit(x)"),
            Map.entry("Phi", "phi(x)"),
            Map.entry("floor", "trunc(x), which is the same where x is not negative"),
            Map.entry("ceiling", "trunc(x) + 1, or round(x)"),
            Map.entry("log10", "log(x)/log(10)"),
            Map.entry("log2", "log(x)/log(2)"),
            Map.entry("square", "x^2"),
            Map.entry("inv", "1/x"),
            Map.entry("seq", "the range a:b"),
            Map.entry("dot_product", "inprod(a[], b[])"),
            Map.entry("var", "sd(v[])^2"),
            Map.entry("numeric", "var x[N]; before the model block"),
            Map.entry("nrow", "dim(x), or pass the number of rows as data"),
            Map.entry("ncol", "dim(x), or pass the number of columns as data"),
            Map.entry("solve", "inverse(m[,])"),
            Map.entry("softmax", "e[k] <- exp(x[k]) in a loop, and dcat(e[]), which normalises"),
            Map.entry("logsumexp", "e[k] <- exp(x[k]) in a loop, then log(sum(e[]))"),
            Map.entry("log_sum_exp", "e[k] <- exp(x[k]) in a loop, then log(sum(e[]))"));

    private static final String REPLICATED_PARENTS =
            "write the parents that are to be drawn again as nodes of their own: e.new ~ dnorm(0, tau); r ~ dpois(exp(e.new))";

    private static final String JUMPS =
            "models whose number of unknowns changes are out of scope: give each candidate an indicator, b[j] * on[j] with on[j] ~ dbern(0.5)";

    private static final String KRIGING =
            "write the covariance: V[i,j] <- exp(-pow(phi * d[i,j], kappa)) / tau in two loops, and dmnorm.vcov(mu[], V[,])";

    /** What is left out on purpose, and why. */
    private static final Map<String, String> REFUSED = Map.ofEntries(
            Map.entry("dstable", "stable distributions have no density in closed form"),
            Map.entry(
                    "dgeom",
                    "in OpenBUGS it counts trials from 1: give y - 1 as data and write dnegbin(p, 1), or dgeom0(p)"),
            Map.entry(
                    "dgev",
                    "write its log density as a function before the model, dgev <- function(x, mu, sigma, eta) .., and the same line works where x is observed"),
            Map.entry(
                    "dgpar",
                    "dpar(alpha, c) is the plain Pareto; of others write the log density as a function before the model, dgpar <- function(x, mu, sigma, eta) .."),
            Map.entry("dgeneric", "in its place write dummy ~ dloglik(l), which adds l to the log density"),
            Map.entry("dloglik", "it takes one argument, the log density: dummy ~ dloglik(l)"),
            Map.entry("cut", "it makes no joint density; fit the first model, and give its draws to the second"),
            Map.entry("eigen.vals", "eigenvalues have no derivative where two of them are equal"),
            Map.entry("jump.lin.pred", JUMPS),
            Map.entry("jump.lin.pred.pred", JUMPS),
            Map.entry("jump.model.id", JUMPS),
            Map.entry("solution", "differential equations are out of scope"),
            Map.entry("ode", "differential equations are out of scope"),
            Map.entry(
                    "replicate.post",
                    "it stands alone after <-, and its argument as on the left of ~: r[i] <- replicate.post(y[i])"),
            Map.entry("replicate.postM", "it stands alone after <-, and its argument as on the left of ~"),
            Map.entry(
                    "post.p.value",
                    "it stands alone after <-, and its argument as on the left of ~: p[i] <- post.p.value(y[i])"),
            Map.entry("replicate.prior", REPLICATED_PARENTS),
            Map.entry("replicate.priorM", REPLICATED_PARENTS),
            Map.entry("prior.p.value", REPLICATED_PARENTS),
            Map.entry("spatial.exp", KRIGING),
            Map.entry("spatial.disc", KRIGING),
            Map.entry("spatial.pred", KRIGING),
            Map.entry("spatial.unipred", KRIGING),
            Map.entry("pois.conv", "it is dpois(sum(mu[])): counts of many causes are one count with their sum"));

    private OtherLanguages() {}

    /** Why a distribution or function of another program is not there; empty if that is not known. */
    static Optional<String> refused(String name) {
        return Optional.ofNullable(REFUSED.get(name));
    }

    /** PyMC writes HalfNormal where Stan has half_normal. */
    static Optional<String> distribution(String name) {
        String snake = name.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
        return Optional.ofNullable(DISTRIBUTIONS.getOrDefault(name, DISTRIBUTIONS.get(snake)));
    }

    static Optional<String> function(String name) {
        return Optional.ofNullable(FUNCTIONS.get(name));
    }
}
