"""Counts how many models of a folder of cases are read, compiled and started, and prints it as Markdown.

    starts.py CASES [--title TEXT] [--texts SCRIPTS [--under PATH]] [--dialect NAME] [--only NAME] [--keep FILE]

CASES is a folder of cases as README.md has them. A case has started when 'tandem sample' gives 20 draws of two chains after 20 iterations
of warmup. Where it does not, 'tandem check' says with its data whether it compiles and without them whether it is read. With --texts,
the models that stand as texts in R scripts are counted too, whether or not their data could be had: SCRIPTS is a clone, bare or not.
What fails is listed with what Tandem says about it. With --keep, FILE has a line for each model done: what was stopped goes on.
"""

import argparse
import hashlib
import json
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

TANDEM = pathlib.Path(__file__).resolve().parents[2] / "tandem"
# Seconds of processor time for one command.
LIMIT = 60
MODEL = re.compile(r"\bmodel\s*\{")
STAGES = {"parse": "is not read", "compile": "does not compile", "start": "does not start"}


def run(*arguments):
    """What went wrong; empty if nothing did."""
    done = subprocess.run([str(TANDEM), *map(str, arguments)], capture_output=True, text=True, errors="replace",
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT + 2)))
    if done.returncode == 0:
        return ""
    if done.returncode < 0 or not done.stderr.strip() or done.returncode > 128:
        return f"not done in {LIMIT} s of processor time"
    lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
    # Notes come before what went wrong.
    return next((line for line in lines if not line.startswith(("note:", "warning:"))), lines[0])


def first(folder, *patterns):
    return next((path for pattern in patterns for path in sorted(folder.glob(pattern))), None)


def case(folder, dialect):
    """The stage that a case fails at and why, or nothing."""
    model = first(folder, "model.bug", "model.txt")
    given = [part for path in sorted([*folder.glob("data*.json"), *folder.glob("data*.R"), *folder.glob("data*.txt")])
             for part in ("--data", path)]
    with tempfile.TemporaryDirectory() as room:
        problem = run("sample", model, *given, "--dialect", dialect, "--warmup", 20, "--draws", 20, "--chains", 2, "--quiet",
                      "--no-report", "--out", pathlib.Path(room) / "run")
    if not problem:
        return None, ""
    refused = run("check", model, *given, "--dialect", dialect)
    if not refused:
        return "start", problem
    unread = run("check", model, "--dialect", dialect)
    return ("parse", unread) if unread else ("compile", refused)


def texts(scripts):
    """The models that stand between quotation marks in R scripts, each once."""
    git = subprocess.run(["git", "-C", scripts, "ls-files", "--with-tree=HEAD"], capture_output=True, text=True)
    names = git.stdout.splitlines() if git.returncode == 0 and git.stdout else []
    if not names:
        names = subprocess.run(["git", "-C", scripts, "ls-tree", "-r", "--name-only", "HEAD"], check=True, capture_output=True,
                               text=True).stdout.splitlines()
    found = {}
    for name in names:
        if name.endswith(".R"):
            text = subprocess.run(["git", "-C", scripts, "show", f"HEAD:{name}"], capture_output=True).stdout.decode("latin1")
            # A quotation mark in a comment of the model may be escaped; comments of R around it may hold single ones.
            for match in re.finditer(r'"((?:[^"\\]|\\.)*)"', text, re.DOTALL):
                body = match.group(1).replace('\\n', '\n')
                if MODEL.search(body) and "~" in body:
                    body = body[MODEL.search(body).start():]
                    found.setdefault(re.sub(r"\s+", " ", body), (name, body))
    return list(found.values())


class Kept:
    """What was found, by name, in a file to which each answer is added at once."""

    def __init__(self, file):
        self.file = file
        lines = file.read_text().splitlines() if file and file.exists() else []
        self.known = {tuple(json.loads(line)[0]): json.loads(line)[1] for line in lines}

    def get(self, key, ask):
        if key not in self.known:
            self.known[key] = list(ask())
            if self.file:
                with open(self.file, "a") as out:
                    out.write(json.dumps([key, self.known[key]]) + "\n")
        return self.known[key]


def read_texts(chosen, kept):
    """How many models of the scripts there are, and what is said of those that are not read."""
    refused = []
    models = [(name, body) for name, body in texts(chosen.texts) if name.startswith(chosen.under)]

    def ask(body):
        with tempfile.TemporaryDirectory() as room:
            file = pathlib.Path(room) / "model.bug"
            file.write_text(body, errors="replace")
            problem = run("check", file, "--dialect", chosen.dialect)
            return ("parse" if problem else None), problem.replace(f"{room}/", "")

    for name, body in models:
        stage, problem = kept.get((name, hashlib.sha1(body.encode(errors="replace")).hexdigest()), lambda: ask(body))
        if stage:
            refused.append(f"- a model in {name} {STAGES[stage]}: {problem}")
    return len(models), refused


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", type=pathlib.Path)
    parser.add_argument("--title", default="")
    parser.add_argument("--texts", metavar="SCRIPTS")
    parser.add_argument("--under", default="", help="only scripts whose path begins so")
    parser.add_argument("--dialect", default="jags")
    parser.add_argument("--only", default="", help="only cases with this in their names")
    parser.add_argument("--keep", type=pathlib.Path, metavar="FILE")
    chosen = parser.parse_args()
    kept = Kept(chosen.keep)
    folders = [f for f in sorted(chosen.cases.iterdir()) if first(f, "model.bug", "model.txt") and chosen.only in f.name]
    failed = dict.fromkeys(STAGES, 0)
    refused = []
    for folder in folders:
        stage, problem = kept.get((folder.name, ""), lambda: case(folder, chosen.dialect))
        if stage:
            failed[stage] += 1
            refused.append(f"- {folder.name} {STAGES[stage]}: {problem}".replace(f"{folder}/", ""))
    read = len(folders) - failed["parse"]
    compiled = read - failed["compile"]
    if chosen.title:
        print(f"## {chosen.title}\n")
    print("| models | there are | are read | compile | start |\n|---|---|---|---|---|")
    print(f"| with their data | {len(folders)} | {read} | {compiled} | {compiled - failed['start']} |")
    if chosen.texts:
        count, unread = read_texts(chosen, kept)
        print(f"| all that stand in scripts, without data | {count} | {count - len(unread)} | | |")
        refused += unread
    if refused:
        print("\n" + "\n".join(refused))
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
