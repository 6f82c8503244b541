"""The witnesses of dispatch and verify agree: the reference, the writer, the reader and the check."""

import copy
import pathlib
import random
import tempfile
import unittest

import numpy as np

from graph_check import check_partitioned
from graph_reader import (Chunked, Malformed, read_assignment, read_chunked, read_dgl_graph, read_dgl_tensors,
                          read_partitioned)
from graph_reference import reference_dispatch
from graph_writer import dgl_tensors, write_partitioned
from random_graphs import random_assignment, random_graph, write_assignment, write_chunked


def ids(*values):
    return np.array(values, np.int64)


def hand_case():
    """Small enough to follow by hand: types a × 4 and b × 3."""
    edges = {"a:to:b": np.stack([ids(0, 1, 2, 3, 0, 0), ids(0, 1, 1, 2, 1, 0)]),
             "b:rev:a": np.stack([ids(0, 1, 2, 1), ids(0, 1, 2, 2)])}
    node_data = {"a": {"feat": np.arange(8, dtype=np.float32).reshape(4, 2)},
                 "b": {"mask": np.array([True, False, True])}}
    edge_data = {"a:to:b": {"weight": np.arange(6).astype(np.float16)}}
    return Chunked("hand", {"a": 4, "b": 3}, edges, node_data, edge_data), {"a": ids(0, 1, 0, 1), "b": ids(1, 0, 1)}


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)


class HandCase(Folder):
    def test_every_array(self):
        out = reference_dispatch(*hand_case(), 2)
        self.assertEqual(out.metadata["node_map"], {"a": [[0, 2], [3, 5]], "b": [[2, 3], [5, 7]]})
        self.assertEqual(out.metadata["edge_map"], {"a:to:b": [[0, 3], [6, 9]], "b:rev:a": [[3, 6], [9, 10]]})
        for part, nodes, src, dst, eids, nids in (
                (0, [0, 1, 2, 3, 5, 6], [3, 1, 0, 4, 5, 2], [2, 2, 2, 0, 1, 1], ([1, 2, 4], [0, 2, 3]), ([0, 2], [1])),
                (1, [3, 4, 5, 6, 0, 2], [4, 1, 4, 5], [2, 3, 2, 0], ([0, 3, 5], [1]), ([1, 3], [0, 2]))):
            found = out.parts[part]
            self.assertEqual(found.graph.node_data["_ID"].tolist(), nodes)
            self.assertEqual(found.graph.node_data["inner_node"].tolist(), [1] * (len(nodes) - 2) + [0] * 2 if part else
                             [1] * 3 + [0] * 3)
            self.assertEqual(found.graph.src.tolist(), src)
            self.assertEqual(found.graph.dst.tolist(), dst)
            self.assertEqual([found.orig_eids[name].tolist() for name in ("a:to:b", "b:rev:a")], list(eids))
            self.assertEqual([found.orig_nids[name].tolist() for name in ("a", "b")], list(nids))
        self.assertEqual(out.parts[0].graph.edge_data["_ID"].tolist(), [0, 1, 2, 3, 4, 5])
        self.assertEqual(out.parts[0].graph.edge_data["_TYPE"].tolist(), [0, 0, 0, 1, 1, 1])
        self.assertEqual(out.parts[1].graph.node_data["_TYPE"].tolist(), [0, 0, 1, 1, 0, 1])
        self.assertEqual(out.parts[0].node_feats["a/feat"].tolist(), [[0, 1], [4, 5]])
        self.assertEqual(out.parts[1].node_feats["b/mask"].tolist(), [1, 1])
        self.assertEqual(out.parts[1].edge_feats["a:to:b/weight"].tolist(), [0, 3, 5])

    def test_edges_beyond_the_first_hop(self):
        graph, part_of = hand_case()
        self.assertEqual(reference_dispatch(graph, part_of, 2, hops=2).parts[1].graph.edge_data["_ID"].tolist(),
                         [6, 7, 8, 9, 0, 1, 2, 3])
        out = reference_dispatch(graph, part_of, 2, edges="both").parts[0].graph
        self.assertEqual(out.edge_data["_ID"].tolist(), [0, 1, 2, 3, 4, 5, 6, 8, 9])
        self.assertEqual(out.edge_data["inner_edge"].tolist(), [1] * 6 + [0] * 3)
        self.assertEqual(out.node_data["part_id"].tolist(), [0, 0, 0, 1, 1, 1])

    def test_the_bytes_of_a_tensor(self):
        written = dgl_tensors({"n1/feat": np.array([[1, 2], [3, 4]], np.float32)})
        self.assertEqual(written.hex(" ", 8).replace(" ", ""), (
            "3f44a23fbe9f5add 0100000000000000 0100000000000000 0700000000000000 6e312f66656174 3fa1b496f0405edd"
            "0000000000000000 01000000 00000000 02000000 02 20 0100 0200000000000000 0200000000000000"
            "1000000000000000 0000803f 00000040 00004040 00008040").replace(" ", ""))

    def test_damaged_files_are_refused(self):
        write_partitioned(self.folder, reference_dispatch(*hand_case(), 2))
        for read, name in ((read_dgl_graph, "graph"), (read_dgl_tensors, "node_feat")):
            path = self.folder / "part0" / f"{name}.dgl"
            whole = path.read_bytes()
            for damaged in (whole[:-1], whole + b"\0", b"\1" + whole[1:], whole[:len(whole) // 2]):
                path.write_bytes(damaged)
                self.assertRaises(Malformed, read, path)


class RandomGraphs(Folder):
    def test_what_is_written_is_read_and_right(self):
        seed = random.randrange(2**32)
        rng = np.random.default_rng(seed)
        for trial in range(60):
            with self.subTest(seed=seed, trial=trial):
                folder = self.folder / str(trial)
                graph, parts = random_graph(rng), int(rng.choice([1, 2, 3, 8]))
                part_of = random_assignment(rng, graph, parts)
                write_chunked(rng, graph, folder / "chunks")
                write_assignment(folder / "assignment", part_of, parts)
                read = read_chunked(folder / "chunks")
                self.assertEqual(read.nodes, graph.nodes)
                self.assertTrue(all((read.edges[name] == pairs).all() for name, pairs in graph.edges.items()))
                owners, k = read_assignment(folder / "assignment", graph)
                hops, edges, form = int(rng.integers(1, 4)), rng.choice(["in", "both"]), rng.choice(["dgl", "npy"])
                write_partitioned(folder / "out", reference_dispatch(graph, owners, k, hops, edges), form)
                self.assertEqual(check_partitioned(read_partitioned(folder / "out"), read, owners, hops, edges), [])


class WhatTheCheckFinds(unittest.TestCase):
    def setUp(self):
        self.graph, self.part_of = hand_case()
        self.out = reference_dispatch(self.graph, self.part_of, 2)

    def arrays(self):
        """Every array of the output, by place."""
        for p, part in enumerate(self.out.parts):
            yield from (((p, name), getattr(part.graph, name)) for name in ("src", "dst"))
            for holder in (part.graph.node_data, part.graph.edge_data, part.node_feats, part.edge_feats, part.orig_nids,
                           part.orig_eids):
                yield from (((p, name), values) for name, values in holder.items())

    def test_every_element_of_every_array(self):
        self.assertEqual(check_partitioned(self.out, self.graph, self.part_of), [])
        for place, values in self.arrays():
            for index in np.ndindex(values.shape):
                kept = copy.copy(values[index])
                values[index] = 1 - kept if place[1].startswith("inner") else kept + 1
                self.assertTrue(check_partitioned(self.out, self.graph), (place, index))
                values[index] = kept
        self.assertEqual(check_partitioned(self.out, self.graph, self.part_of), [])

    def test_metadata(self):
        for key, value in (("graph_name", "x"), ("num_nodes", 8), ("num_edges", 9), ("part_method", "random"),
                           ("halo_hops", 2), ("ntypes", {"b": 0, "a": 1}), ("etypes", {}),
                           ("node_map", {"a": [[0, 2], [2, 4]], "b": [[4, 5], [5, 7]]}),
                           ("edge_map", {"a:to:b": [[0, 3], [6, 9]]})):
            changed = copy.copy(self.out)
            changed.metadata = {**self.out.metadata, key: value}
            self.assertTrue(check_partitioned(changed, self.graph), key)


if __name__ == "__main__":
    unittest.main()
