"""Whether samplers are exact: estimates of moments that are known in closed form, at acceptance about 0.8.

    exactness.py [--work DIR] [--draws TIMES] [--peers A,B] [PROBLEM..]

Adds its table's rows to DIR/exactness.jsonl, where run.py's report finds them; what is there for the version that is
installed is not run again.
"""

import argparse
import itertools
import json
import pathlib
import time

import numpy

import effective
import problems as table
import run

# Who runs with which draws per chain, in thousands; four chains of everybody.
DRAWS = {"tandem": 250, "tandem-published": 250, "numpyro-mixed": 250, "numpyro-gibbs": 50}


def truths(problem, data):
    """Name, function of the draws, truth."""
    if problem == "exact-mixture":
        mu = numpy.asarray(data["mu"])
        within = lambda d: (d["q"] - mu[index(d["x"], len(mu))]) ** 2  # noqa: E731
        return [("variance of q given x", within, 0.1)]
    p, shift, scale = (numpy.asarray(data[k]) for k in ("p", "shift", "scale"))
    states = numpy.asarray(list(itertools.product([0, 1], repeat=5)))
    weights = numpy.prod(numpy.where(states == 1, p, 1 - p), axis=1)
    means, variances = states @ shift.T, numpy.exp(-(states @ scale.T))
    wanted = [(f"P(x[{j + 1}] = 1)", lambda d, j=j: d[f"x[{j + 1}]"], p[j]) for j in range(5)]
    for i in range(3):
        centre = weights @ means[:, i]
        wanted.append((f"mean of q[{i + 1}]", lambda d, i=i: d[f"q[{i + 1}]"], centre))
        wanted.append((f"variance of q[{i + 1}]", lambda d, i=i, c=centre: (d[f"q[{i + 1}]"] - c) ** 2,
                       weights @ (variances[:, i] + (means[:, i] - centre) ** 2)))
    return wanted


def index(x, count):
    """Places in a table from 0, whether the sampler counts from 0 or from 1."""
    first = int(x.max()) - count + 1
    return x.astype(int) - first


def main():
    import arviz

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("problems", nargs="*")
    parser.add_argument("--work", type=pathlib.Path, default=run.HERE / "target")
    parser.add_argument("--draws", type=float, default=1, help="times the usual number")
    parser.add_argument("--peers", default="")
    options = parser.parse_intermixed_args()
    work = options.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    file = work / "exactness.jsonl"
    chosen = [p for p in options.peers.split(",") if p] or list(DRAWS)
    made = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    for problem in options.problems or table.EXACT:
        data = json.loads(table.data(problem, work).read_text())
        for peer in chosen:
            folder = work / f"{problem}-{peer}"
            folder.mkdir(exist_ok=True)
            draws = int(DRAWS[peer] * 1000 * options.draws)
            try:
                version = run.version(peer)
            except run.Missing as absent:
                print(f"{problem}: {peer} left out, {absent} is not there", flush=True)
                continue
            if any((row["problem"], row["peer"], row.get("version"), row["draws"]) == (problem, peer, version, 4 * draws)
                   for row in made):
                continue
            line, environment = run.command(peer, problem, ["x", "q"], (4, 2000, draws), 1, folder, work)
            good, cpu, _, _ = run.child(line, folder, environment)
            if not good:
                print(f"{problem}: {peer} failed, see {folder / 'log'}", flush=True)
                continue
            report, values = effective.read(folder)
            (folder / "draws.bin").unlink()
            rows = []
            for name, function, truth in truths(problem, data):
                found = function(values)
                error = float(found.std() / numpy.sqrt(arviz.ess(found, method="mean")))
                rows.append({"of": name, "truth": truth, "mean": float(found.mean()), "error": error,
                             "z": (float(found.mean()) - truth) / error})
            worst = max(rows, key=lambda row: abs(row["z"]))
            result = {"problem": problem, "peer": peer, "draws": 4 * draws, "acceptance": report.get("acceptance"),
                      "rows": rows, "cpu": cpu, "version": version, "date": time.strftime("%Y-%m-%d")}
            with open(file, "a") as out:
                out.write(json.dumps(result) + "\n")
            print(f"{problem:14s} {peer:18s} acceptance {report.get('acceptance')}, {worst['of']}: {worst['mean']:.5f} for "
                  f"{worst['truth']:.5f}, z {worst['z']:.1f}, {cpu:.0f} s", flush=True)


if __name__ == "__main__":
    main()
