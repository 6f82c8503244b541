"""Packing online."""
import pickle
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

import tuplepack

DATA = Path(__file__).resolve().parents[1] / "data"


class Streams(unittest.TestCase):
    SIZES = np.random.default_rng(4).integers(1, 60, 777)

    def packs_are_right(self, packs):
        self.assertEqual(sorted(item for pack in packs for item in pack.tolist()), list(range(len(self.SIZES))))
        self.assertTrue(all(self.SIZES[pack].sum() <= 64 for pack in packs))

    def test_the_same_however_items_arrive(self):
        whole = tuplepack.Stream(64, buffer=50)
        packs = whole.add(self.SIZES) + whole.finish()
        self.packs_are_right(packs)
        single = list(tuplepack.stream(self.SIZES.tolist(), 64, buffer=50))
        self.assertEqual([pack.tolist() for pack in packs], [pack.tolist() for pack in single])
        self.assertEqual((whole.items, whole.packs), (len(self.SIZES), len(packs)))
        self.assertLessEqual(whole.bound, len(packs))

    def test_saved_state_goes_on(self):
        first = tuplepack.Stream(64, open=20)
        packs = first.add(self.SIZES[:300])
        second = tuplepack.Stream(64, open=20)
        second.restore(first.save())
        packs += second.add(self.SIZES[300:]) + second.finish()
        self.packs_are_right(packs)

    def test_guided_and_balanced(self):
        guided = tuplepack.Stream(64, guide=tuplepack.pack(self.SIZES, 64))
        self.packs_are_right(guided.add(self.SIZES) + guided.finish())
        sizes = np.random.default_rng(5).integers(1, 60, (500, 3))
        packer = tuplepack.Stream([100, 100, 100], balanced=True)
        for pack in packer.add(sizes) + packer.finish():
            self.assertTrue((sizes[pack].sum(axis=0) <= 100).all())

    def test_better_than_windows_by_a_quick_method(self):
        """A look-ahead of 1,024 needs fewer packs than lpfhp does for every 1,024 questions of SQuAD by themselves."""
        table = tuplepack.read_sizes(DATA / "squad_384.csv")
        lengths = np.random.default_rng(0).permutation(np.repeat(table.sizes, table.counts))[:30_000]
        packer = tuplepack.Stream(384, buffer=1024)
        packs = len(packer.add(lengths)) + len(packer.finish())
        windows = sum(tuplepack.pack(lengths[i : i + 1024], 384, method="lpfhp").packs for i in range(0, len(lengths), 1024))
        self.assertLessEqual(packs, windows)

    def test_what_it_takes(self):
        """Sequences stand for their lengths; limits by name name the components."""
        self.assertEqual([p.tolist() for p in tuplepack.stream([[7] * 5, [8] * 3, "ab".split()], 8)],
                         [p.tolist() for p in tuplepack.stream([5, 3, 1], 8)])
        rows = [(3, 4), (2, 2), (6, 7)]
        expected = [p.tolist() for p in tuplepack.stream(rows, (8, 8))]
        self.assertEqual([p.tolist() for p in tuplepack.stream(rows, {"nodes": 8, "edges": 8})], expected)

    def test_rows_of_arrays_are_items(self):
        """As for pack(), and no sequences whose lengths are the sizes."""
        random = np.random.default_rng(9)
        for sizes in (random.integers(1, 60, (300, 1)), random.integers(1, 60, (300, 2))):
            for limits in (64, [64] * sizes.shape[1]):
                packs = list(tuplepack.stream(sizes, limits))
                self.assertEqual(sorted(item for pack in packs for item in pack.tolist()), list(range(300)))
                self.assertTrue(all((sizes[pack].sum(axis=0) <= 64).all() for pack in packs))
                self.assertGreaterEqual(len(packs), tuplepack.pack(sizes, limits).bound)
        lists = np.empty(3, object)
        lists[:] = [[7] * 5, [8] * 3, [9]]
        self.assertEqual([pack.tolist() for pack in tuplepack.stream(lists, 8)], [pack.tolist() for pack in tuplepack.stream([5, 3, 1], 8)])

    def test_columns_with_names(self):
        nodes, edges = np.random.default_rng(4).integers(1, 20, (2, 300))
        expected = [pack.tolist() for pack in tuplepack.stream(np.stack([nodes, edges], axis=1), (40, 60))]
        for limits in ((40, 60), {"nodes": 40, "edges": 60}):
            self.assertEqual([pack.tolist() for pack in tuplepack.stream({"nodes": nodes, "edges": edges}, limits)], expected)
        swapped = tuplepack.Stream({"nodes": 40, "edges": 60})
        packs = swapped.add({"edges": edges, "nodes": nodes}) + swapped.finish()
        self.assertEqual([pack.tolist() for pack in packs], expected)
        with self.assertRaisesRegex(tuplepack.Error, "sizes of nodes, arcs; expected nodes, edges"):
            swapped.add({"nodes": nodes, "arcs": edges})

    def test_copies_go_on_alike(self):
        sizes = np.random.default_rng(5).integers(1, 60, 500)
        for options in ({}, {"open": 10}, {"balanced": True, "buffer": 50}):
            packer = tuplepack.Stream(100, **options)
            packer.add(sizes[:300])
            copied = pickle.loads(pickle.dumps(packer))
            for one, other in zip(packer.add(sizes[300:]) + packer.finish(), copied.add(sizes[300:]) + copied.finish()):
                np.testing.assert_array_equal(one, other)
            self.assertEqual(packer.packs, copied.packs)

    def test_several_threads(self):
        """Each item is in one pack, and what an add() takes stays together."""
        sizes = np.random.default_rng(5).integers(1, 400, 20_000)
        packer = tuplepack.Stream(512, open=64)
        with ThreadPoolExecutor(4) as threads:
            closed = list(threads.map(lambda _: packer.add(sizes), range(8)))
        packs = [pack for some in closed for pack in some] + packer.finish()
        self.assertEqual(packer.items, 8 * len(sizes))
        self.assertEqual(sorted(item for pack in packs for item in pack.tolist()), list(range(packer.items)))
        self.assertTrue(all(sizes[pack % len(sizes)].sum() <= 512 for pack in packs))

    def test_says_at_once_where_an_item_went(self):
        """Told item by item, the packs are those that close; also from a copy in the middle, and of items that are cut or dropped."""
        sizes = np.random.default_rng(6).integers(1, 80, 600)
        for options in ({"open": 7}, {"guide": tuplepack.pack(self.SIZES, 64)}, {"open": 3, "depth": 4}):
            for overlong in ("drop", "truncate", "split"):
                with self.subTest(options, overlong=overlong):
                    packer = tuplepack.Stream(64, places=True, overlong=overlong, **options)
                    told, closed = [], {}
                    for number, size in enumerate(sizes.tolist()):
                        for pack, items in zip(*reversed((packer.add([size]), packer.numbers.tolist()))):
                            closed[pack] = items.tolist()
                        told += packer.placed.tolist()
                        self.assertEqual(len(told), number + 1)
                        if number == 300:
                            packer = pickle.loads(pickle.dumps(packer))
                    for pack, items in zip(*reversed((packer.finish(), packer.numbers.tolist()))):
                        closed[pack] = items.tolist()
                    self.assertEqual(sorted(closed), list(range(packer.packs)))
                    self.assertEqual({item for item, pack in enumerate(told) if pack == -1},
                                     set(np.flatnonzero(sizes > 64).tolist()) if overlong == "drop" else set())
                    for item, pack in enumerate(told):
                        if pack >= 0:
                            self.assertIn(item, closed[pack])
                    if overlong != "split":
                        self.assertEqual(sum(map(len, closed.values())), sum(pack >= 0 for pack in told))

    def test_places_are_kept_only_if_asked_for(self):
        plain, kept = tuplepack.Stream(64, open=30), tuplepack.Stream(64, open=30, places=True)
        closed = [packer.add(self.SIZES) for packer in (plain, kept)]
        self.assertEqual(*([pack.tolist() for pack in packs] for packs in closed))
        self.assertEqual((plain.placed, plain.numbers), (None, None))
        self.packs_are_right(closed[1] + kept.finish())
        for options in ({}, {"buffer": 9}, {"balanced": True}):
            with self.assertRaisesRegex(tuplepack.Error, "places: buffered items have no pack yet; pass open or guide"):
                tuplepack.Stream(64, places=True, **options)
        with self.assertRaisesRegex(tuplepack.Error, "saved with different"):
            tuplepack.Stream(64, open=30).restore(kept.save())

    def test_pieces_say_where_they_begin(self):
        """With them, every token of a long item is in one pack."""
        sizes = np.random.default_rng(8).integers(1, 300, 200)
        for options in ({}, {"open": 5}, {"align_item": 8, "reserve": 3}):
            packer = tuplepack.Stream(64, overlong="split", **options)
            self.assertEqual(packer.begins, [])
            found = {}
            for close in (lambda: packer.add(sizes), packer.finish):
                packs = close()
                self.assertEqual([len(pack) for pack in packs], [len(begins) for begins in packer.begins])
                for items, begins in zip(packs, packer.begins):
                    for item, begin in zip(items.tolist(), begins.tolist()):
                        found.setdefault(item, []).append(begin)
            for item, begins in found.items():
                ends = [*sorted(begins)[1:], int(sizes[item])]
                self.assertEqual(min(begins), 0)
                self.assertTrue(all(0 < end - begin <= 64 for begin, end in zip(sorted(begins), ends)))
            self.assertEqual(len(found), len(sizes))
        self.assertIsNone(tuplepack.Stream(64).begins)

    def test_refuses(self):
        for words, call in (("buffer cannot be 1.5", lambda: tuplepack.Stream(64, buffer=1.5)), ("open cannot be '4'", lambda: tuplepack.Stream(64, open="4")),
                            ("open cannot be True", lambda: tuplepack.Stream(64, open=True)), ("balanced cannot be 'no'", lambda: tuplepack.Stream(64, balanced="no")),
                            ("guide is 7; expected a Plan", lambda: tuplepack.Stream(64, guide=7)), ("sizes cannot be None", lambda: tuplepack.Stream(64).add(None)),
                            ("None is not a state", lambda: tuplepack.Stream(64).restore(None)),
                            ("is not a state", lambda: tuplepack.Stream(64).restore(tuplepack.Stream(64).save().astype(float))),
                            ("limits are empty", lambda: tuplepack.Stream([])),
                            ("components cannot be", lambda: tuplepack.Stream(8, components=[None])),
                            ("different names", lambda: tuplepack.Stream([8, 9], components=["a", "a"])),
                            ("component", lambda: tuplepack.Stream([8, 9], components="ab"))):
            with self.assertRaisesRegex(tuplepack.Error, words):
                call()
        with self.assertRaisesRegex(tuplepack.Error, "item 0"):
            tuplepack.Stream(64).add([65])

    def test_an_error_takes_nothing(self):
        """No item of the call is lost, and none is in the stream twice."""
        for options in ({"open": 1}, {"open": 8, "places": True}, {"buffer": 4}, {"balanced": True, "buffer": 4}):
            stream, packs = tuplepack.Stream(8, **options), []
            for sizes in ([8, 3], [5, 8, 8, 9, 8], [5, 8, -1], [5, 8, 8]):
                try:
                    packs += stream.add(sizes)
                except tuplepack.Error as error:
                    self.assertRegex(str(error), "^item 5 of size 9 is over the limit 8$|^item 4 of size -1 is negative$")
            packs += stream.finish()
            self.assertEqual(sorted(item for pack in packs for item in pack.tolist()), [0, 1, 2, 3, 4], options)

    def test_refuses_columns(self):
        guide = tuplepack.pack({"nodes": [2, 3], "edges": [9, 5]}, {"nodes": 7, "edges": 16})
        with self.assertRaisesRegex(tuplepack.Error, "the guide is for nodes, edges, in this order, and the stream for edges, nodes; give the limits"):
            tuplepack.Stream({"edges": 16, "nodes": 7}, guide=guide)
        with self.assertRaisesRegex(tuplepack.Error, "2 sizes per item; expected 1"):
            tuplepack.Stream(64).add(np.array([[1, 2]]))
        with self.assertRaisesRegex(tuplepack.Error, "cannot be combined with buffer"):
            tuplepack.Stream(64, open=3, buffer=4)


if __name__ == "__main__":
    unittest.main()
