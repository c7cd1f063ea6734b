"""Writes docs/benchmarks.md from what run.py measured: tables, and every figure in the sentences around them."""

import datetime
import json
import math
import os
import platform
import re
import statistics
import subprocess
import sys

import problems as table
import run

# Minutes within which a run of Tandem and a peer's of the same problem were made side by side.
BESIDE = 10


class Results:
    """Runs of the versions that are installed now, by problem and peer."""

    def __init__(self, work):
        self.work, self.runs, self.failed, self.absent = work, {}, {}, {}
        newest = {run.tag(row): row for row in run.rows(work)}
        for row in newest.values():
            problem, peer = row["problem"], row["peer"]
            if row["version"] != self.version(peer) or tuple(row["counts"]) != table.counts(problem, peer):
                continue
            (self.failed if row.get("failed") else self.runs).setdefault((problem, peer), []).append(row)
        for rows in self.runs.values():
            rows.sort(key=lambda row: row["repeat"])

    def version(self, peer):
        if peer not in self.absent:
            try:
                self.absent[peer] = run.version(peer)
            except run.Missing:
                self.absent[peer] = None
        return self.absent[peer]

    def get(self, problem, peer):
        return self.runs.get((problem, peer), [])

    def problems(self, group):
        return [p for p in table.GROUPS[group] if self.get(p, "tandem")]

    def peers(self, group):
        """Everybody who ran at least one of a group's problems, in the order of problems.py."""
        names = self.problems(group)
        return [p for p in dict.fromkeys(x for n in names for x in table.peers(n)) if any(self.get(n, p) for n in names)]

    def everybody(self):
        return list(dict.fromkeys(p for g in table.GROUPS for n in table.GROUPS[g] for p in table.peers(n)
                                  if self.get(n, p)))

    def elements(self, row):
        return json.loads(run.elements_file(self.work, row).read_text())


def number(value):
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 9.95 else f"{value:.2g}"


def times(ratio):
    if ratio >= 100:
        return f"{ratio:,.0f}x"
    return f"{ratio:.3g}x" if ratio >= 9.95 else f"{ratio:.2g}x"


def middle(runs, key):
    return statistics.median(row[key] for row in runs)


def rates(runs):
    """Effective draws a second of sampling."""
    return [row["ess"] / row["sampling"] for row in runs]


def first_draw(row):
    return row["everything"] - row["sampling"]


def until_400(runs):
    return [first_draw(row) + 400 * row["sampling"] / max(row["ess"], 1e-9) for row in runs]


def spread(values):
    if len(values) == 1:
        return number(values[0])
    return f"{number(statistics.median(values))} ({number(min(values))} to {number(max(values))})"


def geometric(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def disagree(runs):
    """Whether chains disagree, so that their effective size means little."""
    return middle(runs, "rhat") > 1.05


def mark(runs):
    return " !" if disagree(runs) else ""


def ratios(results, group, peer, of=rates, better=max):
    """By problem, how many times better Tandem is than a peer, where both converged."""
    found = {}
    for problem in results.problems(group):
        mine, theirs = results.get(problem, "tandem"), results.get(problem, peer)
        if theirs and not disagree(mine) and not disagree(theirs):
            ratio = statistics.median(of(mine)) / statistics.median(of(theirs))
            found[problem] = ratio if better is max else 1 / ratio
    return found


def colds(results, group, peer):
    return ratios(results, group, peer, until_400, min)


def rate_table(results, group):
    names = results.problems(group)
    if not names:
        return "Not measured."
    peers = [p for p in results.peers(group) if p != "tandem"]
    lines = ["| " + " | ".join(["problem", "Tandem", *peers]) + " |", "|---" * (len(peers) + 2) + "|"]
    compared = {peer: ratios(results, group, peer) for peer in peers}
    for name in names:
        mine = results.get(name, "tandem")
        cells = [spread(rates(mine)) + mark(mine)]
        for peer in peers:
            runs = results.get(name, peer)
            ratio = f", **{times(compared[peer][name])}**" if name in compared[peer] else ""
            cells.append(spread(rates(runs)) + mark(runs) + ratio if runs else "")
        lines.append("| " + " | ".join([name, *cells]) + " |")
    means = [f"**{times(geometric(r.values()))}**, least {times(min(r.values()))}" if r else "" for r in compared.values()]
    if peers:
        lines.append("| " + " | ".join(["geometric mean", "", *means]) + " |")
    return "\n".join(lines)


def cold_table(results, group):
    names, peers = results.problems(group), results.peers(group)
    if not names:
        return "Not measured."
    lines = ["| problem | " + " | ".join(peers) + " |", "|---" * (len(peers) + 1) + "|"]
    for name in names:
        cells = []
        for peer in peers:
            runs = results.get(name, peer)
            if not runs:
                cells.append("")
                continue
            first = statistics.median(map(first_draw, runs))
            cells.append(f"{number(first)} ({number(middle(runs, 'compile'))} + {number(middle(runs, 'warmup'))}), "
                         f"**{number(statistics.median(until_400(runs)))}**{mark(runs)}")
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    means = []
    for peer in peers:
        r = colds(results, group, peer)
        means.append("" if peer == "tandem" or not r
                     else f"**{times(geometric(r.values()))}**, sooner on {sum(v < 1 for v in r.values())} of {len(r)}")
    if len(peers) > 1:
        lines.append("| to 400, beside Tandem | " + " | ".join(means) + " |")
    return "\n".join(lines)


def growth_table(results):
    """What an observation costs, from the smallest data to the largest."""
    lines = ["| observations | peer | runs | compiling, s | a draw, ms | a draw and observation, ns | "
             "effective draws a second | memory, MB |", "|---|---|---|---|---|---|---|---|"]
    for name in results.problems("growth"):
        size = int(name.split("-")[1])
        for peer in table.peers(name):
            runs = results.get(name, peer)
            if runs:
                draw = middle(runs, "sampling") / middle(runs, "draws")
                lines.append(f"| {size:,} | {peer} | {len(runs)} | {number(middle(runs, 'compile'))} | {number(1e3 * draw)} | "
                             f"{number(1e9 * draw / size)} | {spread(rates(runs))}{mark(runs)} | "
                             f"{number(middle(runs, 'memory'))} |")
    return "\n".join(lines) if len(lines) > 2 else "Not measured."


def gaps(results, peer):
    """How far a peer's means are from those of Tandem's run with the same number, or its first, where both converged."""
    import effective

    found = []
    for (problem, other), runs in results.runs.items():
        mine = {row["repeat"]: row for row in results.get(problem, "tandem")}
        for row in runs if other == peer and mine else []:
            own = mine.get(row["repeat"], next(iter(mine.values())))
            if row["rhat"] <= 1.05 and own["rhat"] <= 1.05:
                z, where = effective.apart(results.elements(own), results.elements(row),
                                           peer.startswith(("numpyro", "pymc")))
                found.append((z, f"{problem}, {where}", row["judged"]))
    return found


def agreement(results):
    """Whether everybody drew from the same posterior: one row for each peer."""
    lines = ["| peer | runs | elements | farthest mean, standard errors | where | other problems farther than 4 |",
             "|---|---|---|---|---|---|"]
    for peer in results.everybody():
        found = gaps(results, peer) if peer != "tandem" else []
        if found:
            z, where, _ = max(found)
            problem = where.split(",")[0]
            others = {f[1].split(",")[0]: f[0] for f in sorted(found) if f[0] > 4}
            far = ", ".join(f"{name} {v:.1f}" for name, v in others.items() if name != problem) or "none"
            lines.append(f"| {peer} | {len(found)} | {sum(f[2] for f in found):,} | {z:.1f} | {where} | {far} |")
    return "\n".join(lines)


def parametrised(results):
    """One posterior in two parametrisations: what each program makes of its hardest element in both."""
    lines = ["| program | centred | non-centred |", "|---|---|---|"]
    for peer in results.peers("continuous"):
        cells = []
        for problem in ("eight-schools", "eight-schools-noncentred"):
            tau = [results.elements(row)["tau"] for row in results.get(problem, peer)]
            cells.append(", ".join(f"{t['mean']:.2f} ± {t['error']:.2f}" for t in tau))
        lines.append(f"| {peer} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def exactness_rows(results):
    file = results.work / "exactness.jsonl"
    newest = {}
    for line in file.read_text().splitlines() if file.exists() else []:
        row = json.loads(line)
        if row.get("version") == results.version(row["peer"]):
            newest[(row["problem"], row["peer"])] = row
    return dict(sorted(newest.items()))


def worst(row):
    return max(row["rows"], key=lambda each: abs(each["z"]))


def exactness_table(results):
    rows = exactness_rows(results)
    if not rows:
        return "Not measured with this version."
    lines = ["| problem | sampler | draws | acceptance | worst of | estimate | truth | bias | z |",
             "|---|---|---|---|---|---|---|---|---|"]
    for (problem, peer), row in rows.items():
        w = worst(row)
        acceptance = "" if row["acceptance"] is None else f"{row['acceptance']:.2f}"
        lines.append(f"| {problem} | {peer} | {row['draws']:,} | {acceptance} | {w['of']} | {w['mean']:.5f} | "
                     f"{w['truth']:.5f} | {100 * (w['mean'] / w['truth'] - 1):+.1f} % | {w['z']:.1f} |")
    return "\n".join(lines)


def clock(row):
    return datetime.datetime.fromisoformat(row["began"])


def beside(results, peer):
    """How many runs of a peer had one of Tandem, of the same problem, within some minutes."""
    count = 0
    for (problem, other), runs in results.runs.items():
        if other == peer:
            own = [clock(row) for row in results.get(problem, "tandem")]
            count += sum(any(abs((clock(row) - t).total_seconds()) < 60 * BESIDE for t in own) for row in runs)
    return count


def shown(results, peer):
    return [row for (_, other), runs in results.runs.items() if other == peer for row in runs]


def period(rows):
    began = sorted(map(clock, rows))
    end = f"{began[-1]:%H:%M}" if began[0].date() == began[-1].date() else f"{began[-1]:%Y-%m-%d %H:%M}"
    return f"{began[0]:%Y-%m-%d %H:%M} to {end}"


def measured_table(results):
    lines = ["| program | version | problems | runs of each | measured | load, median | with Tandem beside it |",
             "|---|---|---|---|---|---|---|"]
    for peer in results.everybody():
        rows = shown(results, peer)
        each = [len(runs) for (_, other), runs in results.runs.items() if other == peer]
        counted = f"{min(each)}" if min(each) == max(each) else f"{min(each)} to {max(each)}"
        near = "" if peer == "tandem" else f"{beside(results, peer)} of {len(rows)}"
        lines.append(f"| {peer} | {results.version(peer)} | {len(each)} | {counted} | {period(rows)} | "
                     f"{statistics.median(row['load'] for row in rows):.0f} | {near} |")
    return "\n".join(lines)


def turns(results):
    """Whether peers and Tandem took turns."""
    peers = [peer for peer in results.everybody() if peer != "tandem"]
    near = sum(beside(results, peer) for peer in peers)
    of = sum(len(shown(results, peer)) for peer in peers)
    if near == of:
        return f"Tandem and its peers took turns: each run of a peer has one of Tandem within {BESIDE} minutes of it."
    return (f"Tandem and its peers did not take turns throughout: {near} of {of} runs of peers have one of Tandem on the same "
            f"problem within {BESIDE} minutes of them. The others were made at another time of the same day, on the same "
            "machine, under the load that the table names.")


def crowd(results):
    """What a crowded machine adds to processor seconds: seen on JAGS, whose work hardly differs from run to run."""
    found, loads = [], []
    for (_, peer), runs in results.runs.items():
        if peer == "jags" and len(runs) > 1:
            quiet, crowded = min(runs, key=lambda row: row["load"]), max(runs, key=lambda row: row["load"])
            found.append(crowded["sampling"] / quiet["sampling"])
            loads.append((quiet["load"], crowded["load"]))
    if not found:
        return ""
    quiet, crowded = (statistics.median(pair[k] for pair in loads) for k in (0, 1))
    return (f"What a crowd adds to processor time is seen on JAGS, whose work hardly differs between runs: on the {len(found)} problems "
            f"that it ran more than once, sampling under the higher load (median {crowded:.0f}) took "
            f"{statistics.median(found):.2f} times as long, in the median, as under the lower (median {quiet:.0f}). Ratios of programs "
            "that the table shows under different loads are to be read with that in mind.")


def left_out(results):
    """Who did not run what, and why."""
    why = {}
    for (problem, peer), reason in table.CANNOT.items():
        why.setdefault((peer, reason), []).append(problem)
    for (problem, peer), rows in results.failed.items():
        if not results.get(problem, peer):
            reason = f"ended after {rows[-1]['everything']:.0f} processor seconds without draws" + (
                ", the limit" if rows[-1]["everything"] >= run.LIMIT - 1 else "")
            why.setdefault((peer, reason), []).append(problem)
    for group in table.GROUPS.values():
        for problem in group:
            for peer in table.peers(problem):
                if not results.get(problem, peer) and (problem, peer) not in results.failed:
                    why.setdefault((peer, "not run" if results.version(peer) else "not installed"), []).append(problem)
    lines = ["| program | problems | why |", "|---|---|---|"]
    lines += [f"| {peer} | {', '.join(names)} | {reason} |" for (peer, reason), names in sorted(why.items())]
    return "\n".join(lines)


# ---- goals ---------------------------------------------------------------------------------------------------------


def among(values, below=1):
    """Those below a bound, with their ratios."""
    return ", ".join(f"{name} {times(v)}" for name, v in sorted(values.items(), key=lambda item: item[1]) if v < below)


def verdict(*reached, values=(), group=None):
    """Whether a goal was reached; on how many problems, where some could not be compared."""
    word = "reached" if all(reached) else "missed"
    whole = len(table.GROUPS[group]) if group else len(values)
    return word if len(values) == whole else f"{word} on the {len(values)} of {whole} that could be compared"


def summary(values, what):
    """How a set of ratios lies: mean, count ahead, and who is behind."""
    if not values:
        return "not measured"
    ahead = sum(v >= 1 for v in values.values())
    behind = among(values)
    return (f"{times(geometric(values.values()))} {what} in the geometric mean, level or ahead on {ahead} of {len(values)}"
            + (f"; behind on {behind}" if behind else ""))


def goals(results):
    lines = ["| goal | state |", "|---|---|"]

    def goal(text, *state):
        lines.append(f"| {text} | {'. '.join(s for s in state if s)} |")

    summed, jags, glm = (ratios(results, "mixed", p) for p in ("numpyro-summed-out", "jags", "jags-glm"))
    if summed:
        goal("mixed models: ahead of NumPyro with the discrete unknowns summed out by hand on every one, 3 times in the mean",
             f"{verdict(min(summed.values()) >= 1, geometric(summed.values()) >= 3, values=summed, group='mixed')}: {summary(summed, 'NumPyro')}")
    if jags:
        goal("mixed models: 20 times JAGS in the geometric mean",
             f"{verdict(geometric(jags.values()) >= 20, values=jags, group='mixed')}: {summary(jags, 'JAGS')}",
             f"With `glm`: {summary(glm, 'JAGS')}" if glm else "")
    tied = ratios(results, "structure", "jags")
    if tied:
        goal("tied unknowns: none below JAGS", f"{verdict(min(tied.values()) >= 1, values=tied, group='structure')}: {summary(tied, 'JAGS')}")
    for peer in ("stanli", "stanli-fast", "nutpie", "nutpie-lowrank", "numpyro"):
        found = ratios(results, "continuous", peer)
        if found:
            goal(f"continuous models: ahead of {peer} by second of sampling",
                 f"{verdict(geometric(found.values()) >= 1, values=found, group='continuous')}: {summary(found, peer)}")
    cold = colds(results, "continuous", "stanli")
    fast = colds(results, "continuous", "stanli-fast")
    if cold:
        goal("continuous models, from a cold start to 400 effective draws: ahead of stanli in the geometric mean",
             f"{verdict(geometric(cold.values()) >= 1, values=cold, group='continuous')}: {summary(cold, 'stanli')}",
             f"Fast mode: {summary(fast, 'stanli')}" if fast else "")
    cold = colds(results, "mixed", "jags")
    if cold:
        ahead = sum(v >= 1 for v in cold.values())
        goal("mixed models, from a cold start to 400 effective draws: ahead of JAGS on at least 10 of the 13",
             f"{verdict(ahead >= 10, values=cold, group='mixed')}: {summary(cold, 'JAGS')}")
    others = {}
    for group in ("mixed", "continuous", "paper"):
        for peer in results.peers(group):
            if not peer.startswith(("tandem", "stanli", "jags")):
                others |= {f"{peer} on {p}": v for p, v in colds(results, group, peer).items()}
    if others:
        goal("from a cold start to 400 effective draws: ahead of every other peer on all",
             f"{verdict(min(others.values()) >= 1)} on the {len(others)} that could be compared: {summary(others, 'the others')}")
    paper = ratios(results, "paper", "numpyro-mixed")
    if paper:
        goal("the paper's problems: 100 times NumPyro's MixedHMC",
             f"{verdict(min(paper.values()) >= 100, values=paper, group='paper')}: " + ", ".join(f"{p} {times(v)}" for p, v in paper.items())
             + "".join(f", {p} without a ratio, since one side had not converged" for p in results.problems("paper")
                       if p not in paper and results.get(p, "numpyro-mixed")))
    grown = {}
    for name in results.problems("growth"):
        runs = results.get(name, "tandem")
        grown[int(name.split("-")[1])] = 1e9 * middle(runs, "sampling") / middle(runs, "draws") / int(name.split("-")[1])
    if len(grown) > 1:
        least, most = min(grown, key=grown.get), max(grown, key=grown.get)
        goal(f"growth linear to {max(table.growth_sizes()):,} observations",
             f"a draw takes {number(grown[least])} ns an observation with {least:,} and {number(grown[most])} ns with {most:,}; "
             "what differs is how many gradients a draw takes, which warmup chooses, and what the processor's caches hold. "
             "Effective sizes of the largest are of short runs and mean little")
    exact = exactness_rows(results)
    if exact:
        own = max((abs(worst(r)["z"]) for (_, peer), r in exact.items() if peer == "tandem"), default=math.nan)
        off = [f"{peer} on {problem} ({worst(r)['z']:.1f} errors)" for (problem, peer), r in exact.items()
               if peer != "tandem" and abs(worst(r)["z"]) > 4]
        goal("exactness: within four standard errors of the truth",
             f"{verdict(own <= 4)}: Tandem's worst moment is {own:.1f} errors off" + (
                 f"; farther than four are {', '.join(off)}" if off else ""))
    return "\n".join(lines)


def processor():
    for line in open("/proc/cpuinfo"):
        if line.startswith("model name"):
            return line.split(":")[1].strip()
    return platform.processor()


def tools():
    said = subprocess.run(["R", "--version"], capture_output=True, text=True)
    return (f"R {said.stdout.split()[2]}, " if said.returncode == 0 else "") + \
        f"Python {platform.python_version()}, {run.python_versions('arviz')}"


def present(text, everybody):
    """The text without the points on programs that no table has."""
    known = {peer for group in table.GROUPS.values() for problem in group for peer in table.peers(problem)}

    def kept(point):
        named = [name for name in re.findall(r"`([^`]+)`", point.group(0)) if name in known]
        return point.group(0) if not named or set(named) & set(everybody) else ""

    return re.sub(r"^- `.*\n(?:  .*\n)*", kept, text, flags=re.MULTILINE)


def write(work, out):
    results = Results(work)
    everything = [row for runs in results.runs.values() for row in runs]
    if not shown(results, "tandem"):
        sys.exit(f"no run of Tandem at {run.commit()} in {work}: run.py measure makes them")
    loads = [row["load"] for row in everything]
    values = {
        "dates": period(everything),
        "tandem-dates": period(shown(results, "tandem")),
        "machine": f"{os.cpu_count()} cores of {processor()}",
        "load": f"{min(loads):.0f} to {max(loads):.0f}",
        "tools": tools(),
        "commit": run.commit(),
        "measured": measured_table(results),
        "turns": turns(results),
        "crowd": crowd(results),
        "left-out": left_out(results),
        "growth": growth_table(results),
        "agreement": agreement(results),
        "parametrised": parametrised(results),
        "exactness": exactness_table(results),
        "goals": goals(results),
    }
    for group in table.GROUPS:
        values.setdefault(group, rate_table(results, group))
        values[f"cold-{group}"] = cold_table(results, group)
    # Sentences first: they have placeholders of their own.
    text = (run.HERE / "report.md").read_text().replace("{{notes}}", (run.HERE / "notes.md").read_text().rstrip())
    text = present(text, results.everybody())
    text = re.sub(r"{{([\w-]+)}}", lambda found: values[found.group(1)], text)
    temporary = out.with_suffix(".tmp")
    temporary.write_text(text)
    temporary.replace(out)
