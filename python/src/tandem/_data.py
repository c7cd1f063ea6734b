"""From what Python users have to what the program takes: arrays of numbers by name, in column-major order, NaN for NA."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any, Iterable, Mapping, Optional, Union

import numpy as np

from ._errors import DataError

#: Beyond this, a whole number is not exact as a double.
_LARGEST_WHOLE = 2**53

Path = Union[str, "os.PathLike[str]"]


@dataclass
class Encoded:
    """Data as a request has them, and what xarray knew about them beside the numbers."""

    fields: dict[str, Any] = field(default_factory=dict)
    body: bytearray = field(default_factory=bytearray)
    #: The names of dimensions, by variable.
    dims: dict[str, list[str]] = field(default_factory=dict)
    #: The labels along a dimension, by its name.
    coords: dict[str, Any] = field(default_factory=dict)
    #: The categories of a column, by its name: the labels of a dimension of this name.
    levels: dict[str, Any] = field(default_factory=dict)
    #: The values, by variable, as they were sent.
    values: dict[str, np.ndarray] = field(default_factory=dict)


def encode(data: Any) -> Encoded:
    """Data for a model: a mapping, a data frame, an xarray data set, or the names of data files."""
    encoded = Encoded()
    if data is None:
        return encoded
    files = _files(data)
    if files is not None:
        encoded.fields["data_files"] = files
        return encoded
    encoded.fields["data"] = _arrays(data, "data", encoded)
    return encoded


def add_starts(encoded: Encoded, init: Any) -> None:
    """Adds start values: one mapping for all chains, or a list with one for each."""
    if init is None:
        return
    sets = [init] if _is_mapping(init) else list(init)
    encoded.fields["init"] = [_arrays(one, "init", encoded) for one in sets]


def decode(arrays: Mapping[str, Any], body: bytes) -> Encoded:
    """Data as an answer has them."""
    encoded = Encoded()
    for name, array in arrays.items():
        numbers = np.frombuffer(body, "<f8", int(np.prod(array["dims"])), array["at"])
        encoded.values[name] = np.array(numbers[0]) if array["dims"] == [1] else numbers.reshape(array["dims"], order="F")
    return encoded


def name_list(names: Union[None, str, Iterable[str]]) -> Optional[list[str]]:
    """One name or several as a list; None for none given."""
    if names is None:
        return None
    return [names] if isinstance(names, str) else list(names)


def _files(data: Any) -> Optional[list[str]]:
    if isinstance(data, (str, os.PathLike)):
        return [os.path.abspath(os.fspath(data))]
    if isinstance(data, (list, tuple)) and data and all(isinstance(one, (str, os.PathLike)) for one in data):
        return [os.path.abspath(os.fspath(one)) for one in data]
    return None


def _is_mapping(data: Any) -> bool:
    return isinstance(data, Mapping) or _kind(data) in ("pandas.DataFrame", "xarray.Dataset")


def _kind(value: Any) -> str:
    """Which of the types of packages that may not be installed a value has: they are told by name, not imported."""
    for base in type(value).__mro__:
        package = base.__module__.split(".")[0]
        if package in ("pandas", "xarray", "polars"):
            return f"{package}.{base.__name__}"
    return ""


def _arrays(data: Any, what: str, encoded: Encoded) -> dict[str, Any]:
    if not _is_mapping(data):
        raise DataError(
            f"{what} must be a mapping of names to values, a data frame or a data set, not {type(data).__name__}"
        )
    names: Iterable[Any] = data.variables if _kind(data) == "xarray.Dataset" else data.keys()
    arrays = {}
    for name in list(names):
        if not isinstance(name, str):
            raise DataError(f"{what}: the name {name!r} is not text")
        if _kind(data) == "xarray.Dataset" and name in data.dims:
            # The labels of a dimension are not data of the model.
            _keep_labels(encoded, name, data[name])
            continue
        arrays[name] = _array(f"{what} {name}", name, data[name], encoded, keep=what == "data")
    return arrays


def _array(what: str, name: str, value: Any, encoded: Encoded, keep: bool) -> dict[str, Any]:
    if keep and _kind(value) == "xarray.DataArray":
        encoded.dims[name] = [str(dim) for dim in value.dims]
        for dim in value.dims:
            if dim in value.coords:
                _keep_labels(encoded, str(dim), value.coords[dim])
    categories = _categories(value)
    if keep and categories is not None:
        encoded.levels[name] = categories
    numbers = to_numbers(what, value)
    if keep:
        encoded.values[name] = numbers
    shape = list(numbers.shape) or [1]
    if 0 in shape:
        raise DataError(f"{what} has no values: its shape is {tuple(shape)}")
    place = {"dims": shape, "at": len(encoded.body)}
    # Column-major, as in R and JAGS: the first index runs fastest.
    encoded.body += np.asarray(numbers, dtype="<f8").tobytes(order="F")
    return place


def _keep_labels(encoded: Encoded, dim: str, labels: Any) -> None:
    values = np.asarray(labels.values)
    known = encoded.coords.get(dim)
    if known is not None and not np.array_equal(known, values):
        raise DataError(f"the dimension {dim} has different labels in different variables")
    encoded.coords[dim] = values


def _categories(value: Any) -> Optional[np.ndarray]:
    """The categories of a pandas column that has some, in the order in which they are numbered."""
    if _kind(value) not in ("pandas.Series", "pandas.Categorical", "pandas.Index") or str(value.dtype) != "category":
        return None
    return np.asarray(value.dtype.categories)


def to_numbers(what: str, value: Any) -> np.ndarray:
    """A value as an array of doubles of the same shape; what is missing is NaN."""
    kind = _kind(value)
    if kind in ("pandas.Series", "pandas.Categorical", "pandas.Index"):
        return _series(what, value)
    if kind == "pandas.DataFrame":
        if value.shape[1] == 0:
            raise DataError(f"{what} has no columns")
        return np.column_stack([_series(f"{what}, column {column}", value[column]) for column in value.columns])
    if kind == "xarray.DataArray":
        value = value.values
    if isinstance(value, np.ma.MaskedArray):
        return np.ma.filled(_plain(what, value.data), np.nan) if value.mask is np.ma.nomask else _masked(what, value)
    if value is None:
        return np.array(np.nan)
    if isinstance(value, (str, bytes)):
        raise DataError(f"{what} is text, {value!r}, not numbers")
    if isinstance(value, (list, tuple, range)):
        return _nested(what, value)
    if isinstance(value, (Mapping, set, frozenset)):
        raise DataError(f"{what} is a {type(value).__name__}, not numbers")
    try:
        return _plain(what, np.asarray(value))
    except DataError:
        raise
    except Exception:
        raise DataError(f"{what} is a {type(value).__name__}, which cannot be made an array of numbers") from None


def _masked(what: str, value: np.ma.MaskedArray) -> np.ndarray:
    numbers = np.array(_plain(what, value.data))
    numbers[np.ma.getmaskarray(value)] = np.nan
    return numbers


def _series(what: str, series: Any) -> np.ndarray:
    dtype = str(series.dtype)
    if dtype == "category":
        # Numbered from 1, in the order of the categories, as a model's indices and R's factors are.
        codes = np.asarray(series.codes if hasattr(series, "codes") else series.cat.codes, dtype=float)
        return np.where(codes < 0, np.nan, codes + 1)
    if dtype.startswith(("datetime", "timedelta", "period")):
        raise DataError(f"{what} has dates; make them numbers first")
    if dtype in ("object", "str", "string") or dtype.startswith("string"):
        try:
            return _nested(what, list(series))
        except DataError as failure:
            raise DataError(f"{failure}; a column of labels can be numbered by .astype('category')") from None
    return _plain(what, np.asarray(series.to_numpy(dtype=float, na_value=np.nan) if _nullable(series) else series))


def _nullable(series: Any) -> bool:
    return hasattr(series, "to_numpy") and not isinstance(series.dtype, np.dtype)


def _plain(what: str, array: np.ndarray) -> np.ndarray:
    if array.dtype.kind in "fb":
        return array.astype(float)
    if array.dtype.kind in "iu":
        if array.size and (int(array.max()) > _LARGEST_WHOLE or int(array.min()) < -_LARGEST_WHOLE):
            raise DataError(f"{what} has whole numbers beyond 2^53, which are not exact as numbers of the program")
        return array.astype(float)
    if array.dtype.kind == "O":
        return _nested(what, array.tolist())
    kinds = {"c": "complex numbers", "U": "text", "S": "text", "M": "dates", "m": "times", "V": "records"}
    raise DataError(f"{what} has {kinds.get(array.dtype.kind, str(array.dtype))}, not numbers")


def _nested(what: str, value: Any) -> np.ndarray:
    """Lists of lists, which must all be of one length at each level."""
    shape = _shape(what, value, "")
    return np.array(list(_leaves(what, value)), dtype=float).reshape(shape)


def _shape(what: str, value: Any, place: str) -> tuple[int, ...]:
    if isinstance(value, np.ndarray):
        return tuple(value.shape)
    if not isinstance(value, (list, tuple, range)):
        return ()
    if len(value) == 0:
        return (0,)
    shapes = [_shape(what, one, f"{place}[{i}]") for i, one in enumerate(value)]
    for i, shape in enumerate(shapes):
        if shape != shapes[0]:
            raise DataError(
                f"{what} is ragged: {place}[0] has {_size(shapes[0])}, {place}[{i}] has {_size(shape)}; "
                "fill up with None, or give each part a name of its own"
            )
    return (len(value), *shapes[0])


def _size(shape: tuple[int, ...]) -> str:
    if not shape:
        return "one value"
    return f"{shape[0]} values" if len(shape) == 1 else f"shape {shape}"


def _leaves(what: str, value: Any) -> Iterable[float]:
    if isinstance(value, (list, tuple, range)):
        for one in value:
            yield from _leaves(what, one)
    elif isinstance(value, np.ndarray):
        yield from to_numbers(what, value).ravel()
    elif value is None or type(value).__name__ == "NAType":
        yield float("nan")
    elif isinstance(value, (bool, float, np.bool_, np.floating)):
        yield float(value)
    elif isinstance(value, (int, np.integer)):
        if abs(int(value)) > _LARGEST_WHOLE:
            raise DataError(f"{what} has {value}, which is not exact as a number of the program")
        yield float(value)
    elif value is np.ma.masked:
        yield float("nan")
    else:
        raise DataError(f"{what} has {value!r}, which is not a number")
