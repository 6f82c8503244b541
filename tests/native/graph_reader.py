"""Reads chunked and partitioned graphs with numpy, and shares no code with the program.

A partitioned graph is a folder with
  metadata.json           graph_name num_nodes num_edges part_method num_parts halo_hops node_map edge_map ntypes
                          etypes, and part-N: {"node_feats": …, "edge_feats": …, "part_graph": …}, paths from here
  partN/graph.dgl         homogeneous; nodes _ID i64, _TYPE i32, inner_node u8 (part_id i64); edges _ID i64, _TYPE i32,
                          inner_edge u8; inner nodes first, then HALO, both ascending in _ID; edges likewise
  partN/node_feat.dgl     ntype/feature of the inner nodes         partN/orig_nids.dgl   ntype: type-wise ids
  partN/edge_feat.dgl     src:rel:dst/feature of the inner edges   partN/orig_eids.dgl   src:rel:dst: type-wise ids
In the format npy a folder of arrays stands for each .dgl file: partN/orig_nids/NTYPE.npy,
partN/node_feat/NTYPE/NAME.npy, and partN/graph with src.npy, dst.npy, nodes/_ID.npy …, edges/_ID.npy …
"""

import dataclasses
import json
import pathlib
import struct

import numpy as np

GRAPHS, TENSORS = 0xDD2E4FF046B4A13F, 0xDD5A9FBE3FA2443F
HETERO, UNIT, COO, CSR = 0xDD589FBE35224ABF, 0xDD2E60F0F6B4A127, 0xDD61FFD305DFF127, 0xDD6CD31205DFF127
META, ARRAY = 0xDD3C5FFE20046ABF, 0xDD5E40F096B4A13F
NUMPY = {(code, bits): f"<{letter}{bits // 8}" for code, letter, widths in
         ((0, "i", (8, 16, 32, 64)), (1, "u", (8,)), (2, "f", (16, 32, 64))) for bits in widths}


class Malformed(Exception):
    pass


class Cursor:
    """Reads the pieces of a .dgl file from front to back."""

    def __init__(self, path):
        self.path, self.bytes, self.at = path, pathlib.Path(path).read_bytes(), 0

    def take(self, count):
        if count < 0 or self.at + count > len(self.bytes):
            raise Malformed(f"{self.path}: {count} bytes at {self.at} are beyond its {len(self.bytes)}")
        self.at += count
        return self.bytes[self.at - count:self.at]

    def read(self, kind):
        return struct.unpack("<" + kind, self.take(struct.calcsize("<" + kind)))[0]

    def expect(self, kind, *wanted):
        for want in wanted:
            at, found = self.at, self.read(kind)
            if found != want:
                raise Malformed(f"{self.path}: {found:#x} at {at} instead of {want:#x}")

    def text(self):
        return self.take(self.read("Q")).decode()

    def array(self):
        self.expect("Q", ARRAY, 0)
        self.expect("i", 1, 0)
        ndim = self.read("i")
        code, bits = self.read("B"), self.read("B")
        self.expect("H", 1)
        shape = tuple(self.read("q") for _ in range(ndim))
        if (code, bits) not in NUMPY:
            raise Malformed(f"{self.path}: array of type {code}, {bits} bits")
        values = np.frombuffer(self.take(self.read("q")), NUMPY[code, bits])
        if values.size != np.prod(shape, dtype=np.int64):
            raise Malformed(f"{self.path}: {values.size} values for the shape {shape}")
        return values.reshape(shape)

    def named_arrays(self):
        found = {}
        for _ in range(self.read("Q")):
            name = self.text()
            if name in found:
                raise Malformed(f"{self.path}: {name} twice")
            found[name] = self.array()
        return found

    def end(self):
        if self.at != len(self.bytes):
            raise Malformed(f"{self.path}: {len(self.bytes) - self.at} bytes after its end")


def read_dgl_tensors(path):
    cursor = Cursor(path)
    cursor.expect("Q", TENSORS)
    count = cursor.read("Q")
    found = cursor.named_arrays()
    if len(found) != count:
        raise Malformed(f"{path}: {len(found)} arrays, announced as {count}")
    cursor.end()
    return found


@dataclasses.dataclass
class Graph:
    nodes: int
    src: np.ndarray
    dst: np.ndarray
    node_data: dict
    edge_data: dict


def read_meta_graph(cursor):
    """One node type and one edge type."""
    cursor.expect("Q", META, CSR)
    cursor.expect("q", 1, 1)
    for wanted in ([0, 1], [0], [0]):
        if cursor.array().tolist() != wanted:
            raise Malformed(f"{cursor.path}: a heterogeneous graph")
    cursor.expect("B", 0)


def require_wide(cursor, *arrays):
    if {values.dtype for values in arrays} != {np.dtype("<i8")}:
        raise Malformed(f"{cursor.path}: edges of {[values.dtype for values in arrays]}")


def read_coordinates(cursor):
    cursor.expect("Q", COO)
    columns, rows = cursor.read("q"), cursor.read("q")
    src, dst, none = cursor.array(), cursor.array(), cursor.array()
    cursor.expect("B", 0, 0)
    require_wide(cursor, src, dst, none)
    if columns != rows or none.shape != (0,):
        raise Malformed(f"{cursor.path}: {columns} × {rows} coordinates")
    return src, dst, rows


def read_rows(cursor):
    """Sources and destinations by edge id."""
    cursor.expect("Q", CSR)
    columns, rows = cursor.read("q"), cursor.read("q")
    offsets, others, ids = cursor.array(), cursor.array(), cursor.array()
    cursor.expect("B", 0)
    require_wide(cursor, offsets, others, ids)
    spans = offsets.shape == (rows + 1,) and offsets[0] == 0 and offsets[-1] == len(others)
    if columns != rows or not spans or sorted(ids) != list(range(len(others))):
        raise Malformed(f"{cursor.path}: {columns} × {rows} compressed rows")
    src, dst = np.empty_like(ids), np.empty_like(ids)
    src[ids] = np.repeat(np.arange(rows), np.diff(offsets))
    dst[ids] = others
    return src, dst, rows


def read_columns(cursor):
    dst, src, nodes = read_rows(cursor)
    return src, dst, nodes


def read_dgl_graph(path):
    cursor = Cursor(path)
    cursor.expect("Q", GRAPHS, 2, 2, 1)
    if any(cursor.take(4096 - cursor.at)):
        raise Malformed(f"{path}: its first page is not filled with zeros")
    cursor.expect("Q", 4112, 0, HETERO)
    read_meta_graph(cursor)
    cursor.expect("Q", 1, UNIT)
    forms = cursor.read("q")
    if forms >> 32 != 1 or not 0 < forms & 0xFFFFFFFF < 8:
        raise Malformed(f"{path}: forms {forms:#x}")
    cursor.expect("q", 1 << 32 | 7)
    edges = []
    for form, read in ((1, read_coordinates), (2, read_rows), (4, read_columns)):
        if forms & form:
            read_meta_graph(cursor)
            edges.append(read(cursor))
    cursor.expect("Q", 1)
    nodes = cursor.read("q")
    src, dst, _ = edges[0]
    for other_src, other_dst, other_nodes in edges:
        if other_nodes != nodes or not np.array_equal(src, other_src) or not np.array_equal(dst, other_dst):
            raise Malformed(f"{path}: forms that hold other edges, or {other_nodes} nodes instead of {nodes}")
    cursor.expect("Q", 1)
    node_data = cursor.named_arrays()
    cursor.expect("Q", 1)
    edge_data = cursor.named_arrays()
    for name in ("_N", "_E"):
        cursor.expect("Q", 1)
        if cursor.text() != name:
            raise Malformed(f"{path}: another name than {name}")
    cursor.expect("Q", 16, 1, 4112, 16)
    cursor.end()
    return Graph(nodes, src, dst, node_data, edge_data)


def read_npy_tensors(folder):
    """Without arrays, there may be no folder."""
    folder = pathlib.Path(folder)
    return {str(path.relative_to(folder))[:-len(".npy")]: np.load(path) for path in sorted(folder.rglob("*.npy"))}


def read_npy_graph(folder):
    arrays = read_npy_tensors(folder)

    def below(kind):
        return {name[len(kind):]: array for name, array in arrays.items() if name.startswith(kind)}

    return Graph(len(arrays["nodes/_ID"]), arrays["src"], arrays["dst"], below("nodes/"), below("edges/"))


@dataclasses.dataclass
class Part:
    graph: Graph
    node_feats: dict
    edge_feats: dict
    orig_nids: dict
    orig_eids: dict


@dataclasses.dataclass
class Partitioned:
    metadata: dict
    parts: list


def read_part(folder, paths):
    """paths: what metadata.json says of a part"""
    graph, nodes, edges = (pathlib.Path(folder) / paths[key] for key in ("part_graph", "node_feats", "edge_feats"))
    in_dgl = graph.suffix == ".dgl"
    tensors = read_dgl_tensors if in_dgl else read_npy_tensors
    original = [tensors(graph.with_name(name + graph.suffix)) for name in ("orig_nids", "orig_eids")]
    return Part(read_dgl_graph(graph) if in_dgl else read_npy_graph(graph), tensors(nodes), tensors(edges), *original)


def read_partitioned(folder):
    metadata = json.loads((pathlib.Path(folder) / "metadata.json").read_text())
    return Partitioned(metadata, [read_part(folder, metadata[f"part-{p}"]) for p in range(metadata["num_parts"])])


@dataclasses.dataclass
class Chunked:
    """A graph before it is partitioned. Types by name, in order; edges as a pair of arrays of type-wise ids."""
    name: str
    nodes: dict
    edges: dict
    node_data: dict
    edge_data: dict

    @staticmethod
    def ends(edge_type):
        source, _, target = edge_type.split(":")
        return source, target


def read_edge_file(path, spec):
    if spec["name"] == "numpy":
        pairs = np.load(path)
        return pairs.T if pairs.shape[1] == 2 else pairs  # [2, 2] has an edge in each row
    words = [line.split(spec.get("delimiter", " ")) for line in path.read_text().splitlines()]
    return np.array(words, np.int64).reshape(-1, 2).T


def read_chunked(folder):
    folder = pathlib.Path(folder)
    metadata = json.loads((folder / "metadata.json").read_text())
    edges = {}
    for name in metadata["edge_type"]:
        chunks = metadata["edges"][name]
        pieces = [read_edge_file(folder / file, chunks["format"]) for file in chunks["data"]]
        edges[name] = np.concatenate([np.zeros((2, 0), np.int64), *pieces], axis=1).astype(np.int64)

    def features(of):
        return {kind: {name: np.concatenate([np.load(folder / file) for file in chunks["data"]])
                       for name, chunks in named.items()} for kind, named in metadata[of].items()}

    return Chunked(metadata["graph_name"], dict(zip(metadata["node_type"], metadata["num_nodes_per_type"])), edges,
                   features("node_data"), features("edge_data"))


def read_assignment(folder, graph):
    """The part of every node, by type, and the number of parts."""
    folder = pathlib.Path(folder)
    parts = json.loads((folder / "partition_meta.json").read_text())["num_parts"]
    found = {}
    for name in graph.nodes:
        text = folder / f"{name}.txt"
        found[name] = np.array(text.read_text().split(), np.int64) if text.exists() else np.load(folder / f"{name}.npy")
    return found, parts
