"""What is wrong ends in an exception with the place and the way out, and nothing hangs."""

import pathlib
import pickle

import pytest

import tandem


def test_a_model_that_is_none_has_its_place():
    with pytest.raises(tandem.ModelError) as failure:
        tandem.Model("model {\n  x ~ dnrom(0, 1)\n}", name="my model")
    error = failure.value
    assert (error.file, error.line, error.column) == ("my model", 2, 7)
    assert "did you mean dnorm?" in str(error) and "^~~~~" in str(error)
    assert error.problems[0].message.startswith("unknown distribution")
    copy = pickle.loads(pickle.dumps(error))
    assert copy.line == 2 and str(copy) == str(error)


def test_a_file_that_is_missing():
    with pytest.raises(tandem.ModelError, match="no/such.bug: there is no such file"):
        tandem.Model("no/such.bug")
    with pytest.raises(tandem.ModelError, match="there is no such file"):
        tandem.Model(pathlib.Path("none.bug"))
    with pytest.raises(tandem.RequestError, match="not int"):
        tandem.Model(3)


def test_data_files_have_places_too(tmp_path, line):
    file = tmp_path / "data.json"
    file.write_text('{"y": [1, 2,\n  "three"]}')
    with pytest.raises(tandem.ModelError) as failure:
        line.sample(file)
    assert failure.value.line == 2 and str(file) in str(failure.value)


def test_dimensions_that_do_not_fit():
    model = tandem.Model("model {\n for (i in 1:3) { y[i] ~ dnorm(mu, 1) }\n mu ~ dnorm(0, 1)\n}")
    with pytest.raises(tandem.ModelError, match="index 3 of y is outside 1..2") as failure:
        model.sample({"y": [1, 2]})
    assert failure.value.line == 2
    with pytest.raises(tandem.ModelError):
        model.sample({"y": [[1, 2], [3, 4]]})


def test_unknown_names_in_data_are_noted_and_missing_ones_refused(line, quick):
    posterior = line.sample({"y": [1, 2], "x": [1]}, **quick)
    assert any("x" in note for note in posterior.notes)
    with pytest.raises(tandem.ModelError, match="y"):
        line.sample({"z": [1, 2]}, **quick)


@pytest.mark.parametrize(
    "settings, complaint",
    [
        ({"chains": 0}, "chains must be at least 1"),
        ({"chains": 2.5}, "chains must be a whole number, not 2.5"),
        ({"chains": "four"}, "chains must be a whole number"),
        ({"draws": True}, "draws must be a whole number"),
        ({"seed": 2**70}, "seed must be a whole number of 64 bits"),
        ({"sampler": "nut"}, "did you mean nuts?"),
        ({"target_acceptance": 2}, "between 0 and 1"),
        ({"until_ess": float("inf")}, "until_ess must be a number"),
        ({"step_size": "small"}, "step_size must be a number"),
        ({"sum": ["nothing"]}, "cannot sum out nothing"),
        ({"draws": 10**8, "chains": 10**4}, "memory"),
    ],
)
def test_settings_that_cannot_be(line, settings, complaint):
    with pytest.raises(tandem.RequestError) as failure:
        line.sample({"y": [1, 2]}, **settings)
    assert complaint in str(failure.value)


def test_text_cannot_be_data(line):
    with pytest.raises(tandem.DataError, match="data y"):
        line.sample({"y": ["a", "b"]})
    with pytest.raises(tandem.ModelError, match="no such file"):
        line.sample("no/such/data.json")
