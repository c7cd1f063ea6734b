"""Tandem beside its peers, the same posterior in each.

    run.py measure [--repeats N] [--peers A,B] [--work DIR] PROBLEM..   runs problems (or groups: mixed, continuous, ..)
    run.py report [--work DIR] [--out FILE]                             writes the tables from what was measured

Peers take turns within a repeat, so that a busy spell of the machine meets all of them. Times are processor time. A peer
that is not there is named and left out. Results are kept in DIR/results.jsonl, one line for each run; the newest
N repeats of a problem and peer count.
"""

import argparse
import functools
import json
import math
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys
import time

import problems as table

HERE = pathlib.Path(__file__).resolve().parent
ROOT = table.ROOT
# Seconds of the clock that one run may take.
LIMIT = 1200


class Missing(Exception):
    """A peer that is not installed."""


def child(command, folder, environment=None):
    """Runs a command; whether it succeeded, its processor time, wall time and largest memory in megabytes."""
    began = time.time()
    with open(folder / "log", "w") as log:
        # A peer that gets stuck is ended, with all that it started.
        process = subprocess.Popen(["timeout", "-k", "5", str(LIMIT), *command], stdout=log, stderr=subprocess.STDOUT,
                                   cwd=HERE, env={**os.environ, **(environment or {})})
        _, status, usage = os.wait4(process.pid, 0)
    return status == 0, usage.ru_utime + usage.ru_stime, time.time() - began, usage.ru_maxrss / 1024


def need(program):
    if shutil.which(program) is None:
        raise Missing(program)


@functools.cache
def need_r(package):
    need("Rscript")
    if subprocess.run(["Rscript", "-e", f"library({package})"], capture_output=True).returncode != 0:
        raise Missing(f"R package {package}")


@functools.cache
def need_python(module):
    if subprocess.run([sys.executable, "-c", f"import {module}"], capture_output=True).returncode != 0:
        raise Missing(f"Python module {module}")


def tandem_command(work):
    """Java with an archive of loaded classes, as the launcher of the command starts it."""
    jar = os.environ.get("TANDEM_CLASSPATH", str(ROOT / "benchmark" / "target" / "benchmarks.jar"))
    archive = work / "tandem.jsa"
    flags = [f"-XX:SharedArchiveFile={archive}", "-Xshare:auto"] if archive.exists() else []
    if not archive.exists() and ":" not in jar:
        flags = [f"-XX:ArchiveClassesAtExit={archive}"]
    flags += ["-XX:+UseSerialGC", "-XX:MaxRecursiveInlineLevel=0", "-XX:MaxInlineLevel=9", "-Xlog:disable"]
    return ["java", *flags, "-cp", jar, "dev.tandem.benchmark.PeerRun"]


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
        return [*tandem_command(work), model, data, *tail], {}
    if peer == "tandem-published":
        return [*tandem_command(work), model, data, *tail, *map(str, table.PUBLISHED[problem])], {}
    if peer.startswith("jags"):
        need_r("rjags")
        return ["Rscript", str(HERE / "jags.R"), model, data, ",".join(monitors), *tail,
                *(["glm"] if peer == "jags-glm" else [])], {}
    if peer == "stan":
        need_r("rstan")
        stan = table.MODELS / problem / "model.stan"
        dotless = [m.replace(".", "_") for m in monitors]
        declared = stan.read_text()
        kept = [m for m in dotless if m in declared]
        return ["Rscript", str(HERE / "stan.R"), str(stan), data, ",".join(kept), *tail], {"PEERS_CACHE": str(work)}
    data = str(json_data(problem, work))
    if peer.startswith("numpyro"):
        need_python("numpyro")
        kind = {"numpyro-mixed": "mixed", "numpyro-gibbs": "gibbs"}.get(peer, "nuts")
        return [sys.executable, str(HERE / "numpyro_run.py"), problem, data, kind, *tail], {}
    need_python(peer)
    return [sys.executable, str(HERE / "nutpie_run.py"), problem, data, peer, *tail], {}


def growth_data(problem, work):
    target = work / f"{problem}.json"
    if problem in table.GROWTH and not target.exists():
        subprocess.run(["Rscript", "models/growth/make.R", problem.split("-")[1], str(target)], check=True, cwd=HERE)


def measure(names, repeats, only, work):
    import effective

    for problem in names:
        growth_data(problem, work)
        missing = set()
        for repeat in range(repeats):
            judged, monitors, own = None, None, None
            for peer in table.peers(problem):
                if (only and peer not in only and peer != "tandem") or peer in missing:
                    continue
                chains, warmup, draws = table.counts(problem, peer)
                folder = work / f"{problem}-{peer}"
                folder.mkdir(exist_ok=True)
                (folder / "run.json").unlink(missing_ok=True)
                try:
                    line, environment = command(peer, problem, monitors, (chains, warmup, draws), 100 + repeat, folder,
                                                work)
                except Missing as absent:
                    print(f"{problem}: {peer} left out, {absent} is not there", flush=True)
                    missing.add(peer)
                    continue
                good, cpu, wall, memory = child(line, folder, environment)
                if not good or not (folder / "run.json").exists():
                    print(f"{problem}: {peer} failed, see {folder / 'log'}", flush=True)
                    missing.add(peer)
                    keep(work, {"problem": problem, "peer": peer, "failed": True, "date": time.strftime("%Y-%m-%d")})
                    continue
                report, values = effective.read(folder)
                values = {k.replace("_", "."): v for k, v in values.items()}
                if peer == "tandem":
                    judged = effective.varied(values)
                    # Variables that are too large to be reported by default are left to both sides.
                    monitors = list(dict.fromkeys(name.split("[")[0] for name in report["names"]))
                shared = [name for name in judged if name in values]
                result = effective.judge(values, shared)
                if peer == "tandem":
                    own = effective.summaries(values, shared)
                else:
                    from_zero = peer.startswith(("numpyro", "pymc"))
                    result["apart"], result["apart_of"] = effective.apart(own, effective.summaries(values, shared),
                                                                          from_zero)
                result |= {key: report.get(key, 0.0) for key in ("compile", "warmup", "sampling", "sampling_wall")}
                everything = cpu - report.get("unused", 0.0)
                if peer == "stan":
                    everything = max(everything, report["compile"] + report["warmup"] + report["sampling"])
                result |= {"problem": problem, "peer": peer, "judged": len(shared), "of": len(judged),
                           "draws": chains * draws, "everything": everything, "wall": wall, "memory": memory,
                           "first_draw_wall": report.get("first_draw_wall"), "load": os.getloadavg()[0],
                           "date": time.strftime("%Y-%m-%d"), "divergences": report.get("divergences")}
                keep(work, result)
                print(f"{problem:24s} {peer:18s} {result['ess']:8.0f} of {chains * draws:6d} ({result['worst']}, R-hat "
                      f"{result['rhat']:.3f}), sampling {result['sampling']:.2f} s, all {everything:.1f} s, "
                      f"{result['ess'] / result['sampling']:.1f} a second"
                      + ("" if peer == "tandem" else f", means {result['apart']:.1f} errors apart"), flush=True)
                (folder / "draws.bin").unlink(missing_ok=True)


def keep(work, result):
    with open(work / "results.jsonl", "a") as file:
        file.write(json.dumps(result) + "\n")


# ---- the report ----------------------------------------------------------------------------------------------------


def read_results(work, repeats):
    runs = {}
    for line in (work / "results.jsonl").read_text().splitlines():
        result = json.loads(line)
        runs.setdefault((result["problem"], result["peer"]), []).append(result)
    return {key: [r for r in value[-repeats:] if not r.get("failed")] for key, value in runs.items()}


def number(value):
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2g}"


def times(ratio):
    return f"**{ratio:,.0f}x**" if ratio >= 100 else f"**{ratio:.2g}x**"


def rate(runs):
    return [r["ess"] / r["sampling"] for r in runs]


def until_400(runs):
    return [r["everything"] - r["sampling"] + 400 * r["sampling"] / max(r["ess"], 1e-9) for r in runs]


def spread(values):
    middle = statistics.median(values)
    if len(values) == 1:
        return number(middle)
    return f"{number(middle)} ({number(min(values))} to {number(max(values))})"


def geometric(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def group_table(group, results):
    """Rows of one group: rates, ratios to each peer, then the time from a cold start."""
    names = [p for p in table.GROUPS[group] if results.get((p, "tandem"))]
    if not names:
        return ["Not measured."]
    peers = [p for p in dict.fromkeys(x for n in names for x in table.peers(n))
             if p != "tandem" and any(results.get((n, p)) for n in names)]
    lines = ["| " + " | ".join(["problem", "Tandem", *peers]) + " |", "|---" * (len(peers) + 2) + "|"]
    ratios = {p: [] for p in peers}
    for name in names:
        mine = statistics.median(rate(results[(name, "tandem")]))
        cells = []
        for peer in peers:
            runs = results.get((name, peer))
            if not runs:
                cells.append("failed" if (name, peer) in results else "")
                continue
            theirs = statistics.median(rate(runs))
            if apart(runs) or apart(results[(name, "tandem")]):
                cells.append(f"{spread(rate(runs))}{apart(runs)}")
            else:
                ratios[peer].append(mine / theirs)
                cells.append(f"{spread(rate(runs))}, {times(mine / theirs)}")
        own = spread(rate(results[(name, "tandem")])) + apart(results[(name, "tandem")])
        lines.append("| " + " | ".join([name, own, *cells]) + " |")
    means = [f"{times(geometric(r))}, least {min(r):.2g}x" if r else "" for r in ratios.values()]
    lines.append("| " + " | ".join(["geometric mean", "", *means]) + " |")
    return lines


def apart(runs):
    """A mark for chains that disagree, whose effective size means little."""
    return " !" if statistics.median([r["rhat"] for r in runs]) > 1.05 else ""


def agreement(results):
    """Whether everybody drew from the same posterior: means in standard errors from Tandem's, one row for each peer."""
    lines = ["| peer | runs | elements | farthest mean, standard errors | where |", "|---|---|---|---|---|"]
    for peer in dict.fromkeys(p for _, p in results):
        compared = [r for (_, p), runs in results.items() if p == peer for r in runs if "apart" in r and r["rhat"] < 1.05]
        if compared:
            worst = max(compared, key=lambda r: r["apart"])
            lines.append(f"| {peer} | {len(compared)} | {sum(r['judged'] for r in compared):,} | {worst['apart']:.1f} | "
                         f"{worst['problem']}, {worst['apart_of']} |")
    return lines


def cold_table(group, results):
    names = [p for p in table.GROUPS[group] if results.get((p, "tandem"))]
    if not names:
        return ["Not measured."]
    peers = ["tandem"] + [p for p in dict.fromkeys(x for n in names for x in table.peers(n))
                          if p != "tandem" and any(results.get((n, p)) for n in names)]
    lines = ["| problem | " + " | ".join(peers) + " |", "|---" * (len(peers) + 1) + "|"]
    for name in names:
        cells = []
        for peer in peers:
            runs = results.get((name, peer))
            if not runs:
                cells.append("")
                continue
            parts = [statistics.median([r[k] for r in runs]) for k in ("compile", "warmup")]
            first = statistics.median([r["everything"] - r["sampling"] for r in runs])
            cells.append(f"{number(first)} ({number(parts[0])} + {number(parts[1])}), "
                         f"**{number(statistics.median(until_400(runs)))}**{apart(runs)}")
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return lines


def growth_table(results):
    """What an observation costs, from the smallest data to the largest."""
    lines = ["| observations | peer | compiling, s | a draw, ms | a draw and observation, ns | effective draws a second | "
             "memory, MB |", "|---|---|---|---|---|---|---|"]
    for name in table.GROWTH:
        size = int(name.split("-")[1])
        for peer in table.peers(name):
            runs = results.get((name, peer))
            if not runs:
                continue
            middle = {k: statistics.median([r[k] for r in runs]) for k in ("compile", "sampling", "draws", "memory")}
            draw = middle["sampling"] / middle["draws"]
            lines.append(f"| {size:,} | {peer} | {number(middle['compile'])} | {number(1e3 * draw)} | "
                         f"{number(1e9 * draw / size)} | {spread(rate(runs))} | {number(middle['memory'])} |")
    return lines if len(lines) > 2 else ["Not measured."]


def exactness_table(work):
    file = work / "exactness.jsonl"
    if not file.exists():
        return ["Not measured."]
    newest = {}
    for line in file.read_text().splitlines():
        result = json.loads(line)
        newest[(result["problem"], result["peer"])] = result
    lines = ["| problem | sampler | draws | acceptance | worst of | estimate | truth | bias | z |",
             "|---|---|---|---|---|---|---|---|---|"]
    for (problem, peer), result in sorted(newest.items()):
        worst = max(result["rows"], key=lambda row: abs(row["z"]))
        acceptance = "" if result["acceptance"] is None else f"{result['acceptance']:.2f}"
        lines.append(f"| {problem} | {peer} | {result['draws']:,} | {acceptance} | {worst['of']} | {worst['mean']:.5f} | "
                     f"{worst['truth']:.5f} | {100 * (worst['mean'] / worst['truth'] - 1):+.1f} % | {worst['z']:.1f} |")
    return lines


def versions():
    def ask(*line):
        answer = subprocess.run(line, capture_output=True, text=True)
        return (answer.stdout + answer.stderr).strip().splitlines()[0] if answer.returncode == 0 else "not there"

    found = [("Java", ask("java", "-version").split('"')[1]), ("R", ask("R", "--version").split()[2])]
    for package in ("rjags", "rstan"):
        found.append((package, ask("Rscript", "-e", f"cat(as.character(packageVersion('{package}')))")))
    found.append(("JAGS", ask("Rscript", "-e", "suppressMessages(library(rjags));cat(as.character(jags.version()))")))
    for module in ("numpyro", "jax", "pymc", "nutpie", "arviz"):
        found.append((module, ask(sys.executable, "-W", "ignore", "-c",
                                  f"import importlib.metadata as m; print(m.version('{module}'))")))
    return found


def report(work, out, repeats):
    results = read_results(work, repeats)
    dates = sorted({r["date"] for runs in results.values() for r in runs})
    processor = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")),
                     platform.processor())
    loads = [r["load"] for runs in results.values() for r in runs]
    text = (HERE / "report.md").read_text()
    values = {
        "dates": " to ".join(dict.fromkeys([dates[0], dates[-1]])),
        "machine": f"{os.cpu_count()} cores of {processor}, load {min(loads):.0f} to {max(loads):.0f}",
        "versions": ", ".join(f"{name} {version}" for name, version in versions()),
        "repeats": str(max(len(r) for r in results.values())),
    }
    for group in table.GROUPS:
        values[group] = "\n".join(group_table(group, results))
        values[f"cold-{group}"] = "\n".join(cold_table(group, results))
    values["notes"] = (HERE / "notes.md").read_text().rstrip()
    values["growth"] = "\n".join(growth_table(results))
    values["agreement"] = "\n".join(agreement(results))
    values["exactness"] = "\n".join(exactness_table(work))
    for key, value in values.items():
        text = text.replace("{{" + key + "}}", value)
    temporary = out.with_suffix(".tmp")
    temporary.write_text(text)
    temporary.replace(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["measure", "report"])
    parser.add_argument("problems", nargs="*")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--peers", default="")
    parser.add_argument("--work", type=pathlib.Path, default=HERE / "target")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "docs" / "benchmarks.md")
    options = parser.parse_intermixed_args()
    options.work.mkdir(parents=True, exist_ok=True)
    work = options.work.resolve()
    if options.what == "report":
        report(work, options.out, options.repeats)
        return
    names = [p for name in options.problems or table.GROUPS for p in table.GROUPS.get(name, [name])]
    measure(names, options.repeats, [p for p in options.peers.split(",") if p], work)


if __name__ == "__main__":
    main()
