"""Packing online."""
import unittest

import numpy as np

import tuplepack


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

    def test_refuses(self):
        with self.assertRaisesRegex(tuplepack.Error, "item 0"):
            tuplepack.Stream(64).add([65])
        with self.assertRaisesRegex(tuplepack.Error, "2 sizes per item; expected 1"):
            tuplepack.Stream(64).add([[1, 2]])
        with self.assertRaisesRegex(tuplepack.Error, "not together with buffer"):
            tuplepack.Stream(64, open=3, buffer=4)


if __name__ == "__main__":
    unittest.main()
