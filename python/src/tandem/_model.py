"""Models: read, checked, and sampled."""

from __future__ import annotations

import html
import math
import os
from typing import Any, Mapping, Optional, Sequence, Union

from . import _session
from ._data import Encoded, add_starts, decode, encode, name_list as _names
from ._errors import RequestError
from ._posterior import Posterior
from ._progress import choose


class Check:
    """What a model is: a line for each relation, and what sampling would deal with."""

    def __init__(self, answer: Mapping[str, Any]) -> None:
        #: For each relation its ``line``, ``node``, ``arrow``, ``definition``, and what its nodes ``is``.
        self.relations: list[dict[str, Any]] = answer["relations"]
        #: What has to be given as data; empty if data were given.
        self.needed: list[str] = answer["needed"]
        #: What sampling would deal with; empty without data.
        self.outlook: str = answer["outlook"]
        #: What does no harm but may be a mistake.
        self.notes: list[str] = answer["notes"]

    def __repr__(self) -> str:
        rows = [["line", "node", "", "definition", "is"]]
        rows += [[str(one["line"]), one["node"], one["arrow"], one["definition"], one["is"]] for one in self.relations]
        widths = [max(len(row[i]) for row in rows) for i in range(5)]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]
        if self.needed:
            lines += ["", "to be given as data: " + ", ".join(self.needed)]
        if self.outlook:
            lines += ["", self.outlook.rstrip()]
        return "\n".join(lines + [f"note: {note}" for note in self.notes])

    def _repr_html_(self) -> str:
        head = "".join(f"<th style='text-align:left'>{name}</th>" for name in ("line", "node", "", "definition", "is"))
        rows = "".join(
            "<tr>" + "".join(_cell(str(one[key])) for key in ("line", "node", "arrow", "definition", "is")) + "</tr>"
            for one in self.relations
        )
        after = [f"<p>to be given as data: {html.escape(', '.join(self.needed))}</p>"] if self.needed else []
        after += [f"<p>{html.escape(self.outlook)}</p>"] if self.outlook else []
        after += [f"<p>note: {html.escape(note)}</p>" for note in self.notes]
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{''.join(after)}"


def _cell(text: str) -> str:
    return f"<td style='text-align:left;font-family:monospace'>{html.escape(text)}</td>"


class Model:
    """A model in the language of JAGS and BUGS.

    :param source: the text of the model, or the name of a file that has it. A string with a brace is text.
    :param dialect: ``"jags"`` or ``"openbugs"``
    :param name: what errors call the text; for a file, its name
    :raises ModelError: if the text is not a model, with every problem found and its place
    """

    def __init__(
        self, source: Union[str, "os.PathLike[str]"], *, dialect: str = "jags", name: Optional[str] = None
    ) -> None:
        if isinstance(source, str) and "{" in source:
            self._source = {"text": source, "name": name or "model"}
        elif isinstance(source, (str, os.PathLike)):
            file = os.fspath(source)
            if isinstance(source, str) and not os.path.exists(source) and any(mark in source for mark in ("~", "<-", "\n")):
                raise RequestError(
                    "this is neither the name of a file nor a model, which has braces: \"model { mu ~ dnorm(0, 1) }\""
                )
            self._source = {"path": os.path.abspath(file), "name": name or file}
        else:
            raise RequestError(f"a model is text or the name of a file, not {type(source).__name__}")
        self._dialect = dialect
        answer, _ = _session.current().ask({"do": "check", "read_only": True, **self._fields()})
        self._read = Check(answer)

    def _fields(self) -> dict[str, Any]:
        return {"model": self._source, "dialect": self._dialect}

    @property
    def name(self) -> str:
        return self._source["name"]

    @property
    def needed(self) -> list[str]:
        """What has to be given as data, as far as the text alone tells."""
        return self._read.needed

    def __repr__(self) -> str:
        return f"<tandem.Model {self.name}>\n{self._read!r}"

    def _repr_html_(self) -> str:
        return f"<p><b>tandem.Model</b> {html.escape(self.name)}</p>{self._read._repr_html_()}"

    def check(self, data: Any = None) -> Check:
        """Says what the model is, with its data if they are given, or raises what is wrong with them."""
        encoded = encode(data)
        answer, _ = _session.current().ask({"do": "check", **self._fields(), **encoded.fields}, bytes(encoded.body))
        return Check(answer)

    def sample(
        self,
        data: Any = None,
        *,
        chains: int = 4,
        draws: int = 1000,
        warmup: int = 1000,
        thin: int = 1,
        seed: int = 1,
        monitor: Union[None, str, Sequence[str]] = None,
        init: Union[None, Mapping[str, Any], Sequence[Mapping[str, Any]]] = None,
        until_ess: Optional[float] = None,
        max_seconds: Optional[float] = None,
        sampler: Optional[str] = None,
        target_acceptance: Optional[float] = None,
        step_size: Optional[float] = None,
        trajectory_time: Optional[float] = None,
        sum: Union[None, str, Sequence[str]] = None,
        threads: Optional[int] = None,
        dims: Optional[Mapping[str, Sequence[str]]] = None,
        coords: Optional[Mapping[str, Any]] = None,
        progress: Optional[bool] = None,
    ) -> Posterior:
        """Samples the model: warmup finds all tuning, then every chain draws.

        The same seed gives the same draws, bit for bit, as ``tandem sample`` does on the command line and whatever the
        number of threads. Ctrl-C stops the chains and keeps what was drawn.

        :param data: a mapping of names to numbers, lists, numpy arrays, pandas or xarray objects; a data frame, whose
            columns are vectors; an xarray data set; or the names of data files. None, NaN, masked and pandas' NA are
            missing values. Categories are numbered from 1.
        :param monitor: the variables to report, or parts of them such as ``"beta[2]"``; all but large ones by default
        :param init: start values by name, one mapping for all chains or one for each; the rest is searched for
        :param until_ess: go on until every unknown has so many effective draws; ``draws`` is then the first look
        :param max_seconds: stop after this time at the latest
        :param sampler: the kernel; the model decides by default
        :param sum: which discrete unknowns are summed out: ``"auto"``, ``"none"``, ``"all"``, or names
        :param thin: iterations for each draw that is kept
        :param dims: names of the dimensions of variables, for ArviZ; those of xarray data are known
        :param coords: labels along dimensions, for ArviZ; those of xarray data and the categories of pandas columns are known
        :param threads: chains that run at a time; without influence on draws
        :param progress: whether to show a bar; by default in a terminal or a notebook
        :raises ModelError: if model and data do not fit, with the place
        :raises DataError: if data are not numbers
        """
        encoded = encode(data)
        add_starts(encoded, init)
        request: dict[str, Any] = {
            "do": "sample",
            **self._fields(),
            **encoded.fields,
            "chains": _whole("chains", chains),
            "draws": _whole("draws", draws),
            "warmup": _whole("warmup", warmup),
            "thin": _whole("thin", thin),
            "seed": _whole("seed", seed),
            "monitor": _names(monitor),
            "sum": _names(sum),
            "sampler": sampler,
            "threads": None if threads is None else _whole("threads", threads),
            "until_ess": _number("until_ess", until_ess),
            "max_seconds": _number("max_seconds", max_seconds),
            "target_acceptance": _number("target_acceptance", target_acceptance),
            "step_size": _number("step_size", step_size),
            "trajectory_time": _number("trajectory_time", trajectory_time),
        }
        session = _session.current()
        shown = choose(progress)
        try:
            answer, _ = session.ask(request, bytes(encoded.body), event=shown, stoppable=True)
        finally:
            shown.close()
        if answer["interrupted"] and answer["draws"] == 0:
            raise KeyboardInterrupt
        return Posterior(session, answer, self, _described(encoded, dims, coords))


def open_run(path: Union[str, "os.PathLike[str]"]) -> Posterior:
    """Reads the folder of a run that ``tandem sample --out`` made on the command line, or that is being made.

    The posterior can do what one that ``sample`` returns can. Every file is held against its checksum.

    :raises RequestError: if there is no such folder, or something in it is damaged
    """
    session = _session.current()
    answer, body = session.ask({"do": "open", "path": os.path.abspath(os.fspath(path))})
    data = decode(answer["data"], body)
    return Posterior(session, answer, Model(answer["text"], name=answer["model"], dialect=answer["dialect"]), data)


def _described(
    encoded: Encoded, dims: Optional[Mapping[str, Sequence[str]]], coords: Optional[Mapping[str, Any]]
) -> Encoded:
    """What is kept of the data beside a run: their values, and names of dimensions."""
    for name, names in (dims or {}).items():
        encoded.dims[name] = [names] if isinstance(names, str) else list(names)
    encoded.coords.update(coords or {})
    encoded.body = bytearray()
    return encoded


def _whole(name: str, value: Any) -> int:
    try:
        whole = int(value)
    except (TypeError, ValueError):
        whole = None
    if whole is None or whole != value or isinstance(value, bool):
        raise RequestError(f"{name} must be a whole number, not {value!r}")
    return whole


def _number(name: str, value: Optional[float]) -> Optional[float]:
    if value is None:
        return None
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number):
        raise RequestError(f"{name} must be a number, not {value!r}")
    return number
