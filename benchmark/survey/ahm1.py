"""Makes cases for the survey from the scripts of a textbook, Applied Hierarchical Modeling in Ecology, volume 1.

    ahm1.py SCRIPTS CASES PACKAGE..

SCRIPTS is a clone of the public repository mikemeredith/AHM_code; PACKAGE.. are clones of mikemeredith/AHMbook, whose
functions simulate data, and of any package whose data the scripts load (rbchan/unmarked). Bare clones will do. Each script is run by
R with stubs in the place of BUGS and JAGS, which keep model, data, starts and monitors of each call and run nothing; an
expression that fails is stepped over. Nothing of these repositories is part of this project.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
# Seconds of the clock for one script.
LIMIT = 900


def unpack(clone, folder, paths):
    """The newest files of a clone; those that a shallow or filtered clone does not have are left out."""
    folder.mkdir(parents=True)
    listed = subprocess.run(["git", "-C", clone, "ls-tree", "-r", "--name-only", "HEAD"], check=True, capture_output=True,
                            text=True).stdout.splitlines()
    wanted = [path for path in listed if path.startswith(paths)]
    archive = folder / "archive.tar"
    subprocess.run(["git", "-C", clone, "archive", "-o", str(archive), "HEAD", "--", *wanted], check=True)
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    archive.unlink()
    return folder


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scripts")
    parser.add_argument("cases", type=pathlib.Path)
    parser.add_argument("packages", nargs="+", metavar="PACKAGE")
    parser.add_argument("--chapters", default="AHM1_", help="only scripts whose path begins so")
    chosen = parser.parse_args()
    chosen.cases.mkdir(parents=True, exist_ok=True)
    (chosen.cases / "captured.tsv").unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        room = pathlib.Path(temporary)
        scripts = unpack(chosen.scripts, room / "scripts", (chosen.chapters,))
        packages = [unpack(clone, room / f"package{i}", ("R/", "data/", "inst/")) for i, clone in enumerate(chosen.packages)]
        for script in sorted(scripts.rglob("*.R")):
            text = script.read_bytes().decode("latin1")
            if not re.search(r"^[^#\n]*\b(jags|autojags|bugs)\(", text, re.MULTILINE):
                continue
            prefix = re.sub(r"[^a-z0-9]+", "-", script.stem.lower()).strip("-")
            work = room / "work" / prefix
            work.mkdir(parents=True)
            command = ["Rscript", str(HERE / "capture.R"), str(script), str(chosen.cases.resolve()), prefix, *map(str, packages)]
            try:
                # In a room of its own, where scripts may write.
                ran = subprocess.run(command, cwd=work, timeout=LIMIT, capture_output=True, text=True, errors="replace",
                                     env={**os.environ, "HOME": str(work), "R_ENVIRON_USER": os.devnull})
                print(ran.stdout.strip().splitlines()[-1] if ran.returncode == 0 else f"{prefix}: {ran.stderr.strip()[-300:]}", flush=True)
            except subprocess.TimeoutExpired:
                print(f"{prefix}: not done in {LIMIT} seconds", flush=True)
    lines = (chosen.cases / "captured.tsv").read_text().splitlines()
    kept = [line for line in lines if re.search(r"\t[a-z0-9-]+-\d+\t", line)]
    print(f"{len(lines)} calls of BUGS or JAGS seen, {len(kept)} cases kept, "
          f"{sum('seen before' in line for line in lines)} repeats of the same model and data, "
          f"{sum('not kept' in line for line in lines)} not kept", file=sys.stderr)


if __name__ == "__main__":
    main()
