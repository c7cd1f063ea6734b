#!/usr/bin/env python3
"""Measures what a command costs beside its draws: seconds of the processor, of all processes and threads together.

    benchmark/start/measure.py                      the table, medians of five runs
    benchmark/start/measure.py --repeats 9 --java /path/to/jdk
    benchmark/start/measure.py --beside JDK         the same on another JDK, in turns with this one
    benchmark/start/measure.py --against OTHER      the same of another clone, in turns with this one
    benchmark/start/measure.py --long               the same of runs of many draws, where summaries count
    benchmark/start/measure.py --options "-XX:.."   the same with other options for Java, in turns with none; may be repeated
    benchmark/start/measure.py --threads            where they go: compilers of Java, chains, the rest
    benchmark/start/measure.py --problems           4 x 1000 draws of the models of docs/benchmarks.md, mixed and continuous
    benchmark/start/measure.py --problems lda,hmm   of some of them, or of groups of them

The commands run one after the other in turns, so that a machine that is busy with other things is so for all alike.
"""

import argparse
import collections
import os
import pathlib
import re
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]


def problems(root, chosen):
    """A run of each of the problems that the peers run too, with default settings."""
    sys.path.insert(0, str(ROOT / "benchmark" / "peers"))
    import problems as table

    names = [name for word in chosen.split(",") for name in table.GROUPS.get(word, [word])]
    files = {name: (table.model(name), table.data(name, None)) for name in names}
    return {
        name: ["sample", str(root / model.relative_to(ROOT)), "--data", str(root / data.relative_to(ROOT))]
        for name, (model, data) in files.items()
    }


def commands(root, options):
    if options.problems:
        return problems(root, options.problems)
    return usual(root, options.long)


def usual(root, long):
    def example(name, *more):
        folder = root / "examples" / name
        return [str(folder / "model.bug"), "--data", str(folder / "data.json"), *more]

    if long:
        return {
            "4 x 25,000": ["sample", *example("eight-schools", "--draws", "25000")],
            "4 x 100,000": ["sample", *example("eight-schools", "--draws", "100000")],
        }
    return {
        "--version": ["--version"],
        "check": ["check", *example("eight-schools")],
        "20 + 20 draws": ["sample", *example("eight-schools", "--warmup", "20", "--draws", "20")],
        "eight schools": ["sample", *example("eight-schools")],
        "occupancy": ["sample", *example("occupancy")],
    }


def environment(java, options=""):
    chosen = dict(os.environ, TANDEM_JAVA_OPTIONS=options)
    if java:
        chosen["JAVA_HOME"] = java
    return chosen


def processor(line, java, options=""):
    """Seconds of the processor that a command took, with all processes it waited for."""
    process = subprocess.Popen(
        line, env=environment(java, options), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    said = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{' '.join(line)} failed: {said}")
    return usage.ru_utime + usage.ru_stime


def children(process):
    """A process and those it started."""
    found = [process]
    try:
        text = pathlib.Path(f"/proc/{process}/task/{process}/children").read_text()
    except OSError:
        return found
    for child in text.split():
        found += children(int(child))
    return found


def by_thread(line, java):
    """Seconds of the processor by thread, as they were a hundredth of a second before the end."""
    process = subprocess.Popen(line, env=environment(java), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    seen = {}
    while process.poll() is None:
        for member in children(process.pid):
            try:
                for task in pathlib.Path(f"/proc/{member}/task").iterdir():
                    name = (task / "comm").read_text().strip()
                    seen[task.name] = name, int((task / "schedstat").read_text().split()[0]) * 1e-9
            except OSError:
                pass
        time.sleep(0.01)
    total = collections.Counter()
    for name, seconds in seen.values():
        total[re.sub(r"[ -]*\d+$", "", name)] += seconds
    return total


def means(taken, names, columns):
    """How much of the processor the first column takes of what each takes, in the geometric mean."""
    first = next(iter(columns))
    return {
        heading: statistics.geometric_mean(
            statistics.median(taken[name, first]) / statistics.median(taken[name, heading]) for name in names
        )
        for heading in columns
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--java", help="the JDK to run on; that of the path unless given")
    parser.add_argument("--beside", metavar="JDK", help="the same on another JDK, in turns with this one")
    parser.add_argument("--against", type=pathlib.Path, help="another clone, already built")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--options", action="append", default=[], help="words for Java, which come before those of the launcher")
    parser.add_argument("--threads", action="store_true")
    parser.add_argument("--problems", nargs="?", const="continuous,mixed", metavar="A,B", help="names or groups of benchmark/peers/problems.py")
    options = parser.parse_args()
    # Each column is a clone, options for Java, and a JDK.
    columns = {"this clone": (ROOT, "", options.java)}
    if options.against:
        columns["the other"] = options.against.resolve(), "", options.java
    if options.beside:
        columns["the other JDK"] = ROOT, "", options.beside
    for number, words in enumerate(options.options, 1):
        columns[f"options {number}"] = ROOT, words, options.java
    for root, _, java in columns.values():
        # Builds and trains what is missing, which is not what is measured.
        processor([str(root / "tandem"), "--version"], java)
    if options.threads:
        for name, words in commands(ROOT, options).items():
            total = by_thread([str(ROOT / "tandem"), *words], options.java)
            print(f"{name:14}", ", ".join(f"{thread} {seconds:.2f}" for thread, seconds in total.most_common(7)))
        return
    taken = collections.defaultdict(list)
    for _ in range(options.repeats):
        for heading, (root, java_options, java) in columns.items():
            for name, words in commands(root, options).items():
                taken[name, heading].append(processor([str(root / "tandem"), *words], java, java_options))
    names = list(commands(ROOT, options))
    wide = max(14, *(len(name) + 1 for name in names))
    print(f"{'':{wide}}" + "".join(f"{heading:>16}" for heading in columns))
    for name in names:
        print(
            f"{name:{wide}}"
            + "".join(
                f"{statistics.median(taken[name, heading]):9.2f} (>{min(taken[name, heading]):4.2f})"
                for heading in columns
            )
        )
    if len(names) > 1:
        print(f"{'ratio':{wide}}" + "".join(f"{mean:16.2f}" for mean in means(taken, names, columns).values()))
    print(f"seconds of the processor: median of {options.repeats} and the least")


if __name__ == "__main__":
    main()
