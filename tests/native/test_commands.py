"""The commands beside pack and assign."""

import json
import os
import pathlib
import re
import subprocess
import unittest

from program import COMMANDS, DATA, LIMITS, MOLHIV, PROGRAM, ProgramTest, ROOT, run


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
        methods = "none|next-fit|spfhp|lpfhp|dot-product|fixed-count|fill"
        self.assertEqual(len(re.findall(rf"(?m)^..(?:{methods}) ", text)), len(packs))
        published = self.json("compare", MOLHIV, *LIMITS, "--paper")
        self.assertIn(3917, [plan["packs"] for plan in published["plans"]])

    def test_stats(self):
        stats = self.json("stats", MOLHIV)
        self.assertEqual(stats["schema"], "tuplepack.stats/1")
        self.assertEqual(stats["metrics"]["largest"], [222, 502])
        self.assertEqual(stats["metrics"]["smallest"], [2, 2])
        self.assertAlmostEqual(stats["metrics"]["mean"][0], 830936 / 32901)
        self.assertIn("█", self.ok("stats", MOLHIV))

    def test_bound(self):
        bound = self.json("bound", DATA / "wikipedia_512.csv", "--limits", "512")
        self.assertEqual(bound["schema"], "tuplepack.bound/1")
        self.assertEqual(bound["metrics"]["lower_bound"], 8135727)
        self.assertEqual(bound["metrics"]["lower_bound"], max(row["packs"] for row in bound["bounds"]))
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
        plan = self.json("pack", MOLHIV, "--limits", limits, "--method", "lpfhp", *fitting)
        self.assertEqual(plan["metrics"]["packs"], best["packs"])
        self.assertNotIn("fitting", self.json("sweep", DATA / "squad_384.csv", "--range", "length=384"))
        self.refused("sweep", DATA / "squad_384.csv", "--range", "length=384", "--align-item", "0", says="")

    def test_sweep_without_an_answer(self):
        words = ["sweep", MOLHIV, "--range", "nodes=10:20", "--range", "edges=10:20"]
        self.assertIn("too small", self.ok(*words, code=1))
        self.assertIsNone(self.json(*words, code=1)["best"])

    def test_devices(self):
        done = run("devices", "--json")
        found = json.loads(done.stdout)
        self.assertEqual(found["schema"], "tuplepack.devices/1")
        self.assertEqual(done.returncode, 0 if found["devices"] else 1)

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
        self.assertRegex(self.ok("--version"), r"\Atuplepack \d+\.\d+\.\d+\n\Z")

    def test_readme_lists_the_commands(self):
        readme = (ROOT / "README.md").read_text()
        section = re.search(r"<!-- commands:begin -->\n(.*)<!-- commands:end -->", readme, re.DOTALL)
        self.assertIsNotNone(section, "README.md has no section of commands")
        self.assertEqual(section[1].strip(), self.ok("help", "--markdown").strip(), "run tools/update_readme.py")

    def test_readme_tour(self):
        """Its commands run, and print what it shows; lines with a time may differ, and … leaves lines out."""
        tour = (ROOT / "README.md").read_text().split("## Five-minute tour\n")[1].split("\n## ")[0]
        (self.folder / "tests").symlink_to(ROOT / "tests")
        path = f"{pathlib.Path(PROGRAM).resolve().parent}:{os.environ['PATH']}"
        blocks = re.findall(r"```console\n\$ (.*?)\n(.*?)```", tour, re.DOTALL)
        self.assertGreater(len(blocks), 5)
        for command, shown in blocks:
            if command.startswith("export"):
                continue
            with self.subTest(command):
                done = subprocess.run(command, shell=True, cwd=self.folder, env={**os.environ, "PATH": path},
                                      capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                printed = done.stdout.splitlines()
                for line in shown.splitlines():
                    if line != "…" and not re.search(r" (ms|s|µs)$", line):
                        self.assertIn(line, printed)


if __name__ == "__main__":
    unittest.main()
