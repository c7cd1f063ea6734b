"""Effective sizes of everybody's draws, by ArviZ: the one program that judges all of them."""

import json
import math
import pathlib
import warnings

import numpy

warnings.filterwarnings("ignore")
import arviz  # noqa: E402

# An element that leaves its commonest value in fewer draws than this says more of luck than of the sampler.
RARE = 0.02


def read(folder):
    """A run's report, with its draws by element as arrays of chain by draw."""
    folder = pathlib.Path(folder)
    report = json.loads((folder / "run.json").read_text())
    names = report["names"] if isinstance(report["names"], list) else [report["names"]]
    values = numpy.fromfile(folder / "draws.bin", dtype="<f8")
    values = values.reshape(report["chains"], len(names), report["draws"])
    return report, {name: values[:, i, :] for i, name in enumerate(names)}


def varied(draws):
    """The elements that vary enough to be judged."""
    kept = []
    for name, chains in draws.items():
        flat = chains.ravel()
        if not numpy.isfinite(flat).all():
            continue
        low = flat.min()
        if flat.max() == low:
            continue
        if (flat == numpy.rint(flat)).all():
            _, counts = numpy.unique(flat, return_counts=True)
            if 1 - counts.max() / flat.size < RARE:
                continue
        kept.append(name)
    return kept


def size(chains):
    """Bulk effective size; chains that stand still have none."""
    if not (numpy.ptp(chains, axis=1) > 0).any():
        return 0.0
    value = float(arviz.ess(chains, method="bulk"))
    return value if numpy.isfinite(value) else 1.0


def rhat(chains):
    return float(arviz.rhat(chains))


def summaries(draws, elements):
    """Mean and standard error of each element, and the least value of its variable: minus infinity if not whole."""
    least = {}
    for name in elements:
        variable, chains = name.split("[")[0], draws[name]
        low = chains.min() if (chains == numpy.rint(chains)).all() else -math.inf
        least[variable] = min(low, least.get(variable, math.inf))
    return {name: (float(draws[name].mean()), error(draws[name]), least[name.split("[")[0]]) for name in elements}


def error(chains):
    """The Monte Carlo standard error of the mean; none where nothing moved."""
    size = float(arviz.ess(chains, method="mean")) if numpy.ptp(chains) > 0 else math.nan
    return float(chains.std(ddof=1)) / math.sqrt(size) if size > 0 else math.nan


def apart(mine, theirs, from_zero):
    """How far two samplers' means are apart, in standard errors: the largest over their elements, and whose it is."""
    worst, element = 0.0, ""
    for name, (mean, error, _) in theirs.items():
        own, own_error, least = mine[name]
        gap = abs(mean - own)
        if from_zero and least >= 1:
            # Categories, which they count from zero.
            gap = min(gap, abs(mean + 1 - own))
        both = math.hypot(error, own_error)
        z = gap / both if both > 0 and math.isfinite(both) else 0.0
        if z > worst:
            worst, element = z, name
    return worst, element


def judge(draws, elements):
    """The smallest effective size over the elements, who has it, and the largest R-hat."""
    sizes = {name: size(draws[name]) for name in elements}
    worst = min(sizes, key=sizes.get)
    hats = [rhat(draws[name]) for name in elements]
    return {"ess": sizes[worst], "worst": worst, "rhat": max(hats)}
