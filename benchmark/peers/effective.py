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
    """Infinity where no chain moved: what is judged has more than one value."""
    value = float(arviz.rhat(chains))
    return value if numpy.isfinite(value) else math.inf


def error(chains):
    """The Monte Carlo standard error of the mean; none where nothing moved."""
    size = float(arviz.ess(chains, method="mean")) if numpy.ptp(chains) > 0 else math.nan
    return float(chains.std(ddof=1)) / math.sqrt(size) if size > 0 else math.nan


def describe(draws, elements):
    """Of each element: its effective size, R-hat, mean, the mean's standard error, and the least of its variable."""
    least = {}
    for name in elements:
        variable, chains = name.split("[")[0], draws[name]
        # Minus infinity where values are not whole numbers.
        low = float(chains.min()) if (chains == numpy.rint(chains)).all() else -math.inf
        least[variable] = min(low, least.get(variable, math.inf))
    return {name: {"ess": size(draws[name]), "rhat": rhat(draws[name]), "mean": float(draws[name].mean()),
                   "error": error(draws[name]), "least": least[name.split("[")[0]]} for name in elements}


def apart(mine, theirs, from_zero):
    """How far two samplers' means are apart, in standard errors: the largest over their elements, and whose it is."""
    worst, element = 0.0, ""
    for name in theirs.keys() & mine.keys():
        gap = abs(theirs[name]["mean"] - mine[name]["mean"])
        if from_zero and mine[name]["least"] >= 1:
            # Categories, which they count from zero.
            gap = min(gap, abs(theirs[name]["mean"] + 1 - mine[name]["mean"]))
        both = math.hypot(theirs[name]["error"], mine[name]["error"])
        z = gap / both if both > 0 and math.isfinite(both) else 0.0
        if z > worst:
            worst, element = z, name
    return worst, element


def judge(described):
    """The smallest effective size over the elements, who has it, and the largest R-hat."""
    worst = min(described, key=lambda name: described[name]["ess"])
    return {"ess": described[worst]["ess"], "worst": worst, "rhat": max(each["rhat"] for each in described.values())}
