"""One run of NumPyro: numpyro_run.py PROBLEM DATA KERNEL(nuts|mixed|gibbs) CHAINS WARMUP DRAWS SEED FOLDER

NumPyro's own loop compiles again whenever it is called, so that compiling and sampling cannot be told apart. The loop here
is one program of up to a hundred iterations of NumPyro's kernel, compiled once, for warmup and sampling of all chains.
"""

import json
import math
import sys
import time

import runs

problem, data_file, kind, chains, warmup, draws, seed, folder = sys.argv[1:9]
chains, warmup, draws, seed = int(chains), int(warmup), int(draws), int(seed)
CHUNK = math.gcd(100, warmup, draws)

began = runs.clock()
import jax  # noqa: E402

jax.config.update("jax_enable_x64", True)
import jax.numpy as jnp  # noqa: E402
import numpy  # noqa: E402
from numpyro.infer import HMC, NUTS, DiscreteHMCGibbs, MixedHMC  # noqa: E402
from numpyro_models import CONTINUOUS, DISCRETE, STARTS  # noqa: E402
from problems import EXACT, GROWTH, NUMPYRO_TARGET, PUBLISHED  # noqa: E402

# Outcomes and subscripts stay whole numbers; what is missing is not a number.
WHOLE = ("group", "y", "one", "first", "sex", "item", "rater", "answer", "w")


def array(name, values):
    values = numpy.asarray(values)
    return values if name in WHOLE and values.dtype != object else values.astype(float)


data = {k: array(k, v) if isinstance(v, list) else v for k, v in json.load(open(data_file)).items()}


form = (CONTINUOUS if kind == "nuts" else DISCRETE)["growth" if problem in GROWTH else problem]
start = STARTS[problem](data) if kind != "nuts" and problem in STARTS else None


def model():
    form(data)


if kind == "nuts":
    kernel = NUTS(model)
elif kind == "gibbs":
    kernel = DiscreteHMCGibbs(NUTS(model))
else:
    # As it comes, but where exactness is at stake the trajectory of the published algorithm's run beside it.
    settings, updates = {}, None
    if problem in EXACT:
        _, time_of_trajectory, updates = PUBLISHED[problem]
        settings = dict(trajectory_length=float(time_of_trajectory), adapt_mass_matrix=False,
                        target_accept_prob=NUMPYRO_TARGET[problem])
    kernel = MixedHMC(HMC(model, **settings), num_discrete_updates=updates)

keys = jax.random.split(jax.random.PRNGKey(seed), chains)
begin = jax.jit(lambda key: kernel.init(key, warmup, start, (), {}))
starts = [begin(key) for key in keys]


def advance(state):
    def once(state, _):
        state = kernel.sample(state, (), {})
        accepted = getattr(state, "accept_prob", getattr(getattr(state, "hmc_state", None), "accept_prob", jnp.nan))
        return state, (getattr(state, kernel.sample_field), accepted)

    return jax.lax.scan(once, state, None, length=CHUNK)


program = jax.jit(advance).lower(starts[0]).compile()
compiled = runs.clock()
warming = sampling = wall = 0.0
blocks, acceptances = [], []
for state in starts:
    t0 = runs.clock()
    for _ in range(warmup // CHUNK):
        state, _ = program(state)
    jax.block_until_ready(state)
    t1, w1 = runs.clock(), time.time()
    pieces = []
    for _ in range(draws // CHUNK):
        state, (kept, accepted) = program(state)
        pieces.append(kept)
        acceptances.append(accepted)
    jax.block_until_ready(pieces)
    warming += t1 - t0
    sampling += runs.clock() - t1
    wall += time.time() - w1
    blocks.append(jax.tree.map(lambda *parts: numpy.concatenate(parts), *pieces))

together = jax.tree.map(lambda *each: numpy.stack(each), *blocks)
constrain = kernel.postprocess_fn((), {})
samples = jax.lax.map(lambda z: jax.lax.map(constrain, z), together)
runs.write(folder, {k: numpy.asarray(v) for k, v in samples.items()}, compile=compiled - began, warmup=warming,
           sampling=sampling, sampling_wall=wall, acceptance=float(numpy.mean(acceptances)))
