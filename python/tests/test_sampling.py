"""Models are sampled to the same draws as by the command, and posteriors have what they promise."""

import csv
import json
import pickle

import numpy as np
import pandas as pd
import pytest
import xarray as xr

import tandem
from conftest import LINE, ROOT, run_command

OCCUPANCY = ROOT / "examples" / "occupancy"

GRID = """model {
  mu ~ dnorm(0, 0.01)
  for (i in 1:2) { for (j in 1:3) {
    b[i,j] ~ dnorm(100 * i + 10 * j, 100)
    y[i,j] ~ dnorm(mu, 1)
  } }
  k ~ dcat(w[])
}"""


def test_same_seed_same_bits_as_the_command(tmp_path):
    settings = ["--draws", 50, "--warmup", 200, "--seed", 3, "--chains", 3]
    run_command(
        "sample", OCCUPANCY / "model.bug", "--data", OCCUPANCY / "data.json", *settings, "--out", tmp_path / "run",
        "--no-report", "--quiet",
    )  # fmt: skip
    run_command("export", tmp_path / "run", "--out", tmp_path / "draws.csv")
    with open(tmp_path / "draws.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    expected = {name: [float(row[name]) for row in rows] for name in rows[0]}
    data = json.loads((OCCUPANCY / "data.json").read_text())
    model = tandem.Model(OCCUPANCY / "model.bug")
    for given in (OCCUPANCY / "data.json", data, {name: np.array(values) for name, values in data.items()}):
        posterior = model.sample(given, draws=50, warmup=200, seed=3, chains=3)
        np.testing.assert_array_equal(posterior["alpha0"].ravel(), expected["alpha0"])
        for site in (1, 17, 100):
            np.testing.assert_array_equal(posterior["z"][:, :, site - 1].ravel(), expected[f"z[{site}]"])
        assert posterior["z"].dtype == np.int64


def test_arrays_have_the_order_of_their_indices(quick):
    posterior = tandem.Model(GRID).sample({"y": np.zeros((2, 3)), "w": [0.5, 0.5]}, **quick)
    assert posterior["b"].shape == (2, 60, 2, 3)
    expected = [[110, 120, 130], [210, 220, 230]]
    np.testing.assert_allclose(posterior["b"].mean(axis=(0, 1)), expected, atol=0.5)
    assert set(np.unique(posterior["k"])) <= {1, 2}
    assert posterior.variables == {"mu": (), "b": (2, 3), "k": ()}


def test_arrays_that_are_known_in_part(quick):
    data = {"y": [[1, 2, None], [4, 5, 6]], "w": [0.5, 0.5]}
    posterior = tandem.Model(GRID).sample(data, **quick)
    whole = posterior["y"]
    assert whole.shape == (2, 60, 2, 3)
    assert np.isfinite(whole[:, :, 0, 2]).all() and np.isnan(whole).sum() == 2 * 60 * 5
    np.testing.assert_array_equal(posterior["y[1,3]"], whole[:, :, 0, 2])
    assert list(posterior) == ["mu", "b", "k", "y"] or "y" in list(posterior)


def test_mapping_and_unknown_names(line, quick):
    posterior = line.sample({"y": [1, 2]}, **quick)
    assert list(posterior) == ["mu"] and len(posterior) == 1 and "mu" in posterior and "nu" not in posterior
    with pytest.raises(KeyError, match="the run has mu"):
        posterior["nu"]
    with pytest.raises(ValueError):
        posterior["mu"][0, 0] = 1


def test_summary(line, quick):
    posterior = line.sample({"y": [1, 2]}, **quick)
    table = posterior.summary()
    assert isinstance(table, pd.DataFrame)
    assert table.loc["mu", "mean"] == pytest.approx(posterior["mu"].mean(), rel=1e-12)
    assert table.loc["mu", "q50"] == pytest.approx(np.median(posterior["mu"]), rel=1e-12)
    assert list(posterior.summary("mu").index) == ["mu"]
    with pytest.raises(KeyError):
        posterior.summary("nu")


def test_summary_without_pandas(line, quick, monkeypatch):
    posterior = line.sample({"y": [1, 2]}, **quick)
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    table = posterior.summary()
    assert isinstance(table, tandem.Summary)
    assert table["mu"]["mean"] == pytest.approx(posterior["mu"].mean())
    assert "ess_bulk" in repr(table) and "<table>" in table._repr_html_()


def test_what_is_shown(line, quick):
    posterior = line.sample({"y": [1, 2], "unused": 3}, **quick)
    text = repr(posterior)
    assert "2 chains of 60 draws" in text and "mu" in text and "unused" in text
    assert "<table>" in posterior._repr_html_()
    assert "dnorm(mu, 1)" in repr(line)


def test_predictions(line, quick):
    posterior = line.sample({"y": [1, 2, None]}, **quick)
    predictions = posterior.predict(thin=2, seed=4)
    assert predictions.thin == 2
    assert predictions["y[1]"].shape == (2, 30)
    assert {one["feature"] for one in predictions.features} >= {"mean", "sd"}
    np.testing.assert_array_equal(predictions["y[1]"], posterior.predict(thin=2, seed=4)["y[1]"])
    with pytest.raises(tandem.RequestError, match="thin must be between 1 and"):
        posterior.predict(thin=61)


def test_report_and_export(line, quick, tmp_path):
    posterior = line.sample({"y": [1, 2]}, **quick)
    report = posterior.report(tmp_path / "report.html")
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == report.html
    assert "<iframe" in report._repr_html_()
    posterior.export(tmp_path / "draws.csv")
    assert len((tmp_path / "draws.csv").read_text().splitlines()) == 121
    with pytest.raises(tandem.TandemError, match="draws.csv"):
        posterior.export(tmp_path / "draws.csv")
    posterior.export(tmp_path / "draws.csv", overwrite=True)
    with pytest.raises(tandem.RequestError, match="unknown format xls"):
        posterior.export(tmp_path / "draws", format="xls")


def test_monitor_and_start_values(quick):
    model = tandem.Model(GRID)
    data = {"y": np.zeros((2, 3)), "w": [0.5, 0.5]}
    posterior = model.sample(data, monitor=["mu", "b[1,2]"], init={"mu": 3.0}, **quick)
    assert "b[1,2]" in posterior and "k" not in posterior
    assert posterior["b"].shape == (2, 60, 2, 3)
    with pytest.raises(tandem.RequestError, match="no such variable; did you mean mu"):
        model.sample(data, monitor="mv", **quick)
    with pytest.raises(tandem.RequestError, match="3 sets of start values for 2 chains"):
        model.sample(data, init=[{"mu": 1}, {"mu": 2}, {"mu": 3}], **quick)


def test_until_and_max_seconds(line):
    posterior = line.sample({"y": [1, 2]}, draws=50, warmup=100, until_ess=500)
    assert posterior.draws > 50 and not posterior.stopped
    stopped = line.sample({"y": [1, 2]}, draws=100000, thin=5000, warmup=50, chains=1, max_seconds=1)
    assert stopped.stopped


def test_dims_and_coords_reach_arviz(quick):
    pytest.importorskip("arviz")
    y = xr.DataArray(np.zeros((2, 3)), dims=("site", "visit"), coords={"site": ["a", "b"]})
    posterior = tandem.Model(GRID).sample({"y": y, "w": [0.5, 0.5]}, dims={"b": ["site", "visit"]}, **quick)
    data = posterior.to_arviz()
    b = data["posterior"]["b"]
    assert b.dims == ("chain", "draw", "site", "visit")
    assert list(b.coords["site"].values) == ["a", "b"]
    np.testing.assert_array_equal(b.values, posterior["b"])
    assert data["observed_data"]["y"].dims == ("site", "visit")
    assert data["posterior_predictive"]["y"].shape == (2, 60, 2, 3)
    assert "diverging" in data["sample_stats"] and "w" in data["constant_data"]


def test_a_posterior_can_be_pickled(line, quick):
    posterior = line.sample({"y": [1, 2]}, **quick)
    copy = pickle.loads(pickle.dumps(posterior))
    np.testing.assert_array_equal(copy["mu"], posterior["mu"])
    assert copy.summary().equals(posterior.summary())
    with pytest.raises(tandem.SessionError, match="another process"):
        copy.predict()


def test_arrow_is_what_pyarrow_reads(line, quick, tmp_path):
    feather = pytest.importorskip("pyarrow.feather")
    posterior = line.sample({"y": [1, 2]}, **quick)
    posterior.export(tmp_path / "draws.arrow")
    table = feather.read_table(tmp_path / "draws.arrow")
    np.testing.assert_array_equal(table["mu"].to_numpy(), posterior["mu"].ravel())
    np.testing.assert_array_equal(table["divergent__"].to_numpy(), posterior.sample_stats["divergent__"].ravel())


def test_check(line):
    assert tandem.Model("model { for (i in 1:N) { x[i] ~ dnorm(0, 1) } }").needed == ["N"]
    check = line.check({"y": [1, None]})
    assert "1 missing" in repr(check) and "continuous coordinates" in check.outlook
    assert LINE.splitlines()[1].split()[0] == check.relations[0]["node"]


def test_arviz_in_both_forms(quick):
    arviz = pytest.importorskip("arviz")
    y = xr.DataArray(np.zeros((2, 3)), dims=("site", "visit"), coords={"site": ["a", "b"]})
    posterior = tandem.Model(GRID).sample({"y": y, "w": [0.5, 0.5]}, dims={"b": ["site", "visit"]}, **quick)
    tree = posterior.to_arviz("DataTree")
    assert isinstance(tree, xr.DataTree)
    assert set(tree.children) >= {"posterior", "sample_stats", "posterior_predictive", "log_likelihood", "observed_data"}
    assert tree["posterior"]["b"].dims == ("chain", "draw", "site", "visit")
    assert list(tree["posterior"]["site"].values) == ["a", "b"]
    np.testing.assert_array_equal(tree["posterior"]["b"].values, posterior["b"])
    assert "b[a, 1]" in arviz.summary(tree if not arviz.__version__.startswith("0.") else posterior.to_arviz()).index
    if arviz.__version__.startswith("0."):
        assert isinstance(posterior.to_arviz("InferenceData"), arviz.InferenceData)
        assert isinstance(posterior.to_arviz(), arviz.InferenceData)
    else:
        with pytest.raises(tandem.TandemError, match="no InferenceData any more"):
            posterior.to_arviz("InferenceData")
    with pytest.raises(tandem.RequestError, match="kind must be"):
        posterior.to_arviz("NetCDF")


def test_arviz_by_its_base_alone(line, quick, monkeypatch):
    pytest.importorskip("arviz_base")
    monkeypatch.setitem(__import__("sys").modules, "arviz", None)
    posterior = line.sample({"y": [1, 2]}, **quick)
    assert isinstance(posterior.to_arviz(), xr.DataTree)
    monkeypatch.setitem(__import__("sys").modules, "arviz_base", None)
    with pytest.raises(tandem.TandemError, match="pip install arviz"):
        posterior.to_arviz()


def test_categories_are_labels_of_their_dimension(quick):
    pytest.importorskip("arviz")
    frame = pd.DataFrame({"y": [1.0, 2.0, 4.0, 5.0], "site": pd.Categorical(["south", "north", "south", "north"])})
    model = tandem.Model("model { for (i in 1:4) { y[i] ~ dnorm(a[site[i]], 1) }\n for (k in 1:2) { a[k] ~ dnorm(0, 0.01) } }")
    posterior = model.sample(frame, dims={"a": "site"}, **quick)
    found = posterior.to_arviz()["posterior"]["a"]
    assert list(found.coords["site"].values) == ["north", "south"]
    np.testing.assert_array_equal(found.sel(site="south").values, posterior["a"][:, :, 1])


def test_models_show_themselves(line):
    assert "<table>" in line._repr_html_() and "dnorm(mu, 1)" in line._repr_html_()
    assert "1 missing" in line.check({"y": [1, None]})._repr_html_()
    assert "&lt;-" in tandem.Model("model { x ~ dnorm(0, 1)\n y <- x }")._repr_html_()
