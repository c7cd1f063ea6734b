"""What a run gave: draws by variable, a summary, predictions, a report, and the way to other packages."""

from __future__ import annotations

import html
import os
import weakref
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Iterator, Mapping, Optional, Sequence, Union

import numpy as np

from . import _arviz, _comparison
from ._data import Encoded, encode, name_list as _names
from ._errors import RequestError, SessionError
from ._session import Session
from ._table import Table, element, place

if TYPE_CHECKING:
    from ._model import Model

_ROWS_SHOWN = 20

_COLUMNS = ("mean", "sd", "mcse_mean", "q5", "q50", "q95", "rhat", "ess_bulk", "ess_tail")


@dataclass(frozen=True)
class Finding:
    """Something to know about a run before it is trusted."""

    #: What it is about, such as ``"divergences"``.
    kind: str
    what: str
    #: What to do about it.
    advice: str

    def __str__(self) -> str:
        return f"{self.what} {self.advice}".strip()


class Summary:
    """A table of numbers about each element, for those without pandas: rows by name, columns by name."""

    def __init__(self, rows: Sequence[Mapping[str, Any]], columns: Sequence[str] = _COLUMNS) -> None:
        self.columns: tuple[str, ...] = tuple(columns)
        self.rows: dict[str, dict[str, float]] = {
            row["name"]: {column: _double(row, column) for column in self.columns} for row in rows
        }

    def __getitem__(self, name: str) -> dict[str, float]:
        return self.rows[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def _cells(self, most: int) -> list[list[str]]:
        lines = [["", *self.columns]]
        for name, row in list(self.rows.items())[:most]:
            lines.append([name, *(_text(column, row[column]) for column in self.columns)])
        return lines

    def text(self, most: int = _ROWS_SHOWN) -> str:
        """The first rows as text."""
        lines = self._cells(most)
        widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
        text = [
            "  ".join(cell.ljust(width) if i == 0 else cell.rjust(width) for i, (cell, width) in enumerate(zip(line, widths)))
            for line in lines
        ]
        if len(self.rows) > most:
            text.append(f".. and {len(self.rows) - most} more")
        return "\n".join(text)

    def __repr__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        head, *lines = self._cells(_ROWS_SHOWN)
        rows = "".join(f"<tr><th>{html.escape(line[0])}</th>{_cells(line[1:], 'td')}</tr>" for line in lines)
        more = f"<p>.. and {len(self.rows) - _ROWS_SHOWN} more</p>" if len(self.rows) > _ROWS_SHOWN else ""
        return f"<table><thead><tr>{_cells(head, 'th')}</tr></thead><tbody>{rows}</tbody></table>{more}"

    def to_pandas(self) -> Any:
        """The table as a pandas data frame."""
        import pandas

        return pandas.DataFrame.from_dict(self.rows, orient="index", columns=list(self.columns))


def _cells(cells: Sequence[str], tag: str) -> str:
    return "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells)


def _double(row: Mapping[str, Any], column: str) -> float:
    if column == "rhat" and row.get("rhat_infinite"):
        return float("inf")
    value = row.get(column)
    return float("nan") if value is None else float(value)


def _text(column: str, value: float) -> str:
    if np.isnan(value):
        return "-"
    if column.startswith("ess"):
        return f"{value:.0f}"
    return f"{value:.3f}" if column == "rhat" else f"{value:.4g}"


class Predictions(Mapping[str, np.ndarray]):
    """New data for posterior draws, by variable, each of shape (chain, draw, extents ..), and how they compare.

    ``print(predictions)`` shows features beside those observed, or for new data what is expected of each element.
    """

    def __init__(self, arrays: Mapping[str, np.ndarray], answer: Mapping[str, Any]) -> None:
        self._arrays = dict(arrays)
        #: Every so many draws of a chain were predicted for.
        self.thin: int = answer["thin"]
        #: Features of each variable: what was observed, what was predicted, and the shares below and above. None for new data.
        self.features: list[dict[str, Any]] = answer["features"]
        #: For new data, the unknowns that keep the draws of the run, with their numbers of elements.
        self.kept: dict[str, int] = answer.get("kept", {})
        #: For new data, the unknowns that were drawn anew.
        self.drawn: dict[str, int] = answer.get("drawn", {})
        #: What the model reads, the new data do not give, and is as in the run.
        self.inherited: list[str] = answer.get("inherited", [])

    def __getitem__(self, name: str) -> np.ndarray:
        return self._arrays[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)

    def summary(self) -> Any:
        """Mean, standard deviation and quantiles of each element: a pandas data frame, or a :class:`Summary` without pandas."""
        table = self._table()
        try:
            return table.to_pandas()
        except ImportError:
            return table

    def _table(self) -> Summary:
        table = Summary((), ("mean", "sd", "q5", "q50", "q95"))
        for name, array in self._arrays.items():
            draws = array.reshape(array.shape[0] * array.shape[1], -1)
            spread = draws.std(axis=0, ddof=1) if len(draws) > 1 else np.full(draws.shape[1], np.nan)
            numbers = np.vstack([draws.mean(axis=0), spread, np.quantile(draws, (0.05, 0.5, 0.95), axis=0)])
            for index, column in zip(np.ndindex(array.shape[2:]), numbers.T.tolist()):
                label = f"{name}[{','.join(str(i + 1) for i in index)}]" if index else name
                table.rows[label] = dict(zip(table.columns, column))
        return table

    def __repr__(self) -> str:
        lines = [f"{name}: {array.shape}" for name, array in self._arrays.items()]
        if not self.features:
            return "\n".join([*lines, "", self._table().text()])
        for one in self.features:
            lines.append(
                f"{one['variable']} {one['feature']}: observed {one['observed']:.4g}, predicted {one['mean']:.4g} "
                f"({one['q5']:.4g} to {one['q95']:.4g})"
            )
        return "\n".join(lines)


class Derived(Mapping[str, np.ndarray]):
    """Quantities computed from draws, by name, each of shape (chain, draw, extents ..), and their summary."""

    def __init__(self, arrays: Mapping[str, np.ndarray], answer: Mapping[str, Any]) -> None:
        self._arrays = dict(arrays)
        self._table = Summary(answer["summary"])

    def __getitem__(self, name: str) -> np.ndarray:
        return self._arrays[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)

    def summary(self) -> Any:
        """Mean, quantiles and diagnostics: a pandas data frame if pandas is installed, otherwise a :class:`Summary`."""
        try:
            return self._table.to_pandas()
        except ImportError:
            return self._table

    def __repr__(self) -> str:
        return self._table.text()

    def _repr_html_(self) -> str:
        return self._table._repr_html_()


class Report:
    """A page about a run, shown in a notebook as it is."""

    def __init__(self, page: str) -> None:
        #: The page, one HTML file that needs nothing else.
        self.html = page

    def write(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the page to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.html)

    def __repr__(self) -> str:
        return f"<tandem.Report of {len(self.html)} characters; .write('report.html') writes it to a file>"

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{html.escape(self.html)}" width="100%" height="800" style="border:0"></iframe>'


class Posterior(Mapping[str, np.ndarray]):
    """The draws of a model's unknowns, and the ways on from them.

    ``posterior["z"]`` is a numpy array of shape (chain, draw, extents ..): whole numbers for what is discrete. Of an array
    that is known in part only the unknown elements were drawn; the others are NaN in ``posterior["y"]``, and
    ``posterior["y[3]"]`` is one element. Draws are fetched when they are first asked for.
    """

    def __init__(self, session: Session, answer: Mapping[str, Any], model: Optional[Model], data: Encoded) -> None:
        self._session: Optional[Session] = session
        self._run: int = answer["run"]
        self._data = data
        self._fetched: dict[str, np.ndarray] = {}
        self._summary: Optional[Summary] = None
        self._statistics: Optional[dict[str, np.ndarray]] = None
        self._account: str = answer["account"]
        self._shapes = {one["name"]: tuple(one["shape"]) for one in answer["variables"]}
        self._parts: dict[str, tuple[int, ...]] = {name: tuple(shape) for name, shape in answer["arrays"].items()}
        #: The variables of which something was observed.
        self._observed = sorted({element(one["name"])[0] for one in answer["observed"]})
        #: What was sampled.
        self.model: Optional[Model] = model
        self.chains: int = answer["chains"]
        #: The draws of each chain.
        self.draws: int = answer["draws"]
        #: Whether the run was stopped before all draws were made.
        self.stopped: bool = answer["stopped"]
        #: What gives reason to distrust the run, with what to do.
        self.warnings = [Finding(**one) for one in answer["warnings"]]
        #: What else there is to know about the run.
        self.remarks = [Finding(**one) for one in answer["remarks"]]
        #: What was said while the model was read.
        self.notes: list[str] = answer["notes"]
        #: The seconds that reading and compiling, warmup, and sampling took.
        self.seconds: dict[str, float] = answer["seconds"]
        weakref.finalize(self, session.forget, self._run)

    # Draws by variable

    def __getitem__(self, name: str) -> np.ndarray:
        if name in self._shapes:
            return self._fetch([name])[name]
        if name in self._parts:
            return self._assembled(name)
        indices = self._indices(name)
        if indices is not None:
            return self[element(name)[0]][place(indices)]
        raise KeyError(f"{name}: the run has {', '.join(self)}; what it should report is said by monitor")

    def _indices(self, name: object) -> Optional[tuple[int, ...]]:
        """Where an element such as ``beta[2]`` is in its variable; None if there is no such element."""
        if not isinstance(name, str):
            return None
        base, indices = element(name)
        extents = self._parts.get(base, self._shapes.get(base, ()))
        if not indices or len(indices) != len(extents):
            return None
        return indices if all(0 <= i < extent for i, extent in zip(indices, extents)) else None

    def __iter__(self) -> Iterator[str]:
        seen = set()
        for name in self._shapes:
            whole = element(name)[0] if element(name)[0] in self._parts else name
            if whole not in seen:
                seen.add(whole)
                yield whole

    def __len__(self) -> int:
        return sum(1 for _ in self)

    # Two runs are the same if they are one: a comparison of all draws would have no one truth as its answer.
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)

    def __contains__(self, name: object) -> bool:
        return name in self._shapes or name in self._parts or self._indices(name) is not None

    @property
    def variables(self) -> dict[str, tuple[int, ...]]:
        """The extents of each variable, without chains and draws."""
        return {name: self._parts.get(name, self._shapes.get(name, ())) for name in self}

    def _fetch(self, names: Sequence[str]) -> dict[str, np.ndarray]:
        missing = [name for name in names if name not in self._fetched]
        if missing:
            answer, body = self._ask({"do": "draws", "variables": missing})
            self._fetched.update(Table(answer, body).arrays)
        return {name: self._fetched[name] for name in names}

    def _assembled(self, name: str) -> np.ndarray:
        elements = [one for one in self._shapes if element(one)[0] == name]
        whole = np.full((self.chains, self.draws, *self._parts[name]), np.nan)
        for one, array in self._fetch(elements).items():
            whole[place(element(one)[1])] = array
        return whole

    @property
    def sample_stats(self) -> dict[str, np.ndarray]:
        """What the sampler tells of each draw, such as ``divergent__``, each of shape (chain, draw)."""
        if self._statistics is None:
            name = next(iter(self._shapes))
            answer, body = self._ask({"do": "draws", "variables": [name], "statistics": True})
            self._statistics = Table(answer, body).statistics
        return self._statistics

    # The ways on

    def summary(self, variables: Union[None, str, Sequence[str]] = None) -> Any:
        """Mean, standard deviation, quantiles and diagnostics of each element.

        :param variables: names of variables, or of elements such as ``"beta[2]"``; all by default
        :return: a pandas data frame if pandas is installed, otherwise a :class:`Summary`
        """
        table = self._table()
        if variables is not None:
            wanted = [variables] if isinstance(variables, str) else list(variables)
            for name in wanted:
                if name not in self:
                    raise KeyError(f"{name}: the run has {', '.join(self)}")
            chosen = Summary(())
            chosen.rows = {
                name: row for name, row in table.rows.items() if name in wanted or element(name)[0] in wanted
            }
            table = chosen
        try:
            return table.to_pandas()
        except ImportError:
            return table

    def _table(self) -> Summary:
        if self._summary is None:
            answer, _ = self._ask({"do": "summary"})
            self._summary = Summary(answer["summary"]["variables"])
        return self._summary

    def predict(
        self,
        data: Any = None,
        *,
        seed: int = 1,
        thin: Optional[int] = None,
        keep: Union[None, str, Sequence[str]] = None,
        anew: Union[None, str, Sequence[str]] = None,
        monitor: Union[None, str, Sequence[str]] = None,
    ) -> Predictions:
        """New data from the model for every ``thin``-th draw, by default for about a thousand draws in all.

        Without ``data`` what was observed is drawn anew, to be held against it. With ``data`` the model is given new units,
        new covariates, or other outcomes that are missing: ``posterior.predict({"n": 2, "x": [0, 1]})``. What they leave out
        is as in the run, but outcomes, which are predicted. Unknowns of units whose data have changed are drawn anew.

        :param data: in any form that ``sample`` takes
        :param keep: unknowns that are those of the run, though data about them have changed
        :param anew: unknowns to draw anew, though data about them have not changed
        :param monitor: what to report of new units, such as ``"z"`` or ``"psi[1:3]"``; the outcomes by default
        :raises ModelError: if the data do not fit the model
        :raises RequestError: if they leave open whether units are those of the run, with what to say about it
        """
        encoded = encode(data)
        request = {
            "do": "predict",
            "seed": seed,
            "thin": thin,
            **encoded.fields,
            "keep": _names(keep),
            "anew": _names(anew),
            "monitor": _names(monitor),
        }
        answer, body = self._ask(request, bytes(encoded.body))
        return Predictions(Table(answer, body).arrays, answer)

    def derive(self, statements: str, *, seed: int = 1) -> Derived:
        """Computes quantities from each draw, by statements in the language of the model.

        ``posterior.derive("d <- phi[1] - phi[2]")["d"]`` has shape (chain, draw). Statements may read the data of the run
        and whatever it monitored; what stands left of ``~`` is drawn anew for each draw.

        :param statements: one statement, or several on lines of their own or with ``;`` between them
        :raises ModelError: with the place in the statements
        """
        if not isinstance(statements, str):
            raise RequestError(f"statements must be text, such as 'd <- a - b', not {type(statements).__name__}")
        answer, body = self._ask({"do": "derive", "statements": statements, "seed": seed})
        return Derived(Table(answer, body).arrays, answer)

    def loo(self, *, unit: Optional[str] = None, given_states: bool = False) -> _comparison.Loo:
        """Says how well the model predicts data that it has not seen, by leaving out each unit of the data in turn.

        Discrete unknowns are summed over where they can be. :func:`tandem.compare` has several models beside each other.

        :param unit: takes all observations together that depend on the same element of this variable, such as a random
            effect of groups
        :param given_states: takes discrete unknowns as they were drawn instead of summing over them; that is no prediction
        :raises RequestError: if nothing was observed, or an unknown was not monitored
        """
        answer, _ = self._ask({"do": "loo", **_comparison.fields(unit, given_states)})
        return _comparison.Loo(answer["loo"], answer["text"])

    def sensitivity(
        self, priors: Union[None, str, Sequence[str]] = None, *, given_states: bool = False
    ) -> _comparison.Sensitivity:
        """Says how much each unknown depends on the priors, and how much on the data, by power scaling.

        :param priors: the variables whose priors are looked at, the others staying as they are; all if none are given
        :param given_states: takes discrete unknowns as they were drawn instead of summing over them
        :raises RequestError: if nothing was observed, an unknown was not monitored, or a variable has no prior
        """
        answer, _ = self._ask({"do": "sensitivity", "priors": _names(priors), "given_states": given_states})
        return _comparison.Sensitivity(answer["sensitivity"], answer["text"])

    def log_likelihood(self, *, unit: Optional[str] = None, given_states: bool = False) -> dict[str, np.ndarray]:
        """The log likelihood of each unit of the data at each draw, by the name of the unit, each of shape (chain, draw)."""
        answer, body = self._ask({"do": "log_likelihood", **_comparison.fields(unit, given_states)})
        array = Table(answer, body).arrays["log_lik"]
        return {name: array[:, :, i] for i, name in enumerate(answer["units"])}

    def report(self, path: Union[None, str, "os.PathLike[str]"] = None) -> Report:
        """A page about the run; written to a file if one is named, and shown by a notebook."""
        _, body = self._ask({"do": "report"})
        report = Report(body.decode())
        if path is not None:
            report.write(path)
        return report

    def export(
        self,
        path: Union[str, "os.PathLike[str]"],
        *,
        format: Optional[str] = None,
        variables: Union[None, str, Sequence[str]] = None,
        overwrite: bool = False,
    ) -> list[str]:
        """Writes the draws for other programs; the format follows from the name: .csv, .arrow, .zarr, or is given.

        :return: what had to be left out, and why
        """
        names = _names(variables)
        answer, _ = self._ask(
            {
                "do": "export",
                "path": os.path.abspath(os.fspath(path)),
                "format": format,
                "variables": names,
                "overwrite": overwrite,
            }
        )
        notes: list[str] = answer["notes"]
        return notes

    def to_arviz(
        self,
        kind: Optional[str] = None,
        *,
        predictions: bool = True,
        log_likelihood: bool = True,
        dims: Optional[Mapping[str, Union[str, Sequence[str]]]] = None,
        coords: Optional[Mapping[str, Any]] = None,
    ) -> Any:
        """The run as ArviZ has it: an InferenceData, or a DataTree where ArviZ is newer than 0.23.

        Names of dimensions and labels along them are those of xarray data, those that ``sample`` was given, and the
        categories of pandas columns for dimensions of the same name.

        :param kind: ``"InferenceData"`` or ``"DataTree"``; what the ArviZ that is installed makes by default
        :param predictions: whether to add predictions of the data, drawn anew
        :param log_likelihood: whether to add the log likelihood of each unit of the data, ``log_lik``, which ``arviz.loo``
            and ``arviz.compare`` read; it is left out where the model has none
        :param dims: names of the dimensions of variables, beside those that are known already or in their place
        :param coords: labels along dimensions, likewise
        :raises RequestError: if a variable has another number of dimensions, or a dimension another number of labels
        """
        return _arviz.convert(self, predictions, log_likelihood, kind, dims, coords)

    # What is shown

    def _ask(self, request: dict[str, Any], body: bytes = b"") -> tuple[dict[str, Any], bytes]:
        if self._session is None:
            raise SessionError(
                "this posterior came from another process, and has draws and summary alone; for the rest, sample again with"
                " the same seed"
            )
        if self.draws == 0 and request["do"] != "report":
            raise RequestError("the run was stopped before the first draw")
        return self._session.ask({**request, "run": self._run}, body)

    def _findings(self) -> list[str]:
        lines = [f"warning: {one}" for one in self.warnings]
        lines += [f"note: {one}" for one in self.remarks]
        return lines + [f"note: {one}" for one in self.notes]

    def __repr__(self) -> str:
        lines = [f"<tandem.Posterior: {self._account}>"]
        if self.draws:
            lines += ["", self._table().text()]
        found = self._findings()
        return "\n".join(lines + ([""] if found else []) + found)

    def _repr_html_(self) -> str:
        table = self._table()._repr_html_() if self.draws else ""
        found = "".join(f"<li>{html.escape(one)}</li>" for one in self._findings())
        return f"<p><b>tandem.Posterior</b>: {html.escape(self._account)}</p>{table}<ul>{found}</ul>"

    def __getstate__(self) -> dict[str, Any]:
        """Takes all draws along: the process that holds the run stays behind."""
        if self.draws and self._session is not None:
            self._fetch(list(self._shapes))
            self._table()
            _ = self.sample_stats
        return {**self.__dict__, "_session": None, "model": None}
