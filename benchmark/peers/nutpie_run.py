"""One run of nutpie or PyMC: nutpie_run.py PROBLEM DATA TOOL CHAINS WARMUP DRAWS SEED FOLDER

TOOL is nutpie, nutpie-lowrank (its low-rank metric), pymc, or pymc-marginalised: discrete unknowns summed out by
pymc-extras, the rest sampled by nutpie.
"""

import json
import sys
import warnings

import runs

problem, data_file, tool, chains, warmup, draws, seed, folder = sys.argv[1:9]
chains, warmup, draws, seed = int(chains), int(warmup), int(draws), int(seed)
warnings.filterwarnings("ignore")

import numpy  # noqa: E402
import pymc as pm  # noqa: E402
import pytensor.tensor as pt  # noqa: E402

d = {k: numpy.asarray(v) if isinstance(v, list) else v for k, v in json.load(open(data_file)).items()}


def eight_schools():
    mu, tau = pm.Normal("mu", 0, 10), pm.HalfCauchy("tau", 5)
    theta = pm.Normal("theta", mu, tau, shape=d["J"])
    pm.Normal("y", theta, d["sigma"], observed=d["y"])


def eight_schools_noncentred():
    mu, tau = pm.Normal("mu", 0, 10), pm.HalfCauchy("tau", 5)
    eta = pm.Normal("eta", 0, 1, shape=d["J"])
    theta = pm.Deterministic("theta", mu + tau * eta)
    pm.Normal("y", theta, d["sigma"], observed=d["y"])


def linear_regression():
    alpha, beta = pm.Normal("alpha", 0, 10), pm.Normal("beta", 0, 2, shape=d["K"])
    sigma = pm.Exponential("sigma", 1)
    pm.Normal("y", alpha + d["X"] @ beta, sigma, observed=d["y"])


def hierarchical_logistic():
    mu, tau = pm.Normal("mu", 0, 2), pm.Exponential("tau", 1)
    beta = pm.Normal("beta", 0, 2, shape=d["K"])
    a = pm.Normal("a", mu, tau, shape=d["groups"])
    pm.Bernoulli("y", logit_p=a[d["group"] - 1] + d["X"] @ beta, observed=d["y"])


def gaussian_process():
    amplitude, length, sigma = pm.Gamma("amplitude", 2, 1), pm.Gamma("range", 4, 4), pm.Gamma("sigma", 2, 4)
    gap = (d["x"][:, None] - d["x"][None, :]) / length
    cov = amplitude**2 * pt.exp(-(gap**2) / 2) + sigma**2 * pt.eye(d["n"])
    pm.MvNormal("y", numpy.zeros(d["n"]), cov=cov, observed=d["y"])


def volatility():
    mu, phi, sigma = pm.Normal("mu", 0, 2), pm.Beta("phi", 20, 1.5), pm.Gamma("sigma", 4, 16)
    h = pm.Flat("h", shape=d["days"])
    pm.Potential("first", pm.logp(pm.Normal.dist(mu, sigma / pt.sqrt(1 - phi**2)), h[0]))
    pm.Potential("walk", pm.logp(pm.Normal.dist(mu + phi * (h[:-1] - mu), sigma), h[1:]).sum())
    pm.Normal("y", 0, pt.exp(h / 2), observed=d["y"])


def item_response():
    theta = pm.Normal("theta", 0, 1, shape=d["persons"])
    a, b = pm.LogNormal("a", 0, 0.5, shape=d["items"]), pm.Normal("b", 0, 2, shape=d["items"])
    pm.Bernoulli("y", logit_p=a * (theta[:, None] - b), observed=d["y"])


def growth_curves():
    tau_c, alpha_tau, beta_tau = (pm.Gamma(n, 0.001, 0.001) for n in ("tau.c", "alpha.tau", "beta.tau"))
    alpha_c, beta_c = pm.Normal("alpha.c", 0, 1000), pm.Normal("beta.c", 0, 1000)
    alpha = pm.Normal("alpha", alpha_c, alpha_tau**-0.5, shape=d["animals"])
    beta = pm.Normal("beta", beta_c, beta_tau**-0.5, shape=d["animals"])
    pm.Normal("y", alpha[:, None] + beta[:, None] * (d["x"] - d["x"].mean()), tau_c**-0.5, observed=d["y"])


def paper_mixture():
    x = pm.Categorical("x", d["phi"])
    pm.Normal("q", pt.as_tensor(d["mu"])[x], 1 / numpy.sqrt(d["tau"]), shape=len(d["tau"]))


def paper_selection():
    gamma, beta = pm.Bernoulli("gamma", 0.5, shape=d["m"]), pm.Normal("beta", 0, 5, shape=d["m"])
    pm.Bernoulli("y", logit_p=pt.dot(d["X"], gamma * beta), observed=d["y"])


def paper_topics():
    eta = pm.MvNormal("eta", d["mu"], tau=d["Omega"], shape=d["K"] - 1)
    z = pm.Categorical("z", logit_p=pt.concatenate([pt.zeros(1), eta]), shape=d["N"])
    pm.Potential("words", pt.log(d["beta"])[numpy.arange(d["N"]), z].sum())


began = runs.clock()
with pm.Model() as model:
    if tool == "pymc-marginalised":
        import marginalised
        import pymc_extras

        summed = marginalised.MODELS[problem](d)
    else:
        globals()[problem.replace("-", "_")]()
if tool == "pymc-marginalised":
    model = pymc_extras.marginalize(model, summed)


def arrays(trace):
    return {k: trace.posterior[k].values for k in trace.posterior.data_vars}


def with_nutpie():
    """nutpie does not say what warmup took, so a run of ten draws is taken from a run of all."""
    import nutpie

    compiled = nutpie.compile_pymc_model(model)
    compiled_at = runs.clock()

    settings = {"low_rank_modified_mass_matrix": True} if tool == "nutpie-lowrank" else {}

    def run(count):
        return nutpie.sample(compiled, draws=count, tune=warmup, chains=chains, cores=1, seed=seed, progress_bar=False,
                             **settings)

    run(10)
    t0 = runs.clock()
    run(10)
    t1 = runs.clock()
    trace = run(draws)
    t2 = runs.clock()
    first = t0 - compiled_at
    runs.write(folder, arrays(trace), compile=compiled_at - began + max(0.0, first - (t1 - t0)), warmup=t1 - t0,
               sampling=max(1e-3, (t2 - t1) - (t1 - t0)), unused=(t1 - t0) + first)


def with_pymc():
    """The step methods that PyMC chooses by itself; the chains tell when they begin, end tuning and end."""
    last, spent = None, {True: 0.0, False: 0.0}

    def tell(trace, draw):
        nonlocal last
        now = runs.clock()
        if last is None:
            spent["compile"] = now - began
        else:
            spent[bool(draw.tuning)] += now - last
        last = now

    with model:
        trace = pm.sample(draws, tune=warmup, chains=chains, cores=1, random_seed=seed, progressbar=False,
                          compute_convergence_checks=False, callback=tell)
    runs.write(folder, arrays(trace), compile=spent["compile"], warmup=spent[True], sampling=spent[False])


with_pymc() if tool == "pymc" else with_nutpie()
