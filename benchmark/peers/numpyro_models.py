"""The models for NumPyro: the continuous ones, the paper's, and mixed ones with their discrete unknowns summed out."""

import jax
import jax.numpy as jnp
import numpyro.distributions as dist
from jax.scipy.special import logsumexp
from numpyro import deterministic, factor, plate, sample


def eight_schools(d):
    mu = sample("mu", dist.Normal(0, 10))
    tau = sample("tau", dist.HalfCauchy(5))
    with plate("schools", d["J"]):
        theta = sample("theta", dist.Normal(mu, tau))
        sample("y", dist.Normal(theta, d["sigma"]), obs=d["y"])


def eight_schools_noncentred(d):
    mu = sample("mu", dist.Normal(0, 10))
    tau = sample("tau", dist.HalfCauchy(5))
    with plate("schools", d["J"]):
        eta = sample("eta", dist.Normal(0, 1))
        theta = deterministic("theta", mu + tau * eta)
        sample("y", dist.Normal(theta, d["sigma"]), obs=d["y"])


def linear_regression(d):
    alpha = sample("alpha", dist.Normal(0, 10))
    beta = sample("beta", dist.Normal(0, 2).expand([d["K"]]).to_event(1))
    sigma = sample("sigma", dist.Exponential(1))
    sample("y", dist.Normal(alpha + d["X"] @ beta, sigma), obs=d["y"])


def hierarchical_logistic(d):
    mu = sample("mu", dist.Normal(0, 2))
    tau = sample("tau", dist.Exponential(1))
    beta = sample("beta", dist.Normal(0, 2).expand([d["K"]]).to_event(1))
    a = sample("a", dist.Normal(mu, tau).expand([d["groups"]]).to_event(1))
    sample("y", dist.Bernoulli(logits=a[d["group"] - 1] + d["X"] @ beta), obs=d["y"])


def gaussian_process(d):
    amplitude = sample("amplitude", dist.Gamma(2, 1))
    length = sample("range", dist.Gamma(4, 4))
    sigma = sample("sigma", dist.Gamma(2, 4))
    gap = (d["x"][:, None] - d["x"][None, :]) / length
    cov = amplitude**2 * jnp.exp(-(gap**2) / 2) + sigma**2 * jnp.eye(d["n"])
    sample("y", dist.MultivariateNormal(jnp.zeros(d["n"]), covariance_matrix=cov), obs=d["y"])


def volatility(d):
    mu = sample("mu", dist.Normal(0, 2))
    phi = sample("phi", dist.Beta(20, 1.5))
    sigma = sample("sigma", dist.Gamma(4, 16))
    h = sample("h", dist.ImproperUniform(dist.constraints.real_vector, (), (d["days"],)))
    first = dist.Normal(mu, sigma / jnp.sqrt(1 - phi**2)).log_prob(h[0])
    factor("walk", first + dist.Normal(mu + phi * (h[:-1] - mu), sigma).log_prob(h[1:]).sum())
    sample("y", dist.Normal(0, jnp.exp(h / 2)), obs=d["y"])


def item_response(d):
    theta = sample("theta", dist.Normal(0, 1).expand([d["persons"]]).to_event(1))
    a = sample("a", dist.LogNormal(0, 0.5).expand([d["items"]]).to_event(1))
    b = sample("b", dist.Normal(0, 2).expand([d["items"]]).to_event(1))
    sample("y", dist.Bernoulli(logits=a * (theta[:, None] - b)), obs=d["y"])


def growth_curves(d):
    tau_c = sample("tau.c", dist.Gamma(0.001, 0.001))
    alpha_c = sample("alpha.c", dist.Normal(0, 1000))
    alpha_tau = sample("alpha.tau", dist.Gamma(0.001, 0.001))
    beta_c = sample("beta.c", dist.Normal(0, 1000))
    beta_tau = sample("beta.tau", dist.Gamma(0.001, 0.001))
    alpha = sample("alpha", dist.Normal(alpha_c, alpha_tau**-0.5).expand([d["animals"]]).to_event(1))
    beta = sample("beta", dist.Normal(beta_c, beta_tau**-0.5).expand([d["animals"]]).to_event(1))
    mean = alpha[:, None] + beta[:, None] * (d["x"] - d["x"].mean())
    sample("y", dist.Normal(mean, tau_c**-0.5), obs=d["y"])


def paper_mixture(d):
    x = sample("x", dist.Categorical(d["phi"]))
    sample("q", dist.Normal(d["mu"][x], 1 / jnp.sqrt(d["tau"])).to_event(1))


def paper_selection(d):
    gamma = sample("gamma", dist.Bernoulli(0.5).expand([d["m"]]))
    beta = sample("beta", dist.Normal(0, 5).expand([d["m"]]).to_event(1))
    sample("y", dist.Bernoulli(logits=d["X"] @ (gamma * beta)), obs=d["y"])


def paper_topics(d):
    eta = sample("eta", dist.MultivariateNormal(d["mu"], precision_matrix=d["Omega"]))
    logits = jnp.concatenate([jnp.zeros(1), eta])
    z = sample("z", dist.Categorical(logits=logits).expand([d["N"]]))
    factor("words", jnp.log(d["beta"][jnp.arange(d["N"]), z]).sum())


def exact_mixture(d):
    x = sample("x", dist.Categorical(d["phi"]))
    sample("q", dist.Normal(d["mu"][x], 0.1**0.5))


def exact_binary(d):
    x = sample("x", dist.Bernoulli(d["p"]))
    sample("q", dist.Normal(d["shift"] @ x, jnp.exp(-0.5 * (d["scale"] @ x))).to_event(1))


# ---- discrete unknowns summed out by hand --------------------------------------------------------------------------


def mixture(d):
    w = sample("w", dist.Dirichlet(d["alpha"]))
    mu = sample("mu", dist.Normal(d["centre"], 1).to_event(1))
    tau = sample("tau", dist.Gamma(4, 4))
    each = jnp.log(w) + dist.Normal(mu, tau**-0.5).log_prob(d["y"][:, None])
    factor("y", logsumexp(each, axis=1).sum())


def occupancy(d):
    alpha0, alpha1, beta0, beta1 = (sample(n, dist.Normal(0, 2)) for n in ("alpha0", "alpha1", "beta0", "beta1"))
    logit = alpha0 + alpha1 * d["forest"]
    seen = dist.Bernoulli(logits=beta0 + beta1 * d["wind"]).log_prob(d["y"]).sum(axis=1)
    here = jax.nn.log_sigmoid(logit) + seen
    absent = jnp.where(d["y"].sum(axis=1) > 0, -jnp.inf, jax.nn.log_sigmoid(-logit))
    factor("y", jnp.logaddexp(here, absent).sum())


def hmm(d):
    p = sample("P", dist.Dirichlet(d["stay"]).to_event(1))
    mu1 = sample("mu1", dist.Normal(0, 1))
    mu2 = sample("mu2", dist.TruncatedNormal(2, 1, low=mu1))
    tau = sample("tau", dist.Gamma(2, 1))
    emission = dist.Normal(jnp.stack([mu1, mu2]), tau**-0.5).log_prob(d["x"][:, None])

    def forward(belief, seen):
        return logsumexp(belief[:, None] + jnp.log(p), axis=0) + seen, None

    last, _ = jax.lax.scan(forward, jnp.log(0.5) + emission[0], emission[1:])
    factor("x", logsumexp(last))



MODELS = {
    "eight-schools": eight_schools,
    "eight-schools-noncentred": eight_schools_noncentred,
    "linear-regression": linear_regression,
    "hierarchical-logistic": hierarchical_logistic,
    "gaussian-process": gaussian_process,
    "volatility": volatility,
    "item-response": item_response,
    "growth-curves": growth_curves,
    "paper-mixture": paper_mixture,
    "paper-selection": paper_selection,
    "paper-topics": paper_topics,
    "exact-mixture": exact_mixture,
    "exact-binary": exact_binary,
    "mixture": mixture,
    "occupancy": occupancy,
    "hmm": hmm,
}
