"""Holds the comparison of twins: equal densities pass, a wrong twin is caught."""

import importlib.util
import json
import pathlib
import tempfile
import unittest

import numpy

import cases
import posteriordb

STAN = """data { int n; array[n] real y; }
parameters { simplex[2] w; real<lower=0> s; }
model { s ~ normal(0, 2); w ~ dirichlet([2, 3]'); for (i in 1:n) y[i] ~ normal(w[1], s); }"""
BUGS = """data { a[1] <- 2  a[2] <- 3 }
model { w[1:2] ~ ddirch(a[])  s ~ dnorm(0, PRECISION) T(0,)  for (i in 1:n) { y[i] ~ dnorm(w[1], pow(s, -2)) } }"""


class ComparisonTest(unittest.TestCase):
    def test_constants_do_not_count_and_all_else_does(self):
        stan = numpy.array([1.0, 4.0, -2.0])
        self.assertEqual(posteriordb.compare(stan, stan + 7)[1], 0)
        self.assertEqual(posteriordb.compare(stan, 2 * stan), (6.0, 6.0))

    def test_unknowns_follow_from_those_of_stan(self):
        about = {"unknowns": {"gap": "lambda[1] - lambda[0]", "tau": "1 / v"}, "stretch": "-2 * log(v)"}
        elements, stretch = posteriordb.twin_point(["lambda.1", "lambda.2", "v"], [1.0, 4.0, 2.0], about)
        self.assertEqual(elements, {"gap": 3.0, "tau": 0.5})
        self.assertAlmostEqual(stretch, -2 * numpy.log(2))

    def test_every_row_has_a_text(self):
        self.assertGreaterEqual(len(posteriordb.rows()), 40)

    @unittest.skipUnless(importlib.util.find_spec("stanli") and importlib.util.find_spec("bridgestan")
                         and posteriordb.BENCHMARKS.exists(), "needs stanli, bridgestan and the built benchmarks")
    def test_a_wrong_twin_is_caught(self):
        import stanli

        about = {"model": "own", "simplexes": ["w"]}
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(temporary) / "own"
            folder.mkdir()
            (folder / "model.stan").write_text(STAN)
            for name in ("stan.json", "data.json"):
                (folder / name).write_text(json.dumps({"n": 3, "y": [0.1, 1.2, 0.4]}))
            case = cases.Case(folder)
            stan, names, values = posteriordb.stan_side(stanli, case, 6, about)
            deviations = []
            for precision in ("0.25", "0.3"):
                (folder / "model.bug").write_text(BUGS.replace("PRECISION", precision))
                twin = posteriordb.twin_side(case.model, case.data_file, names, values, about)
                deviations.append(posteriordb.compare(stan, twin)[1])
        self.assertLess(deviations[0], 1e-8)
        self.assertGreater(deviations[1], 1e-3)


if __name__ == "__main__":
    unittest.main()
