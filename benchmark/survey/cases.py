"""What a case of the survey is: a folder with a model, its data and perhaps starts, monitors and a reference."""

import hashlib
import json
import pathlib
import re
from dataclasses import dataclass

import rdump


@dataclass(frozen=True)
class Case:
    folder: pathlib.Path

    @property
    def name(self):
        return self.folder.name

    @property
    def digest(self):
        return int(hashlib.sha256(self.name.encode()).hexdigest(), 16)

    @property
    def half(self):
        """Settings are tuned on one half of all cases and reported on the other; the name decides, not we."""
        return "tune" if self.digest % 2 == 0 else "report"

    def among(self, one_in):
        """Whether it is one of a share of the cases, where there is no time for all: again the name decides."""
        return self.digest // 2 % one_in == 0

    @property
    def seed(self):
        return self.digest // 2 % 1_000_000_000

    @property
    def model(self):
        return next(file for file in (self.folder / "model.bug", self.folder / "model.txt") if file.exists())

    @property
    def data_file(self):
        """None for a model without data."""
        found = [file for file in (self.folder / "data.json", self.folder / "data.R") if file.exists()]
        return found[0] if found else None

    def data_dump(self):
        file = self.data_file
        if file is None:
            return ""
        return rdump.dump(rdump.read(file)) if file.suffix == ".json" else file.read_text()

    def attempts(self, chains):
        """How often all chains can be given starts that were not tried before; once if there are none."""
        return max(1, len(list(self.folder.glob("inits[0-9]*"))) // chains)

    def starts_dump(self, chain):
        """The starts of a chain, counted from 1 and on through further attempts: its own file or the one for all."""
        for stem in (f"inits{chain}", "inits"):
            for file in (self.folder / f"{stem}.json", self.folder / f"{stem}.R"):
                if file.exists():
                    return rdump.dump(rdump.read(file)) if file.suffix == ".json" else file.read_text()
        return ""

    def monitors(self):
        """Variables to be judged: those of monitor.txt, else all that have a distribution and are not wholly observed."""
        file = self.folder / "monitor.txt"
        if file.exists():
            # Whole variables, where scripts ask for some elements.
            return list(dict.fromkeys(re.sub(r"\[.*", "", line.strip()) for line in file.read_text().splitlines() if line.strip()))
        text = re.sub(r"/\*.*?\*/", "", self.model.read_text(), flags=re.DOTALL)
        text = re.sub(r"#.*", "", text)
        drawn = dict.fromkeys(re.findall(r"([A-Za-z][\w.]*)\s*(?:\[[^~;\n]*\])?\s*~", text))
        observed = self.observed()
        return [name for name in drawn if name not in observed]

    def observed(self):
        file = self.data_file
        if file is None:
            return set()
        if file.suffix == ".json":
            return {name for name, value in rdump.read(file).items() if "null" not in json.dumps(value)}
        found = re.split(r'^\s*[`"]?([A-Za-z][\w.]*)[`"]?\s*(?:<-|=)', file.read_text(), flags=re.MULTILINE)
        return {name for name, value in zip(found[1::2], found[2::2]) if not re.search(r"\bNA\b", value)}

    def reference(self):
        """Known means and sds by element, or None."""
        file = self.folder / "reference.json"
        if not file.exists():
            return None
        known = {"mean_error": 0.0, "sd_error": 0.0, "sd": None, "rhat": None, "ess": None}
        return {name: {**known, **row} for name, row in json.loads(file.read_text()).items()}


def find(folder):
    """All cases in a folder, by name."""
    return [Case(path) for path in sorted(pathlib.Path(folder).iterdir())
            if (path / "model.bug").exists() or (path / "model.txt").exists()]
