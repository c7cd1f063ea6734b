#!/usr/bin/env python3
"""Says where the processor time of a small run goes, phase by phase, and what a model costs in a session that is warm.

    benchmark/start/phases.py                       the tables, medians of five runs
    benchmark/start/phases.py --against OTHER       beside those of another clone, in turns with this one
    benchmark/start/phases.py --write               puts them into docs/benchmarks-start.md

The program is run as its launcher starts it, but by Phases.java, which looks each millisecond at what every thread is doing. What looking
takes is left out of the table.
"""

import argparse
import collections
import datetime
import json
import os
import pathlib
import random
import re
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PAGE = ROOT / "docs" / "benchmarks-start.md"

#: In the order of a run; whatever else was found comes behind.
ORDER = [
    "Java's start", "reading the model", "reading data", "compiling the model", "generating its class", "finding starts", "warmup", "draws",
    "summary and findings", "writing", "Java's quick compiler", "Java's careful compiler", "Java's collector", "other", "launcher and the rest",
]  # fmt: skip
ALL = "all"

COUNTS = """model {
  for (i in 1:N) {
    y[i] ~ dpois(lambda[i])
    log(lambda[i]) <- a + b * x[i] + e[g[i]]
  }
  for (j in 1:J) { e[j] ~ dnorm(0, tau) }
  a ~ dnorm(0, 0.01)
  b ~ dnorm(0, 0.01)
  tau ~ dgamma(0.1, 0.1)
}
"""


def counts(folder):
    """300 counts in 25 groups, with a covariate: a model that is no example, made here."""
    chance = random.Random(1)
    effects = [chance.gauss(0, 0.4) for _ in range(25)]
    x = [round(chance.gauss(0, 1), 3) for _ in range(300)]
    y = []
    for i in range(300):
        limit, product, count = 2.718281828 ** -(2.718281828 ** (1 + 0.3 * x[i] + effects[i % 25])), chance.random(), 0
        while product > limit:
            product, count = product * chance.random(), count + 1
        y.append(count)
    (folder / "counts.bug").write_text(COUNTS)
    (folder / "counts.json").write_text(json.dumps({"N": 300, "J": 25, "g": [i % 25 + 1 for i in range(300)], "x": x, "y": y}))
    return folder / "counts.bug", folder / "counts.json"


def models(folder):
    examples = ROOT / "examples"
    found = {name: (examples / name / "model.bug", examples / name / "data.json") for name in ("eight-schools", "occupancy", "dawid-skene")}
    return {**found, "counts in groups": counts(folder)}


class Watched:
    """A Java that runs Phases in place of the program."""

    def __init__(self, folder):
        home = pathlib.Path(os.environ.get("JAVA_HOME") or pathlib.Path(shutil.which("java")).resolve().parents[1])
        (folder / "bin").mkdir()
        if (home / "release").exists():
            shutil.copy(home / "release", folder)
        subprocess.run([home / "bin" / "javac", "-d", folder, HERE / "Phases.java"], check=True)
        self.file = folder / "phases"
        self.home = folder
        java = folder / "bin" / "java"
        # The program is named by '-jar JAR', which becomes '-cp JAR:.. Phases FILE'.
        java.write_text(f"""#!/bin/sh
last=
for word; do
    shift
    if [ "$last" = -jar ]; then
        set -- "$@" -cp "$word:{folder}" Phases "{self.file}"
    elif [ "$word" != -jar ]; then
        set -- "$@" "$word"
    fi
    last=$word
done
exec {home}/bin/java "$@"
""")
        java.chmod(0o755)

    def run(self, launcher, model, data):
        """Milliseconds of the processor by phase."""
        self.file.unlink(missing_ok=True)
        process = subprocess.Popen(
            [str(launcher), "sample", str(model), "--data", str(data)],
            env={**os.environ, "JAVA_HOME": str(self.home)}, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        said = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        if status:
            sys.exit(f"{launcher} failed: {said}")
        taken = {}
        for line in self.file.read_text().splitlines():
            phase, nanoseconds = line.split("\t")
            taken[phase] = int(nanoseconds) * 1e-6
        taken[ALL] = 1000 * (usage.ru_utime + usage.ru_stime) - taken.pop("looking")
        taken["launcher and the rest"] = taken[ALL] - sum(time for phase, time in taken.items() if phase != ALL)
        return taken


class Session:
    """The program as it serves Python and R, asked in frames."""

    def __init__(self):
        words = (ROOT / "python" / "src" / "tandem" / "_java.py").read_text()
        options = re.findall(r'"(-XX:(?:Max|Tier|-UseType)[^"]*)"', words)
        java = pathlib.Path(os.environ.get("JAVA_HOME") or pathlib.Path(shutil.which("java")).resolve().parents[1]) / "bin" / "java"
        self.process = subprocess.Popen(
            [str(java), "-XX:+UseSerialGC", *options, "-jar", str(ROOT / "cli" / "target" / "tandem.jar"), "serve"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        self.number = 0
        self.ask({"do": "hello", "protocol": 1})

    def ask(self, message):
        self.number += 1
        text = json.dumps({**message, "id": self.number}).encode()
        self.process.stdin.write(struct.pack(">II", len(text), 0) + text)
        self.process.stdin.flush()
        while True:
            length, body = struct.unpack(">II", self.process.stdout.read(8))
            answer = json.loads(self.process.stdout.read(length))
            self.process.stdout.read(body)
            if "error" in answer:
                sys.exit(f"serve: {answer['error']['message']}")
            if "event" not in answer:
                return answer

    def answering(self):
        """Milliseconds of the processor that the threads that answer requests have used; chains and compilers have their own."""
        total = 0
        for task in pathlib.Path(f"/proc/{self.process.pid}/task").iterdir():
            try:
                if (task / "comm").read_text().startswith("request"):
                    total += int((task / "schedstat").read_text().split()[0]) * 1e-6
            except OSError:
                # It has just ended: one that has had nothing to do for a minute.
                pass
        return total

    def once(self, model, data, **run):
        """What reading and compiling a model took, with the summary of a few draws."""
        values = {name: arranged(value) for name, value in json.loads(data.read_text()).items()}
        before = self.answering()
        self.ask({"do": "sample", "model": {"text": model.read_text()}, "data": values, **run})
        return self.answering() - before

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def arranged(value):
    """Numbers as the protocol has them: extents, and values with the first index running fastest."""
    if not isinstance(value, list):
        return value
    dims, inner = [], value
    while isinstance(inner, list):
        dims.append(len(inner))
        inner = inner[0]
    flat = []
    places = [0] * len(dims)
    for _ in range(product(dims)):
        one = value
        for place in places:
            one = one[place]
        flat.append(one)
        for axis, extent in enumerate(dims):
            places[axis] += 1
            if places[axis] < extent:
                break
            places[axis] = 0
    return {"dims": dims, "values": flat}


def product(numbers):
    result = 1
    for number in numbers:
        result *= number
    return result


def warm(cases, repeats):
    """Milliseconds of the processor from text to class: the first time in a session, and the median of the last ten of twenty."""
    rows = {}
    for name, (model, data) in cases.items():
        first, later = [], []
        for _ in range(repeats):
            session = Session()
            times = [session.once(model, data, warmup=20, draws=20, chains=1) for _ in range(20)]
            session.close()
            first.append(times[0])
            later.append(statistics.median(times[10:]))
        rows[name] = statistics.median(first), statistics.median(later)
    return rows


def table(head, rows):
    return "\n".join(["| " + " | ".join(head) + " |", "|" + "---|" * len(head), *("| " + " | ".join(row) + " |" for row in rows)])


def version(root):
    return subprocess.run(["git", "log", "-1", "--format=%h of %as"], cwd=root, capture_output=True, text=True).stdout.strip()


def write(name, text):
    """Puts text into its place on the page."""
    page = PAGE.read_text()
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    if begin not in page or end not in page:
        sys.exit(f"{PAGE} has no place for {name}")
    head, rest = page.split(begin, 1)
    PAGE.write_text(head + begin + "\n\n" + text + "\n\n" + end + rest.split(end, 1)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--against", type=pathlib.Path, help="another clone, already built")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/benchmarks-start.md")
    options = parser.parse_args()
    clones = {"now": ROOT}
    if options.against:
        clones = {"before": options.against.resolve(), **clones}
    with tempfile.TemporaryDirectory(prefix="phases-") as temporary:
        folder = pathlib.Path(temporary)
        (folder / "java").mkdir()
        cases = models(folder)
        watched = Watched(folder / "java")
        for root in clones.values():
            # Builds and trains what is missing, which is not what is measured.
            subprocess.run([root / "tandem", "check", cases["occupancy"][0]], check=True, stdout=subprocess.DEVNULL)
        taken = collections.defaultdict(list)
        for _ in range(options.repeats):
            for name, (model, data) in cases.items():
                for clone, root in clones.items():
                    taken[name, clone].append(watched.run(root / "tandem", model, data))
        compiled = warm(cases, max(1, options.repeats // 2))
    columns = [(name, clone) for name in cases for clone in clones]
    found = {phase for runs in taken.values() for run in runs for phase in run}
    phases = [phase for phase in [*ORDER, *sorted(found - {*ORDER, ALL}), ALL] if phase in found]
    head = ["milliseconds of the processor", *(name if len(clones) == 1 else f"{name}, {clone}" for name, clone in columns)]
    rows = [
        [phase, *(f"{statistics.median(run.get(phase, 0) for run in taken[column]):.0f}" for column in columns)] for phase in phases
    ]
    said = (
        table(head, rows)
        + f"\n\nMedians of {options.repeats} runs of version {version(ROOT)}"
        + (f"; before is {version(clones['before'])}" if "before" in clones else "")
        + f". Printed by `benchmark/start/phases.py` on {datetime.date.today()}, on {os.cpu_count()} processors, with a load of "
        + f"{os.getloadavg()[1]:.0f} in the five minutes before.\n\n"
        + table(
            ["milliseconds of the processor from text and data to class", "first in a session", "the tenth and later"],
            [[name, f"{first:.0f}", f"{later:.1f}"] for name, (first, later) in compiled.items()],
        )
    )
    print(said)
    if options.write:
        write("phases", said)


if __name__ == "__main__":
    main()
