"""search: limits found by the machine."""

import json
import os
import re
import shlex
import subprocess
import unittest

from program import DATA, MOLHIV, PROGRAM, ProgramTest
from rounds import some

PCQM = DATA / "pcqm4mv2_train_digitized.csv"


class Search(ProgramTest):
    def setUp(self):
        super().setUp()
        # Efficiencies 8/9 in packs of 3, 8/10 in packs of 5, 8/8 in packs of 8.
        self.threes = self.write("threes.csv", "length,count\n3,2\n2,1\n")

    def test_target(self):
        text = self.ok("search", self.threes, "--target", 0.9)
        self.assertIn("smallest limits for 90%: 8; proven: no cheaper limits reach it", text)
        self.assertIn("--limits 8", text)
        found = self.json("search", self.threes, "--target", 0.9)
        self.assertEqual(found["schema"], "tuplepack.search/1")
        self.assertEqual(found["ranges"], [{"first": 3, "last": 12, "step": 1}])
        self.assertEqual([(one["limits"], one["packs"], one["measure"]) for one in found["found"]], [([8], 1, 1.0)])
        self.assertTrue(found["metrics"]["proved"])
        for limit in range(3, 8):
            boxes = [box for box in found["ruled_out"] if box["first"][0] <= limit <= box["last"][0]]
            self.assertEqual(len(boxes), 1)
            self.assertLess(boxes[0]["at_most"], 0.9)

    def test_the_command_can_be_copied(self):
        """Whatever the file is called, a shell that reads the command plans for that file, and does nothing else."""
        content = self.threes.read_text()
        for name in some(["plain.csv", "x y;touch Z.csv", "it's.csv", "$HOME.csv", "`touch Z`.csv", "$(touch Z).csv", "a\tb\x1b[31m.csv", "a\nb.csv",
                     "a&b|c>d.csv", "#.csv", "~.csv", "=ls.csv", "größe.csv", "\\x.csv", '".csv', "!!.csv", "-x.csv"]):
            words = ["search", self.write(name, content), "--best"]
            text = self.ok(*words)
            command = text.split("\n  plan         ")[1].split("\n")[0]
            self.assertEqual(self.json(*words)["found"][0]["command"], command)
            self.assertTrue(all(character.isprintable() for character in command), command)
            with self.subTest(name, command=command):
                before = sorted(os.listdir(self.folder))
                done = subprocess.run(["bash", "-c", 'tuplepack() { "$PROGRAM" "$@"; }\n' + command], cwd=self.folder, capture_output=True,
                                      env={**os.environ, "PROGRAM": PROGRAM})
                self.assertEqual((done.returncode, done.stderr), (0, b""))
                self.assertIn("one pack", done.stdout.decode())
                self.assertEqual(sorted(os.listdir(self.folder)), before)

    def test_target_out_of_reach(self):
        words = ["search", self.threes, "--target", 0.9, "--range", "length=3:7"]
        text = self.ok(*words, code=1)
        self.assertIn("no limits in these ranges reach 90%", text)
        found = self.json(*words, code=1)
        self.assertEqual(found["found"], [])
        self.assertEqual(found["best"]["limits"], [3])
        self.ok("search", self.threes, "--best", "--range", "length=1:2", code=1)

    def test_what_is_not_listed_is_counted(self):
        """A prime total is no multiple of any limit, so each is ruled out by itself: more than are kept."""
        ones = self.write("ones.csv", "length,count\n1,100000007\n")
        words = ["search", ones, "--target", 1, "--range", "length=2:9000", "--time-limit", 100]
        ruled_out = self.json(*words, code=1)["metrics"]["ruled_out"]
        listed, more = re.search(r"efficiency ≤\n(.*?)\n  … ([\d,]+) more", self.ok(*words, code=1), re.DOTALL).groups()
        self.assertEqual(len(listed.split("\n")) + int(more.replace(",", "")), ruled_out)
        self.assertGreater(ruled_out, 8000)

    def test_multiples_and_weights(self):
        found = self.json("search", PCQM, "--target", 0.9, "--multiple-of", "8", "--weights", "3,1")
        limits = found["found"][0]["limits"]
        self.assertEqual([limit % 8 for limit in limits], [0, 0])
        self.assertEqual(found["found"][0]["cost"], 3 * limits[0] + limits[1])
        self.assertEqual(found["weights"], [3, 1])
        narrow = self.json("search", PCQM, "--target", 0.5, "--multiple-of", "8,4", "--range", "nodes=20:50")
        self.assertEqual(narrow["ranges"][0], {"first": 24, "last": 48, "step": 8})

    def test_every_component(self):
        mean = self.json("search", MOLHIV, "--target", 0.94)["found"][0]
        least = self.json("search", MOLHIV, "--target", 0.94, "--per-component")["found"][0]
        self.assertGreaterEqual(min(least["efficiency"]), 0.94)
        self.assertEqual(least["measure"], min(least["efficiency"]))
        self.assertLessEqual(mean["cost"], least["cost"])

    def test_front(self):
        folder = self.folder / "plans"
        front = self.json("search", self.threes, "--pareto", "--plan", folder)
        self.assertEqual([one["limits"] for one in front["found"]], [[3], [8]])
        for one in front["found"]:
            plan = json.loads((folder / ("%d.json" % one["limits"][0])).read_text())
            self.assertEqual(plan["metrics"]["packs"], one["packs"])
            self.assertEqual(plan["limits"], one["limits"])
        self.assertIn("2 Pareto-optimal points of cost and efficiency", self.ok("search", self.threes, "--pareto"))

    def test_best(self):
        self.assertIn("best limits: 8; none in these ranges are better", self.ok("search", self.threes, "--best"))
        best = self.json("search", PCQM, "--best", "--range", "nodes=20:30", "--range", "edges=54:60:2")
        self.assertGreaterEqual(best["metrics"]["at_most"], best["found"][0]["measure"])

    def test_command_makes_the_plan(self):
        for words in (["--target", 0.95], ["--target", 0.95, "--depth", 9], ["--best"]):
            found = self.json("search", PCQM, *words, "--range", "nodes=20:32", "--range", "edges=54:66",
                              "--plan", self.folder / "plan.json")["found"][0]
            command = found["command"].split()
            self.assertEqual(command[:3], ["tuplepack", "pack", str(PCQM)])
            made = self.json("pack", PCQM, *command[3:])
            self.assertLessEqual(made["metrics"]["packs"], found["packs"])
            written = json.loads((self.folder / "plan.json").read_text())
            self.assertEqual(written["metrics"]["packs"], found["packs"])

    def test_the_command_reads_the_same_sizes(self):
        """Its options of reading are those of the search."""
        table = self.write("two words.csv", "x,length,y,times\n1,5,9,2\n2,7,9,1\n3,9,9,1\n")
        rows = self.write("rows.jsonl", '{"a": [1, 2], "b": [7]}\n{"a": [], "b": [8]}\n')
        for path, words in ((table, ["--columns", "length,x"]), (table, ["--columns", "x", "--count-column", "times"]),
                            (table, ["--columns", "2", "--format", "csv", "--max-gzip-ratio", "7"]),
                            (rows, ["--lengths-of", "a,b"])):
            for question in (["--best"], ["--target", "0.5"]):
                found = self.json("search", path, *words, *question)["found"][0]
                command = shlex.split(found["command"])
                self.assertEqual(command[:3 + len(words)], ["tuplepack", "pack", str(path), *self.in_rows(words)])
                made = self.json(*command[1:])
                self.assertEqual((made["limits"], made["metrics"]["packs"]), (found["limits"], found["packs"]))

    def in_rows(self, words):
        """In the order of the table of options."""
        pairs = dict(zip(words[::2], words[1::2]))
        return [word for option in ("--format", "--columns", "--count-column", "--lengths-of", "--max-gzip-ratio") if option in pairs
                for word in (option, pairs[option])]

    def test_packs(self):
        """3, 3 and 2: two packs at 5, one at 8; with two items to a pack no limit makes one."""
        text = self.ok("search", self.threes, "--packs", 2)
        self.assertIn("smallest limits for 2 packs: 5; no smaller ones are enough", text)
        self.assertRegex(text, r"plan +tuplepack pack .*threes.csv --limits 5 ")
        found = self.json("search", self.threes, "--packs", 2, "--plan", self.folder / "plan.json")
        self.assertEqual((found["question"], found["packs"], found["target"]), ("packs", 2, None))
        self.assertEqual([(one["limits"], one["packs"]) for one in found["found"]], [([5], 2)])
        self.assertEqual([(box["first"], box["last"]) for box in found["ruled_out"]], [([3], [4])])
        self.assertTrue(found["metrics"]["proved"])
        self.assertEqual(json.loads((self.folder / "plan.json").read_text())["metrics"]["packs"], 2)
        self.assertEqual(self.json("search", self.threes, "--packs", 2, "--multiple-of", 4)["found"][0]["limits"], [8])
        self.assertEqual(self.json("search", self.threes, "--packs", 1)["found"][0]["limits"], [8])
        self.assertIn("no limits are large enough for one pack", self.ok("search", self.threes, "--packs", 1, "--depth", 2, code=1))

    def test_items(self):
        """Packs of so many items on average: 3, 3 and 2 as one of 8, or each by itself."""
        found = self.json("search", self.threes, "--items", 3)
        self.assertEqual((found["question"], found["items"], found["packs"]), ("packs", 3, 1))
        self.assertEqual(found["found"][0]["limits"], [8])
        self.assertEqual(self.json("search", self.threes, "--items", 1)["found"][0]["limits"], [3])
        self.assertIn("smallest limits for one pack of 2 items on average: 8", self.ok("search", self.threes, "--items", 2))
        found = self.json("search", MOLHIV, "--items", 128, "--plan", self.folder / "plan.json")
        self.assertEqual(found["packs"], 32901 // 128)
        [limits] = [one["limits"] for one in found["found"]]
        for limit, total in zip(limits, (830936, 1779606)):  # hardly more than 128 times the mean
            self.assertLess(abs(limit - 128 * total / 32901), 0.02 * limit)
        plan = json.loads((self.folder / "plan.json").read_text())
        self.assertGreaterEqual(plan["metrics"]["packing_factor"], 128)
        self.refused("search", MOLHIV, "--items", 0, says="--items: 0 is out of range")
        self.refused("search", MOLHIV, "--items", 2, "--packs", 2, says="search needs one of")
        self.refused("search", MOLHIV, "--items", 2, "--range", "nodes=222:300", says="--range: not with --items")

    def test_packs_of_several_components(self):
        """The limits keep their proportions, each rounded up; without proportions there are many answers."""
        found = self.json("search", MOLHIV, "--packs", 4000, "--limits", "max", "--depth", 256)
        nodes, edges = found["found"][0]["limits"]
        self.assertEqual(edges, 502)  # no less than the largest graph has
        self.assertEqual(nodes, 222)
        found = self.json("search", MOLHIV, "--packs", 3000, "--limits", "1,2", "--depth", 256)
        nodes, edges = found["found"][0]["limits"]
        self.assertEqual(nodes, (edges + 1) // 2)
        self.assertLessEqual(found["found"][0]["packs"], 3000)
        if found["metrics"]["proved"]:
            self.assertGreater(found["ruled_out"][0]["lower_bound"]["packs"], 3000)
            self.assertEqual(found["ruled_out"][0]["last"][1], edges - 1)
        self.refused("search", MOLHIV, "--packs", 3000, says="--packs: limits of num_nodes and num_edges can grow in many proportions")

    def test_refusals(self):
        for words, says in [([], "search needs one of --target, --packs, --items, --pareto or --best"),
                            (["--target", 0.9, "--best"], "search needs one of"),
                            (["--packs", 2, "--best"], "search needs one of"),
                            (["--packs", "0"], "--packs: 0 is out of range (at least 1)"),
                            (["--packs", 2, "--range", "length=3:7"], "--range: not with --packs"),
                            (["--best", "--limits", 7], "--limits: only with --packs"),
                            (["--packs", 2, "--limits", "7,8"], "--limits: expected one number (length), got 2"),
                            (["--target", "high"], "--target: 'high' is not a number"),
                            (["--target", "1.5"], "--target: 1.5 is out of range (above 0, at most 1)"),
                            (["--target", "0"], "--target: 0 is out of range"),
                            (["--best", "--weights", "1,2"], "--weights: expected one number (length), got 2"),
                            (["--best", "--weights", "0"], "--weights: 0 is out of range (at least 1)"),
                            (["--best", "--multiple-of", "0"], "--multiple-of: 0 is out of range (at least 1)"),
                            (["--best", "--multiple-of", "8", "--range", "length=3:7"], "contains no multiple of 8"),
                            (["--best", "--range", "height=3:7"], "unknown component 'height'"),
                            (["--best", "--range", "length=7:3"], "is empty"),
                            (["--best", "--time-limit", "0"], "--time-limit: 0 is out of range (above 0, at most 1000000000)")]:
            self.refused("search", self.threes, *words, says=says)


if __name__ == "__main__":
    unittest.main()
