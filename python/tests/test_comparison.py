"""Models are judged, compared and derived from as on the command line."""

import json

import numpy as np
import pytest
from conftest import run_command

import tandem

FLAT = "model { a ~ dnorm(0, 0.01)\n for (i in 1:6) { y[i] ~ dnorm(a, 1) } }"
SLOPE = "model { a ~ dnorm(0, 0.01)\n b ~ dnorm(0, 0.01)\n for (i in 1:6) { y[i] ~ dnorm(a + b * i, 1) } }"
DATA = {"y": [1, 2.5, 2, 4.5, 5, 7]}
SETTINGS = {"draws": 300, "warmup": 300, "seed": 5}


@pytest.fixture(scope="module")
def flat():
    return tandem.Model(FLAT, name="flat").sample(DATA, **SETTINGS)


@pytest.fixture(scope="module")
def slope():
    return tandem.Model(SLOPE, name="slope").sample(DATA, **SETTINGS)


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """The same two runs by the command."""
    place = tmp_path_factory.mktemp("runs")
    (place / "data.json").write_text(json.dumps(DATA))
    for name, text in (("flat", FLAT), ("slope", SLOPE)):
        (place / f"{name}.bug").write_text(text)
        run_command(
            *("sample", f"{name}.bug", "--data", "data.json", "--draws", 300, "--warmup", 300, "--seed", 5),
            *("--out", name, "--no-report", "--quiet"),
            cwd=place,
        )
    return place


def test_loo_says_what_the_command_says(slope, folders):
    assert repr(slope.loo()) + "\n" == run_command("loo", "slope", cwd=folders).stdout.decode()
    printed = json.loads(run_command("loo", "slope", "--json", cwd=folders).stdout)
    loo = slope.loo()
    assert loo.elpd_loo.value == printed["elpd_loo"]["estimate"]
    assert loo.units == [f"y[{i}]" for i in range(1, 7)]
    assert loo.elpd_loo_i.sum() == pytest.approx(float(loo.elpd_loo))
    assert loo.pareto_k.shape == loo.n_eff.shape == (6,)
    assert "elpd_loo" in loo._repr_html_()


def test_sensitivity_says_what_the_command_says(slope, folders):
    found = slope.sensitivity()
    assert repr(found).split(":", 1)[1] + "\n" == run_command("sensitivity", "slope", cwd=folders).stdout.decode().split(":", 1)[1]
    assert found.unknowns == ["a", "b"]
    assert found.priors == ["a", "b"]
    assert (found.prior < 0.05).all() and (found.likelihood > 0.05).all()
    assert found.diagnosis == ["-", "-"]
    assert slope.sensitivity("b").priors == ["b"]
    assert "likelihood" in found._repr_html_()
    with pytest.raises(tandem.RequestError, match="did you mean b"):
        slope.sensitivity(["bb"])


def test_compare_says_what_the_command_says(flat, slope, folders):
    compared = tandem.compare(flat, slope)
    assert repr(compared) + "\n" == run_command("loo", "flat", "slope", cwd=folders).stdout.decode()
    assert compared.best == "slope"
    assert [one.name for one in compared.models] == ["slope", "flat"]
    assert compared.models[1].difference.value < -2
    assert compared.to_pandas().loc["slope", "stacking"] == compared.models[0].stacking
    named = tandem.compare({"constant": flat, "line": slope})
    assert named.best == "line" and set(named.loo) == {"constant", "line"}


def test_arviz_finds_the_same(slope):
    arviz = pytest.importorskip("arviz")
    given = slope.to_arviz()
    elpd = arviz.loo(given)
    found = elpd["elpd_loo"] if "elpd_loo" in getattr(elpd, "index", ()) else elpd.elpd
    assert float(found) == pytest.approx(float(slope.loo().elpd_loo), abs=0.02)
    assert "log_likelihood" not in (slope.to_arviz(log_likelihood=False).groups())


def test_log_likelihood_has_chains_and_draws(slope):
    found = slope.log_likelihood()
    mean = slope["a"] + 3 * slope["b"]
    expected = -0.5 * (DATA["y"][2] - mean) ** 2 - 0.5 * np.log(2 * np.pi)
    np.testing.assert_allclose(found["y[3]"], expected, rtol=1e-10)


def test_derived_quantities(slope):
    derived = slope.derive("end <- a + 6 * b\nfor (i in 1:2) { at[i] <- a + b * i }")
    np.testing.assert_allclose(derived["end"], slope["a"] + 6 * slope["b"], rtol=1e-12)
    assert derived["at"].shape == (4, 300, 2)
    assert list(derived) == ["end", "at"]
    assert derived.summary().loc["at[2]", "mean"] == pytest.approx(derived["at"][:, :, 1].mean())
    assert "end" in repr(derived)
    again = slope.derive("y.new ~ dnorm(a, 1)", seed=2)["y.new"]
    assert not np.array_equal(again, slope.derive("y.new ~ dnorm(a, 1)", seed=3)["y.new"])


def test_what_cannot_be_judged_is_refused(slope, flat):
    with pytest.raises(tandem.RequestError, match="slope: the model defines no variable bb; did you mean b?"):
        slope.loo(unit="bb")
    with pytest.raises(tandem.RequestError, match="unit must be the name of a variable, not 3"):
        slope.loo(unit=3)
    with pytest.raises(tandem.RequestError, match="nothing to compare with"):
        tandem.compare(slope)
    with pytest.raises(tandem.RequestError, match="other is int, not what"):
        tandem.compare({"slope": slope, "other": 3})
    with pytest.raises(tandem.RequestError, match="is given twice"):
        tandem.compare(slope, slope)
    other = tandem.Model(SLOPE, name="other").sample({"y": [1, 2.5, 2, 4.5, 5, 8]}, **SETTINGS)
    with pytest.raises(tandem.RequestError, match=r"different data.*y\[6\] is 7.0 in slope and 8.0 in other"):
        tandem.compare(slope, other)
    part = tandem.Model(SLOPE, name="part").sample(DATA, monitor="a", **SETTINGS)
    with pytest.raises(tandem.RequestError, match="needs b, which was not monitored; sample again without monitor"):
        part.loo()
    with pytest.raises(tandem.RequestError, match="nothing was observed"):
        tandem.Model("model { x ~ dnorm(0, 1) }").sample(**SETTINGS).loo()
    with pytest.raises(tandem.ModelError, match="derived:1:10: c is used but never defined") as failure:
        slope.derive("d <- a + c")
    assert (failure.value.line, failure.value.column) == (1, 10)
    with pytest.raises(tandem.ModelError, match="a is a variable of the run already"):
        slope.derive("a <- 1")
    with pytest.raises(tandem.RequestError, match="statements must be text"):
        slope.derive(3)
    tandem.shutdown()
    with pytest.raises(tandem.SessionError):
        slope.loo()
    fresh = tandem.Model(SLOPE, name="slope").sample(DATA, **SETTINGS)
    with pytest.raises(tandem.RequestError, match="held by different processes"):
        tandem.compare(flat, fresh)
