"""Samples a Stan model with stanli in a process of its own and takes the processor time of each phase.

    stanli_run.py MODEL DATA SEED FAST OUT NAME..

FAST is 1 for its fast mode. OUT gets `draws.npy` (element by chain by draw) and `about.json`. Warmup is timed by a run that
stops after it, with the same seed and hence the same work; chains run one after another, since threads share no caches then.
"""

import json
import pathlib
import sys
import time

import numpy
import stanli

CHAINS = 4
WARMUP = 1000
DRAWS = 1000


def main(program, data, seed, fast, out, *wanted):
    began = time.process_time()
    values = json.loads(pathlib.Path(data).read_text())
    model = stanli.Model(stan_file=program, data=values, fast_math=fast == "1")
    compiled = time.process_time() - began
    # The first call of anything pays for what it loads.
    timed(model, int(seed), 1, 1)
    warmup, _ = timed(model, int(seed), WARMUP, 1)
    both, fit = timed(model, int(seed), WARMUP, DRAWS)
    names, draws = [], []
    for name in wanted:
        if name not in fit.variables:
            continue
        block = numpy.asarray(fit.draws(name), dtype=float)
        for place in numpy.ndindex(block.shape[2:]):
            names.append(name + ("[" + ",".join(str(i + 1) for i in place) + "]" if place else ""))
            draws.append(block[(slice(None), slice(None), *place)])
    folder = pathlib.Path(out)
    numpy.save(folder / "draws.npy", numpy.array(draws))
    (folder / "about.json").write_text(json.dumps({
        "names": names, "compile": compiled, "warmup": warmup, "both": both, "divergences": int(numpy.sum(fit.divergences))}))


def timed(model, seed, warmup, draws):
    began = time.process_time()
    fit = model.sample(chains=CHAINS, warmup=warmup, samples=draws, seed=seed % 2**31, parallel_chains=1, refresh=0)
    return time.process_time() - began, fit


if __name__ == "__main__":
    main(*sys.argv[1:])
