#!/usr/bin/env python3
"""Opens sampling graphs as torch.load does: with a reader of our own everywhere, and with torch where it is installed.

    sampling_graph_test.py WRITE_SAMPLING_GRAPH
"""
import io
import pathlib
import pickletools
import subprocess
import sys
import tempfile
import types
import unittest
import unittest.mock
import zipfile

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import graphbolt_reader

try:
    import torch
except ImportError:
    torch = None

PROGRAM = sys.argv.pop(1)
NODES, EDGES = 300, 70_000
TYPED = {"indptr": ("<i8", (NODES + 1,)), "indices": ("<i4", (EDGES,)), "type_per_edge": ("<u1", (EDGES,)),
         "node _ID": ("<i8", (NODES,)), "node i8": ("<i1", (NODES, 2, 3)), "node f2": ("<f2", (NODES, 1)),
         "node f4": ("<f4", (NODES, 0, 5)), "edge _ID": ("<i8", (EDGES,)), "edge i2": ("<i2", (EDGES,)),
         "edge f8": ("<f8", (EDGES, 2))}


def expected_arrays():
    """The arrays whose bytes, one array after the other, count up."""
    begin, arrays = 0, {}
    for name, (dtype, shape) in TYPED.items():
        size = int(np.prod(shape)) * np.dtype(dtype).itemsize
        content = (np.arange(begin, begin + size) % 251).astype("u1").tobytes()
        arrays[name] = np.frombuffer(content, dtype).reshape(shape)
        begin += size
    return arrays


def flat(state):
    """The arrays of a state under the names of TYPED, and the ids of types."""
    arrays = dict(state["independent_tensors"])
    arrays.update({"node " + name: array for name, array in state["node_attributes"].items()})
    arrays.update({"edge " + name: array for name, array in state["edge_attributes"].items()})
    ids = {key: {name: int(value) for name, value in state[key].items()} for key in ("node_type_to_id", "edge_type_to_id")
           if key in state}
    return {name: np.asarray(array) for name, array in arrays.items()}, ids


class SamplingGraphTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def written(self, kind, name="graph.pt"):
        path = self.folder / name
        size = subprocess.run([PROGRAM, kind, path], check=True, capture_output=True, text=True).stdout
        self.assertEqual(int(size), path.stat().st_size)
        return path

    def check_typed(self, state):
        arrays, ids = flat(state)
        self.assertEqual(ids, {"node_type_to_id": {"user": 0, "Straße": 1},
                               "edge_type_to_id": {"user:buys:Straße": 0, "Straße:rev:user": 1}})
        expected = expected_arrays()
        self.assertEqual(list(arrays), list(expected))
        for name, array in expected.items():
            self.assertEqual((arrays[name].dtype, arrays[name].shape), (array.dtype, array.shape), name)
            self.assertEqual(arrays[name].tobytes(), array.tobytes(), name)

    def check_plain(self, state):
        arrays, ids = flat(state)
        self.assertEqual(ids, {})
        self.assertEqual({name: array.shape for name, array in arrays.items()}, {"indptr": (3,), "indices": (0,)})

    def test_read_without_torch(self):
        self.check_typed(graphbolt_reader.read_sampling_graph(self.written("typed")))
        self.check_plain(graphbolt_reader.read_sampling_graph(self.written("plain")))

    def test_the_same_bytes_every_time(self):
        self.assertEqual(self.written("typed").read_bytes(), self.written("typed", "again.pt").read_bytes())

    def test_archive_and_pickle(self):
        path = self.written("typed")
        content = path.read_bytes()
        with zipfile.ZipFile(path) as archive:
            for member in archive.infolist():
                self.assertEqual(member.compress_type, zipfile.ZIP_STORED)
                name_size = int.from_bytes(content[member.header_offset + 26:][:2], "little")
                extra_size = int.from_bytes(content[member.header_offset + 28:][:2], "little")
                self.assertEqual((member.header_offset + 30 + name_size + extra_size) % 64, 0, member.filename)
            operations = [operation.name for operation, _, _ in pickletools.genops(archive.read("archive/data.pkl"))]
            pickletools.dis(archive.read("archive/data.pkl"), out=io.StringIO())  # checks the stack
        self.assertEqual(operations[0], "PROTO")
        self.assertEqual(operations.count("BINPERSID"), 1 + len(TYPED) + 2 + 2)

    @unittest.skipIf(torch is None, "torch is not installed")
    def test_read_with_torch(self):
        module = types.ModuleType("dgl.graphbolt.impl.fused_csc_sampling_graph")
        module.FusedCSCSamplingGraph = graphbolt_reader.FusedCSCSamplingGraph
        names = ["dgl", "dgl.graphbolt", "dgl.graphbolt.impl"]
        modules = {name: types.ModuleType(name) for name in names} | {module.__name__: module}
        with unittest.mock.patch.dict(sys.modules, modules), \
                unittest.mock.patch.object(torch, "ScriptObject", graphbolt_reader.ScriptObject):
            states = []
            for kind in ("typed", "plain"):
                graph = torch.load(self.written(kind), weights_only=False)
                self.assertIsInstance(graph, graphbolt_reader.FusedCSCSamplingGraph)
                states.append(graph._c_csc_graph.state)
        for state in states:
            version = state["independent_tensors"].pop("version_number")
            self.assertTrue(version.equal(torch.tensor([6199])))
            for tensors in state.values():
                self.assertTrue(all(tensor.is_contiguous() for tensor in tensors.values()))
        self.check_typed(states[0])
        self.check_plain(states[1])


if __name__ == "__main__":
    unittest.main()
