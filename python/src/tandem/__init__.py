"""Bayesian inference for models whose unknowns are both discrete and continuous.

>>> import tandem
>>> model = tandem.Model("model { mu ~ dnorm(0, 0.01)  for (i in 1:3) { y[i] ~ dnorm(mu, 1) } }")
>>> posterior = model.sample({"y": [1.0, 2.5, 0.5]}, seed=1)
>>> posterior["mu"].shape
(4, 1000)
"""

from ._comparison import ComparedModel, Comparison, Estimate, Loo, Sensitivity, compare
from ._errors import DataError, ModelError, Problem, RequestError, SessionError, TandemError
from ._model import Check, Model, open_run
from ._posterior import Derived, Finding, Posterior, Predictions, Report, Summary
from ._session import shutdown
from ._version import VERSION as __version__

__all__ = [
    "Check",
    "ComparedModel",
    "Comparison",
    "DataError",
    "Derived",
    "Estimate",
    "Finding",
    "Loo",
    "Model",
    "ModelError",
    "Posterior",
    "Predictions",
    "Problem",
    "Report",
    "RequestError",
    "Sensitivity",
    "SessionError",
    "Summary",
    "TandemError",
    "__version__",
    "compare",
    "open_run",
    "shutdown",
]
