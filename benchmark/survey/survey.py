"""Runs any folder of cases through Tandem and JAGS and prints one table.

    survey.py run CASES --out RESULTS [--half tune|report|all] [--one-in N] [--only NAME] [--engines tandem,jags,jags-glm]
        [--limit SECONDS]
    survey.py table RESULTS [--page PAGE]
    survey.py stan RESULTS [--page PAGE]
    survey.py gradients RESULTS

README.md says what a case is and what the columns mean.
"""

import argparse
import json
import math
import os
import pathlib
import re
import sys

import cases
import convergence
import engines

# The columns of a printed page that have the states of peers.
PAGE_COLUMNS = {"jags": "JAGS", "jags-glm": "JAGS glm"}
# And those that have their rates.
RATE_COLUMNS = {"jags": "JAGS/s", "jags-glm": "glm/s"}
# Chains that agree at least so far have a rate worth comparing.
USABLE = 1.05
# Standard errors apart that say that an answer is wrong.
WRONG = 4.0


def run(chosen):
    chosen.out.mkdir(parents=True, exist_ok=True)
    wanted = [name for name in chosen.engines.split(",") if name]
    of_stan = engines.STAN_ENGINES + engines.NUTPIE_ENGINES
    unknown = set(wanted) - set(engines.ENGINES) - set(of_stan)
    if unknown:
        sys.exit(f"survey: no such engine: {', '.join(sorted(unknown))}; there are {', '.join(engines.ENGINES + of_stan)}")
    for engine in list(wanted):
        absent = engines.missing(engine)
        if absent:
            print(f"survey: {engine} left out, {absent} is not there", file=sys.stderr)
            wanted.remove(engine)
    found = [case for case in cases.find(chosen.cases)
             if chosen.half in ("all", case.half) and case.among(chosen.one_in) and (not chosen.only or case.name in chosen.only)]
    if not found:
        sys.exit(f"survey: no cases in {chosen.cases}")
    for case in found:
        for engine in wanted:
            file = chosen.out / f"{case.name}.{engine}.json"
            if file.exists() or engine in of_stan and not (case.folder / "model.stan").exists():
                continue
            result = engines.run(engine, case, monitors(case, chosen), chosen.limit)
            result = {"case": case.name, "half": case.half, "engine": engine, "seed": case.seed, "limit": chosen.limit, **result}
            write(file, result)
            print(line(result), flush=True)
        reference = case.reference()
        if reference:
            write(chosen.out / f"{case.name}.reference.json",
                  {"case": case.name, "half": case.half, "engine": "reference", "status": "converged", "rows": reference})


def monitors(case, chosen):
    """What is monitored in all engines: what the case asks for without arrays that are too large; asked for once."""
    file = chosen.out / f"{case.name}.monitors.txt"
    if not file.exists():
        names = case.monitors()
        counts = None if engines.missing("jags") else engines.sizes(case, names, chosen.limit)
        if counts:
            names = [name for name in names if 0 < counts.get(name, 0) <= engines.LARGE] or names
        file.write_text("\n".join(names) + "\n")
    return file.read_text().split()


def write(file, result):
    """Whole or not at all, so that a survey that was stopped goes on with the next case."""
    part = file.with_suffix(".part")
    part.write_text(json.dumps(result, allow_nan=True))
    os.replace(part, file)


def line(result):
    seconds = result["seconds"]
    text = f"{result['case']:24s} {result['engine']:9s} {result['status']:14s} {seconds['everything']:6.1f} s"
    if "sampling" in seconds:
        text += f", sampling {seconds['sampling']:.2f} s"
    if result.get("ess") is not None:
        text += f", smallest size {result['ess']:.0f}, R-hat {result['rhat']:.3f}"
    return text + (f", {result['error']}" if result.get("error") else "")


# ---- the table ---------------------------------------------------------------------------------------------------


def read(folder):
    results = {}
    for file in sorted(folder.glob("*.json")):
        result = json.loads(file.read_text())
        results.setdefault(result["case"], {})[result["engine"]] = result
    return results


def usable(result):
    return bool(result) and result.get("rhat") is not None and result["rhat"] < USABLE


def reference(by_engine):
    """What Tandem is held against: what is known, else the JAGS run with the largest effective size."""
    if "reference" in by_engine:
        return by_engine["reference"]
    runs = [r for engine, r in by_engine.items() if engine.startswith("jags") and usable(r)]
    return max(runs, key=lambda r: r["ess"], default=None)


def apart(mine, other):
    """Largest z of means and of sds, and whose they are."""
    return {what: convergence.apart(mine["rows"], with_sd(mine["rows"], other["rows"], what), what) for what in ("mean", "sd")}


def with_sd(mine, theirs, what):
    """A reference need not know the sd of every element."""
    if what == "sd":
        return {name: row for name, row in theirs.items() if row.get("sd") is not None}
    return {name: row if row.get("sd") is not None else {**row, "sd": mine.get(name, row)["sd"]} for name, row in theirs.items()}


def rate(result, what):
    seconds = result["seconds"].get(what)
    return result["ess"] / seconds if usable(result) and seconds else None


def until_enough(result):
    """Seconds of everything if the run had been as long as is needed for the effective size that is enough."""
    if not usable(result):
        return None
    seconds = result["seconds"]
    return seconds["everything"] - seconds["sampling"] + engines.ENOUGH * seconds["sampling"] / result["ess"]


def state(result):
    if not result:
        return ""
    if result["status"] == "converged":
        return "yes"
    if result.get("rhat") is None:
        return result["status"]
    return f"{result['status']}: R-hat {result['rhat']:.2f}, {result['ess']:.0f}"


def number(value):
    if value is None:
        return ""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2g}"


def geometric(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


COLUMNS = ["case", "Tandem", "JAGS", "JAGS glm", "z means", "z sds", "Tandem/s", "JAGS/s", "glm/s", "ratio", "ratio, all",
           "Tandem to 400, s", "JAGS to 400, s"]


def printed(page, columns=COLUMNS):
    """The rows of the tables on a page that was printed before, by case; cells by column."""
    rows = {}
    for text in page.read_text().splitlines():
        cells = [cell.strip() for cell in text.strip().strip("|").split("|")]
        if text.startswith("| ") and len(cells) == len(columns) and cells != columns:
            # The newest stand first.
            rows.setdefault(cells[0], dict(zip(columns, cells)))
    return rows


def figure(row, column):
    """A number of a row as it was printed, to the digits that it was printed with."""
    text = row.get(column, "").replace(",", "").strip("*")
    try:
        return float(text)
    except ValueError:
        return None


def half_table(half, results, before):
    lines = ["| " + " | ".join(COLUMNS) + " |", "|---" * len(COLUMNS) + "|"]
    ratios = {what: {"jags": [], "jags-glm": [], "better": []} for what in ("sampling", "everything")}
    until, deviations = [], {"mean": [], "sd": []}
    for name, by_engine in results.items():
        mine = by_engine.get("tandem")
        peers = {e: by_engine.get(e) for e in ("jags", "jags-glm")}
        truth = reference(by_engine)
        z = apart(mine, truth) if mine and mine.get("rows") and truth else None
        quotients = {}
        for what in ratios:
            own = rate(mine, what) if mine else None
            theirs = {e: rate(r, what) for e, r in peers.items() if r}
            for engine, value in theirs.items():
                if own and value:
                    ratios[what][engine].append(own / value)
            best = max((v for v in theirs.values() if v), default=None)
            old = before.get(name, {})
            if what == "sampling" and not any(peers.values()):
                theirs = {"jags": figure(old, "JAGS/s"), "jags-glm": figure(old, "glm/s")}
                best = max((v for v in theirs.values() if v), default=None)
                for engine, value in theirs.items():
                    if own and value:
                        ratios[what][engine].append(own / value)
            quotients[what] = own / best if own and best else None
            if quotients[what]:
                ratios[what]["better"].append(quotients[what])
        fastest = min((t for t in map(until_enough, filter(None, peers.values())) if t), default=None)
        if mine and truth and z and mine["status"] == truth["status"] == "converged":
            for what, found in z.items():
                deviations[what].append((found[0], name, found[1]))
        own, theirs = until_enough(mine) if mine else None, fastest if any(peers.values()) else figure(before.get(name, {}), COLUMNS[-1])
        if own and theirs:
            until.append(theirs / own)
        if name in before and not any(peers.values()):
            # What the page says of the peers, whose runs do not depend on the version.
            lines.append("| " + " | ".join([
                name, state(mine), old["JAGS"], old["JAGS glm"], *([z_cell(z[what], mine, truth) for what in ("mean", "sd")] if z else ["", ""]),
                number(rate(mine, "sampling") if mine else None), old["JAGS/s"], old["glm/s"], number(quotients["sampling"]), "",
                number(until_enough(mine) if mine else None), old["JAGS to 400, s"]]) + " |")
            continue
        cells = [name, state(mine), state(peers["jags"]), state(peers["jags-glm"]),
                 *([z_cell(z[what], mine, truth) for what in ("mean", "sd")] if z else ["", ""]),
                 number(rate(mine, "sampling") if mine else None),
                 *(number(rate(r, "sampling") if r else None) for r in peers.values()),
                 number(quotients["sampling"]), number(quotients["everything"]),
                 number(until_enough(mine) if mine else None), number(fastest)]
        lines.append("| " + " | ".join(cells) + " |")
    lines += ["", *counts(results, before), ""]
    for what, title in (("sampling", "sampling"), ("everything", "everything")):
        for engine, values in ratios[what].items():
            if values:
                lines.append(f"- Effective draws a second of {title}, Tandem to {peer_name(engine)}: geometric mean "
                             f"{number(geometric(values))} of {len(values)} cases, least {number(min(values))}, "
                             f"{sum(v < 0.5 for v in values)} below 0.5.")
    if until:
        lines.append(f"- Seconds of everything to 400 effective draws, the sooner of JAGS and JAGS with glm to Tandem: geometric mean "
                     f"{number(geometric(until))} of {len(until)} cases, least {number(min(until))}, {sum(v < 1 for v in until)} below 1.")
    for what, found in deviations.items():
        if found:
            z, name, element = max(found)
            lines.append(f"- Largest difference of {what}s in standard errors, of {len(found)} cases where both have converged: {z:.1f}, "
                         f"{element} of {name}; {sum(f[0] > WRONG for f in found)} above {WRONG:.0f}.")
    return lines


def beside(results, before):
    """What this version does of what a page says of another, on the cases that both have."""
    both = {name: r["tandem"] for name, r in results.items() if "tandem" in r and name in before}
    if not both:
        return []
    quotients = {"sampling": [], "400": [], "jags": [], "jags before": []}
    for name, mine in both.items():
        old = before[name]
        rates = rate(mine, "sampling"), figure(old, "Tandem/s")
        if all(rates):
            quotients["sampling"].append(rates[0] / rates[1])
        now, then, peer = until_enough(mine), figure(old, "Tandem to 400, s"), figure(old, "JAGS to 400, s")
        if now and then:
            quotients["400"].append(then / now)
        if now and then and peer:
            quotients["jags"].append(peer / now)
            quotients["jags before"].append(peer / then)
    won = sorted(name for name, r in both.items() if r["status"] == "converged" and before[name]["Tandem"] != "yes")
    lost = sorted(name for name, r in both.items() if r["status"] != "converged" and before[name]["Tandem"] == "yes")
    for engine, column in RATE_COLUMNS.items():
        pairs = [(rate(r[engine], "sampling"), figure(before[name], column)) for name, r in results.items() if engine in r and name in before]
        quotients["peers"] = quotients.get("peers", []) + [now / then for now, then in pairs if now and then]
    told = {"peers": "JAGS of this day to JAGS of the page, effective draws a second of sampling (what the machine adds)",
            "sampling": "Effective draws a second of sampling, this version to the page",
            "400": "Seconds of everything to 400 effective draws, the page to this version",
            "jags": "Seconds of everything to 400 effective draws, JAGS of the page to this version",
            "jags before": "The same cases, JAGS of the page to Tandem of the page"}
    lines = [f"- {told[what]}: geometric mean {number(geometric(values))} of {len(values)} cases, least {number(min(values))}, "
             f"{sum(v < 0.5 for v in values)} below 0.5." for what, values in quotients.items() if values]
    lines.append(f"- Converged, of {len(both)} cases: {sum(before[n]['Tandem'] == 'yes' for n in both)} on the page, "
                 f"{sum(r['status'] == 'converged' for r in both.values())} now; now but not on the page: {', '.join(won) or 'none'}; "
                 f"on the page but not now: {', '.join(lost) or 'none'}.")
    return lines


def peer_name(engine):
    return {"jags": "JAGS", "jags-glm": "JAGS with glm", "better": "the better of the two"}[engine]


def z_cell(found, mine, truth):
    z, element = found
    text = "inf" if math.isinf(z) else f"{z:.1f}"
    if mine["status"] != "converged" or truth["status"] != "converged":
        # Errors are too small where a slow unknown is a small part of a fast one.
        return f"({text})"
    return f"**{text}** {element}" if z > WRONG else text


def counts(results, before):
    """How many cases went how; of peers that were not run, as the page has it."""
    lines = []
    peers = {}
    for engine in engines.ENGINES:
        states = {name: r[engine]["status"] for name, r in results.items() if engine in r}
        own = len(states)
        for name in results if engine in PAGE_COLUMNS else ():
            told = before.get(name, {}).get(PAGE_COLUMNS[engine], "")
            if told and name not in states:
                states[name] = "converged" if told == "yes" else told.split(":")[0]
        if engine in PAGE_COLUMNS:
            peers[engine] = states
        if states:
            found = list(states.values())
            told = ", ".join(f"{found.count(s)} {s}" for s in sorted(set(found)))
            lines.append(f"- {engine}: {len(states)} cases{f' ({len(states) - own} as on the page)' if len(states) > own else ''}: {told}.")
    both = [name for name, r in results.items() if "tandem" in r and any(s.get(name) == "converged" for s in peers.values())]
    if both:
        lost = [name for name in both if results[name]["tandem"]["status"] != "converged"]
        lines.append(f"- Of {len(both)} cases on which JAGS converges, Tandem converges on {len(both) - len(lost)}"
                     f"{'; not on ' + ', '.join(lost) if lost else ''}.")
    return lines


def complaints(results):
    """What went wrong, one line each."""
    lines = []
    for name, by_engine in results.items():
        for engine, result in by_engine.items():
            if result.get("error"):
                # Where it ran is of no use to a reader.
                told = re.sub(r"[^\s:]*/survey-\w+/", "", result["error"])
                if result["status"] == "out of time" and "no draws" in told:
                    told = "no draws within the limit"
                lines.append(f"- {name}, {engine}: {result['status']}: {told}")
            elif result["status"] not in ("converged",) and result.get("rhat") is not None:
                lines.append(f"- {name}, {engine}: {result['status']}: R-hat {result['rhat']:.3f} of {result['rhat_of']}, "
                             f"size {result['ess']:.0f} of {result['ess_of']}")
    return lines


def table(chosen):
    results = read(chosen.results)
    before = printed(chosen.page) if chosen.page else {}
    lines = []
    for half in ("tune", "report"):
        own = {name: r for name, r in results.items() if next(iter(r.values()))["half"] == half}
        if own:
            lines += [f"## Half: {half}", "", *half_table(half, own, before), *beside(own, before), "", "What did not converge:", "", *complaints(own), ""]
    print("\n".join(lines))


STAN_COLUMNS = ["case", "half", "Tandem", "stanli", "fast", "Tandem/s", "stanli/s", "fast/s", "ratio", "ratio, all", "divergences"]


def stan_table(chosen):
    """Tandem beside stanli on the elements that both report, halves apart; where stanli was not run, as the page has it."""
    before = printed(chosen.page, STAN_COLUMNS) if chosen.page else {}
    results = {name: r for name, r in read(chosen.results).items() if "tandem" in r and ("stanli" in r or name in before)}
    print("| " + " | ".join(STAN_COLUMNS) + " |")
    print("|---" * len(STAN_COLUMNS) + "|")
    ratios = {half: {"sampling": [], "everything": []} for half in ("tune", "report")}
    of_page = 0
    for name, by_engine in results.items():
        runs = [by_engine.get(engine) for engine in ("tandem", *engines.STAN_ENGINES)]
        rows = [r["rows"] for r in runs if r and r.get("rows")]
        common = set.intersection(*(set(r) for r in rows)) if rows else set()
        seen = [convergence.worst({e: r["rows"][e] for e in common}) if r and r.get("rows") and common else None for r in runs]
        rates = {what: [found["ess"] / r["seconds"][what] if found and found["rhat"] is not None and found["rhat"] < USABLE else None
                        for r, found in zip(runs, seen)] for what in ("sampling", "everything")}
        told = ["yes" if r and r["status"] == "converged" else state(r) for r in runs]
        diverged = " ".join(str(r["own"]["divergences"]) if r and r.get("own") else "-" for r in runs[:2])
        if not any(runs[1:]):
            of_page += 1
            old = before[name]
            # The page does not say what a second of everything gives.
            rates = {"sampling": [rates["sampling"][0], figure(old, "stanli/s"), figure(old, "fast/s")], "everything": [None] * 3}
            told[1:] = old["stanli"], old["fast"]
            diverged = f"{diverged.split()[0]} {old['divergences'].split()[1]}"
        quotients = {}
        for what, (own, *theirs) in rates.items():
            best = max((value for value in theirs if value), default=None)
            quotients[what] = own / best if own and best else None
            if quotients[what]:
                ratios[runs[0]["half"]][what].append(quotients[what])
        print(f"| {name} | {runs[0]['half']} | " + " | ".join(told) + " | " + " | ".join(map(number, rates["sampling"]))
              + f" | {number(quotients['sampling'])} | {number(quotients['everything'])} | {diverged} |")
    print()
    if of_page:
        print(f"- Of {len(results)} cases, stanli is that of the page on {of_page}.")
    for half, by_time in ratios.items():
        for what, values in by_time.items():
            if values:
                print(f"- Half {half}, effective draws a second of {what}, Tandem to the better mode of stanli: geometric mean "
                      f"{number(geometric(values))} of {len(values)} cases, least {number(min(values))}, "
                      f"{sum(v < 1 for v in values)} below 1.")
    for engine in ("tandem", *engines.STAN_ENGINES):
        states = [r[engine]["status"] for r in results.values() if engine in r]
        if states:
            print(f"- {engine}: {', '.join(f'{states.count(s)} {s}' for s in sorted(set(states)))}.")


GRADIENT_COLUMNS = ["case", "half", "condition", "Tandem", "nutpie", "low rank", "nutpie / Tandem", "low rank / Tandem"]


def gradients_table(chosen):
    """Gradients for an effective draw of the slowest element that all report, beside nutpie's two metrics; the most correlated first."""
    rows = []
    for name, by_engine in read(chosen.results).items():
        runs = [by_engine.get(engine) for engine in ("tandem", *engines.NUTPIE_ENGINES)]
        if not all(r and r.get("rows") for r in runs):
            continue
        common = set.intersection(*(set(r["rows"]) for r in runs))
        seen = [convergence.worst({e: r["rows"][e] for e in common}) for r in runs]
        prices = [r["own"]["gradients"] / found["ess"] if found["rhat"] is not None and found["rhat"] < USABLE else None
                  for r, found in zip(runs, seen)]
        # As the low-rank metric saw it, or the diagonal one where only that has converged.
        condition = next((r["own"]["condition"] for r, price in zip(runs[:0:-1], prices[:0:-1]) if price), None)
        if condition:
            rows.append((condition, name, runs[0]["half"], prices))
    rows.sort(reverse=True)
    print("| " + " | ".join(GRADIENT_COLUMNS) + " |")
    print("|---" * len(GRADIENT_COLUMNS) + "|")
    for condition, name, half, prices in rows:
        quotients = [theirs / prices[0] if theirs and prices[0] else None for theirs in prices[1:]]
        print("| " + " | ".join([name, half, number(condition), *map(number, prices), *map(number, quotients)]) + " |")
    print()
    middle = len(rows) // 2
    for told, part in ((f"The {middle} most correlated cases", rows[:middle]), (f"The other {len(rows) - middle}", rows[middle:])):
        for engine, place in (("nutpie", 1), ("nutpie with its low-rank metric", 2)):
            values = [prices[place] / prices[0] for *_, prices in part if prices[0] and prices[place]]
            if values:
                print(f"- {told}: gradients for an effective draw, {engine} to Tandem: geometric mean {number(geometric(values))} of "
                      f"{len(values)} cases, least {number(min(values))}, {sum(v < 1 for v in values)} below 1.")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    running = commands.add_parser("run", help="runs what has no result yet")
    running.add_argument("cases", type=pathlib.Path)
    running.add_argument("--out", type=pathlib.Path, required=True)
    running.add_argument("--half", choices=("tune", "report", "all"), default="all")
    running.add_argument("--one-in", type=int, default=1, metavar="N", help="a share of the cases, by a hash of their names")
    running.add_argument("--only", action="append", help="the name of a case; may be given several times")
    running.add_argument("--engines", default=",".join(engines.ENGINES))
    running.add_argument("--limit", type=int, default=60, help="seconds of processor time for each case and engine")
    running.set_defaults(action=run)
    showing = commands.add_parser("table", help="prints the results as Markdown")
    showing.add_argument("results", type=pathlib.Path)
    showing.add_argument("--page", type=pathlib.Path, help="what `table` printed of another version: peers that were not run are taken from it")
    showing.set_defaults(action=table)
    beside = commands.add_parser("stan", help="prints Tandem beside stanli as Markdown")
    beside.add_argument("results", type=pathlib.Path)
    beside.add_argument("--page", type=pathlib.Path, help="as with table, for stanli")
    beside.set_defaults(action=stan_table)
    counting = commands.add_parser("gradients", help="prints the gradients that Tandem and nutpie take as Markdown")
    counting.add_argument("results", type=pathlib.Path)
    counting.set_defaults(action=gradients_table)
    chosen = parser.parse_args()
    chosen.action(chosen)


if __name__ == "__main__":
    main()
