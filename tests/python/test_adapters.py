"""Adapters to libraries that are not installed here, against doubles with the attributes that they read."""
import types
import typing
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
        with self.assertRaisesRegex(tuplepack.Error, "nodes and edges"):
            tuplepack.jraph_padding(tuplepack.pack([1, 2], 3))
        with self.assertRaisesRegex(tuplepack.Error, r"no free node .*reserve=\[1, 0\]"):
            tuplepack.jraph_padding(tuplepack.pack([[3, 4], [2, 2]], (5, 8)))

    def test_size_constraints(self):
        class SizeConstraints(typing.NamedTuple):
            """The fields of tensorflow_gnn/graph/preprocessing_common.py, TF-GNN 1.0."""

            total_num_components: int
            total_num_nodes: typing.Mapping[str, int]
            total_num_edges: typing.Mapping[str, int]
            min_nodes_per_component: typing.Mapping[str, int] = {}

        plan = tuplepack.pack([[3, 4], [2, 2]], (8, 8), reserve=[1, 0])
        found = SizeConstraints(**tuplepack.tfgnn_size_constraints(plan))
        self.assertEqual(found, (3, {"nodes": 8}, {"edges": 8}, {}))
        names = ["nodes/author", "nodes/paper", "edges/writes"]
        plan = tuplepack.pack(np.array([[3, 4, 5]]), (8, 9, 10), components=names)
        found = SizeConstraints(**tuplepack.tfgnn_size_constraints(plan))
        self.assertEqual((found.total_num_nodes, found.total_num_edges), ({"author": 8, "paper": 9}, {"writes": 10}))
        with self.assertRaisesRegex(tuplepack.Error, "'length' is neither"):
            tuplepack.tfgnn_size_constraints(tuplepack.pack([3], 8))


if __name__ == "__main__":
    unittest.main()
