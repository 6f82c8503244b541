"""verify: what a plan file says is not believed."""

import json
import unittest

from program import DATA, LIMITS, MOLHIV, ProgramTest


class Verify(ProgramTest):
    def solved(self):
        path = self.folder / "plan.json"
        self.ok("pack", MOLHIV, *LIMITS, "--method", "optimal", "--time-limit", "30", "--plan", path)
        return path

    def changed(self, path, change):
        plan = json.loads(path.read_text())
        change(plan)
        return self.write("changed.json", json.dumps(plan))

    def test_a_proof_that_holds(self):
        path = self.solved()
        self.assertIn("no plan has fewer than 3,744 packs", self.ok("verify", path))
        answer = self.json("verify", path)
        self.assertEqual(answer["schema"], "tuplepack.verify/1")
        self.assertEqual(answer["proven"], 3744)
        self.assertEqual(answer["optimal"], answer["packs"] == 3744)

    def test_a_proof_that_does_not(self):
        path = self.solved()

        def dearer(plan):
            prices = plan["certificate"]["prices"]
            prices[0] += 1

        answer = self.json("verify", self.changed(path, dearer), code=1)
        self.assertIsNone(answer["proven"])
        self.assertFalse(answer["optimal"])
        self.assertIn("a pack can be worth", answer["reason"])
        self.assertIn("can be worth", self.ok("verify", self.changed(path, dearer), code=1))

    def test_a_weaker_proof_shows_less(self):
        def halved(plan):
            plan["certificate"]["scale"] *= 2

        answer = self.json("verify", self.changed(self.solved(), halved))
        self.assertEqual(answer["proven"], 1872)
        self.assertFalse(answer["optimal"])

    def test_a_plan_that_breaks_a_limit(self):
        def smaller(plan):
            plan["limits"][0] -= 1

        self.refused("verify", self.changed(self.solved(), smaller), says="over the limit")

    def test_no_certificate(self):
        path = self.folder / "plan.json"
        self.ok("pack", MOLHIV, *LIMITS, "--plan", path)
        self.assertIn("no certificate", self.json("verify", path, code=1)["reason"])

    def test_malformed_certificates(self):
        path = self.solved()
        for key, wrong, says in (("scale", 0, "/certificate/scale"), ("prices", [1, -1], "/certificate/prices/1"),
                                 ("component", "colour", "/certificate/component"), ("depth", 3, "/certificate/depth")):
            self.refused("verify", self.changed(path, lambda plan: plan["certificate"].update({key: wrong})), says=says)
        short = self.json("verify", self.changed(path, lambda plan: plan["certificate"]["prices"].pop()), code=1)
        self.assertIn("794 prices for 795 bins", short["reason"])

    def test_every_method_that_proves(self):
        for name, limit in (("glue_cola_128", 128), ("glue_wnli_128", 128)):
            path = self.folder / "plan.json"
            self.ok("pack", DATA / f"{name}.csv", "--limits", limit, "--method", "optimal", "--plan", path)
            self.assertTrue(self.json("verify", path)["optimal"], name)


class TimeLimit(ProgramTest):
    def test_bad_time_limits(self):
        for text in ("0", "-1", "abc", "nan", "1e12"):
            self.refused("pack", MOLHIV, *LIMITS, f"--time-limit={text}", says="--time-limit")


if __name__ == "__main__":
    unittest.main()
