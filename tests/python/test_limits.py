"""Bounds, and limits that reach a target: searched, swept and estimated."""
import unittest

import numpy as np

import tuplepack

SEED = int(np.random.SeedSequence().generate_state(1)[0])


class Limits(unittest.TestCase):
    SIZES = np.random.default_rng(1).integers(1, 60, 500)

    def test_bounds(self):
        rows = tuplepack.bound(self.SIZES, 64)
        self.assertEqual(rows[0].packs, max(row.packs for row in rows))
        self.assertLessEqual(rows[0].packs, tuplepack.pack(self.SIZES, 64).packs)

    def test_compare(self):
        rows = tuplepack.compare(self.SIZES, 64)
        packs = [row["packs"] for row in rows]
        self.assertEqual(packs, sorted(packs))
        self.assertEqual(tuplepack.pack(self.SIZES, 64).packs, packs[0])

    def test_even_packs(self):
        """Every item once, no pack over a limit, and the packs alike, where the plan has full ones and a rest."""
        random = np.random.default_rng(SEED)
        for sizes, limits in ((random.integers(1, 40, 900), 384), (random.integers(1, 40, (900, 2)), [384, 400])):
            plan = tuplepack.pack(sizes, limits, method="lpfhp", depth=30)
            for order in ("plan", "input", "shuffle"):
                for multiple in (1, 8):
                    loose = plan.assign(sizes, order=order, packs_multiple=multiple)
                    even = plan.assign(sizes, order=order, packs_multiple=multiple, even=True)
                    self.assertEqual(len(even), len(loose))
                    self.assertEqual(even.packs, len(even))
                    self.assertEqual(sorted(even.items.tolist()), list(range(900)))
                    table = sizes.reshape(900, -1)
                    fills = np.stack([table[items].sum(axis=0) for items in even])
                    self.assertTrue((fills <= limits).all())
                    self.assertLessEqual(even.counts.max(), 30)
                    np.testing.assert_array_equal(fills, even.fills.reshape(len(even), -1))
                    shares, before = ((one.fills.reshape(len(one), -1) / limits).max(axis=1) for one in (even, loose))
                    self.assertLess(np.ptp(shares), 0.05)
                    self.assertGreater(np.ptp(before), 4 * np.ptp(shares))
        pieces = tuplepack.pack([50, 3, 9], 8, overlong="split").assign([50, 3, 9], even=True)
        self.assertEqual((pieces.fills.sum(), pieces.fills.max()), (62, 8))

    def test_search(self):
        found = tuplepack.search(self.SIZES, 0.9)
        self.assertGreaterEqual(found.points[0].efficiency[0], 0.9)
        front = tuplepack.search(self.SIZES, pareto=True, range=[(60, 100)], time_limit=5)
        self.assertTrue(all(a.cost < b.cost for a, b in zip(front.points, front.points[1:])))
        self.assertGreaterEqual(tuplepack.search(self.SIZES, range={"length": (60, 100)}).points[0].packs, 1)

    def test_search_for_packs(self):
        for packs in (1, 7, 100):
            found = tuplepack.search(self.SIZES, packs=packs)
            limit = found.points[0].limits[0]
            self.assertLessEqual(tuplepack.pack(self.SIZES, limit).packs, packs)
            self.assertLessEqual(found.points[0].packs, packs)
            if found.proved and found.too_small is not None:
                self.assertEqual(found.too_small, [limit - 1])
                self.assertGreater(tuplepack.pack(self.SIZES, limit - 1).packs, packs)
        deep = tuplepack.search(self.SIZES, packs=100, depth=-(-len(self.SIZES) // 100))
        self.assertGreaterEqual(deep.points[0].limits[0], tuplepack.search(self.SIZES, packs=100).points[0].limits[0])
        none = tuplepack.search(self.SIZES, packs=3, depth=2)
        self.assertEqual((none.points, none.proved), ([], True))
        self.assertEqual(tuplepack.search([3, 3, 2], packs=2, multiple_of=[4]).points[0].limits, [8])
        graphs = np.random.default_rng(3).integers(1, 9, (90, 2))
        self.assertEqual(tuplepack.search(graphs, packs=4, limits=[1, 2]).points[0].limits,
                         tuplepack.search(graphs, packs=4, limits={"size_2": 20, "size_1": 10}).points[0].limits)
        for bad, words in (({"packs": 2, "target": 0.5}, "one of target, packs, items and pareto"), ({"packs": 0}, "0 packs are not positive"),
                           ({"packs": 2, "range": [(3, 9)]}, "range cannot be combined with packs"), ({"packs": 2.5}, "packs cannot be 2.5"),
                           ({"limits": 8}, "limits: only with packs and items"),
                           ({"items": 0}, "items: 0 is not positive"), ({"items": 2, "packs": 2}, "pass only one of")):
            with self.assertRaisesRegex(tuplepack.Error, words):
                tuplepack.search([3, 4], **bad)
        found = tuplepack.search(graphs, items=10).points[0]
        self.assertLessEqual(found.packs, 9)
        self.assertGreaterEqual(tuplepack.pack(graphs, found.limits).packing_factor, 10)
        self.assertEqual(tuplepack.search([3, 3, 2], items=3).points[0].limits, [8])
        with self.assertRaisesRegex(tuplepack.Error, "the proportions of the limits: 2 numbers"):
            tuplepack.search(graphs, packs=4)

    def test_sweep(self):
        grid = tuplepack.sweep(self.SIZES, [(60, 120, 20)], full=True)
        self.assertEqual(grid.limits.tolist(), [[60], [80], [100], [120]])
        self.assertTrue(grid.packed.all())
        self.assertEqual(grid.best, grid.limits[int(np.argmax(grid.harmonic_mean))].tolist())

    def test_sweep_stops(self):
        told = []
        grid = tuplepack.sweep(self.SIZES, [(60, 500)], full=True, progress=lambda *all: told.append(all))
        self.assertTrue(grid.packed.all())
        self.assertTrue(all(0 <= done <= cells for done, cells, _ in told))
        self.assertFalse(tuplepack.sweep(self.SIZES, [(60, 500)], full=True, progress=lambda *all: False).packed.all())

    def test_per_item(self):
        plan = tuplepack.pack([3] * 6, 12, per_item=1)
        self.assertEqual((plan.packs, plan.efficiency), (2, [0.75]))
        self.assertEqual(tuplepack.pack([[3, 4]] * 5, [8, 8], per_item={"size_1": 1}).packs, 3)
        self.assertEqual(sorted(plan.assign([3] * 6).items.tolist()), list(range(6)))
        with self.assertRaisesRegex(tuplepack.Error, "per_item: num_nodes is given twice"):
            tuplepack.pack([[3, 4]] * 5, [8, 8], components=["num_nodes", "num_edges"], per_item={"num_nodes": 1, "nodes": 2})
        self.assertEqual(tuplepack.pack([30], 12, per_item=2, overlong="split").assign([30]).lengths.tolist(), [10, 10, 10])
        samples = [{"input_ids": [7, 8, 9]} for _ in range(6)]
        sampler = tuplepack.PackSampler([3] * 6, 12, per_item=1)
        for batch in sampler:
            made = tuplepack.collate_packed([samples[item] for item in batch], batch=batch, framework="numpy")
            self.assertEqual(int((np.asarray(made["segment_ids"]) > 0).sum()), 3 * len(batch))

    def test_estimate(self):
        brings = tuplepack.estimate(tuplepack.pack(self.SIZES, 60), overhead=5)
        self.assertAlmostEqual(brings["overhead"], 0.05)
        self.assertGreater(brings["speedup"], 1)

        self.assertEqual(brings["without_packing"], tuplepack.pack(self.SIZES, 60).without_packing())

    def test_padding_without_packing(self):
        plan = tuplepack.pack([1, 1, 3], 4)
        paid = plan.without_packing(batch=2)
        self.assertAlmostEqual(paid["random"][0], 1 - 5 / (19 / 3))
        self.assertEqual((paid["batch"], paid["sorted"], paid["limit"]), (2, [0], plan.padding_without_packing))
        self.assertEqual(tuplepack.stats([1, 1, 3], batch=2)["without_packing"]["random"], paid["random"])
        self.assertIn("batches of 8 random items, each padded to its longest", repr(plan))
        self.assertEqual(tuplepack.pack([], 4).without_packing()["random"], [0])
        with self.assertRaisesRegex(tuplepack.Error, "batch: 0 is out of range"):
            plan.without_packing(0)

    def test_options_are_those_of_the_program(self):
        self.assertIn("method", [option.name for option in tuplepack.options_of("pack")])
        self.assertTrue(all(option.help for option in tuplepack.options_of("pack")))


if __name__ == "__main__":
    print("seed", SEED)
    unittest.main()
