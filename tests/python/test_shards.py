"""Histograms that add up, and shards that assign their own items."""
import pickle
import random
import unittest
from itertools import accumulate

import numpy as np

import tuplepack

SEED = random.randrange(2**32)


def cut(sizes, random_state):
    """Into shards of any lengths, some of them empty."""
    return np.split(sizes, np.sort(random_state.integers(0, len(sizes) + 1, random_state.integers(0, 7))))


class Shards(unittest.TestCase):
    def setUp(self):
        print("seed", SEED)
        self.random = np.random.default_rng(SEED)

    def test_histograms_add_up_in_any_order(self):
        for sizes in (self.random.integers(1, 50, 2000), self.random.integers(0, 9, (2000, 3))):
            parts = [tuplepack.histogram(shard) for shard in cut(sizes, self.random) if len(shard)]
            whole = tuplepack.histogram(sizes)
            self.random.shuffle(parts)
            middle = len(parts) // 2
            zero = tuplepack.histogram([])
            for total in (sum(parts), sum(parts, zero), sum(parts[:middle], zero) + sum(parts[middle:], zero), zero + whole + zero):
                self.assertEqual(total, whole)
                self.assertEqual(pickle.dumps(total), pickle.dumps(whole))
        with self.assertRaisesRegex(tuplepack.Error, "histograms of length and of size_1, size_2 do not add up"):
            tuplepack.histogram([3]) + tuplepack.histogram(np.array([[3, 4]]))
        with self.assertRaises(TypeError):
            tuplepack.histogram([3]) + 1

    def check_shards(self, sizes, limits, order, **options):
        shards = cut(sizes, self.random)
        parts = [tuplepack.histogram(shard) if len(shard) else tuplepack.histogram([]) for shard in shards]
        plan = tuplepack.pack(sum(parts), limits, **options)
        seed = int(self.random.integers(0, 2**40)) if order == "permute" else 0
        whole = plan.assign(sizes, order=order, seed=seed)
        first = 0
        for shard, before in zip(shards, accumulate(parts, initial=tuplepack.histogram([]))):
            places = plan.assign_shard(shard, before, order=order, seed=seed)
            items = np.arange(len(shard))
            if len(places.offsets):
                items = np.repeat(items, np.diff(places.offsets))
            slots = whole.offsets[places.packs] + places.positions
            np.testing.assert_array_equal(whole.items[slots], first + items)
            if len(whole.begins):
                np.testing.assert_array_equal(whole.begins[slots], places.begins)
            self.assertTrue((slots < whole.offsets[places.packs + 1]).all())
            first += len(shard)

    def test_shards_together_are_the_whole_assignment(self):
        lengths = self.random.integers(1, 90, 3000)
        for order in ("plan", "permute"):
            self.check_shards(lengths, 100, order, align_item=4, reserve=3, packs_multiple=8)
            for overlong in ("drop", "truncate", "split"):
                self.check_shards(lengths, 64, order, overlong=overlong)
            self.check_shards(self.random.integers(1, 40, (3000, 2)), (90, 120), order, depth=5)

    def test_positions_far_beyond_int32(self):
        total = tuplepack.histogram([3, 5], counts=[10**10, 10**10])
        plan = tuplepack.pack(total, 8)
        places = plan.assign_shard([3, 5, 3], tuplepack.histogram([3, 5], counts=[10**10 - 2, 4]))
        self.assertEqual(places.packs.tolist(), [10**10 - 2, 4, 10**10 - 1])
        self.assertEqual(places.packs.dtype, np.int64)

    def test_blocks_of_many_items(self):
        """Numbers of other types than int64 are converted in blocks."""
        few = (1 << 20) + 9  # more than a block
        ascending = tuplepack.histogram(np.arange(few, dtype=np.uint32) // 10)
        np.testing.assert_array_equal(ascending.sizes[:, 0], np.arange(few // 10 + 1))
        np.testing.assert_array_equal(ascending.counts[:-1], 10)
        self.assertEqual(ascending.items, few)
        for sizes in (self.random.integers(1, 90, few).astype(np.int32), self.random.integers(1, 9, (few, 2)).astype(np.float32)):
            total = tuplepack.histogram(sizes)
            self.assertEqual(total, tuplepack.histogram(sizes.astype(np.int64)))
            plan = tuplepack.pack(total, [100] * (sizes.ndim), method="lpfhp")
            packs, positions = plan.assign_shard(sizes)[:2]
            whole = plan.assign(sizes)
            np.testing.assert_array_equal(whole.items[whole.offsets[packs] + positions], np.arange(few))
        pairs = sizes.astype(np.int32)
        pairs[-1] = -5, 3
        for call in (tuplepack.histogram, plan.assign, plan.assign_shard):
            with self.assertRaisesRegex(tuplepack.Error, f"item {few - 1}.*-5"):
                call(pairs)
        sizes[-1] = 2.5
        with self.assertRaisesRegex(tuplepack.Error, f"sizes hold 2.5.* at position {2 * few - 2}"):
            plan.assign_shard(sizes)

    def test_what_does_not_belong_to_the_plan(self):
        plan = tuplepack.pack([3, 3, 5], 8)
        self.assertEqual(plan.assign_shard([3, 5], 0).packs.tolist(), plan.assign_shard([3, 5]).packs.tolist())
        for says, sizes, before in (("the shards before have 4 items of size 3, and the plan has only 2", [3], tuplepack.histogram([3] * 4)),
                                    ("the plan has only 2 of this size, and all are placed", [3, 3], tuplepack.histogram([3])),
                                    ("item 1 of size 4: the plan has no such size", [3, 4], None),
                                    ("before is 7; expected a Histogram", [3], 7),
                                    ("before counts size_1, size_2, and the plan is for length", [3], tuplepack.histogram(np.array([[3, 4]])))):
            with self.assertRaisesRegex(tuplepack.Error, says):
                plan.assign_shard(sizes, before)
        with self.assertRaisesRegex(tuplepack.Error, "order shuffle takes all items at once"):
            plan.assign_shard([3], order="shuffle")


if __name__ == "__main__":
    unittest.main()
