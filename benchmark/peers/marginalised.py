"""Mixed models for PyMC with their discrete unknowns, which pymc-extras sums out; each says which those are."""

import numpy
import pymc as pm
import pytensor.tensor as pt
from pymc_extras import DiscreteMarkovChain


def normals(sd, *names):
    return [pm.Normal(name, 0, sd) for name in names]


def occupancy(d):
    alpha0, alpha1, beta0, beta1 = normals(2, "alpha0", "alpha1", "beta0", "beta1")
    z = pm.Bernoulli("z", logit_p=alpha0 + alpha1 * d["forest"])
    pm.Bernoulli("y", p=z[:, None] * pm.math.sigmoid(beta0 + beta1 * d["wind"]), observed=d["y"])
    return ["z"]


def nmixture(d):
    alpha0 = pm.Normal("alpha0", 1, 2**0.5)
    alpha1, beta0, beta1 = normals(2**0.5, "alpha1", "beta0", "beta1")
    # What is summed out has to be finite: a Poisson law cut off at 70, beyond which lies less than 1e-12 of a site's sum.
    count = numpy.arange(71)
    mean = pt.exp(alpha0 + alpha1 * d["habitat"])[:, None]
    size = pm.Categorical("N", logit_p=pm.logp(pm.Poisson.dist(mean), count))
    pm.Binomial("y", n=size[:, None], p=pm.math.sigmoid(beta0 + beta1 * d["hour"]), observed=d["y"])
    return ["N"]


def hmm(d):
    moves = pm.Dirichlet("P", d["stay"])
    mu1 = pm.Normal("mu1", 0, 1)
    mu2 = pm.TruncatedNormal("mu2", 2, 1, lower=mu1)
    mu = pm.Deterministic("mu", pt.stack([mu1, mu2]))
    tau = pm.Gamma("tau", 2, 1)
    state = DiscreteMarkovChain("state", P=moves, init_dist=pm.Categorical.dist(p=[0.5, 0.5]), shape=int(d["steps"]))
    pm.Normal("x", mu[state], tau**-0.5, observed=d["x"])
    return ["state"]


def changepoint(d):
    rate = pm.Gamma("rate", 1, 0.5, shape=2)
    pm.Deterministic("fall", rate[0] - rate[1])
    change = pm.Categorical("change", numpy.full(int(d["years"]), 1 / d["years"]))
    era = pt.switch(numpy.arange(d["years"]) <= change, rate[0], rate[1])
    pm.Poisson("accidents", era, observed=d["accidents"])
    return ["change"]


def mixture(d):
    w = pm.Dirichlet("w", d["alpha"])
    mu = pm.Normal("mu", d["centre"], 1)
    sigma = pm.Deterministic("sigma", pm.Gamma("tau", 4, 4) ** -0.5)
    z = pm.Categorical("z", w, shape=int(d["n"]))
    pm.Normal("y", mu[z], sigma, observed=d["y"])
    return ["z"]


def selection(d):
    alpha = pm.Normal("alpha", 0, 2**0.5)
    beta = pm.Normal("beta", 0, 2**0.5, shape=int(d["k"]))
    # One by one, since all outcomes depend on each.
    included = [pm.Bernoulli(f"included_{j}", 0.3) for j in range(d["k"])]
    pm.Bernoulli("y", logit_p=alpha + d["x"] @ (pt.stack(included) * beta), observed=d["y"])
    return [f"included_{j}" for j in range(d["k"])]


def lda(d):
    theta = pm.Dirichlet("theta", numpy.tile(d["alpha"], (d["documents"], 1)))
    phi = pm.Dirichlet("phi", d["seed"])
    z = pm.Categorical("z", theta[:, None, :], shape=d["w"].shape)
    pm.Categorical("w", phi[z], observed=d["w"] - 1)
    return ["z"]


def zero_inflated(d):
    omega = pm.Uniform("omega", 0, 1)
    beta = pm.Normal("beta", 0, 10**0.5, shape=2)
    suitable = pm.Bernoulli("suitable", omega, shape=int(d["n"]))
    pm.Poisson("plants", suitable * pt.exp(beta[0] + beta[1] * d["moisture"]), observed=d["plants"])
    return ["suitable"]


def spike_slab(d):
    theta = pm.Beta("theta", 1, 2)
    slab = pm.Bernoulli("slab", theta, shape=int(d["k"]))
    beta = pm.Normal("beta", 0, pt.switch(pt.eq(slab, 1), 1.5, 0.1))
    pm.Normal("y", d["X"] @ beta, pm.Gamma("tau", 3, 3) ** -0.5, observed=d["y"])
    return ["slab"]


def rasch(d):
    theta = pm.Normal("theta", 0, 1, shape=int(d["persons"]))
    b = pm.Normal("b", 0, 2**0.5, shape=int(d["items"]))
    guess = pm.Beta("guess", 4, 12, shape=int(d["items"]))
    knows = pm.Bernoulli("knows", logit_p=theta[:, None] - b)
    # Those who know are right for certain, to rounding: at exactly 1 the gradient is not a number.
    pm.Bernoulli("y", p=pt.switch(pt.eq(knows, 1), 1 - 1e-12, guess), observed=d["y"])
    return ["knows"]


def stochastic_volatility(d):
    moves = pm.Dirichlet("P", d["stay"])
    level1 = pm.Normal("level1", -1, 1)
    level2 = pm.TruncatedNormal("level2", 2, 1, lower=level1)
    level = pm.Deterministic("level", pt.stack([level1, level2]))
    phi, sigma = pm.Beta("phi", 10, 5), pm.Gamma("sigma", 6, 15)
    h = pm.AR("h", rho=phi[None], sigma=sigma, init_dist=pm.Normal.dist(0, sigma / pt.sqrt(1 - phi**2)), shape=int(d["days"]))
    regime = DiscreteMarkovChain("regime", P=moves, init_dist=pm.Categorical.dist(p=moves[0]), shape=int(d["days"]))
    pm.Normal("y", 0, pt.exp((level[regime] + h) / 2), observed=d["y"])
    return ["regime"]


def cjs(d):
    phi = pm.Uniform("phi", 0, 1, shape=2)
    beta0, beta1 = normals(0.4**-0.5, "beta0", "beta1")
    p = pm.math.sigmoid(beta0 + beta1 * d["effort"])
    pm.Deterministic("p", pt.set_subtensor(p[0], 0.0))
    # Chains begin at an animal's first capture; beyond the last occasion it is never seen, alive or dead.
    animals, occasions = d["y"].shape
    time = d["first"][:, None] - 1 + numpy.arange(occasions)
    inside = time < occasions
    at = numpy.minimum(time, occasions - 1)
    y = numpy.where(inside, numpy.take_along_axis(d["y"].astype(float), at, axis=1), 0)[:, 1:]
    summed = []
    for sex in (0, 1):
        # One matrix of moves for each chain is more than marginalising takes, so the sexes have a variable each.
        who = d["sex"] - 1 == sex
        moves = pt.stack([pt.as_tensor([1.0, 0.0]), pt.stack([1 - phi[sex], phi[sex]])])
        alive = DiscreteMarkovChain(f"alive_{sex}", P=moves, init_dist=pm.Categorical.dist(p=[1e-12, 1 - 1e-12]),
                                    shape=(who.sum(), occasions))
        caught = numpy.column_stack([numpy.zeros(who.sum()), y[who]])
        chance = pt.where(inside[who] & (numpy.arange(occasions) > 0), p[at[who]], 0.0)
        # The dead are not seen, to rounding: at exactly 0 the gradient is not a number.
        pm.Bernoulli(f"y_{sex}", p=pt.switch(pt.eq(alive, 1), chance, 1e-15), observed=caught)
        summed.append(f"alive_{sex}")
    return summed


def dawid_skene(d):
    pi = pm.Dirichlet("pi", d["even"])
    theta = pm.Dirichlet("theta", numpy.tile(d["belief"], (d["raters"], 1, 1)))
    truth = pm.Categorical("class", pi, shape=int(d["items"]))
    # Item by rater, since an item has to reach its answers by a dimension; those that are missing have an answer of their own.
    given = numpy.full((d["items"], d["raters"]), d["classes"])
    given[d["item"] - 1, d["rater"] - 1] = d["answer"] - 1
    none = (given == d["classes"])[:, :, None]
    for r in range(d["raters"]):
        chances = pt.concatenate([theta[r], pt.zeros((d["classes"], 1))], axis=1)[truth]
        pm.Categorical(f"answer_{r}", pt.where(none[:, r], numpy.eye(d["classes"] + 1)[-1], chances), observed=given[:, r])
    return ["class"]


def dynamic_occupancy(d):
    psi, stays, colonised, p = (pm.Uniform(name, 0, 1) for name in ("psi", "stays", "colonised", "p"))
    moves = pt.stack([pt.stack([1 - colonised, colonised]), pt.stack([1 - stays, stays])])
    z = DiscreteMarkovChain("z", P=moves, init_dist=pm.Categorical.dist(p=pt.stack([1 - psi, psi])), shape=d["y"].shape)
    pm.Binomial("y", n=d["visits"], p=p * z, observed=d["y"])
    return ["z"]


def multistate(d):
    survival = pm.Uniform("survival", 0, 1, shape=2)
    moves = pm.Beta("moves", 1, 2, shape=2)
    seen = pm.Uniform("seen", 0, 1)
    stay, leave = survival * (1 - moves), survival * moves
    matrix = pt.stack([pt.stack([stay[0], leave[0], 1 - survival[0]]), pt.stack([leave[1], stay[1], 1 - survival[1]]),
                       pt.as_tensor([0.0, 0.0, 1.0])])
    sight = pt.stack([pt.stack([seen, 0.0, 1 - seen]), pt.stack([0.0, seen, 1 - seen]), pt.as_tensor([0.0, 0.0, 1.0])])
    # Chains begin at an animal's first capture; beyond the last occasion nothing that is seen depends on the state.
    animals, occasions = d["y"].shape
    time = d["first"][:, None] - 1 + numpy.arange(occasions)
    inside = (time < occasions) & (numpy.arange(occasions) > 0)
    y = numpy.where(inside, numpy.take_along_axis(d["y"].astype(float), numpy.minimum(time, occasions - 1), axis=1) - 1, 0)
    summed = []
    for place in (1, 2):
        who = d["where"] == place
        begin = numpy.where(numpy.arange(1, 4) == place, 1 - 2e-12, 1e-12)
        state = DiscreteMarkovChain(f"s_{place}", P=matrix, init_dist=pm.Categorical.dist(p=begin), shape=(who.sum(), occasions))
        chances = pt.where(inside[who][:, :, None], sight[state], numpy.full(3, 1 / 3))
        pm.Categorical(f"y_{place}", chances, observed=y[who].astype(int))
        summed.append(f"s_{place}")
    return summed


def false_positives(d):
    psi, right, wrong, detected = (pm.Beta(n, a, b) for n, a, b in (
        ("psi", 1, 1), ("right", 4, 2), ("wrong", 1, 9), ("detected", 2, 2)))
    z = pm.Bernoulli("z", psi, shape=int(d["sites"]))
    pm.Binomial("heard", n=d["nights"], p=z * right + (1 - z) * wrong, observed=d["heard"])
    pm.Binomial("seen", n=d["walks"], p=z * detected, observed=d["seen"])
    return ["z"]


def irt_mixture(d):
    trick, gain = pm.Beta("trick", 2, 2), pm.Gamma("gain", 8, 4)
    mu = pm.Normal("mu", 0, 1, shape=2)
    group = pm.Categorical("class", pt.stack([1 - trick, trick]), shape=int(d["persons"]))
    theta = pm.Normal("theta", mu[group], 1)
    pm.Bernoulli("y", logit_p=theta[:, None] - d["b"] + gain * d["tricky"] * group[:, None], observed=d["y"])
    return ["class"]


def broken_stick(d):
    k = pm.Categorical("k", numpy.asarray(d["possible"]) / sum(d["possible"]))
    a, b, change = pm.Normal("a", 0, 10), pm.Normal("b", 0, 10**0.5), pm.Normal("change", 0, 10**0.5)
    tau = pm.Gamma("tau", 2, 1)
    bend = pt.maximum(0, d["x"] - pt.as_tensor(d["x"])[k])
    pm.Normal("y", a + b * d["x"] + change * bend, tau**-0.5, observed=d["y"])
    return ["k"]


def closed_population(d):
    caught = numpy.zeros((d["M"], d["occasions"]), int)
    caught[: d["seen"]] = d["caught"]
    psi = pm.Uniform("psi", 0, 1)
    p = pm.Beta("p", 1, 1, shape=int(d["occasions"]))
    member = pm.Bernoulli("member", psi, shape=int(d["M"]))
    pm.Bernoulli("y", p=member[:, None] * p, observed=caught)
    return ["member"]


MODELS = {
    "occupancy": occupancy, "nmixture": nmixture, "hmm": hmm, "changepoint": changepoint, "mixture": mixture,
    "selection": selection, "lda": lda, "zip": zero_inflated, "spike-slab": spike_slab, "rasch": rasch,
    "stochastic-volatility": stochastic_volatility, "cjs": cjs, "dawid-skene": dawid_skene,
    "multistate": multistate, "dynamic-occupancy": dynamic_occupancy, "false-positives": false_positives, "irt-mixture": irt_mixture,
    "broken-stick": broken_stick, "closed-population": closed_population,
}
