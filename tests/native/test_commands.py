"""The commands beside pack and assign."""

import json
import re
import unittest

from program import COMMANDS, DATA, LIMITS, MOLHIV, ProgramTest


class Others(ProgramTest):
    def test_compare(self):
        compared = self.json("compare", MOLHIV, *LIMITS)
        self.assertEqual(compared["schema"], "tuplepack.compare/1")
        packs = [plan["packs"] for plan in compared["plans"]]
        self.assertEqual(packs, sorted(packs))
        self.assertEqual(packs[-1], 32901)  # none
        self.assertEqual(len(compared["plans"]), compared["metrics"]["plans"])
        text = self.ok("compare", MOLHIV, *LIMITS)
        self.assertRegex(text, r"(?m)^\* ")
        methods = {plan["method"] for plan in compared["plans"]}
        self.assertTrue({"none", "next-fit", "spfhp", "lpfhp", "dot-product", "fixed-count", "vector-balancing", "fill"} <= methods)
        self.assertEqual(len(re.findall(rf"(?m)^..(?:{'|'.join(methods)}) ", text)), len(packs))
        published = self.json("compare", MOLHIV, *LIMITS, "--paper")
        self.assertIn(3917, [plan["packs"] for plan in published["plans"]])

    def test_stats(self):
        stats = self.json("stats", MOLHIV)
        self.assertEqual(stats["schema"], "tuplepack.stats/1")
        self.assertEqual(stats["metrics"]["largest"], [222, 502])
        self.assertEqual(stats["metrics"]["smallest"], [2, 2])
        self.assertAlmostEqual(stats["metrics"]["mean"][0], 830936 / 32901)
        self.assertIn("█", self.ok("stats", MOLHIV))

    def test_stats_of_several_files(self):
        """Shards together are one file, whatever their formats; the histogram is for pack."""
        self.write("a-00000-of-00002", "x,y\n1,2\n3,4\n")
        self.write("a-00001-of-00002", "x,y\n3,4\n")
        self.write("b.json", '[{"x": 1, "y": 2, "count": 5}]')
        histogram = self.folder / "all.csv"
        stats = self.json("stats", self.folder / "a@2", self.folder / "b.js?n", "--histogram", histogram)
        self.assertEqual(histogram.read_text(), "x,y,count\n1,2,6\n3,4,2\n")
        self.assertEqual(self.json("stats", histogram), stats)
        self.refused("stats", self.folder / "a@3", says="a-00000-of-00003: shard 1 of 3 is missing")
        other = self.write("c.csv", "x\n1\n")
        self.refused("stats", histogram, other, says="c.csv: the components are x; those of the first file are x,y")
        empty = self.write("d.csv", "")
        self.refused("stats", histogram, empty, says="d.csv: no items")

    def test_several_files(self):
        """Shards are as one file, for every command that reads sizes."""
        rows = [(1 + number % 7, 2 + number % 5) for number in range(90)]
        whole = self.write("whole.csv", "x,y\n" + "".join("%d,%d\n" % row for row in rows))
        for shard, begin in enumerate((0, 30, 60)):
            self.write("s-%05d-of-00003" % shard, "x,y\n" + "".join("%d,%d\n" % row for row in rows[begin:begin + 30]))
        shards, plan = self.folder / "s@3", self.folder / "plan.json"
        parts = [self.folder / ("s-%05d-of-00003" % shard) for shard in range(3)]
        self.ok("pack", whole, "--limits", "20,30", "--plan", plan)
        commands = {"pack": ["--limits", "20,30"], "compare": ["--limits", "20,30"], "bound": ["--limits", "20,30"],
                    "estimate": ["--limits", "20,30"], "search": ["--target", "0.9"],
                    "sweep": ["--range", "x=10:12", "--range", "y=10:12"]}

        def without_time(answer):
            return re.sub(r'"seconds": ?[^,}]*|"tuplepack pack [^"]*"', "", answer)

        for command, options in commands.items():
            expected = without_time(self.ok(command, whole, *options, "--json"))
            for files in ([shards], parts, [self.folder / "s-*"]):
                self.assertEqual(without_time(self.ok(command, *files, *options, "--json")), expected)
        for command, options in (("assign", ["--plan", plan]), ("stream", ["--limits", "20,30", "--buffer", "16"])):
            expected = self.ok(command, whole, *options, "-o", "-")
            for files in ([shards], parts, [parts[0], self.folder / "s-*-of-00003", parts[1]][1:2]):
                self.assertEqual(self.ok(command, *files, *options, "-o", "-"), expected)
        self.assertIn(f"pack {parts[0]} {parts[1]} {parts[2]} --limits", self.ok("search", *parts, "--target", "0.9"))
        other, short = self.write("c.csv", "x\n1\n"), parts[:2]
        self.refused("stream", whole, other, "--limits", "20,30", says="c.csv: the components are x; those of the first file are x,y")
        self.refused("pack", whole, other, "--limits", "20,30", says="c.csv: the components are x; those of the first file are x,y")
        self.refused("pack", *parts, "--limits", "6,30", says=f"{parts[0]} and 2 other files: ")
        self.refused("assign", *short, "--plan", plan, says=f"{parts[0]} and one other file: items of size")
        self.refused("assign", *short, "--plan", plan, "-o", parts[1], says="reads")
        self.refused("stream", self.folder / "s@4", "--limits", "20,30", says="s-00000-of-00004: shard 1 of 4 is missing")
        state, out = self.folder / "state", self.folder / "packs.jsonl"
        self.ok("stream", *short, "--limits", "20,30", "--state", state, "-o", out)
        self.ok("stream", *parts, "--limits", "20,30", "--state", state, "-o", out)
        packed = [item for line in out.read_text().splitlines() for item in json.loads(line)]
        self.assertEqual(sorted(packed), list(range(90)))

    def test_bound(self):
        bound = self.json("bound", DATA / "wikipedia_512.csv", "--limits", "512")
        self.assertEqual(bound["schema"], "tuplepack.bound/1")
        self.assertEqual(bound["metrics"]["lower_bound"], 8135727)
        self.assertEqual(bound["metrics"]["lower_bound"], max(row["packs"] for row in bound["bounds"]))
        self.assertEqual(bound["metrics"]["efficiency"], [bound["histogram"]["totals"][0] / (8135727 * 512)])
        self.assertIn("no plan needs fewer than 8,135,727 packs", self.ok("bound", DATA / "wikipedia_512.csv", "--limits", "512"))

    def test_sweep(self):
        words = ["sweep", DATA / "pcqm4mv2_train_digitized.csv", "--range", "nodes=20:40:2", "--range", "edges=54:80:2"]
        pruned, full = self.json(*words), self.json(*words, "--full")
        self.assertEqual(pruned["schema"], "tuplepack.sweep/1")
        self.assertEqual(pruned["best"], full["best"])
        self.assertEqual(full["metrics"]["packed"], len(full["cells"]))
        self.assertEqual(len(full["cells"]), 11 * 14)
        self.assertEqual(full["cells"][15]["limits"], [22, 56])
        self.assertEqual(max(cell["harmonic_mean"] for cell in full["cells"]), full["best"]["harmonic_mean"])
        rows = self.ok(*words, "--csv").splitlines()
        self.assertEqual(rows[0], "num_nodes,num_edges,state,packs,efficiency_num_nodes,efficiency_num_edges,harmonic_mean")
        self.assertEqual(len(rows), 1 + 11 * 14)
        text = self.ok(*words)
        self.assertIn("num_nodes down, num_edges across", text)
        self.assertNotIn("\x1b", text)
        best = [f"{number:,}" for number in full["best"]["limits"] + [full["best"]["packs"]]]
        self.assertRegex(text, r"(?m)^\*\s+" + r"\s+".join(best))

    def test_sweep_of_one_component(self):
        sweep = self.json("sweep", DATA / "squad_384.csv", "--range", "length=384:512:64")
        self.assertEqual([cell["limits"] for cell in sweep["cells"]], [[384], [448], [512]])
        self.ok("sweep", DATA / "squad_384.csv", "--range", "1=384")

    def test_sweep_with_a_fitting(self):
        fitting = ["--align-item", "8", "--reserve", "nodes=1", "--overlong", "drop"]
        sweep = self.json("sweep", MOLHIV, "--range", "nodes=100:140:20", "--range", "edges=300", *fitting)
        self.assertEqual(sweep["fitting"], {"align_item": [8, 8], "align_total": [1, 1], "reserve": [1, 0],
                                            "reserve_items": 0, "overlong": "drop"})
        best = sweep["best"]
        limits = ",".join(map(str, best["limits"]))
        plan = self.json("pack", MOLHIV, "--limits", limits, "--method", "auto", *fitting)
        self.assertEqual(plan["metrics"]["packs"], best["packs"])
        self.assertNotIn("fitting", self.json("sweep", DATA / "squad_384.csv", "--range", "length=384"))
        self.refused("sweep", DATA / "squad_384.csv", "--range", "length=384", "--align-item", "0", says="the alignment for length is not between 1 and")
        self.refused("sweep", MOLHIV, "--range", "nodes=1:5000", "--range", "edges=1:2000",
                     says="the ranges have 10000000 cells, and a sweep has at most 1048576; take larger steps, or ranges that are narrower")
        data = self.write("two.csv", "a b;c,x\n1,2\n")
        self.refused("sweep", data, "--range", "x=1:2", says="no range for a b;c; add --range 'a b;c=FIRST:LAST'")

    def test_sweep_without_an_answer(self):
        words = ["sweep", MOLHIV, "--range", "nodes=10:20", "--range", "edges=10:20"]
        self.assertIn("too small", self.ok(*words, code=1))
        self.assertIsNone(self.json(*words, code=1)["best"])

    def test_help(self):
        overview = self.ok("help")
        for words in ([], ["--help"], ["-h"]):
            self.assertEqual(self.ok(*words), overview)
        for command in COMMANDS:
            self.assertIn(command, overview)
            text = self.ok(command, "--help")
            self.assertIn("usage: tuplepack " + command, text)
            self.assertEqual(self.ok("help", command), text)
            self.assertLessEqual(max(map(len, text.splitlines())), 110)
        self.assertRegex(self.ok("--version"), r"\Atuplepack \d+\.\d+\.\d+\n[^\n]+\n\Z")

    def test_help_of_packing_is_in_groups(self):
        text = self.ok("help", "pack")
        groups = re.findall(r"^(\w+)$", text, re.MULTILINE)
        self.assertEqual(groups, ["limits", "method", "input", "output", "general", "methods"])
        options = re.findall(r"^  (?:-\w, )?(\S+)", text[: text.index("\nmethods\n")], re.MULTILINE)
        self.assertEqual(options[:3], ["FILE", "--limits", "--depth"])
        markdown = self.ok("help", "--markdown").split("### `tuplepack ")
        table = next(part for part in markdown if part.startswith("pack "))
        listed = re.findall(r"^\| `(?:-\w, )?(\S+?)[ `]", table, re.MULTILINE)
        self.assertEqual(sorted(options), sorted([*listed, "--help"]))
        self.assertEqual(re.findall(r"^(\w+)$", self.ok("help", "split"), re.MULTILINE), [])


if __name__ == "__main__":
    unittest.main()
