"""How well models predict data that they have not seen, by themselves and beside each other."""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence, Union

import numpy as np

from ._errors import RequestError

if TYPE_CHECKING:
    from ._posterior import Posterior


@dataclass(frozen=True)
class Estimate:
    """A number with its standard error."""

    value: float
    se: float

    def __float__(self) -> float:
        return self.value

    def __str__(self) -> str:
        return f"{self.value:.1f} (SE {self.se:.1f})"


def _estimate(node: Mapping[str, Any]) -> Estimate:
    return Estimate(_double(node["estimate"]), _double(node["se"]))


def _double(value: Optional[float]) -> float:
    return float("nan") if value is None else float(value)


class Loo:
    """Leave-one-out cross-validation of a run by Pareto smoothed importance sampling, with other criteria beside it.

    ``print(loo)`` prints what ``tandem loo`` does, warnings included. A unit of the data is an observed node or, where
    discrete unknowns are summed over, all observed nodes that depend on the same ones.
    """

    def __init__(self, node: Mapping[str, Any], text: str) -> None:
        self._text = text
        self.name: str = node["run"]
        #: The discrete variables that were summed over.
        self.summed_over: list[str] = node["summed_over"]
        #: The expected log density of new data; larger is better.
        self.elpd_loo = _estimate(node["elpd_loo"])
        #: The effective number of parameters.
        self.p_loo = _estimate(node["p_loo"])
        self.looic = _estimate(node["looic"])
        #: The Monte Carlo error of ``elpd_loo``; NaN where it cannot be relied upon.
        self.mcse_elpd_loo = _double(node["mcse_elpd_loo"])
        self.elpd_waic = _estimate(node["elpd_waic"])
        self.p_waic = _estimate(node["p_waic"])
        self.waic = _estimate(node["waic"])
        #: The deviance information criterion by both of its definitions.
        self.dic = {name: _double(value) for name, value in node["dic"].items()}
        units = node["units"]
        #: The names of the units.
        self.units: list[str] = [unit["name"] for unit in units]
        #: For each unit, in the order of ``units``, its part of ``elpd_loo``.
        self.elpd_loo_i = _column(units, "elpd_loo")
        #: For each unit the shape k; where it is above 0.7, its part cannot be relied upon.
        self.pareto_k = _column(units, "pareto_k")
        #: For each unit the effective number of draws behind its part.
        self.n_eff = _column(units, "n_eff")

    def __repr__(self) -> str:
        return self._text.rstrip("\n")

    def _repr_html_(self) -> str:
        return _plain(repr(self))


def _plain(text: str) -> str:
    """Text whose columns must stay below each other, whatever font the page has for the rest."""
    return f'<pre style="font-family:monospace">{html.escape(text)}</pre>'


def _column(units: Sequence[Mapping[str, Any]], name: str) -> np.ndarray:
    return np.array([_double(unit[name]) for unit in units])


class Sensitivity:
    """How much the unknowns of a run depend on the priors, and how much on the data, by power scaling.

    ``print(sensitivity)`` prints what ``tandem sensitivity`` does. The numbers are distances for each doubling of the
    power, as R's priorsense has them; below 0.05 an unknown hardly moves.
    """

    def __init__(self, node: Mapping[str, Any], text: str) -> None:
        self._text = text
        self.name: str = node["run"]
        #: The variables whose priors were scaled.
        self.priors: list[str] = node["priors"]
        rows = node["unknowns"]
        #: The names of the unknowns, and of what is computed from them.
        self.unknowns: list[str] = [row["name"] for row in rows]
        #: For each, in the order of ``unknowns``, how much it moves with the power of the priors.
        self.prior = _column(rows, "prior")
        #: For each how much it moves with the power of the likelihood.
        self.likelihood = _column(rows, "likelihood")
        #: For each what the two say together, in words; ``-`` for nothing.
        self.diagnosis: list[str] = [row["diagnosis"] for row in rows]

    def __repr__(self) -> str:
        return self._text.rstrip("\n")

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(repr(self))}</pre>"

    def to_pandas(self) -> Any:
        """A data frame with a row for each unknown."""
        import pandas

        columns = {"prior": self.prior, "likelihood": self.likelihood, "diagnosis": self.diagnosis}
        return pandas.DataFrame(columns, index=self.unknowns)


@dataclass(frozen=True)
class ComparedModel:
    """A model beside the best one."""

    name: str
    elpd_loo: Estimate
    #: Its ``elpd_loo`` less that of the best, with the error of the difference.
    difference: Estimate
    #: Its weight in the mixture of the models that predicts best.
    stacking: float
    #: Its weight by pseudo Bayesian model averaging.
    pseudo_bma_plus: float


class Comparison:
    """Models of the same data, the best first; ``print(comparison)`` prints what ``tandem loo`` does of several runs."""

    def __init__(self, node: Mapping[str, Any], text: str) -> None:
        self._text = text
        #: The models, the one that predicts best first.
        self.models = [
            ComparedModel(
                one["run"],
                _estimate(one["elpd_loo"]),
                _estimate(one["difference"]),
                _double(one["stacking"]),
                _double(one["pseudo_bma_plus"]),
            )
            for one in node["comparison"]
        ]
        #: How many units of data the models were compared by.
        self.units: int = node["units"]
        #: Each model by itself, by name.
        self.loo = {one["run"]: Loo(one, "") for one in node["runs"]}

    @property
    def best(self) -> str:
        """The name of the model that predicts best."""
        return self.models[0].name

    def to_pandas(self) -> Any:
        """The comparison as a pandas data frame, a row for each model."""
        import pandas

        rows = {
            one.name: {
                "elpd_loo": one.elpd_loo.value,
                "se": one.elpd_loo.se,
                "difference": one.difference.value,
                "difference_se": one.difference.se,
                "p_loo": self.loo[one.name].p_loo.value,
                "stacking": one.stacking,
                "pseudo_bma_plus": one.pseudo_bma_plus,
            }
            for one in self.models
        }
        return pandas.DataFrame.from_dict(rows, orient="index")

    def __repr__(self) -> str:
        return self._text.rstrip("\n")

    def _repr_html_(self) -> str:
        return _plain(repr(self))


def fields(unit: Optional[str], given_states: bool) -> dict[str, Any]:
    """Which log likelihood a request is about."""
    if unit is not None and not isinstance(unit, str):
        raise RequestError(f"unit must be the name of a variable, not {unit!r}")
    return {"unit": unit, "given_states": bool(given_states)}


def compare(
    *posteriors: Union[Posterior, Mapping[str, Posterior]],
    unit: Optional[str] = None,
    given_states: bool = False,
    seed: int = 1,
) -> Comparison:
    """Says which of several models of the same data predicts best, and by how much.

    :param posteriors: runs of the same data, or one mapping of names to runs
    :param unit: takes all observations together that depend on the same element of this variable
    :param given_states: takes discrete unknowns as they were drawn instead of summing over them; that is no prediction
    :param seed: of the bootstrap behind weights by averaging
    :raises RequestError: if the data differ, with where, or a run lacks what is needed
    """
    from ._posterior import Posterior

    if len(posteriors) == 1 and isinstance(posteriors[0], Mapping) and not isinstance(posteriors[0], Posterior):
        named = dict(posteriors[0])
    else:
        named = _numbered(posteriors)
    for name, posterior in named.items():
        if not isinstance(posterior, Posterior):
            raise RequestError(f"{name} is {type(posterior).__name__}, not what a model's sample() returns")
        if not isinstance(name, str) or not name.strip():
            raise RequestError(f"the name {name!r} is not text")
    runs = list(named.values())
    if len(runs) < 2:
        raise RequestError("there is nothing to compare with: give two models or more")
    sessions = {id(run._session) for run in runs}
    if len(sessions) > 1 or runs[0]._session is None:
        raise RequestError(
            "the runs are held by different processes, or by one that has ended; sample them again and compare them then"
        )
    request = {
        "do": "compare",
        "runs": [run._run for run in runs],
        "names": list(named),
        "seed": seed,
        **fields(unit, given_states),
    }
    answer, _ = runs[0]._session.ask(request)
    return Comparison(answer["compared"], answer["text"])


def _numbered(posteriors: Sequence[Any]) -> dict[str, Any]:
    """Runs by the names of their models; where these are the same, with numbers."""
    names = [one.model.name if getattr(one, "model", None) is not None else "model" for one in posteriors]
    if len(set(names)) < len(names):
        names = [f"{name} {i + 1}" for i, name in enumerate(names)]
    return dict(zip(names, posteriors))
