"""Shows how far chains are: a line in a terminal, a bar in a notebook, nothing elsewhere."""

from __future__ import annotations

import sys
from typing import Any, Mapping, Optional


class Progress:
    """Says nothing."""

    def __call__(self, event: Mapping[str, Any]) -> None:
        """Takes an event of the program."""

    def close(self) -> None:
        """Leaves the screen tidy."""


def _told(event: Mapping[str, Any]) -> tuple[float, str]:
    chains = event["chains"]
    if not chains:
        return 0.0, "starting"
    done = sum(chain["iteration"] for chain in chains)
    total = sum(chain["total"] for chain in chains)
    divergences = sum(chain["divergences"] for chain in chains)
    share = done / total if total else 1.0
    stages = {chain["stage"] for chain in chains}
    stage = "sampling" if stages == {"sampling"} else "warmup"
    text = f"{stage}, {event['seconds']:.1f} s" + (f", {divergences} divergent" if divergences else "")
    return share, text


class _Line(Progress):
    _WIDTH = 30

    def __init__(self) -> None:
        self._shown = 0

    def __call__(self, event: Mapping[str, Any]) -> None:
        share, text = _told(event)
        full = int(share * self._WIDTH)
        line = f"[{'#' * full}{'.' * (self._WIDTH - full)}] {share:4.0%} {text}"
        sys.stderr.write("\r" + line.ljust(self._shown))
        sys.stderr.flush()
        self._shown = len(line)

    def close(self) -> None:
        if self._shown:
            sys.stderr.write("\r" + " " * self._shown + "\r")
            sys.stderr.flush()


class _Notebook(Progress):
    def __init__(self, display: Any, html: Any) -> None:
        self._html = html
        self._last = ""
        self._handle = display(html("starting"), display_id=True)

    def __call__(self, event: Mapping[str, Any]) -> None:
        share, text = _told(event)
        # One line stays, which says how long it took.
        self._last = f"{share:.0%} {text}"
        self._handle.update(self._html(f"<progress value='{share:.3f}' max='1'></progress> {self._last}"))

    def close(self) -> None:
        self._handle.update(self._html(self._last))


def _notebook() -> Optional[Progress]:
    if "IPython" not in sys.modules:
        return None
    from IPython.core.display import HTML
    from IPython.core.display_functions import display
    from IPython.core.getipython import get_ipython

    shell = get_ipython()
    if shell is None or not hasattr(shell, "kernel"):
        return None
    return _Notebook(display, HTML)


def choose(wanted: Optional[bool]) -> Progress:
    """What suits where this runs; ``wanted`` decides where it is not None."""
    if wanted is False:
        return Progress()
    notebook = _notebook()
    if notebook is not None:
        return notebook
    return _Line() if wanted or sys.stderr.isatty() else Progress()
