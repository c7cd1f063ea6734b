"""Data of every kind arrive as the arrays that a model means, or with words about what is wrong."""

import numpy as np
import pandas as pd
import pytest
import xarray as xr

import tandem
from tandem._data import add_starts, encode, to_numbers

NAN = float("nan")


def sent(value):
    """What the program is sent for a value: extents, and numbers in column-major order."""
    encoded = encode({"x": value})
    place = encoded.fields["data"]["x"]
    numbers = np.frombuffer(bytes(encoded.body), "<f8")
    assert place["at"] == 0
    return place["dims"], numbers.tolist()


@pytest.mark.parametrize(
    "value, dims, numbers",
    [
        (3, [1], [3.0]),
        (True, [1], [1.0]),
        (2.5, [1], [2.5]),
        (np.float32(0.5), [1], [0.5]),
        (np.int8(-3), [1], [-3.0]),
        (float("inf"), [1], [float("inf")]),
        ([1, 2], [2], [1, 2]),
        ((1, 2), [2], [1, 2]),
        (range(3), [3], [0, 1, 2]),
        ([[1, 2, 3], [4, 5, 6]], [2, 3], [1, 4, 2, 5, 3, 6]),
        ([np.array([1, 2]), np.array([3, 4])], [2, 2], [1, 3, 2, 4]),
        (np.arange(6).reshape(2, 3), [2, 3], [0, 3, 1, 4, 2, 5]),
        (np.asfortranarray(np.arange(6).reshape(2, 3)), [2, 3], [0, 3, 1, 4, 2, 5]),
        (np.arange(12).reshape(3, 4)[::2, 1:3], [2, 2], [1, 9, 2, 10]),
        (np.arange(24).reshape(2, 3, 4), [2, 3, 4], np.arange(24).reshape(2, 3, 4).ravel("F").tolist()),
        (np.array([1, 2], dtype=">i4"), [2], [1, 2]),
        (np.array([True, False]), [2], [1, 0]),
        (np.array(7.0), [1], [7]),
        (pd.Series([1, 2]), [2], [1, 2]),
        (pd.Series([1.5, 2], index=[10, 5]), [2], [1.5, 2]),
        (pd.Series([1, 2], dtype="int8"), [2], [1, 2]),
        (pd.Series([True, False]), [2], [1, 0]),
        (pd.DataFrame({"a": [1, 2], "b": [3, 4]}), [2, 2], [1, 2, 3, 4]),
        (xr.DataArray([[1, 2], [3, 4]], dims=("a", "b")), [2, 2], [1, 3, 2, 4]),
        (pd.Series(["u", "v", "u"]).astype("category"), [3], [1, 2, 1]),
        (pd.Categorical(["v", "u"], categories=["v", "u"]), [2], [1, 2]),
    ],
)
def test_values_arrive(value, dims, numbers):
    assert sent(value) == (dims, numbers)


@pytest.mark.parametrize(
    "value",
    [
        [1, None, 3],
        [1, NAN, 3],
        np.array([1, NAN, 3]),
        np.ma.array([1, 2, 3], mask=[False, True, False]),
        np.ma.array([1.0, 2.0, 3.0], mask=[False, True, False]),
        np.array([1, None, 3], dtype=object),
        pd.Series([1, None, 3]),
        pd.Series([1, None, 3], dtype="Int64"),
        pd.Series([1, None, 3], dtype="Float64"),
        pd.Series([1, None, 3], dtype=object),
        [1, pd.NA, 3],
    ],
)
def test_missing_values_are_nan(value):
    np.testing.assert_array_equal(to_numbers("x", value), [1, NAN, 3])


def test_missing_categories_and_truths():
    categories = pd.Series(["a", None, "b"]).astype("category")
    np.testing.assert_array_equal(to_numbers("x", categories), [1, NAN, 2])
    np.testing.assert_array_equal(to_numbers("x", pd.Series([True, None], dtype="boolean")), [1, NAN])
    np.testing.assert_array_equal(to_numbers("x", None), NAN)


@pytest.mark.parametrize(
    "value, complaint",
    [
        ("three", "is text"),
        (["a", "b"], "'a', which is not a number"),
        (np.array(["a"]), "has text"),
        (pd.Series(["a", "b"]), "astype('category')"),
        (np.array([1j]), "complex"),
        (np.array(["2020-01-01"], dtype="M8[D]"), "dates"),
        (pd.Series(pd.to_datetime(["2020-01-01"])), "dates"),
        ([[1, 2], [3]], "ragged: [0] has 2 values, [1] has 1 values"),
        ([[[1], [2]], [[3], [4, 5]]], "ragged: [1][0] has 1 values, [1][1] has 2 values"),
        ([1, [2]], "ragged: [0] has one value, [1] has 1 values"),
        ([], "no values"),
        (np.empty((3, 0)), "no values"),
        ({"a": 1}, "is a dict"),
        ({1, 2}, "is a set"),
        (object(), "is not a number"),
        (2**53 + 1, "not exact"),
        (np.array([2**60]), "2^53"),
        (lambda: 1, "not a number"),
    ],
)
def test_what_is_no_data_is_said(value, complaint):
    with pytest.raises(tandem.DataError) as failure:
        encode({"x": value})
    assert "data x" in str(failure.value) and complaint in str(failure.value)
    assert isinstance(failure.value, ValueError)


def test_names_must_be_text():
    with pytest.raises(tandem.DataError, match="the name 3 is not text"):
        encode({3: 1})
    with pytest.raises(tandem.DataError, match="must be a mapping"):
        encode(7)


def test_several_arrays_share_the_body():
    encoded = encode({"a": [1, 2], "b": [[3.0]], "c": 4})
    assert [one["at"] for one in encoded.fields["data"].values()] == [0, 16, 24]
    assert np.frombuffer(bytes(encoded.body), "<f8").tolist() == [1, 2, 3, 4]
    add_starts(encoded, {"mu": 5})
    assert encoded.fields["init"][0]["mu"]["at"] == 32


def test_data_frame_and_data_set():
    frame = pd.DataFrame({"y": [1.0, 2.0], "site": pd.Categorical(["b", "a"])})
    encoded = encode(frame)
    assert list(encoded.fields["data"]) == ["y", "site"]
    assert np.frombuffer(bytes(encoded.body), "<f8").tolist() == [1, 2, 2, 1]
    data = xr.Dataset({"y": (("site", "visit"), [[1, 0], [0, 1]])}, coords={"site": ["a", "b"]})
    encoded = encode(data)
    assert list(encoded.fields["data"]) == ["y"]
    assert encoded.dims == {"y": ["site", "visit"]}
    assert encoded.coords["site"].tolist() == ["a", "b"]


def test_labels_that_differ_are_refused():
    one = xr.DataArray([1, 2], dims="site", coords={"site": ["a", "b"]})
    other = xr.DataArray([1, 2], dims="site", coords={"site": ["a", "c"]})
    with pytest.raises(tandem.DataError, match="different labels"):
        encode({"x": one, "y": other})
