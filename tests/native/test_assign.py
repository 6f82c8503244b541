"""assign: every item its pack."""

import json
import random
import signal
import subprocess
import time
import unittest

try:
    import numpy
except ImportError:
    numpy = None

from program import npy, PROGRAM, ProgramTest


class Assign(ProgramTest):
    def sizes(self, seed=1, count=3000):
        dice = random.Random(seed)
        return [(dice.randint(1, 30), dice.randint(0, 60)) for _ in range(count)]

    def table(self, sizes, name="sizes.csv"):
        return self.write(name, "nodes,edges\n" + "".join("%d,%d\n" % size for size in sizes))

    def plan(self, path, *words):
        """By a method that is quick: any plan will do."""
        self.ok("pack", path, *words, "--method", "lpfhp", "--plan", self.folder / "plan.json")
        return self.folder / "plan.json"

    def test_csv_covers_every_item(self):
        sizes = self.sizes()
        path = self.table(sizes)
        plan = self.plan(path, "--limits", "40,80")
        for order in ("plan", "input", "shuffle"):
            with self.subTest(order):
                text = self.ok("assign", path, "--plan", plan, "-o", "-", "--order", order)
                rows = text.splitlines()
                self.assertEqual(rows[0], "pack,item")
                packs = {}
                for row in rows[1:]:
                    pack, item = map(int, row.split(","))
                    packs.setdefault(pack, []).append(item)
                self.assertEqual(sorted(item for items in packs.values() for item in items), list(range(len(sizes))))
                self.assertEqual(len(packs), json.loads(plan.read_text())["metrics"]["packs"])
                for items in packs.values():
                    self.assertLessEqual(sum(sizes[item][0] for item in items), 40)
                    self.assertLessEqual(sum(sizes[item][1] for item in items), 80)

    def test_even_packs(self):
        """As many packs as planned, or up to a multiple, none of them empty, and all alike instead of full ones and a rest."""
        sizes = [size for size, in self.one_column(900)]
        path = self.write("lengths.csv", "length\n" + "".join("%d\n" % size for size in sizes))
        for multiple in (1, 8):
            plan = self.plan(path, "--limits", 384, "--packs-multiple", multiple)
            spread = {}
            for even in ([], ["--even"]):
                for order in ("plan", "input", "shuffle"):
                    with self.subTest(multiple, even=even, order=order):
                        text = self.ok("assign", path, "--plan", plan, "-o", "-", "--order", order, *even)
                        packs = [0] * json.loads(plan.read_text())["metrics"]["packs"]
                        items = []
                        for row in text.splitlines()[1:]:
                            pack, item = map(int, row.split(","))
                            packs[pack] += sizes[item]
                            items.append(item)
                        self.assertEqual(sorted(items), list(range(len(sizes))))
                        self.assertLessEqual(max(packs), 384)
                        spread[bool(even)] = max(packs) - min(packs)
            self.assertLess(spread[True], 8)
            self.assertGreater(spread[False], 10 * spread[True])
        self.assertIn("\n", self.ok("assign", path, "--plan", plan, "--even"))
        counts = self.json("assign", path, "--plan", plan, "--even", "-o", self.folder / "even.csv")
        self.assertEqual(counts["metrics"]["padding_packs"], 0)

    @staticmethod
    def one_column(count):
        dice = random.Random(3)
        return [(dice.randint(1, 40),) for _ in range(count)]

    def test_shuffle_follows_the_seed(self):
        path = self.table(self.sizes())
        words = ["assign", path, "--plan", self.plan(path, "--limits", "40,80"), "-o", "-", "--order", "shuffle"]
        self.assertEqual(self.ok(*words, "--seed", "5"), self.ok(*words, "--seed", "5"))
        self.assertNotEqual(self.ok(*words, "--seed", "5"), self.ok(*words, "--seed", "6"))
        self.refused(*words[:-2], "--seed", "5", says="--seed needs --order shuffle")
        self.refused(*words, "--seed", "-5", says="--seed: -5 is out of range (at least 0)")

    def test_json(self):
        path = self.table(self.sizes())
        plan = self.plan(path, "--limits", "40,80", "--packs-multiple", "100")
        done = self.json("assign", path, "--plan", plan, "-o", self.folder / "packs.csv")
        self.assertEqual(done["schema"], "tuplepack.assign/1")
        self.assertEqual(done["items"], 3000)
        self.assertEqual(done["metrics"]["packs"] % 100, 0)

    @unittest.skipIf(numpy is None, "needs numpy")
    def test_npz(self):
        sizes = self.sizes()
        path = self.table(sizes)
        plan = self.plan(path, "--limits", "40,80", "--packs-multiple", "100")
        output = self.folder / "packs.npz"
        self.ok("assign", path, "--plan", plan, "-o", output, "--emit", "segment_ids,position_ids,cu_seqlens")
        with numpy.load(output) as packs:
            arrays = {name: packs[name] for name in packs.files}
        self.check_arrays(arrays, numpy.array(sizes), plan)
        self.ok("assign", path, "--plan", plan, "-o", self.folder / "packs.npy", "--emit", "segment_ids")
        for name in ("offsets", "items", "segment_ids_nodes", "segment_ids_edges"):
            numpy.testing.assert_array_equal(numpy.load(self.folder / f"packs.{name}.npy"), arrays[name])

    @unittest.skipIf(numpy is None, "needs numpy")
    def test_names_of_arrays(self):
        path = self.write("sizes.csv", "a/b,a b,c\n1,2,3\n")
        plan = self.plan(path, "--limits", "max")
        self.ok("assign", path, "--plan", plan, "-o", self.folder / "packs.npz", "--emit", "cu_seqlens")
        with numpy.load(self.folder / "packs.npz") as packs:
            self.assertEqual(packs.files, ["offsets", "items", "cu_seqlens_a_b_1", "cu_seqlens_a_b_2", "cu_seqlens_c"])

    @unittest.skipIf(numpy is None, "needs numpy")
    def test_what_every_item_takes_is_emitted_with_it(self):
        path = self.write("threes.csv", "length\n3\n3\n3\n")
        plan = self.plan(path, "--limits", "8", "--per-item", "1")
        out = self.folder / "packs.npz"
        self.ok("assign", path, "--plan", plan, "-o", out, "--emit", "segment_ids,cu_seqlens")
        with numpy.load(out) as packs:
            arrays = {name: packs[name] for name in packs.files}
        self.assertEqual(arrays["segment_ids"].tolist(), [[1, 1, 1, 1, 2, 2, 2, 2], [1, 1, 1, 1, 0, 0, 0, 0]])
        self.assertEqual(arrays["cu_seqlens"].tolist(), [0, 4, 8, 0, 4])
        self.refused("assign", self.write("four.csv", "length\n4\n3\n3\n"), "--plan", plan, "-o", out,
                     says="packed as 5: the plan has no such size")

    @unittest.skipIf(numpy is None, "needs numpy")
    def test_pieces_and_drops(self):
        path = self.write("lengths.csv", "length\n5\n25\n7\n")
        plan = self.plan(path, "--limits", "10", "--overlong", "split")
        output = self.folder / "packs.npz"
        self.ok("assign", path, "--plan", plan, "-o", output, "--emit", "segment_ids")
        with numpy.load(output) as packs:
            pieces = sorted(zip(packs["items"].tolist(), packs["begins"].tolist()))
            self.assertEqual(pieces, [(0, 0), (1, 0), (1, 10), (1, 20), (2, 0)])
            self.assertEqual((packs["segment_ids"] > 0).sum(), 37)
        plan = self.plan(path, "--limits", "10", "--overlong", "drop")
        self.assertIn("; 1 dropped", self.ok("assign", path, "--plan", plan, "-o", output))
        with numpy.load(output) as packs:
            self.assertEqual(packs["dropped"].tolist(), [1])
            self.assertEqual(sorted(packs["items"].tolist()), [0, 2])

    def check_arrays(self, arrays, sizes, plan):
        metrics = json.loads(plan.read_text())["metrics"]
        offsets, items = arrays["offsets"], arrays["items"]
        self.assertEqual((offsets.dtype, items.dtype), (numpy.int64, numpy.int32))
        self.assertEqual(len(offsets) - 1, metrics["packs"])
        numpy.testing.assert_array_equal(numpy.sort(items), numpy.arange(len(sizes)))
        for component, (name, limit) in enumerate([("nodes", 40), ("edges", 80)]):
            segments, positions = arrays["segment_ids_" + name], arrays["position_ids_" + name]
            cumulated = arrays["cu_seqlens_" + name]
            self.assertEqual(segments.shape, (len(offsets) - 1, limit))
            self.assertEqual(segments.dtype, numpy.int32)
            for pack, (begin, end) in enumerate(zip(offsets[:-1], offsets[1:])):
                lengths = sizes[items[begin:end], component]
                self.assertLessEqual(lengths.sum(), limit)
                padding = limit - lengths.sum()
                expected = numpy.repeat(numpy.arange(len(lengths)) + 1, lengths)
                numpy.testing.assert_array_equal(segments[pack], numpy.pad(expected, (0, padding)))
                expected = numpy.concatenate([numpy.arange(length) for length in [*lengths, 0]])
                numpy.testing.assert_array_equal(positions[pack], numpy.pad(expected, (0, padding)))
                ends = cumulated[begin + pack:end + pack + 1]
                numpy.testing.assert_array_equal(ends, numpy.cumsum([0, *lengths]))

    def test_plan_of_other_sizes(self):
        sizes = [(5, 6)] * 4 + [(7, 8)] * 2
        plan = self.plan(self.table(sizes), "--limits", "40,80")
        error = self.refused("assign", self.table(sizes[:-1], "short.csv"), "--plan", plan, "-o", self.folder / "packs.npz",
                             says="(7, 8)")
        self.assertIn("short.csv", error)
        self.refused("assign", self.table(sizes + [(5, 6)], "long.csv"), "--plan", plan, says="(5, 6)")
        self.refused("assign", self.table(sizes[:-1] + [(9, 9)], "other.csv"), "--plan", plan, says="(9, 9)")
        self.assertFalse((self.folder / "packs.npz").exists())

    def test_more_than_2_to_the_31_items(self):
        plan = self.plan(self.write("counted.csv", "length,count\n3,3000000000\n5,3000000000\n"), "--limits", "8")
        few = self.write("few.csv", "length\n3\n5\n")
        words = ["assign", few, "--plan", plan, "-o", self.folder / "packs.npz"]
        self.refused(*words, says="items of size 3: 3000000000 in the plan, but only 1 in the input; 1 other size is also missing items")
        self.refused("assign", self.write("wrong.csv", "length\n3\n6\n"), "--plan", plan, says="wrong.csv: item 1 of size 6: the plan has no such size")
        self.refused(*words, "--order", "shuffle", says="--order shuffle needs one rank and fewer than 2^31 items; use --order plan or permute")
        self.refused(*words, "--even", says="--even takes fewer than 2^31 items")

    def test_balance(self):
        path = self.table(self.sizes())
        plan = self.plan(path, "--limits", "40,80", "--packs-multiple", "4")
        words = ["assign", path, "--plan", plan, "--order", "shuffle", "--balance", "quadratic"]
        work = self.json(*words)["work"]
        self.assertEqual(work["ranks"], 4)
        self.assertLess(work["after"]["overall"], work["before"]["overall"])
        self.assertLess(work["after"]["mean"], 1.01)
        self.assertEqual(self.json(*words, "--ranks", 8)["work"]["ranks"], 8)
        self.assertNotEqual(self.json(*words[:-1], "quadratic:edges")["work"], work)
        self.assertIn("load of the busiest of 4 ranks over the mean: 1.", self.ok(*words))
        self.assertIsNone(self.json(*words[:-2])["work"])
        self.refused(*words[:-1], "linear", says="neither quadratic nor")
        self.refused(*words[:-1], "quadratic:faces", says="unknown component 'faces'")
        self.refused(*words[:-2], "--ranks", 8, says="--ranks needs --balance")
        self.refused(*words, "--ranks", 1, says="--balance needs --ranks W")

    def test_bad_input(self):
        path = self.table(self.sizes(count=10))
        plan = self.plan(path, "--limits", "40,80")
        counted = self.write("counted.csv", "nodes,edges,count\n5,6,4\n")
        self.refused("assign", counted, "--plan", plan,
                     says="this file is a histogram (it has counts); if every row is an item, add --count-column ''")
        swapped = self.write("swapped.csv", "edges,nodes\n5,6\n")
        self.refused("assign", swapped, "--plan", plan, says="in a different order than in the plan; use --columns nodes,edges")
        single = self.write("single.csv", "nodes\n5\n")
        self.refused("assign", single, "--plan", plan, says="the input has one column, the plan 2")
        self.refused("assign", path, says="assign needs --plan")
        self.refused("assign", path, "--plan", path, says="sizes.csv:1:1: invalid JSON")
        self.refused("assign", path, "--plan", self.write("cut.json", plan.read_text()[:200]), says="cut.json")
        self.refused("assign", path, "--plan", plan, "-o", self.folder / "packs.txt", says="does not end in .npz, .npy, .parquet, .arrow or .csv")
        self.refused("assign", path, "--plan", plan, "-o", "-", "--emit", "segment_ids", says="--emit needs -o")
        self.refused("assign", path, "--plan", plan, "-o", "packs.npz", "--emit", "masks", says="--emit: unknown value 'masks'; choose segment_ids, position_ids or cu_seqlens")
        self.refused("assign", path, "--plan", plan, "--order", "random", says="random")
        self.refused("assign", path, "--plan", plan, "-o", self.folder / "no" / "packs.npz", says="No such file or directory")

    def test_code(self):
        path = self.table(self.sizes())
        words = ["assign", "--plan", self.plan(path, "--limits", "40,80"), "--code"]
        for name in ("pytorch", "jax", "numpy"):
            compile(self.ok(*words, name), name, "exec")
        self.assertIn("DataLoader", self.ok(*words, "pytorch"))
        output = self.folder / "packs.npz"
        code = self.ok(*words, "numpy", path, "-o", output)
        self.assertTrue(output.exists())
        self.assertIn(str(output), code)
        self.refused(*words, "cobol", says="cobol")
        self.refused(*words, "numpy", "-o", "packs.csv", says="--code needs -o FILE.npz")
        self.refused(*words, "numpy", "--json", says="--code cannot be combined with --json")
        self.refused(*words[:3], says="assign needs SIZES")

    def test_nothing_half_written_stays_after_a_signal(self):
        path = self.table(self.sizes())
        plan = self.plan(path, "--limits", "60000,80000", "--depth", "1")
        output = self.folder / "packs.npz"
        for number in (signal.SIGTERM, signal.SIGINT):
            process = subprocess.Popen([PROGRAM, "assign", path, "--plan", plan, "-o", output, "--emit",
                                        "segment_ids,position_ids"], stdout=subprocess.DEVNULL)
            deadline = time.monotonic() + 30
            while not list(self.folder.glob("packs.npz.part*")) and process.poll() is None:
                self.assertLess(time.monotonic(), deadline)
            process.send_signal(number)
            self.assertEqual(process.wait(), -number)
            self.assertEqual(list(self.folder.glob("packs.npz*")), [])


if __name__ == "__main__":
    unittest.main()
