"""No items need no packs: the data set that a filter leaves empty, the last shard, the rank that gets none."""
import json
import pickle
import unittest

import numpy as np

import tuplepack


class NoItems(unittest.TestCase):
    def is_plan_of_nothing(self, plan, components=1):
        self.assertEqual((plan.items, plan.packs, plan.bound, plan.gap, plan.depth_used), (0, 0, 0, 0, 0))
        self.assertEqual(plan.efficiency, [1.0] * components)
        self.assertEqual(plan.padding_without_packing, [0.0] * components)
        self.assertEqual((plan.packing_factor, plan.ended), (0.0, "optimal"))
        self.assertIn("0 items", repr(plan))
        self.assertIn("0 items", plan._repr_html_())

    def test_a_plan_of_no_packs(self):
        self.is_plan_of_nothing(tuplepack.pack([], 8))
        self.is_plan_of_nothing(tuplepack.pack(np.zeros(0, np.int32), 8, depth=3, align_item=4, overlong="split"))
        self.is_plan_of_nothing(tuplepack.pack([], [8, 9]), 2)
        self.is_plan_of_nothing(tuplepack.pack(np.zeros((0, 2)), [8, 9], packs_multiple=4), 2)
        self.is_plan_of_nothing(tuplepack.pack({"nodes": [], "edges": []}, {"edges": 9, "nodes": 8}), 2)
        self.is_plan_of_nothing(tuplepack.pack(tuplepack.histogram([]), 8))
        self.is_plan_of_nothing(tuplepack.pack([3, 5], 8, counts=[0, 0]))
        for row in tuplepack.compare([], 8):
            self.assertEqual((row["packs"], row["bound"], row["efficiency"]), (0, 0, [1.0]))
        self.assertEqual({one.packs for one in tuplepack.bound([], 8)}, {0})

    def test_limits_are_still_checked(self):
        for limits in (0, [8, 8, 8]):
            with self.assertRaisesRegex(tuplepack.Error, "limit"):
                tuplepack.pack(np.zeros((0, 2)), limits)

    def test_a_histogram(self):
        empty = tuplepack.histogram(np.zeros((0, 2), int))
        self.assertEqual((empty.items, len(empty), empty.sizes.shape, empty.totals), (0, 0, (0, 2), [0, 0]))
        self.assertEqual(pickle.loads(pickle.dumps(empty)), empty)
        self.assertNotEqual(empty, tuplepack.histogram([]))

    def test_files(self):
        for plan in (tuplepack.pack([], 8), tuplepack.pack([], [8, 9], depth=4, reserve=[1, 0])):
            again = tuplepack.Plan.from_json(plan.to_json())
            self.assertEqual(again.to_json(), plan.to_json())
            self.assertEqual((again.packs, again.limits, again.components), (0, plan.limits, plan.components))
            verified = tuplepack.verify(plan, data=[] if len(plan.limits) == 1 else np.zeros((0, 2)))
            self.assertEqual((verified.holds, verified.proven, verified.differences), (True, 0, []))
            self.assertEqual(pickle.loads(pickle.dumps(plan)).packs, 0)
        with self.assertRaisesRegex(tuplepack.Error, "items of size 3"):
            tuplepack.verify(tuplepack.pack([], 8), data=[3])
        without_packs = {**json.loads(tuplepack.pack([3], 8).to_json()), "strategies": []}
        with self.assertRaisesRegex(tuplepack.Error, "/histogram/items: 1, but the strategies hold 0"):
            tuplepack.Plan.from_json(json.dumps(without_packs))

    def test_no_items_in_packs(self):
        for order in ("plan", "input", "shuffle"):
            assigned = tuplepack.pack([], 8).assign([], order=order, ranks=2, packs_multiple=4)
            self.assertEqual((len(assigned), assigned.packs, list(assigned), len(assigned.fills)), (0, 0, [], 0))
            self.assertEqual((assigned.counts.tolist(), assigned.items.dtype), ([], np.int32))
        self.assertEqual(len(tuplepack.pack([], [8, 9]).assign([])), 0)
        with self.assertRaisesRegex(tuplepack.Error, "no such size"):
            tuplepack.pack([], 8).assign([3])
        self.assertEqual(tuplepack.packs_of([], 8, even=True), [])

    def test_samplers_yield_nothing(self):
        for options in ({}, {"keep_order": True}, {"shuffle": True}, {"rank": 1, "world_size": 2}, {"overlong": "split", "stride": 2},
                        {"every_item_once": True}, {"drop_last": True, "packs": 3}, {"shuffle": "packs", "rank": 0, "world_size": 3}):
            sampler = tuplepack.PackSampler([], 8, **options)
            self.assertEqual((len(sampler), list(sampler), list(sampler)), (0, [], []), options)
            other = tuplepack.PackSampler([], 8, **options)
            other.load_state_dict(sampler.state_dict())
            self.assertEqual(list(other), [])
        weighted = tuplepack.PackSampler([[], [3, 5]], 8, weights=[1, 1])
        self.assertEqual(sorted(item for batch in weighted for item in batch), [0, 1])
        self.assertEqual(list(tuplepack.PackSampler([[], []], 8, weights=[1, 2])), [])
        self.assertEqual(list(tuplepack.PackSampler([], plan=tuplepack.pack([], 8))), [])

    def test_examples(self):
        self.assertEqual(len(tuplepack.pack_dataset([], 8)), 0)
        self.assertEqual(list(tuplepack.stream([], 8)), [])

    def test_what_has_no_answer_is_refused(self):
        for ask in (lambda: tuplepack.search([], target=0.9), lambda: tuplepack.sweep([], {"length": (1, 3)}),
                    lambda: tuplepack.stats([]), lambda: tuplepack.histogram([]).quantile(0.5), lambda: tuplepack.histogram([]).plot()):
            with self.assertRaisesRegex(tuplepack.Error, "no items"):
                ask()


if __name__ == "__main__":
    unittest.main()
