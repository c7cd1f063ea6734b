"""Tests of the survey: its parts, and two small cases through whatever engines are there.

    python3 -m unittest -v test_survey

Seeds are fixed, so a test that passes once passes always; bounds are such that another seed fails with probability below 1e-4.
"""

import contextlib
import io
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy

import cases
import convergence
import engines
import rdump
import starts
import survey

# Posterior of mu: precision 0.01 + 4 x 10; of theta: beta(2 + 7, 3 + 3).
OBSERVED = [1.1, 0.4, 2.3, 1.7, 0.9, 1.5, 0.2, 1.9, 1.3, 0.7]
CONJUGATE = """model {
  mu ~ dnorm(0, 0.01)
  for (i in 1:10) { y[i] ~ dnorm(mu, 4) }
  theta ~ dbeta(2, 3)
  k ~ dbin(theta, 10)
}
"""
# JAGS starts N at its prior's middle, below what was counted, and stops; that is for a program to solve, not for users.
WITHOUT_START = """model {
  N ~ dpois(1)
  p ~ dbeta(2, 2)
  for (j in 1:2) { y[j] ~ dbin(p, N) }
}
"""
TANDEM_IS_BUILT = (engines.LAUNCHER.parent / "cli" / "target" / "tandem.jar").exists() and not engines.missing("tandem")
JAGS_IS_THERE = not engines.missing("jags")


def write_cases(folder):
    conjugate, without_start = folder / "conjugate", folder / "without-start"
    conjugate.mkdir(parents=True)
    without_start.mkdir()
    (conjugate / "model.bug").write_text(CONJUGATE)
    (conjugate / "data.json").write_text(json.dumps({"y": OBSERVED, "k": 7}))
    precision = 0.01 + 4 * len(OBSERVED)
    (conjugate / "reference.json").write_text(json.dumps({
        "mu": {"mean": 4 * sum(OBSERVED) / precision, "sd": precision**-0.5},
        "theta": {"mean": 9 / 15, "sd": math.sqrt(9 * 6 / 15**2 / 16)}}))
    (without_start / "model.bug").write_text(WITHOUT_START)
    (without_start / "data.json").write_text(json.dumps({"y": [5, 6]}))


class Parts(unittest.TestCase):
    def test_dump_goes_by_columns(self):
        dumped = rdump.dump({"x": [[1, 2, 3], [4, None, 6]], "n": 3, "v": [0.5, 1e-6]})
        self.assertEqual('"x" <-\nstructure(c(1, 4, 2, NA, 3, 6), .Dim = c(2L, 3L))\n"n" <-\n3\n"v" <-\nc(0.5, 1e-06)\n', dumped)

    def test_effective_size_of_an_autoregression(self):
        random = numpy.random.default_rng(3)
        phi, n = 0.8, 20_000
        noise = random.normal(size=(4, n))
        chains = numpy.zeros((4, n))
        chains[:, 0] = noise[:, 0] / math.sqrt(1 - phi**2)
        for t in range(1, n):
            chains[:, t] = phi * chains[:, t - 1] + noise[:, t]
        row = convergence.row(chains)
        expected = 4 * n * (1 - phi) / (1 + phi)
        self.assertLess(abs(row["ess"] / expected - 1), 0.15)
        self.assertLess(row["rhat"], 1.01)
        self.assertLess(abs(row["mean"]) / row["mean_error"], 4)
        self.assertLess(abs(row["sd"] - 1 / math.sqrt(1 - phi**2)) / row["sd_error"], 4)

    def test_chains_apart_are_seen(self):
        random = numpy.random.default_rng(4)
        chains = random.normal(size=(4, 1000))
        chains[0] += 1
        self.assertGreater(convergence.row(chains)["rhat"], 1.05)
        # The same mean, another spread.
        chains = random.normal(size=(4, 1000))
        chains[0] *= 3
        self.assertGreater(convergence.row(chains)["rhat"], 1.05)
        self.assertEqual(math.inf, convergence.rhat(numpy.repeat([[0.0], [1.0]], 10, axis=1)))

    def test_as_the_package_posterior_has_it(self):
        if not r_has("posterior"):
            self.skipTest("R's package posterior is not there")
        random = numpy.random.default_rng(5)
        chains = numpy.cumsum(random.normal(size=(4, 250)), axis=1) * 0.3 + random.normal(size=(4, 250)) * 3
        for draws in (chains, numpy.round(chains)):
            with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
                numpy.savetxt(file, draws.T, fmt="%.17g")
                file.flush()
                script = (f"x <- as.matrix(read.table('{file.name}')); library(posterior);"
                          "cat(sprintf('%.12g', c(rhat(x), ess_bulk(x), mcse_mean(x), ess_mean(x))))")
                told = subprocess.run(["Rscript", "-e", script], capture_output=True, text=True, check=True).stdout.split()
            row = convergence.row(draws)
            own = [row["rhat"], row["ess"], row["mean_error"], (row["sd"] / row["mean_error"]) ** 2]
            for mine, theirs in zip(own, map(float, told)):
                self.assertAlmostEqual(mine / theirs, 1, places=6)

    def test_what_cannot_be_an_accident_is_wrong(self):
        same = {"mean": 1.0, "sd": 0.0, "mean_error": None, "sd_error": None}
        moved = {"mean": 0.5, "sd": 0.5, "mean_error": 0.01, "sd_error": 0.01}
        self.assertGreater(abs(convergence.distance(same, moved, "mean")), 10)
        self.assertEqual(math.inf, convergence.distance(same, {**same, "mean": 2.0}, "mean"))
        self.assertEqual(0.0, convergence.distance(same, same, "mean"))

    def test_monitors_are_the_unobserved(self):
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(temporary) / "one"
            folder.mkdir()
            (folder / "model.bug").write_text("model { for (i in 1:3) { y[i] ~ dnorm(a.b, t) z[i]~dbern(p) }\n a.b ~ dnorm(0, 1) # c ~ d\n t<-1}")
            (folder / "data.json").write_text('{"y": [1, 2, 3], "z": [1, null, 0]}')
            self.assertEqual(["z", "a.b"], cases.Case(folder).monitors())

    def test_names_decide_halves_and_seeds(self):
        halves = [cases.Case(pathlib.Path(f"case-{i}")).half for i in range(1000)]
        self.assertLess(abs(halves.count("tune") - 500), 65)
        self.assertEqual(cases.Case(pathlib.Path("a/x")).seed, cases.Case(pathlib.Path("b/x")).seed)

    def test_names_decide_who_is_among_a_share(self):
        some = [case for case in (cases.Case(pathlib.Path(f"case-{i}")) for i in range(1000)) if case.among(3)]
        # Two shares of a third each, five standard deviations wide.
        self.assertLess(abs(len(some) - 333), 75)
        self.assertLess(abs([case.half for case in some].count("tune") - len(some) / 2), 46)


class TwoCases(unittest.TestCase):
    def survey(self, *arguments):
        here = pathlib.Path(survey.__file__)
        return subprocess.run([sys.executable, str(here), *map(str, arguments)], capture_output=True, text=True, check=True).stdout

    @unittest.skipUnless(TANDEM_IS_BUILT or JAGS_IS_THERE, "neither Tandem nor JAGS is there")
    def test_both_engines(self):
        with tempfile.TemporaryDirectory() as temporary:
            folder, results = pathlib.Path(temporary) / "cases", pathlib.Path(temporary) / "results"
            write_cases(folder)
            chosen = ([] if not TANDEM_IS_BUILT else ["tandem"]) + ([] if not JAGS_IS_THERE else ["jags", "jags-glm"])
            self.survey("run", folder, "--out", results, "--engines", ",".join(chosen), "--limit", 30)
            for engine in chosen:
                result = json.loads((results / f"conjugate.{engine}.json").read_text())
                self.assertEqual("converged", result["status"], result.get("error"))
                self.assertGreaterEqual(result["ess"], engines.ENOUGH)
                truth = json.loads((results / "conjugate.reference.json").read_text())["rows"]
                for what in ("mean", "sd"):
                    self.assertLess(convergence.apart(result["rows"], truth, what)[0], 4.5)
                self.assertGreater(result["seconds"]["everything"], result["seconds"]["sampling"])
            if JAGS_IS_THERE:
                refused = json.loads((results / "without-start.jags.json").read_text())
                self.assertEqual("no start", refused["status"])
                self.assertIn("nconsistent", refused["error"])
            if TANDEM_IS_BUILT:
                started = json.loads((results / "without-start.tandem.json").read_text())
                self.assertEqual("converged", started["status"])
                for name, own in started["own_rows"].items():
                    # One implementation judges all engines; it is the one that Tandem prints.
                    self.assertAlmostEqual(started["rows"][name]["ess"] / own["ess"], 1, places=3)
                    self.assertAlmostEqual(started["rows"][name]["rhat"], own["rhat"], places=4)
            # What is there is not run again.
            self.assertEqual("", self.survey("run", folder, "--out", results, "--engines", ",".join(chosen)))
            shown = self.survey("table", results)
            self.assertIn("| conjugate |", shown)
            self.assertIn("| without-start |", shown)


class WrongAnswers(unittest.TestCase):
    def test_a_wrong_mean_is_shown(self):
        row = {"mean": 0.0, "sd": 1.0, "mean_error": 0.02, "sd_error": 0.02, "rhat": 1.0, "ess": 2000}
        result = {"case": "one", "half": "tune", "status": "converged", "rhat": 1.0, "ess": 2000.0, "rhat_of": "x", "ess_of": "x",
                  "seconds": {"everything": 2.0, "sampling": 1.0}}
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(temporary)
            survey.write(folder / "one.jags.json", {**result, "engine": "jags", "rows": {"x": row}})
            survey.write(folder / "one.tandem.json", {**result, "engine": "tandem", "rows": {"x": {**row, "mean": 0.2}}})
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                survey.table(type("Chosen", (), {"results": folder, "page": None}))
            self.assertIn("**7.1** x", printed.getvalue())
            self.assertIn("of 1 cases where both have converged: 7.1, x of one; 1 above 4.", printed.getvalue())

    def test_peers_that_were_not_run_are_those_of_the_page(self):
        row = {"mean": 0.0, "sd": 1.0, "mean_error": 0.02, "sd_error": 0.02, "rhat": 1.0, "ess": 2000}
        result = {"half": "tune", "engine": "tandem", "rhat": 1.0, "ess": 400.0, "rhat_of": "x", "ess_of": "x", "rows": {"x": row},
                  "seconds": {"everything": 2.0, "sampling": 1.0}}
        with tempfile.TemporaryDirectory() as temporary:
            folder, page = pathlib.Path(temporary) / "results", pathlib.Path(temporary) / "page.md"
            page.write_text("".join(f"| {name} | yes | {jags} | yes | 1.0 | 1.0 | 300 | {rate} | 200 | 1.5 | 1 | 3 | 1 |\n"
                                    for name, jags, rate in (("one", "yes", 100), ("two", "not converged: R-hat 1.01, 232", 50))))
            folder.mkdir()
            survey.write(folder / "one.tandem.json", {**result, "case": "one", "status": "converged"})
            survey.write(folder / "two.tandem.json", {**result, "case": "two", "status": "not converged"})
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                survey.table(type("Chosen", (), {"results": folder, "page": page}))
            for line in ("- jags: 2 cases (2 as on the page): 1 converged, 1 not converged.",
                         "- Of 2 cases on which JAGS converges, Tandem converges on 1; not on two.",
                         "Tandem to the better of the two: geometric mean 2 of 2 cases",
                         "the sooner of JAGS and JAGS with glm to Tandem: geometric mean 0.5 of 2 cases, least 0.5, 2 below 1."):
                self.assertIn(line, printed.getvalue())


class Starts(unittest.TestCase):
    @unittest.skipUnless(TANDEM_IS_BUILT, "Tandem is not there")
    def test_each_failure_is_counted_where_it_happens(self):
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(temporary)
            for name, model, data in (("starts", "model { y ~ dnorm(mu, 1) mu ~ dnorm(0, 1) }", {"y": 1.5}),
                                      ("unknown", "model { y ~ dnorm(mu, 1) mu ~ dnorm(x, 1) }", {"y": 1.5}),
                                      ("unread", "model { y ~ dnorm(mu, 1 }", {"y": 1.5})):
                (folder / "cases" / name).mkdir(parents=True)
                (folder / "cases" / name / "model.bug").write_text(model)
                (folder / "cases" / name / "data.json").write_text(json.dumps(data))
            command = [sys.executable, starts.__file__, str(folder / "cases"), "--keep", str(folder / "kept"), "--title", "Three"]
            shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
            self.assertIn("| with their data | 3 | 2 | 1 | 1 |", shown)
            self.assertRegex(shown, r"- unknown does not compile: .*x")
            self.assertRegex(shown, r"- unread is not read: ")
            # What is kept is not asked again, even where it would answer otherwise.
            (folder / "cases" / "unread" / "model.bug").write_text("model { mu ~ dnorm(0, 1) }")
            self.assertEqual(shown, subprocess.run(command, capture_output=True, text=True, check=True).stdout)

    def test_models_between_quotation_marks_are_found_once(self):
        with tempfile.TemporaryDirectory() as temporary:
            clone = pathlib.Path(temporary)
            script = 'cat(file = "m.txt", "\nmodel {\n  y ~ dnorm(0, 1)\n}\n")\nx <- "model {"\n'
            (clone / "a.R").write_text(script)
            (clone / "b.R").write_text(script + "# again\n")
            for line in (["init", "-q"], ["add", "."], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "two"]):
                subprocess.run(["git", "-C", temporary, *line], check=True)
            self.assertEqual(["a.R"], [name for name, _ in starts.texts(temporary)])


class BesideStan(unittest.TestCase):
    def test_rates_are_those_of_what_both_report(self):
        row = {"mean": 0.0, "sd": 1.0, "mean_error": 0.02, "sd_error": 0.02, "rhat": 1.0, "ess": 2000}
        result = {"case": "one", "half": "report", "status": "converged", "own": {"divergences": 0}}
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(temporary)
            # What stanli does not report is slow, and does not count.
            rows = {"x": row, "only here": {**row, "ess": 10}}
            survey.write(folder / "one.tandem.json", {**result, "engine": "tandem", "rows": rows,
                                                      "seconds": {"everything": 2.0, "sampling": 0.5}})
            for engine, seconds in (("stanli", 2.0), ("stanli-fast", 1.0)):
                survey.write(folder / f"one.{engine}.json", {**result, "engine": engine, "rows": {"x": {**row, "ess": 1000}},
                                                             "seconds": {"everything": 2.0, "sampling": seconds}})
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                survey.stan_table(type("Chosen", (), {"results": folder, "page": None}))
            self.assertIn("| one | report | yes | yes | yes | 4,000 | 500 | 1,000 | 4 | 2 | 0 0 |", printed.getvalue())
            # What was printed serves where stanli is not run again; its seconds of everything are not printed.
            page = folder / "page.md"
            page.write_text(printed.getvalue())
            for engine in ("stanli", "stanli-fast"):
                (folder / f"one.{engine}.json").unlink()
            survey.write(folder / "one.tandem.json", {**result, "engine": "tandem", "rows": {"x": {**row, "ess": 1000}},
                                                      "seconds": {"everything": 2.0, "sampling": 0.5}})
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                survey.stan_table(type("Chosen", (), {"results": folder, "page": page}))
            self.assertIn("| one | report | yes | yes | yes | 2,000 | 500 | 1,000 | 2 |  | 0 0 |", printed.getvalue())


class BesideNutpie(unittest.TestCase):
    def test_gradients_are_counted_by_what_both_report(self):
        row = {"mean": 0.0, "sd": 1.0, "mean_error": 0.02, "sd_error": 0.02, "rhat": 1.0, "ess": 2000}
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(temporary)
            for case, condition in (("mild", 2.0), ("narrow", 90.0)):
                for engine, gradients, ess in (("tandem", 8000, 4000), ("nutpie", 20000, 1000), ("nutpie-lowrank", 6000, 2000)):
                    # What only Tandem reports is slow, and does not count.
                    rows = {"x": {**row, "ess": ess}} | ({"only here": {**row, "ess": 10}} if engine == "tandem" else {})
                    survey.write(folder / f"{case}.{engine}.json", {
                        "case": case, "half": "tune", "status": "converged", "engine": engine, "rows": rows, "seconds": {},
                        "own": {"gradients": gradients, "condition": condition, "divergences": 0}})
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                survey.gradients_table(type("Chosen", (), {"results": folder}))
            lines = printed.getvalue().splitlines()
            self.assertEqual(["| narrow | tune | 90.0 | 2 | 20.0 | 3 | 10.0 | 1.5 |", "| mild | tune | 2 | 2 | 20.0 | 3 | 10.0 | 1.5 |"], lines[2:4])
            self.assertIn("The 1 most correlated cases: gradients for an effective draw, nutpie with its low-rank metric to Tandem: geometric "
                          "mean 1.5 of 1 cases", printed.getvalue())

    def test_gradients_of_a_run(self):
        absent = engines.missing("nutpie-lowrank")
        if absent:
            self.skipTest(absent)
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(temporary) / "line"
            folder.mkdir()
            (folder / "model.bug").write_text("model { mu ~ dnorm(0, 1) }")
            # A strong correlation, of 0.99, has the condition number 199.
            (folder / "model.stan").write_text("data { real rho; } parameters { real a; real b; } "
                                               "model { a ~ normal(0, 1); b ~ normal(rho * a, sqrt(1 - rho^2)); }")
            (folder / "stan.json").write_text('{"rho": 0.99}')
            result = engines.run("nutpie-lowrank", cases.Case(folder), ["a", "b"], 60)
            self.assertEqual("converged", result["status"], result)
            self.assertEqual({"a", "b"}, set(result["rows"]))
            self.assertAlmostEqual(math.log(199), math.log(result["own"]["condition"]), delta=0.5)
            self.assertGreater(result["own"]["gradients"], 4000)


def r_has(package):
    try:
        return subprocess.run(["Rscript", "-e", f"library({package})"], capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


if __name__ == "__main__":
    unittest.main()
