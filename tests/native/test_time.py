"""Time limits and signals: every search stops, and returns the best result so far."""

import csv
import json
import os
import pty
import random
import signal
import subprocess
import unittest

from program import DATA, LIMITS, MOLHIV, PROGRAM, ProgramTest, run
from rounds import some

OVER = ["--time-limit", "1e-9"]  # over before anything has begun, on every machine


def three_components(count):
    """Sizes, so many different ones that every method takes long."""
    draw = random.Random(5)
    lines = ["%d,%d,%d" % tuple(draw.randint(1, 10**6) for _ in range(3)) for _ in range(count)]
    return "\n".join(["a,b,c", *lines, ""])


class TimeLimit(ProgramTest):
    def rows(self, count):
        return self.write("rows.csv", three_components(count))

    def test_every_method(self):
        path = self.rows(20000)
        for method in some(["next-fit", "spfhp", "lpfhp", "fixed-count", "fill", "dot-product", "auto", "repair",
                            "column-generation", "tightest-component", "optimal"]):
            plan = self.json("pack", path, "--limits", "5000000,5000000,5000000", "--method", method, "--check", *OVER)
            ended = "finished" if method == "next-fit" else "time-limit"
            self.assertEqual(plan["metrics"]["ended"], ended, method)

    def test_reports_say_why_it_ended(self):
        limits = ["--limits", "5000000,5000000,5000000"]
        path = self.rows(20000)
        self.assertRegex(self.ok("pack", path, *limits, *OVER), r"ended +stopped at the time limit\n")
        self.assertEqual(self.json("pack", MOLHIV, *LIMITS, "--method", "optimal")["metrics"]["ended"], "optimal")
        self.assertEqual(self.json("pack", MOLHIV, *LIMITS, "--method", "lpfhp")["metrics"]["ended"], "finished")
        self.assertNotIn("ended", self.ok("pack", MOLHIV, *LIMITS, "--method", "lpfhp"))

    def test_estimate(self):
        self.assertGreater(self.json("estimate", self.rows(4000), "--limits", "max", *OVER)["metrics"]["packs"], 0)

    def test_compare_lists_what_was_tried(self):
        whole = self.json("compare", MOLHIV, *LIMITS)
        self.assertEqual(whole["metrics"]["ended"], "finished")
        stopped = self.json("compare", MOLHIV, *LIMITS, *OVER)
        self.assertEqual(stopped["metrics"]["ended"], "time-limit")
        self.assertLess(stopped["metrics"]["plans"], whole["metrics"]["plans"])
        self.assertIn("stopped at the time limit: the methods that", self.ok("compare", MOLHIV, *LIMITS, *OVER))

    def test_sweep_has_the_cells_by_then(self):
        words = ["sweep", self.rows(4000)]
        for name in "abc":
            words += ["--range", name + "=1000000:1000002"]
        sweep = self.json(*words, *OVER)
        self.assertEqual(sweep["metrics"]["ended"], "time-limit")
        self.assertGreaterEqual(sweep["metrics"]["packed"], 1)
        self.assertLess(sweep["metrics"]["packed"], 27)
        self.assertIsNotNone(sweep["best"])
        self.assertIn("stopped at the time limit; a better cell may exist", self.ok(*words, *OVER))

    def test_search_out_of_time_is_not_out_of_limits(self):
        path = self.rows(4000)
        text = self.ok("search", path, "--best", *OVER)
        self.assertIn("best limits found: ", text)
        self.assertRegex(text, r"ended +stopped at the time limit before all limits were considered")
        for question in ("--best", "--pareto"):
            search = self.json("search", path, question, *OVER)
            self.assertEqual(len(search["found"]), 1)
            self.assertEqual(search["metrics"]["ended"], "time-limit")
            self.assertFalse(search["metrics"]["complete"])
        text = self.ok("search", path, "--target", "0.9999", *OVER, code=1)
        self.assertIn("no limits found that reach 99.99%", text)
        self.assertIn("; the best found are ", text)

    def test_limits_that_hold_no_item_are_told(self):
        text = self.ok("search", self.rows(9), "--best", "--range", "a=1:2", code=1)
        self.assertIn("no limits in these ranges hold the largest items", text)


class Gap(ProgramTest):
    def test_a_search_stops_once_its_plan_is_within_the_gap(self):
        command = ["pack", MOLHIV, "--limits", "222,502", "--depth", "8", "--method", "optimal", "--gap", "5"]
        metrics = self.json(*command)["metrics"]
        self.assertEqual(metrics["ended"], "within-gap")
        self.assertLessEqual(100 * metrics["gap"], 5 * metrics["lower_bound"])
        self.assertIn("stopped within --gap of the lower bound", self.ok(*command))

    def test_refusals(self):
        self.refused("pack", MOLHIV, *LIMITS, "--gap", "-1", says="--gap: -1 is out of range (at least 0)")


class ProgressCsv(ProgramTest):
    def lines(self, *arguments):
        path = self.folder / "progress.csv"
        plan = self.json("pack", *arguments, "--progress-csv", path)
        rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
        self.assertEqual(list(rows[0]), ["seconds", "packs", "bound"])
        return plan, rows

    def test_every_line_improves_on_the_last_and_the_last_is_the_result(self):
        tables = [(MOLHIV, *LIMITS), (DATA / "glue_cola_128.csv", "--limits", "128", "--depth", "3")]
        for arguments in tables:
            for method in ("optimal", "auto", "next-fit"):
                plan, rows = self.lines(*arguments, "--method", method)
                packs = [int(row["packs"] or 10**9) for row in rows]
                bounds = [int(row["bound"] or 0) for row in rows]
                for earlier, later in zip(range(len(rows)), range(1, len(rows))):
                    self.assertLessEqual(float(rows[earlier]["seconds"]), float(rows[later]["seconds"]))
                    self.assertLessEqual(packs[later], packs[earlier])
                    self.assertGreaterEqual(bounds[later], bounds[earlier])
                    self.assertNotEqual((packs[later], bounds[later]), (packs[earlier], bounds[earlier]))
                self.assertEqual((packs[-1], bounds[-1]), (plan["metrics"]["packs"], plan["metrics"]["lower_bound"]))

    def test_a_longer_file_is_replaced(self):
        (self.folder / "progress.csv").write_text("x" * 10000)
        _, rows = self.lines(MOLHIV, *LIMITS)
        self.assertLess(len(rows), 100)

    def test_pipes(self):
        for name in ("-", "/dev/stdout"):
            done = run("pack", MOLHIV, *LIMITS, "--progress-csv", name, cwd=self.folder)
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            self.assertRegex(done.stdout.decode(), r"\Aseconds,packs,bound\n(\d+\.\d{6},\d*,\d*\n)+32,901 items of ")
        done = run("pack", MOLHIV, *LIMITS, "--progress-csv", "/dev/stderr")
        self.assertRegex(done.stderr.decode(), r"\Aseconds,packs,bound\n(\d+\.\d{6},\d*,\d*\n)+\Z")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_file_that_cannot_be_written(self):
        self.refused("pack", MOLHIV, *LIMITS, "--progress-csv", self.folder / "none" / "progress.csv",
                     says="none/progress.csv: No such file or directory")


class Signals(ProgramTest):
    def test_the_first_signal_asks_for_the_best_so_far(self):
        path = self.write("rows.csv", three_components(20000))
        for number in (signal.SIGINT, signal.SIGTERM):
            terminal, stderr = pty.openpty()  # the progress bar says that the search has begun
            command = [PROGRAM, "pack", str(path), "--limits", "5000000,5000000,5000000", "--method", "optimal",
                       "--time-limit", "600", "--json"]
            with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stderr) as process:
                os.read(terminal, 1)
                process.send_signal(number)
                plan = json.loads(process.stdout.read())
                self.assertEqual(process.wait(), 0)
            os.close(stderr)
            os.close(terminal)
            self.assertEqual(plan["metrics"]["ended"], "interrupted")
            self.assertGreater(plan["metrics"]["packs"], 0)


if __name__ == "__main__":
    unittest.main()
