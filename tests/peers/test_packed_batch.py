#!/usr/bin/env python3
"""packed_batch.py by hand and against the program, and the peers without their dependencies.

The environment variable TUPLEPACK names the program.
"""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

import packed_batch as packed

HERE = Path(__file__).resolve().parent
IDS = np.array([[1, 1, 2, 0]])


class ByHand(unittest.TestCase):
    def test_attends(self):
        expected = [[1, 1, 0, 0], [1, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
        np.testing.assert_array_equal(packed.attends(IDS)[0], expected)
        np.testing.assert_array_equal(packed.attends(IDS, causal=True)[0], np.tril(expected))

    def test_padding_attends_to_itself_alone(self):
        np.testing.assert_array_equal(packed.attends(np.zeros((1, 3), int))[0], np.eye(3))

    def test_token_weights(self):
        ids = np.array([[1, 1, 2, 0], [3, 3, 3, 3]])
        np.testing.assert_allclose(packed.token_weights(ids), [[1 / 6, 1 / 6, 1 / 3, 0], [1 / 12] * 4], rtol=1e-15)

    def test_block_tables(self):
        (partial, partials), (full, fulls) = packed.block_tables(packed.attends(IDS), 2)
        self.assertEqual((partial.tolist(), full.tolist()), ([[0, 1]], [[1, 0]]))
        self.assertEqual((partials, fulls), ([[[], [1]]], [[[0], []]]))

    def test_random_ids(self):
        ids = packed.random_ids(50, 64, 32, 4, seed=1)
        self.assertLessEqual(ids.max(), 4)
        self.assertTrue((ids[:, 0] == 1).all())
        steps = np.diff(ids, axis=1)
        self.assertTrue(((steps == 0) | (steps == 1) | (ids[:, 1:] == 0)).all())


class FromTheProgram(unittest.TestCase):
    def test_arrays_agree(self):
        lengths = np.random.default_rng(2).integers(1, 60, 200).tolist()
        with tempfile.TemporaryDirectory() as folder:
            arrays = packed.assigned(os.environ["TUPLEPACK"], lengths, 64, folder)
        ids, positions = arrays["segment_ids"], arrays["position_ids"]
        self.assertEqual(np.count_nonzero(ids), sum(lengths))
        for pack, (row, position) in enumerate(zip(ids, positions)):
            cu_seqlens = packed.pack_cu_seqlens(arrays, pack)
            for segment, (begin, end) in enumerate(zip(cu_seqlens, cu_seqlens[1:]), 1):
                np.testing.assert_array_equal(np.flatnonzero(row == segment), np.arange(begin, end))
                np.testing.assert_array_equal(position[begin:end], np.arange(end - begin))
            items = arrays["items"][arrays["offsets"][pack] : arrays["offsets"][pack + 1]]
            self.assertEqual(np.diff(cu_seqlens).tolist(), [lengths[item] for item in items])
        joined = packed.joined_cu_seqlens(arrays)
        self.assertEqual((joined[0], joined[-1], len(joined)), (0, sum(lengths), len(lengths) + 1))


class Peers(unittest.TestCase):
    def test_without_torch(self):
        """A peer without its dependencies names the first in one line and exits 77."""
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "torch.py").write_text("raise ImportError('no torch here')\n")
            environment = {**os.environ, "PYTHONPATH": folder}
            for script in ("mask_loss_peers.py", "packed_equals_unpacked.py"):
                done = subprocess.run([sys.executable, "-B", HERE / script, "--program", os.environ["TUPLEPACK"]],
                                      capture_output=True, text=True, env=environment)
                self.assertEqual((done.returncode, done.stderr), (77, ""))
                self.assertRegex(done.stdout, r"\Askipped: [^\n]*torch[^\n]*\n\Z")


if __name__ == "__main__":
    unittest.main()
