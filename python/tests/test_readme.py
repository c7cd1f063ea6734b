"""What the README shows runs as it stands there."""

import re

import pytest

from conftest import ROOT

README = ROOT / "python" / "README.md"


@pytest.mark.skipif(not README.is_file(), reason="the README is in the checkout alone")
def test_the_blocks_of_the_readme_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```", README.read_text(), re.DOTALL | re.MULTILINE)
    assert blocks
    shared: dict = {}
    for block in blocks:
        exec(compile(block, "README.md", "exec"), shared)
    assert shared["posterior"]["z"].shape == (4, 1000, 6)
    assert (tmp_path / "report.html").stat().st_size > 10_000
    # And what is said in the sentences below.
    assert shared["posterior"].summary("mu[2]").shape[0] == 1
    assert shared["posterior"].predict({"N": 2})["y"].shape[2:] == (2,)
