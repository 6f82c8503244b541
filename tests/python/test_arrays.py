"""Whatever holds numbers can be passed as sizes."""
import array
import unittest

import numpy as np

import tuplepack


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

    def test_sparse_rows_by_scipy(self):
        try:
            from scipy import sparse
        except ImportError:
            self.skipTest("no scipy here")
        matrix = sparse.random(20, 30, 0.2, format="csr", random_state=1)
        self.assertEqual(tuplepack.histogram(np.diff(matrix.indptr)).items, 20)


if __name__ == "__main__":
    unittest.main()
