"""One run of stanli: stanli_run.py MODEL DATA MONITORS(comma) TOOL(stanli|stanli-fast) CHAINS WARMUP DRAWS SEED FOLDER"""

import json
import sys

import runs

program, data_file, monitors, tool, chains, warmup, draws, seed, folder = sys.argv[1:10]
chains, warmup, draws, seed = int(chains), int(warmup), int(draws), int(seed)

began = runs.clock()
import numpy  # noqa: E402
import stanli  # noqa: E402

data = json.load(open(data_file))
imported = runs.clock()
model = stanli.Model(stan_file=program, data=data, fast_math=tool == "stanli-fast")


def sample(warmup, count):
    # Chains one after another: threads would share the processor's caches with each other.
    return model.sample(chains=chains, warmup=warmup, samples=count, seed=seed, parallel_chains=1, refresh=0)


# What the first call loads counts as compilation.
sample(1, 1)
compiled = runs.clock()
# stanli does not say what warmup took: a run that stops after it, with the same seed and hence the same work, does, and is
# taken off again.
sample(warmup, 1)
warmed = runs.clock()
fit = sample(warmup, draws)
ended = runs.clock()
values = {}
for name in monitors.split(","):
    # A name in Stan has no dots.
    if name.replace(".", "_") in fit.variables:
        values[name] = numpy.asarray(fit.draws(name.replace(".", "_")), dtype=float)
runs.write(folder, values, compile=compiled - imported, warmup=warmed - compiled,
           sampling=max(1e-3, (ended - warmed) - (warmed - compiled)), unused=warmed - compiled,
           divergences=int(numpy.sum(fit.divergences)))
