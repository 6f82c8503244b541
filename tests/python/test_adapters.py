"""Adapters to libraries that are not installed here, against doubles with the attributes that they read."""
import types
import unittest

import numpy as np

import tuplepack


class Adapters(unittest.TestCase):
    def test_sizes_of_graphs(self):
        pyg = types.SimpleNamespace(num_nodes=3, num_edges=4)
        dgl = types.SimpleNamespace(num_nodes=lambda: 5, num_edges=lambda: 6)
        jraph = types.SimpleNamespace(n_node=np.array([1, 2]), n_edge=np.array([7, 1]))
        self.assertEqual(tuplepack.graph_sizes([pyg, dgl, jraph]).tolist(), [[3, 4], [5, 6], [3, 8]])
        self.assertEqual(tuplepack.graph_sizes([]).shape, (0, 2))

    def test_padding(self):
        sizes = np.random.default_rng(2).integers(1, 20, (50, 2))
        plan = tuplepack.pack(sizes, (33, 64), reserve=[1, 0], components=["nodes", "edges"])
        padding = tuplepack.jraph_padding(plan)
        for items in plan.assign(sizes):
            self.assertLess(sizes[items, 0].sum(), padding["n_node"])
            self.assertLessEqual(sizes[items, 1].sum(), padding["n_edge"])
            self.assertLess(len(items), padding["n_graph"])
        constraints = tuplepack.tfgnn_size_constraints(plan)
        self.assertEqual(constraints["total_sizes"], {"nodes": 33, "edges": 64})
        with self.assertRaisesRegex(tuplepack.Error, "nodes and edges"):
            tuplepack.jraph_padding(tuplepack.pack([1, 2], 3))

    def test_examples_of_a_data_set(self):
        """The function as datasets.Dataset.map calls it: a dict of lists in, a dict of lists of any length out."""
        random = np.random.default_rng(3)
        rows = [random.integers(0, 99, length).tolist() for length in random.integers(0, 30, 100)]
        packed = tuplepack.pack_examples(64)({"input_ids": rows})
        self.assertTrue(all(len(row) <= 64 for row in packed["input_ids"]))
        found = []
        for ids, segments, positions, labels in zip(packed["input_ids"], packed["segment_ids"], packed["position_ids"],
                                                    packed["labels"]):
            self.assertEqual(len({len(ids), len(segments), len(positions), len(labels)}), 1)
            for segment in range(1, max(segments) + 1):
                place = [i for i, one in enumerate(segments) if one == segment]
                found.append([ids[i] for i in place])
                self.assertEqual([positions[i] for i in place], list(range(len(place))))
                self.assertEqual([labels[i] for i in place], [-100, *found[-1][1:]])
        self.assertEqual(sorted(found), sorted(row for row in rows if row))
        self.assertEqual(tuplepack.pack_examples(8)({"input_ids": [[]]})["input_ids"], [])


if __name__ == "__main__":
    unittest.main()
