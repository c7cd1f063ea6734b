"""Effective sizes, R-hat and Monte Carlo errors of anybody's draws: one implementation for all engines.

Rank-normalised split R-hat and bulk effective size as in Vehtari, Gelman, Simpson, Carpenter and Bürkner (Bayesian
Analysis 2021) and in R's package posterior. Draws are arrays of element by chain by draw.
"""

import functools
import math
import statistics

import numpy

# A whole number that leaves its commonest value in fewer draws than this says more of luck than of the sampler.
RARE = 0.02
# What is compared with an element that never moved: as if it had been drawn so many times.
AS_IF_DRAWN = 400


def judge(names, draws):
    """Mean, sd, their errors, R-hat and effective size of each element; None for R-hat and size where nothing is to be judged."""
    rows = {}
    for name, chains in zip(names, draws):
        if not numpy.isfinite(chains).all():
            continue
        rows[name] = row(chains)
    return rows


def row(chains):
    mean, sd = float(chains.mean()), float(chains.std(ddof=1))
    if numpy.ptp(chains) == 0:
        return {"mean": mean, "sd": 0.0, "mean_error": None, "sd_error": None, "rhat": None, "ess": None}
    centred = chains - mean
    square = centred**2
    variance = float(square.mean())
    spread_of_square = max(float((square**2).mean()) - variance**2, 0.0)
    sd_error = math.sqrt(spread_of_square / effective_size(split(square)) / variance / 4)
    judged = {"rhat": None, "ess": None} if rare(chains) else {"rhat": rhat(chains), "ess": bulk_size(chains)}
    return {
        "mean": mean,
        "sd": sd,
        "mean_error": sd / math.sqrt(effective_size(split(chains))),
        "sd_error": sd_error,
        **judged,
    }


def rare(chains):
    if not (chains == numpy.rint(chains)).all():
        return False
    _, counts = numpy.unique(chains, return_counts=True)
    return 1 - counts.max() / chains.size < RARE


def worst(rows):
    """The largest R-hat and the smallest effective size over all elements that can be judged, and whose they are."""
    judged = {name: r for name, r in rows.items() if r["rhat"] is not None}
    if not judged:
        return {"judged": 0, "rhat": None, "rhat_of": None, "ess": None, "ess_of": None}
    largest = max(judged, key=lambda name: judged[name]["rhat"])
    smallest = min(judged, key=lambda name: judged[name]["ess"])
    return {"judged": len(judged), "rhat": judged[largest]["rhat"], "rhat_of": largest,
            "ess": judged[smallest]["ess"], "ess_of": smallest}


def apart(mine, theirs, what):
    """The largest difference of what ("mean" or "sd") in standard errors over the elements of both, and whose it is."""
    largest, element = 0.0, None
    for name in mine.keys() & theirs.keys():
        z = distance(mine[name], theirs[name], what)
        if z is not None and (abs(z) > largest or (abs(z) == largest and element is not None and name < element)):
            largest, element = abs(z), name
    return largest, element


def distance(mine, theirs, what):
    if mine["sd"] == 0 and theirs["sd"] == 0:
        same = math.isclose(mine["mean"], theirs["mean"], rel_tol=1e-4, abs_tol=1e-8)
        return 0.0 if same or what == "sd" else math.inf
    if mine["sd"] == 0 or theirs["sd"] == 0:
        # Constant on one side, perhaps by luck: the other side tells how much luck that would be.
        if what == "sd":
            return None
        sd = mine["sd"] or theirs["sd"]
        error = math.hypot(mine["mean_error"] or theirs["mean_error"], sd / math.sqrt(AS_IF_DRAWN))
    else:
        error = math.hypot(mine[what + "_error"] or 0.0, theirs[what + "_error"] or 0.0)
    gap = mine[what] - theirs[what]
    # Text files have six digits, which is an error of its own where little else is.
    error = math.hypot(error, 1e-6 * max(abs(mine["mean"]), abs(theirs["mean"])))
    if error == 0:
        return 0.0 if gap == 0 else math.inf
    return gap / error


def rhat(chains):
    """The larger of that of the ranks and that of the ranks of distances from the median."""
    return max(split_rhat(ranks(chains)), split_rhat(ranks(numpy.abs(chains - numpy.median(chains)))))


def split_rhat(chains):
    halves = split(chains)
    n = halves.shape[1]
    within = halves.var(axis=1, ddof=1).mean()
    between = halves.mean(axis=1).var(ddof=1)
    if within == 0:
        return math.inf if between > 0 else 1.0
    return float(math.sqrt((n - 1) / n + between / within))


def bulk_size(chains):
    return effective_size(split(ranks(chains)))


def split(chains):
    """Each chain as two; of an odd number of draws the middle one is left out."""
    half = chains.shape[1] // 2
    return numpy.concatenate([chains[:, :half], chains[:, -half:]])


def ranks(chains):
    """Normal scores of the ranks, ties having the mean of theirs."""
    values, position, counts = numpy.unique(chains, return_inverse=True, return_counts=True)
    last = numpy.cumsum(counts)
    # Twice the mean rank, which is whole.
    doubled = 2 * last - counts + 1
    return scores(chains.size)[doubled][position].reshape(chains.shape)


@functools.lru_cache(maxsize=4)
def scores(size):
    """The normal score of half the index as rank."""
    normal = statistics.NormalDist()
    return numpy.array([math.nan, math.nan] + [normal.inv_cdf((d / 2 - 0.375) / (size + 0.25)) for d in range(2, 2 * size + 1)])


def effective_size(chains):
    """Of the mean, by Geyer's initial monotone sequence over all chains."""
    count, n = chains.shape
    if n < 4:
        return math.nan
    centred = chains - chains.mean(axis=1, keepdims=True)
    length = 1 << (2 * n - 1).bit_length()
    transform = numpy.fft.rfft(centred, length, axis=1)
    covariance = numpy.fft.irfft((transform * transform.conj()).mean(axis=0), length)[:n] / n
    within = covariance[0] * n / (n - 1)
    total = within * (n - 1) / n + chains.mean(axis=1).var(ddof=1)
    if total <= 0 or within <= 1e-300:
        # Nothing moves within any chain.
        return 1.0
    correlation = 1 - (within - covariance) / total
    correlation[0] = 1.0
    pairs = correlation[0 : n - n % 2].reshape(-1, 2)
    # As posterior does, which stops five before the end.
    pairs = pairs[: max(1, (n - 4) // 2 + 1)]
    sums = pairs.sum(axis=1)
    negative = numpy.flatnonzero(sums[1:] < 0)
    end = negative[0] + 1 if negative.size else len(sums) - 1
    end = max(end, 1)
    kept = numpy.minimum.accumulate(sums[:end])
    following = max(pairs[end, 0], 0.0) if end < len(pairs) else 0.0
    tau = max(-1 + 2 * float(kept.sum()) + following, 1 / math.log10(count * n))
    return count * n / tau
