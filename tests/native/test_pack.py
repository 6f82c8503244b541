"""What packs, and what looks at a plan."""

import json
import unittest

from program import DATA, LIMITS, MOLHIV, ProgramTest, run
from rounds import SANITIZED


class Pack(ProgramTest):
    def test_report(self):
        text = self.ok("pack", MOLHIV, *LIMITS)
        self.assertIn("32,901 items of 795 sizes → 3,7", text)
        self.assertIn("lower bound  3,744 packs (forced-waste of num_nodes): proven optimal", text)

    def test_proven_optimal(self):
        path = self.write("sizes.csv", "length,count\n5,4\n")
        self.assertIn("proven optimal", self.ok("pack", path, "--limits", "10"))

    def test_json_follows_the_schema(self):
        plan = self.json("pack", MOLHIV, *LIMITS)
        self.assertEqual(plan["schema"], "tuplepack.plan/1")
        self.assertEqual(plan["histogram"]["components"], ["num_nodes", "num_edges"])
        self.assertEqual(plan["histogram"]["bins"], 795)
        self.assertEqual(plan["histogram"]["items"], 32901)
        self.assertEqual(plan["histogram"]["totals"], [830936, 1779606])
        self.assertEqual((plan["limits"], plan["depth"]), ([222, 502], 256))
        metrics = plan["metrics"]
        self.assertEqual(metrics["packs"], 3744)
        self.assertEqual(metrics["lower_bound"], 3744)
        self.assertEqual(metrics["gap"], metrics["packs"] - metrics["lower_bound"])
        self.assertEqual(metrics["packs"], sum(strategy["repeat"] for strategy in plan["strategies"]))
        self.assertEqual(metrics["strategies"], len(plan["strategies"]))
        packed = {}
        for strategy in plan["strategies"]:
            self.assertLessEqual(len(strategy["items"]), 256)
            for component, limit in enumerate(plan["limits"]):
                self.assertLessEqual(sum(item[component] for item in strategy["items"]), limit)
            for item in strategy["items"]:
                packed[tuple(item)] = packed.get(tuple(item), 0) + strategy["repeat"]
        rows = [tuple(map(int, row.split(","))) for row in MOLHIV.read_text().splitlines()[1:]]
        self.assertEqual(packed, {row[:2]: row[2] for row in rows})

    def test_published_numbers(self):
        for heuristic, packs in {"product": 3917, "sum": 3838, "max": 3800, "min": 3789, "component:nodes": 3789,
                                 "component:num_edges": 3800}.items():
            plan = self.json("pack", MOLHIV, *LIMITS, "--method", "lpfhp", "--heuristic", heuristic, "--paper", "--check")
            self.assertEqual(plan["metrics"]["packs"], packs, heuristic)

    def test_limits_of_the_data(self):
        self.assertEqual(self.json("pack", MOLHIV, "--limits", "max")["limits"], [222, 502])
        self.assertEqual(self.json("pack", MOLHIV, "--limits", "300,max")["limits"], [300, 502])

    def test_plan_file_is_the_same_from_run_to_run(self):
        for name in ("a.json", "b.json"):
            self.ok("pack", MOLHIV, *LIMITS, "--plan", self.folder / name)
        self.assertEqual((self.folder / "a.json").read_bytes(), (self.folder / "b.json").read_bytes())
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["a.json", "b.json"])

    def test_plan_is_a_histogram_too(self):
        self.ok("pack", MOLHIV, *LIMITS, "--plan", self.folder / "plan.json")
        self.assertEqual(self.json("stats", self.folder / "plan.json")["histogram"]["items"], 32901)

    def test_baseline(self):
        plan = self.json("pack", MOLHIV, *LIMITS, "--baseline", "nodes")
        self.assertEqual(plan["limits"][0], 222)
        self.assertGreater(plan["limits"][1], 502)

    def test_fitting(self):
        path = self.write("sizes.csv", "length,count\n13,10\n")
        plan = self.json("pack", path, "--limits", "100", "--align-item", "8", "--align-total", "8", "--reserve",
                         "length=1", "--check")
        self.assertEqual(plan["metrics"]["packs"], 2)  # six of 16 in 96
        plan = self.json("pack", path, "--limits", "100", "--depth", "4", "--reserve", "items=1")
        self.assertEqual(plan["metrics"]["packs"], 4)  # three in a pack
        text = self.ok("pack", path, "--limits", "100", "--align-item", "length=8")
        self.assertIn("96 length", text)

    def test_per_item(self):
        """Three of 3 tokens and a separator each fill 12, of which 9 are data."""
        path = self.write("threes.csv", "length,count\n3,6\n")
        plan = self.json("pack", path, "--limits", 12, "--per-item", 1, "--check")
        self.assertEqual((plan["metrics"]["packs"], plan["metrics"]["efficiency"]), (2, [0.75]))
        self.assertEqual((plan["fitting"]["per_item"], plan["histogram"]["totals"]), ([1], [18]))
        self.assertIn("per item     1 length, 6 in all", self.ok("pack", path, "--limits", 12, "--per-item", 1))
        self.assertEqual(self.json("pack", path, "--limits", 12)["metrics"]["packs"], 2)
        self.refused("pack", path, "--limits", 3, "--per-item", 1, says="is over the limit 2, that is 3 minus reserve, alignment and the extra space per item")
        self.refused("pack", path, "--limits", 3, "--per-item", 3, says="leaves no room besides the 3 of every item")
        graphs = self.write("graphs.csv", "nodes,edges,count\n3,4,5\n")
        found = self.json("pack", graphs, "--limits", "8,8", "--per-item", "nodes=1")
        self.assertEqual((found["fitting"]["per_item"], found["metrics"]["packs"]), ([1, 0], 3))
        stream = self.json("stream", self.write("rows.csv", "length\n" + "3\n" * 6), "--limits", 12, "--per-item", 1)
        self.assertEqual(stream["metrics"]["packs"], 2)

    def test_overlong(self):
        path = self.write("sizes.csv", "length,count\n5,2\n25,1\n")
        self.assertIn("dropped", self.ok("pack", path, "--limits", "10", "--overlong", "drop"))
        self.assertEqual(self.json("pack", path, "--limits", "10", "--overlong", "drop")["metrics"]["packs"], 1)
        self.assertEqual(self.json("pack", path, "--limits", "10", "--overlong", "truncate")["metrics"]["packs"], 2)
        plan = self.json("pack", path, "--limits", "10", "--overlong", "split")
        self.assertEqual(plan["metrics"]["packs"], 4)
        self.assertIn("overlong", plan)

    def test_packs_multiple(self):
        plan = self.json("pack", MOLHIV, *LIMITS, "--packs-multiple", "64")
        metrics = plan["metrics"]
        self.assertEqual(metrics["packs"] % 64, 0)
        self.assertGreater(metrics["padding_packs"], 0)
        for total, efficiency, limit in zip(plan["histogram"]["totals"], metrics["efficiency"], plan["limits"]):
            self.assertAlmostEqual(total / (metrics["packs"] * limit), efficiency, places=6)

    def test_items_are_spread_at_no_more_packs(self):
        path = self.folder / "spread.json"
        spread = self.json("pack", MOLHIV, *LIMITS, "--plan", path, "--check")["metrics"]
        found = self.json("pack", MOLHIV, *LIMITS, "--spread", "off")["metrics"]
        self.assertEqual((spread["packs"], spread["depth_used"], found["packs"]), (3744, 9, 3744))
        self.assertGreater(found["depth_used"], 30)
        self.assertTrue(self.json("verify", path, "--data", MOLHIV)["optimal"])
        self.assertTrue(json.loads(path.read_text())["spread"])
        self.assertIn("method       fill (chosen by auto), spread by vector-balancing\n", self.ok("pack", MOLHIV, *LIMITS))
        # A method that was asked for keeps its plan, unless its items are to be spread.
        published = self.json("pack", MOLHIV, *LIMITS, "--method", "lpfhp")
        self.assertEqual(published["method"], "lpfhp")
        asked = self.json("pack", MOLHIV, *LIMITS, "--method", "lpfhp", "--spread", "on", "--check")["metrics"]
        self.assertLess(asked["depth_used"], published["metrics"]["depth_used"])
        self.assertLessEqual(asked["packs"], published["metrics"]["packs"])
        self.refused("pack", DATA / "wikipedia_512.csv", "--limits", 512, "--spread", "on",
                     says="wikipedia_512.csv: up to 131072 items can be spread over packs, not 16279552")

    def test_auto_balances_where_the_depth_binds(self):
        """Vector balancing proves 3,972 in a moment; auto had 4,004 and no work left for it."""
        packed = self.json("pack", DATA / "squad_384.csv", "--limits", 3840, "--depth", 23)
        self.assertEqual(packed["metrics"]["packs"], 3972)

    def test_even_packs(self):
        sizes = self.write("seven.csv", "length\n" + "4\n" * 7)
        path = self.folder / "even.json"
        for words, fills, gap in (([], {20, 8}, 0), (["--even"], {16, 12}, 0), (["--even", "--packs-multiple", 4], {8, 4}, 0),
                                  (["--packs-multiple", 4], {20, 8}, 0), (["--even", "--packs-multiple", 3], {12, 8}, 0)):
            with self.subTest(words):
                plan = self.json("pack", sizes, "--limits", 20, *words)
                self.assertEqual({sum(item for item, in one["items"]) for one in plan["strategies"]}, fills)
                self.assertEqual(plan["metrics"]["gap"], gap)
                self.assertEqual(plan.get("even", False), "--even" in words)
                self.ok("pack", sizes, "--limits", 20, *words, "--check", "--plan", path)
                self.assertTrue(self.json("verify", path, "--data", sizes)["optimal"])
        text = self.ok("pack", sizes, "--limits", 20, "--even", "--packs-multiple", 4, "--plan", path)
        self.assertIn("7 items of one size → 4 packs, 1.75 items each, filled alike\n", text)
        self.assertIn("2 packs (total of length): proven optimal, as a multiple of 4\n", text)
        self.assertIn("no plan has fewer than 2 packs: this one is optimal, as a multiple of 4\n", self.ok("verify", path))
        self.assertEqual(self.json("assign", sizes, "--plan", path, "-o", self.folder / "a.csv")["metrics"]["padding_packs"], 0)
        self.refused("pack", sizes, "--limits", 20, "--even", "--packs-multiple", 2**24 + 1,
                     says="even packs: the multiple of packs is at most 16777216")

    def test_a_gap_is_not_rounded_up(self):
        path = self.write("gap.csv", "length,count\n10,1000000\n7,1\n6,1\n4,1\n3,1\n")
        self.assertIn("; gap 1 (<0.01%); --method optimal looks further\n", self.ok("pack", path, "--limits", "10", "--method", "next-fit"))

    def test_auto_is_the_best_of_compare(self):
        tables = [("molhiv_train.csv", "222,502"), ("tu_collab.csv", "max")]
        for name, limits in tables if SANITIZED else [*tables, ("squad_384.csv", "384")]:
            compared = self.json("compare", DATA / name, "--limits", limits)
            packed = self.json("pack", DATA / name, "--limits", limits)
            self.assertLessEqual(packed["metrics"]["packs"], compared["metrics"]["packs"])

    def test_a_heuristic_beside_auto_is_noted(self):
        done = run("pack", MOLHIV, *LIMITS, "--heuristic", "sum")
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"note: --heuristic has no effect with --method auto", done.stderr)


class LeastSquares(ProgramTest):
    WIKIPEDIA = [DATA / "wikipedia_512.csv", "--limits", 512]

    def sequences(self):
        """Words that pack Wikipedia's sequences; with sanitizers those of up to 128 tokens."""
        if not SANITIZED:
            return self.WIKIPEDIA
        rows = self.WIKIPEDIA[0].read_text().splitlines(keepends=True)[:1 + 128]
        return [self.write("sequences.csv", "".join(rows)), "--limits", 128]

    def test_methods(self):
        packs = {}
        for method in ["lpfhp", "nnlshp", "ennlshp"]:
            # Time for them to end, however busy the machine is.
            plan = self.json("pack", *self.sequences(), "--depth", 3, "--method", method, "--time-limit", 600, "--check")
            self.assertEqual(plan["method"], method)
            self.assertLessEqual(plan["metrics"]["depth_used"], 3)
            packs[method] = plan["metrics"]["packs"]
        self.assertLess(packs["nnlshp"], packs["lpfhp"])
        self.assertLess(packs["ennlshp"], packs["nnlshp"])

    def test_effort(self):
        # More effort never needs more packs; each is one of the portfolio's methods.
        lengths = self.write("lengths.csv", "length\n" + "".join("%d\n" % (100 + i * 37 % 101) for i in range(150)))
        packs = []
        for effort, method in (("quick", "quick"), ("usual", "auto"), ("full", "optimal")):
            plan = self.json("pack", lengths, "--limits", 384, "--effort", effort)
            self.assertEqual(plan["strategies"], self.json("pack", lengths, "--limits", 384, "--method", method)["strategies"])
            packs.append(plan["metrics"]["packs"])
        self.assertEqual(packs, sorted(packs, reverse=True))
        self.assertIn("(chosen by quick)", self.ok("pack", lengths, "--limits", 384, "--effort", "quick"))
        self.refused("pack", lengths, "--limits", 384, "--method", "fill", "--effort", "full",
                     says="--effort: method 'fill' has no efforts, which the default method has; leave out one of the two")

    def test_as_published(self):
        text = self.ok("pack", *self.sequences(), "--depth", 3, "--method", "nnlshp", "--paper")
        self.assertIn("nnlshp, as published", text)

    def test_refusals(self):
        self.refused("pack", *self.WIKIPEDIA, "--method", "nnlshp", says="need a depth")
        self.refused("pack", *self.WIKIPEDIA, "--depth", 9, "--method", "ennlshp", says="give a smaller depth")
        self.refused("pack", MOLHIV, *LIMITS, "--method", "nnlshp", says="one component, not 2")
        long = self.write("long.csv", "length,count\n1,5\n5000,5\n")
        self.refused("pack", long, "--limits", "max", "--depth", 2, "--method", "nnlshp", says="go up to 1024 here")


if __name__ == "__main__":
    unittest.main()
