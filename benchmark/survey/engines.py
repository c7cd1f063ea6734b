"""Runs a case in Tandem, JAGS, stanli or nutpie, each in a process of its own with limits, and takes its processor time."""

import importlib.util
import json
import os
import pathlib
import pty
import re
import resource
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import termios
import time

import numpy

import convergence

HERE = pathlib.Path(__file__).resolve().parent
LAUNCHER = HERE.parent.parent / "tandem"
ENGINES = ("tandem", "jags", "jags-glm")
# Where a case has a Stan model too, and only if asked for.
STAN_ENGINES = ("stanli", "stanli-fast")
# The same, for the gradients that they take and not for their time.
NUTPIE_ENGINES = ("nutpie", "nutpie-lowrank")
CHAINS = 4
# JAGS: iterations of burn-in, the first half of which adapts, and of the first stretch that is judged.
BURN_IN = 1000
FIRST = 1000
# Enough: what a run is to reach.
ENOUGH = 400
RHAT = 1.01
# Elements of a variable above which it is not monitored: its draws would take longer to write than to make.
LARGE = 1000
# Draws of a chain that are kept; of longer chains every so many.
KEPT = 16_000
# On the clock, as a multiple of the limit of processor time: on a crowded machine nothing but what is stuck may be ended by it.
PATIENCE = 60


def missing(engine):
    """What an engine needs and is not there, or None."""
    if engine == "tandem":
        return None if shutil.which("java") else "java"
    if engine in STAN_ENGINES:
        return None if importlib.util.find_spec("stanli") else "the Python package stanli"
    if engine in NUTPIE_ENGINES:
        return next((f"the Python package {name}" for name in ("nutpie", "stanli", "bridgestan") if not importlib.util.find_spec(name)), None)
    return None if shutil.which("jags") else "jags"


def run(engine, case, monitors, limit):
    with tempfile.TemporaryDirectory(prefix="survey-") as temporary:
        room = pathlib.Path(temporary)
        if engine == "tandem":
            return tandem(case, monitors, limit, room)
        if engine in STAN_ENGINES:
            return stanli(case, monitors, limit, room, engine == "stanli-fast")
        if engine in NUTPIE_ENGINES:
            return nutpie(case, monitors, limit, room, engine == "nutpie-lowrank")
        for attempt in range(case.attempts(CHAINS)):
            # Starts that are drawn may be impossible by chance: people try again.
            result = jags(case, monitors, limit, room, ["glm"] if engine == "jags-glm" else [], attempt)
            if result["status"] != "no start":
                break
        return {**result, "attempts": attempt + 1}


def limits(seconds):
    """To be called in the child: the kernel ends it after so many seconds of processor time."""

    def apply():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 2))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    return apply


def judged(names, draws):
    rows = convergence.judge(names, draws)
    return {"rows": rows, **convergence.worst(rows), "chains": int(draws.shape[1]), "draws": int(draws.shape[2]),
            "not_finite": len(names) - len(rows)}


def converged(result):
    return result.get("ess") is not None and result["ess"] >= ENOUGH and result["rhat"] < RHAT


def read_coda(index, chains):
    """Draws as element by chain by draw. Chains of a run that was ended may differ in length: the shortest counts."""
    names, spans = [], []
    for line in index.read_text().splitlines():
        name, first, last = line.rsplit(None, 2)
        names.append(re.sub(r"\s", "", name))
        spans.append((int(first) - 1, int(last)))
    tables = []
    for file in chains:
        values = numpy.fromfile(file, sep=" ")
        if values.size != 2 * spans[-1][1]:
            # Words such as NA or Inf among the numbers.
            words = {"NA": "nan", "Inf": "inf", "-Inf": "-inf"}
            values = numpy.array([float(words.get(word, word)) for word in file.read_text().split()])
        values = values[1::2]
        tables.append([values[first:last] for first, last in spans])
    shortest = min(len(column) for table in tables for column in table)
    return names, numpy.array([[table[i][:shortest] for table in tables] for i in range(len(names))])


# ---- Tandem ------------------------------------------------------------------------------------------------------


def tandem(case, monitors, limit, room):
    """Default settings and no starts, by the launcher, so that all that a user waits for counts."""
    folder = room / "run"
    command = [str(LAUNCHER), "sample", str(case.model.resolve()), "--seed", str(case.seed), "--out", str(folder), "--no-report",
               "--json", "--quiet"]
    if case.data_file:
        command += ["--data", str(case.data_file.resolve())]
    if monitors:
        command += ["--monitor", ",".join(monitors)]
    code, processor, wall = child(command, room, limit)
    result = {"seconds": {"everything": processor, "wall": wall}, "exit": code}
    complaint = first_line((room / "stderr").read_text(errors="replace"))
    timed_out = code < 0 or code in (128 + signal.SIGXCPU, 128 + signal.SIGKILL, 128 + signal.SIGTERM)
    if code != 0 and not timed_out:
        return {**result, "status": "no start", "error": complaint}
    summary = (room / "stdout").read_text()
    if timed_out:
        # What there is so far, if anything.
        asked = subprocess.run([str(LAUNCHER), "summary", str(folder), "--json"], capture_output=True, text=True)
        if asked.returncode != 0:
            return {**result, "status": "out of time", "error": "no draw within the limit"}
        summary = asked.stdout
    report = json.loads(summary)
    exported = subprocess.run([str(LAUNCHER), "export", str(folder), "--format", "coda", "--out", str(room / "coda"), "--quick"],
                              capture_output=True, text=True)
    if exported.returncode != 0:
        return {**result, "status": "out of time" if timed_out else "no start", "error": first_line(exported.stderr)}
    names, draws = read_coda(room / "coda" / "CODAindex.txt", sorted((room / "coda").glob("CODAchain*.txt")))
    result |= judged(names, draws)
    tuned = report["tuning"]["chains"]
    result["seconds"]["sampling"] = sum(c.get("sampling_cpu_seconds", c["sampling_seconds"]) for c in tuned)
    result["own"] = {"sampler": report["sampler"], "divergences": report["divergences"], "judged": report["judged"],
                     "warnings": report["warnings"], "step_sizes": [c["step_size"] for c in tuned],
                     "gradients": sum(c["gradients"] for c in tuned)}
    result["own_rows"] = {v["name"]: {"rhat": v["rhat"], "ess": v["ess_bulk"], "mean": v["mean"], "sd": v["sd"]}
                          for v in report["variables"][:5]}
    result["status"] = "out of time" if timed_out else "converged" if converged(result) else "not converged"
    return result


def stanli(case, monitors, limit, room, fast):
    """Default settings, the case's own Stan model; warmup alone, which is timed beside, does not count."""
    result, about = of_stan_model("stanli_run.py", case, monitors, limit, room, fast)
    if about:
        everything = result["seconds"]["everything"] - about["warmup"]
        result["seconds"] |= {"everything": everything, "sampling": max(about["both"] - about["warmup"], 1e-3)}
    return result


def nutpie(case, monitors, limit, room, low_rank):
    """Default settings but for the metric, the case's own Stan model; what it takes in seconds says nothing."""
    result, about = of_stan_model("nutpie_run.py", case, monitors, limit, room, low_rank)
    if about:
        result["own"] |= {"gradients": about["gradients"], "condition": about["condition"]}
    return result


def of_stan_model(program, case, monitors, limit, room, switch):
    """What a program made of the case's Stan model, and what it says of its run; None for that if it failed."""
    command = [sys.executable, str(HERE / program), str((case.folder / "model.stan").resolve()),
               str((case.folder / "stan.json").resolve()), str(case.seed), "1" if switch else "0", str(room), *monitors]
    code, processor, wall = child(command, room, 3 * limit)
    result = {"seconds": {"everything": processor, "wall": wall}, "exit": code}
    if code != 0:
        return {**result, "status": "out of time" if code < 0 else "no start",
                "error": first_line((room / "stderr").read_text(errors="replace"))}, None
    about = json.loads((room / "about.json").read_text())
    result |= judged(about["names"], numpy.load(room / "draws.npy"))
    result["own"] = {"divergences": about["divergences"]}
    result["status"] = "converged" if converged(result) else "not converged"
    return result, about


def child(command, room, limit):
    """Runs a command within limits; its exit code, negative for a signal, its processor time and the time on the clock."""
    began = time.time()
    with open(room / "stdout", "wb") as out, open(room / "stderr", "wb") as err:
        process = subprocess.Popen(command, cwd=room, stdin=subprocess.DEVNULL, stdout=out, stderr=err, start_new_session=True,
                                   preexec_fn=limits(limit))
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            if time.time() - began > PATIENCE * limit:
                os.killpg(process.pid, signal.SIGKILL)
            time.sleep(0.02)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_utime + usage.ru_stime, time.time() - began


def first_line(text):
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    lines = [line for line in lines if not line.startswith(("note:", "warning:"))]
    complaints = [line for line in lines if re.search(r"(?i)error|tandem:|cannot|not ", line)]
    return (complaints or lines or [""])[0][:300]


# ---- JAGS --------------------------------------------------------------------------------------------------------


class Ended(Exception):
    """JAGS is gone: out of time or dead."""


class Refused(Exception):
    """JAGS complained."""


class Terminal:
    """The jags command, spoken to line by line; it is asked for its folder to see when it is done with a command."""

    def __init__(self, room, limit):
        self.room = room
        self.began = time.time()
        self.limit = limit
        # It reads line by line from a terminal only, else in blocks.
        self.keys, keyboard = pty.openpty()
        attributes = termios.tcgetattr(keyboard)
        attributes[3] &= ~termios.ECHO
        termios.tcsetattr(keyboard, termios.TCSANOW, attributes)
        self.process = subprocess.Popen(["jags"], cwd=room, stdin=keyboard, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        start_new_session=True, preexec_fn=limits(limit))
        os.close(keyboard)
        os.set_blocking(self.process.stdout.fileno(), False)
        self.heard = b""
        self.spent = 0.0

    def say(self, *commands):
        """Gives commands one at a time; the processor time that they took."""
        before = self.processor()
        for command in commands:
            answer = self.ask(command)
            complaint = re.search(r"(?im)^.*(\berror\b|failed|unable|can't|cannot|no model|not found|inconsistent).*$", answer)
            if complaint:
                rest = [line.strip() for line in answer[complaint.start():].splitlines() if line.strip(" .")]
                raise Refused(" ".join(rest[:3])[:300])
        return self.processor() - before

    def ask(self, command):
        mark = str(self.room)
        os.write(self.keys, f"{command}\npwd\n".encode())
        self.heard = b""
        while mark.encode() not in self.heard:
            if time.time() - self.began > PATIENCE * self.limit:
                raise Ended
            ready, _, _ = select.select([self.process.stdout], [], [], 1.0)
            if ready:
                part = self.process.stdout.read()
                if part == b"":
                    raise Ended
                self.heard += part or b""
        return self.heard.decode(errors="replace").split(mark)[0]

    def processor(self):
        """Seconds of processor time so far."""
        try:
            nanoseconds = int(pathlib.Path(f"/proc/{self.process.pid}/schedstat").read_text().split()[0])
            self.spent = nanoseconds * 1e-9
        except (OSError, ValueError, IndexError):
            pass
        return self.spent

    def end(self):
        """Ends it; all of its processor time."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        _, _, usage = os.wait4(self.process.pid, 0)
        self.process.returncode = 0
        self.process.stdout.close()
        os.close(self.keys)
        return usage.ru_utime + usage.ru_stime


def prepare(case, room, attempt):
    (room / "model.bug").write_text(case.model.read_text(errors="replace"))
    (room / "data.R").write_text(case.data_dump())
    for chain in range(1, CHAINS + 1):
        generator = f'".RNG.name" <- "base::Mersenne-Twister"\n".RNG.seed" <- {case.seed + chain}\n'
        (room / f"inits{chain}.R").write_text(case.starts_dump(chain + attempt * CHAINS) + generator)


def begin(terminal, case, modules):
    for module in modules:
        terminal.say(f"load {module}")
    terminal.say('model in "model.bug"', *(['data in "data.R"'] if case.data_file else []), f"compile, nchains({CHAINS})",
                 *(f'parameters in "inits{chain}.R", chain({chain})' for chain in range(1, CHAINS + 1)), "initialize")


def jags(case, monitors, limit, room, modules, attempt):
    """With the starts of the case if it has any, in stretches that double until there is enough or time is up."""
    prepare(case, room, attempt)
    terminal = Terminal(room, limit)
    result = {"seconds": {}}
    names, draws, sampling, thin = None, None, [], 1
    stretches = []
    try:
        try:
            begin(terminal, case, modules)
            result["seconds"]["compile"] = terminal.processor()
            burning = terminal.say(f"update {BURN_IN}")
            result["seconds"]["burn_in"] = burning
            number, stretch = 0, FIRST
            while True:
                each = burning / BURN_IN if not sampling else sum(sampling) / sum(stretches)
                affordable = int((limit - terminal.processor() - 0.5) * 0.8 / max(each, 1e-9)) // thin * thin
                stretch = min(stretch, affordable)
                if stretch < 100 * thin:
                    break
                number += 1
                terminal.say(*(f"monitor {name}, thin({thin})" for name in monitors))
                sampling.append(terminal.say(f"update {stretch}"))
                stretches.append(stretch)
                terminal.say(f'coda *, stem("part{number}")', *(f"monitor clear {name}" for name in monitors))
                found, part = read_coda(room / f"part{number}index.txt",
                                        [room / f"part{number}chain{c}.txt" for c in range(1, CHAINS + 1)])
                for file in room.glob(f"part{number}*"):
                    file.unlink()
                names, draws = found, part if draws is None else numpy.concatenate([draws, part], axis=2)
                if enough(names, draws, result):
                    break
                stretch = sum(stretches)
                while draws.shape[2] + stretch // thin > KEPT:
                    thin *= 2
                    draws = draws[:, :, ::2]
        except Ended:
            if draws is None:
                result |= {"status": "out of time", "error": "no draws within the limit"}
        except Refused as refused:
            result |= {"status": "no start" if draws is None else "failed", "error": str(refused)}
    finally:
        result["seconds"]["everything"] = terminal.end()
        result["seconds"]["wall"] = time.time() - terminal.began
    if draws is None:
        result.setdefault("status", "out of time")
        return result
    share = 1.0
    result |= judged(names, draws)
    if not converged(result):
        # The first half may be on its way still.
        later = judged(names, draws[:, :, draws.shape[2] // 2:])
        if later["ess"] is not None and (converged(later) or later["rhat"] < min(RHAT, result["rhat"])):
            result |= later
            share = 0.5
    result["seconds"]["sampling"] = sum(sampling) * share
    result["iterations"] = sum(stretches)
    result["thin"] = thin
    result.setdefault("status", "converged" if converged(result) else "not converged")
    return result


def enough(names, draws, result):
    """Whether all elements are where they should be; the worst of the last time are asked first."""
    first = [i for i, name in enumerate(names) if name in (result.get("rhat_of"), result.get("ess_of"))]
    for half in (draws, draws[:, :, draws.shape[2] // 2:]):
        if first and not converged(convergence.worst(convergence.judge([names[i] for i in first], half[first]))):
            continue
        found = convergence.worst(convergence.judge(names, half))
        if half is draws:
            result |= {"rhat_of": found["rhat_of"], "ess_of": found["ess_of"]}
        if converged(found):
            return True
    return False


def sizes(case, monitors, limit):
    """The number of elements of each monitored variable, asked of JAGS; those that it does not know are left out."""
    tries = (sizes_from(case, monitors, limit, attempt) for attempt in range(case.attempts(CHAINS)))
    return next((counts for counts in tries if counts), None)


def sizes_from(case, monitors, limit, attempt):
    with tempfile.TemporaryDirectory(prefix="survey-") as temporary:
        room = pathlib.Path(temporary)
        prepare(case, room, attempt)
        terminal = Terminal(room, limit)
        counts = {}
        try:
            begin(terminal, case, [])
            for name in monitors:
                try:
                    terminal.say(f"monitor {name}")
                except Refused:
                    continue
            terminal.say("update 1", "coda *")
            for line in (room / "CODAindex.txt").read_text().splitlines():
                variable = line.split("[")[0].split()[0]
                counts[variable] = counts.get(variable, 0) + 1
        except (Ended, Refused, OSError):
            return None
        finally:
            terminal.end()
        return counts
