#!/usr/bin/env python3
"""The arc-flow model: its paths are the packs, and solvers find the least packs with it."""
import pathlib
import random
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from arc_flow import TooLarge, arcs_of, write_model  # noqa: E402
from exact_peers import peers, sample_of, summary  # noqa: E402

SEED = random.randrange(10**6)


def drawn(chance, width):
    limits = [chance.randint(8, 14) for _ in range(width)]
    sizes = sorted({tuple(chance.randint(1, limit - 3) for limit in limits) for _ in range(chance.randint(2, 5))})
    return sizes, [chance.randint(1, 2) for _ in sizes], limits


def packs_of(sizes, counts, limits):
    """Every pack, as the number of items of each size."""
    if not sizes:
        yield ()
        return
    for copies in range(counts[0] + 1):
        room = [limit - copies * size for limit, size in zip(limits, sizes[0])]
        if min(room) < 0:
            return
        for rest in packs_of(sizes[1:], counts[1:], room):
            yield (copies, *rest)


def least_packs(counts, packs):
    """By trying all packs for the first item that is left."""
    if not any(counts):
        return 0
    first = next(i for i, count in enumerate(counts) if count)
    fitting = [pack for pack in packs if pack[first] and all(a <= b for a, b in zip(pack, counts))]
    return 1 + min(least_packs([b - a for a, b in zip(pack, counts)], packs) for pack in fitting)


class ArcFlow(unittest.TestCase):
    def test_every_pack_is_a_path_and_every_path_keeps_the_limits(self):
        chance = random.Random(SEED)
        for _ in range(200):
            sizes, counts, limits = drawn(chance, chance.choice([1, 2, 3]))
            arcs = arcs_of(sizes, counts, limits, 10**6)
            order = sorted(range(len(sizes)), key=lambda i: sum(s / limit for s, limit in zip(sizes[i], limits)), reverse=True)
            for i, found in enumerate(arcs):
                self.assertEqual(len(found), len(set(found)), f"seed {SEED}")
                for load, after in found:
                    self.assertEqual(after, tuple(a + b for a, b in zip(load, sizes[i])))
                    self.assertTrue(all(a <= limit for a, limit in zip(after, limits)))
            for pack in packs_of(sizes, counts, limits):
                load = (0,) * len(limits)
                for i in [i for i in order for _ in range(pack[i])]:
                    after = tuple(a + b for a, b in zip(load, sizes[i]))
                    self.assertIn((load, after), arcs[i], f"seed {SEED}")
                    load = after

    def test_large_models_are_refused(self):
        arcs = sum(map(len, arcs_of([(1,), (2,)], [3, 3], [9], 100)))
        self.assertEqual(sum(map(len, arcs_of([(1,), (2,)], [3, 3], [9], arcs))), arcs)
        with self.assertRaises(TooLarge):
            arcs_of([(1,), (2,)], [3, 3], [9], arcs - 1)

    @unittest.skipUnless(peers(), "tools/setup.sh peers installs the solvers")
    def test_solvers_find_the_least_packs(self):
        chance = random.Random(SEED)
        with tempfile.TemporaryDirectory() as folder:
            model = pathlib.Path(folder) / "model.mps"
            for _ in range(6):
                sizes, counts, limits = drawn(chance, chance.choice([1, 2]))
                depth = chance.choice([None, 2])
                room = limits if depth is None else [*limits, depth]
                items = sizes if depth is None else [(*size, 1) for size in sizes]
                packs = least_packs(counts, [pack for pack in packs_of(items, counts, room) if any(pack)])
                write_model({"limits": limits, "depth": depth, "sizes": [s for size in sizes for s in size],
                             "counts": counts}, model, 10**6)
                for name, solve in peers().items():
                    self.assertEqual(solve(model, 60)[1], packs, f"{name}, seed {SEED}: {sizes} {counts} {limits} {depth}")


class Report(unittest.TestCase):
    def test_what_is_not_solved_counts_as_the_limit(self):
        self.assertEqual(summary([{"a": 1}, {"a": 3}, {}], "a", 10), {"solved": 2, "median_seconds": 3, "max_seconds": 10})
        self.assertIsNone(summary([], "a", 10))

    def test_a_sample_is_spread(self):
        sample = sample_of(list(range(100)), 5)
        self.assertEqual([item // 20 for item in sample], [0, 1, 2, 3, 4])
        self.assertEqual(sample, sample_of(list(range(100)), 5))
        self.assertEqual(sample_of([1, 2], 5), [1, 2])


if __name__ == "__main__":
    unittest.main()
