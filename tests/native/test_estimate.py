"""estimate: what packing will bring."""

import unittest

from program import LIMITS, MOLHIV, ProgramTest


class Estimate(ProgramTest):
    def setUp(self):
        super().setUp()
        self.twos = self.write("twos.csv", "length,count\n4,90\n8,10\n")  # 55 packs of 8: 1.8182 items each

    def test_report(self):
        text = self.ok("estimate", self.twos, "--limits", 8, "--overhead", 0, "--devices", 4)
        self.assertIn("times as fast as batches of 8 random items, each padded to its longest", text)
        self.assertIn("1.82 over every item padded to the limit", text)
        self.assertRegex(text, r"(?m)^ +4 +1\.82 +1\.\d\d$")
        self.assertNotRegex(text, r"(?m)^ +8 ")
        self.assertRegex(text, r"^speed-up 1\.\d\d over batches of 8 random items")

    def test_json(self):
        words = ["--limits", 8, "--overhead", 25, "--batch", 16, "--beta1", 0.81, "--beta2", 1]
        found = self.json("estimate", self.twos, *words)
        self.assertEqual(found["schema"], "tuplepack.estimate/1")
        self.assertEqual(found["metrics"]["packs"], 55)
        block = found["estimate"]
        self.assertEqual(block["packing_factor"], 1.8182)
        self.assertEqual(block["speedup"], 1.4545)
        self.assertEqual(block["ceiling"], 1.8182)
        self.assertEqual([point["devices"] for point in block["scaling"]], [2**i for i in range(12)])
        self.assertEqual(block["scaling"][0]["unpadded"], 1.8182)
        published = {point["devices"]: point["published"] for point in block["scaling"]}
        self.assertAlmostEqual(published[1], 2.1244, places=3)
        self.assertLess(published[2], 1.91)  # packing is faster from two devices on, says the text
        self.assertEqual(block["optimizer"], {"effective_batch": 29.0909, "packs_for_batch": 9,
                                              "effective_batch_of_them": 16.3636, "beta1": round(0.81 ** (100 / 55), 6), "beta2": 1.0})

    def test_overhead_follows_the_depth(self):
        def overhead(*words):
            return self.json("estimate", MOLHIV, "--limits", "222,502", *words)["estimate"]["overhead"]
        self.assertEqual([overhead("--depth", depth) for depth in (1, 2, 3, 4, 8)], [0, 0.04283, 0.04287, 0.04294, 0.04481])
        self.assertEqual(overhead("--spread", "off"), 0.04477)  # no limit of depth: the deepest pack holds more than 16
        self.assertEqual(overhead("--depth", 2, "--overhead", 5), 0.05)
        self.assertIn("4.28% overhead", self.ok("estimate", MOLHIV, "--limits", "222,502", "--depth", 2))

    def test_pack_adds_the_same_block(self):
        alone = self.json("estimate", MOLHIV, *LIMITS)["estimate"]
        self.assertEqual(self.json("pack", MOLHIV, *LIMITS, "--estimate")["estimate"], alone)
        self.assertNotIn("estimate", self.json("pack", MOLHIV, *LIMITS))
        text = self.ok("pack", MOLHIV, *LIMITS, "--estimate")
        self.assertIn("32,901 items of 795 sizes", text)
        for sentence in alone["advice"]:
            self.assertIn(sentence, text)

    def test_what_is_paid_without_packing(self):
        """Batches of 2 of three items: 1 + 1 + 3 are padded to 2 · 1 + 3 or twice to 2 · 3 + 1, on average to 19/3."""
        path = self.write("three.csv", "length\n1\n1\n3\n")
        for command in ("stats", "pack"):
            words = ["--limits", 4] if command == "pack" else []
            paid = self.json(command, path, *words, "--batch", 2)["without_packing"]
            limit = 4 if command == "pack" else 3
            self.assertEqual(paid["batch"], 2)
            self.assertEqual(paid["limit"], [round(1 - 5 / (3 * limit), 6)])
            self.assertEqual(paid["random"], [round(1 - 5 / (19 / 3), 6)])
            self.assertEqual(paid["sorted"], [0])
        found = self.json("estimate", MOLHIV, *LIMITS)["estimate"]
        self.assertEqual(found["without_packing"], self.json("pack", MOLHIV, *LIMITS)["without_packing"])
        self.assertEqual(found["speedup_over"]["limit"], found["speedup"])
        self.assertIn("43.05% → 0.03%", self.ok("pack", MOLHIV, *LIMITS))
        self.refused("stats", path, "--batch", 0, says="--batch: 0 is out of range (1 to 1048576)")

    def test_component(self):
        by_edges = self.json("estimate", MOLHIV, *LIMITS, "--component", "edges")["estimate"]
        self.assertEqual(by_edges["component"], "num_edges")
        self.assertEqual(by_edges["ceiling"], round(502 * 32901 / 1779606, 4))

    def test_refusals(self):
        for words, says in [(["--overhead", "much"], "--overhead: 'much' is not a number"),
                            (["--overhead", "-1"], "--overhead: -1 is out of range (at least 0)"),
                            (["--devices", "0"], "--devices: 0 is out of range (1 to 65536)"),
                            (["--batch", "x"], "--batch: 'x' is not a whole number"),
                            (["--beta1", "1.5"], "--beta1: 1.5 is out of range (0 to 1)"),
                            (["--component", "atoms"], "unknown component 'atoms'")]:
            self.refused("estimate", self.twos, "--limits", 8, *words, says=says)


if __name__ == "__main__":
    unittest.main()
