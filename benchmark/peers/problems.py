"""The problems, their files, and who takes part."""

import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
MODELS = ROOT / "benchmark" / "peers" / "models"

MIXED = ["occupancy", "nmixture", "cjs", "dawid-skene", "hmm", "changepoint", "mixture", "selection", "lda", "zip",
         "spike-slab", "rasch", "stochastic-volatility"]
STRUCTURE = ["pedigree", "network", "multistate", "dynamic-occupancy", "community", "false-positives", "spatial", "dail-madsen",
             "m-array", "broken-stick", "irt-mixture", "closed-population"]
CONTINUOUS = ["eight-schools", "eight-schools-noncentred", "linear-regression", "hierarchical-logistic",
              "gaussian-process", "volatility", "item-response", "growth-curves"]
PAPER = ["paper-mixture", "paper-selection", "paper-topics"]
EXACT = ["exact-mixture", "exact-binary"]
GROWTH = [f"growth-{10**k}" for k in range(2, 7)]

GROUPS = {"mixed": MIXED, "structure": STRUCTURE, "continuous": CONTINUOUS, "paper": PAPER, "growth": GROWTH}

# Draws per chain: long enough for a second or so of sampling, so that no clock is too coarse.
DRAWS = {"tandem": 4000, "jags": 4000, "jags-glm": 4000, "stanli": 2000, "stanli-fast": 2000, "numpyro": 2000, "numpyro-summed-out": 2000,
         "nutpie": 2000, "nutpie-lowrank": 2000, "pymc-marginalised": 1000, "nimble": 4000, "nimble-ecology": 4000,
         "tandem-published": 500, "numpyro-mixed": 500, "numpyro-gibbs": 500, "pymc": 500}
OTHER_DRAWS = {
    ("spike-slab", "tandem"): 20000, ("spike-slab", "jags"): 20000, ("changepoint", "tandem"): 20000,
    ("dail-madsen", "tandem"): 1000, ("spatial", "tandem"): 1000, ("network", "tandem"): 100000,
    ("network", "jags"): 100000,
    ("item-response", "jags"): 1000, ("volatility", "jags"): 2000, ("gaussian-process", "jags"): 100,
    ("gaussian-process", "tandem"): 500, ("gaussian-process", "stanli"): 500, ("gaussian-process", "stanli-fast"): 500,
    ("gaussian-process", "numpyro"): 500, ("gaussian-process", "nutpie"): 500, ("gaussian-process", "nutpie-lowrank"): 500, ("item-response", "tandem"): 2000, ("volatility", "tandem"): 2000,
    **{(problem, peer): 10000 for problem in ("eight-schools", "eight-schools-noncentred", "linear-regression")
       for peer in ("tandem", "jags", "stanli", "stanli-fast", "nutpie", "nutpie-lowrank", "numpyro")},
    ("paper-mixture", "tandem"): 40000, ("paper-mixture", "tandem-published"): 10000,
    ("paper-selection", "jags"): 2000,
    ("paper-mixture", "numpyro-mixed"): 40000, ("paper-mixture", "numpyro-gibbs"): 20000,
    ("paper-mixture", "pymc"): 5000, ("paper-selection", "numpyro-mixed"): 10000,
    ("paper-selection", "numpyro-gibbs"): 10000, ("paper-selection", "pymc"): 1000, ("paper-topics", "numpyro-mixed"): 1000,
    ("paper-topics", "numpyro-gibbs"): 1000,
    ("growth-100000", "tandem"): 100, ("growth-1000000", "tandem"): 20, ("growth-10000", "tandem"): 500,
    ("growth-10000", "numpyro-summed-out"): 500, ("growth-100000", "numpyro-summed-out"): 100,
    ("growth-10000", "jags"): 200, ("growth-1000", "jags"): 1000,
}
# Step size, trajectory time and updates of the published algorithm: the paper's for its own problems (of the topic model,
# rescaled to a unit metric), acceptance about 0.8 where exactness is at stake.
PUBLISHED = {
    "paper-mixture": (1.7, 136, 80), "paper-selection": (0.06, 40, 600), "paper-topics": (4 / 9, 600 / 9, 80 * 120),
    "exact-mixture": (0.55, 2.31, 5), "exact-binary": (0.7, 5, 5),
}
# What NumPyro has to aim at for an acceptance of about 0.8 where exactness is at stake: it steps over short stretches.
NUMPYRO_TARGET = {"exact-mixture": 0.8, "exact-binary": 0.65}
# Chains and warmup, of everybody or of one peer, where the usual four and 1000 would take too long.
SHORT = {
    "growth-10000": (2, 300), "growth-100000": (1, 100), "growth-1000000": (1, 60),
    ("growth-10000", "jags"): (2, 100), ("growth-100000", "numpyro-summed-out"): (1, 300),
    ("paper-topics", "pymc"): (4, 300),
    # These compile for ten seconds and then take milliseconds a draw.
    **{(problem, peer): (2, 500) for problem in MIXED for peer in ("numpyro-gibbs", "numpyro-mixed")},
    **{(problem, peer): (2, 300) for problem in ("rasch", "cjs", "nmixture") for peer in ("numpyro-gibbs", "numpyro-mixed")},
}


def counts(problem, peer):
    """Chains, warmup and draws per chain."""
    chains, warmup = SHORT.get((problem, peer), SHORT.get(problem, (4, 1000)))
    return chains, warmup, OTHER_DRAWS.get((problem, peer), DRAWS[peer])


def model(problem):
    if problem in GROWTH:
        return MODELS / "growth" / "model.bug"
    here = MODELS / problem / "model.bug"
    return here if here.exists() else EXAMPLES / problem / "model.bug"


def data(problem, work):
    if problem in GROWTH:
        return work / f"{problem}.json"
    for folder in (MODELS, EXAMPLES):
        for name in ("data.json", "data.R"):
            if (folder / problem / name).exists():
                return folder / problem / name
    raise FileNotFoundError(problem)


# Nothing is observed in these, so that Tandem would draw all of it forwards: its joint kernels are what is looked at.
JOINT = ["paper-mixture", *EXACT]
# Runs of peers that take long: one is made of each.
ONCE = {"numpyro-gibbs", "numpyro-mixed", "pymc", "nimble", "nimble-ecology"}
ONCE_HERE = {("gaussian-process", "nutpie"), ("gaussian-process", "nutpie-lowrank"), *((problem, "jags") for problem in CONTINUOUS)}


def growth_sizes():
    return [int(name.split("-")[1]) for name in GROWTH]


def repeats(problem, peer, most):
    """How many runs are made where at most so many are asked for."""
    return 1 if peer in ONCE or (problem, peer) in ONCE_HERE or problem in GROWTH[2:] else most


def peers(problem):
    """Everybody who can run the problem."""
    everybody = takers(problem)
    return [peer for peer in everybody if (problem, peer) not in CANNOT]


def takers(problem):
    if problem in MIXED:
        ecology = ["nimble-ecology"] if (MODELS / problem / "nimble-ecology.bug").exists() else []
        return ["tandem", "jags", "jags-glm", "numpyro-summed-out", "pymc-marginalised", "nimble", *ecology,
                "numpyro-gibbs", "numpyro-mixed"]
    if problem in STRUCTURE:
        return ["tandem", "jags", "pymc-marginalised", "nimble"]
    if problem in CONTINUOUS:
        return ["tandem", "stanli", "stanli-fast", "nutpie", "nutpie-lowrank", "numpyro", "jags", "nimble"]
    if problem in PAPER:
        return ["tandem", "tandem-published", "jags", "numpyro-mixed", "numpyro-gibbs", "pymc"]
    return ["tandem", "jags", "numpyro-summed-out"]


# Who cannot run a problem, or is not asked to, and why.
CANNOT = {
    ("paper-mixture", "jags"): "nothing is observed, so JAGS would draw it forwards, each draw independent of the last",
    ("growth-100000", "jags"): "compiling 10,000 observations takes half a minute, and grows with their square",
    ("growth-1000000", "jags"): "as with 100,000",
    ("growth-1000000", "numpyro-summed-out"): "100,000 take minutes to warm up",
    # What pymc-extras does not sum out.
    ("pedigree", "pymc-marginalised"): "genotypes depend on two others each, and it sums out chains and what stands alone",
    ("network", "pymc-marginalised"): "eight nodes that depend on each other",
    ("community", "pymc-marginalised"): "occupancy depends on membership: one discrete unknown in another",
    ("spatial", "pymc-marginalised"): "homes and membership meet in the same captures",
    ("dail-madsen", "pymc-marginalised"): "chains of counts without an end",
    ("m-array", "pymc-marginalised"): "there is no discrete unknown",
}
