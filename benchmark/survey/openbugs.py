"""Makes cases for the survey from the examples that OpenBUGS comes with: both volumes and more, GeoBUGS, and ReliaBUGS.

    openbugs.py CLONE CASES

CLONE is a clone of the public repository jsta/openbugs, bare or not, whose folder doc has model, data and starts of each example as text.
Examples whose model stands only on a page are left out. Nothing of that repository is part of this project.
"""

import argparse
import pathlib
import re
import subprocess

FOLDERS = ["doc/Examples", "doc/GeoBUGS/Examples", "doc/Reliability/Examples"]


def show(clone, path):
    return subprocess.run(["git", "-C", clone, "show", f"HEAD:{path}"], check=True, capture_output=True).stdout.decode("latin1")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clone")
    parser.add_argument("cases", type=pathlib.Path)
    chosen = parser.parse_args()
    listed = subprocess.run(["git", "-C", chosen.clone, "ls-tree", "-r", "--name-only", "HEAD"], check=True, capture_output=True,
                            text=True).stdout.splitlines()
    made = 0
    for folder in FOLDERS:
        files = [path for path in listed if re.fullmatch(re.escape(folder) + r"/[^/]+\.txt", path)]
        for model in files:
            match = re.fullmatch(r"(.*/([^/]+?))model\.txt", model)
            if not match:
                continue
            data = [path for path in files if re.fullmatch(re.escape(match.group(1)) + r"data\d*\.txt", path)]
            if "calBP" in show(chosen.clone, model):
                # The calibration curve of radiocarbon dates is shared by two examples.
                data.append(f"{folder}/RCdata.txt")
            name = re.sub(r"[^a-z0-9]+", "-", f"{folder.split('/')[1]}-{match.group(2)}".lower())
            case = chosen.cases / name
            case.mkdir(parents=True, exist_ok=True)
            (case / "model.txt").write_text(show(chosen.clone, model))
            for number, path in enumerate(data, 1):
                (case / f"data{number}.txt").write_text(show(chosen.clone, path))
            made += 1
    print(f"{made} cases")


if __name__ == "__main__":
    main()
