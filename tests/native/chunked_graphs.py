"""Chunked graphs that the program writes, read back with numpy."""

import json

import numpy

from program import ProgramTest


def read_edges(folder, spec):
    parts = [numpy.empty((0, 2), numpy.int64)]
    for name in spec["data"]:
        path = folder / name
        if spec["format"]["name"] == "numpy":
            parts.append(numpy.load(path))
        elif path.stat().st_size > 0:
            parts.append(numpy.loadtxt(path, dtype=numpy.int64, delimiter=spec["format"]["delimiter"], ndmin=2))
    return numpy.concatenate(parts)


def read_graph(folder):
    """A chunked graph as {name: nodes}, {name: edges} and {(kind, type, name): rows}; checks its counts."""
    metadata = json.loads((folder / "metadata.json").read_text())
    nodes = dict(zip(metadata["node_type"], metadata["num_nodes_per_type"]))
    assert [sum(chunks) for chunks in metadata["num_nodes_per_chunk"]] == metadata["num_nodes_per_type"]
    edges = {name: read_edges(folder, metadata["edges"][name]) for name in metadata["edge_type"]}
    assert [len(edges[name]) for name in metadata["edge_type"]] == metadata["num_edges_per_type"]
    for name, chunks in zip(metadata["edge_type"], metadata["num_edges_per_chunk"]):
        assert sum(chunks) == len(edges[name]) and len(chunks) == len(metadata["edges"][name]["data"])
    features = {}
    for kind in ("node_data", "edge_data"):
        for type_, of_type in metadata[kind].items():
            for name, spec in of_type.items():
                features[kind, type_, name] = numpy.concatenate([numpy.load(folder / file) for file in spec["data"]])
    return nodes, edges, features


class ChunkTest(ProgramTest):
    def chunk(self, *words, out="out", **options):
        text = self.ok("chunk", "-q", *words, "-o", self.folder / out, **options)
        self.assertEqual([path.name for path in self.folder.glob("*.partial")], [])
        return text

    def graph(self, *words, out="out", **options):
        self.chunk(*words, out=out, **options)
        return read_graph(self.folder / out)

    def refused(self, *words, says, **options):
        before = sorted(self.folder.rglob("*"))
        error = super().refused("chunk", *words, "-o", self.folder / "out", says=says, **options)
        self.assertEqual(sorted(self.folder.rglob("*")), before)
        return error

    def save(self, name, array):
        numpy.save(self.folder / name, array)
        return self.folder / name
