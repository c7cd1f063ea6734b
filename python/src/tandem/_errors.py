"""What can go wrong, as exceptions that say where and what to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Mapping


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong in the text of a model or in a data file."""

    file: str
    #: The line, from 1; 0 if it is about the file as a whole.
    line: int
    #: The column, from 1.
    column: int
    message: str
    #: What to do about it, or empty.
    hint: str
    #: The line of the text and a line that underlines the place, or empty.
    excerpt: str


class TandemError(Exception):
    """Something went wrong; the message says what, where, and what to do."""


class ModelError(TandemError):
    """The model or a data file cannot be used as it is written.

    ``problems`` has everything that was found; ``file``, ``line``, ``column`` and ``hint`` are those of the first.
    """

    def __init__(self, message: str, problems: tuple[Problem, ...] = ()) -> None:
        super().__init__(message)
        self.problems = problems
        first = problems[0] if problems else Problem("", 0, 0, message, "", "")
        self.file = first.file
        self.line = first.line
        self.column = first.column
        self.hint = first.hint

    def __reduce__(self) -> Any:
        return type(self), (str(self), self.problems)


class RequestError(TandemError, ValueError):
    """An argument is unknown, or cannot have this value."""


class DataError(TandemError, ValueError):
    """Data that cannot be turned into arrays of numbers."""


class SessionError(TandemError):
    """The Java process could not be started, or has ended."""


def from_answer(error: Mapping[str, Any]) -> TandemError:
    """The exception for what the program answered."""
    problems = tuple(Problem(**problem) for problem in error.get("problems", ()))
    message = error["message"]
    if error["kind"] == "model":
        return ModelError(message, problems)
    if error["kind"] in ("request", "memory"):
        return RequestError(message)
    if error["kind"] in ("protocol", "run"):
        return SessionError(message)
    return TandemError(message)
