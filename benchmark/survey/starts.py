"""Says how many models of a folder of cases are read, compiled and started.

    starts.py CASES [--texts SCRIPTS] [--dialect NAME] [--only NAME]

CASES is a folder of cases as README.md has them. Each is given to 'tandem check', first without its data, then with them, and to
'tandem sample' for 20 iterations of warmup and 20 draws of two chains. With --texts, the models that stand as texts in R scripts are
counted too, whether or not their data could be had: SCRIPTS is a clone, bare or not. What fails is listed with what Tandem says about it.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

TANDEM = pathlib.Path(__file__).resolve().parents[2] / "tandem"
# Seconds of the clock for one command.
LIMIT = 300
MODEL = re.compile(r"\bmodel\s*\{")


def run(*arguments):
    """What went wrong; empty if nothing did."""
    try:
        done = subprocess.run(["nice", "-n", "5", str(TANDEM), *map(str, arguments)], capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return f"not done in {LIMIT} seconds"
    return "" if done.returncode == 0 else next((line for line in done.stderr.splitlines() if line.strip()), "no message")


def first(folder, *patterns):
    return next((path for pattern in patterns for path in sorted(folder.glob(pattern))), None)


def case(folder, dialect):
    """How far a case gets: the stage that it fails at and why, or nothing."""
    model = first(folder, "model.bug", "model.txt")
    given = [part for path in sorted([*folder.glob("data*.json"), *folder.glob("data*.R"), *folder.glob("data*.txt")])
             for part in ("--data", path)]
    with tempfile.TemporaryDirectory() as room:
        stages = {"parse": ["check", model, "--dialect", dialect],
                  "compile": ["check", model, *given, "--dialect", dialect],
                  "start": ["sample", model, *given, "--dialect", dialect, "--warmup", 20, "--draws", 20, "--chains", 2, "--quiet",
                            "--no-report", "--out", pathlib.Path(room) / "run"]}
        for stage, command in stages.items():
            problem = run(*command)
            if problem:
                return stage, problem
    return None, ""


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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", type=pathlib.Path)
    parser.add_argument("--texts", metavar="SCRIPTS")
    parser.add_argument("--under", default="", help="only scripts whose path begins so")
    parser.add_argument("--dialect", default="jags")
    parser.add_argument("--only", default="", help="only cases with this in their names")
    chosen = parser.parse_args()
    if chosen.texts:
        models = [(name, body) for name, body in texts(chosen.texts) if name.startswith(chosen.under)]
        refused = 0
        with tempfile.TemporaryDirectory() as room:
            for name, body in models:
                file = pathlib.Path(room) / "model.bug"
                file.write_text(body, errors="replace")
                problem = run("check", file, "--dialect", chosen.dialect)
                if problem:
                    refused += 1
                    print(f"{name}: not read: {problem}", flush=True)
        print(f"{len(models)} models in scripts: {len(models) - refused} are read", flush=True)
    folders = [f for f in sorted(chosen.cases.iterdir()) if first(f, "model.bug", "model.txt") and chosen.only in f.name]
    failed = {"parse": 0, "compile": 0, "start": 0}
    for folder in folders:
        stage, problem = case(folder, chosen.dialect)
        if stage:
            failed[stage] += 1
            print(f"{folder.name}: {stage}: {problem}", flush=True)
    read = len(folders) - failed["parse"]
    compiled = read - failed["compile"]
    print(f"{len(folders)} cases: {read} are read, {compiled} compile, {compiled - failed['start']} start")
    return 0


if __name__ == "__main__":
    sys.exit(main())
