"""Builds the package with setuptools, the program inside it: the jar comes from the checkout around this folder."""

import pathlib
import shutil

from setuptools import build_meta as _setuptools
from setuptools.build_meta import *  # noqa: F403  (the hooks that are left as they are)

_HERE = pathlib.Path(__file__).resolve().parent.parent
_BUILT = _HERE.parent / "cli" / "target" / "tandem.jar"
_INSIDE = _HERE / "src" / "tandem" / "tandem.jar"


def _take_program():
    """Copies the jar into the package. A source distribution has it already, and no checkout around it."""
    if _BUILT.is_file():
        shutil.copyfile(_BUILT, _INSIDE)
    elif not _INSIDE.is_file():
        raise SystemExit(
            f"the program is not built: {_BUILT} is missing. In the folder above, './tandem --version' builds it, "
            "or 'mvn -B -pl cli -am package -DskipTests'."
        )


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    _take_program()
    return _setuptools.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    _take_program()
    return _setuptools.build_editable(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory, config_settings=None):
    _take_program()
    return _setuptools.build_sdist(sdist_directory, config_settings)
