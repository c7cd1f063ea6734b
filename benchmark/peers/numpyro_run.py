"""One run of NumPyro: numpyro_run.py PROBLEM DATA KERNEL(nuts|mixed|gibbs) CHAINS WARMUP DRAWS SEED FOLDER"""

import json
import sys

import runs

problem, data_file, kind, chains, warmup, draws, seed, folder = sys.argv[1:9]
chains, warmup, draws, seed = int(chains), int(warmup), int(draws), int(seed)

import jax  # noqa: E402

jax.config.update("jax_enable_x64", True)
import jax.numpy as jnp  # noqa: E402
import numpy  # noqa: E402
from numpyro.infer import HMC, MCMC, NUTS, DiscreteHMCGibbs, MixedHMC  # noqa: E402
from numpyro_models import MODELS  # noqa: E402

data = {k: jnp.asarray(v) if isinstance(v, list) else v for k, v in json.load(open(data_file)).items()}
data = {k: v.astype(float) if hasattr(v, "dtype") and k not in ("group", "y", "one") else v for k, v in data.items()}


def model():
    MODELS[problem](data)


if kind == "nuts":
    kernel = NUTS(model)
elif kind == "gibbs":
    kernel = DiscreteHMCGibbs(NUTS(model))
else:
    kernel = MixedHMC(HMC(model, trajectory_length=2.0))

mcmc = MCMC(kernel, num_warmup=warmup, num_samples=draws, num_chains=chains, chain_method="sequential",
            progress_bar=False)


def run(count, number):
    """Processor time of one call, whatever it compiles included."""
    began = runs.clock()
    mcmc.num_samples = count
    mcmc.run(jax.random.PRNGKey(seed + 1000 * number))
    jax.block_until_ready(mcmc.get_samples())
    return runs.clock() - began


began = runs.clock()
mcmc.warmup(jax.random.PRNGKey(seed), collect_warmup=False)
jax.block_until_ready(mcmc.post_warmup_state)
warming = runs.clock() - began
# Each call compiles anew, so sampling is the difference of a long call and a short one.
few = max(10, draws // 20)
short = run(few, 1)
mcmc.post_warmup_state = mcmc.last_state
long = run(draws, 2)
sampling = max(1e-3, (long - short) * draws / (draws - few))
samples = {k: numpy.asarray(v) for k, v in mcmc.get_samples(group_by_chain=True).items()}
runs.write(folder, samples, compile=max(0.0, long - sampling), warmup=warming, sampling=sampling, unused=short)
