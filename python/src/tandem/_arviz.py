"""Hands a run to ArviZ, with the names of dimensions that are known."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Callable, Mapping, Optional, Sequence, Union

import numpy as np

from ._data import name_list
from ._errors import ModelError, RequestError, TandemError
from ._table import element, place

if TYPE_CHECKING:
    from ._posterior import Posterior

#: What ArviZ calls what the sampler tells.
_STATISTICS = {
    "accept_stat__": "acceptance_rate",
    "stepsize__": "step_size",
    "treedepth__": "tree_depth",
    "n_leapfrog__": "n_steps",
    "divergent__": "diverging",
    "energy__": "energy",
}


#: What ArviZ calls the two forms that it has.
_KINDS = ("InferenceData", "DataTree")


def _maker(kind: Optional[str]) -> Callable[..., Any]:
    """What makes an object of this kind, or of the kind that is installed, from groups with dims and coords."""
    if kind not in (None, *_KINDS):
        raise RequestError(f"kind must be 'InferenceData' or 'DataTree', not {kind!r}")
    old: Any = _module("arviz")
    new: Any = old
    if old is None or old.__version__.startswith("0."):
        # Up to 0.23, ArviZ has InferenceData of its own; what makes trees is in a package by itself.
        new = _module("arviz_base")
    else:
        old = None
    if old is not None and (kind != "DataTree" or new is None):
        inference: Any = old.from_dict
        if kind != "DataTree":
            return lambda groups, **names: inference(**groups, **names)
        if hasattr(old.InferenceData, "to_datatree"):
            return lambda groups, **names: inference(**groups, **names).to_datatree()
        raise TandemError(f"ArviZ {old.__version__} has no DataTree: pip install arviz-base, or a newer arviz")
    if new is not None and kind != "InferenceData":
        tree: Callable[..., Any] = new.from_dict
        return tree
    if new is not None:
        raise TandemError("the ArviZ that is installed has no InferenceData any more: pip install 'arviz<1'")
    raise TandemError("ArviZ is not installed: pip install arviz")


def _module(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def convert(
    posterior: Posterior,
    predictions: bool,
    log_likelihood: bool,
    kind: Optional[str] = None,
    more_dims: Optional[Mapping[str, Union[str, Sequence[str]]]] = None,
    more_coords: Optional[Mapping[str, Any]] = None,
) -> Any:
    """An InferenceData or a DataTree: the one asked for, else whichever the ArviZ that is installed makes."""
    make = _maker(kind)
    groups: dict[str, dict[str, np.ndarray]] = {
        "posterior": {name: posterior[name] for name in posterior},
        "sample_stats": {
            _STATISTICS.get(name, name.rstrip("_")): values for name, values in posterior.sample_stats.items()
        },
    }
    data = posterior._data
    if predictions and posterior._observed:
        predicted = posterior.predict(thin=1)
        groups["posterior_predictive"] = _assembled(predicted, data.values)
    units: list[str] = []
    if log_likelihood and posterior._observed and posterior.draws > 1:
        try:
            likelihood = posterior.log_likelihood()
        except (ModelError, RequestError):
            # Not every model has one, and what was not monitored cannot be computed from; loo() says why.
            likelihood = {}
        if likelihood:
            units = list(likelihood)
            groups["log_likelihood"] = {"log_lik": np.stack(list(likelihood.values()), axis=-1)}
    observed = {name: data.values[name] for name in posterior._observed if name in data.values}
    constant = {name: values for name, values in data.values.items() if name not in posterior._observed}
    if observed:
        groups["observed_data"] = observed
    if constant:
        groups["constant_data"] = constant
    known = {name for group in groups.values() for name in group}
    given = {name: name_list(names) or [] for name, names in (more_dims or {}).items()}
    labels_known = {**data.levels, **data.coords, **(more_coords or {})}
    sizes = {name: values.shape[2:] for name, values in groups["posterior"].items()}
    for name in given:
        if name not in known:
            raise RequestError(f"dims: the run has no variable {name}; it has {', '.join(posterior)}")
    dims = {name: names for name, names in {**data.dims, **given}.items() if name in known}
    _check(dims, labels_known, sizes)
    used = {dim for names in dims.values() for dim in names}
    coords = {dim: labels for dim, labels in labels_known.items() if dim in used}
    if units:
        dims["log_lik"] = ["observed_unit"]
        coords["observed_unit"] = units
    return make(groups, dims=dims, coords=coords)


def _check(dims: Mapping[str, Sequence[str]], labels: Mapping[str, Any], sizes: Mapping[str, tuple[int, ...]]) -> None:
    """Says which names of dimensions do not fit; ArviZ would leave them aside, or fail without a word about which."""
    for name, names in dims.items():
        shape = sizes.get(name)
        if shape is None:
            continue
        if len(names) != len(shape):
            raise RequestError(f"dims of {name}: it has {len(shape)} dimensions, and {len(names)} are named: {', '.join(names)}")
        for dim, size in zip(names, shape):
            if dim in labels and len(labels[dim]) != size:
                raise RequestError(f"coords of {dim}: {name} has {size} along it, and there are {len(labels[dim])} labels")


def _assembled(predicted: Any, data: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Predictions by variable; where single elements were observed, in an array of the shape of the data."""
    arrays: dict[str, np.ndarray] = {}
    for name, array in predicted.items():
        base, indices = element(name)
        if not indices or base not in data:
            arrays[name] = array
            continue
        if base not in arrays:
            arrays[base] = np.full((*array.shape[:2], *data[base].shape), np.nan)
        arrays[base][place(indices)] = array
    return arrays
