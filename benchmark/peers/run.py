"""Tandem beside its peers, the same posterior in each.

    run.py measure [--repeats N] [--peers A,B] [--work DIR] PROBLEM..   runs problems (or groups: mixed, continuous, ..)
    run.py report [--work DIR] [--out FILE]                             writes the page from what was measured (page.py)

Peers take turns within a repeat, so that a busy spell of the machine meets all of them. Times are processor time. A peer
that is not there is named and left out. What was measured is not measured again: a run is known by problem, peer, repeat,
counts of draws and version, which for Tandem is the last commit that changed its source. The page shows runs of the
versions that are installed now, and of the source as it stands; others are kept in DIR/results.jsonl, and not shown.
"""

import argparse
import datetime
import fcntl
import functools
import hashlib
import importlib.metadata
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import time

import problems as table

HERE = pathlib.Path(__file__).resolve().parent
ROOT = table.ROOT
# Processor seconds that one run may take.
LIMIT = 600
# What Tandem's programs are made of, and what measures them besides.
ALL_SOURCES = [":(glob)**/src/main/**", ":(glob)**/pom.xml"]
SOURCES = [*ALL_SOURCES, ":(exclude)benchmark"]


class Missing(Exception):
    """A peer that is not installed."""


def child(command, folder, environment=None):
    """Runs a command; whether it succeeded, its processor time, wall time and largest memory in megabytes."""
    began = time.time()
    with open(folder / "log", "w") as log:
        # A peer that gets stuck is ended by the kernel. Not by the clock: the machine may be crowded.
        process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, cwd=HERE, env={**os.environ, **(environment or {})},
                                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT)))
        _, status, usage = os.wait4(process.pid, 0)
    return status == 0, usage.ru_utime + usage.ru_stime, time.time() - began, usage.ru_maxrss / 1024


def need(program):
    if shutil.which(program) is None:
        raise Missing(program)


@functools.cache
def need_r(package):
    need("Rscript")
    if not r_version(package):
        raise Missing(f"R package {package}")


@functools.cache
def need_python(module):
    try:
        importlib.metadata.version(module)
    except importlib.metadata.PackageNotFoundError:
        raise Missing(f"Python package {module}") from None



def r_library():
    """Where install.sh puts what Debian does not have."""
    own = HERE / "target" / "R"
    return {"R_LIBS": str(own)} if own.exists() else {}


@functools.cache
def r_version(package):
    if shutil.which("Rscript") is None:
        return ""
    script = f"cat(tryCatch(as.character(packageVersion('{package}')), error = function(e) ''))"
    return subprocess.run(["Rscript", "-e", script], capture_output=True, text=True,
                          env={**os.environ, **r_library()}).stdout.strip()


def git(*line):
    return subprocess.run(["git", *line], capture_output=True, text=True, check=True, cwd=ROOT).stdout.strip()


@functools.cache
def commit():
    """The last commit that changed what Tandem is made of; with a word if files differ from it."""
    known = git("rev-list", "-1", "--abbrev-commit", "HEAD", "--", *SOURCES)
    return known + (" with changes" if git("status", "--porcelain", "--", *SOURCES) else "")


@functools.cache
def java():
    answer = subprocess.run(["java", "-version"], capture_output=True, text=True)
    return answer.stderr.split('"')[1]


def python_versions(*packages):
    return ", ".join(f"{package} {importlib.metadata.version(package)}" for package in packages)


@functools.cache
def version(peer):
    """What a run is of. Raises Missing where the peer is not installed."""
    if peer.startswith("tandem"):
        need("java")
        return f"commit {commit()}, Java {java()}"
    if peer.startswith("jags"):
        need_r("rjags")
        need("jags")
        # The program says its version when it begins.
        said = subprocess.run(["jags"], input="exit\n", capture_output=True, text=True).stdout
        return f"JAGS {re.search(r'JAGS ([0-9.]+[0-9])', said).group(1)}, rjags {r_version('rjags')}"
    if peer.startswith("nimble"):
        need_r("nimble")
        if peer == "nimble-ecology":
            need_r("nimbleEcology")
            return f"NIMBLE {r_version('nimble')}, nimbleEcology {r_version('nimbleEcology')}"
        return f"NIMBLE {r_version('nimble')}"
    packages = {"stanli": ["stanli"], "stanli-fast": ["stanli"], "nutpie": ["nutpie", "pymc"],
                "nutpie-lowrank": ["nutpie", "pymc"], "pymc": ["pymc"],
                "pymc-marginalised": ["pymc-extras", "pymc", "nutpie"]}.get(peer, ["numpyro", "jax"])
    for package in packages:
        need_python(package)
    return python_versions(*packages)


def program(work):
    """A folder with the benchmarks of this source, and the archive of classes; both are made if they are not there."""
    now = git("rev-list", "-1", "HEAD", "--", *ALL_SOURCES) + git("diff", "HEAD", "--", *ALL_SOURCES)
    folder = work / "programs" / hashlib.sha1(now.encode()).hexdigest()[:12]
    folder.mkdir(parents=True, exist_ok=True)
    # One after the other, where several of these commands share the work.
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "benchmarks.jar").exists():
            print(f"building Tandem at {commit()}", flush=True)
            subprocess.run(["mvn", "-B", "-q", "-Pquick", "-Dspotless.check.skip=true", "-DskipTests", "-pl", "benchmark",
                            "-am", "package"], check=True, cwd=ROOT)
            shutil.copy(ROOT / "benchmark" / "target" / "benchmarks.jar", folder / "part")
            (folder / "part").rename(folder / "benchmarks.jar")
        if not (folder / "tandem.jsa").exists():
            train(folder, work)
    return folder


def java_flags():
    """Java's options as the launcher of the command gives them."""
    text = (ROOT / "tandem").read_text()
    begin = text.index("set -- -XX:+IgnoreUnrecognizedVMOptions")
    return re.findall(r"-XX:\S+", text[begin:text.index('"$@"', begin)])


def train(folder, work):
    """The archive of the classes that a run loads, as the launcher makes it."""
    start = ["-cp", str(folder / "benchmarks.jar"), "dev.tandem.benchmark.PeerRun", str(table.model("cjs")),
             str(table.data("cjs", work)), "1", "200", "10", "1", str(folder)]
    listed = folder / "classes"
    subprocess.run(["java", "-XX:+UseSerialGC", *java_flags(), f"-XX:DumpLoadedClassList={listed}", "-Xlog:disable", *start],
                   check=True)
    subprocess.run(["java", "-Xshare:dump", f"-XX:SharedClassListFile={listed}", f"-XX:SharedArchiveFile={folder / 'part'}",
                    "-Xlog:disable", "-cp", str(folder / "benchmarks.jar")], check=True, capture_output=True)
    (folder / "part").rename(folder / "tandem.jsa")


def tandem_command(work):
    folder = program(work)
    return ["java", "-XX:+UseSerialGC", *java_flags(), f"-XX:SharedArchiveFile={folder / 'tandem.jsa'}", "-Xshare:auto",
            "-XX:+UnlockDiagnosticVMOptions", "-XX:ArchiveRelocationMode=0", "-Xlog:disable", "-cp",
            str(folder / "benchmarks.jar"), "dev.tandem.benchmark.PeerRun"]


def json_data(problem, work):
    """The data as JSON, which the Python peers read."""
    source = table.data(problem, work)
    if source.suffix == ".json":
        return source
    target = work / f"{problem}-data.json"
    script = f"source('common.R'); jsonlite::write_json(read_data('{source}'), '{target}', auto_unbox=TRUE, digits=NA)"
    subprocess.run(["Rscript", "-e", script], check=True, cwd=HERE)
    return target


def command(peer, problem, monitors, counts, seed, folder, work):
    chains, warmup, draws = (str(c) for c in counts)
    model, data = str(table.model(problem)), str(table.data(problem, work))
    tail = [chains, warmup, draws, str(seed), str(folder)]
    if peer == "tandem":
        return [*tandem_command(work), model, data, *tail, *(["joint"] if problem in table.JOINT else [])], {}
    if peer == "tandem-published":
        return [*tandem_command(work), model, data, *tail, *map(str, table.PUBLISHED[problem])], {}
    if peer.startswith("jags"):
        return ["Rscript", str(HERE / "jags.R"), model, data, ",".join(monitors), *tail,
                *(["glm"] if peer == "jags-glm" else [])], {}
    if peer == "nimble" or peer == "nimble-ecology":
        own = table.MODELS / problem / "nimble-ecology.bug"
        return ["Rscript", str(HERE / "nimble.R"), str(own) if peer == "nimble-ecology" else model, data,
                ",".join(monitors), *tail, problem], r_library()
    data = str(json_data(problem, work))
    if peer.startswith("stanli"):
        stan = table.MODELS / problem / "model.stan"
        return [sys.executable, str(HERE / "stanli_run.py"), str(stan), data, ",".join(monitors), peer, *tail], {}
    if peer.startswith("numpyro"):
        kind = {"numpyro-mixed": "mixed", "numpyro-gibbs": "gibbs"}.get(peer, "nuts")
        return [sys.executable, str(HERE / "numpyro_run.py"), problem, data, kind, *tail], {}
    return [sys.executable, str(HERE / "nutpie_run.py"), problem, data, peer, *tail], {}


def growth_data(problem, work):
    target = work / f"{problem}.json"
    if problem in table.GROWTH and not target.exists():
        subprocess.run(["Rscript", "models/growth/make.R", problem.split("-")[1], str(target)], check=True, cwd=HERE)


def tag(row):
    """What makes a run the same run."""
    return row["problem"], row["peer"], row["repeat"], row["version"], tuple(row["counts"])


def rows(work):
    file = work / "results.jsonl"
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def file_of(work, kind, row):
    name = hashlib.sha1(repr(tag(row)).encode()).hexdigest()[:12]
    return work / kind / f"{row['problem']}-{row['peer']}-{row['repeat']}-{name}.json"


def elements_file(work, row):
    """Where means and effective sizes of a run's elements are kept."""
    return file_of(work, "elements", row)


def claim_file(work, row):
    """Held by the command that makes a run."""
    file = file_of(work, "claims", row)
    file.parent.mkdir(exist_ok=True)
    return file


def keep(work, row):
    with open(work / "results.jsonl", "a") as file:
        file.write(json.dumps(row) + "\n")


def measure(names, repeats, only, work, again):
    for problem in names:
        growth_data(problem, work)
        missing = set()
        for repeat in range(repeats):
            for peer in table.peers(problem):
                judged = work / "judged" / f"{problem}.json"
                # What is judged, and what JAGS has to monitor, comes from a run of Tandem.
                wanted = not only or peer in only or (peer == "tandem" and not judged.exists())
                if not wanted or peer in missing or repeat >= table.repeats(problem, peer, repeats):
                    continue
                try:
                    row = {"problem": problem, "peer": peer, "repeat": repeat, "version": version(peer),
                           "counts": table.counts(problem, peer)}
                except Missing as absent:
                    print(f"{problem}: {peer} left out, {absent} is not there", flush=True)
                    missing.add(peer)
                    continue
                # Several of these commands may share the work: what another one is at is left to it.
                with open(claim_file(work, row), "w") as claim:
                    try:
                        fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    except BlockingIOError:
                        continue
                    if any(tag(row) == tag(made) and not (again and made.get("failed")) for made in rows(work)):
                        continue
                    row |= one(row, judged, work)
                    keep(work, row)
                if row.get("failed"):
                    missing.add(peer)


def one(row, judged, work):
    """One run: its times, its effective size, how it went; means of its elements go to a file of their own."""
    import effective

    problem, peer = row["problem"], row["peer"]
    chains, _, draws = row["counts"]
    monitors = list(dict.fromkeys(n.split("[")[0] for n in json.loads(judged.read_text())["names"])) if judged.exists() else []
    folder = work / f"{problem}-{peer}-{row['repeat']}"
    folder.mkdir(exist_ok=True)
    (folder / "run.json").unlink(missing_ok=True)
    line, environment = command(peer, problem, monitors, row["counts"], 100 + row["repeat"], folder, work)
    about = {"began": f"{datetime.datetime.now():%Y-%m-%d %H:%M:%S}", "load": os.getloadavg()[0]}
    good, cpu, wall, memory = child(line, folder, environment)
    if not good or not (folder / "run.json").exists():
        print(f"{problem}: {peer} failed after {cpu:.0f} s, see {folder / 'log'}", flush=True)
        return {**about, "failed": True, "everything": cpu, "wall": wall}
    report, values = effective.read(folder)
    values = {k.replace("_", "."): v for k, v in values.items()}
    if peer == "tandem" and not judged.exists():
        judged.parent.mkdir(exist_ok=True)
        judged.write_text(json.dumps({"names": report["names"], "judged": effective.varied(values)}))
    of = json.loads(judged.read_text())["judged"]
    described = effective.describe(values, [name for name in of if name in values])
    file = elements_file(work, row)
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(described))
    result = effective.judge(described)
    (folder / "draws.bin").unlink(missing_ok=True)
    result |= {key: report.get(key, 0.0) for key in ("compile", "warmup", "sampling")}
    everything = cpu - report.get("unused", 0.0)
    result |= {**about, "load": (about["load"] + os.getloadavg()[0]) / 2, "judged": len(described), "of": len(of),
               "draws": chains * draws, "everything": everything, "wall": wall, "memory": memory,
               "divergences": report.get("divergences"), "note": report.get("note")}
    print(f"{problem:24s} {peer:18s} {result['ess']:8.0f} of {chains * draws:6d} ({result['worst']}, R-hat "
          f"{result['rhat']:.3f}), sampling {result['sampling']:.2f} s, all {everything:.1f} s, "
          f"{result['ess'] / result['sampling']:.1f} a second", flush=True)
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["measure", "report"])
    parser.add_argument("problems", nargs="*")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--peers", default="", help="these, Tandem only if it is among them")
    parser.add_argument("--again", action="store_true", help="runs that failed, once more")
    parser.add_argument("--work", type=pathlib.Path, default=HERE / "target")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "docs" / "benchmarks.md")
    options = parser.parse_intermixed_args()
    options.work.mkdir(parents=True, exist_ok=True)
    work = options.work.resolve()
    if options.what == "report":
        import page

        page.write(work, options.out)
        return
    names = [p for name in options.problems or table.GROUPS for p in table.GROUPS.get(name, [name])]
    measure(names, options.repeats, [p for p in options.peers.split(",") if p], work, options.again)


if __name__ == "__main__":
    main()
