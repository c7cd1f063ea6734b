"""Makes cases for the survey from stan-dev/posteriordb, and holds the twins of its models against them.

    posteriordb.py cases CLONE CASES            cases with data, reference and the Stan model
    posteriordb.py check CASES [--only NAME]    a table: is the density of each twin that of the Stan model?

CLONE is a clone of the public repository, a bare one will do. Each model text in twins/ is this project's own, in BUGS, and
has the posterior of the Stan model of the same name; data, reference draws and the Stan models come from the clone, and
nothing of it is part of this project. `check` needs the Python packages stanli and bridgestan. README.md says more.
"""

import argparse
import io
import json
import keyword
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib
import zipfile

import numpy

import cases
import convergence

HERE = pathlib.Path(__file__).resolve().parent
TWINS = HERE / "twins"
BENCHMARKS = HERE.parent / "target" / "benchmarks.jar"
# Log densities are sums of thousands of terms: what may be left of a difference, beside its size.
EQUAL = 1e-8
WARMUP = 300
# Of differences; errors are of its square.
STEP = 1e-5
# By how many differences of two draws every other point is pushed away.
PUSH = 3
SEED = 1


def rows():
    """What twins.toml says of each twin; those that it does not name need nothing."""
    said = tomllib.loads((TWINS / "twins.toml").read_text())
    known = {file.stem for file in TWINS.glob("*.bug")}
    if not said.keys() <= known:
        sys.exit(f"posteriordb: twins.toml speaks of {', '.join(sorted(said.keys() - known))}, of which there is no text")
    return {name: said.get(name, {}) for name in sorted(known)}


# ---- cases -------------------------------------------------------------------------------------------------------


class Clone:
    """The newest files of a clone, read without a work tree."""

    ROOT = "posterior_database"

    def __init__(self, folder):
        self.folder = folder
        listed = self.git("ls-tree", "-r", "--name-only", "HEAD", self.ROOT + "/").decode().splitlines()
        self.paths = {path.removeprefix(self.ROOT + "/") for path in listed}

    def git(self, *arguments):
        ran = subprocess.run(["git", "-C", self.folder, *arguments], capture_output=True)
        if ran.returncode != 0:
            raise OSError(f"git {' '.join(arguments)}: {ran.stderr.decode().strip()}")
        return ran.stdout

    def read(self, path):
        return self.git("show", f"HEAD:{self.ROOT}/{path}")

    def zipped(self, path):
        with zipfile.ZipFile(io.BytesIO(self.read(path))) as archive:
            return json.loads(archive.read(archive.namelist()[0]))

    def posteriors(self):
        """Descriptions of all posteriors, by name."""
        files = sorted(path for path in self.paths if re.fullmatch(r"posteriors/[^/]+\.json", path))
        return {pathlib.PurePath(path).stem: json.loads(self.read(path)) for path in files}


def make(chosen):
    clone = Clone(chosen.clone)
    posteriors = clone.posteriors()
    made, with_reference = 0, 0
    for model, row in rows().items():
        wanted = row.get("cases", [name for name, about in posteriors.items() if about["model_name"] == model])
        if not wanted:
            print(f"posteriordb: the clone has no posterior of {model}", file=sys.stderr)
        for name in wanted:
            known = make_case(clone, posteriors[name], model, chosen.cases / name)
            made, with_reference = made + 1, with_reference + known
    print(f"{made} cases of {len(rows())} models, {with_reference} with reference draws", file=sys.stderr)


def make_case(clone, about, model, folder):
    folder.mkdir(parents=True, exist_ok=True)
    text = (TWINS / f"{model}.bug").read_text()
    data = clone.zipped(f"data/data/{about['data_name']}.json.zip")
    words = set(re.findall(r"[A-Za-z][\w.]*", text))
    stan = clone.read(f"models/stan/{model}.stan").decode()
    # Some data files have the values that data were simulated with beside them, under the names of parameters.
    declared = set(re.findall(r"\w+", re.search(r"\bdata\s*\{(.*?)\n\}", stan, re.DOTALL)[1]))
    (folder / "model.bug").write_text(text)
    (folder / "data.json").write_text(json.dumps({name: value for name, value in data.items() if name in words & declared}))
    (folder / "model.stan").write_text(stan)
    (folder / "stan.json").write_text(json.dumps(data))
    (folder / "twin.json").write_text(json.dumps({"model": model, **rows()[model]}))
    starts = jags_starts(text, data)
    if starts:
        (folder / "inits.json").write_text(json.dumps(starts))
    path = f"reference_posteriors/draws/draws/{about['reference_posterior_name']}.json.zip"
    try:
        chains = clone.zipped(path) if path in clone.paths else None
    except OSError as missing:
        # A filtered clone lists files that it does not have.
        print(f"posteriordb: no reference for {about['name']}: {missing}", file=sys.stderr)
        chains = None
    elements = reference(chains) if chains else {}
    # Posteriors differ in what they keep; what the twin does not have cannot be compared.
    elements = {name: row for name, row in elements.items() if re.sub(r"\[.*", "", name) in words}
    names = list(dict.fromkeys(re.sub(r"\[.*", "", name) for name in elements)) or list(about["dimensions"])
    (folder / "monitor.txt").write_text("\n".join(name for name in names if name in words) + "\n")
    if elements:
        (folder / "reference.json").write_text(json.dumps(elements))
    return bool(elements)


def jags_starts(text, data):
    """Where animals may be there or not, all of them are at first: JAGS does not start with one that was seen and is not there."""
    return {"there": [1] * data["M"]} if re.search(r"there\[i\] ~ dbern", text) else {}


def reference(chains):
    """Means and sds of reference draws with their errors."""
    found = {}
    for name in chains[0]:
        row = convergence.row(numpy.array([chain[name] for chain in chains]))
        found[name.replace(" ", "")] = row
    return found


# ---- densities ---------------------------------------------------------------------------------------------------


def check(chosen):
    import stanli

    if not BENCHMARKS.exists():
        sys.exit("posteriordb: build the benchmarks first: mvn -B -q -pl benchmark -am package -DskipTests")
    print("| case | unknowns | points | log densities span | largest deviation of differences | equal |")
    print("|---|---|---|---|---|---|")
    unequal = 0
    for case in cases.find(chosen.cases):
        if chosen.only and case.name not in chosen.only:
            continue
        try:
            points = chosen.points
            about = json.loads((case.folder / "twin.json").read_text())
            stan, names, values = stan_side(stanli, case, points, about)
            twin = twin_side(case.model, case.data_file, names, values, about)
            span, deviation = compare(stan, twin)
            equal = deviation <= EQUAL * max(100.0, span)
            print(f"| {case.name} | {len(names)} | {points} | {span:.4g} | {deviation:.1e} | {'yes' if equal else '**no**'} |",
                  flush=True)
        except (OSError, ValueError, RuntimeError, subprocess.SubprocessError) as problem:
            equal = False
            print(f"| {case.name} | | | | {str(problem).splitlines()[0][:200]} | **no** |", flush=True)
        unequal += not equal
    print(f"\n{unequal} are not equal", file=sys.stderr)
    sys.exit(1 if unequal else 0)


def compare(stan, twin):
    """How far log densities differ among the points, and the most by which the two sides disagree about that."""
    differences = numpy.subtract.outer(stan, stan)
    disagreement = differences - numpy.subtract.outer(twin, twin)
    return float(numpy.abs(differences).max()), float(numpy.abs(disagreement).max())


def stan_side(stanli, case, count, about):
    """Log densities of the Stan model without Jacobians, the names of the twin's elements, and their values at each point.

    The points are draws, and draws pushed away by the difference of two others: so they lie where the posterior lies, and
    outside of it.
    """
    program, data = str(case.folder / "model.stan"), str(case.folder / "stan.json")
    model = stanli.bridgestan_model(stan_file=program, data=data)
    fit = stanli.Model(stan_file=program, data=json.loads(pathlib.Path(data).read_text())).sample(
        chains=1, warmup=WARMUP, samples=count + 2, refresh=0, seed=SEED)
    names = model.param_names()
    free = []
    for draw in range(count + 2):
        constrained = numpy.array([float(fit[bracketed(name)][draw]) for name in names])
        free.append(model.param_unconstrain(constrained))
    points = [free[i] if i % 2 == 0 else free[i] + PUSH * (free[i + 1] - free[i + 2]) for i in range(count)]
    # The density of stanli has the Jacobian of Stan's coordinates in it, and no other is to be had.
    kept = [i for i, name in enumerate(names) if bracketed(name) not in followers(map(bracketed, names), about)]
    densities = [model.log_density(point) - log_determinant(model, point, kept) for point in points]
    mapped = [twin_point(names, model.param_constrain(point), about) for point in points]
    elements = list(mapped[0][0])
    return (numpy.array(densities) - [stretch for _, stretch in mapped], elements,
            [[values[element] for element in elements] for values, _ in mapped])


def log_determinant(model, point, kept):
    """Of the derivatives of the parameters by Stan's coordinates, from differences."""
    columns = []
    for i, here in enumerate(point):
        step = STEP * max(1.0, abs(here))
        right, left = point.copy(), point.copy()
        right[i], left[i] = here + step, here - step
        columns.append((model.param_constrain(right) - model.param_constrain(left))[kept] / (right[i] - left[i]))
    return numpy.linalg.slogdet(numpy.array(columns))[1]


def followers(elements, about):
    """The last elements of simplexes, which follow from the others."""
    elements = list(elements)
    return {f"{name}[{max(int(e[len(name) + 1:-1]) for e in elements if e.startswith(name + '['))}]"
            for name in about.get("simplexes", ())}


def bracketed(name):
    """theta.1.2 in BUGS."""
    stem, *indices = name.split(".")
    return f"{stem}[{','.join(indices)}]" if indices else stem


def twin_point(names, values, about):
    """The unknowns of the twin by element, from those of the Stan model, and the log of what the change stretches space by.

    The density of the twin's unknowns is that of Stan's divided by the stretch.
    """
    if "unknowns" not in about:
        return {bracketed(name): float(value) for name, value in zip(names, values)}, 0.0
    arrays = {}
    for name, value in zip(names, values):
        stem, *indices = name.split(".")
        if indices:
            arrays.setdefault(stem, []).append(float(value))
        else:
            arrays[stem] = float(value)
    known = {"log": numpy.log, **arrays}
    elements = {}
    for name, expression in about["unknowns"].items():
        value = evaluate(expression, known)
        if isinstance(value, list):
            elements |= {f"{name}[{i + 1}]": float(one) for i, one in enumerate(value)}
        else:
            elements[name] = float(value)
    return elements, float(evaluate(about["stretch"], known)) if "stretch" in about else 0.0


def evaluate(expression, known):
    """An expression of twins.toml, which is a file of this project. A name that Python keeps for itself, as lambda, will do."""
    text = re.sub(r"[A-Za-z]\w*", lambda word: word[0] + "_" if keyword.iskeyword(word[0]) else word[0], expression)
    return eval(text, {"__builtins__": {}}, {name + "_" if keyword.iskeyword(name) else name: value
                                             for name, value in known.items()})


def twin_side(model, data, elements, values, about):
    """Log densities of the twin as it is compiled, without the Jacobians of its coordinates."""
    following = followers(elements, about)
    free = [i for i, element in enumerate(elements) if element not in following]
    bound = [i for i, element in enumerate(elements) if element in following]
    with tempfile.TemporaryDirectory() as temporary:
        file = pathlib.Path(temporary) / "points.json"
        file.write_text(json.dumps({
            "free": [elements[i] for i in free], "points": [[point[i] for i in free] for point in values],
            "bound": [elements[i] for i in bound], "bounds": [[point[i] for i in bound] for point in values]}))
        ran = subprocess.run(["java", "-XX:TieredStopAtLevel=1", "-cp", str(BENCHMARKS), "dev.tandem.benchmark.DensityAtPoints",
                              str(model), str(data), str(file)], capture_output=True, text=True)
    if ran.returncode != 0:
        raise RuntimeError(next((line for line in ran.stderr.splitlines() if "xception" in line), ran.stderr))
    lines = [line.split() for line in ran.stdout.splitlines()]
    return numpy.array([float(density) - float(determinant) for density, determinant in lines])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    making = commands.add_parser("cases", help="makes the cases")
    making.add_argument("clone")
    making.add_argument("cases", type=pathlib.Path)
    making.set_defaults(action=make)
    checking = commands.add_parser("check", help="compares densities at random points")
    checking.add_argument("cases", type=pathlib.Path)
    checking.add_argument("--only", action="append", help="the name of a case; may be given several times")
    checking.add_argument("--points", type=int, default=6)
    checking.set_defaults(action=check)
    chosen = parser.parse_args()
    chosen.action(chosen)


if __name__ == "__main__":
    main()
