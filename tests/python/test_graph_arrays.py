"""Edges in the ways that people pass them: what is taken, and what is refused with the way out."""
import importlib.util
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace

import numpy as np

import tuplepack

HAS_TORCH = importlib.util.find_spec("torch") is not None


class GraphArrays(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = Path(self.temporary.name)
        self.addCleanup(self.temporary.cleanup)

    def refused(self, graph, says, **options):
        with self.assertRaises(tuplepack.Error) as caught:
            tuplepack.partition_graph(graph, "g", 2, self.folder / "out", **options)
        self.assertIn(says, str(caught.exception))
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_sparse_ids_do_not_become_nodes(self):
        far = np.array([1, 10**9]), np.array([2, 10**9 + 1])
        self.refused(far, "the largest node id of '_N' is 1000000001, but there are only 4 ends of edges: use relabel=True to "
                          "number the nodes that occur, or nodes=1000000002 to keep their ids")
        self.refused({("a", "to", "b"): far}, "the largest node id of 'a' is 1000000000, but there are only 2 ends of edges")
        self.refused({("a", "to", "b"): far}, "nodes={'a': 1000000001} to keep their ids")
        self.refused((np.array([2**64 - 1], np.uint64), np.array([1])), "the largest node id of '_N' is 18446744073709551615")
        maps = tuplepack.partition_graph(far, "g", 2, self.folder / "numbered", relabel=True, return_mapping=True)
        self.assertEqual(sorted(maps.raw_ids["_N"].tolist()), [1, 2, 10**9, 10**9 + 1])
        tuplepack.partition_graph((np.array([0]), np.array([999_999])), "g", 2, self.folder / "small")
        tuplepack.partition_graph((np.array([0]), np.array([1_000_000])), "g", 2, self.folder / "said", nodes=1_000_001)
        with self.assertRaisesRegex(tuplepack.Error, "is 1000000001, but there are only 4 ends of edges: pass nodes=1000000002"):
            tuplepack.partition(far, 2)

    def test_pairs_are_not_taken_for_arrays(self):
        self.refused([(0, 5), (1, 2), (3, 4)], "pairs of nodes; expected sources and targets: pass tuple(zip(*pairs))")
        self.refused([[0, 5]], "pass tuple(zip(*pairs))")
        self.refused(zip([0, 1, 3], [5, 2, 4]), "pass tuple(zip(*pairs))")
        self.refused([(0, 5), (1, 2)], "[(0, 5), (1, 2)] may be two edges, or sources and targets; pass tuple(zip(*pairs)) if they "
                                       "are edges, and ([0, 5], [1, 2]) if they are sources and targets")
        self.refused([("a", "b"), ("c", "d")], "may be two edges, or sources and targets", relabel=True)
        self.refused(np.array([(0, 5), (1, 2), (3, 4)]), "of shape [3, 2]; expected [2, E], sources and targets; pass its transpose")
        pairs = [(0, 5), (1, 2), (3, 4)]
        forms = [tuple(zip(*pairs)), ([0, 1, 3], [5, 2, 4]), [[0, 1, 3], [5, 2, 4]], list(zip(*pairs)), np.array(pairs).T, zip(*pairs)]
        for form in forms:
            with self.subTest(form):
                found = tuplepack.partition(form, 2) if isinstance(form, np.ndarray) else None
                if found is not None:
                    self.assertEqual(found.edges, 3)
                folder = self.folder / str(len(list(self.folder.iterdir())))
                tuplepack.partition_graph(form, "g", 1, folder)
                part = tuplepack.load_partition(folder, 0)
                self.assertEqual(sorted(zip(part.graph.sources.tolist(), part.graph.targets.tolist())), sorted(pairs))

    def test_other_things_are_refused_by_name(self):
        matrix = SimpleNamespace(tocoo=lambda: None)
        self.refused(matrix, "a sparse matrix; with coo = matrix.tocoo(), pass (coo.row, coo.col) and nodes=coo.shape[0]")
        self.refused(matrix, "a sparse matrix", relabel=True)
        of_dgl = SimpleNamespace(adj=list, edges=list, canonical_etypes=[])
        for graph, says in ((of_dgl, "of DGL; pass graph.edges"), (SimpleNamespace(edge_index=None), "of PyG; pass data.edge_index")):
            with self.assertRaisesRegex(tuplepack.Error, f"edges of 'graph': a graph {says}.* and nodes="):
                tuplepack.partition(graph, 2)  # partition_graph() takes them
        self.refused(SimpleNamespace(adj={}, edges=list), "a graph of networkx; pass tuple(zip(*graph.edges()))")
        for given, says in ((5, "int; expected two arrays, sources and targets"), (None, "None; expected two arrays"),
                            ([], "0 arrays; expected [2, E]"), ((5, 6), "expected whole numbers [E]"),
                            (([0, [1, 2]], [3, 4]), "expected an array of node ids, [E]"), ("ab", "the text 'a'"),
                            (([0.5, 1], [1, 2]), "float64 [2]; expected whole numbers [E]"),
                            (([10**30], [1]), "object [1]; expected whole numbers [E]"),
                            (([0, 1], [1]), "2 sources and 1 targets")):
            with self.subTest(given):
                self.refused(given, says)
                with self.assertRaises(tuplepack.Error) as caught:
                    tuplepack.partition(given, 2)
                self.assertIn(says, str(caught.exception))

    def test_numbers_of_nodes(self):
        graph = ([0, 1], [1, 2])
        typed = {("a", "to", "b"): graph}
        forms = [(4, graph, 4), (np.int32(4), graph, 4), (np.array(4), graph, 4), ({"_N": 4}, graph, 4), (None, graph, 3),
                 ({"_N": None}, graph, 3), ({"a": None}, typed, 2 + 3), ({"a": None, "b": 4}, typed, 2 + 4)]
        if HAS_TORCH:
            import torch

            forms.append((torch.tensor(4), graph, 4))
        for nodes, given, expected in forms:
            with self.subTest(nodes=nodes):
                folder = self.folder / str(len(list(self.folder.iterdir())))
                tuplepack.partition_graph(given, "g", 1, folder, nodes=nodes)
                self.assertEqual(tuplepack.load_partition(folder, 0).graph.nodes, expected)
        written = len(list(self.folder.iterdir()))
        for nodes in (-1, 2.0, "3", True, np.bool_(True), np.array(2.0), np.array([3, 4])):
            with self.subTest(nodes=nodes), self.assertRaisesRegex(tuplepack.Error, "nodes of '_N' cannot be .*; expected a non-negative integer"):
                tuplepack.partition_graph(graph, "g", 1, self.folder / "out", nodes=nodes)
        self.assertEqual(len(list(self.folder.iterdir())), written)

    def test_features_without_a_known_number_of_rows(self):
        with self.assertRaises(tuplepack.Error) as caught:
            tuplepack.partition_graph(([0], [1]), "g", 2, self.folder / "o", node_data={"x": np.zeros((2, 2, 2))})
        self.assertTrue(str(caught.exception).endswith("a feature has one or two dimensions of numbers"), caught.exception)


if __name__ == "__main__":
    unittest.main()
