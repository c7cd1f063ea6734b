"""What tests share: small models, and the program as a command."""

import os
import pathlib
import subprocess

import pytest

import tandem
from tandem import _java

# What sessions would leave for later ones is tested where it is asked for.
os.environ["TANDEM_KEEP"] = "no"

ROOT = pathlib.Path(__file__).resolve().parents[2]

LINE = """model {
  mu ~ dnorm(0, 0.01)
  for (i in 1:length(y)) { y[i] ~ dnorm(mu, 1) }
}"""


@pytest.fixture
def line():
    return tandem.Model(LINE)


@pytest.fixture
def quick():
    """Settings for runs of which only the form matters."""
    return {"chains": 2, "draws": 60, "warmup": 100}


def run_command(*arguments, cwd=None):
    """The command line, on the same Java and the same jar."""
    serve = _java.command()
    place = serve.index("-jar")
    words = [str(one) for one in arguments]
    command = [serve[0], *serve[place : place + 2], *words]
    return subprocess.run(command, cwd=cwd, check=True, capture_output=True, env={**os.environ})
