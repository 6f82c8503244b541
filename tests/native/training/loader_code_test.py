#!/usr/bin/env python3
"""Runs the Python that loader_code prints, on packs written by hand. Where PyTorch or JAX is not installed, a stand-in
with the two functions that the code calls takes its place.

    loader_code_test.py PRINT_LOADER_CODE
"""
import importlib.util
import os
import subprocess
import sys
import tempfile
import types
import unittest

import numpy as np

PROGRAM = sys.argv.pop(1)


def stand_in(name):
    module = types.ModuleType(name)
    if name == "torch":
        class DataLoader:
            """Fetches as PyTorch does: a list of dataset[i] for the indices of each batch, then collate_fn."""

            def __init__(self, dataset, batch_sampler, collate_fn):
                self.dataset, self.batch_sampler, self.collate_fn = dataset, batch_sampler, collate_fn

            def __len__(self):
                return len(self.batch_sampler)

            def __iter__(self):
                return (self.collate_fn([self.dataset[i] for i in batch]) for batch in self.batch_sampler)

        data = types.SimpleNamespace(DataLoader=DataLoader)
        module.utils, module.from_numpy = types.SimpleNamespace(data=data), lambda array: array
    else:
        module.device_put = lambda tree: tree
    return module


for framework in ("torch", "jax"):
    if importlib.util.find_spec(framework) is None:
        sys.modules[framework] = stand_in(framework)


class LoaderCode(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = os.path.join(folder.name, 'pa"cks é.npz')

    def code(self, framework, policy, components):
        fields = [str(field) for component in components for field in component]
        result = subprocess.run([PROGRAM, framework, self.file, policy, *fields], capture_output=True, check=True)
        return result.stdout.decode()

    def load(self, framework, dataset, arrays, components, policy="error"):
        """Runs the code and returns the batches as lists."""
        np.savez(self.file, **{name: np.array(array, np.int64 if name == "offsets" else np.int32)
                               for name, array in arrays.items()})
        code = self.code(framework, policy, components)
        scope = {"dataset": dataset}
        exec(compile(code, framework, "exec"), scope)
        if framework == "pytorch":
            self.assertEqual(len(scope["loader"]), len(arrays["offsets"]) - 1)
        batches = scope["loader"] if framework == "pytorch" else scope["batches"]()
        return [{name: np.asarray(array) for name, array in batch.items()} for batch in batches]

    def for_each_framework(self, check):
        for framework in ("numpy", "pytorch", "jax"):
            with self.subTest(framework=framework):
                check(framework)

    def test_the_example_of_the_segments_header(self):
        dataset = [{"tokens": [7, 8]}, {"tokens": [4, 5, 6]}]

        def check(framework):
            pack, = self.load(framework, dataset, {"offsets": [0, 2], "items": [1, 0]}, [("tokens", 7, 1, 0)])
            self.assertEqual(pack["tokens"].tolist(), [4, 5, 6, 7, 8, 0, 0])
            self.assertEqual(pack["tokens_segment_ids"].tolist(), [1, 1, 1, 2, 2, 0, 0])
            self.assertEqual(pack["tokens_position_ids"].tolist(), [0, 1, 2, 0, 1, 0, 0])

        self.for_each_framework(check)

    def test_several_components_and_a_padding_pack(self):
        dataset = [{"nodes": np.full((n, 2), n, np.float32), "edges": np.arange(e)} for n, e in ((1, 0), (2, 3), (3, 1))]
        arrays = {"offsets": [0, 1, 3, 3], "items": [2, 0, 1]}

        def check(framework):
            packs = self.load(framework, dataset, arrays, [("nodes", 4, 1, 0), ("edges", 3, 1, 0)])
            self.assertEqual(len(packs), 3)
            self.assertEqual(packs[1]["nodes"].tolist(), [[1, 1], [2, 2], [2, 2], [0, 0]])
            self.assertEqual(packs[1]["nodes"].dtype, np.float32)
            self.assertEqual(packs[1]["nodes_segment_ids"].tolist(), [1, 2, 2, 0])
            self.assertEqual(packs[1]["edges"].tolist(), [0, 1, 2])
            self.assertEqual(packs[1]["edges_segment_ids"].tolist(), [2, 2, 2])
            self.assertEqual(packs[2]["nodes"].shape, (4, 2))
            self.assertFalse(any(array.any() for array in packs[2].values()))

        self.for_each_framework(check)

    def test_gaps_of_alignment(self):
        dataset = [{"tokens": [1, 2, 3]}, {"tokens": [4]}]

        def check(framework):
            pack, = self.load(framework, dataset, {"offsets": [0, 2], "items": [0, 1]}, [("tokens", 9, 4, 1)])
            self.assertEqual(pack["tokens"].tolist(), [1, 2, 3, 0, 4, 0, 0, 0, 0])
            self.assertEqual(pack["tokens_segment_ids"].tolist(), [1, 1, 1, 0, 2, 0, 0, 0, 0])

        self.for_each_framework(check)

    def test_items_cut_to_the_room(self):
        dataset = [{"tokens": np.arange(1, 10)}, {"tokens": [50]}]

        def check(framework):
            arrays = {"offsets": [0, 1, 2], "items": [0, 1]}
            packs = self.load(framework, dataset, arrays, [("tokens", 5, 1, 1)], "truncate")
            self.assertEqual(packs[0]["tokens"].tolist(), [1, 2, 3, 4, 0])
            self.assertEqual(packs[1]["tokens"].tolist(), [50, 0, 0, 0, 0])

        self.for_each_framework(check)

    def test_split_items(self):
        dataset = [{"tokens": np.arange(1, 10)}, {"tokens": [50, 51]}]

        def check(framework):
            arrays = {"offsets": [0, 1, 2, 4], "items": [0, 0, 1, 0], "begins": [0, 4, 0, 8]}
            packs = self.load(framework, dataset, arrays, [("tokens", 5, 1, 1)], "split")
            self.assertEqual([pack["tokens"].tolist() for pack in packs],
                             [[1, 2, 3, 4, 0], [5, 6, 7, 8, 0], [50, 51, 9, 0, 0]])
            self.assertEqual(packs[2]["tokens_position_ids"].tolist(), [0, 1, 0, 0, 0])

        self.for_each_framework(check)

    def test_any_name_is_a_string(self):
        name = 'a "quoted"\\ @file@ name\nof 2 lines: é😀'
        pack, = self.load("numpy", [{name: [1]}], {"offsets": [0, 1], "items": [0]}, [(name, 2, 1, 0)])
        self.assertEqual(pack[name].tolist(), [1, 0])

    def test_the_code_is_short(self):
        def check(framework):
            lines = self.code(framework, "error", [("tokens", 512, 1, 0)]).splitlines()
            self.assertLessEqual(sum(bool(line) for line in lines), 28)
            self.assertLessEqual(max(map(len, lines)), 120)
            self.assertFalse(any("@" in line for line in lines))

        self.for_each_framework(check)


unittest.main()
