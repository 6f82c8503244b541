"""Whatever holds numbers can be passed as sizes."""
import array
import copy
import pathlib
import pickle
import time
import unittest

import numpy as np

import tuplepack
from tuplepack._arrays import NamedSizes


class Arrays(unittest.TestCase):
    def packs(self, sizes):
        return tuplepack.pack(sizes, 8).packs

    def test_sequences(self):
        expected = self.packs(np.array([3, 5, 3, 4]))
        for given in ([3, 5, 3, 4], (3, 5, 3, 4), array.array("i", [3, 5, 3, 4]), iter([3, 5, 3, 4]), range(3, 6)):
            self.assertGreaterEqual(self.packs(given), 1)
        self.assertEqual(self.packs([3, 5, 3, 4]), expected)

    def test_what_converts_to_numpy(self):
        class Series:
            def to_numpy(self):
                return np.array([3, 5, 3, 4])

        class Array:
            def __array__(self, dtype=None):
                return np.array([3, 5, 3, 4], dtype)

        self.assertEqual(self.packs(Series()), self.packs(Array()))

    def test_what_is_no_size(self):
        for given, words in (([2**64], "item 0 has the size 18446744073709551616, which is more than int64 holds"),
                             (np.ma.array([3, 4], mask=[0, 1]), "a masked array, whose mask would be lost"),
                             ([True, False], "sizes are not numbers but bool; expected whole numbers"),
                             (["3"], "sizes are not numbers but <U1; expected whole numbers")):
            with self.subTest(words), self.assertRaisesRegex(tuplepack.Error, words):
                self.packs(given)
        self.assertEqual(self.packs(np.ma.array([3, 4])), 1)

    def test_columns_that_may_be_no_components(self):
        rows = np.array([(5, 3), (7, 2)], dtype=[("length", "i8"), ("count", "i8")])
        for given in (rows, {"length": [5, 7], "count": [3, 2]}):
            with self.assertRaisesRegex(tuplepack.Error, "the column 'count' may be .* counts= .* components="):
                tuplepack.pack(given, 100)
            named = tuplepack.pack(given, 100, components=["length", "count"])
            self.assertEqual(named.items, 2)
            self.assertEqual(tuplepack.pack(given, {"length": 100, "count": 9}).components, ["length", "count"])
        for name in ("freq", "occurrences", "n"):
            with self.assertRaisesRegex(tuplepack.Error, f"the column '{name}' may be .* counts= .* components="):
                tuplepack.histogram({"length": [5, 7], name: [3, 2]})
        for name in ("id", "user_id", "label", "movieId", "qid", "attention_mask", "is_train"):
            with self.assertWarnsRegex(UserWarning, f"the column '{name}' is used as a component"):
                tuplepack.pack({name: [0, 1], "length": [5, 7]}, 100)
        for wrong in (["a", "a"], ["a", ""]):
            with self.assertRaisesRegex(tuplepack.Error, "components cannot be"):
                tuplepack.pack([[1, 2]], 8, components=wrong)

    def test_what_is_no_list_of_sizes(self):
        counted = tuplepack.histogram([3, 5])
        for call, words in ((lambda: self.packs({5: 3}), "a dict of numbers; .*counts=list"),
                            (lambda: self.packs("f.csv"), "the string 'f.csv'; for a file, pass what read_sizes"),
                            (lambda: self.packs(pathlib.Path("f.csv")), "the string 'f.csv'"),
                            (lambda: tuplepack.packs_of(counted, 8), "counts of sizes"),
                            (lambda: list(tuplepack.stream(counted, 8)), "counts of sizes"),
                            (lambda: tuplepack.Stream(8).add(counted), "counts of sizes")):
            with self.subTest(words), self.assertRaisesRegex(tuplepack.Error, words):
                call()
        table = {"nodes": [3, 5], "edges": [4, 1]}
        self.assertEqual(len(tuplepack.packs_of(table, {"edges": 8, "nodes": 8})), 1)

    def test_columns_that_are_no_numbers(self):
        """Fields of an array are refused as columns of a dict are."""
        for kind, value, words in (("?", True, "sizes are not numbers but bool"), ("M8[D]", "2020-01-01", "sizes are not numbers but datetime64"),
                                   ("S2", "ab", "sizes are not numbers but"), ("(2,)i4", (1, 2), r"column 'b' has the shape \[1, 2\]; expected a number for every")):
            rows = np.array([(1, value)], [("a", "i4"), ("b", kind)])
            for given in (rows, {name: rows[name] for name in rows.dtype.names}):
                with self.subTest(words), self.assertRaisesRegex(tuplepack.Error, words):
                    self.packs(given)

    def test_few_items_take_no_time_however_large_they_are(self):
        # A table with a cell for each size took 0.3 s.
        for kind in (np.int64, np.int32, np.uint32, np.uint64):
            sizes = np.array([3, 16_000_000, 3, 5], kind)
            begin = time.process_time()
            found = tuplepack.histogram(sizes)
            self.assertLess(time.process_time() - begin, 0.1)
            self.assertEqual(found, tuplepack.histogram([3, 5, 16_000_000], counts=[2, 1, 1]))
        many = np.arange(20_000) % 150  # in a table
        self.assertEqual(tuplepack.histogram(many.astype(np.uint8)), tuplepack.histogram(np.unique(many), np.unique(many, return_counts=True)[1]))

    def test_names_stay_with_their_columns(self):
        sizes = NamedSizes.of(["nodes", "edges"], np.array([[1, 2], [3, 4]]))
        for same in (pickle.loads(pickle.dumps(sizes)), copy.deepcopy(sizes), sizes[1:], sizes + 1):
            self.assertEqual(same.components, ["nodes", "edges"])
        for turned in (sizes[:, ::-1], sizes[..., [1, 0]]):
            self.assertEqual(turned.components, ["edges", "nodes"])
        self.assertEqual(sizes[:, :1].components, ["nodes"])
        self.assertIsNone(sizes[:, 0].components)

    def test_bfloat16(self):
        try:
            import torch
        except ImportError:
            self.skipTest("no torch here")
        self.assertEqual(self.packs(torch.tensor([3, 5]).bfloat16()), 1)

    def test_torch(self):
        try:
            import torch
        except ImportError:
            self.skipTest("no torch here")
        self.assertEqual(self.packs(torch.tensor([3, 5, 3, 4])), self.packs([3, 5, 3, 4]))
        graphs = torch.tensor([[1, 2], [3, 4]])
        self.assertEqual(tuplepack.pack(graphs, (4, 6)).packs, 1)
        ids = torch.tensor([[1, 1, 0]])
        self.assertIsInstance(tuplepack.packed_loss_weights(ids), torch.Tensor)

    def test_sequences_stand_for_their_lengths(self):
        class Column:
            def to_numpy(self):
                objects = np.empty(2, object)
                objects[:] = [[1, 2, 3], [4, 5, 6]]
                return objects

        rows = [[1, 2, 3], [4, 5, 6]]
        given = [rows, [(1, 2, 3), (4, 5, 6)], [[1, 2, 3], [4]], [(1, 2), (1,)], [range(3), "abc".encode().split(b"b")],
                 [np.arange(3), np.arange(2)], [np.arange(3), np.arange(3)], Column(), Column().to_numpy(), [[1] * 20] * 3]
        try:
            import torch

            given.append([torch.arange(3), torch.arange(5)])
        except ImportError:
            pass
        for sequences in given:
            found = tuplepack.histogram(sequences)
            lengths = [len(row) for row in (sequences.to_numpy() if isinstance(sequences, Column) else sequences)]
            self.assertEqual(found, tuplepack.histogram(lengths), sequences)
        self.assertEqual(sorted(i for batch in tuplepack.PackSampler(rows, 6) for i in batch), [0, 1])
        self.assertEqual(tuplepack.pack(rows, 6).assign(rows), tuplepack.pack([3, 3], 6).assign([3, 3]))

    def test_columns_of_sequences(self):
        """[n, k], as of a table with columns of lists."""
        table = np.empty((2, 2), object)
        table[0, 0], table[0, 1], table[1, 0], table[1, 1] = [1, 2], [3], [4, 5, 6], [7, 8]
        self.assertEqual(tuplepack.histogram(table).sizes.tolist(), [[2, 1], [3, 2]])
        self.assertEqual(tuplepack.pack(table, 8).items, 2)

    def test_rows_that_are_no_lists(self):
        rows = [np.array([3, 4]), np.array([5, 6])]
        given = [rows, [tuple(row) for row in rows]]
        try:
            import torch

            given.append([torch.tensor(row) for row in rows])
        except ImportError:
            pass
        for one in given:
            self.assertEqual(tuplepack.pack(one, (8, 8)).histogram.sizes.tolist(), [[3, 4], [5, 6]])
        for words, wrong in (("sizes are not numbers but bool", [(True, False)]), ("numbers in one place and sequences in another", [[[1, 2], [3]]]),
                             ("which is more than int64 holds", [(2**70, 1)]), ("numbers in one place", [[[1, 2], [3, 4]]])):
            with self.subTest(words), self.assertRaisesRegex(tuplepack.Error, words):
                tuplepack.pack(wrong, (8, 8))

    def test_rows_of_components(self):
        """An array of rows; lists are rows where the limits or the names say how many components there are."""
        rows = [[1, 2], [3, 4]]
        expected = tuplepack.histogram(np.array(rows))
        self.assertEqual(expected.components, ["size_1", "size_2"])
        self.assertEqual(tuplepack.pack(rows, (4, 6)).histogram, expected)
        self.assertEqual(tuplepack.histogram(rows, components=["size_1", "size_2"]), expected)
        self.assertEqual(tuplepack.pack(rows, 6).components, ["length"])

    def test_nullable_columns(self):
        numbers = np.array([3, 5, 3, 4], object)
        self.assertEqual(self.packs(numbers), self.packs([3, 5, 3, 4]))
        numbers[1] = None
        for wrong, words in ((numbers, "item 1 has the size None"), ([1, [2]], "numbers in one place"), ([[1], 2], "numbers in"),
                             (7, "sizes cannot be 7"), (np.array(7), "sizes cannot be 7"), ([1.5], "1.5"), ("abc", "")):
            with self.assertRaisesRegex(tuplepack.Error, words):
                self.packs(wrong)

    def test_samples_are_not_sequences(self):
        ids = [1] * 7
        samples = ({"input_ids": ids, "attention_mask": ids}, (ids, 1), (1, ids), {1, 2, 3}, np.ones((1, 7)))
        for sample in samples:
            with self.assertRaisesRegex(tuplepack.Error, "pass the lengths"):
                self.packs([sample] * 3)
            with self.assertRaisesRegex(tuplepack.Error, "pass the lengths"):
                tuplepack.PackSampler([sample] * 3, 8)
        self.assertEqual(self.packs([(1,) * 7, [2] * 8, np.ones((3, 2))]), 3)

    def test_sparse_rows_by_scipy(self):
        try:
            from scipy import sparse
        except ImportError:
            self.skipTest("no scipy here")
        matrix = sparse.random(20, 30, 0.2, format="csr", random_state=1)
        self.assertEqual(tuplepack.histogram(np.diff(matrix.indptr)).items, 20)


if __name__ == "__main__":
    unittest.main()
