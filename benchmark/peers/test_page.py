"""Holds the page of the peers to made-up runs: what is shown, what is not, and that figures are what the runs say.

    python3 -m unittest -v test_page
"""

import json
import pathlib
import tempfile
import unittest
from unittest import mock

import page
import problems as table
import run

NOW = {"tandem": "commit new", "jags": "JAGS 9"}


def row(peer, problem="zip", repeat=0, ess=400.0, sampling=1.0, everything=3.0, rhat=1.0, **others):
    return {"problem": problem, "peer": peer, "repeat": repeat, "version": NOW[peer], "counts": table.counts(problem, peer),
            "began": "2030-01-01 12:00:00", "load": 1.0, "ess": ess, "sampling": sampling, "everything": everything,
            "compile": 0.5, "warmup": 0.5, "rhat": rhat, "judged": 1, "of": 1, "draws": 4000, "memory": 1.0, **others}


class PageTest(unittest.TestCase):
    def results(self, *rows, means=()):
        work = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (work / "elements").mkdir()
        for each in rows:
            run.keep(work, each)
            mean = dict(means).get(each["peer"], 0.0)
            run.elements_file(work, json.loads(json.dumps(each))).write_text(
                json.dumps({"x": {"ess": 1, "rhat": 1, "mean": mean, "error": 0.1, "least": -1}}))

        def version(peer):
            if peer not in NOW:
                raise run.Missing(peer)
            return NOW[peer]

        self.enterContext(mock.patch.object(run, "version", version))
        return page.Results(work)

    def test_runs_of_other_versions_or_counts_are_not_shown(self):
        results = self.results(row("tandem"), row("tandem", repeat=1, version="commit old"), row("jags", version="JAGS 8"),
                               row("tandem", repeat=2, counts=(1, 1, 1)))
        self.assertEqual([r["repeat"] for r in results.get("zip", "tandem")], [0])
        self.assertEqual(results.get("zip", "jags"), [])

    def test_a_run_made_again_takes_the_place_of_the_first(self):
        results = self.results(row("tandem", ess=100.0), row("tandem", ess=200.0))
        self.assertEqual([r["ess"] for r in results.get("zip", "tandem")], [200.0])

    def test_ratios_are_of_medians_and_only_where_both_converged(self):
        results = self.results(*(row("tandem", repeat=k, ess=100.0 * (k + 1)) for k in range(3)), row("jags", ess=50.0))
        self.assertEqual(page.ratios(results, "mixed", "jags"), {"zip": 4.0})
        self.assertIn("| zip | 200 (100 to 300) | 50.0, **4x** |", page.rate_table(results, "mixed"))
        apart = self.results(row("tandem"), row("jags", rhat=1.06))
        self.assertEqual(page.ratios(apart, "mixed", "jags"), {})
        self.assertIn("400 !", page.rate_table(apart, "mixed"))

    def test_a_cold_start_counts_everything_but_the_draws_beyond_400(self):
        # 2 s before the first draw; then 800 effective draws in 1 s, of which 400 are wanted.
        results = self.results(row("tandem", ess=800.0), row("jags", ess=800.0, everything=6.0))
        self.assertEqual(page.until_400(results.get("zip", "tandem")), [2.5])
        self.assertEqual(page.colds(results, "mixed", "jags"), {"zip": 5.5 / 2.5})

    def test_goals_are_judged_by_the_figures(self):
        behind = page.goals(self.results(row("tandem", ess=100.0), row("jags", ess=400.0)))
        self.assertIn("missed on the 1 of 13 that could be compared: 0.25x JAGS in the geometric mean, level or ahead on 0 of 1; behind on zip 0.25x", behind)
        ahead = page.goals(self.results(row("tandem", ess=8400.0), row("jags", ess=400.0)))
        self.assertIn("reached on the 1 of 13 that could be compared: 21x JAGS in the geometric mean, level or ahead on 1 of 1", ahead)

    def test_means_that_differ_are_seen(self):
        results = self.results(row("tandem"), row("jags"), means={"jags": 1.0}.items())
        self.assertIn("| jags | 1 | 1 | 7.1 | zip, x | none |", page.agreement(results))

    def test_turns_are_taken_or_not(self):
        self.assertIn("took turns", page.turns(self.results(row("tandem"), row("jags", began="2030-01-01 12:09:00"))))
        late = page.turns(self.results(row("tandem"), row("jags", began="2030-01-01 12:11:00")))
        self.assertIn("0 of 1 runs", late)

    def test_a_crowd_is_weighed_by_jags(self):
        said = page.crowd(self.results(row("jags", sampling=2.0, load=30.0), row("jags", repeat=1, sampling=1.0, load=3.0)))
        self.assertIn("on the 1 problems", said)
        self.assertIn("(median 30) took 2.00 times", said)
        self.assertEqual(page.crowd(self.results(row("jags"))), "")

    def test_points_on_absent_programs_are_left_out(self):
        text = "- `jags` is\n  one.\n- `nimble` is\n  another.\n- Others.\n"
        self.assertEqual(page.present(text, ["jags"]), "- `jags` is\n  one.\n- Others.\n")

    def test_what_was_left_out_is_named(self):
        table_of_absent = page.left_out(self.results(row("tandem"), {**row("jags"), "failed": True, "everything": 7.0}))
        self.assertIn("| jags | zip | ended after 7 processor seconds without draws |", table_of_absent)
        self.assertRegex(table_of_absent, r"\| stanli \| eight-schools, .* \| not installed \|")


if __name__ == "__main__":
    unittest.main()
