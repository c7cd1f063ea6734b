"""Samples a Stan model with nutpie in a process of its own, its density and gradient evaluated by stanli, and counts gradients.

    nutpie_run.py MODEL DATA SEED LOW_RANK OUT NAME..

LOW_RANK is 1 for its low-rank metric. OUT gets `draws.npy` (element by chain by draw) and `about.json`. Each gradient goes through
Python, so that seconds would say nothing: gradients are what is compared.
"""

import json
import math
import pathlib
import sys

import numpy
import nutpie
import stanli
from nutpie import compiled_pyfunc

from posteriordb import bracketed

CHAINS = 4
WARMUP = 1000
DRAWS = 1000


class Impossible(Exception):
    """A point of no density; nutpie asks for this name."""

    is_recoverable = True


def main(program, data, seed, low_rank, out, *wanted):
    model = stanli.bridgestan_model(stan_file=program, data=data)
    elements = [bracketed(name) for name in model.param_names(include_tp=True, include_gq=True)]
    kept = [i for i, element in enumerate(elements) if element.split("[")[0] in wanted]
    names = [elements[i] for i in kept]
    random = model.new_rng(int(seed) % 2**31)

    def density():
        def evaluate(point):
            try:
                value, gradient = model.log_density_gradient(point)
            except RuntimeError as error:
                raise Impossible(str(error)) from error
            if not (math.isfinite(value) and numpy.isfinite(gradient).all()):
                raise Impossible("no density here")
            return value, gradient

        return evaluate

    def expansion(*_):
        def expand(point):
            return {"kept": model.param_constrain(point, include_tp=True, include_gq=True, rng=random)[kept], "free": point.copy()}

        return expand

    free = model.param_unc_num()
    compiled = compiled_pyfunc.from_pyfunc(free, density, expansion, [numpy.dtype("float64")] * 2, [(len(kept),), (free,)], ["kept", "free"])
    trace = nutpie.sample(compiled, chains=CHAINS, tune=WARMUP, draws=DRAWS, cores=1, seed=int(seed) % 2**31, progress_bar=False,
                          save_warmup=False, low_rank_modified_mass_matrix=low_rank == "1")
    folder = pathlib.Path(out)
    numpy.save(folder / "draws.npy", numpy.moveaxis(trace.posterior["kept"].values, 2, 0))
    (folder / "about.json").write_text(json.dumps({
        "names": names, "gradients": int(trace.sample_stats["n_steps"].sum()), "divergences": int(trace.sample_stats["diverging"].sum()),
        "condition": condition(trace.posterior["free"].values)}))


def condition(free):
    """The condition number of the correlations of the coordinates: 1 where none is correlated with others."""
    flat = free.reshape(-1, free.shape[-1])
    return float(numpy.linalg.cond(numpy.corrcoef(flat.T))) if flat.shape[1] > 1 else 1.0


if __name__ == "__main__":
    main(*sys.argv[1:])
