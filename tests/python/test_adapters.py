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

    def test_sizes_of_graphs_of_several_types(self):
        class Hetero(dict):
            node_types = ["author", "paper"]
            edge_types = [("author", "writes", "paper")]

        graph = Hetero({"author": types.SimpleNamespace(num_nodes=2), "paper": types.SimpleNamespace(num_nodes=3),
                        ("author", "writes", "paper"): types.SimpleNamespace(num_edges=4)})
        sizes = tuplepack.graph_sizes([graph, graph])
        self.assertEqual(sizes.components, ["nodes/author", "nodes/paper", "edges/author:writes:paper"])
        self.assertEqual(sizes.tolist(), [[2, 3, 4]] * 2)
        self.assertEqual(tuplepack.pack(sizes, {"nodes/author": 4, "nodes/paper": 6, "edges/author:writes:paper": 8}).packs, 1)
        dgl = types.SimpleNamespace(ntypes=["a", "b"], canonical_etypes=[("a", "to", "b")],
                                    num_nodes={"a": 5, "b": 6}.get, num_edges={("a", "to", "b"): 7}.get)
        self.assertEqual(tuplepack.graph_sizes([dgl]).tolist(), [[5, 6, 7]])
        sampled = tuplepack.Subgraph({"a": np.arange(3)}, {"ab": tuplepack.Edges(*[np.arange(2)] * 3)})
        self.assertEqual(repr(sampled), "<Subgraph: nodes/a 3, edges/ab 2>")
        self.assertEqual(repr(tuplepack.Record(sampled.sizes, {"nodes/a.#size": [3]})), "<Record: nodes/a 3, edges/ab 2; one feature>")
        self.assertEqual(repr(tuplepack.Record({}, {})), "<Record: no sets; 0 features>")
        record = tuplepack.Record({"nodes/a": 4, "edges/ab": 9}, {})
        sizes = tuplepack.graph_sizes([sampled, record])
        self.assertEqual((sizes.components, sizes.tolist()), (["nodes/a", "edges/ab"], [[3, 2], [4, 9]]))

    def test_sizes_of_collated_graphs(self):
        """torch_geometric/data/collate.py (2.9): slices of each attribute; _num_nodes where it is given by itself."""
        edges = np.array([0, 3, 3, 9])
        data_set = types.SimpleNamespace(slices={"x": np.array([0, 2, 3, 7]), "edge_index": edges}, _indices=None,
                                         _data=types.SimpleNamespace(), __iter__=None)
        self.assertEqual(tuplepack.graph_sizes(data_set).tolist(), [[2, 3], [1, 0], [4, 6]])
        data_set._indices = [2, 0]
        self.assertEqual(tuplepack.graph_sizes(data_set).tolist(), [[4, 6], [2, 3]])
        batch = types.SimpleNamespace(_slice_dict={"edge_index": edges}, _num_nodes=[5, 6, 7])
        self.assertEqual(tuplepack.graph_sizes(batch).tolist(), [[5, 3], [6, 0], [7, 6]])

    def test_names_of_components(self):
        sizes = tuplepack.graph_sizes([types.SimpleNamespace(num_nodes=3, num_edges=4)] * 2)
        for given in (sizes, {"nodes": [3, 3], "edges": [4, 4]}, np.array([(3, 4), (3, 4)], [("nodes", int), ("edges", int)])):
            plan = tuplepack.pack(given, {"nodes": 6, "edges": 9})
            self.assertEqual((plan.components, plan.packs), (["nodes", "edges"], 1))
            self.assertEqual(tuplepack.PackSampler(given, {"edges": 8, "nodes": 6}).plan.components, ["nodes", "edges"])
        self.assertIsNone(sizes[0].components)
        self.assertEqual(sizes[1:].components, ["nodes", "edges"])
        with self.assertRaisesRegex(tuplepack.Error, "columns of 1, 2 sizes"):
            tuplepack.pack({"nodes": [3], "edges": [4, 4]}, 9)
        with self.assertRaisesRegex(tuplepack.Error, "graphs is the path 'molecules@2'; for a file of records, pass what records"):
            tuplepack.graph_sizes("molecules@2")

    def test_padding(self):
        sizes = np.random.default_rng(2).integers(1, 20, (50, 2))
        plan = tuplepack.pack(sizes, (33, 64), reserve=[1, 0], components=["nodes", "edges"])
        padding = tuplepack.jraph_padding(plan)
        for items in plan.assign(sizes):
            self.assertLess(sizes[items, 0].sum(), padding["n_node"])
            self.assertLessEqual(sizes[items, 1].sum(), padding["n_edge"])
            self.assertLess(len(items), padding["n_graph"])
        nodes = np.random.default_rng(3).choice([2, 3, 40, 50], 4_000)
        many = np.column_stack([nodes, nodes + 1])
        spread, found = (tuplepack.pack(many, (120, 120), reserve=[1, 0], **given) for given in ({}, {"spread": False}))
        self.assertEqual(spread.packs, found.packs)
        self.assertLess(tuplepack.jraph_padding(spread)["n_graph"], tuplepack.jraph_padding(found)["n_graph"])
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
        with self.assertRaisesRegex(tuplepack.Error, r"no free node for the padding component.*reserve=\[1, 0\]"):
            tuplepack.tfgnn_size_constraints(tuplepack.pack([[3, 4], [2, 2]], (5, 8)))
        with self.assertWarnsRegex(UserWarning, "no free node .* in nodes/paper; if edges touch it, pack with reserve={'nodes/paper': 1}"):
            tuplepack.tfgnn_size_constraints(tuplepack.pack(np.array([[3, 9, 5]]), (8, 9, 10), components=names))
        with self.assertRaisesRegex(tuplepack.Error, "'length' is neither"):
            tuplepack.tfgnn_size_constraints(tuplepack.pack([3], 8))

    def test_components_by_name(self):
        sizes, limits = {"num_edges": [4, 9], "num_nodes": [3, 5]}, {"num_edges": 16, "num_nodes": 8}
        plan = tuplepack.pack(sizes, limits, reserve={"num_nodes": 1})
        found = tuplepack.jraph_padding(plan)
        self.assertEqual((found["n_node"], found["n_edge"]), (8, 16))
        found = tuplepack.tfgnn_size_constraints(plan)
        self.assertEqual((found["total_num_nodes"], found["total_num_edges"]), ({"nodes": 8}, {"edges": 16}))


if __name__ == "__main__":
    unittest.main()
