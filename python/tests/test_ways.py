"""What users of other packages look for in a posterior: elements by name, predictions for new data, runs read from folders."""

import numpy as np
import pandas as pd
import pytest
import xarray as xr

import tandem
from conftest import run_command

LINES = """model {
  for (i in 1:n) { y[i] ~ dnorm(a + b[g[i]] * x[i], 4) }
  a ~ dnorm(0, 0.01)
  for (k in 1:2) { b[k] ~ dnorm(0, 0.01) }
}"""

DATA = {"n": 6, "x": [0, 1, 2, 0, 1, 2], "g": [1, 1, 1, 2, 2, 2], "y": [1.1, 2.9, 5.2, 0.8, 0.2, -1.1]}


@pytest.fixture(scope="module")
def fitted():
    return tandem.Model(LINES).sample(DATA, draws=200, warmup=200, chains=2)


def test_elements_are_found_by_name(fitted):
    np.testing.assert_array_equal(fitted["b[2]"], fitted["b"][:, :, 1])
    assert "b[2]" in fitted and "b[3]" not in fitted and "b[0]" not in fitted and "b[1,1]" not in fitted
    assert "a[1]" not in fitted and 3 not in fitted
    assert list(fitted.summary("b[2]").index) == ["b[2]"]
    assert list(fitted.summary(["b", "a"]).index) == ["a", "b[1]", "b[2]"]
    for name in ("b[3]", "c"):
        with pytest.raises(KeyError, match="the run has a, b"):
            fitted[name]
        with pytest.raises(KeyError, match="the run has a, b"):
            fitted.summary(name)


def test_posteriors_are_told_apart_by_what_they_are(fitted):
    other = tandem.Model(LINES).sample(DATA, draws=200, warmup=200, chains=2)
    assert fitted == fitted and fitted != other
    assert {fitted: "one", other: "two"}[other] == "two"
    assert fitted._ipython_key_completions_() == ["a", "b"]


def test_new_data_are_predicted(fitted, tmp_path):
    predicted = fitted.predict({"n": 2, "x": [10, 10], "g": [1, 2]})
    assert predicted["y"].shape == (2, 200, 2)
    expected = fitted["a"].mean() + 10 * fitted["b"].mean(axis=(0, 1))
    # Standard errors of both means are below 0.15.
    np.testing.assert_allclose(predicted["y"].mean(axis=(0, 1)), expected, atol=0.9)
    assert predicted.kept == {"a": 1, "b": 2} and predicted.drawn == {} and predicted.inherited == []
    table = predicted.summary()
    assert list(table.index) == ["y[1]", "y[2]"] and list(table.columns) == ["mean", "sd", "q5", "q50", "q95"]
    np.testing.assert_allclose(table["mean"], predicted["y"].mean(axis=(0, 1)))
    assert "y[2]" in repr(predicted)
    # New data have no features to be held against.
    assert fitted.predict({"n": 1, "x": [1.0], "g": [1], "y": [None]}).features == []
    frame = pd.DataFrame({"x": [1.0, 2.0], "g": pd.Categorical(["s", "s"], categories=["n", "s"])})
    of_frame = fitted.predict({**frame, "n": 2})["y"]
    np.testing.assert_array_equal(of_frame, fitted.predict({"n": 2, "x": [1, 2], "g": [2, 2]})["y"])
    file = tmp_path / "new.json"
    file.write_text('{"n": 2, "x": [1, 2], "g": [2, 2]}')
    np.testing.assert_array_equal(of_frame, fitted.predict(file)["y"])
    assert fitted.predict({"n": 1, "x": [1], "g": [1]}, thin=50)["y"].shape == (2, 4)


@pytest.mark.parametrize(
    "arguments, complaint",
    [
        ({"data": {"z": 1}}, "data: the model does not use z"),
        ({"data": {"x": [[1, 2]], "n": 2}}, "x has 2 dimensions"),
        ({"data": {"x": [1, 2], "n": 3, "g": [1, 1, 1]}}, "outside 1..2"),
        ({"data": {"x": ["one"]}}, "which is not a number"),
        ({"data": {"b": [1, 2]}}, "b is unknown in the run"),
        ({"monitor": "a"}, "go with new data"),
        ({"data": {"n": 1, "x": [1], "g": [1]}, "monitor": "zz"}, "no such variable"),
        ({"data": {"n": 1, "x": [1], "g": [1]}, "keep": "b", "anew": ["b"]}, "b is in keep and in anew"),
    ],
)
def test_new_data_that_do_not_fit(fitted, arguments, complaint):
    with pytest.raises(tandem.TandemError, match=complaint.replace("[", r"\[")):
        fitted.predict(**arguments)


def test_predictions_of_data_have_features(fitted):
    predicted = fitted.predict()
    assert predicted["y"].shape == (2, 200, 6) and predicted.features[0]["variable"] == "y"
    assert predicted.summary().shape == (6, 5)


def test_a_run_of_the_command_is_opened(fitted, tmp_path):
    with pytest.raises(tandem.RequestError, match="nowhere"):
        tandem.open_run(tmp_path / "nowhere")
    (tmp_path / "lines.bug").write_text(LINES)
    (tmp_path / "lines.json").write_text(
        '{"n": 6, "x": [0, 1, 2, 0, 1, 2], "g": [1, 1, 1, 2, 2, 2], "y": [1.1, 2.9, 5.2, 0.8, 0.2, -1.1]}'
    )
    run_command(
        "sample", "lines.bug", "--data", "lines.json", "--draws", 200, "--warmup", 200, "--chains", 2, "--out", "run",
        "--no-report", "--quiet", cwd=tmp_path,
    )  # fmt: skip
    opened = tandem.open_run(tmp_path / "run")
    assert (opened.chains, opened.draws, opened.stopped) == (2, 200, False)
    for name in fitted:
        np.testing.assert_array_equal(opened[name], fitted[name])
    assert opened.summary().equals(fitted.summary())
    new = {"n": 1, "x": [3], "g": [2]}
    np.testing.assert_array_equal(opened.predict(new)["y"], fitted.predict(new)["y"])
    assert opened.loo().elpd_loo == fitted.loo().elpd_loo
    assert opened.model is not None and opened.model.needed == ["n", "g", "x"] or opened.model.needed
    np.testing.assert_array_equal(opened.model.sample(DATA, draws=200, warmup=200, chains=2)["a"], fitted["a"])
    converted = opened.to_arviz()
    np.testing.assert_array_equal(converted.observed_data["y"], DATA["y"])
    np.testing.assert_array_equal(converted.constant_data["n"], 6)
    # What is damaged is said.
    draws = tmp_path / "run" / "chain-1.draws"
    content = bytearray(draws.read_bytes())
    content[len(content) // 2] ^= 1
    draws.write_bytes(bytes(content))
    with pytest.raises(tandem.RequestError, match="chain-1.draws"):
        tandem.open_run(tmp_path / "run")


def test_arrays_of_an_opened_run_keep_their_order(tmp_path):
    (tmp_path / "m.bug").write_text(
        "model { for (i in 1:2) { for (j in 1:3) { y[i,j] ~ dnorm(mu + x[i,j], 1) } } mu ~ dnorm(0, 1) }"
    )
    (tmp_path / "d.json").write_text('{"y": [[1, 2, 3], [4, 5, null]], "x": [[1, 2, 3], [4, 5, 6]]}')
    run_command(
        "sample", "m.bug", "--data", "d.json", "--draws", 50, "--warmup", 100, "--chains", 1, "--out", "run",
        "--no-report", "--quiet", cwd=tmp_path,
    )  # fmt: skip
    values = tandem.open_run(tmp_path / "run")._data.values
    np.testing.assert_array_equal(values["x"], [[1, 2, 3], [4, 5, 6]])
    np.testing.assert_array_equal(values["y"], [[1, 2, 3], [4, 5, np.nan]])


def test_dims_are_named_afterwards(fitted):
    converted = fitted.to_arviz(dims={"b": "group"}, coords={"group": ["north", "south"]}, predictions=False)
    assert list(converted.posterior["b"].coords["group"].values) == ["north", "south"]
    with pytest.raises(tandem.RequestError, match="dims of b: it has 1 dimensions, and 2 are named"):
        fitted.to_arviz(dims={"b": ["u", "v"]})
    with pytest.raises(tandem.RequestError, match="b has 2 along it, and there are 3 labels"):
        fitted.to_arviz(dims={"b": "u"}, coords={"u": [1, 2, 3]})
    with pytest.raises(tandem.RequestError, match="no variable c; it has a, b"):
        fitted.to_arviz(dims={"c": "u"})


def test_names_of_xarray_are_still_known():
    data = xr.Dataset({"y": (("site", "visit"), [[1, 0], [0, 1], [1, 1]])}, coords={"site": ["a", "b", "c"]})
    model = tandem.Model("model { for (s in 1:3) { for (v in 1:2) { y[s,v] ~ dbern(p[s]) } p[s] ~ dunif(0,1) } }")
    posterior = model.sample(data, draws=50, warmup=100, chains=1, dims={"p": "site"})
    assert list(posterior.to_arviz().posterior["p"].coords["site"].values) == ["a", "b", "c"]


def test_text_that_is_neither_a_model_nor_a_file():
    for text in ("a ~ dnorm(0, 1)", "x <- 1", "one\ntwo"):
        with pytest.raises(tandem.RequestError, match="which has braces"):
            tandem.Model(text)
    with pytest.raises(tandem.ModelError, match="there is no such file"):
        tandem.Model("nowhere.bug")
