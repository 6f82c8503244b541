"""verify: a plan file is checked from scratch."""

import json
import random
import resource
import signal
import subprocess
import unittest
import zlib

import certificate_check
from program import DATA, LIMITS, MOLHIV, PROGRAM, ProgramTest, run
from rounds import SANITIZED, some


class Verify(ProgramTest):
    plan = None

    def solved(self):
        """A file with the optimal plan of MOLHIV, which is made once."""
        path = self.folder / "plan.json"
        if Verify.plan is None:
            self.ok("pack", MOLHIV, *LIMITS, "--method", "optimal", "--time-limit", "30", "--plan", path)
            Verify.plan = path.read_bytes()
        path.write_bytes(Verify.plan)
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
        self.assertTrue(answer["holds"])
        self.assertEqual(answer["proven"], 3744)
        self.assertEqual(answer["optimal"], answer["packs"] == 3744)

    def test_a_plan_that_a_bound_proves(self):
        path = self.folder / "plan.json"
        depth = ["--depth", 3]
        for bound, data, *words in some([("martello-toth", "wikipedia_512.csv", "--limits", 512),
                                    ("total", "glue_sst2_128.csv", "--limits", 128),
                                    ("total", "molhiv_train.csv", "--limits", "2348,502"),
                                    ("depth", "molhiv_train.csv", "--limits", "222,502", *depth),
                                    ("total", "molhiv_train.csv", "--limits", "222,502", "--baseline", "num_edges"),
                                    ("martello-toth", "wikipedia_512.csv", "--limits", 400, "--overlong", "drop"),
                                    ("martello-toth", "wikipedia_512.csv", "--limits", 512, "--packs-multiple", 1000)]):
            with self.subTest(words):
                text = self.ok("pack", DATA / data, *words, "--plan", path)
                self.assertRegex(text, rf"lower bound +[\d,]+ packs \({bound}.*\): proven optimal")
                self.assertIn(": this one is optimal", self.ok("verify", path))
                self.assertNotIn("optimal", json.loads(path.read_text())["method"])
        plan = self.folder / "found.json"
        self.ok("search", DATA / "glue_sst2_128.csv", "--target", 0.99, "--plan", plan)
        self.assertTrue(self.json("verify", plan)["optimal"])

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

    def test_prices_that_overflow_prove_nothing(self):
        path = self.folder / "plan.json"
        self.ok("pack", MOLHIV, *LIMITS, "--method", "none", "--plan", path)

        def forge(plan):
            scale = 2**53 - 1
            plan["certificate"] = {"scale": scale, "depth": False, "prices": [scale] * plan["histogram"]["bins"]}
            plan["metrics"].update(lower_bound=32901, gap=0, optimal=True)

        answer = self.json("verify", self.changed(path, forge), code=1)
        self.assertIsNone(answer["proven"])
        self.assertFalse(answer["optimal"])
        self.assertIn("a pack can be worth", answer["reason"])
        self.assertIn("/metrics/lower_bound: 32901, but the plan gives 3743", answer["differences"])

    def test_a_weaker_proof_shows_less(self):
        def halved(plan):
            plan["certificate"]["scale"] *= 2

        answer = self.json("verify", self.changed(self.solved(), halved), code=1)
        self.assertEqual(answer["proven"], 1872)
        self.assertFalse(answer["optimal"])
        self.assertIn("/metrics/lower_bound: 3744, but the plan gives 3743", answer["differences"])

    def test_claims_of_the_file(self):
        path = self.solved()
        self.assertEqual(self.json("verify", path)["differences"], [])
        for section, key, wrong, says in (("metrics", "packs", 3743, "/metrics/packs: 3743, but the plan gives 3744"),
                                          ("metrics", "efficiency", [1, 1], "/metrics/efficiency/0: 1, but"),
                                          ("metrics", "optimal", False, "/metrics/optimal: false, but"),
                                          ("histogram", "bins", 794, "/histogram/bins: 794, but the plan gives 795")):
            changed = self.changed(path, lambda plan: plan[section].update({key: wrong}))
            self.assertIn(says, "\n".join(self.json("verify", changed, code=1)["differences"]))
        self.assertIn(f"  false        {says}", self.ok("verify", changed, code=1))
        self.assertTrue(self.json("verify", self.changed(path, lambda plan: plan.pop("metrics")))["optimal"])

    def test_the_data_of_a_plan(self):
        path = self.solved()
        self.assertIn("the plan is for these sizes", self.ok("verify", path, "--data", MOLHIV))
        self.assertIsNone(self.json("verify", path, "--data", MOLHIV)["data_reason"])
        lines = MOLHIV.read_text().splitlines()
        nodes, edges, count = lines[1].split(",")
        lines[1] = f"{nodes},{edges},{int(count) + 1}"
        other = self.write("other.csv", "\n".join(lines))
        says = f"items of size ({nodes}, {edges}): {int(count) + 1}, but the plan has {count}"
        self.assertIn(says, self.ok("verify", path, "--data", other, code=1))
        answer = self.json("verify", path, "--data", other, code=1)
        self.assertEqual((answer["holds"], answer["data_reason"]), (False, says))
        self.assertIn("components: num_edges, num_nodes, but the plan has num_nodes, num_edges",
                      self.ok("verify", path, "--data", MOLHIV, "--columns", "num_edges,num_nodes", code=1))
        self.assertIn("components: 1, but", self.ok("verify", path, "--data", MOLHIV, "--columns", "1", code=1))
        self.refused("verify", path, "--data", self.folder / "missing.csv", says="missing.csv")

    def test_a_plan_after_fitting_is_for_its_data(self):
        path = self.folder / "plan.json"
        data = self.write("lengths.csv", "length,count\n3,40\n9,7\n13,5\n")
        for words in (["--align-item", "4"], ["--per-item", "2"], ["--per-item", "2", "--align-item", "4"],
                      ["--per-item", "1", "--overlong", "drop"], ["--per-item", "1", "--overlong", "truncate"],
                      ["--per-item", "1", "--overlong", "split"], ["--overlong", "split"], ["--overlong", "drop"], ["--baseline", "length"],
                      ["--reserve", "length=1", "--overlong", "truncate", "--packs-multiple", "8"]):
            limit = "16" if "--overlong" not in words else "10"
            self.ok("pack", data, "--limits", limit, *words, "--method", "optimal", "--plan", path)
            verified = self.json("verify", path, "--data", data)
            self.assertIsNone(verified["data_reason"], words)
            self.assertEqual(verified["differences"], [], words)
        self.ok("pack", data, "--limits", 16, "--per-item", 1, "--plan", path)
        path.write_text(path.read_text().replace('"per_item":[1]', '"per_item":[2]'))
        self.refused("verify", path, says="/histogram/totals/0")

    def test_what_no_data_can_have(self):
        """Without --data, too: what is said of the data is held against the packs."""
        path = self.folder / "plan.json"
        data = self.write("lengths.csv", "length,count\n3,40\n9,7\n13,5\n27,2\n")
        for policy, wrong in (("drop", {"items": (11, 0), "pieces": (1,), "lost": ([0], [76]), "bins": (1, 2, 10, 1000)}),
                              ("truncate", {"items": (8, 6, 0), "pieces": (0, 8), "lost": ([0], [6]), "bins": (2, 11, 1000)}),
                              ("split", {"items": (9, 6, 0), "pieces": (13, 17, 99), "lost": ([1],), "bins": (1, 2, 12, 1000)})):
            self.ok("pack", data, "--limits", 10, "--overlong", policy, "--plan", path)
            self.assertEqual(json.loads(run("verify", path, "--json").stdout)["differences"], [])
            for key, values in wrong.items():
                section = "histogram" if key == "bins" else "overlong"
                for value in values:
                    changed = self.changed(path, lambda plan: plan[section].update({key: value}))
                    with self.subTest(policy=policy, key=key, value=value):
                        self.assertIn(f"/{section}/", "\n".join(self.json("verify", changed, code=1)["differences"]))
        self.ok("pack", data, "--limits", 32, "--align-item", 8, "--plan", path)
        for bins in (2, 8 + 8 + 2 + 1):  # packed are 40 items of 8, 12 of 16 and two of 32
            changed = self.changed(path, lambda plan: plan["histogram"].update(bins=bins))
            self.assertIn("/histogram/bins", "\n".join(self.json("verify", changed, code=1)["differences"]))
        self.refused("verify", self.changed(path, lambda plan: plan.pop("fitting")), says="/room: present without /fitting")

    def test_a_plan_that_breaks_a_limit(self):
        def smaller(plan):
            plan["limits"][0] -= 1

        self.refused("verify", self.changed(self.solved(), smaller), says="over the limit")

    def test_no_certificate(self):
        path = self.folder / "plan.json"
        self.ok("pack", MOLHIV, *LIMITS, "--method", "lpfhp", "--plan", path)
        self.assertIs(json.loads(path.read_text())["metrics"]["optimal"], False)
        self.assertEqual("the plan has no certificate; tuplepack pack … --method optimal --plan FILE writes one",
                         self.json("verify", path, code=1)["reason"])

    def test_a_bound_that_the_plan_meets_is_certified(self):
        path = self.folder / "plan.json"
        self.ok("pack", DATA / "wikipedia_512.csv", "--limits", "512", "--method", "fill", "--plan", path)
        self.assertIs(json.loads(path.read_text())["metrics"]["optimal"], True)
        self.assertEqual(self.json("verify", path)["proven"], 8135727)

    def test_limits_of_any_size(self):
        data = self.write("large.csv", "length\n" + "".join(f"{2**39 + 977 * i}\n" for i in range(300)))
        path = self.folder / "plan.json"
        self.assertIn("proven optimal", self.ok("pack", data, "--limits", 2**40, "--method", "optimal", "--plan", path))
        self.assertTrue(self.json("verify", path)["optimal"])
        data = self.write("thirds.csv", "length\n" + "".join(f"{2**40 // 3 + 1 + 977 * i}\n" for i in range(300)))
        self.assertIn("proven optimal", self.ok("pack", data, "--limits", 2**40, "--method", "optimal", "--plan", path))
        self.assertTrue(self.json("verify", path)["optimal"])

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


def of(unit, count, before=b"", after=b""):
    """Many times the same bytes, in gzip."""
    block = unit * (1 << 16)
    packer = zlib.compressobj(9, wbits=31)
    parts = [packer.compress(before)] + [packer.compress(block) for _ in range(count >> 16)]
    return b"".join(parts + [packer.compress(after), packer.flush()])


class Bombs(ProgramTest):
    """Small files that unpack to much: every command that reads a plan answers at once and in little memory."""

    @unittest.skipIf(SANITIZED, "the sanitizer reserves terabytes")
    def test_bombs_of_json(self):
        limit = 150 << 20
        sizes = self.write("sizes.csv", "length\n5\n")
        few = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit))}
        deep, many = "more than 512 arrays and objects", "more than 131072 members in one object"
        for content, says in ((of(b"[", 100 << 20), "an array is not a plan"),
                              (of(b"[", 100 << 20, b'{"metrics":'), f":1:523: {deep}"),
                              (of(b'{"":', 40 << 20), deep),
                              (of(b'"":1,', 20 << 20, b"{"), f":1:655362: {many}"),
                              (of(b"1,", 50 << 20, b"["), "an array is not a plan"),
                              (of(b"[],", 30 << 20, b'{"strategies":['), "bomb.json"),
                              (of(b"x", 100 << 20, b'{"'), "more than 16777216 bytes"),
                              (of(b" ", 100 << 20, b"{"), "unexpected end of JSON")):
            bomb = self.write("bomb.json", content)
            for words in (["verify", bomb], ["assign", sizes, "--plan", bomb, "-o", self.folder / "packs.npz"],
                          ["stream", sizes, "--limits", 9, "--guide", bomb]):
                with self.subTest(words[0], says=says):
                    self.assertIn("bomb.json", self.refused(*words, "--max-gzip-ratio", 0, says=says, **few))

    def test_a_strategy_of_many_items_is_not_held(self):
        count = 1 << 18 if SANITIZED else 8 << 20  # where memory is counted
        plan = of(b"[1],", count, b'{"schema":"tuplepack.plan/1","strategies":[{"repeat":1,"items":[',
                  b'[1]]}],"histogram":{"components":["length"],"bins":1,"items":%d,"totals":[%d]},"limits":[%d],"depth":null,'
                  b'"method":"fill","heuristic":"product","distribute":false}' % (count + 1, count + 1, count + 1))
        path = self.write("plan.json", plan)
        limit = 150 << 20
        options = {} if SANITIZED else {
            "preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit))}
        self.assertEqual(self.json("verify", path, "--max-gzip-ratio", 0, **options)["packs"], 1)


def costly(chance, splits=4):
    """A plan of one item a pack, whose certificate of a few kB asks for a search of very many packs."""
    sizes = sorted({tuple(chance.randint(60, 200) for _ in range(8)) for _ in range(60)})
    prices = [chance.randint(62, 98) for _ in sizes]
    cases = [case for i in range(splits)
             for case in ({"split": [i, i + 1]}, {"scale": 900, "prices": [*prices, 0]})] + [{"scale": 900, "prices": prices}]
    return {"schema": "tuplepack.plan/1",
            "histogram": {"components": [f"c{c}" for c in range(8)], "bins": len(sizes), "items": 3 * len(sizes),
                          "totals": [3 * sum(size[c] for size in sizes) for c in range(8)]},
            "limits": [1000] * 8, "depth": None, "method": "none", "heuristic": "product", "distribute": False,
            "certificate": {"scale": 1000000, "depth": False, "prices": [0] * len(sizes), "packs": 1, "cases": cases},
            "strategies": [{"repeat": 3, "items": [size]} for size in sizes]}


class Work(ProgramTest):
    """Whoever receives a plan can check it, or learns at once that it takes too long."""

    changed = Verify.changed

    def test_the_work_of_a_plan_is_written_and_checked(self):
        path = self.folder / "plan.json"
        for data, *words in some([("wikipedia_512.csv", "--limits", 512, "--method", "optimal"),
                                  ("squad_384.csv", "--limits", 384, "--depth", 3, "--method", "optimal", "--time-limit", 30),
                                  ("molhiv_train.csv", "--limits", "222,502", "--method", "optimal", "--time-limit", 30)]):
            with self.subTest(data):
                self.ok("pack", DATA / data, *words, "--plan", path)
                work = json.loads(path.read_text())["certificate"]["work"]
                self.assertEqual(self.json("verify", path, "--max-work", work)["work"], work)
                answer = self.json("verify", path, "--max-work", work - 1, code=1)
                self.assertIn(f"takes {work} steps to check, more than the limit of {work - 1}; max-work", answer["reason"])
                self.assertLess(answer["work"], work)

                def older(plan):
                    del plan["certificate"]["work"]

                older_file = self.changed(path, older)
                self.assertEqual(self.json("verify", older_file, "--max-work", work)["work"], work)
                answer = self.json("verify", older_file, "--max-work", work - 1, code=1)
                self.assertIn(f"takes more than {work - 1} steps to check, which is the limit", answer["reason"])

                def false(plan):
                    plan["certificate"]["work"] = work - 1

                answer = self.json("verify", self.changed(path, false), code=1)
                self.assertEqual(answer["differences"],
                                 [f"/certificate/work: {work - 1}, but checking takes {work} steps"])
        for bad, says in ((0, "/certificate/work: 0 is not positive"), (1.5, "1.5 is not an integer"), ("x", "not a number")):
            def wrong(plan):
                plan["certificate"]["work"] = bad
            self.refused("verify", self.changed(path, wrong), says=says)

    def test_a_small_certificate_that_asks_for_hours(self):
        seed = random.randrange(10**6)
        plan = costly(random.Random(seed))
        path = self.write("costly.json", json.dumps(plan))
        steps = 1_000_000 if SANITIZED else 1_000_000_000
        answer = self.json("verify", path, *(["--max-work", steps] if SANITIZED else []), code=1)
        self.assertIn(f"more than {steps} steps", answer["reason"], seed)
        self.assertLess(answer["work"], steps + 1)
        self.assertIn("max-work", self.ok("verify", path, "--max-work", 100_000, code=1))
        plan["certificate"]["work"] = 2**52
        self.assertEqual(self.json("verify", self.write("costly.json", json.dumps(plan)), code=1)["work"], 0)
        with self.assertRaises(certificate_check.Refused, msg=seed) as refused:
            certificate_check.proven_packs(plan, certificate_check.Work(10**5))
        self.assertIn("more than 100,000 steps", str(refused.exception))

    def test_time_and_interrupts_end_a_long_check(self):
        path = self.write("costly.json", json.dumps(costly(random.Random(1))))
        answer = self.json("verify", path, "--max-work", 0, "--time-limit", "0.3", code=1)
        self.assertRegex(answer["reason"], r"^stopped after \d+ steps of checking the certificate; --time-limit$")
        for sent in (signal.SIGINT, signal.SIGTERM):
            with subprocess.Popen([PROGRAM, "verify", path, "--max-work", "0"], stdout=subprocess.PIPE) as process:
                with self.assertRaises(subprocess.TimeoutExpired):
                    process.wait(0.3)
                process.send_signal(sent)
                self.assertEqual(process.wait(20), -sent)

    def test_chains_of_splits(self):
        count = 20_000 if SANITIZED else 100_000
        plan = costly(random.Random(1))
        plan.update(histogram={"components": ["c"], "bins": 1, "items": count + 1, "totals": [count + 1]},
                    limits=[count + 1], strategies=[{"repeat": count + 1, "items": [[1]]}])
        plan["certificate"].update(prices=[0], cases=[{"split": [0, i]} for i in range(count)])
        answer = self.json("verify", self.write("chain.json", json.dumps(plan)), code=1)
        self.assertEqual(answer["reason"], f"case {count}: is missing")
        self.assertLess(answer["work"], 100 * count)
        with self.assertRaises(certificate_check.Refused) as refused:
            certificate_check.proven_packs(plan)
        self.assertEqual(str(refused.exception), "a case is missing")


class TimeLimit(ProgramTest):
    def test_bad_time_limits(self):
        for text in ("0", "-1", "abc", "nan", "1e12"):
            self.refused("pack", MOLHIV, *LIMITS, f"--time-limit={text}", says="--time-limit")


if __name__ == "__main__":
    unittest.main()
