"""What Java keeps from one session for the next: the classes that it loaded, linked, in the user's cache."""

from __future__ import annotations

import hashlib
import os
import pathlib
import sys
import time
from typing import Optional

_DAY = 86_400

#: Archives that are older were made by programs or Javas that are likely gone; they are cheap to make anew.
_OLDEST_DAYS = 60


class Kept:
    """The words for Java that make it use an archive of an earlier session, or make one when this session ends.

    Without one, most of the first model's time goes into finding and linking classes. It fits one Java and one jar; Java looks
    at both, and starts as usual where they are others. ``TANDEM_KEEP=no`` keeps nothing.
    """

    def __init__(self, java: pathlib.Path, version: Optional[int], jar: pathlib.Path) -> None:
        #: Whether this session will leave an archive behind, which takes some seconds after its end.
        self.recording = False
        #: The words.
        self.words: list[str] = []
        if version is None or os.environ.get("TANDEM_KEEP", "").lower() in ("no", "0", "false"):
            return
        try:
            self._look(java, version, jar)
        except (OSError, RuntimeError):
            # No home, or none that may be written to: every session starts as the first one did.
            self.recording, self.words = False, []

    def _look(self, java: pathlib.Path, version: int, jar: pathlib.Path) -> None:
        inside = jar.stat()
        runtime = java.resolve()
        key = f"{runtime} {runtime.stat().st_mtime_ns} {jar} {inside.st_mtime_ns} {inside.st_size}"
        folder = _folder()
        # Java 25 keeps more, in another form.
        suffix = "aot" if version >= 25 else "jsa"
        archive = folder / f"session-{hashlib.sha256(key.encode()).hexdigest()[:16]}.{suffix}"
        where = ["-XX:+UnlockDiagnosticVMOptions", "-XX:ArchiveRelocationMode=0"]
        if archive.is_file() and archive.stat().st_size:
            use = [f"-XX:AOTCache={archive}", "-XX:AOTMode=auto"] if suffix == "aot" else [f"-XX:SharedArchiveFile={archive}", "-Xshare:auto"]
            self.words = where + use
        elif not archive.is_file() or time.time() - archive.stat().st_mtime > _DAY:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            _tidy(folder)
            # Empty, it says that a session is at it, or that none could make it; Java puts the archive in its place.
            archive.write_bytes(b"")
            self.recording = True
            # What Java 25 could learn about methods besides is left out, as by the launcher: it costs a short run more than it gains.
            self.words = (
                ["-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTRecordTraining", f"-XX:AOTCacheOutput={archive}"]
                if suffix == "aot"
                else [f"-XX:ArchiveClassesAtExit={archive}"]
            )
            self._archive = archive

    def give_up(self) -> None:
        """For a session in which nothing was sampled: the next one may try."""
        if self.recording:
            self.recording = False
            try:
                self._archive.unlink()
            except OSError:
                pass


def _folder() -> pathlib.Path:
    if os.name == "nt" and os.environ.get("LOCALAPPDATA"):
        return pathlib.Path(os.environ["LOCALAPPDATA"]) / "tandem" / "cache"
    if os.environ.get("XDG_CACHE_HOME"):
        return pathlib.Path(os.environ["XDG_CACHE_HOME"]) / "tandem"
    home = pathlib.Path.home()
    return home / ("Library/Caches" if sys.platform == "darwin" else ".cache") / "tandem"


def _tidy(folder: pathlib.Path) -> None:
    for other in folder.glob("session-*"):
        try:
            if time.time() - other.stat().st_mtime > _OLDEST_DAYS * _DAY:
                other.unlink()
        except OSError:
            pass
