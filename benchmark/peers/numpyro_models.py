"""The models for NumPyro: the continuous ones, the paper's, and mixed ones with their discrete unknowns summed out."""

import itertools

import jax
import jax.numpy as jnp
import numpy
import numpyro.distributions as dist
from jax.scipy.special import gammaln, logsumexp
from numpyro import deterministic, factor, plate, sample
from scipy import special


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
    sample("q", dist.Normal(jnp.asarray(d["mu"])[x], 1 / jnp.sqrt(d["tau"])).to_event(1))


def paper_selection(d):
    gamma = sample("gamma", dist.Bernoulli(0.5).expand([d["m"]]))
    beta = sample("beta", dist.Normal(0, 5).expand([d["m"]]).to_event(1))
    sample("y", dist.Bernoulli(logits=d["X"] @ (gamma * beta)), obs=d["y"])


def paper_topics(d):
    eta = sample("eta", dist.MultivariateNormal(d["mu"], precision_matrix=d["Omega"]))
    logits = jnp.concatenate([jnp.zeros(1), eta])
    z = sample("z", dist.Categorical(logits=logits).expand([d["N"]]))
    factor("words", jnp.log(d["beta"])[jnp.arange(d["N"]), z].sum())


def exact_mixture(d):
    x = sample("x", dist.Categorical(d["phi"]))
    sample("q", dist.Normal(jnp.asarray(d["mu"])[x], 0.1**0.5))


def exact_binary(d):
    x = sample("x", dist.Bernoulli(d["p"]))
    sample("q", dist.Normal(d["shift"] @ x, jnp.exp(-0.5 * (d["scale"] @ x))).to_event(1))


# ---- discrete unknowns summed out by hand --------------------------------------------------------------------------


def chain_likelihood(start, moves, emission):
    """The forward algorithm, of logs: from a start, by moves, what each time has seen by state."""

    def step(belief, seen):
        return logsumexp(belief[:, None] + moves, axis=0) + seen, None

    return logsumexp(jax.lax.scan(step, start + emission[0], emission[1:])[0])


def occupancy(d):
    alpha0, alpha1, beta0, beta1 = (sample(n, dist.Normal(0, 2)) for n in ("alpha0", "alpha1", "beta0", "beta1"))
    logit = alpha0 + alpha1 * d["forest"]
    seen = dist.Bernoulli(logits=beta0 + beta1 * d["wind"]).log_prob(d["y"]).sum(axis=1)
    here = jax.nn.log_sigmoid(logit) + seen
    absent = jnp.where(d["y"].sum(axis=1) > 0, -jnp.inf, jax.nn.log_sigmoid(-logit))
    factor("y", jnp.logaddexp(here, absent).sum())


def nmixture(d):
    alpha0 = sample("alpha0", dist.Normal(1, 2**0.5))
    alpha1, beta0, beta1 = (sample(n, dist.Normal(0, 2**0.5)) for n in ("alpha1", "beta0", "beta1"))
    # From the largest count of a site to 60 more: beyond lies less than 1e-12 of its sum.
    y = d["y"][:, :, None]
    count = y.max(axis=1) + numpy.arange(61)
    ways = special.binom(count[:, None, :], y)
    ways = numpy.log(ways).sum(axis=1) - special.gammaln(count + 1)
    log_mean = alpha0 + alpha1 * d["habitat"]
    logit = beta0 + beta1 * d["hour"]
    each = ways + count * (log_mean + jax.nn.log_sigmoid(-logit).sum(axis=1))[:, None]
    factor("y", (logsumexp(each, axis=1) - jnp.exp(log_mean) + (d["y"] * logit).sum(axis=1)).sum())


def cjs(d):
    phi = sample("phi", dist.Uniform(0, 1).expand([2]).to_event(1))
    beta0, beta1 = (sample(n, dist.Normal(0, 0.4**-0.5)) for n in ("beta0", "beta1"))
    logit = beta0 + beta1 * d["effort"][1:]
    deterministic("p", jnp.concatenate([jnp.zeros(1), jax.nn.sigmoid(logit)]))
    end = d["occasions"]
    seen = d["y"] == 1
    last = end - numpy.argmax(seen[:, ::-1], axis=1)
    sex, first = d["sex"] - 1, d["first"]
    # An animal lives for certain from its first capture to its last; then it is never seen again.
    time = numpy.arange(2, end + 1)
    alive = (first[:, None] < time) & (time <= last[:, None])
    caught, missed = (alive & seen[:, 1:]).sum(axis=0), (alive & ~seen[:, 1:]).sum(axis=0)
    survived = numpy.bincount(sex, alive.sum(axis=1), 2)
    lost = numpy.zeros((end, 2))
    numpy.add.at(lost, (last - 1, sex), 1)
    unseen = [jnp.ones(2)]
    for p in jax.nn.sigmoid(logit)[::-1]:
        unseen.insert(0, 1 - phi + phi * (1 - p) * unseen[0])
    factor("y", (survived * jnp.log(phi)).sum() + (lost * jnp.log(jnp.stack(unseen))).sum()
           + (caught * jax.nn.log_sigmoid(logit) + missed * jax.nn.log_sigmoid(-logit)).sum())


def dawid_skene(d):
    pi = sample("pi", dist.Dirichlet(d["even"]))
    theta = sample("theta", dist.Dirichlet(d["belief"]).expand([d["raters"], d["classes"]]).to_event(2))
    given = numpy.zeros((d["items"], d["raters"], d["classes"]))
    numpy.add.at(given, (d["item"] - 1, d["rater"] - 1, d["answer"] - 1), 1)
    factor("answer", logsumexp(jnp.log(pi) + jnp.einsum("ira,rka->ik", given, jnp.log(theta)), axis=1).sum())


def hmm(d):
    p = sample("P", dist.Dirichlet(d["stay"]).to_event(1))
    mu1 = sample("mu1", dist.Normal(0, 1))
    mu2 = sample("mu2", dist.TruncatedNormal(2, 1, low=mu1))
    mu = deterministic("mu", jnp.stack([mu1, mu2]))
    tau = sample("tau", dist.Gamma(2, 1))
    emission = dist.Normal(mu, tau**-0.5).log_prob(d["x"][:, None])
    factor("x", chain_likelihood(jnp.log(0.5), jnp.log(p), emission))


def changepoint(d):
    rate = sample("rate", dist.Gamma(1, 0.5).expand([2]).to_event(1))
    deterministic("fall", rate[0] - rate[1])
    years = numpy.arange(1, d["years"] + 1)
    before = numpy.cumsum(d["accidents"])
    each = before * jnp.log(rate[0]) + (before[-1] - before) * jnp.log(rate[1]) - years * (rate[0] - rate[1])
    factor("accidents", logsumexp(each) - d["years"] * rate[1])


def mixture(d):
    w = sample("w", dist.Dirichlet(d["alpha"]))
    mu = sample("mu", dist.Normal(d["centre"], 1).to_event(1))
    tau = sample("tau", dist.Gamma(4, 4))
    sigma = deterministic("sigma", tau**-0.5)
    each = jnp.log(w) + dist.Normal(mu, sigma).log_prob(d["y"][:, None])
    factor("y", logsumexp(each, axis=1).sum())


def selection(d):
    alpha = sample("alpha", dist.Normal(0, 2**0.5))
    beta = sample("beta", dist.Normal(0, 2**0.5).expand([d["k"]]).to_event(1))
    included = numpy.asarray(list(itertools.product([0.0, 1.0], repeat=d["k"])))
    prior = dist.Bernoulli(0.3).log_prob(included).sum(axis=1)
    logit = alpha + d["x"] @ (included * beta).T
    factor("y", logsumexp(prior + dist.Bernoulli(logits=logit).log_prob(d["y"][:, None]).sum(axis=0)))


def lda(d):
    theta = sample("theta", dist.Dirichlet(d["alpha"]).expand([d["documents"]]).to_event(1))
    phi = sample("phi", dist.Dirichlet(d["seed"]).to_event(1))
    counts = numpy.stack([numpy.bincount(w, minlength=d["vocabulary"]) for w in d["w"] - 1])
    factor("w", (counts * jnp.log(theta @ phi)).sum())


def zero_inflated(d):
    omega = sample("omega", dist.Uniform(0, 1))
    beta = sample("beta", dist.Normal(0, 10**0.5).expand([2]).to_event(1))
    log_mean = beta[0] + beta[1] * d["moisture"]
    suitable = jnp.log(omega) + d["plants"] * log_mean - jnp.exp(log_mean)
    factor("plants", jnp.where(d["plants"] > 0, suitable, jnp.logaddexp(suitable, jnp.log1p(-omega))).sum())


def spike_slab(d):
    theta = sample("theta", dist.Beta(1, 2))
    scales = dist.Normal(0, jnp.asarray([0.1, 1.5]))
    weights = dist.Categorical(jnp.stack([1 - theta, theta]))
    beta = sample("beta", dist.MixtureSameFamily(weights, scales).expand([d["k"]]).to_event(1))
    tau = sample("tau", dist.Gamma(3, 3))
    sample("y", dist.Normal(d["X"] @ beta, tau**-0.5), obs=d["y"])


def rasch(d):
    theta = sample("theta", dist.Normal(0, 1).expand([d["persons"]]).to_event(1))
    b = sample("b", dist.Normal(0, 2**0.5).expand([d["items"]]).to_event(1))
    guess = sample("guess", dist.Beta(4, 12).expand([d["items"]]).to_event(1))
    unknown = jax.nn.sigmoid(b - theta[:, None])
    wrong = unknown * (1 - guess)
    factor("y", jnp.where(d["y"] == 1, jnp.log1p(-wrong), jnp.log(wrong)).sum())


def stochastic_volatility(d):
    p = sample("P", dist.Dirichlet(d["stay"]).to_event(1))
    level1 = sample("level1", dist.Normal(-1, 1))
    level2 = sample("level2", dist.TruncatedNormal(2, 1, low=level1))
    level = deterministic("level", jnp.stack([level1, level2]))
    phi = sample("phi", dist.Beta(10, 5))
    sigma = sample("sigma", dist.Gamma(6, 15))
    h = deterministic("h", wander(d, phi, sigma))
    emission = dist.Normal(0, jnp.exp((level + h[:, None]) / 2)).log_prob(d["y"][:, None])
    factor("y", chain_likelihood(jnp.log(p[0]), jnp.log(p), emission))


def wander(d, phi, sigma):
    """An autoregression by its shocks: with regimes summed out, many times the effective draws of NUTS on its values."""
    shocks = sigma * sample("shocks", dist.Normal(0, 1).expand([d["days"]]).to_event(1))

    def step(before, shock):
        now = phi * before + shock
        return now, now

    first = shocks[0] / jnp.sqrt(1 - phi**2)
    return jnp.concatenate([first[None], jax.lax.scan(step, first, shocks[1:])[1]])


def growth(d):
    w = sample("w", dist.Dirichlet(d["alpha"]))
    lowest = sample("lowest", dist.Normal(-2, 1))
    gap = sample("gap", dist.Gamma(4, 1.5).expand([2]).to_event(1))
    mu = deterministic("mu", lowest + jnp.concatenate([jnp.zeros(1), jnp.cumsum(gap)]))
    tau = sample("tau", dist.Gamma(4, 4))
    each = jnp.log(w)[:, None] + dist.Normal(mu[:, None], tau**-0.5).log_prob(d["y"])
    factor("y", logsumexp(each, axis=0).sum())


# ---- the same with their discrete unknowns, for MixedHMC and DiscreteHMCGibbs --------------------------------------


def discrete_occupancy(d):
    alpha0, alpha1, beta0, beta1 = (sample(n, dist.Normal(0, 2)) for n in ("alpha0", "alpha1", "beta0", "beta1"))
    z = sample("z", dist.Bernoulli(logits=alpha0 + alpha1 * d["forest"]))
    deterministic("occupied", z.sum())
    p = jax.nn.sigmoid(beta0 + beta1 * d["wind"])
    sample("y", dist.Bernoulli(z[:, None] * p), obs=d["y"])


def discrete_nmixture(d):
    alpha0 = sample("alpha0", dist.Normal(1, 2**0.5))
    alpha1, beta0, beta1 = (sample(n, dist.Normal(0, 2**0.5)) for n in ("alpha1", "beta0", "beta1"))
    # NumPyro needs an end of the counts: beyond 70 lies less than 1e-12 of a site's sum.
    count = sample("N", dist.DiscreteUniform(0, 70).expand([d["sites"]]))
    deterministic("total", count.sum())
    factor("prior", dist.Poisson(jnp.exp(alpha0 + alpha1 * d["habitat"])).log_prob(count).sum())
    logit = beta0 + beta1 * d["hour"]
    missed = count[:, None] - d["y"]
    ways = gammaln(count[:, None] + 1.0) - gammaln(jnp.maximum(missed, 0) + 1.0)
    seen = ways + d["y"] * logit + count[:, None] * jax.nn.log_sigmoid(-logit)
    factor("y", jnp.where(missed < 0, -jnp.inf, seen).sum())


def discrete_cjs(d):
    phi = sample("phi", dist.Uniform(0, 1).expand([2]).to_event(1))
    beta0, beta1 = (sample(n, dist.Normal(0, 0.4**-0.5)) for n in ("beta0", "beta1"))
    p = deterministic("p", jax.nn.sigmoid(beta0 + beta1 * d["effort"]))
    animal, time = live(d)
    # An even prior: the factor below has the chain's own.
    z = sample("alive", dist.Bernoulli(0.5).expand([len(animal)]))
    states = jnp.zeros((d["animals"], d["occasions"])).at[jnp.arange(d["animals"]), d["first"] - 1].set(1)
    states = deterministic("z", states.at[animal, time].set(z))
    survival = phi[d["sex"][animal] - 1] * states[animal, time - 1]
    factor("states", dist.Bernoulli(survival).log_prob(z).sum())
    sample("y", dist.Bernoulli(p[time] * z), obs=d["y"][animal, time])


def live(d):
    """Animals and occasions after each animal's first capture."""
    return numpy.nonzero(numpy.arange(d["occasions"]) >= d["first"][:, None])


def discrete_dawid_skene(d):
    pi = sample("pi", dist.Dirichlet(d["even"]))
    theta = sample("theta", dist.Dirichlet(d["belief"]).expand([d["raters"], d["classes"]]).to_event(2))
    truth = sample("class", dist.Categorical(pi).expand([d["items"]]))
    factor("answer", jnp.log(theta)[d["rater"] - 1, truth[d["item"] - 1], d["answer"] - 1].sum())


def discrete_hmm(d):
    p = sample("P", dist.Dirichlet(d["stay"]).to_event(1))
    mu1 = sample("mu1", dist.Normal(0, 1))
    mu = deterministic("mu", jnp.stack([mu1, above("gap", mu1)]))
    tau = sample("tau", dist.Gamma(2, 1))
    state = sample("state", dist.Categorical(probs=jnp.full(2, 0.5)).expand([d["steps"]]))
    factor("moves", jnp.log(p)[state[:-1], state[1:]].sum())
    sample("x", dist.Normal(mu[state], tau**-0.5), obs=d["x"])


def above(name, low):
    """Normal with mean 2, above the other: NumPyro's Gibbs takes no support that depends on another unknown."""
    gap = sample(name, dist.ImproperUniform(dist.constraints.positive, (), ()))
    factor(f"{name}_prior", dist.TruncatedNormal(2, 1, low=low).log_prob(low + gap))
    return low + gap


def discrete_changepoint(d):
    rate = sample("rate", dist.Gamma(1, 0.5).expand([2]).to_event(1))
    deterministic("fall", rate[0] - rate[1])
    change = sample("change", dist.Categorical(jnp.full(d["years"], 1 / d["years"])))
    era = jnp.where(jnp.arange(d["years"]) <= change, rate[0], rate[1])
    sample("accidents", dist.Poisson(era), obs=d["accidents"])


def discrete_mixture(d):
    w = sample("w", dist.Dirichlet(d["alpha"]))
    mu = sample("mu", dist.Normal(d["centre"], 1).to_event(1))
    tau = sample("tau", dist.Gamma(4, 4))
    sigma = deterministic("sigma", tau**-0.5)
    z = sample("z", dist.Categorical(w).expand([d["n"]]))
    sample("y", dist.Normal(mu[z], sigma), obs=d["y"])


def discrete_selection(d):
    alpha = sample("alpha", dist.Normal(0, 2**0.5))
    beta = sample("beta", dist.Normal(0, 2**0.5).expand([d["k"]]).to_event(1))
    included = sample("included", dist.Bernoulli(0.3).expand([d["k"]]))
    deterministic("size", included.sum())
    sample("y", dist.Bernoulli(logits=alpha + d["x"] @ (included * beta)), obs=d["y"])


def discrete_lda(d):
    theta = sample("theta", dist.Dirichlet(d["alpha"]).expand([d["documents"]]).to_event(1))
    phi = sample("phi", dist.Dirichlet(d["seed"]).to_event(1))
    z = sample("z", dist.Categorical(theta[:, None, :]).expand([d["documents"], d["words"]]))
    factor("w", jnp.log(phi)[z, d["w"] - 1].sum())


def discrete_zero_inflated(d):
    omega = sample("omega", dist.Uniform(0, 1))
    beta = sample("beta", dist.Normal(0, 10**0.5).expand([2]).to_event(1))
    suitable = sample("suitable", dist.Bernoulli(omega).expand([d["n"]]))
    here = dist.Poisson(jnp.exp(beta[0] + beta[1] * d["moisture"])).log_prob(d["plants"])
    factor("plants", jnp.where(suitable == 1, here, jnp.where(d["plants"] > 0, -jnp.inf, 0)).sum())


def discrete_spike_slab(d):
    theta = sample("theta", dist.Beta(1, 2))
    slab = sample("slab", dist.Bernoulli(theta).expand([d["k"]]))
    beta = sample("beta", dist.Normal(0, jnp.where(slab == 1, 1.5, 0.1)).to_event(1))
    tau = sample("tau", dist.Gamma(3, 3))
    sample("y", dist.Normal(d["X"] @ beta, tau**-0.5), obs=d["y"])


def discrete_rasch(d):
    theta = sample("theta", dist.Normal(0, 1).expand([d["persons"]]).to_event(1))
    b = sample("b", dist.Normal(0, 2**0.5).expand([d["items"]]).to_event(1))
    guess = sample("guess", dist.Beta(4, 12).expand([d["items"]]).to_event(1))
    knows = sample("knows", dist.Bernoulli(logits=theta[:, None] - b))
    sample("y", dist.Bernoulli(knows + (1 - knows) * guess), obs=d["y"])


def discrete_stochastic_volatility(d):
    p = sample("P", dist.Dirichlet(d["stay"]).to_event(1))
    level1 = sample("level1", dist.Normal(-1, 1))
    level = deterministic("level", jnp.stack([level1, above("gap", level1)]))
    phi = sample("phi", dist.Beta(10, 5))
    sigma = sample("sigma", dist.Gamma(6, 15))
    # Given the regimes, NUTS does better on the values than on their shocks.
    h = sample("h", dist.ImproperUniform(dist.constraints.real_vector, (), (d["days"],)))
    first = dist.Normal(0, sigma / jnp.sqrt(1 - phi**2)).log_prob(h[0])
    factor("walk", first + dist.Normal(phi * h[:-1], sigma).log_prob(h[1:]).sum())
    regime = sample("regime", dist.Categorical(probs=jnp.full(2, 0.5)).expand([d["days"]]))
    factor("moves", jnp.log(p)[0, regime[0]] + jnp.log(p)[regime[:-1], regime[1:]].sum())
    sample("y", dist.Normal(0, jnp.exp((level[regime] + h) / 2)), obs=d["y"])


# Where the discrete unknowns have to begin, because a draw from the prior cannot have given the data.
STARTS = {
    "occupancy": lambda d: {"z": jnp.ones(d["sites"], int)},
    "nmixture": lambda d: {"N": jnp.asarray(d["y"].max(axis=1) + 1)},
    "cjs": lambda d: {"alive": jnp.ones(len(live(d)[0]), int)},
    "zip": lambda d: {"suitable": jnp.ones(d["n"], int)},
    "rasch": lambda d: {"knows": jnp.asarray(d["y"])},
}

# For NUTS, and for the kernels that move discrete unknowns themselves.
CONTINUOUS = {
    "eight-schools": eight_schools,
    "eight-schools-noncentred": eight_schools_noncentred,
    "linear-regression": linear_regression,
    "hierarchical-logistic": hierarchical_logistic,
    "gaussian-process": gaussian_process,
    "volatility": volatility,
    "item-response": item_response,
    "growth-curves": growth_curves,
    "occupancy": occupancy,
    "nmixture": nmixture,
    "cjs": cjs,
    "dawid-skene": dawid_skene,
    "hmm": hmm,
    "changepoint": changepoint,
    "mixture": mixture,
    "selection": selection,
    "lda": lda,
    "zip": zero_inflated,
    "spike-slab": spike_slab,
    "rasch": rasch,
    "stochastic-volatility": stochastic_volatility,
    "growth": growth,
}
DISCRETE = {
    "paper-mixture": paper_mixture,
    "paper-selection": paper_selection,
    "paper-topics": paper_topics,
    "exact-mixture": exact_mixture,
    "exact-binary": exact_binary,
    "occupancy": discrete_occupancy,
    "nmixture": discrete_nmixture,
    "cjs": discrete_cjs,
    "dawid-skene": discrete_dawid_skene,
    "hmm": discrete_hmm,
    "changepoint": discrete_changepoint,
    "mixture": discrete_mixture,
    "selection": discrete_selection,
    "lda": discrete_lda,
    "zip": discrete_zero_inflated,
    "spike-slab": discrete_spike_slab,
    "rasch": discrete_rasch,
    "stochastic-volatility": discrete_stochastic_volatility,
}
